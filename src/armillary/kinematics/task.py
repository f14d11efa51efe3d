"""Tasks: which rows of a frame's Jacobian count, the rank they can reach, and their singular values.

A task takes rows of the 6-row Jacobian: "position" the last three, "orientation" the first three,
"pose" all, a tuple of row numbers any. For a planar arm some rows, or some combinations of rows,
vanish in every configuration; for a robot with few joints, or a ball joint, others depend on each
other in every configuration. So that an index does not drown in these zeros, it counts only the
    r = rank of J at almost every q                                (1)
largest singular values,
    J = Σ σ_k u_k v_kᵀ,   k = 1 … r,   σ_1 ≥ … ≥ σ_r ≥ 0           (2)
They do not change when the world's axes are turned, provided that the task takes all three rows of
a kind. A configuration where σ_r = 0 is singular. r is the greatest rank found at a few seeded
random configurations; the rank drops on a thin set only, which random points miss.
Where σ_k is simple, along each velocity direction j,
    D_j σ_k = u_kᵀ (D_j J) v_k                                     (3)
"""

from __future__ import annotations

import operator
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.errors import ArgumentError
from armillary.kinematics.jacobian import jacobian, jacobian_derivatives
from armillary.multibody import Model
from armillary.multibody.coordinates import spans
from armillary.spatial.scalar import Array

Task = str | tuple[int, ...]
"""A name out of `TASKS`, or the rows of the (angular, linear) Jacobian that count."""

TASKS: dict[str, tuple[int, ...]] = {
    "position": (3, 4, 5),
    "orientation": (0, 1, 2),
    "pose": (0, 1, 2, 3, 4, 5),
}

SINGULAR = 1e-10
"""Below this σ_r / σ_1 directions in (2) have too few digits left to differentiate or to divide by."""

_NEGLIGIBLE = 1e-9  # σ / σ_1 of a direction that rounding made, in (1)
_SAMPLES = 5
_ranks: WeakKeyDictionary[Model, dict[tuple[str, tuple[int, ...]], int]] = WeakKeyDictionary()


class Singular(NamedTuple):
    """The decomposition (2): U (m, r), sigma (r,) in falling order, V (nv, r)."""

    U: NDArray[np.float64]
    sigma: NDArray[np.float64]
    V: NDArray[np.float64]

    @property
    def at_singularity(self) -> bool:
        """Whether a direction that the task has elsewhere is lost here, within `SINGULAR`."""
        return bool(self.sigma[-1] <= SINGULAR * self.sigma[0])

    @property
    def pseudo_inverse(self) -> NDArray[np.float64]:
        """J⁺ = V diag(1/σ) Uᵀ, shape (nv, m)."""
        return (self.V / self.sigma) @ self.U.T


def task_rows(task: Task) -> tuple[int, ...]:
    """Return the rows of the Jacobian that a task takes."""
    if isinstance(task, str):
        if task not in TASKS:
            raise ArgumentError("task", repr(task), f"one of {', '.join(TASKS)}, or a tuple of row numbers")
        return TASKS[task]
    try:
        rows = tuple(operator.index(row) for row in task)
    except TypeError:
        rows = ()
    if not rows or len(set(rows)) < len(rows) or not set(rows) <= set(range(6)):
        raise ArgumentError("task", repr(task), "different row numbers from 0 to 5", "rows 0:3 turn, 3:6 move")
    return rows


def task_jacobian(model: Model, q: ArrayLike, frame: str = "tip", task: Task = "position") -> Array:
    """Return the rows of the frame's Jacobian that the task takes, shape (m, nv)."""
    return jacobian(model, q, frame)[list(task_rows(task))]


def task_rank(model: Model, frame: str = "tip", task: Task = "position") -> int:
    """Return r of (1), the number of directions in which the task can move at once."""
    rows = task_rows(task)
    known = _ranks.setdefault(model, {})
    if (frame, rows) not in known:
        rng = np.random.default_rng(20080)
        reach = spans(model)
        samples = [model.integrate(model.neutral, rng.uniform(-reach, reach)) for _ in range(_SAMPLES)]
        known[frame, rows] = max(_rank(task_jacobian(model, q, frame, rows)) for q in samples)
    return known[frame, rows]


def _rank(J: Array) -> int:
    sigma = np.linalg.svd(np.asarray(J, dtype=float), compute_uv=False)
    return int(np.sum(sigma > _NEGLIGIBLE * sigma[0]))


def required_rank(model: Model, frame: str, task: Task) -> int:
    """Return the rank of the task, or raise an `ArgumentError` if nothing moves the frame in it."""
    rank = task_rank(model, frame, task)
    if rank == 0:
        raise ArgumentError("frame", f"{frame!r}, which no joint moves in the task {task!r}", "a frame that moves")
    return rank


def singular_values(model: Model, q: ArrayLike, frame: str = "tip", task: Task = "position") -> Singular:
    """Return the decomposition (2) of the task's Jacobian at a real q."""
    return _decompose(task_jacobian(model, q, frame, task), required_rank(model, frame, task))


def singular_value_rates(
    model: Model, q: ArrayLike, frame: str = "tip", task: Task = "position"
) -> tuple[Singular, NDArray[np.float64]]:
    """Return the decomposition (2) and uᵀ (D_j J) v for all pairs of its vectors, shape (r, r, nv).

    The diagonal is (3): entry [k, k, j] is the derivative of σ_k along the velocity direction j.
    """
    rows = list(task_rows(task))
    at_q = _decompose(jacobian(model, q, frame)[rows], required_rank(model, frame, task))
    D = jacobian_derivatives(model, q, frame)[rows]  # (m, nv, nv)
    return at_q, np.einsum("ma,mkj,kb->abj", at_q.U, D, at_q.V)  # (3)


def _decompose(J: Array, rank: int) -> Singular:
    if J.dtype != np.dtype(float):
        raise ArgumentError("q", f"a configuration of {J.dtype} numbers", "real numbers for singular values")
    U, sigma, Vt = np.linalg.svd(J, full_matrices=False)
    return Singular(U[:, :rank], sigma[:rank], Vt[:rank].T)
