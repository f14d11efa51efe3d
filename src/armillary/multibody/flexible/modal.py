"""The integrals of a flexible link, at rest and bent. [Bascetta2002; Shabana2013, ch. 5]

The field of `flexible.field` is linear in amplitudes a: the modal coordinates and, where the link has terms of second
order, quadratic functions of them. With Ψ = (Φ, χ),
    r + Σ Ψ_k a_k,   a = (q, ½ qᵀC q),   ȧ = A q̇,   A = (1, C q),   ä = A q̈ + (0, q̇ᵀC q̇)              (1)
Sums over its mass points are
    p_k = ∫Ψ_k dm,   W_k = ∫Ψ_k rᵀ dm,   W_kl = ∫Ψ_k Ψ_lᵀ dm,   h_k = ∫ J θ_k,   m_kl = tr W_kl + ∫ θ_kᵀ J θ_l   (2)
J is the rotary inertia of pieces whose inertia stays constant in the frame. Laminae are points at r + ρ, and enter p, W
and m alone. ModalState, the link has first and second moments
    s = s₀ + Σ p_k a_k,   Q = Q₀ + Σ (W_k + W_kᵀ) a_k + Σ W_kl a_k a_l,   W_k(a) = W_k + Σ W_kl a_l      (3)
In motion, with γ, ω, ω̇ of the frame, U = ω̇~ + ω~ω~, and vee W = ∫ r × Ψ dm, the link needs in addition to
the wrench of a rigid body with (3) the force f, the moment n about its origin, and E
    f = Σ p_k ä_k + 2 ω × Σ p_k ȧ_k                                                                (4)
    n = Σ (vee W_k(a) + h_k) ä_k + 2 (tr(Ẇ) ω − Ẇ ω) + ω × Σ h_k ȧ_k,   Ẇ = Σ W_k(a) ȧ_k             (5)
    E_k = p_k·γ + U : W_k(a) + h_k·ω̇ + Σ m_kl ä_l + 2 ω · Σ_l λ_lk ȧ_l,   λ_lk = vee W_kl = ∫Ψ_l × Ψ_k dm   (6)
and Aᵀ E at its modal coordinates. The momentum per modal rate and the modal mass are
    Aᵀ p,   Aᵀ (vee W(a) + h),   Aᵀ m A                                                             (7)
These are the equations of Lagrange for the kinetic energy of the field and
    ½ ∫ (ω + Σθ_k q̇_k)ᵀ J (ω + Σθ_k q̇_k).                                                          (8)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody.flexible.field import Field
from armillary.spatial.inertia import Part
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Floats, Scalar

ROUNDING = 1e-14
"""Integrals over two modes that are smaller than this, relative to the integrals of each with itself, are zero."""


def vee(W: ArrayLike) -> Array:
    """Return ∫ r × Φ dm of W = ∫ Φ rᵀ dm; for an array of matrices, an array of vectors."""
    W = np.asarray(W)
    rows = (W[..., 2, 1] - W[..., 1, 2], W[..., 0, 2] - W[..., 2, 0], W[..., 1, 0] - W[..., 0, 1])
    return np.stack(rows, axis=-1)


@dataclass(frozen=True, eq=False)
class ModalState:
    """The modal part of a link that is bent: the integrals of N amplitudes, of which n are its coordinates."""

    v: slice
    A: Array  # (N, n), (1)
    p: Array  # (N, 3)
    W: Array  # (N, 3, 3), (3)
    h: Array  # (N, 3)
    m: Array  # (N, N)
    gyration: Array  # (N, N, 3) λ_lk at [k, l]
    C: Array  # (N − n, n, n), (1)

    def A_rate(self, qd: Array) -> Array:
        """Return Ȧ = (0, C q̇), shape (N, n), for the rates of the link's own coordinates."""
        return np.array([*np.zeros((len(qd), len(qd))), *(C @ qd for C in self.C)]).reshape(self.A.shape)

    @cached_property
    def first(self) -> Array:
        """Momentum per modal rate, shape (n, 3), (7)."""
        return np.asarray(self.A.T @ self.p)

    @cached_property
    def turning(self) -> Array:
        """Angular momentum about the frame's origin per modal rate, shape (n, 3), (7)."""
        return np.asarray(self.A.T @ (vee(self.W) + self.h))

    @cached_property
    def mass(self) -> Array:
        """Modal mass, shape (n, n), (7)."""
        return np.asarray(self.A.T @ self.m @ self.A)

    def wrench(
        self, gamma: Array, U: Array, omega: Array, omega_dot: Array, qd: Array, qdd: Array
    ) -> tuple[Array, Array, Array]:
        """Return moment, force and modal efforts, (4)–(6); rates and accelerations are of all coordinates."""
        if not len(self.p):  # a rigid body: every sum is empty
            return np.zeros(3), np.zeros(3), np.zeros(0)
        rate, acceleration = self.rates(qd, qdd)
        W_dot = np.tensordot(rate, self.W, axes=1)
        force = self.p.T @ acceleration + 2 * cross(omega, self.p.T @ rate)  # (4)
        moment = (vee(self.W) + self.h).T @ acceleration + 2 * (np.trace(W_dot) * omega - W_dot @ omega)  # (5)
        moment = moment + cross(omega, self.h.T @ rate)
        return moment, force, self.A.T @ self.efforts(gamma, U, omega, omega_dot, rate, acceleration)

    def rates(self, qd: Array, qdd: Array) -> tuple[Array, Array]:
        """Return ȧ and ä, shapes (N,), (1); rates and accelerations are of all coordinates."""
        qd_modal = qd[self.v]
        second = np.array([qd_modal @ C @ qd_modal for C in self.C])
        return self.A @ qd_modal, self.A @ qdd[self.v] + np.concatenate([np.zeros(len(qd_modal)), second])

    def efforts(
        self, gamma: Array, U: Array, omega: Array, omega_dot: Array, rate: Array, acceleration: Array
    ) -> Array:
        """Return E, the efforts at the amplitudes with the rates ȧ and the accelerations ä, shape (N,), (6)."""
        efforts = self.p @ gamma + np.array([np.sum(U * W) for W in self.W]) + self.h @ omega_dot
        return efforts + self.m @ acceleration + 2 * (np.tensordot(rate, self.gyration, axes=(0, 1)) @ omega)


