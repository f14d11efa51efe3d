"""Gravity efforts and energies of robots with gravity compensation: the sum of both models.

See `multibody.gravity_compensation`. Every formulation computes both terms by its own algorithm.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from numpy.typing import ArrayLike

from armillary.multibody import Model

Result = TypeVar("Result")


def with_compensation(algorithm: Callable[[Model, ArrayLike], Result]) -> Callable[[Model, ArrayLike], Result]:
    """Add the effect of gravity compensation to a function of (model, q) that is linear in mass times gravity."""

    @wraps(algorithm)
    def compensated(model: Model, q: ArrayLike) -> Result:
        result = algorithm(model, q)
        if model.compensation is None:
            return result
        return result + algorithm(model.compensation, q)  # type: ignore[operator]

    return compensated
