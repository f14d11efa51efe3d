"""What figures of studies share: choices of the caller, colours, labels and scales."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.figures.draw import scale_axis, shown
from armillary.figures.style import LABEL, SMALL, heading
from armillary.spatial.scalar import Floats
from armillary.studies.quantities import Picks, Quantity

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Quantiles in bands and boxes."""
MOST_TICKS = 12
LONGEST = 20
"""Letters of a value beside an axis."""
MOST_LETTERS = 38
"""Letters in a line of a label."""


@dataclass(frozen=True)
class Choice:
    """Axes to draw over, entries of the outputs' own dimensions, and outputs of which more is better."""

    axes: tuple[str, ...]
    pick: Picks
    more: tuple[str, ...]


def wrapped(text: str, width: int = MOST_LETTERS) -> str:
    """Return a label in lines; long words are cut by `shown`."""
    return "\n".join(shown(line) for line in textwrap.wrap(text, width, break_long_words=False)[:3])


def places(one: Quantity) -> Floats:
    """Return the values of an axis as places in a chart: numbers as they are, texts numbered."""
    if one.numeric:
        return np.asarray(one.values.values, dtype=float)
    known = names(one)
    return np.array([known.index(str(value)) for value in one.values.values], dtype=float)


def names(one: Quantity) -> list[str]:
    """Return the different texts of an axis, in their order."""
    return list(dict.fromkeys(str(value) for value in one.values.values))


def scale(axes: Any, which: str, one: Quantity) -> None:
    """Label an axis of a chart: a logarithmic scale for values in steps of a ratio, names for texts."""
    getattr(axes, f"set_{which}label")(wrapped(one.label), fontsize=LABEL)
    axes.tick_params(labelsize=SMALL)
    if not one.numeric:
        told = [value_text(name) for name in names(one)]
        at = np.arange(0, len(told), -(-len(told) // MOST_TICKS))
        turn = {"rotation": 30, "ha": "right"} if which == "x" and max(map(len, told)) > 8 else {}
        getattr(axes, f"set_{which}ticks")(at, [told[k] for k in at], fontsize=SMALL, **turn)
    elif geometric(places(one)):
        scale_axis(axes, which, places(one).tolist())


def geometric(values: Floats) -> bool:
    """Return whether positive values lie nearer to equal ratios than to equal steps."""
    values = np.unique(values[np.isfinite(values)])
    if len(values) < 3 or values[0] <= 0 or values[-1] <= 10 * values[0]:
        return False
    steps, ratios = np.diff(values), np.diff(np.log(values))
    return bool(np.std(ratios) / np.mean(ratios) < np.std(steps) / np.mean(steps))


def value_scale(axes: Any, which: str, values: NDArray[Any], label: str) -> None:
    """Label an axis of a chart with an output; logarithmic where values span more than two decades."""
    getattr(axes, f"set_{which}label")(wrapped(label), fontsize=LABEL)
    axes.tick_params(labelsize=SMALL)
    fine = values[np.isfinite(values)]
    if len(fine) and fine.min() > 0 and fine.max() > 100 * fine.min():
        scale_axis(axes, which, fine.tolist())


def value_text(value: Any) -> str:
    """Return a value of an axis as a short text."""
    if isinstance(value, (int, float, np.number)):
        return f"{float(value):.4g}"
    text = str(value)
    return shown(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")


def endless(one: Quantity, values: NDArray[Any]) -> str:
    """Return a remark on runs with an infinite value; an empty text if all values are finite."""
    count = int(np.isposinf(values).sum())
    if not count:
        return ""
    return f"{count:,} run{'s' * (count > 1)} {'never settle' if 'settling' in one.name else 'at ∞'}"


def empty(axes: Any, label: str, told: str = "") -> None:
    """Say in a chart why it is empty; default: no run has a value."""
    heading(axes, wrapped(label))
    axes.text(0.5, 0.5, told or "no run has a value", ha="center", va="center", transform=axes.transAxes, color="0.4")
    axes.set_xticks([])
    axes.set_yticks([])
