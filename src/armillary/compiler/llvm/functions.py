"""exp, log, tanh and atan2 for machines without a C library, in one lane. [CodyWaite1980]

    exp x = 2ⁿ exp r,  n = round(x / ln 2),  r = x − n ln 2,  |r| ≤ ln 2 / 2                 (1)
    exp r = 1 + r + r² (E₀ + E₁ r + …)                                                       (2)
    log x = e ln 2 + log(1 + f),  x = 2ᵉ (1 + f),  √½ ≤ 1 + f < √2                           (3)
    log(1 + f) = f − (h − s (h + w (L₀ + L₁ w + …))),  s = f/(2 + f),  w = s²,  h = f²/2     (4)
    tanh x = x + x u (T₀ + T₁ u + …),  u = x²,  for |x| ≤ 0.55                               (5)
    tanh x = 1 − 2/(exp 2x + 1) for x above, and the negative for −x                         (6)
    atan t = t + t u (A₀ + A₁ u + …),  u = t²,  for |t| ≤ tan π/8                            (7)
    atan(a/b) = π/4 + atan((a − b)/(a + b)) for a/b between tan π/8 and 1                    (8)
Quotients of the smaller to the larger of |x| and |y| and the quadrant give atan2. The coefficients are minimax fits as
in `sincos`. Errors are below 2 units in the last place. Numbers of single precision are computed in double precision
and rounded.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from armillary.compiler.llvm.writer import DOUBLE, Scalar, Writer


def _numbers(*digits: str) -> tuple[float, ...]:
    return tuple(map(float.fromhex, digits))


EXP = _numbers(
    "0x1.000000000000ap-1", "0x1.5555555555508p-3", "0x1.55555555506b2p-5", "0x1.1111111124837p-7",
    "0x1.6c16c1847acd1p-10", "0x1.a01a013abe36fp-13", "0x1.a019995148ef5p-16", "0x1.71df02506c62cp-19",
    "0x1.28ae0c21829d5p-22", "0x1.adb5068c0333cp-26",
)  # fmt: skip
LOG = _numbers(
    "0x1.5555555555592p-1", "0x1.999999997feaap-2", "0x1.24924941ea207p-2", "0x1.c71c520b6d62fp-3",
    "0x1.74663f119197ep-3", "0x1.39a1aa67132e6p-3", "0x1.2f066c48f9dedp-3",
)  # fmt: skip
TANH = _numbers(
    "-0x1.55555555554a5p-2", "0x1.11111111030fcp-3", "-0x1.ba1ba1adc53d6p-5", "0x1.664f45d12fb94p-6",
    "-0x1.226ddeac48eecp-7", "0x1.d6c6479288fc6p-9", "-0x1.7cf5423519e26p-10", "0x1.2fab0867220bbp-11",
    "-0x1.b93e54db51446p-13", "0x1.ac8b5174267dcp-15",
)  # fmt: skip
ATAN = _numbers(
    "-0x1.555555555553dp-2", "0x1.99999999958afp-3", "-0x1.24924922afe02p-3", "0x1.c71c70e735279p-4",
    "-0x1.745cf90034eebp-4", "0x1.3b111bb5ea96ap-4", "-0x1.10ebd691338f9p-4", "0x1.df1109858ba28p-5",
    "-0x1.9cdaa1060c47ap-5", "0x1.37e9acaf19c7cp-5", "-0x1.259605a59f6fdp-6",
)  # fmt: skip
LN2 = _numbers("0x1.62e42fefa39efp-1", "0x1.abc9e3b39803fp-56")
"""ln 2 in two parts; with a fused multiply-add (1) is exact to the second."""
LN2_SHORT = _numbers("0x1.62e42feep-1", "0x1.a39ef35793c76p-33")
"""ln 2 in two parts, the first of 32 bits: its product with an exponent is exact."""
HALF_PI = _numbers("0x1.921fb54442d18p+0", "0x1.1a62633145c07p-54")
LARGEST, LEAST = 710.0, -746.0
"""Arguments of exp beyond which the result is infinite or zero."""
SHIFT = 1.5 * 2.0**52
ARGUMENTS = {"exp": 1, "log": 1, "tanh": 1, "atan2": 2}


def library(names: Sequence[str], scalar: Scalar) -> list[str]:
    """Return functions by name, and those that they call."""
    return own(names) + [_called(name, scalar) for name in names]


def own(names: Sequence[str]) -> list[str]:
    """Return the functions `own_exp`, … of doubles by name, and the functions that they call."""
    needed = {*names, *(["exp"] if "tanh" in names else [])}
    return [_MAKERS[name]() for name in ARGUMENTS if name in needed]


def _called(name: str, scalar: Scalar) -> str:
    """Return the function that kernels call."""
    T, count = scalar.name, ARGUMENTS[name]
    parameters = ", ".join(f"{T} %x{k}" for k in range(count))
    text = Writer(f"internal {T} @library_{name}.1({parameters}) noinline nounwind", scalar=scalar)
    values = [f"%x{k}" if scalar is DOUBLE else text.let(f"fpext {T} %x{k} to double") for k in range(count)]
    result = _call(text, name, *values)
    text.do(f"ret {T} {result if scalar is DOUBLE else text.let(f'fptrunc double {result} to {T}')}")
    return text.text()


def _call(text: Writer, name: str, *values: str) -> str:
    return text.let(f"call double @own_{name}({', '.join(f'double {value}' for value in values)})")


def _begun(name: str) -> Writer:
    parameters = ", ".join(f"double {argument}" for argument in ("%x", "%y")[: ARGUMENTS[name]])
    return Writer(f"internal double @own_{name}({parameters}) noinline nounwind", scalar=DOUBLE)


def _ended(text: Writer, value: str) -> str:
    text.do(f"ret double {value}")
    return text.text()


def _polynomial(text: Writer, coefficients: Sequence[float], u: str) -> str:
    """Write a polynomial by Horner's rule."""
    value = text.number(coefficients[-1])
    for coefficient in coefficients[-2::-1]:
        value = text.call("fma", value, u, text.number(coefficient))
    return value


