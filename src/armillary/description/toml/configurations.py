"""Named configurations of a robot file: numbers with units in the order of the coordinates, or by joint."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from armillary.description.order import entries
from armillary.description.robot import Configuration, Robot
from armillary.errors import ArgumentError, DescriptionError, Problem
from armillary.files.fields import Name, Table, typed
from armillary.files.units import parse_quantity
from armillary.files.words import unknown


class ConfigurationTable(Table):
    """A [[configuration]]; the units of its numbers are known when the robot is."""

    name: Name
    q: Annotated[Any, typed((list, dict), 'a list such as [0, "90 deg"], or a table such as { elbow = "90 deg" }')]


def configurations_of(robot: Robot, tables: tuple[ConfigurationTable, ...]) -> Iterator[Configuration]:
    """Yield the named configurations of a robot.

    Raises:
        DescriptionError: A number has a wrong unit, or a joint is not known.
    """
    dimensions = [dimension for each in entries(robot) for dimension in each.dimensions]
    for i, table in enumerate(tables):
        field = f"configuration[{i}].q"
        given = table.q if isinstance(table.q, list) else list(_by_joint(robot, table.q, field))
        wanted = [*dimensions, *["number"] * (len(given) - len(dimensions))]  # too many: a fault of the robot
        q = (_number(value, dimension, field) for value, dimension in zip(given, wanted, strict=False))
        yield Configuration(table.name, tuple(q))


def _by_joint(robot: Robot, table: dict[str, Any], field: str) -> Iterator[Any]:
    """Yield the entries of q; joints that the table does not name are at their zero."""
    known = {each.joint.name: each for each in entries(robot)}
    for name in table:
        if name not in known:
            raise DescriptionError([Problem(field, *unknown(name, known, "a joint with a coordinate"))])
    for name, each in known.items():
        value = table.get(name, list(each.neutral))
        values = value if isinstance(value, list) else [value]
        if len(values) != len(each.dimensions):
            found, expected = f"{len(values)} numbers for joint {name!r}", f"{len(each.dimensions)} numbers"
            raise DescriptionError([Problem(field, found, expected)])
        yield from values


def _number(value: Any, dimension: str, field: str) -> float:
    try:
        return parse_quantity(value, dimension)
    except ArgumentError as error:
        raise DescriptionError([error.problem(field)]) from None
