"""Figures of the results of a study: one panel for each output, in one figure.

curves          outputs over one axis, a line for each value of a second one; bands where further axes vary
map             outputs over two axes, in colours with contours; failed runs hatched
pareto          one output against another, with the front of the best runs
distributions   histograms with quantiles, or a box for each value of an axis
parallel        a line for each run through all axes and outputs, coloured by an output
sensitivities   first-order and total Sobol indices by the random axes
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from armillary.errors import ArgumentError
from armillary.figures.draw import shown
from armillary.figures.style import new_panels
from armillary.figures.sweeps.curves import draw_curves
from armillary.figures.sweeps.distributions import draw_distribution
from armillary.figures.sweeps.fronts import draw_front
from armillary.figures.sweeps.maps import draw_map
from armillary.figures.sweeps.panel import PanelOptions
from armillary.figures.sweeps.parallel import draw_parallel
from armillary.figures.sweeps.sensitivities import draw_sensitivities
from armillary.files.arguments import word, words
from armillary.studies.quantities import Picks, axis_names, given_dims, output_names, random_axes, sampling_of

DRAWERS: dict[str, Callable[[Any, Any, PanelOptions, tuple[str, ...]], None]] = {
    "curves": draw_curves,
    "map": draw_map,
    "pareto": draw_front,
    "distributions": draw_distribution,
    "parallel": draw_parallel,
    "sensitivities": draw_sensitivities,
}
WHAT = tuple(DRAWERS)
WIDTH, HEIGHT = 5.0, 3.6
"""Size of one panel [inch]."""
MOST_PANELS = 6


def plot_sweep(
    dataset: Any,
    what: str | None = None,
    *,
    output: str | Sequence[str] | None = None,
    axes: str | Sequence[str] | None = None,
    pick: Picks | None = None,
    more: str | Sequence[str] = (),
    title: str = "",
) -> Any:
    """Return a figure of matplotlib with the results of a study, one panel for each output.

    Args:
        dataset: Dataset of the results.
        what: One of `WHAT`; default by the study: "map" for two axes with given values, "curves" for one, "parallel"
            for more, "sensitivities" for the sampling "saltelli", "distributions" for other random axes.
        output: Outputs to draw; default: the first six. "pareto" draws the first against each of the others.
        axes: Axes to draw over, in the order x, lines (or y of a map); default: those with most values.
        pick: Entries of the outputs' own dimensions, such as {"joint": "joint2"}; a label, "largest" or "smallest".
            Default: the entry of greatest magnitude.
        more: Outputs to maximise in "pareto"; the others are minimised.
        title: Title of the figure; default: the name of the study.

    Raises:
        ArgumentError: A name is unknown, or the figure needs an axis or an output that the study lacks.
    """
    names = output_names(dataset)
    outputs = names[:MOST_PANELS] if output is None else words("output", output, names)
    if not outputs:
        raise ArgumentError("output", "no output", f"some of {', '.join(names)}")
    over = _axes(dataset, axes, outputs)
    options = PanelOptions(over, dict(pick or {}), words("more", more, names))
    kind = usual(dataset, outputs) if what is None else word("what", what, WHAT)
    panels = _panels(kind, outputs)
    width = 2.2 * WIDTH if kind == "parallel" else WIDTH
    title = title or str(dataset.attrs.get("title", ""))
    figure, all_axes = new_panels(
        len(panels), (width, HEIGHT), 2 if len(panels) == 4 else 3, (0.0, 0.4), shown(title) if title else ""
    )
    for axes_of_panel, panel in zip(all_axes, panels, strict=True):
        DRAWERS[kind](axes_of_panel, dataset, options, panel)
    return figure


def usual(dataset: Any, outputs: Sequence[str]) -> str:
    """Return the default figure for the axes of a study."""
    if any("time" in dataset[name].dims for name in outputs):
        return "curves"
    dims = given_dims(dataset)
    if dims:
        return {1: "curves", 2: "map"}.get(len(dims), "parallel")
    return "sensitivities" if sampling_of(dataset)[0] == "saltelli" else "distributions"


def all_usual(dataset: Any) -> list[str]:
    """Return the figures that are not empty for a study, the default one first."""
    outputs = output_names(dataset)
    plain = [name for name in outputs if "time" not in dataset[name].dims]
    figures = [usual(dataset, plain or outputs)]
    if given_dims(dataset) or len(plain) < len(outputs):
        figures.append("curves")
    if random_axes(dataset):
        figures.append("sensitivities")
    figures.append("distributions")
    if len(plain) > 1:
        figures.append("pareto")
    if len(axis_names(dataset)) + len(plain) > 2:
        figures.append("parallel")
    return list(dict.fromkeys(figures))


def _axes(dataset: Any, axes: str | Sequence[str] | None, outputs: Sequence[str]) -> tuple[str, ...]:
    coordinates = dict.fromkeys(str(dim) for name in outputs for dim in dataset[name].dims if dim in dataset.coords)
    return words("axes", axes or (), tuple(dict.fromkeys((*axis_names(dataset), *coordinates))))


def _panels(kind: str, outputs: tuple[str, ...]) -> list[tuple[str, ...]]:
    if kind == "parallel":
        return [outputs]
    if kind != "pareto":
        return [(name,) for name in outputs]
    if len(outputs) < 2:
        raise ArgumentError("output", f"one only, {outputs[0]}", "two or more, to draw one against another")
    return [(outputs[0], name) for name in outputs[1:]]
