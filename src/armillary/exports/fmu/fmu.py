"""`export_fmu`: a robot, or the closed loop of a scenario, as a functional mock-up unit.

    robot or scenario → block → programs → C sources → libraries → one .fmu, a zip file
FMI 2.0 and 3.0, each for model exchange and co-simulation. With the same compiler, equal input gives the same file byte
by byte: times in it are fixed, and its token is a digest of its sources.
"""

from __future__ import annotations

import hashlib
import io
import os
import uuid
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO, Unpack

from armillary import __version__
from armillary.compiler.names import stem
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.exports.fmu.block import EquationBlock
from armillary.exports.fmu.build import build, check_compiler, known_platforms
from armillary.exports.fmu.description import Header, description, page, plain_text
from armillary.exports.fmu.functions import Functions
from armillary.exports.fmu.loop import Start, loop_block, plant_block
from armillary.exports.fmu.sources import TOLERANCE, compiled_files, model_header, sources
from armillary.exports.fmu.variables import VariableTable
from armillary.files.atomic import check_place, write_whole
from armillary.files.words import among, shortened
from armillary.multibody import Model, as_model
from armillary.simulation.scenario import Scenario

VERSIONS = ("2.0", "3.0")
EPOCH = (1980, 1, 1, 0, 0, 0)
"""Fixed time of all files in an FMU, so that equal input gives equal bytes; zip files begin in 1980."""
DATE = "1980-01-01T00:00:00Z"
TOOL = 'generationTool="Armillary '
HEAD = 1 << 17
"""Bytes at the start of a model description that are searched for `TOOL`."""


def export_fmu(
    what: Robot | Model | Scenario,
    path: str | os.PathLike[str],
    *,
    fmi: str = "2.0",
    frames: Sequence[str] | str | None = None,
    tunable: Sequence[str] | str = (),
    platforms: Iterable[str] | str | None = None,
    name: str | None = None,
    **start: Unpack[Start],
) -> Path:
    """Write an FMU and return its path.

    Args:
        what: A robot or model, whose efforts are inputs, or a scenario with its controller and reference.
        path: The file; the suffix ".fmu" is added if it is missing.
        fmi: "2.0" (default) or "3.0".
        frames: Frames whose poses are outputs; default the tip.
        tunable: Groups of parameters: some of "payload", "friction", "gravity", "initial" and, for a scenario,
            "gains"; or "all"; default none.
        platforms: Systems with a library: "linux64", "linux-arm64", "win64", "macos-x86_64", "macos-arm64", "native"
            (default) or "all"; "none" for sources only.
        name: The name of the model; default that of the robot or of the scenario's file.
        start: q0, qd0 and limits of a robot, as for `arm.simulate`. With limits="end" the simulation ends when a joint
            exceeds its limits, unless the parameter stop_at_limits of the FMU is false.

    Raises:
        ArgumentError: An argument is wrong.
        BuildError: There is no compiler, or it failed.
    """
    if not among(fmi, VERSIONS):
        raise ArgumentError("fmi", shortened(fmi), f"one of {', '.join(VERSIONS)}")
    target = Path(path)
    target = target if target.suffix.lower() == ".fmu" else target.with_name(target.name + ".fmu")
    check_place(target)
    _check_replaceable(target)
    systems = known_platforms(platforms, fmi)
    check_compiler(systems)
    title = _title(what) if name is None else name
    if not isinstance(title, str) or not plain_text(title):
        raise ArgumentError("name", shortened(title), "a name for the model")
    if isinstance(what, Scenario):
        if start:
            raise ArgumentError(next(iter(start)), "given for a scenario", "nothing: the scenario has it")
        block = loop_block(what, title, frames=frames, tunable=tunable)
    else:
        block = plant_block(what, title, frames=frames, tunable=tunable, **start)
    files = contents(block, fmi)
    code = {file.removeprefix("sources/"): text for file, text in files.items() if file.startswith("sources/")}
    code = {file: text for file, text in code.items() if not file.endswith(".xml")}
    libraries = build(code, compiled_files(code, fmi), stem(title), systems, fmi) if systems else {}
    parts = {file: text.encode(errors="replace") for file, text in files.items()} | libraries
    write_whole(target, lambda file: _zip(file, parts))
    return target


def contents(block: EquationBlock, fmi: str) -> dict[str, str]:
    """Return all texts of an FMU by their path in it."""
    table = VariableTable(Functions(block))
    identity = stem(block.name)
    code = sources(table.functions, identity, fmi)
    token = _token(code | {"model.h": model_header(table, identity, "")}, fmi)
    code["model.h"] = model_header(table, identity, token)
    header = Header(block.name, identity, token, f"Armillary {__version__}", DATE, TOLERANCE)
    return {
        **{f"sources/{name}": text for name, text in code.items()},
        **description(table, header, fmi, compiled_files(code, fmi)),
        "documentation/index.html": page(table, header, fmi),
        **{f"resources/{name}": text for name, text in block.resources.items()},
    }


def _check_replaceable(target: Path) -> None:
    """Raise an `ArgumentError` if the file exists and no export has written it."""
    if not target.exists():
        return
    try:
        with zipfile.ZipFile(target) as archive, archive.open("modelDescription.xml") as file:
            ours = TOOL.encode() in file.read(HEAD)
    except (zipfile.BadZipFile, KeyError, OSError, NotImplementedError, RuntimeError):
        ours = False
    if not ours:
        hint = "choose another place, or remove it"
        raise ArgumentError("path", f"{target}, which no export has written", "a new file", hint)


def _title(what: Robot | Model | Scenario) -> str:
    if isinstance(what, Scenario):
        return Path(what.file).stem if what.file else f"{what.nominal_model.robot.name} in closed loop"
    return as_model(what).robot.name or "robot"


def _token(files: dict[str, str], fmi: str) -> str:
    """Return a digest of the sources in the form of a GUID."""
    digest = hashlib.sha256(fmi.encode())
    for name, text in sorted(files.items()):
        digest.update(name.encode() + b"\0" + text.encode() + b"\0")
    return f"{{{uuid.UUID(bytes=digest.digest()[:16], version=4)}}}"


def _zip(file: BinaryIO, parts: dict[str, bytes]) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(parts, key=lambda path: (path != "modelDescription.xml", path)):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if name.startswith("binaries/") else 0o644) << 16
            archive.writestr(entry, parts[name])
    file.write(buffer.getvalue())
