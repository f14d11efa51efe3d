"""Plants, changes and disturbances of a scenario file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from armillary.description.beam import Beam, ModalData
from armillary.description.friction import FRICTIONLESS
from armillary.description.robot import Friction, Joint, Link, Matrix, Robot, matrix
from armillary.errors import DescriptionError
from armillary.files.lines import Path
from armillary.simulation.disturbances import Push
from armillary.simulation.scenario import Change
from armillary.simulation.scenario_file.schema import Change as ChangeTable
from armillary.simulation.scenario_file.schema import Differences, Wrench
from armillary.simulation.scenario_file.values import Values
from armillary.spatial.scalar import Scalar, sin


@dataclass(frozen=True)
class Swing:
    """A sinusoidal wrench, w sin(2π f t + φ)."""

    wrench: tuple[float, ...]
    frequency: float
    phase: float

    def __call__(self, t: Scalar) -> list[Scalar]:
        """Return the wrench at t [s]."""
        factor = sin(2 * math.pi * self.frequency * t + self.phase)
        return [part * factor if part else 0.0 for part in self.wrench]


def changes_of(robot: Robot, changes: Sequence[ChangeTable], values: Values) -> tuple[Change, ...]:
    """Return the changes of the plant; each one applies to the plant before it."""
    found: dict[float, Robot] = {}
    for k, change in sorted(enumerate(changes), key=lambda pair: pair[1].time):
        if change.time in found:
            values.fault(("change", k, "time"), f"a second change at {change.time:g} s", "one change for each time")
        changed = plant_of(robot, change, values, ("change", k))
        robot = found[change.time] = changed or robot
    return tuple(Change(t, robot) for t, robot in found.items())


def plant_of(robot: Robot, plant: Differences, values: Values, path: Path = ("plant",)) -> Robot | None:
    """Return a robot with the differences of a plant; None, with problems kept, if that fails."""
    factors = values.masses((*path, "masses"), plant.masses)
    known = {payload.name for payload in robot.payloads}
    for k, name in enumerate(plant.without):
        if name not in known:
            expected = f"one of {', '.join(sorted(known))}" if known else "nothing: this robot has no payload"
            values.fault((*path, "without", k), f"there is no payload {name!r}", expected)
    added = tuple(payload.build() for payload in plant.payload)
    replaced = {*plant.without, *(payload.name for payload in added)}
    kept = tuple(payload for payload in robot.payloads if payload.name not in replaced)
    joints = tuple(_rubbed(joint, plant.friction) for joint in robot.joints)
    try:
        links = tuple(_scaled(link, factors[link.name]) for link in robot.links)
        return replace(robot, links=links, joints=joints, payloads=(*kept, *added))
    except DescriptionError as error:
        for problem in error.problems:
            values.fault(path, f"{problem.field}: {problem.found}", problem.expected, problem.hint)
    return None


def push_of(k: int, table: Wrench, values: Values) -> Push | None:
    """Return the disturbance number k; None, with problems kept, if that fails."""
    wrench = (*table.moment, *table.force)
    swing = Swing(wrench, table.frequency, table.phase) if table.frequency is not None else wrench
    fields = table.values() | {"frame": table.frame, "wrench": swing}
    return values.attempt(lambda: Push(**fields), ("disturbance", k))


def _rubbed(joint: Joint, factor: float) -> Joint:
    """Return a joint whose friction, or that of each of its coordinates, is multiplied by a factor."""
    parts = tuple(replace(each, friction=_multiplied(each.friction, factor)) for each in joint.coordinates)
    return replace(joint, friction=_multiplied(joint.friction, factor), coordinates=parts)


def _multiplied(friction: Friction, factor: float) -> Friction:
    """Return friction times a factor; no friction stays the default, which every joint takes."""
    return friction if friction == FRICTIONLESS else replace(friction, factor=factor * friction.factor)


def _scaled(link: Link, factor: float) -> Link:
    """Return a link whose mass, inertia and density are multiplied by a factor."""
    if factor == 1:
        return link
    beam = link.beam
    if isinstance(beam, Beam):
        beam = replace(beam, density=factor * beam.density)
    elif isinstance(beam, ModalData):
        nodes = tuple(
            replace(node, mass=factor * node.mass, inertia=_times(factor, node.inertia)) for node in beam.nodes
        )
        beam = replace(beam, nodes=nodes)
    return replace(link, mass=factor * link.mass, inertia=_times(factor, link.inertia), beam=beam)


def _times(factor: float, inertia: Matrix) -> Matrix:
    return matrix([[factor * entry for entry in row] for row in inertia])
