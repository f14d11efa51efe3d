"""`arm.export`: a robot written for other tools.

    c         a folder: NAME.h, NAME.c, a test and a CMakeLists                            `exports.c.sources`
    python    one module that needs NumPy                                                  `exports.python_module`
    casadi    one module (.py), a folder of functions (.casadi), or functions in memory    `exports.casadi`
    wasm      a folder: NAME.js with the code of a WebAssembly module, its types, a test   `exports.wasm.sources`;
              the same for the closed loop of a scenario, which goes on step by step       `exports.wasm.loop_sources`
    fmu       a functional mock-up unit                                                    `exports.fmu`
Text of a robot file is never executed: names become identifiers or comments.
"""

from __future__ import annotations

import errno
import os
import re
import tempfile
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict, Unpack

from armillary.compiler.c import PRECISIONS
from armillary.compiler.compiled import Compiled
from armillary.compiler.compiled import compile as compile_robot
from armillary.compiler.names import LONGEST, identifier, is_hiding, stem
from armillary.description.robot import Robot
from armillary.errors import ArgumentError, ArmillaryWarning, outside
from armillary.exports.about import MADE_BY, left_out
from armillary.exports.c.sources import c_files
from armillary.exports.casadi import casadi_functions, casadi_source
from armillary.exports.programs import ExportedFunction, entries
from armillary.exports.python_module import python_source
from armillary.exports.wasm.loop_sources import loop_files, loop_names
from armillary.exports.wasm.sources import names as wasm_names
from armillary.exports.wasm.sources import wasm_files
from armillary.files.arguments import word
from armillary.files.atomic import check_place, write_content
from armillary.files.folders import write_folder
from armillary.files.keywords import keywords, names_of
from armillary.files.words import among, shortened
from armillary.multibody import Model
from armillary.multibody.configuration import Coordinates
from armillary.simulation.scenario import Scenario
from armillary.simulation.solvers.base import Solver

KINDS = ("c", "python", "casadi", "wasm", "fmu")
FOLDERS = ("c", "wasm")
"""Kinds that are folders of files with the name of the robot."""


class LoopOptions(TypedDict, total=False):
    """Further arguments of a closed loop in WebAssembly (docs/export.md).

    Attributes:
        solver: RK4, RK8 or semi-implicit Euler with its step; default by the scenario.
        free: Parameters of the plant that may change while the loop runs; default payloads, gravity, friction,
            stiffnesses.
    """

    solver: Solver
    free: Sequence[str]


class FMUOptions(LoopOptions, total=False):
    """Further arguments of an FMU (docs/fmu.md).

    Attributes:
        fmi: Version of the standard, "2.0" (default) or "3.0".
        tunable: Groups of parameters: some of "payload", "friction", "gravity", "initial", "gains", or "all".
        platforms: Systems with a library, such as "linux64" and "win64", or "all"; default this machine's.
        q0: Initial configuration of a robot [rad or m], as in a `Scenario`.
        qd0: Initial rates of a robot [rad/s or m/s], as in a `Scenario`.
        limits: What happens at joint limits: "stop" (default), "end" or "none".
    """

    fmi: str
    tunable: Sequence[str] | str
    platforms: Iterable[str] | str | None
    q0: Coordinates
    qd0: Coordinates
    limits: str


@dataclass(frozen=True)
class Export:
    """Result of an export.

    `files` are the written files, `functions` the names of the functions in them; `casadi` holds functions of CasADi
    by name.
    """

    kind: str
    robot: str
    path: Path | None = None
    files: tuple[Path, ...] = ()
    functions: tuple[str, ...] = ()
    casadi: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)


