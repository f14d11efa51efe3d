"""Writing of robot files: the suffix selects the writer."""

from __future__ import annotations

import os
from pathlib import Path

from armillary.description.robot import Robot
from armillary.description.toml.writer import to_toml
from armillary.files.atomic import suffix_of, write_content

SUFFIXES = {".toml": "reads back as the same robot", ".urdf": "URDF", ".xml": "MJCF"}


def save(robot: Robot, path: str | os.PathLike[str]) -> None:
    """Write a robot to a .toml, .urdf or .xml (MJCF) file, completely or not at all.

    A TOML file reads back as the same robot. URDF and MJCF files describe the same dynamics, except for properties
    that these formats cannot express; an `ArmillaryWarning` lists those.

    Example:
        >>> import tempfile, armillary as arm
        >>> robot = arm.library.get("khatib-rr")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     arm.save(robot, f"{folder}/arm.toml")
        ...     arm.load(f"{folder}/arm.toml") == robot
        True
    """
    suffix = suffix_of(path, SUFFIXES)
    folder = Path(path).parent
    if suffix == ".urdf":
        from armillary.description.urdf.writer import to_urdf

        text = to_urdf(robot, folder)
    elif suffix == ".xml":
        from armillary.description.mjcf.writer import to_mjcf

        text = to_mjcf(robot)
    else:
        text = to_toml(robot, folder)
    write_content(path, text)
