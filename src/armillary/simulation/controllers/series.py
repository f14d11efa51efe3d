"""A controller followed by filters in series.

    y_0 = u,   y_k = F_k(y_{k−1}),   τ = y_n                                               (1)
u is the command of the controller, clipped to its limits. Each filter F_k acts on every joint separately.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.files.lines import Path
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_count
from armillary.simulation.controllers.composition import Component, Composition, Evaluate, inner_law, joined
from armillary.simulation.controllers.law import Law, Specification
from armillary.simulation.parameters import Controller, Filter, Limits, settle
from armillary.simulation.references import anchor
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array


@dataclass(frozen=True, init=False)
class Series(Specification):
    """A controller followed by filters in series, (1).

    Args:
        controller: The controller before the filters.
        filters: Filters of `arm.controllers` in the order of the signal, such as `Notch(40.0)`.
        limits: Limits of the filtered command: a number, one for each joint, or "robot" [N·m, N]; default none.
        period: Control period of this controller and its parts [s]; default: that of the controller around it.
        offset: First instant [s]; default 0.

    Example:
        >>> import armillary as arm
        >>> from armillary.simulation.controllers import PD, LowPass
        >>> Series(PD(100.0, 20.0), LowPass(15.0)).law(arm.model(arm.library.get("khatib-rr"))).states
        2
    """

    controller: Annotated[Controller, "the controller before the filters"]
    filters: Annotated[tuple[Filter, ...], "the filters, one after the other"] = ()
    limits: Limits = None

    def __init__(
        self,
        controller: Any,
        *positional: Any,
        filters: Iterable[Any] = (),
        limits: Limits = None,
        period: float | None = None,
        offset: float = 0.0,
    ) -> None:
        parts = joined("filters", positional, filters)
        settle(self, controller=controller, filters=parts, limits=limits, period=period, offset=offset)
        self.__post_init__()

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the series with its controller anchored at q."""
        return replace(self, controller=anchor(self.controller, model, q, frame))

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return SeriesLaw(model, self)


class SeriesLaw(Composition):
    """(1), bound to a model; its states are those of the controller, then those of the filters."""

    def __init__(self, model: Model, spec: Series) -> None:
        width = joint_count(model)
        parts: dict[Path, Component] = {
            ("controller",): Component(spec.controller, inner_law(spec.controller, model), width)
        }
        for k, block in enumerate(spec.filters):
            if not hasattr(block, "bound"):
                raise ArgumentError("filters", shortened(block), "a filter, such as arm.controllers.Notch(40.0)")
            parts["filters", k] = Component(block, block.bound(width), width)
        super().__init__(model, spec.limits, parts)

    def connect(self, signal: Signal, evaluate: Evaluate) -> Array:
        """Return τ of (1)."""
        y = np.zeros(0)
        for k in range(len(self.parts)):
            y = evaluate(k, signal, y)
        return y
