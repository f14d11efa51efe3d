"""Workspace of a frame: cells of a grid, coloured by the greatest sampled manipulability in each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.figures.draw import shown
from armillary.figures.skeleton import Plane, StickFigure, plane_of
from armillary.figures.style import MAP, VERMILION, colour_bar, heading, label, new_panels
from armillary.multibody.home import home
from armillary.scene.scene import Scene

if TYPE_CHECKING:
    from armillary.motion.workspace import Workspace

SIZE = 4.4
"""Side of one view [inch]."""
FINEST, COARSEST = 60, 12
"""Largest and smallest number of cells across a view."""


def plot_workspace(workspace: Workspace) -> Any:
    """Return a figure of matplotlib: one view for a planar robot; else from the side and from above."""
    plane = plane_of(workspace.model)
    views = [("", plane)] if plane is not None else _views(workspace)
    title = f"{shown(workspace.model.robot.name)}: workspace of {shown(workspace.frame)}"
    figure, panels = new_panels(len(views), (SIZE, SIZE), margin=(0.9, 0.4), title=title)
    bones = StickFigure(workspace.model, workspace.frame).at(home(workspace.model).q)
    cells = int(np.clip(np.sqrt(len(workspace.points) / 12), COARSEST, FINEST))  # about 12 samples in a cell
    most = float(workspace.manipulability.max()) or 1.0
    look = {"vmin": 0.0, "vmax": most, "gridsize": cells, "cmap": MAP, "linewidths": 0.2, "reduce_C_function": np.max}
    hexagons: Any = None
    for axes, (name, view) in zip(panels, views, strict=True):
        hexagons = axes.hexbin(*view.project(workspace.points).T, C=workspace.manipulability, **look)
        for line in bones.lines:
            axes.plot(*view.project(line).T, color=VERMILION, linewidth=2, solid_capstyle="round")
        axes.set_aspect("equal", adjustable="datalim")
        heading(axes, name)
        label(axes, *(f"{axis} [m]" for axis in view.names))
    colour_bar(panels, hexagons, "greatest manipulability (velocities [m/s] for unit joint rates)", shrink=0.8)
    return figure


def _views(workspace: Workspace) -> list[tuple[str, Plane]]:
    """Return the views of a spatial robot from the side and from above, the first horizontal axis to the right."""
    up = Scene(workspace.model).up
    k = int(np.abs(up).argmax())
    axes = [axis for axis in range(3) if axis != k]
    unit, names = np.eye(3), "xyz"
    sign = 1.0 if up[k] > 0 else -1.0
    vertical = names[k] if sign > 0 else f"−{names[k]}"
    return [
        ("from the side", Plane(unit[axes[0]], sign * unit[k], (names[axes[0]], vertical))),
        ("from above", Plane(unit[axes[0]], unit[axes[1]], (names[axes[0]], names[axes[1]]))),
    ]
