"""Root locus: poles of a closed loop in the plane of s or z, coloured by the value of the varied quantity.

Crosses are the poles of the first value, squares those of the last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.figures.draw import shown
from armillary.figures.margins import pole_plane
from armillary.figures.style import BLACK, LABEL, MAP, SMALL, edge, legend_below, new_figure

if TYPE_CHECKING:
    from armillary.studies.root_locus import RootLocus

WIDTH, HEIGHT = 6.8, 5.4
NEAR = 1.5
"""Half the width of the plane of z that is shown: far poles say no more than that the loop is unstable."""


def plot_root_locus(found: RootLocus) -> Any:
    """Return a figure of matplotlib with the poles over all values."""
    title = f"{shown(found.robot)}: poles over {shown(found.name)}"
    figure = new_figure(WIDTH, HEIGHT, title)
    axes = figure.subplots()
    points = found.z if found.period else found.poles
    pole_plane(axes, float(np.abs(points.imag).max() or np.abs(points).max(initial=1e-9)), found.period)
    for branch in points.T:
        axes.plot(branch.real, branch.imag, color="0.75", linewidth=0.7, zorder=1)
    values = np.broadcast_to(found.values[:, None], points.shape)
    dots = axes.scatter(points.real, points.imag, c=values, cmap=MAP, s=9, zorder=2)
    for row, mark, name in ((0, "x", "first value"), (-1, "s", "last value")):
        look: dict[str, Any] = {"color": BLACK, "markersize": 5, "fillstyle": "none", "markeredgewidth": 1.1}
        axes.plot(points[row].real, points[row].imag, mark, label=f"{name}, {found.values[row]:.4g}", **look)
    seen = (
        np.clip([points.real.ravel(), points.imag.ravel()], -NEAR, NEAR) if found.period else [points.real, points.imag]
    )
    rim = [-1.0, 1.0] if found.period else [0.0]
    axes.set(xlim=edge(np.append(seen[0], rim)), ylim=edge(np.append(seen[1], rim)))
    bar = figure.colorbar(dots, ax=axes)
    bar.set_label(f"{shown(found.name)}{f' [{found.unit}]' if found.unit else ''}", fontsize=LABEL)
    bar.ax.tick_params(labelsize=SMALL)
    legend_below(figure, 2)
    return figure
