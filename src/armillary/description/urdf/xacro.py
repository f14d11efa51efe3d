"""Xacro files, expanded by the package `xacro` and read as URDF.

A xacro file is a program: xacro evaluates its expressions with Python's `eval`. It hides the built-in functions and
rejects names with two underscores, but checks only the outermost expression, so that a lambda can reach everything. It
also reads files and environment variables that the file names. So a file is expanded only if the user trusts it.

Xacro keeps the stack of files, the arguments and the search for packages in variables of its module. `_expand` sets
them for one file and restores them afterwards, also after a failure: relative names then start from the file that
contains them, and no file is affected by another.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from armillary.description.load import XML_FILE
from armillary.description.mesh_paths import find_package
from armillary.description.reading import Reading
from armillary.description.robot import Robot
from armillary.description.urdf.reader import parse_urdf
from armillary.errors import ArgumentError, DescriptionError, MissingExtraError, Problem
from armillary.files.words import few, shortened

_ARGUMENT = re.compile(r"""<xacro:arg\s[^>]*?\bname\s*=\s*["']([^"']+)""")
_LINK = re.compile(r"<link[\s/>]")
_ONE_AT_A_TIME = threading.Lock()


class _UnknownPackageError(Exception):
    """A package that $(find …) does not find."""


def read_xacro(path: str | os.PathLike[str], reading: Reading) -> Robot:
    """Return the robot that a trusted xacro file describes; packages are found as for meshes.

    Raises:
        ArgumentError: The file is not declared as trusted.
        DescriptionError: The file cannot be expanded or is wrong; line numbers are those of the expanded text.
        MissingExtraError: The package `xacro` is not installed.
    """
    text = XML_FILE.read_text(path)  # with the checks of size and encoding, which xacro lacks
    if not reading.trusted:
        problem, hint = "not given for a xacro file", "expand the file elsewhere and load the URDF"
        raise ArgumentError("trusted", problem, "True, since xacro runs Python expressions of the file", hint)
    expanded, remarks = _expand(text, Path(path), reading.xacro_args)
    if not _LINK.search(expanded):
        problem = "it expands to no links: it defines macros, but uses none"
        hint = "load the file that includes it" + "; write <xacro:include>" * ("<include" in expanded)
        raise DescriptionError([Problem("", problem, "a robot with links and joints", hint, os.fspath(path))])
    robot = parse_urdf(expanded, os.fspath(path), Path(path).parent, reading, expanded=True)
    notes = [f"xacro: {few(remarks)}"] if remarks else []
    return replace(robot, notes=(*robot.notes, *notes))


def _expand(text: str, path: Path, arguments: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return the expanded text of a file, and the warnings that xacro printed."""
    try:
        import xacro
        import xacro.substitution_args
    except ImportError:
        raise MissingExtraError("xacro", "xacro", "reading xacro files") from None
    printed = io.StringIO()
    with _ONE_AT_A_TIME, _fresh_state(xacro, path), contextlib.redirect_stderr(printed):
        try:
            document = xacro.parse(text)
            xacro.process_doc(document, mappings=dict(arguments))
            expanded = document.toxml()
        except Exception as error:  # the file is a program and may raise anything
            raise DescriptionError([_problem(error, text, path, xacro.filestack)]) from None
    lines = (line.strip().removeprefix("warning: ") for line in printed.getvalue().splitlines())
    return expanded, list(dict.fromkeys(line for line in lines if line))


@contextlib.contextmanager
def _fresh_state(xacro: Any, path: Path) -> Iterator[None]:
    """Give the modules of xacro a fresh state for one file, and restore the previous one."""
    substitutions = xacro.substitution_args

    def find(package: str) -> str:
        folder = find_package(package, path.parent)
        if folder is None:
            raise _UnknownPackageError(package)
        return str(folder)

    place = str(path.absolute())
    fresh: list[tuple[Any, dict[str, Any]]] = [
        (xacro, {"filestack": [place], "macrostack": [], "all_includes": [], "root_dir": os.curdir, "verbosity": 0}),
        (xacro, {"substitution_args_context": {"filename": place}}),
        (substitutions, {"_eval_find": find, "_eval_dict": {**substitutions._eval_dict, "find": find}}),
    ]
    before = [(module, {name: getattr(module, name) for name in values}) for module, values in fresh]
    try:
        for module, values in fresh:
            vars(module).update(values)
        yield
    finally:
        for module, values in before:
            vars(module).update(values)


def _problem(error: Exception, text: str, path: Path, files: list[str | None]) -> Problem:
    """Return the problem of a file that xacro cannot expand: the cause and what to try."""
    # Xacro wraps errors, either as `exc` or by raising another one.
    chain: list[BaseException] = [error]
    while (inner := getattr(chain[-1], "exc", None) or chain[-1].__context__) is not None and inner not in chain:
        chain.append(inner)
    included = [name for name in files if name and name != str(path.absolute())]
    where = f" in {included[-1]}" if included else ""
    file = os.fspath(path)
    for cause in chain:
        if isinstance(cause, _UnknownPackageError):
            name = str(cause)
            nowhere = "above the file or on ROS_PACKAGE_PATH"
            problem = f"$(find {name}){where}: there is no package {shortened(name)} {nowhere}"
            hint = f"set ROS_PACKAGE_PATH to the folder that contains {name}: export ROS_PACKAGE_PATH=/path/to/src"
            return Problem("", problem, "a package", hint, file)
        if type(cause).__name__ == "ArgException":
            name = str(cause)
            problem = f"the argument {shortened(name)}{where} has no value"
            hint = f"--xacro-arg {name}=VALUE, or xacro_args={{{name!r}: 'VALUE'}} of arm.load"
            return Problem("", problem, "a value for each argument that the file uses", hint, file)
    message = " ".join(str(error).split()) or type(error).__name__
    if isinstance(chain[-1], OSError) and chain[-1].filename:
        message = f"{chain[-1].strerror}: {chain[-1].filename}"  # xacro's message repeats it
    names = list(dict.fromkeys(_ARGUMENT.findall(text)))
    hint = f"are the arguments right? --xacro-arg NAME=VALUE sets {few(names)}" if names else ""
    return Problem("", f"xacro cannot expand it: {message}{where}", "a xacro file", hint, file)
