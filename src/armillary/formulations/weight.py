"""Gravity efforts and energies of robots whose weight is borne in part: those of the robot and of its lift together.

`multibody.lift` explains the lift. Every formulation computes both by its own algorithm.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from numpy.typing import ArrayLike

from armillary.multibody import Model

Result = TypeVar("Result")


def with_lift(way: Callable[[Model, ArrayLike], Result]) -> Callable[[Model, ArrayLike], Result]:
    """Return a function of a model and q, linear in its masses times gravity, that also knows the lift of a model."""

    @wraps(way)
    def known(model: Model, q: ArrayLike) -> Result:
        of_robot = way(model, q)
        return of_robot if model.lift is None else of_robot + way(model.lift, q)  # type: ignore[operator]

    return known
