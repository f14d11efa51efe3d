"""`armillary motors`: motors and gear boxes for a motion."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from armillary.cli.options import FiniteFloat, arguments_as_options, file_option, find_robot, json_option
from armillary.cli.outputs import DATA, PICTURES, check_files, data_text, write_files
from armillary.selection.motors.choice import OBJECTIVES

if TYPE_CHECKING:
    from armillary.description.robot import Robot
    from armillary.selection.motors import MotorChoice, Seat

EXAMPLES = (
    "\b\nExamples:\n  armillary motors my-arm.toml --task pick.toml\n"
    "  armillary motors puma560 --task pick.toml --joint joint4 --joint joint5 --joint joint6 --plot wrist.png\n"
    "  armillary motors my-arm.toml --task pick.toml --catalogue ours.csv --safety 1.5 --save my-arm-driven.toml"
)


@click.command(epilog=EXAMPLES)
@click.argument("robot")
@click.option(
    "--task",
    type=click.Path(path_type=Path),
    help="Motion file (.toml) that the drives must carry; default: the standard motion.",
)
@click.option(
    "--catalogue",
    type=click.Path(path_type=Path),
    help="Motors and gears (.toml or .csv, every value with its unit); default: the catalogue of the package.",
)
@click.option(
    "--objective",
    type=click.Choice(list(OBJECTIVES)),
    default="mass",
    show_default=True,
    help="Quantity to minimise, summed over the joints.",
)
@click.option(
    "--safety",
    type=FiniteFloat(min=1),
    default=1.2,
    show_default=True,
    help="Factor on torques and gear loads; speeds have none.",
)
@click.option("--joint", "joints", metavar="NAME", multiple=True, help="Joint to choose for; repeat for several.")
@click.option("--keep-seats", is_flag=True, help="Put motors where the robot's own are, not at the joints.")
@click.option(
    "--budget",
    type=click.IntRange(min=0),
    default=300,
    show_default=True,
    help="Number of decisions of the search.",
)
@file_option("--save", help="Write the robot with its motors (.toml).")
@file_option("--plot", help="Draw torque over speed to this .png, .svg or .pdf file.")
@file_option("--output", "-o", help="Write the drives of all joints to this .json or .csv file.")
@json_option
def command(
    robot: str,
    task: Path | None,
    catalogue: Path | None,
    objective: str,
    safety: float,
    joints: tuple[str, ...],
    keep_seats: bool,
    budget: int,
    save: Path | None,
    plot: Path | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Choose a motor and a gear for each joint of ROBOT so that they carry a motion.

    Rotor, stator and gear masses count: what drives a joint loads those before it. Ends with status 1 if the catalogue
    has none that carries some joint; the nearest one and what it lacks are then told, and --save writes nothing.
    """
    from armillary.cli.terminal.late_bar import late_bar
    from armillary.description.toml.writer import to_toml
    from armillary.figures.motors import save_motors
    from armillary.selection.motors import choose_motors

    files: dict[str, Path | None] = {"--save": save, "--output": output, "--plot": plot}
    check_files(files, {"--save": (".toml",), "--output": DATA, "--plot": PICTURES})
    found = find_robot(robot)
    with (
        arguments_as_options("catalogue", "objective", "safety", "budget", joints="joint"),
        late_bar(f"choosing motors of {found.name}") as progress,
    ):
        choice = choose_motors(
            found,
            task,
            catalogue=catalogue,
            objective=objective,
            safety=safety,
            joints=_seated(found, joints) if keep_seats else joints or None,
            budget=budget,
            progress=progress,
        )
    if choice.robot is None:
        files["--save"] = None  # the motors of some joint do not carry the motion

    def robot_file(_: Path) -> str | None:
        return to_toml(choice.robot) if choice.robot else None

    def draw(path: Path) -> None:
        save_motors(choice, path, "--plot")

    written = write_files(
        files, {"--save": robot_file, "--output": lambda path: data_text(choice, path), "--plot": draw}
    )
    if as_json:
        click.echo(choice.to_json())
    else:
        _write(choice, written)
    if not choice.feasible:
        click.get_current_context().exit(1)


def _seated(robot: Robot, joints: tuple[str, ...]) -> dict[str, Seat | None]:
    """Return the joints to choose for, each with the seat of the motor that it has."""
    from armillary.selection.motors.seats import drivable, existing_seats

    seats = existing_seats(robot)
    return {name: seats.get(name) for name in joints or [joint.name for joint in drivable(robot)]}


def _write(choice: MotorChoice, written: list[str]) -> None:
    from armillary.cli.terminal.screen import Screen
    from armillary.tables.parts import Notes

    Screen().show(*choice.tables(), Notes([f"written: {path}" for path in written]))
