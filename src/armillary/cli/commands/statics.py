"""`armillary statics`: deflection of links and efforts that hold the joints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from armillary.cli import options as shared
from armillary.cli.coordinates import holding, joints_option, numbers, q_option, servo_option, wrenches

if TYPE_CHECKING:
    from armillary.multibody import Model

EXAMPLES = (
    "\b\nExamples:\n  armillary statics my-arm.toml --q 0,45deg\n"
    "  armillary statics my-arm.toml --wrench 0,0,0,0,0,-20 --frame gripper\n"
    "  armillary statics my-arm.toml --servo shoulder=5000 --wrench upper.tip=0,0,0,10,0,0 --json"
)
FIELDS = ("frame", "deflection", "slope", "q", "tau", "stable", "iterations", "warnings")


@click.command(epilog=EXAMPLES)
@shared.model_argument(friction=None)
@q_option
@click.option(
    "--wrench",
    multiple=True,
    metavar="[FRAME=]MX,MY,MZ,FX,FY,FZ",
    help="Moment [N·m] and force [N] on the robot, world axes; repeat for several frames.",
)
@click.option("--frame", default="tip", help="Frame whose deflection is shown, and at which a wrench acts.")
@joints_option("locked", "free: by springs and gravity alone")
@servo_option
@shared.json_option
def command(
    model: Model, q: str | None, wrench: tuple[str, ...], frame: str, joints: str, servo: tuple[str, ...], as_json: bool
) -> None:
    """Show the equilibrium of ROBOT under gravity and wrenches: efforts, deflection, slope.

    Deflection and slope are against the robot with undeformed links and its joints at --q, in world axes.
    """
    from armillary.analysis.statics import statics

    with shared.arguments_as_options("q", "wrench", "frame", "joints"):
        condition = holding(model, joints, servo)
        loads = wrenches(wrench, frame)
        result = statics(model, numbers(model, "q", q), wrench=loads, frame=frame, joints=condition)
    name = model.robot.name
    motors = model.motors
    data = {"robot": name, "motors": motors, "joints": condition, "wrenches": loads, "coordinates": result.names}
    data |= {field: getattr(result, field) for field in FIELDS}
    heading = f"{name}, motors {motors}: equilibrium under gravity" + " and wrenches" * bool(loads)
    shared.answer(as_json, data, *result.tables(), heading=heading)
