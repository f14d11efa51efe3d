"""Mass matrix by composite bodies, forward dynamics with LDLᵀ. [Featherstone2008, ch. 6]

Inward, everything beyond a joint is one rigid body (mass m, first moment s, inertia I about i):
    m_p += m_i,   s_p += R s_i + m_i r,   I_p += R I_i Rᵀ + shift(r, R s_i + ½ m_i r)                (1)
The momentum that a unit rate of joint i gives it, carried back to every earlier joint j:
    (n, f) = (I S_ω + s × S_v, m S_v − s × S_ω),   M_ji = S_jᵀ (n, f) in frame j       (2)
A rotor on body c, geared to joint j, adds its reflected inertia and couples j to all joints that
turn c:
    M_jj += k² I_m,   M_kj, M_jk += k I_m z · S_ω,k                              (3)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations import newton_euler
from armillary.formulations.ldl import solve_ldl
from armillary.model import BASE, Body, Model
from armillary.spatial.inertia import shift
from armillary.spatial.rotation import Array, cross
from armillary.spatial.scalar import Scalar, label
from armillary.spatial.turn import Step


def mass_matrix(model: Model, q: ArrayLike) -> Array:
    """Return M(q), shape (nv, nv) [kg·m², kg·m or kg]."""
    step = {i: model.joints[i].step(q) for i, _ in model.outward()}
    bodies = {i: model.bodies[i].at(q) for i in step}
    composite = _composites(model, step, bodies)
    entries: list[list[Scalar]] = [[0.0] * model.nv for _ in range(model.nv)]
    for k, armature in enumerate(model.armature):
        entries[k][k] = armature
    for i, _ in model.outward():
        joint = model.joints[i]
        mass, s, inertia = composite[i]
        for column in range(joint.kind.nv):
            S_omega, S_v = joint.kind.angular[:, column], joint.kind.linear[:, column]
            n, f = inertia @ S_omega + cross(s, S_v), mass * S_v - cross(s, S_omega)  # (2)
            _project(model, step, i, n, f, joint.v.start + column, entries, upper=column)
    for rotor in (rotor for body in bodies.values() for rotor in body.rotors):
        n = rotor.coupling * rotor.axis
        _project(model, step, rotor.carrier, n, np.zeros(3), rotor.joint, entries, both=True)  # (3)
    return np.array(entries)


def _composites(model: Model, step: dict[int, Step], bodies: dict[int, Body]) -> dict[int, tuple[Scalar, Array, Array]]:
    composite: dict[int, tuple[Scalar, Array, Array]] = {
        i: (body.mass, body.first_moment, body.inertia) for i, body in bodies.items()
    }
    for i, p in model.inward():
        if p == BASE:
            continue
        (m, s, inertia), r = composite[i], step[i].r
        label(f"s{i + 1}", s)
        label(f"I{i + 1}", inertia)
        s = step[i].out(s)
        m_p, s_p, inertia_p = composite[p]
        shifted = inertia_p + step[i].tensor_out(inertia) + shift(r, s + m / 2 * r)
        composite[p] = m_p + m, s_p + s + m * r, shifted  # (1)
    return composite


def _project(
    model: Model,
    step: dict[int, Step],
    body: int,
    n: Array,
    f: Array,
    k: int,
    entries: list[list[Scalar]],
    upper: int | None = None,
    both: bool = False,
) -> None:
    """Add (n, f) of coordinate k, acting on `body`, to the rows of all joints that move the body.

    With `upper` the first joint takes only its columns up to that one: the others come with their
    own turn. With `both` an entry on the diagonal counts for row and column.
    """
    for i in model.path(body):
        joint = model.joints[i]
        efforts = joint.kind.angular.T @ n + joint.kind.linear.T @ f
        for column, effort in enumerate(efforts):
            j = joint.v.start + column
            if i == body and upper is not None and column > upper:
                continue
            entries[j][k] = entries[j][k] + effort
            if j != k or both:
                entries[k][j] = entries[k][j] + effort
        f = step[i].out(f)
        n = step[i].out(n) + cross(step[i].r, f)


def forward_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Array:
    """Return q̈ = M⁻¹ (τ − bias), shape (nv,), the bias from Newton–Euler."""
    return solve_ldl(mass_matrix(model, q), np.asarray(tau) - newton_euler.bias(model, q, qd))
