"""The declaration of a number beside its type: dimension, range and meaning.

    mass: Annotated[float, Quantity("mass", least=0, says="mass of the link")] = 0.0

Parts of robots, controllers, references, sensors and solvers declare their fields in this way. Readers of files,
checks, free parameters, exports and tables take units, ranges and meanings from the declaration.

A dimension of `AT_JOINTS` is that of a rotation where a joint turns, and that of a translation where it slides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, fields, replace
from functools import cache
from numbers import Real
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from armillary.errors import ArgumentError
from armillary.files.keywords import Helpful
from armillary.files.units import symbol
from armillary.files.words import Told, shortened

AT_JOINTS = {
    "joint position": ("angle", "length"),
    "joint speed": ("angular speed", "speed"),
    "joint acceleration": ("angular acceleration", "acceleration"),
    "joint effort": ("torque", "force"),
    "joint stiffness": ("rotary stiffness", "linear stiffness"),
    "joint damping": ("rotary friction", "linear friction"),
    "joint cubic stiffness": ("rotary cubic stiffness", "linear cubic stiffness"),
    "joint integral stiffness": ("rotary integral stiffness", "linear integral stiffness"),
}
"""Dimension at a joint that turns, and at one that slides."""

SMALLEST, GREATEST = 1e-100, 1e100
"""Range of durations, steps and other numbers above a bound; squares of numbers beyond it are zero or infinite."""

AT_ROTOR = object()
"""Marks a field whose part sits on a rotor: its quantities at joints are rotary."""


@dataclass(frozen=True)
class Quantity(Helpful):
    """Dimension, range and meaning of a number, or of each entry of a vector.

    Args:
        dimension: A key of `files.units.DIMENSIONS` or of `AT_JOINTS`.
        says: Meaning, without unit, as in "mass of the link".
        least: Smallest value.
        above: Bound that the value must exceed.
        most: Largest value.
        below: Bound that the value must stay below.
        infinite: Whether infinity is a value.
        zero: Whether zero is a value.
        direction: Whether a vector has length one; files may give another length.
        lenient: Whether a robot that is not strict may have values outside the range.
        free: Whether the number may be an input of compiled code; otherwise it belongs to the structure.
        hint: What to try in place of a value outside the range.
        table: Table of a robot file that holds the number, within that of its part; default that of the part itself.

    Example:
        >>> Quantity("mass", least=0, says="mass of the link").expected(-1.0)
        'a finite value of zero or more'
        >>> Quantity("joint effort", says="dry friction").unit(turns=None)
        'N·m or N'
    """

    dimension: str = "number"
    _: KW_ONLY
    says: str = ""
    least: float = -math.inf
    above: float = -math.inf
    most: float = math.inf
    below: float = math.inf
    infinite: bool = False
    zero: bool = True
    direction: bool = False
    lenient: bool = False
    free: bool = False
    hint: str = ""
    table: str = ""

    def __repr__(self) -> str:
        changed = [(f.name, getattr(self, f.name)) for f in fields(self) if getattr(self, f.name) != f.default]
        return f"Quantity({', '.join(f'{name}={value!r}' for name, value in changed)})"

    def dimension_at(self, turns: bool = True) -> str:
        """Return the dimension at a joint that turns or slides, a key of `files.units.DIMENSIONS`."""
        rotary, linear = AT_JOINTS.get(self.dimension, (self.dimension, self.dimension))
        return rotary if turns else linear

    def at(self, turns: bool = True) -> Quantity:
        """Return the quantity with its dimension at a joint that turns or slides."""
        return replace(self, dimension=self.dimension_at(turns)) if self.dimension in AT_JOINTS else self

    def unit(self, turns: bool | None = True) -> str:
        """Return the SI unit as text, at a joint that turns or slides; for None both, as in "N·m or N"."""
        if turns is None:
            return " or ".join(dict.fromkeys((self.unit(True), self.unit(False))))
        return symbol(self.dimension_at(turns))

    def fault(self, value: object, turns: bool | None = True, *, unit: str = "", squared: bool = False) -> Told | None:
        """Return found, expected and hint if a value is not a number in the range; None for one that is.

        Args:
            value: The value; True and False are not numbers.
            turns: Whether its joint turns, as for `unit`.
            unit: Unit in the message; default that of the quantity.
            squared: Whether numbers above a bound whose squares vanish or overflow are out of range, too.

        Example:
            >>> Quantity("mass", least=0).fault(-1)
            ('-1 kg', 'a finite value of zero or more', '')
        """
        number = value if type(value) is float else _real(value)
        if number is None:
            return shortened(value), self.range_text(), self.hint
        expected = self.expected(number)
        if not expected and squared and math.isfinite(self.above) and number != math.inf:
            least = self.above + SMALLEST
            expected = "" if least <= number <= GREATEST else f"a number from {least:g} to {GREATEST:g}"
        if not expected:
            return None
        text = f"{number:g}"
        if not self.expected(float(text)):  # 1.0000001 is out of a range to 1, though not in six digits
            text = repr(number)
        return f"{text} {unit or self.unit(turns)}".strip(), expected, self.hint

    def check(self, field: str, value: Any, turns: bool | None = True, *, squared: bool = False) -> float:
        """Return a number as a float; raise an `ArgumentError` of a field if `fault` finds one."""
        if fault := self.fault(value, turns, squared=squared):
            raise ArgumentError(field, *fault, value)
        return float(value)

    def expected(self, value: float) -> str:
        """Return the expected values if a value is out of range, else an empty text."""
        inside = self.least <= value <= self.most and (value > self.above or math.isinf(self.above))
        inside = inside and (value < self.below or math.isinf(self.below))
        possible = math.isfinite(value) or (self.infinite and not math.isnan(value))
        return "" if inside and possible and (value or self.zero) else self.range_text()

    def range_text(self) -> str:
        """Return the range in words, as in "a finite value above zero"."""
        low = high = ""
        if math.isfinite(self.least):
            low = f"from {self.least:g}"
        elif math.isfinite(self.above):
            low = f"above {_bound(self.above)}"
        if math.isfinite(self.below):
            high = f" to below {self.below:g}"
        elif math.isfinite(self.most):
            high = f" to {self.most:g}" if math.isfinite(self.least) else f", at most {self.most:g}"
        if low and high:
            return f"a value {low}{high}"
        kind = "a" if self.infinite else "a finite"
        if math.isfinite(self.least):
            return f"{kind} value of {_bound(self.least)} or more"
        if math.isfinite(self.below):
            return f"{kind} value below {_bound(self.below)}"
        if math.isfinite(self.most):
            return f"{kind} value of at most {_bound(self.most)}"
        return f"{kind} value {low}" if low else f"{kind} number" + ("" if self.zero else ", not zero")


def _real(value: object) -> float | None:
    """Return a real number as a float; None for anything else, and for whole numbers beyond the floats."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        return float(value)
    except Exception:  # too large a whole number, or whatever a user's number raises
        return None


