"""Saving and loading trajectories: the kind of file follows from its suffix, and foreign files are rejected."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from armillary.errors import ArgumentError
from armillary.files.atomic import suffix_of, write_whole
from armillary.results.trajectory import Trajectory

KINDS = {".nc": "NetCDF, for xarray and MATLAB's ncread", ".mat": "MATLAB", ".csv": "text with commas"}
GIB = 2**30
LIMIT = 16 * GIB
"""Size of the largest file that is read [bytes]."""


def save(trajectory: Trajectory, path: str | os.PathLike[str], argument: str = "path") -> None:
    """Write a trajectory to a .nc, .mat or .csv file, whole or not at all."""
    kind = suffix_of(path, KINDS, argument)
    if kind == ".nc":
        from armillary.results.netcdf import write
    elif kind == ".mat":
        from armillary.results.tables import write_mat as write
    else:
        from armillary.results.tables import write_csv as write
    write_whole(path, lambda file: write(trajectory, file), argument)


def load(path: str | os.PathLike[str]) -> Trajectory:
    """Read a trajectory from a .nc file."""
    from armillary.results.netcdf import read, refused

    if not isinstance(path, (str, os.PathLike)):
        raise ArgumentError("path", repr(path)[:80], "the name of a .nc file")
    place = Path(path)
    try:
        status = place.stat()
        if not stat.S_ISREG(status.st_mode):
            what = "a directory" if stat.S_ISDIR(status.st_mode) else "a device or a pipe"
            raise refused(place, f"this is {what}", "a .nc file of a simulation")
        if status.st_size > LIMIT:
            raise refused(place, f"the file has {status.st_size / GIB:.1f} GiB", f"at most {LIMIT // GIB} GiB")
        if place.suffix.lower() in (".mat", ".csv"):
            raise refused(place, "files of this kind are for other programs", "the .nc file of a simulation")
        return read(place)
    except FileNotFoundError:
        raise refused(place, "there is no such file", "a .nc file of a simulation", "check the spelling") from None
    except (OSError, ValueError) as error:
        found = f"it cannot be read: {getattr(error, 'strerror', None) or error}"
        raise refused(place, found, "a .nc file of a simulation") from error
