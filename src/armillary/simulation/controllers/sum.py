"""A sum of controllers, such as a feed-forward and a feedback.

    τ = u_1 + u_2 + …                                                                      (1)
Each u_k is the command of a controller within its limits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_count
from armillary.simulation.controllers.composition import Ask, Component, Composition, inner_law, listed
from armillary.simulation.controllers.law import Law, Specification
from armillary.simulation.parameters import Controller, Limits, settle
from armillary.simulation.references import anchor
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array


@dataclass(frozen=True, init=False)
class Sum(Specification):
    """A sum of controllers, (1).

    Args:
        controllers: The controllers, at least one.
        limits: Greatest outputs of the sum: a number, one for each joint, or "robot" [N·m, N]; default none.
        period: Control period of this controller and its parts [s]; default that of the controller around it.
        offset: First instant [s]; default 0.

    Example:
        >>> import armillary as arm
        >>> from armillary.simulation.controllers import PD, PID
        >>> Sum(PD(100.0, 20.0), PID(0.0, 50.0)).law(arm.model(arm.library.get("khatib-rr"))).states
        2
    """

    controllers: Annotated[tuple[Controller, ...], "the controllers to add"]
    limits: Limits = None

    def __init__(
        self,
        *own: Any,
        controllers: Iterable[Any] = (),
        limits: Limits = None,
        period: float | None = None,
        offset: float = 0.0,
    ) -> None:
        settle(self, controllers=listed("controllers", own, controllers), limits=limits, period=period, offset=offset)
        self.__post_init__()
        if not self.controllers:
            raise ArgumentError("controllers", "nothing to add", "at least one controller")

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the sum with its controllers anchored at q."""
        return replace(self, controllers=tuple(anchor(each, model, q, frame) for each in self.controllers))

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return SumLaw(model, self)


class SumLaw(Composition):
    """(1), bound to a model; its states are those of the controllers."""

    def __init__(self, model: Model, spec: Sum) -> None:
        laws = {("controllers", k): (each, inner_law(each, model)) for k, each in enumerate(spec.controllers)}
        width = joint_count(model)
        super().__init__(model, spec.limits, {path: Component(each, law, width) for path, (each, law) in laws.items()})

    def through(self, signal: Signal, ask: Ask) -> Array:
        """Return τ of (1)."""
        found = ask(0, signal, np.zeros(0))
        for k in range(1, len(self.parts)):
            found = found + ask(k, signal, np.zeros(0))
        return found