def export(
    robot: Robot | Model | Scenario,
    to: str,
    *,
    path: str | os.PathLike[str] | None = None,
    quantities: Iterable[str] | str | None = None,
    formulation: str = "auto",
    frames: Sequence[str] | str | None = None,
    name: str | None = None,
    precision: str = "double",
    **options: Unpack[FMUOptions],
) -> Export:
    """Write a robot for other tools: C, Python, CasADi, WebAssembly or an FMU.

    Args:
        robot: The robot, or its model where choices differ from the defaults; for an FMU and for WebAssembly also a
            scenario, whose closed loop is exported.
        to: "c", "python", "casadi", "wasm" or "fmu".
        path: The folder for C and WebAssembly; the module (.py) for Python; the .fmu file; for CasADi a module (.py), a
            folder of .casadi files, or None (default) to only return the functions.
        quantities: Names of quantities, or "all"; default the usual ones. Not for an FMU.
        formulation: "auto" (default) for the one with the least work, or a name. Not for an FMU.
        frames: Frames whose poses and Jacobians are exported; default the tip.
        name: Name of the files of C and WebAssembly, and prefix of C functions, or name of the model of an FMU; default
            the robot's.
        precision: "double" (default), or "float" for C in single precision.
        options: Further arguments of FMUs (`FMUOptions`): fmi, tunable, platforms, q0, qd0, limits; of a closed loop in
            WebAssembly (`LoopOptions`): solver, free.

    Example:
        >>> import armillary as arm
        >>> from armillary.exports.export import export
        >>> import tempfile, pathlib
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     place = pathlib.Path(folder) / "rr"
        ...     made = export(arm.library.get("khatib-rr"), "c", path=place, quantities="mass_matrix")
        >>> [file.name for file in made.files]
        ['khatib_rr.h', 'khatib_rr.c', 'test_khatib_rr.c', 'CMakeLists.txt']
    """
    keywords("arm.export", options, (*names_of(export)[:-1], *FMUOptions.__annotations__))
    word("to", to, KINDS)
    target = _target(to, path)
    _check_rest(to, name, precision)
    if to == "fmu":
        _check_none("'fmu'", quantities=quantities, formulation=None if among(formulation, ("auto",)) else formulation)
        return _fmu(robot, target, {"frames": frames, "name": name, **options})
    if to == "wasm" and isinstance(robot, Scenario) and target is not None:
        _check_none("a scenario", quantities=quantities, frames=frames)
        return _loop(robot, target, name, options)
    dyn = compile_robot(_robot(robot, to, options), formulation=formulation)
    prefix = name or stem(dyn.model.robot.name)
    if target is not None:
        _check_target(to, target, prefix)
    functions = entries(dyn, quantities, ("tip",) if frames is None else frames)
    if left_out(dyn.model):
        text = f"{dyn.model.robot.name}: the functions are without {left_out(dyn.model)}; an FMU has them"
        warnings.warn(text, ArmillaryWarning, stacklevel=outside())
    if target is None or (to == "casadi" and not _is_module(target)):
        return _casadi(dyn, functions, target)
    return _written(to, dyn, functions, target, prefix, precision)


def _robot(robot: Any, to: str, options: Mapping[str, Any]) -> Robot | Model:
    """Return the robot whose functions are exported; raise `ArgumentError` for a scenario and for other arguments."""
    if not isinstance(robot, (Robot, Model)):
        hint = "only FMUs and WebAssembly hold a closed loop; export scenario.robot"
        hint = hint if isinstance(robot, Scenario) else ""
        raise ArgumentError("robot", f"a {type(robot).__name__}", "a robot", hint)
    if options:
        first = next(iter(options))
        owner = "closed loops in WebAssembly" if first in LoopOptions.__annotations__ else "FMUs"
        raise ArgumentError(first, "given", f"no such argument for {to!r}", f"only {owner} have it")
    return robot


def _check_none(whom: str, **given: Any) -> None:
    """Raise `ArgumentError` for arguments that do not apply to closed loops."""
    for name, value in given.items():
        if value is not None:
            raise ArgumentError(name, "given", f"nothing for {whom}", "its states and outputs are fixed")


def _target(to: str, path: Any) -> Path | None:
    if path is None:
        if to == "casadi":
            return None
        raise ArgumentError("path", "none", "a place to write to")
    if not isinstance(path, (str, os.PathLike)) or not os.fspath(path):
        raise ArgumentError("path", shortened(path), "the name of a file or folder")
    target = Path(path)
    suffix = {"python": ".py", "fmu": ".fmu"}.get(to)
    if suffix and target.suffix.lower() != suffix:
        raise ArgumentError("path", str(target), f"the name of a {suffix} file")
    if to in FOLDERS and target.suffix.lower() in (".c", ".h", ".js", ".wasm"):
        raise ArgumentError("path", str(target), "a folder", "it gets several files")
    return target


def _check_rest(to: str, name: str | None, precision: str) -> None:
    word("precision", precision, PRECISIONS)
    if to != "c" and precision != "double":
        raise ArgumentError(
            "precision", shortened(precision), f"'double' for {to!r}", "only C comes in single precision"
        )
    if name is None or to == "fmu":
        return
    if to not in FOLDERS:
        raise ArgumentError("name", shortened(name), f"nothing for {to!r}", "the file has the name")
    if not isinstance(name, str) or identifier(name) != name or is_hiding(name):
        expected = f"a letter, then letters, digits and single underscores, at most {LONGEST} of them"
        raise ArgumentError("name", shortened(name), expected, "and no name of a standard header")


def _is_module(target: Path) -> bool:
    return target.suffix.lower() == ".py"


def _check_target(to: str, target: Path, name: str) -> None:
    """Check that the path can be written, before anything is compiled."""
    if to == "c":
        check_folder(target, (f"{name}.h", f"{name}.c", f"test_{name}.c", "CMakeLists.txt"))
    elif to == "wasm":
        check_folder(target, wasm_names(name))
    elif _is_module(target):
        if is_hiding(target.stem) or not re.fullmatch(r"[A-Za-z_]\w*", target.stem):
            raise ArgumentError("path", str(target), "a name that can be imported and hides no module")
        check_place(target)
        check_replaceable(target)
    else:
        check_folder(target, ())


