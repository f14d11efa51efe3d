"""A trajectory as tables and charts: facts, events, and for notebooks lines of joints, efforts and energies."""

from __future__ import annotations

from armillary.results.charts import charts, spread
from armillary.results.summary import MOST_EVENTS, extent, facts
from armillary.results.trajectory import Trajectory
from armillary.tables.parts import Facts, Notes, Part, Text
from armillary.tables.table import Table, columns

MOST_CHARTS = 8
"""Charts that a notebook shows; `plot` shows all."""


def tables_of(trajectory: Trajectory) -> list[Part]:
    """Return the facts of a run and its first events."""
    shown = [
        ("" if event.run is None else str(event.run), f"{event.t:.6g}", event.kind, event.message)
        for event in trajectory.events[:MOST_EVENTS]
    ]
    left = len(trajectory.events) - len(shown)
    heads = columns("run>", "t [s]>", "event", "what happened", wrap={"what happened": 30})
    found: list[Part] = [Facts(facts(trajectory))]
    if shown:
        found.append(Table("", heads, shown).used())
    return [*found, Notes([f"… and {left} events more: see --json"])] if left else found


def notebook_parts(trajectory: Trajectory) -> list[Part]:
    """Return name and times of a run, its facts, charts and events."""
    if not len(trajectory.t):
        return [Text(repr(trajectory))]
    names = ["joints", "elastic"] if trajectory.elastic else ["joints"]
    names = [*names, *(["torques"] if trajectory.tau.any() else []), "energies"]
    drawn = spread(trajectory) if trajectory.stacked else charts(trajectory, names)
    first, *rest = tables_of(trajectory)
    more = [Notes([f"… and {len(drawn) - MOST_CHARTS} charts more: see plot"])] if len(drawn) > MOST_CHARTS else []
    return [
        Text(f"{trajectory.robot.name}: {extent(trajectory)}", "heading"),
        first,
        *drawn[:MOST_CHARTS],
        *more,
        *rest,
    ]
