"""Bhangale, Saha, Agrawal: the element formulas, and claims based on them. [Bhangale2004]

The paper gives no parameters, so its statements are checked on the library robots of the types it
compares: inertia matrix and convective terms from the element formulas against the Lagrange form;
whether İ − 2C is skew, which fails in space for the printed elements and holds for the corrected
ones; and that two prismatic joints with orthogonal axes do not couple, intersecting or not.

Its tables of operations could not be reproduced under any counting convention: the element formulas
without simplification give other counts. Ours, simplified, must exceed neither the print nor an
independent recount of full simplification. Robots are those of the library with random centres of mass
and inertias (planar ones in their plane), without motors; the convention is that of
`selection.measures.operations`. Last come the rankings, by operations and by measured time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import cos, sin

import numpy as np

from armillary.compiler.choose import least
from armillary.compiler.cost import Cost
from armillary.description import library
from armillary.description.robot import Joint, Link, Placement, Robot, matrix, vector
from armillary.formulations import denoc, lagrange
from armillary.multibody import Model, as_model
from armillary.multibody.random_states import random_state
from armillary.reproduce import counts
from armillary.reproduce.published import PublishedNumber, Source
from armillary.selection.measures import operations
from armillary.selection.measures.times import Time, race
from armillary.spatial.rotation import tidy
from armillary.spatial.scalar import Floats

TITLE = "Bhangale, Saha, Agrawal: DeNOC element formulas"

PLANAR = ("planar-3r", "planar-rrp", "planar-rpr", "planar-prr")
SPATIAL = ("stanford", "rpr-orthogonal", "rtx")

QUANTITIES = {operations.LABELS[name]: parts for name, parts in operations.QUANTITIES.items()}

# M and A of an independent recount, fully simplified, in the order of QUANTITIES.
RECOUNT = {
    "planar-3r": ((15, 24), (14, 17), (29, 40), (54, 67), (61, 71)),
    "planar-rrp": ((9, 14), (14, 12), (21, 25), (42, 47), (49, 51)),
    "planar-rpr": ((15, 15), (17, 16), (29, 29), (47, 51), (54, 55)),
    "planar-prr": ((9, 10), (11, 9), (20, 18), (37, 36), (44, 40)),
    "stanford": ((13, 12), (28, 17), (38, 26), (54, 44), (61, 48)),
    "rpr-orthogonal": ((13, 12), (19, 14), (32, 25), (46, 39), (53, 43)),
    "rtx": ((5, 5), (4, 2), (9, 7), (18, 13), (20, 14)),
}

# M and A of GIM and of MCI as printed: eq. (15) for n = 3, tables 1 and 2.
PRINTED = {
    "planar-3r": ((59, 38), (106, 77), "eq. (15)"),
    "planar-rrp": ((46, 29), (76, 42), "Table 1"),
    "planar-rpr": ((34, 22), (88, 39), "Table 1"),
    "planar-prr": ((42, 27), (53, 29), "Table 1"),
    "stanford": ((170, 154), (522, 352), "Table 2"),
    "rpr-orthogonal": ((153, 148), (556, 415), "Table 2"),
    "rtx": ((142, 138), (389, 317), "Table 2"),
}

TABLES = {"Table 1": PLANAR[1:], "Table 2": SPATIAL}
"""The robots that each table compares."""

SWAPPED = ("stanford", "rpr-orthogonal")
"""Robots whose order by operations is wrong in the print: the recount and ours have the other one."""

BOTH, SECONDS = "gim_mci", 0.5
"""Ranked quantities, and approximate measurement time [s]."""
MODES = {"batch": "in a batch", "scalar": "one state at a time"}

CONVENTION = f"{operations.CONVENTION}; random centres of mass and inertias, no motors"


def numbers() -> Iterator[PublishedNumber]:
    """Yield, for each robot type of the paper, how well the element formulas hold."""
    for name in (*PLANAR, *SPATIAL):
        model, rng = as_model(library.get(name)), np.random.default_rng(13)
        states = [random_state(model, rng)[:2] for _ in range(5)]
        elements, skew = Source("eq. (13)"), Source("eq. (12)")
        inertia, force, corrected, printed = np.max([_errors(model, *state) for state in states], axis=0)
        yield elements.equal(f"{name}: I(q) less that of Lagrange", 0.0, inertia, 1e-12)
        yield elements.equal(f"{name}: C q̇ less that of Lagrange", 0.0, force, 1e-12)
        yield skew.equal(f"{name}: İ − 2C, corrected elements", 0.0, corrected, 1e-12)
        if name in PLANAR:
            yield skew.equal(f"{name}: İ − 2C, printed elements", 0.0, printed, 1e-12)
        if name == "stanford":  # in space the printed elements leave a symmetric part
            erratum = Source("eq. (12)", "1 says that İ − 2C of the print is not skew in space: erratum")
            yield erratum.equal("stanford: printed elements fail to be skew", 1.0, printed > 1e-3, 0.0)
    yield from _prismatic_claim()
    yield from operation_counts()
    for table in TABLES:
        yield from ranking(table)


def general_robot(name: str) -> Model:
    """Return a robot of the tables as it is counted: random parameters, planar ones in their plane."""
    return counts.general_robot(name, in_plane=name in PLANAR)


def operation_counts() -> Iterator[PublishedNumber]:
    """Yield both tables: printed, by the element formulas without simplification, and ours."""
    for name, recounts in RECOUNT.items():
        model = general_robot(name)
        ours, by_elements = {}, operations.elements(model)
        for (quantity, parts), recount in zip(QUANTITIES.items(), recounts, strict=True):
            cost = ours[quantity] = least(model, *parts).cost
            item = f"{name}: {quantity}, {operations.multiplications(cost)}M {cost.add}A"
            yield Source("recount", f"{CONVENTION}; {operations.FEWEST}").at_most(item, sum(recount), cost.flops)
        gim, mci, where = PRINTED[name]
        simplified = Source(where, f"{CONVENTION}; {operations.FEWEST}: no more than the print")
        plain = Source(where, f"{CONVENTION}; ours: {operations.ELEMENTS}, eq. (13); no convention gives the print")
        for quantity, printed, elements in (("GIM", gim, by_elements["gim"]), ("MCI", mci, by_elements["mci"])):
            item = f"{name}: {quantity}, printed {printed[0]}M {printed[1]}A"
            yield simplified.at_most(item, sum(printed), ours[quantity].flops)
            item = f"{name}: {quantity} by the elements, {elements.mul}M {elements.add}A: multiplications"
            yield plain.differs(item, printed[0], elements.mul, 0.0)


def _prismatic_claim() -> Iterator[PublishedNumber]:
    """Yield claim 3: the inertia that couples two prismatic joints is m e1 · e2, wherever their axes lie."""
    for angle, note in ((90.0, "axes pass each other at 0.3 m: they need not intersect"), (60.0, "")):
        model = as_model(_two_slides(np.radians(angle)))
        ours = denoc.mass_matrix(model, np.array([0.2, -0.4]))[0, 1]
        expected = model.bodies[1].mass * cos(np.radians(angle)) if angle != 90.0 else 0.0
        yield Source("claim 3", note).equal(f"two slides at {angle:g}°: i12", expected, ours, 1e-15)


def _two_slides(angle: float) -> Robot:
    inertia = matrix(0.1 * np.eye(3))
    second = vector(tidy([cos(angle), sin(angle), 0.0]))
    return Robot(
        "two slides",
        (Link("a", 2.0, (0.1, 0.0, 0.0), inertia), Link("b", 3.0, (0.0, 0.2, 0.1), inertia)),
        (
            Joint("first", "prismatic", "base", "a", axis=(1.0, 0.0, 0.0)),
            Joint("second", "prismatic", "a", "b", Placement((0.0, 0.1, 0.3)), axis=second),
        ),
    )


def _errors(model: Model, q: Floats, qd: Floats) -> list[float]:
    """Return the largest errors of I, of C q̇, and of İ − 2C with the corrected and with the printed elements."""
    printed, corrected = (denoc.coriolis_matrix(model, q, qd, consistent) for consistent in (False, True))
    inertia = denoc.mass_matrix(model, q) - lagrange.mass_matrix(model, q)
    force = printed @ qd - lagrange.coriolis_matrix(model, q, qd) @ qd
    rate = lagrange.mass_matrix_derivatives(model, q) @ qd
    return [np.abs(gap).max() for gap in (inertia, force, rate - corrected - corrected.T, rate - printed - printed.T)]


def ranking(table: str) -> Iterator[PublishedNumber]:
    """Yield the ranks of the robots of a table: by operations beside the print, by time beside the ranks by operations.

    The paper ranks by M + A of GIM and MCI. Ours counts both together, simplified, and times the same code, all robots
    taking turns. Sines and cosines are not in M + A but take time: of the planar arms PRR has the fewest operations
    and takes longest, since it needs two angles and the others one. Ranks by operations must be those of the print, but
    for `SWAPPED`, where ours and the recount contradict it; measured times are not checked.
    """
    models = {name: general_robot(name) for name in TABLES[table]}
    printed = {name: sum(PRINTED[name][0]) + sum(PRINTED[name][1]) for name in models}
    costs = {name: least(model, *operations.QUANTITIES[BOTH]).cost for name, model in models.items()}
    recount = {name: sum(RECOUNT[name][2]) for name in models}
    theirs, ours = ranks(printed), ranks({name: cost.flops for name, cost in costs.items()})
    source = Source(table, f"GIM + MCI: print {order(theirs)}; recount {order(ranks(recount))}; ours {order(ours)}")
    for name, cost in costs.items():
        item = f"{name}: rank by operations, {operations.multiplications(cost)}M {cost.add}A"
        if name in SWAPPED:
            yield source.differs(item, theirs[name], ours[name], 0.0)
        else:
            yield source.equal(item, theirs[name], ours[name], 0.0)
    times = race(models, [BOTH], SECONDS)
    for mode, how in MODES.items():
        yield from _timed(table, ours, costs, {name: times[name, BOTH, mode] for name in models}, how)


def _timed(
    table: str, by_operations: Mapping[str, int], costs: Mapping[str, Cost], times: Mapping[str, Time], how: str
) -> Iterator[PublishedNumber]:
    """Yield the ranks by time beside those by operations, and whether they differ; nothing is expected of them."""
    by_time = ranks({name: time.least for name, time in times.items()})
    note = compare(by_operations, by_time, {name: cost.angles for name, cost in costs.items()})
    note = f"GIM + MCI, {how}, measured now, runs within {100 * max(t.spread for t in times.values()):.0f} %: {note}"
    source = Source(table, note)
    for name, time in times.items():
        item = f"{name}: rank by time {how}, {time.least:.3g} ns; expected: by operations"
        yield source.shown(item, by_time[name], by_operations[name])
    yield source.shown(f"{table}: 1 if ranks by operations and by time {how} differ", by_time != by_operations)


def ranks(values: Mapping[str, float]) -> dict[str, int]:
    """Return the rank of each value, 1 for the least; equal values share a rank.

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
