"""Everything that `armillary show` says of a robot, as plain data in SI units."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.cli.commands.robots import summary
from armillary.cli.terminal.beam_data import beam_data
from armillary.description.beam import TIP
from armillary.description.robot import Joint, Link, Motor, Payload, Placement, Robot
from armillary.kinematics.poses import pose
from armillary.multibody import Model, as_model
from armillary.spatial.rotation import to_rpy


def robot_data(robot: Robot) -> dict[str, Any]:
    """Return the description of a robot and what the model makes of it."""
    model = as_model(robot)
    return summary(robot) | {
        "base": {"name": robot.base} | _placement(robot.base_placement),
        "gravity": list(robot.gravity),
        "joint_list": [_joint(joint) | _node(robot, joint.parent, joint.node) for joint in robot.joints],
        "link_list": [_link(link) | {"beam": beam_data(link, model)} for link in robot.links],
        "motor_list": [_motor(motor) | _node(robot, motor.carrier, motor.node) for motor in robot.motors],
        "payload_list": [
            _link(load) | {"link": load.link} | _node(robot, load.link, load.node) for load in robot.payloads
        ],
        "frame_list": [
            {"name": frame.name, "link": frame.link}
            | _node(robot, frame.link, frame.node)
            | _placement(frame.placement)
            for frame in robot.frames
        ],
        "bodies": _bodies(model),
        "on_base": _links_on(model, -1),
        "nq": model.nq,
        "nv": model.nv,
        "elastic_coordinates": list(model.elastic),
        "tip": _tip(model),
        "notes": list(robot.notes),
    }


def _placement(placement: Placement) -> dict[str, Any]:
    return {"xyz": list(placement.xyz), "rpy": list(to_rpy(placement.rotation))}


def _node(robot: Robot, link: str, node: str | None) -> dict[str, str | None]:
    """Return the node of a flexible link that something sits at; None on any other."""
    beam = None if link == robot.base else robot.link(link).beam
    if beam is None:
        return {"node": None}
    return {"node": node or (TIP if TIP in beam.node_positions() else list(beam.node_positions())[-1])}


def _joint(joint: Joint) -> dict[str, Any]:
    names = ("name", "type", "parent", "child", "axis", "viscous", "coulomb", "stiffness", "rest")
    data = {name: getattr(joint, name) for name in names}
    return data | _placement(joint.placement) | {"limits": asdict(joint.limits)}


def _link(link: Link | Payload) -> dict[str, Any]:
    return {
        "name": link.name,
        "mass": link.mass,
        "com": list(link.com),
        "inertia": [list(row) for row in link.inertia],
        "principal_moments": _principal(link.inertia),
    }


def _principal(inertia: ArrayLike) -> list[float]:
    tensor = np.asarray(inertia, dtype=float)
    return [float(moment) for moment in np.linalg.eigvalsh((tensor + tensor.T) / 2)]


def _motor(motor: Motor) -> dict[str, Any]:
    return asdict(motor) | {"reflected_inertia": motor.ratio**2 * motor.rotor_inertia}


def _bodies(model: Model) -> list[dict[str, Any]]:
    """Return each moving body with its parts: links merged by fixed joints, payloads, motors."""
    return [
        {"name": body.name, "links": _links_on(model, i), "mass": float(body.mass)}
        for i, body in enumerate(model.bodies)
    ]


def _links_on(model: Model, body: int) -> list[str]:
    return [link.name for link in model.robot.links if model.frame(link.name).body == body]


def _tip(model: Model) -> list[float] | None:
    if "tip" not in model.frames:
        return None
    # Rounding noise such as 1e-17 m says nothing; + 0 turns −0 into 0.
    return [round(float(x), 12) + 0.0 for x in np.asarray(pose(model, model.neutral), dtype=float)[:3, 3]]
