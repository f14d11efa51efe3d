"""From a user's controller to a control law; whether a law can be compiled; laws that Python calls instead."""

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
from armillary.simulation.schedule import Clock
from armillary.simulation.signals import Controller, Free, Readings, Reference, Signal, advanced
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.simulation.loop.digital import Timing
    from armillary.simulation.loop.tuning import Tuning


TRIAL_PERIOD = 1e-6
"""Period with which a discrete law is traced while the scenario has none [s]."""


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
    """Return the law of a user's controller.

    Args:
        controller: A specification, a law, a function, or None for no efforts.
        model: Nominal model, with which laws compute and whose coordinates functions read.
        reference: Desired motion.
        plant: Robot to be controlled; default `model`.
        readings: Number of readings of each sensor by name, for functions.
    """
    plant = plant or model
    if controller is None:
        return Free(plant)
    if isinstance(controller, type):
        problem = f"the class {controller.__name__}"
        raise ArgumentError("controller", problem, f"one of its objects, {controller.__name__}(…)")
    if hasattr(controller, "law"):
        bound_law: Controller = controller.law(model)
        return bound_law
    if hasattr(controller, "effort"):
        law: Controller = controller
        return law
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
        signature = inspect.signature(function)
    except ValueError:  # a built-in without a signature
        return
    try:
        signature.bind_partial(*names.split(", "))
    except TypeError:
        raise ArgumentError(argument, f"a function of {signature}", f"a function of ({names})") from None


def untraceable(
    controller: Controller,
    reference: Reference,
    model: Model,
    period: float | None = None,
    readings: Mapping[str, int] | None = None,
) -> str | None:
    """Return why a law cannot be compiled, or None if it can.

    Args:
        controller: The law.
        reference: Desired motion.
        model: The plant.
        period: Control period [s]; None for a continuous law.
        readings: Number of readings of each sensor by name.

    Raises:
        ArgumentError: The law returns another number of efforts or states than it should.
    """
    graph = Graph()
    sizes = {"clock": 2, "q": model.nq, "qd": model.nv, "c": controller.states}
    sizes |= {f"measured.{name}": size for name, size in (readings or {}).items()}
    try:
        clock, q, qd, c, *values = inputs_of(graph, tuple(Port(name, (size,)) for name, size in sizes.items()))
        measured = Readings(zip(readings or (), values, strict=True))
        motion = reference.motion(clock[0], clock[1])
        signal = Signal(clock[0], q, qd, c, motion, np.zeros(0), clock[1], period, measured=measured)
        # Any expression stands for a current that the law may read; in continuous time only states are known.
        sampled = period is not None
        currents = [clock[0] if sampled or coil.described.inductance else None for coil in model.windings]
        signal = replace(signal, currents=joint_currents(model, currents))
        continuous = period is None and not getattr(controller, "discrete", False)
        after = controller.rate(signal) if continuous else advanced(controller, signal, period or TRIAL_PERIOD)
        efforts = controller.effort(signal)
        counts = {"efforts": (len(efforts), model.nv), "rates": (len(after), controller.states)}
        counts["states at the start"] = (len(controller.start()), controller.states)
        for name, (count, expected) in counts.items():
            if count != expected:
                problem = f"{type(controller).__name__} with {count} {name}"
                raise ArgumentError("controller", problem, f"{expected} {name}")
        references(graph, [*efforts, *after])
    except ArgumentError:
        raise
    except Exception as error:  # a user's function may do anything with expressions
        return f"{type(error).__name__}: {error}"
    return None


Measured = tuple[Floats, Floats, Readings]
"""Coordinates, velocities and readings of sensors, as a law reads them."""


class Sampler:
    """A law that cannot be compiled: Python calls it with numbers at its control instants."""

    def __init__(
        self, controller: Controller, reference: Reference, model: Model, timing: Timing, tuning: Tuning | None = None
    ) -> None:
        self.controller, self.reference, self.model, self.timing = controller, reference, model, timing
        self.tuning = tuning
        self.calls, self.seconds = 0, 0.0
        """Number of calls, and their total time [s]."""
        self.state = np.zeros(controller.states)
        """States of the law."""

    def begin(self, tuned: Floats) -> None:
        """Reset the states of the controller for a run whose free numbers have the values `tuned`."""
        self.calls, self.seconds = 0, 0.0
        if self.tuning is not None:
            self.controller, self.reference, _ = self.tuning.at(tuned)
        self.state[:] = self.controller.start()

    def efforts(self, clock: Clock, at: tuple[float, float], measured: Measured) -> Floats:
        """Return the efforts from an instant on, and advance the states of the law to the next instant.

        Args:
            clock: The clock that is due.
            at: The instant, and a time inside the interval that it begins [s].
            measured: q, qd and readings of sensors.
        """
        begun = time.perf_counter()
        try:
            tau, after = self._call(clock, at, measured)
        except Exception as error:
            error.add_note(f"in the controller, at t = {at[0]:.6g} s, q = {measured[0]}, qd = {measured[1]}")
            raise
        self.calls, self.seconds = self.calls + 1, self.seconds + time.perf_counter() - begun
        self.state[:] = after
        return tau

    def _call(self, clock: Clock, at: tuple[float, float], measured: Measured) -> tuple[Floats, Floats]:
        """Return the efforts and the next states of the law."""
        controller, nv, period = self.controller, self.model.nv, self.timing.period
        (t, inside), (q, qd, readings) = at, measured
        motion = self.reference.motion(t, inside)
        # Copies: a user's function may write into its arguments.
        signal = Signal(
            t, q.copy(), qd.copy(), self.state.copy(), motion, np.zeros(0), inside, period, self.timing.due(clock),
            measured=readings,
        )  # fmt: skip
        # A function returns efforts and states together and must be called once.
        both = controller.efforts_and_states(signal) if hasattr(controller, "efforts_and_states") else None
        efforts = controller.effort(signal) if both is None else both[0]
        try:
            tau = np.asarray(efforts, dtype=float)
        except (TypeError, ValueError):
            raise ArgumentError("controller", f"efforts {efforts!r}"[:80], f"{nv} numbers") from None
        if tau.shape != (nv,):
            raise ArgumentError("controller", f"efforts of shape {tau.shape}", f"{nv} numbers")
        return tau, np.asarray(advanced(controller, signal, period) if both is None else both[1], dtype=float)