def _where(text: Writer, test: str, a: str, b: str, values: tuple[str, str]) -> str:
    """Write a choice between two values by a comparison."""
    return text.select(text.binary(f"fcmp {test}", a, b), *values)


def _exp() -> str:
    text = _begun("exp")
    high, low = text.number(LARGEST), text.number(LEAST)
    x = _where(text, "ogt", "%x", high, (high, "%x"))
    x = _where(text, "olt", x, low, (low, x))
    shifted = text.call("fma", x, text.number(1 / math.log(2)), text.number(SHIFT))
    n = text.binary("fsub", shifted, text.number(SHIFT))
    r = x
    for part in LN2:
        r = text.call("fma", n, text.number(-part), r)  # (1)
    p = _polynomial(text, EXP, r)
    value = text.binary("fadd", text.call("fma", text.binary("fmul", r, r), p, r), text.number(1.0))  # (2)
    bits = text.let(f"bitcast double {shifted} to i64")
    whole = text.let(f"ashr i64 {text.let(f'shl i64 {bits}, 32')}, 32")
    half = text.let(f"ashr i64 {whole}, 1")
    for power in (half, text.let(f"sub i64 {whole}, {half}")):  # 2ⁿ alone may be too large or too small
        value = text.binary("fmul", value, _power(text, power))
    return _ended(text, value)


def _power(text: Writer, exponent: str) -> str:
    """Write 2 to a whole number."""
    bits = text.let(f"shl i64 {text.let(f'add i64 {exponent}, 1023')}, 52")
    return text.let(f"bitcast i64 {bits} to double")


