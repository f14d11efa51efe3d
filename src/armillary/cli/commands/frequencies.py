"""`armillary frequencies`: natural frequencies and mode shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from armillary.cli import options as shared
from armillary.cli.coordinates import holding, joints_option, numbers, q_option, qd_option, servo_option

if TYPE_CHECKING:
    from armillary.multibody import Model

EXAMPLES = (
    "\b\nExamples:\n  armillary frequencies my-arm.toml\n"
    "  armillary frequencies my-arm.toml --q 0,90deg --servo shoulder=500 --servo elbow=200\n"
    "  armillary frequencies blade.toml --qd hub=300rpm --count 4 --json"
)
FIELDS = ("q", "qd", "hz", "damped_hz", "undamped_hz", "damping", "decay", "growth", "rigid_body", "warnings", "notes")


@click.command(epilog=EXAMPLES)
@shared.model_argument()
@q_option
@joints_option("locked", "a locked joint keeps its rate")
@servo_option
@qd_option
@click.option("--count", type=click.IntRange(min=1), help="Number of frequencies, lowest first; default: all.")
@click.option(
    "--sag/--no-sag", default=None, help="Let links sag under gravity and spin first; default: yes, unless --q bends."
)
@click.option("--convergence", is_flag=True, help="Show the errors of the modes instead, against many more modes.")
@shared.json_option
def command(
    model: Model,
    q: str | None,
    joints: str,
    servo: tuple[str, ...],
    qd: str | None,
    count: int | None,
    sag: bool | None,
    convergence: bool,
    as_json: bool,
) -> None:
    """Show the natural frequencies of ROBOT about a configuration, rigid-body zeros left out.

    Small oscillations with elasticity, springs, servos, gravity and, where joints turn, spin. Damped modes have
    their natural and damped frequency and their ratio to critical damping; undamped frequencies are below the table.
    """
    from armillary.analysis.frequencies import frequencies

    with shared.arguments_as_options("q", "qd", "joints", "count"):
        condition = holding(model, joints, servo)
        point, speed = numbers(model, "q", q), numbers(model, "qd", qd)
        if convergence:
            if qd is not None or sag is not None:
                raise click.UsageError("--convergence compares the robot at rest, with sag: leave out --qd and --sag.")
            _show_convergence(model, point, condition, as_json, {} if count is None else {"count": count})
            return
        result = frequencies(model, point, joints=condition, qd=speed, count=count, sag=sag)
    name = model.robot.name
    motors = model.motors
    shapes = result.shapes
    data = {"robot": name, "motors": motors, "joints": condition, "coordinates": result.names} | {
        "shapes": shapes.real,
        "shapes_imaginary": shapes.imag if shapes.dtype.kind == "c" else None,
        "moves_mostly": [result.main_coordinates(k) for k in range(len(result))],
    }
    data |= {field: getattr(result, field) for field in FIELDS}
    how = joints if isinstance(condition, str) else "with servos"
    heading = f"{name}, motors {motors}, joints {how}: natural frequencies"
    shared.answer(as_json, data, *result.tables(), heading=heading)


def _show_convergence(model: Model, q: Any, held: Any, as_json: bool, count: dict[str, int]) -> None:
    """Show the errors of the modes of a robot, mode by mode."""
    from armillary.analysis.convergence import convergence

    result = convergence(model, q, joints=held, **count)
    fields = ("hz", "converged", "errors", "sag", "tolerance", "count", "enough", "recommendation")
    data = {"robot": model.robot.name} | {name: getattr(result, name) for name in fields}
    shared.answer(as_json, data, *result.tables(), heading=f"{model.robot.name}: modes against many more")
