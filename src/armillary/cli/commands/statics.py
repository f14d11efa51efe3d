"""`armillary statics`: how links bend, and which efforts hold the joints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from armillary.cli.coordinates import holding, numbers, q_option, servo_option, wrenches
from armillary.cli.options import arguments_as_options, find_model, json_option, motors_option
from armillary.tables.json import to_json

if TYPE_CHECKING:
    from armillary.analysis.statics import Statics

EXAMPLES = (
    "\b\nExamples:\n  armillary statics my-arm.toml --q 0,45deg\n"
    "  armillary statics my-arm.toml --wrench 0,0,0,0,0,-20 --frame gripper\n"
    "  armillary statics my-arm.toml --servo shoulder=5000 --wrench upper.tip=0,0,0,10,0,0 --json"
)


@click.command(epilog=EXAMPLES)
@click.argument("robot")
@q_option
@click.option(
    "--wrench",
    multiple=True,
    metavar="[FRAME=]MX,MY,MZ,FX,FY,FZ",
    help="Moment [N·m] and force [N] on the robot, world axes; repeat for several frames.",
)
@click.option(
    "--frame", default="tip", show_default=True, help="Frame whose deflection is shown, and at which a wrench acts."
)
@motors_option()
@click.option(
    "--joints",
    type=click.Choice(["locked", "free"]),
    default="locked",
    show_default=True,
    help="How joints without a servo are held; free: by springs and gravity alone.",
)
@servo_option
@json_option
def command(
    robot: str,
    q: str | None,
    wrench: tuple[str, ...],
    frame: str,
    motors: str,
    joints: str,
    servo: tuple[str, ...],
    as_json: bool,
) -> None:
    """Show the equilibrium of ROBOT under gravity and wrenches: efforts, deflection, slope.

    Deflection and slope are against the robot with undeformed links and its joints at --q, in world axes.
    """
    from armillary.analysis.statics import statics
    from armillary.analysis.tables import statics_tables
    from armillary.cli.terminal.screen import Screen
    from armillary.tables.parts import Text

    model = find_model(robot, motors)
    with arguments_as_options("q", "wrench", "frame", "joints"):
        held = holding(model, joints, servo)
        loads = wrenches(wrench, frame)
        result = statics(model, numbers(model, "q", q), wrench=loads, frame=frame, joints=held)
    data = _data(model.robot.name, motors, held, loads, result)
    if as_json:
        click.echo(to_json(data))
    else:
        heading = f"{model.robot.name}, motors {motors}: equilibrium under gravity" + " and wrenches" * bool(loads)
        Screen().show(Text(heading, "heading"), *statics_tables(result))


def _data(name: str, motors: str, held: Any, loads: dict[str, list[float]], result: Statics) -> dict[str, Any]:
    return {
        "robot": name,
        "motors": motors,
        "joints": held,
        "wrenches": loads,
        "frame": result.frame,
        "deflection": result.deflection,
        "slope": result.slope,
        "coordinates": result.names,
        "q": result.q,
        "tau": result.tau,
        "stable": result.stable,
        "iterations": result.iterations,
        "warnings": result.warnings,
    }
