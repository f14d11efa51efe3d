"""Numbers of a scenario by name: those of its plant, its controller, its reference, its start and its settings.

Inputs of the compiled closed loop, which may differ from run to run:
    payload.mass, elbow.friction.viscous       of the plant, as in `Model.numbers`
    controller.kp, controller.kp[2]            gains; without an index, of all joints
    controller.filters[0].frequency            gains of controllers and filters inside others, by their place there
    disturbances[0].force.z                    wrenches that are constant
    reference.end[1], reference.end            numbers of the reference, one or all
    q0[0], qd0[1], x0.motor1.current           start: entries of q and qd, states of controller and drives
    seed                                       random numbers of the sensors
Structure: period, solver.step, sensors[0].noise, disturbances[0].start, upper.beam.length, and robot.upper.mass: a
number of the nominal robot, and of the plant if the scenario has no separate plant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.numbers import same_number
from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.files.arguments import reals, refusal
from armillary.files.lines import Path, field_name, field_path
from armillary.files.nested import common, entries_of, is_numeric, paths_in, value_at, with_value
from armillary.files.quantity import AT_JOINTS, Declared, Kind, Number, Quantity
from armillary.files.words import shortened
from armillary.multibody.coordinates import (
    coordinate_names,
    coordinate_units,
    joint_coordinates,
    joint_count,
    joint_size,
    velocity_names,
)
from armillary.multibody.home import home
from armillary.multibody.numbers import NumbersByName
from armillary.simulation.disturbances import Push
from armillary.simulation.drives.drives import drive_states
from armillary.simulation.parameters import Format, format_of, parameters
from armillary.simulation.signals import state_names
from armillary.spatial.scalar import Floats, Scalar

if TYPE_CHECKING:
    from armillary.simulation.scenario import Scenario

TUNED = ("controller", "disturbances")
"""First words of the numbers of control law and disturbances."""
STARTED = ("q0", "qd0", "x0", "reference", "seed")
"""First words of the numbers of start, reference and noise."""
WRENCH = {"moment": (0, "N·m", "torque"), "force": (3, "N", "force")}
"""First entry, unit and dimension of each half of a wrench."""
PARTS = ("controller", "reference", "disturbances", "sensors", "changes", "solver")
"""Fields of a scenario with numbers inside."""
GREATEST_SEED = 2**53
GAINS = (None, Format.GAIN, Format.COEFFICIENTS, Format.MATRIX, Format.GRID)
"""Forms of numbers that are gains; None is a single number."""


def owner_of(name: str) -> str:
    """Return the first word of a name such as `reference.end[2]`."""
    return name.partition(".")[0].partition("[")[0]


@dataclass(frozen=True)
class Gain:
    """One gain of a controller: path in the scenario, index in its array, value, declaration, and the law with it."""

    path: Path
    place: tuple[int, ...]
    value: Scalar
    declared: Declared
    law: Any

    @property
    def name(self) -> str:
        """Name with the index."""
        return field_name((*self.path, *self.place))


def gains(spec: Any, law: Any, path: Path = ("controller",)) -> Iterator[Gain]:
    """Yield the gains of a controller and of the controllers and filters inside it, entry by entry.

    A law names the laws and filters inside it by their places in its specification (`inside`), and its attributes have
    the names of its parameters.
    """
    yield from _own_gains(spec, law, path)
    for place, block in _inside(spec, law).items():
        yield from gains(value_at(spec, place), block, (*path, *place))


def with_gain(spec: Any, law: Any, path: Sequence[str | int], value: Scalar) -> Any:
    """Return a specification with another value of one of its gains; raise `LookupError` for an unknown one."""
    for place, block in _inside(spec, law).items():
        if tuple(path[: len(place)]) == place:
            return with_value(spec, place, with_gain(value_at(spec, place), block, path[len(place) :], value))
    name, *rest = path
    places = {gain.place for gain in _own_gains(spec, law) if gain.path == (name,)}
    if not places:
        raise LookupError(name)
    if not rest:
        return replace(spec, **{str(name): value})
    array = np.array(getattr(law, str(name)), dtype=object)
    described = getattr(spec, str(name))
    if isinstance(described, float | int | Expr):  # one for all joints, which may have replaced that of the law
        array = np.full(array.shape, described, dtype=object)
    elif np.ndim(described) == array.ndim:  # entries that are expressions already
        array = np.array(described, dtype=object)
    entry = tuple(int(k) for k in rest)
    if entry not in places:
        raise LookupError(rest)
    array[entry] = value
    return replace(spec, **{str(name): array})


def _own_gains(spec: Any, law: Any, path: Path = ()) -> Iterator[Gain]:
    """Yield the gains of a controller without those inside it, entry by entry."""
    known = parameters(type(spec)) if hasattr(type(spec), "__dataclass_fields__") else ()
    for field in known:
        value = getattr(law, field.name, None)
        is_gain = field.quantity is not None and format_of(field) in GAINS
        if not is_gain or not isinstance(value, float | np.ndarray | Expr):
            continue
        for place, entry in np.ndenumerate(np.asarray(value)):
            yield Gain((*path, field.name), place, entry if isinstance(entry, Expr) else float(entry), field, law)


def _inside(spec: Any, law: Any) -> Mapping[Path, Any]:
    """Return the laws and filters inside a law by their places; none if a law was given without a specification."""
    return getattr(law, "inside", {}) if hasattr(type(spec), "__dataclass_fields__") else {}


def controls_frame(law: Any) -> bool:
    """Return whether a law, or one inside it, follows the motion of a frame instead of one of the joints."""
    return hasattr(law, "space") or any(map(controls_frame, getattr(law, "inside", {}).values()))


def with_wrench(push: Push, path: Sequence[str | int], value: Scalar) -> Push:
    """Return a push with another entry of its wrench, such as ("force", "z")."""
    part, axis = path
    wrench = [*push.wrench]  # type: ignore[misc]
    wrench[WRENCH[str(part)][0] + "xyz".index(str(axis))] = value
    return replace(push, wrench=tuple(wrench))


def start_of(scenario: Scenario, name: str) -> Floats:
    """Return q0 or qd0 of a scenario; the default is that of the joints alone."""
    model, start = scenario.plant_model, getattr(scenario, name)
    if start is None:
        return home(model).q[: joint_size(model)] if name == "q0" else np.zeros(joint_count(model))
    return np.asarray(start, dtype=float)


@dataclass(frozen=True, eq=False, repr=False)
class ScenarioNumbers(NumbersByName):
    """The numbers of a scenario: inputs of plant, controller, disturbances, reference, start; then the structure."""

    scenario: Scenario

    @property
    def _settings(self) -> dict[str, Quantity]:
        """Quantities of the fields of the scenario that are numbers."""
        fields = parameters(type(self.scenario))
        return {field.name: field.quantity for field in fields if field.quantity is not None}

    @property
    def _whose(self) -> str:
        return "the scenario"

    def find(self, name: str) -> Number | None:
        """Return a number; None for an unknown name."""
        if name not in self._known:  # runs of one scenario look the same names up again and again
            number = self._of_scenario(name) or self.scenario.plant_model.numbers.find(name)
            if number is None:
                return None
            self._known[name] = number
        return self._known[name]

    def part_of(self, name: str) -> str:
        """Return the field of the scenario that has a number, or the part of the plant; the name is known."""
        if name in self._settings:
            return "settings"
        return owner_of(name) if self._of_scenario(name) else self.scenario.plant_model.numbers.part_of(name)

    def listed_name(self, name: str, names: Iterable[str]) -> str | None:
        """Return that one of some names which is of the same number; None if none of them is."""
        return next((other for other in names if self._identity(other) == self._identity(name)), None)

    def _identity(self, name: str) -> Any:
        """Return a value that all names of one number share: those of the plant may have the word for their kind."""
        known = None if self._of_scenario(name) else self.scenario.plant_model.numbers.identify(name)
        return name if known is None else known[0]

    @cached_property
    def _known(self) -> dict[str, Number]:
        """Numbers that have been looked up."""
        return {}

    def __iter__(self) -> Iterator[str]:
        plant = self.scenario.plant_model.numbers
        yield from plant.inputs
        yield from self._gains
        yield from (f"disturbances[{k}].{part}.{axis}" for k in self._constant for part in WRENCH for axis in "xyz")
        yield from self._names("reference", "input")
        for start in ("q0", "qd0"):
            yield from (f"{start}[{k}]" for k in range(start_of(self.scenario, start).shape[-1]))
        yield from (f"x0.{state}" for state in self.states)
        yield "seed"
        yield from (name for name in plant if plant[name].kind == "structure")
        yield from (name for name in self._settings if name != "seed")
        for owner in PARTS:
            yield from self._names(owner, "structure")
        yield from (f"robot.{name}" for name in self.scenario.nominal_model.numbers)

    @cached_property
    def states(self) -> tuple[str, ...]:
        """Names of the states of controller and drives."""
        drives = (state.name for state in drive_states(self.scenario.plant_model))
        return (*(f"controller.{name}" for name in state_names(self.scenario.law)), *drives)

    @cached_property
    def _gains(self) -> dict[str, list[Gain]]:
        """The gains that each name stands for; a name without an index stands for those of all joints."""
        spec, named = self.scenario.controller, dict[str, list[Gain]]()
        if not hasattr(type(spec), "__dataclass_fields__"):
            return named
        for gain in gains(spec, self.scenario.law):
            if len(gain.place) == 1:
                named.setdefault(field_name(gain.path), []).append(gain)
            named[gain.name] = [gain]
        return named

    @property
    def gains(self) -> list[str]:
        """Names of all gains, one by one."""
        return [name for name, named in self._gains.items() if name == named[0].name]

    @property
    def _constant(self) -> list[int]:
        """Numbers of the disturbances whose wrench is constant."""
        pushes = enumerate(self.scenario.disturbances)
        return [k for k, push in pushes if isinstance(push, Push) and not push.has_functions]

    def _part(self, owner: str) -> Any:
        """Return a field of the scenario; the default solver where it has none."""
        from armillary.simulation.solvers import Auto  # which depends on closed loops, and so on this module

        value = getattr(self.scenario, owner)
        return Auto() if owner == "solver" and value is None else value

    def _names(self, owner: str, kind: Kind) -> Iterator[str]:
        """Yield the numbers of one kind in a field of the scenario, entries of arrays included."""
        for path, value in paths_in(self._part(owner), (owner,)):
            places = [place for place, _ in entries_of(value)] if is_numeric(value) else []
            for name in dict.fromkeys(field_name((*path, *place)) for place in [(), *places]):
                number = self.find(name)
                if number is not None and number.kind == kind:
                    yield name

    def _of_scenario(self, name: str) -> Number | None:
        """Return a number of the scenario itself; None for those of the plant."""
        scenario, owner = self.scenario, owner_of(name)
        if name == "seed":
            return _number(name, replace(self._settings[name], most=GREATEST_SEED), "input", scenario.seed)
        if name in self._settings:
            return _number(name, self._settings[name], "structure", getattr(scenario, name))
        if owner == "robot" and name != owner:
            number = scenario.nominal_model.numbers.find(name.removeprefix("robot."))
            return None if number is None else replace(number, name=name, kind="structure")
        if owner in ("q0", "qd0"):
            return self._of_start(name, owner)
        if owner == "x0":
            return self._of_state(name)
        if name in self._gains:
            return self._of_gain(name)
        if owner in PARTS:
            return self._of_part(name, owner)
        return None

    def _of_start(self, name: str, owner: str) -> Number | None:
        start, entry = start_of(self.scenario, owner), field_path(name)[1:]
        if len(entry) != 1 or not isinstance(entry[0], int) or entry[0] >= start.shape[-1]:
            return None
        model, k = self.scenario.plant_model, entry[0]
        labels = coordinate_names(model) if owner == "q0" else velocity_names(model)
        unit = coordinate_units(model)["q" if owner == "q0" else "qd"][k]
        says = f"{'position' if owner == 'q0' else 'velocity'} of {labels[k]} at the start"
        return Number(name, common(start[..., k]), Quantity(says=says), unit, says, "input")

    def _of_state(self, name: str) -> Number | None:
        state = name.removeprefix("x0.")
        if state == name or state not in self.states:
            return None
        units = {drive.name: drive.unit for drive in drive_states(self.scenario.plant_model)}
        value, says = dict(self.scenario.x0).get(state, np.nan), f"state {state} at the start"
        return Number(name, common(value), Quantity(says=says), units.get(state, ""), says, "input")

    def _of_gain(self, name: str) -> Number:
        named = self._gains[name]
        values = [np.nan if isinstance(gain.value, Expr) else gain.value for gain in named]
        place = named[0].place if name == named[0].name else ()
        number = self._declared(name, named[0].declared, place, common(values), "input")
        if len(place) < 2:
            return number
        # Entries of a gain that is a matrix have no range.
        return replace(number, quantity=Quantity(number.quantity.dimension, says=number.says))

    def _declared(self, name: str, field: Declared, place: Path, value: float, kind: Kind) -> Number:
        """Return a number as a class declares it: at the joint of its index, or at joints of one kind."""
        quantity = field.quantity or Quantity()
        if quantity.dimension not in AT_JOINTS:
            return Number(name, value, quantity, quantity.unit(), field.says, kind)
        turning = self._turning(quantity.dimension == "joint position", owner_of(name))
        at_joint = {turning.get(int(place[0]))} if len(place) == 1 else {*turning.values()}
        if len(at_joint) != 1 or None in at_joint:
            return Number(name, value, quantity, "", field.says, kind)
        quantity = quantity.at(at_joint == {True})
        return Number(name, value, quantity, quantity.unit(), field.says, kind)

    def _turning(self, positions: bool, owner: str) -> dict[int, bool | None]:
        """Return whether each coordinate turns, by its index among positions, or among rates and efforts.

        Parts of quaternions do neither: None. The reference of a frame has its coordinates x, y and z in front.
        """
        if owner == "reference" and controls_frame(self.scenario.law):
            return dict.fromkeys(range(3), False)
        coordinates = joint_coordinates(self.scenario.plant_model)
        if not positions:
            return {coordinate.v: coordinate.turns for coordinate in coordinates}
        turning: dict[int, bool | None] = dict.fromkeys(range(joint_size(self.scenario.plant_model)))
        return turning | {coordinate.q: coordinate.turns for coordinate in coordinates if coordinate.q is not None}

    def _of_part(self, name: str, owner: str) -> Number | None:
        """Return a number of a part of the scenario by its path; those of the reference are inputs."""
        path = field_path(name)
        if field_name(path) != name:  # no path, or another spelling of one
            return None
        if owner == "disturbances" and len(path) == 4 and path[1] in self._constant and path[2] in WRENCH:
            first, unit, dimension = WRENCH[str(path[2])]
            if path[3] not in ("x", "y", "z"):
                return None
            push = self.scenario.disturbances[int(path[1])]
            says = f"{path[2]} on {push.frame} along {path[3]}"  # type: ignore[attr-defined]
            value = push.wrench[first + "xyz".index(path[3])]  # type: ignore[attr-defined]
            return Number(name, value, Quantity(dimension, says=says), unit, says, "input")
        try:
            value, last = value_at(self._part(owner), path[1:]), _last_word(path)
            holder = value_at(self._part(owner), path[1:last])
        except (LookupError, TypeError, ValueError):
            return None
        fields = {field.name: field for field in parameters(type(holder))} if last else {}
        field = fields.get(str(path[last]))
        is_open = value is None and field is not None and field.quantity is not None
        if path[-1] == "switches" or not (is_open or is_numeric(value)):
            return None
        if owner == "disturbances" and path[-1] not in ("start", "end"):
            return None
        kind: Kind = "input" if owner == "reference" and value is not None else "structure"
        number = np.nan if value is None else common(value)
        if field is None:
            dimension = "time" if owner in ("disturbances", "changes") else "number"
            quantity = Quantity(dimension, infinite=kind == "structure", says=str(path[last]))
            return Number(name, number, quantity, quantity.unit(), quantity.says, kind)
        place = () if owner == "sensors" else path[last + 1 :]  # channels of a sensor are not the joints
        return self._declared(name, field, place, number, kind)

    def checked(self, values: Mapping[str, ArrayLike], argument: str = "parameters") -> dict[str, Floats]:
        """Return values of inputs by name: each a number, or one for each run.

        Raises:
            ArgumentError: A name is unknown or belongs to the structure, two names are of one number, or a value is out
                of its range.
        """
        arrays: dict[str, Floats] = {}
        names: dict[Any, str] = {}
        for name, value in values.items():
            number, array = self.input(name, argument), reals(value)
            twin = names.setdefault(self._identity(name), name)
            if twin != name:
                raise same_number(argument, name, twin)
            if array.ndim > 1 or not array.size or not np.all(np.isfinite(array)):
                raise ArgumentError(name, shortened(value), "a finite number, or one for each run", "", value)
            number.check(array)
            if name == "seed" and np.any(array != np.floor(array)):
                raise ArgumentError(name, shortened(value), "whole numbers from 0 to 2⁵³")
            arrays[name] = array
        return arrays

    def changed(self, values: Mapping[str, float], fields: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the fields of a scenario that change with some numbers; `fields` are others that change, too."""
        now = dict(fields or {})
        # The law has the gains of the scenario's own controller; another controller is changed by its fields.
        tuned = "controller" not in now
        plants: dict[str, dict[str, float]] = {"robot": {}, "plant": {}}
        for name, value in values.items():
            owner = owner_of(name)
            if self._of_scenario(name) is None:
                plants["plant"][name] = value
            elif owner == "robot":
                plants["robot"][name.removeprefix("robot.")] = value
            else:
                part = now[owner] if owner in now else self._part(owner)
                now[owner] = self._with(name, part, value, tuned)
        for owner, changes in plants.items():
            if changes:
                robot, plant = (now.get(field, getattr(self.scenario, field)) for field in ("robot", "plant"))
                now[owner] = (robot if owner == "robot" or plant is None else plant).with_numbers(changes)
        return now

    def _with(self, name: str, part: Any, value: float, tuned: bool) -> Any:
        """Return a field of the scenario, `part`, with another number; `tuned`: its controller has the known gains."""
        owner, *path = field_path(name)
        if owner in ("seed", "hold"):
            if value != int(value):
                raise refusal(name, value, "a whole number")
            return int(value)
        if owner == "x0":
            return dict(part) | {name.partition(".")[2]: value}
        if owner in ("q0", "qd0"):
            rows = np.array(start_of(self.scenario, str(owner)) if part is None else part, dtype=float)
            rows[..., int(path[0])] = value
            return rows
        if name in self._gains and tuned:
            return with_gain(part, self.scenario.law, path, value)
        if owner == "disturbances" and path[1] in WRENCH:
            pushes = [*part]
            pushes[int(path[0])] = with_wrench(pushes[int(path[0])], path[1:], value)
            return tuple(pushes)
        try:
            return with_value(part, path, value)
        except ArgumentError as error:
            raise error.renamed(f"{owner}{'' if error.field.startswith('[') else '.'}{error.field}") from None


def _number(name: str, quantity: Quantity, kind: Kind, value: float | None) -> Number:
    return Number(name, np.nan if value is None else float(value), quantity, quantity.unit(), quantity.says, kind)


def _last_word(path: Path) -> int:
    """Return the place of the last name in a path, behind which indices follow."""
    return max(k for k, word in enumerate(path) if isinstance(word, str))
