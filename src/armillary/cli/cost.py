"""`armillary cost`: operation counts over quantities and formulations."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from armillary.cli.options import find_robot, json_option, to_json

if TYPE_CHECKING:
    from armillary.compiler.cost import Cost
    from armillary.description.robot import Robot

QUANTITIES = (
    "mass_matrix",
    "coriolis_matrix",
    "gravity",
    "bias",
    "inverse_dynamics",
    "forward_dynamics",
    "pose",
    "jacobian",
)
"""What the table has unless quantities are named."""

MANY = 12
"""Degrees of freedom above which Lagrange's way, which grows with their fourth power, must be asked for."""

EXAMPLES = (
    "\b\nExamples:\n  armillary cost panda ur5\n"
    "  armillary cost stanford rtx --quantity mass_matrix --quantity coriolis_matrix\n"
    "  armillary cost my-arm.toml --formulation newton_euler --friction --json"
)


@click.command(epilog=EXAMPLES)
@click.argument("robots", metavar="ROBOT...", nargs=-1, required=True)
@click.option("--quantity", "quantities", multiple=True, help="A quantity to count; repeat for several.")
@click.option("--formulation", "formulations", multiple=True, help="A formulation to count; repeat for several.")
@click.option(
    "--motors",
    type=click.Choice(["full", "reflected", "none"]),
    default="full",
    show_default=True,
    help="How motors count.",
)
@click.option("--friction", is_flag=True, help="Count joint friction too; published counts leave it out.")
@json_option
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
    found = [find_robot(robot) for robot in robots]
    _check(quantities, formulations)
    rows = [
        row
        for robot in found
        for quantity in quantities or QUANTITIES
        for row in _rows(robot, quantity, formulations, motors, friction)
    ]
    if as_json:
        click.echo(to_json({"motors": motors, "friction": friction, "rows": [_data(row) for row in rows]}))
        return
    for robot in found:
        _write(robot.name, motors, friction, [row for row in rows if row["robot"] == robot.name])


def _check(quantities: tuple[str, ...], formulations: tuple[str, ...]) -> None:
    """Say which name is no quantity or formulation."""
    from armillary.errors import ArgumentError
    from armillary.formulations import registry

    ways = {name for quantity in registry.QUANTITIES.values() for name in quantity.ways}
    for option, given, known in (
        ("--quantity", quantities, registry.QUANTITIES),
        ("--formulation", formulations, sorted(ways)),
    ):
        for name in given:
            if name not in known:
                raise ArgumentError(option, repr(name), f"one of {', '.join(known)}")


def _rows(
    robot: Robot, quantity: str, formulations: tuple[str, ...], motors: str, friction: bool
) -> list[dict[str, Any]]:
    """Return a row for each formulation of a quantity: its counts, or why it has none."""
    from armillary.compiler.cost import count, traced
    from armillary.compiler.passes import optimise
    from armillary.compiler.published import published
    from armillary.errors import ArgumentError
    from armillary.formulations.registry import QUANTITIES as KNOWN

    rows = []
    for way in KNOWN[quantity].ways:
        if formulations and way not in formulations:
            continue
        row: dict[str, Any] = {"robot": robot.name, "quantity": quantity, "formulation": way}
        row["left_out"] = None if formulations else _too_much(robot, quantity, way)
        if row["left_out"] is None:
            try:
                program = traced(robot, quantity, way, motors, friction)
                row |= {"before": count(program), "after": count(optimise(program))}
            except ArgumentError as error:
                row["left_out"] = str(error)
        row["published"] = published(robot, quantity)
        rows.append(row)
    return rows


def _too_much(robot: Robot, quantity: str, way: str) -> str | None:
    """Return why a formulation is left out unless asked for."""
    dof = sum(3 if joint.type == "spherical" else 1 for joint in robot.moving_joints())
    if way == "energy":
        return "differentiates the energy; meant for checks"
    if way == "lagrange" and dof > MANY:
        return f"takes long for {dof} degrees of freedom; ask for it with --formulation lagrange"
    return None


def _data(row: dict[str, Any]) -> dict[str, Any]:
    costs = {key: asdict(row[key]) | {"flops": row[key].flops} if key in row else None for key in ("before", "after")}
    return row | costs | {"published": [asdict(one) for one in row["published"]]}


def _write(name: str, motors: str, friction: bool, rows: list[dict[str, Any]]) -> None:
    from armillary.cli.tables import Report

    report = Report()
    report.heading(f"{name}, motors {motors}, {'with' if friction else 'without'} friction")
    counted = [row for row in rows if row["left_out"] is None]
    if counted:
        report.table(
            [
                "quantity",
                "formulation",
                "before",
                "flops>",
                "simplified",
                "M>",
                "A>",
                "D>",
                "trig>",
                "flops>",
                "published",
            ],
            [_cells(row, first=_is_first(row, counted)) for row in counted],
        )
    for row in rows:
        if row["left_out"] is not None:
            report.line(f"left out: {row['quantity']} by {row['formulation']}: {row['left_out']}")
    for source in dict.fromkeys(one.source for row in counted for one in row["published"]):
        report.line(f"published: {source}")
    report.line("M: multiplications, A: additions and subtractions, D: divisions; flops: all of these and roots.")
    report.line()


def _is_first(row: dict[str, Any], rows: list[dict[str, Any]]) -> bool:
    return next(other for other in rows if other["quantity"] == row["quantity"]) is row


def _cells(row: dict[str, Any], first: bool) -> tuple[str, ...]:
    before: Cost = row["before"]
    after: Cost = row["after"]
    saved = 1 - after.flops / before.flops if before.flops else 0.0
    return (
        row["quantity"] if first else "",
        row["formulation"],
        str(before),
        str(before.flops),
        f"−{saved:.0%}" if saved else "",
        str(after.mul),
        str(after.add),
        str(after.div),
        f"{after.trig} ({after.angles})" if after.trig else "0",
        str(after.flops),
        "; ".join(str(one) for one in row["published"]) if first else "",
    )
