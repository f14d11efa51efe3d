"""Which robot of each table is cheapest: by operations, and by measured time. [Bhangale2004, tables 1 and 2]

The paper ranks by M + A of GIM and MCI. Ours counts both together, simplified (`compiler.least`), and times that very
code (`selection.metrics.times`), all robots taking turns. Sines and cosines are not in M + A but take their time: of
the planar arms PRR has the fewest operations and takes longest, since it needs two angles and the others one. A
selection by operations alone misleads. The cheapest by operations, on which print and recount agree, is checked; times,
which are measured anew each time, never are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from armillary.compiler.cost import Cost
from armillary.compiler.least import least
from armillary.multibody import Model
from armillary.reproduce.figure import Figure
from armillary.selection.measures.operations import QUANTITIES, multiplications
from armillary.selection.measures.times import Time, race

BOTH = "gim_mci"
SECONDS = 0.5
"""Approximate measurement time [s]."""

MODES = {"batch": "in a batch", "scalar": "one state at a time"}


def figures(table: str, models: Mapping[str, Model], printed: Mapping[str, int]) -> Iterator[Figure]:
    """Yield the ranks of the robots of a table: by operations beside the print, and by time beside those.

    Args:
        table: Where the print has them.
        models: The robots, by names.
        printed: M + A of GIM and MCI in print.
    """
    costs = {name: least(model, *QUANTITIES[BOTH]).cost for name, model in models.items()}
    theirs, ours = ranks(printed), ranks({name: cost.flops for name, cost in costs.items()})
    note = f"GIM + MCI: print {order(theirs)}; ours {order(ours)}; the cheapest is checked"
    for name, cost in costs.items():
        item = f"{name}: rank by operations, {multiplications(cost)}M {cost.add}A"
        yield Figure(item, theirs[name], ours[name], 0.0, table, note, "equal" if theirs[name] == 1 else "shown")
    times = race(models, [BOTH], SECONDS)
    for mode, how in MODES.items():
        yield from _timed(table, ours, costs, {name: times[name, BOTH, mode] for name in models}, how)


def _timed(
    table: str, by_operations: Mapping[str, int], costs: Mapping[str, Cost], times: Mapping[str, Time], how: str
) -> Iterator[Figure]:
    """Yield the ranks by time beside those by operations, and whether they differ; nothing is expected of them."""
    by_time = ranks({name: time.least for name, time in times.items()})
    note = compare(by_operations, by_time, {name: cost.angles for name, cost in costs.items()})
    note = f"GIM + MCI, {how}, measured now, runs within {100 * max(t.spread for t in times.values()):.0f} %: {note}"
    for name, time in times.items():
        item = f"{name}: rank by time {how}, {time.least:.3g} ns; expected: by operations"
        yield Figure(item, by_operations[name], by_time[name], 0.0, table, note, "shown")
    differ = float(by_time != by_operations)
    yield Figure(f"{table}: 1 if ranks by operations and by time {how} differ", None, differ, 0.0, table, note, "shown")


def ranks(values: Mapping[str, float]) -> dict[str, int]:
    """Return the place of each, 1 for the least; equals share a place.

    Example:
        >>> ranks({"a": 7.0, "b": 5.0, "c": 7.0})
        {'a': 2, 'b': 1, 'c': 2}
    """
    return {name: 1 + sum(other < value for other in values.values()) for name, value in values.items()}


def order(places: Mapping[str, int]) -> str:
    """Return the names in the order of their places, as in "a < b"; "a = b" where they share one."""
    names = sorted(places, key=lambda name: places[name])
    text = names[0] if names else ""
    for before, name in pairwise(names):
        text += f" {'=' if places[before] == places[name] else '<'} {name}"
    return text


def compare(by_operations: Mapping[str, int], by_time: Mapping[str, int], angles: Mapping[str, int]) -> str:
    """Return both rankings in words, whether they differ, and whether the cheapest by operations takes longest."""
    text = f"by operations {order(by_operations)}, by time {order(by_time)}: they "
    if by_time == by_operations:
        return f"{text}agree in this run"
    text += "differ"
    cheapest = [name for name, place in by_operations.items() if place == 1]
    for name in cheapest:
        if by_time[name] == len(by_time):
            others = max(angles[other] for other in angles if other != name)
            text += f"; {name} has the fewest operations and takes longest"
            text += f", with sines of {angles[name]} angles and at most {others} elsewhere" * (angles[name] > others)
    return text
