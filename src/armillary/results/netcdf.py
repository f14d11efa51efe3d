"""Trajectories in NetCDF-3 files (64-bit offset), which xarray, MATLAB, Octave, R and Julia open without our code.

Names of coordinates are arrays of characters, by the convention of the format. A checksum over all arrays and texts
detects damage; a file without a checksum, which another program has written, is read too.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from armillary.description.toml.reader import parse_toml
from armillary.description.toml.writer import to_toml
from armillary.errors import ArgumentError, ArmillaryError
from armillary.files.kinds import kind_of_file, mistaken
from armillary.files.words import shortened
from armillary.multibody import Model, build
from armillary.multibody.coordinates import coordinate_names
from armillary.results.columns import ENERGIES, MOTION, STEPS, recorded_arrays, variable_names
from armillary.results.trajectory import Event, Trajectory
from armillary.spatial.scalar import Floats
from armillary.tables.json import to_json

FORMAT = 2
"""Version of the layout."""
LARGEST = 2**32 - 4
"""Largest size of one variable in this format [bytes]."""
GIB = 2**30
KIND = "result of a simulation"
LIMIT = 16 * GIB
"""Size of the largest file that is read [bytes]."""
CHECKSUM = "armillary_checksum"
COUNTS = ("steps", "rejected", "evaluations", "seconds")
"""Entries of `info` that must be numbers."""
_TEXTS = ("robot", "events", "info", "signals", "parameters", "model", "changes", "description")


def write(trajectory: Trajectory, file: BinaryIO) -> None:
    """Write a trajectory into an open file."""
    from scipy.io import netcdf_file

    arrays = list(recorded_arrays(trajectory))
    for array in arrays:
        if array.values.nbytes > LARGEST:
            size = f"{array.variable} has {array.values.nbytes / GIB:.1f} GiB"
            raise ArgumentError("path", size, "at most 4 GiB in one array of a .nc file", "record fewer rows")
    attributes = attributes_of(trajectory)
    contents = ((array.variable, array.values) for array in arrays)
    attributes[CHECKSUM] = _digest(contents, [attributes[name] for name in _TEXTS])
    # SciPy writes everything again when its writer is collected, unless the file is closed: it gets a duplicate, which
    # is closed here.
    with os.fdopen(os.dup(file.fileno()), "r+b") as copy:
        target = netcdf_file(copy, "w", version=2)
        sizes = {
            name: size for array in arrays for name, size in zip(array.dimensions, array.values.shape, strict=True)
        }
        for name, size in sizes.items():
            target.createDimension(name, size)
        for name, entries in {array.dimensions[-1]: array.columns for array in arrays if array.columns}.items():
            _write_names(target, name, entries)
        for array in arrays:
            variable = target.createVariable(array.variable, "d", array.dimensions)
            variable[...] = array.values
            for name, text in array.attributes.items():
                setattr(variable, name, text.encode())
        for name, text in attributes.items():
            setattr(target, name, text.encode())
        target.flush()


def _write_names(target: Any, dimension: str, names: tuple[str, ...]) -> None:
    """Write the names of the entries of a dimension as characters, one row each."""
    rows = [name.encode() or b"?" for name in names]
    width = max(map(len, rows))
    target.createDimension(f"{dimension}_length", width)
    variable = target.createVariable(dimension, "c", (dimension, f"{dimension}_length"))
    variable[:] = np.array([list(row.ljust(width, b"\0")) for row in rows], dtype=np.uint8).view("S1")
    variable._Encoding = b"utf-8"


_json = partial(to_json, indent=None)


def attributes_of(trajectory: Trajectory) -> dict[str, str]:
    """Return everything except the arrays as texts: events, info, model options and names as JSON, robots as TOML."""
    changes = [{"t": t, "description": to_toml(model.robot)} | model_options(model) for t, model in trajectory.changes]
    signals, parameters = variable_names(trajectory.signals), variable_names(trajectory.parameters, "parameter")
    return {
        "title": f"simulated motion of {trajectory.robot.name}",
        "robot": trajectory.robot.name,
        "armillary_format": str(FORMAT),
        "events": _json(trajectory.events),
        "info": _json(trajectory.info),
        "signals": _json({variable: name for name, variable in signals.items()}),
        "parameters": _json({variable: name for name, variable in parameters.items()}),
        "model": _json(model_options(trajectory.model)),
        "changes": _json(changes),
        "description": to_toml(trajectory.robot),
    }


def model_options(model: Model) -> dict[str, Any]:
    """Return the arguments with which `arm.model` makes a model from its robot."""
    return {"motors": model.motors, "friction": model.friction, "free": model.free}


def _digest(arrays: Iterable[tuple[str, Floats]], texts: list[str]) -> str:
    """Return the checksum of arrays, sorted by name, and texts."""
    total = hashlib.blake2b(digest_size=16)
    for name, values in sorted(arrays, key=lambda pair: pair[0]):
        total.update(f"{name} {values.shape} ".encode())
        total.update(np.ascontiguousarray(values, dtype="<f8").data)
    for text in texts:
        total.update(f"{len(text)} {text}".encode())
    return total.hexdigest()


def load(path: str | os.PathLike[str]) -> Trajectory:
    """Read a trajectory from a .nc file; raises an `ArgumentError` that says why a file is rejected."""
    if not isinstance(path, (str, os.PathLike)):
        raise ArgumentError("path", shortened(path), "the name of a .nc file")
    place = Path(path)
    try:
        status = place.stat()
        other = mistaken(place, kind_of_file(place), KIND)
        if other is not None:
            raise rejected(place, *other)
        if not stat.S_ISREG(status.st_mode):
            kind = "a directory" if stat.S_ISDIR(status.st_mode) else "a device or a pipe"
            raise rejected(place, f"this is {kind}", "a .nc file of a simulation")
        if status.st_size > LIMIT:
            raise rejected(place, f"the file has {status.st_size / GIB:.1f} GiB", f"at most {LIMIT // GIB} GiB")
        if place.suffix.lower() in (".mat", ".csv"):
            raise rejected(place, "files of this kind are for other programs", "the .nc file of a simulation")
        return _read(place)
    except FileNotFoundError:
        raise rejected(place, "there is no such file", "a .nc file of a simulation", "check the spelling") from None
    except (OSError, ValueError) as error:
        problem = f"it cannot be read: {getattr(error, 'strerror', None) or error}"
        raise rejected(place, problem, "a .nc file of a simulation") from error


def _read(path: Path) -> Trajectory:
    with path.open("rb") as file:
        start = file.read(8)
    if start[:4] == b"\x89HDF":
        raise rejected(path, "this is NetCDF-4 (HDF5)", "the NetCDF-3 file that was saved", "save it in that format")
    if start[:3] != b"CDF":
        raise rejected(path, "this is not a NetCDF file", "a .nc file of a simulation")
    try:
        arrays, texts = _contents(path)
    except ArgumentError:
        raise
    except Exception as error:  # the reader may raise anything on crafted or truncated bytes
        problem = f"the file is truncated or damaged ({type(error).__name__})"
        raise rejected(path, problem, "a whole .nc file of a simulation", "copy or compute it again") from error
    version = texts.get("armillary_format")
    if version is None:
        raise rejected(path, "this NetCDF file holds no simulation of Armillary", "a file that Trajectory.save wrote")
    if version != str(FORMAT):
        hint = "use the release that wrote it"
        raise rejected(path, f"its layout has version {version!r}", f"version {FORMAT}", hint)
    if CHECKSUM in texts and texts[CHECKSUM] != _digest(arrays.items(), [texts.get(name, "") for name in _TEXTS]):
        hint = f"if it was changed on purpose, delete the attribute {CHECKSUM}"
        raise rejected(path, "its contents do not match its checksum: it is damaged", "a file as it was saved", hint)
    try:
        return _trajectory(path, arrays, texts)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        problem = f"its contents are not a trajectory ({type(error).__name__}: {str(error)[:80]})"
        raise rejected(path, problem, "a .nc file of a simulation") from error


def _contents(path: Path) -> tuple[dict[str, Floats], dict[str, str]]:
    """Return all arrays of numbers and all attributes of a file; overlapping arrays are rejected."""
    from scipy.io import netcdf_file

    size = path.stat().st_size
    source = netcdf_file(path, "r", mmap=True)  # mapped: sizes in the header cost nothing until arrays are copied
    try:
        claimed = sum(variable.data.nbytes for variable in source.variables.values())
        if claimed > size:
            raise ValueError("arrays overlap")
        arrays = {
            name: np.array(variable.data, dtype=float)
            for name, variable in source.variables.items()
            if variable.typecode() == "d"
        }
        attributes: dict[str, object] = source._attributes
        texts = {name: value.decode().rstrip("\0") for name, value in attributes.items() if isinstance(value, bytes)}
    finally:
        source.variables.clear()
        source.close()
    return arrays, texts


def _trajectory(path: Path, arrays: dict[str, Floats], texts: dict[str, str]) -> Trajectory:
    names, parameters, info, events, options, later_plants = (
        json.loads(texts[name]) for name in ("signals", "parameters", "info", "events", "model", "changes")
    )
    _check_info(info)
    model = _model(texts["description"], options)
    t = arrays["time"]
    runs = arrays["q"].shape[:1] if arrays["q"].ndim == 3 else ()
    rows = (*runs, len(t))
    shapes: dict[str, tuple[int, ...]] = {kind: (*rows, model.nq if kind == "q" else model.nv) for kind in MOTION}
    for kind, shape in (shapes | dict.fromkeys(ENERGIES, rows)).items():
        if arrays[kind].shape != shape:
            raise rejected(path, f"{kind} has the shape {arrays[kind].shape}", f"{shape}, as its robot has")
    if t.ndim != 1 or 0 in rows or not np.all(np.isfinite(t)) or np.any(np.diff(t) < 0):
        raise rejected(path, "its times are not finite or not in order", "times that do not decrease")
    signals = {str(signal): arrays[name] for name, signal in names.items()}
    for signal, values in signals.items():
        if values.shape[: len(rows)] != rows or values.ndim > len(rows) + 1:
            raise rejected(path, f"{signal} has the shape {values.shape}", f"{len(t)} rows")
    changes = tuple((float(change["t"]), _model(change["description"], change)) for change in later_plants)
    if any(coordinate_names(change) != coordinate_names(model) for _, change in changes):
        raise rejected(path, "the plant changes its coordinates", "plants with the same coordinates")
    parts: dict[str, Any] = {name: arrays[name] for name in (*MOTION, *ENERGIES)}
    parts["parameters"] = {str(name): arrays[variable].reshape(runs) for variable, name in parameters.items()}
    parts |= {name: arrays[name].reshape(runs) for name in STEPS if name in arrays}
    if "speed_steps" in arrays:
        parts["speed_steps"] = arrays["speed_steps"].reshape(*runs, model.nv)
    recorded_events = tuple(_event(**event) for event in events)
    return Trajectory(model, t, **parts, signals=signals, events=recorded_events, info=info, changes=changes)


def _model(description: str, options: dict[str, Any]) -> Model:
    """Return the model of a robot as a file stores it."""
    try:
        return build.model(
            parse_toml(description),
            motors=options["motors"],
            friction=options["friction"],
            free=options.get("free", ()),
        )
    except ArmillaryError as error:
        raise ValueError(str(error)) from error


def _check_info(info: Any) -> None:
    """Check the entries of `info` that are used in calculations; the others are only displayed."""
    if not isinstance(info, dict):
        raise ValueError("info is not a table")
    for name in COUNTS:
        if not isinstance(info.get(name, 0), (int, float)):
            raise ValueError(f"{name} is not a number")


def _event(
    t: float | None,
    kind: str,
    message: str,
    where: str = "",
    run: int | None = None,
    until: float | None = None,
    count: int = 1,
) -> Event:
    """Return an event from JSON, in which NaN is null."""
    time = float("nan") if t is None else float(t)
    number = None if run is None else int(run)
    return Event(time, str(kind), str(message), str(where), number, until, int(count))


def rejected(path: Path, found: str, expected: str, hint: str = "") -> ArgumentError:
    """Return the error of a rejected file."""
    return ArgumentError(str(path), found, expected, hint)
