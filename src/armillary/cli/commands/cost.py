"""`armillary cost`: operation counts over quantities and formulations."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from armillary.cli import options as shared
from armillary.cli.names import FORMULATIONS, QUANTITIES
from armillary.cli.reading import reading_options
from armillary.errors import ArgumentError

if TYPE_CHECKING:
    from armillary.compiler.cost import Cost
    from armillary.multibody import Model
    from armillary.tables.parts import Part

USUAL = (
    "mass_matrix", "coriolis_matrix", "gravity", "bias", "inverse_dynamics", "forward_dynamics", "pose", "jacobian"
)  # fmt: skip
"""Quantities that are counted by default."""
MANY = 12
"""Degrees of freedom above which Lagrange's formulation, whose cost grows as n⁴, is counted on request only."""

HELP = (
    f"{shared.listed('Quantities', QUANTITIES)}\n\n{shared.listed('Formulations', FORMULATIONS)}\n\n"
    "\b\nExamples:\n  armillary cost panda ur5\n"
    "  armillary cost stanford rtx --quantities mass_matrix,coriolis_matrix\n"
    "  armillary cost my-arm.toml --formulations newton_euler --no-friction --json"
)

LEGEND = (
    "M: multiplications, A: additions and subtractions, D: divisions; flops: all of these and roots; "
    "before: flops before simplification; trig: sines and cosines (angles)."
)


@click.command(epilog=HELP)
@click.argument("robots", metavar="ROBOT...", nargs=-1, required=True, type=shared.ROBOT)
@shared.names_option("--quantities", known=QUANTITIES, default=USUAL, help="Quantities to count, from the list below.")
@shared.names_option(
    "--formulations",
    known=FORMULATIONS,
    help="Formulations to count, from the list below; default: all that the quantity has.",
)
@shared.motors_option()
@shared.friction_option()
@reading_options
@shared.json_option
def command(
    robots: tuple[str, ...],
    quantities: tuple[str, ...],
    formulations: tuple[str, ...],
    motors: str,
    friction: bool,
    as_json: bool,
) -> None:
    """Count the operations of the quantities of ROBOT by each formulation.

    For each the multiplications (M), additions and subtractions (A), divisions (D), evaluations of sine and
    cosine, as the formulation states them and after simplification, beside the counts that papers give.
    """
    models = [shared.find_model(robot, motors, friction) for robot in robots]
    known = list(dict.fromkeys(way for quantity in quantities for way in _ways(quantity)))
    for name in formulations:
        if name not in known:
            problem = f"{name!r} for {', '.join(quantities)}"
            raise ArgumentError("--formulations", problem, f"one of {', '.join(known)}")
    data: list[dict[str, Any]] = []
    parts: list[Part] = []
    for robot, model in zip(robots, models, strict=True):
        rows = [{"argument": robot} | row for quantity in quantities for row in _rows(model, quantity, formulations)]
        data += [_data(row) for row in rows]
        parts += _parts(robot, model, rows)
    shared.answer(as_json, {"motors": motors, "friction": friction, "rows": data}, *parts)


def _ways(quantity: str) -> tuple[str, ...]:
    """Return the formulations of a quantity."""
    from armillary.formulations import registry

    known = registry.QUANTITIES.get(quantity)
    return tuple(known.formulations) if known is not None else ("derivatives",)


def _rows(model: Model, quantity: str, formulations: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return a row for each formulation of a quantity: its counts, or the reason why it was not counted."""
    from armillary.compiler.cost import count, trace_quantity
    from armillary.compiler.passes import optimise
    from armillary.compiler.published import published
    from armillary.formulations.formulation import ALL_FORMULATIONS

    rows = []
    for way in _ways(quantity):
        approximate = way in ALL_FORMULATIONS and ALL_FORMULATIONS[way].approximate
        if way not in formulations and (formulations or approximate):
            continue
        row: dict[str, Any] = {"robot": model.robot.name, "quantity": quantity, "formulation": way}
        row["left_out"] = None if formulations else _too_much(model, way)
        if row["left_out"] is None:
            try:
                program = trace_quantity(model, quantity, formulation=way)
                row |= {"before": count(program), "after": count(optimise(program))}
            except ArgumentError as error:
                row["left_out"] = str(error)
        row["published"] = published(model.robot, quantity)
        rows.append(row)
    return rows


def _too_much(model: Model, way: str) -> str | None:
    """Return why a formulation is counted on request only, or None."""
    from armillary.formulations.formulation import ALL_FORMULATIONS

    known = ALL_FORMULATIONS.get(way)
    if known is None:  # derivatives, which have one way only
        return None
    if known.numbers_only:
        return "differentiates the energy; meant for checks"
    if known.rigid_only and model.flexible:
        return "supports rigid links only"
    if way == "lagrange" and model.nv > MANY:
        return f"takes long for {model.nv} degrees of freedom; ask for it with --formulations lagrange"
    return None


def _data(row: dict[str, Any]) -> dict[str, Any]:
    costs = {key: asdict(row[key]) | {"flops": row[key].flops} if key in row else None for key in ("before", "after")}
    return row | costs | {"published": [asdict(count) for count in row["published"]]}


def _parts(argument: str, model: Model, rows: list[dict[str, Any]]) -> list[Part]:
    """Return the table of one robot."""
    from armillary.analysis.rounded import snap_hints
    from armillary.tables.parts import Notes, Text
    from armillary.tables.table import Table, columns

    name = model.robot.name
    title = name if name == argument else f"{name} ({argument})"
    counted = [row for row in rows if row["left_out"] is None]
    heads = columns(
        "quantity", "formulation", "before>", "saved>", "M>", "A>", "D>", "trig>", "flops>", "published",
        wrap={"published": 9}, spare=("saved", "trig"),
    )  # fmt: skip
    firsts = {row["quantity"]: row for row in reversed(counted)}
    table = Table("", heads, [_cells(row, first=firsts[row["quantity"]] is row) for row in counted])
    left = [row for row in rows if row["left_out"] is not None]
    notes = [f"left out: {row['quantity']} by {row['formulation']}: {row['left_out']}" for row in left]
    notes += dict.fromkeys(f"published: {count.source}" for row in counted for count in row["published"])
    heading = Text(f"{title}, motors {model.motors}, {'with' if model.friction else 'without'} friction", "heading")
    return [heading, *([table] if counted else []), Notes([*notes, *snap_hints(model), LEGEND]), Text()]


def _cells(row: dict[str, Any], first: bool) -> tuple[str, ...]:
    before: Cost = row["before"]
    after: Cost = row["after"]
    saved = 1 - after.flops / before.flops if before.flops else 0.0
    return (
        row["quantity"] if first else "",
        row["formulation"],
        str(before.flops),
        f"−{saved:.0%}" if saved else "",
        str(after.mul),
        str(after.add),
        str(after.div),
        f"{after.trig} ({after.angles})" if after.trig else "0",
        str(after.flops),
        "; ".join(str(count) for count in row["published"]) if first else "",
    )
