"""`armillary sweep`: a study planned, computed, watched, merged from parts and shown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armillary.cli import options as shared
from armillary.cli.executing import executor_options, find_executor
from armillary.cli.group import CommandGroup
from armillary.cli.outputs import check_files
from armillary.cli.reading import strict_option, strictly
from armillary.errors import ArgumentError
from armillary.files.kinds import PAGES, PICTURES

if TYPE_CHECKING:
    from armillary.studies.results import Results
    from armillary.studies.store.store import Damage
    from armillary.studies.study import Study
    from armillary.tables.parts import Part

FAILURES = 3
"""Exit status of `run` if runs failed."""
RECENT = 60.0
"""Time in which chunks count as recent [s]."""
EXAMPLES = (
    "STUDY is a study file (docs/sweeps.md). Results are kept in a Zarr store beside it, study.zarr for study.toml. "
    "Every subcommand has --json.\n\n"
    "\b\nExamples:\n  armillary sweep plan study.toml\n  armillary sweep run study.toml --workers 8\n"
    "  armillary sweep run study.toml --part 7/64\n  armillary sweep merge study.zarr study.*-of-64.zarr\n"
    "  armillary sweep status study.toml --json\n  armillary sweep show study.toml --plot map.png --page study.html"
)


class PlaceType(click.Path):
    """The path of a store, or an address such as s3://bucket/gains.zarr, which is no path."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return a path, or the text of an address."""
        return value if "://" in str(value) else super().convert(value, param, ctx)


PLACE = PlaceType(path_type=Path)
study_argument = click.argument("study", metavar="STUDY", type=shared.PATH)
place_argument = click.argument("study", metavar="STUDY", type=PLACE)
store_option = click.option(
    "--output", "-o", "store", type=PLACE, help="Store of the results, a folder or an address; default: beside STUDY."
)
set_option = click.option(
    "--set", "settings", metavar="KEY=VALUE", multiple=True, help="Replace a field of STUDY: --set samples=1000."
)
device_option = click.option(
    "--device", metavar="NAME", help="Compute stacks on cpu, cuda or cuda:NUMBER; default: as STUDY says."
)


@click.group(cls=CommandGroup, epilog=EXAMPLES)
def command() -> None:
    """Compute a study: many runs of a scenario that differ in named quantities."""


@command.command(
    short_help="Show runs, chunks, expected size and time; write nothing.",
    epilog="\b\nExample:\n  armillary sweep plan study.toml",
)
@study_argument
@store_option
@set_option
@device_option
@click.option("--measure/--no-measure", default=True, help="Whether to compute some runs for the time.")
@executor_options("all cores")
@strict_option
@shared.json_option
def plan(study: Path, settings: tuple[str, ...], measure: bool, as_json: bool, **options: Any) -> None:
    """Show the runs of STUDY, their chunks, and the expected size and time. Nothing is written."""
    from dataclasses import asdict

    from armillary.cli.progress import duration
    from armillary.executors import Processes
    from armillary.studies.estimate import estimate
    from armillary.studies.store import Store
    from armillary.studies.store.location import location_of
    from armillary.tables.numbers import number
    from armillary.tables.parts import Facts
    from armillary.tables.table import Column, Table

    store, device = options.pop("store"), options.pop("device")
    planned = _study(study, settings, device)
    place = _place(study, store)
    workers = (find_executor(**options) or Processes()).workers
    guess = estimate(planned, measure)
    location = location_of("--output", place)
    there = Store.open(location).status() if location.exists() else None
    rows = []
    for coordinate in planned.coordinates:
        values = "random" if coordinate.values is None else str(len(coordinate.values))
        rows.append((coordinate.name, coordinate.dim, values, coordinate.unit))
    facts = {
        "runs": str(guess.runs),
        "chunks": f"{guess.chunks} of up to {' × '.join(map(str, planned.layout.chunks)) or '1'} runs",
        "structures": str(guess.structures),
        "size": f"{guess.size / 1e6:,.1f} MB",
        "store": f"{place}" + (f": {there.complete} of {there.chunks} chunks are there" if there else " (new)"),
    }
    if measure:
        facts |= {
            "one run": f"{number(1000 * guess.run, 3)} ms on one core, of {guess.sample} runs",
            "time": f"{duration(guess.seconds(workers))} with {workers} worker{'s' * (workers > 1)}",
        }
    heads = [Column("axis"), Column("along"), Column("values", align="right"), Column("unit")]
    seconds = guess.seconds(workers) if measure else None
    times = {"workers": workers, "seconds": seconds, "store": str(place), "there": there}
    data = {"study": repr(planned), "shape": dict(zip(planned.layout.dims, planned.layout.shape, strict=True))}
    table = Table("Axes", heads, rows)
    shared.answer(as_json, data | asdict(guess) | times, table, Facts(facts), heading=repr(planned).strip("<>"))


