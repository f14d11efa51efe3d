"""Configurations between the rows of a motion, and positions of frames along it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from armillary.compiler.compiled import Compiled
from armillary.multibody import Model
from armillary.multibody.coordinates import elastic_places
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.results.trajectory import Trajectory


def with_positions(trajectory: Trajectory, frames: Sequence[str] | None = None) -> Trajectory:
    """Return a trajectory that holds the positions of `frames` as signals; default: the tip, if the robot has one."""
    names = frames if frames is not None else [name for name in ("tip",) if name in trajectory.model.frames]
    signals = {name: trajectory.position(name) for name in names}
    return replace(trajectory, signals={**signals, **trajectory.signals})


@lru_cache(maxsize=8)
def compiled(model: Model) -> Compiled:
    """Return the compiled quantities of a model, from a cache of the last models."""
    return Compiled(model)


def positions(model: Model, q: Floats, frame: str = "tip") -> Floats:
    """Return the positions of a frame in the world, shape (…, 3) [m], at configurations of shape (…, nq)."""
    model.frame(frame)
    flat = np.ascontiguousarray(q.reshape(-1, model.nq))
    return np.ascontiguousarray(compiled(model).pose(flat, frame=frame)[:, :3, 3]).reshape(*q.shape[:-1], 3)


def deflections(model: Model, q: Floats, frame: str = "tip") -> Floats:
    """Return the displacements of a frame from its place with straight links, shape (…, 3) [m], world axes."""
    straight = q.copy()
    straight[..., elastic_places(model)] = 0.0
    return positions(model, q, frame) - positions(model, straight, frame)


def between(model: Model, t: Floats, q: Floats, times: Floats) -> Floats:
    """Return the configurations at `times`, shape (M, nq), interpolated linearly between the rows q (K, nq) at t (K,).

    Before the first and after the last row the configuration is constant. Quaternions take the shorter way and are
    normalised.
    """
    after = np.clip(np.searchsorted(t, times, side="right"), 1, len(t) - 1)
    first, second = q[after - 1], q[after].copy()
    for place in _quaternions(model):
        # q and −q are the same rotation: the sign nearer to the first row is the shorter way.
        opposite = np.sum(first[:, place] * second[:, place], axis=1) < 0
        second[opposite, place] *= -1
    gap = t[after] - t[after - 1]
    part = np.clip((times - t[after - 1]) / np.where(gap > 0, gap, 1.0), 0.0, 1.0)[:, None]
    return unit_quaternions(model, np.where(part < 1, first + part * (second - first), second))


def unit_quaternions(model: Model, q: Floats) -> Floats:
    """Return configurations of shape (…, nq) with their quaternions at unit length; zero becomes no rotation."""
    normalised = np.array(q, dtype=float)
    for place in _quaternions(model):
        length = np.linalg.norm(normalised[..., place], axis=-1, keepdims=True)
        unit = normalised[..., place] / np.where(length > 0, length, 1.0)
        normalised[..., place] = np.where(length > 0, unit, (1, 0, 0, 0))
    return normalised


def _quaternions(model: Model) -> list[slice]:
    return [place for place, _ in model.quaternions]
