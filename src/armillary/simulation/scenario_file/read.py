"""Scenario files: a robot, a reference, a controller and how to simulate them, in TOML (docs/simulation.md).

text → tables → schema            as for robot files, all problems at once
robot                             from the library, or from a file beside the scenario
schema + robot → Scenario         numbers of joints, references and controllers, where the robot is known
"""

from __future__ import annotations

import os
import pathlib
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from armillary.description import library
from armillary.description.load import SUFFIXES, load
from armillary.description.robot import Robot
from armillary.errors import ArgumentError, DescriptionError, Problem, ScenarioError
from armillary.files.explain import explain, path_in
from armillary.files.lines import Path, key_lines
from armillary.files.places import Places, Text
from armillary.files.toml import toml_tables
from armillary.files.words import shortened, unknown
from armillary.multibody import Model, build
from armillary.simulation import checks
from armillary.simulation.controllers import CONTROLLERS
from armillary.simulation.references import REFERENCES, TASK_REFERENCES, anchor
from armillary.simulation.scenario import Noise, Output, Scenario
from armillary.simulation.scenario_file.plant import changes_of, plant_of, push_of
from armillary.simulation.scenario_file.schema import SCENARIO_FILE, ScenarioFile
from armillary.simulation.scenario_file.values import Values
from armillary.simulation.signals import Signal
from armillary.simulation.solvers import SOLVERS, Solver
from armillary.spatial.scalar import Floats

MOST_PROBLEMS = 100