@command.command(
    short_help="Compute the runs that the store does not have.",
    epilog="\b\nExample:\n  armillary sweep run study.toml --workers 8",
)
@study_argument
@store_option
@set_option
@device_option
@executor_options("all cores; one on a GPU")
@click.option("--part", metavar="K/N", help="Compute the K-th of N parts, as a job of an array; `merge` joins them.")
@click.option("--retry-failed", is_flag=True, help="Compute failed runs again.")
@strict_option
@shared.json_option
@click.pass_context
def run(ctx: click.Context, /, study: Path, settings: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Compute the runs of STUDY that its store does not have.

    The command may be interrupted at any time, and goes on when it is given again. Failed runs are recorded in the
    store with their reasons. The exit status is 0 if all runs of the store are done, 3 if some failed, 2 after an
    error, and 130 after Ctrl-C.
    """
    from armillary.cli.progress import sweep_bar
    from armillary.studies.results import load_results
    from armillary.studies.sweep import sweep

    part = _part(options["part"])
    planned = _study(study, settings, options["device"])
    place = _place(study, options["store"], part)
    executor = find_executor(options["workers"], options["dask"])
    with shared.arguments_as_options("part", store="--output"), sweep_bar() as progress:
        try:
            again = options["retry_failed"]
            sweep(planned, place, executor=executor, part=part, retry_failed=again, progress=progress)
        except KeyboardInterrupt:
            counts = load_results(place).counts  # of the store: chunks that workers had finished count too
            text = f"interrupted; {counts.complete} of {counts.chunks} chunks are kept, and the same command goes on"
            click.echo(f"armillary: {text}", err=True)
            ctx.exit(130)
    results = load_results(place, planned)
    _answer(results, as_json, part=part)
    ctx.exit(FAILURES if results.counts.failed else 0)


@command.command(
    short_help="Show what is done, and why runs failed.",
    epilog="\b\nExample:\n  armillary sweep status study.toml --verify",
)
@place_argument
@store_option
@click.option("--verify", is_flag=True, help="Read all files, and list damaged ones.")
@click.option("--discard", is_flag=True, help="Remove damaged chunks, so that `run` computes them again.")
@shared.json_option
@click.pass_context
def status(
    ctx: click.Context, study: Path | str, store: Path | str | None, verify: bool, discard: bool, as_json: bool
) -> None:
    """Show what is done of STUDY, a study file or a store, and why runs failed. Exit status 1 if files are damaged."""
    results = _results(study, store, False)
    damages = list(results.store.verify()) if verify or discard else None
    for damage in damages or ():
        if discard and damage.chunk is not None:
            results.store.discard(damage.chunk)
    _answer(results, as_json, damages=damages, brief=True)
    ctx.exit(int(bool(damages) and not discard))


@command.command(
    short_help="Join the stores of the parts of a job array.",
    epilog="\b\nExample:\n  armillary sweep merge study.zarr study.*-of-64.zarr",
)
@click.argument("store", metavar="STORE", type=PLACE)
@click.argument("parts", metavar="PARTS…", type=PLACE, nargs=-1, required=True)
@shared.json_option
def merge(store: Path | str, parts: tuple[Path | str, ...], as_json: bool) -> None:
    """Join the stores of PARTS into STORE, which is made if it does not exist; the stores of the parts stay."""
    from armillary.studies.results import merge_results

    with shared.arguments_as_options(to="STORE", paths="PARTS"):
        _answer(merge_results(parts, store), as_json)


@command.command(
    short_help="Show the results: tables, figures, a page.",
    epilog="\b\nExample:\n  armillary sweep show study.toml --what map --plot map.png",
)
@place_argument
@store_option
@click.option("--what", metavar="NAMES", help="Figure: curves, map, pareto, distributions, parallel, sensitivities.")
@click.option("--outputs", metavar="NAMES", default="", help="Outputs to draw and to list; default: all.")
@shared.names_option("--over", help="Axes to draw over; default: those with most values.")
@shared.names_option("--more", help="Outputs of which more is better.")
@click.option("--pick", "picks", metavar="DIM=LABEL", multiple=True, help="Entry of an output: --pick joint=joint2.")
@shared.file_option("--plot", "plot_file", help="Draw to this .png, .svg or .pdf file.")
@shared.file_option("--page", "page_file", help="Write figures, a table of runs and runs to play to this .html file.")
@strict_option
@shared.json_option
def show(study: Path | str, store: Path | str | None, as_json: bool, **options: Any) -> None:
    """Show the results of STUDY, a study file or a store: tables, figures, a page."""
    files = {"--plot": options["plot_file"], "--page": options["page_file"]}
    check_files(files, {"--plot": PICTURES, "--page": PAGES})
    results = _results(study, store, files["--page"] is not None)
    chosen = {
        "output": shared.split_names(options["outputs"]) or None,
        "pick": _picks(options["picks"]),
        "more": options["more"],
    }
    with shared.arguments_as_options("what", "more", "pick", axes="--over", output="--outputs"):
        if files["--plot"]:
            results.plot(options["what"], files["--plot"], axes=options["over"] or None, **chosen)
        if files["--page"]:
            results.page(files["--page"], **chosen)
    _answer(results, as_json, written=[str(path) for path in files.values() if path])


def _study(path: Path, settings: tuple[str, ...] = (), device: str | None = None) -> Study:
    from armillary.studies.study_file import load_study

    also = () if device is None else (f"device={device}",)  # after --set, so that --device wins
    return load_study(path, (*settings, *also), strict=strictly())


def _part(text: str | None) -> tuple[int, int] | None:
    """Return the part of a job array."""
    if text is None:
        return None
    k, _, n = text.partition("/")
    known = k.strip().isdecimal() and n.strip().isdecimal()
    if not known or not 1 <= int(k) <= int(n):
        raise ArgumentError("--part", repr(text), "K/N: the K-th of N parts, K = 1 … N", "such as --part 7/64")
    return int(k), int(n)


def _place(study: Path, store: Path | str | None, part: tuple[int, int] | None = None) -> Path | str:
    """Return the store of a study: that of the option, or one beside the file."""
    if store is not None:
        return store
    # Zeros in front, so that a shell lists the parts in order: study.07-of-64.zarr.
    suffix = "" if part is None else f".{part[0]:0{len(str(part[1]))}}-of-{part[1]}"
    return study.with_name(f"{study.stem}{suffix}.zarr")


def _results(path: Path | str, store: Path | str | None, with_study: bool) -> Results:
    """Return the results of a study file, or those in a store."""
    from armillary.studies.results import load_results

    if isinstance(path, str) or path.is_dir() or path.suffix.lower() == ".zarr":
        if store is not None:
            raise ArgumentError("--output", f"{store}, together with the store {path}", "one of them")
        return load_results(path)
    return load_results(_place(path, store), _study(path) if with_study else None)


def _picks(texts: tuple[str, ...]) -> dict[str, str] | None:
    picks = {}
    for text in texts:
        name, equals, label = text.partition("=")
        if not equals:
            raise ArgumentError("--pick", repr(text), "DIM=LABEL, such as joint=joint2")
        picks[name.strip()] = label.strip()
    return picks or None


def _answer(
    results: Results,
    as_json: bool,
    *,
    damages: Sequence[Damage] | None = None,
    part: tuple[int, int] | None = None,
    brief: bool = False,
    written: Sequence[str] = (),
) -> None:
    """Write counts, reasons and tables of results.

    Args:
        results: Results in a store.
        as_json: Whether to write JSON.
        damages: Damaged files; None if files were not read.
        part: The part of a job array that is complete.
        brief: Whether to leave out the tables of results.
        written: Names of written files.
    """
    from dataclasses import asdict

    from armillary.tables.parts import Notes
    from armillary.tables.table import Table, columns

    counts = results.counts
    kinds = results.failure_kinds
    recent = results.store.recent(RECENT) / RECENT
    data = {"store": str(results.store.path), **asdict(counts), "left": counts.left, "rate": recent}
    data |= {"doubtful": results.doubtful, "largest_drift": results.largest_drift}
    data |= {"reasons": kinds, "damaged": [asdict(damage) for damage in damages or ()], "written": list(written)}
    if as_json:
        shared.answer(True, data | {"provenance": results.provenance})
        return
    parts: list[Part] = [results.facts] if brief else [*results.tables()]
    if kinds:
        rows = [(str(count), reason) for reason, count in kinds.items()]
        parts.append(Table("Why runs failed", columns("runs>", "reason", wrap={"reason": 40}), rows))
    if damages:
        rows = [(damage.path, damage.found) for damage in damages]
        parts.append(Table("Damaged files", columns("file", "found", wrap={"found": 30}), rows))
    notes = [f"written in the last minute: {recent:.3g} runs/s"] if recent and counts.left else []
    if damages is not None and not damages:
        notes.append(f"verified: all files of the complete chunks ({counts.complete}) are sound")
    if counts.failed:
        failed = f"{counts.failed} run{'s' * (counts.failed > 1)} failed"
        notes.append(f"{failed}: `armillary sweep run --retry-failed` computes them again")
    if results.doubtful:
        notes.append(f"{results.doubtful} runs are doubtful: their energy drifts; compute them with a smaller step")
    if part is not None:
        notes += [f"part {part[0]} of {part[1]} is complete: `armillary sweep merge` joins the parts"]
    elif counts.left:
        notes.append(f"{counts.left} runs are left: `armillary sweep run` goes on")
    shared.answer(False, data, *parts, Notes(notes + [f"written: {name}" for name in written]))
