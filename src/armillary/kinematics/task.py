"""Tasks: selected rows of a frame's Jacobian, their rank and their singular values.

A task selects rows of the 6-row Jacobian: "position" the last three, "orientation" the first three, "pose" all, a tuple
the rows with these numbers. In all configurations of a planar arm some rows, or combinations of rows, are zero; with
few joints or with a spherical joint, rows are linearly dependent. Indices therefore use only the
    r = rank of J at almost every q                                (1)
largest singular values,
    J = Σ σ_k u_k v_kᵀ,   k = 1 … r,   σ_1 ≥ … ≥ σ_r ≥ 0           (2)
They do not depend on the orientation of the world axes if the task has all three rows of a kind. A configuration with
σ_r = 0 is singular. r is the largest rank at a few seeded random configurations, which are almost never singular.
The columns of J are those of the joints; with `elastic=True` those of elastic coordinates as well. Of the joints alone,
r is the rank with straight links.
If σ_k is simple, its derivative along each velocity direction j is
    D_j σ_k = u_kᵀ (D_j J) v_k                                     (3)
"""

from __future__ import annotations

import operator
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.errors import ArgumentError
from armillary.files.arguments import flag
from armillary.files.words import shortened
from armillary.kinematics.jacobian import jacobian, jacobian_derivatives
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_count, spans
from armillary.spatial.scalar import Array

Task = str | tuple[int, ...]  # a name of `TASKS`, or the rows of the (angular, linear) Jacobian that count

TASKS: dict[str, tuple[int, ...]] = {"position": (3, 4, 5), "orientation": (0, 1, 2), "pose": (0, 1, 2, 3, 4, 5)}

SINGULAR = 1e-10  # largest σ_r / σ_1 of a singular configuration: derivatives and inverses have too few digits

_NEGLIGIBLE = 1e-9  # σ / σ_1 treated as rounding in (1)
_SAMPLES = 5
_ranks: WeakKeyDictionary[Model, dict[tuple[str, tuple[int, ...], bool], int]] = WeakKeyDictionary()


class Singular(NamedTuple):
    """The decomposition (2): U (m, r), sigma (r,) in decreasing order, V (nv, r)."""

    U: NDArray[np.float64]
    sigma: NDArray[np.float64]
    V: NDArray[np.float64]

    @property
    def at_singularity(self) -> bool:
        """Whether σ_r is zero, within `SINGULAR`."""
        return bool(self.sigma[-1] <= SINGULAR * self.sigma[0])

    @property
    def pseudo_inverse(self) -> NDArray[np.float64]:
        """J⁺ = V diag(1/σ) Uᵀ, shape (nv, m)."""
        return (self.V / self.sigma) @ self.U.T


def task_rows(task: Task) -> tuple[int, ...]:
    """Return the rows of the Jacobian that a task selects."""
    if isinstance(task, str):
        if task not in TASKS:
            raise ArgumentError("task", shortened(task), f"one of {', '.join(TASKS)}, or a tuple of row numbers")
        return TASKS[task]
    try:
        rows = tuple(operator.index(row) for row in task)
    except Exception:  # whatever a user's object raises
        rows = ()
    if not rows or len(set(rows)) < len(rows) or not set(rows) <= set(range(6)):
        raise ArgumentError("task", shortened(task), "different row numbers from 0 to 5", "rows 0:3 turn, 3:6 move")
    return rows


def task_jacobian(
    model: Model, q: ArrayLike, frame: str = "tip", task: Task = "position", *, elastic: bool = False
) -> Array:
    """Return the task's rows of the frame's Jacobian, shape (m, joints); with `elastic`, all columns, (m, nv)."""
    return jacobian(model, q, frame)[
        list(task_rows(task)), : model.nv if flag("elastic", elastic) else joint_count(model)
    ]


def task_rank(model: Model, frame: str = "tip", task: Task = "position", *, elastic: bool = False) -> int:
    """Return r of (1), the number of independent directions of the task."""
    key = frame, task_rows(task), flag("elastic", elastic)
    ranks = _ranks.setdefault(model, {})
    if key not in ranks:
        rng = np.random.default_rng(20080)
        reach = spans(model)
        if not elastic:
            reach[joint_count(model) :] = 0.0
        samples = [model.integrate(model.neutral, rng.uniform(-reach, reach)) for _ in range(_SAMPLES)]
        J = np.array([task_jacobian(model, q, frame, task, elastic=elastic) for q in samples], dtype=float)
        ranks[key] = rank_of(J)
    return ranks[key]


def rank_of(J: NDArray[np.float64]) -> int:
    """Return the largest rank of a batch of matrices, shape (N, m, n); singular values below rounding do not count."""
    sigma = np.linalg.svd(J, compute_uv=False)
    return int(np.sum(sigma > _NEGLIGIBLE * sigma[:, :1], axis=1).max())


def required_rank(model: Model, frame: str, task: Task, *, elastic: bool = False) -> int:
    """Return the rank of the task; raise `ArgumentError` if no joint moves the frame in it."""
    rank = task_rank(model, frame, task, elastic=elastic)
    if rank == 0:
        raise ArgumentError("frame", f"{frame!r}, which no joint moves in the task {task!r}", "a frame that moves")
    return rank


def decomposed(J: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
    """Return U, σ and Vᵀ of a matrix or a batch of matrices; σ is NaN where an entry is not finite."""
    finite = np.asarray(np.isfinite(J).all(axis=(-2, -1), keepdims=True))
    U, sigma, Vt = np.linalg.svd(np.where(finite, J, 0.0), full_matrices=False)
    return U, np.where(finite[..., 0], sigma, np.nan), Vt


def singular_values(
    model: Model, q: ArrayLike, frame: str = "tip", task: Task = "position", *, elastic: bool = False
) -> Singular:
    """Return the decomposition (2) of the task's Jacobian at a real q."""
    J = task_jacobian(model, q, frame, task, elastic=elastic)
    rank = required_rank(model, frame, task, elastic=elastic)
    if J.dtype != np.dtype(float):
        raise ArgumentError("q", f"a configuration of {J.dtype} numbers", "real numbers for singular values")
    U, sigma, Vt = decomposed(J)
    return Singular(U[:, :rank], sigma[:rank], Vt[:rank].T)


def singular_value_rates(
    model: Model, q: ArrayLike, frame: str = "tip", task: Task = "position", *, elastic: bool = False
) -> tuple[Singular, NDArray[np.float64]]:
    """Return the decomposition (2) and uᵀ (D_j J) v for all pairs of its vectors, shape (r, r, nv).

    The diagonal is (3): entry [k, k, j] is the derivative of σ_k along the velocity direction j.
    """
    at_q = singular_values(model, q, frame, task, elastic=elastic)
    D = jacobian_derivatives(model, q, frame)[list(task_rows(task)), : len(at_q.V)]  # (m, nv or joints, nv)
    return at_q, np.einsum("ma,mkj,kb->abj", at_q.U, D, at_q.V)  # (3)
