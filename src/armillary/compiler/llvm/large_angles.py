"""Sines and cosines of large angles by integers, for machines without a C library. [PayneHanek1983]

A double is |x| = m 2ᵉ with a whole number m < 2⁵³. With the bits b_i of 2/π = Σ b_i 2⁻ⁱ,
    |x| 2/π = Σ b_i m 2ᵉ⁻ⁱ                                                                    (1)
counts quarters of a turn. Bits with i ≤ e − 2 add whole turns and are left out. W is the number of the 192 bits from
i = e − 1 on, so that
    |x| 2/π mod 4 = 2⁻¹⁹⁰ (m W mod 2¹⁹²), less than 2⁻¹³⁷ too small                           (2)
Its two high bits are the quarter n. The bits below are the fraction f; from 1/2 on f − 1 with the next quarter is
nearer to zero. No double beyond the fast range comes closer than 2⁻⁶² to a whole number of quarters, so the first 128
bits of f have more bits than a double. With f = f₁ + f₂, f₁ its first 53 bits, and π/2 = P₁ + P₂ + …,
    r = f π/2 = f₁ P₁ + (f₁ P₂ + f₂ P₁), the rounding of the first product added to the second    (3)
and (2) to (4) of `sincos` follow. Angles of single precision are computed in double precision and rounded.
"""

from __future__ import annotations

import itertools

from armillary.compiler.llvm.sincos import IN_DOUBLE, TABLES, any_strange, polynomials, turned
from armillary.compiler.llvm.writer import DOUBLE, Scalar, Writer

BITS = (
    0x0000000000000000, 0xA2F9836E4E441529, 0xFC2757D1F534DDC0, 0xDB6295993C439041, 0xFE5163ABDEBBC561,
    0xB7246E3A424DD2E0, 0x06492EEA09D1921C, 0xFE1DEB1CB129A73E, 0xE88235F52EBB4484, 0xE99C7026B45F7E41,
    0x3991D639835339F4, 0x9C845F8BBDF9283B, 0x1FF897FFDE05980F, 0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7,
    0x4F463F669E5FEA2D, 0x7527BAC7EBE5F17B, 0x3D0739F78A5292EA, 0x6BFB5FB11F8D5D08, 0x56033046FC7B6BAB,
    0xF0CFBC209AF4361D,
)  # fmt: skip
"""Bits of 2/π, after 64 zeros."""
FIRST = 1023 - 10
"""Exponent of a double, as stored, for which bit i = e − 1 is the first of `BITS`: 1075 − 62."""


def library(scalar: Scalar) -> list[str]:
    """Return the functions that replace sine and cosine of one angle if it is too large, infinite or not a number."""
    words = ", ".join(f"i64 {word}" for word in BITS)
    table = f"@armillary.two_over_pi = internal unnamed_addr constant [{len(BITS)} x i64] [{words}]"
    return [table, _large(), _repaired(scalar)]


def _repaired(scalar: Scalar) -> str:
    """Return the function that `sincos` calls, as on the CPU."""
    T, table = scalar.name, TABLES[scalar]
    pair = f"{{ {T}, {T} }}"
    text = Writer(f"internal {pair} @library_sincos.1({T} %x, {T} %s, {T} %c) noinline nounwind", scalar=scalar)
    shifted = text.call("fma", "%x", text.number(table.quarter), text.number(table.shift))
    strange = any_strange(text, [text.let(f"bitcast {T} {shifted} to {scalar.integer}")])
    text.branch(strange, "large", "end")
    text.begin("large")
    x = "%x" if scalar is DOUBLE else text.let(f"fpext {T} %x to double")
    both = text.let(f"call {{ double, double }} @armillary_large_sincos(double {x})")
    repaired = [text.let(f"extractvalue {{ double, double }} {both}, {part}") for part in (0, 1)]
    if scalar is not DOUBLE:
        repaired = [text.let(f"fptrunc double {value} to {T}") for value in repaired]
    text.jump("end")
    text.begin("end")
    quick = zip(("%s", "%c"), repaired, strict=True)
    either = [text.let(f"phi {T} [ {value}, %entry ], [ {large}, %large ]") for value, large in quick]
    _return(text, either)
    return text.text()


