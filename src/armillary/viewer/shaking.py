"""A mode of vibration as a motion to look at.

About q₀ a mode with the shape x, which is complex where there is damping or spin, moves as
    q(φ) = q₀ ⊕ s Re(x e^{iφ})                                                          (1)
s is chosen so that the point that moves farthest moves by a given part of the robot's size; no joint turns by more
than `MOST_TURN` then.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.kinematics.poses import Poses
from armillary.scene.scene import Scene
from armillary.spatial.scalar import Floats

TRIAL = 1e-4
"""The step by which the motion of all points is tried."""
MOST_TURN = 0.7
"""Radians, or robot sizes."""
POINTS = 40
"""Points of a part that are looked at."""


class Shaking:
    """One mode of a robot about a configuration; `part` of the robot's size is how far it moves at amplitude 1."""

    def __init__(self, scene: Scene, q: ArrayLike, shape: ArrayLike, part: float = 0.08) -> None:
        self.scene, self.q = scene, np.asarray(q, dtype=float)
        self.shape: NDArray[np.complex128] = np.asarray(shape, dtype=complex)
        self.scale = self._scale(part * scene.size)

    def at(self, phase: float, amplitude: float = 1.0) -> Floats:
        """Return q at a phase [rad], (1)."""
        step = amplitude * self.scale * np.real(self.shape * np.exp(1j * phase))
        return self.scene.model.integrate(self.q, step)

    def _scale(self, way: float) -> float:
        largest = float(np.abs(self.shape).max(initial=0.0))
        if largest == 0:
            return 0.0
        trial, farthest = TRIAL / largest, 0.0
        here = self._points(self.q)
        for turned in (1.0, 1j):
            moved = self.scene.model.integrate(self.q, trial * np.real(self.shape * turned))
            farthest = max(farthest, float(np.linalg.norm(self._points(moved) - here, axis=1).max()))
        if farthest == 0:
            return 0.0
        joints = self.scene.model.nv - len(self.scene.model.elastic)
        turn = float(np.abs(self.shape[:joints]).max(initial=0.0))
        return min(way / farthest * trial, MOST_TURN / turn if turn > 0 else np.inf)

    def _points(self, q: Floats) -> Floats:
        """Return some points of all parts in the world, shape (P, 3)."""
        poses: Poses = self.scene.poses(q)
        found = []
        for part in self.scene.parts:
            vertices = part.vertices(q)
            R, o = poses[part.body]
            found.append(vertices[:: max(1, len(vertices) // POINTS)] @ np.asarray(R, dtype=float).T + o)
        return np.vstack(found)
