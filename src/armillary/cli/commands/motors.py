"""`armillary motors`: motors and gearboxes for a motion."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from armillary.cli import options as shared
from armillary.cli.executing import executor_options, find_executor, resume_option
from armillary.cli.names import OBJECTIVES
from armillary.cli.outputs import DATA, check_files, write_files
from armillary.cli.reading import reading_options
from armillary.errors import ArgumentError
from armillary.files.kinds import PICTURES

EXAMPLES = (
    "\b\nExamples:\n  armillary motors my-arm.toml --motion pick.toml\n"
    "  armillary motors puma560 --motion pick.toml --joint joint4 --joint joint5 --joint joint6 --plot wrist.png\n"
    "  armillary motors my-arm.toml --motion pick.toml --catalogue ours.csv --safety 1.5 --save my-arm-driven.toml\n"
    "  armillary motors my-arm.toml --motion pick.toml --budget 5000 --workers 8 --resume tried/"
)


@click.command(epilog=EXAMPLES)
@click.argument("robot", type=shared.ROBOT)
@shared.motion_option
@click.option(
    "--catalogue",
    type=shared.PATH,
    help="Motors and gears (.toml or .csv, every value with its unit); default: the catalogue of the package.",
)
@shared.choice_option("--objective", OBJECTIVES, "mass", "Quantity to minimise, summed over the joints.")
@click.option(
    "--safety", type=shared.FiniteFloat(min=1), default=1.2, help="Factor on torques and gear loads, not on speeds."
)
@click.option("--joint", "joints", metavar="NAME", multiple=True, help="Joint to choose for; repeat for several.")
@click.option("--keep-mounts", is_flag=True, help="Put motors where the robot's own are, not at the joints.")
@click.option(
    "--built-in",
    metavar="JOINT=KG",
    multiple=True,
    help="Mass of the present drive of a joint that its link contains, to be replaced; repeat for several.",
)
@click.option("--budget", type=click.IntRange(min=0), default=300, help="Number of decisions of the search.")
@executor_options("one")
@resume_option
@shared.file_option("--save", help="Write the robot with its motors (.toml).")
@shared.file_option("--plot", help="Draw torque over speed to this .png, .svg or .pdf file.")
@shared.file_option("--output", "-o", help="Write the drives of all joints to this .json or .csv file.")
@reading_options
@shared.json_option
def command(
    robot: str,
    motion: Path | None,
    joints: tuple[str, ...],
    keep_mounts: bool,
    built_in: tuple[str, ...],
    workers: int | None,
    dask: str | None,
    resume: Path | None,
    save: Path | None,
    plot: Path | None,
    output: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Choose a motor and a gear for each joint of ROBOT so that they carry a motion.

    Rotor, stator and gear masses count: the drive of a joint loads the joints before it. Exit status 1 if no motor of
    the catalogue can drive some joint; the nearest one and its shortfall are then shown, and --save writes nothing.
    """
    from armillary.cli.progress import late_bar
    from armillary.description.toml.writer import to_toml
    from armillary.figures.draw import save_plot
    from armillary.figures.motors import plot_motors
    from armillary.selection.motors.choice import choose_motors
    from armillary.selection.motors.mounts import drivable, existing_mounts

    files: dict[str, Path | None] = {"--save": save, "--output": output, "--plot": plot}
    check_files(files, {"--save": (".toml",), "--output": DATA, "--plot": PICTURES})
    undriven = shared.find_robot(robot)
    chosen: Any = joints or None
    if keep_mounts:  # joints without a motor of the robot's own get one at the joint
        mounts = existing_mounts(undriven)
        chosen = {name: mounts.get(name) for name in joints or [joint.name for joint in drivable(undriven)]}
    with (
        shared.arguments_as_options(*options, "resume", "built_in", joints="--joint"),
        late_bar(f"choosing motors of {undriven.name}") as progress,
    ):
        executor = find_executor(workers, dask, resume)
        masses = _masses(built_in)
        choice = choose_motors(
            undriven, motion, joints=chosen, built_in=masses, executor=executor, progress=progress, **options
        )
    writers = {
        "--save": lambda _: to_toml(choice.robot) if choice.robot else None,
        "--plot": lambda path: save_plot(plot_motors(choice), path, "--plot"),
    }
    if choice.robot is None:
        files["--save"] = None  # no motor drives some joint: half a robot would be taken for a whole one
    names = write_files(choice, files, writers)
    shared.answer(as_json, choice.to_json(), *choice.tables(), shared.written(names))
    if not choice.feasible:
        click.get_current_context().exit(1)


def _masses(texts: tuple[str, ...]) -> dict[str, float]:
    """Return the masses of built-in drives by joint."""
    masses: dict[str, float] = {}
    for text in texts:
        joint, _, mass = text.rpartition("=")
        try:
            masses[joint] = float(mass)
        except ValueError:
            raise ArgumentError("built_in", repr(text), "JOINT=KG, such as elbow=2.5") from None
    return masses
