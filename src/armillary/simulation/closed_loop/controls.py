"""Users' controllers made ready to run: specifications, laws and plain functions; laws that Python calls."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.compiler.program import Port, inputs_of, references
from armillary.errors import ArgumentError
from armillary.expr.graph import Graph
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.simulation.controllers.function import Discrete, wrap
from armillary.simulation.drives.windings import joint_currents
from armillary.simulation.signals import Controller, Free, Readings, Reference, Signal, advanced
from armillary.simulation.timeline import Clock
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.simulation.closed_loop.digital import Timing
    from armillary.simulation.closed_loop.tuning import Tuning


SHORT = 1e-6
"""Period with which a law is tried that needs one, before it has one [s]."""


def is_function(controller: Any) -> bool:
    """Return whether a controller is a bare function of (t, q, qd, reference)."""
    return callable(controller) and not isinstance(controller, type) and not hasattr(controller, "effort")


def bound(
    controller: Any,
    model: Model,
    reference: Reference,
    plant: Model | None = None,
    readings: Mapping[str, int] | None = None,
) -> Controller:
    """Return the law of a user's controller, which is a specification, a law, a function, or None.

    A law computes with `model` and a function sees its coordinates; the robot is `plant`, by default `model`. A
    function may also see `readings` of sensors, whose numbers are given by name.
    """
    plant = plant or model
    if controller is None:
        return Free(plant)
    if isinstance(controller, type):
        found = f"the class {controller.__name__}"
        raise ArgumentError("controller", found, f"one of its objects, {controller.__name__}(…)")
    if hasattr(controller, "law"):
        law: Controller = controller.law(model)
        return law
    if hasattr(controller, "effort"):
        ready: Controller = controller
        return ready
    if isinstance(controller, Discrete):
        _expect_arguments("function", controller.function, "t, q, qd, reference, state")
        return wrap(controller.function, model, reference, start=controller.first, plant=plant, readings=readings)
    if callable(controller):
        _expect_arguments("controller", controller, "t, q, qd, reference")
        return wrap(controller, model, reference, plant=plant, readings=readings)
    raise ArgumentError("controller", shortened(controller), "a controller, or a function of (t, q, qd, reference)")


def _expect_arguments(argument: str, function: Callable[..., Any], names: str) -> None:
    """Raise an `ArgumentError` if a function takes fewer arguments than these."""
    try:
        inspect.signature(function).bind_partial(*names.split(", "))
    except TypeError:
        raise ArgumentError(
            argument, f"a function of {inspect.signature(function)}", f"a function of ({names})"
        ) from None
    except ValueError:  # a built-in without a signature
        return


def untraceable(
    controller: Controller,
    reference: Reference,
    model: Model,
    period: float | None = None,
    readings: Mapping[str, int] | None = None,
) -> str | None:
    """Return why a law cannot be compiled, or None if it can; a law with wrong counts raises an `ArgumentError`.

    `period` is the control period [s]; None for a continuous law. `readings` has the numbers of readings by name.
    """
    graph = Graph()
    sizes = {"clock": 2, "q": model.nq, "qd": model.nv, "c": controller.states}
    sizes |= {f"measured.{name}": size for name, size in (readings or {}).items()}
    try:
        clock, q, qd, c, *own = inputs_of(graph, tuple(Port(name, (size,)) for name, size in sizes.items()))
        measured = Readings(zip(readings or (), own, strict=True))
        given = (clock[0], q, qd, c, reference.motion(clock[0], clock[1]), np.zeros(0), clock[1], period)
        signal = Signal(*given, measured=measured)
        known = [clock[0] if period is not None or each.described.inductance else None for each in model.windings]
        signal = replace(signal, currents=joint_currents(model, known))
        continuous = period is None and not getattr(controller, "discrete", False)
        after = controller.rate(signal) if continuous else advanced(controller, signal, period or SHORT)
        efforts = controller.effort(signal)
        counts = {"efforts": (len(efforts), model.nv), "rates": (len(after), controller.states)}
        counts["states at the start"] = (len(controller.start()), controller.states)
        for name, (found, expected) in counts.items():
            if found != expected:
                told = f"{type(controller).__name__} with {found} {name}"
                raise ArgumentError("controller", told, f"{expected} {name}")
        references(graph, [*efforts, *after])
    except ArgumentError:
        raise
    except Exception as error:  # whatever a user's function does with expressions
        return f"{type(error).__name__}: {error}"
    return None


Seen = tuple[Floats, Floats, Readings]
"""Coordinates, velocities and readings of sensors, as a law sees them."""


class Sampler:
    """A law that cannot be compiled: called with numbers at its control instants."""

    def __init__(
        self, controller: Controller, reference: Reference, model: Model, timing: Timing, tuning: Tuning | None = None
    ) -> None:
        self.controller, self.reference, self.model, self.timing = controller, reference, model, timing
        self.tuning = tuning
        self.calls, self.seconds = 0, 0.0
        """Number of calls, and their total time [s]."""
        self.state = np.zeros(controller.states)

    def begin(self, tuned: Floats) -> None:
        """Reset the states of the controller for a run whose free numbers have the values `tuned`."""
        self.calls, self.seconds = 0, 0.0
        if self.tuning is not None:
            self.controller, self.reference, _ = self.tuning.at(tuned)
        self.state[:] = self.controller.start()

    def efforts(self, clock: Clock, at: tuple[float, float], seen: Seen) -> Floats:
        """Return the efforts from t on, and carry the controller's states to the next instant.

        `clock` is due at t; `at` has t and a time inside the stretch [s]. `seen` are q, qd and readings of sensors.
        """
        begun = time.perf_counter()
        try:
            tau, after = self._called(clock, at, seen)
        except Exception as error:
            error.add_note(f"in the controller, at t = {at[0]:.6g} s, q = {seen[0]}, qd = {seen[1]}")
            raise
        self.calls, self.seconds = self.calls + 1, self.seconds + time.perf_counter() - begun
        self.state[:] = after
        return tau

    def _called(self, clock: Clock, at: tuple[float, float], seen: Seen) -> tuple[Floats, Floats]:
        """Return efforts and the next states, by calling the controller with numbers."""
        controller, nv, (t, inside), period = self.controller, self.model.nv, at, self.timing.period
        q, qd, measured = seen
        given = (t, q.copy(), qd.copy(), self.state.copy(), self.reference.motion(t, inside))
        signal = Signal(*given, np.zeros(0), inside, period, self.timing.due(clock), measured=measured)
        # A function gives both by one call.
        both = controller.efforts_and_states(signal) if hasattr(controller, "efforts_and_states") else None
        found = controller.effort(signal) if both is None else both[0]
        try:
            tau = np.asarray(found, dtype=float)
        except (TypeError, ValueError):
            raise ArgumentError("controller", f"efforts {found!r}"[:80], f"{nv} numbers") from None
        if tau.shape != (nv,):
            raise ArgumentError("controller", f"efforts of shape {tau.shape}", f"{nv} numbers")
        return tau, np.asarray(advanced(controller, signal, period) if both is None else both[1], dtype=float)
