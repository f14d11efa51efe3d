"""`armillary architectures`: the distinct architectures of n joints, measured and ranked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armillary.cli import options as shared
from armillary.cli.commands.select import given_weights
from armillary.cli.executing import executor_options, find_executor, resume_option
from armillary.cli.outputs import DATA, check_files, write_files
from armillary.errors import ArgumentError
from armillary.files.kinds import PICTURES

if TYPE_CHECKING:
    from armillary.selection.architectures.architectures import Architectures

SHOWN = 30
"""Default number of rows of the table."""
EXAMPLES = (
    "Names are kinds and relations of axes, ∥ or ⊥ (= or + in files), then axis and link of each joint at q = 0: "
    "R⊥R∥R zz yx yx turns about z on a column along z, then about y twice, with links along x. docs/selection.md says "
    "which architectures count as the same.\n\n"
    "\b\nExamples:\n  armillary architectures 3 --list\n  armillary architectures 3 --types R --plot front.png\n"
    "  armillary architectures 3 --length 0.5,0.4,0.2 --payload 1 --save arms/\n"
    "  armillary architectures 4 --workers 8 --resume found/\n"
    "  armillary architectures 3 --types R --objectives times.forward_dynamics,workspace.volume --json"
)


@click.command(epilog=EXAMPLES)
@click.argument("n", metavar="N", type=int)
@click.option("--types", "joints", default="RP", metavar="LETTERS", help="Joint types: R revolute, P prismatic.")
@click.option("--axes", default="parallel,orthogonal", help="Relations of neighbouring axes: parallel, orthogonal.")
@click.option(
    "--meeting",
    default="intersecting,offset",
    help="Whether orthogonal axes intersect or are offset by the link length.",
)
@click.option("--slides", default="along", help="Rods of prismatic joints: along or across the axis.")
@click.option("--first", default="vertical", help="First axis: vertical, horizontal.")
@click.option("--distinct", default="dynamics", help="Keep robots that differ in dynamics, or in kinematics.")
@click.option("--length", "lengths", default="0.5", metavar="M,…", help="Link lengths, one or N [m].")
@click.option("--mass", "masses", metavar="KG,…", help="Link masses, one or N [kg]; default: 4 kg/m.")
@click.option("--radius", type=shared.FiniteFloat(min=0), default=0.03, help="Radius of the links [m].")
@click.option("--stroke", metavar="M,…", help="Strokes of prismatic joints, one or N [m]; default: link lengths.")
@click.option("--joint-mass", type=shared.FiniteFloat(min=0), default=0.0, help="Mass of a joint [kg].")
@click.option("--payload", type=shared.FiniteFloat(min=0), default=0.0, help="Mass at the tip [kg].")
@click.option("--gravity", type=shared.FiniteFloat(min=0), default=9.81, help="Gravity [m/s²].")
@click.option(
    "--task",
    metavar="NAME|ROWS",
    default="position",
    help="Rows of the tip's Jacobian that count: position or pose.",
)
@click.option("--directions", type=int, help="Directions in which the tip must move; default: as many as possible.")
@click.option(
    "--objectives",
    metavar="MEASURES",
    help="Measures to minimise or maximise, cost first; default: operations, workspace, dexterity, effort.",
)
@click.option(
    "--weights", metavar="TEXT|FILE", help="Weights of the score: MEASURE=NUMBER, with commas, or a .toml file."
)
@shared.motion_option
@click.option("--samples", type=click.IntRange(2, 1_000_000), default=1000, help="Sampled configurations.")
@shared.seed_option("samples")
@click.option("--all-measures", is_flag=True, help="Measure all groups, not only those of the objectives.")
@click.option("--most", type=click.IntRange(min=1), default=300, help="Largest number of architectures to search.")
@executor_options("one")
@resume_option
@click.option("--list", "only_list", is_flag=True, help="List the architectures and measure nothing.")
@click.option("--rows", type=click.IntRange(min=1), default=SHOWN, help="Rows of the table.")
@click.option(
    "--save",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write each robot to this folder as .toml.",
)
@shared.file_option("--plot", "plot_file", help="Draw to this .png, .svg or .pdf file.")
@shared.file_option("--output", "-o", help="Write the ranking to this .json or .csv file.")
@shared.json_option
def command(
    n: int,
    objectives: str | None,
    weights: str | None,
    motion: Path | None,
    samples: int,
    seed: int,
    all_measures: bool,
    most: int,
    workers: int | None,
    dask: str | None,
    resume: Path | None,
    only_list: bool,
    rows: int,
    folder: Path | None,
    plot_file: Path | None,
    output: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Enumerate the distinct architectures of N joints, measure them, rank them, find their Pareto fronts.

    All have the same links, joints and payload and differ in how they are put together: kinds of joints, axes
    parallel or orthogonal, links along or across them. Mirror images, other joint zeros and other equivalent robots
    are dropped, and so are joints that add no motion.
    """
    from armillary.cli.progress import late_bar
    from armillary.figures.draw import save_plot
    from armillary.figures.pareto import plot_pareto
    from armillary.selection.architectures.search import search_architectures
    from armillary.selection.candidate import Sampling

    files = {"--output": output, "--plot": plot_file}
    for option, path in files.items():
        if only_list and path is not None:
            raise ArgumentError(option, "together with --list, which measures nothing", "one of them")
    check_files(files, {"--plot": PICTURES, "--output": DATA})
    with shared.arguments_as_options(*SAME, **OTHERS):
        chosen = _chosen(n, most, options, only_list)
        if only_list:
            _list(chosen, folder, as_json)
            return
        with late_bar("measuring architectures") as progress:
            search = search_architectures(
                chosen,
                None if objectives is None else shared.split_names(objectives),
                motion=motion,
                weights=given_weights(weights),
                sampling=Sampling(samples, seed),
                every=all_measures,
                executor=find_executor(workers, dask, resume),
                progress=progress,
            )
        names = [str(folder)] if folder and search.save(folder) else []
    names += write_files(search, files, {"--plot": lambda path: save_plot(plot_pareto(search), path, "--plot")})
    heading = f"{len(search.architectures)} architectures, {len(search.front)} on the first front"
    shared.answer(as_json, search.to_json(), *search.tables(rows), shared.written(names), heading=heading)


