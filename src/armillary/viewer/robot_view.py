"""A robot in the scene of the page: a node for each body, their meshes, and optional marks.

Only poses are sent while a rigid robot moves. The mesh of a bending link is sent in every frame, in bands of colour
if it shows its strain.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from armillary.multibody import BASE
from armillary.scene.mesh import Mesh, frame_along, sphere
from armillary.scene.part import ScenePart
from armillary.scene.scene import Scene
from armillary.spatial.scalar import Floats
from armillary.viewer.ellipsoids import Ellipsoid, inertia_ellipsoid
from armillary.viewer.strain import LEVELS, bands, colour

MARKS = ("frames", "centres of mass", "inertia")
GHOST = (0.35, 0.55, 0.85)
"""The colour of a ghost."""
MATERIALS = {False: "toon5", True: "standard"}
UNIT = sphere(1.0, rings=16)


def quaternions(rotations: Floats) -> Floats:
    """Return the quaternions (w, x, y, z) of rotations, shapes (N, 4) and (N, 3, 3)."""
    from scipy.spatial.transform import Rotation

    return np.asarray(Rotation.from_matrix(rotations).as_quat())[:, [3, 0, 1, 2]]


class RobotView:
    """The nodes of one robot below `root`; a `ghost` is pale and translucent."""

    def __init__(self, api: Any, scene: Scene, root: str, ghost: bool = False) -> None:
        self.api, self.scene, self.root, self.ghost = api, scene, root, ghost
        self.coloured = not ghost
        self._fine = False
        self._meshes: list[Any] = []
        self._root = api.add_frame(root, show_axes=False)
        self._bodies: dict[int, Any] = {}
        self._poses: dict[int, Floats] = {}
        self._bending: list[tuple[ScenePart, Any]] = []
        self._bands: dict[tuple[int, int], Any] = {}
        self._marks: dict[str, list[Any]] = {}
        for body in range(BASE, len(scene.model.bodies)):
            self._bodies[body] = api.add_frame(self._name(body), show_axes=False)
        for k, part in enumerate(scene.parts):
            handle = self._mesh(f"{self._name(part.body)}/{part.role}{k}", part.mesh, part.colour)
            if part.bending is not None:
                self._bending.append((part, handle))

    def remove(self) -> None:
        """Remove all nodes."""
        self._root.remove()

    def update(self, q: Floats, magnification: float, strain_limit: float) -> None:
        """Move the robot to q; `magnification` scales the bending, `strain_limit` is the strain of full colour."""
        bent = self.scene.magnified(q, magnification)
        poses = self.scene.poses(q, magnification)
        order = list(poses)
        turns = quaternions(np.array([poses[body][0] for body in order], dtype=float))
        for body, turn in zip(order, turns, strict=True):
            pose = np.concatenate([turn, np.asarray(poses[body][1], dtype=float)])
            if body not in self._poses or not np.array_equal(self._poses[body], pose):
                self._poses[body] = pose
                self._bodies[body].wxyz, self._bodies[body].position = pose[:4], pose[4:]
        for k, (part, handle) in enumerate(self._bending):
            handle.visible = not self.coloured
            if self.coloured:
                self._draw_bands(k, part, q, bent, strain_limit)
            else:
                handle.vertices = part.vertices(bent).astype(np.float32)
        if not self.coloured:
            for band in self._bands.values():
                band.visible = False

    def shade(self, fine: bool) -> None:
        """Draw surfaces with full shading, or in a few steps, which costs half as much."""
        self._fine = fine
        for handle in self._meshes:
            handle.material = MATERIALS[fine]

    def mark(self, what: str, shown: bool) -> None:
        """Show or hide marks; they are made when first shown."""
        if shown and what not in self._marks:
            self._marks[what] = self._frames() if what == "frames" else self._on_bodies(what)
        for handle in self._marks.get(what, ()):
            handle.visible = shown

    def _name(self, body: int) -> str:
        return f"{self.root}/{'base' if body == BASE else f'body{body}'}"

    def _mesh(self, name: str, mesh: Mesh, rgb: Any, opacity: float | None = None) -> Any:
        if self.ghost:
            rgb, opacity = GHOST, 0.3
        handle = self.api.add_mesh_simple(
            name,
            mesh.vertices,
            mesh.faces,
            color=tuple(round(255 * part) for part in rgb),
            opacity=opacity,
            material=MATERIALS[self._fine],
            cast_shadow=not self.ghost,
        )
        self._meshes.append(handle)
        return handle

    def _draw_bands(self, k: int, part: ScenePart, q: Floats, bent: Floats, limit: float) -> None:
        """Draw all bands of a link. No band is hidden: browsers hide at once, and redraw other bands later."""
        strained = bands(part, q, bent, limit)
        for level in range(LEVELS):
            handle = self._bands.get((k, level))
            vertices, faces = strained.vertices(level), strained.faces(level)
            if handle is None:
                name = f"{self._name(part.body)}/strain{k}/{level}"
                self._bands[k, level] = self._mesh(name, Mesh(vertices, faces), colour(level))
                continue
            handle.visible = True
            if faces.any() or handle.faces.any():
                handle.vertices, handle.faces = vertices.astype(np.float32), faces.astype(np.uint32)

    def _frames(self) -> list[Any]:
        nodes = []
        length = 0.08 * self.scene.size
        for k, frame in enumerate(self.scene.model.frames.values()):
            name = f"{self._name(frame.body)}/frame{k}"
            turn = quaternions(np.asarray(frame.rotation, dtype=float)[None])[0]
            axes = self.api.add_frame(
                name,
                axes_length=length,
                axes_radius=0.04 * length,
                wxyz=turn,
                position=np.asarray(frame.translation, dtype=float),
            )
            nodes += [axes, self.api.add_label(f"{name}/name", frame.name)]
        return nodes

    def _on_bodies(self, what: str) -> list[Any]:
        """Return marks at the centres of mass, or inertia ellipsoids, of all bodies with mass."""
        nodes = []
        size = (0.6 * self.scene.thickness,) * 3
        for i, body in enumerate(self.scene.model.bodies):
            shown = inertia_ellipsoid(body)
            name = f"{self._name(i)}/{what.split()[0]}"
            if shown is None:
                continue
            if what == "inertia":
                nodes.append(draw_ellipsoid(self.api, name, shown, (150, 90, 200), least=1e-3 * self.scene.size))
            else:
                mesh = (name, UNIT.vertices, UNIT.faces)
                nodes.append(self.api.add_mesh_simple(*mesh, color=(240, 190, 20), scale=size, position=shown.centre))
        return nodes


def floor(up: Floats, size: float, cells: int = 6) -> Floats:
    """Return the lines of a floor through the origin, shape (L, 2, 3) [m], spaced by 1, 2 or 5 times a power of 10.

    Without a graphics card, lines are far cheaper to draw than a surface.
    """
    unit = 10.0 ** np.floor(np.log10(size / 2))
    cell = max((m * unit for m in (1.0, 2.0, 5.0) if m * unit <= size / 2), default=unit)
    R = frame_along(up)
    reach = cells * cell
    places = np.arange(-cells, cells + 1) * cell
    ends = [([a, -reach, 0], [a, reach, 0]) for a in places] + [([-reach, a, 0], [reach, a, 0]) for a in places]
    return np.asarray(np.array(ends, dtype=float) @ R.T)


def draw_ellipsoid(api: Any, name: str, shown: Ellipsoid, colour: Any, factor: float = 1.0, least: float = 1e-3) -> Any:
    """Return the node of a translucent ellipsoid."""
    return api.add_mesh_simple(
        name,
        UNIT.vertices,
        UNIT.faces,
        color=colour,
        opacity=0.4,
        cast_shadow=False,
        receive_shadow=False,
        scale=tuple(shown.shown(factor, least).tolist()),
        wxyz=quaternions(shown.axes[None])[0],
        position=shown.centre,
    )


def move_ellipsoid(handle: Any, shown: Ellipsoid, factor: float = 1.0, least: float = 1e-3) -> None:
    """Move and scale the node of an ellipsoid."""
    handle.scale = tuple(shown.shown(factor, least).tolist())
    handle.wxyz, handle.position = quaternions(shown.axes[None])[0], shown.centre
