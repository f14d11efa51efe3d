"""A panel of a figure of a study: options of the caller, labels, scales, and remarks where nothing can be drawn."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.figures.draw import scale_axis, shown
from armillary.figures.style import LABEL, SMALL, heading
from armillary.spatial.scalar import Floats
from armillary.studies.quantities import Picks, StudyQuantity, axis_names

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Quantiles in bands and boxes."""
MOST_TICKS = 12
LONGEST = 20
"""Letters of a value beside an axis."""
MOST_LETTERS = 38
"""Letters in a line of a label."""


@dataclass(frozen=True)
class PanelOptions:
    """Axes to draw over, chosen entries of the outputs' own dimensions, and outputs of which more is better."""

    axes: tuple[str, ...]
    pick: Picks
    more: tuple[str, ...]


def wrapped(text: str, width: int = MOST_LETTERS) -> str:
    """Return a label in lines; long words are cut by `shown`."""
    return "\n".join(shown(line) for line in textwrap.wrap(text, width, break_long_words=False)[:3])


def places(quantity: StudyQuantity) -> Floats:
    """Return the values of an axis as positions in a chart: numbers unchanged, texts numbered."""
    if quantity.numeric:
        return np.asarray(quantity.values.values, dtype=float)
    levels = names(quantity)
    return np.array([levels.index(str(value)) for value in quantity.values.values], dtype=float)


def names(quantity: StudyQuantity) -> list[str]:
    """Return the different texts of an axis, in their order."""
    return list(dict.fromkeys(str(value) for value in quantity.values.values))


def along(dataset: Any, dim: str) -> str:
    """Return the name of the first axis along a dimension of a dataset."""
    return dim if dim in dataset.coords else next(name for name in axis_names(dataset) if dataset[name].dims == (dim,))


def scale(axes: Any, which: str, quantity: StudyQuantity) -> None:
    """Label and scale an axis of a chart: logarithmic for values in equal ratios, names for texts."""
    getattr(axes, f"set_{which}label")(wrapped(quantity.label), fontsize=LABEL)
    axes.tick_params(labelsize=SMALL)
    if not quantity.numeric:
        texts = [value_text(name) for name in names(quantity)]
        ticks = np.arange(0, len(texts), -(-len(texts) // MOST_TICKS))
        long = which == "x" and max(map(len, texts)) > 8
        slant = {"rotation": 30, "ha": "right"} if long else {}
        getattr(axes, f"set_{which}ticks")(ticks, [texts[k] for k in ticks], fontsize=SMALL, **slant)
    elif geometric(places(quantity)):
        scale_axis(axes, which, places(quantity).tolist())


def geometric(values: Floats) -> bool:
    """Return whether positive values lie nearer to equal ratios than to equal steps."""
    values = np.unique(values[np.isfinite(values)])
    if len(values) < 3 or values[0] <= 0 or values[-1] <= 10 * values[0]:
        return False
    steps, ratios = np.diff(values), np.diff(np.log(values))
    return bool(np.std(ratios) / np.mean(ratios) < np.std(steps) / np.mean(steps))


def wide(values: Floats) -> bool:
    """Return whether finite values are positive and span more than two decades."""
    return len(values) > 0 and bool(values.min() > 0 and values.max() > 100 * values.min())


def value_scale(axes: Any, which: str, values: NDArray[Any], label: str) -> None:
    """Label and scale an axis of a chart with an output; logarithmic if its values span more than two decades."""
    getattr(axes, f"set_{which}label")(wrapped(label), fontsize=LABEL)
    axes.tick_params(labelsize=SMALL)
    finite = values[np.isfinite(values)]
    if wide(finite):
        scale_axis(axes, which, finite.tolist())


def value_text(value: Any) -> str:
    """Return a value of an axis as a short text."""
    if isinstance(value, (int, float, np.number)):
        return f"{float(value):.4g}"
    text = str(value)
    return shown(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")


def infinite_runs(quantity: StudyQuantity, values: NDArray[Any]) -> str:
    """Return a remark on the number of runs with an infinite value; empty if there are none."""
    count = int(np.isposinf(values).sum())
    if not count:
        return ""
    what = "never settle" if "settling" in quantity.name else "at ∞"
    return f"{count:,} run{'s' * (count > 1)} {what}"


def drawable(axes: Any, quantity: StudyQuantity) -> bool:
    """Return whether an output has finite values; if not, the chart says why it is empty."""
    values = quantity.values.values
    finite = bool(np.isfinite(values).any())
    if not finite:
        empty(axes, quantity.label, infinite_runs(quantity, values))
    return finite


def empty(axes: Any, label: str, reason: str = "") -> None:
    """Write the reason into an empty chart; default: no run has a value."""
    heading(axes, wrapped(label))
    axes.text(0.5, 0.5, reason or "no run has a value", ha="center", va="center", transform=axes.transAxes, color="0.4")
    axes.set_xticks([])
    axes.set_yticks([])