SAME = (
    "axes", "meeting", "slides", "first", "distinct", "stroke", "radius", "directions", "objectives", "weights",
    "samples", "seed", "payload", "joint_mass", "task", "resume",
)  # fmt: skip
OTHERS = {"n": "N", "joints": "--types", "lengths": "--length", "masses": "--mass", "folder": "--save"}
"""Arguments with another name on the command line."""


def _chosen(n: int, most: int, options: dict[str, Any], listed: bool) -> Architectures:
    """Return the architectures of the options; for a search, those whose tips move in the same directions."""
    from dataclasses import fields

    from armillary.selection.architectures.architectures import Alphabet, enumerate_architectures
    from armillary.selection.architectures.dimensions import Dimensions
    from armillary.selection.architectures.search import comparable

    values = {name: value for name, value in options.items() if value is not None}
    for name in ("axes", "meeting", "slides", "first"):
        values[name] = shared.split_names(values[name])
    for name in values.keys() & {"lengths", "masses", "stroke"}:
        try:
            values[name] = [float(part) for part in shared.split_names(values[name])]
        except ValueError:
            raise ArgumentError(name, repr(values[name]), "numbers, with commas") from None
    words = {field.name for field in fields(Alphabet)}
    alphabet = Alphabet(**{name: value for name, value in values.items() if name in words})
    dimensions = Dimensions(**{name: value for name, value in values.items() if name not in words})
    return (enumerate_architectures if listed else comparable)(n, alphabet, dimensions=dimensions, most=most)


def _list(chosen: Architectures, folder: Path | None, as_json: bool) -> None:
    """Show the architectures alone."""
    from armillary.selection.architectures.search_result import save_robots
    from armillary.tables.parts import Notes
    from armillary.tables.table import Table, columns

    arrangements = chosen.arrangements
    files = save_robots(list(zip(arrangements, chosen, strict=True)), folder) if folder else []
    names = [(arrangement.name, arrangement.ascii) for arrangement in arrangements]
    rows = [
        {
            "name": arrangement.name,
            "ascii": arrangement.ascii,
            "joints": [piece._asdict() for piece in arrangement.pieces],
        }
        for arrangement in arrangements
    ]
    table = Table(f"{len(arrangements)} architectures", columns("architecture", "in files"), names)
    notes = [f"dimensions: {chosen.dimensions}", *([f"written: {folder} ({len(files)} files)"] if folder else [])]
    shared.answer(as_json, {"architectures": rows, "files": files}, table, Notes(notes))
