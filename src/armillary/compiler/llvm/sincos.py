"""Sine and cosine of the same angle together, in all lanes of the machine.

Reduction to |r| ≤ π/4 [CodyWaite1980]: with n = round(2x/π), π/2 = P₁ + P₂ + P₃,
    r = ((x − n P₁) − n P₂) − n P₃,   |r| ≤ π/4                                              (1)
With a fused multiply-add P₁ has all 53 bits of a double: x and n P₁ are multiples of 2⁻⁵² and
|r| < 1, so that the first step is exact [Boldo2009]. Without one, P₁ and P₂ have 32 bits, so that
their products with n are exact. In single precision such parts would be too short, and (1) is done with
doubles. On |r| ≤ π/4, with u = r²,
    sin r = r + r u (S₀ + S₁ u + … + S₅ u⁵)                                                  (2)
    cos r = 1 + u (C₀ + C₁ u + … + C₅ u⁵)                                                    (3)
The coefficients are minimax fits of the relative error, made with Lawson's weights in 160 bits: each coefficient in
turn was rounded to a double and the others fitted again. The error of (2) is 3.8e-18 and of (3) 6.1e-17; with rounding,
both functions are within 2 units in the last place.
The quarter n mod 4 swaps the two and sets their signs:
    sin x = sin r, cos r, −sin r, −cos r      cos x = cos r, −sin r, −cos r, sin r           (4)

n needs no conversion: adding 1.5·2⁵² + 2²⁰ leaves 2²⁰ + n in the low bits of the sum (5). The bits
above those 21 are the same for all −2²⁰ ≤ n < 2²⁰, that is |x| < 1.6e6, and differ for a larger
angle, an infinity or a NaN. So one test of the bits of all angles together finds whether any of them needs the C
library's sin and cos (6), which are then called for these lanes only.
"""

from __future__ import annotations

from dataclasses import dataclass

from armillary.compiler.llvm.writer import DOUBLE, SINGLE, Scalar, Writer, vector


@dataclass(frozen=True)
class SinCosTable:
    """The numbers of one precision."""

    quarter: float
    """2/π."""
    fused: tuple[float, ...]
    """π/2 in three parts with all bits of the precision."""
    separate: tuple[float, ...]
    """π/2 in parts whose products with n are exact, for machines without a fused multiply-add; none: in doubles."""
    sin: tuple[float, ...]
    cos: tuple[float, ...]
    bits: int
    """Bits of |n|."""
    shift: float
    shift_bits: int
    """1.5 · 2⁵², or 1.5 · 2²³, as an integer."""


def _numbers(*digits: str) -> tuple[float, ...]:
    return tuple(map(float.fromhex, digits))


IN_DOUBLE = SinCosTable(
    quarter=float.fromhex("0x1.45f306dc9c883p-1"),
    fused=_numbers("0x1.921fb54442d18p+0", "0x1.1a62633145c07p-54", "-0x1.f1976b7ed8fbcp-110"),
    separate=_numbers("0x1.921fb544p+0", "0x1.0b4611a6p-34", "0x1.3198a2e037073p-69"),
    sin=_numbers(
        "-0x1.5555555555548p-3", "0x1.111111110f756p-7", "-0x1.a01a019bf1112p-13",
        "0x1.71de355e1abc8p-19", "-0x1.ae5e53c8c1f99p-26", "0x1.5d8e096834ca0p-33",
    ),
    cos=_numbers(
        "-0x1.fffffffffff96p-2", "0x1.555555554f06bp-5", "-0x1.6c16c16407606p-10",
        "0x1.a019f81a41355p-16", "-0x1.27df453072036p-22", "0x1.1b8b60a931a90p-29",
    ),
    bits=20,
    shift=1.5 * 2.0**52 + 2.0**20,
    shift_bits=0x4338000000000000,
)  # fmt: skip
IN_SINGLE = SinCosTable(
    quarter=float.fromhex("0x1.45f306p-1"),
    fused=_numbers("0x1.921fb6p+0", "-0x1.777a5cp-25", "-0x1.ee59dap-50"),
    separate=(),
    sin=_numbers("-0x1.555544p-3", "0x1.1106bcp-7", "-0x1.991654p-13"),
    cos=_numbers("-0x1p-1", "0x1.55554ap-5", "-0x1.6c0c1ap-10", "0x1.99e142p-16"),
    bits=17,
    shift=1.5 * 2.0**23 + 2.0**17,
    shift_bits=0x4B400000,
)
TABLES = {DOUBLE: IN_DOUBLE, SINGLE: IN_SINGLE}
MULTIPLIES = 18
"""Multiplications, fused or not, for one sine and cosine, as the bound on speed counts them."""


