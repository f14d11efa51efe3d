"""From what a scenario file says of joints, references and controllers to numbers in SI units and objects.

The classes of references and controllers say themselves what they are made of (`references.parameters`): the kind of
each parameter, and its unit, which at joints depends on whether they turn or slide. A list has a number for each
joint; a table names some of them, and the others stay where they are at the start, or get zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError, Problem, SingularityError
from armillary.files.lines import DEEPEST, Path
from armillary.files.places import Places
from armillary.files.units import parse_quantity
from armillary.files.words import shortened, unknown
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_places, slides
from armillary.simulation.references.parameters import Parameter, parameters

Floats = NDArray[np.float64]

AT_JOINTS = {
    "joint": ("angle", "length"),
    "joint/s": ("angular speed", "speed"),
    "joint/s²": ("angular acceleration", "acceleration"),
    "N·m": ("torque", "force"),
    "N·m/rad": ("rotary stiffness", "linear stiffness"),
    "N·m·s/rad": ("rotary friction", "linear friction"),
}
"""What units at joints measure: at those that turn, at those that slide."""

PLAIN = {
    "": "number",
    "s": "time",
    "Hz": "frequency",
    "rad": "angle",
    "m": "length",
    "rad/s": "angular speed",
}
STAYING = ("start", "end", "offset", "position", "points")
"""Parameters of which joints that are not named stay where the robot starts."""


class Values:
    """Reads values of one file for one robot, and keeps the problems that it finds."""

    def __init__(self, model: Model, places: Places) -> None:
        self.model, self.places = model, places
        self.problems: list[Problem] = []
        self.task = False
        self.elastic = len(model.elastic)

    def fault(self, path: Path, found: str, expected: str, hint: str = "") -> None:
        """Keep a problem."""
        self.problems.append(self.places.problem(path, found, expected, hint))

    def joints(self) -> Iterator[tuple[str, slice, slice, bool]]:
        """Yield the name of each joint that moves, its places in q and in qd, and whether it slides."""
        for name, (q, v) in joint_places(self.model).items():
            yield name, q, v, slides(self.model, name)

    def state(self, path: Path, value: Any, kind: str) -> Floats | None:
        """Return q or qd of the whole robot from a list or a table; None, with a problem kept, if that fails."""
        unit = "joint" if kind == "q" else "joint/s"
        whole = self.model.neutral.copy() if kind == "q" else np.zeros(self.model.nv)
        if value is None:
            return whole
        before = len(self.problems)
        kinds = self._kinds(unit, kind == "q") + ["number"] * self.elastic
        if isinstance(value, dict):
            places = {name: q if kind == "q" else v for name, q, v, _ in self.joints()}
            first = len(whole) - self.elastic
            places |= {name: slice(first + k, first + k + 1) for k, name in enumerate(self.model.elastic)}
            self._by_name(path, value, places, kinds, whole)
        else:
            found = self._list(path, value, kinds, (len(kinds) - self.elastic, len(kinds)))
            if found is not None:
                whole[: len(found)] = found
        if kind == "q" and len(self.problems) == before:
            self._unit_quaternions(path, whole)
        return whole if len(self.problems) == before else None

    def _unit_quaternions(self, path: Path, whole: Floats) -> None:
        for name, q, _, _ in self.joints():
            if q.stop - q.start == 4:
                length = float(np.linalg.norm(whole[q]))
                if abs(length - 1) > 1e-6:
                    self.fault(
                        path, f"a quaternion of length {length:.6g} at joint {name!r}", "(w, x, y, z) of length 1"
                    )
                    continue
                whole[q] /= length

    def masses(self, path: Path, value: Any) -> dict[str, float]:
        """Return the factor on the mass of each link, from one number or a table by link."""
        names = [link.name for link in self.model.robot.links]
        if not isinstance(value, dict):
            one = self._number(path, value, "number")
            return dict.fromkeys(names, 1.0 if one is None else self._factor(path, one))
        found = dict.fromkeys(names, 1.0)
        for name, entry in value.items():
            if name not in found:
                self.fault((*path, name), *unknown(name, names, "a link"))
                continue
            one = self._number((*path, name), entry, "number")
            found[name] = 1.0 if one is None else self._factor((*path, name), one)
        return found

    def _factor(self, path: Path, value: float) -> float:
        if value < 0:
            self.fault(path, f"{value:g}", "a factor of zero or more")
        return max(value, 0.0)

    def made(self, path: Path, table: Mapping[str, Any], classes: Mapping[str, type], what: str, start: Floats) -> Any:
        """Return an object of one of the classes from a table with `type`; None, with problems kept, if that fails."""
        kind = table.get("type")
        if len(path) > DEEPEST:
            self.fault(path[:DEEPEST], "tables inside tables without end", f"a {what}")
            return None
        if not isinstance(kind, str) or kind not in classes:
            at = (*path, "type") if "type" in table else path
            text, expected, hint = unknown(kind, classes)
            self.fault(at, text if "type" in table else "the type is missing", expected, hint)
            return None
        known = {each.name: each for each in parameters(classes[kind])}
        before = len(self.problems)
        given: dict[str, Any] = {}
        for name, value in table.items():
            if name == "type":
                continue
            if name not in known:
                self.fault((*path, name), *unknown(name, known, f"a parameter of {kind}"))
                continue
            given[name] = self._parameter((*path, name), value, known[name], start)
        for name, each in known.items():
            if each.required and name not in table:
                self.fault(path, f"{name} is missing", f"{name} = …: {_meaning(each)}")
        if len(self.problems) > before:
            return None
        return self.guarded(path, lambda: classes[kind](**given))

    def guarded(self, path: Path, make: Callable[[], Any]) -> Any:
        """Return what a function gives; what it refuses becomes a problem at its argument."""
        try:
            return make()
        except ArgumentError as error:
            # Arguments of the program are fields of the file under the same names.
            for at in ((*path, error.argument), (error.argument,)):
                if at in self.places.main.lines:
                    self.fault(at, error.found, error.expected, error.hint)
                    return None
            self.fault(path, f"{error.argument}: {error.found}", error.expected, error.hint)
        except SingularityError as error:
            found, _, hint = str(error).partition("; ")
            self.fault(path, found, "another start, or another task", hint)
        return None

    def _parameter(self, path: Path, value: Any, each: Parameter, start: Floats) -> Any:
        """Return the value of one parameter, checked by its kind and unit."""
        match each.kind:
            case "text":
                return self._typed(path, value, (str, list) if each.name == "task" else (str,), "a text in quotes")
            case "flag":
                return self._typed(path, value, (bool,), "true or false")
            case "number":
                return self._whole(path, value) if isinstance(each.default, int) and not isinstance(
                    each.default, bool
                ) else self._number(path, value, self._plain(each.unit), each.unit)  # fmt: skip
            case "controller":
                from armillary.simulation.controllers import CONTROLLERS

                inner = self._typed(path, value, (dict,), "a table such as { type = 'pd', kp = 100, kd = 20 }")
                return None if inner is None else self.made(path, inner, CONTROLLERS, "controller", start)
            case "objectives":
                return self._objectives(path, value, start)
            case "rows":
                rows = self._typed(path, value, (list,), "a list of rows")
                return [self._numbers((*path, k), row, each, start) for k, row in enumerate(rows or ())]
            case "torque" if isinstance(value, list) and value and isinstance(value[0], list | dict):
                return [self._numbers((*path, k), row, each, start) for k, row in enumerate(value)]
        return self._numbers(path, value, each, start)

    def _objectives(self, path: Path, value: Any, start: Floats) -> tuple[Any, ...]:
        from armillary.simulation.controllers import OBJECTIVES

        tables = self._typed(path, value, (list,), "a list of tables such as { type = 'joint_limits', gain = 1 }")
        made = []
        for k, table in enumerate(tables or ()):
            inner = self._typed((*path, k), table, (dict,), "a table with a type")
            if inner is not None:
                made.append(self.made((*path, k), inner, OBJECTIVES, "objective", start))
        return tuple(made)

    def _numbers(self, path: Path, value: Any, each: Parameter, start: Floats) -> Any:
        """Return one number, or a list of them, with the units that they have at each place."""
        if each.name == "limits" and value == "robot":
            return value
        at_joints = each.unit in AT_JOINTS or each.unit == "N·m/(rad·s)"
        if at_joints and self.task and each.unit.startswith("joint"):
            return self._axes(path, value, each)
        if isinstance(value, dict):
            if not at_joints and each.kind != "gain":
                self.fault(path, shortened(value), "a number, or a list of numbers")
                return None
            quaternions = each.unit == "joint"
            kinds = self._kinds(each.unit, quaternions)
            kinds = kinds if at_joints else [self._plain(each.unit)] * len(kinds)
            whole = np.zeros(len(kinds))
            if each.name in STAYING:
                whole[:] = start[: len(whole)]
            places = {name: q if quaternions else v for name, q, v, _ in self.joints()}
            self._by_name(path, value, places, kinds, whole)
            return whole.tolist()
        if isinstance(value, list):
            kinds = self._kinds(each.unit, each.unit == "joint") if at_joints else [self._plain(each.unit)] * len(value)
            counts = (len(kinds),) if at_joints else (len(value),)
            return self._list(path, value, kinds, counts, each.unit)
        kinds = list(dict.fromkeys(self._kinds(each.unit, False))) if at_joints else [self._plain(each.unit)]
        kinds = kinds or [""]
        if isinstance(value, str) and len(kinds) > 1:
            self.fault(path, shortened(value), "a number for each joint: some turn and some slide")
            return None
        return self._number(path, value, kinds[0], each.unit)

    def _axes(self, path: Path, value: Any, each: Parameter) -> Any:
        """Return numbers of a reference for the position of a frame, which have lengths for units."""
        unit = {"joint": "m", "joint/s": "m/s", "joint/s²": "m/s²"}[each.unit]
        kind = {"joint": "length", "joint/s": "speed", "joint/s²": "acceleration"}[each.unit]
        if isinstance(value, list):
            return self._list(path, value, [kind] * len(value), (len(value),), unit)
        return self._number(path, value, kind, unit)

    def _kinds(self, unit: str, quaternions: bool) -> list[str]:
        """Return what the number of each joint coordinate measures."""
        kinds: list[str] = []
        for _, q, v, sliding in self.joints():
            if quaternions and q.stop - q.start == 4:
                kinds += ["number"] * 4
            else:
                kinds += [AT_JOINTS[unit][sliding] if unit in AT_JOINTS else ""] * (v.stop - v.start)
        return kinds

    @staticmethod
    def _plain(unit: str) -> str:
        return PLAIN.get(unit, "")

    def _by_name(
        self, path: Path, value: dict[str, Any], places: dict[str, slice], kinds: list[str], whole: Floats
    ) -> None:
        """Enter numbers by the names of joints."""
        for name, entry in value.items():
            if name not in places:
                self.fault((*path, name), *unknown(name, places, "a coordinate of this robot"))
                continue
            place = places[name]
            wanted = kinds[place]
            listed = entry if len(wanted) > 1 else [entry]
            found = self._list((*path, name), listed, wanted, (len(wanted),), single=len(wanted) == 1)
            if found is not None:
                whole[place] = found

    def _list(
        self,
        path: Path,
        value: Any,
        kinds: Sequence[str],
        counts: tuple[int, ...],
        unit: str = "",
        single: bool = False,
    ) -> list[float] | None:
        """Return a list of numbers, each of its own kind."""
        if not isinstance(value, list):
            self.fault(path, shortened(value), f"a list of {counts[0]}, or a table by the names of joints")
            return None
        if len(value) not in counts:
            wanted = " or ".join(str(count) for count in dict.fromkeys(counts))
            count = f"{len(value)} number{'s' * (len(value) != 1)}"
            self.fault(path, count, f"{wanted}: one for each coordinate")
            return None
        found = [self._number(path if single else (*path, k), e, kinds[k], unit) for k, e in enumerate(value)]
        return None if any(number is None for number in found) else found  # type: ignore[return-value]

    def _number(self, path: Path, value: Any, kind: str, unit: str = "") -> float | None:
        """Return a number with a unit; an empty kind is a unit without a name, which takes plain numbers."""
        if not kind:
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not np.isfinite(value):
                self.fault(path, shortened(value), f"a number in {unit or 'SI units'}")
                return None
            return float(value)
        try:
            return parse_quantity(value, kind)
        except ArgumentError as error:
            if kind == "frequency" and unit == "Hz" and isinstance(value, str):  # 2π times as large in rad/s
                try:
                    return parse_quantity(value, "angular speed") / (2 * np.pi)
                except ArgumentError:
                    pass
            self.fault(path, error.found, error.expected, error.hint)
            return None

    def _whole(self, path: Path, value: Any) -> int | None:
        if type(value) is not int:
            self.fault(path, shortened(value), "a whole number")
            return None
        return value

    def _typed(self, path: Path, value: Any, kinds: tuple[type, ...], expected: str) -> Any:
        if not isinstance(value, kinds):
            self.fault(path, shortened(value), expected)
            return None
        return value

    def position(self, q: Floats, frame: str) -> tuple[float, ...]:
        """Return where a frame is at q [m]."""
        return tuple(float(x) for x in frame_pose(self.model, body_poses(self.model, q), frame)[1])


def _meaning(each: Parameter) -> str:
    unit = each.unit.replace("joint/", "rad/").replace("joint", "rad or m")
    return each.meaning + (f" [{unit}]" if unit else "")
