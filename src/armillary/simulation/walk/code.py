"""Native loops: a small language for integrators, written as LLVM text beside the function that they integrate.

An integrator is a Python function that speaks of numbers, vectors and loops; running it once writes the code.
    Number   a real number, or one in each lane: arithmetic writes instructions; comparisons give conditions
    Slot     a number that changes: `slot.value`, `slot.set(number)`
    Vector   an array in memory of a length known beforehand, in whole machine vectors
Vectors are combined in straight-line code. Nothing is allocated but on the stack, once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from armillary.compiler.llvm.writer import DOUBLE, Scalar, Writer
from armillary.simulation.walk.values import Condition, Counter, Number, Slot, Vector


class Code(Writer):
    """A function of a compiled loop, which takes pointers, or one with another heading.

    `width` is the number of lanes of the machine, `scalar` the precision of the numbers.
    """

    def __init__(
        self, name: str, parameters: Sequence[str], width: int, scalar: Scalar = DOUBLE, heading: str = ""
    ) -> None:
        usual = f"void @{name}({', '.join(f'ptr %{each}' for each in parameters)}) #0"
        super().__init__(heading or usual, scalar=scalar)
        self.width = width
        self.fresh: Vector | None = None
        """The array that a function has just written, number by number."""

    def finish(self) -> str:
        """End the function and return its text."""
        self.do("ret void")
        return self.text()

    def computed(self, instruction: str) -> Number:
        """Write an instruction whose value is a number."""
        return Number(self, self.let(instruction))

    def name_of(self, value: Number | float) -> str:
        """Return how a number is written in an instruction; one number is the same in every lane."""
        if not isinstance(value, Number):
            return self.number(float(value))
        return value.name if value.code.lanes == self.lanes else self.splat(value.name)

    def compare(self, kind: str, a: Number | float, b: Number | float) -> Condition:
        """Return the truth of a comparison; with a NaN every ordered one is false."""
        return Condition(self, self.binary(f"fcmp {kind}", self.name_of(a), self.name_of(b)))

    def choose(self, condition: Condition, a: Number | float, b: Number | float) -> Number:
        """Return a where the condition holds, else b."""
        return Number(self, self.select(condition.name, self.name_of(a), self.name_of(b)))

    def least(self, a: Number | float, b: Number | float) -> Number:
        """Return the lesser of two numbers."""
        return self.choose(self.compare("olt", a, b), a, b)

    def greatest(self, a: Number | float, b: Number | float) -> Number:
        """Return the greater of two numbers."""
        return self.choose(self.compare("ogt", a, b), a, b)

    def maximum(self, a: Number, b: Number) -> Number:
        """Return the greater of two numbers, NaN where one is."""
        return Number(self, self.call("maximum", a.name, b.name))

    def minimum(self, a: Number, b: Number) -> Number:
        """Return the lesser of two numbers, NaN where one is."""
        return Number(self, self.call("minimum", a.name, b.name))

    def absolute(self, a: Number) -> Number:
        """Return |a|."""
        return Number(self, self.call("fabs", a.name))

    def root(self, a: Number) -> Number:
        """Return √a."""
        return Number(self, self.call("sqrt", a.name))

    def unit(self, quaternion: Sequence[Slot]) -> tuple[list[Number], Number]:
        """Return a quaternion divided by its length, and the inverse of the length."""
        w, i, j, k = values = [entry.value for entry in quaternion]
        scale = 1.0 / self.root(w * w + i * i + j * j + k * k)
        return [value * scale for value in values], scale

    def power(self, a: Number, exponent: float) -> Number:
        """Return a^exponent for a > 0."""
        log = self.computed(f"call {self.real} @armillary_log({self.real} {a.name})")
        return self.computed(f"call {self.real} @armillary_exp({self.real} {(log * exponent).name})")

    def slot(self, value: Number | float = 0.0) -> Slot:
        """Return a number on the stack."""
        slot = Slot(self, self.local(self.real, align=8 * self.lanes))
        slot.set(value)
        return slot

    def counter(self, value: str | int = 0) -> Counter:
        """Return a whole number on the stack."""
        counter = Counter(self, self.local("i64"))
        counter.set(value)
        return counter

    def vector(self, size: int) -> Vector:
        """Return an array on the stack."""
        return Vector(self, self.local(self.real, -(-max(size, 1) // 8) * 8, align=64), size)

    def spans(self, size: int) -> Iterator[tuple[int, Code]]:
        """Yield the machine vectors that an array is made of, the widest first: where each begins, and its writer."""
        start = 0
        while start < size:
            lanes = self.width
            while lanes > size - start:
                lanes //= 2
            yield start, self.with_lanes(lanes)
            start += lanes

    def part_of(self, array: Vector, start: int) -> str:
        """Return the entries of an array from `start` on, as many as there are lanes."""
        return self.load(array.at(start).pointer, note=self.anywhere)

    def packed_part_of(self, array: Vector, start: int) -> str:
        """Return the same, loaded number by number.

        A load of several numbers that were just stored one by one waits until all of them have left the processor.
        """
        places = [array.at(start + lane).pointer for lane in range(self.lanes)]
        return self.packed([self.let(f"load volatile {self.scalar.name}, ptr {place}") for place in places])

    def combine(self, to: Vector, *terms: tuple[Number | float, Vector]) -> None:
        """Write to := Σ factor · vector, element by element; `to` may be among the vectors."""
        for start, wide in self.spans(to.size):
            total = ""
            for factor, array in terms:
                value = wide.packed_part_of(array, start) if array == self.fresh else wide.part_of(array, start)
                if not (isinstance(factor, float) and factor == 1.0):
                    value = wide.binary("fmul contract", value, wide.name_of(factor))
                total = wide.binary("fadd contract", total, value) if total else value
            wide.store(total, to.at(start).pointer, note=wide.anywhere)

    def copy(self, to: Vector, source: Vector) -> None:
        """Write to := source."""
        self.combine(to, (1.0, source))

    def fill(self, to: Vector, value: float = 0.0) -> None:
        """Write the same number everywhere."""
        for start in range(to.size):
            to.at(start).set(value)

    def _gathered(
        self, spans: Iterator[tuple[Code, str]], how: str, join: Callable[[Number, Number], Number]
    ) -> Number:
        """Return the sum or the greatest of machine vectors: over all entries, or of each lane of this code."""
        total = self.slot(0.0)
        for wide, value in spans:
            value_of_span = Number(self, value if self.lanes > 1 else wide.reduced(how, value))
            total.set(join(total.value, value_of_span))
        return total.value

    def scaled_square(self, error: Vector, x: Vector, y: Vector, relative: Number, absolute: Number) -> Number:
        """Return the mean of (e_i / (absolute + relative · max(|x_i|, |y_i|)))², of columns in each lane."""
        squares = self._squares(error, x, y, relative, absolute)
        return self._gathered(squares, "fadd", lambda a, b: a + b) * (self.lanes / error.size)

    def _squares(
        self, error: Vector, x: Vector, y: Vector, relative: Number, absolute: Number
    ) -> Iterator[tuple[Code, str]]:
        for start, wide in self.spans(error.size):
            e, a, b = (wide.part_of(array, start) for array in (error, x, y))
            size = wide.call("maximum", wide.call("fabs", a), wide.call("fabs", b))
            scale = wide.binary("fmul contract", size, wide.name_of(relative))
            scale = wide.binary("fadd contract", scale, wide.name_of(absolute))
            part = wide.binary("fdiv", e, scale)
            yield wide, wide.binary("fmul contract", part, part)

    def largest(self, x: Vector) -> Number:
        """Return the greatest |x_i|, NaN where one is, of columns in each lane."""
        sizes = ((wide, wide.call("fabs", wide.part_of(x, start))) for start, wide in self.spans(x.size))
        return self._gathered(sizes, "fmaximum", self.maximum)

    def dot(self, a: Vector, b: Vector) -> Number:
        """Return Σ a_i b_i."""
        total = self.slot(0.0)
        for start, wide in self.spans(a.size):
            product = wide.binary("fmul contract", wide.part_of(a, start), wide.part_of(b, start))
            total.set(total.value + Number(self, wide.reduced("fadd", product)))
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
        """Return index + more."""
        return index + more if isinstance(index, int) else self.let(f"add i64 {index}, {more}")
