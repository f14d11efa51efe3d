"""From a user's controller to a control law, and whether the law can be compiled."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from armillary.compiler.program import Port, inputs_of, references
from armillary.errors import ArgumentError
from armillary.expr.graph import Graph
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.simulation.controllers.function import Discrete, wrap
from armillary.simulation.drives.windings import joint_currents
from armillary.simulation.signals import Controller, Free, Readings, Reference, Signal, advanced

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
