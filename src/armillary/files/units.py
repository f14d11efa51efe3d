"""Quantities with units: "90 deg", "5 mm", "70 GPa", "2 g cm^2", "0.1 N m s/rad".

A unit is a product and quotient of symbols, each with an optional prefix and a whole exponent. It
stands for a scale and for the exponents of the base units,
    1 unit = scale · kg^a m^b s^c A^d K^e rad^f,                                          (1)
and fits a field with the same exponents. Radians count, so that "5 Hz" is not taken for a joint
speed. A field "per radian" also takes units without the radian, as in N·m·s. Scales are fractions
and a value is rounded once, so that "0.3 mm" is exactly 0.0003.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from functools import cache, lru_cache

from armillary.errors import ArgumentError
from armillary.files.words import shortened

Exponents = tuple[int, ...]

BASE_UNITS = ("kg", "m", "s", "A", "K", "rad")

DIMENSIONS: dict[str, tuple[str, str]] = {
    # name: (SI unit, example)
    "number": ("1", "100"),
    "angle": ("rad", "90 deg"),
    "length": ("m", "5 mm"),
    "area": ("m^2", "3 cm^2"),
    "second moment of area": ("m^4", "2 cm^4"),
    "mass": ("kg", "500 g"),
    "time": ("s", "20 ms"),
    "frequency": ("Hz", "50 Hz"),
    "density": ("kg/m^3", "2.7 g/cm^3"),
    "density per length": ("kg/m", "1.2 kg/m"),
    "inertia": ("kg m^2", "2 g cm^2"),
    "speed": ("m/s", "5 mm/s"),
    "angular speed": ("rad/s", "120 deg/s"),
    "acceleration": ("m/s^2", "9.81 m/s^2"),
    "angular acceleration": ("rad/s^2", "10 rad/s^2"),
    "force": ("N", "20 N"),
    "torque": ("N m", "87 N m"),
    "pressure": ("Pa", "70 GPa"),
    "power": ("W", "200 W"),
    "energy": ("J", "5 J"),
    "turn per length": ("rad/m", "90 deg/m"),
    "length per turn": ("m/rad", "2 mm/rev"),
    "linear friction": ("N s/m", "10 N s/m"),
    "rotary friction": ("N m s/rad", "0.1 N m s/rad"),
    "linear stiffness": ("N/m", "5 kN/m"),
    "rotary stiffness": ("N m/rad", "300 N m/rad"),
    "linear cubic stiffness": ("N/m^3", "1 GN/m^3"),
    "rotary cubic stiffness": ("N m/rad^3", "1 MN m/rad^3"),
    "rotary integral stiffness": ("N m/(rad s)", "50 N m/(rad s)"),
    "linear integral stiffness": ("N/(m s)", "2 kN/(m s)"),
    "per time": ("1/s", "20 1/s"),
    "per time squared": ("1/s^2", "400 1/s^2"),
    "current": ("A", "2 A"),
    "voltage": ("V", "24 V"),
    "torque constant": ("N m/A", "50 mN m/A"),
    "resistance": ("ohm", "0.3 ohm"),
    "inductance": ("H", "0.2 mH"),
    "temperature": ("K", "298 K"),
    "thermal resistance": ("K/W", "2 K/W"),
    "heat capacity": ("J/K", "40 J/K"),
    "per temperature": ("1/K", "0.004 1/K"),
}

_PI = Fraction(math.pi)
_PREFIXES = {
    "T": Fraction(10**12), "G": Fraction(10**9), "M": Fraction(10**6), "k": Fraction(10**3), "h": Fraction(100),
    "d": Fraction(1, 10), "c": Fraction(1, 100), "m": Fraction(1, 10**3), "u": Fraction(1, 10**6),
    "µ": Fraction(1, 10**6), "μ": Fraction(1, 10**6), "n": Fraction(1, 10**9), "p": Fraction(1, 10**12),
}  # fmt: skip
# symbol: (scale, exponents as in (1)), first the units that take a prefix.
_PREFIXED: dict[str, tuple[Fraction, Exponents]] = {
    "g": (Fraction(1, 1000), (1, 0, 0, 0, 0, 0)),
    "m": (Fraction(1), (0, 1, 0, 0, 0, 0)),
    "s": (Fraction(1), (0, 0, 1, 0, 0, 0)),
    "A": (Fraction(1), (0, 0, 0, 1, 0, 0)),
    "K": (Fraction(1), (0, 0, 0, 0, 1, 0)),
    "rad": (Fraction(1), (0, 0, 0, 0, 0, 1)),
    "Hz": (Fraction(1), (0, 0, -1, 0, 0, 0)),
    "N": (Fraction(1), (1, 1, -2, 0, 0, 0)),
    "Nm": (Fraction(1), (1, 2, -2, 0, 0, 0)),
    "Pa": (Fraction(1), (1, -1, -2, 0, 0, 0)),
    "J": (Fraction(1), (1, 2, -2, 0, 0, 0)),
    "W": (Fraction(1), (1, 2, -3, 0, 0, 0)),
    "V": (Fraction(1), (1, 2, -3, -1, 0, 0)),
    "Ω": (Fraction(1), (1, 2, -3, -2, 0, 0)),
    "ohm": (Fraction(1), (1, 2, -3, -2, 0, 0)),
    "H": (Fraction(1), (1, 2, -2, -2, 0, 0)),
    "bar": (Fraction(10**5), (1, -1, -2, 0, 0, 0)),
}
_PLAIN: dict[str, tuple[Fraction, Exponents]] = {
    "1": (Fraction(1), (0, 0, 0, 0, 0, 0)),
    "%": (Fraction(1, 100), (0, 0, 0, 0, 0, 0)),
    "deg": (_PI / 180, (0, 0, 0, 0, 0, 1)),
    "°": (_PI / 180, (0, 0, 0, 0, 0, 1)),
    "arcmin": (_PI / 10800, (0, 0, 0, 0, 0, 1)),
    "rev": (2 * _PI, (0, 0, 0, 0, 0, 1)),
    "rpm": (2 * _PI / 60, (0, 0, -1, 0, 0, 1)),
    "min": (Fraction(60), (0, 0, 1, 0, 0, 0)),
    "h": (Fraction(3600), (0, 0, 1, 0, 0, 0)),
    "t": (Fraction(1000), (1, 0, 0, 0, 0, 0)),
    "in": (Fraction(254, 10**4), (0, 1, 0, 0, 0, 0)),
    "ft": (Fraction(3048, 10**4), (0, 1, 0, 0, 0, 0)),
    "lb": (Fraction(45359237, 10**8), (1, 0, 0, 0, 0, 0)),
    "lbf": (Fraction(45359237 * 980665, 10**13), (1, 1, -2, 0, 0, 0)),
    "kgf": (Fraction(980665, 10**5), (1, 1, -2, 0, 0, 0)),
}

_NUMBER = re.compile(r"\s*([+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?)(.*)", re.DOTALL)
_TOKEN = re.compile(r"\s*(?:(\^|\*\*)?([+-]?\d)(?!\d)|([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹])|([*·⋅/()])|([A-Za-zµμΩ°%]+))")
_SUPERSCRIPTS = str.maketrans("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", "-+0123456789")
_LONGEST = 100


def parse_quantity(value: object, dimension: str, *, infinite: bool = False, field: str = "quantity") -> float:
    """Return a number, or a text with a unit, as a float in SI units.

    Args:
        value: A number in SI units, or a text such as "5 mm". A boolean is not a number.
        dimension: A key of `DIMENSIONS`, such as "length".
        infinite: Whether ±inf is allowed. NaN never is.
        field: Name of the value in an error.

    Raises:
        ArgumentError: The value has another dimension, or is not a finite number; the message has an example.

    Example:
        >>> parse_quantity("500 mm", "length")
        0.5
        >>> parse_quantity("2 g cm^2", "inertia")
        2e-07
    """
    number = _converted(value, dimension, field)
    if math.isnan(number) or (math.isinf(number) and not infinite):
        found = shortened(value) if isinstance(value, str) else f"{number} {symbol(dimension)}".strip()
        raise ArgumentError(field, found, "a finite number")
    return number


def any_quantity(value: object, dimension: str) -> float:
    """Return a number, or a text with a unit, in SI units, for a caller that checks the range: infinity and NaN pass.

    A frequency in rad/s is an angular frequency, 2π times as large as that in Hz.
    """
    try:
        return _converted(value, dimension, "quantity")
    except ArgumentError as error:
        if dimension != "frequency":
            raise
        try:
            return _converted(value, "angular speed", "quantity") / (2 * math.pi)
        except ArgumentError:
            raise error from None


def _converted(value: object, dimension: str, field: str) -> float:
    """Return a number, or a text with a unit of a dimension, in SI units."""
    unit, example = DIMENSIONS[dimension]
    try:
        return _in_si(value, unit) + 0.0  # turns −0 into 0
    except (_UnreadableError, OverflowError) as error:
        reason = str(error) if isinstance(error, _UnreadableError) else "it is too large"
        expected = "a number" if unit == "1" else f"a number in {unit} or a text with a unit such as {example!r}"
        raise ArgumentError(field, f"{shortened(value)}: {reason}", expected) from None


_POWERS = str.maketrans({"2": "²", "3": "³", "4": "⁴"})


@cache
def symbol(dimension: str) -> str:
    """Return the SI unit of a dimension as printed, such as "kg·m²"; empty for plain numbers.

    Example:
        >>> symbol("rotary friction"), symbol("resistance"), symbol("number")
        ('N·m·s/rad', 'Ω', '')
    """
    unit = DIMENSIONS[dimension][0]
    if unit == "1":
        return ""
    for power in "234":
        unit = unit.replace(f"^{power}", power.translate(_POWERS))
    return unit.replace(" ", "·").replace("ohm", "Ω")


def in_si(value: object, unit: str, *, field: str = "quantity") -> float:
    """Return a number, or a text with a unit, as a float in this SI unit; an empty unit is that of plain numbers.

    Example:
        >>> in_si("5 mN m/A", "N·m/A")
        0.005
    """
    exponents = _unit(unit or "1")[1]
    known = (name for name, (other, _) in DIMENSIONS.items() if _unit(other) == (Fraction(1), exponents))
    dimension = next(known, None)
    if dimension is not None:
        return parse_quantity(value, dimension, field=field)
    try:
        number = _in_si(value, unit)
    except (_UnreadableError, OverflowError) as error:
        raise ArgumentError(field, f"{shortened(value)}: {error}", f"a number in {unit}, or a text with it") from None
    if not math.isfinite(number):
        raise ArgumentError(field, f"{number} {unit}", "a finite number")
    return number + 0.0


class _UnreadableError(Exception):
    """The reason why a text is not a quantity."""


def _in_si(value: object, unit: str) -> float:
    if isinstance(value, bool):
        raise _UnreadableError("true and false are not numbers")
    if isinstance(value, (int, float)):
        return float(value)
    if not isinstance(value, str):
        raise _UnreadableError("this is not a number")
    match = _NUMBER.fullmatch(value) if len(value) <= _LONGEST else None
    if match is None:
        raise _UnreadableError("this text does not begin with a number")
    digits, symbols = match[1], match[2].strip()
    if not symbols:
        raise _UnreadableError("a number in quotes has no unit; leave out the quotes or add one")
    scale, exponents = _unit(symbols)
    if not _fits(exponents, _unit(unit)[1]):
        raise _UnreadableError(f"{symbols!r} measures {_spelled(exponents)}, not {unit}")
    number = float(digits)
    # Fractions of huge or vanishing numbers would be huge themselves.
    return float(Fraction(digits) * scale) if number and math.isfinite(number) else number


def _fits(found: Exponents, wanted: Exponents) -> bool:
    per_radian_left_out = wanted[-1] < 0 and found[-1] == 0
    return found[:-1] == wanted[:-1] and (found[-1] == wanted[-1] or per_radian_left_out)


def _spelled(exponents: Exponents) -> str:
    parts = [f"{unit}^{e}" if e != 1 else unit for unit, e in zip(BASE_UNITS, exponents, strict=True) if e]
    return " ".join(parts) or "a pure number"


def _symbol(symbol: str) -> tuple[Fraction, Exponents]:
    known = _PLAIN.get(symbol) or _PREFIXED.get(symbol)
    if known:
        return known
    if symbol[:1] in _PREFIXES and symbol[1:] in _PREFIXED:
        scale, exponents = _PREFIXED[symbol[1:]]
        return _PREFIXES[symbol[0]] * scale, exponents
    hint = "; write products with a space, as in 'kg m^2'" if len(symbol) > 2 else ""
    raise _UnreadableError(f"{symbol!r} is not a unit{hint}")


@lru_cache(maxsize=256)
def _unit(text: str) -> tuple[Fraction, Exponents]:
    """Return scale and exponents, (1), of a unit such as "kg·m²/s^2"."""
    tokens, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise _UnreadableError(f"{text!r} is not a unit")
        tokens.append(match)
        at = match.end()
    result = _product(tokens, text)
    if tokens:
        raise _UnreadableError(f"{text!r} has a bracket too many")
    return result


def _product(tokens: list[re.Match[str]], text: str) -> tuple[Fraction, Exponents]:
    """Read factors up to a closing bracket and remove their tokens from `tokens`."""
    scale, exponents = Fraction(1), (0,) * len(BASE_UNITS)
    sign, pending = 1, True
    while tokens and tokens[0][4] != ")":
        token = tokens.pop(0)
        if token[4] in ("*", "·", "⋅", "/"):
            if pending and not (token[4] == "/" and token.start() == 0):  # "3 /s" is 3 per second
                raise _UnreadableError(f"{text!r} lacks a unit before {token[4]!r}")
            sign, pending = (-1 if token[4] == "/" else 1), True
            continue
        factor, powers = _factor(token, tokens, text)
        power = sign * _exponent(tokens)
        scale *= factor**power
        exponents = tuple(a + power * b for a, b in zip(exponents, powers, strict=True))
        sign, pending = 1, False
    if pending:
        raise _UnreadableError(f"{text!r} lacks a unit at its end")
    return scale, exponents


def _factor(token: re.Match[str], tokens: list[re.Match[str]], text: str) -> tuple[Fraction, Exponents]:
    if token[5]:
        return _symbol(token[5])
    alone = token.span() == (0, len(text))
    if token[2] == "1" and not token[1] and (alone or (tokens and tokens[0][4] == "/")):  # "1/s", but not "1 kg"
        return _symbol("1")
    if token[4] == "(":
        inside = _product(tokens, text)
        if not tokens:
            raise _UnreadableError(f"{text!r} lacks a closing bracket")
        tokens.pop(0)
        return inside
    raise _UnreadableError(f"{text!r} is not a unit")


def _exponent(tokens: list[re.Match[str]]) -> int:
    """Read the exponent that follows a factor, if one does: m^2, m**2, m² or m2, but not "m 2"."""
    token = tokens[0] if tokens else None
    if token is None or not (token[3] or token[1] or (token[2] and not token[0][0].isspace())):
        return 1
    tokens.pop(0)
    return int(token[2] or token[3].translate(_SUPERSCRIPTS))
