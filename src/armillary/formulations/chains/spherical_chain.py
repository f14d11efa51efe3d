"""A chain of spherical joints in absolute ZYX angles: its parameters, and conversions of states from and to a model.

Link i turns about its centre O_i, which is the point O'_{i−1} of the link before. Its angles α_i = (α_1, α_2, α_3)
turn its frame against the world: [Celentano2008, eq. 44]
    ℜ = Z(α_1) Y(α_2) X(α_3)                                                                  (1)
Its rate in its own axes is ω = E α̇ with
    E = [ℜᵀe_z, Xᵀe_y, e_x],   det E = −cos α_2                                               (2)
A model of the same robot has for each joint a quaternion and the rate against the link before, in the link's axes
(P is that link's frame in the world, R_J how the joint sits on it):
    R(q_i) = R_Jᵀ Pᵀ ℜ_i,   q̇_i = E_i α̇_i − ℜ_iᵀ P E_p α̇_p,   in short q̇ = Γ α̇                  (3)
so that generalized forces and momenta follow as u = Γᵀτ, p_α = Γᵀp.                          (4)

At α_2 = ±90° E is singular: a rate about one axis in space has no α̇, and +90° is a link that hangs straight
down. det A has the factor (det E)², so that rates from A⁻¹p have a relative error of about 5 ε/cos²α_2 (measured on
random chains), and at exactly 90°, where cos is 6e-17 in floats, they can be finite and wrong. Below
|cos α_2| = 1e-4 (0.006°), where 7 digits are left, `SingularityError` is raised instead.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError, SingularityError
from armillary.formulations.chains.planar_chain import check_serial
from armillary.formulations.energy import Moving
from armillary.formulations.passive import friction
from armillary.kinematics.poses import body_poses
from armillary.multibody import BASE, Model
from armillary.multibody.joints import Spherical
from armillary.spatial.inertia import second_moments
from armillary.spatial.rotation import about_axis, to_quaternion, to_rpy
from armillary.spatial.scalar import Array, Floats, cos

SINGULAR = 1e-4
"""Below this |cos α_2| the angles count as singular."""

X, Y, Z = np.eye(3)


@dataclass(frozen=True, eq=False)
class SphericalChain:
    """A chain of n links on spherical joints; numbers or symbols, vectors in the links' frames.

    Attributes:
        M: Masses, shape (n,) [kg].
        xi_G: Centres of mass, shape (n, 3) [m].
        xi_O: Centres of the next joint, shape (n, 3) [m]; the last has no effect.
        Q: Second moments ∫ξξᵀdm about the link's own joint, shape (n, 3, 3) [kg·m²]. They are
            ½ tr(I) 1 − I, not the inertia tensor I that the print has in their place.
        gravity: In the world, shape (3,) [m/s²].
        origin: The first joint in the world, shape (3,) [m].
        names: Of the links, for messages.
    """

    M: Array
    xi_G: Array
    xi_O: Array
    Q: Array
    gravity: Array = field(default_factory=lambda: np.array([0.0, 0.0, -9.81]))
    origin: Array = field(default_factory=lambda: np.zeros(3))
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        n = len(np.atleast_1d(np.asarray(self.M)))
        shapes = {"M": (n,), "xi_G": (n, 3), "xi_O": (n, 3), "Q": (n, 3, 3), "gravity": (3,), "origin": (3,)}
        for name, shape in shapes.items():
            value = np.asarray(getattr(self, name))
            if value.shape != shape:
                raise ArgumentError(name, f"shape {value.shape}", f"shape {shape}")
            object.__setattr__(self, name, value)
        if not self.names:
            object.__setattr__(self, "names", tuple(f"link {i + 1}" for i in range(n)))

    @property
    def n(self) -> int:
        """Number of links."""
        return len(self.M)

    @cached_property
    def beyond(self) -> Array:
        """Mass beyond each link [kg]."""
        return np.array([sum(self.M[i + 1 :]) for i in range(self.n)])

    @cached_property
    def d(self) -> Array:
        """First moment of each link with all mass beyond it at its end, M ξ_G + M_> ξ_O', shape (n, 3) [kg·m]."""
        return np.asarray(self.M[:, None] * self.xi_G + self.beyond[:, None] * self.xi_O)

    def angles(self, alpha: ArrayLike) -> Array:
        """Return a vector of 3n angles in the shape (n, 3)."""
        alpha = np.asarray(alpha)
        if alpha.size != 3 * self.n:
            raise ArgumentError("alpha", f"{alpha.size} values", f"{3 * self.n}, three for each of {self.n} links")
        return alpha.reshape(self.n, 3)

    @classmethod
    def from_model(cls, model: Model) -> SphericalChain:
        """Return the chain of a serial model whose joints are all spherical; friction stays with the model."""
        check_serial(model, Spherical, "a serial chain of spherical joints")
        bodies, n = model.bodies, len(model.bodies)
        following = [model.joints[i + 1].translation if i + 1 < n else np.zeros(3) for i in range(n)]
        return cls(
            M=np.array([body.mass for body in bodies]),
            xi_G=np.array([body.first_moment / body.mass if body.mass else np.zeros(3) for body in bodies]),
            xi_O=np.array(following),
            Q=np.array([second_moments(body.inertia) for body in bodies]),
            gravity=model.gravity,
            origin=model.joints[0].translation,
            names=tuple(body.name for body in bodies),
        )


