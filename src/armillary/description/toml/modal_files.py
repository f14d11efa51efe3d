"""Modal data in files of their own (docs/modal-data.md): they are read and put where a robot file names them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any

from armillary.description.load import MIB, TOML_LIMIT, read_text
from armillary.description.toml.modal_csv import read_nodes
from armillary.errors import DescriptionError, Problem
from armillary.files.lines import Path, key_lines
from armillary.files.places import Places, Text
from armillary.files.toml_text import tables
from armillary.files.units import shortened

CSV_LIMIT = 16 * MIB
_EXPECTED = "a .toml or .csv file of modal data, as in docs/modal-data.md"


def embed(data: dict[str, Any], places: Places, folder: FilePath) -> dict[Path, list[Problem]]:
    """Put the files that links name for their modal data in place; return why some could not be read.

    A field that stands beside `file` in the robot file replaces that of the file.
    """
    read = lru_cache(maxsize=16)(_read)  # several links may be alike
    unread: dict[Path, list[Problem]] = {}
    links = data.get("link")
    for i, link in enumerate(links if isinstance(links, list) else []):
        modal = link.get("modal") if isinstance(link, dict) else None
        if not isinstance(modal, dict) or not isinstance(modal.get("file"), str):
            continue
        path: Path = ("link", i, "modal")
        try:
            fields, places.embedded[path] = read(str(folder / modal["file"]))
        except DescriptionError as error:
            unread[path] = [_at_name(problem, modal["file"], path, places) for problem in error.problems]
            continue
        link["modal"] = fields | {key: value for key, value in modal.items() if key != "file"}
    return unread


def _read(file: str) -> tuple[dict[str, Any], Text]:
    """Return the tables of a file of modal data, and where they are in it."""
    suffix = FilePath(file).suffix.lower()
    if suffix == ".csv":
        return read_nodes(_text(file, CSV_LIMIT), file)
    if suffix != ".toml":
        raise DescriptionError([Problem("", f"the suffix is {suffix!r}" if suffix else "it has no suffix", _EXPECTED)])
    text = _text(file, TOML_LIMIT)
    return tables(text, file, "modal data"), Text(file, lambda: key_lines(text))


def _text(file: str, limit: int) -> str:
    try:
        return read_text(file, limit)
    except DescriptionError as error:  # the file as a whole: that is a fault of its name
        (problem,) = error.problems
        hint = problem.hint if "spelling" in problem.hint or "exist" in problem.hint else ""
        expected = problem.expected if problem.expected.endswith("MiB") else _EXPECTED
        raise DescriptionError([Problem("", problem.found, expected, hint)]) from None


def _at_name(problem: Problem, name: str, path: Path, places: Places) -> Problem:
    """Return a problem of the file as a whole at the place that names it; others have their own."""
    if problem.file is not None:
        return problem
    return places.problem((*path, "file"), f"{shortened(name)}: {problem.found}", problem.expected, problem.hint)
