"""Velocity and force ellipsoids along the path of a frame.

In space an ellipsoid is drawn as its three principal ellipses. The longest semi-axis is drawn as the part `PART` of the
picture. Semi-axes beyond `CUT` times the median of the longest ones are cut there: near a singular configuration forces
grow without limit.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from armillary.analysis.ellipsoids import Ellipsoids
from armillary.figures.draw import shown
from armillary.figures.skeleton import StickFigure
from armillary.figures.space import Space, extent
from armillary.figures.style import BLUE, THIN, VERMILION, new_figure
from armillary.files.arguments import whole
from armillary.spatial.scalar import Floats
from armillary.tables.chart import spaced_rows

MOST = 200
"""Largest number of ellipsoids of a figure."""
SIZE = 4.6
"""Side of one panel [inch]."""
PART, CUT = 0.16, 4.0
TURN = np.linspace(0.0, 2 * np.pi, 61)


def plot_ellipsoids(ellipsoids: Ellipsoids, most: int = 9) -> Any:
    """Return a figure of matplotlib: velocity ellipsoids at the left, force ellipsoids at the right."""
    rows = spaced_rows(len(ellipsoids), whole("most", most, 1, MOST))
    name = f"{shown(ellipsoids.model.robot.name)}: ellipsoids of {shown(ellipsoids.frame)}"
    figure = new_figure(2 * SIZE, SIZE + 0.5, name)
    points = np.vstack([extent(ellipsoids.model, ellipsoids.q[rows]), ellipsoids.centres])
    skeleton = StickFigure(ellipsoids.model, ellipsoids.frame)
    size = float(np.ptp(points, axis=0).max()) or 1.0
    margins = PART * size * np.vstack([np.eye(3), -np.eye(3)])  # room for ellipsoids at the rim of the picture
    points = np.vstack([points, *(ellipsoids.centres + margin for margin in margins)])
    drawn = (
        ("velocities for unit joint rates", "m/s", ellipsoids.velocity, BLUE),
        ("forces for unit joint efforts", "N", ellipsoids.force, VERMILION),
    )
    for k, (what, unit, all_axes, colour) in enumerate(drawn):
        space = Space(figure, 121 + k, ellipsoids.model, points)
        for row in (rows[0], rows[-1]):
            space.bones(skeleton.at(ellipsoids.q[row]), "0.6", 2.0, joints=False)
        space.line(ellipsoids.centres, color="0.25", linewidth=THIN)
        semi_axes, cut = _limited(all_axes[rows])
        scale = PART * size / (float(semi_axes.max()) or 1.0)
        for row, lengths in zip(rows, semi_axes, strict=True):
            for ellipse in outlines(ellipsoids.centres[row], ellipsoids.axes[row], scale * lengths):
                space.line(ellipse, color=colour, linewidth=THIN)
        note = ", longer ones cut" if cut else ""
        space.title(f"{what}\n1 {unit} drawn as {scale:.2g} m{note}")
    return figure


def _limited(semi_axes: Floats) -> tuple[Floats, bool]:
    """Return semi-axes (N, r), none beyond `CUT` times the median of the longest, and whether any was cut."""
    longest = np.where(np.isfinite(semi_axes), semi_axes, 0.0).max(axis=1)
    limit = CUT * (float(np.median(longest)) or 1.0)
    return np.minimum(semi_axes, limit), bool(np.any(semi_axes > limit))


def outlines(centre: Floats, axes: Floats, semi_axes: Floats) -> list[Floats]:
    """Return the principal ellipses of an ellipsoid, each (points, 3); a line if there is one axis alone."""
    arms = axes * semi_axes
    if arms.shape[1] == 1:
        return [centre + np.outer([-1.0, 1.0], arms[:, 0])]
    pairs = combinations(range(arms.shape[1]), 2)
    return [centre + np.outer(np.cos(TURN), arms[:, a]) + np.outer(np.sin(TURN), arms[:, b]) for a, b in pairs]
