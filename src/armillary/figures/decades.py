"""Axes that are logarithmic where a linear one would press most of the values into a corner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

DECADE = 10.0
"""The ratio of the greatest value to the least from which an axis is logarithmic."""
FEW = 1000.0
"""The ratio below which 2 and 5 are written between the powers of ten."""


def scale_axis(axes: Any, axis: str, values: Sequence[float]) -> None:
    """Choose the scale of the axis "x" or "y" for values, and write its numbers out."""
    scale = getattr(axes, f"{axis}axis")
    scale.set_tick_params(labelsize=8, which="both")
    if not values or min(values) <= 0 or max(values) <= DECADE * min(values):
        getattr(axes, f"set_{axis}lim")(auto=True)
        return
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    getattr(axes, f"set_{axis}scale")("log")
    scale.set_major_locator(LogLocator(subs=(1, 2, 5) if max(values) < FEW * min(values) else (1,)))
    scale.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    scale.set_minor_formatter(NullFormatter())
