"""Numbers at joints, references, controllers, sensors and solvers in a document → SI units and objects.

`files.objects` reads what their classes declare; here is the rule of joints. The unit of a number differs between
joints that turn and joints that slide. A list has a number for each joint. A table names some joints; the others stay
where they are at the start, or get zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_origin

import numpy as np

from armillary.description.couplings import followed
from armillary.files.document import Places
from armillary.files.lines import DEEPEST, Path
from armillary.files.objects import Objects
from armillary.files.quantity import AT_JOINTS, Declared, Quantity, without_none
from armillary.files.words import shortened, unknown
from armillary.multibody import Model
from armillary.multibody.configuration import configuration, rates
from armillary.multibody.coordinates import (
    JointCoordinate,
    joint_coordinates,
    joint_size,
    places_by_name,
)
from armillary.simulation.parameters import Format, format_of, parameters
from armillary.simulation.references import REFERENCES, SHAPERS
from armillary.simulation.sensors import SENSORS
from armillary.spatial.scalar import Floats

OF_FRAMES = ("joint position", "joint speed", "joint acceleration")
"""Dimensions that are those of a point in a reference for the position of a frame."""
STAYING = ("start", "end", "offset", "position", "points")
"""Parameters in which joints that are not named stay where the robot starts."""

FACTOR = Quantity(least=0, says="factor on a mass")


class Values(Objects):
    """Reads values of one document for one model, and keeps the problems that it finds."""

    def __init__(self, model: Model, places: Places) -> None:
        super().__init__(places)
        self.model = model
        self.task = False
        self.start = model.neutral
        """Configuration at the start; coordinates that a table does not name stay there."""
        self.channels: list[tuple[str, JointCoordinate]] | None = None
        """Channels of the sensor that is read: name of the joint or motor, and coordinate; None for other tables."""

    def state(self, path: Path, value: Any, kind: str) -> Floats | None:
        """Return q or qd of the whole robot from a list, a table or a name; None, with problems kept, on failure."""
        before = len(self.problems)
        read = configuration if kind == "q" else rates
        whole = read(self.model, value, units=True, report=lambda at, *fault: self.fault((*path, *at), *fault))
        return whole if len(self.problems) == before else None

    def masses(self, path: Path, value: Any) -> dict[str, float]:
        """Return the factor on the mass of each link, from one number or a table by link."""
        names = [link.name for link in self.model.robot.links]
        if not isinstance(value, dict):
            return dict.fromkeys(names, self._factor(path, value))
        for name in value:
            if name not in names:
                self.fault((*path, name), *unknown(name, names, "a link"))
        return {name: self._factor((*path, name), value.get(name, 1.0)) for name in names}

    def _factor(self, path: Path, value: Any) -> float:
        factor = self.number(path, value, "number", FACTOR)
        return 1.0 if factor is None else factor

    def made(
        self, path: Path, table: Mapping[str, Any], classes: Mapping[str, type], what: str, start: Floats | None = None
    ) -> Any:
        """Return an object of one of the classes from a table with `type`; None, with problems kept, if that fails.

        `start` is the configuration at the start, in which coordinates stay that a table does not name.
        """
        self.start = self.start if start is None else start
        return super().made(path, table, classes, what)

    def declared(self, of: type) -> tuple[Declared, ...]:
        """Return the fields that a user sets in a class, with the dimension of the readings of a sensor."""
        return parameters(of)

    def sensor(self, path: Path, table: Mapping[str, Any], start: Floats) -> Any:
        """Return a sensor from a table; its numbers have the unit of its readings, at the joints that it has."""
        self.channels = self._channels(table)
        sensor = self.made(path, table, SENSORS, "sensor", start)
        self.channels = None
        return sensor

    def _channels(self, table: Mapping[str, Any]) -> list[tuple[str, JointCoordinate]]:
        """Return the channels of a sensor at joints or motors, in its order."""
        coordinates = [coordinate for coordinate in joint_coordinates(self.model) if coordinate.q is not None]
        couples = followed(self.model.robot)
        motors = {motor.name: motor.joint for motor in self.model.robot.motors}
        names = table.get("motors") or table.get("joints") or [coordinate.name for coordinate in coordinates]
        channels = []
        for name in [names] if isinstance(names, str) else names if isinstance(names, list) else ():
            joint = motors.get(name, name) if "motors" in table and isinstance(name, str) else name
            joint = couples[joint].joint if isinstance(joint, str) and joint in couples else joint
            at_joint = [coordinate for coordinate in coordinates if joint in (coordinate.name, coordinate.joint)]
            # An unknown name stands for one channel here: it is reported when the sensor is placed.
            for coordinate in at_joint or coordinates[:1]:
                channels.append((coordinate.name if len(at_joint) > 1 else str(name), coordinate))
        return channels

    def value(self, path: Path, value: Any, field: Declared) -> Any:
        """Return the value of one field, as its declaration says."""
        match format_of(field):
            case Format.NAMES:
                names = [value] if isinstance(value, str) else value
                if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
                    self.fault(path, shortened(value), "a name in quotes, or a list of names")
                return value
            case Format.GRID:
                return self._grid(path, value)
            case Format.ROWS | Format.MATRIX:
                rows = self.typed(path, value, (list,), "a list of rows")
                return [self._numbers((*path, k), row, field) for k, row in enumerate(rows or ())]
            case Format.EFFORTS if isinstance(value, list) and value and isinstance(value[0], list | dict):
                return [self._numbers((*path, k), row, field) for k, row in enumerate(value)]
            case Format.LIMITS if value == "robot":
                return value
            case Format() as part if field.quantity is None:
                return self._parts(path, value, part, get_origin(field.type) in (tuple, Sequence))
        if field.quantity is not None and without_none(field.type) is not int:
            return self._numbers(path, value, field)
        if field.name == "task" and isinstance(value, list):  # rows of the Jacobian
            return value
        return super().value(path, value, field)

    def _parts(self, path: Path, value: Any, part: Format, several: bool) -> Any:
        """Return a controller, filter, objective, reference or shaper inside another one, or a tuple of them."""
        from armillary.simulation.controllers import CONTROLLERS, FILTERS, OBJECTIVES

        classes, example = {
            Format.CONTROLLER: (CONTROLLERS, "type = 'pd', kp = 100, kd = 20"),
            Format.FILTER: (FILTERS, "type = 'notch', frequency = '40 Hz'"),
            Format.OBJECTIVE: (OBJECTIVES, "type = 'joint_limits', gain = 1"),
            Format.REFERENCE: (REFERENCES, "type = 'constant', position = [0.5, 1]"),
            Format.SHAPER: (SHAPERS, "type = 'zv', frequency = '2 Hz'"),
        }[part]
        if not several:
            table = self.typed(path, value, (dict,), f"a table such as {{ {example} }}")
            return None if table is None else self.made(path, table, classes, part.value)
        tables = self.typed(path, value, (list,), f"a list of tables such as {{ {example} }}") or ()
        inner = [self.typed((*path, k), table, (dict,), "a table with a type") for k, table in enumerate(tables)]
        return tuple(
            self.made((*path, k), table, classes, part.value) for k, table in enumerate(inner) if table is not None
        )

    def _grid(self, path: Path, value: Any) -> Any:
        """Return nested lists of plain numbers."""
        if isinstance(value, list) and len(path) <= DEEPEST:
            return [self._grid((*path, k), each) for k, each in enumerate(value)]
        return self.number(path, value, "number")

    def _numbers(self, path: Path, value: Any, field: Declared) -> Any:
        """Return one number, or a list, each in the unit of its joint."""
        quantity = field.quantity or Quantity()
        dimension, gain = quantity.dimension, format_of(field) in (Format.GAIN, Format.LIMITS)
        if self.task and self.channels is None and dimension in OF_FRAMES:
            dimension = AT_JOINTS[dimension][1]
        at_joints = dimension in AT_JOINTS
        dimensions = self._at_joints(dimension) if at_joints else [dimension]
        if isinstance(value, list):
            return self._list(path, value, dimensions if at_joints else dimensions * len(value), quantity)
        if isinstance(value, dict):
            if not at_joints and not gain:
                self.fault(path, shortened(value), "a number, or a list of numbers")
                return None
            dimensions = dimensions if at_joints else dimensions * len(self._at_joints("joint speed"))
            whole = self.start[: len(dimensions)].copy() if field.name in STAYING else np.zeros(len(dimensions))
            self._by_name(path, value, self._places(dimension), dimensions, whole, quantity)
            return whole.tolist()
        dimensions = list(dict.fromkeys(self._at_joints(dimension, quaternions=False))) if at_joints else dimensions
        if isinstance(value, str) and len(dimensions) > 1:
            self.fault(path, shortened(value), "a number for each joint: some turn and some slide")
            return None
        return self.number(path, value, dimensions[0] if dimensions else "number", quantity)

    def _at_joints(self, dimension: str, quaternions: bool = True) -> list[str]:
        """Return the dimension of each joint coordinate; rotations in space have quaternions as positions."""
        if self.channels is not None:
            return [AT_JOINTS[dimension][not each.turns] for _, each in self.channels]
        coordinates = joint_coordinates(self.model)
        if dimension != "joint position" or not quaternions:
            return [AT_JOINTS[dimension][not each.turns] for each in coordinates]
        kinds = ["number"] * joint_size(self.model)
        for each in coordinates:
            if each.q is not None:
                kinds[each.q] = AT_JOINTS[dimension][not each.turns]
        return kinds

    def _places(self, dimension: str) -> dict[str, slice]:
        """Return the places of joints, and of their parts, among coordinates or among rates; of a sensor's channels."""
        if self.channels is not None:
            return {name: slice(k, k + 1) for k, (name, _) in enumerate(self.channels)}
        return places_by_name(self.model, positions=dimension == "joint position", inner=False)

    def _by_name(
        self,
        path: Path,
        value: dict[str, Any],
        places: dict[str, slice],
        dimensions: list[str],
        whole: Floats,
        quantity: Quantity,
    ) -> None:
        """Enter numbers by the names of joints."""
        for name, entry in value.items():
            if name not in places:
                self.fault((*path, name), *unknown(name, places, "a coordinate of this robot"))
                continue
            inner = dimensions[places[name]]
            if len(inner) > 1:
                numbers = self._list((*path, name), entry, inner, quantity)
            else:
                number = self.number((*path, name), entry, inner[0], quantity)
                numbers = None if number is None else [number]
            if numbers is not None:
                whole[places[name]] = numbers

    def _list(self, path: Path, value: Any, dimensions: Sequence[str], quantity: Quantity) -> list[float] | None:
        """Return a list of numbers with these dimensions."""
        if not isinstance(value, list):
            self.fault(path, shortened(value), f"a list of {len(dimensions)}, or a table by the names of joints")
            return None
        if len(value) != len(dimensions):
            found = f"{len(value)} number{'s' * (len(value) != 1)}"
            self.fault(path, found, f"{len(dimensions)}: one for each coordinate")
            return None
        numbers = [self.number((*path, k), entry, dimensions[k], quantity) for k, entry in enumerate(value)]
        known = [number for number in numbers if number is not None]
        return known if len(known) == len(numbers) else None
