"""A controller whose outputs pass filters, one after the other.

    y_0 = u,   y_k = F_k(y_{k−1}),   τ = y_n                                               (1)
u is the command of the controller within its limits. Each filter acts on every joint alone; its file has its equations.
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
from armillary.simulation.controllers.composition import Ask, Component, Composition, inner_law, listed
from armillary.simulation.controllers.law import Law, Specification
from armillary.simulation.parameters import Controller, Filter, Limits, settle
from armillary.simulation.references import anchor
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array


@dataclass(frozen=True, init=False)
class Series(Specification):
    """A controller whose outputs pass filters, (1).

    Args:
        controller: The controller before the filters.
        filters: Filters from `arm.controllers`, one after the other, such as `Notch(40.0)`.
        limits: Greatest outputs behind the filters: a number, one for each joint, or "robot" [N·m, N]; default none.
        period: Control period of this controller and its parts [s]; default that of the controller around it.
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
        *own: Any,
        filters: Iterable[Any] = (),
        limits: Limits = None,
        period: float | None = None,
        offset: float = 0.0,
    ) -> None:
        own = listed("filters", own, filters)
        settle(self, controller=controller, filters=own, limits=limits, period=period, offset=offset)
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
        for k, each in enumerate(spec.filters):
            if not hasattr(each, "bound"):
                raise ArgumentError("filters", shortened(each), "a filter, such as arm.controllers.Notch(40.0)")
            parts["filters", k] = Component(each, each.bound(width), width)
        super().__init__(model, spec.limits, parts)

    def through(self, signal: Signal, ask: Ask) -> Array:
        """Return τ of (1)."""
        y = np.zeros(0)
        for k in range(len(self.parts)):
            y = ask(k, signal, y)
        return y
