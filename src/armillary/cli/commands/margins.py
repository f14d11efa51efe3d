"""`armillary margins`: margins, bandwidths and poles of the closed loop of a scenario."""

from __future__ import annotations

from pathlib import Path

import click

from armillary.cli import options as shared
from armillary.cli.coordinates import numbers, q_option
from armillary.cli.outputs import check_files
from armillary.cli.reading import strict_option, strictly
from armillary.files.kinds import PICTURES

EXAMPLES = (
    "\b\nExamples:\n  armillary margins swing.toml\n  armillary margins swing.toml --set controller.kp=300 --json\n"
    "  armillary margins swing.toml --open joint1,q.joint1 --plot bode.png\n"
    "  armillary margins swing.toml --plot nyquist.svg --figure nyquist"
)


@click.command(epilog=EXAMPLES)
@click.argument("scenario", type=shared.PATH)
@shared.set_option
@shared.names_option(
    "--open",
    help="Signals to open: joints (commands), q.JOINT, qd.JOINT, measured.SENSOR.CHANNEL; default: all commands.",
)
@q_option
@click.option("--t", "time", type=float, default=0.0, help="Time of reference, disturbances and plant [s].")
@shared.file_option("--plot", "plot_file", help="Draw to this .png, .svg or .pdf file.")
@shared.choice_option("--figure", ("bode", "nyquist", "poles"), "bode", "The figure of --plot.")
@strict_option
@shared.json_option
def command(
    scenario: Path,
    settings: tuple[str, ...],
    open: tuple[str, ...],
    q: str | None,
    time: float,
    plot_file: Path | None,
    figure: str,
    as_json: bool,
) -> None:
    """Show gain, phase and delay margins, bandwidths and poles of SCENARIO.

    SCENARIO is a .toml file with a controller, or a name of the library such as manutec-r3.

    The loop is linearised at the equilibrium where its reference is at --t, with all sampled parts, and opened at one
    signal at a time.
    """
    from armillary.analysis.margins.margins import margins
    from armillary.simulation.scenario_file.read import load_scenario

    check_files({"--plot": plot_file}, {"--plot": PICTURES})
    loop = load_scenario(scenario, settings, strict=strictly())
    with shared.arguments_as_options("q", "t", "open", scenario="SCENARIO"):
        result = margins(loop, open or None, q=numbers(loop.plant_model, "q", q), t=time)
    if plot_file:
        from armillary.figures.draw import save_plot

        save_plot(result.plot(figure), plot_file, "--plot")
    line = f"written: {plot_file}" if plot_file else ""
    shared.answer(as_json, result.to_json(), *result.tables(), heading=f"{result.robot}: margins", line=line)
