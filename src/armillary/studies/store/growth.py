"""How a store is made, opened for the same study, or extended for a larger one.

A new store is made under another name and renamed. A larger study has the same family, and along each dimension the
values of the smaller one come first. It is extended in this order: new values of axes, into pieces that have room for
them; the description, in one step; the metadata beside each array. After an interruption, the next process that opens
the store writes what is missing.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from armillary.errors import StoreError
from armillary.studies.layout import Planned
from armillary.studies.store.arrays import as_store_error, given_files, read_scale, write_files
from armillary.studies.store.description import Description, describe, read_description
from armillary.studies.store.location import ROOT, Location

ANOTHER = "choose another path, or remove this store"
MOST = 8
"""Number of differences that a message lists."""


def make_or_grow(location: Location, study: Planned) -> Description:
    """Return the description of the store of a study; make or extend the store if necessary.

    Raises:
        StoreError: The path holds something else or the store of another study, or cannot be written.
    """
    desired = describe(study)
    if not location.exists():
        make(location, given_files(study, desired) | desired.files())
    location.clean_up()
    stored = read_description(location)
    differing = _changed_files(location, given_files(study, stored) | stored.files())
    if not differing and stored.fingerprint == desired.fingerprint:
        return stored
    with location.lock():
        stored = read_description(location)  # again: another process may have extended it before the lock
        if stored.fingerprint != desired.fingerprint:
            _check_growth(location, stored, desired, study)
        if stored.layout.shape != desired.layout.shape:  # with the same shape, only the lengths of chunks differ
            stored = replace(
                desired,
                layout=replace(desired.layout, chunks=stored.layout.chunks),
                scales=stored.scales,
                version=stored.version,
                machine=stored.machine,
                shapes=(*stored.shapes, stored.layout.shape),
            )
        metadata = stored.files()
        write_files(location, _changed_files(location, given_files(study, stored) | {ROOT: metadata[ROOT]} | metadata))
    return stored


def make(location: Location, files: Mapping[str, bytes]) -> None:
    """Make a new store.

    Raises:
        StoreError: The path holds something else, or cannot be written.
    """
    try:
        problem = location.problem()
    except OSError as error:
        raise StoreError(str(location), f"cannot be read: {error.strerror or error}", "a place for a store") from error
    if problem:
        expected = "a store of results, or a path that does not exist"
        raise StoreError(str(location), problem, expected, "choose another path")
    with as_store_error(location):
        location.create(files)


def _changed_files(location: Location, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of a store that are missing or differ."""
    changed = {}
    for name, content in files.items():
        try:
            differs = location.read(name) != content
        except OSError:
            differs = True
        if differs:
            changed[name] = content
    return changed


def _check_growth(location: Location, old: Description, new: Description, study: Planned) -> None:
    """Raise `StoreError` unless the new study is a larger one of the same family."""
    if old.family != new.family or old.layout.dims != new.layout.dims:
        expected = "the same study, or one with more values at the end of its axes"
        raise StoreError(str(location), f"the store of another study: {differences(old, new)}", expected, ANOTHER)
    for name, old_length, length in zip(old.layout.dims, old.layout.shape, new.layout.shape, strict=True):
        if length < old_length:
            difference = f"the store has {old_length} values along {name!r}, the study {length}"
            raise StoreError(str(location), difference, "a study with at least the runs of the store", ANOTHER)
    coordinates = {coordinate.name: coordinate for coordinate in study.coordinates if coordinate.values is not None}
    for scale in old.scales:
        if scale.name in coordinates:
            stored_values = read_scale(location, old, scale)
            values: Sequence[float | str] = coordinates[scale.name].values or ()
            for k, (stored, other) in enumerate(zip(stored_values, values, strict=False)):
                if stored != (str(other) if scale.text else float(other)):
                    difference = (
                        f"value {k} of the axis {scale.name!r} is {stored!r} in the store and {other!r} in the study"
                    )
                    raise StoreError(str(location), difference, "new values at the end of an axis", ANOTHER)


def differences(old: Description, new: Description) -> str:
    """Return how two studies differ, in the lines of their texts and in their robots."""
    lines = difflib.ndiff(old.text.splitlines(), new.text.splitlines(), charjunk=None)
    changes = [f"{line[0]}{line[2:].strip()}" for line in lines if line[0] in "+-" and line[2:].strip()]
    names = sorted({*old.robots, *new.robots})
    changes += [f"robot {name!r} has changed" for name in names if old.robots.get(name) != new.robots.get(name)]
    rest = f", and {len(changes) - MOST} more" if len(changes) > MOST else ""
    return "; ".join(changes[:MOST]) + rest if changes else "a function or a file that it uses has changed"
