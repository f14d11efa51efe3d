"""Steps of a compiled loop whose size the solver chooses, and their dense output.

A solver repeats `adaptive_steps`. For a step within its tolerances it calls `finish_step`, which calls `accept`
unless an event lies inside; other steps it rejects. `record_dense` records the times that a step has passed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from armillary.simulation.walk.arguments import TOO_MANY, TOO_OFTEN, TOO_SMALL
from armillary.simulation.walk.events import EVENT, WHOLE
from armillary.simulation.walk.values import EPSILON, Condition, Number, Slot, Vector

if TYPE_CHECKING:
    from armillary.simulation.walk.solver_loop import SolverLoop

Dense = Callable[[Vector, Number], None]
"""Writes the state at a fraction θ of a step, 0 < θ ≤ 1."""


@contextlib.contextmanager
def adaptive_steps(loop: SolverLoop) -> Iterator[tuple[Number, Number, Slot, Callable[[Condition], None]]]:
    """Repeat the body until the end of the interval: t, h, slot of the next step, function that leaves the loop.

    The body must call `accept` or `SolverLoop.reject` under its own condition.
    """
    code = loop.code
    first, longest = loop.option("first"), loop.option("longest")
    h = code.slot(code.least(first, longest))
    t1 = loop.option("t1")
    tries = code.counter(0)
    events = loop.events
    with code.loop() as out:
        t = loop.t.value
        left = t1 - t
        out.leave_if(left <= 0.0)
        loop.fail(TOO_MANY, ~tries.below(loop.limit_value("most")), out.leave_if)
        tries.add()
        smallest = 16.0 * EPSILON * code.greatest(code.absolute(t), code.absolute(t1))
        loop.fail(TOO_SMALL, (h.value < smallest) & (left > smallest), out.leave_if)
        # A negligible remainder is taken with the step.
        step = code.choose(h.value >= 0.999999 * left, left, h.value)
        if events is not None:
            loop.fail(TOO_OFTEN, events.too_many, out.leave_if)
            step = code.choose(events.active, events.length.value, step)
        loop.begin_step()
        yield t, step, h, out.leave_if
    loop.set_option("first", h.value)


def accept(loop: SolverLoop, t: Number, step: Number, leave: Callable[[Condition], None]) -> None:
    """Finish a step that is accepted; at the end of the interval the clock is exactly there."""
    loop.end_step(_end(loop, t, step), leave)


def finish_step(loop: SolverLoop, t: Number, step: Number, new: Vector, dense: Dense, keep: Callable[[], None]) -> None:
    """Call `keep` for a step to the state `new` within its tolerances, unless an event is inside; settle events."""
    code, events = loop.code, loop.events
    if events is None:
        keep()
        return
    events.judge(t, step, new, dense if events.elements else None)
    with code.when(events.verdict.value >= WHOLE):
        keep()
    with code.when(events.verdict.value >= EVENT):
        events.settle(loop.t.value)


def needs_dense(loop: SolverLoop, t: Number, step: Number) -> Condition:
    """Return whether the dense output of a step is needed: a time to record is in it, or modes are watched."""
    if loop.events is not None and loop.events.elements:
        return loop.code.compare("oeq", 0.0, 0.0)
    return loop.row_is_due(_end(loop, t, step))


def record_dense(loop: SolverLoop, t: Number, step: Number, dense: Dense) -> None:
    """Record every time that the step has passed, by its interpolation."""
    code, y = loop.code, loop.vector()
    times = Vector(code, "%times", 0)
    end = _end(loop, t, step)
    with code.loop() as out:
        out.leave_if(~loop.rows.below(loop.limit_value("rows")))
        at = times.at(loop.rows.get()).value
        out.leave_if(at > end)
        dense(y, (at - t) / step)
        loop.normalise(y)
        loop.record_state(y)


def _end(loop: SolverLoop, t: Number, step: Number) -> Number:
    """Return t + step, or the end of the interval where the step reaches it."""
    t1 = loop.option("t1")
    return loop.code.choose(step >= t1 - t, t1, t + step)
