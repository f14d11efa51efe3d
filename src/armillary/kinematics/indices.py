"""Performance indices of the Jacobian: manipulability and condition number, with exact gradients.

With the singular values of `kinematics.task`, the manipulability is the volume of the task velocities for unit joint
rates [Popescu2008, eq. 16],
    w = √det(J Jᵀ) = σ_1 σ_2 … σ_r                                            (1)
By default J has the columns of joints only: elastic coordinates of flexible links are not driven and have other units.
If r is less than the number of rows, (1) is the volume in the r directions of the task: √det(Jᵀ J) for fewer joints
than rows, √det of the two rows in its plane for a planar arm. For scalars without singular values
    σ_1² … σ_r² = sum of the principal minors of order r of J Jᵀ, or of Jᵀ J   (2)
which is a polynomial. The gradient along each velocity direction j,
    D_j w = Σ_k (Π_{i≠k} σ_i) u_kᵀ (D_j J) v_k                                (3)
also holds for repeated σ: it is w · tr(J⁺ D_j J). At w = 0, w has a kink and no gradient.
The unit of w is the product of the units of its rows: m² for the position of a planar arm with revolute joints.

The condition number [Salisbury1982] is
    κ = cond(J) = σ_1 / σ_r                                                  (4)
1 for an isotropic task, ∞ for a singular configuration. [Popescu2008, eq. 15] has κ², the condition number of J Jᵀ. Its
gradient is
    D_j κ = κ (D_j σ_1 / σ_1 − D_j σ_r / σ_r)                                (5)
If σ_1 or σ_r is repeated, with the vectors U_c and V_c, its copies change along j at the rates
    eigenvalues of sym(U_cᵀ (D_j J) V_c)                                     (6)
and the largest (or smallest) copy is smooth only if all rates (6) are equal for every j. For example, a gantry is
isotropic everywhere, and its κ has the gradient zero. At other isotropic points κ has a minimum with a kink, and no
gradient.
"""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.errors import SingularityError
from armillary.kinematics.task import Task, required_rank, singular_value_rates, singular_values, task_jacobian
from armillary.multibody import Model
from armillary.spatial.scalar import Array, Scalar, sqrt

_EQUAL = 1e-8  # relative difference of singular values below which their vectors are arbitrary


def manipulability(
    model: Model, q: ArrayLike, frame: str = "tip", task: Task = "position", *, elastic: bool = False
) -> Scalar:
    """Return w of (1).

    Args:
        model: The robot's model.
        q: Configuration, shape (nq,), of any scalar type.
        frame: Name of the frame; default "tip".
        task: "position" (default), "orientation", "pose" or row numbers of the (angular, linear) Jacobian.
        elastic: Whether the rates of elastic coordinates count like those of joints; default: joints only.
    """
    J = task_jacobian(model, q, frame, task, elastic=elastic)
    if J.dtype == np.dtype(float):
        # Near singularities the product is accurate, while (2) squares and then cancels.
        return float(np.prod(singular_values(model, q, frame, task, elastic=elastic).sigma))  # (1)
    gram = J @ J.T if J.shape[0] <= J.shape[1] else J.T @ J
    rank = required_rank(model, frame, task, elastic=elastic)
    minors = [determinant(gram[np.ix_(rows, rows)]) for rows in combinations(range(len(gram)), rank)]
    return sqrt(sum(minors[1:], minors[0]))  # (2)


def manipulability_gradient(
    model: Model, q: ArrayLike, frame: str = "tip", task: Task = "position", *, elastic: bool = False
) -> NDArray[np.float64]:
    """Return the derivatives of w along the velocity directions, shape (nv,); `SingularityError` at w = 0."""
    at_q, rates = singular_value_rates(model, q, frame, task, elastic=elastic)
    if at_q.at_singularity:
        raise SingularityError(
            f"the manipulability of frame {frame!r} ({task}) has no gradient at this singular configuration "
            f"(σ_min / σ_max = {at_q.sigma[-1] / max(at_q.sigma[0], 1e-300):.1e}); move away from it"
        )
    others = [np.prod(np.delete(at_q.sigma, k)) for k in range(len(at_q.sigma))]
    return np.einsum("k,kkj->j", others, rates)  # (3)


def determinant(A: Array) -> Scalar:
    """Return det A without divisions, row by row from the minors of the rows above."""
    minors: dict[tuple[int, ...], Scalar] = {(column,): entry for column, entry in enumerate(A[0])}
    for k in range(1, len(A)):
        above, minors = minors, {}
        for columns in combinations(range(len(A)), k + 1):
            terms = [
                (-1) ** (k + place) * A[k, column] * above[columns[:place] + columns[place + 1 :]]
                for place, column in enumerate(columns)
            ]
            minors[columns] = sum(terms[1:], terms[0])
    (determinant,) = minors.values()
    return determinant


def condition_number(
    model: Model, q: ArrayLike, frame: str = "tip", task: Task = "position", *, elastic: bool = False
) -> float:
    """Return κ of (4), ∞ at singular configurations.

    Arguments are those of `manipulability`, with a real q. For the task "pose", κ depends on the unit of length, 1 m.
    """
    at_q = singular_values(model, q, frame, task, elastic=elastic)
    rounding = np.finfo(float).eps * max(len(at_q.U), len(at_q.V)) * at_q.sigma[0]
    return math.inf if at_q.sigma[-1] <= rounding else float(at_q.sigma[0] / at_q.sigma[-1])  # (4)


def condition_number_gradient(
    model: Model, q: ArrayLike, frame: str = "tip", task: Task = "position", *, elastic: bool = False
) -> NDArray[np.float64]:
    """Return the derivatives of κ along the velocity directions, shape (nv,).

    Raises:
        SingularityError: The configuration is singular, or a repeated singular value makes a kink of κ.
    """
    at_q, rates = singular_value_rates(model, q, frame, task, elastic=elastic)
    if at_q.at_singularity:
        raise SingularityError(
            f"the condition number of frame {frame!r} ({task}) is infinite at this singular configuration "
            "and has no gradient; move away from it"
        )
    greatest, least = at_q.sigma[0], at_q.sigma[-1]
    if len(at_q.sigma) == 1:
        return np.zeros(model.nv)
    if not np.isfinite(greatest):
        return np.full(model.nv, np.nan)
    rate_greatest = _common_rate(np.abs(at_q.sigma - greatest) <= _EQUAL * greatest, rates, greatest)
    rate_least = _common_rate(np.abs(at_q.sigma - least) <= _EQUAL * least, rates, greatest)
    return greatest / least * (rate_greatest / greatest - rate_least / least)  # (5)


def _common_rate(copies: NDArray[np.bool_], rates: NDArray[np.float64], size: float) -> NDArray[np.float64]:
    """Return the common rate of equal singular values; raise `SingularityError` if their rates differ.

    `size` is the largest singular value, the scale of rounding errors.
    """
    block = rates[np.ix_(copies, copies)]  # (c, c, nv)
    block = (block + block.transpose(1, 0, 2)) / 2  # (6)
    count = len(block)
    common: NDArray[np.float64] = np.einsum("kkj->j", block) / count
    apart = np.abs(block - np.eye(count)[:, :, None] * common).max()
    if count > 1 and apart > max(1e-6 * np.abs(rates).max(), 1e-12 * size):
        raise SingularityError(
            f"{count} singular values of the Jacobian are equal here and differ nearby, so the condition number "
            "has a kink and no gradient (for example at an isotropic point); move away from it"
        )
    return common
