"""What a trajectory of a model gets besides its states: units, labels, the robot as text, positions of frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.compiled import Compiled
from armillary.description.toml.write import to_toml
from armillary.multibody import Model
from armillary.multibody.coordinates import coordinate_units

if TYPE_CHECKING:
    from armillary.results.trajectory import Trajectory

Floats = NDArray[np.float64]

XYZ = ("x", "y", "z")


def described(trajectory: Trajectory, model: Model, frames: Sequence[str] | None = None) -> Trajectory:
    """Return a trajectory of a model with all that files and plots want of it.

    Adds units, the robot as text, and the positions of `frames` ("tip" unless given, where there is one) in the world.
    """
    wanted = frames if frames is not None else [name for name in ("tip",) if name in model.frames]
    found = {name: positions(model, trajectory.q, name) for name in wanted}
    labels: dict[str, tuple[str, ...]] = dict.fromkeys(found, XYZ)
    units: dict[str, tuple[str, ...]] = {
        **coordinate_units(model),
        "elastic": ("J",),
        **dict.fromkeys(found, ("m",) * 3),
    }
    reference = trajectory.signals.get("reference")
    if reference is not None and reference.ndim == 2 and "reference" not in trajectory.labels:
        labels["reference"], units["reference"] = _reference(trajectory, units, reference.shape[1], len(model.elastic))
    return replace(
        trajectory,
        units=units | trajectory.units,
        labels=labels | trajectory.labels,
        signals={**found, **trajectory.signals},
        description=trajectory.description or to_toml(model.robot),
        info={"motors": model.motors, "elastic": list(model.elastic), **trajectory.info},
    )


def _reference(
    trajectory: Trajectory, units: dict[str, tuple[str, ...]], count: int, elastic: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return names and units of a reference: of joints, of a position, or of a position and an orientation."""
    joints = {len(trajectory.coordinates) - elastic, len(trajectory.coordinates)}
    if trajectory.info.get("space") != "task" and count in joints:
        return trajectory.coordinates[:count], units["q"][:count]
    if trajectory.info.get("space") != "task" and count == len(trajectory.velocities) - elastic:
        return trajectory.velocities[:count], tuple(unit.removesuffix("/s") for unit in units["qd"][:count])
    if count in (3, 6):
        return (*XYZ, "rx", "ry", "rz")[:count], ("m", "m", "m", "rad", "rad", "rad")[:count]
    return tuple(str(k + 1) for k in range(count)), ("",) * count


def positions(model: Model, q: Floats, frame: str = "tip") -> Floats:
    """Return where a frame is in the world at every configuration, shape (N, 3) [m]."""
    model.frame(frame)
    return np.ascontiguousarray(Compiled(model).pose(np.ascontiguousarray(q), frame=frame)[:, :3, 3])


def deflections(model: Model, q: Floats, frame: str = "tip") -> Floats:
    """Return how far a frame is from where it would be with straight links, shape (N, 3) [m], world axes."""
    straight = q.copy()
    straight[:, model.nq - len(model.elastic) :] = 0.0
    return positions(model, q, frame) - positions(model, straight, frame)