def load_scenario(path: str | os.PathLike[str]) -> Scenario:
    """Read a scenario from a TOML file; files that it names are beside it.

    Raises:
        ScenarioError: Lists every problem of the file, each with its line.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise ArgumentError("path", repr(path)[:80], "the name of a scenario file")
    return parse_scenario(SCENARIO_FILE.read_text(path), os.fspath(path))


def parse_scenario(text: str, file: str | None = None) -> Scenario:
    """Read a scenario from TOML text; `file` is the name that messages give.

    Example:
        >>> scenario = parse_scenario('''
        ...     robot = "khatib-rr"
        ...     duration = "500 ms"
        ...     q0 = { joint1 = "90 deg" }
        ... ''')
        >>> scenario.duration
        0.5
    """
    data = toml_tables(text, file, SCENARIO_FILE)
    return _Reader(data, Places(Text(file, lambda: key_lines(text))), file).scenario(text)


class _Reader:
    """Reads one file."""

    def __init__(self, data: dict[str, Any], places: Places, file: str | None) -> None:
        self.data, self.places, self.file = data, places, file
        self.folder = pathlib.Path(file or "").parent
        self.problems: list[Problem] = []
        self.faulty: set[str] = set()
        self.hidden = 0

    def scenario(self, text: str) -> Scenario:
        read = self._schema()
        robot = self._robot()
        if robot is None:
            self._check_types()
        if read is None or robot is None:
            raise self._error()
        values = Values(build.model(robot, motors=read.motors, friction=read.friction), self.places)
        q, qd = (values.state((f"{kind}0",), getattr(read, f"{kind}0"), kind) for kind in ("q", "qd"))
        start = values.model.neutral if q is None else q
        self._check_names(read, values)
        solver = self._solver(read, values, start)
        self._check_sizes(read, values, start, solver)
        plant = plant_of(robot, read.plant, values) if read.plant else None
        changes = () if "plant" in self.faulty else changes_of(plant or robot, read.change, values)
        pushes = [push_of(k, each, values) for k, each in enumerate(read.disturbance)]
        controller, reference = self._loop(read, values, start)
        self.problems += values.problems
        if self.problems:
            raise self._error()
        chosen = read.motors != "full" or not read.friction
        found: Scenario | None = values.guarded((), lambda: Scenario(
            values.model if chosen else robot,
            controller=controller,
            reference=reference,
            plant=self._plant(read, plant),
            disturbances=tuple(push for push in pushes if push is not None),
            changes=changes,
            limits=read.limits,
            period=read.period,
            noise=Noise(read.noise.std, read.noise.seed) if read.noise else None,
            q0=q,
            qd0=qd,
            duration=read.duration,
            solver=solver,
            record=read.record,
            output=self._output(read),
            file=self.file,
            text=text,
        ))  # fmt: skip
        self.problems += values.problems
        if found is None:
            raise self._error()
        return found

    @staticmethod
    def _plant(read: ScenarioFile, plant: Robot | None) -> Robot | Model | None:
        """Return the plant, as a model if the file says which motors it has."""
        if plant is None or read.plant is None or read.plant.motors is None:
            return plant
        return build.model(plant, motors=read.plant.motors, friction=read.friction)

    def _schema(self) -> ScenarioFile | None:
        """Return the tables of the file; those with faults, which are kept, are left out."""
        try:
            return ScenarioFile.model_validate(self.data)
        except ValidationError as error:
            errors = error.errors(include_url=False)
        for item in errors[:MOST_PROBLEMS]:
            for path, told in explain(item, path_in(self.data, item["loc"]), ScenarioFile):
                self.problems.append(self.places.problem(path, *told))
        self.hidden = max(0, len(errors) - MOST_PROBLEMS)
        # What can be read without the faulty tables still tells of faults in the others.
        self.faulty = {str(item["loc"][0]) for item in errors if item["loc"]}
        rest = {key: value for key, value in self.data.items() if key not in self.faulty}
        try:
            return ScenarioFile.model_validate({"duration": 1.0, "robot": "?"} | rest)
        except ValidationError:
            return None

    def _robot(self) -> Robot | None:
        name = self.data.get("robot")
        if not isinstance(name, str) or not name.strip():
            return None
        try:
            return library_or_file(name, self.folder)
        except DescriptionError as error:
            at = self.places.problem(
                ("robot",), f"{shortened(name)} is no good robot file", "one without these problems"
            )
            self.problems += [at, *error.problems]
        except ArgumentError as error:
            self.problems.append(self.places.problem(("robot",), error.found, error.expected, error.hint))
        return None

    def _check_types(self) -> None:
        """Check what can be checked of reference and controller without a robot."""
        for name, classes in (("reference", REFERENCES), ("controller", CONTROLLERS)):
            table = self.data.get(name)
            if isinstance(table, dict) and table.get("type") not in classes:
                self.problems.append(self.places.problem((name, "type"), *unknown(table.get("type"), classes)))

    def _check_names(self, read: ScenarioFile, values: Values) -> None:
        """Check names of frames, and that noise has something to be on."""
        frames: dict[Path, str] = {("disturbance", k, "frame"): each.frame for k, each in enumerate(read.disturbance)}
        frames |= {("output", "frames", k): name for k, name in enumerate(read.output.frames or ())}
        if read.controller and isinstance(led := _task_frame(read.controller), str):
            frames[("controller", "frame")] = led
        for path, name in frames.items():
            if name not in values.model.frames:
                values.fault(path, *unknown(name, values.model.frames, "a frame of this robot"))
        needed = {"controller": ("a controller", "[controller]"), "period": ("a control period", "period = …")}
        for name, (what, expected) in needed.items():
            if read.noise and getattr(read, name) is None and name not in self.faulty:
                values.fault(("noise",), f"noise, without {what}", f"{expected}: noise is on sampled measurements")

    def _solver(self, read: ScenarioFile, values: Values, start: Floats) -> Solver | None:
        """Return the solver that the file names, alone or in a table with its settings."""
        if read.solver is None:
            return None
        table = {"type": read.solver} if isinstance(read.solver, str) else read.solver
        found: Solver | None = values.made(("solver",), table, SOLVERS, "solver", start)
        return found

    def _check_sizes(self, read: ScenarioFile, values: Values, start: Floats, solver: Solver | None) -> None:
        """Check that the run is no larger than runs may be, and that it begins within the limits of the joints."""
        period = read.period
        values.guarded((), lambda: checks.spacing(read.record, read.duration, 1.0))
        if period is not None:
            values.guarded((), lambda: checks.instants(period, read.duration))
        if solver is not None:
            values.guarded((), lambda: checks.steps(solver, read.duration))
        if read.limits and not values.problems:
            values.guarded((), lambda: checks.within_limits(values.model, start))
        for k, name in enumerate(read.output.what or ()):
            if name in ("elastic", "deflection") and not values.model.elastic:
                values.fault(("output", "what", k), f"{name!r} of a robot whose links are rigid", "another chart")

    def _loop(self, read: ScenarioFile, values: Values, start: Floats) -> tuple[Any, Any]:
        """Return controller and reference."""
        controller = reference = None
        frame: str | None = "tip"
        if read.controller is not None:
            controller = values.made(("controller",), read.controller, CONTROLLERS, "controller", start)
            frame = _task_frame(read.controller)
            values.task = frame is not None
        kind = None if read.reference is None else read.reference.get("type")
        if read.reference is not None and (self._task_known(read) or kind not in REFERENCES):
            values.task = values.task or kind in TASK_REFERENCES
            reference = values.made(("reference",), read.reference, REFERENCES, "reference", start)
        if values.task and read.reference is None and "reference" not in self.faulty:
            values.fault(("controller",), "nothing for the frame to follow", "a [reference]")
        if values.problems or self.problems:
            return controller, reference
        at = frame or "tip"
        if reference is not None:
            reference = values.guarded(("reference",), lambda: self._anchored(reference, values, start, at))
        if controller is not None:
            controller = values.guarded(("controller",), lambda: anchor(controller, values.model, start, at))
            if not values.problems:
                values.guarded(("controller",), lambda: _tried(controller, reference, values.model, start))
        return controller, reference

    def _task_known(self, read: ScenarioFile) -> bool:
        """Say whether the controller tells if it leads joints or a frame: on that depends what a reference is of."""
        table: Any = read.controller
        while isinstance(table, dict) and table.get("type") in CONTROLLERS and "controller" in table:
            table = table["controller"]
        known = isinstance(table, dict) and table.get("type") in CONTROLLERS
        return known or (read.controller is None and "controller" not in self.faulty)

    @staticmethod
    def _anchored(reference: Any, values: Values, start: Floats, frame: str) -> Any:
        """Return a reference that begins where the robot, or the frame, is."""
        if values.task and getattr(reference, "start", ()) is None and frame in values.model.frames:
            return replace(reference, start=values.position(start, frame))
        return anchor(reference, values.model, start, frame)

    def _output(self, read: ScenarioFile) -> Output:
        named = read.output
        file, plot = (None if name is None else self.folder / name for name in (named.file, named.plot))
        return Output(file, plot, named.what, named.frames)

    def _error(self) -> ScenarioError:
        problems = sorted(dict.fromkeys(self.problems), key=self.places.order)
        hidden = self.hidden + max(0, len(problems) - MOST_PROBLEMS)
        return ScenarioError(problems[:MOST_PROBLEMS], hidden)


def library_or_file(name: str, folder: pathlib.Path) -> Robot:
    """Return a robot of the library, or that of a file in a folder."""
    if name in library.names():
        return library.get(name)
    if pathlib.Path(name).suffix.lower() not in SUFFIXES:
        text, _, hint = unknown(name, library.names())
        raise ArgumentError("robot", text, f"a name of the library, or a file: {', '.join(SUFFIXES)}", hint)
    return load(folder / name)


def _task_frame(table: dict[str, Any]) -> str | None:
    """Return the frame that a controller, or one inside it, leads along the reference; None if it leads joints."""
    kind = table.get("type")
    if kind == "operational_space":
        return str(table.get("frame", "tip"))
    inner = table.get("controller")
    return _task_frame(inner) if isinstance(inner, dict) else None


def _tried(controller: Any, reference: Any, model: Model, start: Floats) -> None:
    """Ask the controller once, at the start: what does not fit together is told now, not in the middle of a run."""
    import numpy as np

    from armillary.simulation.signals import Rest

    wanted = reference if reference is not None else Rest(tuple(start))
    law = controller.law(model)
    rates = np.zeros(model.nv)
    law.effort(Signal(1e-9, start, rates, np.asarray(law.start()), wanted.motion(0.0, 1e-9), np.zeros(model.nv)))
