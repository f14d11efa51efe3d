"""Xacro files, expanded by the package `xacrodoc` and read as URDF.

A xacro file is a program: xacro evaluates its expressions by Python's `eval`. It hides the built-in functions and
refuses names with two underscores, but looks for these in the outermost expression alone, so that a lambda reaches
everything. It also reads files and environment variables that the file names. Such a file is expanded only if the user
says that it is trusted.
"""

from __future__ import annotations

import os
from pathlib import Path

from armillary.description.load import XML_FILE
from armillary.description.reading import Reading
from armillary.description.robot import Robot
from armillary.description.urdf.reader import parse_urdf
from armillary.errors import ArgumentError, DescriptionError, MissingExtraError, Problem


def read_xacro(path: str | os.PathLike[str], reading: Reading) -> Robot:
    """Return the robot that a trusted xacro file describes; packages are looked for in the folders above it.

    Raises:
        ArgumentError: The options do not say that the file is trusted.
        DescriptionError: The file cannot be expanded or is wrong; lines are those of the expanded text.
        MissingExtraError: The package `xacrodoc` is not installed.
    """
    XML_FILE.read_text(path)  # the guards of every robot file
    if not reading.trusted:
        found, hint = "not given for a xacro file", "expand the file elsewhere and load the URDF"
        raise ArgumentError("trusted", found, "True, since xacro runs Python expressions of the file", hint)
    try:
        from xacrodoc import XacroDoc
    except ImportError:
        raise MissingExtraError("xacrodoc", "xacro", "reading xacro files") from None
    try:
        document = XacroDoc.from_file(os.fspath(path), subargs=dict(reading.xacro_args), resolve_packages=False)
        text = document.to_urdf_string(use_protocols=True)
    except Exception as error:  # the file is a program, and may fail in any way
        message = " ".join(str(error).split()) or type(error).__name__
        problem = Problem("", f"xacro cannot expand it: {message}", "a xacro file", file=os.fspath(path))
        raise DescriptionError([problem]) from None
    return parse_urdf(text, os.fspath(path), Path(path).parent, reading)
