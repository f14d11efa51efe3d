"""Inverse dynamics by recursive Newton–Euler in three-vectors, O(n). [Khatib, 5.2; Bascetta2002]

Outward, base to tip (p is the parent of i, all vectors of body i in its own frame):
    ω_i = Rᵀ ω_p + S_ω q̇                                                    (1)
    ω̇_i = Rᵀ ω̇_p + S_ω q̈ + (Rᵀ ω_p) × S_ω q̇ + d_ω                           (2)
    γ_i = Rᵀ (γ_p + U_p r) + S_v q̈ + 2 (Rᵀ ω_p) × S_v q̇ + d_v,  U = ω̇~ + ω~ω~   (3)
γ is the acceleration of the frame's origin less gravity: γ_base = −g. The drifts d belong to nodes of flexible links,
coupled and universal joints, whose S is not constant. `Body.wrench` gives the moment and force that a body needs, and
the efforts at its elastic coordinates, rotors included. Inward, tip to base:
    τ = S_ωᵀ n_i + S_vᵀ f_i                                                  (4)
    f_p += R f_i,   n_p += R n_i + r × R f_i                                 (5)
The nodes of a link share its elastic coordinates: their efforts add up with those of the link itself. So do the
efforts of coupled joints, which share the coordinate of their leader.
Each rotor, spinning at k q̇_j about z on body c, also loads the joint it is geared to:
    τ_j += k I_m z · ω̇_c + k² I_m q̈_j                                        (6)
A wrench on the robot at a frame is subtracted from the wrench that the body needs.   (7)
At the base (5) leaves the wrench that holds all that moves; a rotor there adds k I_m z q̈_j.   (8)
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.formulations.passive import passive
from armillary.formulations.weight import with_compensation
from armillary.kinematics.poses import body_poses
from armillary.multibody import BASE, Model, gather
from armillary.spatial.rotation import cross, rate_matrix
from armillary.spatial.scalar import Array, label

Wrenches = Mapping[str, ArrayLike]
"""Frame name → (moment [N·m], force [N]) on the robot at that frame's origin, in world axes."""


def inverse_dynamics(
    model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, wrenches: Wrenches | None = None
) -> Array:
    """Return the joint efforts τ, shape (nv,) [N·m or N], that cause a motion."""
    efforts = _recursion(model, q, qd, qdd, -model.gravity, wrenches) + passive(model, q, qd)
    return efforts if model.compensation is None else efforts + gravity(model.compensation, q)


