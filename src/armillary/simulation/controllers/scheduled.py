"""Gain scheduling: gains of a controller from tables over measured or desired values.

A table gives a gain at points x_0 < x_1 < …, linear in between and constant outside:
    s_i = (x − x_i) / (x_{i+1} − x_i) within [0, 1],   w_i = s_{i−1} − s_i,   s_{−1} = 1,   s_m = 0         (1)
    k(x) = Σ_i w_i(x) K_i,   k(x, y) = Σ_ij w_i(x) w_j(y) K_ij   with two variables                         (2)
The weights w add up to 1, and at most two of each variable are non-zero. The controller inside is evaluated with k as
its gain and otherwise unchanged. Its command does not jump where the integral gain changes, since `PID` integrates
K_i e, not e.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from typing import Annotated, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.expr.pointwise import maximum, minimum
from armillary.files.arguments import listed, numbers, reals
from armillary.files.lines import field_name, field_path
from armillary.files.quantity import Quantity
from armillary.files.words import shortened, unknown
from armillary.multibody import Model
from armillary.multibody.coordinates import coordinate_names, joint_count, joint_size, velocity_names
from armillary.simulation.controllers.composition import INHERITED, Component, ComponentInput, inner_law
from armillary.simulation.controllers.law import Law, Specification
from armillary.simulation.numbers import controls_frame, gains, with_gain
from armillary.simulation.parameters import Checked, Controller, Grid, Limits, Names, settle
from armillary.simulation.references import anchor
from armillary.simulation.signals import Signal, free_states, state_names
from armillary.spatial.scalar import Array, Scalar

VARIABLES = ("position", "velocity", "reference")


@dataclass(frozen=True)
class GainTable(Checked):
    """Table of a gain over one or two variables, (2).

    Args:
        gain: Name of the gain in the controller, such as "kp", "velocity.kp" or "filters[0].frequency".
        by: One or two variables: "position.JOINT", "velocity.JOINT" or "reference.JOINT", the desired position, with
            the name of a joint. In a stage of a `Cascade`, "reference" is the desired value of that stage.
        points: Values of the variable in rising order [rad, m or their rates]; with two variables, a list for each.
        values: Gains at the points, shape (m,), or (m, joints) for one gain per joint; with two variables (m, n) or
            (m, n, joints).

    Example:
        >>> GainTable("kp", "position.joint2", [0.0, 1.5], [100.0, 60.0]).values
        (100.0, 60.0)
    """

    gain: Annotated[str, "name of the gain"]
    by: Annotated[Names, "one variable or two"]
    points: Annotated[Grid, Quantity(says="values of each variable, rising")]
    values: Annotated[Grid, Quantity(says="gains at the points")]


@dataclass(frozen=True)
class Scheduled(Specification):
    """A controller whose gains come from tables.

    Args:
        controller: The controller inside.
        tables: One table for each scheduled gain.
        limits: Limits of the output: a number, one for each joint, or "robot" [N·m, N]; default none.
        period: Control period of this controller and its parts [s]; default: that of the controller around it.
        offset: First instant [s]; default 0.

    Example:
        >>> import armillary as arm
        >>> from armillary.simulation.controllers import PD
        >>> table = GainTable("kp", "position.joint2", [0.0, 1.5], [100.0, 60.0])
        >>> law = Scheduled(PD(kp=100.0, kd=20.0), [table])
        >>> arm.simulate(arm.library.get("khatib-rr"), 0.1, controller=law).complete
        True
    """

    controller: Annotated[Controller, "the controller whose gains are scheduled"]
    tables: Annotated[tuple[GainTable, ...], "a table for each gain"]
    limits: Limits = None

    def __post_init__(self) -> None:
        tables = (self.tables,) if isinstance(self.tables, GainTable) else self.tables
        listed = isinstance(tables, list | tuple)
        if not listed or not tables or not all(isinstance(table, GainTable) for table in tables):
            raise ArgumentError("tables", shortened(tables), "at least one GainTable")
        settle(self, tables=tuple(tables))
        super().__post_init__()

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the schedule with its controller anchored at q."""
        return replace(self, controller=anchor(self.controller, model, q, frame))

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return ScheduledLaw(model, self)


