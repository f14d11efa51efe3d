"""Composed controllers: laws and filters with clocks, whose outputs are held between their control instants.

A part with a `period` is evaluated at the instants of its own clock. Other parts have the clock of the controller
around them, and at the top level that of the scenario. At an instant k at which some clocks are due,
    u_k, z_{k+1} = part(signals, z_k)   if the clock of the part is due                                     (1)
    u_k = u_{k−1},   z_{k+1} = z_k      otherwise                                                           (2)
Held outputs u are discrete states, stored after the states z of the part. They are needed only if the parts of a
composition have different clocks. `Signal.due` contains the clocks that are due, with None for the clock of the
controller around the part.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from armillary.errors import ArgumentError
from armillary.files.lines import Path, field_name
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.simulation.controllers.function import function_law
from armillary.simulation.controllers.law import Law, Specification
from armillary.simulation.parameters import Limits
from armillary.simulation.schedule import Clock
from armillary.simulation.signals import Signal, advanced, free_states, state_names
from armillary.spatial.scalar import Array

INHERITED: frozenset[Clock | None] = frozenset([None])
"""Clocks of a law whose parts have no period: only that of the controller around it."""


def joined(name: str, positional: tuple[Any, ...], keyword: Iterable[Any]) -> tuple[Any, ...]:
    """Return the parts given as positional arguments, followed by those of the keyword argument `name`."""
    try:
        return (*positional, *keyword)
    except Exception:  # whatever the iterator of a user's object raises
        raise ArgumentError(name, shortened(keyword), f"{name} in a list") from None


def inner_law(controller: Any, model: Model) -> Law:
    """Return the law of a controller inside another one."""
    if isinstance(controller, type):
        name = controller.__name__
        raise ArgumentError("controller", f"the class {name}", f"an object of it, {name}(…)")
    if hasattr(controller, "law"):
        law: Law = controller.law(model)
        return law
    function = function_law(controller, model)
    if function is None:
        expected = "a controller, such as arm.controllers.PD(100, 20), or a function of (t, q, qd, reference)"
        raise ArgumentError("controller", shortened(controller), expected)
    return function


def clocks_of(controller: Any, law: Any) -> frozenset[Clock | None]:
    """Return the clocks of a controller and of its parts; None stands for the clock of the scenario."""
    outer = controller.clock if isinstance(controller, Specification) else None
    return frozenset(outer if clock is None else clock for clock in getattr(law, "clocks", INHERITED))


Evaluate = Callable[[int, Signal, Array], Array]
"""Returns the output of part number k for a signal and, if it is a filter, an input u."""


class ComponentInput(NamedTuple):
    """Inputs of a part: its signal, and the input u of a filter."""

    signal: Signal
    u: Array


class Component:
    """A law or a filter (the `block`) within a composition.

    Its states are those of the block and, if `held`, its last outputs. A held part has exactly one clock.
    """

    def __init__(self, spec: Any, block: Any, width: int, held: bool = False) -> None:
        self.spec, self.block, self.width, self.held = spec, block, width, held
        self.clock: Clock | None = spec.clock if isinstance(spec, Specification) else None
        self.clocks = clocks_of(spec, block)

    @property
    def states(self) -> int:
        """Number of states."""
        return int(self.block.states) + self.width * self.held

    def start(self) -> Array:
        """Return the initial states; held outputs are zero."""
        return np.concatenate([self.block.start(), np.zeros(self.width * self.held)])

    def output(self, inputs: ComponentInput) -> Array:
        """Return the output, (1) or (2)."""
        if not self._due(inputs.signal):
            return np.asarray(inputs.signal.state)[self.block.states :]
        signal = self._inner(inputs.signal)
        if hasattr(self.block, "output"):  # a filter
            return np.asarray(self.block.output(inputs.u, signal.state, signal.period))
        return np.asarray(self.block.limited(signal))

    def advance(self, inputs: ComponentInput) -> Array:
        """Return the states at the next instant, (1) or (2)."""
        if not self._due(inputs.signal):
            return np.asarray(inputs.signal.state)
        signal = self._inner(inputs.signal)
        if hasattr(self.block, "output"):
            states = self.block.advance(inputs.u, signal.state, signal.period)
        else:
            states = advanced(self.block, signal, signal.period or 0.0)
        return np.concatenate([states, self.output(inputs)]) if self.held else np.asarray(states)

    def rate(self, inputs: ComponentInput) -> Array:
        """Return the rates of the states in continuous time."""
        if hasattr(self.block, "output"):
            return np.asarray(self.block.rate(inputs.u, inputs.signal.state))
        return np.asarray(self.block.rate(inputs.signal))

    def signals(self, inputs: ComponentInput) -> dict[str, Array]:
        """Return the recorded signals of a law; filters have none."""
        return dict(self.block.signals(self._inner(inputs.signal))) if hasattr(self.block, "signals") else {}

    def _due(self, signal: Signal) -> bool:
        """Whether the part is evaluated at this instant; a part that is not held is evaluated whenever it is needed."""
        return not self.held or signal.due is None or bool(self.clocks & signal.due)

    def _inner(self, signal: Signal) -> Signal:
        """Return the signal inside the block: with its states, and with its clock as that of its parts (None)."""
        state = np.asarray(signal.state)[: self.block.states]
        if self.clock is None:
            return replace(signal, state=state)
        due = signal.due
        if due is not None:
            due = (due - {None}) | ({None} if self.clock in due else set())
        return replace(signal, state=state, due=due, period=self.clock.period if signal.period else None)


class Composition(Law):
    """Base of laws that are composed of parts, given by their path in the specification.

    Subclasses implement `connect`, which passes signals from part to part.
    """

    def __init__(self, model: Model, limits: Limits, parts: Mapping[Path, Component]) -> None:
        super().__init__(model, limits)
        self.clocks = frozenset[Clock | None]().union(*(part.clocks for part in parts.values()))
        # With a single clock all parts are evaluated at every instant. A part with several clocks holds outputs inside.
        mixed = len(self.clocks) > 1
        self.parts = [
            Component(part.spec, part.block, part.width, held=mixed and len(part.clocks) == 1)
            for part in parts.values()
        ]
        self.paths = tuple(parts)
        self.inside = {path: part.block for path, part in parts.items()}
        self.discrete = any(getattr(part.block, "discrete", False) or part.clocks != INHERITED for part in self.parts)
        self.switches = tuple(sorted({t for part in self.parts for t in getattr(part.block, "switches", ())}))

    def connect(self, signal: Signal, evaluate: Evaluate) -> Array:
        """Return the command; `evaluate(k, signal, u)` returns the output of part k.

        Every part must be evaluated. If a part is evaluated twice, its states advance with the last inputs.
        """
        raise NotImplementedError

    @property
    def states(self) -> int:
        """Number of states of all parts."""
        return sum(part.states for part in self.parts)

    @property
    def state_names(self) -> tuple[str, ...]:
        """Names of the states, after the path of their part in the specification, as in velocity.integral[0]."""
        names: list[str] = []
        for path, part in zip(self.paths, self.parts, strict=True):
            held = [f"held[{k}]" for k in range(part.width * part.held)]
            names += [f"{field_name(path)}.{name}" for name in (*state_names(part.block), *held)]
        return tuple(names)

    @property
    def free_states(self) -> tuple[bool, ...]:
        """Which states an equilibrium may set."""
        free: list[bool] = []
        for part in self.parts:
            free += [*free_states(part.block), *[True] * (part.width * part.held)]
        return tuple(free)

    def start(self) -> Array:
        """Return the initial states of the parts."""
        return np.concatenate([np.zeros(0), *(part.start() for part in self.parts)])

    def command(self, signal: Signal) -> Array:
        """Return the command of the connected parts."""
        return self.evaluate_parts(signal)[0]

    def advance(self, signal: Signal, period: float) -> Array:
        """Return the states of the parts at the next instant."""
        inputs = self.evaluate_parts(replace(signal, period=period))[1]
        states = [part.advance(part_inputs) for part, part_inputs in zip(self.parts, inputs, strict=True)]
        return np.concatenate([np.zeros(0), *states])

    def rate(self, signal: Signal) -> Array:
        """Return the rates of the states of the parts in continuous time."""
        inputs = self.evaluate_parts(signal)[1]
        rates = [part.rate(part_inputs) for part, part_inputs in zip(self.parts, inputs, strict=True)]
        return np.concatenate([np.zeros(0), *rates])

    def signals(self, signal: Signal) -> dict[str, Array]:
        """Return the recorded signals of the laws inside; equal names are numbered, as in residual, residual 2."""
        inputs = self.evaluate_parts(signal)[1]
        recorded: dict[str, Array] = {}
        for part, part_inputs in zip(self.parts, inputs, strict=True):
            for name, values in part.signals(part_inputs).items():
                numbered = itertools.chain([name], (f"{name} {k}" for k in itertools.count(2)))
                recorded[next(free for free in numbered if free not in recorded)] = values
        return recorded

    def evaluate_parts(self, signal: Signal) -> tuple[Array, Sequence[ComponentInput]]:
        """Return the command, and the last inputs of each part."""
        ends = np.cumsum([0, *(part.states for part in self.parts)])
        state = np.asarray(signal.state)
        inputs: dict[int, ComponentInput] = {}

        def evaluate(k: int, part_signal: Signal, u: Array) -> Array:
            inputs[k] = ComponentInput(replace(part_signal, state=state[ends[k] : ends[k + 1]]), u)
            return self.parts[k].output(inputs[k])

        command = self.connect(signal, evaluate)
        return np.asarray(command), [inputs[k] for k in range(len(self.parts))]
