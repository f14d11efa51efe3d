"""Axes and outputs of a study as quantities with one value for each run, for tables, figures and indices.

A dataset of results has the dimensions of the grid in front: axes with given values, and `sample`. An output with
dimensions beyond these (joint, actuator, frame, time, …) gives one value by a choice that its label tells: the entry of
greatest magnitude where entries have names, the last time, and the first entry of other numbered dimensions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError
from armillary.files.arguments import word
from armillary.files.words import shortened
from armillary.spatial.scalar import Floats
from armillary.studies.layout import DONE, DRIFT_MEANING
from armillary.studies.sensitivity import Sensitivities, sobol_indices

SAMPLE, STATUS = "sample", "status"
LARGEST, SMALLEST = "largest", "smallest"
"""Choices in `pick` in addition to the labels of a dimension: the entry of greatest or least magnitude."""
SAMPLING, SEED = re.compile(r'^sampling = "(\w+)"', re.MULTILINE), re.compile(r"^seed = (\d+)", re.MULTILINE)
"""Lines of the text of a study."""
Picks = Mapping[str, Any]
"""Labels of entries by the names of their dimensions."""


@dataclass(frozen=True, eq=False)
class StudyQuantity:
    """An axis or an output: name, words for labels, unit, and values as an array of xarray."""

    name: str
    words: str
    unit: str
    values: Any

    @property
    def label(self) -> str:
        """Words and unit."""
        return f"{self.words} [{self.unit}]" if self.unit else self.words

    @property
    def dims(self) -> tuple[str, ...]:
        """Dimensions of the values."""
        return tuple(str(dim) for dim in self.values.dims)

    @property
    def numeric(self) -> bool:
        """Whether the values are numbers; others are texts."""
        return self.values.dtype.kind in "fiub"


def grid_dims(dataset: Any) -> tuple[str, ...]:
    """Return the dimensions of the grid of runs."""
    return tuple(str(dim) for dim in dataset[STATUS].dims)


def given_dims(dataset: Any) -> tuple[str, ...]:
    """Return the dimensions with given values, of more than one value, longest first."""
    dims = [dim for dim in grid_dims(dataset) if dim != SAMPLE and dataset.sizes[dim] > 1]
    return tuple(sorted(dims, key=lambda dim: -int(dataset.sizes[dim])))


def axis_names(dataset: Any) -> tuple[str, ...]:
    """Return the names of all axes with numbers or texts: coordinates along one dimension of the grid."""
    dims = grid_dims(dataset)
    names = []
    for name, coordinate in dataset.coords.items():
        if coordinate.ndim == 1 and coordinate.dims[0] in dims and name != SAMPLE:
            names.append(str(name))
    return tuple(names)


def random_axes(dataset: Any) -> tuple[str, ...]:
    """Return the names of the axes that vary along `sample`."""
    names = [
        str(name) for name, coordinate in dataset.coords.items() if coordinate.dims[:1] == (SAMPLE,) and name != SAMPLE
    ]
    return tuple(names)


def output_names(dataset: Any) -> tuple[str, ...]:
    """Return the names of the outputs of the study, without the energy drift unless it is the only one."""
    names = tuple(str(name) for name in dataset.data_vars if name != STATUS)
    return tuple(name for name in names if dataset[name].attrs.get("long_name") != DRIFT_MEANING) or names


def axis(dataset: Any, name: str) -> StudyQuantity:
    """Return an axis of the grid, or a dimension of an output with its labels."""
    array = dataset[name]
    words = str(array.attrs.get("long_name") or name)
    return StudyQuantity(name, words, str(array.attrs.get("units", "")), array)


def output(dataset: Any, name: str, pick: Picks | None = None, kept: tuple[str, ...] = ()) -> StudyQuantity:
    """Return an output with one value for each run; NaN where a run is not done.

    Args:
        dataset: Results of a study.
        name: Name of the output.
        pick: Entries of its dimensions: a label, "largest" or "smallest" (magnitude), or an index for numbered ones.
        kept: Dimensions that stay.

    Raises:
        ArgumentError: An output, a dimension or an entry is unknown.
    """
    array = dataset[word("output", name, output_names(dataset))]
    grid = grid_dims(dataset)
    for dim in pick or {}:
        word("pick", dim, tuple(str(other) for other in dataset.dims))
    words = [str(array.attrs.get("long_name") or name.replace("_", " "))]
    values = array.where(dataset[STATUS] == DONE) if array.dtype.kind == "f" else array
    for dim in [str(dim) for dim in array.dims if dim not in grid or dim in (pick or {})]:
        if dim not in kept:
            values, choice = _pick(values, dim, (pick or {}).get(dim))
            words.append(choice)
    return StudyQuantity(name, ", ".join(words), str(array.attrs.get("units", "")), values)


def _pick(values: Any, dim: str, choice: Any) -> tuple[Any, str]:
    """Return the values at one entry of a dimension, and the description of that entry."""
    labels = values[dim].values if dim in values.coords else np.arange(values.sizes[dim])
    if values.sizes[dim] == 1 and choice is None:
        return values.isel({dim: 0}, drop=True), _choice_text(dim, labels[0], values)
    if choice is None and labels.dtype.kind not in "fiu":
        choice = LARGEST
    if isinstance(choice, str) and choice in (LARGEST, SMALLEST) and choice not in labels:
        return _extreme(values, dim, choice), f"{choice} {dim}"
    default = len(labels) - 1 if dim == "time" else 0  # the end of a signal, and the first of other labels
    k = default if choice is None else _place(labels, dim, choice)
    return values.isel({dim: k}, drop=True), _choice_text(dim, labels[k], values)


def _extreme(values: Any, dim: str, choice: str) -> Any:
    """Return the entries of greatest or least magnitude, with their signs; NaN entries are ignored."""
    size = np.abs(values).fillna(-np.inf if choice == LARGEST else np.inf)
    place = size.argmax(dim) if choice == LARGEST else size.argmin(dim)
    return values.isel({dim: place}).drop_vars(dim, errors="ignore")


def _place(labels: NDArray[Any], dim: str, choice: Any) -> int:
    """Return the index of a text label, or of the number nearest to the choice."""
    if labels.dtype.kind in "fiu":
        try:
            return int(np.abs(labels - float(choice)).argmin())
        except Exception:  # a value of the user may raise anything
            expected = f"a number from {labels.min():g} to {labels.max():g}"
            raise ArgumentError(f"pick[{dim!r}]", shortened(choice), expected) from None
    texts = [str(label) for label in labels]
    return texts.index(word(f"pick[{dim!r}]", str(choice), texts))


def _choice_text(dim: str, label: Any, values: Any) -> str:
    unit = str(values[dim].attrs.get("units", "")) if dim in values.coords else ""
    if isinstance(label, str):
        return f"{dim} {label}"
    return f"{dim} {float(label):.4g}" + (f" {unit}" if unit else "")


def quantity(dataset: Any, name: str, pick: Picks | None = None) -> StudyQuantity:
    """Return an axis or an output by its name."""
    axes = axis_names(dataset)
    names = (*axes, *output_names(dataset))
    return axis(dataset, name) if word("name", name, names) in axes else output(dataset, name, pick)


def flat(dataset: Any, quantity: StudyQuantity) -> NDArray[Any]:
    """Return the values of a quantity for all runs, in the order of their numbers, shape (runs,)."""
    grid = dataset[STATUS]
    return np.asarray(quantity.values.broadcast_like(grid).transpose(*grid.dims).values).reshape(-1)


def done(dataset: Any) -> NDArray[np.bool_]:
    """Return for all runs whether they are done, shape (runs,)."""
    return np.asarray(dataset[STATUS].values == DONE).reshape(-1)


def quantiles(quantity: StudyQuantity, kept: tuple[str, ...], shares: tuple[float, ...]) -> list[Floats]:
    """Return quantiles, as of `spread`, over all dimensions except `kept`; NaN where no run has a value."""
    over = [dim for dim in quantity.dims if dim not in kept]
    values = quantity.values.transpose(*over, *kept).values
    values = values.reshape(-1, *values.shape[len(over) :])
    empty = np.isnan(values).all(axis=0)
    rows = spread(np.where(empty, 0.0, values), shares)
    return [np.where(empty, np.nan, row) for row in rows]


def spread(values: Floats, shares: Sequence[float]) -> Floats:
    """Return quantiles along the first axis without NaN; infinite values (runs that never settle) are the greatest."""
    with np.errstate(invalid="ignore"):
        interpolated = np.nanquantile(values, shares, axis=0)
        higher = np.nanquantile(values, shares, axis=0, method="higher")
    # Interpolation next to an infinite value gives NaN.
    return np.where(np.isfinite(interpolated), interpolated, higher)


def sensitivities(dataset: Any, name: str, pick: Picks | None = None) -> Sensitivities:
    """Return the Sobol indices of an output by the random axes, at the first value of given axes or that in `pick`.

    Raises:
        ArgumentError: No axis is random, or there are too few samples.
    """
    axes = random_axes(dataset)
    if not axes:
        raise ArgumentError("what", "sensitivities of a study without random axes", "a random axis, such as Uniform",
                            "sampling 'saltelli' gives total indices too")  # fmt: skip
    labelled = [dim for dim in grid_dims(dataset) if dim != SAMPLE and dim in dataset.coords]
    first_values = {dim: dataset[dim].values[0] for dim in labelled}
    quantity = output(dataset, name, first_values | dict(pick or {}))
    x = {}
    for axis_name in axes:
        values = dataset[axis_name].values
        is_numeric = values.dtype.kind in "fiub"
        x[axis_name] = values if is_numeric else np.array([str(value) for value in values])
    sampling, seed = sampling_of(dataset)
    return sobol_indices(quantity.words, quantity.values.values, x, sampling, seed)


def sampling_of(dataset: Any) -> tuple[str, int]:
    """Return the kind of sampling of a study and its seed, from its text."""
    text = str(dataset.attrs.get("study", ""))
    kind, seed = SAMPLING.search(text), SEED.search(text)
    return kind[1] if kind else "random", int(seed[1]) if seed else 0
