"""The text of one LLVM function, written line by line.

A `Text` knows how many lanes its values have: `double` for one lane, `<8 x double>` for eight. Every
value gets a name as it is written; constants are written in hexadecimal, so that nothing is rounded.
"""

from __future__ import annotations

import copy
import itertools
import struct


def hexadecimal(value: float) -> str:
    """Return a double as LLVM writes it exactly."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


def vector(element: str, lanes: int) -> str:
    """Return the type of so many lanes: the element itself for one."""
    return element if lanes == 1 else f"<{lanes} x {element}>"


class Text:
    """The body of a function whose values have `lanes` lanes."""

    def __init__(self, lanes: int, start: str = "entry") -> None:
        self.lines: list[str] = [f"{start}:"]
        self._names = itertools.count()
        self._set_lanes(lanes)

    def _set_lanes(self, lanes: int) -> None:
        self.lanes = lanes
        self.double = vector("double", lanes)
        self.integer = vector("i64", lanes)
        self.truth = vector("i1", lanes)

    def with_lanes(self, lanes: int) -> Text:
        """Return a writer into the same text whose values have so many lanes."""
        other = copy.copy(self)
        other._set_lanes(lanes)
        return other

    @property
    def block(self) -> str:
        """The name of the block that is being written."""
        return next(line for line in reversed(self.lines) if not line.startswith(" ")).removesuffix(":")

    def name(self) -> str:
        """Return a value name that is not in use."""
        return f"%v{next(self._names)}"

    def let(self, instruction: str) -> str:
        """Write an instruction and return the name of its value."""
        name = self.name()
        self.lines.append(f"  {name} = {instruction}")
        return name

    def do(self, instruction: str) -> None:
        """Write an instruction without a value."""
        self.lines.append(f"  {instruction}")

    def begin(self, block: str) -> None:
        """Begin another block."""
        self.lines.append(f"{block}:")

    def number(self, value: float) -> str:
        """Return a constant, the same in every lane."""
        text = f"double {hexadecimal(value)}"
        return text.removeprefix("double ") if self.lanes == 1 else f"splat ({text})"

    def whole(self, value: int) -> str:
        """Return a 64-bit integer, the same in every lane."""
        return str(value) if self.lanes == 1 else f"splat (i64 {value})"

    def call(self, function: str, *values: str) -> str:
        """Write a call of an intrinsic on values of this width, such as fma or sqrt."""
        suffix = "f64" if self.lanes == 1 else f"v{self.lanes}f64"
        arguments = ", ".join(f"{self.double} {value}" for value in values)
        return self.let(f"call {self.double} @llvm.{function}.{suffix}({arguments})")

    def binary(self, instruction: str, a: str, b: str) -> str:
        """Write an instruction on two values of this width."""
        return self.let(f"{instruction} {self.double} {a}, {b}")

    def lane(self, value: str, index: int) -> str:
        """Return one lane of a value as a scalar."""
        return value if self.lanes == 1 else self.let(f"extractelement {self.double} {value}, i64 {index}")

    def packed(self, scalars: list[str], lanes: int) -> str:
        """Return scalars of a one-lane text packed into a vector; the last one fills the rest."""
        scalars = scalars + [scalars[-1]] * (lanes - len(scalars))
        value = "poison"
        for index, scalar in enumerate(scalars):
            value = self.let(f"insertelement <{lanes} x double> {value}, double {scalar}, i64 {index}")
        return value
