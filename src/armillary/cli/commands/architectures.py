"""`armillary architectures`: the distinct architectures of n joints, measured and ranked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armillary.cli.options import FiniteFloat, file_option, json_option
from armillary.cli.outputs import DATA, PICTURES, Files, check_files, data_text, write_files
from armillary.tables.json import to_json

if TYPE_CHECKING:
    from armillary.selection.architectures.architectures import Architectures
    from armillary.selection.architectures.search import Search

SHOWN = 30
"""Rows of the table unless asked for more."""
EXAMPLES = (
    "Names are kinds and relations of axes, ∥ or ⊥ (= or + in files), then axis and link of each joint at q = 0: "
    "R⊥R∥R zz yx yx turns about z on a column along z, then about y twice, with links along x. docs/selection.md says "
    "which architectures count as the same.\n\n"
    "\b\nExamples:\n  armillary architectures 3 --list\n  armillary architectures 3 --types R --plot front.png\n"
    "  armillary architectures 3 --length 0.5,0.4,0.2 --payload 1 --save arms/\n"
    "  armillary architectures 3 --types R --objectives times.forward_dynamics,workspace.volume --json"
)


@click.command(epilog=EXAMPLES)
@click.argument("n", metavar="N", type=int)
@click.option(
    "--types",
    "joints",
    default="RP",
    show_default=True,
    metavar="LETTERS",
    help="Joint types: R revolute, P prismatic.",
)
@click.option(
    "--axes",
    default="parallel,orthogonal",
    show_default=True,
    help="Relations of neighbouring axes: parallel, orthogonal.",
)
@click.option(
    "--meeting",
    default="intersecting,offset",
    show_default=True,
    help="Whether orthogonal axes intersect or are offset by the link length.",
)
@click.option(
    "--slides", default="along", show_default=True, help="Rods of prismatic joints: along or across the axis."
)
@click.option("--first", default="vertical", show_default=True, help="First axis: vertical, horizontal.")
@click.option(
    "--distinct", default="dynamics", show_default=True, help="Keep robots that differ in dynamics, or in kinematics."
)
@click.option(
    "--length", "lengths", default="0.5", show_default=True, metavar="M,…", help="Link lengths, one or N [m]."
)
@click.option("--mass", "masses", metavar="KG,…", help="Link masses, one or N [kg]; default: 4 kg/m.")
@click.option("--radius", type=FiniteFloat(min=0), default=0.03, show_default=True, help="Radius of the links [m].")
@click.option("--stroke", metavar="M,…", help="Strokes of prismatic joints, one or N [m]; default: link lengths.")
@click.option("--joint-mass", type=FiniteFloat(min=0), default=0.0, show_default=True, help="Mass of a joint [kg].")
@click.option("--payload", type=FiniteFloat(min=0), default=0.0, show_default=True, help="Mass at the tip [kg].")
@click.option("--gravity", type=FiniteFloat(min=0), default=9.81, show_default=True, help="Gravity [m/s²].")
@click.option(
    "--kinematic-task",
    metavar="NAME|ROWS",
    default="position",
    show_default=True,
    help="Rows of the tip's Jacobian that count: position or pose.",
)
@click.option(
    "--directions", type=int, show_default="the most there can be", help="Directions in which the tip must move."
)
@click.option(
    "--objectives",
    metavar="MEASURES",
    help="Measures to minimise or maximise, cost first; default: operations, workspace, dexterity, effort.",
)
@click.option(
    "--weights", metavar="TEXT|FILE", help="Weights of the score: MEASURE=NUMBER, with commas, or a .toml file."
)
@click.option(
    "--task",
    type=click.Path(path_type=Path),
    help="Motion file (.toml) on which efforts are compared; default: the standard motion.",
)
@click.option(
    "--samples", type=click.IntRange(2, 1_000_000), default=1000, show_default=True, help="Sampled configurations."
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Random seed of the samples.")
@click.option("--all-measures", is_flag=True, help="Measure all groups, not only those of the objectives.")
@click.option(
    "--most",
    type=click.IntRange(min=1),
    default=300,
    show_default=True,
    help="Largest number of architectures to search.",
)
@click.option("--list", "only_list", is_flag=True, help="List the architectures and measure nothing.")
@click.option("--rows", type=click.IntRange(min=1), default=SHOWN, show_default=True, help="Rows of the table.")
@click.option(
    "--save",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write each robot to this folder as .toml.",
)
@file_option("--plot", "plot_file", help="Draw to this .png, .svg or .pdf file.")
@file_option("--output", "-o", help="Write the ranking to this .json or .csv file.")
@json_option
def command(
    n: int,
    objectives: str | None,
    weights: str | None,
    task: Path | None,
    samples: int,
    seed: int,
    all_measures: bool,
    most: int,
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
    parallel or orthogonal, links along or across them. Mirror images, other zeros of joints and what is otherwise the
    same robot are dropped, and so are joints that add no motion.
    """
    given = _options(options)
    files = {"--output": output, "--plot": plot_file}
    if only_list:
        _refuse(files)
    check_files(files, {"--plot": PICTURES, "--output": DATA})
    with _as_options():
        chosen = _chosen(n, most, given, listed=only_list)
        if only_list:
            _list(chosen, folder, as_json)
            return
        search = _search(chosen, objectives, weights, task, (samples, seed), all_measures)
        written = [str(folder)] if folder and search.save(folder) else []
    from armillary.figures.pareto import save_pareto

    def draw(path: Path) -> None:
        save_pareto(search, path, "--plot")

    written += write_files(files, {"--output": lambda path: data_text(search, path), "--plot": draw})
    if as_json:
        click.echo(search.to_json())
    else:
        _write(search, rows, written)


