"""Mode shapes: the robot at rest in grey, and at both ends of the vibration in a mode, one panel for each mode.

A mode with damping or spin is complex: its shapes are those at the phases 0 and π of `scene.vibration`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.figures.draw import shown
from armillary.figures.skeleton import StickFigure
from armillary.figures.space import Space, extent
from armillary.figures.style import BLUE, VERMILION, new_figure
from armillary.files.arguments import whole
from armillary.scene.scene import Scene
from armillary.scene.vibration import ModeMotion

if TYPE_CHECKING:
    from armillary.analysis.frequencies import Frequencies

SIZE = 3.2
"""Side of one panel [inch]."""


def plot_modes(frequencies: Frequencies, count: int = 6) -> Any:
    """Return a figure of matplotlib with the lowest `count` modes; motions are scaled to be visible."""
    count = min(whole("count", count, 1), len(frequencies))
    if not count:
        reason = "; ".join(frequencies.warnings) or "no natural frequencies"
        raise ArgumentError(
            "frequencies", reason, "at least one mode", 'joints="free", "locked" or a stiffness may help'
        )
    model = frequencies.model
    if model is None:
        raise ArgumentError("frequencies", "frequencies without their model", "a result of arm.frequencies")
    scene, skeleton = Scene(model), StickFigure(model)
    across = 2 if count in (2, 4) else min(count, 3)
    down = -(-count // across)
    figure = new_figure(SIZE * across, (SIZE + 0.2) * down + 0.4, f"{shown(model.robot.name)}: modes, not to scale")
    vibrations = [ModeMotion(scene, frequencies.q, frequencies.shapes[:, k]) for k in range(count)]
    ends = [(vibration.at(0.0), vibration.at(np.pi)) for vibration in vibrations]
    points = extent(model, np.array([frequencies.q, *(q for pair in ends for q in pair)]))
    grid = figure.add_gridspec(down, across)
    for k, pair in enumerate(ends):
        space = Space(figure, grid[k // across, k % across], model, points)
        space.bones(skeleton.at(frequencies.q), "0.75", 2.0, joints=False)
        for q, colour, style in ((pair[0], BLUE, "-"), (pair[1], VERMILION, "--")):
            space.bones(skeleton.at(q), colour, 1.6, joints=False, linestyle=style)
        damped = f", damping {frequencies.damping[k]:.2g}" if frequencies.damping.any() else ""
        space.title(f"{k + 1}: {frequencies.hz[k]:.4g} Hz{damped}")
    return figure
