"""Steps of a fixed size in a compiled loop: t is counted, not summed, so that it does not drift.

A step in which an event lies is taken in parts: up to the event, and from there to its end.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from armillary.simulation.walk.arguments import TOO_OFTEN
from armillary.simulation.walk.events import EVENT, WHOLE, Events
from armillary.simulation.walk.values import EPSILON, Condition, Counter, Number

if TYPE_CHECKING:
    from armillary.simulation.walk.solver_loop import SolverLoop

Leave = Callable[[Condition], None]


@contextlib.contextmanager
def fixed_steps(loop: SolverLoop) -> Iterator[tuple[Number, Number, Leave]]:
    """Repeat the body for every step of a fixed size: t, h and the function that leaves the loop."""
    code = loop.code
    h = loop.option("step")
    count = code.counter(0)
    most = loop.limit_value("most")
    loop.settle()
    with code.loop() as out:
        out.leave_if(~count.below(most))
        done = loop.done + code.computed(f"sitofp i64 {count.get()} to {code.real}")
        t, end = loop.option("t0") + done * h, loop.option("t0") + (done + 1.0) * h
        loop.begin_step()
        if loop.events is None:
            yield t, h, out.leave_if
            _whole_step(loop, end, h, out.leave_if, count)
        else:
            t = code.greatest(t, loop.t.value)  # the rest of the step after an event
            step = code.choose(loop.events.active, loop.events.length.value, end - t)
            yield t, step, out.leave_if
            _finish_with_events(loop, loop.events, (t, step, end), out.leave_if, count)


def _whole_step(loop: SolverLoop, end: Number, h: Number, leave: Leave, count: Counter) -> None:
    """Finish a fixed step, and record its state if it is time."""
    loop.end_step(end, leave)
    count.add()
    with loop.code.when(loop.row_is_due(loop.t.value + 0.5 * h)):
        loop.record_state(loop.x)


def _finish_with_events(
    loop: SolverLoop, events: Events, interval: tuple[Number, Number, Number], leave: Leave, count: Counter
) -> None:
    """Keep a step, or the part of it up to an event, or undo it to repeat it: from t, of length `step`, to `end`."""
    code, (t, step, end) = loop.code, interval
    events.judge(t, step, loop.x)
    verdict = events.verdict.value
    left = end - (t + step)
    # Rounding leaves a remainder of a few ulps, which is no step.
    over = left <= 16.0 * EPSILON * code.greatest(code.absolute(end), step)
    with code.when(verdict < WHOLE):
        code.copy(loop.x, loop.before)
    with code.when((verdict >= WHOLE) & over):
        _whole_step(loop, end, loop.option("step"), leave, count)
    with code.when((verdict >= WHOLE) & ~over):
        loop.end_step(t + step, leave, counts=False)
    with code.when(verdict >= EVENT):
        events.settle(loop.t.value)
    loop.fail(TOO_OFTEN, events.too_many, leave)
