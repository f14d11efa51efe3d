"""Short texts of numbers: few digits, and no more than their errors justify."""

from __future__ import annotations

import math
from collections.abc import Iterable

DIGITS = 4


def number(value: float, digits: int = DIGITS) -> str:
    """Return a number with few digits and a true minus sign.

    Example:
        >>> number(-0.123456), number(1e-9), number(math.inf)
        ('−0.1235', '1e−09', '∞')
    """
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return f"{value + 0.0:.{digits}g}".replace("-", "−")


def vector(values: Iterable[float], digits: int = DIGITS) -> str:
    """Return numbers in parentheses.

    Example:
        >>> vector([0.5, -1, 1e-17])
        '(0.5, −1, 1e−17)'
    """
    return "(" + ", ".join(number(float(value), digits) for value in values) + ")"


def with_error(value: float, error: float | None = None) -> str:
    """Return a number with at most four digits, and its standard error if it affects these digits.

    Example:
        >>> [with_error(*pair) for pair in ((27.1234,), (54,), (27.1234, 0.31), (123456.0, 890.0), (27.1234, 0.0002))]
        ['27.12', '54', '27.1±0.3', '123500±900', '27.12']
    """
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else number(value)
    if error is None or not math.isfinite(error) or error <= 0:
        return _short(value)
    place = _place(float(f"{error:.0e}"))  # place of the one digit of the error
    if value and place <= _place(value) - DIGITS:
        return _short(value)
    if value and place > _place(value):
        return f"{_short(value)}±{float(f'{error:.0e}'):g}"
    rounded, sigma = round(value, -place), round(error, -place)
    if -5 <= place < 0:
        return f"{rounded:.{-place}f}±{sigma:.{-place}f}"
    return f"{_short(rounded)}±{_short(sigma)}"


def _place(value: float) -> int:
    """Return the place of the first digit: 0 for units, −1 for tenths."""
    return math.floor(math.log10(abs(value)))


def _short(value: float) -> str:
    if value == int(value) and abs(value) < 10_000_000:
        return str(int(value))
    if 1000 <= abs(value) < 1_000_000:
        return f"{value:.0f}"
    return f"{value:.{DIGITS}g}"
