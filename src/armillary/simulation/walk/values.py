"""Values of native code while it is written: numbers, conditions, counters and arrays.

Each is a name in the text of a function (`code.Code`); using it writes the instructions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from armillary.simulation.walk.code import Code

EPSILON = 2.0**-52


@dataclass(frozen=True)
class Number:
    """A real number that the code has computed, or one in each lane of its code."""

    code: Code
    name: str

    def _binary(self, op: str, other: Number | float, flip: bool = False) -> Number:
        a, b = self.name, self.code.name_of(other)
        return Number(self.code, self.code.binary(f"{op} contract", *((b, a) if flip else (a, b))))

    def __add__(self, other: Number | float) -> Number:
        return self._binary("fadd", other)

    __radd__ = __add__

    def __sub__(self, other: Number | float) -> Number:
        return self._binary("fsub", other)

    def __rsub__(self, other: float) -> Number:
        return self._binary("fsub", other, flip=True)

    def __mul__(self, other: Number | float) -> Number:
        return self._binary("fmul", other)

    __rmul__ = __mul__

    def __truediv__(self, other: Number | float) -> Number:
        return self._binary("fdiv", other)

    def __rtruediv__(self, other: float) -> Number:
        return self._binary("fdiv", other, flip=True)

    def __neg__(self) -> Number:
        return Number(self.code, self.code.negated(self.name))

    def __lt__(self, other: Number | float) -> Condition:
        return self.code.compare("olt", self, other)

    def __le__(self, other: Number | float) -> Condition:
        return self.code.compare("ole", self, other)

    def __gt__(self, other: Number | float) -> Condition:
        return self.code.compare("ogt", self, other)

    def __ge__(self, other: Number | float) -> Condition:
        return self.code.compare("oge", self, other)


@dataclass(frozen=True)
class Condition:
    """A truth that the code has computed, or one in each lane of its code."""

    code: Code
    name: str

    def __str__(self) -> str:
        return self.name

    def __and__(self, other: Condition) -> Condition:
        return Condition(self.code, self.code.let(f"and {self.code.truth} {self.name}, {other.name}"))

    def __or__(self, other: Condition) -> Condition:
        return Condition(self.code, self.code.let(f"or {self.code.truth} {self.name}, {other.name}"))

    def __invert__(self) -> Condition:
        true = "true" if self.code.lanes == 1 else "splat (i1 true)"
        return Condition(self.code, self.code.let(f"xor {self.code.truth} {self.name}, {true}"))


@dataclass(frozen=True)
class Slot:
    """A number in memory."""

    code: Code
    pointer: str

    @property
    def value(self) -> Number:
        """The present number."""
        return Number(self.code, self.code.load(self.pointer, note=self.code.anywhere))

    def set(self, value: Number | float) -> None:
        """Put a number there."""
        self.code.store(self.code.name_of(value), self.pointer, note=self.code.anywhere)


@dataclass(frozen=True)
class Counter:
    """A whole number in memory."""

    code: Code
    pointer: str

    def get(self) -> str:
        """Return the name of its value."""
        return self.code.load(self.pointer, "i64")

    def set(self, value: str | int) -> None:
        """Put a number there."""
        self.code.store(value, self.pointer, "i64")

    def add(self, value: str | int = 1) -> str:
        """Add to it and return the name of the new value."""
        new = self.code.let(f"add i64 {self.get()}, {value}")
        self.set(new)
        return new

    def below(self, limit: str | int) -> Condition:
        """Return whether it is less than a number."""
        return Condition(self.code, self.code.let(f"icmp slt i64 {self.get()}, {limit}"))


@dataclass(frozen=True)
class Vector:
    """`size` numbers in memory."""

    code: Code
    pointer: str
    size: int

    def at(self, index: int | str) -> Slot:
        """Return one number."""
        return Slot(self.code, self.code.at(self.pointer, index))

    def entry(self, index: int, lanes: int) -> Slot:
        """Return an entry of columns: the number of each of several trajectories."""
        return Slot(self.code.with_lanes(lanes), self.code.at(self.pointer, index * lanes))

    def part(self, start: int, size: int) -> Vector:
        """Return `size` numbers from `start` on."""
        return Vector(self.code, self.code.at(self.pointer, start), size)

    def row(self, index: str | int, size: int) -> Vector:
        """Return the `size` numbers from `index` times `size` on; the code may compute the index."""
        return Vector(self.code, self.code.at(self.pointer, self.code.let(f"mul i64 {index}, {size}")), size)
