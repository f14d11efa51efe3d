"""Positions of frames along a motion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.compiled import Compiled
from armillary.multibody import Model

if TYPE_CHECKING:
    from armillary.results.trajectory import Trajectory

Floats = NDArray[np.float64]


def with_positions(trajectory: Trajectory, frames: Sequence[str] | None = None) -> Trajectory:
    """Return a trajectory that holds the positions of `frames` as signals; default: the tip, if the robot has one."""
    wanted = frames if frames is not None else [name for name in ("tip",) if name in trajectory.model.frames]
    found = {name: trajectory.position(name) for name in wanted}
    return replace(trajectory, signals={**found, **trajectory.signals})


@lru_cache(maxsize=8)
def _compiled(model: Model) -> Compiled:
    return Compiled(model)


def positions(model: Model, q: Floats, frame: str = "tip") -> Floats:
    """Return the positions of a frame in the world, shape (…, 3) [m], at configurations of shape (…, nq)."""
    model.frame(frame)
    flat = np.ascontiguousarray(q.reshape(-1, model.nq))
    return np.ascontiguousarray(_compiled(model).pose(flat, frame=frame)[:, :3, 3]).reshape(*q.shape[:-1], 3)


def deflections(model: Model, q: Floats, frame: str = "tip") -> Floats:
    """Return the displacements of a frame from its place with straight links, shape (…, 3) [m], world axes."""
    straight = q.copy()
    straight[..., model.nq - len(model.elastic) :] = 0.0
    return positions(model, q, frame) - positions(model, straight, frame)
