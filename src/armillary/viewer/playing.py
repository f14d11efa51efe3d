"""Displayed motions: playback of a result, and a mode of vibration.

About q₀ a mode with the shape x, which is complex where there is damping or spin, moves as
    q(φ) = q₀ ⊕ s Re(x e^{iφ})                                                          (1)
The scale s makes the point that moves farthest move by a given fraction of the robot's size, and no joint by more than
`MOST_TURN`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.errors import ArgumentError
from armillary.multibody.coordinates import joint_count
from armillary.results.positions import between
from armillary.results.trajectory import Trajectory
from armillary.scene.scene import Scene
from armillary.spatial.scalar import Floats

TRIAL = 1e-4
"""Step of the trial motion, relative to the shape."""
MOST_TURN = 0.7
"""Largest motion of a joint at amplitude 1 [rad, m]."""
SPEEDS = {"×0.1": 0.1, "×0.25": 0.25, "×0.5": 0.5, "×1": 1.0, "×2": 2.0, "×5": 5.0, "×10": 10.0}


class Clock:
    """The time of a motion between `start` and `end` [s]; at the end it stops, or starts again with `repeat`."""

    def __init__(self, start: float, end: float) -> None:
        self.start, self.end = start, max(end, start)
        self.time, self.speed, self.playing, self.repeat = start, 1.0, False, True

    def advance(self, seconds: float) -> float:
        """Advance by `seconds` of real time, and return the time of the motion [s]."""
        if not self.playing:
            return self.time
        time = self.time + self.speed * seconds
        span = self.end - self.start
        if time > self.end:
            self.playing = self.repeat and span > 0
            time = self.start + (time - self.start) % span if self.playing else self.end
        self.time = time
        return time

    def seek(self, time: float) -> None:
        """Go to a time [s], limited to the motion."""
        self.time = min(max(time, self.start), self.end)

    def play(self) -> None:
        """Continue, or restart at the end."""
        if self.time >= self.end:
            self.time = self.start
        self.playing = True

    @property
    def step(self) -> float:
        """Step of the slider: about a thousandth of the duration [s]."""
        span = self.end - self.start
        return float(10.0 ** np.floor(np.log10(span / 1000))) if span > 0 else 1e-3


class Player:
    """A motion, interpolated at any time. Rows that are not finite are left out.

    Raises:
        ArgumentError: No row is finite.
    """

    def __init__(self, motion: Trajectory) -> None:
        finite = np.all(np.isfinite(motion.q), axis=1) & np.isfinite(motion.t)
        if not finite.any():
            raise ArgumentError("RESULT", "no row of finite values", "a result with some motion in it")
        self.motion, self.t, self.q = motion, motion.t[finite], motion.q[finite]

    def at(self, time: float) -> Floats:
        """Return q at a time [s], interpolated between rows; beyond the motion, its first or last row."""
        return between(self.motion.model, self.t, self.q, np.array([time]))[0]

    def remarks(self, most: int = 5) -> list[str]:
        """Return remarks on the motion: the number of rows left out, and its first events."""
        left, events = len(self.motion.t) - len(self.t), self.motion.events
        lines = [f"{left} of {len(self.motion.t)} rows are not finite and are left out."] if left else []
        lines += [f"{event.t:.4g} s: {event.message}" for event in events[:most]]
        return [*lines, *([f"… and {len(events) - most} more events"] if len(events) > most else [])]

    def rows(self, most: int = 200) -> Floats:
        """Return evenly spaced configurations of the motion, shape (at most `most`, nq)."""
        return np.asarray(self.q[np.unique(np.linspace(0, len(self.q) - 1, most).astype(int))])


class Shaking:
    """One mode of a robot about a configuration; at amplitude 1 it moves by `part` of the robot's size."""

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
        here = self.scene.points(self.q)
        for turned in (1.0, 1j):
            moved = self.scene.model.integrate(self.q, trial * np.real(self.shape * turned))
            farthest = max(farthest, float(np.linalg.norm(self.scene.points(moved) - here, axis=1).max()))
        if farthest == 0:
            return 0.0
        joints = joint_count(self.scene.model)
        turn = float(np.abs(self.shape[:joints]).max(initial=0.0))
        return min(way / farthest * trial, MOST_TURN / turn if turn > 0 else np.inf)
