"""Condition number of the Jacobian. [Salisbury1982]

    κ = cond(J) = σ_1 / σ_r                                                  (1)
with the singular values of `kinematics.task`; 1 for an isotropic task, ∞ for a singular configuration. [Popescu2008,
eq. 15] has κ², the condition number of J Jᵀ. The gradient is
    D_j κ = κ (D_j σ_1 / σ_1 − D_j σ_r / σ_r)                                (2)
If σ_1 or σ_r is repeated, with the vectors U_c and V_c, its copies change along j at the rates
    eigenvalues of sym(U_cᵀ (D_j J) V_c)                                     (3)
and the largest (or smallest) copy is smooth only if all rates (3) are equal for every j. For example, a gantry is
isotropic everywhere, and its κ has the gradient zero. At other isotropic points κ has a minimum with a kink, and no
gradient.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.errors import SingularityError
from armillary.kinematics.task import Task, singular_value_rates, singular_values
from armillary.multibody import Model

_EQUAL = 1e-8  # relative difference of singular values below which their vectors are arbitrary


def condition_number(model: Model, q: ArrayLike, frame: str = "tip", task: Task = "position") -> float:
    """Return κ of (1), ∞ at singular configurations.

    Arguments are those of `manipulability`, with a real q. For the task "pose", κ depends on the unit of length, 1 m.
    """
    at_q = singular_values(model, q, frame, task)
    rounding = np.finfo(float).eps * max(len(at_q.U), len(at_q.V)) * at_q.sigma[0]
    return math.inf if at_q.sigma[-1] <= rounding else float(at_q.sigma[0] / at_q.sigma[-1])  # (1)


def condition_number_gradient(
    model: Model, q: ArrayLike, frame: str = "tip", task: Task = "position"
) -> NDArray[np.float64]:
    """Return the derivatives of κ along the velocity directions, shape (nv,).

    Raises:
        SingularityError: The configuration is singular, or a repeated singular value makes a kink of κ.
    """
    at_q, rates = singular_value_rates(model, q, frame, task)
    if at_q.at_singularity:
        raise SingularityError(
            f"the condition number of frame {frame!r} ({task}) is infinite at this singular configuration "
            "and has no gradient; move away from it"
        )
    greatest, least = at_q.sigma[0], at_q.sigma[-1]
    if len(at_q.sigma) == 1:
        return np.zeros(model.nv)
    rate_greatest = _common_rate(np.abs(at_q.sigma - greatest) <= _EQUAL * greatest, rates, greatest)
    rate_least = _common_rate(np.abs(at_q.sigma - least) <= _EQUAL * least, rates, greatest)
    return greatest / least * (rate_greatest / greatest - rate_least / least)  # (2)


def _common_rate(copies: NDArray[np.bool_], rates: NDArray[np.float64], size: float) -> NDArray[np.float64]:
    """Return the common rate of equal singular values; raise `SingularityError` if their rates differ.

    `size` is the largest singular value, the scale of rounding errors.
    """
    block = rates[np.ix_(copies, copies)]  # (c, c, nv)
    block = (block + block.transpose(1, 0, 2)) / 2  # (3)
    count = len(block)
    common: NDArray[np.float64] = np.einsum("kkj->j", block) / count
    apart = np.abs(block - np.eye(count)[:, :, None] * common).max()
    if count > 1 and apart > max(1e-6 * np.abs(rates).max(), 1e-12 * size):
        raise SingularityError(
            f"{count} singular values of the Jacobian are equal here and differ nearby, so the condition number "
            "has a kink and no gradient (for example at an isotropic point); move away from it"
        )
    return common
