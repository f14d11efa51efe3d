"""Results of a study, complete or not: a dataset of xarray, failed runs with their reasons, tables."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from armillary.errors import ArgumentError, MissingExtraError, StoreError
from armillary.files.arguments import listed
from armillary.files.keywords import keywords, names_of
from armillary.files.words import is_whole, shortened
from armillary.results.balance import DRIFT_WARNING
from armillary.results.trajectory import Trajectory
from armillary.studies.layout import DONE, DRIFT
from armillary.studies.quantities import Picks, sensitivities
from armillary.studies.replay import replay
from armillary.studies.sensitivity import Sensitivities
from armillary.studies.store import Counts, Store
from armillary.studies.store.arrays import ScaleValues, decode_piece
from armillary.studies.store.description import Scale, folder, read_description
from armillary.studies.store.location import ROOT, location_of
from armillary.studies.store.merge import merge
from armillary.studies.tables import NOTHING, cell, drift_text
from armillary.tables.numbers import number
from armillary.tables.parts import Facts, Notes, Part
from armillary.tables.shown import Shown
from armillary.tables.table import Column, Table, columns

_NUMBER = re.compile(r"[-−]?\b\d+(\.\d+)?(e[-+]?\d+)?\b")
MOST_CHUNKS = 1000
"""Largest number of chunks of which a table shows the least and the greatest results; more take long to read."""
MOST_FAILURES = 10
"""Number of failed runs that a table lists."""


@dataclass(frozen=True)
class Failure:
    """A failed run: its indices, the values of everything that varies, and why it failed."""

    indices: Mapping[str, int]
    values: Mapping[str, float | str]
    reason: str


@dataclass(frozen=True, eq=False, repr=False)
class Results(Shown):
    """Results of a study in a store, as `load_results` returns them. Runs may still be added to the store.

    `study`, if present, simulates single runs again.
    """

    store: Store
    study: Any = None

    @cached_property
    def dataset(self) -> Any:
        """The results as an `xarray.Dataset` with axes as coordinates and units; arrays are read when they are used.

        Runs that failed or are not yet computed have NaN; `status` says which.
        """
        try:
            import xarray

            from armillary.studies.store.checked_store import CheckedStore
        except ImportError as error:
            raise MissingExtraError(error.name or "xarray", "sweeps", "a dataset of results") from None
        try:
            location = self.store.location
            read_description(location).check_arrays(location)  # read again: the store may have grown
            dataset = xarray.open_zarr(CheckedStore(location), chunks=None)
            return dataset.set_coords([folder(scale.name) for scale in self.store.about.scales])
        except (ValueError, KeyError, TypeError, AttributeError, OSError) as error:
            problem = f"{ROOT} cannot be read ({shortened(error)})"
            raise StoreError(str(self.store.location), problem, "the store of a study", "give another path") from error

    @property
    def counts(self) -> Counts:
        """Numbers of runs that are done, have failed or are left."""
        return self.store.status()

    @property
    def largest_drift(self) -> float | None:
        """Greatest error of the energy balance of the runs that are done [%]; None without simulations."""
        return self._drifts[0]

    @property
    def doubtful(self) -> int:
        """Number of runs that are done whose energy balance drifts by more than 0.01 %, where `simulate` warns.

        Their results may change with a smaller step or tighter tolerances; `dataset["drift"]` says which they are.
        """
        return self._drifts[1]

    @property
    def _drifts(self) -> tuple[float | None, int]:
        """Greatest drift [%] and number of doubtful runs."""
        if all(variable.name != DRIFT or variable.unit != "%" for variable in self.store.about.variables):
            return None, 0
        largest, doubtful = 0.0, 0
        for values in self.store.values_of(DRIFT):
            largest = float(np.fmax.reduce(values, initial=largest))
            doubtful += int(np.count_nonzero(values > DRIFT_WARNING))
        return largest, doubtful

    @property
    def complete(self) -> bool:
        """Whether all runs are computed; some may have failed."""
        return self.counts.left == 0

    @property
    def study_text(self) -> str:
        """The study, as a study file."""
        return self.store.about.text

    @property
    def provenance(self) -> dict[str, str]:
        """Fingerprint of the study, hashes of robots, version of Armillary, machine."""
        about = self.store.about
        robots = {f"robot {name}": digest for name, digest in about.robots.items()}
        return {"study": about.fingerprint, **robots, "version": about.version, "machine": about.machine}

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Failed runs, in the order of their indices."""
        return tuple(self._failures())

    @property
    def reasons(self) -> dict[int, str]:
        """Reasons of failed runs by their numbers, which count in the order of the grid."""
        shape = self.store.layout.shape
        return {int(np.ravel_multi_index(place, shape)) if shape else 0: why for place, why in self.store.failures()}

    @property
    def failure_kinds(self) -> dict[str, int]:
        """Number of failed runs by reason, the most frequent first; reasons that differ in numbers count together."""
        kinds: dict[str, int] = {}
        texts: dict[str, str] = {}
        for _, reason in self.store.failures():
            kind = _NUMBER.sub("…", reason)
            kinds[kind] = kinds.get(kind, 0) + 1
            texts[kind] = reason if texts.get(kind, reason) == reason else kind
        return {texts[kind]: count for kind, count in sorted(kinds.items(), key=lambda item: -item[1])}

    def run(self, number: int) -> Trajectory:
        """Return a run, simulated again with all its signals; numbers of runs count in the order of the grid.

        Raises:
            ArgumentError: The study is not known, has no such run or no simulations.
        """
        if self.study is None:
            hint = "load_results(path, study), with the study of these results"
            raise ArgumentError("study", "not known", "a study, to simulate a run again", hint)
        return replay(self.study, number)

    def sensitivities(self, output: str, pick: Picks | None = None) -> Sensitivities:
        """Return first-order and total Sobol indices of an output by the random axes.

        Args:
            output: Name of the output.
            pick: Entries of its dimensions, such as {"joint": "joint2"}, and values of given axes; default: the entry
                of greatest magnitude, and the first value.

        Raises:
            ArgumentError: No axis is random, or there are too few samples.
        """
        if pick is not None and not isinstance(pick, Mapping):
            raise ArgumentError("pick", shortened(pick), 'values by dimension, such as {"joint": "joint2"}')
        return sensitivities(self.dataset, output, pick)

    def plot(self, what: str | None = None, path: str | os.PathLike[str] | None = None, **options: Any) -> Any:
        """Return a figure of matplotlib, and write it to a .png, .svg or .pdf file if `path` is set.

        Args:
            what: "curves", "map", "pareto", "distributions", "parallel" or "sensitivities"; default: the
                kind that suits the axes of the study.
            path: File to write; default none.
            options: `output`, `axes`, `pick`, `more` and `title`, as for `armillary.figures.sweeps.plot_sweep`.
        """
        from armillary.figures.draw import save_plot
        from armillary.figures.sweeps import plot_sweep

        keywords("results.plot", options, names_of(plot_sweep, 2))
        figure = plot_sweep(self.dataset, what, **options)
        if path is not None:
            save_plot(figure, path)
        return figure

    def page(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Write a page with figures, a sortable table of runs, failures, and playable runs if the study is known.

        Args:
            path: The page, a .html file.
            options: `output`, `pick`, `more`, `play` and `title`, as for
                `armillary.pages.sweep_page.write_sweep_page`.
        """
        from armillary.pages.sweep_page import write_sweep_page

        keywords("results.page", options, names_of(write_sweep_page, 2))
        write_sweep_page(self, path, **options)

    def values(self, indices: Mapping[str, int] | tuple[int, ...]) -> dict[str, float | str]:
        """Return the values of everything that varies, at the indices of a run."""
        dims = self.store.layout.dims
        place = dict(zip(dims, indices, strict=False)) if isinstance(indices, tuple) else indices
        if (
            not isinstance(place, Mapping)
            or [*place] != [*dims]
            or not all(is_whole(place[name], 0) and place[name] < size for name, size in self._sizes.items())
        ):
            raise ArgumentError("indices", shortened(indices), f"an index for each of {', '.join(dims) or 'no axis'}")
        values = {}
        for scale in self.store.about.scales:
            if scale.dim in dims:
                piece, k = divmod(place[scale.dim], scale.piece)
                values[scale.name] = self._pieces(scale, piece)[k]
        return values

    @property
    def facts(self) -> Facts:
        """Numbers of runs and chunks, the grid, and the provenance."""
        counts, (drift, doubtful) = self.counts, self._drifts
        energy = {} if drift is None else {"energy drift": drift_text(drift, doubtful)}
        return Facts(
            {
                "store": str(self.store.location),
                "runs": f"{counts.done} done, {counts.failed} failed, {counts.left} left",
                **energy,
                "chunks": f"{counts.complete} of {counts.chunks}",
                "grid": " × ".join(f"{name} {size}" for name, size in self._sizes.items()) or "one run",
                **{name: text[:12] if len(text) == 64 else text for name, text in self.provenance.items()},
            }
        )

    def tables(self) -> list[Part]:
        """Return counts, provenance, ranges of the outputs, and failures."""
        counts = self.counts
        heads = columns("output", "unit", "least>", "greatest>", "meaning", wrap={"meaning": 20})
        parts: list[Part] = [self.facts, Table("Outputs", heads, self._rows())]
        first_failures = [failure for failure, _ in zip(self._failures(), range(MOST_FAILURES), strict=False)]
        if first_failures:
            parts.append(self._failures_table(first_failures))
        if counts.failed > len(first_failures):
            parts.append(Notes([f"{counts.failed - len(first_failures)} more runs failed: `failures` lists all"]))
        return parts

    def __repr__(self) -> str:
        counts = self.counts
        return f"Results({str(self.store.location)!r}: {counts.done} of {counts.runs} runs, {counts.failed} failed)"

    def _failures_table(self, failures: list[Failure]) -> Table:
        units = {item.name: item.unit for item in self.store.about.scales}
        values = [Column(name, units[name], "right") for name in failures[0].values]
        rows = []
        for failure in failures:
            indices = ", ".join(map(str, failure.indices.values()))
            cells = [value if isinstance(value, str) else number(value) for value in failure.values.values()]
            rows.append([indices, *cells, failure.reason])
        return Table("Failed runs", [Column("run"), *values, Column("reason", keep=30)], rows)

    @property
    def _sizes(self) -> dict[str, int]:
        return dict(zip(self.store.layout.dims, self.store.layout.shape, strict=True))

    def _failures(self) -> Iterator[Failure]:
        for indices, reason in self.store.failures():
            place = dict(zip(self.store.layout.dims, indices, strict=True))
            yield Failure(place, self.values(place), reason)

    @cached_property
    def _pieces(self) -> Any:
        """Function that reads a piece of a scale, with a cache of recent pieces."""

        def read(scale: Scale, k: int) -> ScaleValues:
            return decode_piece(self.store.location, scale, k)

        return lru_cache(64)(read)

    def _rows(self) -> list[list[str]]:
        """Return name, unit, least, greatest and meaning of each output."""
        about = self.store.about
        extremes = {variable.name: [np.inf, -np.inf] for variable in about.variables}
        for k in range(about.layout.count if about.layout.count <= MOST_CHUNKS else 0):
            chunk = self.store.read(k)
            done = chunk.status == DONE if chunk is not None else np.zeros(0, dtype=bool)
            for name, values in chunk.values.items() if chunk is not None and done.any() else ():
                least, greatest = extremes[name]
                finished = values[done].ravel()
                extremes[name] = [np.fmin.reduce(finished, initial=least), np.fmax.reduce(finished, initial=greatest)]
        shown = {name: [cell(x) if pair[0] <= pair[1] else NOTHING for x in pair] for name, pair in extremes.items()}
        return [[variable.name, variable.unit, *shown[variable.name], variable.meaning] for variable in about.variables]


def load_results(path: str | os.PathLike[str], study: Any = None) -> Results:
    """Return the results of a study from its store; the study may still be running.

    Args:
        path: The store, a folder or an address.
        study: The study of these results, which simulates single runs again for `run` and `page`; default none.

    Raises:
        StoreError: There is no store, or its description is damaged.
    """
    return Results(Store.open(location_of("path", path)), study)


def merge_results(paths: Sequence[str | os.PathLike[str]], to: str | os.PathLike[str], study: Any = None) -> Results:
    """Join the stores of parts of a study into one and return its results; the stores of the parts are kept.

    Args:
        paths: The stores of the parts.
        to: The store of the whole study; it is made if it does not exist.
        study: The study of these results, as for `load_results`; default none.

    Raises:
        StoreError: The stores belong to different studies, are damaged, or differ in a chunk that two of them have.
    """
    stores = [location_of("paths", path) for path in listed("paths", paths, "a list of stores")]
    return Results(merge(stores, location_of("to", to)), study)
