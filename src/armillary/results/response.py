"""Figures of a response: settling and rise time, overshoot, means over time, distance from a path.

Of a signal y, a number or a vector, with its start y(0), the end y_T that it should reach and the step Δ = y_T − y(0):
    settling time    the last time at which |y − y_T| enters the band β |Δ|                                    (1)
    progress         s = (y − y(0)) · Δ / |Δ|²                                                                 (2)
    rise time        from the first time with s = 10 % to the first with s = 90 %                              (3)
    overshoot        100 max(0, max s − 1)   [%]                                                               (4)
    RMS of x         √(∫ x² dt / T), by the trapezoidal rule                                                   (5)
    steady error     mean of e = r − y over the last tenth of the run                                          (6)
    path error       greatest distance of a vector from the curve of its reference, at any time                (7)
Times are interpolated linearly between rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from armillary.spatial.scalar import Floats

RISE = (0.1, 0.9)
"""Fractions of the step between which the rise time is measured."""
NEAREST = 4
"""Vertices of a path whose segments are tried for the nearest point."""
LATE = 0.1
"""Last fraction of a run, over which the steady error is averaged."""


@dataclass(frozen=True, eq=False)
class Response:
    """Figures (…, n) of n signals y (…, n, K, d) that follow r (…, n, K, d)."""

    t: Floats
    y: Floats
    r: Floats
    band: float

    @cached_property
    def error(self) -> Floats:
        """Errors e, shape (…, n, K, d)."""
        return self.r - self.y

    @cached_property
    def _progress(self) -> Floats:
        return np.swapaxes(progress(self.y, self.r[..., -1, :]), -1, -2)

    @property
    def settling_time(self) -> Floats:
        """(1) [s]."""
        apart = np.swapaxes(np.linalg.norm(self.y - self.r[..., -1:, :], axis=-1), -1, -2)  # (…, K, n)
        return settling_time(self.t, apart, apart[..., 0, :], self.band)

    @property
    def rise_time(self) -> Floats:
        """(3) [s]."""
        return rise_time(self.t, self._progress)

    @property
    def overshoot(self) -> Floats:
        """(4) [%]."""
        return overshoot(self._progress)

    @property
    def rms(self) -> Floats:
        """Root mean square of |e|, (5)."""
        return np.asarray(np.linalg.norm(rms(self.t, self.error), axis=-1))

    @property
    def peak(self) -> Floats:
        """Greatest |e|."""
        return np.asarray(np.linalg.norm(self.error, axis=-1).max(axis=-1))

    @property
    def steady(self) -> Floats:
        """(6), shape (…, n, d)."""
        late = self.t >= self.t[-1] - LATE * (self.t[-1] - self.t[0])
        return mean(self.t[late], self.error[..., late, :])

    @property
    def from_path(self) -> Floats:
        """(7)."""
        return np.asarray(from_path(self.y, self.r).max(axis=-1))


def settling_time(t: Floats, apart: Floats, step: Floats, band: float = 0.02) -> Floats:
    """Return (1), shape (…, n) [s], of distances |y − y_T| (…, K, n) after steps |Δ| (…, n).

    It is infinite for a signal that is outside of the band at the end, and NaN without a step.
    """
    beyond = apart - band * step[..., None, :]  # (…, K, n), positive outside of the band
    outside = ~(beyond <= 0)
    last = len(t) - 1 - np.argmax(outside[..., ::-1, :], axis=-2)  # the last row outside
    after = np.minimum(last + 1, len(t) - 1)
    before, inside = (np.take_along_axis(beyond, k[..., None, :], axis=-2)[..., 0, :] for k in (last, after))
    part = before / np.where(before > inside, before - inside, 1.0)
    settled = t[last] + part * (t[after] - t[last]) - t[0]
    settled = np.where(outside[..., -1, :], np.inf, np.where(np.any(outside, axis=-2), settled, 0.0))
    return np.where(step > 0, settled, np.nan)


def progress(y: Floats, end: Floats) -> Floats:
    """Return (2), shape (…, K), of signals y (…, K, d) that should end at `end` (…, d); NaN without a step."""
    step = end - y[..., 0, :]
    square = np.sum(step**2, axis=-1)[..., None]
    along = np.sum((y - y[..., :1, :]) * step[..., None, :], axis=-1)
    return np.where(square > 0, along / np.where(square > 0, square, 1.0), np.nan)


def overshoot(s: Floats) -> Floats:
    """Return (4), shape (…, n) [%], of progresses s (…, K, n)."""
    return np.asarray(100 * np.maximum(s.max(axis=-2) - 1, 0.0))


def rise_time(t: Floats, s: Floats) -> Floats:
    """Return (3), shape (…, n) [s], of progresses s (…, K, n).

    It is infinite for a signal that never reaches 90 %, and NaN without a step.
    """
    low, high = (_first(t, s, part) for part in RISE)
    rise = np.where(np.isinf(high), np.inf, high - np.where(np.isinf(low), 0.0, low))
    return np.where(np.isnan(s[..., 0, :]), np.nan, rise)


def _first(t: Floats, s: Floats, part: float) -> Floats:
    """Return the first time with s = part, shape (…, n) [s]; infinite for responses that never reach it."""
    reached = s >= part
    row = np.argmax(reached, axis=-2)
    before = np.maximum(row - 1, 0)
    low, high = (np.take_along_axis(s, k[..., None, :], axis=-2)[..., 0, :] for k in (before, row))
    share = np.where(high > low, (part - low) / np.where(high > low, high - low, 1.0), 0.0)
    first = t[before] + share * (t[row] - t[before])
    return np.where(np.any(reached, axis=-2), first, np.inf)


def rms(t: Floats, values: Floats) -> Floats:
    """Return (5), shape (…, n), of values (…, K, n) at times t (K,), which may be spaced unevenly."""
    return np.asarray(np.sqrt(mean(t, values**2)))


def mean(t: Floats, values: Floats) -> Floats:
    """Return means over time, shape (…, n), of values (…, K, n) by the trapezoidal rule."""
    if len(t) < 2 or t[-1] <= t[0]:
        return np.asarray(np.mean(values, axis=-2))
    middle = (values[..., 1:, :] + values[..., :-1, :]) / 2
    # Not a product of matrices: the order of its sums, and so the last bit, depends on the number of runs.
    return np.einsum("...kn,k->...n", middle, np.diff(t) / (t[-1] - t[0]))


def from_path(y: Floats, path: Floats) -> Floats:
    """Return the distances of points y (…, K, 3) from the nearest points of polylines through `path`, shape (…, K)."""
    if np.all(path == path[..., :1, :]):
        return np.asarray(np.linalg.norm(y - path, axis=-1))
    points, paths = (stack.reshape(-1, *stack.shape[-2:]) for stack in (y, path))
    distances = np.empty(points.shape[:-1])
    groups = [np.arange(len(paths))]
    if np.any(paths != paths[:1]):  # runs with the same path are computed together
        runs_by_path: dict[bytes, list[int]] = {}
        for run, vertices in enumerate(paths):
            runs_by_path.setdefault(vertices.tobytes(), []).append(run)
        groups = [np.array(runs) for runs in runs_by_path.values()]
    for runs in groups:
        distances[runs] = _from_polyline(points[runs].reshape(-1, 3), paths[runs[0]]).reshape(len(runs), -1)
    return distances.reshape(y.shape[:-1])


def _from_polyline(y: Floats, path: Floats) -> Floats:
    """Return the distances of points y (n, 3) from a polyline (K, 3), shape (n,)."""
    from scipy.spatial import cKDTree

    distances = np.full(len(y), np.nan)
    finite = np.all(np.isfinite(y), axis=-1)
    corners = path[np.all(np.isfinite(path), axis=-1)]
    corners = corners[np.append(True, np.any(np.diff(corners, axis=0), axis=-1))]
    if not finite.any() or not len(corners):
        return distances
    points = y[finite]
    last = len(corners) - 1
    _, near = cKDTree(corners).query(points, k=list(range(1, min(NEAREST, len(corners)) + 1)))
    least = np.full(len(points), np.inf)
    # The nearest segment nearly always begins or ends at one of the nearest vertices.
    for first in [*near.T, *(near.T - 1)]:
        a, b = corners[np.clip(first, 0, last)], corners[np.clip(first + 1, 0, last)]
        length = np.sum((b - a) ** 2, axis=-1)
        part = np.clip(np.sum((points - a) * (b - a), axis=-1) / np.where(length > 0, length, 1.0), 0.0, 1.0)
        least = np.minimum(least, np.linalg.norm(points - a - part[:, None] * (b - a), axis=-1))
    distances[finite] = least
    return distances