def _log() -> str:
    text = _begun("log")
    tiny = text.binary("fcmp olt", "%x", text.number(2.0**-1022))
    x = text.select(tiny, text.binary("fmul", "%x", text.number(2.0**54)), "%x")
    bits = text.let(f"bitcast double {x} to i64")
    # From √½ on: the exponent changes at the bits of √½ instead of 1.
    moved = text.let(f"sub i64 {bits}, {0x3FE6A09E667F3BCD}")
    e = text.let(f"ashr i64 {moved}, 52")
    mantissa = text.let(f"sub i64 {bits}, {text.let(f'shl i64 {e}, 52')}")
    f = text.binary("fsub", text.let(f"bitcast i64 {mantissa} to double"), text.number(1.0))
    k = text.binary("fsub", text.let(f"sitofp i64 {e} to double"), text.select(tiny, *map(text.number, (54.0, 0.0))))
    s = text.binary("fdiv", f, text.binary("fadd", f, text.number(2.0)))
    w = text.binary("fmul", s, s)
    h = text.binary("fmul", text.binary("fmul", f, f), text.number(0.5))
    R = text.binary("fmul", w, _polynomial(text, LOG, w))
    rest = text.binary("fmul", s, text.binary("fadd", h, R))
    rest = text.call("fma", k, text.number(LN2_SHORT[1]), rest)
    small = text.binary("fsub", text.binary("fsub", h, rest), f)  # (4)
    value = text.binary("fsub", text.binary("fmul", k, text.number(LN2_SHORT[0])), small)  # (3)
    zero, infinity, nan = (text.number(constant) for constant in (0.0, math.inf, math.nan))
    value = _where(text, "oeq", "%x", infinity, (infinity, value))
    value = _where(text, "oeq", "%x", zero, (text.number(-math.inf), value))
    return _ended(text, _where(text, "uge", "%x", zero, (_where(text, "uno", "%x", "%x", ("%x", value)), nan)))


def _tanh() -> str:
    text = _begun("tanh")
    u = text.binary("fmul", "%x", "%x")
    small = text.call("fma", text.binary("fmul", "%x", u), _polynomial(text, TANH, u), "%x")  # (5)
    size = text.call("fabs", "%x")
    grown = _call(text, "exp", text.binary("fadd", size, size))
    part = text.binary("fdiv", text.number(2.0), text.binary("fadd", grown, text.number(1.0)))
    large = text.let(
        f"call double @llvm.copysign.f64(double {text.binary('fsub', text.number(1.0), part)}, double %x)"
    )  # (6)
    return _ended(text, _where(text, "ogt", size, text.number(0.55), (large, small)))


def _atan2() -> str:
    """Return the function of (y, x), whose arguments are here %x and %y in this order."""
    text = _begun("atan2")
    y, x = "%x", "%y"
    sizes = text.call("fabs", y), text.call("fabs", x)
    steep = text.binary("fcmp ogt", *sizes)
    a, b = text.select(steep, sizes[1], sizes[0]), text.select(steep, *sizes)
    both = text.binary("fcmp oeq", a, text.number(math.inf))  # two infinities: a diagonal
    a, b = (text.select(both, text.number(1.0), size) for size in (a, b))
    shrink = _where(text, "ogt", b, text.number(2.0**1020), (text.number(0.25), text.number(1.0)))
    a, b = (text.binary("fmul", size, shrink) for size in (a, b))
    past = text.binary("fcmp ogt", a, text.binary("fmul", b, text.number(math.tan(math.pi / 8))))
    above = text.select(past, text.binary("fsub", a, b), a)
    below = text.select(past, text.binary("fadd", a, b), b)
    t = text.binary("fdiv", above, _where(text, "oeq", below, text.number(0.0), (text.number(1.0), below)))
    u = text.binary("fmul", t, t)
    rest = text.call("fma", text.binary("fmul", t, u), _polynomial(text, ATAN, u), t)  # (7)
    quarter = [text.select(past, text.number(part / 2), text.number(0.0)) for part in HALF_PI]
    angle = text.binary("fadd", quarter[0], text.binary("fadd", rest, quarter[1]))  # (8)
    angle = text.select(steep, _less(text, HALF_PI, angle), angle)
    behind = text.let(f"icmp slt i64 {text.let(f'bitcast double {x} to i64')}, 0")
    angle = text.select(behind, _less(text, [2 * part for part in HALF_PI], angle), angle)
    angle = text.let(f"call double @llvm.copysign.f64(double {angle}, double {y})")
    return _ended(text, _where(text, "uno", x, y, (text.binary("fadd", x, y), angle)))


def _less(text: Writer, whole: Sequence[float], angle: str) -> str:
    """Write a constant in two parts less an angle."""
    return text.binary("fsub", text.number(whole[0]), text.binary("fsub", angle, text.number(whole[1])))


_MAKERS = {"exp": _exp, "log": _log, "tanh": _tanh, "atan2": _atan2}
