"""Base classes of controllers: the specification that a user writes, and the law bound to a model.

A controller is specified by a dataclass (`PD(kp=100, kd=20)`). Its `law(model)` binds it to the nominal model, which
may differ from the plant. A law commands efforts of the joints; elastic coordinates get zero effort. Behind an elastic
gear the rotor receives the command of its joint (`multibody.drives`).
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
from armillary.expr.pointwise import maximum, minimum
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
from armillary.simulation.schedule import Clock
from armillary.simulation.signals import Signal, Stateless
from armillary.spatial.scalar import Array, Scalar


def clip(value: Scalar, least: float, greatest: float) -> Scalar:
    """Return the value limited to [least, greatest]."""
    if isinstance(value, Expr):
        value = value if greatest == math.inf else minimum(value, greatest)
        return value if least == -math.inf else maximum(value, least)
    if np.real(value) > greatest:
        return greatest
    return least if np.real(value) < least else value


def joint_effort_limits(model: Model, limits: Limits) -> Array:
    """Return the effort limit of each joint, shape (joints,) [N·m or N], ∞ for joints without one."""
    count = joint_count(model)
    if limits is None:
        return np.full(count, math.inf)
    if isinstance(limits, str):
        if limits != "robot":
            raise ArgumentError("limits", repr(limits), 'numbers, or "robot" for the effort limits of the robot')
        return effort_limits(model)[:count]
    efforts = reals(limits)
    if efforts.ndim == 0:
        efforts = np.full(count, float(efforts))
    if efforts.shape != (count,) or not np.all(efforts > 0):
        raise ArgumentError("limits", shortened(limits), f'a number above zero, {count} of them, or "robot"')
    return efforts


class NotTraceableError(ArmillaryError):
    """A control law that needs numbers was called with expressions; it cannot be compiled."""


@dataclass(frozen=True)
class Specification(Checked):
    """Base of controllers and filters as users write them.

    A part with a `period` [s] is evaluated at its own control instants, `offset` + k · period
    (`controllers.composition`).
    """

    _: KW_ONLY
    period: Annotated[
        float | None, Quantity("time", above=0, says="control period; default: the outer controller's")
    ] = field(default=None, repr=False)
    offset: Annotated[float, Quantity("time", least=0, says="first control instant")] = field(default=0.0, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.offset and self.period is None:
            raise ArgumentError("offset", f"{self.offset:g} s without a period", "a period", "give period=")

    @property
    def clock(self) -> Clock | None:
        """Clock of this part; None for that of the controller around it, or else of the scenario."""
        return None if self.period is None else Clock(self.period, self.offset)


class Law(Stateless):
    """A controller bound to a model.

    Subclasses implement `command`, and laws with states also `states`, `start` and `rate`. `effort` is the command
    clipped to the limits, with zeros at elastic coordinates.
    """

    switches: tuple[float, ...] = ()
    """Instants [s] at which the law is not smooth in time."""
    inside: Mapping[Path, Any] = MappingProxyType({})
    """Laws and filters inside this one, by their path in its specification."""
    clocks: frozenset[Clock | None] = frozenset([None])
    """Clocks of its parts; None stands for the clock of the controller around it."""
    discrete: bool = False
    """Whether it exists in discrete time only."""

    def __init__(self, model: Model, limits: Limits = None) -> None:
        self.model, self.joints = model, Joints(model)
        self.limits = joint_effort_limits(model, limits)

    def command(self, signal: Signal) -> Array:
        """Return the commanded efforts before limits, shape (joints,) [N·m or N]."""
        raise NotImplementedError

    def signals(self, signal: Signal) -> dict[str, Array]:
        """Return other signals of the law by name, which runs record; default none."""
        return {}

    def limited(self, signal: Signal) -> Array:
        """Return the command clipped to the limits, shape (joints,) [N·m or N]."""
        with np.errstate(over="ignore", invalid="ignore"):  # non-finite efforts end a run with an event
            return self.clipped(np.asarray(self.command(signal)))

    def clipped(self, command: Array) -> Array:
        """Return a command clipped to the limits."""
        return np.array([clip(effort, -limit, limit) for effort, limit in zip(command, self.limits, strict=True)])

    def effort(self, signal: Signal) -> Array:
        """Return the efforts at all velocity coordinates of the robot, shape (nv,) [N·m or N]."""
        tau = self.limited(signal)
        if len(signal.qd) < len(tau):
            expected = f"at most {len(signal.qd)}, as the robot has"
            raise ArgumentError("controller", f"a model of {len(tau)} joints", expected)
        return np.concatenate([tau, np.zeros(len(signal.qd) - len(tau))])


def quantity(model: Model, name: str, *arguments: Any) -> Array:
    """Return a quantity of a robot: for numbers by its formulation, for expressions by its cheapest program."""
    arrays = [np.asarray(argument) for argument in arguments]
    graph = next((value.graph for array in arrays for value in array.ravel() if isinstance(value, Expr)), None)
    if graph is not None:
        (values,) = cheapest(model, name).inline(graph, **dict(zip(QUANTITIES[name].inputs, arrays, strict=True)))
        return values
    formulations = QUANTITIES[name].exact(model)
    return next(iter(formulations.values()))(model, *arrays)
