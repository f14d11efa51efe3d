"""The passes: from a program to an equivalent one with fewer operations.

They work on sums and products of many terms (`nary`); `write` turns these back into a program. In the order in which
they run:

    reduce_trig   sines and cosines of sums of angles, sin² + cos² = 1
    cancel        sums of sums in which terms cancel
    share         common pairs of terms and of factors, computed once; again after `factor`
    rescale       sums computed as multiples of themselves
    factor        common factors
    merge         a number that multiplies one factor of several products goes to the products

Value numbering, constant folding, like terms, shared reciprocals and dead code need no pass: both forms have them
built in. Work is additions, multiplications, and eight for a division or root; hence a/d, b/d becomes 1/d and two
products. A pass that saves no work is undone. Each pass is an identity of real numbers; only rounding changes.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator, Sequence

from armillary.compiler.passes.cancel import cancel
from armillary.compiler.passes.dissolve import dissolve, settled, to_web
from armillary.compiler.passes.factor import factor
from armillary.compiler.passes.nary import OutOfRangeError, Web
from armillary.compiler.passes.rescale import merge, rescale
from armillary.compiler.passes.share import share
from armillary.compiler.passes.trig import reduce_trig
from armillary.compiler.passes.write import to_program, work, work_of_web
from armillary.compiler.program import Program, without_collections
from armillary.expr.ops import Op

Step = Callable[[Web], None]
"""Changes a web into an equivalent one."""

ROUNDS = 4
"""One pass enables another, so the list runs until it saves nothing, at most this often."""

LARGE = 20_000
"""A program with more operations goes through the list once, to save time."""

STEPS: tuple[Step, ...] = (reduce_trig, cancel, share, rescale, factor, share, merge)
REPEATED: dict[Step, int] = {reduce_trig: 2, cancel: 2, rescale: 2, merge: 1}
"""Rounds of a long program in which a step runs, if not in all: later ones have saved nothing in any of the library."""
LONG = 2_000
"""Work of a long program."""
MIDDLE = 500
"""Work above which a program of a race is given up soon."""
HALF = 5
"""Steps of the first half of a round, which saves most."""


def _as_pass(step: Step) -> Callable[[Program], Program]:
    """Return a step as a pass from program to program, undone if it saves nothing."""

    @functools.wraps(step, assigned=("__name__", "__doc__"))
    def apply(program: Program) -> Program:
        try:
            web = _stepped(step, to_web(program))
        except OutOfRangeError:
            return program
        return _better(to_program(web), program) if work_of_web(web) < sys.maxsize else program

    return apply


def _stepped(step: Step, web: Web) -> Web:
    """Return a web after a step, which changes it."""
    step(web)
    web.changed()
    return dissolve(web)


def collect(web: Web) -> None:
    """Collect like terms, constants and reciprocals, and write shallow trees."""


PASSES: tuple[Callable[[Program], Program], ...] = tuple(_as_pass(step) for step in (collect, *STEPS))
"""Every pass as a function from program to program, in the order in which `optimise` runs them."""


def optimise(program: Program) -> Program:
    """Return an equivalent program with the fewest operations that the passes reach.

    It equals repeated application of `PASSES`, without a program in between.
    """
    return race([program])[2]


def race(programs: Sequence[Program]) -> tuple[list[int], int, Program]:
    """Return the works of programs for the same values after the passes, the index of the least, and that program.

    The programs take their rounds in turn, those of more than MIDDLE halves of rounds. One that is behind by more than
    its last round saved, or with more than MIDDLE by more than a third of that, is given up: no program of the library
    has caught up from there.
    """
    works = [work(program) for program in programs]
    with without_collections():
        halves, before = len(works) > 1 and min(works) > MIDDLE, works.copy()
        running = {k: _rounds(program, halves) for k, program in enumerate(programs)}
        webs: dict[int, Web] = {}
        finished: list[int] = []
        while running:
            saved: dict[int, int] = {}
            for k, run in running.items():
                after = next(run, None)
                if after is None:
                    finished.append(k)
                else:
                    webs[k], works[k], ended = after
                    saved[k] = max(0, before[k] - works[k])
                    before[k] = works[k] if ended else before[k]
            hope = {k: saved[k] / 3 if works[k] > MIDDLE else saved[k] for k in saved}
            running = {k: running[k] for k in saved if works[k] - min(works) <= hope[k]}
        written = {k: _better(to_program(webs[k]), programs[k]) if k in webs else programs[k] for k in sorted(finished)}
    for k, program in written.items():
        works[k] = work(program)
    best = min(written, key=works.__getitem__)
    return works, best, written[best]


def _rounds(program: Program, halves: bool) -> Iterator[tuple[Web, int, bool]]:
    """Yield the web of a program, its work, and whether a round has ended; nothing with numbers of extreme size.

    With `halves` also in the middle of each round.
    """
    try:
        web = to_web(program)
    except OutOfRangeError:
        return
    least = work_of_web(web)
    if least == sys.maxsize:
        return
    long, tried = least > LONG, dict[Step, Web]()
    idle: tuple[Web, Web, int] | None = None  # a web, the result of a step that does nothing to it, and its work
    for number in range(ROUNDS if least <= LARGE else 1):
        before = least
        for place, step in enumerate(STEPS):
            if halves and place == HALF:
                yield web, least, False
            if tried.get(step) is web or (long and number >= REPEATED.get(step, ROUNDS)):
                continue  # nothing has changed since, or would
            tried[step] = web
            trial = web.copy()
            try:
                step(trial)
                same = trial.equals(web)
                if not same:
                    trial.changed()
                if same and (idle is None or idle[0] is not web) and settled(web):
                    idle = (web, web, least) if work_of_web(web, renumbered=True) >= least else idle
                if same and idle is not None and idle[0] is web:
                    trial, now = idle[1:]
                else:
                    trial = dissolve(trial)
                    now = work_of_web(trial)
                    idle = (web, trial, now) if same else idle
            except OutOfRangeError:
                continue
            if now < least:
                web, least = trial, now
        yield web, least, True
        if least == before:
            return


def _better(new: Program, old: Program) -> Program:
    """Return the new program unless it takes more work, or as much and more sines and cosines."""
    more = work(new) - work(old)
    return new if more < 0 or (more == 0 and _trig(new) <= _trig(old)) else old


def _trig(program: Program) -> int:
    return sum([program.graph.op[node] in (Op.SIN, Op.COS) for node in program.order])