def _search(
    chosen: Architectures,
    objectives: str | None,
    weights: str | None,
    task: Path | None,
    sampling: tuple[int, int],
    all_measures: bool,
) -> Search:
    from armillary.cli.commands.select import given_weights
    from armillary.cli.terminal.late_bar import late_bar
    from armillary.selection.architectures.search import search_architectures
    from armillary.selection.candidate import Sampling

    with late_bar("measuring architectures") as progress:
        return search_architectures(
            chosen,
            None if objectives is None else _split(objectives),
            task=task,
            weights=given_weights(weights),
            sampling=Sampling(*sampling),
            every=all_measures,
            progress=progress,
        )


def _chosen(n: int, most: int, options: dict[str, Any], listed: bool) -> Architectures:
    """Return the architectures of the options; for a search, those whose tips move in the same directions."""
    from dataclasses import fields

    from armillary.selection.architectures.architectures import Alphabet, architectures
    from armillary.selection.architectures.dimensions import Dimensions
    from armillary.selection.architectures.search import comparable

    words = {field.name for field in fields(Alphabet)}
    alphabet = Alphabet(**{name: value for name, value in options.items() if name in words})
    dimensions = Dimensions(**{name: value for name, value in options.items() if name not in words})
    return (architectures if listed else comparable)(n, alphabet, dimensions=dimensions, most=most)


def _options(options: dict[str, Any]) -> dict[str, Any]:
    """Return options as fields of `Alphabet` and `Dimensions`: words and numbers with commas become lists."""
    found = dict(options)
    for name in ("axes", "meeting", "slides", "first"):
        found[name] = _split(found[name])
    for name in ("lengths", "masses", "stroke"):
        if found[name] is not None:
            found[name] = _numbers(name, found[name])
    return {name: value for name, value in found.items() if value is not None}


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _numbers(name: str, text: str) -> list[float]:
    from armillary.errors import ArgumentError

    try:
        return [float(part) for part in _split(text)]
    except ValueError:
        raise ArgumentError(OPTIONS[name], repr(text), "numbers, with commas") from None


OPTIONS = {
    "joints": "--types",
    "n": "N",
    "lengths": "--length",
    "masses": "--mass",
    "joint_mass": "--joint-mass",
    "kinematic_task": "--kinematic-task",
    "folder": "--save",
}
"""Arguments that are called otherwise on the command line."""


@contextmanager
def _as_options() -> Iterator[None]:
    """Let an error speak of what stands on the command line."""
    from armillary.errors import ArgumentError

    same = ("axes", "meeting", "slides", "first", "distinct", "stroke", "radius", "directions", "objectives")
    try:
        yield
    except ArgumentError as error:
        known = OPTIONS | {name: f"--{name}" for name in (*same, "weights", "samples", "seed", "payload")}
        hint = error.hint.replace("a larger `most`", "a larger --most")
        for name in ("joints", "meeting", "axes", "slides", "distinct"):
            hint = hint.replace(f"{name}='", f"{known.get(name)} ").replace("',", ",")
        raise ArgumentError(known.get(error.argument, error.argument), error.found, error.expected, hint) from error


def _refuse(files: Files) -> None:
    """Refuse files of measures beside --list."""
    from armillary.errors import ArgumentError

    for option, path in files.items():
        if path is not None:
            raise ArgumentError(option, "together with --list, which measures nothing", "one of them")


def _list(chosen: Architectures, folder: Path | None, as_json: bool) -> None:
    """Show the architectures alone."""
    from armillary.cli.terminal.screen import Screen
    from armillary.selection.architectures.search import save_robots
    from armillary.tables.parts import Notes
    from armillary.tables.table import Table, columns

    found = chosen.arrangements
    files = save_robots(list(zip(found, chosen, strict=True)), folder) if folder else []
    if as_json:
        rows = [{"name": one.name, "ascii": one.ascii, "joints": [p._asdict() for p in one.pieces]} for one in found]
        click.echo(to_json({"architectures": rows, "files": [str(file) for file in files]}))
        return
    notes = [f"dimensions: {chosen.dimensions}", *([f"written: {folder} ({len(files)} files)"] if folder else [])]
    table = Table(
        f"{len(found)} architectures", columns("architecture", "in files"), [(a.name, a.ascii) for a in found]
    )
    Screen().show(table, Notes(notes))


def _write(search: Search, rows: int, written: list[str]) -> None:
    from armillary.cli.terminal.screen import Screen
    from armillary.tables.parts import Notes, Text

    heading = f"{len(search.architectures)} architectures, {len(search.front)} on the first front"
    files = Notes([f"written: {path}" for path in written])
    Screen().show(Text(heading, "heading"), *search.tables(rows), files)
