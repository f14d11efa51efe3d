"""The writer of LLVM text for kernels, entry points and loops: one function, line by line.

A `Writer` names values and blocks, and writes memory accesses, branches and loops. Its values are numbers of one
precision in a number of lanes: `double` for one lane, `<8 x double>` for eight. Constants are written in hexadecimal:
doubles are not rounded, and numbers of single precision are rounded once.
"""

from __future__ import annotations

import contextlib
import copy
import itertools
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from armillary.errors import ArgumentError


@dataclass(frozen=True)
class Scalar:
    """A precision of numbers: names in LLVM of the type, integers of its size, suffix of intrinsics; name in NumPy."""

    name: str
    integer: str
    suffix: str
    bytes: int
    dtype: str

    def literal(self, value: float) -> str:
        """Return a constant; LLVM writes numbers of either precision as doubles.

        Raises:
            ArgumentError: The number is too large for single precision.
        """
        try:
            rounded = value if self.bytes == 8 else struct.unpack("<f", struct.pack("<f", value))[0]
        except OverflowError:
            raise ArgumentError("dtype", f"'float32', with {value:g} among the numbers", "'float64'") from None
        return f"0x{struct.unpack('<Q', struct.pack('<d', rounded))[0]:016X}"


DOUBLE, SINGLE = Scalar("double", "i64", "f64", 8, "float64"), Scalar("float", "i32", "f32", 4, "float32")


def vector(element: str, lanes: int) -> str:
    """Return the type of a vector; for one lane, that of its element."""
    return element if lanes == 1 else f"<{lanes} x {element}>"


