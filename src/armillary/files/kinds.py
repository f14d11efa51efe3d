"""Kinds of files, and what reads each: a reader that gets a file of another kind names the right one.

The name, a folder or the first line of a file tell its kind, and of a TOML file its tables. A file is examined after a
reader has failed, so a valid one is never refused here.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple


class Reader(NamedTuple):
    """What reads a kind of file: function, command (empty: none), and the tables that show a file of this kind."""

    function: str
    command: str = ""
    tables: str = ""


READERS = {
    "robot file": Reader("arm.load", "armillary show", "[[link]] and [[joint]] tables"),
    "scenario file": Reader("arm.load_scenario", "armillary simulate", "the fields robot and duration"),
    "study file": Reader("arm.load_study", "armillary sweep run", "a table [axes]"),
    "motion file": Reader("arm.load_motion", "armillary select --motion", "a table reference"),
    "motor catalogue": Reader(
        "arm.selection.load_catalogue", "armillary motors --catalogue", "[[motor]] and [[gear]] tables"
    ),
    "file of pushes": Reader("arm.load_pushes"),
    "result of a simulation": Reader("arm.load_trajectory", "armillary show"),
    "store of results": Reader("arm.load_results", "armillary sweep show"),
}
"""Kinds of files by their names in messages."""

COMPLETE = {
    "robot file": ("name link",),
    "study file": ("axes outputs", "samples outputs"),
    "scenario file": ("robot duration",),
    "motor catalogue": ("motor gear", "motor screw"),
    "motion file": ("reference",),
}
"""Keys at the top of complete TOML files: the first kind counts of which one entry is there; scenarios, too, may have a
reference."""
KEYS = {
    "robot file": ("link", "joint"),
    "study file": ("axes", "samples", "outputs", "scenario"),
    "scenario file": ("robot reference", "controller", "solver", "plant"),
    "motor catalogue": ("motor", "gear", "screw"),
}
"""The same for incomplete files. Robot files have motors, too."""

SUFFIXES = {
    ".nc": "result of a simulation",
    **dict.fromkeys((".urdf", ".xacro", ".sdf", ".xml"), "robot file"),
}
"""Suffixes that one kind of file has."""
PICTURES = (".png", ".svg", ".pdf")
FILMS = (".gif", ".mp4")
PAGES = (".html", ".htm")
"""Suffixes of figures, films and pages that are written."""
STORE, PUSHES = "zarr.json", "t [s],link,"
"""A file that each store has, and the beginning of a file of pushes."""
MOST = 4 * 1024 * 1024
"""Largest TOML file that is examined [bytes]."""


def kind_of_tables(keys: Collection[str]) -> str:
    """Return the kind of a TOML file with these keys at its top; empty for an unknown kind."""
    # A complete scenario with a stray key of a robot is a scenario: its reader names the stray key.
    for kind, entries in (*COMPLETE.items(), *KEYS.items()):
        if any({*entry.split()} <= {*keys} for entry in entries):
            return kind
    return ""


def kind_of_place(path: str | os.PathLike[str]) -> str:
    """Return the kind of an existing file by its name, or that of a folder; empty for an unknown kind."""
    place = Path(path)
    if place.is_dir():
        return "store of results" if (place / STORE).is_file() else ""
    return SUFFIXES.get(place.suffix.lower(), "")


def kind_of_file(path: str | os.PathLike[str]) -> str:
    """Return the kind of an existing file by its name and content; empty for an unknown kind or an unreadable file."""
    try:
        kind, place = kind_of_place(path), Path(path)
        if kind or not place.is_file() or place.stat().st_size > MOST:
            return kind
        text = place.read_text(encoding="utf-8")
        if place.suffix.lower() == ".toml":
            return kind_of_tables(tomllib.loads(text))
    except (OSError, ValueError, RecursionError):
        return ""
    return "file of pushes" if text.startswith(PUSHES) else ""


def mistaken(path: str | os.PathLike[str], kind: str, expected: str) -> tuple[str, str, str] | None:
    """Return found, expected and hint of the problem that a file is of another kind; None if it is not.

    Args:
        path: The file.
        kind: Its kind, as one of the functions above returns it.
        expected: The kind that was asked for.
    """
    if not kind or kind == expected:
        return None
    name, reader = os.fspath(path), READERS[kind]
    hint = f"{reader.function}({name!r}) reads it"
    tables = READERS[expected].tables if expected in READERS else ""
    needed = f"a {expected}, which has {tables}" if tables and name.lower().endswith(".toml") else f"a {expected}"
    return f"this is a {kind}", needed, f"{hint}, as does `{reader.command}`" if reader.command else hint