def _snapped(table: Floats, scale: Floats) -> Floats:
    """Return a table of pairs of modes with entries of the size of rounding replaced by zero."""
    limit = ROUNDING * np.multiply.outer(scale, scale)
    return np.where(np.abs(table) <= limit.reshape(limit.shape + (1,) * (table.ndim - 2)), 0.0, table)


@dataclass(frozen=True, eq=False)
class Modal:
    """The elastic coordinates of a link and its integrals (2), numbers or expressions. A rigid link has none of them.

    `rigid` is mass, first moment and inertia of the undeformed link about its origin. `stiffness` and `damping` are of
    the modal coordinates. `field` holds the shapes themselves, as numbers: for drawings and for sums over mass points.
    """

    q: slice
    v: slice
    p: Array  # (N, 3)
    W: Array  # (N, 3, 3)
    products: Array  # (N, N, 3, 3)
    h: Array  # (N, 3)
    m: Array  # (N, N)
    C: Array  # (N − n, n, n), (1)
    stiffness: Array  # (n, n)
    damping: Array  # (n, n)
    rigid: Part
    field: Field
    density: Scalar = 1.0
    """Mass of the link against that of its field."""
    compensated: Scalar = 0.0
    """Compensated share of the weight of the link."""

    @classmethod
    def of(cls, field: Field, q: slice, v: slice, density: Scalar = 1.0, compensated: float = 0.0) -> Modal:
        """Return the modes of a field with its integrals (2), for a link with `density` times the field's mass."""
        chi, C = field.shortening
        shapes = np.concatenate([field.shape, chi])  # Ψ, (N, G, 3)
        turns = np.concatenate([field.turn, np.zeros_like(chi)])  # shortening turns nothing
        products = np.einsum("g,kga,lgb->klab", field.mass, shapes, shapes, optimize=True)
        W = np.einsum("g,kga,gb->kab", field.mass, shapes, field.r)
        if field.lamina is not None:
            tilted = field.slopes @ field.lamina
            products = products + np.einsum("kgab,lgcb->klac", tilted, field.slopes, optimize=True)
            W = W + tilted.sum(axis=1)
        products = _snapped(products, np.sqrt(np.einsum("kkaa->k", products)))
        turning = np.einsum("kga,gab,lgb->kl", turns, field.spin, turns, optimize=True)
        mass = np.trace(products, axis1=2, axis2=3) + turning
        rigid = field.rigid_part()
        return cls(
            q,
            v,
            p=np.einsum("g,kga->ka", field.mass, shapes) * density,
            W=W * density,
            products=products * density,
            h=np.einsum("gab,kgb->ka", field.spin, turns) * density,
            m=_snapped(mass, np.sqrt(np.diagonal(mass))) * density,
            C=C,
            stiffness=_snapped(field.stiffness, np.sqrt(np.diagonal(field.stiffness))),
            damping=field.damping,
            rigid=(rigid[0] * density, rigid[1] * density, rigid[2] * density),
            field=field,
            density=density,
            compensated=compensated,
        )

    @property
    def count(self) -> int:
        """Number of modal coordinates."""
        return self.v.stop - self.v.start

    nq = nv = count

    @property
    def neutral(self) -> Floats:
        """No deformation, shape (n,)."""
        return np.zeros(self.count)

    def rate(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """Return dq/dt."""
        return np.asarray(qd)

    def integrate(self, q: ArrayLike, step: ArrayLike) -> Floats:
        """Return q + step."""
        return np.asarray(q, dtype=float) + np.asarray(step, dtype=float)

    def amplitudes(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return a, shape (N,), and A, shape (N, n), of (1); q is the whole vector."""
        q_modal = np.asarray(q)[self.q]
        if not len(self.C):
            return q_modal, np.eye(self.count)
        rows = np.stack([half @ q_modal for half in self.C])
        return np.concatenate([q_modal, rows @ q_modal / 2]), np.vstack([np.eye(self.count), rows])

    def moments(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return the first and second moments that bending adds, (3) [kg·m, kg·m²]; q is the whole vector."""
        a, _ = self.amplitudes(q)
        half = np.tensordot(a, self.W + np.tensordot(a, self.products, axes=1) / 2, axes=1)
        return self.p.T @ a, half + half.T

    def turned(self, R: Floats) -> Modal:
        """Return the modes in axes that are the columns of R."""
        return Modal.of(self.field.turned(R), self.q, self.v, self.density)

    def at(self, q: ArrayLike) -> ModalState:
        """Return the modal part of the link bent by q, the whole vector."""
        a, A = self.amplitudes(q)
        W = self.W + np.tensordot(a, self.products, axes=(0, 1))  # (3)
        return ModalState(self.v, A, self.p, W, self.h, self.m, vee(self.products), self.C)