class Writer:
    """The text of one function.

    Args:
        heading: Text between `define` and the body, such as ``void @f(ptr %x) #0``.
        lanes: Lanes of its values.
        scalar: Their precision.
    """

    def __init__(self, heading: str, lanes: int = 1, scalar: Scalar = DOUBLE) -> None:
        self.heading, self.scalar = heading, scalar
        self.lines: list[str] = ["entry:"]
        self._stack: list[str] = []
        self._names = itertools.count()
        self._set_lanes(lanes)

    def _set_lanes(self, lanes: int) -> None:
        self.lanes = lanes
        self.real = vector(self.scalar.name, lanes)
        self.integer = vector(self.scalar.integer, lanes)
        self.truth = vector("i1", lanes)
        self.suffix = self.scalar.suffix if lanes == 1 else f"v{lanes}{self.scalar.suffix}"

    def with_lanes(self, lanes: int) -> Self:
        """Return a writer into the same function whose values have another number of lanes."""
        other = copy.copy(self)
        other._set_lanes(lanes)
        return other

    @property
    def anywhere(self) -> str:
        """The note of a load or store at an address that is aligned to one number only."""
        return f", align {self.scalar.bytes}"

    def text(self) -> str:
        """Return the whole function."""
        entry, *rest = self.lines
        return "\n".join([f"define {self.heading} {{", entry, *self._stack, *rest, "}"])

    # Values

    def let(self, instruction: str, name: str = "") -> str:
        """Write an instruction and return the name of its value; default a new name."""
        name = name or self.new_name()
        self.lines.append(f"  {name} = {instruction}")
        return name

    def new_name(self) -> str:
        """Return a name of a value that is not in use."""
        return f"%v{next(self._names)}"

    def do(self, instruction: str) -> None:
        """Write an instruction without a value."""
        self.lines.append(f"  {instruction}")

    def number(self, value: float) -> str:
        """Return a constant, the same in every lane."""
        literal = self.scalar.literal(value)
        return literal if self.lanes == 1 else f"splat ({self.scalar.name} {literal})"

    def whole(self, value: int) -> str:
        """Return an integer, the same in every lane."""
        return str(value) if self.lanes == 1 else f"splat ({self.scalar.integer} {value})"

    def call(self, function: str, *values: str) -> str:
        """Write a call of an intrinsic on values of this width, such as fma or sqrt."""
        arguments = ", ".join(f"{self.real} {value}" for value in values)
        return self.let(f"call {self.real} @llvm.{function}.{self.suffix}({arguments})")

    def binary(self, instruction: str, a: str, b: str) -> str:
        """Write an instruction on two values of this width."""
        return self.let(f"{instruction} {self.real} {a}, {b}")

    def negated(self, value: str) -> str:
        """Write a change of sign."""
        return self.let(f"fneg {self.real} {value}")

    def select(self, condition: str, a: str, b: str) -> str:
        """Write a choice: a where the condition holds, else b."""
        return self.let(f"select {self.truth} {condition}, {self.real} {a}, {self.real} {b}")

    # Lanes

    def lane(self, value: str, index: int) -> str:
        """Return one lane of a value as a scalar."""
        return value if self.lanes == 1 else self.let(f"extractelement {self.real} {value}, i64 {index}")

    def packed(self, scalars: Sequence[str]) -> str:
        """Return scalars packed into a value of this width; the last one fills the other lanes."""
        if self.lanes == 1:
            return scalars[0]
        value = "poison"
        for index in range(self.lanes):
            scalar = scalars[min(index, len(scalars) - 1)]
            value = self.let(f"insertelement {self.real} {value}, {self.scalar.name} {scalar}, i64 {index}")
        return value

    def splat(self, scalar: str) -> str:
        """Return a computed scalar in every lane."""
        if self.lanes == 1:
            return scalar
        first = self.let(f"insertelement {self.real} poison, {self.scalar.name} {scalar}, i64 0")
        return self.shuffled(first, "poison", [0] * self.lanes)

    def shuffled(self, a: str, b: str, order: Sequence[int]) -> str:
        """Return entries of two values of this width, numbered through, in another order."""
        mask = ", ".join(f"i32 {index}" for index in order)
        return self.let(f"shufflevector {self.real} {a}, {self.real} {b}, <{len(order)} x i32> <{mask}>")

    def reduced(self, how: str, value: str) -> str:
        """Return the sum ("fadd"), maximum ("fmaximum") or minimum ("fminimum") of all lanes."""
        if self.lanes == 1:
            return value
        T = self.scalar.name
        first, order = (f"{T} 0.0, ", "reassoc ") if how == "fadd" else ("", "")
        return self.let(f"call {order}{T} @llvm.vector.reduce.{how}.{self.suffix}({first}{self.real} {value})")

    def as_double(self, number: str) -> str:
        """Return a scalar of this precision as a double."""
        return number if self.scalar is DOUBLE else self.let(f"fpext {self.scalar.name} {number} to double")

    def from_double(self, number: str) -> str:
        """Return a double rounded to this precision."""
        return number if self.scalar is DOUBLE else self.let(f"fptrunc double {number} to {self.scalar.name}")

    # Memory

    def local(self, kind: str, count: int = 1, align: int = 8, name: str = "") -> str:
        """Return the address of memory on the stack, reserved once when the function begins."""
        name = name or self.new_name()
        room = kind if count == 1 else f"[{count} x {kind}]"
        self._stack.append(f"  {name} = alloca {room}, align {align}")
        return name

    def at(self, pointer: str, index: int | str, kind: str = "") -> str:
        """Return the address of an entry of an array; default type: a value of this width."""
        return pointer if index == 0 else self.let(f"getelementptr {kind or self.real}, ptr {pointer}, i64 {index}")

    def load(self, pointer: str, kind: str = "", note: str = "") -> str:
        """Return the value at an address; default type: a value of this width."""
        return self.let(f"load {kind or self.real}, ptr {pointer}{note}")

    def store(self, value: str | int, pointer: str, kind: str = "", note: str = "", volatile: str = "") -> None:
        """Write a value to an address; LLVM leaves a store that is "volatile " as it is."""
        self.do(f"store {volatile}{kind or self.real} {value}, ptr {pointer}{note}")

    # Blocks

    @property
    def block(self) -> str:
        """The name of the current block."""
        return next(line for line in reversed(self.lines) if not line.startswith(" ")).removesuffix(":")

    def new_block(self, stem: str = "b") -> str:
        """Return the name of a block that is not in use."""
        return f"{stem}{next(self._names)}"

    def begin(self, block: str) -> None:
        """Begin another block."""
        self.lines.append(f"{block}:")

    def jump(self, block: str) -> None:
        """End the block with a jump."""
        self.do(f"br label %{block}")

    def branch(self, condition: object, then: str, otherwise: str, note: str = "") -> None:
        """End the block with a branch; the condition is a name, or a value that prints as its name."""
        self.do(f"br i1 {condition}, label %{then}, label %{otherwise}{note}")

    def go_on_if(self, condition: object, otherwise: str) -> None:
        """Go on in a new block where a condition holds, else in the block `otherwise`."""
        block = self.new_block()
        self.branch(condition, block, otherwise)
        self.begin(block)

    @contextlib.contextmanager
    def when(self, condition: object) -> Iterator[None]:
        """Run the body only if a condition holds."""
        inside, after = self.new_block(), self.new_block()
        self.branch(condition, inside, after)
        self.begin(inside)
        yield
        self.jump(after)
        self.begin(after)

    @contextlib.contextmanager
    def loop(self) -> Iterator[Exit]:
        """Repeat the body until `leave_if` of the exit."""
        head, after = self.new_block(), self.new_block()
        self.jump(head)
        self.begin(head)
        yield Exit(self, after)
        self.jump(head)
        self.begin(after)

    @contextlib.contextmanager
    def counted(self, end: int | str, step: int) -> Iterator[str]:
        """Repeat the body for 0, step, 2 step, … below `end`, which is above 0."""
        before, head, again, after = self.block, self.new_block(), self.new_block(), self.new_block()
        index, more = self.new_name(), self.new_name()
        self.jump(head)
        self.begin(head)
        self.let(f"phi i64 [ 0, %{before} ], [ {more}, %{again} ]", index)
        yield index
        self.jump(again)  # the body may end in another block than it began
        self.begin(again)
        self.let(f"add i64 {index}, {step}", more)
        self.branch(self.let(f"icmp ult i64 {more}, {end}"), head, after)
        self.begin(after)


@dataclass(frozen=True)
class Exit:
    """The way out of a loop."""

    writer: Writer
    block: str

    def leave_if(self, condition: object) -> None:
        """Leave the loop if a condition holds, else go on."""
        on = self.writer.new_block()
        self.writer.branch(condition, self.block, on)
        self.writer.begin(on)
