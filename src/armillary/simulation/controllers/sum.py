"""Sum of controllers, such as feed-forward and feedback.

    τ = u_1 + u_2 + …                                                                      (1)
Each u_k is the command of a controller, clipped to its limits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.files.lines import Path
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_count
from armillary.simulation.controllers.composition import Component, Composition, Evaluate, inner_law, joined
from armillary.simulation.controllers.law import Law, Specification
from armillary.simulation.parameters import Controller, Limits, settle
from armillary.simulation.references import anchor
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array


@dataclass(frozen=True, init=False)
class Sum(Specification):
    """Sum of the commands of several controllers, (1).

    Args:
        controllers: The controllers, at least one.
        limits: Limits of the sum: a number, one for each joint, or "robot" [N·m, N]; default none.
        period: Control period of this controller and its parts [s]; default: that of the controller around it.
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
        *positional: Any,
        controllers: Iterable[Any] = (),
        limits: Limits = None,
        period: float | None = None,
        offset: float = 0.0,
    ) -> None:
        parts = joined("controllers", positional, controllers)
        settle(self, controllers=parts, limits=limits, period=period, offset=offset)
        self.__post_init__()
        if not self.controllers:
            raise ArgumentError("controllers", "an empty sum", "at least one controller")

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the sum with its controllers anchored at q."""
        return replace(self, controllers=tuple(anchor(controller, model, q, frame) for controller in self.controllers))

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return SumLaw(model, self)


class SumLaw(Composition):
    """(1), bound to a model; its states are those of the controllers."""

    def __init__(self, model: Model, spec: Sum) -> None:
        width = joint_count(model)
        parts: dict[Path, Component] = {}
        for k, controller in enumerate(spec.controllers):
            parts["controllers", k] = Component(controller, inner_law(controller, model), width)
        super().__init__(model, spec.limits, parts)

    def connect(self, signal: Signal, evaluate: Evaluate) -> Array:
        """Return τ of (1)."""
        total = evaluate(0, signal, np.zeros(0))
        for k in range(1, len(self.parts)):
            total = total + evaluate(k, signal, np.zeros(0))
        return total
