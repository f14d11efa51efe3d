"""Description and model of a robot as tables, and as plain data in SI units for JSON."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import numpy as np
import scipy  # loads scipy.linalg at its first use

from armillary.analysis.rounded import snap_hints
from armillary.description.beam import Beam, ModalData
from armillary.description.robot import Joint, Link, Placement, Robot
from armillary.description.tables import facts_of, mount_node, principal_moments, total_mass
from armillary.description.tables import tables_of as described
from armillary.formulations.composite_body import mass_matrix
from armillary.kinematics.poses import pose
from armillary.multibody import Model, build
from armillary.multibody.coordinates import joint_size
from armillary.multibody.flexible.sublinks import expand
from armillary.multibody.flexible.thickness import frequency_warnings, thickness_notes
from armillary.multibody.home import home
from armillary.spatial.rotation import to_rpy
from armillary.tables.numbers import vector
from armillary.tables.parts import Facts, Notes, Part, Text

SHOWN = 4  # number of frequencies of a clamped link
MOTORS = {"full": "full: rotors spin", "reflected": "reflected to the joints", "none": "none"}


def tables_of(model: Model) -> list[Part]:
    """Return the facts and tables of a robot: joints, links, motors, payloads, frames, bodies."""
    robot = model.robot
    hz = {link.name: clamped(link)[:SHOWN] for link in robot.links if link.beam and link.beam.freedoms}
    notes = [
        f"{body.name}: modal data that are linear in the modal coordinates; neither spin nor a push stiffens the link"
        for body in model.bodies
        if body.name in hz and isinstance(robot.link(body.name).beam, ModalData) and not np.any(body.modal.field.second)
    ]
    notes += [*thickness_notes(robot), *(f"warning: {text}" for text in frequency_warnings(robot))]
    notes += snap_hints(model)
    return [Facts(facts(model)), *described(robot, hz), *([Notes(notes)] if notes else []), *_bodies(model)]


def facts(model: Model) -> dict[str, str]:
    """Return source, omissions, base, gravity, size, motors and tip of a robot in words."""
    robot, elastic = model.robot, len(model.elastic)
    freedom = f"{model.nv} degree{'s' if model.nv != 1 else ''} of freedom"
    freedom += f" ({model.nq} coordinates)" if model.nq != model.nv else ""
    freedom += f", {elastic} of them elastic" if elastic else ""
    tip = _tip(model)
    return facts_of(robot) | {
        "size": f"{summary(robot)['joints']}, {freedom}, {total_mass(robot):.6g} kg",
        "motors": MOTORS[model.motors],
        "start": home(model).words,
        "tip": "none: several end links and no frame 'tip'" if tip is None else f"{vector(tip)} m at q = 0",
    }


def summary(robot: Robot) -> dict[str, Any]:
    """Return the size of a robot: `joints` has a letter per moving joint.

    `elastic` is the number of coordinates of links, `rotors` that of rotors behind elastic gears.
    """
    elastic = sum(link.beam.freedoms for link in robot.links if link.beam)
    forms = [joint.form for joint in robot.moving_joints()]
    rotors = sum(motor.gear is not None and motor.gear.elastic for motor in robot.motors)
    independent = sum(len(joint.form.v) for joint in robot.moving_joints() if joint.couple is None)
    return {
        "name": robot.name,
        "joints": "".join(form.letter for form in forms),
        "dof": independent + elastic + rotors,
        "elastic": elastic,
        "rotors": rotors,
        "links": len(robot.links),
        "motors": len(robot.motors),
        "mass": total_mass(robot),
        "source": robot.source,
    }


def robot_data(model: Model) -> dict[str, Any]:
    """Return the description of a robot and the coordinates and bodies of its model, as plain data in SI units."""
    robot, start = model.robot, home(model)

    def mount(item: Any, link: str) -> dict[str, str | None]:
        return {"node": mount_node(robot, link, item.node)}

    return summary(robot) | {
        "base": {"name": robot.base} | _placement(robot.base_placement),
        "gravity": robot.gravity,
        "joint_list": [
            _fields(joint, "name", "type", "parent", "child", "axis", "stiffness", "rest")
            | _fields(joint, "second_axis", "pitch")
            | {"coordinates": [asdict(coordinate) for coordinate in joint.coordinates]}
            | (_placement(joint.placement) | {"limits": asdict(joint.limits), "friction": asdict(joint.friction)})
            | mount(joint, joint.parent)
            | ({"couple": asdict(joint.couple)} if joint.couple else {})
            for joint in robot.joints
        ],
        "link_list": [_inertia(link) | {"beam": _beam(link, model)} for link in robot.links],
        "motor_list": [
            asdict(motor) | {"reflected_inertia": motor.ratio**2 * motor.rotor_inertia} | mount(motor, motor.carrier)
            for motor in robot.motors
        ],
        "payload_list": [_inertia(load) | {"link": load.link} | mount(load, load.link) for load in robot.payloads],
        "frame_list": [
            _fields(frame, "name", "link") | mount(frame, frame.link) | _placement(frame.placement)
            for frame in robot.frames
        ],
        "configurations": {configuration.name: configuration.q for configuration in robot.configurations},
        "start": {"is": start.words, "q": start.q[: joint_size(model)].tolist()},
        "bodies": [
            {"name": body.name, "links": _links_on(model, i), "mass": body.mass} for i, body in enumerate(model.bodies)
        ],
        "on_base": _links_on(model, -1),
        "nq": model.nq,
        "nv": model.nv,
        "elastic_coordinates": model.elastic,
        "tip": _tip(model),
        "notes": robot.notes,
        "omissions": robot.omissions,
    }


def clamped(link: Link) -> list[float]:
    """Return the natural frequencies of a flexible link alone, clamped at its root and free at its tip [Hz].

    Its rigid part and the bodies that it carries are left out; `arm.frequencies` has those of the whole robot.
    """
    root = Joint("clamp", "fixed", "base" if link.name != "base" else "world", link.name)
    alone = Robot("alone", (replace(link, mass=0.0, inertia=((0.0,) * 3,) * 3),), (root,), gravity=(0.0,) * 3)
    model = build.model(alone, friction=False)
    M, K = np.asarray(mass_matrix(model, model.neutral), dtype=float), model.stiffness
    try:
        squares = scipy.linalg.eigh(K, M, eigvals_only=True)
    except np.linalg.LinAlgError:  # a coordinate without inertia has no frequency
        return []
    return [float(np.sqrt(max(square, 0.0)) / (2 * np.pi)) for square in squares]


def _bodies(model: Model) -> list[Part]:
    """Return the number of moving bodies, and the links that fixed joints merge."""
    merged = [(body, links) for i, body in enumerate(model.bodies) if len(links := _links_on(model, i)) > 1]
    count = f"{len(model.bodies)} moving {'body' if len(model.bodies) == 1 else 'bodies'}"
    lines = [
        f"  {body.name}: {' + '.join(links)}, {body.mass:.6g} kg with motors and payloads" for body, links in merged
    ]
    if fixed := _links_on(model, -1):
        lines.append(f"  fixed to the base: {' + '.join(fixed)}")
    return [Text(count + ("; links that move as one:" if merged else ".")), Notes(lines)]


def _links_on(model: Model, body: int) -> list[str]:
    return [link.name for link in model.robot.links if model.frame(link.name).body == body]


def _tip(model: Model) -> list[float] | None:
    if "tip" not in model.frames:
        return None
    # Rounding errors such as 1e-17 m become 0; + 0 turns −0 into 0.
    return [round(float(x), 12) + 0.0 for x in np.asarray(pose(model, model.neutral), dtype=float)[:3, 3]]


def _placement(placement: Placement) -> dict[str, Any]:
    return {"xyz": placement.xyz, "rpy": to_rpy(placement.rotation)}


def _fields(value: Any, *names: str) -> dict[str, Any]:
    return {name: getattr(value, name) for name in names}


def _inertia(part: Any) -> dict[str, Any]:
    moments = principal_moments(part.inertia)
    return _fields(part, "name", "mass", "com", "inertia") | {"principal_moments": moments}


def _beam(link: Link, model: Model) -> dict[str, Any] | None:
    """Return the beam or modal data of a link, its coordinates and its lowest frequencies, clamped–free and alone."""
    beam = link.beam
    if beam is None:
        return None
    parts = expand(model.robot).segments.get(link.name, (link.name,))
    coordinates = [name for name in model.elastic if name.rpartition(".")[0] in parts]
    if isinstance(beam, Beam):
        names = ("length", "E", "G", "density", "stiffening", "axis", "normal", "shears", "laminae")
        flexibility, section = ("modes", "sublinks", "segments"), ("shape", "size", "area", "Iy", "Iz", "J")
        stations = [{"at": station.at} | _fields(station.section, *section) for station in beam.stations]
        data = {"kind": "beam"} | _fields(beam, *names, *flexibility) | {"stations": stations}
        data |= {"slenderness": beam.slenderness if beam.planes else None}
    else:
        data = {"kind": "modal data"} | _fields(beam, "frequencies", "damping")
    data |= {"mass": beam.mass, "nodes": beam.node_positions(), "coordinates": coordinates}
    return data | {"clamped_free_hz": clamped(link)[:SHOWN] if coordinates else []}
