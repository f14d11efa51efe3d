"""Study files → `Study`, with every problem of the file at once.

    scenario = "slew.toml"            a scenario file beside the study, a name of the library, or a table [scenario];
                                      or robot = "panda" for studies without a simulation
    samples, sampling, seed, chunk, device, dtype    as for `Study`
    outputs = ["settling_time", { type = "frequencies", count = 5 }]
    [axes]
    payload.mass = ["0 kg", "1 kg"]                                   given values
    controller.kp = { from = 50, to = 200, count = 4 }                a range; type = "log_range": of equal ratios
    "reference.end[1]" = { type = "uniform", low = 0, high = "30 deg" }      a distribution
    "controller.kp, controller.kd" = [[100, 20], [200, 28]]           names that vary together
    [signals]
    tau = "10 ms"                                                     name = time between kept values
A file is data only: functions of the user need Python.
"""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from armillary.description.reading import AS_WRITTEN, Reading
from armillary.description.toml.tables import PartTable, spells, table_of
from armillary.errors import ArgumentError, DescriptionError, Problem, StudyError
from armillary.files.document import Document, Kind, Places, Text
from armillary.files.fields import Contradiction, Name, problem, several
from armillary.files.lines import Path, key_lines
from armillary.files.objects import Objects
from armillary.files.quantity import declared
from armillary.files.settings import enter
from armillary.files.text import Source
from armillary.files.units import parse_quantity
from armillary.files.words import shortened
from armillary.simulation.scenario_file.read import (
    SCENARIO,
    library_names,
    library_or_file,
    load_scenario,
    read_scenario,
)
from armillary.simulation.scenario_file.schema import Loose
from armillary.studies.axes import KINDS, Choice, Values
from armillary.studies.outputs import KINDS as OUTPUTS
from armillary.studies.outputs import Output
from armillary.studies.study import NO_OUTPUTS, Study, place_of
from armillary.studies.variation import ROBOTS, Base

WRITTEN = {field.name: field.written for kind in KINDS.values() for field in declared(kind)}
"""Names of the fields of axes in files."""


def _chunk(value: object) -> object:
    if type(value) is not int and not (isinstance(value, list) and all(type(length) is int for length in value)):
        raise problem(shortened(value), "a number of runs, or the shape of a box such as [1, 64]")
    return value


def _base(value: object) -> object:
    if not isinstance(value, str | dict) or not value:
        raise problem(shortened(value), "a scenario file in quotes, or a table [scenario]")
    return value


@spells(Study)
class StudyWords(PartTable):
    """A whole file."""

    left_out = ("functions", "file")

    scenario: Annotated[str | dict[str, Any], BeforeValidator(_base)] | None = Field(
        None, description="scenario that varies: a file, a name of the library, or a table"
    )
    robot: Name | None = Field(None, description="robot of a study without simulations")
    axes: Loose | None = Field(None, description="values by the name of what varies")
    outputs: Annotated[list[Any], several("['settling_time', 'peak_effort']")] | None = Field(
        None, description="results of each run"
    )
    signals: Loose | None = Field(None, description="time between kept values by the name of a signal")
    chunk: Annotated[int | list[int], BeforeValidator(_chunk)] | None = Field(
        None, description="runs computed together"
    )

    def contradictions(self) -> Iterator[Contradiction]:
        """Yield the absence of a scenario, or two of them."""
        if self.scenario is None and self.robot is None:
            yield "scenario", "the field is missing", "scenario = 'slew.toml', or robot = 'panda'"
        if self.scenario is not None and self.robot is not None:
            yield "robot", "given together with scenario", "either scenario or robot"


StudyFile = table_of(Study)
STUDY = Kind(Source("study file", "a study", "docs/sweeps.md", StudyError), StudyFile)


