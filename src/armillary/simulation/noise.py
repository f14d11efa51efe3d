"""Normal random numbers of sensors: a function of (seed, run, stream, sample), with the same bits on every machine.

Philox4x32 with ten rounds [SalmonEtAl2011] turns a counter c of four words of 32 bits and a key k of two into four
random words. With A, B and W₀, W₁ constants and 64-bit products, of which hi and lo are the halves, a round is
    c₀, c₁, c₂, c₃ ← hi(B c₂) ⊕ c₁ ⊕ k₀, lo(B c₂), hi(A c₀) ⊕ c₃ ⊕ k₁, lo(A c₀);   k ← k + W                (1)
The key is the seed. The counter is the sample in two words, the stream and the run, so that nothing is carried from one
sample to the next, and any number can be computed alone. The words are two whole numbers of 64 bits, whose upper 52
bits are fractions a and b in [0, 1). With u = 1 − a in (0, 1] and θ = b π/4, the method of [BoxMuller1958] gives two
independent normal numbers
    z = √(−2 ln u) (± cos θ, ± sin θ)                                                                          (2)
Three of the lower bits of the second word choose both signs and whether the two change places: these are the eighths
of a turn. |z| is at most √(104 ln 2) = 8.5, beyond which one normal number in 5·10¹⁶ lies.
    ln u = e ln 2 + ln(1 + f),  √½ ≤ 1 + f < √2,   ln(1 + f) = 2 s + s R(s²),  s = f/(2 + f)                   (3)
R, sin and cos are the polynomials of `compiler.llvm`.

`normal_pair` is written once for NumPy arrays and for values of a text, of which LLVM and C text are made. It uses only
operations of whole numbers and correctly rounded ones of doubles (+ − · / √). These have the same result on every
machine, if no compiler fuses a product into a sum: LLVM fuses only what allows it, and C compilers of FMUs are told
not to (`exports.fmu.build`).
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.cache import load_or_build, source_digest
from armillary.compiler.llvm.assemble import LoadedCode, environment, load_object, to_object
from armillary.compiler.llvm.functions import LOG
from armillary.compiler.llvm.sincos import IN_DOUBLE
from armillary.compiler.llvm.target import host
from armillary.compiler.llvm.writer import Writer, vector
from armillary.simulation.walk.code import Code
from armillary.spatial.scalar import Floats

Word = Any
"""64 bits: an array of NumPy (uint64), or a `Symbol`."""
Real = Any
"""Doubles: an array of NumPy, or a `Symbol`."""
Origins = NDArray[np.uint64]
"""The key and the number of runs, shape (2, N)."""

A, B = 0xD2511F53, 0xCD9E8D57
WEYL = 0x9E3779B9, 0xBB67AE85
ROUNDS = 10
LOW = 0xFFFFFFFF
ONE = 0x3FF0000000000000
"""The bits of 1.0: with the fraction a behind the exponent they are those of 1 + a."""
ROOT_HALF = 0x3FE6A09E667F3BCD
"""The bits of √½."""
BIAS = 1023
"""What is added to the exponent of a double."""
TWO_52 = 0x4330000000000000
"""The bits of 2⁵²: with a whole number below 2⁵² behind the exponent they are those of 2⁵² plus the number."""
PAIRS = 15
"""Bits of the number of a pair of a sensor."""
FIRST = 1 << PAIRS
"""The bit of streams of samples that fill a sensor's memory at the first instant."""


def key(seed: int) -> int:
    """Return the key of a seed: the seed itself, or for one of more than 64 bits a hash."""
    return seed if seed < 1 << 64 else int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])


