"""Selections of made-up measures: how they are weighed and shown does not depend on what is measured."""

from dataclasses import replace

from armillary import library
from armillary.selection import Measure, Selection
from internals import Candidate, score_candidates

ARMS = ("planar-3r", "planar-rrp", "planar-rpr", "planar-prr")


def measured(k: int, rigid: bool = True) -> tuple[Measure, ...]:
    """Return the measures of the k-th candidate."""
    return (
        Measure(
            "operations.inverse_dynamics",
            100 + 7 * k,
            "",
            "less",
            "operations of inverse dynamics",
            f"{60 + 7 * k}M 40A",
        ),
        Measure("operations.inverse_dynamics_m", 60 + 7 * k, "", "less", "M of inverse dynamics"),
        Measure("operations.inverse_dynamics_a", 40, "", "less", "A of inverse dynamics"),
        Measure("operations.inverse_dynamics_angles", 2, "", "less", "angles of inverse dynamics"),
        Measure("times.inverse_dynamics", 5.0 + k / 3, "ns", "less", "time of inverse dynamics", "per state", 0.02),
        Measure(
            "workspace.volume",
            2.0 / (k + 1),
            "m²",
            "more",
            "area that the tip reaches",
            "sampled, the same for all",
            0.01,
        ),
        Measure("effort.motion", 2.0, "s", "", "duration of the motion"),
        Measure(
            "flexible.frequency",
            None if rigid else 6.3,
            "Hz",
            "more",
            "first frequency",
            "rigid links" if rigid else "",
        ),
    )


def selection(weights=None, arms=ARMS, rigid=True, rename=None) -> Selection:
    """Return a selection of made-up measures."""
    names = rename or arms
    robots = [replace(library.get(arm), name=name) for arm, name in zip(arms, names, strict=True)]
    candidates = tuple(Candidate(robot, samples=50) for robot in robots)
    measures = {name: measured(k, rigid) for k, name in enumerate(names)}
    return score_candidates(candidates, measures, weights or {"workspace.volume": 2, "operations.inverse_dynamics": 1})
