"""`armillary fk`: the pose of a frame at a configuration, in numbers or in letters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from armillary.cli import options as shared
from armillary.cli.coordinates import numbers, q_option

if TYPE_CHECKING:
    from armillary.multibody import Model

EXAMPLES = (
    "\b\nExamples:\n  armillary fk ur5 --q 0,-90deg,90deg,0,0,0\n"
    "  armillary fk my-arm.toml --q home --frame gripper --json\n  armillary fk puma560 --symbolic"
)

symbolic_option = click.option(
    "--symbolic", is_flag=True, help="Write formulas in letters; the frame is called tip there."
)


@click.command(epilog=EXAMPLES)
@shared.model_argument(None, None)
@q_option
@click.option("--frame", default="tip", help="Name of the frame or link.")
@symbolic_option
@shared.json_option
def command(model: Model, q: str | None, frame: str, symbolic: bool, as_json: bool) -> None:
    """Show the pose of a frame of ROBOT in the world: position, rotation, quaternion, roll, pitch and yaw."""
    if symbolic:
        write_formulas(model, ("x", "R"), frame, as_json)
        return
    import math

    from armillary.formulations.evaluate import evaluate
    from armillary.multibody.configuration import configuration
    from armillary.multibody.coordinates import coordinate_names
    from armillary.spatial.rotation import to_quaternion, to_rpy
    from armillary.tables.numbers import number
    from armillary.tables.table import Table, columns

    with shared.arguments_as_options("frame", "q"):
        at = configuration(model, numbers(model, "q", q))
        pose = evaluate(model).pose(at, frame)
    R, position = pose[:3, :3], pose[:3, 3]
    quaternion, rpy = to_quaternion(R), to_rpy(R)
    data = {"robot": model.robot.name, "frame": frame, "coordinates": coordinate_names(model), "q": at, "pose": pose}
    data |= {"position": position, "rotation": R, "quaternion": quaternion, "rpy": rpy}
    axes = [(axis, number(p, 9), *(number(x, 6) for x in row)) for axis, p, row in zip("xyz", position, R, strict=True)]
    heads = columns("", "position [m]>", "R: x axis>", "y axis>", "z axis>")
    angles = [
        ("roll, pitch, yaw [deg]", ", ".join(number(math.degrees(angle), 9) for angle in rpy)),
        ("roll, pitch, yaw [rad]", ", ".join(number(angle, 9) for angle in rpy)),
        ("quaternion w, x, y, z", ", ".join(number(x, 9) for x in quaternion)),
    ]
    title = f"{model.robot.name}: {frame} in the world"
    shared.answer(as_json, data, Table(title, heads, axes), Table("", columns("orientation", ""), angles))


def tip_at(model: Model, frame: str) -> Model:
    """Return the model with a frame or link as its tip, which alone has letters in equations."""
    from dataclasses import replace

    from armillary.description.robot import Frame
    from armillary.multibody import build

    if frame == "tip":
        return model
    with shared.arguments_as_options("frame"):
        model.frame(frame)
    robot = model.robot
    tip = next((replace(each, name="tip") for each in robot.frames if each.name == frame), Frame("tip", frame))
    others = tuple(each for each in robot.frames if each.name not in ("tip", frame))
    return build.model(replace(robot, frames=(*others, tip)), motors=model.motors, friction=model.friction)


def write_formulas(model: Model, names: tuple[str, ...], frame: str, as_json: bool, *entries: Any) -> None:
    """Write quantities of a frame, and other formulas, in letters with their meaning."""
    from armillary.cli.commands.equations import formulas_data
    from armillary.cli.screen import EquationsScreen
    from armillary.symbolic.equations import equations
    from armillary.symbolic.printers.page import page

    derived = equations(tip_at(model, frame))
    if as_json:
        shared.answer(True, formulas_data(derived, names, entries))
        return
    screen = EquationsScreen(derived)
    screen.write(page(derived, names, screen.width, None, entries))
