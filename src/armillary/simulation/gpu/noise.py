"""Normal random numbers in kernels, as LLVM text: those of NumPy's `Generator(Philox(key))`.

Philox4x64 with ten rounds [SalmonEtAl2011] turns a counter and a key into four random words:
    c₀, c₁, c₂, c₃ ← hi(B c₂) ⊕ c₁ ⊕ k₀, lo(B c₂), hi(A c₀) ⊕ c₃ ⊕ k₁, lo(A c₀)                          (1)
The ziggurat [MarsagliaTsang2000] has 256 layers of equal area under f(x) = exp(−x²/2) (`simulation.noise`). A word
gives layer k, sign and a whole number r < 2⁵²:
    x = r w_k,  where r is below the limit of the layer, otherwise with the probability of its wedge        (2)
    x = t − log(1 − u) / t beyond the first layer's edge t, where −2 log(1 − u') > (x − t)²                 (3)
Numbers of (3), one in 4,000, may differ from NumPy's in the last bit where our log does; all others are equal.
The memory of a generator has the four words of a block, the number of used ones, and the counter.
"""

from __future__ import annotations

import math
from functools import cache

from armillary.compiler.llvm.functions import own
from armillary.compiler.llvm.writer import DOUBLE
from armillary.simulation.noise import LAYERS, layer_widths

MEMORY = 6
"""Words of the memory of a generator."""
FULL = 4
"""Words that a block of Philox has."""
A, B = 0xD2E7470EE14C6C93, 0xCA5A826395121157
KEYS = (0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B)
"""Increments of the key after each round."""
ROUNDS = 10
WORD = """
define internal i64 @random_word(ptr %memory, i64 %key0, i64 %key1) noinline nounwind {{
entry:
  %at_used = getelementptr i64, ptr %memory, i64 4
  %used = load i64, ptr %at_used
  %empty = icmp eq i64 %used, 4
  br i1 %empty, label %fill, label %give
fill:
  %at_counter = getelementptr i64, ptr %memory, i64 5
  %before = load i64, ptr %at_counter
  %counter = add i64 %before, 1
  store i64 %counter, ptr %at_counter
{rounds}
  br label %give
give:
  %place = phi i64 [ %used, %entry ], [ 0, %fill ]
  %next = add i64 %place, 1
  store i64 %next, ptr %at_used
  %at_word = getelementptr i64, ptr %memory, i64 %place
  %word = load i64, ptr %at_word
  ret i64 %word
}}
"""
PART = """
define internal double @random_part(ptr %memory, i64 %key0, i64 %key1) noinline nounwind {
  %word = call i64 @random_word(ptr %memory, i64 %key0, i64 %key1)
  %whole = lshr i64 %word, 11
  %number = uitofp i64 %whole to double
  %part = fmul double %number, 0x3CA0000000000000
  ret double %part
}
"""
NORMAL = """
define internal double @random_normal(ptr %memory, i64 %key0, i64 %key1) noinline nounwind {{
entry:
  br label %draw
draw:
  %word = call i64 @random_word(ptr %memory, i64 %key0, i64 %key1)
  %layer = and i64 %word, 255
  %bit = lshr i64 %word, 8
  %negative = trunc i64 %bit to i1
  %rest = lshr i64 %word, 9
  %whole = and i64 %rest, 4503599627370495
  %at_width = getelementptr double, ptr @random.widths, i64 %layer
  %width = load double, ptr %at_width
  %number = uitofp i64 %whole to double
  %size = fmul double %number, %width
  %minus = fneg double %size
  %x = select i1 %negative, double %minus, double %size
  %at_limit = getelementptr i64, ptr @random.limits, i64 %layer
  %limit = load i64, ptr %at_limit
  %inside = icmp ult i64 %whole, %limit
  br i1 %inside, label %done, label %edge
edge:
  %first = icmp eq i64 %layer, 0
  br i1 %first, label %tail, label %wedge
tail:
  %u = call double @random_part(ptr %memory, i64 %key0, i64 %key1)
  %v = call double @random_part(ptr %memory, i64 %key0, i64 %key1)
  %left = fsub double 1.0, %u
  %log = call double @own_log(double %left)
  %beyond = fmul double %log, {over}
  %other = fsub double 1.0, %v
  %minus_log = call double @own_log(double %other)
  %once = fneg double %minus_log
  %twice = fadd double %once, %once
  %square = fmul double %beyond, %beyond
  %taken = fcmp ogt double %twice, %square
  br i1 %taken, label %far, label %tail
far:
  %distance = fadd double {edge}, %beyond
  %opposite = fneg double %distance
  %sign = lshr i64 %whole, 8
  %left_side = trunc i64 %sign to i1
  %end = select i1 %left_side, double %opposite, double %distance
  br label %done
wedge:
  %below = sub i64 %layer, 1
  %at_low = getelementptr double, ptr @random.densities, i64 %layer
  %at_high = getelementptr double, ptr @random.densities, i64 %below
  %low = load double, ptr %at_low
  %high = load double, ptr %at_high
  %w = call double @random_part(ptr %memory, i64 %key0, i64 %key1)
  %height = fsub double %high, %low
  %part = fmul double %height, %w
  %level = fadd double %part, %low
  %half = fmul double %x, -0.5
  %exponent = fmul double %half, %x
  %density = call double @own_exp(double %exponent)
  %under = fcmp olt double %level, %density
  br i1 %under, label %done, label %draw
done:
  %found = phi double [ %x, %draw ], [ %end, %far ], [ %x, %wedge ]
  ret double %found
}}
"""


