"""`armillary page`: a page that runs the closed loop of a robot or a scenario in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from armillary.cli import options as shared
from armillary.cli.loops import find_loop, loop_options
from armillary.cli.outputs import check_files
from armillary.cli.reading import reading_options
from armillary.errors import ArgumentError

if TYPE_CHECKING:
    from armillary.simulation.scenario import Scenario

EXAMPLES = (
    "\b\nExamples:\n  armillary page panda\n  armillary page flexrob --compare reflected -o flexrob.html\n"
    "  armillary page planar-3r --free\n  armillary page ur5.urdf --q0 elbow_joint=90deg\n"
    "  armillary page go2.xml --base free\n  armillary page swing.toml --set controller.kp=300\n"
    "  armillary page swing.toml --compare softer.toml"
)


@click.command(epilog=EXAMPLES)
@click.argument("what", metavar="ROBOT|SCENARIO")
@shared.file_option("--output", "-o", help="Write the page to this .html file; default: NAME.html here.")
@loop_options
@shared.names_option(
    "--compare", help="Motor models (full, reflected, none) or scenario files that move beside it as ghosts."
)
@click.option("--title", help="Heading of the page; default: the name of the robot.")
@shared.set_option
@reading_options
@shared.json_option
def command(
    what: str,
    output: Path | None,
    q0: str | None,
    free: bool,
    limits: str | None,
    compare: tuple[str, ...],
    title: str | None,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Make a page on which the closed loop of ROBOT or SCENARIO runs: pull the robot, change gains, watch energies.

    The page is one file that needs no network. It contains the compiled dynamics as WebAssembly. A ROBOT alone makes a
    first move under PD control with gravity compensation; with --free it moves under gravity alone. A floating
    base is fixed where it starts; --base free lets it float.
    """
    from armillary.pages.play import play
    from armillary.pages.report import SUFFIXES

    scenario = find_loop(what, settings, q0=q0, free=free, limits=limits)
    target = output or Path(f"{Path(what).stem.rpartition(':')[2] or 'play'}.html")
    check_files({"--output": target}, {"--output": SUFFIXES})
    others = [name for name in compare if name in shared.MOTORS]
    with shared.arguments_as_options(ROBOT="--compare"):
        files = _ghosts([name for name in compare if name not in shared.MOTORS])
    if others and files:
        raise ArgumentError("--compare", ", ".join(compare), "motor models, or scenario files, not both")
    play(scenario, target, title=title, compare=files or others, argument="--output")
    size = target.stat().st_size
    data = {"written": str(target), "bytes": size, "robot": scenario.plant_model.robot.name}
    shared.answer(as_json, data, line=f"written: {target} ({size / 1e6:.2f} MB); open it in a browser")


def _ghosts(files: list[str]) -> dict[str, Scenario]:
    """Return the scenarios of the ghosts by the names of their files, with folders where two files share a name."""
    stems = [Path(name).stem for name in files]
    names = [name if stems.count(stem) > 1 else stem for name, stem in zip(files, stems, strict=True)]
    if repeated := [name for name in names if names.count(name) > 1]:
        raise ArgumentError("--compare", f"{repeated[0]} twice", "each scenario once")
    return {name: find_loop(file) for name, file in zip(names, files, strict=True)}
