"""What a user gives as configuration, rates, accelerations or efforts → complete vectors.

A configuration is
    an array or a list      of the joints; of joints and elastic coordinates; or of these and the drives
    a mapping               from a joint, or from one coordinate (`coordinate_names`), to its numbers
    a text                  the name of a configuration of the robot
    None                    the default configuration (`multibody.home`)
Coordinates that are not given are those of the default configuration: joints there, links undeformed, gears unloaded.
Rates, accelerations and efforts have no names; where they are not given they are zero, and rotors follow the joints.
The rows of a stack are an array of shape (N, n), or a list of names and mappings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.files.arguments import reals
from armillary.files.lines import Path, field_name
from armillary.files.units import parse_quantity
from armillary.files.words import few, nearest, shortened, unknown
from armillary.multibody.coordinates import (
    coordinate_names,
    coordinate_units,
    joint_size,
    places_by_name,
    velocity_names,
)
from armillary.multibody.drives import unwound, unwound_rates
from armillary.multibody.home import home
from armillary.multibody.model import Model
from armillary.spatial.rotation import UNIT
from armillary.spatial.scalar import Floats

Coordinates = ArrayLike | Mapping[str, Any] | None
"""Numbers, numbers by joint, the name of a configuration, or None for the default."""
Kind = Literal["qd", "qdd", "tau"]
"""What `rates` reads: rates, accelerations or efforts."""
Report = Callable[[Path, str, str, str], None]
"""Takes a fault: path behind the name of the argument, what was found, what was expected, and a hint."""
SEVERAL = (list, tuple, np.ndarray)
DIMENSIONS = {
    "": "number", "rad": "angle", "m": "length", "rad/s": "angular speed", "m/s": "speed",
    "rad/s²": "angular acceleration", "m/s²": "acceleration", "N·m": "torque", "N": "force",
}  # fmt: skip
"""Dimension of each unit of `coordinate_units`."""


def configuration(
    model: Model,
    given: Coordinates,
    *,
    argument: str = "q",
    rows: bool = False,
    units: bool = False,
    report: Report | None = None,
) -> Floats:
    """Return a complete configuration, shape (nq,), with unit quaternions.

    Args:
        model: The model.
        given: The configuration, as described above.
        argument: Name of the argument in an error.
        rows: Whether several configurations may be given; the result then has shape (N, nq).
        units: Whether numbers may be texts with units, such as "90 deg".
        report: Called with each fault, so that a file shows all of them; by default the first one is raised.

    Example:
        >>> import armillary as arm
        >>> model = arm.model(arm.library.get("khatib-rr"))
        >>> configuration(model, {"joint2": "90 deg"}, units=True).round(3)
        array([0.   , 1.571])
    """
    reader = _Reader(model, "q", argument, units, report)
    q = reader.read(given, home(model).q, rows)
    for place, _ in model.quaternions:
        length = np.linalg.norm(q[..., place], axis=-1, keepdims=True)
        wrong = np.flatnonzero(np.abs(length - 1) > UNIT)
        if len(wrong):
            joint = coordinate_names(model)[place.start].rpartition(".")[0]
            problem = f"a quaternion of length {length.flat[wrong[0]]:.6g} at joint {joint!r}"
            reader.fault((int(wrong[0]),) if length.size > 1 else (), problem, "(w, x, y, z) of length 1")
        else:
            q[..., place] /= length
    return q


def rates(
    model: Model,
    given: Coordinates,
    *,
    argument: str = "qd",
    kind: Kind = "qd",
    rows: bool = False,
    units: bool = False,
    report: Report | None = None,
) -> Floats:
    """Return a complete vector of rates, accelerations or efforts (`kind`), shape (nv,), or (N, nv) with `rows`.

    The other arguments are those of `configuration`.
    """
    return _Reader(model, kind, argument, units, report).read(given, np.zeros(model.nv), rows)


def deforms(model: Model, given: Coordinates, *, units: bool = False) -> bool:
    """Return whether a configuration says how links or gears are deformed, and not only where joints are."""
    if given is None or isinstance(given, str):
        return False
    if isinstance(given, Mapping):
        return any(name in given for name in coordinate_names(model)[joint_size(model) :])
    if not units and is_listed(given):
        return any(deforms(model, row) for row in given)  # type: ignore[union-attr]
    return np.shape(given)[-1:] > (joint_size(model),)


def as_given(model: Model, whole: Floats, given: Coordinates, *, units: bool = False) -> Floats:
    """Return the coordinates of the joints alone, unless `given` deforms links or gears.

    The equilibrium then sets the rest: links sag and gears wind.
    """
    joints = whole.shape[-1] - len(model.elastic) - len(model.drives)
    return whole if deforms(model, given, units=units) else whole[..., :joints]


def is_listed(given: object) -> bool:
    """Return whether a value is a list of names and mappings, one for each row of a stack."""
    return isinstance(given, (list, tuple)) and any(isinstance(row, (str, Mapping)) for row in given)


@dataclass(frozen=True)
class _Reader:
    """Reads vectors of one kind ("q", "qd", "qdd" or "tau") for one model."""

    model: Model
    kind: str
    argument: str
    units: bool
    report: Report | None

    def fault(self, path: Path, found: str, expected: str, hint: str = "", value: Any = None) -> None:
        """Report a fault, or raise it."""
        if self.report is None:
            raise ArgumentError(field_name((self.argument, *path)), found, expected, hint, value)
        self.report(path, found, expected, hint)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the coordinates."""
        return coordinate_names(self.model) if self.kind == "q" else velocity_names(self.model)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Accepted numbers of entries: of joints, with the elastic coordinates, with the drives."""
        rigid = len(self.names) - len(self.model.drives)
        return rigid - len(self.model.elastic), rigid, len(self.names)

    def read(self, given: Coordinates, default: Floats, rows: bool, path: Path = ()) -> Floats:
        """Return the complete vector, or rows of them; `default` has the values that are not given."""
        if rows and not self.units and is_listed(given):
            return np.array([self.read(row, default, False, (k,)) for k, row in enumerate(given)])  # type: ignore
        whole, known = np.array(default, dtype=float), np.zeros(len(default), dtype=bool)
        if isinstance(given, str):
            whole[:] = self._named(given, path)
        elif isinstance(given, Mapping):
            for place, numbers in self._by_name(given, path):
                whole[place], known[place] = numbers, True
        elif given is not None:
            numbers = self._array(given, rows, path)
            whole = np.broadcast_to(whole, (*numbers.shape[:-1], len(whole))).copy()
            whole[..., : numbers.shape[-1]] = numbers
            known[: numbers.shape[-1]] = True
        self._follow(whole, known)
        return whole[None] if rows and whole.ndim == 1 else whole

    def _follow(self, whole: Floats, known: Any) -> None:
        """Let the rotors of drives that are not given follow the joints."""
        if self.kind == "tau" or not self.model.drives:
            return
        following = unwound(self.model, whole) if self.kind == "q" else unwound_rates(self.model, whole)
        for drive in self.model.drives:
            place = drive.q if self.kind == "q" else drive.v
            if not known[place].all():
                whole[..., place] = following[..., place]

    def _named(self, name: str, path: Path) -> Floats:
        """Return the configuration of a name."""
        configurations = self.model.robot.configurations if self.kind == "q" else ()
        known = {named.name: named.q for named in configurations}
        if name not in known:
            expected = f"{_count(self.sizes)}, or numbers by joint"
            if known:
                expected += f", or one of the configurations {', '.join(known)}"
            elif self.kind == "q":
                expected += "; the robot has no named configurations"
            self.fault(path, shortened(name), expected, nearest(name, known), name)
            return self.model.neutral if self.kind == "q" else np.zeros(self.model.nv)
        return np.concatenate([known[name], self.model.neutral[len(known[name]) :]])

    def _by_name(self, given: Mapping[str, Any], path: Path) -> Iterator[tuple[slice, Floats]]:
        """Yield the places and the numbers of the joints and coordinates that a mapping names."""
        places = places_by_name(self.model, positions=self.kind == "q")
        for name, value in given.items():
            if name not in places:
                self.fault((*path, name), *unknown(name, places, "a coordinate of this robot"), name)
                continue
            place = places[name]
            size = place.stop - place.start
            entries = [value] if size == 1 and not isinstance(value, SEVERAL) else value
            numbers = self._numbers(entries, (size,), (*path, name), place.start)
            if numbers is not None:
                yield place, numbers

    def _array(self, given: ArrayLike, rows: bool, path: Path) -> Floats:
        """Return the numbers of an array with one of the accepted sizes, or rows of them."""
        array = np.zeros(0) if self.units else reals(given)
        if not rows or array.ndim != 2 or array.shape == (0, 0):
            numbers = self._numbers(given, self.sizes, path)
            return np.zeros(0) if numbers is None else numbers
        if array.shape[1] not in self.sizes or not len(array):
            problem = f"rows of {array.shape[1]} numbers" if len(array) else "no rows"
            self.fault(path, problem, f"rows of {_count(self.sizes)}", value=given)
        elif not np.all(np.isfinite(array)):
            row, column = np.argwhere(~np.isfinite(array))[0].tolist()
            self.fault((*path, row, column), str(array[row, column]), "a finite number")
        return array

    def _numbers(self, value: Any, sizes: tuple[int, ...], path: Path, first: int = 0) -> Floats | None:
        """Return finite numbers of the coordinates from `first` on, as many as one of `sizes`; None after a fault."""
        if self.units:
            entries = value if isinstance(value, SEVERAL) else None
        else:
            array = reals(value)
            entries = array if array.ndim == 1 else None
        if entries is None or len(entries) not in sizes:
            whole = sizes == self.sizes  # and not the size of one joint
            expected = _count(sizes) + ", or numbers by joint" * whole
            problem = shortened(value) if entries is None else f"{len(entries)} number{'s' * (len(entries) != 1)}"
            self.fault(path, problem, expected, f"in this order: {few(self.names, 12)}" * whole, value)
            return None
        if self.units:
            numbers = []
            for k, entry in enumerate(entries):
                numbers.append(self._quantity((*path, k) if len(entries) > 1 else path, entry, first + k))
            return None if None in numbers else np.array(numbers, dtype=float)
        array = np.asarray(entries)
        if not np.all(np.isfinite(array)):
            number = float(array[~np.isfinite(array)][0])
            self.fault(path, str(number), _count(sizes), value=number)
            return None
        return array

    def _quantity(self, path: Path, value: Any, k: int) -> float | None:
        """Return a number or a text with a unit of coordinate k in SI units; None after a fault."""
        try:
            return parse_quantity(value, DIMENSIONS[coordinate_units(self.model)[self.kind][k]])
        except ArgumentError as error:
            self.fault(path, error.found, error.expected, error.hint, value)
            return None


def _count(sizes: tuple[int, ...]) -> str:
    """Return the accepted numbers of entries in words."""
    counts = " or ".join(map(str, dict.fromkeys(sizes)))
    return f"{counts} finite number{'' if set(sizes) == {1} else 's'}"
