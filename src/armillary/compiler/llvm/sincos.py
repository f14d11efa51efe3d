"""Sine and cosine of the same angle together, in all lanes of the machine.

Reduction to |r| ≤ π/4 [CodyWaite1980]: with n = round(2x/π), π/2 = P₁ + P₂ + P₃,
    r = ((x − n P₁) − n P₂) − n P₃,   |r| ≤ π/4                                              (1)
With a fused multiply-add P₁ has all 53 bits of a double: x and n P₁ are multiples of 2⁻⁵² and
|r| < 1, so that the first step is exact [Boldo2009]. Without one, P₁ and P₂ have 32 bits, so that
their products with n are exact. On |r| ≤ π/4, with u = r²,
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

from armillary.compiler.llvm.writer import Writer, vector

QUARTER = float.fromhex("0x1.45f306dc9c883p-1")
"""2/π."""
FUSED = tuple(map(float.fromhex, ("0x1.921fb54442d18p+0", "0x1.1a62633145c07p-54", "-0x1.f1976b7ed8fbcp-110")))
"""π/2 in three parts of 53 bits."""
SEPARATE = tuple(map(float.fromhex, ("0x1.921fb544p+0", "0x1.0b4611a6p-34", "0x1.3198a2e037073p-69")))
"""π/2 in parts of 32, 32 and 53 bits."""
S = tuple(map(float.fromhex, (
    "-0x1.5555555555548p-3", "0x1.111111110f756p-7", "-0x1.a01a019bf1112p-13",
    "0x1.71de355e1abc8p-19", "-0x1.ae5e53c8c1f99p-26", "0x1.5d8e096834ca0p-33",
)))  # fmt: skip
C = tuple(map(float.fromhex, (
    "-0x1.fffffffffff96p-2", "0x1.555555554f06bp-5", "-0x1.6c16c16407606p-10",
    "0x1.a019f81a41355p-16", "-0x1.27df453072036p-22", "0x1.1b8b60a931a90p-29",
)))  # fmt: skip
BITS = 20
SHIFT = 1.5 * 2.0**52 + 2.0**BITS
SHIFT_BITS = 0x4338000000000000
SIGN = -(1 << 63)
MULTIPLIES = 18
"""Multiplications, fused or not, for one sine and cosine, as the bound on speed counts them."""


def sincos(text: Writer, angles: list[str], fused: bool) -> list[tuple[str, str]]:
    """Write sine and cosine of some angles and return their names."""
    found = [_fast(text, x, fused) for x in angles]
    pairs = [pair for *pair, _ in found]
    strange = _any_strange(text, [bits for *_, bits in found])
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

    def either(quick: str, careful: str) -> str:
        return text.let(f"phi {T} [ {quick}, %{before} ], [ {careful}, %{slow} ]")

    return [(either(s, s2), either(c, c2)) for (s, c), (s2, c2) in zip(pairs, repaired, strict=True)]


def _fast(text: Writer, x: str, fused: bool) -> tuple[str, str, str]:
    """Write (1) to (5); return the names of sine, cosine and the integer that holds n."""
    fma = _fused if fused else _separate
    shifted = fma(text, x, text.number(QUARTER), text.number(SHIFT))  # (5)
    n = text.binary("fsub", shifted, text.number(SHIFT))
    r = x
    for part in FUSED if fused else SEPARATE:
        r = fma(text, n, text.number(-part), r)  # (1)
    u = text.binary("fmul", r, r)
    s, c = text.number(S[-1]), text.number(C[-1])
    for a, b in zip(S[-2::-1], C[-2::-1], strict=True):
        s, c = fma(text, s, u, text.number(a)), fma(text, c, u, text.number(b))
    sin = fma(text, text.binary("fmul", r, u), s, r)  # (2)
    cos = fma(text, c, u, text.number(1.0))  # (3)
    return _quarter(text, sin, cos, shifted)


def _quarter(text: Writer, sin: str, cos: str, shifted: str) -> tuple[str, str, str]:
    """Write (4)."""
    integer, real = text.integer, text.real
    bits = text.let(f"bitcast {real} {shifted} to {integer}")
    odd = text.let(f"icmp ne {integer} {text.let(f'and {integer} {bits}, {text.whole(1)}')}, {text.whole(0)}")
    pair = []
    for value, other, turn in ((sin, cos, bits), (cos, sin, text.let(f"add {integer} {bits}, {text.whole(1)}"))):
        chosen = text.select(odd, other, value)
        top = text.let(f"shl {integer} {turn}, {text.whole(62)}")
        sign = text.let(f"and {integer} {top}, {text.whole(SIGN)}")
        raw = text.let(f"add {integer} {text.let(f'bitcast {real} {chosen} to {integer}')}, {sign}")
        pair.append(text.let(f"bitcast {integer} {raw} to {real}"))
    return pair[0], pair[1], bits


def _any_strange(text: Writer, bits: list[str]) -> str:
    """Write (6): whether a bit above the low ones differs in any lane of any angle."""
    integer = text.integer
    differ = ""
    for each in bits:
        found = text.let(f"sub {integer} {each}, {text.whole(SHIFT_BITS)}")
        differ = text.let(f"or {integer} {differ}, {found}") if differ else found
    wrong = text.let(f"icmp ugt {integer} {differ}, {text.whole((2 << BITS) - 1)}")
    if text.lanes == 1:
        return wrong
    mask = text.let(f"bitcast {text.truth} {wrong} to i{text.lanes}")
    return text.let(f"icmp ne i{text.lanes} {mask}, 0")


def _fused(text: Writer, a: str, b: str, c: str) -> str:
    return text.call("fma", a, b, c)


def _separate(text: Writer, a: str, b: str, c: str) -> str:
    return text.binary("fadd", text.binary("fmul", a, b), c)


def library(lanes: int, fused: bool) -> str:
    """Return the function that replaces the lanes whose angle is too large, infinite or not a number."""
    T, places = vector("double", lanes), ("angles", "sines", "cosines")
    heading = f"internal {{ {T}, {T} }} @library_sincos.{lanes}({T} %x, {T} %s, {T} %c) noinline #0"
    text = Writer(heading)
    for name, value in zip(places, ("%x", "%s", "%c"), strict=True):
        text.local(T, align=8 * lanes, name=f"%{name}")
        text.store(value, f"%{name}", T)
    text.jump("lane")
    text.begin("lane")
    text.let("phi i64 [ 0, %entry ], [ %next, %done ]", "%i")
    at = {name: text.at(f"%{name}", "%i") for name in places}
    angle = text.load(at["angles"])
    shifted = (_fused if fused else _separate)(text, angle, text.number(QUARTER), text.number(SHIFT))  # (5)
    strange = _any_strange(text, [text.let(f"bitcast double {shifted} to i64")])  # (6)
    text.branch(strange, "call", "done")
    text.begin("call")
    for name, function in (("sines", "sin"), ("cosines", "cos")):
        text.store(text.let(f"call double @armillary_{function}(double {angle})"), at[name])
    text.jump("done")
    text.begin("done")
    text.let("add i64 %i, 1", "%next")
    text.branch(text.let(f"icmp ult i64 %next, {lanes}"), "lane", "end")
    text.begin("end")
    sine, cosine = (text.load(f"%{name}", T) for name in ("sines", "cosines"))
    first = text.let(f"insertvalue {{ {T}, {T} }} poison, {T} {sine}, 0")
    text.do(f"ret {{ {T}, {T} }} {text.let(f'insertvalue {{ {T}, {T} }} {first}, {T} {cosine}, 1')}")
    return text.text()