def _written(
    to: str, dyn: Compiled, functions: tuple[ExportedFunction, ...], target: Path, name: str, precision: Any
) -> Export:
    """Write the sources of C, WebAssembly, Python or CasADi."""
    if to == "c":
        files = c_files(dyn.model, functions, name, precision)
        places = write_export(target, {key: text.encode("ascii") for key, text in files.items()})
    elif to == "wasm":
        places = write_export(target, wasm_files(dyn.model, functions, name))
    else:
        text = python_source(dyn.model, functions) if to == "python" else casadi_source(dyn.model, functions)
        write_content(target, text.encode("ascii"))
        places = (target,)
    return Export(to, dyn.model.robot.name, target, places, tuple(entry.name for entry in functions))


def _casadi(dyn: Compiled, exported: tuple[ExportedFunction, ...], target: Path | None) -> Export:
    """Make functions of CasADi, and save them if there is a folder."""
    functions = casadi_functions(exported)
    files: tuple[Path, ...] = ()
    if target is not None:
        contents = {}
        with tempfile.TemporaryDirectory() as folder:
            for key, function in functions.items():
                scratch = Path(folder) / f"{key}.casadi"
                function.save(str(scratch))
                contents[scratch.name] = scratch.read_bytes()
        files = write_export(target, contents)
    return Export("casadi", dyn.model.robot.name, target, files, tuple(functions), functions)


def _loop(scenario: Scenario, target: Path, name: str | None, options: Any) -> Export:
    """Write the closed loop of a scenario as WebAssembly."""
    for key in options:
        if key not in LoopOptions.__annotations__:
            hint = f"there are name, {', '.join(LoopOptions.__annotations__)}"
            raise ArgumentError(key, "given", "no such argument for a scenario in WebAssembly", hint)
    prefix = name or stem(scenario.plant_model.robot.name)
    check_folder(target, loop_names(prefix))
    places = write_export(target, loop_files(scenario, prefix, **options))
    return Export("wasm", scenario.plant_model.robot.name, target, places)


def _fmu(what: Any, target: Path | None, options: dict[str, Any]) -> Export:
    if not isinstance(what, (Robot, Model, Scenario)) or target is None:
        raise ArgumentError("robot", f"a {type(what).__name__}", "a robot, a model or a scenario")
    from armillary.exports.fmu.fmu import export_fmu

    names = {"frames", "name", *FMUOptions.__annotations__} - {*LoopOptions.__annotations__}
    for key in options:
        if key not in names:
            raise ArgumentError(key, "given", "no such argument for 'fmu'", f"there are {', '.join(sorted(names))}")
    path = export_fmu(what, target, **{key: value for key, value in options.items() if value is not None})
    model = what.nominal_model if isinstance(what, Scenario) else what
    robot = model.robot if isinstance(model, Model) else model
    return Export("fmu", robot.name, path, (path,))


HEAD = 4096
"""Bytes of a file that are searched for the mark of an export."""


def check_folder(folder: Path, names: Mapping[str, object] | tuple[str, ...], argument: str = "path") -> None:
    """Raise an `ArgumentError` if files of these names cannot be written to a folder, or are not from an export."""
    present = folder
    try:
        folder.stat()
    except (FileNotFoundError, NotADirectoryError):
        present = folder.parent
    except OSError as error:  # no permission to search a parent folder
        raise ArgumentError(argument, f"{folder}: {error.strerror}", "a place to write to") from error
    if folder == present and not folder.is_dir():
        raise ArgumentError(argument, f"{folder}, which is no folder", "a folder, new or not")
    if not present.is_dir():
        raise ArgumentError(argument, f"{folder}: there is no folder {present}", "a place to write to")
    if not os.access(present, os.W_OK | os.X_OK):
        raise ArgumentError(argument, f"{folder}: {os.strerror(errno.EACCES)}", "a place to write to")
    for name in names:
        check_replaceable(folder / name, argument)


def check_replaceable(path: Path, argument: str = "path") -> None:
    """Raise an `ArgumentError` if the file exists and no export has written it."""
    if path.is_dir():
        raise ArgumentError(argument, f"{path}, which is a folder", "a file, new or of an earlier export")
    if not path.exists() or path.suffix == ".casadi":  # nobody writes these by hand
        return
    with path.open("rb") as file:
        if MADE_BY.encode() not in file.read(HEAD):
            hint = "choose another place, or remove it"
            raise ArgumentError(argument, f"{path}, which no export has written", "a new file", hint)


def write_export(folder: Path, files: Mapping[str, bytes]) -> tuple[Path, ...]:
    """Write files into a folder, new or of an earlier export, and return their paths."""
    check_folder(folder, tuple(files))
    write_folder(folder, files)
    return tuple(folder / name for name in files)
