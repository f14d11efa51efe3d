"""`armillary jacobian`: the Jacobian of a frame, its singular values, ellipsoids and static forces, or its formulas."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armillary.cli import options as shared
from armillary.cli.commands.fk import symbolic_option
from armillary.cli.commands.select import task_of
from armillary.cli.coordinates import numbers, q_option, wrenches
from armillary.errors import ArgumentError
from armillary.tables.json import to_json

if TYPE_CHECKING:
    from armillary.multibody import Model
    from armillary.tables.parts import Part

EXAMPLES = (
    "\b\nExamples:\n  armillary jacobian ur5 --q 0,-90deg,90deg,0,10deg,0\n"
    "  armillary jacobian my-arm.toml --q home --reference analytic --orientation zyz --json\n"
    "  armillary jacobian planar-3r --q 0.1,0.5,0.3 --wrench 0,0,0,10,0,0\n"
    "  armillary jacobian planar-3r --q 0.1,0.5,0.3 -o ellipsoids.png\n"
    "  armillary jacobian puma560 --symbolic"
)
REFERENCES = ("world", "body", "space", "analytic")
ROTATIONS = {
    "": ("ω_x", "ω_y", "ω_z"),
    "rpy": ("d roll/dt", "d pitch/dt", "d yaw/dt"),
    "zyz": ("d z/dt", "d y/dt", "d z'/dt"),
    "quaternion": ("dw/dt", "dx/dt", "dy/dt", "dz/dt"),
}


@click.command(epilog=EXAMPLES)
@shared.model_argument(None, None)
@q_option
@click.option("--frame", default="tip", help="Name of the frame or link.")
@shared.choice_option(
    "--reference",
    REFERENCES,
    "world",
    "world: velocities in world axes; body: in axes of the frame; space: twist about the world's origin; "
    "analytic: rates of --orientation.",
)
@shared.choice_option("--orientation", ("rpy", "zyz", "quaternion"), "rpy", "Orientation of an analytic Jacobian.")
@click.option(
    "--task",
    metavar="NAME|ROWS",
    default="position",
    help="Rows of the singular values: position, orientation, pose, or numbers such as 3,4.",
)
@click.option(
    "--wrench",
    multiple=True,
    metavar="[FRAME=]MX,MY,MZ,FX,FY,FZ",
    help="Moment [N·m] and force [N] in the axes of --reference; repeat for several frames.",
)
@symbolic_option
@shared.file_option("--output", "-o", help="Draw velocity and force ellipsoids to this .png, .svg or .pdf file.")
@shared.json_option
def command(
    model: Model,
    q: str | None,
    frame: str,
    reference: Any,
    orientation: Any,
    task: str,
    wrench: tuple[str, ...],
    symbolic: bool,
    output: Path | None,
    as_json: bool,
) -> None:
    """Show the Jacobian of a frame of ROBOT: singular values, manipulability, ellipsoids, static forces.

    With --symbolic: the Jacobian of the frame in letters, det J in factors, and its singular configurations.
    """
    if symbolic:
        _symbolic(model, frame, reference, as_json)
        return
    import numpy as np

    from armillary.analysis.ellipsoids import ellipsoids
    from armillary.cli.outputs import check_files
    from armillary.figures import save_plot
    from armillary.files.kinds import PICTURES
    from armillary.formulations.evaluate import evaluate
    from armillary.kinematics.indices import condition_number, manipulability
    from armillary.kinematics.task import SINGULAR, singular_values
    from armillary.multibody.configuration import configuration
    from armillary.multibody.coordinates import velocity_names
    from armillary.tables.parts import Facts, Text

    check_files({"--output": output}, {"--output": PICTURES})
    if reference == "analytic" and wrench:
        raise ArgumentError(
            "--wrench", "given with --reference analytic", "world, body or space", "angles have no axes"
        )
    if reference != "analytic":
        shared.refuse(["orientation"], f"given with --reference {reference}", "--reference analytic")
    rows_of_task = task_of(task)
    with shared.arguments_as_options("frame", "q", "task", "reference", "orientation"):
        at = configuration(model, numbers(model, "q", q))
        dyn = evaluate(model)
        J = dyn.jacobian(at, frame, reference=reference, orientation=orientation)
        values = singular_values(model, at, frame, rows_of_task)
        ellipsoid = ellipsoids(model, at[None], frame)
    names = velocity_names(model)
    rank = int(np.sum(values.sigma > SINGULAR * values.sigma[0]))
    kappa, w = (index(model, at, frame, rows_of_task) for index in (condition_number, manipulability))
    data: dict[str, Any] = {"robot": model.robot.name, "frame": frame, "coordinates": names, "q": at}
    data |= {"reference": reference, "orientation": orientation if reference == "analytic" else None, "jacobian": J}
    data |= {
        "task": task,
        "singular_values": values.sigma,
        "rank": rank,
        "condition_number": kappa,
        "manipulability": w,
    }
    facts = {
        f"rank of the {task}": f"{rank} of {len(values.sigma)}" + ", singular" * (rank < len(values.sigma)),
        "singular values": ", ".join(f"{sigma:.6g}" for sigma in values.sigma),
        "condition number": f"{kappa:.6g}",
        "manipulability": f"{w:.6g}",
    }
    axes = {"axes": ellipsoid.axes[0].T, "velocity": ellipsoid.velocity[0], "force": ellipsoid.force[0]}
    data["ellipsoids"] = axes
    kind = orientation if reference == "analytic" else ""
    rows = (*ROTATIONS[kind], *(f"v_{axis}" for axis in "xyz"))
    parts: list[Part] = [_matrix(J, rows, names, f"Jacobian of {frame}, {reference}{f' ({kind})' if kind else ''}")]
    if not np.isfinite(J).all():
        parts.append(Text(f"the {orientation} angles are singular at this orientation", "warning"))
    parts += [Facts(facts), _ellipsoid_table(axes)]
    if wrench:
        loads = wrenches(wrench, frame)
        with shared.arguments_as_options(frame="--wrench"):
            efforts = sum(dyn.jacobian(at, name, reference=reference).T @ np.array(w) for name, w in loads.items())
        data |= {"wrenches": loads, "efforts": efforts}
        parts.append(_effort_table(model, names, efforts, reference))
    if output:
        save_plot(ellipsoid.plot(), output, "--output")
        data["files"] = [output]
        parts.append(shared.written([output]))
    shared.answer(as_json, data, *parts, heading=f"{model.robot.name}")


def _matrix(J: Any, rows: tuple[str, ...], names: Sequence[str], title: str) -> Part:
    """Return a table of the Jacobian, a row for each velocity."""
    from armillary.tables.numbers import number
    from armillary.tables.table import Table, columns

    cells = [
        (row, *(number(0.0 if abs(x) <= 1e-15 else x, 5) for x in line)) for row, line in zip(rows, J, strict=True)
    ]
    return Table(title, columns("", *(f"{name}>" for name in names)), cells, wide="shelve")


def _ellipsoid_table(axes: dict[str, Any]) -> Part:
    from armillary.tables.numbers import number, vector
    from armillary.tables.table import Table, columns

    rows = [
        (vector([0.0 if abs(x) <= 1e-15 else x for x in axis]), number(speed), number(force))
        for axis, speed, force in zip(axes["axes"], axes["velocity"], axes["force"], strict=True)
    ]
    heads = columns("axis in the world", "velocity [m/s]>", "force [N]>")
    return Table("Ellipsoids of the position, for unit joint rates and unit joint efforts", heads, rows)


def _effort_table(model: Model, names: Sequence[str], efforts: Any, reference: str) -> Part:
    from armillary.multibody.coordinates import coordinate_units
    from armillary.tables.numbers import number
    from armillary.tables.table import Table, columns

    units = ["N·m" if unit == "rad" else "N" for unit in coordinate_units(model)["q"]]
    rows = [
        (name, number(effort, 6), number(-effort, 6), unit)
        for name, effort, unit in zip(names, efforts, units, strict=True)
    ]
    heads = columns("joint", "exerts the wrench, Jᵀ w>", "holds against it, −Jᵀ w>", "")
    return Table(f"Static efforts without gravity, wrench in {reference} reference", heads, rows)


def _symbolic(model: Model, frame: str, reference: str, as_json: bool) -> None:
    """Write the Jacobian in letters, its determinant in factors, and the singular configurations."""
    from armillary.cli.commands.equations import formulas_data
    from armillary.cli.commands.fk import tip_at, write_formulas
    from armillary.symbolic.equations import equations

    if reference != "world":
        raise ArgumentError("--reference", f"{reference!r} with --symbolic", "world")
    model = tip_at(model, frame)
    derived = equations(model)
    try:
        singular = derived.singularities()
    except ArgumentError as error:
        if error.field != "robot":
            raise
        singular = None
    if as_json:
        entries = () if singular is None else (singular.det,)
        data = formulas_data(derived, ("J",), entries)
        data["singular"] = None if singular is None else list(singular.conditions)
        click.echo(to_json(data))
        return
    write_formulas(model, ("J",), "tip", False, *(() if singular is None else (singular.det,)))
    if singular is None:
        shared.answer(False, {}, line="J is not square: no determinant")
    for condition in singular.conditions if singular else ():
        shared.answer(False, {}, line=f"singular at {condition}")
