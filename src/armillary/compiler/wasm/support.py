"""Functions that LLVM calls where WebAssembly has no instruction: fma, fmin, fmax and a product of 128 bits.

    fma(a, b, c) = (s + (t + e)),  a b = p + e,  p + c = s + t                               (1)
The product and the sum are exact in two parts [Dekker1971], so that (1) is a b + c rounded once, but for a last bit
in rare cases. For |a| or |b| above 2⁹⁹⁵ the parts overflow and (1) is NaN, which the range reduction takes as an angle
that is too large. The functions of `functions` and `large_angles` need (1); kernels multiply and add apart.

The product of two numbers of 128 bits, modulo 2¹²⁸, comes from products of their halves:
    a b = a₀ b₀ + 2³² (a₁ b₀ + a₀ b₁) + 2⁶⁴ a₁ b₁  for the low words, 2⁶⁴ (a' b + a b') for the high ones    (2)
"""

from __future__ import annotations

from functools import cache

from armillary.compiler.llvm.writer import Writer

SPLITTER = 2.0**27 + 1
"""Multiplier that cuts a double into two halves of 26 bits."""


@cache
def support() -> str:
    """Return the functions as LLVM text; unused ones stay in the module, a few hundred bytes."""
    return "\n\n".join([_fma(), _chosen("fmin", "olt"), _chosen("fmax", "ogt"), _wide_product()])


def _fma() -> str:
    text = Writer("double @fma(double %a, double %b, double %c) noinline nounwind")
    p = text.binary("fmul", "%a", "%b")
    (a1, a2), (b1, b2) = (_halves(text, factor) for factor in ("%a", "%b"))
    e = text.binary("fsub", text.binary("fmul", a1, b1), p)
    for x, y in ((a1, b2), (a2, b1), (a2, b2)):
        e = text.binary("fadd", e, text.binary("fmul", x, y))
    s = text.binary("fadd", p, "%c")
    of_c = text.binary("fsub", s, p)
    t = text.binary("fadd", text.binary("fsub", p, text.binary("fsub", s, of_c)), text.binary("fsub", "%c", of_c))
    text.do(f"ret double {text.binary('fadd', s, text.binary('fadd', t, e))}")  # (1)
    return text.text()


def _halves(text: Writer, x: str) -> tuple[str, str]:
    scaled = text.binary("fmul", x, text.number(SPLITTER))
    high = text.binary("fsub", scaled, text.binary("fsub", scaled, x))
    return high, text.binary("fsub", x, high)


def _chosen(name: str, test: str) -> str:
    """Return the smaller or larger of two numbers, and of a number and NaN the number."""
    text = Writer(f"double @{name}(double %a, double %b) nounwind")
    first = text.binary(f"fcmp {test}", "%a", "%b")
    unknown = text.binary("fcmp uno", "%b", "%b")
    text.do(f"ret double {text.select(text.let(f'or i1 {first}, {unknown}'), '%a', '%b')}")
    return text.text()


def _wide_product() -> str:
    text = Writer("void @__multi3(ptr %to, i64 %a, i64 %ah, i64 %b, i64 %bh) noinline nounwind")
    (a0, a1), (b0, b1) = (
        (text.let(f"and i64 {factor}, {2**32 - 1}"), text.let(f"lshr i64 {factor}, 32")) for factor in ("%a", "%b")
    )
    low = text.let(f"mul i64 {a0}, {b0}")
    middle = text.let(f"add i64 {text.let(f'mul i64 {a1}, {b0}')}, {text.let(f'lshr i64 {low}, 32')}")
    other = text.let(f"mul i64 {a0}, {b1}")
    both = text.let(f"add i64 {text.let(f'and i64 {middle}, {2**32 - 1}')}, {other}")
    high = text.let(f"mul i64 {a1}, {b1}")
    for part in (middle, both):
        high = text.let(f"add i64 {high}, {text.let(f'lshr i64 {part}, 32')}")
    for x, y in (("%ah", "%b"), ("%a", "%bh")):
        high = text.let(f"add i64 {high}, {text.let(f'mul i64 {x}, {y}')}")  # (2)
    text.store(text.let("mul i64 %a, %b"), "%to", "i64")
    text.store(high, text.at("%to", 1, "i64"), "i64")
    text.do("ret void")
    return text.text()
