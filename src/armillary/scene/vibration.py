"""A mode of vibration about a configuration.

About q₀ a mode with the shape x, which is complex where there is damping or spin, moves as
    q(φ) = q₀ ⊕ s Re(x e^{iφ})                                                          (1)
The scale s makes the point that moves farthest move by a given fraction of the robot's size, and no joint by more than
`MOST_TURN`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.multibody.coordinates import joint_count
from armillary.scene.scene import Scene
from armillary.spatial.scalar import Floats

TRIAL = 1e-4
"""Step of the trial motion, relative to the shape."""
MOST_TURN = 0.7
"""Largest motion of a joint at amplitude 1 [rad or m]."""


class ModeMotion:
    """One mode of a robot about a configuration; at amplitude 1 it moves by `part` of the robot's size."""

    def __init__(self, scene: Scene, q: ArrayLike, shape: ArrayLike, part: float = 0.08) -> None:
        self.scene, self.q = scene, np.asarray(q, dtype=float)
        self.shape: NDArray[np.complex128] = np.asarray(shape, dtype=complex)
        self.scale = self._scale(part * scene.size)

    def at(self, phase: float, amplitude: float = 1.0) -> Floats:
        """Return q at a phase [rad], (1)."""
        step = amplitude * self.scale * np.real(self.shape * np.exp(1j * phase))
        return self.scene.model.integrate(self.q, step)

    def _scale(self, distance: float) -> float:
        """Return s of (1), by which the farthest point moves `distance` [m]."""
        largest = float(np.abs(self.shape).max(initial=0.0))
        if largest == 0:
            return 0.0
        trial = TRIAL / largest
        farthest = 0.0
        at_rest = self.scene.points(self.q)
        for phase in (1.0, 1j):  # a quarter of a period apart: a complex shape may be small in one of them
            displaced = self.scene.model.integrate(self.q, trial * np.real(self.shape * phase))
            farthest = max(farthest, float(np.linalg.norm(self.scene.points(displaced) - at_rest, axis=1).max()))
        if farthest == 0:
            return 0.0
        joints = joint_count(self.scene.model)
        turn = float(np.abs(self.shape[:joints]).max(initial=0.0))
        return min(distance / farthest * trial, MOST_TURN / turn if turn > 0 else np.inf)
