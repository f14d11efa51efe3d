"""A still picture of a robot: its surfaces with simple shading, in the plane of a planar robot or in space.

The surfaces are those of `scene`. A part of more than `MOST_FACES` triangles, such as a mesh file, is drawn as its
convex hull.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from armillary.analysis.operating_point import operating_point
from armillary.description.robot import Robot
from armillary.figures.draw import shown
from armillary.figures.space import Space
from armillary.figures.style import new_figure
from armillary.multibody import Model, as_model
from armillary.multibody.configuration import Coordinates
from armillary.scene.part import ScenePart
from armillary.scene.scene import Scene
from armillary.spatial.scalar import Floats

SIZE = 5.0
"""Side of the picture [inch]."""
MOST_FACES = 2500
LIGHT = np.array([0.4, -0.5, 0.76])
"""Direction towards the light, in the world."""
DARK = 0.45
"""Brightness of faces turned away from the light."""


def plot_robot(robot: Robot | Model, q: Coordinates = None) -> Any:
    """Return a figure of matplotlib with a robot at q; links bend under gravity if q has no elastic coordinates."""
    model = as_model(robot)
    point, _ = operating_point(model, q, None, None)
    triangles, colours = surfaces(model, point)
    figure = new_figure(SIZE, SIZE, shown(model.robot.name))
    space = Space(figure, 111, model, np.vstack([triangles.reshape(-1, 3), np.zeros((1, 3))]))
    if space.plane is None:
        art3d = import_module("mpl_toolkits.mplot3d.art3d")  # without type hints
        space.axes.add_collection3d(
            art3d.Poly3DCollection(triangles, facecolors=colours, edgecolors=colours, linewidths=0.2)
        )
        return figure
    from matplotlib.collections import PolyCollection

    towards_viewer = np.cross(space.plane.right, space.plane.up)
    order = np.argsort(triangles.mean(axis=1) @ towards_viewer)  # from the back to the front, as a painter does
    flat = triangles[order] @ np.stack([space.plane.right, space.plane.up], axis=1)
    look: dict[str, Any] = {"facecolors": colours[order], "edgecolors": colours[order], "linewidths": 0.2}
    space.axes.add_collection(PolyCollection(list(flat), **look))
    return figure


def surfaces(model: Model, q: Floats) -> tuple[Floats, Floats]:
    """Return all triangles of a robot at q in the world, shape (T, 3, 3) [m], and their colours (T, 3)."""
    scene = Scene(model)
    poses = scene.poses(q)
    triangles = []
    colours = []
    for part in scene.parts:
        R, o = poses[part.body]
        corners = _corners(part, q) @ np.asarray(R, dtype=float).T + np.asarray(o, dtype=float)
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        length = np.linalg.norm(normals, axis=1)
        shown = length > 0  # triangles without area have no normal
        facing = (normals[shown] / length[shown, None]) @ (LIGHT / np.linalg.norm(LIGHT))
        triangles.append(corners[shown])
        colours.append(np.asarray(part.colour) * (DARK + (1 - DARK) * (1 + facing[:, None]) / 2))
    return np.concatenate(triangles), np.clip(np.concatenate(colours), 0.0, 1.0)


def _corners(part: ScenePart, q: Floats) -> Floats:
    """Return the triangles of a part in its body's frame, shape (T, 3, 3) [m]."""
    vertices = part.vertices(q)
    faces = part.mesh.faces
    if len(faces) <= MOST_FACES:
        return np.asarray(vertices[faces], dtype=float)
    from scipy.spatial import ConvexHull, QhullError

    try:
        hull = ConvexHull(vertices)
    except QhullError:  # a flat part has no hull: every k-th of its triangles
        return np.asarray(vertices[faces[:: -(-len(faces) // MOST_FACES)]], dtype=float)
    corners = np.asarray(vertices[hull.simplices], dtype=float)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    # Corners of a hull have no common orientation: turn the normals that point inwards.
    inward = np.einsum("ij,ij->i", normals, hull.equations[:, :3]) < 0
    corners[inward] = corners[inward][:, ::-1]
    return corners
