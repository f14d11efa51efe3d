"""`armillary frequencies`: natural frequencies and mode shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from armillary.cli.coordinates import holding, numbers, q_option, qd_option, servo_option
from armillary.cli.options import arguments_as_options, find_model, friction_option, json_option, motors_option
from armillary.tables.json import to_json

if TYPE_CHECKING:
    from armillary.analysis.frequencies import Frequencies

EXAMPLES = (
    "\b\nExamples:\n  armillary frequencies my-arm.toml --joints locked\n"
    "  armillary frequencies my-arm.toml --q 0,90deg --servo shoulder=500 --servo elbow=200\n"
    "  armillary frequencies blade.toml --joints locked --qd hub=300rpm --count 4 --json"
)


@click.command(epilog=EXAMPLES)
@click.argument("robot")
@q_option
@motors_option()
@click.option(
    "--joints",
    type=click.Choice(["free", "locked"]),
    default="free",
    show_default=True,
    help="How joints without a servo are held; a locked joint goes on at its rate.",
)
@servo_option
@qd_option
@click.option("--count", type=click.IntRange(min=1), help="Number of frequencies, lowest first; default: all.")
@click.option(
    "--sag/--no-sag", default=None, help="Let links sag under gravity and spin first; done unless --q bends them."
)
@friction_option()
@json_option
def command(
    robot: str,
    q: str | None,
    motors: str,
    joints: str,
    servo: tuple[str, ...],
    qd: str | None,
    count: int | None,
    sag: bool | None,
    friction: bool,
    as_json: bool,
) -> None:
    """Show the natural frequencies of ROBOT about a configuration, rigid-body zeros left out.

    Small oscillations with elasticity, springs, servos, gravity and, where joints turn, spin. Damped ones are given by
    their undamped frequency and their ratio to critical damping.
    """
    from armillary.analysis.frequencies import frequencies
    from armillary.analysis.tables import frequency_tables
    from armillary.cli.terminal.screen import Screen
    from armillary.tables.parts import Text

    model = find_model(robot, motors, friction)
    with arguments_as_options("q", "qd", "joints", "count"):
        held = holding(model, joints, servo)
        point, speed = numbers(model, "q", q), numbers(model, "qd", qd)
        result = frequencies(model, point, joints=held, qd=speed, count=count, sag=sag)
    if as_json:
        click.echo(to_json(_data(model.robot.name, motors, held, result)))
    else:
        how = joints if isinstance(held, str) else "with servos"
        heading = Text(f"{model.robot.name}, motors {motors}, joints {how}: natural frequencies", "heading")
        Screen().show(heading, *frequency_tables(result))


def _data(name: str, motors: str, held: Any, result: Frequencies) -> dict[str, Any]:
    complex_shapes = result.shapes.dtype.kind == "c"
    return {
        "robot": name,
        "motors": motors,
        "joints": held,
        "q": result.q,
        "qd": result.qd,
        "coordinates": result.names,
        "hz": result.hz,
        "damping": result.damping,
        "shapes": result.shapes.real,
        "shapes_imaginary": result.shapes.imag if complex_shapes else None,
        "moves_mostly": [result.main_coordinates(k) for k in range(len(result))],
        "decay": result.decay,
        "growth": result.growth,
        "rigid_body": result.rigid_body,
        "warnings": result.warnings,
    }
