"""Native loops: a small language for integrators, written as LLVM text beside the function that they integrate.

An integrator is a Python function that speaks of numbers, vectors and loops; running it once writes the code.
    Number   a double: arithmetic writes instructions; comparisons give conditions
    Slot     a number that changes: `slot.value`, `slot.set(number)`
    Vector   an array in memory of a length known beforehand, in whole machine vectors
Vectors are combined in straight-line code. Nothing is allocated but on the stack, which `Code` sets up once.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from armillary.compiler.llvm_text import hexadecimal

Operand = "Number | float"


@dataclass(frozen=True)
class Number:
    """A double that the code has computed."""

    code: Code
    name: str

    def _binary(self, op: str, other: Number | float, flip: bool = False) -> Number:
        a, b = self.name, self.code.name_of(other)
        return self.code.let(f"{op} contract double {b}, {a}" if flip else f"{op} contract double {a}, {b}")

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
        return self.code.let(f"fneg double {self.name}")

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
    """A truth that the code has computed."""

    code: Code
    name: str

    def __and__(self, other: Condition) -> Condition:
        return Condition(self.code, self.code.raw(f"and i1 {self.name}, {other.name}"))

    def __or__(self, other: Condition) -> Condition:
        return Condition(self.code, self.code.raw(f"or i1 {self.name}, {other.name}"))

    def __invert__(self) -> Condition:
        return Condition(self.code, self.code.raw(f"xor i1 {self.name}, true"))


@dataclass(frozen=True)
class Slot:
    """A number in memory."""

    code: Code
    pointer: str

    @property
    def value(self) -> Number:
        """The number that is there now."""
        return self.code.let(f"load double, ptr {self.pointer}")

    def set(self, value: Number | float) -> None:
        """Put a number there."""
        self.code.do(f"store double {self.code.name_of(value)}, ptr {self.pointer}")


@dataclass(frozen=True)
class Counter:
    """A whole number in memory."""

    code: Code
    pointer: str

    def get(self) -> str:
        """Return the name of its value."""
        return self.code.raw(f"load i64, ptr {self.pointer}")

    def set(self, value: str | int) -> None:
        """Put a number there."""
        self.code.do(f"store i64 {value}, ptr {self.pointer}")

    def add(self, value: str | int = 1) -> str:
        """Add to it and return the name of the new value."""
        new = self.code.raw(f"add i64 {self.get()}, {value}")
        self.set(new)
        return new

    def below(self, limit: str | int) -> Condition:
        """Say whether it is less than a number."""
        return Condition(self.code, self.code.raw(f"icmp slt i64 {self.get()}, {limit}"))


@dataclass(frozen=True)
class Vector:
    """`size` doubles in memory."""

    code: Code
    pointer: str
    size: int

    def at(self, index: int | str) -> Slot:
        """Return one of them."""
        return Slot(self.code, self.code.raw(f"getelementptr double, ptr {self.pointer}, i64 {index}"))

    def part(self, start: int, size: int) -> Vector:
        """Return a run of them."""
        pointer = self.code.raw(f"getelementptr double, ptr {self.pointer}, i64 {start}")
        return Vector(self.code, pointer, size)

    def row(self, index: str | int, size: int) -> Vector:
        """Return the run that begins at `index` times `size`, a number that the code knows."""
        start = self.code.raw(f"mul i64 {index}, {size}")
        return Vector(self.code, self.code.raw(f"getelementptr double, ptr {self.pointer}, i64 {start}"), size)


class Code:
    """The text of one native function."""

    def __init__(self, name: str, parameters: list[tuple[str, str]], width: int) -> None:
        self.heading = f"define void @{name}({', '.join(f'{kind} %{each}' for kind, each in parameters)}) #0 {{"
        self.width = width
        self.stack: list[str] = []
        self.lines: list[str] = []
        self._count = 0

    def text(self) -> str:
        """Return the whole function."""
        return "\n".join(
            [self.heading, "entry:", *self.stack, "  br label %start", "start:", *self.lines, "  ret void", "}"]
        )

    def new(self) -> str:
        """Return a name that is not in use."""
        self._count += 1
        return f"%c{self._count}"

    def do(self, instruction: str) -> None:
        """Write an instruction."""
        self.lines.append(f"  {instruction}")

    def raw(self, instruction: str) -> str:
        """Write an instruction and return the name of its value."""
        name = self.new()
        self.do(f"{name} = {instruction}")
        return name

    def let(self, instruction: str) -> Number:
        """Write an instruction whose value is a double."""
        return Number(self, self.raw(instruction))

    def name_of(self, value: Number | float) -> str:
        """Return how a number is written in an instruction."""
        return value.name if isinstance(value, Number) else hexadecimal(float(value))

    def compare(self, kind: str, a: Number | float, b: Number | float) -> Condition:
        """Return the truth of a comparison; with a NaN every ordered one is false."""
        return Condition(self, self.raw(f"fcmp {kind} double {self.name_of(a)}, {self.name_of(b)}"))

    def choose(self, condition: Condition, a: Number | float, b: Number | float) -> Number:
        """Return a where the condition holds, else b."""
        return self.let(f"select i1 {condition.name}, double {self.name_of(a)}, double {self.name_of(b)}")

    def least(self, a: Number | float, b: Number | float) -> Number:
        """Return the lesser of two numbers."""
        return self.choose(self.compare("olt", a, b), a, b)

    def greatest(self, a: Number | float, b: Number | float) -> Number:
        """Return the greater of two numbers."""
        return self.choose(self.compare("ogt", a, b), a, b)

    def maximum(self, a: Number, b: Number) -> Number:
        """Return the greater of two numbers, NaN where one is."""
        return self.let(f"call double @llvm.maximum.f64(double {a.name}, double {b.name})")

    def absolute(self, a: Number) -> Number:
        """Return |a|."""
        return self.let(f"call double @llvm.fabs.f64(double {a.name})")

    def root(self, a: Number) -> Number:
        """Return √a."""
        return self.let(f"call double @llvm.sqrt.f64(double {a.name})")

    def slot(self, value: Number | float = 0.0) -> Slot:
        """Return a number on the stack."""
        pointer = self.new()
        self.stack.append(f"  {pointer} = alloca double, align 8")
        slot = Slot(self, pointer)
        slot.set(value)
        return slot

    def counter(self, value: str | int = 0) -> Counter:
        """Return a whole number on the stack."""
        pointer = self.new()
        self.stack.append(f"  {pointer} = alloca i64, align 8")
        counter = Counter(self, pointer)
        counter.set(value)
        return counter

    def vector(self, size: int) -> Vector:
        """Return an array on the stack."""
        pointer = self.new()
        room = -(-max(size, 1) // 8) * 8
        self.stack.append(f"  {pointer} = alloca [{room} x double], align 64")
        return Vector(self, pointer, size)

    def block(self) -> str:
        """Return the name of a new block."""
        self._count += 1
        return f"b{self._count}"

    @contextlib.contextmanager
    def when(self, condition: Condition) -> Iterator[None]:
        """Do what follows only if a condition holds."""
        inside, after = self.block(), self.block()
        self.do(f"br i1 {condition.name}, label %{inside}, label %{after}")
        self.lines.append(f"{inside}:")
        yield
        self.do(f"br label %{after}")
        self.lines.append(f"{after}:")

    @contextlib.contextmanager
    def loop(self) -> Iterator[Exit]:
        """Do what follows again and again until `leave` or `leave_if` is called."""
        head, after = self.block(), self.block()
        self.do(f"br label %{head}")
        self.lines.append(f"{head}:")
        yield Exit(self, after)
        self.do(f"br label %{head}")
        self.lines.append(f"{after}:")

    def combine(self, to: Vector, *terms: tuple[Number | float, Vector]) -> None:
        """Write to := Σ factor · vector, element by element; `to` may be among the vectors."""
        start = 0
        while start < to.size:
            lanes = self.width
            while lanes > to.size - start:
                lanes //= 2
            self._combine(to, terms, start, lanes)
            start += lanes

    def _combine(self, to: Vector, terms: tuple[tuple[Number | float, Vector], ...], start: int, lanes: int) -> None:
        kind = "double" if lanes == 1 else f"<{lanes} x double>"
        total = ""
        for factor, vector in terms:
            place = self.raw(f"getelementptr double, ptr {vector.pointer}, i64 {start}")
            value = self.raw(f"load {kind}, ptr {place}, align 8")
            if not (isinstance(factor, float) and factor == 1.0):
                value = self.raw(f"fmul contract {kind} {value}, {self.splat(factor, lanes)}")
            total = self.raw(f"fadd contract {kind} {total}, {value}") if total else value
        place = self.raw(f"getelementptr double, ptr {to.pointer}, i64 {start}")
        self.do(f"store {kind} {total}, ptr {place}, align 8")

    def scaled_square(self, error: Vector, x: Vector, y: Vector, relative: Number, absolute: Number) -> Number:
        """Return the mean of (e_i / (absolute + relative · max(|x_i|, |y_i|)))²."""
        total = self.slot(0.0)
        start = 0
        while start < error.size:
            lanes = self.width
            while lanes > error.size - start:
                lanes //= 2
            kind = "double" if lanes == 1 else f"<{lanes} x double>"
            suffix = "f64" if lanes == 1 else f"v{lanes}f64"
            e, a, b = (
                self.raw(f"load {kind}, ptr {self.raw(f'getelementptr double, ptr {v.pointer}, i64 {start}')}, align 8")
                for v in (error, x, y)
            )
            a, b = (self.raw(f"call {kind} @llvm.fabs.{suffix}({kind} {value})") for value in (a, b))
            size = self.raw(f"call {kind} @llvm.maximum.{suffix}({kind} {a}, {kind} {b})")
            scale = self.raw(f"fmul contract {kind} {size}, {self.splat(relative, lanes)}")
            scale = self.raw(f"fadd contract {kind} {scale}, {self.splat(absolute, lanes)}")
            part = self.raw(f"fdiv {kind} {e}, {scale}")
            square = self.raw(f"fmul contract {kind} {part}, {part}")
            if lanes > 1:
                square = self.raw(f"call reassoc double @llvm.vector.reduce.fadd.{suffix}(double 0.0, {kind} {square})")
            total.set(total.value + Number(self, square))
            start += lanes
        return total.value * (1.0 / error.size)

    def largest(self, x: Vector) -> Number:
        """Return the greatest |x_i|, NaN where one is."""
        total, start = self.slot(0.0), 0
        while start < x.size:
            lanes = self.width
            while lanes > x.size - start:
                lanes //= 2
            kind = "double" if lanes == 1 else f"<{lanes} x double>"
            suffix = "f64" if lanes == 1 else f"v{lanes}f64"
            place = self.raw(f"getelementptr double, ptr {x.pointer}, i64 {start}")
            value = self.raw(f"load {kind}, ptr {place}, align 8")
            value = self.raw(f"call {kind} @llvm.fabs.{suffix}({kind} {value})")
            if lanes > 1:
                value = self.raw(f"call double @llvm.vector.reduce.fmaximum.{suffix}({kind} {value})")
            total.set(self.maximum(total.value, Number(self, value)))
            start += lanes
        return total.value

    def dot(self, a: Vector, b: Vector) -> Number:
        """Return Σ a_i b_i."""
        total, start = self.slot(0.0), 0
        while start < a.size:
            lanes = self.width
            while lanes > a.size - start:
                lanes //= 2
            kind = "double" if lanes == 1 else f"<{lanes} x double>"
            x, y = (
                self.raw(f"load {kind}, ptr {self.raw(f'getelementptr double, ptr {v.pointer}, i64 {start}')}, align 8")
                for v in (a, b)
            )
            value = self.raw(f"fmul contract {kind} {x}, {y}")
            if lanes > 1:
                suffix = f"v{lanes}f64"
                value = self.raw(f"call reassoc double @llvm.vector.reduce.fadd.{suffix}(double 0.0, {kind} {value})")
            total.set(total.value + Number(self, value))
            start += lanes
        return total.value

    def over(self, first: str | int, last: str | int, body: Callable[[str | int], None], unrolled: bool) -> None:
        """Do `body` for the whole numbers from `first` up to, not including, `last`: written out, or as a loop."""
        if unrolled and isinstance(first, int) and isinstance(last, int):
            for index in range(first, last):
                body(index)
            return
        count = self.counter(first)
        with self.loop() as out:
            out.leave_if(~count.below(last))
            body(count.get())
            count.add()

    def plus(self, index: str | int, more: int) -> str | int:
        """Return a whole number and a little more."""
        return index + more if isinstance(index, int) else self.raw(f"add i64 {index}, {more}")

    def fill(self, to: Vector, value: float = 0.0) -> None:
        """Write the same number everywhere."""
        for start in range(to.size):
            to.at(start).set(value)

    def power(self, a: Number, exponent: float) -> Number:
        """Return a^exponent for a > 0."""
        log = self.let(f"call double @armillary_log(double {a.name})")
        return self.let(f"call double @armillary_exp(double {(log * exponent).name})")

    def splat(self, factor: Number | float, lanes: int) -> str:
        """Return a number in every lane of a vector."""
        name = self.name_of(factor)
        if lanes == 1:
            return name
        if not isinstance(factor, Number):
            return f"splat (double {name})"
        first = self.raw(f"insertelement <{lanes} x double> poison, double {name}, i64 0")
        zeros = f"<{lanes} x i32> zeroinitializer"
        return self.raw(f"shufflevector <{lanes} x double> {first}, <{lanes} x double> poison, {zeros}")

    def copy(self, to: Vector, source: Vector) -> None:
        """Write to := source."""
        self.combine(to, (1.0, source))


@dataclass(frozen=True)
class Exit:
    """How to leave a loop."""

    code: Code
    target: str

    def leave_if(self, condition: Condition) -> None:
        """Leave the loop if a condition holds, else go on."""
        on = self.code.block()
        self.code.do(f"br i1 {condition.name}, label %{self.target}, label %{on}")
        self.code.lines.append(f"{on}:")
