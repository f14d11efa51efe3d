"""`armillary bench`: how fast the compiled code of a robot is."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from armillary.analysis.bench import KNOWN, USUAL
from armillary.cli.options import (
    FiniteFloat,
    arguments_as_options,
    find_model,
    friction_option,
    json_option,
    listed,
    motors_option,
    names_option,
)
from armillary.tables.json import to_json

if TYPE_CHECKING:
    from armillary.analysis.bench import BenchResult

HELP = (
    f"{listed('Quantities', KNOWN)}\n\n"
    "\b\nExamples:\n  armillary bench panda\n"
    "  armillary bench ur5 --quantities inverse_dynamics,jacobian --states 4096\n"
    "  armillary bench my-arm.toml --motors full --friction --json"
)


@click.command(epilog=HELP)
@click.argument("robot")
@names_option("--quantities", known=KNOWN, default=USUAL, help="Quantities to time, from the list below.")
@click.option("--states", type=click.IntRange(min=1), default=1024, show_default=True, help="Number of random states.")
@click.option(
    "--seconds",
    type=FiniteFloat(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="Measuring time of each quantity [s].",
)
@motors_option("none")
@friction_option(False)
@click.option("--width", type=int, help="Doubles in a vector; default: as many as the CPU has.")
@json_option
def command(
    robot: str,
    quantities: tuple[str, ...],
    states: int,
    seconds: float,
    motors: str,
    friction: bool,
    width: int | None,
    as_json: bool,
) -> None:
    """Time the compiled code of ROBOT, one thread, in nanoseconds per state.

    Beside it are Pinocchio and MuJoCo where they are installed, and the bound that the CPU's multipliers set, all
    measured in this run, taking turns; each keeps its least time. Motors and friction are left out by default: other
    packages have no rotors that turn, and model friction differently.
    """
    from armillary.analysis.bench import bench
    from armillary.analysis.tables import bench_tables
    from armillary.analysis.timing import ROUNDS
    from armillary.cli.terminal.late_bar import step_bar
    from armillary.cli.terminal.screen import Screen
    from armillary.compiler.llvm.target import host
    from armillary.tables.parts import Text

    model = find_model(robot, motors, friction)
    with arguments_as_options("width", "quantity", "states", "seconds"):
        host(width)
        with step_bar("measuring", ROUNDS * len(quantities)) as step:
            result = bench(model, quantities, states=states, seconds=seconds, width=width, progress=step)
    if as_json:
        click.echo(to_json(_data(result)))
    else:
        how = f"motors {result.motors}, {'with' if result.friction else 'without'} friction"
        heading = f"{result.robot}, {how}: ns per state, one thread"
        Screen().show(Text(heading, "heading"), *bench_tables(result))


def _data(result: BenchResult) -> dict[str, Any]:
    data = asdict(result)
    for row, plain in zip(result.rows, data["rows"], strict=True):
        plain["share_of_bound"] = row.share
        plain["unit"] = "ns per state"
        for other, each in zip(row.others, plain["others"], strict=True):
            each["call_ratio"] = other.call / row.call
            each["loop_ratio"] = other.loop / row.batch if other.loop else None
    return data