@cache
def functions() -> tuple[str, ...]:
    """Return tables and functions: `random_normal(memory, key0, key1)` gives the next number, a double."""
    widths = layer_widths()
    edges = [2.0**52 * width for width in widths]
    inner = [widths[-1], 0.0, *widths[1:-1]]
    limits = [int(near / width * 2.0**52) for near, width in zip(inner, widths, strict=True)]
    densities = [1.0, *(math.exp(-0.5 * edge * edge) for edge in edges[1:])]
    tables = (
        _table("widths", "double", [DOUBLE.literal(each) for each in widths]),
        _table("limits", "i64", [str(each) for each in limits]),
        _table("densities", "double", [DOUBLE.literal(each) for each in densities]),
    )
    tail = NORMAL.format(over=DOUBLE.literal(-(1.0 / edges[-1])), edge=DOUBLE.literal(edges[-1]))
    return (*tables, *own(("exp", "log")), WORD.format(rounds="\n".join(_rounds())), PART, tail)


def _table(name: str, kind: str, values: list[str]) -> str:
    entries = ", ".join(f"{kind} {each}" for each in values)
    return f"@random.{name} = internal unnamed_addr constant [{LAYERS} x {kind}] [{entries}]"


def _rounds() -> list[str]:
    """Return the instructions of (1), from the counter to the words in memory."""
    lines, c, key = [], ["%counter", "0", "0", "0"], ["%key0", "%key1"]
    for k in range(ROUNDS):
        for name, factor, word in (("a", A, c[0]), ("b", B, c[2])):
            lines += [
                f"  %{name}{k} = zext i64 {word} to i128",
                f"  %{name}p{k} = mul i128 %{name}{k}, {factor}",
                f"  %{name}l{k} = trunc i128 %{name}p{k} to i64",
                f"  %{name}s{k} = lshr i128 %{name}p{k}, 64",
                f"  %{name}h{k} = trunc i128 %{name}s{k} to i64",
            ]
        for name, high, word, own_key in (("x", f"%bh{k}", c[1], key[0]), ("y", f"%ah{k}", c[3], key[1])):
            lines += [f"  %{name}m{k} = xor i64 {high}, {word}", f"  %{name}{k} = xor i64 %{name}m{k}, {own_key}"]
        c = [f"%x{k}", f"%bl{k}", f"%y{k}", f"%al{k}"]
        lines += [f"  %k{j}r{k} = add i64 {key[j]}, {KEYS[j]}" for j in range(2)]
        key = [f"%k{j}r{k}" for j in range(2)]
    for j, word in enumerate(c):
        lines += [f"  %to{j} = getelementptr i64, ptr %memory, i64 {j}", f"  store i64 {word}, ptr %to{j}"]
    return lines
