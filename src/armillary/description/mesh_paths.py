"""Paths of the mesh files that robot files name; no mesh is read here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote

from armillary.files.words import few

READABLE = (".stl", ".obj")
"""Suffixes of the files that pictures can show."""


def find_mesh(name: str, folder: Path) -> Path | None:
    """Return the path of a mesh beside the robot file, by absolute path, or in a package among the folders above."""
    scheme, separator, rest = name.partition("://")
    if not separator:
        return _file(folder / name)
    rest = unquote(rest)
    if scheme == "file":
        return _file(folder / rest)
    if scheme not in ("package", "model"):
        return None
    package, _, inside = rest.partition("/")
    for place in (folder.absolute(), *folder.absolute().parents):
        found = _file(place / rest) or (_file(place / inside) if place.name == package else None)
        if found is not None:
            return found
    return None


def is_file(name: str) -> bool:
    """Return whether a file of this name exists."""
    return _file(Path(name)) is not None


def missing(names: Iterable[str], found: Iterable[str]) -> Iterator[str]:
    """Yield a note on the named files that were not found."""
    names, found = list(dict.fromkeys(names)), set(found)
    lost = [name for name in names if name not in found]
    if lost:
        yield (
            f"{len(lost)} of {len(names)} mesh files not found: {few(lost, 3)}; "
            "pictures will use simple shapes; dynamics do not need it"
        )


def unreadable(names: Iterable[str]) -> Iterator[str]:
    """Yield a note on files in formats that pictures do not show."""
    foreign = [name for name in dict.fromkeys(names) if not name.lower().endswith(READABLE)]
    if foreign:
        plural = "s are" if len(foreign) > 1 else " is"
        yield (
            f"{len(foreign)} mesh file{plural} neither .stl nor .obj and not shown: {few(foreign, 3)}; "
            "pictures will use collision meshes or simple shapes"
        )


def _file(path: Path) -> Path | None:
    try:
        return path.absolute() if path.is_file() else None
    except (OSError, ValueError):
        return None  # a name that no file can have
