"""Store metadata (Zarr v3): the study, its arrays, and their attributes.

The description is in the attributes of the group, in one file with the metadata of all arrays. So a new description
replaces the old one in one step, and the metadata beside each array follow from it: the next process that opens the
store finishes an interrupted growth.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from armillary import __version__
from armillary.compiler.llvm.target import host
from armillary.errors import ArgumentError, MissingExtraError, StoreError
from armillary.files.kinds import kind_of_file, mistaken
from armillary.files.words import shortened
from armillary.studies.layout import GridChunk, Planned, RunGrid, Variable
from armillary.studies.store.location import ROOT, Location
from armillary.tables.json import to_json

FORMAT = 1
"""Version of the layout of stores."""
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

    def file(self, number: int) -> str:
        """Return the name of the file of a piece."""
        return f"{folder(self.name)}/{key((number,))}"


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

    def status_file(self, chunk: GridChunk) -> str:
        """Return the name of the file of `status`, whose presence completes a chunk."""
        return f"{STATUS}/{key(self.place(chunk))}"

    def reasons_file(self, chunk: GridChunk) -> str:
        """Return the name of the file with the reasons of failed runs."""
        return f"{FAILURES}/{key(self.place(chunk))}.json"

    def value_files(self, chunk: GridChunk) -> dict[str, str]:
        """Return the name of the file of each output."""
        place = self.place(chunk)
        return {item.name: f"{folder(item.name)}/{key(place, len(item.dims))}" for item in self.variables}

    def length(self, scale: Scale) -> int:
        """Return the number of values of a scale."""
        sizes = dict(zip(self.layout.dims, self.layout.shape, strict=True))
        return sizes[scale.dim] if scale.dim in sizes else self.labels_of[scale.dim]

    @cached_property
    def labels_of(self) -> dict[str, int]:
        """Lengths of the dimensions that variables have beyond those of the grid."""
        return {name: len(labels) for variable in self.variables for name, labels in variable.dims.items()}

    def files(self) -> dict[str, bytes]:
        """Return the metadata of the store as Zarr writes them, those of the group last.

        Raises:
            MissingExtraError: Zarr is not installed.
        """
        try:
            import zarr  # here, since workers only read the description
            from zarr.codecs import Crc32cCodec
        except ImportError:
            raise MissingExtraError("zarr", "sweeps", "a store of results") from None
        written: dict[str, Any] = {}
        store = zarr.storage.MemoryStore(written)
        group = zarr.create_group(store, attributes=self._attributes())
        group.create_group(FAILURES, attributes={"long_name": "why runs failed, one file for each chunk"})
        add = partial(
            group.create_array,
            filters=None,
            compressors=[Crc32cCodec()],
            chunk_key_encoding={"name": "default", "separator": "."},
        )
        dims, shape, chunks = self.layout.dims, self.layout.shape, self.layout.chunks
        meaning: dict[str, Any] = {
            "flag_values": [0, 1, 2],
            "flag_meanings": "not_run done failed",
            "long_name": "status of the run",
        }
        add(STATUS, shape=shape, chunks=chunks, dtype="u1", fill_value=0, dimension_names=dims, attributes=meaning)
        for variable in self.variables:
            add(
                folder(variable.name),
                shape=shape + variable.shape,
                chunks=chunks + variable.shape,
                dtype="<f8",
                fill_value=np.nan,
                dimension_names=(*dims, *variable.dims),
                attributes=_attributes(variable),
            )
        for scale in self.scales:
            add(
                folder(scale.name),
                shape=(self.length(scale),),
                chunks=(scale.piece,),
                dtype=str if scale.text else "<f8",
                fill_value="" if scale.text else np.nan,
                dimension_names=(scale.dim,),
                attributes=_attributes(scale),
            )
        files = {name: content.to_bytes() for name, content in written.items()}
        whole = json.loads(files.pop(ROOT))
        # Consolidated here: Zarr 3.1.1 lists the arrays in a varying order, and the bytes would vary with it.
        metadata = {name.removesuffix(f"/{ROOT}"): json.loads(content) for name, content in files.items()}
        whole["consolidated_metadata"] = {"kind": "inline", "must_understand": False, "metadata": metadata}
        return files | {ROOT: json.dumps(whole, indent=1).encode()}

    def check_arrays(self, location: Location) -> None:
        """Check the metadata with which Zarr reads the arrays: if they differ, Zarr misreads intact chunks.

        Raises:
            StoreError: They differ from those of the description.
        """
        expected, actual = (
            json.loads(content)["consolidated_metadata"]["metadata"]
            for content in (self.files()[ROOT], location.read(ROOT))
        )
        for name, array in expected.items():
            if any(actual.get(name, {}).get(field) != array.get(field) for field in MEANING):
                differing = f"{ROOT} has metadata of the array {name!r} that differ from the study"
                hint = "copy it again, or give another path"
                raise StoreError(str(location), differing, "the store of a study", hint)

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


MEANING = ("shape", "data_type", "chunk_grid", "chunk_key_encoding", "fill_value", "codecs", "dimension_names")
"""Metadata of an array that determine the meaning of its bytes."""


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
    names_by_folder: dict[str, str] = {}
    for name in names:
        caseless = folder(name).casefold()  # some file systems ignore case
        if caseless in names_by_folder:
            problem = f"the names {names_by_folder[caseless]!r} and {name!r}"
            raise ArgumentError("outputs", problem, "names that differ", "rename an output")
        names_by_folder[caseless] = name
    return Description(
        layout,
        tuple(study.variables),
        tuple(scales),
        fingerprint=study.fingerprint,
        family=study.family,
        text=study.text,
        robots=dict(study.robots),
        version=__version__,
        machine=machine_name(),
    )


def machine_name() -> str:
    """Return the processor of this process, on which the last digits of results depend."""
    target = host()
    return f"{target.name}, {target.width} lanes, {target.triple}"


def read_description(location: Location) -> Description:
    """Return the description of a store.

    Raises:
        StoreError: There is no store, or a later version of Armillary wrote it.
    """
    try:
        attributes = json.loads(location.read(ROOT))["attributes"]
        described = json.loads(attributes[KEY])
        if described["format"] > FORMAT:
            raise StoreError(
                str(location), f"a store of format {described['format']}", f"format {FORMAT}", "update Armillary"
            )
        rows, scales = described["variables"], described["scales"]
        variables = tuple(Variable(**row | {"dims": {k: tuple(v) for k, v in row["dims"].items()}}) for row in rows)
        layout = RunGrid(*(tuple(described[name]) for name in ("dims", "shape", "chunks")))
        description = Description(
            layout,
            variables,
            tuple(Scale(**row) for row in scales),
            fingerprint=attributes["fingerprint"],
            family=described["family"],
            text=attributes["study"],
            robots=described["robots"],
            version=attributes["armillary_version"],
            machine=attributes["machine"],
            shapes=tuple(map(tuple, described["shapes"])),
        )
        for scale in description.scales:
            description.length(scale)  # a KeyError for a dimension that the study does not have
        return description
    except OSError as error:
        path = location.path
        if isinstance(path, Path) and (other := mistaken(path, kind_of_file(path), "store of results")) is not None:
            raise StoreError(str(path), *other) from error
        problem = getattr(error, "strerror", None) or str(error)
        if isinstance(error, (FileNotFoundError, NotADirectoryError)):
            no_folder = isinstance(path, Path) and not path.exists()
            problem = "there is no such folder" if no_folder else "no store of results"
        hint = "arm.sweep and `armillary sweep run` make it"
        raise StoreError(str(path), problem, f"a folder that a study has written, with {ROOT}", hint) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        problem = f"{ROOT} is not that of a study ({shortened(error)})"
        raise StoreError(str(location), problem, "the store of a study", "give another path") from error


def folder(name: str) -> str:
    """Return the name of an array: that of its quantity, with characters that no file may have as %XX."""
    return _UNSAFE.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), name)


def key(place: tuple[int, ...], further: int = 0) -> str:
    """Return the name of the file of a chunk; `further` is the number of dimensions of the array beyond the grid."""
    return ".".join(["c", *map(str, place), *["0"] * further])


def texts(values: tuple[str | float, ...]) -> bool:
    """Return whether labels are texts."""
    return any(isinstance(value, str) for value in values)


def _piece(count: int) -> int:
    """Return a length of pieces with room to grow, so that few values are one file."""
    return int(min(max(64, 2 ** int(np.ceil(np.log2(max(count, 1))))), LONGEST))


def _attributes(array: Variable | Scale) -> dict[str, Any]:
    attributes = {"units": array.unit, "long_name": array.meaning}
    return {name: text for name, text in attributes.items() if text}
