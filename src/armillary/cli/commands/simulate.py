"""`armillary simulate`: run a scenario file or the first scenario of a robot, audit it, write its results."""

from __future__ import annotations

import warnings
from functools import partial
from pathlib import Path

import click

from armillary.cli import options as shared
from armillary.cli.loops import find_loop, loop_options, names_robot, start_option, start_setting
from armillary.cli.outputs import check_files
from armillary.cli.reading import FILES, reading_options, strictly
from armillary.files.kinds import PICTURES

EXAMPLES = (
    "\b\nA scenario, swing.toml (docs/simulation/scenario-files.md has every field):\n"
    '  robot = "khatib-rr"\n  duration = "2 s"\n  q0 = { joint1 = "20 deg" }\n'
    '  reference = { type = "fifth_order", end = ["90 deg", 0], duration = "1.5 s" }\n'
    '  controller = { type = "computed_torque", kp = 400, kd = 40 }\n\n'
    "\b\nExamples:\n  armillary simulate swing.toml\n  armillary simulate swing.toml -o swing.nc --plot swing.png\n"
    "  armillary simulate swing.toml --set controller.kp=300 --set duration=5s --json\n"
    "  armillary simulate swing.toml --q0 joint1=30deg\n  armillary simulate go2.xml --duration 2"
)


@click.command(epilog=EXAMPLES)
@click.argument("what", metavar="ROBOT|SCENARIO", type=shared.ROBOT)
@shared.set_option
@start_option
@loop_options
@click.option("--duration", type=shared.POSITIVE, help="Simulated time of a ROBOT [s]; default: 10.")
@shared.file_option("--output", "-o", help="Write the motion: .nc (NetCDF), .mat or .csv; default: as in SCENARIO.")
@shared.file_option("--plot", "plot_file", help="Draw the motion: .png, .svg or .pdf; default: as in SCENARIO.")
@reading_options
@shared.json_option
@click.pass_context
def command(
    ctx: click.Context,
    what: str,
    settings: tuple[str, ...],
    q0: str | None,
    free: bool,
    limits: str | None,
    duration: float | None,
    output: Path | None,
    plot_file: Path | None,
    as_json: bool,
) -> None:
    """Simulate SCENARIO, a .toml file: a robot, a reference, a controller; or ROBOT alone.

    A name of the library, such as manutec-r3, gives the scenario that is kept there. A ROBOT makes a first move under
    PD control with gravity compensation, as on the page of `armillary show ROBOT -o FILE.html`. A floating base is
    fixed where it starts; --base free lets it float.

    Prints the energy audit and the events. Ctrl-C stops the run and keeps the motion so far. Exit status 1 if the run
    ended early, 130 if Ctrl-C stopped it.
    """
    from armillary.cli.progress import late_bar
    from armillary.errors import ArgumentError, RunInterrupted
    from armillary.results import charts
    from armillary.results.summary import extent, run_data, tables_of
    from armillary.results.tables import KINDS, save
    from armillary.simulation.scenario_file.read import load_scenario
    from armillary.simulation.simulate import simulate
    from armillary.tables.parts import Text

    remarks: list[str] = []
    if names_robot(what):
        scenario = find_loop(what, settings, q0=q0, free=free, limits=limits, duration=duration)
        remarks = list(scenario.plant_model.robot.notes)
    else:
        shared.refuse(
            ("free", "limits", "duration", *FILES),
            f"given for the scenario {what}",
            "a robot: a scenario has fields for it",
        )
        read = partial(load_scenario, Path(what), strict=strictly())
        scenario = read(settings)
        if q0 is not None:  # read again, so that reference and law are checked at the new start
            scenario = read((*settings, start_setting(scenario, "q0", q0)))
    file = output or scenario.output.file
    picture = plot_file or scenario.output.plot
    # A fault of a file is reported where the user named it: by the option, or in the scenario.
    file_name = "--output" if output else "output.file"
    names = [file_name, "--plot" if plot_file else "output.plot"]
    check_files({names[0]: file, names[1]: picture}, {names[0]: KINDS, names[1]: PICTURES})
    chosen = {setting.partition("=")[0].strip() for setting in settings}
    for name, path, option in zip(names, (file, picture), ("--output", "--plot"), strict=True):
        # Only what was typed for this run may replace a file: a scenario that is run twice must not lose a result.
        if path is not None and name not in (option, *chosen) and path.exists():
            expected = "a new file, where only the scenario names it"
            hint = f"{option} {path} replaces it"
            raise ArgumentError(name, f"{path}, which exists", expected, hint)
    if picture and scenario.output.what is not None:  # before the run, which may take minutes
        charts.check(scenario.output.what)
    interrupted = False
    with warnings.catch_warnings(record=True) as caught, late_bar("simulating") as progress:
        warnings.simplefilter("always")
        try:
            motion = simulate(scenario, progress=progress)
        except RunInterrupted as error:
            motion = error.trajectory
            interrupted = True
    if file:
        save(motion, file, names[0])
    if picture:
        from armillary.figures import plot, save_plot

        save_plot(plot(motion, what=scenario.output.what), picture, names[1])
    files = [str(path) for path in (file, picture) if path]
    messages = list(dict.fromkeys(str(warning.message) for warning in caught))
    notes = [Text(f"note: {text}") for text in remarks] + [Text(f"warning: {text}", "warning") for text in messages]
    notes += [Text(f"written: {path}") for path in files]
    heading = f"{motion.robot.name}: {extent(motion)}"
    shared.answer(
        as_json,
        run_data(motion) | {"warnings": messages, "written": files, "notes": remarks},
        *tables_of(motion),
        *notes,
        heading=heading,
    )
    ctx.exit(130 if interrupted else int(not motion.complete))
