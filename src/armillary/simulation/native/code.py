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

from armillary.compiler.llvm.text import hexadecimal, vector
from armillary.simulation.native.values import Condition, Counter, Number, Slot, Vector


@dataclass(frozen=True)
class Span:
    """A run of elements that one machine vector holds: where it begins, how many lanes it has."""

    start: int
    lanes: int

    @property
    def kind(self) -> str:
        """The type of its values."""
        return vector("double", self.lanes)

    @property
    def suffix(self) -> str:
        """What the names of intrinsics on it end with."""
        return "f64" if self.lanes == 1 else f"v{self.lanes}f64"


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

    def spans(self, size: int) -> Iterator[Span]:
        """Yield the machine vectors that an array of a size is made of, the widest first."""
        start = 0
        while start < size:
            lanes = self.width
            while lanes > size - start:
                lanes //= 2
            yield Span(start, lanes)
            start += lanes

    def load(self, array: Vector, span: Span) -> str:
        """Return the name of a part of an array, loaded."""
        place = self.raw(f"getelementptr double, ptr {array.pointer}, i64 {span.start}")
        return self.raw(f"load {span.kind}, ptr {place}, align 8")

    def reduced(self, how: str, value: str, span: Span) -> Number:
        """Return all lanes of a value in one: by "fadd", "fmaximum" or "fminimum"."""
        if span.lanes == 1:
            return Number(self, value)
        first, order = ("double 0.0, ", "reassoc ") if how == "fadd" else ("", "")
        return self.let(f"call {order}double @llvm.vector.reduce.{how}.{span.suffix}({first}{span.kind} {value})")

    def combine(self, to: Vector, *terms: tuple[Number | float, Vector]) -> None:
        """Write to := Σ factor · vector, element by element; `to` may be among the vectors."""
        for span in self.spans(to.size):
            total = ""
            for factor, array in terms:
                value = self.load(array, span)
                if not (isinstance(factor, float) and factor == 1.0):
                    value = self.raw(f"fmul contract {span.kind} {value}, {self.splat(factor, span.lanes)}")
                total = self.raw(f"fadd contract {span.kind} {total}, {value}") if total else value
            place = self.raw(f"getelementptr double, ptr {to.pointer}, i64 {span.start}")
            self.do(f"store {span.kind} {total}, ptr {place}, align 8")

    def scaled_square(self, error: Vector, x: Vector, y: Vector, relative: Number, absolute: Number) -> Number:
        """Return the mean of (e_i / (absolute + relative · max(|x_i|, |y_i|)))²."""
        total = self.slot(0.0)
        for span in self.spans(error.size):
            kind, suffix = span.kind, span.suffix
            e, a, b = (self.load(array, span) for array in (error, x, y))
            a, b = (self.raw(f"call {kind} @llvm.fabs.{suffix}({kind} {value})") for value in (a, b))
            size = self.raw(f"call {kind} @llvm.maximum.{suffix}({kind} {a}, {kind} {b})")
            scale = self.raw(f"fmul contract {kind} {size}, {self.splat(relative, span.lanes)}")
            scale = self.raw(f"fadd contract {kind} {scale}, {self.splat(absolute, span.lanes)}")
            part = self.raw(f"fdiv {kind} {e}, {scale}")
            square = self.raw(f"fmul contract {kind} {part}, {part}")
            total.set(total.value + self.reduced("fadd", square, span))
        return total.value * (1.0 / error.size)

    def largest(self, x: Vector) -> Number:
        """Return the greatest |x_i|, NaN where one is."""
        total = self.slot(0.0)
        for span in self.spans(x.size):
            value = self.raw(f"call {span.kind} @llvm.fabs.{span.suffix}({span.kind} {self.load(x, span)})")
            total.set(self.maximum(total.value, self.reduced("fmaximum", value, span)))
        return total.value

    def dot(self, a: Vector, b: Vector) -> Number:
        """Return Σ a_i b_i."""
        total = self.slot(0.0)
        for span in self.spans(a.size):
            value = self.raw(f"fmul contract {span.kind} {self.load(a, span)}, {self.load(b, span)}")
            total.set(total.value + self.reduced("fadd", value, span))
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
