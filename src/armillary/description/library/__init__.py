"""The library of robots: one TOML file per robot, with the sources of its numbers (docs/library.md)."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import PurePath

from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.files.words import among, nearest, shortened

_SUFFIX = ".toml"

__all__ = ["get", "names"]


def __dir__() -> list[str]:
    return __all__


def names() -> list[str]:
    """Return the names of the robots in the library, sorted.

    Example:
        >>> "panda" in names()
        True
    """
    files = (entry.name for entry in resources.files(__name__).iterdir())
    return sorted(file.removesuffix(_SUFFIX) for file in files if file.endswith(_SUFFIX))


def get(name: str) -> Robot:
    """Return the library robot of this name. Its file is read once; robots are immutable.

    Raises:
        ArgumentError: No robot has this name; the message lists similar names.

    Example:
        >>> get("ur5").joints[0].name
        'shoulder_pan_joint'
    """
    known = names()
    if not among(name, known):
        hint = nearest(name.lower() if isinstance(name, str) else name, known, most=3)
        if isinstance(name, str) and PurePath(name).suffix:
            hint = f"arm.load({shortened(name)}) reads a file"
        raise ArgumentError(
            "name", f"there is no robot {shortened(name)} in the library", f"one of {', '.join(known)}", hint
        )
    return _read(name)


@cache
def _read(name: str) -> Robot:
    from armillary.description.toml.reader import parse_toml  # pydantic is loaded when a robot is first read

    text = resources.files(__name__).joinpath(name + _SUFFIX).read_text(encoding="utf-8")
    return parse_toml(text, name + _SUFFIX)
