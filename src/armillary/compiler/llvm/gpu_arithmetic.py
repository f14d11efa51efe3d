"""Divisions and clamps for GPUs, without branches.

A division that is rounded exactly costs eight instructions and a branch to a slow path. Here 1/b starts from the
reciprocal instruction of the GPU, r ≈ 1/b. In single precision r is right to one unit in the last place [PTX]. In
double precision it has about 20 bits, and one step of third order gives all of them:
    e = 1 − b r,   1/b ≈ r + r (e + e²)                                                                         (1)
with a relative error of e³ and the rounding. 1/0 and 1/∞ stay r, ±∞ and 0. Subnormal numbers count as zero.

GPUs compare doubles in the arithmetic units, which are the bottleneck. The bits of a double without its sign are an
integer in the same order, so integers are compared:
    clamp(u, L) = ±L with the sign of u where |u| > L, else u                                                   (2)
NaN stays NaN.
"""

from __future__ import annotations

from armillary.compiler.llvm.writer import DOUBLE, Writer

WITHOUT_SIGN, INFINITE = (1 << 63) - 1, 0x7FF << 52


def divide(text: Writer, a: str, b: str) -> str:
    """Write a/b with an error of at most two units in the last place."""
    inverse = reciprocal(text, b)
    return inverse if a == text.number(1.0) else text.binary("fmul contract", a, inverse)


def reciprocal(text: Writer, b: str) -> str:
    """Write 1/b, (1)."""
    letter = "d" if text.scalar is DOUBLE else "f"
    r = text.let(f"call {text.real} @llvm.nvvm.rcp.approx.ftz.{letter}({text.real} {b})")
    if text.scalar is not DOUBLE:
        return r
    e = text.call("fma", text.negated(b), r, text.number(1.0))
    better = text.call("fma", r, text.call("fma", e, e, e), r)
    exponent = text.let(f"and i64 {text.let(f'bitcast double {r} to i64')}, {INFINITE}")
    # 0 and ∞ have the least and the greatest exponent
    inside = text.let(f"add i64 {exponent}, {-(1 << 52)}")
    return text.select(text.let(f"icmp ult i64 {inside}, {INFINITE - (1 << 52)}"), better, r)


def clamp(text: Writer, u: str, most: float) -> str:
    """Write the clamp of a double to ±most, a positive number, (2)."""
    bound = int(text.number(most), 16)
    size = text.let(f"and i64 {text.let(f'bitcast double {u} to i64')}, {WITHOUT_SIGN}")
    beyond = text.let(f"add i64 {size}, {-bound - 1}")
    limit = text.call("copysign", text.number(most), u)
    return text.select(text.let(f"icmp ult i64 {beyond}, {INFINITE - bound}"), limit, u)
