"""Reading of robot files: the suffix selects the reader. Robots of the package `robot_descriptions` are read by name.

That package downloads a description when it is first asked for and keeps it; we read the file that it names.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import warnings
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from armillary.description import library
from armillary.description.mesh_paths import forget_packages
from armillary.description.reading import AS_WRITTEN, BaseChoice, Reading
from armillary.errors import ArgumentError, MissingExtraError, OmissionWarning, outside, printable
from armillary.files.kinds import kind_of_file, mistaken
from armillary.files.text import MIB, Source, decode_xml
from armillary.files.words import nearest, shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from armillary.description.robot import Robot

SCHEME = "robot_descriptions:"
_PATHS = ("URDF_PATH", "MJCF_PATH", "XACRO_PATH")
"""Attributes of a module of `robot_descriptions` that name a file, by preference."""
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
        strict: Whether physically impossible values are rejected. Default: rejected in .toml, noted in other formats.
        base: Whether the base is "free" or "fixed"; default "as described" by the file.
        root: Name of the link or body whose subtree is read alone: the link, the joint that moves it, and all links
            beyond it. Links above it do not move. `base` then says whether the link itself is "fixed" or "free".
            Default: the whole file.
        xacro_args: Arguments of a .xacro file, by name.
        trusted: Whether a .xacro file may be expanded, which can run any code that it contains. Default False.

    Raises:
        DescriptionError: Lists every problem of the file, each with its line.

    Warns:
        OmissionWarning: Parts of the file that affect the motion are left out, such as loop closures;
            `Robot.omissions` lists them.

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
        path = _packaged_file(path.removeprefix(SCHEME))
    forget_packages()
    suffix = Path(path).suffix.lower()
    for name in ("xacro_args", "trusted"):
        if suffix != ".xacro" and getattr(reading, name) != getattr(AS_WRITTEN, name):
            raise ArgumentError(name, shortened(getattr(reading, name)), "no value, except for a .xacro file")
    robot = _read(Path(path), suffix, reading)
    warn_of_omissions(robot)
    return robot


def _packaged_file(name: str) -> Path:
    """Return the file of a description of the package `robot_descriptions`, such as "ur5e_mj_description".

    Raises:
        ArgumentError: The package lacks the description, or cannot download it.
        MissingExtraError: The package is not installed.
    """
    if not re.fullmatch(r"[a-z]\w*_description", name, re.ASCII):
        raise ArgumentError("path", shortened(SCHEME + name), f"{SCHEME}NAME_description")
    try:
        package = importlib.import_module("robot_descriptions")
    except ImportError:
        raise MissingExtraError("robot_descriptions", "descriptions", f"reading {SCHEME}{name}") from None
    try:
        module = importlib.import_module(f"robot_descriptions.{name}")
    except ModuleNotFoundError:
        known = [entry.name for entry in pkgutil.iter_modules(getattr(package, "__path__", ()))]
        expected, hint = "a description of the package robot_descriptions", nearest(name, known, most=3)
        raise ArgumentError("path", shortened(SCHEME + name), expected, hint) from None
    except Exception as error:  # importing the module downloads the files, which can fail in many ways
        problem = f"{name}, which robot_descriptions cannot provide: {' '.join(str(error).split())[:300]}"
        raise ArgumentError("path", problem, "a description that the package contains or can download") from None
    for attribute in _PATHS:
        if hasattr(module, attribute):
            return Path(getattr(module, attribute))
    raise ArgumentError("path", shortened(SCHEME + name), f"a module with one of {', '.join(_PATHS)}")


def _read(path: Path, suffix: str, reading: Reading) -> Robot:
    """Read a file with the reader of its suffix, which is imported only then."""
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
    ROBOT_FILE.check_file(path)  # that the file is missing, or a directory, says more than that its suffix is unknown
    other = mistaken(path, kind_of_file(path), ROBOT_FILE.name)
    if other is not None:
        raise ROBOT_FILE.refused(path, *other)
    known = ", ".join(f"{name} ({what})" for name, what in SUFFIXES.items())
    problem = f"the suffix is {suffix!r}" if suffix else "the name has no suffix"
    raise ROBOT_FILE.refused(path, problem, f"one of {known}")


def warn_of_omissions(robot: Robot) -> None:
    """Warn of the parts of a file that affect the motion and that the robot lacks."""
    if robot.omissions:
        lines = "\n".join(f"  {omission}" for omission in robot.omissions)
        text = f"{robot.source or robot.name}: the robot will not move as described, because these are left out:"
        warnings.warn(printable(f"{text}\n{lines}"), OmissionWarning, stacklevel=outside())


def _selected(robot: Robot, reading: Reading) -> Robot:
    """Return the subtree that `reading.root` selects, with a free or fixed base as `reading.base` says."""
    from armillary.description.bases import fixed, free
    from armillary.description.subtree import subtree

    if reading.root is not None:
        part = subtree(robot, reading.root, reading.base)
        if reading.root != robot.base:  # the subtree of the base is the whole robot: its base is treated below
            return part
    if reading.base == "free":
        return free(robot)
    return fixed(robot) if reading.base == "fixed" else robot