def _bound(value: float) -> str:
    return "zero" if value == 0 else f"{value:g}"


Kind = Literal["input", "structure"]


@dataclass(frozen=True)
class Number(Helpful):
    """A number of a model or of a scenario, by name.

    Args:
        name: Its path in a robot file or a scenario file, such as "elbow.friction.viscous".
        value: Value in SI units; NaN where the file leaves it open, or where the entries of a list differ that the name
            stands for.
        quantity: Dimension, range and meaning.
        unit: SI unit; empty for plain numbers.
        says: Meaning.
        kind: "input" of compiled code, whose value may differ from run to run, or "structure".

    Example:
        >>> import armillary as arm
        >>> number = arm.model(arm.library.get("khatib-rr")).numbers["link2.mass"]
        >>> number.value, number.unit, number.says, number.kind
        (2.0, 'kg', "mass of link 'link2'", 'input')
    """

    name: str
    value: float
    quantity: Quantity
    unit: str
    says: str
    kind: Kind

    def check(self, value: Any) -> None:
        """Raise an `ArgumentError` if a number, or an entry of an array, is out of range.

        Expressions and complex numbers pass: derivatives need them.
        """
        kind = getattr(getattr(value, "dtype", None), "kind", None)
        if kind in ("f", "i", "u", "b") and value.size:
            # Ranges are intervals: an array is inside if its ends are. NaN is one of them.
            for end in (float(value.min()), float(value.max())):
                self.check(end)
            if not self.quantity.zero and not value.all():
                self.check(0.0)
        elif isinstance(value, Real):
            self.quantity.check(self.name, value, turns=None)


