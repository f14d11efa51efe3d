"""Axes to draw a robot in: the plane of a planar robot, or space, with equal scales."""

from __future__ import annotations

from typing import Any

import numpy as np

from armillary.figures.skeleton import Bones, StickFigure, plane_of
from armillary.figures.style import BLUE, LABEL, TINY, VERMILION, heading, label
from armillary.multibody import Model
from armillary.spatial.scalar import Floats


class Space:
    """Axes of matplotlib that contain all given points, shape (N, 3) [m].

    `place` is a cell of a grid, or left, bottom, width and height relative to the figure.
    """

    def __init__(self, figure: Any, place: Any, model: Model, points: Floats) -> None:
        self.model, self.plane = model, plane_of(model)
        add = figure.add_axes if isinstance(place, tuple) else figure.add_subplot
        self.axes = add(place, projection=None if self.plane else "3d")
        seen = self.plane.project(points) if self.plane else points
        middle = (seen.max(axis=0) + seen.min(axis=0)) / 2
        half = 0.55 * max(
            float(np.ptp(seen, axis=0).max()), 1e-6
        )  # a margin of a tenth; a single point has a range too
        ranges = [(value - half, value + half) for value in middle]
        if self.plane:
            self.axes.set(xlim=ranges[0], ylim=ranges[1], aspect="equal")
            label(self.axes, *(f"{name} [m]" for name in self.plane.names))
        else:
            self.axes.set(xlim=ranges[0], ylim=ranges[1], zlim=ranges[2])
            self.axes.set_box_aspect((1, 1, 1), zoom=0.88)
            self.axes.locator_params(nbins=5)
            label(self.axes, "x [m]", "y [m]", "z [m]")
            self.axes.tick_params(labelsize=TINY, pad=0)

    def title(self, text: str) -> None:
        """Write a title at the left, above the axes."""
        if self.plane:
            heading(self.axes, text)
        else:  # above a box in space, matplotlib leaves no room for it
            self.axes.text2D(0.0, 1.0, text, fontsize=LABEL, va="top", transform=self.axes.transAxes)

    def line(self, points: Floats, form: str = "", **look: Any) -> Any:
        """Draw a line through points (N, 3) [m], or marks such as "o" at them, and return it."""
        forms = [form] if form else []
        return self.axes.plot(*self._seen(points), *forms, **look)[0]

    def move(self, line: Any, points: Floats) -> None:
        """Change the points of a line, shape (N, 3) [m]."""
        set_data = line.set_data if self.plane else line.set_data_3d
        set_data(*self._seen(points))

    def _seen(self, points: Floats) -> Floats:
        """Return the coordinates of points (N, 3) in these axes, shape (2 or 3, N)."""
        points = np.asarray(points, dtype=float)
        return (self.plane.project(points) if self.plane else points).T

    def bones(self, bones: Bones, colour: str = BLUE, width: float = 2.5, joints: bool = True, **look: Any) -> None:
        """Draw a robot as lines, with dots at its joints."""
        for points in bones.lines:
            self.line(points, color=colour, linewidth=width, solid_capstyle="round", **look)
        if joints:
            self.line(bones.joints, "o", color=VERMILION, markersize=width + 1.5)


def extent(model: Model, configurations: Floats) -> Floats:
    """Return points of a robot at configurations (N, nq), and the origin, shape (P, 3) [m]."""
    skeleton = StickFigure(model)
    lines = [line for q in configurations for line in skeleton.at(q).lines]
    return np.vstack([np.zeros((1, 3)), *lines])
