"""Scenario files (docs/simulation/scenario-files.md) → `Scenario`, with every problem of the file at once.

The robot comes from the library, or from a file beside the scenario. It decides the units of numbers at joints, so the
reference, the controller and the start are read once it is known. Tables with faults are left out to check the others.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from importlib import resources
from typing import Any

from armillary.description import library
from armillary.description.bases import fixed, free
from armillary.description.load import SCHEME, SUFFIXES, load
from armillary.description.reading import AS_WRITTEN, Reading
from armillary.description.robot import Robot
from armillary.errors import ArgumentError, DescriptionError
from armillary.files.arguments import listed
from armillary.files.document import Document, Kind
from armillary.files.lines import Path, field_path
from armillary.files.settings import enter, split, value_of
from armillary.files.units import in_si, parse_quantity
from armillary.files.words import among, nearest, shortened, unknown
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.multibody import Model, build
from armillary.multibody.configuration import as_given
from armillary.multibody.home import home
from armillary.simulation import checks
from armillary.simulation.controllers import CONTROLLERS, NotTraceableError
from armillary.simulation.drives.drives import drive_states
from armillary.simulation.drives.windings import joint_currents
from armillary.simulation.loop.sensing import Sensing
from armillary.simulation.parameters import Format, format_of, parameters
from armillary.simulation.references import REFERENCES, TASK_REFERENCES, Shaped, anchor, unshaped_type
from armillary.simulation.scenario import Output, Scenario
from armillary.simulation.scenario_file.plant import changes_of, plant_of, push_of
from armillary.simulation.scenario_file.schema import SCENARIO_FILE, ScenarioFile
from armillary.simulation.scenario_file.values import Values
from armillary.simulation.signals import Signal
from armillary.simulation.solvers import SOLVERS, Solver
from armillary.spatial.scalar import Floats

SCENARIO = Kind(SCENARIO_FILE, ScenarioFile)
WHOLE = {"robot": str, "q0": int, "qd0": int}
"""Fields of a file that `settings` replace as a whole, with the type of the next part of numbers inside them."""
SET = "# --set "
"""Start of the lines behind `Scenario.text` that keep its settings."""


def load_scenario(
    path: str | os.PathLike[str], settings: Sequence[str] = (), *, strict: bool | None = None
) -> Scenario:
    """Read a scenario from a TOML file, or the robot, servos and start of an MJCF file.

    Files that a scenario names are beside it. The name of a scenario of the library, such as "manutec-r3", gives that
    one where there is no file of this name. The scenario of an MJCF file has its position and velocity actuators as a
    `PD` controller with the limits of the actuators. It starts at its first keyframe, or else where the model is drawn,
    holds that configuration, and has no duration.

    Args:
        path: The file, or a name of the library.
        settings: Fields that replace those of the file, such as "controller.kp=300" or "duration=5s", and numbers of
            the scenario by name, such as "payload.mass=500g".
        strict: How the file of the robot is read, as in `arm.load`.

    Raises:
        ScenarioError: Lists every problem of the file, each with its line.

    Example:
        >>> import armillary as arm
        >>> scenario = arm.load_scenario("manutec-r3", ["duration=2 s"])
        >>> scenario.robot.name, scenario.duration
        ('manutec-r3', 2.0)
    """
    if not isinstance(path, (str, os.PathLike)):
        raise ArgumentError("path", shortened(path), "the name of a scenario file")
    expected = 'texts KEY=VALUE in a list, such as ["duration=2 s"]'
    settings = listed("settings", settings, expected)
    if not all(isinstance(each, str) for each in settings):
        raise ArgumentError("settings", shortened(settings), expected)
    if pathlib.Path(path).suffix.lower() == ".xml":
        from armillary.simulation.scenario_file.mjcf import mjcf_scenario

        if settings:
            raise ArgumentError("settings", shortened(settings), "none: an MJCF file has no fields of a scenario")
        return mjcf_scenario(path, Reading(strict))
    if os.fspath(path) in library_names() and not pathlib.Path(path).exists():
        own = resources.files(__package__).joinpath("library", f"{os.fspath(path)}.toml")
        return parse_scenario(own.read_text(encoding="utf-8"), own.name, settings, Reading(strict))
    return parse_scenario(_text(path), os.fspath(path), settings, Reading(strict))


def _text(path: str | os.PathLike[str]) -> str:
    """Return the text of a scenario file; for a missing file, the error knows the names of the library."""
    name = os.fspath(path)
    if not os.path.exists(path) and not pathlib.Path(path).suffix:  # noqa: PTH110  # False for names that are too long
        hint = nearest(name, library_names())
        if name in library.names():
            hint = f"the library has a robot of this name: arm.simulate(arm.library.get({name!r}), 1.0) moves it"
        if hint:
            raise SCENARIO_FILE.refused(path, "there is no such file", "a scenario file", hint)
    return SCENARIO_FILE.read_text(path)


def library_names() -> list[str]:
    """Return the names of the scenarios of the library, sorted."""
    files = (entry.name for entry in resources.files(__package__).joinpath("library").iterdir())
    return sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml"))


def parse_scenario(
    text: str, file: str | None = None, settings: Sequence[str] = (), reading: Reading = AS_WRITTEN
) -> Scenario:
    """Read a scenario from TOML text; `file` is its name in messages, `settings` as for `load_scenario`.

    `reading` are the options for the file of the robot.

    Example:
        >>> scenario = parse_scenario('''
        ...     robot = "khatib-rr"
        ...     duration = "500 ms"
        ...     q0 = { joint1 = "90 deg" }
        ... ''')
        >>> scenario.duration
        0.5
    """
    document = entered(text, file, settings)
    scenario = read_scenario(document, text + "".join(f"\n{SET}{setting}" for setting in settings), reading)
    _, numbers = split(settings, ScenarioFile.model_fields, WHOLE)
    for name, value in numbers.items():
        path = field_path(name) or (name,)
        document.places.settings[path] = f"--set {name}={value}"
        try:
            scenario = _with_number(scenario, name, value)
        except ArgumentError as error:
            document.fault(path, error.found, error.expected, error.hint)
        except DescriptionError as error:  # of a robot that cannot have this number beside its others
            document.problems += error.problems
    document.check()
    return scenario


def _with_number(scenario: Scenario, name: str, text: str) -> Scenario:
    """Return a scenario with another number, from a text with its unit; its file and text stay."""
    number = scenario.numbers.look_up(name, name, ScenarioFile.model_fields)
    value = in_si(value_of(text), number.unit, field=name)
    number.check(value)
    return replace(scenario, **scenario.numbers.changed({name: value}), source=(scenario.file, scenario.text))


def entered(text: str, file: str | None = None, settings: Sequence[str] = ()) -> Document[Any]:
    """Return the document of a text, with the settings entered."""
    document = SCENARIO.parse(text, file)
    enter(document, split(settings, ScenarioFile.model_fields, WHOLE)[0], typed=("solver",))
    return document


def kept(text: str) -> tuple[str, list[str]]:
    """Return the text of the file and the settings of a `Scenario.text`."""
    lines, settings = text.splitlines(), list[str]()
    while lines and lines[-1].startswith(SET):
        settings.insert(0, lines.pop().removeprefix(SET))
    return "\n".join(lines), settings


def read_scenario(document: Document[Any], text: str, reading: Reading = AS_WRITTEN) -> Scenario:
    """Return the scenario of a document; `text` is kept with it, `reading` as for `parse_scenario`."""
    return _Reader(document, reading).scenario(text)


class _Reader:
    """Reads one file."""

    def __init__(self, document: Document[Any], reading: Reading) -> None:
        self.document, self.reading = document, reading
        self.folder = pathlib.Path(document.file or "").parent

    def scenario(self, text: str) -> Scenario:
        document = self.document
        read = document.validate() or document.without_faulty(duration=1.0, robot="?")
        robot = self._robot()
        if robot is None:
            self._check_types()
        if read is None or robot is None:
            raise document.error()
        robot = {"free": free, "fixed": fixed}.get(read.base, lambda described: described)(robot)
        values = Values(build.model(robot, motors=read.motors, friction=read.friction), document.places)
        q, qd = (values.state((f"{kind}0",), getattr(read, f"{kind}0"), kind) for kind in ("q", "qd"))
        start = home(values.model).q if q is None else q
        self._check_names(read, values)
        table = {"type": read.solver} if isinstance(read.solver, str) else read.solver
        solver = None if table is None else values.made(("solver",), table, SOLVERS, "solver", start)
        self._check_sizes(read, values, start, solver)
        plant = plant_of(robot, read.plant, values) if read.plant else None
        changes = () if document.is_faulty("plant") else changes_of(plant or robot, read.change, values)
        pushes = [push_of(k, each, values) for k, each in enumerate(read.disturbance)]
        controller, reference = self._loop(read, values, start)
        sensors = self._sensors(read, values, start)
        document.problems += values.problems
        document.check()
        moved: Robot | Model | None = plant
        if plant is not None and read.plant is not None and read.plant.motors is not None:
            moved = build.model(plant, motors=read.plant.motors, friction=read.friction)
        file, picture = (self._output(name, getattr(read.output, name)) for name in ("file", "plot"))
        document.check()
        chosen = read.motors != "full" or not read.friction
        states = _states(read.x0 or {}, build.as_model(moved or values.model), values)
        document.problems += values.problems
        document.check()
        # Without q0 the scenario chooses its start.
        given = None if read.q0 is None or q is None else as_given(values.model, q, read.q0, units=True)
        fields = read.values() | {
            "robot": values.model if chosen else robot,
            "controller": controller,
            "reference": reference,
            "plant": moved,
            "disturbances": tuple(push for push in pushes if push is not None),
            "changes": changes,
            "sensors": tuple(sensors),
            "q0": given,
            "qd0": qd,
            "x0": tuple(states.items()),
            "solver": solver,
            "output": Output(file, picture, read.output.what, read.output.frames),
            "source": (document.file, text),
        }
        scenario = document.attempt(lambda: Scenario(**fields))
        if scenario is None:
            raise document.error()
        return scenario

    def _output(self, field: str, name: str | None) -> pathlib.Path | None:
        """Return a file to write; one that only the scenario names must lie in the folder of the scenario."""
        if name is None:
            return None
        path = pathlib.Path(name)
        asked = {("output",), ("output", field)} & self.document.places.settings.keys()
        if not asked and (path.is_absolute() or path.drive or ".." in path.parts):
            hint = "or give it on the command line"
            self.document.fault(("output", field), shortened(name), "a file in the folder of the scenario", hint)
        return self.folder / name

    def _robot(self) -> Robot | None:
        document, name = self.document, self.document.data.get("robot")
        if not isinstance(name, str) or not name.strip():
            return None
        try:
            return library_or_file(name, self.folder, self.reading)
        except DescriptionError as error:
            document.fault(("robot",), f"{shortened(name)} is not a valid robot file", "one without these problems")
            document.problems += error.problems
        except ArgumentError as error:
            document.fault(("robot",), error.found, error.expected, error.hint)
        return None

    def _check_types(self) -> None:
        """Check the types of reference and controller, which need no robot."""
        for name, classes in (("reference", REFERENCES), ("controller", CONTROLLERS)):
            table = self.document.data.get(name)
            if isinstance(table, dict) and not among(table.get("type"), classes):
                self.document.fault((name, "type"), *unknown(table.get("type"), classes))

    def _check_names(self, read: Any, values: Values) -> None:
        """Check names of frames."""
        frames: dict[Path, str] = {("disturbance", k, "frame"): each.frame for k, each in enumerate(read.disturbance)}
        frames |= {("output", "frames", k): name for k, name in enumerate(read.output.frames or ())}
        if read.controller and isinstance(led := _task_frame(read.controller), str):
            frames[("controller", "frame")] = led
        for path, name in frames.items():
            if name not in values.model.frames:
                values.fault(path, *unknown(name, values.model.frames, "a frame of this robot"))

    def _check_sizes(self, read: Any, values: Values, start: Floats, solver: Solver | None) -> None:
        """Check the size of the run, the limits of the joints at the start, and the charts."""
        period = read.period
        values.attempt(lambda: checks.spacing(read.record, read.duration, 1.0))
        if period is not None:
            values.attempt(lambda: checks.instants(period, read.duration))
        if solver is not None:
            values.attempt(lambda: checks.steps(solver, read.duration))
        if read.limits != "none" and not values.problems:
            values.attempt(lambda: checks.within_limits(values.model, start, read.limits))
        for k, name in enumerate(read.output.what or ()):
            if name in ("elastic", "deflection") and not values.model.elastic:
                values.fault(("output", "what", k), f"{name!r} of a robot whose links are rigid", "another chart")

    def _loop(self, read: Any, values: Values, start: Floats) -> tuple[Any, Any]:
        """Return controller and reference."""
        controller = reference = None
        frame: str | None = "tip"
        if read.controller is not None:
            controller = values.made(("controller",), read.controller, CONTROLLERS, "controller", start)
            frame = _task_frame(read.controller)
            values.task = frame is not None
        kind = unshaped_type(read.reference)
        if read.reference is not None and (self._task_known(read) or not among(kind, REFERENCES)):
            values.task = values.task or among(kind, TASK_REFERENCES)
            reference = values.made(("reference",), read.reference, REFERENCES, "reference", start)
        if values.task and read.reference is None and not self.document.is_faulty("reference"):
            values.fault(("controller",), "nothing for the frame to follow", "a [reference]")
        if values.problems or self.document.problems:
            return controller, reference
        # A scenario anchors what it can itself, so that its runs may begin elsewhere.
        at, given = frame or "tip", (controller, reference)
        if reference is not None:
            reference = values.attempt(lambda: self._anchored(reference, values, start, at), ("reference",))
        if controller is not None:
            controller = values.attempt(lambda: anchor(controller, values.model, start, at), ("controller",))
            if not values.problems:
                values.attempt(lambda: _tried(controller, reference, values.model, start, read.period), ("controller",))
        if values.problems:
            return controller, reference
        own, moved = (
            _left_open(one, anchored, values.model, start)
            for one, anchored in zip(given, (controller, reference), strict=True)
        )
        return own, moved

    def _sensors(self, read: Any, values: Values, start: Floats) -> list[Any]:
        """Return the sensors; each is tried on the robot, so that an unknown place is told with its line."""
        found: list[Any] = []
        if read.sensor and read.period is None and not self.document.is_faulty("period"):
            values.fault(("sensor", 0), "a sensor, without a control period", "period = …: sensors are sampled")
        for k, table in enumerate(read.sensor):
            sensor = values.sensor(("sensor", k), table, start)
            if sensor is not None:
                found.append(sensor)
                tried = Sensing(tuple(found), values.model, read.period or 1.0)
                values.attempt(partial(getattr, tried, "tasks"), ("sensor", k))
        return found

    def _task_known(self, read: Any) -> bool:
        """Return whether the controller has a known type, which decides if a reference is of joints or a frame."""
        known = all(among(table.get("type"), CONTROLLERS) for table in _tables(read.controller))
        return known if read.controller is not None else not self.document.is_faulty("controller")

    @staticmethod
    def _anchored(reference: Any, values: Values, start: Floats, frame: str) -> Any:
        """Return a reference that begins at the start of the robot, or of the frame."""
        if isinstance(reference, Shaped):
            inner = _Reader._anchored(reference.reference, values, start, frame)
            return anchor(replace(reference, reference=inner), values.model, start, frame)
        if values.task and getattr(reference, "start", ()) is None and frame in values.model.frames:
            place = frame_pose(values.model, body_poses(values.model, start), frame)[1]
            return replace(reference, start=tuple(float(x) for x in place))
        return anchor(reference, values.model, start, frame)


def _left_open(one: Any, anchored: Any, model: Model, start: Floats) -> Any:
    """Return a controller or reference as it was given where a scenario anchors it alike, else the anchored one."""
    try:
        return one if anchor(one, model, start) == anchored else anchored
    except ArgumentError:  # points of a frame, of which a start in joint space has too few numbers
        return anchored


def library_or_file(name: str, folder: pathlib.Path, reading: Reading) -> Robot:
    """Return a robot of the library, or that of a file in a folder."""
    if name in library.names():
        return library.get(name)
    if name.startswith(SCHEME):
        return load(name, strict=reading.strict)
    if pathlib.Path(name).suffix.lower() not in SUFFIXES:
        text, _, hint = unknown(name, library.names())
        raise ArgumentError("robot", text, f"a name of the library, or a file: {', '.join(SUFFIXES)}", hint)
    return load(folder / name, strict=reading.strict)


def _task_frame(table: dict[str, Any]) -> str | None:
    """Return the frame that a controller, or one inside it, leads along the reference; None if it leads joints."""
    found = (each.get("frame", "tip") for each in _tables(table) if each.get("type") == "operational_space")
    return next(map(str, found), None)


def _tables(table: Any) -> list[dict[str, Any]]:
    """Return the table of a controller, and those of the controllers inside it."""
    if not isinstance(table, dict):
        return []
    known = parameters(CONTROLLERS[table["type"]]) if among(table.get("type"), CONTROLLERS) else ()
    inner = [table.get(each.name) for each in known if format_of(each) is Format.CONTROLLER]
    flat = [own for each in inner for own in (each if isinstance(each, list) else [each])]
    return [table, *(each for own in flat for each in _tables(own))]


def _tried(controller: Any, reference: Any, model: Model, start: Floats, period: float | None) -> None:
    """Evaluate the controller once, at the start, so that a misfit is reported now and not in the middle of a run."""
    import numpy as np

    from armillary.simulation.signals import HoldPosition

    known = build.with_rigid_gears(model)
    q, still = start[: known.nq], np.zeros(known.nv)
    desired = reference if reference is not None else HoldPosition(tuple(q))
    law = controller.law(known)
    motion, currents = desired.motion(0.0, 1e-9), joint_currents(model, [0.0] * len(model.windings))
    with contextlib.suppress(NotTraceableError):  # a law that only expressions can try
        signal = Signal(1e-9, q, still, np.asarray(law.start()), motion, still, None, period, currents=currents)
        law.effort(signal)


STATES = {"A": "current", "K": "temperature", "rad": "angle", "m": "length"}
"""Dimensions of the units of states of drives."""


def _states(table: dict[str, Any], plant: Model, values: Values) -> dict[str, float]:
    """Return the start values of states by name; tables inside, as of a dotted key, are parts of the name."""
    kinds = {state.name: STATES[state.unit] for state in drive_states(plant)}
    found: dict[str, float] = {}

    def read(path: Path, name: str, value: Any) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                read((*path, key), f"{name}.{key}" if name else key, inner)
            return
        number = values.attempt(lambda: parse_quantity(value, kinds.get(name, "number")), path)
        found.update({} if number is None else {name: number})

    read(("x0",), "", table)
    return found
