"""The passes: from a program to an equivalent one with fewer operations.

`PASSES` lists them in the order in which they run. They work on sums and products of many terms (`nary`), made by
`to_web`; `dissolve` collects like terms after each pass, and `to_program` writes the result. Value numbering, constant
folding, shared reciprocals and dead code need no pass: both forms have them built in.

Work is additions, multiplications, and eight for a division or root; hence a/d, b/d becomes 1/d and two products. A
pass that saves no work is undone. Each pass is an identity of real numbers; only rounding changes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from armillary.compiler.passes.cancel import cancel
from armillary.compiler.passes.dissolve import dissolve, is_settled, to_web
from armillary.compiler.passes.factor import factor
from armillary.compiler.passes.nary import OutOfRangeError, Web
from armillary.compiler.passes.rescale import merge, rescale
from armillary.compiler.passes.share import share
from armillary.compiler.passes.trig import reduce_trig
from armillary.compiler.passes.write import to_program, work, work_of_web
from armillary.compiler.program import Program, without_collections
from armillary.expr.ops import Op

Rewrite = Callable[[Web], None]
"""Changes a web into an equivalent one."""

ROUNDS = 4
"""One pass enables another, so the list runs until it saves nothing, at most this often."""
LARGE = 20_000
"""A program with more operations goes through the list once, to save time."""
LONG = 2_000
"""Work of a long program, in which some passes run in the first rounds only."""


class Pass(NamedTuple):
    """A rewrite of a web, and the number of rounds in which a long program gets it."""

    rewrite: Rewrite
    long_rounds: int = ROUNDS


PASSES: tuple[Pass, ...] = (
    # The rounds of long programs: later ones have saved nothing in any program of the library.
    Pass(reduce_trig, long_rounds=2),  # sines and cosines of sums of angles, sin² + cos² = 1
    Pass(cancel, long_rounds=2),  # sums of sums in which terms cancel
    Pass(share),  # common pairs of terms and of factors, computed once
    Pass(rescale, long_rounds=2),  # sums computed as multiples of themselves
    Pass(factor),  # common factors
    Pass(share),  # the pairs that `factor` has made
    Pass(merge, long_rounds=1),  # a number that multiplies one factor of several products goes to the products
)
"""The passes of a round, in the order in which they run."""
HALF = 5
"""Passes in the first half of a round, which saves most; a race compares programs after each half."""
MIDDLE = 500
"""Work above which a race compares programs after half rounds and gives up the worse ones sooner."""


def optimise(program: Program) -> Program:
    """Return an equivalent program with the fewest operations that the passes reach."""
    return race([program])[2]


def race(programs: Sequence[Program]) -> tuple[list[int], int, Program]:
    """Return the works of programs for the same values after the passes, the index of the least, and that program.

    The programs take their rounds in turn, those of more than MIDDLE halves of rounds. One that is behind by more than
    its last round saved, or with more than MIDDLE by more than a third of that, is given up: no program of the library
    has caught up from there.
    """
    works = [work(program) for program in programs]
    with without_collections():
        halves = len(works) > 1 and min(works) > MIDDLE
        before = works.copy()  # the work of each program when its current round began
        running = {k: _rounds(program, halves) for k, program in enumerate(programs)}
        webs: dict[int, Web] = {}
        finished: list[int] = []
        while running:
            saved: dict[int, int] = {}
            for k, rounds in running.items():
                after = next(rounds, None)
                if after is None:
                    finished.append(k)
                    continue
                webs[k], works[k], ended = after
                saved[k] = max(0, before[k] - works[k])
                if ended:  # after half a round, its second half still counts from the beginning
                    before[k] = works[k]
            hope = {k: saved[k] / 3 if works[k] > MIDDLE else saved[k] for k in saved}
            # A finished program stays in `works`: the others must hope to beat it as well.
            running = {k: running[k] for k in saved if works[k] - min(works) <= hope[k]}
        simplified: dict[int, Program] = {}
        for k in sorted(finished):  # among equal works the first program wins, as before the passes
            # Programs with numbers of extreme size have no web and stay as they are.
            simplified[k] = _better(to_program(webs[k]), programs[k]) if k in webs else programs[k]
    for k, program in simplified.items():
        works[k] = work(program)  # less than that of its web, where trees of two sums have a part in common
    best = min(simplified, key=works.__getitem__)
    return works, best, simplified[best]


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
    is_long = least > LONG
    rounds = ROUNDS if least <= LARGE else 1
    tried: dict[Rewrite, Web] = {}
    # A rewrite that finds nothing leaves the web to `dissolve` alone: its result is computed once for a web.
    unchanged: tuple[Web, Web, int] | None = None  # the web, the dissolved one, and the work of that
    for number in range(rounds):
        before = least
        for place, (rewrite, long_rounds) in enumerate(PASSES):
            if halves and place == HALF:
                yield web, least, False
            if tried.get(rewrite) is web:
                continue  # no pass has saved anything since this one ran
            if is_long and number >= long_rounds:
                continue
            tried[rewrite] = web
            trial = web.copy()
            try:
                rewrite(trial)
                if trial.equals(web):
                    if unchanged is None or unchanged[0] is not web:
                        unchanged = (web, *_dissolve_unchanged(web, least))
                    trial, now = unchanged[1:]
                else:
                    trial.changed()
                    trial = dissolve(trial)
                    now = work_of_web(trial)
            except OutOfRangeError:
                continue
            if now < least:
                web, least = trial, now
        yield web, least, True
        if least == before:
            return


def _dissolve_unchanged(web: Web, least: int) -> tuple[Web, int]:
    """Return `dissolve` of a web that a rewrite has left as it was, and its work; `least` is the work of the web."""
    # Dissolving a settled web only renumbers its nodes. The new order may expose common subtrees; where it saves
    # nothing, the copy is skipped.
    if is_settled(web) and work_of_web(web, renumbered=True) >= least:
        return web, least
    dissolved = dissolve(web)
    return dissolved, work_of_web(dissolved)


def _better(new: Program, old: Program) -> Program:
    """Return the new program unless it takes more work, or as much and more sines and cosines."""
    more = work(new) - work(old)
    return new if more < 0 or (more == 0 and _trig(new) <= _trig(old)) else old


def _trig(program: Program) -> int:
    return sum([program.graph.op[node] in (Op.SIN, Op.COS) for node in program.order])