def streams(sensor: int, count: int, first: bool = False) -> tuple[int, ...]:
    """Return the streams of `count` random numbers of a sensor, one for each pair of numbers.

    Args:
        sensor: The place of the sensor among the instruments of a scenario.
        count: Random numbers of a sample.
        first: Whether the sample is the one that fills the sensor's memory.
    """
    return tuple((sensor << PAIRS + 1) + first * FIRST + pair for pair in range(-(-count // 2)))


def normal_pair(key: Word, run: Word, stream: Word, sample: Word) -> tuple[Real, Real]:
    """Return two normal random numbers."""
    c = philox([sample & LOW, sample >> 32, stream, run], [key & LOW, key >> 32])
    return box_muller(c[0] | c[1] << 32, c[2] | c[3] << 32)


def philox(counter: Sequence[Word], key: Sequence[Word]) -> list[Word]:
    """Return four random words of 32 bits of a counter and a key, by (1)."""
    c, k = list(counter), list(key)
    for number in range(ROUNDS):
        b, a = c[2] * B, c[0] * A
        c = [b >> 32 ^ c[1] ^ k[0], b & LOW, a >> 32 ^ c[3] ^ k[1], a & LOW]  # (1)
        if number < ROUNDS - 1:
            k = [word + weyl & LOW for word, weyl in zip(k, WEYL, strict=True)]
    return c


def box_muller(radius: Word, angle: Word) -> tuple[Real, Real]:
    """Return two normal numbers of two words of 64 bits, by (2)."""
    # 1 + a lies in [1, 2), so that both differences are exact.
    r = _root(_minus_two_log(2.0 - _real(radius >> 12 | ONE)))
    theta = (_real(angle >> 12 | ONE) - 1.0) * (math.pi / 4)
    square = theta * theta
    sine = _bits(theta + theta * square * _polynomial(IN_DOUBLE.sin, square))
    cosine = _bits(square * _polynomial(IN_DOUBLE.cos, square) + 1.0)
    swap = (sine ^ cosine) & (angle & 1) * ((1 << 64) - 1)  # all bits of both, or none
    return r * _real(cosine ^ swap ^ (angle & 2) << 62), r * _real(sine ^ swap ^ (angle & 4) << 61)  # (2)


def _minus_two_log(u: Real) -> Real:
    """Return −2 ln u by (3); it is never below zero, since s is not above zero where e is zero."""
    bits = _bits(u)
    exponent = bits + (ONE - ROOT_HALF) >> 52  # biased; it changes at √½ instead of 1
    f = _real(bits - (exponent << 52) + ONE) - 1.0
    e = _real(exponent | TWO_52) - (2.0**52 + BIAS)
    s = f / (f + 2.0)
    w = s * s
    return (e * math.log(2.0) + (s + s + s * (w * _polynomial(LOG, w)))) * -2.0


def _polynomial(coefficients: Sequence[float], x: Real) -> Real:
    value = x * coefficients[-1] + coefficients[-2]
    for coefficient in coefficients[-3::-1]:
        value = value * x + coefficient
    return value


# The three operations that NumPy has no operator for


def _real(word: Word) -> Real:
    """Return the double with these bits."""
    return word.real() if isinstance(word, Symbol) else np.asarray(word).view(np.float64)


def _bits(real: Real) -> Word:
    return real.bits() if isinstance(real, Symbol) else np.asarray(real).view(np.uint64)


def _root(real: Real) -> Real:
    return real.root() if isinstance(real, Symbol) else np.sqrt(real)


class Symbol:
    """A value of a text: an operation on it writes an instruction."""

    def __init__(self, text: Instructions, name: str, is_real: bool) -> None:
        self.text, self.name, self.is_real = text, name, is_real

    def _binary(self, op: str, other: Any, flip: bool = False) -> Symbol:
        name = other.name if isinstance(other, Symbol) else self.text.constant(other, self.is_real)
        a, b = (name, self.name) if flip else (self.name, name)
        return Symbol(self.text, self.text.binary(op, self.is_real, a, b), self.is_real)

    def __add__(self, other: Any) -> Symbol:
        return self._binary("+", other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Symbol:
        return self._binary("-", other)

    def __rsub__(self, other: float) -> Symbol:
        return self._binary("-", other, flip=True)

    def __mul__(self, other: Any) -> Symbol:
        return self._binary("*", other)

    def __truediv__(self, other: Symbol) -> Symbol:
        return self._binary("/", other)

    def __and__(self, other: Any) -> Symbol:
        return self._binary("&", other)

    def __or__(self, other: Any) -> Symbol:
        return self._binary("|", other)

    def __xor__(self, other: Symbol) -> Symbol:
        return self._binary("^", other)

    def __lshift__(self, bits: int) -> Symbol:
        return self._binary("<<", bits)

    def __rshift__(self, bits: int) -> Symbol:
        return self._binary(">>", bits)

    def real(self) -> Symbol:
        """Return the double with these bits."""
        return Symbol(self.text, self.text.cast(self.name, True), True)

    def bits(self) -> Symbol:
        """Return the bits of a double."""
        return Symbol(self.text, self.text.cast(self.name, False), False)

    def root(self) -> Symbol:
        """Return the square root of a double."""
        return Symbol(self.text, self.text.root(self.name), True)


class Instructions(Protocol):
    """A text of operations; values are names."""

    def constant(self, value: float, is_real: bool) -> str:
        """Return a constant."""

    def binary(self, op: str, is_real: bool, a: str, b: str) -> str:
        """Write an operation on two values."""

    def cast(self, name: str, to_real: bool) -> str:
        """Write a change of type that keeps the bits."""

    def root(self, name: str) -> str:
        """Write a square root."""


WORDS = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "lshr"}
REALS = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}


class InstructionsOfLLVM:
    """A text in LLVM's language, for several runs in lanes."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer

    def constant(self, value: float, is_real: bool) -> str:
        """Return a constant."""
        return self.writer.number(value) if is_real else self.writer.whole(int(value))

    def binary(self, op: str, is_real: bool, a: str, b: str) -> str:
        """Write an operation on two values; without the word `contract` none is fused."""
        writer = self.writer
        if is_real:
            return writer.binary(REALS[op], a, b)
        return writer.let(f"{WORDS[op]} {writer.integer} {a}, {b}")

    def cast(self, name: str, to_real: bool) -> str:
        """Write a change of type that keeps the bits."""
        kinds = self.writer.integer, self.writer.real
        source, target = kinds if to_real else kinds[::-1]
        return self.writer.let(f"bitcast {source} {name} to {target}")

    def root(self, name: str) -> str:
        """Write a square root."""
        return self.writer.call("sqrt", name)


class StatementsInC:
    """A text in C."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def _let(self, kind: str, value: str) -> str:
        name = f"v{len(self.lines)}"
        self.lines.append(f"    const {kind} {name} = {value};")
        return name

    def constant(self, value: float, is_real: bool) -> str:
        """Return a constant."""
        return repr(value) if is_real else f"UINT64_C({value:#x})"

    def binary(self, op: str, is_real: bool, a: str, b: str) -> str:
        """Write an operation on two values."""
        return self._let("double" if is_real else "uint64_t", f"{a} {op} {b}")

    def cast(self, name: str, to_real: bool) -> str:
        """Write a change of type that keeps the bits."""
        return self._let("double", f"real_of({name})") if to_real else self._let("uint64_t", f"bits_of({name})")

    def root(self, name: str) -> str:
        """Write a square root."""
        return self._let("double", f"sqrt({name})")


ARGUMENTS = ("key", "run", "stream", "sample")


def llvm_text(lanes: int = 1) -> str:
    """Return the function `normal_pair{lanes}` of keys, runs, streams and one sample; it returns two values."""
    writer = Writer("", lanes)
    kinds = writer.integer, writer.integer, writer.integer, "i64"
    given = ", ".join(f"{kind} %{name}" for kind, name in zip(kinds, ARGUMENTS, strict=True))
    pair = f"{{ {writer.real}, {writer.real} }}"
    writer.heading = f"internal {pair} @normal_pair{lanes}({given}) noinline nounwind"
    text = InstructionsOfLLVM(writer)
    words = *(f"%{name}" for name in ARGUMENTS[:3]), in_lanes(writer, "%sample")
    result = "poison"
    for place, value in enumerate(normal_pair(*(Symbol(text, word, False) for word in words))):
        result = writer.let(f"insertvalue {pair} {result}, {writer.real} {value.name}, {place}")
    writer.do(f"ret {pair} {result}")
    return writer.text()


def in_lanes(writer: Writer, word: str, kind_of_word: str = "i64") -> str:
    """Return a word, or a number of another type, in every lane."""
    if writer.lanes == 1:
        return word
    kind = vector(kind_of_word, writer.lanes)
    first = writer.let(f"insertelement {kind} poison, {kind_of_word} {word}, i64 0")
    return writer.let(f"shufflevector {kind} {first}, {kind} poison, <{writer.lanes} x i32> zeroinitializer")


def call_pair(writer: Writer, key: str, run: str, stream: int, sample: str) -> list[str]:
    """Write a call of `normal_pair` for the runs in the lanes of a writer, and return the names of two doubles."""
    return _call_pair(writer, key, run, in_lanes(writer, str(stream)), sample)


def _call_pair(writer: Writer, key: str, run: str, stream: str, sample: str) -> list[str]:
    word, real = vector("i64", writer.lanes), vector("double", writer.lanes)
    pair = f"{{ {real}, {real} }}"
    given = f"{word} {key}, {word} {run}, {word} {stream}, i64 {sample}"
    both = writer.let(f"call {pair} @normal_pair{writer.lanes}({given})")
    return [writer.let(f"extractvalue {pair} {both}, {place}") for place in range(2)]


def row_text(lanes: int, width: int) -> str:
    """Return the function `noise_row{lanes}(to, streams, count, origins, sample)` and the one that it calls.

    It writes the numbers of several streams one after another, each as an entry for every run in lanes. For one run,
    `width` streams are in the lanes; their number must be a multiple of it.
    """
    name = f"noise_row{lanes}"
    code = Code(name, (), 1, heading=f"void @{name}(ptr %to, ptr %streams, i64 %count, ptr %origins, i64 %sample) #0")
    wide, runs = code.with_lanes(width if lanes == 1 else lanes), code.with_lanes(lanes)
    origins = [runs.load(runs.at("%origins", j, runs.integer), runs.integer, runs.anywhere) for j in range(2)]
    key, run = (in_lanes(wide, origin) for origin in origins) if lanes == 1 else origins

    def pairs(number: str | int) -> None:
        if lanes == 1:
            stream = wide.load(wide.at("%streams", number, wide.integer), wide.integer, wide.anywhere)
        else:
            stream = in_lanes(wide, code.load(code.at("%streams", number, "i64"), "i64"))
        values = _call_pair(wide, key, run, stream, "%sample")
        if lanes == 1 < width:  # the two numbers of a stream side by side
            order = [stream + place for stream in range(width) for place in (0, width)]
            values = [wide.shuffled(values[0], values[1], half) for half in (order[:width], order[width:])]
        place = code.let(f"mul i64 {number}, 2")
        for j, value in enumerate(values):
            wide.store(value, wide.at("%to", code.plus(place, j)), note=wide.anywhere)

    count = code.let(f"udiv i64 %count, {width if lanes == 1 else 1}")
    code.over(0, count, pairs, unrolled=False)
    return f"{llvm_text(wide.lanes)}\n\n{code.finish()}"


def words_of(streams: Sequence[int], lanes: int, width: int) -> NDArray[np.int64]:
    """Return streams as `noise_row{lanes}` takes them: for one run as many as fill the lanes."""
    missing = -len(streams) % width if lanes == 1 else 0
    return np.array([*streams, *[0] * missing], dtype=np.int64)


@cache
def _compiled() -> tuple[Any, LoadedCode, int]:
    """Return the row of one run as a function, its code, which must outlive it, and the width of the machine."""
    sources, width = source_digest("simulation.walk", "simulation.noise"), host().width
    parts: list[str | bytes] = ["noise", str(width), environment(), sources]
    image = load_or_build(parts, lambda: to_object(row_text(1, width), loops=["noise_row1"]))
    library = load_object(image, ["noise_row1"])
    kinds = ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64
    return ctypes.CFUNCTYPE(None, *kinds)(library["noise_row1"]), library, width


def row(streams: Sequence[int], origin: Origins, sample: int) -> Floats:
    """Return the random numbers of a sample of one run, two for each stream.

    Example:
        >>> row(streams(0, 3), np.array([7, 0], dtype=np.uint64), 5).round(3).tolist()
        [-0.485, 0.765, -0.388, 0.661]
    """
    function, _, width = _compiled()
    words = words_of(streams, 1, width)
    numbers = np.empty(2 * len(words))
    function(numbers.ctypes.data, words.ctypes.data, len(words), origin.ctypes.data, sample)
    return numbers[: 2 * len(streams)]


def c_text() -> str:
    """Return the function `normal_pair` in C."""
    text = StatementsInC()
    cosine, sine = normal_pair(*(Symbol(text, name, False) for name in ARGUMENTS))
    given = ", ".join(f"uint64_t {name}" for name in ARGUMENTS)
    return "\n".join([
        "/* Two normal random numbers: Philox4x32 [SalmonEtAl2011] and the method of [BoxMuller1958]. */",
        "static double real_of(uint64_t bits) {", "    double real;", "    memcpy(&real, &bits, sizeof real);",
        "    return real;", "}", "",
        "static uint64_t bits_of(double real) {", "    uint64_t bits;", "    memcpy(&bits, &real, sizeof bits);",
        "    return bits;", "}", "",
        f"static void normal_pair({given}, double *pair) {{", *text.lines,
        f"    pair[0] = {cosine.name};", f"    pair[1] = {sine.name};", "}", "",
    ])  # fmt: skip
