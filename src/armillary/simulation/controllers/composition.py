"""Parts of a composed controller: laws and filters with their clocks, and outputs that are held between instants.

A part whose specification has a `period` is asked at the instants of a clock with that period; without one it has the
clock of the controller around it, and at last that of the scenario. At an instant k at which some clocks are due,
    u_k, z_{k+1} = part(signals, z_k)   if the clock of the part is due                                     (1)
    u_k = u_{k−1},   z_{k+1} = z_k      otherwise                                                           (2)
Held outputs u are discrete states after those of the part. They are needed only where the parts of a composition have
different clocks. `Signal.due` has the clocks that are due: None in it is the clock of the controller around the part.
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
from armillary.simulation.controllers.inner_function import function_law
from armillary.simulation.controllers.law import Law, Specification
from armillary.simulation.parameters import Limits
from armillary.simulation.signals import Signal, advanced, free_states, state_names
from armillary.simulation.timeline import Clock
from armillary.spatial.scalar import Array

EVERY: frozenset[Clock | None] = frozenset([None])
"""The clocks of a law whose parts have no clock: that of the controller around it alone."""


def listed(name: str, own: tuple[Any, ...], more: Iterable[Any]) -> tuple[Any, ...]:
    """Return the parts that were given one by one, and those of a list."""
    try:
        return (*own, *more)
    except Exception:  # whatever the iterator of a user's object raises
        raise ArgumentError(name, shortened(more), f"{name} in a list") from None


def inner_law(controller: Any, model: Model) -> Law:
    """Return the law of a controller inside another one."""
    if isinstance(controller, type):
        found = f"the class {controller.__name__}"
        raise ArgumentError("controller", found, f"one of its objects, {controller.__name__}(…)")
    if hasattr(controller, "law"):
        law: Law = controller.law(model)
        return law
    function = function_law(controller, model)
    if function is None:
        expected = "a controller, such as arm.controllers.PD(100, 20), or a function of (t, q, qd, reference)"
        raise ArgumentError("controller", shortened(controller), expected)
    return function


def clocks_of(controller: Any, law: Any) -> frozenset[Clock | None]:
    """Return the clocks of a controller and of its parts; None is that of the scenario."""
    own = controller.clock if isinstance(controller, Specification) else None
    return frozenset(own if each is None else each for each in getattr(law, "clocks", EVERY))


Ask = Callable[[int, Signal, Array], Array]
"""Returns the output of a part, by its number, for a signal and the input of a filter."""


class ComponentInput(NamedTuple):
    """Inputs of a part: its signal, and the values that a filter transforms."""

    signal: Signal
    u: Array


class Component:
    """A law or a filter within a composition.

    Its states are those of the block and, if `held`, its last outputs; a held part has one clock.
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
        """Return the states at the start; held outputs are zero."""
        return np.concatenate([self.block.start(), np.zeros(self.width * self.held)])

    def output(self, given: ComponentInput) -> Array:
        """Return the output, (1) or (2)."""
        if not self._due(given.signal):
            return np.asarray(given.signal.state)[self.block.states :]
        now = self._now(given.signal)
        if hasattr(self.block, "output"):
            return np.asarray(self.block.output(given.u, now.state, now.period))
        return np.asarray(self.block.limited(now))

    def advance(self, given: ComponentInput) -> Array:
        """Return the states at the next instant, (1) or (2)."""
        if not self._due(given.signal):
            return np.asarray(given.signal.state)
        now = self._now(given.signal)
        if hasattr(self.block, "output"):
            after = self.block.advance(given.u, now.state, now.period)
        else:
            after = advanced(self.block, now, now.period or 0.0)
        return np.concatenate([after, self.output(given)]) if self.held else np.asarray(after)

    def rate(self, given: ComponentInput) -> Array:
        """Return the rates of the states in continuous time."""
        if hasattr(self.block, "output"):
            return np.asarray(self.block.rate(given.u, given.signal.state))
        return np.asarray(self.block.rate(given.signal))

    def signals(self, given: ComponentInput) -> dict[str, Array]:
        """Return the signals that a law shows; filters show none."""
        now = self._now(given.signal)
        return dict(self.block.signals(now)) if hasattr(self.block, "signals") else {}

    def _due(self, signal: Signal) -> bool:
        return not self.held or signal.due is None or bool(self.clocks & signal.due)

    def _now(self, signal: Signal) -> Signal:
        """Return the signal as the block sees it: its own states, and its clock as that of the controller around."""
        state, due = np.asarray(signal.state)[: self.block.states], signal.due
        if self.clock is None:
            return replace(signal, state=state)
        if due is not None:
            due = (due - {None}) | ({None} if self.clock in due else set())
        return replace(signal, state=state, due=due, period=self.clock.period if signal.period else None)


