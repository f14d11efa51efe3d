"""Bascetta, Bernasconi, Locatelli, Rocco: frequencies and cost of a two-link flexible arm with motors. [Bascetta2002]

Its motion is in `flexrob_motion`.

Table 2 has the natural frequencies of the straight arm, joints free, for two models: "complete", and "approximate", in
which motors are rotating inertias only: ratio² · rotor inertia at the joints, neither mass nor stator. The printed
figures are those of a model in which every rotation of a beam's tip is HALF the slope there, Φ_r = ½ φ'(L): a switch
(`published_half_slope`) that serves nothing else comes within 0.1 % of all eight. The slope itself gives other
figures, and two cantilever modes for each link are too few: they have neither shear nor moment at the tip, where the
elbow is, and lie up to 22 % above the converged values. Those were found with beam finite elements, and are found here
with ten polynomials for each link; attachment modes come close with three or four.

Operations: six accelerations from (q, q̇, τ). The print gives them for the arm without motors; parameters are constants.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np

from armillary.analysis.frequencies import frequencies
from armillary.compiler.cost import cost
from armillary.description import library
from armillary.description.beam import Beam, Modes
from armillary.description.robot import Link
from armillary.multibody import build
from armillary.reproduce import flexrob_motion
from armillary.reproduce.flexrob_motion import approximate, draw
from armillary.reproduce.published import PublishedNumber, Source
from armillary.spatial.scalar import Floats

__all__ = ["TITLE", "approximate", "draw", "numbers"]

TITLE = "Bascetta, Bernasconi, Locatelli, Rocco: flexible links with motors at the joints"

FourFrequencies = tuple[float, float, float, float]

PRINTED: dict[str, FourFrequencies] = {
    "complete": (6.77, 32.44, 114.87, 176.40),
    "approximate": (10.77, 44.87, 116.96, 240.71),
}
HALF_SLOPE: dict[str, FourFrequencies] = {
    "complete": (6.773, 32.433, 114.839, 176.240),
    "approximate": (10.762, 44.866, 116.879, 240.735),
}
FULL_SLOPE: dict[str, FourFrequencies] = {
    "complete": (6.3111, 30.7357, 112.2621, 194.4898),
    "approximate": (8.6857, 46.6683, 114.8932, 270.1832),
}
CONVERGED: dict[str, FourFrequencies] = {
    "complete": (6.2538, 25.8813, 110.130, 169.795),
    "approximate": (8.4446, 41.618, 113.404, 222.331),
}

# Sines and cosines, additions, multiplications, divisions.
COUNTS_PRINTED = {"print": (2, 484, 648, 3), "print, Euler–Lagrange": (1899, 1497, 7418, 0)}
COUNTS = {"none": (2, 121, 149, 8), "full": (2, 135, 156, 8)}
BY_HAND = (2, 77, 86, 5)
ABOVE = {"print": ("divisions",), "print, Euler–Lagrange": ("divisions",), "by hand": ("additions", "multiplications")}
"""Operations of which ours has more: one division for each pivot, and no structure found by hand."""
OPERATIONS = ("trig", "additions", "multiplications", "divisions")

HALF = "the print halves every rotation of a tip; the switch that reproduces this is wrong for anything else"
RECOMPUTED = "recomputed independently with the equations of the paper, corrected"
ELEMENTS = "converged beam finite elements; ours: ten polynomials for each link"
ATTACHMENT = "converged beam finite elements; ours: modes of the tip's displacement and rotation, then clamped ones"
OPERATION = "six accelerations, no gravity, no stiffening; parameters are constants"


def numbers() -> Iterator[PublishedNumber]:
    """Yield Table 2 in all its versions, then the operation counts, then the arm in motion."""
    table, wrong = (
        Source("Table 2", HALF),
        Source("Table 2", f"{HALF}; ours: the full slope, checked below"),
    )
    for model in PRINTED:
        ours = hertz(model, Modes(bending_y=2, shapes="cantilever"))
        for k, (printed, hz) in enumerate(zip(PRINTED[model], ours, strict=True), start=1):
            yield wrong.differs(f"{model}, print: f{k} [Hz]", printed, hz, 1e-3 * printed)
        half = hertz(model, Modes(bending_y=2, shapes="cantilever", published_half_slope=True))
        yield from _row(f"{model}, print, by half the slope", PRINTED[model], half, 1e-3, table)
        yield from _row(f"{model}, half the slope", HALF_SLOPE[model], half, 1e-4, Source("recomputed", HALF))
        yield from _row(f"{model}, full slope", FULL_SLOPE[model], ours, 1e-4, Source("recomputed", RECOMPUTED))
        yield from converged(model)
    yield from operation_counts()
    yield from flexrob_motion.numbers()


def converged(model: str) -> Iterator[PublishedNumber]:
    """Yield the convergence of modal frequencies to the finite-element limit."""
    ten, eight = (hertz(model, Modes(bending_y=count, shapes="polynomial")) for count in (10, 8))
    yield from _row(f"{model}, converged", CONVERGED[model], ten, 1e-4, Source("recomputed", ELEMENTS))
    change = np.max(np.abs(eight / ten - 1))
    source = Source("recomputed", "eight polynomials for each link instead of ten: the largest relative change")
    yield source.equal(f"{model}, left to converge", 0.0, change, 1e-5)
    for count, part in ((3, 5e-3), (4, 1e-3)) if model == "complete" else ((4, 6e-3),):
        few = hertz(model, Modes(bending_y=count, shapes="attachment"))
        item = f"{model}, {count} attachment modes"
        yield from _row(item, CONVERGED[model], few, part, Source("recomputed", ATTACHMENT))


def operation_counts() -> Iterator[PublishedNumber]:
    """Yield the counts of forward dynamics beside the print and independent recounts."""
    robot = replace(library.get("flexrob"), gravity=(0.0, 0.0, 0.0))
    by_hand = Source("recount", f"{OPERATION}; the arm's structure used by hand: fewer than a general program reaches")
    bound = Source("recount", f"{OPERATION}; a generic recursion with common subexpressions")
    for motors, recount in COUNTS.items():
        counted = cost(build.model(robot, motors=motors, friction=False), "forward_dynamics")
        ours = dict(zip(OPERATIONS, (counted.trig, counted.add, counted.mul, counted.div), strict=True))
        subject = "no motors" if motors == "none" else "complete motors"
        for (kind, count), most in zip(ours.items(), recount, strict=True):
            yield bound.at_most(f"{subject}: {kind}", most, count)
        if motors != "none":
            continue
        published = [(author, counts, Source("sect. 3", OPERATION)) for author, counts in COUNTS_PRINTED.items()]
        for author, counts, source in (*published, ("by hand", BY_HAND, by_hand)):
            for (kind, count), expected in zip(ours.items(), counts, strict=True):
                item = f"{subject}, {author}: {kind}"
                if kind in ABOVE[author]:
                    yield source.shown(item, count, expected)
                else:
                    yield source.at_most(item, expected, count)


@cache
def hertz(model: str, modes: Modes) -> Floats:
    """Return the first four natural frequencies [Hz] of the straight arm, joints free, for a choice of modes."""
    robot = library.get("flexrob")
    robot = replace(robot, links=tuple(_with_modes(link, modes) for link in robot.links))
    if model == "approximate":
        return frequencies(build.model(approximate(robot), motors="reflected"), joints="free").hz[:4]
    return frequencies(robot, joints="free").hz[:4]


def _with_modes(link: Link, modes: Modes) -> Link:
    return replace(link, beam=replace(link.beam, modes=modes)) if isinstance(link.beam, Beam) else link


def _row(item: str, expected: FourFrequencies, ours: Floats, part: float, source: Source) -> Iterator[PublishedNumber]:
    """Yield four frequencies with a relative tolerance."""
    for k, (published, hz) in enumerate(zip(expected, ours, strict=True), start=1):
        yield source.equal(f"{item}: f{k} [Hz]", published, hz, part * published)