def load_study(path: str | os.PathLike[str], settings: Sequence[str] = (), *, strict: bool | None = None) -> Study:
    """Read a study from a TOML file; docs/sweeps.md describes the format. Files that it names are beside it.

    Args:
        path: The file.
        settings: Fields that replace those of the file, such as "samples=1000".
        strict: How robot files are read, as in `arm.load`.

    Raises:
        StudyError: Lists every problem of the file, each with its line.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise ArgumentError("path", shortened(path), "the name of a study file")
    return parse_study(STUDY.source.read_text(path), os.fspath(path), settings, Reading(strict))


def parse_study(
    text: str, file: str | None = None, settings: Sequence[str] = (), reading: Reading = AS_WRITTEN
) -> Study:
    """Read a study from TOML text; `file` is its name in messages, `settings` as for `load_study`.

    `reading` are the options for the files of robots.

    Example:
        >>> parse_study('''
        ...     robot = "khatib-rr"
        ...     outputs = ["workspace.reach"]
        ...     [axes]
        ...     payload.mass = { from = "0 kg", to = "2 kg", count = 5 }
        ... ''')
        <Study of khatib-rr: 5 runs, 5 payload.mass>
    """
    document = STUDY.parse(text, file)
    enter(document, settings)
    return _StudyReader(document, text, reading).study()


class _StudyReader:
    """Reads a study file and collects its problems."""

    def __init__(self, document: Document[Any], text: str, reading: Reading) -> None:
        self.document, self.text, self.reading = document, text, reading
        self.folder = pathlib.Path(document.file or "").parent

    def study(self) -> Study:
        """Return the study; raise all problems at once."""
        document = self.document
        read = document.validate() or document.without_faulty()
        if read is None:
            raise document.error()
        base = self._scenario(read)
        axes, places = self._axes(read.axes or {})
        outputs = [self._output(k, entry) for k, entry in enumerate(read.outputs or ())]
        fields = read.values() | {
            "scenario": base,
            "axes": {key: axis for key, axis in axes.items() if axis is not None},
            "outputs": tuple(output for output in outputs if output is not None),
            "signals": self._signals(read.signals or {}),
            "file": document.file,
        }
        study = None
        try:
            study = None if base is None else Study(**fields)
        except StudyError as error:
            earlier = bool(document.problems)  # omitted parts may cause further problems
            for problem in error.problems:
                wrong_output = problem.field == "outputs" and problem.found != NO_OUTPUTS
                if problem.field.startswith("axes[") or wrong_output or not earlier:
                    self._place(problem, places)
        if study is None or document.problems:
            raise document.error()
        return study

    def _place(self, problem: Problem, places: Mapping[Any, Path]) -> None:
        """Record a problem of the finished study at its place in the file."""
        if problem.file is not None:  # of a robot file
            self.document.problems.append(problem)
            return
        path: Path = (problem.field,)
        for key, axis_path in places.items():
            if problem.field.startswith(place_of(key)):
                rest = problem.field.removeprefix(place_of(key)).strip(".")
                written = WRITTEN.get(rest, rest)
                in_file = rest and self.document.places.holds((*axis_path, written))
                path = (*axis_path, written) if in_file else axis_path
        self.document.fault(path, problem.found, problem.expected, problem.hint)

    def _scenario(self, read: Any) -> Base | None:
        """Return the scenario or the robot of the study."""
        document = self.document
        if (read.scenario is None) == (read.robot is None):
            return None
        name = "scenario" if read.robot is None else "robot"
        try:
            if read.robot is not None:
                return library_or_file(read.robot, self.folder, self.reading)
            if isinstance(read.scenario, str):
                beside = self.folder / read.scenario
                named = read.scenario in library_names() and not beside.exists()
                return load_scenario(read.scenario if named else beside, strict=self.reading.strict)
            return self._inline(read.scenario or {})
        except DescriptionError as error:
            file_text = shortened(getattr(read, name)) if isinstance(getattr(read, name), str) else "this table"
            if not isinstance(read.scenario, dict):
                document.fault((name,), f"{file_text} is not a valid {name} file", "one without these problems")
            document.problems += error.problems
        except ArgumentError as error:
            document.fault((name,), error.found, error.expected, error.hint)
        return None

    def _inline(self, table: dict[str, Any]) -> Base:
        """Return the scenario of a table in the study; its lines are those of the study."""
        main = self.document.places.main

        def lines() -> dict[Path, int]:
            return {path[1:]: line for path, line in key_lines(self.text).items() if path[:1] == ("scenario",)}

        return read_scenario(Document(Places(Text(main.file, lines)), kind=SCENARIO, data=table), "", self.reading)

    def _axes(self, table: Mapping[str, Any]) -> tuple[dict[Any, Any], dict[Any, Path]]:
        """Return the axes by their keys, and their paths in the file."""
        axes: dict[Any, Any] = {}
        places: dict[Any, Path] = {}
        for path, name, value in _flatten(("axes",), table, _is_axis):
            names = tuple(part.strip() for part in name.split(","))
            key = names if len(names) > 1 else name
            if key in places:
                self.document.fault(path, f"{name!r} twice", "one axis for each name")
            places[key] = path
            axes[key] = self._axis(path, name, value)
        return axes, places

    def _axis(self, path: Path, name: str, value: Any) -> Any:
        """Return an axis from a list or a table; None, with its problems recorded, if it is invalid."""
        objects, axis = Objects(self.document.places), None
        try:
            if isinstance(value, list):
                axis = Values(tuple(value))
            elif isinstance(value, dict):
                axis = objects.made(path, {"type": "range"} | value if "from" in value else value, KINDS, "axis")
            else:
                expected = "a list of values, or a table such as { from = 0, to = 1, count = 11 }"
                objects.fault(path, shortened(value), expected)
            if name in ROBOTS and isinstance(axis, Values | Choice):
                axis = axis.converted(self._robot)  # files of robots lie beside the study
        except DescriptionError as error:
            objects.fault(path, "not a valid robot file", "one without these problems")
            objects.problems += error.problems
        except ArgumentError as error:
            objects.fault(path, error.found, error.expected, error.hint)
        self.document.problems += objects.problems
        return None if objects.problems else axis

    def _robot(self, value: Any) -> Any:
        return library_or_file(value, self.folder, self.reading) if isinstance(value, str) else value

    def _signals(self, table: Mapping[str, Any]) -> dict[str, float]:
        """Return the time between kept values of each signal [s]."""
        spacings = {}
        for path, name, value in _flatten(("signals",), table, lambda entry: False):
            try:
                spacings[name] = parse_quantity(value, "time")
            except ArgumentError as error:
                self.document.fault(path, error.found, error.expected, error.hint)
        return spacings

    def _output(self, k: int, entry: Any) -> str | Output | None:
        """Return a name, or the output that a table describes."""
        path: Path = ("outputs", k)
        if isinstance(entry, str):
            return entry
        if not isinstance(entry, dict):
            self.document.fault(
                path, shortened(entry), "a name, or a table such as { type = 'frequencies', count = 5 }"
            )
            return None
        objects = Objects(self.document.places)
        output = objects.made(path, entry, OUTPUTS, "output")
        self.document.problems += objects.problems
        return output


def _flatten(path: Path, table: Mapping[str, Any], ends: Any) -> Iterator[tuple[Path, str, Any]]:
    """Yield path, name and value of each entry; a nested table extends the name, unless `ends` accepts it."""
    for key, value in table.items():
        if isinstance(value, dict) and value and not ends(value):
            for inner, name, entry in _flatten((*path, key), value, ends):
                yield inner, f"{key}.{name}", entry
        else:
            yield (*path, key), key, value


def _is_axis(table: Mapping[str, Any]) -> bool:
    """Return whether a table is an axis, and not a prefix of the names of several axes."""
    return any(key in {"type", *WRITTEN.values()} and not isinstance(value, dict) for key, value in table.items())
