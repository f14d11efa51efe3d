"""Small moving pictures for notebooks: a robot that turns before the viewer, or that moves as in a run.

A picture is one SVG of lines inside the address of an image. It moves by SVG's own animation: it needs no script and no
request, shows in notebooks that are not trusted, and contains no text, hence no names. Where animations are off, its
first frame shows.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence

import numpy as np

from armillary.description.robot import Robot
from armillary.figures.skeleton import Bones, StickFigure, plane_of
from armillary.figures.style import BLUE, VERMILION
from armillary.multibody import Model, as_model
from armillary.multibody.coordinates import joint_coordinates
from armillary.multibody.home import home
from armillary.results.positions import between
from armillary.results.trajectory import Trajectory
from armillary.spatial.scalar import Floats
from armillary.tables.html import render
from armillary.tables.parts import Picture

SIDE = 240
"""Side of a picture [px]."""
TURNS, MOST_FRAMES = 24, 60
"""Frames of a turn, and largest number of frames of a run."""
PERIOD = 8.0
"""Time of a turn [s]."""
RISE = np.radians(20.0)
"""Elevation of the viewer."""
BENT = 0.5
"""Position of the joints of planar robots [rad or m]; straight ones would look like a line."""
MOST_LINES = 150
"""Robots of more lines have no picture."""


def turning(robot: Robot, words: str) -> Picture | None:
    """Return a picture of a robot at its home configuration, seen from all sides; None if it has no size.

    A planar robot is bent at its joints, and swings to and fro about its vertical, since it is a line from the side.
    """
    model = as_model(robot)
    swing = plane_of(model) is not None
    q = home(model).q
    if swing:
        for joint in joint_coordinates(model):
            if joint.q is not None:
                q[joint.q] = np.clip(q[joint.q] + BENT, joint.limits.lower, joint.limits.upper)
    bones = StickFigure(model).at(q)
    angles = np.linspace(0.0, 2 * np.pi, TURNS, endpoint=False)
    views = [_view(model, 0.6 * np.sin(a) if swing else a) for a in angles]
    return _picture([bones] * TURNS, views, PERIOD, words)


def playing(run: Trajectory, words: str) -> Picture | None:
    """Return a picture of a robot that repeats the motion of a single run in real time; None without motion."""
    finite = np.all(np.isfinite(run.q), axis=1) & np.isfinite(run.t)
    t, q = run.t[finite], run.q[finite]
    if len(t) < 2 or t[-1] <= t[0]:
        return None
    times = np.linspace(t[0], t[-1], min(MOST_FRAMES, max(len(t), 12)))
    skeleton = StickFigure(run.model)
    bones = [skeleton.at(configuration) for configuration in between(run.model, t, q, times)]
    view = _view(run.model, 0.0 if plane_of(run.model) is not None else 0.6)
    return _picture(bones, [view] * len(bones), float(t[-1] - t[0]), words)


def _view(model: Model, angle: float) -> Floats:
    """Return the directions to the right and down in the picture, shape (3, 2), from an angle about the vertical."""
    plane = plane_of(model)
    if plane is not None:
        across = np.cross(plane.right, plane.up)
        return np.stack([np.cos(angle) * plane.right + np.sin(angle) * across, -plane.up], axis=1)
    gravity = np.asarray(model.gravity, dtype=float)
    up = -gravity / np.linalg.norm(gravity) if np.any(gravity) else np.array([0.0, 0.0, 1.0])
    first = np.cross(up, np.eye(3)[np.abs(up).argmin()])
    first /= np.linalg.norm(first)
    right = np.cos(angle) * first + np.sin(angle) * np.cross(up, first)
    back = np.cross(up, right)
    return np.stack([right, -(np.cos(RISE) * up + np.sin(RISE) * back)], axis=1)


def _picture(bones: Sequence[Bones], views: Sequence[Floats], seconds: float, words: str) -> Picture | None:
    """Return a picture with one frame for each view; None for a robot without size or with too many lines."""
    if not bones[0].lines or len(bones[0].lines) > MOST_LINES:
        return None
    lines = []
    joints = []
    for frame_bones, view in zip(bones, views, strict=True):
        lines.append([line @ view for line in frame_bones.lines])
        joints.append(frame_bones.joints @ view)
    points = np.vstack([np.zeros((1, 2)), *(line for frame in lines for line in frame)])
    low, high = points.min(axis=0), points.max(axis=0)
    size = float((high - low).max())
    if not 0 < size < np.inf:
        return None
    scale = 0.86 * SIDE / size  # a margin for the width of lines
    shift = SIDE / 2 - scale * (low + high) / 2
    # SVG animates each line and each dot by the list of its values in all frames.
    paths = [[_path(scale * frame[k] + shift) for frame in lines] for k in range(len(lines[0]))]
    dots = [[scale * frame[k] + shift for frame in joints] for k in range(len(joints[0]))]
    places = [[[f"{at[axis]:.1f}" for at in dot] for axis in (0, 1)] for dot in dots]
    values = {"side": SIDE, "seconds": f"{max(seconds, 0.1):.4g}", "blue": BLUE, "red": VERMILION}
    svg = render("armillary.figures", "turning.svg", paths=paths, dots=places, **values)
    address = "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()
    return Picture("", words, address)


def _path(points: Floats) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
