"""The arguments of a compiled loop, which the code around it hands over, and its statuses.

A loop integrates ẋ = f(t, x, p) over one interval of time in which f is smooth. Its arguments are
    clock     t, and a time inside the interval, by which a piecewise reference knows its piece      (2,)
    x         the state, which is carried on                                                      (n,)
    p         parameters, constant over the interval                                               (m,)
    lower, upper   bounds of the state; the loop stops when x leaves them                          (n,)
    options   numbers that the solver reads: see `OPTIONS`
    times     when to record, within the interval; fixed steps record the step that ends there
    record    rows of recorded states                                                             (rows, n)
    before    the state before the last step                                                      (n,)
    limits    whole numbers that go in: see `LIMITS`
    report    what happened: see `REPORT`, whole numbers
    linear    the function that linearises f, see `loop.linear`, for solvers that need it; else null
    balance   the function of the energy balance, see `walk.balance`; null where it is not watched
    watch     the function of the margins of modes, see `walk.events`; null without events
    extremes  least and greatest balance, greatest changes of momentum over all steps             (4, lanes)
    worst     the furthest bending over all steps, its time and the state there, where watched    (2 + n, lanes)
    start     angular and linear momentum at the start of the run, where watched                  (6, lanes)
    collected memory for steps whose balance is not computed yet, see `balance.collected`
    speeds    joint speeds and their limits, see `walk.speeds`, where watched                   (9, m, lanes)
    ahead     f at the start, where the last task of the driver or `watch` has computed it         (n,)
Several trajectories go through one loop in the lanes of the machine. Arrays have another axis for them then, the last:
x (n, lanes), p (m, lanes), clock (2, lanes), record (rows, n, lanes) and so on. Entry j of all trajectories is one
register, through the whole run, and nothing has to be turned into lanes.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.spatial.scalar import Floats

NOTHING: Any = ctypes.c_char * 0
LINE = 8
"""Doubles in a line of cache."""
OPTIONS = ("t0", "t1", "step", "rtol", "atol", "longest", "first", "previous", "error", "refused")
"""Start and end of the interval [s], step, tolerances, longest step and first step to try; the error of the step before
and whether it was refused, where an interval goes on. After the run t0 is the time at which it stopped, `first` the
step to try next and `previous` the start of the last step."""
REPORT = ("status", "steps", "rejected", "evaluations", "rows")
"""Status at the end, steps taken and rejected, evaluations of f, rows recorded; then, for each of several
trajectories, whether it has left the bounds."""
LIMITS = ("most", "rows", "done", "stride", "more", "since", "taken", "known", "events", "most_events", "opening")
"""Whole numbers that go in: most steps, rows that there are times for, fixed steps of the interval taken before, the
number of steps from one look at the energy balance to the next, and whether another interval follows. `since` and
`taken`, the steps since the last look and those that are collected, are carried on. `known` is 1 where `ahead` has f at
the start; the loop sets it to 0. The number of events is carried on, too, and ends the run at `most_events`. `opening`
is 1 at the start of a run whose first row has the modes that hold there; the loop sets it to 0."""

DONE, NOT_FINITE, OUT_OF_BOUNDS, TOO_MANY, TOO_SMALL, NOT_CONVERGED, TOO_OFTEN = range(7)
"""Statuses in `REPORT`."""
PARAMETERS = (
    "clock", "x", "p", "lower", "upper", "options", "times", "record", "before", "limits", "report",
    "linear", "balance", "watch", "extremes", "worst", "start", "collected", "speeds", "ahead",
)  # fmt: skip
"""The arguments in their order."""


def columns(size: int, lanes: int) -> Floats:
    """Return zeros of shape (size,) for one lane, else (size, lanes); no register of lanes crosses a line of cache."""
    if lanes == 1:
        return np.zeros(size)
    memory = np.zeros(size * lanes + LINE)
    first = -address(memory) // memory.itemsize % LINE
    return memory[first : first + size * lanes].reshape(size, lanes)


def address(array: NDArray[Any]) -> int:
    """Return where an array lies; a run asks for some thirty addresses."""
    try:  # five times quicker than `array.ctypes.data`
        return ctypes.addressof(NOTHING.from_buffer(array))
    except (TypeError, ValueError):  # read-only, or not contiguous
        return int(array.__array_interface__["data"][0])
