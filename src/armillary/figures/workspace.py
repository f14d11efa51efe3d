"""Workspace of a frame: cells of a grid, coloured by the greatest manipulability that was found in each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.figures.draw import shown
from armillary.figures.skeleton import Plane, Skeleton, plane_of
from armillary.figures.style import MAP, SMALL, VERMILION, heading, label, new_figure, panels
from armillary.multibody.home import home
from armillary.scene.scene import Scene

if TYPE_CHECKING:
    from armillary.motion.workspace import Workspace

SIZE = 4.4
"""Side of one view [inch]."""
FINEST, LEAST = 60, 12
"""Cells across a view: at most, at least."""


def plot_workspace(found: Workspace) -> Any:
    """Return a figure of matplotlib: one view for a planar robot; else from the side and from above."""
    plane = plane_of(found.model)
    views = [("", plane)] if plane is not None else _views(found)
    figure = new_figure(
        SIZE * len(views) + 0.9, SIZE + 0.4, f"{shown(found.model.robot.name)}: workspace of {shown(found.frame)}"
    )
    bones = Skeleton(found.model, found.frame).at(home(found.model).q)
    cells = int(np.clip(np.sqrt(len(found.points) / 12), LEAST, FINEST))
    drawn: Any = None
    for axes, (name, view) in zip(panels(figure, len(views), 2), views, strict=True):
        look = {"gridsize": cells, "cmap": MAP, "linewidths": 0.2, "reduce_C_function": np.max}
        most = float(found.manipulability.max())
        drawn = axes.hexbin(*view.project(found.points).T, C=found.manipulability, vmin=0.0, vmax=most or 1.0, **look)
        for line in bones.lines:
            axes.plot(*view.project(line).T, color=VERMILION, linewidth=2, solid_capstyle="round")
        axes.set_aspect("equal", adjustable="datalim")
        heading(axes, name)
        label(axes, *(f"{axis} [m]" for axis in view.names))
    bar = figure.colorbar(drawn, ax=figure.axes, shrink=0.8)
    bar.set_label("greatest manipulability (velocities [m/s] for unit joint rates)", fontsize=SMALL)
    bar.ax.tick_params(labelsize=SMALL)
    return figure


def _views(found: Workspace) -> list[tuple[str, Plane]]:
    """Return the views of a spatial robot from the side and from above, the first horizontal axis to the right."""
    up = Scene(found.model).up
    k = int(np.abs(up).argmax())
    axes = [axis for axis in range(3) if axis != k]
    unit, names, sign = np.eye(3), "xyz", 1.0 if up[k] > 0 else -1.0
    vertical = names[k] if sign > 0 else f"−{names[k]}"
    return [
        ("from the side", Plane(unit[axes[0]], sign * unit[k], (names[axes[0]], vertical))),
        ("from above", Plane(unit[axes[0]], unit[axes[1]], (names[axes[0]], names[axes[1]]))),
    ]