class Composition(Law):
    """Base of laws that are composed of parts.

    Subclasses give `through`, which puts a signal through the parts.
    """

    def __init__(self, model: Model, limits: Limits, parts: Mapping[Path, Component]) -> None:
        super().__init__(model, limits)
        known = [part.clocks for part in parts.values()]
        self.clocks = frozenset[Clock | None]().union(*known)
        mixed = len(self.clocks) > 1
        self.parts = [
            Component(each.spec, each.block, each.width, held=mixed and len(each.clocks) == 1)
            for each in parts.values()
        ]
        self.paths = tuple(parts)
        self.inside = {path: part.block for path, part in parts.items()}
        """The laws and filters inside, by their places in the specification."""
        self.discrete = any(getattr(part.block, "discrete", False) or part.clocks != EVERY for part in self.parts)
        self.switches = tuple(sorted({t for part in self.parts for t in getattr(part.block, "switches", ())}))

    def through(self, signal: Signal, ask: Ask) -> Array:
        """Return the command; `ask(k, signal, u)` returns the output of part k for a signal and an input u.

        A part that is asked again goes on with its last inputs.
        """
        raise NotImplementedError

    @property
    def states(self) -> int:
        """Number of states of all parts."""
        return sum(part.states for part in self.parts)

    @property
    def state_names(self) -> tuple[str, ...]:
        """Names of the states behind the places of their parts in the specification, as in velocity.integral[0]."""
        names: list[str] = []
        for path, part in zip(self.paths, self.parts, strict=True):
            own = (*state_names(part.block), *(f"held[{k}]" for k in range(part.width * part.held)))
            names += [f"{field_name(path)}.{name}" for name in own]
        return tuple(names)

    @property
    def free_states(self) -> tuple[bool, ...]:
        """Which states a start at rest may choose."""
        own = ((*free_states(part.block), *(True,) * (part.width * part.held)) for part in self.parts)
        return tuple(itertools.chain.from_iterable(own))

    def start(self) -> Array:
        """Return the states of the parts at the start."""
        return np.concatenate([np.zeros(0), *(part.start() for part in self.parts)])

    def command(self, signal: Signal) -> Array:
        """Return the output of the last part."""
        return self.passed(signal)[0]

    def advance(self, signal: Signal, period: float) -> Array:
        """Return the states of the parts at the next instant."""
        given = self.passed(replace(signal, period=period))[1]
        return np.concatenate([np.zeros(0), *(part.advance(own) for part, own in zip(self.parts, given, strict=True))])

    def rate(self, signal: Signal) -> Array:
        """Return the rates of the states of the parts in continuous time."""
        given = self.passed(signal)[1]
        return np.concatenate([np.zeros(0), *(part.rate(own) for part, own in zip(self.parts, given, strict=True))])

    def signals(self, signal: Signal) -> dict[str, Array]:
        """Return the signals that the laws inside show; the second of a name gets " 2" behind it, and so on."""
        given, found = self.passed(signal)[1], dict[str, Array]()
        for part, own in zip(self.parts, given, strict=True):
            for name, values in part.signals(own).items():
                copies = itertools.chain([name], (f"{name} {k}" for k in itertools.count(2)))
                found[next(each for each in copies if each not in found)] = values
        return found

    def passed(self, signal: Signal) -> tuple[Array, Sequence[ComponentInput]]:
        """Return the command, and the inputs of each part on the way to it."""
        ends = np.cumsum([0, *(part.states for part in self.parts)])
        state, seen = np.asarray(signal.state), dict[int, ComponentInput]()

        def ask(k: int, seen_by_it: Signal, u: Array) -> Array:
            seen[k] = ComponentInput(replace(seen_by_it, state=state[ends[k] : ends[k + 1]]), u)
            return self.parts[k].output(seen[k])

        command = self.through(signal, ask)
        return np.asarray(command), [seen[k] for k in range(len(self.parts))]