class ScheduledLaw(Law):
    """A scheduled controller, bound to a model; its states are those of the controller inside."""

    def __init__(self, model: Model, spec: Scheduled) -> None:
        super().__init__(model, spec.limits)
        self.spec, self.inner = spec, inner_law(spec.controller, model)
        self.tables = [BoundTable(model, table) for table in spec.tables]
        known = {field_name(gain.path) for gain in gains(spec.controller, self.inner, ())}
        for table_spec, table in zip(spec.tables, self.tables, strict=True):
            if table_spec.gain not in known:
                raise ArgumentError("gain", *unknown(table_spec.gain, sorted(known), "a gain of the controller"))
            if any(kind == "reference" for kind, _ in table.variables) and controls_frame(self.inner):
                found = f"{table_spec.by!r} with a controller of a frame"
                raise ArgumentError("by", found, "a measured position or velocity", 'such as by="position.JOINT"')
            for gain in table.bounds:
                inner_law(self._with_gain(spec.controller, table_spec.gain, gain), model)  # raises if out of range
        self.inside = {("controller",): self.inner} | {("tables", k): table for k, table in enumerate(self.tables)}
        part = Component(spec.controller, self.inner, joint_count(model))
        self.clocks = part.clocks
        self.discrete = self.inner.discrete or part.clocks != INHERITED
        self.switches = self.inner.switches

    @property
    def states(self) -> int:
        """Number of states of the controller inside."""
        return self.inner.states

    @property
    def state_names(self) -> tuple[str, ...]:
        """Names of the states of the controller inside."""
        return tuple(f"controller.{name}" for name in state_names(self.inner))

    @property
    def free_states(self) -> tuple[bool, ...]:
        """Which states an equilibrium may set."""
        return free_states(self.inner)

    def start(self) -> Array:
        """Return the initial states."""
        return self.inner.start()

    def command(self, signal: Signal) -> Array:
        """Return the command of the controller with the gains at this instant."""
        return self._part(signal).output(ComponentInput(signal, np.zeros(0)))

    def advance(self, signal: Signal, period: float) -> Array:
        """Return the states at the next instant."""
        return self._part(signal).advance(ComponentInput(replace(signal, period=period), np.zeros(0)))

    def rate(self, signal: Signal) -> Array:
        """Return the rates of the states."""
        return self._part(signal).rate(ComponentInput(signal, np.zeros(0)))

    def signals(self, signal: Signal) -> dict[str, Array]:
        """Return the recorded signals of the controller inside."""
        return self._part(signal).signals(ComponentInput(signal, np.zeros(0)))

    def _part(self, signal: Signal) -> Component:
        """Return the controller with the gains at this instant."""
        spec = self.spec.controller
        for table_spec, table in zip(self.spec.tables, self.tables, strict=True):
            spec = self._with_gain(spec, table_spec.gain, table.value(signal))
        return Component(spec, inner_law(spec, self.model), joint_count(self.model))

    def _with_gain(self, spec: Any, name: str, value: Any) -> Any:
        """Return a specification with another value of a gain: a number, or one for each joint."""
        path = field_path(name)
        if np.ndim(value) == 0:
            return with_gain(spec, self.inner, path, value)
        for k, gain in enumerate(value):
            spec = with_gain(spec, self.inner, (*path, k), gain)
        return spec


class BoundTable:
    """A `GainTable`, bound to a model."""

    def __init__(self, model: Model, spec: GainTable) -> None:
        by = listed("by", spec.by, "one variable or two")
        if not by or len(by) > 2:
            raise ArgumentError("by", shortened(spec.by), "one variable or two")
        self.variables = [_variable(model, name) for name in by]
        axes = (spec.points,) if len(by) == 1 else spec.points
        if not isinstance(axes, tuple) or len(axes) != len(by):
            raise ArgumentError("points", shortened(spec.points), "a list of points for each of the two variables")
        self.points = [_rising(points) for points in axes]
        self.values = _values(spec.values, tuple(len(points) for points in self.points), joint_count(model))

    @property
    def bounds(self) -> list[Any]:
        """Smallest and largest gain, numbers or one for each joint; empty if gains are expressions."""
        if self.values.dtype == object:
            return []
        axes = tuple(range(len(self.points)))
        return [self.values.min(axis=axes), self.values.max(axis=axes)]

    def value(self, signal: Signal) -> Any:
        """Return the gain, (2): a number, or one for each joint."""
        gain: Any = self.values
        for points, (kind, k) in zip(self.points, self.variables, strict=True):
            x = {"position": signal.q, "velocity": signal.qd, "reference": signal.reference.position}[kind][k]
            weighted = [w * K for w, K in zip(_weights(points, x), gain, strict=True)]
            gain = reduce(operator.add, weighted)
        return gain


def _weights(points: tuple[float, ...], x: Scalar) -> list[Scalar]:
    """Return w_i, (1)."""
    fractions = [(x - low) * (1 / (high - low)) for low, high in pairwise(points)]
    s = [minimum(maximum(fraction, 0.0), 1.0) for fraction in fractions]
    return [before - after for before, after in zip([1.0, *s], [*s, 0.0], strict=True)]


def _variable(model: Model, name: Any) -> tuple[str, int]:
    """Return kind and index of a variable such as "position.joint1"."""
    kind, _, joint = name.partition(".") if isinstance(name, str) else ("", "", "")
    if kind not in VARIABLES:
        raise ArgumentError("by", shortened(name), f"one of {', '.join(f'{known}.JOINT' for known in VARIABLES)}")
    if kind == "velocity":
        joints = velocity_names(model)[: joint_count(model)]
    else:
        joints = coordinate_names(model)[: joint_size(model)]
    if joint not in joints:
        raise ArgumentError("by", *unknown(joint, joints, "a joint"))
    return kind, joints.index(joint)


def _rising(values: Any) -> tuple[float, ...]:
    """Return points in rising order, at least two."""
    points = numbers("points", values)
    if len(points) < 2 or any(after <= before for before, after in pairwise(points)):
        raise ArgumentError("points", shortened(values), "at least two different numbers in rising order")
    return points


def _values(values: Any, shape: tuple[int, ...], joints: int) -> Array:
    """Return the gains at the points: numbers, or expressions, which are not checked."""
    array = np.array(values, dtype=object)
    symbolic = any(isinstance(entry, Expr) for entry in array.ravel())
    table: Array = array if symbolic else reals(values)
    finite = symbolic or bool(np.all(np.isfinite(table)))
    if table.shape not in (shape, (*shape, joints)) or not finite:
        raise ArgumentError("values", shortened(values), f"finite numbers of shape {shape} or {(*shape, joints)}")
    return table
