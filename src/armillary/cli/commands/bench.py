"""`armillary bench`: how fast the compiled code of a robot is."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from armillary.cli.names import TIMED, USUAL_TIMES, listed
from armillary.cli.options import (
    FiniteFloat,
    arguments_as_options,
    find_model,
    friction_option,
    json_option,
    motors_option,
    to_json,
)

if TYPE_CHECKING:
    from armillary.analysis.bench import BenchResult, OtherTimes, Row

HELP = (
    f"{listed('Quantities', TIMED)}\n\n"
    "\b\nExamples:\n  armillary bench panda\n"
    "  armillary bench ur5 --quantity inverse_dynamics --quantity jacobian --states 4096\n"
    "  armillary bench my-arm.toml --motors full --friction --json"
)

LEGEND = (
    "scalar: the kernel for one state in a native loop; batch: that for a batch, per state; call: one from Python, "
    "with out= if it has one result. bound: multiplies of the batch kernel, sines and cosines included, times what one "
    "takes in a loop of nothing else. flops are counted after simplification, sines and cosines not included."
)


@click.command(epilog=HELP)
@click.argument("robot")
@click.option(
    "--quantity",
    "quantities",
    type=click.Choice(TIMED),
    metavar="NAME",
    multiple=True,
    default=USUAL_TIMES,
    show_default=True,
    help="A quantity to time, from the list below; repeat for several.",
)
@click.option("--states", type=click.IntRange(min=1), default=1024, show_default=True, help="Random states of a batch.")
@click.option(
    "--seconds",
    type=FiniteFloat(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="Time to measure each quantity for.",
)
@motors_option("none")
@friction_option(False)
@click.option("--width", type=int, help="Doubles in a vector; as the CPU has it unless given.")
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
    from armillary.analysis.timing import ROUNDS
    from armillary.cli.terminal.progress import progress_bar
    from armillary.compiler.llvm import cpu

    model = find_model(robot, motors, friction)
    with arguments_as_options("width", "quantity", "states", "seconds"):
        cpu.lanes(width)
        with progress_bar(ROUNDS * len(quantities), "measuring") as step:
            result = bench(model, quantities, states=states, seconds=seconds, width=width, progress=step)
    if as_json:
        click.echo(to_json(_data(result)))
    else:
        _write(result)


def _data(result: BenchResult) -> dict[str, Any]:
    data = asdict(result)
    for row, plain in zip(result.rows, data["rows"], strict=True):
        plain["share_of_bound"] = row.share
        plain["unit"] = "ns per state"
        for other, each in zip(row.others, plain["others"], strict=True):
            each["call_ratio"] = other.call / row.call
            each["loop_ratio"] = other.loop / row.batch if other.loop else None
    return data


def _write(result: BenchResult) -> None:
    from armillary.cli.terminal.tables import Report

    report = Report()
    friction = "with" if result.friction else "without"
    report.heading(f"{result.robot}, motors {result.motors}, {friction} friction: ns per state, one thread")
    report.line(f"CPU {result.cpu}, {result.width} doubles in a vector, batches of {result.states} random states")
    report.line()
    report.table(
        ["quantity", "formulation", "flops>", "scalar>", "batch>", "call>", "multiplies>", "bound>", "of bound>"],
        [_cells(row) for row in result.rows],
        spare=("multiplies", "formulation"),
    )
    others = [(row, other) for row in result.rows for other in row.others]
    if others:
        report.table(
            ["quantity", "package", "function", "loop>", "/ batch>", "call>", "/ call>"],
            [_other_cells(row, other) for row, other in others],
            spare=("function",),
        )
    for line in dict.fromkeys(result.left_out):
        report.line(f"left out: {line}")
    report.line(LEGEND)


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row.quantity,
        row.formulation,
        str(row.cost.flops),
        f"{row.scalar:.1f}",
        f"{row.batch:.2f}",
        f"{row.call:.0f}",
        str(row.multiplications),
        f"{row.bound:.2f}",
        f"{row.share:.0%}",
    )


def _other_cells(row: Row, other: OtherTimes) -> tuple[str, ...]:
    loop = (f"{other.loop:.0f}", f"{other.loop / row.batch:.1f}×") if other.loop else ("", "")
    return row.quantity, other.package, other.function, *loop, f"{other.call:.0f}", f"{other.call / row.call:.1f}×"
