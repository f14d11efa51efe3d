"""What all controllers have in common: a command of the joints, limits, efforts of all coordinates, states.

A controller is specified by a dataclass (`PD(kp=100, kd=20)`), whose `law(model)` binds it to the model that it
computes with; that model may differ from the robot. The law commands the joints; elastic coordinates get no effort.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from armillary.compiler.choose import cheapest
from armillary.errors import ArgumentError, ArmillaryError
from armillary.expr.graph import Expr
from armillary.formulations.registry import QUANTITIES
from armillary.multibody import Model
from armillary.simulation.controllers.joints import Joints
from armillary.simulation.controllers.saturation import Limits, clip, effort_limits
from armillary.simulation.references.parameters import settle
from armillary.simulation.signals import Signal, Stateless
from armillary.spatial.scalar import Array


class NotTraceableError(ArmillaryError):
    """A controller that cannot be compiled was asked for expressions; it must be called with numbers."""


class Specification:
    """A controller as its user writes it: a frozen dataclass whose numbers are floats and tuples, equal by value."""

    def __post_init__(self) -> None:
        settle(self, **{each: frozen(getattr(self, each)) for each in type(self).__dataclass_fields__})  # type: ignore[attr-defined]


def frozen(value: Any) -> Any:
    """Return arrays and lists as tuples, everything else as it is."""
    plain = value.tolist() if isinstance(value, np.ndarray | np.generic) else value
    return tuple(frozen(each) for each in plain) if isinstance(plain, list | tuple) else plain


class Law(Stateless):
    """A controller bound to its model.

    Subclasses give `command`, the efforts that the law asks for, and, where they have states, `states`, `start` and
    `rate`. `effort` is the command within the limits, with zeros at elastic coordinates.
    """

    switches: tuple[float, ...] = ()
    """Instants [s] at which the law is not smooth in time."""

    def __init__(self, model: Model, limits: Limits = None) -> None:
        self.model, self.joints, self.limits = model, Joints(model), effort_limits(model, limits)

    def command(self, signal: Signal) -> Array:
        """Return the efforts that the law asks for, before any limit, shape (joints,) [N·m or N]."""
        raise NotImplementedError

    def limited(self, signal: Signal) -> Array:
        """Return the command within the limits, shape (joints,) [N·m or N]."""
        command = np.asarray(self.command(signal))
        return np.array([clip(value, -most, most) for value, most in zip(command, self.limits, strict=True)])

    def effort(self, signal: Signal) -> Array:
        """Return the efforts at all velocity coordinates of the robot, shape (nv,) [N·m or N]."""
        tau = self.limited(signal)
        if len(signal.qd) < len(tau):
            raise ArgumentError(
                "controller", f"a model of {len(tau)} joints", f"at most {len(signal.qd)}, as the robot has"
            )
        return np.concatenate([tau, np.zeros(len(signal.qd) - len(tau))])


def quantity(model: Model, name: str, *arguments: Any) -> Array:
    """Return a quantity of a robot at numbers or, by its cheapest program, at expressions."""
    arrays = [np.asarray(argument) for argument in arguments]
    graph = next((value.graph for array in arrays for value in array.ravel() if isinstance(value, Expr)), None)
    if graph is not None:
        (values,) = cheapest(model, name).inline(graph, **dict(zip(QUANTITIES[name].inputs, arrays, strict=True)))
        return values
    ways = QUANTITIES[name].known(model)
    return next(iter(ways.values()))(model, *arrays)
