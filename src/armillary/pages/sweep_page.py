"""The page of a study: figures, a table of runs that sorts and filters, failures, provenance, and runs that move.

Runs that move are simulated again, with everything recorded, and embedded as in a report.
"""

from __future__ import annotations

import base64
import io
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from armillary.errors import ArgumentError, ArmillaryError
from armillary.figures.draw import without_glyph_warnings
from armillary.figures.sweeps import MOST_PANELS, all_usual, plot_sweep
from armillary.files.arguments import whole, words
from armillary.files.atomic import check_place, suffix_of, write_content
from armillary.files.kinds import PAGES
from armillary.pages.page import page
from armillary.pages.report import MOST_RUNS, run_data
from armillary.results.trajectory import Trajectory
from armillary.studies.layout import DONE
from armillary.studies.quantities import STATUS, Picks, axis, axis_names, output_names
from armillary.studies.tables import (
    counts,
    failures_table,
    notable,
    outputs_table,
    ranked,
    runs_table,
    some_runs,
)
from armillary.tables.parts import Facts, Listing, Notes, Part, Picture, Section, Text

HOW = (
    "A click on a heading sorts by it. The fields below the headings filter: a part of a text, or a condition on a "
    "number such as <2, >=0.5, =3 or 1..2."
)


def write_sweep_page(
    results: Any,
    path: str | os.PathLike[str],
    *,
    output: str | Sequence[str] | None = None,
    pick: Picks | None = None,
    more: str | Sequence[str] = (),
    play: Sequence[int] | None = None,
    title: str = "",
) -> None:
    """Write the page of a study, whole or not at all.

    Args:
        results: Results of a study.
        path: The page, a .html file.
        output: Outputs to show; runs are ranked by the first. Default: all.
        pick: Entries of the outputs' own dimensions, such as {"joint": "joint2"}; default: of greatest magnitude.
        more: Outputs of which more is better; less is better of the others.
        play: Numbers of up to four runs to open and play; default: the best, the median and the worst one.
        title: Heading of the page; default: the name of the study.

    Raises:
        ArgumentError: A name or a run is unknown, or the page cannot be written.
    """
    suffix_of(path, PAGES)
    check_place(path)
    known = output_names(results.dataset)
    names = words("output", output, known) if output is not None else known
    write_content(path, _html(results, names, dict(pick or {}), words("more", more, known), play, title))


def _html(
    results: Any, names: tuple[str, ...], pick: Picks, more: tuple[str, ...], play: Sequence[int] | None, title: str
) -> str:
    dataset = results.dataset.load()
    heading = title or str(dataset.attrs.get("title") or "Study")
    order = ranked(dataset, names[0], pick, more) if names else np.zeros(0, dtype=np.int64)
    chosen = notable(order) if play is None else {f"run {k}": k for k in _checked(dataset, play)}
    runs, remarks = _played(results, chosen)
    numbers, left_out = some_runs(dataset, order)
    moving = {chosen[name]: name for name in runs}
    table: list[Part] = [Text(HOW), Notes(left_out)] if len(numbers) else []
    body = [
        Section("played", "Runs above", [Notes(remarks)] if remarks else []),
        Section("study", "Study", [counts(dataset), outputs_table(dataset, names, pick)]),
        Section("figures", "Figures", _figures(dataset, names, pick, more)),
        Section("runs", "Runs", [*table, _sortable(dataset, numbers.tolist(), names, pick)] if table else []),
        Section("failures", "Failed runs", failures_table(results.reasons)),
        Section("provenance", "Provenance", _provenance(results)),
    ]
    done = int((dataset[STATUS].values == DONE).sum())
    subtitle = f"{dataset[STATUS].size:,} runs, {done:,} done; {', '.join(names)}"
    shown = [f"{name}: {_values(dataset, run)}" for run, name in moving.items()]
    data = run_data(list(runs.values()), shown, heading) if runs else None
    return page(heading, subtitle, [section for section in body if section.parts], data)


def _checked(dataset: Any, play: Sequence[int]) -> list[int]:
    if not 0 <= len(play) <= MOST_RUNS:
        raise ArgumentError("play", f"{len(play)} runs", f"at most {MOST_RUNS}")
    return [whole("play", run, 0, dataset[STATUS].size - 1) for run in dict.fromkeys(play)]


def _played(results: Any, chosen: dict[str, int]) -> tuple[dict[str, Trajectory], list[str]]:
    """Return the runs that move, simulated again, and remarks on those that cannot be simulated."""
    motions: dict[str, Trajectory] = {}
    remarks = []
    for name, run in chosen.items():
        try:
            motions[name] = results.run(run).single()
        except ArmillaryError as error:
            remarks.append(f"{name}, run {run}, cannot be shown: {error}")
    if motions:
        listed = ", ".join(f"{name} is run {chosen[name]}" for name in motions)
        remarks.insert(0, f"{listed[0].upper()}{listed[1:]}; simulated again with all signals.")
    return motions, remarks


def _values(dataset: Any, run: int) -> str:
    """Return the values of the axes of a run in words."""
    row = runs_table(dataset, [run], ()).rows[0]
    axes = [axis(dataset, name) for name in axis_names(dataset)]
    values = [f"{place.name} {cell} {place.unit}".rstrip() for place, cell in zip(axes, row[1:], strict=True)]
    return ", ".join([f"run {run}", *values])


def _sortable(dataset: Any, numbers: Sequence[int], names: Sequence[str], pick: Picks) -> Part:
    return replace(runs_table(dataset, numbers, names, pick), title="", sorts=True)


def _figures(dataset: Any, names: tuple[str, ...], pick: Picks, more: tuple[str, ...]) -> list[Part]:
    parts: list[Part] = []
    for what in all_usual(dataset) if names else ():
        try:
            figure = plot_sweep(dataset, what, output=names[:MOST_PANELS], pick=pick, more=more, title=" ")
        except ArgumentError as error:
            parts.append(Notes([f"{what}: {error}"]))
            continue
        buffer = io.BytesIO()
        with without_glyph_warnings():
            figure.savefig(buffer, format="png", dpi=110)
        address = f"data:image/png;base64,{base64.b64encode(buffer.getvalue()).decode('ascii')}"
        parts.append(Picture(what, f"{what} of {', '.join(names[:MOST_PANELS])}", address))
    return parts


def _provenance(results: Any) -> list[Part]:
    attrs = results.dataset.attrs
    facts = {key.replace("_", " "): str(attrs[key]) for key in ("fingerprint", "armillary_version", "machine")
            if key in attrs}  # fmt: skip
    text = str(attrs.get("study", ""))
    return [Facts(facts), *([Listing("the study", text, "study.toml")] if text else [])]
