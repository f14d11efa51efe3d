"""`armillary statics`: how links bend, and which efforts hold the joints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from armillary.cli.coordinates import holding, numbers, q_option, servo_option, wrenches
from armillary.cli.options import arguments_as_options, find_model, json_option, motors_option, to_json

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
@click.option("--frame", default="tip", show_default=True, help="Whose deflection to show, and where a wrench acts.")
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

    model = find_model(robot, motors)
    with arguments_as_options("q", "wrench", "frame", "joints"):
        held = holding(model, joints, servo)
        loads = wrenches(wrench, frame)
        result = statics(model, numbers(model, "q", q), wrench=loads, frame=frame, joints=held)
    data = _data(model.robot.name, motors, held, loads, result)
    if as_json:
        click.echo(to_json(data))
    else:
        _write(
            f"{model.robot.name}, motors {motors}: equilibrium under gravity" + " and wrenches" * bool(loads), result
        )


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


def _write(heading: str, result: Statics) -> None:
    import numpy as np

    from armillary.cli.terminal.tables import Report
    from armillary.multibody.coordinates import coordinate_units, elastic_units, joint_count, joint_places

    model, report = result.model, Report()
    report.heading(heading)
    movements = {"deflection [mm]": 1000 * result.deflection, "slope [deg]": np.degrees(result.slope)}
    report.table(
        [result.frame, "x>", "y>", "z>", "in all>"],
        [(name, *map(_number, _tidy(xyz)), _number(np.linalg.norm(xyz))) for name, xyz in movements.items()],
    )
    units, joints = coordinate_units(model)["tau"], range(joint_count(model))
    positions = {v.start: result.q[q.start] for q, v in joint_places(model).values() if q.stop - q.start == 1}
    at = dict(zip(positions, _tidy(positions.values()), strict=True))
    tau, bent = _tidy(result.tau), _tidy(result.q[model.nq - len(model.elastic) :])
    rows = [(result.names[k], _number(at[k]) if k in at else "", _number(tau[k]), units[k]) for k in joints]
    if rows:
        report.table(["joint", "at [rad, m]>", "effort>", ""], rows)
    if model.elastic:
        coordinates = zip(model.elastic, map(_number, bent), elastic_units(model), strict=True)
        report.table(["elastic coordinate", "value>", ""], list(coordinates))
    for warning in result.warnings:
        report.line(f"warning: {warning}")


def _tidy(values: Iterable[float]) -> list[float]:
    """Return numbers with zeros where there is nothing but rounding: against the largest, or against one."""
    numbers = [float(value) for value in values]
    floor = 1e-13 * max((abs(value) for value in numbers), default=0.0)
    return [value if abs(value) > max(floor, 1e-18) else 0.0 for value in numbers]


def _number(value: Any) -> str:
    return f"{value + 0.0:.6g}"
