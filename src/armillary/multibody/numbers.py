"""Numbers of a model by name: value, unit, range, meaning, and whether compiled code takes them as inputs.

    link2.mass, payload.mass, elbow.friction.viscous, gravity.z     inputs: `arm.model(…, free=[…])` keeps them free
    upper.beam.length, elbow.limits.upper, link2.inertia.xx         structure, wherever the number is no input

Names are the paths that a robot file has (`description.numbers`). One name is looked up without a list of the others.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.description.numbers import (
    KINDS,
    TIP_LOAD,
    Place,
    distinct_places,
    numbers_of,
    place_of,
    same_number,
    value_of,
    with_values_at,
)
from armillary.description.robot import Joint, Motor, Robot
from armillary.errors import ArgumentError
from armillary.files.arguments import refusal, unlisted
from armillary.files.nested import value_at
from armillary.files.quantity import Number, Quantity, declared
from armillary.files.words import MOST_COMPARED, few, is_listed
from armillary.multibody.parameters import Key, known_parameters, place_of_key
from armillary.tables.parts import Notes, Part, Text
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

if TYPE_CHECKING:
    from armillary.multibody.model import Model


MOST_ROWS = 40
"""Greatest number of rows, or of parts, that the printed form has."""


class NumbersByName(Shown, Mapping[str, Number]):
    """Numbers by name; an unknown name is an `ArgumentError` with the names that may be meant.

    `print` shows a short mapping whole, and of a long one how many numbers each part has. `table()` has all of them.
    """

    @abstractmethod
    def find(self, name: str) -> Number | None:
        """Return a number; None for an unknown name."""

    @abstractmethod
    def part_of(self, name: str) -> str:
        """Return the part of a robot or of a scenario that has a number, in words; the name is known."""

    def look_up(self, name: Any, argument: str, also: Iterable[str] = ()) -> Number:
        """Return a number, or raise an `ArgumentError` about an argument of a user.

        Args:
            name: Its name.
            argument: The argument with the name.
            also: Names that the argument may have beside those of numbers.
        """
        number = self.find(name) if isinstance(name, str) else None
        if number is None:
            raise self.unknown(name, argument, also)
        return number

    def input(self, name: Any, argument: str, also: Iterable[str] = ()) -> Number:
        """Return an input of compiled code, or raise an `ArgumentError` as `look_up` does."""
        number = self.look_up(name, argument, also)
        if number.kind != "input":
            hint = "with_numbers({…}) changes it, or an axis of a study"
            raise ArgumentError(argument, f"{name!r}, a number of the structure", "an input of compiled code", hint)
        return number

    def unknown(self, name: Any, argument: str, also: Iterable[str] = ()) -> ArgumentError:
        """Return the error of an unknown name; the arguments are those of `look_up`."""
        of_robot = isinstance(name, str) and name.startswith("robot.")
        # A name of the nominal robot is compared with those of the nominal robot alone, which else would come twice.
        known = [*dict.fromkeys([*(other for other in self if other.startswith("robot.") == of_robot), *also])]
        if len(known) > MOST_COMPARED:
            known = [*self.inputs, *also]
        return unlisted(argument, name, known, f"the name of a number of {self._whose}", f"such as {few(known, 4)}")

    @property
    @abstractmethod
    def _whose(self) -> str:
        """The owner of the numbers in messages."""

    @property
    def inputs(self) -> dict[str, Number]:
        """The inputs of compiled code by name."""
        return {name: number for name, number in self.items() if number.kind == "input"}

    def __getitem__(self, name: str) -> Number:
        return self.look_up(name, "name")

    def get(self, name: Any, default: Any = None) -> Any:
        """Return a number, or a default for an unknown name."""
        number = self.find(name) if isinstance(name, str) else None
        return default if number is None else number

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.find(name) is not None

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        inputs = len(self.inputs)
        return f"<Numbers of {self._whose}: {inputs} inputs, {len(self) - inputs} of the structure>"

    def __str__(self) -> str:
        from armillary.tables.text import text

        return text(self._summary(), 100).rstrip("\n")

    def _repr_html_(self) -> str:
        """Return the printed form as HTML, for notebooks."""
        from armillary.tables.html import html

        return html(self._summary())

    def _summary(self) -> list[Part]:
        """Return all numbers if they are few, else how many each part has, and how to see more."""
        kinds = {name: number.kind for name, number in self.items()}
        if len(kinds) <= MOST_ROWS:
            return self.tables()
        parts: dict[str, list[str]] = {}
        for name in kinds:
            parts.setdefault(self.part_of(name), []).append(name)
        rows = []
        for part, names in [*parts.items()][:MOST_ROWS]:
            inputs = sum(kinds[name] == "input" for name in names)
            rows.append((part, len(names), inputs, ", ".join(names[:2])))
        notes = [
            f"numbers[{next(iter(kinds))!r}] has value, unit, range and meaning of one number",
            "list(numbers) has all names, numbers.inputs the numbers that compiled code takes as inputs",
            "print(numbers.table()) prints all numbers",
        ]
        if len(parts) > MOST_ROWS:
            rest = sum(map(len, [*parts.values()][MOST_ROWS:]))
            notes.insert(0, f"{len(parts) - MOST_ROWS} more parts have {rest} numbers")
        heads = columns("part", "numbers>", "inputs>", "such as", wrap={"such as": 20})
        return [Text(f"{len(kinds)} numbers of {self._whose}"), Table("", heads, rows), Notes(notes)]

    def tables(self) -> list[Part]:
        """Return name, value, unit, kind and meaning of each number."""
        heads = columns("name", "value>", "unit", "kind", "meaning")
        rows = [(number.name, _text(number.value), number.unit, number.kind, number.says) for number in self.values()]
        return [Table("", heads, rows)]


@dataclass(frozen=True, eq=False, repr=False)
class ModelNumbers(NumbersByName):
    """The numbers of a robot for models with some choices: possible inputs of their code, then the structure."""

    robot: Robot
    motors: str
    friction: bool

    @property
    def _whose(self) -> str:
        return f"robot {self.robot.name!r}"

    @cached_property
    def identified(self) -> dict[str, tuple[Key, Number]]:
        """Identity of each input, and the number, by name."""
        return known_parameters(self.robot, self.motors, self.friction)

    @cached_property
    def _places(self) -> dict[Place, str]:
        """Names of inputs by their places."""
        return {place_of_key(self.robot, key): name for name, (key, _) in self.identified.items()}

    def identify(self, name: str) -> tuple[Key, Number] | None:
        """Return identity and number of an input; None for other numbers, and for unknown names."""
        if name not in self.identified:
            # Another name of the same place, such as link.link2.mass, or payload.mass of an only payload.
            place = place_of(self.robot, name)
            if place not in self._places:
                return None
            key, number = self.identified[self._places[place]]
            return key, replace(number, name=name)
        return self.identified[name]

    def find(self, name: str) -> Number | None:
        """Return a number; None for an unknown name."""
        known = self.identify(name)
        if known is not None:
            return known[1]
        place = place_of(self.robot, name)
        return None if place is None else self._structure(name, place)

    def place(self, name: str) -> Place:
        """Return the place of a number in the robot; the name is known."""
        known = self.identified.get(name)
        place = place_of(self.robot, name) if known is None else place_of_key(self.robot, known[0])
        assert place is not None
        return place

    def part_of(self, name: str) -> str:
        """Return kind and name of the part that has a number; the name is known."""
        place = self.place(name)
        if place.kind not in KINDS or not getattr(self.robot, KINDS[place.kind]):  # gravity, or a point at the tip
            return name.partition(".")[0]
        return f"{place.kind} {getattr(self.robot, KINDS[place.kind])[place.at].name}"

    def unknown(self, name: Any, argument: str, also: Iterable[str] = ()) -> ArgumentError:
        """Return the error of an unknown name; the arguments are those of `look_up`."""
        if name == f"{TIP_LOAD}.mass":
            hint = "a robot with several ends needs a [[payload]] or a [[frame]] named tip"
            return refusal(argument, name, f"the name of a number of {self._whose}", hint)
        return super().unknown(name, argument, also)

    def resolve(self, names: Sequence[str], argument: str = "free") -> dict[str, tuple[Key, Number]]:
        """Return identity and number of the inputs that an argument of a user names, in the order of the names.

        Raises:
            ArgumentError: A name is unknown or belongs to the structure, or two names are of one number.
        """
        if isinstance(names, str) or not is_listed(names):
            raise refusal(argument, names, 'a list of names, such as ["payload.mass"]')
        resolved: dict[str, tuple[Key, Number]] = {}
        for name in names:
            known = self.identify(name)
            if known is None:
                self.input(name, argument)  # raises
                continue
            twin = next((other for other, (key, _) in resolved.items() if key == known[0]), None)
            if twin is not None:
                raise same_number(argument, name, twin)
            resolved[name] = known
        return resolved

    def __iter__(self) -> Iterator[str]:
        yield from self.identified
        for name, place in numbers_of(self.robot):
            if place not in self._places:
                yield name

    def _structure(self, name: str, place: Place) -> Number:
        robot = self.robot
        value, part = value_of(robot, place), None
        quantity, whose = Quantity(), ""
        if place.kind != "world":
            part = getattr(robot, f"{place.kind}s")[place.at]
            at = "coordinates" if place.path[0] == "coordinates" and not part.coordinates else None
            path = place.path[2:] if at else place.path
            quantity = quantity_at(part, path).at(_turns(robot, part, place))
            if quantity.lenient and not robot.strict:
                quantity = Quantity(quantity.dimension, says=quantity.says)
            whose = f" of {place.kind} {part.name!r}"
        says = (quantity.says or str([word for word in place.path if isinstance(word, str)][-1])) + whose
        return Number(name, math.nan if value is None else value, quantity, quantity.unit(), says, "structure")


def with_numbers(model: Model, values: Mapping[str, Any]) -> Model:
    """Return a model with other values of numbers, see `Model.with_numbers`."""
    from armillary.multibody.build import model as build_model

    if not isinstance(values, Mapping):
        raise ArgumentError("values", type(values).__name__, 'numbers by name, such as {"payload.mass": 1.0}')
    numbers = {name: model.numbers.look_up(name, "values") for name in values}
    for name, number in numbers.items():
        value = values[name]
        if value is None or isinstance(value, bool | str | list | tuple) or np.ndim(value):
            raise refusal(name, value, "a number in SI units, or an expression")
        number.check(value)
    plain = all(isinstance(value, Real) and not isinstance(value, bool) for value in values.values())
    if plain and not model.changes:
        robot = with_values_at(model.robot, distinct_places(values, model.numbers.place))
        return build_model(robot, motors=model.motors, friction=model.friction, free=model.free)
    if "free" in model.changes:  # the robot does not have the numbers that `Model.with_values` has put in
        problem = "a model whose numbers with_values, or with_numbers of a transformed model, has replaced"
        raise ArgumentError("values", problem, "the model before that", "give all numbers in one call")
    # Expressions, and numbers of a transformed model, have no description: they enter as free parameters do.
    for number in numbers.values():
        if number.kind != "input":
            problem = f"{number.name!r} of a transformed model" if plain else f"an expression for {number.name!r}"
            raise ArgumentError("values", problem, "an input of compiled code")
    model.numbers.resolve([*values], "values")  # each number once
    free = build_model(model.robot, motors=model.motors, friction=model.friction, free=[*values])
    free = free.changed(**model.changes) if model.changes else free
    return free.with_values([*values.values()], checked=False)


def quantity_at(owner: Any, path: tuple[str | int, ...]) -> Quantity:
    """Return the quantity that a class declares for the field at a path; a plain number without a declaration."""
    last = max(k for k, word in enumerate(path) if isinstance(word, str))
    holder: type = type(value_at(owner, path[:last]))
    return next((field.quantity for field in declared(holder) if field.name == path[last]), None) or Quantity()


def _turns(robot: Any, part: Any, place: Place) -> bool:
    """Return whether the joint of a part turns, or the coordinate of a joint."""
    if isinstance(part, Joint) and place.path[0] == "coordinates":
        return part.form.turns[int(place.path[1])]
    if isinstance(part, Motor):
        part = robot.joint(part.joint)
    return not (isinstance(part, Joint) and part.form.slides)


def _text(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:g}"
