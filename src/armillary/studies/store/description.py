"""Store metadata (Zarr v3): the study, its arrays, and their attributes.

The description is in the attributes of the group, in one file with the metadata of all arrays. So a new description
replaces the old one in one step, and the metadata beside each array follow from it: an interrupted growth is finished
by the next process that opens the store.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from armillary import __version__
from armillary.compiler.llvm.target import host
from armillary.errors import ArgumentError, StoreError
from armillary.files.kinds import kind_of_file, mistaken
from armillary.files.text import read_regular
from armillary.files.words import shortened
from armillary.studies.layout import GridChunk, Planned, RunGrid, Variable
from armillary.tables.json import to_json

FORMAT = 1
"""Version of the layout of stores."""
ROOT = "zarr.json"
STATUS, FAILURES = "status", "failures"
KEY = "armillary_store"
LONGEST = 65536
"""Largest number of values of an axis in one file."""
_UNSAFE = re.compile(r'[/\\:*?"<>|%\x00-\x1f]|^\.|^__')


@dataclass(frozen=True)
class Scale:
    """Values along a dimension as an array of the store, in pieces of the same length.

    Those of random axes are written together with the chunks, the others when the store is made.
    """

    name: str
    dim: str
    unit: str = ""
    meaning: str = ""
    text: bool = False
    random: bool = False
    piece: int = 1


@dataclass(frozen=True)
class Description:
    """The study of a store, and the arrays that hold its results.

    `shapes` are the shapes of the grid before each growth: chunks at these edges may lack the runs added later.
    """

    layout: RunGrid
    variables: tuple[Variable, ...]
    scales: tuple[Scale, ...]
    fingerprint: str
    family: str
    text: str
    robots: Mapping[str, str]
    version: str
    machine: str
    shapes: tuple[tuple[int, ...], ...] = ()

    def place(self, chunk: GridChunk) -> tuple[int, ...]:
        """Return the place of a chunk among the chunks, along each dimension."""
        return tuple(a // n for a, n in zip(chunk.start, self.layout.chunks, strict=True))

    def key(self, chunk: GridChunk) -> str:
        """Return the name of the file of a chunk in arrays with the dimensions of the grid."""
        return key(self.place(chunk))

    def length(self, scale: Scale) -> int:
        """Return the number of values of a scale."""
        sizes = dict(zip(self.layout.dims, self.layout.shape, strict=True))
        return sizes[scale.dim] if scale.dim in sizes else self.labels_of[scale.dim]

    @cached_property
    def labels_of(self) -> dict[str, int]:
        """Lengths of the dimensions that variables have beyond those of the grid."""
        return {name: len(labels) for variable in self.variables for name, labels in variable.dims.items()}

    def files(self) -> dict[str, bytes]:
        """Return the metadata of the store, that of the group last."""
        arrays = {STATUS: self._status(), FAILURES: _group({"long_name": "why runs failed, one file for each chunk"})}
        arrays |= {folder(array.name): self._variable(array) for array in self.variables}
        arrays |= {folder(array.name): self._scale(array) for array in self.scales}
        files = {f"{name}/{ROOT}": _json(metadata) for name, metadata in arrays.items()}
        whole = _group(self._attributes())
        whole["consolidated_metadata"] = {"kind": "inline", "must_understand": False, "metadata": arrays}
        return files | {ROOT: _json(whole)}

    def check_arrays(self, path: Path) -> None:
        """Check the metadata by which Zarr reads the arrays: with others, sound chunks would have another meaning.

        Raises:
            StoreError: They are not those of the description.
        """
        implied, there = (
            json.loads(content)["consolidated_metadata"]["metadata"]
            for content in (self.files()[ROOT], read_regular(path / ROOT))
        )
        for name, array in implied.items():
            if any(there.get(name, {}).get(field) != array.get(field) for field in MEANING):
                differing = f"{ROOT} has metadata of the array {name!r} that differ from the study"
                raise StoreError(str(path), differing, "the store of a study", "copy it again, or give another path")

    def _attributes(self) -> dict[str, Any]:
        described = {
            "format": FORMAT,
            "dims": self.layout.dims,
            "shape": self.layout.shape,
            "chunks": self.layout.chunks,
            "shapes": self.shapes,
            "variables": self.variables,
            "scales": self.scales,
            "family": self.family,
            "robots": dict(self.robots),
        }
        return {
            "study": self.text,
            "fingerprint": self.fingerprint,
            "armillary_version": self.version,
            "machine": self.machine,
            "coordinates": " ".join(folder(scale.name) for scale in self.scales if scale.name != scale.dim),
            KEY: to_json(described, indent=None),
        }

    def _status(self) -> dict[str, Any]:
        attributes = {
            "flag_values": [0, 1, 2],
            "flag_meanings": "not_run done failed",
            "long_name": "status of the run",
        }
        made = _array(self.layout.shape, self.layout.chunks, self.layout.dims, attributes)
        return made | {"data_type": "uint8", "fill_value": 0, "codecs": [{"name": "bytes"}, {"name": "crc32c"}]}

    def _variable(self, variable: Variable) -> dict[str, Any]:
        shape, chunks = self.layout.shape + variable.shape, self.layout.chunks + variable.shape
        return _array(shape, chunks, (*self.layout.dims, *variable.dims), _attributes(variable))

    def _scale(self, scale: Scale) -> dict[str, Any]:
        made = _array((self.length(scale),), (scale.piece,), (scale.dim,), _attributes(scale))
        if scale.text:
            made |= {"data_type": "string", "fill_value": "", "codecs": [{"name": "vlen-utf8"}, {"name": "crc32c"}]}
        return made


MEANING = ("shape", "data_type", "chunk_grid", "chunk_key_encoding", "fill_value", "codecs", "dimension_names")
"""Metadata of an array that give its bytes a meaning."""


def describe(study: Planned) -> Description:
    """Return the description of a new store.

    Raises:
        ArgumentError: Two quantities of the study have the same name.
    """
    layout = study.layout
    lengths = dict(zip(layout.dims, layout.chunks, strict=True))
    scales = []
    for item in study.coordinates:
        piece = _piece(len(item.values)) if item.values is not None else lengths[item.dim]
        scales.append(Scale(item.name, item.dim, item.unit, item.meaning, item.text, item.values is None, piece))
    labels: dict[str, tuple[str | float, ...]] = {}
    for variable in study.variables:
        for name, values in variable.dims.items():
            if labels.setdefault(name, tuple(values)) != tuple(values) or name in layout.dims:
                other = "that of the study" if name in layout.dims else "that of another output"
                clash = f"the dimension {name!r} of {variable.name!r} differs from {other} with this name"
                raise ArgumentError("outputs", clash, "one meaning for each name")
    for name, values in labels.items():
        scales.append(Scale(name, name, text=texts(values), piece=max(len(values), 1)))
    names = [*(item.name for item in study.variables), *(item.name for item in scales), STATUS, FAILURES]
    seen: dict[str, str] = {}
    for name in names:  # some file systems ignore case
        twin = seen.get(folder(name).casefold())
        if twin is not None:
            raise ArgumentError("outputs", f"the names {twin!r} and {name!r}", "names that differ", "rename an output")
        seen[folder(name).casefold()] = name
    provenance = (study.fingerprint, study.family, study.text, dict(study.robots), __version__, machine_name())
    return Description(layout, tuple(study.variables), tuple(scales), *provenance)


def machine_name() -> str:
    """Return the processor of this process, on which the last digits of results depend."""
    target = host()
    return f"{target.name}, {target.width} lanes, {target.triple}"


def read_description(path: Path) -> Description:
    """Return the description of a store.

    Raises:
        StoreError: There is no store, or a later version of Armillary has made it.
    """
    try:
        attributes = json.loads(read_regular(path / ROOT))["attributes"]
        described = json.loads(attributes[KEY])
        if described["format"] > FORMAT:
            raise StoreError(
                str(path), f"a store of format {described['format']}", f"format {FORMAT}", "update Armillary"
            )
        rows, scales = described["variables"], described["scales"]
        variables = tuple(Variable(**row | {"dims": {k: tuple(v) for k, v in row["dims"].items()}}) for row in rows)
        layout = RunGrid(*(tuple(described[name]) for name in ("dims", "shape", "chunks")))
        provenance = (attributes["fingerprint"], described["family"], attributes["study"], described["robots"])
        made = (attributes["armillary_version"], attributes["machine"], tuple(map(tuple, described["shapes"])))
        description = Description(layout, variables, tuple(Scale(**row) for row in scales), *provenance, *made)
        for scale in description.scales:
            description.length(scale)  # a KeyError for a dimension that the study does not have
        return description
    except OSError as error:
        other = mistaken(path, kind_of_file(path), "store of results")
        if other is not None:
            raise StoreError(str(path), *other) from error
        missing = "no store of results" if path.exists() else "there is no such folder"
        there = missing if isinstance(error, (FileNotFoundError, NotADirectoryError)) else error.strerror
        hint = "arm.sweep and `armillary sweep run` make it"
        raise StoreError(str(path), str(there), f"a folder that a study has written, with {ROOT}", hint) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        attributes = f"{ROOT} is not that of a study ({shortened(error)})"
        raise StoreError(str(path), attributes, "the store of a study", "give another path") from error


def store_path(argument: str, value: Any) -> Path:
    """Return the path of a store, which need not exist; `argument` is its name in an error."""
    expected = "the path of a folder for results, such as 'gains.zarr'"
    if not isinstance(value, (str, os.PathLike)) or not isinstance(os.fspath(value), str) or not os.fspath(value):
        raise ArgumentError(argument, shortened(value), expected)
    try:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            (Path(value) / ROOT).lstat()
    except (OSError, ValueError) as error:  # a name that is too long, or has characters that no file may have
        raise ArgumentError(argument, f"{shortened(value)}: {error.args[-1]}", expected) from None
    return Path(value)


def folder(name: str) -> str:
    """Return the name of an array: that of its quantity, with characters that no file may have as %XX."""
    return _UNSAFE.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), name)


def key(place: tuple[int, ...], further: int = 0) -> str:
    """Return the name of the file of a chunk; `own` is the number of dimensions that the array has beyond the grid."""
    return ".".join(["c", *map(str, place), *["0"] * further])


def texts(values: tuple[str | float, ...]) -> bool:
    """Return whether labels are texts."""
    return any(isinstance(value, str) for value in values)


def _piece(count: int) -> int:
    """Return a length of pieces with room to grow, so that few values are one file."""
    return int(min(max(64, 2 ** int(np.ceil(np.log2(max(count, 1))))), LONGEST))


def _attributes(array: Variable | Scale) -> dict[str, str]:
    attributes = {"units": array.unit, "long_name": array.meaning}
    return {name: text for name, text in attributes.items() if text}


def _group(attributes: dict[str, Any]) -> dict[str, Any]:
    return {"zarr_format": 3, "node_type": "group", "attributes": attributes}


def _array(
    shape: tuple[int, ...], chunks: tuple[int, ...], dims: tuple[str, ...], attributes: dict[str, Any]
) -> dict[str, Any]:
    return {
        "zarr_format": 3,
        "node_type": "array",
        "shape": shape,
        "data_type": "float64",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunks}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "."}},
        "fill_value": "NaN",
        "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}],
        "attributes": attributes,
        "dimension_names": dims,
    }


def _json(metadata: Mapping[str, Any]) -> bytes:
    return (to_json(metadata, indent=1) + "\n").encode()
