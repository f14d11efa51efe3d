"""From what a user hands over to a controller: specifications, laws and plain functions; continuous or sampled.

A sampled controller is asked once in every control period and its efforts are held until the next. Its own states
then move from instant to instant, c ← c + T ċ.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.kernel import Kernel
from armillary.compiler.program import Array as Shaped
from armillary.compiler.program import Program, inputs_of, references
from armillary.compiler.simplified import build_simplified
from armillary.errors import ArgumentError
from armillary.expr.graph import Graph
from armillary.model import Model
from armillary.simulation.controllers.function import wrap
from armillary.simulation.signals import Controller, Free, Reference, Signal
from armillary.spatial.rotation import Array
from armillary.spatial.scalar import Scalar

Floats = NDArray[np.float64]


def bound(controller: Any, model: Model, reference: Reference) -> Controller:
    """Return the law of what a user handed over for a controller: a specification, a law, a function, or None."""
    if controller is None:
        return Free(model)
    if hasattr(controller, "law"):
        law: Controller = controller.law(model)
        return law
    if hasattr(controller, "effort"):
        ready: Controller = controller
        return ready
    if callable(controller):
        return wrap(controller, model, reference)
    raise ArgumentError("controller", repr(controller)[:80], "a controller, or a function of (t, q, qd, reference)")


@dataclass(frozen=True, eq=False)
class Held:
    """The efforts that were computed at the last control instant."""

    model: Model
    states: int = 0

    def start(self) -> Array:
        """Return no states."""
        return np.zeros(0)

    def effort(self, signal: Signal) -> Array:
        """Return what is held, shape (nv,)."""
        return signal.held[: self.model.nv]

    def rate(self, signal: Signal) -> Array:
        """Return no rates."""
        return np.zeros(0)


def untraceable(controller: Controller, reference: Reference, model: Model) -> str | None:
    """Return why a law cannot be compiled, or None if it can."""
    try:
        _program(controller, reference, model)
    except ArgumentError:
        raise
    except Exception as error:  # whatever a user's function does with expressions
        return f"{type(error).__name__}: {error}"
    return None


def _program(controller: Controller, reference: Reference, model: Model) -> Program:
    graph = Graph()
    arrays = (
        Shaped("clock", (2,)), Shaped("q", (model.nq,)), Shaped("qd", (model.nv,)),
        Shaped("c", (max(1, controller.states),)),
    )  # fmt: skip
    clock, q, qd, c = inputs_of(graph, arrays)
    wanted = reference.motion(clock[0], clock[1])
    signal = Signal(clock[0], q, qd, c[: controller.states], wanted, np.zeros(0), clock[1])
    results: dict[str, list[Scalar]] = {
        "tau": list(controller.effort(signal)),
        "rate": [*controller.rate(signal), 0.0],
    }
    outputs = tuple(Shaped(name, (len(values),)) for name, values in results.items())
    return Program("law", graph, arrays, outputs, tuple(references(graph, values) for values in results.values()))


class Sampler:
    """A controller that is asked at instants: compiled where it can be, called where it cannot."""

    def __init__(self, controller: Controller, reference: Reference, model: Model, period: float) -> None:
        self.controller, self.reference, self.model, self.period = controller, reference, model, period
        self.reason = untraceable(controller, reference, model)
        self.kernel: Kernel | None = None
        if self.reason is None:
            self.kernel = build_simplified(_program(controller, reference, model))
        self.state = np.zeros(max(1, controller.states))
        self.state[: controller.states] = controller.start()

    def efforts(self, t: float, inside: float, q: Floats, qd: Floats) -> Floats:
        """Return the efforts from t on, and carry the controller's states to the next instant."""
        tau, rate = np.empty(self.model.nv), np.zeros(self.controller.states + 1)
        if self.kernel is not None:
            arrays = (np.array([t, inside]), np.ascontiguousarray(q), np.ascontiguousarray(qd), self.state)
            self.kernel.one(*arrays, tau, rate)
        else:
            state = self.state[: self.controller.states]
            signal = Signal(t, q.copy(), qd.copy(), state, self.reference.motion(t, inside), np.zeros(0), inside)
            tau = np.asarray(self.controller.effort(signal), dtype=float)
            rate[:-1] = self.controller.rate(signal)
        self.state[: self.controller.states] += self.period * rate[: self.controller.states]
        return tau
