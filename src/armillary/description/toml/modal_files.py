"""Separate files of modal data (docs/modal-data.md), put where a robot file names them."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any

from armillary.description.toml.modal_csv import MODAL, read_nodes
from armillary.errors import DescriptionError, Problem
from armillary.files.document import Document
from armillary.files.lines import Path, key_lines
from armillary.files.places import Text
from armillary.files.text import MIB, Source
from armillary.files.toml import toml_tables
from armillary.files.words import shortened

CSV = replace(MODAL, limit=16 * MIB)


def embed(document: Document[Any], folder: FilePath) -> None:
    """Put the modal data that links name by file in place; keep the problems of files that cannot be read.

    A field beside `file` in the robot file replaces that of the file.
    """
    read = lru_cache(maxsize=16)(_read)  # several links may be alike
    links = document.data.get("link")
    for i, link in enumerate(links if isinstance(links, list) else []):
        modal = link.get("modal") if isinstance(link, dict) else None
        if not isinstance(modal, dict) or not isinstance(modal.get("file"), str):
            continue
        path: Path = ("link", i, "modal")
        try:
            fields, document.places.embedded[path] = read(str(folder / modal["file"]))
        except DescriptionError as error:
            for each in error.problems:
                if each.file is None:  # the file as a whole
                    found = f"{shortened(modal['file'])}: {each.found}"
                    document.fault((*path, "file"), found, each.expected, each.hint)
                else:
                    document.problems.append(each)
            document.faulty.add(path)
            link["modal"] = None
            continue
        link["modal"] = fields | {key: value for key, value in modal.items() if key != "file"}


def _read(file: str) -> tuple[dict[str, Any], Text]:
    """Return the tables of a file of modal data, and the lines of their fields."""
    suffix = FilePath(file).suffix.lower()
    if suffix == ".csv":
        return read_nodes(_text(CSV, file), file)
    if suffix != ".toml":
        found = f"the suffix is {suffix!r}" if suffix else "it has no suffix"
        raise DescriptionError([Problem("", found, f"a .toml or .csv {MODAL.name}")])
    text = _text(MODAL, file)
    return toml_tables(text, file, MODAL), Text(file, lambda: key_lines(text))


def _text(source: Source, file: str) -> str:
    """Return the text; a problem of the file as a whole belongs to the field that names it."""
    try:
        return source.read_text(file)
    except DescriptionError as error:
        raise DescriptionError([replace(each, file=None, line=None) for each in error.problems]) from None
