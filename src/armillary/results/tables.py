"""Trajectories for other programs: CSV, MATLAB, pandas and xarray."""

from __future__ import annotations

import csv
import io
from typing import Any, BinaryIO

import numpy as np

from armillary.errors import MissingExtraError
from armillary.results.layout import layout_of, variable_names
from armillary.results.trajectory import ENERGIES, MOTION, Trajectory

BLOCK = 10_000
"""Rows of a CSV file that are made to text at once."""


def write_csv(trajectory: Trajectory, file: BinaryIO) -> None:
    """Write all columns, after one line with their names and units; numbers read back as they are."""
    names, units, values = zip(*trajectory.columns(), strict=True)
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    try:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([f"{name} [{unit}]" if unit else name for name, unit in zip(names, units, strict=True)])
        table = np.stack(values, axis=1)
        for start in range(0, len(table), BLOCK):
            writer.writerows(table[start : start + BLOCK].tolist())  # the shortest digits that read back the same
    finally:
        text.detach()


def write_mat(trajectory: Trajectory, file: BinaryIO) -> None:
    """Write a MATLAB file (version 5): arrays by name, names and units as cells, signals and events as structs."""
    from scipy.io import savemat

    layout, names = layout_of(trajectory), variable_names(trajectory.signals)
    data: dict[str, Any] = {"t": trajectory.t[:, None]}
    data |= {kind: getattr(trajectory, kind) for kind in MOTION}
    data |= {kind: getattr(trajectory, kind)[:, None] for kind in (*ENERGIES, "drift")}
    data |= {"coordinates": _cells(trajectory.coordinates), "velocities": _cells(trajectory.velocities)}
    data["units"] = {kind: _cells(units) for kind, units in trajectory.units.items()}
    data["signals"] = {name: _two(trajectory.signals[signal]) for signal, name in names.items()}
    data["units"] |= {name: _cells(trajectory.units_of(signal)) for signal, name in names.items()}
    data["labels"] = {names[s]: _cells(trajectory.labels_of(s)) for s in names if trajectory.signals[s].ndim == 2}
    data["events"] = {
        "t": np.array([event.t for event in trajectory.events]),
        **{key: _cells([getattr(event, key) for event in trajectory.events]) for key in ("kind", "where", "message")},
    }
    data |= {name: layout.attributes[name] for name in ("robot", "description", "model", "changes", "info")}
    savemat(file, data, long_field_names=True, oned_as="column")


def _cells(texts: Any) -> Any:
    cells = np.empty((len(texts), 1), dtype=object)
    cells[:, 0] = list(texts)
    return cells


def _two(values: Any) -> Any:
    return values[:, None] if values.ndim == 1 else values


def to_pandas(trajectory: Trajectory) -> Any:
    """Return the columns as a data frame, time as its index; `attrs` has units, robot and info."""
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingExtraError("pandas", "data", "A table of pandas") from error
    columns = list(trajectory.columns())
    index = pd.Index(columns[0][2], name="t")
    frame = pd.DataFrame({name: values for name, _, values in columns[1:]}, index=index)
    units = {name: unit for name, unit, _ in columns}
    frame.attrs = {"units": units, "robot": trajectory.robot.name, "info": dict(trajectory.info)}
    return frame


def to_xarray(trajectory: Trajectory) -> Any:
    """Return everything as a dataset, laid out as the .nc file is."""
    try:
        import xarray as xr
    except ImportError as error:
        raise MissingExtraError("xarray", "data", "A dataset of xarray") from error
    layout = layout_of(trajectory)
    arrays = {v.name: (v.dimensions, v.values, v.attributes) for v in layout.variables}
    coordinates: dict[str, Any] = {"time": arrays.pop("time")}
    coordinates |= {name: (name, np.array(entries, dtype=str)) for name, entries in layout.entries.items()}
    return xr.Dataset(arrays, coordinates, layout.attributes)
