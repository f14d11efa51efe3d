"""Tables of a robot for a page: what it is made of, its natural frequencies, what its equations cost."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from armillary.analysis.frequencies import Frequencies, frequencies
from armillary.compiler.cost import cost
from armillary.description.beam import Beam, ModalData, Section
from armillary.description.robot import Joint, Link, Robot
from armillary.errors import ArmillaryError
from armillary.multibody import Model
from armillary.pages.markup import Markup, joined, notes, number, table, tag, vector

Floats = NDArray[np.float64]

COUNTED = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "gravity")
MOST_COUNTED = 10
"""Degrees of freedom up to which operations are counted: beyond, it takes longer than the rest of the page."""
MOST_MODES = 12


def robot_tables(model: Model) -> Markup:
    """Return facts, joints, links, motors, payloads of a robot."""
    robot = model.robot
    mass = sum(body.mass for body in model.bodies)
    size = f"{len(robot.joints)} joints, {model.nv} degrees of freedom"
    size += f", {len(model.elastic)} of them elastic" if model.elastic else ""
    rows = [
        ("source", " ".join(robot.source.split()) or "not given"),
        ("size", f"{size}; {number(float(mass), 6)} kg move"),
        ("gravity", f"{vector(model.gravity)} m/s²"),
        ("motors", {"full": "full: rotors spin", "reflected": "reflected to the joints"}.get(model.motors, "none")),
    ]
    facts = tag("dl", *(tag("div", tag("dt", name), tag("dd", value)) for name, value in rows), class_="facts")
    return joined([facts, *_tables(robot)])


def _tables(robot: Robot) -> Iterator[Markup]:
    head: tuple[str, ...] = ("joint", "type", "parent → child", "axis", "range", "effort", "friction", "spring")
    yield table(head, [_joint(joint) for joint in robot.joints], "joints")
    rigid = [link for link in robot.links if link.beam is None]
    if rigid:
        head = ("link", "mass [kg]", "centre of mass [m]", "principal moments [kg·m²]")
        yield table(head, [_link(link) for link in rigid], "rigid links")
    bending = [(link.name, link.beam) for link in robot.links if link.beam is not None]
    if bending:
        yield table(("link", "what bends"), [(name, _beam(beam)) for name, beam in bending], "flexible links")
    if robot.motors:
        head = ("motor", "on", "drives", "mass [kg]", "ratio", "rotor [kg·m²]", "reflected [kg·m²]")
        rows = [
            (m.name, m.carrier, m.joint, number(m.mass, 6), f"{m.ratio:g}", number(m.rotor_inertia),
             number(m.ratio**2 * m.rotor_inertia))
            for m in robot.motors
        ]  # fmt: skip
        yield table(head, rows, "motors")
    if robot.payloads:
        loads = [(load.name, load.link, number(load.mass, 6), vector(load.com)) for load in robot.payloads]
        yield table(("payload", "on", "mass [kg]", "centre of mass [m]"), loads, "payloads")
    yield notes(list(robot.notes))


def _joint(joint: Joint) -> tuple[str, ...]:
    turns = joint.type != "prismatic"
    limits, torque = joint.limits, "N·m" if turns else "N"
    ends = [limits.lower, limits.upper]
    unit = "deg" if turns else "m"
    shown = ["free" if math.isinf(end) else number(round(math.degrees(end), 9) if turns else end, 6) for end in ends]
    parts = zip((joint.viscous, joint.coulomb), (f"{torque}·s/{'rad' if turns else 'm'}", torque), strict=True)
    return (
        joint.name,
        joint.type,
        f"{joint.parent} → {joint.child}",
        vector(joint.axis) if joint.axis is not None else "",
        "" if all(map(math.isinf, ends)) else f"{shown[0]} to {shown[1]} {unit}",
        "" if math.isinf(limits.effort) else f"{limits.effort:g} {torque}",
        " + ".join(f"{value:g} {what}" for value, what in parts if value),
        f"{joint.stiffness:g} {torque}/{'rad' if turns else 'm'}" if joint.stiffness else "",
    )


def _link(link: Link) -> tuple[str, ...]:
    inertia = np.asarray(link.inertia, dtype=float)
    moments = np.linalg.eigvalsh((inertia + inertia.T) / 2)
    return link.name, number(link.mass, 6), vector(link.com), vector(moments)


def _beam(beam: Beam | ModalData) -> str:
    """Return a flexible link in words."""
    if isinstance(beam, ModalData):
        shown = ", ".join(number(one) for one in beam.frequencies[:MOST_MODES])
        return f"{len(beam.frequencies)} modes from finite elements, {shown} Hz"
    sections = ", then ".join(_section(one) for one in dict.fromkeys(station.section for station in beam.stations))
    return f"{beam.length:g} m, {sections}, E {beam.E / 1e9:g} GPa, {beam.density:g} kg/m³; {_shapes(beam)}"


def _section(section: Section) -> str:
    if section.shape in ("rectangle", "circle", "tube"):
        return f"{section.shape} {' × '.join(f'{1000 * one:g}' for one in section.size)} mm"
    return f"section of {1e6 * section.area:.4g} mm²"


def _shapes(beam: Beam) -> str:
    if beam.sublinks is not None:
        return f"{beam.sublinks.count} sublinks"
    kinds = ("bending_y", "bending_z", "torsion", "axial")
    counts = [(kind, getattr(beam.modes, kind, 0)) for kind in kinds]
    parts = [f"{count} of {kind.replace('_', ' in ')}" for kind, count in counts if count]
    return f"modes: {', '.join(parts) or 'none'}"


def frequency_tables(model: Model, start: Floats, end: Floats) -> Markup:
    """Return the natural frequencies at the start and at the end of a motion, joints held and free."""
    if not model.elastic and not np.any(model.stiffness):
        return tag("p", "No link bends and no joint has a spring: there is nothing to oscillate by itself.")
    count = joint_count_q(model)
    found: dict[str, Frequencies] = {}
    said: list[str] = []
    for place, q in (("start", start), ("end", end)):
        for joints in ("locked", "free"):
            name = f"{place}, joints {'held' if joints == 'locked' else joints} [Hz]"
            try:
                found[name] = frequencies(model, q[:count], joints=joints, count=MOST_MODES)
                said += [f"{name[:-5]}: {line}" for line in found[name].remarks()]
            except (ArmillaryError, np.linalg.LinAlgError) as error:
                said.append(f"{name[:-5]}: {error}")
    longest = max((len(one) for one in found.values()), default=0)
    rows = [(k + 1, *(_frequency(one, k) for one in found.values())) for k in range(longest)]
    shown = table(("mode", *found), rows, "natural frequencies, with the ratio to critical damping", numbers=True)
    return joined([shown if rows else "", notes(said)])


def joint_count_q(model: Model) -> int:
    """Return how many entries of q are of joints."""
    return model.nq - len(model.elastic)


def _frequency(found: Frequencies, mode: int) -> str:
    if mode >= len(found):
        return "–"
    damping = float(found.damping[mode])
    return number(float(found.hz[mode]), 5) + (f" (ζ {number(damping, 2)})" if abs(damping) > 1e-9 else "")


def cost_table(model: Model) -> Markup:
    """Return the operation counts of the quantities that a simulation asks for."""
    if model.nv > MOST_COUNTED:
        return tag("p", f"Not counted for {model.nv} degrees of freedom; the command armillary cost does.")
    rows: list[tuple[str, ...]] = []
    for quantity in COUNTED:
        try:
            one = cost(model, quantity)
        except ArmillaryError as error:
            rows.append((quantity.replace("_", " "), str(error)))
            continue
        counts = (one.mul, one.add, one.div, one.sqrt, f"{one.trig} ({one.angles})")
        rows.append((quantity.replace("_", " "), *map(str, counts)))
    head = ("quantity", "products", "sums", "divisions", "roots", "sines and cosines (angles)")
    return table(head, rows, "operations of one evaluation of the compiled code, friction left out", numbers=True)
