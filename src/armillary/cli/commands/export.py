"""`armillary export`: sources and FMUs of a robot for other tools."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from armillary.cli import options as shared
from armillary.cli.coordinates import numbers
from armillary.cli.names import EXPORTED
from armillary.cli.reading import reading_options
from armillary.errors import ArgumentError

if TYPE_CHECKING:
    from armillary.exports.export import Export
    from armillary.multibody import Model
    from armillary.simulation.scenario import Scenario

HELP = (
    f"{shared.listed('Quantities', EXPORTED)}\n\n"
    "\b\nExamples:\n  armillary export panda --to c -o panda_c\n"
    "  armillary export ur5 --to c --precision float --quantities inverse_dynamics,gravity\n"
    "  armillary export stanford --to python --frames tip,yoke\n"
    "  armillary export my-arm.toml --to casadi --no-friction\n  armillary export swing.toml --to fmu\n"
    "  armillary export swing.toml --to wasm --set solver.type=rk4 --set solver.step=1e-4"
)


@click.command(epilog=HELP)
@click.argument("what", metavar="ROBOT|SCENARIO", type=shared.ROBOT)
@click.option(
    "--to", "kind", type=click.Choice(["c", "fmu", "casadi", "python", "wasm"]), required=True, help="Kind of export."
)
@shared.names_option("--quantities", help="Quantities, from the list below, or all; default: the usual ones.")
@shared.motors_option()
@shared.friction_option()
@shared.names_option("--frames", help="Frames whose poses and Jacobians are exported; default: tip.")
@click.option("--name", help="C, WebAssembly: name of the files, in C also prefix of functions; default: the robot's.")
@shared.choice_option("--precision", ["double", "float"], "double", "C: precision of the numbers.")
@click.option("--fmi", type=click.Choice(["2.0", "3.0"]), help="FMU: version of the standard; default: 2.0.")
@shared.names_option(
    "--tunable", help="FMU: numbers that stay parameters: payload, friction, gravity, initial, gains, or all."
)
@shared.names_option(
    "--platforms", help="FMU: systems to build for: linux64, win64, macos-arm64, …, all, or none; default: this one."
)
@click.option(
    "--limits",
    type=click.Choice(["stop", "end", "none"]),
    help="FMU: what happens at joint limits: end stops, the end of the simulation, or nothing.  [default: stop]",
)
@shared.set_option
@click.option("--q0", metavar="NUMBERS", help="FMU: initial configuration, as --q of other commands [rad, m].")
@click.option("--qd0", metavar="NUMBERS", help="FMU: initial rates [rad/s, m/s].")
@click.option(
    "--output",
    "-o",
    type=shared.PATH,
    help="Place of the export: a folder for C and WebAssembly, a .py file for Python, a .py file or folder for CasADi, "
    "an .fmu file.",
)
@reading_options
@shared.json_option
def command(
    what: str,
    kind: str,
    motors: str,
    friction: bool,
    settings: tuple[str, ...],
    output: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Write ROBOT for other tools: C, Python, functions of CasADi, WebAssembly, or an FMU.

    C is a header and a source with a test and a CMakeLists; Python one module that needs NumPy; CasADi one module
    (.py), or a folder with a .casadi file for each quantity; WebAssembly a module for JavaScript with its types and a
    test. A SCENARIO becomes an FMU or a WebAssembly module with the whole loop in it.
    """
    from armillary.exports.export import export

    subject = _subject(what, kind, motors, friction, settings)
    target = output or _place(subject, kind)
    chosen = {key: value for key, value in options.items() if value not in (None, ())}
    for key in ("tunable", "platforms"):  # `all` is a word for the whole list, not an entry of it
        if chosen.get(key) == ("all",):
            chosen[key] = "all"
    for key in chosen.keys() & {"q0", "qd0"}:
        chosen[key] = numbers(cast("Model", subject), key, chosen[key])  # `_subject` rejects them for a scenario
    with shared.arguments_as_options(*options, path="--output", frame="--frames"):
        written = export(subject, kind, path=target, **chosen)
    files = [{"file": str(file), "bytes": file.stat().st_size} for file in written.files]
    data = {"kind": written.kind, "robot": written.robot, "path": written.path, "files": files}
    shared.answer(as_json, data | {"functions": written.functions}, line=_text(written))


def _subject(what: str, kind: str, motors: str, friction: bool, settings: tuple[str, ...]) -> Model | Scenario:
    """Return the model or scenario that the first argument names."""
    scenario = shared.find_scenario(what, settings, "motors", "friction", "limits", "q0", "qd0")
    if scenario is not None and kind not in ("fmu", "wasm"):
        raise ArgumentError("--to", f"{kind} for the scenario {what}", "fmu or wasm, or the file of a robot")
    return scenario or shared.find_model(what, motors, friction)


def _place(subject: Model | Scenario, kind: str) -> Path:
    """Return the default place of an export: the name of the robot, in the current folder."""
    from armillary.compiler.names import stem
    from armillary.multibody import Model

    name = stem((subject if isinstance(subject, Model) else subject.nominal_model).robot.name)
    return Path(
        {
            "c": f"{name}_c",
            "python": f"{name}.py",
            "casadi": f"{name}_casadi.py",
            "wasm": f"{name}_wasm",
            "fmu": f"{name}.fmu",
        }[kind]
    )


def _text(written: Export) -> str:
    """Return the written files, the functions, and a next step."""
    lines = [f"written: {file} ({file.stat().st_size / 1000:.1f} kB)" for file in written.files]
    if written.functions:
        lines.append(f"functions: {', '.join(written.functions)}")
    path = written.path or Path()
    match written.kind:
        case "c":
            build = f"{path}/build"
            step = f"cmake -S {path} -B {build} && cmake --build {build} && ctest --test-dir {build}"
        case "fmu":
            step = "import it into a simulator; docs/fmu.md shows several"
        case "wasm":
            test = next(file for file in written.files if file.suffix == ".mjs")
            step = f"node {test}; or import {{ load }} from ./{written.files[0].name} in a page"
        case "casadi" if path.suffix != ".py":
            step = f'casadi.Function.load("{written.files[0]}")'
        case kind:
            step = f"import {path.stem}; it needs {'casadi' if kind == 'casadi' else 'NumPy'}"
    return "\n".join([*lines, f"next: {step}"])
