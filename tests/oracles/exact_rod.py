"""A geometrically exact rod with a rigid body at its tip: equilibrium and small vibration, in a frame that may spin.

Kirchhoff's rod without mass and without stretch, clamped at the origin along x. With the internal force n, the same
everywhere, and the moment m = m₀ − r × n,
    R' = R κ~,   κ = diag(1/GJ, 1/EIy, 1/EIz) Rᵀ m,   r' = R x̂                                   (1)
so that the pose of the tip is an explicit function of w = (n, m₀), integrated by Runge and Kutta's rule. The body with
mass M, centre of mass at ρ = R c from the tip and inertia I there needs, while the frame spins at Ω,
    n = M (g − a),   I ω̇ + ω × I ω = −m(L) + ρ × n                                                 (2)
Derivatives are taken by complex steps. Nothing here is shared with the program.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.linalg import eig

STEP = 1e-30
STEPS = 80


@dataclass(frozen=True)
class Rod:
    """Length [m], GJ, EIy, EIz [N·m²], and the body at the tip: mass [kg], centre [m], inertia there [kg·m²].

    The rigidities may be a function of the distance from the clamp.
    """

    length: float
    rigidity: tuple[float, float, float] | Callable[[float], tuple[float, float, float]]
    mass: float
    centre: tuple[float, float, float] = (0.0, 0.0, 0.0)
    inertia: tuple[float, float, float] = (0.0, 0.0, 0.0)
    gravity: tuple[float, float, float] = (0.0, 0.0, 0.0)
    spin: tuple[float, float, float] = (0.0, 0.0, 0.0)
    root: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Place of the clamp, from the axis of the spin [m]."""

    def tip(self, w: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return r and R of the tip for w = (n, m₀), (1)."""
        n, m0, h = w[:3], w[3:], self.length / STEPS
        given = self.rigidity
        places = [1 / np.array(given(k * h / 2) if callable(given) else given) for k in range(2 * STEPS + 1)]

        def rate(soft: np.ndarray, r: np.ndarray, R: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            kappa = soft * (R.T @ (m0 - skew(r) @ n))
            return R[:, 0], R @ skew(kappa)

        r, R = np.zeros(3, dtype=w.dtype), np.eye(3).astype(w.dtype)
        for k in range(STEPS):
            near, middle, far = places[2 * k : 2 * k + 3]
            a = rate(near, r, R)
            b = rate(middle, r + h / 2 * a[0], R + h / 2 * a[1])
            c = rate(middle, r + h / 2 * b[0], R + h / 2 * b[1])
            d = rate(far, r + h * c[0], R + h * c[1])
            r, R = r + h / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0]), R + h / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1])
        return r, R

    def excess(self, w: np.ndarray) -> np.ndarray:
        """Return what is missing from (2) at rest in the spinning frame, as forces and moments on the body."""
        r, R = self.tip(w)
        n, spin, rho = w[:3], np.array(self.spin), R @ np.array(self.centre)
        place = np.array(self.root) + r + rho
        force = self.mass * (np.cross(spin, np.cross(spin, place)) - np.array(self.gravity)) + n
        tensor = R @ np.diag(self.inertia) @ R.T
        moment = np.cross(spin, tensor @ spin) + (w[3:] - np.cross(r, n)) - np.cross(rho, n)
        return np.concatenate([force, moment])

    def balance(self) -> np.ndarray:
        """Return w at equilibrium, by Newton's method from the straight rod."""
        w = np.concatenate([self.mass * np.array(self.gravity), np.zeros(3)])
        for _ in range(30):
            change = np.linalg.solve(derivative(self.excess, w), self.excess(w))
            w = w - change
            if np.abs(change).max() <= 1e-12 * np.abs(w).max():
                return w
        raise ArithmeticError("no equilibrium")

    def frequencies(self) -> np.ndarray:
        """Return the circular frequencies of small vibration about the equilibrium [rad/s], rising."""
        w = self.balance()
        _, R = self.tip(w)
        moved = derivative(lambda z: self.tip(z)[0], w)
        turned = derivative(lambda z: self.tip(z)[1].ravel(), w).reshape(3, 3, 6)
        spins = np.einsum("ijk,lj->ilk", turned, R)  # δR Rᵀ
        pose = np.vstack([moved, spins[2, 1], spins[0, 2], spins[1, 0]])  # x = pose δw
        rho, tensor, spin = skew(R @ np.array(self.centre)), R @ np.diag(self.inertia) @ R.T, skew(np.array(self.spin))
        none, one = np.zeros((3, 3)), np.eye(3)
        centre = np.hstack([one, -rho])
        M = np.vstack([self.mass * centre, np.hstack([none, tensor])])
        gyro = tensor @ spin + spin @ tensor - skew(tensor @ np.array(self.spin))  # I (Ω × θ̇) + θ̇ × IΩ + Ω × I θ̇
        G = np.vstack([2 * self.mass * spin @ centre, np.hstack([none, gyro])])
        K = derivative(self.excess, w)
        # (x, ẋ) would need the inverse of `pose`, which a rod without stretch does not have.
        A = np.block([[np.zeros((6, 6)), np.eye(6)], [-K, -G @ pose]])
        B = np.block([[np.eye(6), np.zeros((6, 6))], [np.zeros((6, 6)), M @ pose]])
        roots = eig(A, B, right=False)
        roots = roots[np.isfinite(roots) & (np.abs(roots) < 1e7)]
        return np.sort(roots.imag[roots.imag > 1e-6])


def derivative(f: object, w: np.ndarray) -> np.ndarray:
    """Return ∂f/∂w by complex steps."""
    return np.stack([np.imag(f(w + 1j * STEP * unit)) / STEP for unit in np.eye(len(w))], axis=1)  # type: ignore[operator]


def skew(a: np.ndarray) -> np.ndarray:
    """Return a~ with a~ b = a × b."""
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])
