"""Linearisation of a robot or a closed loop about any point: the matrices A, B, C, D of a state space.

The state is x = (δq, δq̇), with δq along the velocity directions; for a spherical joint these are three small rotations
about its axes. Inputs u are efforts δτ of the joints. With M, D_q = ∂ID/∂q̇ and K = ∂ID/∂q at (q, q̇, q̈), where q̈ are
the accelerations for τ,
    δq̈ = M⁻¹ (u − K δq − D_q δq̇)                                                           (1)
    d/dt δq = δq̇ − B δq,   B = [q̇, ·], zero except for rotating spherical joints              (2)
At a point with q̇ ≠ 0 the matrices hold for that moment. Outputs of a frame at p with the Jacobian J (`jacobian`):
    position and rotation     δ = J δq                                                     (3)
    velocity                  δ(J q̇) = (D J q̇) δq + J δq̇                                   (4)
    acceleration              (D a) δq + (∂a/∂q̇) δq̇ + J δq̈,   a = J q̈ + J̇ q̇                (5)
All derivatives are taken by the complex step along the velocity directions.

For a scenario x = (δq, δq̇, c) with the states c of the controller. The rows of δq̈ and ċ are derivatives of the ẋ that
`simulate` integrates. Inputs u are efforts in addition to those of the controller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from armillary.analysis.frequencies import brackets, check_inertia, linear_system, spin_warnings
from armillary.analysis.operating_point import operating_point
from armillary.analysis.state_space import StateSpace
from armillary.compiler.program import evaluate
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.files.arguments import listed, number
from armillary.files.words import shortened
from armillary.formulations.composite_body import mass_matrix
from armillary.formulations.evaluate import STEP, along
from armillary.formulations.newton_euler import bias
from armillary.kinematics.jacobian import frame_acceleration, frame_velocity, jacobian
from armillary.multibody import Model, as_model
from armillary.multibody.configuration import Coordinates, configuration, rates
from armillary.multibody.coordinates import elastic_rates, joint_count, places_by_name, velocity_names
from armillary.multibody.drives import actuated
from armillary.simulation.capabilities import require
from armillary.simulation.loop.prepare import loop_of
from armillary.simulation.scenario import Scenario
from armillary.spatial.scalar import Floats

STEADY = 1e-9  # imbalance of efforts treated as rounding, relative to the largest effort


@dataclass(frozen=True, eq=False)
class _Point:
    """The point of linearisation and the dynamics there: δq̈ = a x + W u, and ċ = c x of controller and drives."""

    model: Model
    q: Floats
    qd: Floats
    tau: Floats
    qdd: Floats
    a: Floats  # (nv, states)
    c: Floats  # (states of controller and drives, states)
    others: tuple[str, ...] = ()  # names of these states


_Rows = tuple[list[str], Floats, Floats]  # names of outputs, and their rows of C and D


def linearise(
    robot: Robot | Model | Scenario,
    q: Coordinates = None,
    *,
    qd: Coordinates = None,
    tau: Coordinates = None,
    inputs: Sequence[str] | None = None,
    outputs: Sequence[str] | None = None,
    sag: bool | None = None,
    t: float = 0.0,
) -> StateSpace:
    """Return A, B, C, D of a robot or of a closed loop about a point.

    Args:
        robot: Robot, model, or scenario with a continuous controller. The states of a scenario's controller and
            drives follow the rates in x, at their initial values.
        q: Configuration: joint coordinates, with or without elastic coordinates, as an array or by name. Default home;
            for a scenario its start.
        qd: Rates. Default zero; for a scenario its start.
        tau: Efforts at the point. Default: efforts that keep joints at constant rates; for a scenario always those of
            its controller.
        inputs: Joints or coordinates whose efforts are inputs; for a scenario in addition to its controller. Default:
            all joints; behind an elastic gear the rotor in place of its joint.
        outputs: Any of "q", "qd", "qdd" (of joints), "elastic", the name of a joint or coordinate, also with ".rate" or
            ".acceleration", or a frame for its position, also with ".rotation", ".velocity", ".acceleration", in world
            axes; "frame:NAME" if a joint has the same name. Default "q" and "qd".
        sag: Whether links and gears are at their equilibrium, with joints held at `q`. Default: True if neither `tau`
            nor elastic coordinates nor drives are given; never for a scenario.
        t: Time of a scenario's reference and disturbances [s].

    Example:
        >>> import armillary as arm
        >>> pendulum = arm.planar([1.0], [2.0], coms=[1.0], inertias=[0.0], gravity=9.81)
        >>> A, B, C, D = arm.linearise(pendulum, q=[-np.pi / 2])
        >>> A.round(3) + 0.0
        array([[ 0.  ,  1.  ],
               [-9.81,  0.  ]])
        >>> held = arm.Scenario(pendulum, controller=arm.controllers.PID(kp=30.0, ki=8.0, kd=4.0))
        >>> arm.linearise(held).states
        ('joint1', 'joint1.rate', 'controller.integral[0]')
    """
    if isinstance(robot, Scenario):
        for name, value in (("tau", tau), ("sag", sag)):
            if value is not None:
                raise ArgumentError(name, "given for a scenario", "None: controller and start of the scenario apply")
    with np.errstate(over="ignore", invalid="ignore"):  # states that overflow are rejected below, without warnings
        point = (
            _closed_loop(robot, q, qd, t)
            if isinstance(robot, Scenario)
            else _open_loop(as_model(robot), q, qd, tau, sag)
        )
    if not np.all(np.isfinite(np.vstack([point.a, point.c]))):
        raise ArgumentError("q, qd or tau", "a state whose derivatives are no finite numbers", "smaller numbers")
    model = point.model
    names, driven = velocity_names(model), _inputs(model, inputs)
    B, size = brackets(model, point.qd), point.a.shape[1]
    W = np.linalg.solve(mass_matrix(model, point.q).astype(float), np.eye(model.nv)[:, driven])
    rows = [_output(point, W, name) for name in (("q", "qd") if outputs is None else _names("outputs", outputs))]
    return StateSpace(
        np.vstack([np.hstack([-B, np.eye(model.nv, size - model.nv)]), point.a, point.c]) + 0.0,  # (2), (1)
        np.vstack([np.zeros_like(W), W, np.zeros((len(point.c), len(driven)))]),
        np.vstack([np.zeros((0, size)), *(C for _, C, _ in rows)]),
        np.vstack([np.zeros((0, len(driven))), *(D for _, _, D in rows)]),
        (*names, *(f"{name}.rate" for name in names), *point.others),
        tuple(names[k] for k in driven),
        tuple(name for part, _, _ in rows for name in part),
        point.q,
        point.qd,
        point.tau,
        point.qdd,
        model.robot.name,
        (*_unsteady(point), *spin_warnings(model, point.qd)),
        model,
    )


def _unsteady(point: _Point) -> list[str]:
    """Return the warning about a point with accelerations."""
    if not np.any(point.qdd):
        return []
    most = int(np.abs(point.qdd).argmax())
    moving = f"{velocity_names(point.model)[most]} accelerates at {point.qdd[most]:.4g}"
    return [f"no steady point: {moving}; the matrices hold for that moment"]


def _open_loop(model: Model, q: Coordinates, qd: Coordinates, tau: Coordinates, sag: bool | None) -> _Point:
    """Return a point of a robot, links in equilibrium with `sag`, and (1) there."""
    point, speed = operating_point(model, q, qd, sag, default=tau is None)
    load, M = np.asarray(bias(model, point, speed), dtype=float), np.asarray(mass_matrix(model, point), dtype=float)
    driven = np.isin(np.arange(model.nv), actuated(model))
    efforts = np.where(driven, load, 0.0) if tau is None else rates(model, tau, argument="tau", kind="tau")
    check_inertia(M, list(velocity_names(model)))
    size = np.abs(efforts) + np.abs(load) + np.abs(model.stiffness) @ np.abs(model.deflection(point))
    steady = np.abs(efforts - load).max() <= STEADY * size.max()
    qdd = np.zeros(model.nv) if steady else np.asarray(np.linalg.solve(M, efforts - load), dtype=float)
    _, D, K, _ = linear_system(model, point, speed, qdd)
    a = np.asarray(np.linalg.solve(M, np.hstack([-K, -D])), dtype=float)
    return _Point(model, point, speed, efforts, qdd, a, np.zeros((0, 2 * model.nv)))


def _closed_loop(scenario: Scenario, q: Coordinates, qd: Coordinates, t: float) -> _Point:
    """Return a point of a scenario, and the derivatives of the ẋ that `simulate` integrates there."""
    loop, t = loop_of(scenario), number("t", t)
    require(loop, "a linear model")
    equations, x = loop.phases[loop.phase(t)][1], loop.start[0].copy()
    model, layout = equations.plant, equations.layout
    if q is not None:
        x[layout.q] = configuration(model, q)
    if qd is not None:
        x[layout.v] = rates(model, qd)
    others = layout.controller + layout.drives
    # Directions of the complex step: of positions along the velocity directions, of all other states along themselves.
    steps = np.zeros((2 * model.nv + others, layout.size))
    steps[: model.nv, layout.q] = [model.rate(x[layout.q], unit) for unit in np.eye(model.nv)]
    steps[model.nv :, layout.nq : layout.d.stop] = np.eye(model.nv + others)
    J = equations.slopes((t, t), x, loop.p(), steps)
    outputs = evaluate(equations.outputs, {"clock": (t, t), "x": x, "p": loop.p()})
    return _Point(
        model,
        x[layout.q],
        x[layout.v],
        outputs["tau"],
        outputs["qdd"],
        J[layout.v],
        J[layout.c.start : layout.d.stop],
        equations.state_names,
    )


def _inputs(model: Model, inputs: Sequence[str] | None) -> list[int]:
    """Return the velocity coordinates with effort inputs."""
    if inputs is None:
        return actuated(model)
    chosen = _names("inputs", inputs)
    known = _coordinates(model)
    for name in chosen:
        if name not in known:
            raise ArgumentError("inputs", f"no joint or coordinate {name!r}", f"some of {', '.join(known)}")
    return list(dict.fromkeys(k for name in chosen for k in known[name]))


def _names(argument: str, names: Sequence[str]) -> list[str]:
    chosen = list(listed(argument, names, "a list of names"))
    if not all(isinstance(name, str) for name in chosen):
        raise ArgumentError(argument, shortened(chosen), "a list of names")
    return chosen


def _coordinates(model: Model) -> dict[str, list[int]]:
    """Return the velocity coordinates by name; the name of a joint stands for all of them."""
    return {name: list(range(v.start, v.stop)) for name, v in places_by_name(model, positions=False).items()}


def _output(point: _Point, W: Floats, name: str) -> _Rows:
    """Return the rows of one output; W is ∂q̈/∂u."""
    model, known = point.model, _coordinates(point.model)
    joints = list(range(joint_count(model)))
    groups = {"q": (joints, ""), "qd": (joints, "rate"), "qdd": (joints, "acceleration")}
    groups["elastic"] = (list(range(model.nv))[elastic_rates(model)], "")
    if name in groups:
        return _of_coordinates(point, W, *groups[name])
    for suffix in ("", "rate", "acceleration"):
        coordinate = name.removesuffix(f".{suffix}") if suffix else name
        if coordinate in known and (not suffix or coordinate != name):
            return _of_coordinates(point, W, known[coordinate], suffix)
    plain = name.removeprefix("frame:")
    for suffix in ("", "rotation", "velocity", "acceleration"):
        frame = plain.removesuffix(f".{suffix}") if suffix else plain
        if frame in model.frames and (not suffix or frame != plain):
            C, D = _of_frame(point, W, frame, suffix or "position")
            return [f"{plain}.{axis}" for axis in "xyz"], C, D
    expected = f"q, qd, qdd, elastic, a coordinate ({', '.join(known)}) or a frame ({', '.join(model.frames)})"
    raise ArgumentError(
        "outputs", shortened(name), expected, "with .rate, .velocity, .rotation or .acceleration behind it"
    )


def _of_coordinates(point: _Point, W: Floats, which: list[int], suffix: str) -> _Rows:
    coordinates = velocity_names(point.model)
    names = [coordinates[k] + (f".{suffix}" if suffix else "") for k in which]
    if suffix == "acceleration":
        return names, point.a[which], W[which]
    unit = np.eye(point.a.shape[1])[np.array(which, dtype=int) + (point.model.nv if suffix == "rate" else 0)]
    return names, unit, np.zeros((len(which), W.shape[1]))


def _of_frame(point: _Point, W: Floats, frame: str, kind: str) -> tuple[Floats, Floats]:
    """Return the rows of C and D of a frame."""
    model, q, qd, qdd = point.model, point.q, point.qd, point.qdd
    J = np.asarray(jacobian(model, q, frame), dtype=float)
    C, n = np.zeros((3, point.a.shape[1])), model.nv
    if kind in ("position", "rotation"):
        C[:, :n] = J[3:] if kind == "position" else J[:3]  # (3)
        return C, np.zeros((3, W.shape[1]))
    if kind == "velocity":
        C[:, :n] = along(model, lambda at: frame_velocity(model, at, qd, frame), q)[3:]  # (4)
        C[:, n : 2 * n] = J[3:]
        return C, np.zeros((3, W.shape[1]))
    C[:, :n] = along(model, lambda at: frame_acceleration(model, at, qd, qdd, frame), q)[3:]  # (5)
    for k, unit in enumerate(np.eye(n)):
        C[:, n + k] = np.imag(frame_acceleration(model, q, qd + 1j * STEP * unit, qdd, frame))[3:] / STEP
    return C + J[3:] @ point.a, J[3:] @ W