def rotation(angles: ArrayLike) -> Array:
    """Return ℜ of one link, (1)."""
    a, b, c = np.asarray(angles)
    return np.asarray(about_axis(Z, a) @ about_axis(Y, b) @ about_axis(X, c))


def body_rate(angles: ArrayLike) -> Array:
    """Return E of one link, ω = E α̇ in its own axes, shape (3, 3), (2)."""
    turned = about_axis(X, np.asarray(angles)[2]).T
    return np.stack([rotation(angles).T @ Z, turned @ Y, X + 0 * turned[0]], axis=1)


def check_angles(alpha: ArrayLike, names: tuple[str, ...]) -> None:
    """Raise `SingularityError` if the angles of a link are at or near α_2 = ±90°; symbols pass."""
    for name, angle in zip(names, np.asarray(alpha).reshape(-1, 3)[:, 1], strict=True):
        if not isinstance(angle, (int, float, complex, np.number)):
            continue
        pitch = float(np.real(angle))
        if not abs(cos(pitch)) >= SINGULAR:
            raise SingularityError(
                f"the ZYX angles of {name!r} are singular: α_2 = {math.degrees(pitch):.6f}°, within "
                f"{math.degrees(SINGULAR):.4f}° of ±90°, where rates have no angles. Take the quaternion form, "
                "armillary.formulations.momentum, which has no singularity"
            )


def rate_matrix(model: Model, alpha: ArrayLike) -> Array:
    """Return Γ with q̇ = Γ α̇, shape (3n, 3n), (3)."""
    angles = np.asarray(alpha).reshape(-1, 3)
    n = len(angles)
    blocks = [[np.zeros((3, 3))] * n for _ in range(n)]
    for i, p in model.outward():
        blocks[i][i] = body_rate(angles[i])
        if p != BASE:
            blocks[i][p] = -rotation(angles[i]).T @ rotation(angles[p]) @ body_rate(angles[p])
    return np.block(blocks)


def to_joint_state(model: Model, alpha: ArrayLike, alpha_d: ArrayLike) -> tuple[Floats, Floats]:
    """Return (q, q̇) of the model, quaternions and relative body rates, for absolute angles and rates, (3)."""
    alpha = np.asarray(alpha, dtype=float)
    turns = {BASE: np.eye(3)} | {i: rotation(angles) for i, angles in enumerate(alpha.reshape(-1, 3))}
    q = [to_quaternion(model.joints[i].rotation.T @ turns[p].T @ turns[i]) for i, p in model.outward()]
    return np.concatenate(q), np.asarray(rate_matrix(model, alpha) @ np.asarray(alpha_d), dtype=float)


def from_joint_state(model: Model, q: ArrayLike, qd: ArrayLike) -> tuple[Floats, Floats]:
    """Return (α, α̇) for a state of the model; |α_2| ≤ 90° is chosen. Raises near the singularity."""
    poses, velocities = body_poses(model, q), Moving(model, q).velocities(qd)
    alpha = np.array([to_rpy(poses[i][0])[::-1] for i, _ in model.outward()])
    check_angles(alpha, tuple(body.name for body in model.bodies))
    rates = [np.linalg.solve(np.asarray(body_rate(alpha[i])), velocities[i][0]) for i, _ in model.outward()]
    return alpha.ravel(), np.concatenate(rates)


def generalized_forces(model: Model, alpha: ArrayLike, alpha_d: ArrayLike, tau: ArrayLike) -> Array:
    """Return u on the angles α of joint torques τ less friction, shape (3n,) [N·m], (4)."""
    gamma = rate_matrix(model, alpha)
    return np.asarray(gamma.T @ (np.asarray(tau) - friction(model, model.neutral, gamma @ np.asarray(alpha_d))))
