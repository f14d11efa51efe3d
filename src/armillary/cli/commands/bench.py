"""`armillary bench`: speed of the compiled code of a robot."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from armillary.cli import options as shared
from armillary.cli.names import TIMED, TIMED_BY_DEFAULT

if TYPE_CHECKING:
    from armillary.analysis.bench import BenchResult
    from armillary.multibody import Model

HELP = (
    f"{shared.listed('Quantities', TIMED)}\n\n"
    "\b\nExamples:\n  armillary bench panda\n"
    "  armillary bench ur5 --quantities inverse_dynamics,jacobian --states 4096\n"
    "  armillary bench my-arm.toml --motors full --friction --json"
)


@click.command(epilog=HELP)
@shared.model_argument("none", False)
@shared.names_option(
    "--quantities", known=TIMED, default=TIMED_BY_DEFAULT, help="Quantities to time, from the list below."
)
@click.option("--states", type=click.IntRange(min=1), default=1024, help="Number of random states.")
@click.option("--seconds", type=shared.POSITIVE, default=1.0, help="Measuring time of each quantity [s].")
@click.option("--width", type=int, help="Doubles in a vector; default: as many as the CPU has.")
@shared.json_option
def command(
    model: Model, quantities: tuple[str, ...], states: int, seconds: float, width: int | None, as_json: bool
) -> None:
    """Time the compiled code of ROBOT, one thread, in nanoseconds per state.

    Beside it are Pinocchio and MuJoCo where they are installed, and the bound that the CPU's multipliers set, all
    measured in this run, taking turns; each keeps its least time. Motors and friction are left out by default: other
    packages have no rotors that turn, and model friction differently.
    """
    from armillary.analysis.bench import bench
    from armillary.analysis.timing import ROUNDS
    from armillary.cli.progress import step_bar
    from armillary.compiler.llvm.target import host

    with shared.arguments_as_options("width", "quantity", "states", "seconds"):
        host(width)  # refuses a width that the CPU does not have before anything is measured
        with step_bar("measuring", ROUNDS * len(quantities)) as step:
            result = bench(model, quantities, states=states, seconds=seconds, width=width, progress=step)
    how = f"motors {result.motors}, {'with' if result.friction else 'without'} friction"
    heading = f"{result.robot}, {how}: ns per state, one thread"
    shared.answer(as_json, _data(result), *result.tables(), heading=heading)


def _data(result: BenchResult) -> dict[str, Any]:
    data = asdict(result)
    for row, plain in zip(result.rows, data["rows"], strict=True):
        plain |= {"share_of_bound": row.share, "unit": "ns per state"}
        for other, timing in zip(row.others, plain["others"], strict=True):
            timing["call_ratio"] = other.call / row.call
            timing["loop_ratio"] = other.loop / row.batch if other.loop else None
    return data
