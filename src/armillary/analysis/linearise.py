"""Linearisation of a robot about any point: the matrices A, B, C, D of a state space.

The state is x = (δq, δq̇), δq along the velocity directions, so that also a spherical joint has three of each:
its δq is a small turn about its own axes. Efforts u are δτ of the joints. With M, D_q = ∂ID/∂q̇ and K = ∂ID/∂q at
(q, q̇, q̈), q̈ the accelerations that τ causes there,
    δq̈ = M⁻¹ (u − K δq − D_q δq̇)                                                           (1)
    d/dt δq = δq̇ − B δq,   B = [q̇, ·], zero but for spherical joints that turn                (2)
A point with q̇ ≠ 0 moves on; the matrices are those of the moment. Outputs of a frame at p with Jacobian J (`jacobian`):
    position and small turn   δ = J δq                                                     (3)
    velocity                  δ(J q̇) = (D J q̇) δq + J δq̇                                   (4)
    acceleration              (D a) δq + (∂a/∂q̇) δq̇ + J δq̈,   a = J q̈ + J̇ q̇                (5)
all derivatives by the complex step along the velocity directions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from armillary.analysis.coordinates import Numbers, configuration, gives_elastic, rates, sag_or
from armillary.analysis.equilibrium import sagged
from armillary.analysis.frequencies import check_inertia, linear_system, spin_warnings
from armillary.analysis.state_space import StateSpace
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.formulations.composite_body import mass_matrix
from armillary.formulations.evaluate import STEP
from armillary.formulations.newton_euler import bias
from armillary.kinematics.jacobian import frame_acceleration, frame_velocity, jacobian
from armillary.multibody import Model, as_model
from armillary.multibody.coordinates import joint_count, joint_places, velocity_names
from armillary.spatial.scalar import Floats

STEADY = 1e-9
"""Imbalance of efforts treated as rounding, relative to the largest effort."""


@dataclass(frozen=True, eq=False)
class _Point:
    """The point of linearisation and the dynamics there: δq̈ = P δq + V δq̇ + W u."""

    model: Model
    q: Floats
    qd: Floats
    qdd: Floats
    P: Floats  # (nv, nv)
    V: Floats  # (nv, nv)
    W: Floats  # (nv, inputs)


_Rows = tuple[list[str], Floats, Floats]
"""Names of outputs, and their rows of C and D."""


def linearise(
    robot: Robot | Model,
    q: Numbers = None,
    *,
    qd: Numbers = None,
    tau: Numbers = None,
    inputs: Sequence[str] | None = None,
    outputs: Sequence[str] | None = None,
    sag: bool | None = None,
) -> StateSpace:
    """Return A, B, C, D of a robot about a point.

    Args:
        robot: The robot, or its model where choices differ from the defaults.
        q: The configuration: joint coordinates, or these and the elastic ones, as an array or by name; None is zero.
        qd: The rates; None is rest.
        tau: The efforts at the point; None takes those that keep joints at constant rates.
        inputs: Joints (or coordinates) whose efforts are inputs; all joints, no elastic coordinates, unless given.
        outputs: Any of "q", "qd", "qdd" (of joints), "elastic", the name of a joint or coordinate, that with ".rate" or
            ".acceleration", or a frame: its position, and with ".rotation", ".velocity", ".acceleration" its small
            turn, velocity and acceleration, world axes; "frame:NAME" where a joint has that name too. Unless given,
            "q" and "qd".
        sag: Whether links are first brought to equilibrium, joints held at `q`; unless given, that is done if neither
            `tau` nor elastic coordinates are.

    Example:
        >>> import armillary as arm
        >>> pendulum = arm.planar([1.0], [2.0], coms=[1.0], inertias=[0.0], gravity=9.81)
        >>> A, B, C, D = arm.linearise(pendulum, q=[-np.pi / 2])
        >>> A.round(3) + 0.0
        array([[ 0.  ,  1.  ],
               [-9.81,  0.  ]])
    """
    model = as_model(robot)
    point, speed = configuration(model, q), rates(model, qd)
    sag = sag_or(sag, tau is None and not gives_elastic(model, q))
    point = sagged(model, point, speed).q if sag and model.elastic else point
    names, driven = velocity_names(model), _inputs(model, inputs)
    efforts, qdd = _motion(model, point, speed, tau)
    M, D, K, B = linear_system(model, point, speed, qdd)
    P, V, W = np.split(
        np.linalg.solve(M, np.hstack([-K, -D, np.eye(model.nv)[:, driven]])), [model.nv, 2 * model.nv], 1
    )
    rows = _outputs(_Point(model, point, speed, qdd, P, V, W), outputs)
    return StateSpace(
        np.block([[-B, np.eye(model.nv)], [P, V]]) + 0.0,  # (2), (1)
        np.vstack([np.zeros_like(W), W]),
        np.vstack([C for _, C, _ in rows]) if rows else np.zeros((0, 2 * model.nv)),
        np.vstack([D for _, _, D in rows]) if rows else np.zeros((0, len(driven))),
        (*names, *(f"{name}.rate" for name in names)),
        tuple(names[k] for k in driven),
        tuple(name for part, _, _ in rows for name in part),
        point,
        speed,
        efforts,
        qdd,
        model.robot.name,
        (*_warnings(names, qdd), *spin_warnings(model, speed)),
    )


def _motion(model: Model, q: Floats, qd: Floats, tau: Numbers) -> tuple[Floats, Floats]:
    """Return the efforts at the point and their accelerations, zero up to rounding."""
    load = np.asarray(bias(model, q, qd), dtype=float)
    efforts = np.where(np.arange(model.nv) < joint_count(model), load, 0.0) if tau is None else rates(model, tau, "tau")
    M = np.asarray(mass_matrix(model, q), dtype=float)
    check_inertia(M, list(velocity_names(model)))
    size = np.abs(efforts) + np.abs(load) + np.abs(model.stiffness) @ np.abs(model.deflection(q))
    if np.abs(efforts - load).max() <= STEADY * size.max():
        return efforts, np.zeros(model.nv)
    return efforts, np.asarray(np.linalg.solve(M, efforts - load), dtype=float)


def _warnings(names: tuple[str, ...], qdd: Floats) -> tuple[str, ...]:
    if not np.any(qdd):
        return ()
    most = int(np.abs(qdd).argmax())
    return (f"no steady point: {names[most]} accelerates at {qdd[most]:.4g}; the matrices hold for that moment",)


def _inputs(model: Model, inputs: Sequence[str] | None) -> list[int]:
    """Return the velocity coordinates with effort inputs."""
    if inputs is None:
        return list(range(joint_count(model)))
    chosen = _names("inputs", inputs)
    known = _coordinates(model)
    for name in chosen:
        if name not in known:
            raise ArgumentError("inputs", f"no joint or coordinate {name!r}", f"some of {', '.join(known)}")
    return list(dict.fromkeys(k for name in chosen for k in known[name]))


def _names(argument: str, names: Sequence[str]) -> list[str]:
    chosen = [names] if isinstance(names, str) or not isinstance(names, Iterable) else list(names)
    if not all(isinstance(name, str) for name in chosen):
        raise ArgumentError(argument, repr(chosen)[:60], "a list of names")
    return chosen


def _coordinates(model: Model) -> dict[str, list[int]]:
    """Return the velocity coordinates by name; the name of a spherical joint stands for three."""
    single = {name: [k] for k, name in enumerate(velocity_names(model))}
    return {name: list(range(v.start, v.stop)) for name, (_, v) in joint_places(model).items()} | single


def _outputs(point: _Point, outputs: Sequence[str] | None) -> list[_Rows]:
    names = ["q", "qd"] if outputs is None else _names("outputs", outputs)
    return [_output(point, name) for name in names]


def _output(point: _Point, name: str) -> _Rows:
    """Return the rows of one output."""
    model, known = point.model, _coordinates(point.model)
    joints = list(range(joint_count(model)))
    groups = {"q": (joints, ""), "qd": (joints, "rate"), "qdd": (joints, "acceleration")}
    groups["elastic"] = (list(range(joint_count(model), model.nv)), "")
    if name in groups:
        return _of_coordinates(point, *groups[name])
    for suffix in ("", "rate", "acceleration"):
        coordinate = name.removesuffix(f".{suffix}") if suffix else name
        if coordinate in known and (not suffix or coordinate != name):
            return _of_coordinates(point, known[coordinate], suffix)
    plain = name.removeprefix("frame:")
    for suffix in ("", "rotation", "velocity", "acceleration"):
        frame = plain.removesuffix(f".{suffix}") if suffix else plain
        if frame in model.frames and (not suffix or frame != plain):
            return _of_frame(point, plain, frame, suffix or "position")
    expected = f"q, qd, qdd, elastic, a coordinate ({', '.join(known)}) or a frame ({', '.join(model.frames)})"
    raise ArgumentError("outputs", repr(name), expected, "with .rate, .velocity, .rotation or .acceleration behind it")


def _of_coordinates(point: _Point, which: list[int], suffix: str) -> _Rows:
    n = point.model.nv
    own = velocity_names(point.model)
    names = [own[k] + (f".{suffix}" if suffix else "") for k in which]
    still, unit = np.zeros((len(which), n)), np.eye(n)[which]
    nothing = np.zeros((len(which), point.W.shape[1]))
    if suffix == "acceleration":
        return names, np.hstack([point.P[which], point.V[which]]), point.W[which]
    return names, np.hstack([still, unit] if suffix == "rate" else [unit, still]), nothing


def _of_frame(point: _Point, name: str, frame: str, kind: str) -> _Rows:
    model, q, qd, qdd = point.model, point.q, point.qd, point.qdd
    names = [f"{name}.{axis}" for axis in "xyz"]
    J = np.asarray(jacobian(model, q, frame), dtype=float)
    none = np.zeros((3, point.W.shape[1]))
    if kind in ("position", "rotation"):
        rows = J[3:] if kind == "position" else J[:3]
        return names, np.hstack([rows, np.zeros((3, model.nv))]), none  # (3)
    if kind == "velocity":
        by_q = _along(model, lambda at: frame_velocity(model, at, qd, frame), q)
        return names, np.hstack([by_q[3:], J[3:]]), none  # (4)
    by_q = _along(model, lambda at: frame_acceleration(model, at, qd, qdd, frame), q)
    steps = (qd + 1j * STEP * unit for unit in np.eye(model.nv))
    by_qd = np.stack([np.imag(frame_acceleration(model, q, at, qdd, frame)) / STEP for at in steps], axis=1)
    C = np.hstack([by_q[3:] + J[3:] @ point.P, by_qd[3:].astype(float) + J[3:] @ point.V])
    return names, C, J[3:] @ point.W  # (5)


def _along(model: Model, function: Callable[[ArrayLike], ArrayLike], q: Floats) -> Floats:
    """Return the derivatives of a function of q along the velocity coordinates, as columns."""
    steps = (q + 1j * STEP * model.rate(q, unit) for unit in np.eye(model.nv))
    return np.stack([np.imag(np.asarray(function(at))) / STEP for at in steps], axis=1).astype(float)
