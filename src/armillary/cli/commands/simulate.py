"""`armillary simulate`: run a scenario file, audit it, write its results."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armillary.cli.options import file_option, json_option, set_option
from armillary.cli.outputs import PICTURES, check_files
from armillary.tables.json import to_json

if TYPE_CHECKING:
    from armillary.results.trajectory import Trajectory
    from armillary.simulation.scenario import Scenario

EXAMPLES = (
    "\b\nA scenario, swing.toml (docs/simulation.md has every field):\n"
    '  robot = "khatib-rr"\n  duration = "2 s"\n  q0 = { joint1 = "20 deg" }\n'
    '  reference = { type = "fifth_order", end = ["90 deg", 0], duration = "1.5 s" }\n'
    '  controller = { type = "computed_torque", kp = 400, kd = 40 }\n\n'
    "\b\nExamples:\n  armillary simulate swing.toml\n  armillary simulate swing.toml -o swing.nc --plot swing.png\n"
    "  armillary simulate swing.toml --set controller.kp=300 --set duration=5s --json"
)


@click.command(epilog=EXAMPLES)
@click.argument("scenario", type=click.Path(path_type=Path))
@set_option
@file_option("--output", "-o", help="Write the motion: .nc (NetCDF), .mat or .csv; default: as in SCENARIO.")
@file_option("--plot", "plot_file", help="Draw the motion: .png, .svg or .pdf; default: as in SCENARIO.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    scenario: Path,
    settings: tuple[str, ...],
    output: Path | None,
    plot_file: Path | None,
    as_json: bool,
) -> None:
    """Simulate SCENARIO, a .toml file: a robot, a reference, a controller.

    Prints the audit of energies and what happened. Ctrl-C stops the run and keeps what is done. Exit status 1 if the
    run ended before its time, 130 if that was Ctrl-C.
    """
    from armillary.cli.terminal.late_bar import late_bar
    from armillary.simulation.scenario_file.read import load_scenario
    from armillary.simulation.simulate import simulate

    found = load_scenario(scenario, settings)
    file, picture = output or found.output.file, plot_file or found.output.plot
    names = ["--output" if output else "output.file", "--plot" if plot_file else "output.plot"]
    what = _check(found, file, picture, names)
    with warnings.catch_warnings(record=True) as caught, late_bar("simulating") as progress:
        warnings.simplefilter("always")
        motion = simulate(found, progress=progress)
    if file:
        from armillary.results.files import save

        save(motion, file, names[0])
    if picture:
        from armillary.figures import plot, save_plot

        save_plot(plot(motion, what=what), picture, names[1])
    written = [str(path) for path in (file, picture) if path]
    said = list(dict.fromkeys(str(warning.message) for warning in caught))
    if as_json:
        click.echo(to_json(data(motion, written, said)))
    else:
        _write(motion, written, said)
    ctx.exit(_status(motion, found.duration or 0.0))


def _check(scenario: Scenario, file: Path | None, picture: Path | None, names: list[str]) -> tuple[str, ...] | None:
    """Refuse files and charts before anything is computed; `names` is what errors call the files."""
    from armillary.results.charts import check
    from armillary.results.files import KINDS

    check_files({names[0]: file, names[1]: picture}, {names[0]: KINDS, names[1]: PICTURES})
    what = scenario.output.what
    if picture and what is not None:
        check(what)
    return what


def _status(motion: Trajectory, duration: float) -> int:
    if any(event.kind == "interrupted" for event in motion.events):
        return 130
    return 1 if motion.t[-1] < duration * (1 - 1e-9) else 0


def data(motion: Trajectory, written: list[str], said: list[str]) -> dict[str, Any]:
    """Return what is known of a run, for JSON."""
    from dataclasses import asdict

    from armillary.results.summary import peak_effort

    peak = peak_effort(motion)
    return {
        "robot": motion.robot.name,
        "duration": motion.t[-1] - motion.t[0],
        "rows": len(motion.t),
        "info": motion.info,
        "drift_max": motion.drift_max,
        "drift_rms": motion.drift_rms,
        "peak_energy": motion.peak_energy,
        "peak_effort": None if peak is None else dict(zip(("joint", "effort", "unit", "t"), peak, strict=True)),
        "coordinates": motion.coordinates,
        "q": motion.q[-1],
        "velocities": motion.velocities,
        "qd": motion.qd[-1],
        "events": [asdict(event) for event in motion.events],
        "warnings": said,
        "written": written,
    }


def _write(motion: Trajectory, written: list[str], said: list[str]) -> None:
    from armillary.cli.terminal.screen import Screen
    from armillary.results.shown import tables_of
    from armillary.results.summary import extent
    from armillary.tables.parts import Text

    screen = Screen()
    screen.show(Text(f"{motion.robot.name}: {extent(motion)}", "heading"), *tables_of(motion))
    for text in said:
        screen.line(f"warning: {text}", "warning")
    for path in written:
        screen.line(f"written: {path}")
