"""Results of a study as tables: outputs with their quantiles, runs from the best to the worst, failures by reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.results.balance import DRIFT_WARNING
from armillary.studies.layout import DONE, DRIFT, FAILED, NOT_RUN
from armillary.studies.quantities import (
    STATUS,
    Picks,
    StudyQuantity,
    axis,
    axis_names,
    flat,
    grid_dims,
    output,
    output_names,
    spread,
)
from armillary.tables.numbers import number
from armillary.tables.parts import Facts, Notes, Part
from armillary.tables.table import Column, Table, columns

SHARES = {"least": 0.0, "5 %": 0.05, "median": 0.5, "95 %": 0.95, "greatest": 1.0}
MOST_RUNS = 2000
"""Most rows of the table of runs: the best and the worst of more runs."""
MOST_NUMBERS = 8
"""Numbers of failed runs that a table lists for each reason."""
INFINITE = "∞"
NOTHING = "–"
"""Cell of a run without a value."""


def counts(dataset: Any) -> Facts:
    """Return the numbers of runs that are done, failed and not run, and the shape of the grid."""
    status = dataset[STATUS].values
    shape = " × ".join(f"{dim} {dataset.sizes[dim]}" for dim in grid_dims(dataset)) or "one run"
    facts = {"runs": f"{status.size:,}", "done": f"{int((status == DONE).sum()):,}"}
    facts |= {"failed": f"{int((status == FAILED).sum()):,}", "not run": f"{int((status == NOT_RUN).sum()):,}"}
    if DRIFT in dataset and dataset[DRIFT].attrs.get("units") == "%":
        drifts = np.where(status == DONE, dataset[DRIFT].values, 0.0)
        facts["energy drift"] = drift_text(float(np.nanmax(drifts, initial=0.0)), int((drifts > DRIFT_WARNING).sum()))
    return Facts(facts | {"grid": shape})


def drift_text(drift: float, doubtful: int) -> str:
    """Return the greatest drift [%] of the runs of a study and the number of doubtful runs as text."""
    runs = f"{doubtful:,} run{'s' * (doubtful != 1)} above {DRIFT_WARNING:g} %"
    return f"at most {drift:.3g} %" + (f"; doubtful: {runs}; try a smaller step" if doubtful else "")


def figures(dataset: Any, names: Sequence[str] | None = None, pick: Picks | None = None) -> dict[str, dict[str, Any]]:
    """Return label, quantiles, and the numbers of runs with a value and with an infinite one, of each output."""
    rows = {}
    for name in names or output_names(dataset):
        quantity = output(dataset, name, pick)
        values = flat(dataset, quantity)
        values = values[~np.isnan(values)]
        quantiles = spread(values, [*SHARES.values()]) if len(values) else np.full(len(SHARES), np.nan)
        rows[name] = {
            "label": quantity.label,
            **dict(zip(SHARES, quantiles.tolist(), strict=True)),
            "runs": len(values),
        }
        rows[name]["infinite"] = int(np.isinf(values).sum())
    return rows


def outputs_table(dataset: Any, names: Sequence[str] | None = None, pick: Picks | None = None) -> Table:
    """Return least, greatest and median values of the outputs, and their 5 and 95 % quantiles."""
    rows = []
    for row in figures(dataset, names, pick).values():
        label, *values, count, infinite = row.values()
        rows.append((label, *map(cell, values), f"{count:,}", f"{infinite:,}" if infinite else NOTHING))
    heads = ["output", *(f"{name}>" for name in SHARES), "runs>", f"of them {INFINITE}>"]
    if all(row[-1] == NOTHING for row in rows):
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    return Table("outputs", columns(*heads, wrap={"output": 20}), rows)


def cell(value: float) -> str:
    """Return a number as a text; ∞ for runs that never settle, a dash without a value."""
    return NOTHING if np.isnan(value) else number(value)


def ranked(dataset: Any, name: str, pick: Picks | None = None, more: Sequence[str] = ()) -> NDArray[np.int64]:
    """Return the numbers of the runs with a value of an output, best first: the least, or the greatest if in `more`.

    Runs with an infinite value, which never settle, are the last.
    """
    values = flat(dataset, output(dataset, name, pick)).astype(float)
    ranked_runs = np.flatnonzero(~np.isnan(values))
    sizes = values[ranked_runs]
    order = np.argsort(-sizes if name in more else sizes, kind="stable")
    return np.asarray(ranked_runs[order], dtype=np.int64)


def notable(order: NDArray[np.int64]) -> dict[str, int]:
    """Return the numbers of the best, the median and the worst run; equal runs appear once."""
    if not len(order):
        return {}
    numbers = {"best": int(order[0]), "median": int(order[(len(order) - 1) // 2]), "worst": int(order[-1])}
    first_names = {run: name for name, run in reversed(numbers.items())}
    return {name: run for name, run in numbers.items() if first_names[run] == name}


def runs_table(dataset: Any, numbers: Sequence[int], names: Sequence[str], pick: Picks | None = None) -> Table:
    """Return the axes and outputs of some runs, one row for each."""
    quantities = [axis(dataset, name) for name in axis_names(dataset)]
    quantities += [output(dataset, name, pick) for name in names]
    chosen = np.asarray(numbers, dtype=np.int64)
    cells = [_cells(flat(dataset, quantity)[chosen], quantity) for quantity in quantities]
    heads = [
        Column(quantity.words, quantity.unit, "right" if quantity.numeric else "left", keep=12)
        for quantity in quantities
    ]
    rows = [(str(run), *row) for run, *row in zip(chosen.tolist(), *cells, strict=True)]
    return Table("runs", [Column("run"), *heads], rows, wide="shelve")


def some_runs(dataset: Any, order: NDArray[np.int64], most: int = MOST_RUNS) -> tuple[NDArray[np.int64], list[str]]:
    """Return the runs of a table, best first and those without a value last, and notes on omitted runs."""
    rest = np.setdiff1d(np.flatnonzero((dataset[STATUS].values != NOT_RUN).reshape(-1)), order)
    if len(order) + len(rest) <= most:
        return np.concatenate([order, rest]), []
    unranked = rest[: most // 10]
    half = (most - len(unranked)) // 2
    if len(order) > 2 * half:
        remark = f"the {half:,} best and the {half:,} worst of {len(order):,} runs"
        order = np.concatenate([order[:half], order[-half:]])
    else:
        remark = f"all {len(order):,} runs with a value"
    if len(rest):
        remark += f", and {len(unranked):,} of {len(rest):,} without a value"
    return np.concatenate([order, unranked]), [f"The table has {remark}."]


def failures_table(failures: Mapping[int, str]) -> list[Part]:
    """Return the reasons of failed runs with the numbers of the first ones."""
    by_reason: dict[str, list[int]] = {}
    for run, reason in failures.items():
        by_reason.setdefault(reason, []).append(run)
    if not by_reason:
        return []
    rows = []
    for reason, runs in sorted(by_reason.items(), key=lambda item: -len(item[1])):
        more = ", …" if len(runs) > MOST_NUMBERS else ""
        rows.append((reason, f"{len(runs):,}", ", ".join(map(str, sorted(runs)[:MOST_NUMBERS])) + more))
    head = columns("reason", "runs>", "numbers of runs", wrap={"reason": 30, "numbers of runs": 20})
    return [Table("failed runs", head, rows)]


def summary(dataset: Any, failures: Mapping[int, str], names: Sequence[str] | None = None,
            pick: Picks | None = None, more: Sequence[str] = ()) -> list[Part]:  # fmt: skip
    """Return the tables of a study for a terminal: counts, outputs, the best and the worst runs, failures."""
    shown = list(names or output_names(dataset))
    order = ranked(dataset, shown[0], pick, more) if shown else np.zeros(0, dtype=np.int64)
    ends = list(dict.fromkeys([*order[:3].tolist(), *order[-3:].tolist()]))
    parts: list[Part] = [counts(dataset), outputs_table(dataset, shown, pick)]
    if ends:
        note = f"runs with the {'greatest' if shown[0] in more else 'least'} {shown[0]} first"
        parts += [runs_table(dataset, ends, shown, pick), Notes([note])]
    return parts + failures_table(failures)


def _cells(values: NDArray[Any], quantity: StudyQuantity) -> list[str]:
    if not quantity.numeric:
        return [str(value) for value in values]
    return [cell(float(value)) for value in values]
