"""Paths of the mesh files that robot files name, and of ROS packages; no mesh is read here.

A package is a folder of its name, or one whose package.xml declares the name. The search goes through the folders above
the robot file and their neighbours, those above the target of a symbolic link, the folders of ROS_PACKAGE_PATH, share/
in those of AMENT_PREFIX_PATH and CMAKE_PREFIX_PATH, and last through everything below these.
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
"""Suffixes of mesh files that can be drawn, with the optional module that reads them; empty where none is needed."""

_NAME = re.compile(r"<name>\s*([^<]*?)\s*</name>")


def find_mesh(name: str, folder: Path) -> Path | None:
    """Return the path of a mesh file, or None if there is none.

    `name` is a path relative to `folder`, an absolute path, or a URI: file://, package:// or model://.
    """
    scheme, separator, rest = name.partition("://")
    if not separator:
        # The folder may be reached by a symbolic link, with the meshes beside its target.
        return _file(folder / name) or _file(_resolved(folder) / name)
    rest = unquote(rest)
    if scheme == "file":
        return _file(folder / rest)
    if scheme not in ("package", "model"):
        return None
    package, _, inside = rest.partition("/")
    paths = (place / inside for place in _package_folders(package, folder))
    return next((path for path in map(_file, paths) if path is not None), None)


def find_package(name: str, folder: Path) -> Path | None:
    """Return the folder of a ROS package for a robot file in `folder`; None if there is no such package."""
    return next((place for place in _package_folders(name, folder) if place.is_dir()), None)


def _package_folders(name: str, folder: Path) -> Iterator[Path]:
    """Yield folders that may be the package, the likeliest first; whole trees come last, since they take long."""
    start, target = folder.absolute(), _resolved(folder)
    above = dict.fromkeys((start, *start.parents, target, *target.parents))
    for place in (*above, *_roots()):
        yield place / name
        if place.name == name:
            yield place
    yield from (place for place in above if _declared_name(place) == name)
    for root in _roots():
        yield from _packages_below(root).get(name, ())


def _declared_name(folder: Path) -> str | None:
    """Return the name in the package.xml of a folder; None without one."""
    try:
        text = (folder / "package.xml").read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return None
    match = _NAME.search(text)
    return match[1] if match else None


@lru_cache(maxsize=32)
def _packages_below(root: Path) -> dict[str, list[Path]]:
    """Return the packages below a folder by name. As in ROS, there are no packages inside packages."""
    packages: dict[str, list[Path]] = {}
    for place, folders, files in os.walk(root):
        if "package.xml" in files or "manifest.xml" in files:
            path = Path(place)
            packages.setdefault(_declared_name(path) or path.name, []).append(path)
            folders.clear()  # do not descend
    return packages


def forget_packages() -> None:
    """Forget where packages are: folders may have changed since the last file was read."""
    _packages_below.cache_clear()


def _resolved(folder: Path) -> Path:
    try:
        return folder.resolve()
    except (OSError, RuntimeError, ValueError):
        return folder.absolute()  # a loop of links


def _roots() -> Iterator[Path]:
    """Yield the folders in which ROS keeps packages, from its environment variables."""
    for variable, below in (("ROS_PACKAGE_PATH", ""), ("AMENT_PREFIX_PATH", "share"), ("CMAKE_PREFIX_PATH", "share")):
        for folder in os.environ.get(variable, "").split(os.pathsep):
            if folder:
                yield Path(folder) / below


def is_file(name: str) -> bool:
    """Return whether a file of this name exists."""
    return _file(Path(name)) is not None


def missing(names: Iterable[str], available: Iterable[str]) -> Iterator[str]:
    """Yield a note on the mesh files that were not found, if there are any."""
    names, available = list(dict.fromkeys(names)), set(available)
    lost = [name for name in names if name not in available]
    if lost:
        yield (
            f"{len(lost)} of {len(names)} mesh files not found: {few(lost, 3)}; "
            "drawings will use simple shapes; the dynamics do not depend on meshes"
        )


def showable(name: str) -> bool:
    """Return whether a mesh file of this name can be drawn with the installed packages."""
    module = FORMATS.get(Path(name).suffix.lower())
    return module == "" or (module is not None and find_spec(module) is not None)


def unreadable(names: Iterable[str]) -> Iterator[str]:
    """Yield notes on mesh files that cannot be drawn: of unknown formats, or without the package that reads them."""
    unshown = [name for name in dict.fromkeys(names) if not showable(name)]
    without_package = [name for name in unshown if Path(name).suffix.lower() in FORMATS]
    instead = "drawings will use collision meshes or simple shapes"
    if without_package:
        count = len(without_package)
        yield (
            f"{count} mesh file{'s' * (count > 1)} not drawn without an optional package: {few(without_package, 3)}; "
            f"{instead}; try: pip install 'armillary[meshes]'"
        )
    unknown = [name for name in unshown if name not in without_package]
    if unknown:
        yield (
            f"{len(unknown)} mesh file{'s' * (len(unknown) > 1)} of unknown formats: {few(unknown, 3)}; "
            f"known are {', '.join(FORMATS)}; {instead}"
        )


def _file(path: Path) -> Path | None:
    try:
        return path.absolute() if path.is_file() else None
    except (OSError, ValueError):
        return None  # a name that no file can have
