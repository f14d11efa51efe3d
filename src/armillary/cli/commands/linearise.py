"""`armillary linearise`: the matrices A, B, C, D about a point."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armillary.cli.coordinates import numbers, q_option, qd_option
from armillary.cli.options import (
    arguments_as_options,
    file_option,
    find_model,
    find_scenario,
    friction_option,
    json_option,
    motors_option,
    set_option,
    write_file,
)
from armillary.errors import ArgumentError
from armillary.tables.json import to_json

if TYPE_CHECKING:
    from armillary.analysis.state_space import StateSpace

EXAMPLES = (
    "\b\nExamples:\n  armillary linearise my-arm.toml --q 0,45deg -o arm.npz\n"
    "  armillary linearise my-arm.toml --inputs shoulder --outputs shoulder,tip,tip.velocity -o arm.mat\n"
    "  armillary linearise swing.toml --set controller.kp=300 --json"
)

SUFFIXES = (".npz", ".mat", ".json")


@click.command(epilog=EXAMPLES)
@click.argument("what", metavar="ROBOT|SCENARIO")
@q_option
@qd_option
@click.option("--tau", metavar="NUMBERS", help="Efforts at the point [N·m, N]; default: those of steady motion.")
@motors_option()
@click.option("--inputs", metavar="NAMES", help="Joints whose efforts are inputs, with commas; default: all.")
@click.option(
    "--outputs",
    metavar="NAMES",
    help="Outputs, with commas: q, qd, qdd, elastic, joints (.rate), frames (.velocity, …); default: q,qd.",
)
@click.option("--sag/--no-sag", default=None, help="Let links sag first; done unless --q bends them or --tau is given.")
@friction_option()
@set_option
@click.option("--t", "time", type=float, default=0.0, help="Time of a scenario's reference and disturbances [s].")
@file_option("--output", "-o", help="Write the matrices and names here: .npz, .mat or .json.")
@json_option
def command(
    what: str,
    q: str | None,
    qd: str | None,
    tau: str | None,
    motors: str,
    inputs: str | None,
    outputs: str | None,
    sag: bool | None,
    friction: bool,
    settings: tuple[str, ...],
    time: float,
    output: Path | None,
    as_json: bool,
) -> None:
    """Linearise ROBOT, or the closed loop of SCENARIO, about a point: ẋ = A x + B u, y = C x + D u.

    The state is the displacements of all coordinates, joints first, then their rates, then the states of a
    controller; inputs are efforts of joints. Shows sizes, names and poles; --json and -o have the matrices.
    """
    from armillary.analysis.linearise import linearise
    from armillary.analysis.tables import state_space_tables
    from armillary.cli.terminal.screen import Screen
    from armillary.tables.parts import Text

    if output and output.suffix.lower() not in SUFFIXES:
        hint = "what the system measures is --outputs"
        raise ArgumentError("--output", repr(str(output)), f"a file that ends in {', '.join(SUFFIXES)}", hint)
    scenario = find_scenario(what, settings, "motors", "friction")
    model = find_model(what, motors, friction) if scenario is None else scenario.moved
    with arguments_as_options("q", "qd", "tau", "inputs", "outputs", "sag", robot="SCENARIO"):
        point = [numbers(model, name, text) for name, text in (("q", q), ("qd", qd), ("tau", tau))]
        names = [_split(text) for text in (inputs, outputs)]
        more: dict[str, Any] = {
            "qd": point[1],
            "tau": point[2],
            "inputs": names[0],
            "outputs": names[1],
            "sag": sag,
            "t": time,
        }
        system = linearise(scenario or model, point[0], **more)
    if output:
        _save(output, system)
    if as_json:
        click.echo(to_json(_data(model.motors, system)))
    else:
        screen = Screen()
        screen.show(
            Text(f"{model.robot.name}, motors {model.motors}: linearised", "heading"), *state_space_tables(system)
        )
        screen.line("One of each conjugate pair; the matrices are in --json and -o.", "dim")
        if output:
            click.echo(f"written: {output}")


def _split(text: str | None) -> list[str] | None:
    return None if text is None else [part.strip() for part in text.split(",") if part.strip()]


def _data(motors: str, system: StateSpace) -> dict[str, Any]:
    poles = system.poles()
    return system.arrays() | {
        "motors": motors,
        "poles": [{"real": pole.real, "imaginary": pole.imag} for pole in poles],
        "warnings": system.warnings,
    }


def _save(path: Path, system: StateSpace) -> None:
    """Write a system whole or not at all."""
    import numpy as np

    buffer, arrays = io.BytesIO(), system.arrays()
    match path.suffix.lower():
        case ".npz":
            members: dict[str, Any] = {name: np.asarray(value) for name, value in arrays.items()}
            np.savez(buffer, **members)
        case ".mat":
            from scipy.io import savemat

            names = {key: np.array(value, dtype=object) for key, value in arrays.items() if isinstance(value, tuple)}
            savemat(buffer, arrays | names)
        case _:
            buffer.write((to_json(arrays) + "\n").encode())
    write_file(path, buffer.getvalue())
