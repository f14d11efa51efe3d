"""Robot files: the suffix of a file selects the reader."""

from __future__ import annotations

import os
import warnings
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from armillary.description import library
from armillary.description.mesh_paths import forget_packages
from armillary.description.reading import AS_WRITTEN, BaseChoice, Reading
from armillary.errors import ArgumentError, OmissionWarning, outside, printable
from armillary.files.text import MIB, Source, decode_xml
from armillary.files.words import shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from armillary.description.robot import Robot

SCHEME = "robot_descriptions:"
ROBOT_FILE = Source("robot file", "the description of a robot", "docs/robot-files.md")
XML_FILE = replace(ROBOT_FILE, limit=16 * MIB, decode=decode_xml)
SUFFIXES = {
    ".toml": "Armillary's own format",
    ".urdf": "URDF",
    ".xml": "MJCF",
    ".sdf": "SDF",
    ".xacro": "URDF with macros",
}


def load(
    path: str | os.PathLike[str],
    *,
    strict: bool | None = None,
    base: BaseChoice = "as described",
    root: str | None = None,
    xacro_args: Mapping[str, str] | None = None,
    trusted: bool = False,
) -> Robot:
    """Read a robot from a file: .toml, .urdf, .xml (MJCF), .sdf or .xacro.

    Args:
        path: The file, or "robot_descriptions:NAME" for a robot of that package, which downloads it.
        strict: Whether values that physics forbids are refused. Default: refused in .toml, noted in other formats.
        base: Whether the base is "free" or "fixed"; default "as described" by the file.
        root: Name of the link or body whose tree is read alone: the link, the joint that moves it, and all that it
            carries. Links above it stand still. `base` then says whether the link itself is "fixed" or "free".
            Default: all of the file.
        xacro_args: Arguments of a .xacro file.
        trusted: Whether a .xacro file may be expanded, which can run any code that it contains. Default False.

    Raises:
        DescriptionError: Lists every problem of the file, each with its line.

    Warns:
        OmissionWarning: Parts of the file that change the motion are left out, such as closed loops; `Robot.omissions`
            lists them.

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
    reading = Reading(strict, base, root, {} if xacro_args is None else xacro_args, trusted)
    if isinstance(path, str) and path.startswith(SCHEME):
        from armillary.description.packaged import file_of

        path = file_of(path.removeprefix(SCHEME))
    forget_packages()
    suffix = Path(path).suffix.lower()
    for name in ("xacro_args", "trusted"):
        if suffix != ".xacro" and getattr(reading, name) != getattr(AS_WRITTEN, name):
            raise ArgumentError(name, shortened(getattr(reading, name)), "no value, except for a .xacro file")
    robot = _read(Path(path), suffix, reading)
    warn_of_omissions(robot)
    return robot


def _read(path: Path, suffix: str, reading: Reading) -> Robot:
    """Return the robot that the reader of a suffix makes of a file."""
    if suffix == ".xacro":
        from armillary.description.urdf.xacro import read_xacro

        return _selected(read_xacro(path, reading), reading)
    if suffix == ".toml":
        from armillary.description.toml.reader import read_toml

        return _selected(read_toml(path, reading), reading)
    if suffix == ".urdf":
        from armillary.description.urdf.reader import read_urdf

        return _selected(read_urdf(path, reading), reading)
    if suffix == ".sdf":
        from armillary.description.sdf.reader import read_sdf

        return _selected(read_sdf(path, reading), reading)
    if suffix == ".xml":
        from armillary.description.mjcf.reader import read_mjcf

        return read_mjcf(path, reading)
    if path.name in library.names() and not path.exists():
        hint = f"the library has this robot: arm.library.get({path.name!r})"
        raise ROBOT_FILE.refused(path, "there is no such file", "a robot file", hint)
    ROBOT_FILE.check_file(path)  # a missing file or a directory is the better thing to report
    known = ", ".join(f"{name} ({what})" for name, what in SUFFIXES.items())
    found = f"the suffix is {suffix!r}" if suffix else "the name has no suffix"
    raise ROBOT_FILE.refused(path, found, f"one of {known}")


def warn_of_omissions(robot: Robot) -> None:
    """Warn of the parts of a file that a robot lacks and that change its motion."""
    if robot.omissions:
        lines = "\n".join(f"  {each}" for each in robot.omissions)
        text = f"{robot.source or robot.name}: the robot moves otherwise than the file says, for these are left out:"
        warnings.warn(printable(f"{text}\n{lines}"), OmissionWarning, stacklevel=outside())


def _selected(robot: Robot, reading: Reading) -> Robot:
    """Return the tree that the options select, on the base that they ask for."""
    from armillary.description.bases import fixed, free
    from armillary.description.subtree import subtree

    if reading.root is not None:
        part = subtree(robot, reading.root, reading.base)
        if reading.root != robot.base:
            return part
    return free(robot) if reading.base == "free" else fixed(robot) if reading.base == "fixed" else robot