@dataclass(frozen=True)
class Written:
    """The name of a field in files, where it differs: `from` is a word of Python.

    Args:
        name: The name.
        slides: Its name where the joint slides; default the same.
    """

    name: str
    slides: str = ""


@dataclass(frozen=True)
class Declared:
    """A field as its class declares it: name, type without its metadata, meaning, and whether it has a default.

    A number has a `quantity`; the meaning of another field is a text beside its type, as in
    ``seen: Annotated[bool, "whether the law sees the readings"]``.
    """

    name: str
    type: Any
    quantity: Quantity | None
    says: str
    required: bool
    default: Any
    notes: tuple[Any, ...] = ()
    """Metadata of the type and of its members."""

    @property
    def written(self) -> str:
        """Its name in files."""
        return self.written_at()

    def written_at(self, turns: bool | None = True) -> str:
        """Return its name in files, at a joint that turns or slides."""
        for note in self.notes:
            if isinstance(note, Written):
                return note.name if turns is not False else note.slides or note.name
        return self.name


def declared(of: type) -> tuple[Declared, ...]:
    """Return the fields of a dataclass, in order, each with its quantity; None for fields that are no numbers."""
    return _declared(of)


def inner_range(quantity: Quantity, squared: bool = False) -> tuple[float, float]:
    """Return least and greatest value such that all finite numbers from one to the other are in the range.

    Checks that run for every part of every robot compare with them first; `squared` as for `Quantity.fault`.
    """
    least = max(quantity.least, math.nextafter(quantity.above, math.inf))
    greatest = min(quantity.most, math.nextafter(quantity.below, -math.inf))
    if squared and math.isfinite(quantity.above):
        least, greatest = max(least, quantity.above + SMALLEST), min(greatest, GREATEST)
    if not quantity.zero:
        return math.inf, -math.inf  # none: zero would be among them
    return least, greatest


def quantity_of(of: type, name: str) -> Quantity:
    """Return the quantity of a field of a dataclass."""
    return next(field.quantity for field in declared(of) if field.name == name and field.quantity is not None)


@cache
def _declared(of: type) -> tuple[Declared, ...]:
    plain, hints, known = get_type_hints(of), get_type_hints(of, include_extras=True), []
    for field in fields(of):
        notes = tuple(_notes(hints[field.name]))
        quantity = next((note for note in notes if isinstance(note, Quantity)), None)
        meaning = quantity.says if quantity else next((note for note in notes if isinstance(note, str)), "")
        required = field.default is field.default_factory  # both missing
        default = None if required else field.default
        known.append(Declared(field.name, plain[field.name], quantity, meaning, required, default, notes))
    return tuple(known)


def without_none(hint: Any) -> Any:
    """Return the type of a field without its None."""
    members = [member for member in get_args(hint) if member is not type(None)]
    return members[0] if get_origin(hint) in (Union, UnionType) and len(members) == 1 else hint


def _notes(hint: Any) -> Iterator[Any]:
    """Yield the metadata of a type and of its members, as of ``Annotated[float, …] | None``."""
    yield from getattr(hint, "__metadata__", ())
    for member in (hint.__origin__,) if hasattr(hint, "__metadata__") else get_args(hint):
        yield from _notes(member)