def _large() -> str:
    """Return the function that computes sine and cosine of a large double."""
    text = Writer("internal { double, double } @armillary_large_sincos(double %x) noinline nounwind", scalar=DOUBLE)
    bits = text.let("bitcast double %x to i64")
    quarter, f1, f2 = _fraction(text, bits)
    r = _angle(text, f1, f2)
    sine, cosine = turned(text, *polynomials(text, r, fused=True), quarter)
    sign = text.let(f"and i64 {bits}, {-(1 << 63)}")
    sine = text.let(f"xor i64 {text.let(f'bitcast double {sine} to i64')}, {sign}")
    nothing = text.binary("fsub", "%x", "%x")  # zero, or of an infinity or NaN: NaN
    signed = text.let(f"bitcast i64 {sine} to double")
    _return(text, [text.binary("fadd", value, nothing) for value in (signed, cosine)])
    return text.text()


def _return(text: Writer, values: list[str]) -> None:
    """Write the return of two values."""
    pair, result = f"{{ {text.real}, {text.real} }}", "poison"
    for part, value in enumerate(values):
        result = text.let(f"insertvalue {pair} {result}, {text.real} {value}, {part}")
    text.do(f"ret {pair} {result}")


def _fraction(text: Writer, bits: str) -> tuple[str, str, str]:
    """Write (1) and (2): return the quarter and the parts f₁ and f₂ of the fraction of |x| 2/π."""
    exponent = text.let(f"and i64 {text.let(f'lshr i64 {bits}, 52')}, 2047")
    m = text.let(f"or i64 {text.let(f'and i64 {bits}, {(1 << 52) - 1}')}, {1 << 52}")
    place = text.let(f"sub i64 {exponent}, {FIRST}")
    shift = text.let(f"and i64 {place}, 63")
    at = text.at("@armillary.two_over_pi", text.let(f"lshr i64 {place}, 6"), "i64")
    words = [text.load(text.at(at, k, "i64"), "i64") for k in range(4)]
    W = [_shifted(text, a, b, shift) for a, b in itertools.pairwise(words)]
    wide = text.let(f"zext i64 {m} to i128")
    low, middle = (text.let(f"mul i128 {wide}, {text.let(f'zext i64 {word} to i128')}") for word in (W[2], W[1]))
    carried = text.let(f"add i128 {middle}, {text.let(f'lshr i128 {low}, 64')}")
    top = text.let(f"add i64 {text.let(f'mul i64 {m}, {W[0]}')}, {_word(text, carried, 1)}")
    next_, last = _word(text, carried, 0), _word(text, low, 0)
    high = _shifted(text, top, next_, "2")
    rest = _shifted(text, next_, last, "2")
    below = text.let(f"icmp slt i64 {high}, 0")  # the fraction is 1/2 or more: f − 1
    quarter = text.let(f"add i64 {text.let(f'lshr i64 {top}, 62')}, {text.let(f'zext i1 {below} to i64')}")
    words = [text.let(f"zext i64 {word} to i128") for word in (high, rest)]
    f = text.let(f"or i128 {text.let(f'shl i128 {words[0]}, 64')}, {words[1]}")
    size = text.let(f"select i1 {below}, i128 {text.let(f'sub i128 0, {f}')}, i128 {f}")
    f1, f2 = _parts(text, size)
    sign = text.select(below, text.number(-1.0), text.number(1.0))
    return quarter, text.binary("fmul", f1, sign), text.binary("fmul", f2, sign)


def _parts(text: Writer, size: str) -> tuple[str, str]:
    """Write a fraction of 128 bits as the sum of two doubles, the first of which is exact."""
    high, low = _word(text, size, 1), _word(text, size, 0)
    first = text.let(f"uitofp i64 {text.let(f'and i64 {high}, {-2048}')} to double")
    second = text.let(f"uitofp i64 {text.let(f'and i64 {high}, 2047')} to double")
    third = text.let(f"uitofp i64 {low} to double")
    unit = text.number(2.0**-64)
    f2 = text.call("fma", third, unit, second)
    return text.binary("fmul", first, unit), text.binary("fmul", f2, unit)


def _angle(text: Writer, f1: str, f2: str) -> str:
    """Write (3)."""
    P1, P2 = (text.number(part) for part in IN_DOUBLE.fused[:2])
    product = text.binary("fmul", f1, P1)
    rounding = text.call("fma", f1, P1, text.negated(product))
    small = text.call("fma", f2, P1, text.call("fma", f1, P2, rounding))
    return text.binary("fadd", product, small)


def _shifted(text: Writer, a: str, b: str, shift: str) -> str:
    """Return a word of the 128 bits of a and b, shifted to the left."""
    return text.let(f"call i64 @llvm.fshl.i64(i64 {a}, i64 {b}, i64 {shift})")


def _word(text: Writer, wide: str, index: int) -> str:
    """Return a word of 128 bits; 0 is the low one."""
    return text.let(f"trunc i128 {text.let(f'lshr i128 {wide}, 64') if index else wide} to i64")
