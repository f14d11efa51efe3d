"""Momentum along a motion. Without gravity and outside forces, that of a robot on a free base is constant."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from armillary.compiler.program import evaluate, record
from armillary.formulations.centroidal import floating_coordinates, may_keep_momentum, pulls
from armillary.multibody import Model
from armillary.results.positions import compiled
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.results.trajectory import Trajectory


def momentum_drift(trajectory: Trajectory) -> Floats:
    """Return the greatest change of angular [N·m·s] and of linear momentum [N·s] over rows and steps, shape (…, 2).

    NaN where momentum is not constant: without a free base, with another tree or a motor on a fixed one, with gravity,
    with wrenches, with efforts, friction, springs or rotors at the free base, or if the robot changes.
    """
    model, lead = _with_varied_parameters(trajectory), trajectory.q.shape[:-2]
    if not may_keep_momentum(model) or trajectory.changes:
        return np.full((*lead, 2), np.nan)
    tau, external = trajectory.tau[..., floating_coordinates(model)], trajectory.external
    pushed = np.any(tau, axis=(-2, -1)) | np.any(external, axis=-1)
    parameters = None
    if model.free:
        values = np.stack([trajectory.parameters[name] for name in model.free], axis=-1)  # (…, free)
        size = {"parameters": len(model.free)}
        program = record("pulls", lambda parameters: {"pulls": pulls(model.with_values(parameters))}, size)
        pushed = pushed | np.any(evaluate(program, {"parameters": values})["pulls"], axis=-1)
        parameters = np.repeat(values.reshape(-1, len(model.free)), len(trajectory.t), axis=0)
    rows = (trajectory.q.reshape(-1, model.nq), trajectory.qd.reshape(-1, model.nv))
    h = compiled(model).spatial_momentum(*map(np.ascontiguousarray, rows), parameters=parameters)
    h = h.reshape(*trajectory.q.shape[:-1], 2, 3)
    with np.errstate(invalid="ignore", over="ignore"):
        change = np.linalg.norm(h - h[..., :1, :, :], axis=-1).max(axis=-2)
    if trajectory.angular_steps is not None and trajectory.linear_steps is not None:
        change = np.fmax(change, np.stack([trajectory.angular_steps, trajectory.linear_steps], axis=-1))
    return np.where(pushed[..., None], np.nan, change)


def _with_varied_parameters(trajectory: Trajectory) -> Model:
    """Return the model with those parameters free that differ from run to run; others are the controller's."""
    model = trajectory.model
    numbers = {name: model.numbers.find(name) for name in trajectory.parameters}
    free = [name for name, number in numbers.items() if number is not None and number.kind == "input"]
    return replace(model, free=tuple(free))
