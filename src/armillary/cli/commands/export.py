"""`armillary export`: a robot for other tools."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from armillary.cli.coordinates import numbers
from armillary.cli.options import (
    arguments_as_options,
    find_model,
    find_scenario,
    friction_option,
    json_option,
    listed,
    motors_option,
    names_option,
    set_option,
)
from armillary.errors import ArgumentError
from armillary.exports.programs import EXPORTED
from armillary.tables.json import to_json

if TYPE_CHECKING:
    from armillary.exports.export import Export
    from armillary.multibody import Model
    from armillary.simulation.scenario import Scenario

HELP = (
    f"{listed('Quantities', EXPORTED)}\n\n"
    "\b\nExamples:\n  armillary export panda --to c -o panda_c\n"
    "  armillary export ur5 --to c --precision float --quantities inverse_dynamics,gravity\n"
    "  armillary export stanford --to python --frames tip,yoke\n"
    "  armillary export my-arm.toml --to casadi --no-friction\n  armillary export swing.toml --to fmu"
)

NAMED = ("quantities", "frames", "name", "precision", "fmi", "tunable", "platforms", "limits", "q0", "qd0")
"""Arguments of `export` that are options of the same name."""


@click.command(epilog=HELP)
@click.argument("what", metavar="ROBOT|SCENARIO")
@click.option(
    "--to", "kind", type=click.Choice(["c", "fmu", "casadi", "python"]), required=True, help="Kind of export."
)
@names_option("--quantities", help="Quantities, from the list below, or all; default: the usual ones.")
@motors_option()
@friction_option()
@names_option("--frames", help="Frames whose poses and Jacobians are exported; default: tip.")
@click.option("--name", help="C: name of the files and prefix of the functions; default: the name of the robot.")
@click.option(
    "--precision",
    type=click.Choice(["double", "float"]),
    default="double",
    show_default=True,
    help="C: precision of the numbers.",
)
@click.option("--fmi", type=click.Choice(["2.0", "3.0"]), help="FMU: version of the standard; default: 2.0.")
@names_option(
    "--tunable", help="FMU: numbers that stay parameters: payload, friction, gravity, initial, gains, or all."
)
@names_option(
    "--platforms",
    help="FMU: systems to build for: linux64, win64, macos-arm64, …, all, or none; default: this one.",
)
@click.option("--limits/--no-limits", default=None, help="FMU: whether joint limits act; default: yes.")
@set_option
@click.option("--q0", metavar="NUMBERS", help="FMU: initial configuration, as --q of other commands [rad, m].")
@click.option("--qd0", metavar="NUMBERS", help="FMU: initial rates [rad/s, m/s].")
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path),
    help="Place of the export: a folder for C, a .py file for Python, a .py file or folder for CasADi, an .fmu file.",
)
@json_option
def command(
    what: str,
    kind: str,
    quantities: tuple[str, ...],
    motors: str,
    friction: bool,
    frames: tuple[str, ...],
    name: str | None,
    precision: str,
    fmi: str | None,
    tunable: tuple[str, ...],
    platforms: tuple[str, ...],
    limits: bool | None,
    settings: tuple[str, ...],
    q0: str | None,
    qd0: str | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Write ROBOT for other tools: C, Python, functions of CasADi, or an FMU.

    C is a header and a source with a test and a CMakeLists; Python one module that needs NumPy; CasADi one module
    (.py), or a folder with a .casadi file for each quantity. A SCENARIO becomes an FMU with the whole loop in it.
    """
    from armillary.exports.export import export

    subject = _subject(what, kind, motors, friction, settings)
    target = output or _place(subject, kind)
    options: dict[str, Any] = {"name": name, "precision": precision}
    if quantities:
        options["quantities"] = quantities
    if frames:
        options["frames"] = frames
    options |= _of_fmu(fmi=fmi, tunable=tunable, platforms=platforms, limits=limits)
    options |= _start(subject, q0, qd0)
    with arguments_as_options(*NAMED, path="output", frame="frames"):
        made = export(subject, kind, path=target, **options)
    if as_json:
        click.echo(to_json(_data(made)))
    else:
        click.echo(_text(made))


def _subject(what: str, kind: str, motors: str, friction: bool, settings: tuple[str, ...]) -> Model | Scenario:
    """Return the model or scenario that an argument means."""
    scenario = find_scenario(what, settings, "motors", "friction", "limits", "q0", "qd0")
    if scenario is not None and kind != "fmu":
        raise ArgumentError("--to", f"{kind} for the scenario {what}", "fmu, or the file of a robot")
    return scenario or find_model(what, motors, friction)


def _of_fmu(**options: Any) -> dict[str, Any]:
    """Return the options that were given: `export` says which of them only FMUs have."""
    given = {key: value for key, value in options.items() if value not in (None, ())}
    return {key: "all" if value == ("all",) else value for key, value in given.items()}


def _start(subject: Model | Scenario, q0: str | None, qd0: str | None) -> dict[str, Any]:
    """Return the initial state, if one is given."""
    model = cast("Model", subject)  # `_subject` lets no scenario through with them
    return {key: numbers(model, key, text) for key, text in (("q0", q0), ("qd0", qd0)) if text is not None}


def _place(subject: Model | Scenario, kind: str) -> Path:
    """Return the default place of an export: the name of the robot, in the current folder."""
    from armillary.compiler.names import stem
    from armillary.multibody import Model

    name = stem((subject if isinstance(subject, Model) else subject.model).robot.name)
    return Path({"c": f"{name}_c", "python": f"{name}.py", "casadi": f"{name}_casadi.py", "fmu": f"{name}.fmu"}[kind])


def _data(made: Export) -> dict[str, Any]:
    return {
        "kind": made.kind,
        "robot": made.robot,
        "path": str(made.path),
        "files": [{"file": str(file), "bytes": file.stat().st_size} for file in made.files],
        "functions": list(made.functions),
    }


def _text(made: Export) -> str:
    lines = [f"written: {file} ({file.stat().st_size / 1000:.1f} kB)" for file in made.files]
    if made.functions:
        lines.append(f"functions: {', '.join(made.functions)}")
    return "\n".join([*lines, f"next: {_next(made)}"])


def _next(made: Export) -> str:
    """Say what a user may want to do with an export."""
    path = made.path or Path()
    match made.kind:
        case "c":
            return f"cmake -S {path} -B {path}/build && cmake --build {path}/build && ctest --test-dir {path}/build"
        case "fmu":
            return "import it into a simulator; docs/fmu.md shows several"
        case "casadi" if path.suffix != ".py":
            return f'casadi.Function.load("{made.files[0]}")'
    return f"import {path.stem}; it needs {'casadi' if made.kind == 'casadi' else 'NumPy'}"
