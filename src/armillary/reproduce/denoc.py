"""Bhangale, Saha, Agrawal: the element formulas and the claims that rest on them. [Bhangale2004]

The paper gives no parameters, so its statements are checked on the library robots of the types it
compares: inertia matrix and convective terms from the element formulas against the Lagrange form;
whether İ − 2C is skew, which fails in space for the printed elements and holds for the corrected
ones; and that two prismatic joints with orthogonal axes do not couple, intersecting or not.

Its tables of operations could not be reproduced under any counting convention and stand beside two
counts: the element formulas traced as they are, and ours, simplified, which must not exceed an
independent recount of full simplification. Robots are those of the library with random centres of mass
and inertias (planar ones in their plane), without motors; the convention is that of
`selection.metrics.operations`. Last come the rankings, by operations and by measured time (`denoc_ranking`).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, sin

import numpy as np

from armillary.analysis.states import random_state
from armillary.compiler.least import least
from armillary.description import library
from armillary.description.robot import Joint, Link, Placement, Robot, matrix, vector
from armillary.formulations import denoc, lagrange
from armillary.multibody import Model, as_model
from armillary.reproduce import counts, denoc_ranking
from armillary.reproduce.figure import Figure
from armillary.selection.measures import operations
from armillary.spatial.rotation import tidy

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

CONVENTION = f"{operations.CONVENTION}; random centres of mass and inertias, no motors"


def figures() -> Iterator[Figure]:
    """Yield, for each robot type of the paper, how well the element formulas hold."""
    for name in (*PLANAR, *SPATIAL):
        model, rng = as_model(library.get(name)), np.random.default_rng(13)
        states = [random_state(model, rng)[:2] for _ in range(5)]
        yield Figure(f"{name}: I(q) less that of Lagrange", 0.0, _worst(model, states, _inertia), 1e-12, "eq. (13)")
        yield Figure(f"{name}: C q̇ less that of Lagrange", 0.0, _worst(model, states, _force), 1e-12, "eq. (13)")
        yield Figure(f"{name}: İ − 2C, corrected elements", 0.0, _worst(model, states, _skew), 1e-12, "eq. (12)")
        if name in PLANAR:
            printed = _worst(model, states, _skew_printed)
            yield Figure(f"{name}: İ − 2C, printed elements", 0.0, printed, 1e-12, "eq. (12)")
    yield _stanford_is_not_skew()
    yield from _prismatic_claim()
    yield from operation_counts()
    for table, names in TABLES.items():
        models = {name: general_robot(name) for name in names}
        theirs = {name: sum(PRINTED[name][0]) + sum(PRINTED[name][1]) for name in names}
        yield from denoc_ranking.figures(table, models, theirs)


def general_robot(name: str) -> Model:
    """Return a robot of the tables as it is counted: random parameters, planar ones in their plane."""
    return counts.general_robot(name, in_plane=name in PLANAR)


def operation_counts() -> Iterator[Figure]:
    """Yield both tables: printed, the element formulas as they are, and ours."""
    for name, recounts in RECOUNT.items():
        model = general_robot(name)
        ours, by_elements = {}, operations.elements(model)
        for (quantity, parts), recount in zip(QUANTITIES.items(), recounts, strict=True):
            cost = ours[quantity] = least(model, *parts).cost
            item = f"{name}: {quantity}, {operations.multiplications(cost)}M {cost.add}A"
            note = f"{CONVENTION}; {operations.FEWEST}"
            yield Figure(item, sum(recount), cost.flops, 0.0, "recount", note, "at most")
        gim, mci, where = PRINTED[name]
        for quantity, printed, elements in (("GIM", gim, by_elements["gim"]), ("MCI", mci, by_elements["mci"])):
            note = f"{CONVENTION}; the print cannot be reproduced under any convention"
            item = f"{name}: {quantity}, printed {printed[0]}M {printed[1]}A"
            yield Figure(item, sum(printed), ours[quantity].flops, 0.0, where, note, "shown")
            note = f"{CONVENTION}; ours: {operations.ELEMENTS}, eq. (13)"
            item = f"{name}: {quantity} by the elements, {elements.mul}M {elements.add}A"
            yield Figure(item, sum(printed), elements.flops, 0.0, where, note, "shown")


def _stanford_is_not_skew() -> Figure:
    """In space the printed elements leave a symmetric part; here is its share, which must not vanish."""
    model, rng = as_model(library.get("stanford")), np.random.default_rng(13)
    states = [random_state(model, rng)[:2] for _ in range(5)]
    lost = float(_worst(model, states, _skew_printed) > 1e-3)
    note = "1 says that İ − 2C of the print is not skew in space: erratum"
    return Figure("stanford: printed elements fail to be skew", 1.0, lost, 0.0, "eq. (12)", note)


def _prismatic_claim() -> Iterator[Figure]:
    """Claim 3: the inertia that couples two prismatic joints is m e1 · e2, wherever their axes lie."""
    for angle, note in ((90.0, "axes pass each other at 0.3 m: they need not intersect"), (60.0, "")):
        model = as_model(_two_slides(np.radians(angle)))
        ours = denoc.mass_matrix(model, np.array([0.2, -0.4]))[0, 1]
        expected = model.bodies[1].mass * cos(np.radians(angle)) if angle != 90.0 else 0.0
        yield Figure(f"two slides at {angle:g}°: i12", expected, float(ours), 1e-15, "claim 3", note)


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


def _worst(model: Model, states: list[tuple[np.ndarray, np.ndarray]], gap: object) -> float:
    return max(float(gap(model, q, qd)) for q, qd in states)  # type: ignore[operator]


def _inertia(model: Model, q: np.ndarray, qd: np.ndarray) -> float:
    return np.abs(denoc.mass_matrix(model, q) - lagrange.mass_matrix(model, q)).max()


def _force(model: Model, q: np.ndarray, qd: np.ndarray) -> float:
    C = denoc.coriolis_matrix(model, q, qd, consistent=False)
    return np.abs(C @ qd - lagrange.coriolis_matrix(model, q, qd) @ qd).max()


def _skew(model: Model, q: np.ndarray, qd: np.ndarray, consistent: bool = True) -> float:
    C = denoc.coriolis_matrix(model, q, qd, consistent)
    return np.abs(lagrange.mass_matrix_derivatives(model, q) @ qd - C - C.T).max()


def _skew_printed(model: Model, q: np.ndarray, qd: np.ndarray) -> float:
    return _skew(model, q, qd, consistent=False)
