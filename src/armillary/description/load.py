"""Robot files: the suffix of a file selects the reader."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from armillary.description.reading import AS_WRITTEN, BaseChoice, Reading
from armillary.errors import ArgumentError
from armillary.files.text import MIB, Source
from armillary.files.words import shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from armillary.description.robot import Robot

ROBOT_FILE = Source("robot file", "the description of a robot", "docs/robot-files.md")
XML_FILE = replace(ROBOT_FILE, limit=16 * MIB)
SUFFIXES = {".toml": "Armillary's own format", ".urdf": "URDF", ".xml": "MJCF"}

LATER = ("xacro_args",)
"""Options that no reader follows yet; they are refused."""


def load(
    path: str | os.PathLike[str],
    *,
    strict: bool | None = None,
    base: BaseChoice = "as described",
    root: str | None = None,
    xacro_args: Mapping[str, str] | None = None,
) -> Robot:
    """Read a robot from a file: .toml, .urdf or .xml (MJCF).

    Args:
        path: The file.
        strict: Whether values that physics forbids are refused. Default: refused in .toml, noted in other formats.
        base: Whether the base is "free" or "fixed"; default "as described" by the file.
        root: Name of the link or body whose tree is read, on a fixed base; default: all of the file.
        xacro_args: Arguments of a .xacro file.

    Raises:
        DescriptionError: Lists every problem of the file, each with its line.

    Example:
        >>> import tempfile
        >>> import armillary as arm
        >>> file = Path(tempfile.mkdtemp()) / "arm.toml"
        >>> arm.save(arm.library.get("ur5"), file)
        >>> arm.load(file) == arm.library.get("ur5")
        True
    """
    if not isinstance(path, str | os.PathLike):
        raise ArgumentError("path", shortened(path), "the name of a robot file", "arm.load('arm.toml')")
    reading = Reading(strict, base, root, xacro_args or {})
    for name in LATER:
        if getattr(reading, name) != getattr(AS_WRITTEN, name):
            raise ArgumentError(name, shortened(getattr(reading, name)), "no value: no reader follows it yet")
    suffix = Path(path).suffix.lower()
    if suffix == ".toml":
        from armillary.description.toml.reader import read_toml

        return _selected(read_toml(Path(path), reading), reading)
    if suffix == ".urdf":
        from armillary.description.urdf.reader import read_urdf

        return _selected(read_urdf(Path(path), reading), reading)
    if suffix == ".xml":
        from armillary.description.mjcf.reader import read_mjcf

        return read_mjcf(Path(path), reading)
    ROBOT_FILE.check_file(path)  # a missing file or a directory is the better thing to report
    known = ", ".join(f"{name} ({what})" for name, what in SUFFIXES.items())
    found = f"the suffix is {suffix!r}" if suffix else "the name has no suffix"
    raise ROBOT_FILE.refused(path, found, f"one of {known}")


def _selected(robot: Robot, reading: Reading) -> Robot:
    """Return the tree that the options select, on the base that they ask for."""
    from armillary.description.bases import floated, free
    from armillary.description.subtree import grounded, subtree

    if reading.root is not None:
        robot = subtree(robot, reading.root)
        return floated(robot, reading.root) if reading.base == "free" else robot
    return free(robot) if reading.base == "free" else grounded(robot) if reading.base == "fixed" else robot
