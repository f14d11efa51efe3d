"""Base of all controllers: a command of the joints, its limits, efforts of all coordinates, states.

A controller is specified by a dataclass (`PD(kp=100, kd=20)`), whose `law(model)` binds it to the model that it
computes with; that model may differ from the robot. The law commands the joints; elastic coordinates get no effort.
Rotors behind elastic gears take the command of their joints (`multibody.drives`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from types import MappingProxyType
from typing import Annotated, Any

import numpy as np

from armillary.compiler.choose import cheapest
from armillary.errors import ArgumentError, ArmillaryError
from armillary.expr.expression import Expr
from armillary.expr.pointwise import less, maximum, minimum, where
from armillary.files.arguments import reals
from armillary.files.lines import Path
from armillary.files.quantity import Quantity
from armillary.files.words import shortened
from armillary.formulations.registry import QUANTITIES
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_count
from armillary.multibody.limits import effort_limits
from armillary.simulation.controllers.joints import Joints
from armillary.simulation.parameters import Checked, Limits
from armillary.simulation.signals import Signal, Stateless
from armillary.simulation.timeline import Clock
from armillary.spatial.scalar import Array, Scalar


def clip(value: Scalar, least: float, greatest: float) -> Scalar:
    """Return the value limited to [least, greatest]."""
    if isinstance(value, Expr):
        value = value if greatest == math.inf else minimum(value, greatest)
        return value if least == -math.inf else maximum(value, least)
    if np.real(value) > greatest:
        return greatest
    return least if np.real(value) < least else value


def unless_pushing(error: Scalar, command: Scalar, limit: float) -> Scalar:
    """Return the error, or zero where the command is beyond ± limit and the error would drive it further."""
    if limit == math.inf:
        return error
    if isinstance(error, Expr) or isinstance(command, Expr):
        above = less(limit, command) * less(0.0, error)
        below = less(command, -limit) * less(error, 0.0)
        return where(above + below, 0.0, error)
    pushing = (np.real(command) > limit and np.real(error) > 0) or (np.real(command) < -limit and np.real(error) < 0)
    return 0.0 * error if pushing else error


def greatest_efforts(model: Model, limits: Limits) -> Array:
    """Return the greatest effort of each joint, shape (joints,), ∞ without a limit."""
    count = joint_count(model)
    if limits is None:
        return np.full(count, math.inf)
    if isinstance(limits, str):
        if limits != "robot":
            raise ArgumentError(
                "limits", repr(limits), 'numbers, or "robot" for the limits of the robot\'s description'
            )
        return effort_limits(model)[:count]
    found = reals(limits)
    if found.ndim == 0:
        found = np.full(count, float(found))
    if found.shape != (count,) or not np.all(found > 0):
        raise ArgumentError("limits", shortened(limits), f'a number above zero, {count} of them, or "robot"')
    return found


class NotTraceableError(ArmillaryError):
    """A controller that cannot be compiled was called with expressions; it takes numbers only."""


@dataclass(frozen=True)
class Specification(Checked):
    """A controller, or a part of one, as its user writes it.

    A part with a `period` [s] is asked at its own instants `offset` + k · period (`controllers.composition`).
    """

    _: KW_ONLY
    period: Annotated[float | None, Quantity("time", above=0, says="control period; default that around it")] = field(
        default=None, repr=False
    )
    offset: Annotated[float, Quantity("time", least=0, says="first control instant")] = field(default=0.0, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.offset and self.period is None:
            raise ArgumentError("offset", f"{self.offset:g} s without a period", "a period", "give period=")

    @property
    def clock(self) -> Clock | None:
        """Its own control instants; None for those of the controller around it, or of the scenario."""
        return None if self.period is None else Clock(self.period, self.offset)


class Law(Stateless):
    """A controller bound to its model.

    Subclasses give `command`, the efforts that the law asks for, and, where they have states, `states`, `start` and
    `rate`. `effort` is the command within the limits, with zeros at elastic coordinates.
    """

    switches: tuple[float, ...] = ()
    """Instants [s] at which the law is not smooth in time."""
    inside: Mapping[Path, Any] = MappingProxyType({})
    """Laws and filters inside this one, by their places in its specification."""
    clocks: frozenset[Clock | None] = frozenset([None])
    """Clocks of its parts; None is that of the controller around it."""
    discrete: bool = False
    """Whether it has no form in continuous time."""

    def __init__(self, model: Model, limits: Limits = None) -> None:
        self.model, self.joints, self.limits = model, Joints(model), greatest_efforts(model, limits)

    def command(self, signal: Signal) -> Array:
        """Return the efforts that the law asks for, before any limit, shape (joints,) [N·m or N]."""
        raise NotImplementedError

    def signals(self, signal: Signal) -> dict[str, Array]:
        """Return further signals of the law by name, which runs record; default none."""
        return {}

    def limited(self, signal: Signal) -> Array:
        """Return the command within the limits, shape (joints,) [N·m or N]."""
        with np.errstate(over="ignore", invalid="ignore"):  # an effort that is not finite is an event of the run
            return self.clipped(np.asarray(self.command(signal)))

    def clipped(self, command: Array) -> Array:
        """Return a command within the limits."""
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
    ways = QUANTITIES[name].exact(model)
    return next(iter(ways.values()))(model, *arrays)
