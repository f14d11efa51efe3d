"""The scenario of a robot alone: a short first move under PD control with gravity compensation, or free motion.

A base that floats is held where it starts: without ground under it, the robot would fall out of sight. A robot that has
no other joint than that of its base floats without gravity. A base that is asked to float gets no effort, and its
joints no gravity compensation: a robot that falls needs none.

The gains give every joint alone about the natural frequency ω and critical damping:
    k_p = ω² m,  k_d = 2 ω m,  m_i = √(M_ii / (M⁻¹)_ii)                                      (1)
M is the mass matrix of the joints at the start, links straight; m is the geometric mean of the inertias of a joint with
the other joints held and free, so that light wrists behind heavy arms are not driven too fast.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from armillary.analysis.frequencies import check_inertia
from armillary.description import library
from armillary.description.bases import fixed
from armillary.description.robot import Robot
from armillary.files.toml_values import toml_value
from armillary.formulations.composite_body import mass_matrix
from armillary.motion.ranges import Ranges
from armillary.multibody import Model, build
from armillary.multibody.configuration import Coordinates
from armillary.multibody.coordinates import joint_coordinates, joint_count, joint_places, joint_size, velocity_names
from armillary.multibody.home import home
from armillary.simulation import checks
from armillary.simulation.controllers import PD, PDGravity
from armillary.simulation.references import FifthOrder
from armillary.simulation.scenario import Scenario
from armillary.spatial.scalar import Floats

FREQUENCY = 12.0
"""Natural frequency of each joint alone under the first gains [rad/s]; the gains damp it critically."""
TURN, SLIDE = 0.4, 0.1
"""First move of each joint [rad], [m]."""
MOVE_DURATION = 1.5
"""Duration of the first move [s]."""
DURATION = 10.0
"""Default simulated time [s]."""
MARGIN = 0.05
"""Distance of the end of the first move from the limits of a joint, relative to its range."""


def first_scenario(
    robot: Robot | Model,
    *,
    free: bool = False,
    base: Literal["fixed", "free"] = "fixed",
    q0: Coordinates = None,
    limits: checks.Limits = "stop",
    duration: float = DURATION,
) -> Scenario:
    """Return a scenario of a robot: a first move under PD control with gravity compensation, or free motion.

    The move turns each joint a little towards the middle of its limits, and ends at targets that a page can change.
    Spherical joints stay where they are.

    Args:
        robot: The robot or its model.
        free: Whether the robot moves freely, without control.
        base: Whether a base that floats is held where it starts ("fixed", the default), or floats ("free").
        q0: Configuration of the joints at the start, those of a base that is held left out, or the name of one; default
            `multibody.home`.
        limits: What happens at the limits of joints, as in a `Scenario`.
        duration: Simulated time [s].

    Example:
        >>> import armillary as arm
        >>> first_scenario(arm.library.get("khatib-rr")).controller.kp
        (210.0, 31.0)
    """
    model = robot if isinstance(robot, Model) else build.model(robot)
    movable = model.robot if base == "free" else hold_base(model.robot)
    fields: dict[str, Any] = {"duration": duration} | ({"limits": limits} if limits != "stop" else {})
    if movable is not model.robot:
        fields |= {"base": "fixed"} if _has_joints(movable) else {}
        model = build.model(movable, motors=model.motors, friction=model.friction)
        robot = model if isinstance(robot, Model) else movable
    begin = home(model).q[: joint_size(model)] if q0 is None else q0
    plain = Scenario(robot, q0=begin, duration=duration, limits=limits)
    start = np.asarray(plain.q0, dtype=float)
    q = plain.starts[0, : model.nq]
    if free or not _has_joints(movable):
        return replace(plain, q0=start, source=(None, _text(model, start, fields)))
    count, floating = joint_count(model), _floating_rates(model)
    rigid = build.with_rigid_gears(model)  # the model that the controller knows
    M = np.asarray(mass_matrix(rigid, q[: rigid.nq]), dtype=float)[:count, :count]
    check_inertia(M, list(velocity_names(model)[:count]))
    m = np.sqrt(np.diag(M) / np.diag(np.linalg.inv(M)))  # (1)
    m[floating] = 0.0  # nothing drives a floating base
    kp, kd = _rounded(FREQUENCY**2 * m), _rounded(2 * FREQUENCY * m)
    law: PD | PDGravity = PDGravity(kp, kd)
    if np.any(floating):  # gravity compensation would push against a base that falls
        law = PD(kp, kd)
    end = _end_of_move(model, q)
    fields["reference"] = {"type": "fifth_order", "end": end, "duration": MOVE_DURATION}
    fields["controller"] = {"type": "pd_gravity" if isinstance(law, PDGravity) else "pd", "kp": kp, "kd": kd}
    source = (None, _text(model, start, fields))
    reference = FifthOrder(end=end, duration=MOVE_DURATION)
    return replace(plain, controller=law, reference=reference, q0=start, source=source)


def hold_base(robot: Robot) -> Robot:
    """Return the robot with its base held where it starts, or without gravity if no other joint moves."""
    welded = fixed(robot)
    if welded is robot or _has_joints(robot):
        return welded
    return replace(robot, gravity=(0.0, 0.0, 0.0), notes=(*robot.notes, "a free body, shown without gravity"))


def _has_joints(robot: Robot) -> bool:
    """Return whether the robot has joints besides floating ones."""
    return any(joint.type not in ("fixed", "floating") for joint in robot.joints)


def _floating_rates(model: Model) -> NDArray[np.bool_]:
    """Return which velocities of the joints are those of floating joints, shape (n,)."""
    floating = np.zeros(joint_count(model), dtype=bool)
    for joint in model.robot.joints:
        if joint.type == "floating":
            floating[joint_places(model)[joint.name][1]] = True
    return floating


def _end_of_move(model: Model, q: Floats) -> list[float]:
    """Return the joints at the end of the first move, inside their limits."""
    end, middle = q[: joint_size(model)].copy(), Ranges(model).middle
    for k, coordinate in enumerate(joint_coordinates(model)):
        if coordinate.q is None:
            continue
        sign = np.sign(middle[coordinate.q] - q[coordinate.q]) or (-1.0) ** k
        move = sign * (TURN if coordinate.turns else SLIDE)
        width = coordinate.limits.upper - coordinate.limits.lower
        margin = MARGIN * width if np.isfinite(width) else 0.0
        lower, upper = coordinate.limits.lower + margin, coordinate.limits.upper - margin
        end[coordinate.q] = float(np.clip(q[coordinate.q] + move, lower, upper))
    return [float(f"{value:.6g}") for value in end]


def _rounded(values: Floats) -> list[float]:
    """Return numbers with two digits."""
    return [float(f"{value:.2g}") for value in values]


def _text(model: Model, start: Floats, fields: dict[str, Any]) -> str:
    """Return the scenario as the text of a file; a robot that is not in the library is expected in robot.toml."""
    robot_name = model.robot.name
    name = robot_name if robot_name in library.names() and library.get(robot_name) == model.robot else "robot.toml"
    fields = {
        "robot": name,
        "motors": model.motors,
        "friction": model.friction,
        "q0": start.tolist(),
    } | fields
    return "".join(f"{key} = {toml_value(value)}\n" for key, value in fields.items())