def sincos(text: Writer, angles: list[str], fused: bool) -> list[tuple[str, str]]:
    """Write sine and cosine of some angles and return their names."""
    quick = [_fast(text, x, fused) for x in angles]
    pairs = [(sine, cosine) for sine, cosine, _ in quick]
    strange = any_strange(text, [bits for _, _, bits in quick])
    # Large angles are rare: one branch for all of them keeps the fast way straight.
    slow, join = text.new_block("library"), text.new_block("join")
    before = text.block
    text.branch(strange, slow, join, ", !prof !0")
    text.begin(slow)
    T = text.real
    repaired = []
    for x, (s, c) in zip(angles, pairs, strict=True):
        both = text.let(f"call {{ {T}, {T} }} @library_sincos.{text.lanes}({T} {x}, {T} {s}, {T} {c})")
        repaired.append(tuple(text.let(f"extractvalue {{ {T}, {T} }} {both}, {part}") for part in (0, 1)))
    text.jump(join)
    text.begin(join)

    def either(fast: str, careful: str) -> str:
        return text.let(f"phi {T} [ {fast}, %{before} ], [ {careful}, %{slow} ]")

    return [(either(s, s2), either(c, c2)) for (s, c), (s2, c2) in zip(pairs, repaired, strict=True)]


def _fast(text: Writer, x: str, fused: bool) -> tuple[str, str, str]:
    """Write (1) to (5); return the names of sine, cosine and the integer that holds n."""
    table, fma = TABLES[text.scalar], _fused if fused else _separate
    shifted = fma(text, x, text.number(table.quarter), text.number(table.shift))  # (5)
    n = text.binary("fsub", shifted, text.number(table.shift))
    if fused or table.separate:
        r = x
        for part in table.fused if fused else table.separate:
            r = fma(text, n, text.number(-part), r)  # (1)
    else:
        r = _reduced_in_double(text, x, n)
    bits = text.let(f"bitcast {text.real} {shifted} to {text.integer}")
    return *turned(text, *polynomials(text, r, fused), bits), bits


def _reduced_in_double(text: Writer, x: str, n: str) -> str:
    """Write (1) for numbers of single precision in double precision: products of n with two short parts are exact."""
    wide = Writer("")
    doubles = vector("double", text.lanes)
    x, n = (text.let(f"fpext {text.real} {value} to {doubles}") for value in (x, n))
    for part in IN_DOUBLE.separate[:2]:
        number = wide.number(part) if text.lanes == 1 else f"splat (double {wide.number(part)})"
        x = text.let(f"fsub {doubles} {x}, {text.let(f'fmul {doubles} {n}, {number}')}")
    return text.let(f"fptrunc {doubles} {x} to {text.real}")


def polynomials(text: Writer, r: str, fused: bool) -> tuple[str, str]:
    """Write (2) and (3)."""
    table, fma = TABLES[text.scalar], _fused if fused else _separate
    u = text.binary("fmul", r, r)
    s, c = text.number(table.sin[-1]), text.number(table.cos[-1])
    for a in table.sin[-2::-1]:
        s = fma(text, s, u, text.number(a))
    for b in table.cos[-2::-1]:
        c = fma(text, c, u, text.number(b))
    return fma(text, text.binary("fmul", r, u), s, r), fma(text, c, u, text.number(1.0))


