"""Numbers short enough for a table: four digits at most, and no more than their errors leave."""

from __future__ import annotations

import math

DIGITS = 4


def shown(value: float, error: float | None = None) -> str:
    """Return a number with at most four digits, and its error if that is seen in them.

    Example:
        >>> shown(27.1234), shown(54), shown(27.1234, 0.31), shown(123456.0, 890.0), shown(27.1234, 0.0002)
        ('27.12', '54', '27.1±0.3', '123500±900', '27.12')
    """
    if not math.isfinite(value):
        return "∞" if value == math.inf else "−∞" if value == -math.inf else "NaN"
    if error is None or not math.isfinite(error) or error <= 0:
        return _plain(value)
    place = _place(float(f"{error:.0e}"))  # of the one digit that the error keeps
    if value and place <= _place(value) - DIGITS:
        return _plain(value)
    if value and place > _place(value):
        return f"{_plain(value)}±{float(f'{error:.0e}'):g}"
    rounded, sigma = round(value, -place), round(error, -place)
    if -5 <= place < 0:
        return f"{rounded:.{-place}f}±{sigma:.{-place}f}"
    return f"{_plain(rounded)}±{_plain(sigma)}"


def _place(value: float) -> int:
    """Return the place of the first digit: 0 for units, −1 for tenths."""
    return math.floor(math.log10(abs(value)))


def _plain(value: float) -> str:
    if value == int(value) and abs(value) < 10_000_000:
        return str(int(value))
    if 1000 <= abs(value) < 1_000_000:
        return f"{value:.0f}"
    return f"{value:.{DIGITS}g}"
