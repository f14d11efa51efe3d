"""Momentum of the whole robot, its centre of mass, and the Jacobian of a robot that floats. [Orin2013, Umetani1989]

A velocity direction k moves everything beyond its joint as one composite body (`composite_body`), whose momentum per
rate is (n_k, f_k) about the world's origin, in world axes; modes and spinning rotors have theirs. With the mass m and
the centre of mass c of all that moves:
    h = A q̇,   A_k = (n_k − c × f_k, f_k)                                               (1)
is the momentum (angular about c, linear), and A the centroidal momentum matrix. ċ = f / m.
Without gravity and wrenches h of a robot on a floating joint is constant, whatever its other joints do. From zero
momentum, with b the coordinates of floating joints on the base and a all others,
    M_bb q̇_b + M_ba q̇_a = 0,   (ω, v) = (J_a − J_b M_bb⁻¹ M_ba) q̇_a                     (2)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.formulations.composite_body import composites, mass_matrix
from armillary.formulations.ldl import solve_ldl
from armillary.formulations.momentum import momentum_at_origin
from armillary.kinematics.jacobian import jacobian
from armillary.kinematics.poses import body_poses
from armillary.multibody import BASE, Model
from armillary.multibody.joints import Floating, Spin
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Scalar


def centre_of_mass(model: Model, q: ArrayLike) -> Array:
    """Return the centre of mass of all that moves in the world, shape (3,) [m].

    Raises:
        ArgumentError: Nothing that moves has mass.
    """
    if _massless(model):
        hint = "spatial_momentum needs no mass"
        raise ArgumentError("robot", f"{model.robot.name!r}, which moves no mass", "one with a centre of mass", hint)
    return _centre(model, q)


def spatial_momentum(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return the angular momentum about the centre of mass and the linear momentum, world axes, shape (6,)."""
    h = momentum_at_origin(model, q, qd)
    return np.concatenate([h[:3] - cross(_centre(model, q), h[3:]), h[3:]])


def spatial_momentum_by_matrix(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return A q̇, shape (6,), (1)."""
    return centroidal_momentum_matrix(model, q) @ np.asarray(qd)


def centroidal_momentum_matrix(model: Model, q: ArrayLike) -> Array:
    """Return A, shape (6, nv), (1)."""
    step = {i: model.joints[i].step(q) for i, _ in model.outward()}
    bodies = {i: model.bodies[i].at(q) for i in step}
    composite, poses = composites(model, step, bodies), body_poses(model, q)
    columns: list[Array] = [np.zeros(6) for _ in range(model.nv)]

    def add(k: int, body: int, n: Array, f: Array) -> None:
        R, o = poses[body]
        f = R @ f
        columns[k] = columns[k] + np.concatenate([R @ n + cross(o, f), f])

    for i, body in bodies.items():
        m, s, inertia = composite[i]
        S = model.joints[i].subspace(q)
        for k, (e, d) in enumerate(zip(S[0].T, S[1].T, strict=True), model.joints[i].v.start):
            add(k, i, inertia @ e + cross(s, d), m * d - cross(s, e))
        for k, (n, f) in enumerate(
            zip(body.modal_state.turning, body.modal_state.first, strict=True), body.modal_state.v.start
        ):
            add(k, i, n, f)
        for rotor in body.rotors:
            add(rotor.joint, i, rotor.coupling * rotor.axis, np.zeros(3))
    for rotor in model.rotors:
        add(rotor.joint, BASE, rotor.coupling * rotor.on_base, np.zeros(3))
    c = _centre(model, q)
    return np.stack([np.concatenate([h[:3] - cross(c, h[3:]), h[3:]]) for h in columns], axis=1)


def generalized_jacobian(model: Model, q: ArrayLike, frame: str = "tip") -> Array:
    """Return the Jacobian of a frame at zero momentum, (2), shape (6, nv − 6 for each floating joint on the base).

    Columns belong to the coordinates that remain; for a robot that does not float it is the Jacobian.
    """
    J, floats = jacobian(model, q, frame), floating_coordinates(model)
    rest = [k for k in range(model.nv) if k not in floats]
    if not floats:
        return J
    M = mass_matrix(model, q)
    return J[:, rest] - J[:, floats] @ solve_ldl(M[np.ix_(floats, floats)], M[np.ix_(floats, rest)], floats[0])


def floating_coordinates(model: Model) -> list[int]:
    """Return the velocity coordinates of floating joints on the base."""
    free = (joint for joint in model.joints if joint.parent == BASE and isinstance(joint.kind, Floating))
    return [k for joint in free for k in range(joint.v.start, joint.v.stop)]


def may_keep_momentum(model: Model) -> bool:
    """Return whether momentum is constant without wrenches and efforts at the base: all trees float, nothing pulls.

    With free parameters their values decide what pulls, see `pulls`.
    """
    floating = bool(floating_coordinates(model)) and not _held(model)
    return floating and (bool(model.free) or not np.any(pulls(model)))


def pulls(model: Model) -> Array:
    """Return numbers that are all zero where momentum is constant: gravity; friction, springs, rotors at the base."""
    free = floating_coordinates(model)
    friction = [model.viscous[free], model.coulomb[free], model.coulomb_sided[free]]
    friction += [np.array([*law.coulomb, *(law.static or ())]) for law in model.stribeck if law.k in free]
    return np.concatenate([model.gravity, *friction, model.stiffness[free].ravel(), model.armature[free]])


def _held(model: Model) -> bool:
    """Return whether a joint or the spin of a rotor connects the robot with the fixed base.

    A rotor without an axis whose ratio varies is two bodies on the base, whose spins cancel.
    """
    spins: dict[tuple[int, tuple[float, ...]], Array] = {}
    for joint, body in zip(model.joints, model.bodies, strict=True):
        if joint.parent == BASE and isinstance(joint.kind, Spin):
            ratio = (joint.v.start, joint.kind.polynomial)
            spins[ratio] = spins.get(ratio, 0.0) + body.inertia @ joint.kind.plain.angular
        elif joint.parent == BASE and not isinstance(joint.kind, Floating):
            return True
    return any(np.any(spin) for spin in (*spins.values(), *(rotor.on_base for rotor in model.rotors)))


def _massless(model: Model) -> bool:
    return all(isinstance(body.mass, (int, float)) and body.mass == 0 for body in model.bodies)


def _centre(model: Model, q: ArrayLike) -> Array:
    """Return the centre of mass, shape (3,) [m]; without mass the origin: spinning rotors have no linear momentum."""
    if _massless(model):
        return np.zeros(3)
    poses = body_poses(model, q)
    mass: Scalar = 0.0
    first = np.zeros(3)
    for i, _ in model.outward():
        (R, o), body = poses[i], model.bodies[i].at(q)
        mass, first = mass + body.mass, first + body.mass * o + R @ body.first_moment
    return first / mass
