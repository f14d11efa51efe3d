"""Root locus: poles of a closed loop in the plane of s or z, coloured by the value of the varied quantity.

Crosses are the poles of the first value, squares those of the last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.figures.draw import shown
from armillary.figures.margins import pole_plane
from armillary.figures.style import BLACK, MAP, colour_bar, edge, legend_below, new_figure

if TYPE_CHECKING:
    from armillary.studies.root_locus import RootLocus

WIDTH, HEIGHT = 6.8, 5.4
NEAR = 1.5
"""Half the width of the plane of z that is shown: far poles say no more than that the loop is unstable."""


def plot_root_locus(locus: RootLocus) -> Any:
    """Return a figure of matplotlib with the poles over all values."""
    title = f"{shown(locus.robot)}: poles over {shown(locus.name)}"
    figure = new_figure(WIDTH, HEIGHT, title)
    axes = figure.subplots()
    points = locus.z if locus.period else locus.poles
    pole_plane(axes, float(np.abs(points.imag).max() or np.abs(points).max(initial=1e-9)), locus.period)
    for branch in points.T:
        axes.plot(branch.real, branch.imag, color="0.75", linewidth=0.7, zorder=1)
    values = np.broadcast_to(locus.values[:, None], points.shape)
    dots = axes.scatter(points.real, points.imag, c=values, cmap=MAP, s=9, zorder=2)
    for row, mark, name in ((0, "x", "first value"), (-1, "s", "last value")):
        look: dict[str, Any] = {"color": BLACK, "markersize": 5, "fillstyle": "none", "markeredgewidth": 1.1}
        axes.plot(points[row].real, points[row].imag, mark, label=f"{name}, {locus.values[row]:.4g}", **look)
    if locus.period:  # show the unit circle and poles near it
        xs, ys = np.clip([points.real.ravel(), points.imag.ravel()], -NEAR, NEAR)
        limit = [-1.0, 1.0]
    else:  # show all poles and the imaginary axis
        xs, ys = points.real, points.imag
        limit = [0.0]
    axes.set(xlim=edge(np.append(xs, limit)), ylim=edge(np.append(ys, limit)))
    unit = f" [{locus.unit}]" if locus.unit else ""
    colour_bar(axes, dots, f"{shown(locus.name)}{unit}")
    legend_below(figure, 2)
    return figure
