"""`armillary ik`: one configuration, or all, at which a frame reaches a position or a pose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from armillary.cli import options as shared
from armillary.cli.coordinates import by_name, numbers, quantities
from armillary.errors import ArgumentError

if TYPE_CHECKING:
    from armillary.multibody import Model

EXAMPLES = (
    "\b\nExamples:\n  armillary ik ur5 --position 0.3,0.2,0.5\n"
    "  armillary ik panda --position 400mm,0.2,0.5 --rpy 180deg,0,0 --q0 0,0,0,-90deg,0,90deg,0 --json\n"
    "  armillary ik ur5 --position 0.3,0.2,0.5 --rpy 180deg,0,0 --all\n"
    "  armillary ik panda --position 0.4,0.2,0.5 --rpy 180deg,0,0 --all --fixed panda_joint7=45deg"
)


@click.command(epilog=EXAMPLES)
@shared.model_argument(None, None)
@click.option("--position", required=True, metavar="X,Y,Z", help="Position of the frame in the world [m].")
@click.option("--rpy", metavar="R,P,Y", help="Its roll, pitch and yaw about world axes [rad]; default any orientation.")
@click.option("--frame", default="tip", help="Name of the frame.")
@click.option("--q0", metavar="NUMBERS", help="Configuration to start from, joints first: 0.1,30deg [rad, m].")
@click.option("--all", "every", is_flag=True, help="All solutions, in closed form where the arm has one.")
@click.option("--fixed", metavar="JOINT=VALUE", help="With --all: joints that do not move: elbow=90deg,slide=5mm.")
@click.option("--beyond-limits", is_flag=True, help="With --all: also solutions beyond joint limits.")
@click.option("--copies", is_flag=True, help="With --all: also the same solutions with joints turned by whole turns.")
@click.option("--starts", type=click.IntRange(min=0), default=32, help="Number of random starts.")
@shared.seed_option("starts")
@shared.json_option
def command(
    model: Model, position: str, rpy: str | None, frame: str, q0: str | None, every: bool, fixed: str | None,
    beyond_limits: bool, copies: bool, starts: int, seed: int, as_json: bool,
) -> None:  # fmt: skip
    """Find a configuration within the joint limits of ROBOT at which a frame reaches a target, or all with --all.

    Exit status 1 if the target is not reached; the nearest configuration found is shown all the same.
    """
    import numpy as np

    from armillary.motion.inverse_kinematics import inverse_kinematics
    from armillary.multibody.coordinates import coordinate_names, coordinate_units
    from armillary.spatial.rotation import from_rpy
    from armillary.tables.parts import Notes, Text
    from armillary.tables.table import Table, columns

    target = np.array(quantities("--position", position, ["length"] * 3))
    if rpy is not None:
        pose = np.eye(4)
        pose[:3, :3] = from_rpy(*quantities("--rpy", rpy, ["angle"] * 3))
        pose[:3, 3] = target
        target = pose
    names = coordinate_names(model)
    data = {"robot": model.robot.name, "frame": frame, "target": target, "seed": seed, "coordinates": names}
    with shared.arguments_as_options("frame", "q0", "fixed"):
        start = numbers(model, "q0", q0)
        if every:
            solutions = inverse_kinematics(
                model, target, all=True, frame=frame, q0=start, starts=starts, seed=seed,
                fixed=by_name("--fixed", fixed), limits=not beyond_limits, copies=copies,
            )  # fmt: skip
            shared.answer(as_json, data | vars(solutions), *solutions.tables(), Notes([f"q: {', '.join(names)}"]))
            click.get_current_context().exit(0 if solutions.success else 1)
        for option, value in (("--fixed", fixed), ("--beyond-limits", beyond_limits), ("--copies", copies)):
            if value:
                raise ArgumentError(option, "without --all", "--all, whose solutions it chooses")
        result = inverse_kinematics(model, target, frame=frame, q0=start, starts=starts, seed=seed)
    units = coordinate_units(model)["q"]
    rows = [(name, f"{q:.9g}", unit) for name, q, unit in zip(names, result.q, units, strict=True)]
    title = f"{model.robot.name}: configuration with {frame} at the target"
    table = Table(title, columns("coordinate", "q>", ""), rows)
    shared.answer(as_json, data | vars(result), table, Text(str(result.reason)))
    click.get_current_context().exit(0 if result.success else 1)
