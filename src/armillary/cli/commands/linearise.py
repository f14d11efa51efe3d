"""`armillary linearise`: the matrices A, B, C, D about a point."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armillary.cli import options as shared
from armillary.cli.coordinates import numbers, q_option, qd_option
from armillary.cli.outputs import check_files
from armillary.cli.reading import reading_options
from armillary.errors import ArgumentError
from armillary.files.atomic import write_content
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
@click.argument("what", metavar="ROBOT|SCENARIO", type=shared.ROBOT)
@shared.motors_option()
@shared.friction_option()
@q_option
@qd_option
@click.option("--tau", metavar="NUMBERS", help="Efforts at the point [N·m, N]; default: those of steady motion.")
@click.option("--inputs", metavar="NAMES", help="Joints whose efforts are inputs, with commas; default: all.")
@click.option(
    "--outputs",
    metavar="NAMES",
    help="Outputs, with commas: q, qd, qdd, elastic, joints (.rate), frames (.velocity, …); default: q,qd.",
)
@click.option("--sag/--no-sag", default=None, help="Let links sag first; default: yes, without --tau and bent --q.")
@shared.set_option
@click.option("--t", "time", type=float, default=0.0, help="Time of a scenario's reference and disturbances [s].")
@shared.file_option("--output", "-o", help="Write the matrices and names here: .npz, .mat or .json.")
@reading_options
@shared.json_option
def command(
    what: str,
    motors: str,
    friction: bool,
    q: str | None,
    qd: str | None,
    tau: str | None,
    inputs: str | None,
    outputs: str | None,
    sag: bool | None,
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
    from armillary.tables.parts import Text

    if output and output.suffix.lower() not in SUFFIXES:
        hint = "the outputs of the system are --outputs"
        raise ArgumentError("--output", repr(str(output)), f"a file that ends in {', '.join(SUFFIXES)}", hint)
    check_files({"--output": output}, {})
    scenario = shared.find_scenario(what, settings, "motors", "friction")
    model = shared.find_model(what, motors, friction) if scenario is None else scenario.plant_model
    with shared.arguments_as_options("q", "qd", "tau", "inputs", "outputs", "sag", "t", robot="SCENARIO"):
        options: dict[str, Any] = {"qd": numbers(model, "qd", qd), "tau": numbers(model, "tau", tau)}
        for name, text in (("inputs", inputs), ("outputs", outputs)):
            options[name] = None if text is None else shared.split_names(text)
        system = linearise(scenario or model, numbers(model, "q", q), sag=sag, t=time, **options)
    if output:
        write_content(output, _file(output.suffix.lower(), system), "--output")
    poles = [{"real": pole.real, "imaginary": pole.imag} for pole in system.poles()]
    data = system.arrays() | {"motors": model.motors, "poles": poles, "warnings": system.warnings}
    note = Text("One of each conjugate pair; the matrices are in --json and -o.", "dim")
    heading = f"{model.robot.name}, motors {model.motors}: linearised"
    line = f"written: {output}" if output else ""
    shared.answer(as_json, data, *system.tables(), note, heading=heading, line=line)


def _file(suffix: str, system: StateSpace) -> bytes:
    """Return the content of a file with the matrices and names of a system."""
    import numpy as np

    buffer = io.BytesIO()
    arrays = system.arrays()
    if suffix == ".json":
        return (to_json(arrays) + "\n").encode()
    if suffix == ".npz":
        members: dict[str, Any] = {name: np.asarray(value) for name, value in arrays.items()}
        np.savez(buffer, **members)
    else:
        from scipy.io import savemat

        names = {key: np.array(value, dtype=object) for key, value in arrays.items() if isinstance(value, tuple)}
        savemat(buffer, arrays | names)  # arrays of objects become cells; texts would be padded to one length
    return buffer.getvalue()
