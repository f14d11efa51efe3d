"""The parts of a compiled loop that all solvers share (`walk.arguments` has its arguments).

`fixed.py` and `adaptive.py` repeat its steps, `bounds.py` watches the bounds of its state, `balance.py` the energy
balance, `speeds.py` joint speeds, and `events.py` locates changes of modes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from armillary.compiler.program import Program
from armillary.simulation.drives.stops import Side
from armillary.simulation.walk.arguments import DONE, LIMITS, OPTIONS, PARAMETERS
from armillary.simulation.walk.balance import Balance
from armillary.simulation.walk.bounds import Bounds
from armillary.simulation.walk.code import Code
from armillary.simulation.walk.events import Element, Events
from armillary.simulation.walk.fixed import fixed_steps
from armillary.simulation.walk.speeds import Speeds
from armillary.simulation.walk.values import Condition, Counter, Number, Vector

if TYPE_CHECKING:
    from armillary.simulation.loop.linear import Linear
    from armillary.simulation.loop.state import Layout
    from armillary.simulation.solvers.base import Solver
    from armillary.simulation.walk.runs import Sizes


class Shape(NamedTuple):
    """Sizes of a loop: states and parameters of one trajectory, number of trajectories."""

    states: int
    parameters: int
    lanes: int


class Form(NamedTuple):
    """Structure of the state that a loop integrates.

    Places of unit quaternions, places of all parts, the linearisation for solvers that need one, the places of the
    states with bounds, which a loop of several trajectories watches, the outputs of the function of the energy balance,
    empty where that is not watched, the elements with events, the places of velocities with limits, and the sides of
    end stops. `together` says that the function of the margins is `watch_one` of the same module; otherwise its address
    is an argument. `kinks` says that steps end at the kinks of compliant stops, `impacts` are the places of the modes
    of rigid stops.
    """

    quaternions: tuple[int, ...] = ()
    layout: Layout | None = None
    linear: Linear | None = None
    watched: tuple[int, ...] = ()
    seen: tuple[str, ...] = ()
    elements: tuple[Element, ...] = ()
    together: bool = False
    speeds: tuple[int, ...] = ()
    stops: tuple[Side, ...] = ()
    kinks: bool = False
    impacts: tuple[int, ...] = ()


class Stepping(Protocol):
    """The part of a loop that methods with a fixed step use."""

    @property
    def code(self) -> Code:
        """The text of the loop."""

    @property
    def x(self) -> Vector:
        """The state."""

    @property
    def shape(self) -> Shape:
        """Sizes of the loop."""

    @property
    def layout(self) -> Layout | Sizes | None:
        """Number of coordinates and velocities, the first parts of the state."""

    def vector(self) -> Vector:
        """Return a vector of the size of the state."""

    def evaluate(self, to: Vector, t: Number, x: Vector) -> None:
        """Write to := f(t, x, p)."""

    def begin(self, to: Vector, t: Number) -> None:
        """Write to := f(t, x, p) at the start of a step."""

    def fixed_steps(self) -> contextlib.AbstractContextManager[tuple[Number, Number, Callable[[Condition], None]]]:
        """Repeat the body for every step of a fixed size: t, h and the function that leaves the loop."""


class SolverLoop:
    """The loop that a solver writes."""

    def __init__(self, name: str, function: str, shape: Shape, width: int, form: Form) -> None:
        self.layout, self.linear = form.layout, form.linear
        self.watch = "@watch_one" if form.together else "%watch"
        """Name of the function of the margins."""
        self.code = code = Code(name, PARAMETERS, width)
        self.wide = code.with_lanes(shape.lanes)
        """Writes numbers of all trajectories together."""
        self.shape, self.function, self.quaternions = shape, function, form.quaternions
        self.n = shape.states * shape.lanes
        self.x = Vector(code, "%x", self.n)
        self.before = Vector(code, "%before", self.n)
        self._options = Vector(code, "%options", len(OPTIONS))
        self.done = code.computed(f"sitofp i64 {self.limit_value('done')} to {code.real}")
        self.t = code.slot(self.option("t0") + self.done * self.option("step"))
        self._evaluations = code.counter(0)
        self._steps = code.counter(0)
        self._rejected = code.counter(0)
        self.rows = code.counter(0)
        self._status = code.counter(DONE)
        self._bounds = Bounds(self, form.watched)
        self._balance = Balance(self, form.seen) if form.seen else None
        kinks = tuple(side for side in form.stops if form.kinks and not side.rigid)
        self.events = Events(self, form.elements, kinks, form.impacts) if form.elements or kinks else None
        self._speeds = Speeds(self, form.speeds, form.stops) if form.speeds or form.stops else None

    def option(self, name: str) -> Number:
        """Return one of the numbers in `OPTIONS`."""
        return self._options.at(OPTIONS.index(name)).value

    def set_option(self, name: str, value: Number) -> None:
        """Write one of the numbers in `OPTIONS`, which the caller of the loop and the next interval read."""
        self._options.at(OPTIONS.index(name)).set(value)

    def limit_value(self, name: str) -> str:
        """Return the value of one of the whole numbers in `LIMITS`."""
        return self.code.load(self.code.at("%limits", LIMITS.index(name), "i64"), "i64")

    def limit(self, name: str) -> Counter:
        """Return one of the whole numbers in `LIMITS` to read or change."""
        return Counter(self.code, self.code.at("%limits", LIMITS.index(name), "i64"))

    def vector(self) -> Vector:
        """Return a vector of the size of the state."""
        return self.code.vector(self.n)

    def evaluate(self, to: Vector, t: Number, x: Vector) -> None:
        """Write to := f(t, x, p)."""
        self.set_clock(t)
        self.code.do(f"call void @{self.function}(ptr %clock, ptr {x.pointer}, ptr %p, ptr {to.pointer})")
        self.code.fresh = to if self.shape.lanes == 1 else None
        self._evaluations.add()

    def set_clock(self, t: Number) -> None:
        """Set the clock of all trajectories."""
        Vector(self.code, "%clock", 2).entry(0, self.shape.lanes).set(t)

    def begin(self, to: Vector, t: Number) -> None:
        """Write to := f(t, x, p) at the start of a step, unless it is known.

        A task may have computed it for the first step, and a step that is repeated up to an event finds it in `to`.
        """
        known = self.limit("known")
        unknown = known.below(1)
        with self.code.when(~unknown):
            ahead = Vector(self.code, "%ahead", self.n)
            self.code.fresh = ahead if self.shape.lanes == 1 else None
            self.code.copy(to, ahead)
            self._evaluations.add()
            known.set(0)
        with self.code.when(unknown if self.events is None else unknown & ~self.events.active):
            self.evaluate(to, t, self.x)

    def settle(self) -> None:
        """Change modes at the start of an interval until all hold; the row of the start, before `record`, has them."""
        if self.events is None:
            return
        self.events.settle(self.t.value)
        opening = self.limit("opening")
        with self.code.when(~opening.below(1)):
            self.code.copy(Vector(self.code, self.code.at("%record", -self.n), self.n), self.x)
            opening.set(0)

    def linearise(self, t: Number, x: Vector, *to: Vector) -> None:
        """Write f and its derivatives, as `loop.linear` has them, at (t, x, p), one vector for each output."""
        Vector(self.code, "%clock", 2).at(0).set(t)
        outputs = ", ".join(f"ptr {vector.pointer}" for vector in to)
        self.code.do(f"call void %linear(ptr %clock, ptr {x.pointer}, ptr %p, {outputs})")
        self._evaluations.add()

    def begin_step(self) -> None:
        """Keep the state before a step, and its time."""
        if self.shape.lanes == 1 or self.events is not None:
            self.code.copy(self.before, self.x)
        self.set_option("previous", self.t.value)

    def end_step(self, t: Number, leave: Callable[[Condition], None], counts: bool = True) -> None:
        """Finish an accepted step: normalise quaternions, set the clock, count, check the state."""
        self.normalise(self.x)
        self.t.set(t)
        if counts:
            self._steps.add()
        if self._balance is not None:
            self._balance.step()
        self._bounds.step(leave)
        if self._speeds is not None:  # after the bounds: a step beyond them does not count
            self._speeds.step()

    def reject(self) -> None:
        """Count a step that is not accepted."""
        self._rejected.add()

    def fail(self, status: int, condition: Condition, leave: Callable[[Condition], None]) -> None:
        """Stop with a status where a condition holds."""
        with self.code.when(condition):
            self._status.set(status)
        leave(condition)

    def normalise(self, x: Vector) -> None:
        """Bring the quaternions of a state to unit length."""
        for start in self.quaternions:
            entries = [x.entry(start + k, self.shape.lanes) for k in range(4)]
            for entry, value in zip(entries, self.wide.unit(entries)[0], strict=True):
                entry.set(value)

    def fixed_steps(self) -> contextlib.AbstractContextManager[tuple[Number, Number, Callable[[Condition], None]]]:
        """Repeat the body for every step of a fixed size: t, h and the function that leaves the loop."""
        return fixed_steps(self)

    def record_state(self, x: Vector) -> None:
        """Write x as the next row."""
        row = Vector(self.code, "%record", 0).row(self.rows.get(), self.n)
        self.code.copy(row, x)
        self.rows.add()

    def row_is_due(self, end: Number) -> Condition:
        """Return whether the next recorded time is at or before `end`."""
        code, reached = self.code, self.code.slot(0.0)
        with code.when(self.rows.below(self.limit_value("rows"))):
            at = Vector(code, "%times", 0).at(self.rows.get()).value
            reached.set(code.choose(at <= end, 1.0, 0.0))
        return reached.value > 0.0

    def finish(self) -> str:
        """Write the report and return the text of the loop."""
        if self._balance is not None:
            more = self.code.let(f"icmp ne i64 {self.limit_value('more')}, 0")
            with self.code.when(~(Condition(self.code, more) & self._status.below(DONE + 1))):
                self._balance.end()
        values = (self._status, self._steps, self._rejected, self._evaluations, self.rows)
        for k, counter in enumerate(values):
            self.code.store(counter.get(), self.code.at("%report", k, "i64"), "i64")
        self._bounds.end()
        self.set_option("t0", self.t.value)
        return self.code.finish()


def loop_text(program: Program, solver: Solver, lanes: int, width: int, form: Form) -> str:
    """Return the text of the loop of a solver around the function of a program."""
    states, parameters = program.outputs[0].size, program.inputs[2].size
    function = f"{program.name}_{'one' if lanes == 1 else 'lanes'}"
    loop = SolverLoop(f"{program.name}_loop{lanes}", function, Shape(states, parameters, lanes), width, form)
    solver.write(loop)
    return loop.finish()
