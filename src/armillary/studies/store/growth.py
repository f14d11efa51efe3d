"""A store is made, opened for the same study, or extended for a larger one.

A new store is made under another name and renamed. A larger study has the same family, and along each dimension the
values of the smaller one come first. It is extended in this order: new values of axes, into pieces that have room for
them; the description, in one step; the metadata beside each array. Whatever is missing after an interruption is done by
the next process that opens the store.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from armillary.errors import ArgumentError, StoreError
from armillary.files.atomic import clear_parts
from armillary.files.folders import locked, new_folder
from armillary.files.text import read_regular
from armillary.studies.layout import Planned
from armillary.studies.store.chunk_files import PARTS, write_error, write_files
from armillary.studies.store.description import ROOT, Description, describe, read_description
from armillary.studies.store.scales import given_files, read_scale

ANOTHER = "choose another path, or remove this store"
MOST = 8
"""Number of differences that a message lists."""


def make_or_grow(path: Path, study: Planned) -> Description:
    """Return the description of the store of a study, which is made or extended if need be.

    Raises:
        StoreError: There is something else, or the store of another study, or the place cannot be written.
    """
    desired = describe(study)
    if not (path / ROOT).exists():
        _make(path, given_files(study, desired) | desired.files())
    clear_parts(path / PARTS)
    stored = read_description(path)
    if stored.fingerprint == desired.fingerprint and not _changed(path, given_files(study, stored) | stored.files()):
        return stored
    with locked(path):
        stored = read_description(path)  # as other processes have left it
        if stored.fingerprint != desired.fingerprint:
            _check_growth(path, stored, desired, study)
        if stored.layout.shape != desired.layout.shape:  # else the study differs in the lengths of its chunks alone
            stored = replace(
                desired,
                layout=replace(desired.layout, chunks=stored.layout.chunks),
                scales=stored.scales,
                version=stored.version,
                machine=stored.machine,
                shapes=(*stored.shapes, stored.layout.shape),
            )
        metadata = stored.files()
        write_files(path, _changed(path, given_files(study, stored) | {ROOT: metadata[ROOT]} | metadata))
    return stored


def _make(path: Path, files: dict[str, bytes]) -> None:
    filled = path.exists() and (not path.is_dir() or any(path.iterdir()))
    if filled and not (path / ROOT).exists():  # checked last: another process may have made the store meanwhile
        what = "a folder with other files" if path.is_dir() else "a file"
        raise StoreError(str(path), what, "a store of results, or a path that does not exist", "choose another path")
    try:
        new_folder(path, files)
    except ArgumentError as error:
        raise write_error(path, error) from error


def _changed(path: Path, files: dict[str, bytes]) -> dict[Path, bytes]:
    """Return the files of a store that are missing or differ."""
    return {path / name: content for name, content in files.items() if _content(path / name) != content}


def _content(path: Path) -> bytes | None:
    try:
        return read_regular(path)
    except OSError:
        return None


def _check_growth(path: Path, old: Description, new: Description, study: Planned) -> None:
    """Raise `StoreError` unless the new study is a larger one of the same family."""
    if old.family != new.family or old.layout.dims != new.layout.dims:
        expected = "the same study, or one with more values at the end of its axes"
        raise StoreError(str(path), f"the store of another study: {differences(old, new)}", expected, ANOTHER)
    for name, had, has in zip(old.layout.dims, old.layout.shape, new.layout.shape, strict=True):
        if has < had:
            difference = f"the store has {had} values along {name!r}, the study {has}"
            raise StoreError(str(path), difference, "a study with at least the runs of the store", ANOTHER)
    coordinates = {coordinate.name: coordinate for coordinate in study.coordinates if coordinate.values is not None}
    for scale in old.scales:
        if scale.name in coordinates:
            there = read_scale(path, old, scale)
            values: Sequence[float | str] = coordinates[scale.name].values or ()
            for k, (stored, other) in enumerate(zip(there, values, strict=False)):
                if stored != (str(other) if scale.text else float(other)):
                    difference = (
                        f"value {k} of the axis {scale.name!r} is {stored!r} in the store and {other!r} in the study"
                    )
                    raise StoreError(str(path), difference, "new values at the end of an axis", ANOTHER)


def differences(old: Description, new: Description) -> str:
    """Return how two studies differ, in the lines of their texts and in their robots."""
    lines = difflib.ndiff(old.text.splitlines(), new.text.splitlines(), charjunk=None)
    changes = [f"{line[0]}{line[2:].strip()}" for line in lines if line[0] in "+-" and line[2:].strip()]
    names = sorted({*old.robots, *new.robots})
    changes += [f"robot {name!r} has changed" for name in names if old.robots.get(name) != new.robots.get(name)]
    rest = f", and {len(changes) - MOST} more" if len(changes) > MOST else ""
    return "; ".join(changes[:MOST]) + rest if changes else "a function or a file that it uses has changed"
