"""Trajectories in files, by their suffix, and for other programs: CSV, MATLAB, pandas and xarray."""

from __future__ import annotations

import csv
import io
import os
from typing import Any, BinaryIO

import numpy as np

from armillary.errors import MissingExtraError
from armillary.files.atomic import suffix_of, write_whole
from armillary.results.columns import columns, recorded_arrays
from armillary.results.netcdf import attributes_of, write
from armillary.results.trajectory import Trajectory
from armillary.tables.table import csv_cell

KINDS = {".nc": "NetCDF, for xarray and MATLAB's ncread", ".mat": "MATLAB", ".csv": "text with commas"}
BLOCK = 10_000
"""Rows of a CSV file that are converted to text at once."""


def save(trajectory: Trajectory, path: str | os.PathLike[str], argument: str = "path") -> None:
    """Write a trajectory to a .nc, .mat or .csv file, whole or not at all."""
    writer = {".nc": write, ".mat": write_mat, ".csv": write_csv}[suffix_of(path, KINDS, argument)]
    write_whole(path, lambda file: writer(trajectory, file), argument)


def write_csv(trajectory: Trajectory, file: BinaryIO) -> None:
    """Write all columns, after one line with their names and units; numbers read back as they are.

    A stack is written run after run, with the number of the run in the first column.
    """
    heads = [f"{name} [{unit}]" if unit else name for name, unit, _ in columns(trajectory)]
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    try:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([csv_cell(head) for head in (["run", *heads] if trajectory.stacked else heads)])
        for k, run in enumerate(trajectory.runs):
            table = np.stack([values for _, _, values in columns(run)], axis=1)
            for start in range(0, len(table), BLOCK):
                rows = table[start : start + BLOCK].tolist()  # the shortest digits that read back the same
                writer.writerows([k, *row] for row in rows) if trajectory.stacked else writer.writerows(rows)
    finally:
        text.detach()


def write_mat(trajectory: Trajectory, file: BinaryIO) -> None:
    """Write a MATLAB file (version 5): arrays by name, names and units as cells, signals and events as structs."""
    from scipy.io import savemat

    parts: dict[str, dict[str, Any]] = {name: {} for name in ("units", "signals", "labels", "parameters")}
    data: dict[str, Any] = {"drift": _as_column(trajectory.drift)}
    for array in recorded_arrays(trajectory):
        if "time" not in array.dimensions:
            parts["parameters"][array.variable] = array.values
        elif array.name in trajectory.signals:
            parts["signals"][array.variable] = _as_column(array.values)
            parts["units"][array.variable] = _cells(array.units)
            if array.columns:
                parts["labels"][array.variable] = _cells(array.columns)
        else:
            data[array.name] = _as_column(array.values)
            parts["units"][array.name] = _cells(array.units)
    data |= {"coordinates": _cells(trajectory.coordinates), "velocities": _cells(trajectory.velocities), **parts}
    data["events"] = {
        "t": np.array([event.t for event in trajectory.events]),
        "until": np.array([event.t if event.until is None else event.until for event in trajectory.events]),
        "count": np.array([event.count for event in trajectory.events]),
        "run": np.array([-1 if event.run is None else event.run for event in trajectory.events]),
        **{key: _cells([getattr(event, key) for event in trajectory.events]) for key in ("kind", "where", "message")},
    }
    attributes = attributes_of(trajectory)
    data |= {name: attributes[name] for name in ("robot", "description", "model", "changes", "info")}
    savemat(file, data, long_field_names=True, oned_as="column")
    file.seek(0)  # replaces the header of SciPy, which has the time of day: the same trajectory gives the same bytes
    file.write(b"MATLAB 5.0 MAT-file, written by Armillary".ljust(116))


def _cells(texts: Any) -> Any:
    """Return texts as a cell array of MATLAB."""
    cells = np.empty((len(texts), 1), dtype=object)
    cells[:, 0] = list(texts)
    return cells


def _as_column(values: Any) -> Any:
    """Return a vector as one column, as MATLAB expects it."""
    return values[:, None] if values.ndim == 1 else values


def to_pandas(trajectory: Trajectory) -> Any:
    """Return the columns as a data frame; `attrs` has units, robot and info.

    Its index is the time t; that of a stack has two levels, run and t.
    """
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingExtraError("pandas", "data", "A table of pandas") from error
    all_columns = list(columns(trajectory))
    index: Any = pd.Index(trajectory.t, name="t")
    if trajectory.stacked:
        index = pd.MultiIndex.from_product([range(len(trajectory)), trajectory.t], names=["run", "t"])
    frame = pd.DataFrame({name: values.reshape(-1) for name, _, values in all_columns[1:]}, index=index)
    units = {name: unit for name, unit, _ in all_columns}
    frame.attrs = {"units": units, "robot": trajectory.robot.name, "info": dict(trajectory.info)}
    return frame


def to_xarray(trajectory: Trajectory) -> Any:
    """Return everything as a dataset, laid out as the .nc file is."""
    try:
        import xarray as xr
    except ImportError as error:
        raise MissingExtraError("xarray", "data", "A dataset of xarray") from error
    stored = list(recorded_arrays(trajectory))
    arrays = {array.variable: (array.dimensions, array.values, array.attributes) for array in stored}
    coordinates: dict[str, Any] = {"time": arrays.pop("time")}
    for array in stored:
        if array.columns:
            coordinates[array.dimensions[-1]] = np.array(array.columns, dtype=str)
    return xr.Dataset(arrays, coordinates, attributes_of(trajectory))
