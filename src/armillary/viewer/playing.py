"""Playback of a result: its time, and its configurations between rows."""

from __future__ import annotations

import numpy as np

from armillary.errors import ArgumentError
from armillary.results.positions import between
from armillary.results.trajectory import Trajectory
from armillary.spatial.scalar import Floats
from armillary.tables.chart import spaced_rows

SPEEDS = {"×0.1": 0.1, "×0.25": 0.25, "×0.5": 0.5, "×1": 1.0, "×2": 2.0, "×5": 5.0, "×10": 10.0}


class PlaybackClock:
    """The time of a motion between `start` and `end` [s]; at the end it stops, or starts again with `repeat`."""

    def __init__(self, start: float, end: float) -> None:
        self.start = start
        self.end = max(end, start)
        self.time = start
        self.speed = 1.0
        self.playing = False
        self.repeat = True

    def advance(self, seconds: float) -> float:
        """Advance by `seconds` of real time, and return the time of the motion [s]."""
        if not self.playing:
            return self.time
        time = self.time + self.speed * seconds
        span = self.end - self.start
        if time > self.end:
            self.playing = self.repeat and span > 0
            # A pause of the page may be longer than the motion: several rounds are dropped at once.
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
        self.motion = motion
        self.t = motion.t[finite]
        self.q = motion.q[finite]

    def at(self, time: float) -> Floats:
        """Return q at a time [s], interpolated between rows; beyond the motion, its first or last row."""
        return between(self.motion.model, self.t, self.q, np.array([time]))[0]

    def remarks(self, most: int = 5) -> list[str]:
        """Return remarks on the motion: the number of rows left out, and its first events."""
        left = len(self.motion.t) - len(self.t)
        events = self.motion.events
        lines = [f"{left} of {len(self.motion.t)} rows are not finite and are left out."] if left else []
        lines += [f"{event.t:.4g} s: {event.message}" for event in events[:most]]
        return [*lines, *([f"… and {len(events) - most} more events"] if len(events) > most else [])]

    def rows(self, most: int = 200) -> Floats:
        """Return evenly spaced configurations of the motion, shape (at most `most`, nq)."""
        return np.asarray(self.q[spaced_rows(len(self.q), most)])