def turned(text: Writer, sin: str, cos: str, quarter: str) -> tuple[str, str]:
    """Write (4) for an integer whose two low bits are n mod 4."""
    integer, real, top = text.integer, text.real, 8 * text.scalar.bytes - 1
    odd = text.let(f"icmp ne {integer} {text.let(f'and {integer} {quarter}, {text.whole(1)}')}, {text.whole(0)}")
    pair = []
    for value, other, turn in ((sin, cos, quarter), (cos, sin, text.let(f"add {integer} {quarter}, {text.whole(1)}"))):
        chosen = text.select(odd, other, value)
        high = text.let(f"shl {integer} {turn}, {text.whole(top - 1)}")
        sign = text.let(f"and {integer} {high}, {text.whole(-(1 << top))}")
        raw = text.let(f"add {integer} {text.let(f'bitcast {real} {chosen} to {integer}')}, {sign}")
        pair.append(text.let(f"bitcast {integer} {raw} to {real}"))
    return pair[0], pair[1]


def any_strange(text: Writer, bits: list[str]) -> str:
    """Write (6): whether a bit above the low ones differs in any lane of any angle."""
    integer, table = text.integer, TABLES[text.scalar]
    differ = ""
    for word in bits:
        quarter = text.let(f"sub {integer} {word}, {text.whole(table.shift_bits)}")
        differ = text.let(f"or {integer} {differ}, {quarter}") if differ else quarter
    wrong = text.let(f"icmp ugt {integer} {differ}, {text.whole((2 << table.bits) - 1)}")
    if text.lanes == 1:
        return wrong
    mask = text.let(f"bitcast {text.truth} {wrong} to i{text.lanes}")
    return text.let(f"icmp ne i{text.lanes} {mask}, 0")


def _fused(text: Writer, a: str, b: str, c: str) -> str:
    return text.call("fma", a, b, c)


def _separate(text: Writer, a: str, b: str, c: str) -> str:
    return text.binary("fadd", text.binary("fmul", a, b), c)


def library(lanes: int, fused: bool, scalar: Scalar = DOUBLE) -> str:
    """Return the function that replaces the lanes whose angle is too large, infinite or not a number."""
    T, places = vector(scalar.name, lanes), ("angles", "sines", "cosines")
    heading = f"internal {{ {T}, {T} }} @library_sincos.{lanes}({T} %x, {T} %s, {T} %c) noinline #0"
    text, table = Writer(heading, scalar=scalar), TABLES[scalar]
    for name, value in zip(places, ("%x", "%s", "%c"), strict=True):
        text.local(T, align=scalar.bytes * lanes, name=f"%{name}")
        text.store(value, f"%{name}", T)
    text.jump("lane")
    text.begin("lane")
    text.let("phi i64 [ 0, %entry ], [ %next, %done ]", "%i")
    at = {name: text.at(f"%{name}", "%i") for name in places}
    angle = text.load(at["angles"])
    multiply_add = _fused if fused else _separate
    shifted = multiply_add(text, angle, text.number(table.quarter), text.number(table.shift))  # (5)
    strange = any_strange(text, [text.let(f"bitcast {scalar.name} {shifted} to {scalar.integer}")])  # (6)
    text.branch(strange, "call", "done")
    text.begin("call")
    large = text.as_double(angle)
    for name, function in (("sines", "sin"), ("cosines", "cos")):
        text.store(text.from_double(text.let(f"call double @armillary_{function}(double {large})")), at[name])
    text.jump("done")
    text.begin("done")
    text.let("add i64 %i, 1", "%next")
    text.branch(text.let(f"icmp ult i64 %next, {lanes}"), "lane", "end")
    text.begin("end")
    sine, cosine = (text.load(f"%{name}", T) for name in ("sines", "cosines"))
    first = text.let(f"insertvalue {{ {T}, {T} }} poison, {T} {sine}, 0")
    text.do(f"ret {{ {T}, {T} }} {text.let(f'insertvalue {{ {T}, {T} }} {first}, {T} {cosine}, 1')}")
    return text.text()