def base_wrench(model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
    """Return the moment about the origin of the base and the force that hold the robot, world axes, shape (6,).

    They act on all that moves, rotors on the base included, (8); the weight of the base itself is left out.
    """
    wrench = _recursion(model, q, qd, qdd, -model.gravity, None, at_base=True)
    if model.compensation is not None:
        still = np.zeros(model.nv)
        wrench = wrench + _recursion(
            model.compensation, q, still, still, -model.compensation.gravity, None, at_base=True
        )
    spin = sum((rotor.coupling * np.asarray(qdd)[rotor.joint] * rotor.on_base for rotor in model.rotors), np.zeros(3))
    origin = model.frame(model.robot.base).translation
    return np.concatenate([wrench[:3] - cross(origin, wrench[3:]) + spin, wrench[3:]])


def bias(model: Model, q: ArrayLike, qd: ArrayLike, wrenches: Wrenches | None = None) -> Array:
    """Return the efforts at zero acceleration: Coriolis, centrifugal, gyroscopic, gravity, friction, elastic."""
    return inverse_dynamics(model, q, qd, np.zeros(model.nv), wrenches)


@with_compensation
def gravity(model: Model, q: ArrayLike) -> Array:
    """Return the efforts that hold the robot at rest against gravity, shape (nv,)."""
    still = np.zeros(model.nv)
    return _recursion(model, q, still, still, -model.gravity, None)


def mass_matrix(model: Model, q: ArrayLike) -> Array:
    """Return M(q), shape (nv, nv): its columns are the efforts of unit accelerations."""
    still = np.zeros(model.nv)
    columns = [_recursion(model, q, still, unit, np.zeros(3), None) for unit in np.eye(model.nv)]
    return np.stack(columns, axis=1)


def _recursion(
    model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, gamma_base: Array, wrenches: Wrenches | None,
    *, at_base: bool = False,
) -> Array:  # fmt: skip
    """Return the efforts τ; with `at_base` the moment about the world's origin and the force at the base instead."""
    qd, qdd = np.asarray(qd), np.asarray(qdd)
    zero = np.zeros(3)
    omega, omega_dot, gamma = {BASE: zero}, {BASE: zero}, {BASE: gamma_base}
    U, n, f = {BASE: np.zeros((3, 3))}, {BASE: zero}, {BASE: zero}
    step = {i: model.joints[i].step(q) for i, _ in model.outward()}
    bodies = {i: model.bodies[i].at(q) for i in step}
    S = {i: model.joints[i].subspace(q) for i in step}
    efforts = [(slice(0, model.nv), model.armature * qdd)]
    for i, p in model.outward():
        v, (S_omega, S_v) = model.joints[i].v, S[i]
        turning, sliding = S_omega @ qd[v], S_v @ qd[v]
        d_omega, d_v = model.joints[i].drift(q, qd)
        carried = step[i].into(omega[p])
        omega[i] = label(f"w{i + 1}", carried + turning)  # (1)
        omega_dot[i] = step[i].into(omega_dot[p]) + S_omega @ qdd[v] + cross(carried, turning) + d_omega  # (2)
        U[i] = rate_matrix(omega[i], label(f"wd{i + 1}", omega_dot[i]))
        gamma[i] = step[i].into(gamma[p] + U[p] @ step[i].r) + S_v @ qdd[v] + 2 * cross(carried, sliding) + d_v  # (3)
        label(f"a{i + 1}", gamma[i])
        n[i], f[i], bending = bodies[i].wrench(gamma[i], U[i], omega[i], omega_dot[i], qd, qdd)
        efforts.append((bodies[i].modal.v, bending))
    for i, (moment, force) in _applied(model, q, wrenches).items():
        n[i], f[i] = n[i] - moment, f[i] - force  # (7)
    for i, p in model.inward():
        label(f"n{i + 1}", n[i])
        label(f"f{i + 1}", f[i])
        efforts.append((model.joints[i].v, S[i][0].T @ n[i] + S[i][1].T @ f[i]))  # (4)
        if p != BASE or at_base:
            f_p = step[i].out(f[i])
            f[p], n[p] = f[p] + f_p, n[p] + step[i].out(n[i]) + cross(step[i].r, f_p)  # (5)
    if at_base:
        return np.concatenate([n[BASE], f[BASE]])
    for rotor in (rotor for body in bodies.values() for rotor in body.rotors):
        load = rotor.coupling * (rotor.axis @ omega_dot[rotor.carrier])  # (6), its second term is in the armature
        efforts.append((slice(rotor.joint, rotor.joint + 1), np.array([load])))
    return gather(model.nv, efforts)


def _applied(model: Model, q: ArrayLike, wrenches: Wrenches | None) -> dict[int, tuple[Array, Array]]:
    """Return for each loaded body the moment about its origin and the force, in its own axes."""
    loads: dict[int, tuple[Array, Array]] = {}
    poses = body_poses(model, q) if wrenches else {}
    for name, wrench in (wrenches or {}).items():
        frame = model.frame(name)
        if frame.body == BASE:
            continue
        R, wrench = poses[frame.body][0], np.asarray(wrench)
        if wrench.shape != (6,):
            problem = f"shape {wrench.shape} for frame {name!r}"
            raise ArgumentError("wrenches", problem, "six numbers: moment [N·m], then force [N]")
        force = R.T @ wrench[3:]
        moment = R.T @ wrench[:3] + cross(frame.translation, force)
        before = loads.get(frame.body, (np.zeros(3), np.zeros(3)))
        loads[frame.body] = before[0] + moment, before[1] + force
    return loads
