"""Mass matrix by composite bodies, forward dynamics with LDLᵀ. [Featherstone2008, ch. 6]

Inward, everything beyond a joint is one rigid body (mass m, first moment s, inertia I about i):
    m_p += m_i,   s_p += R s_i + m_i r,   I_p += R I_i Rᵀ + shift(r, R s_i + ½ m_i r)                (1)
The momentum that a unit rate of joint i gives it, carried back to every earlier joint j:
    (n, f) = (I S_ω + s × S_v, m S_v − s × S_ω),   M_ji = S_jᵀ (n, f) in frame j       (2)
The same recursion on second moments Q instead of inertias, I = (tr Q) 1 − Q, has
    Q_p += R Q_i Rᵀ + r uᵀ + u rᵀ,   u = R s_i + ½ m_i r                          (1')
It takes fewer operations for robots with full tensors, and more for robots with sparse tensors.
A rotor on body c, geared to joint j, adds its reflected inertia and couples j to all joints that
turn c:
    M_jj += k² I_m,   M_kj, M_jk += k I_m z · S_ω,k                              (3)
So does a mode with its momentum per rate (n_k, f_k) and the modal mass m_kl (`flexible.modal`):
    M_jk, M_kj += S_jᵀ (n_k, f_k),   M_kl += m_kl                                (4)
Nodes of one link share its coordinates, and coupled joints that of their leader: their entries add up. Where joints i
and j share coordinate k, M_ij and M_ji are both parts of M_kk.                  (5)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations import newton_euler
from armillary.formulations.ldl import accelerations
from armillary.formulations.remember import memoised
from armillary.multibody import BASE, BodyState, Model
from armillary.multibody.flexible.modal import ModalState
from armillary.spatial.inertia import Part, inertia_of_moments, shift, shift_moments
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Scalar, label
from armillary.spatial.turn import FrameStep

Subspaces = dict[int, tuple[Array, Array]]
"""S_ω and S_v of every joint in its child's frame, shapes (3, nv)."""


@memoised
def mass_matrix(model: Model, q: ArrayLike) -> Array:
    """Return M(q), shape (nv, nv) [kg·m², kg·m or kg]."""
    return _mass_matrix(model, q, moments=False)


def mass_matrix_by_moments(model: Model, q: ArrayLike) -> Array:
    """Return M(q), shape (nv, nv), the composites by second moments, (1')."""
    return _mass_matrix(model, q, moments=True)


def _mass_matrix(model: Model, q: ArrayLike, moments: bool) -> Array:
    step = {i: model.joints[i].step(q) for i, _ in model.outward()}
    bodies = {i: model.bodies[i].at(q) for i in step}
    composite = composites(model, step, bodies, moments)
    matrix = _MassMatrix(model, step, {i: model.joints[i].subspace(q) for i in step})
    for i, _ in model.outward():
        mass, s, inertia = composite[i]
        for column, (S_omega, S_v) in enumerate(zip(*(half.T for half in matrix.S[i]), strict=True)):
            n, f = inertia @ S_omega + cross(s, S_v), mass * S_v - cross(s, S_omega)  # (2)
            matrix.project(i, (n, f), model.joints[i].v.start + column, upper=column)
    for i, body in bodies.items():
        matrix.add_modes(i, body.modal_state)
    for rotor in (rotor for body in bodies.values() for rotor in body.rotors):
        matrix.project(rotor.carrier, (rotor.coupling * rotor.axis, np.zeros(3)), rotor.joint, both=True)  # (3)
    return np.array(matrix.entries)


class _MassMatrix:
    """The entries of M, to which momenta of unit rates are added."""

    def __init__(self, model: Model, step: dict[int, FrameStep], S: Subspaces) -> None:
        self.model, self.step, self.S = model, step, S
        self.entries: list[list[Scalar]] = [[0.0] * model.nv for _ in range(model.nv)]
        for k, armature in enumerate(model.armature):
            self.entries[k][k] = armature

    def add_modes(self, body: int, modes: ModalState) -> None:
        """Add the modes of a body, (4)."""
        for k, momentum in enumerate(zip(modes.turning, modes.first, strict=True)):
            row = modes.v.start + k
            self.project(body, momentum, row)
            for column, mass in enumerate(modes.mass[k], modes.v.start):
                self.entries[row][column] = self.entries[row][column] + mass

    def project(
        self, body: int, momentum: tuple[Array, Array], k: int, *, upper: int | None = None, both: bool = False
    ) -> None:
        """Add the momentum (n, f) of coordinate k, acting on `body`, to the rows of all joints that move the body.

        With `upper` the first joint takes only its columns up to that one; the others are added in their own turn.
        With `both` an entry on the diagonal counts for row and column.
        """
        (n, f), entries = momentum, self.entries
        for i in self.model.path(body):
            efforts = self.S[i][0].T @ n + self.S[i][1].T @ f
            for column, effort in enumerate(efforts):
                j = self.model.joints[i].v.start + column
                if i == body and upper is not None and column > upper:
                    continue
                entries[j][k] = entries[j][k] + effort
                if j != k or both or i != body:  # (5)
                    entries[k][j] = entries[k][j] + effort
            f = self.step[i].out(f)
            n = self.step[i].out(n) + cross(self.step[i].r, f)


def composites(
    model: Model, step: dict[int, FrameStep], bodies: dict[int, BodyState], moments: bool = False
) -> dict[int, Part]:
    """Return mass, first moment and inertia of everything beyond each joint, (1), or by second moments, (1')."""
    name, moved = ("Q", shift_moments) if moments else ("I", shift)
    composite: dict[int, Part] = {}
    for i, body in bodies.items():
        composite[i] = body.mass, body.first_moment, body.second_moments if moments else body.inertia
    for i, p in model.inward():
        if p == BASE:
            continue
        (m, s, tensor), r = composite[i], step[i].r
        label(f"s{i + 1}", s)
        label(f"{name}{i + 1}", tensor)
        s = step[i].out(s)
        m_p, s_p, tensor_p = composite[p]
        shifted = tensor_p + step[i].tensor_out(tensor) + moved(r, s + m / 2 * r)
        composite[p] = m_p + m, s_p + s + m * r, shifted  # (1)
    return {i: (m, s, inertia_of_moments(Q)) for i, (m, s, Q) in composite.items()} if moments else composite


def forward_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Array:
    """Return q̈ = M⁻¹ (τ − bias), shape (nv,), the bias from Newton–Euler."""
    return accelerations(model, mass_matrix(model, q), np.asarray(tau) - newton_euler.bias(model, q, qd))


def forward_dynamics_by_moments(model: Model, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Array:
    """Return q̈ = M⁻¹ (τ − bias), shape (nv,), the composites by second moments."""
    return accelerations(model, mass_matrix_by_moments(model, q), np.asarray(tau) - newton_euler.bias(model, q, qd))
