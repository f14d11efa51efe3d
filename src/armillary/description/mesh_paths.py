"""Paths of the mesh files that robot files name, and of ROS packages; no mesh is read here.

A package is a folder with its name, or with a package.xml that names it. It is looked for among the folders above the
robot file and beside them, above the file that a symbolic link leads to, in the folders of ROS_PACKAGE_PATH, in share/
of those of AMENT_PREFIX_PATH and CMAKE_PREFIX_PATH, and at last anywhere below these.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote

from armillary.files.words import few

FORMATS = {".stl": "", ".obj": "", ".dae": "collada", ".ply": "trimesh", ".glb": "trimesh", ".gltf": "trimesh"}
"""Suffixes of the files that pictures can show, with the module of an optional package that reads them."""


_NAME = re.compile(r"<name>\s*([^<]*?)\s*</name>")


def find_mesh(name: str, folder: Path) -> Path | None:
    """Return the path of a mesh beside the robot file, by absolute path, or in a package."""
    scheme, separator, rest = name.partition("://")
    if not separator:
        return _file(folder / name) or _file(_resolved(folder) / name)
    rest = unquote(rest)
    if scheme == "file":
        return _file(folder / rest)
    if scheme not in ("package", "model"):
        return None
    package, _, inside = rest.partition("/")
    places = (place / inside for place in _package_folders(package, folder))
    return next((found for found in map(_file, places) if found is not None), None)


def find_package(name: str, folder: Path) -> Path | None:
    """Return the folder of a ROS package, as a file in a folder sees it."""
    return next((place for place in _package_folders(name, folder) if place.is_dir()), None)


def _package_folders(name: str, folder: Path) -> Iterator[Path]:
    """Yield the folders that may be a package."""
    start, true = folder.absolute(), _resolved(folder)
    above = dict.fromkeys((start, *start.parents, true, *true.parents))
    for place in (*above, *_roots()):
        yield place / name
        if place.name == name:
            yield place
    yield from (place for place in above if _declared(place) == name)
    for root in _roots():
        yield from _packages_below(root).get(name, ())


def _declared(folder: Path) -> str | None:
    """Return the name in the package.xml of a folder; None without one."""
    try:
        text = (folder / "package.xml").read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return None
    named = _NAME.search(text)
    return named[1] if named else None


@lru_cache(maxsize=32)
def _packages_below(root: Path) -> dict[str, list[Path]]:
    """Return the packages below a folder by name, as ROS finds them: no package is inside another."""
    packages: dict[str, list[Path]] = {}
    for place, folders, files in os.walk(root):
        if "package.xml" in files or "manifest.xml" in files:
            path = Path(place)
            packages.setdefault(_declared(path) or path.name, []).append(path)
            folders.clear()
    return packages


def forget_packages() -> None:
    """Look for packages anew: folders may have changed since another file was read."""
    _packages_below.cache_clear()


def _resolved(folder: Path) -> Path:
    try:
        return folder.resolve()
    except (OSError, RuntimeError, ValueError):
        return folder.absolute()  # a loop of links


def _roots() -> Iterator[Path]:
    """Yield the folders in which ROS keeps packages."""
    for variable, below in (("ROS_PACKAGE_PATH", ""), ("AMENT_PREFIX_PATH", "share"), ("CMAKE_PREFIX_PATH", "share")):
        yield from (Path(each) / below for each in os.environ.get(variable, "").split(os.pathsep) if each)


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


def showable(name: str) -> bool:
    """Return whether pictures can show a file of this name, with the packages that are installed."""
    module = FORMATS.get(Path(name).suffix.lower())
    return module == "" or (module is not None and find_spec(module) is not None)


def unreadable(names: Iterable[str]) -> Iterator[str]:
    """Yield notes on files that pictures cannot show: in unknown formats, or without the package that reads them."""
    foreign = [name for name in dict.fromkeys(names) if not showable(name)]
    unread = [name for name in foreign if Path(name).suffix.lower() in FORMATS]
    instead = "pictures will use collision meshes or simple shapes"
    if unread:
        yield (
            f"{len(unread)} mesh file{'s' if len(unread) > 1 else ''} not shown without an optional package: "
            f"{few(unread, 3)}; {instead}; try: pip install 'armillary[meshes]'"
        )
    unknown = [name for name in foreign if name not in unread]
    if unknown:
        plural = "s are" if len(unknown) > 1 else " is"
        yield f"{len(unknown)} mesh file{plural} none of {', '.join(FORMATS)}: {few(unknown, 3)}; {instead}"


def _file(path: Path) -> Path | None:
    try:
        return path.absolute() if path.is_file() else None
    except (OSError, ValueError):
        return None  # a name that no file can have
