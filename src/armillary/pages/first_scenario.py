"""The scenario of a robot alone: a short first move under PD control with gravity compensation, or free motion.

The gains give every joint alone about the natural frequency ω and critical damping:
    k_p = ω² m,  k_d = 2 ω m,  m_i = √(M_ii / (M⁻¹)_ii)                                      (1)
M is the mass matrix of the joints at the start, links straight; m is the geometric mean of the inertias of a joint with
the other joints held and free, so that light wrists behind heavy arms are not driven too fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from armillary.analysis.frequencies import check_inertia
from armillary.description import library
from armillary.description.robot import Robot
from armillary.files.toml_values import toml_value
from armillary.formulations.composite_body import mass_matrix
from armillary.motion.ranges import Ranges
from armillary.multibody import Model, build
from armillary.multibody.coordinates import joint_coordinates, joint_count, joint_size, velocity_names
from armillary.simulation.controllers import PDGravity
from armillary.simulation.references import FifthOrder
from armillary.simulation.scenario import Scenario
from armillary.spatial.scalar import Floats

RATE = 12.0
"""Natural frequency of each joint alone under the first gains [rad/s]; the gains damp it critically."""
TURNED, SLID = 0.4, 0.1
"""First move of each joint [rad], [m]."""
MOVE = 1.5
"""Duration of the first move [s]."""
LONG = 10.0
"""Duration in the file of the scenario [s]."""


def first_scenario(robot: Robot | Model, *, free: bool = False) -> Scenario:
    """Return a scenario of a robot: a first move under PD control with gravity compensation, or free motion.

    The start is the first named configuration of the robot; without one, zero if the limits allow it, else the middle
    of the limits. The move turns each joint a little towards the middle of its limits, and ends at targets that a page
    can change. Robots with quaternions (free bases, spherical joints) move freely.

    Example:
        >>> import armillary as arm
        >>> first_scenario(arm.library.get("khatib-rr")).controller.kp
        (210.0, 31.0)
    """
    model = robot if isinstance(robot, Model) else build.model(robot)
    q = _start(model)
    held = not free and model.nq == model.nv
    joints = q[: joint_size(model)]
    if not held:
        return Scenario(robot, q0=joints, duration=LONG, source=(None, _text(model, joints)))
    known = build.with_rigid_gears(model)
    M = np.asarray(mass_matrix(known, q[: known.nq]), dtype=float)[: joint_count(model), : joint_count(model)]
    check_inertia(M, list(velocity_names(model)[: joint_count(model)]))
    m = np.sqrt(np.diag(M) / np.diag(np.linalg.inv(M)))  # (1)
    law = PDGravity(kp=_rounded(RATE**2 * m), kd=_rounded(2 * RATE * m))
    end = _end(model, q)
    move, source = FifthOrder(end=end, duration=MOVE), (None, _text(model, joints, law, end))
    return Scenario(robot, controller=law, reference=move, q0=joints, duration=LONG, source=source)


def _start(model: Model) -> Floats:
    """Return the joints of the start, and straight links."""
    ranges = Ranges(model)
    if model.robot.configurations:
        joints = model.robot.configuration(model.robot.configurations[0].name)
        return np.concatenate([joints, model.neutral[len(joints) :]])
    q = np.asarray(model.neutral, dtype=float)
    return q if ranges.beyond(q[None]) is None else ranges.middle


def _end(model: Model, q: Floats) -> list[float]:
    """Return the joints at the end of the first move."""
    end, middle = q[: joint_size(model)].copy(), Ranges(model).middle
    for k, each in enumerate(joint_coordinates(model)):
        if each.q is not None:
            sign = np.sign(middle[each.q] - q[each.q]) or (-1.0) ** k
            move = sign * (TURNED if each.turns else SLID)
            end[each.q] = float(np.clip(q[each.q] + move, each.limits.lower, each.limits.upper))
    return [float(f"{each:.6g}") for each in end]


def _rounded(values: Floats) -> list[float]:
    """Return numbers with two digits."""
    return [float(f"{each:.2g}") for each in values]


def _text(model: Model, joints: Floats, law: PDGravity | None = None, end: Sequence[float] = ()) -> str:
    """Return the scenario as the text of a file; a robot that is not in the library is expected in robot.toml."""
    own = model.robot.name
    name = own if own in library.names() and library.get(own) == model.robot else "robot.toml"
    fields: dict[str, Any] = {
        "robot": name,
        "duration": LONG,
        "motors": model.motors,
        "friction": model.friction,
        "q0": joints.tolist(),
    }
    if law is not None:
        fields["reference"] = {"type": "fifth_order", "end": list(end), "duration": MOVE}
        fields["controller"] = {"type": "pd_gravity", "kp": np.ravel(law.kp).tolist(), "kd": np.ravel(law.kd).tolist()}
    return "".join(f"{key} = {toml_value(value)}\n" for key, value in fields.items())
