"""Indices that need singular values, for a batch of N states: from compiled Jacobians J (N, 6, nv), by NumPy.

`kinematics.task` and `kinematics.indices` have the formulas for one state. States with repeated singular
values or without an answer go to these files one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from armillary.kinematics.indices import condition_number_gradient, manipulability_gradient
from armillary.kinematics.task import SINGULAR, Task, decomposed, required_rank, task_rows
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_count
from armillary.spatial.scalar import Floats

NEAR = 1e-6
"""Relative difference of singular values below which `kinematics.indices` decides whether they are repeated."""


class FrameTask(NamedTuple):
    """A task of a frame: its rows, and whether elastic coordinates count as joints do."""

    frame: str
    rows: Task
    elastic: bool


Derivatives = Callable[[], Floats]
"""Returns D[:, :, k, j] = D_j J_k of all states, shape (N, 6, nv, nv)."""


def manipulabilities(model: Model, q: Floats, J: Floats, D: Derivatives, task: FrameTask) -> Floats:
    """Return w of each state, shape (N,)."""
    _, sigma, _ = _decompose(model, J, task)
    return np.prod(sigma, axis=1)


def condition_numbers(model: Model, q: Floats, J: Floats, D: Derivatives, task: FrameTask) -> Floats:
    """Return κ of each state, shape (N,), ∞ at singular ones."""
    _, sigma, _ = _decompose(model, J, task)
    rounding = np.finfo(float).eps * max(len(task_rows(task.rows)), model.nv) * sigma[:, 0]
    singular = sigma[:, -1] <= rounding
    least = np.where(singular, 1.0, sigma[:, -1])
    return np.where(singular, np.inf, sigma[:, 0] / least)


def manipulability_gradients(model: Model, q: Floats, J: Floats, D: Derivatives, task: FrameTask) -> Floats:
    """Return ∂w/∂q of each state, shape (N, nv)."""
    U, sigma, Vt = _decompose(model, J, task)
    _refuse(sigma[:, -1] <= SINGULAR * sigma[:, 0], manipulability_gradient, model, q, task)
    rates = _rates(D(), task, U, Vt)
    others = np.stack([np.prod(np.delete(sigma, k, axis=1), axis=1) for k in range(sigma.shape[1])], axis=1)
    return np.einsum("nk,nkj->nj", others, rates)


def condition_number_gradients(model: Model, q: Floats, J: Floats, D: Derivatives, task: FrameTask) -> Floats:
    """Return ∂κ/∂q of each state, shape (N, nv)."""
    U, sigma, Vt = _decompose(model, J, task)
    _refuse(sigma[:, -1] <= SINGULAR * sigma[:, 0], condition_number_gradient, model, q, task)
    greatest, least = sigma[:, :1], sigma[:, -1:]
    rates = _rates(D(), task, U[:, :, [0, -1]], Vt[:, [0, -1]])
    gradients = greatest / least * (rates[:, 0] / greatest - rates[:, 1] / least)
    copies = np.sum(np.abs(sigma - greatest) <= NEAR * greatest, axis=1)
    copies = np.maximum(copies, np.sum(np.abs(sigma - least) <= NEAR * least, axis=1))
    for state in np.flatnonzero(copies > 1):
        gradients[state] = condition_number_gradient(model, q[state], *task[:2], elastic=task.elastic)
    return gradients


INDICES: dict[str, Callable[[Model, Floats, Floats, Derivatives, FrameTask], Floats]] = {
    "manipulability": manipulabilities,
    "manipulability_gradient": manipulability_gradients,
    "condition_number": condition_numbers,
    "condition_number_gradient": condition_number_gradients,
}
"""The indices by name: functions of (model, q, J, D, task), q (N, nq) and J (N, 6, nv)."""


def _decompose(model: Model, J: Floats, task: FrameTask) -> tuple[Floats, Floats, Floats]:
    """Return U, σ, Vᵀ of the task's Jacobians, cut to the rank of the task."""
    rank = required_rank(model, *task[:2], elastic=task.elastic)
    columns = model.nv if task.elastic else joint_count(model)
    U, sigma, Vt = decomposed(J[:, list(task_rows(task.rows)), :columns])
    return U[:, :, :rank], sigma[:, :rank], Vt[:, :rank]


def _rates(D: Floats, task: FrameTask, U: Floats, Vt: Floats) -> Floats:
    """Return u_kᵀ (D_j J) v_k for each pair of vectors, shape (N, k, nv)."""
    return np.einsum("nmk,nmij,nki->nkj", U, D[:, list(task_rows(task.rows)), : Vt.shape[2]], Vt, optimize=True)


def rigid_derivatives(model: Model, J: Floats) -> Floats:
    """Return D[:, :, k, j] = D_j J_k, shape (N, 6, nv, nv), by (3) and (4) of `kinematics.jacobian`.

    Links are rigid, joints independent, and the subspaces of all joints constant.
    """
    owner = model.owner
    after = (owner[None, :] != owner[:, None]) & model.moves[owner].T  # [k, j]: j belongs to a joint beyond that of k
    turn, move = J[:, :3, :, None], J[:, 3:, :, None]  # of k; with the last two axes exchanged, of j
    turn_j, move_j = turn.swapaxes(2, 3), move.swapaxes(2, 3)
    angular = np.where(after, 0.0, np.cross(turn_j, turn, axis=1))
    linear = np.where(after, np.cross(turn, move_j, axis=1), np.cross(turn_j, move, axis=1))
    return np.concatenate([angular, linear], axis=1)


def _refuse(
    singular: NDArray[np.bool_], function: Callable[..., object], model: Model, q: Floats, task: FrameTask
) -> None:
    """Raise the error of the first singular state."""
    for state in np.flatnonzero(singular)[:1]:
        function(model, q[state], *task[:2], elastic=task.elastic)
