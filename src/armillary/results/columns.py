"""The signals of a trajectory: names and units of their columns, positions of frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.compiled import Compiled
from armillary.multibody import Model

if TYPE_CHECKING:
    from armillary.results.trajectory import Trajectory

Floats = NDArray[np.float64]

XYZ = ("x", "y", "z")


def with_positions(trajectory: Trajectory, frames: Sequence[str] | None = None) -> Trajectory:
    """Return a trajectory that holds the positions of `frames` as signals; default: the tip, if the robot has one."""
    wanted = frames if frames is not None else [name for name in ("tip",) if name in trajectory.model.frames]
    found = {name: trajectory.position(name) for name in wanted}
    return replace(trajectory, signals={**found, **trajectory.signals})


def is_position(trajectory: Trajectory, signal: str) -> bool:
    """Return whether a signal is the position of a frame: it has the frame's name and three columns."""
    return signal in trajectory.model.frames and trajectory.signals[signal].shape[1:] == (3,)


def signal_columns(trajectory: Trajectory, signal: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names and the units of the columns of a signal; a signal without columns has one unit, no names."""
    values = trajectory.signals[signal]
    if values.ndim == 1:
        return (), ("J" if signal == "elastic" else "",)
    if signal == "reference":
        return _reference(trajectory, values.shape[1])
    if is_position(trajectory, signal):
        return XYZ, ("m",) * 3
    return _numbered(values.shape[1])


def _numbered(count: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(str(k + 1) for k in range(count)), ("",) * count


def _reference(trajectory: Trajectory, count: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return names and units of a reference: of joints, of a position, or of a position and an orientation."""
    model, units, task = trajectory.model, trajectory.units, trajectory.info.get("space") == "task"
    if not task and count in (model.nq - len(model.elastic), model.nq):
        return trajectory.coordinates[:count], units["q"][:count]
    if not task and count == model.nv - len(model.elastic):
        return trajectory.velocities[:count], tuple(unit.removesuffix("/s") for unit in units["qd"][:count])
    if count in (3, 6):
        return (*XYZ, "rx", "ry", "rz")[:count], ("m", "m", "m", "rad", "rad", "rad")[:count]
    return _numbered(count)


def positions(model: Model, q: Floats, frame: str = "tip") -> Floats:
    """Return the position of a frame in the world at every configuration, shape (N, 3) [m]."""
    model.frame(frame)
    return np.ascontiguousarray(Compiled(model).pose(np.ascontiguousarray(q), frame=frame)[:, :3, 3])


def deflections(model: Model, q: Floats, frame: str = "tip") -> Floats:
    """Return the displacement of a frame from its place with straight links, shape (N, 3) [m], world axes."""
    straight = q.copy()
    straight[:, model.nq - len(model.elastic) :] = 0.0
    return positions(model, q, frame) - positions(model, straight, frame)
