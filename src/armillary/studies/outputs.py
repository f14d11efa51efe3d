"""Results of every run of a study: figures of merit, recorded signals, quantities of the robot, functions of a user.

An output gives a `Variable`, with the labels of its dimensions, before anything runs, and its values for a stack of
runs. Quantities of a robot (frequencies, sag, measures of a selection) need no simulation; they are computed at the
start of a run, with the parameters of its plant.

Figures of merit are computed from recorded states, by default 200 of a run; `record` of the scenario sets another time
between them. Peaks between two states are missed. Settling and rise times are interpolated between two states, so that
their error is a part of that time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from armillary.analysis.frequencies import frequencies
from armillary.analysis.statics import statics
from armillary.errors import ArgumentError, ArmillaryError
from armillary.files.arguments import number, whole
from armillary.files.words import is_whole, nearest, shortened
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_size
from armillary.results.columns import ENERGIES, MOTION, XYZ, columns, quantities
from armillary.results.metrics import FIGURES, Metrics
from armillary.results.trajectory import Trajectory
from armillary.selection.candidate import Candidate
from armillary.selection.measures import GROUPS, MEASURES
from armillary.simulation.closed_loop.setup import Setup, setup_of
from armillary.simulation.references.parameters import settle
from armillary.simulation.scenario import Scenario
from armillary.simulation.simulate import DURATION
from armillary.spatial.scalar import Floats
from armillary.studies.layout import Variable

__all__ = ["Frequencies", "Function", "Measure", "Metric", "Output", "Sag", "Signal"]

ROWS = 200
"""Number of recorded states of a run, where the scenario does not say how many."""
UNITS = {"settling_time": "s", "rise_time": "s", "overshoot": "%", "work": "J", "external": "J", "dissipated": "J",
         "drift": "%", "slope": "rad"}  # fmt: skip
FRAMES = tuple(name for name in FIGURES if name.startswith("frame_"))
JOINTS = tuple(name for name in FIGURES if f"frame_{name}" in FRAMES)
EFFORTS = ("peak_effort", "rms_effort")
ENDS = {"final_q": "q", "final_qd": "qd"}
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")


def duration_of(scenario: Scenario) -> float:
    """Return the simulated time of a scenario [s]."""
    return DURATION if scenario.duration is None else scenario.duration


@dataclass(frozen=True, eq=False)
class Shape:
    """A scenario as outputs see it before anything runs: names and units of everything that its runs have."""

    scenario: Scenario

    @cached_property
    def _setup(self) -> Setup:
        return setup_of(self.scenario, 1e-3, lift=True)

    @cached_property
    def motion(self) -> Trajectory:
        """A run with two rows of made-up numbers: its names, units and shapes are those of every run."""
        return self._made({"reference": self._reference})

    @cached_property
    def whole(self) -> Trajectory:
        """The same with all signals; the outputs of the closed loop are traced for that."""
        ports = {port.name: port.size for port in self._setup.loop.outputs.outputs}
        shown = {name.removeprefix("signal "): size for name, size in ports.items() if name.startswith("signal ")}
        return self._made({"reference": self._reference, "elastic": None, **shown})

    @property
    def _reference(self) -> int:
        return int(np.size(self.scenario.wanted.motion(0.0, 0.0).position))

    def _made(self, signals: Mapping[str, int | None]) -> Trajectory:
        model, t = self.scenario.moved, np.array([0.0, duration_of(self.scenario)])
        followed = self.scenario.controller is not None or self.scenario.reference is not None
        zeros, some = np.zeros(2), np.zeros((2, model.nv))
        some[1] = float(followed)
        made = {name: zeros if size is None else np.zeros((2, size)) for name, size in signals.items()}
        frame = self._setup.task_frame
        info = {} if frame is None else {"space": "task", "frame": frame}
        q = np.tile(self.scenario.starts[0, : model.nq], (2, 1))
        return Trajectory(model, t, q, some, some, some, zeros, zeros, zeros, zeros, zeros, made, info=info)

    @cached_property
    def metrics(self) -> Metrics:
        """Figures of merit of the made-up run."""
        return self.motion.metrics()


@dataclass(frozen=True, eq=False)
class Runs:
    """A stack of runs, and the variables of the study by name."""

    motion: Trajectory
    variables: Mapping[str, Variable]

    @cached_property
    def metrics(self) -> Metrics:
        """Figures of merit of the runs."""
        return self.motion.metrics()


class Output:
    """A result of every run; the base of all kinds."""

    simulated: ClassVar[bool] = True
    """Whether it needs a simulation."""
    name: str

    def variable(self, shape: Shape) -> Variable:
        """Return name, unit and dimensions."""
        raise NotImplementedError

    def values(self, runs: Runs) -> Floats:
        """Return the values of a stack of runs, shape (N, …)."""
        raise NotImplementedError

    def of(self, plant: Model, q: Floats, qd: Floats) -> Floats:
        """Return the value for a robot at a start; of outputs without a simulation."""
        raise NotImplementedError


@dataclass(frozen=True)
class Metric(Output):
    """A figure of `Metrics`, such as "settling_time"; "final_q" and "final_qd", the last state; or "complete"."""

    name: str

    def __post_init__(self) -> None:
        known = (*FIGURES, *ENDS, "complete")
        if self.name not in known:
            more = f"{len(known) - 6} more; Metrics lists them"
            expected = f"a figure of merit: {', '.join(known[:6])} and {more}"
            raise ArgumentError("outputs", shortened(self.name), expected, nearest(self.name, known))

    def variable(self, shape: Shape) -> Variable:
        """Return name, unit and dimensions."""
        motion, name = shape.motion, self.name
        if name == "complete":
            return Variable(name, "", "whether the run lasted as long as it should")
        if name in ENDS:
            axis, labels = ("coordinate", motion.coordinates) if name == "final_q" else ("velocity", motion.velocities)
            return Variable(name, _one(motion.units[ENDS[name]]), "state at the end of the run", {axis: labels})
        found, words = shape.metrics, name.replace("_", " ")
        if name == "momentum_drift":
            return Variable(name, "N·m·s, N·s", words, {"momentum": ("angular", "linear")})
        if name in EFFORTS:
            return Variable(name, _one(found.effort_units), words, {"actuator": found.actuators})
        if name in FRAMES:
            return Variable(name, UNITS.get(name.removeprefix("frame_"), "m"), words, {"frame": found.frames})
        if name in JOINTS:
            return Variable(name, UNITS.get(name) or _one(found.units), words, {"joint": found.joints})
        return Variable(name, UNITS.get(name, ""), words)

    def values(self, runs: Runs) -> Floats:
        """Return the values of a stack of runs, shape (N, …)."""
        if self.name == "complete":
            return np.asarray(runs.motion.complete, dtype=float)
        if self.name in ENDS:
            return np.asarray(getattr(runs.motion, ENDS[self.name])[:, -1])
        return np.asarray(getattr(runs.metrics, self.name))


@dataclass(frozen=True)
class Signal(Output):
    """A recorded signal at the times 0, `every`, 2 `every`, … [s].

    Args:
        name: "q", "qd", "qdd", "tau", an energy such as "kinetic", a frame of the robot, a signal of the run such as
            "reference", or one column of these, such as "tau.joint2".
        every: Time between kept values [s]. A value is that of the first recorded state at or after its time.
    """

    name: str
    every: float

    def __post_init__(self) -> None:
        name = self.name if isinstance(self.name, str) else shortened(self.name)
        settle(self, every=number(f"signals.{name}", self.every, 0.0, True))

    def variable(self, shape: Shape) -> Variable:
        """Return name, unit and dimensions; the first is the time [s]."""
        count = int(duration_of(shape.scenario) / self.every * (1 + 1e-12) + 1e-9) + 1
        times: dict[str, Any] = {"time": tuple((self.every * np.arange(float(count))).tolist())}
        if self.name in shape.scenario.moved.frames:
            return Variable(self.name, "m", f"position of {self.name}", times | {"axis": XYZ})
        known = (*MOTION, *ENERGIES, "reference")
        motion = shape.motion if self.name in known else shape.whole
        for each in quantities(motion):
            if each.name == self.name and "time" in each.dimensions:
                axis = {each.dimensions[-1]: each.columns} if each.columns else {}
                return Variable(self.name, _one(each.units), self.name, times | axis)
        for name, unit, _ in columns(motion):
            if name == self.name:
                return Variable(name, unit, name, times)
        names = [*MOTION, *ENERGIES, *motion.signals, *shape.scenario.moved.frames]
        expected = f"a signal of the runs: {', '.join(names)}"
        raise ArgumentError("outputs", shortened(self.name), expected, nearest(self.name, names))

    def values(self, runs: Runs) -> Floats:
        """Return the values of a stack of runs, shape (N, times, …)."""
        times, motion = np.array(runs.variables[self.name].dims["time"], dtype=float), runs.motion
        rows = np.searchsorted(motion.t, times * (1 - 1e-12) - 1e-9 * self.every)
        if self.name in motion.model.frames:
            found = motion.position(self.name)
        elif self.name in (*MOTION, *ENERGIES):
            found = getattr(motion, self.name)
        elif self.name in motion.signals:
            found = motion.signals[self.name]
        else:
            found = next(values for name, _, values in columns(motion) if name == self.name)
        kept = np.full((len(found), len(times), *found.shape[2:]), np.nan)
        there = rows < len(motion.t)
        kept[:, there] = found[:, rows[there]]
        return kept


@dataclass(frozen=True)
class Frequencies(Output):
    """The lowest natural frequencies at the start of a run, links and gears at their equilibrium [Hz].

    Args:
        count: Number of frequencies; NaN where a robot has fewer.
        joints: "free", "locked" or stiffnesses of servos, as in `arm.frequencies`; default "locked".
        name: Name of the result.
    """

    count: int = 3
    joints: Any = "locked"
    name: str = "frequencies"
    simulated: ClassVar[bool] = False

    def __post_init__(self) -> None:
        settle(self, count=whole("count", self.count, 1), name=_name(self.name))

    def variable(self, shape: Shape) -> Variable:
        """Return name, unit and dimensions."""
        labels = tuple(float(k + 1) for k in range(self.count))
        return Variable(self.name, "Hz", "natural frequencies", {"mode": labels})

    def of(self, plant: Model, q: Floats, qd: Floats) -> Floats:
        """Return the frequencies, shape (count,)."""
        found = frequencies(plant, q[: joint_size(plant)], joints=self.joints, count=self.count).hz
        return np.append(found, np.full(self.count - len(found), np.nan))


@dataclass(frozen=True)
class Sag(Output):
    """Displacement of a frame by static deflection at the start of a run, joints locked, world axes [m]."""

    frame: str = "tip"
    name: str = "sag"
    simulated: ClassVar[bool] = False

    def __post_init__(self) -> None:
        settle(self, name=_name(self.name))

    def variable(self, shape: Shape) -> Variable:
        """Return name, unit and dimensions."""
        shape.scenario.moved.frame(self.frame)
        return Variable(self.name, "m", f"static deflection of {self.frame}", {"axis": XYZ})

    def of(self, plant: Model, q: Floats, qd: Floats) -> Floats:
        """Return the displacement, shape (3,)."""
        return np.asarray(statics(plant, q[: joint_size(plant)], frame=self.frame).deflection)


@dataclass(frozen=True)
class Measure(Output):
    """A measure of a selection, such as "workspace.reach"; NaN where it does not apply to a robot.

    Args:
        key: Group and name of the measure.
        samples: Number of sampled configurations.
        seed: Seed of the sampled configurations.
    """

    key: str
    samples: int = 2000
    seed: int = 0
    simulated: ClassVar[bool] = False

    def __post_init__(self) -> None:
        group = self.key.partition(".")[0] if isinstance(self.key, str) else ""
        if group not in GROUPS or group == "times":
            expected = f"a measure of {', '.join(each for each in GROUPS if each != 'times')}"
            raise ArgumentError("outputs", shortened(self.key), expected, "such as workspace.reach")
        whole("samples", self.samples, 2)
        whole("seed", self.seed)

    @property
    def name(self) -> str:  # type: ignore[override]
        """The key."""
        return self.key

    def _found(self, plant: Model) -> Any:
        made = Candidate(plant, samples=self.samples, seed=self.seed)
        found = {each.key: each for each in MEASURES[self.key.partition(".")[0]](made)}
        if self.key not in found:
            raise ArgumentError("outputs", self.key, f"one of {', '.join(found)}", nearest(self.key, found))
        return found[self.key]

    def variable(self, shape: Shape) -> Variable:
        """Return name, unit and dimensions."""
        found = self._found(shape.scenario.moved)
        return Variable(self.key, found.unit, found.label)

    def of(self, plant: Model, q: Floats, qd: Floats) -> Floats:
        """Return the measure, shape ()."""
        value = self._found(plant).value
        return np.array(np.nan if value is None else value)


@dataclass(frozen=True)
class Function(Output):
    """A function of a single run, a `Trajectory`, that returns a number, or an array of a fixed shape.

    Args:
        function: The function. Runs in other processes need one of a module, not a lambda.
        shape: Shape of its result; default that of a number.
        unit: Unit of its result; default none.
        name: Name of the result; default that of the function.
    """

    function: Callable[[Trajectory], Any]
    shape: tuple[int, ...] = ()
    unit: str = ""
    name: str = ""

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise ArgumentError("function", shortened(self.function), "a function of a trajectory")
        shape = (self.shape,) if is_whole(self.shape) else tuple(self.shape)
        if not all(is_whole(each, 1) for each in shape):
            raise ArgumentError("shape", shortened(self.shape), "whole numbers, such as (3,)")
        own = self.name or getattr(self.function, "__name__", "")
        settle(self, name=_name(own), shape=tuple(map(int, shape)))

    def variable(self, shape: Shape) -> Variable:
        """Return name, unit and dimensions."""
        dims = {f"{self.name}_{k}": tuple(map(float, range(n))) for k, n in enumerate(self.shape)}
        return Variable(self.name, self.unit, self.name.replace("_", " "), dims)

    def value(self, run: Trajectory) -> Floats:
        """Return the result for one run; raise an `ArgumentError` where it is not an array of numbers as expected."""
        given = self.function(run)
        try:
            found = np.asarray(given, dtype=float)
        except (TypeError, ValueError):
            found = np.array(np.nan)
        expected = "numbers" if not self.shape else f"numbers of shape {self.shape}"
        if found.shape != self.shape:
            raise ArgumentError("", f"a result of shape {found.shape}", expected)
        if np.any(np.isnan(found)):
            raise ArgumentError("", shortened(given), f"{expected} that are not NaN")
        return found


def output(given: Any) -> Output:
    """Return an output; a name stands for a metric, for "frequencies", "sag", or for a measure of a selection."""
    if isinstance(given, Output):
        return given
    if not isinstance(given, str):
        raise ArgumentError("outputs", shortened(given), "a name, or a value of arm.outputs")
    plain = {"frequencies": Frequencies, "sag": Sag}
    if given in plain:
        return plain[given]()
    return Measure(given) if given.partition(".")[0] in GROUPS and "." in given else Metric(given)


def outputs_of(
    outputs: Iterable[Any], signals: Mapping[str, float] | None = None, functions: Mapping[str, Any] | None = None
) -> tuple[Output, ...]:
    """Return the outputs of a study from its fields; each name once."""
    found = [output(each) for each in outputs]
    found += [Signal(name, every) for name, every in (signals or {}).items()]
    for name, each in (functions or {}).items():
        if not callable(each) and not isinstance(each, Function):
            raise ArgumentError(f"functions.{name}", shortened(each), "a function of a trajectory")
        found.append(replace(each, name=name) if isinstance(each, Function) else Function(each, name=name))
    names = [each.name for each in found]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ArgumentError("outputs", f"{twice[0]!r} twice", "each name once")
    return tuple(found)


def variables_of(scenario: Scenario, outputs: Sequence[Output]) -> tuple[Variable, ...]:
    """Return names, units and dimensions of all outputs of the runs of a scenario."""
    shape = Shape(scenario)
    return tuple(each.variable(shape) for each in outputs)


def check_same(variables: Sequence[Variable], other: Sequence[Variable], scenarios: tuple[Scenario, Scenario]) -> None:
    """Raise an `ArgumentError` if results of a scenario have other dimensions than those of the first.

    `scenarios` are both, for the message. Times of signals may differ.
    """
    robot, first = (each.moved.robot.name for each in scenarios)
    for one, each in zip(variables, other, strict=True):
        for dim, labels in one.dims.items():
            if each.dims.get(dim) != labels and dim != "time":
                told, known = (", ".join(map(str, own)) or "none" for own in (each.dims.get(dim, ()), labels))
                found = f"{one.name} of {robot} with {dim} {told}"
                expected = f"{dim} {known}, as for {first}: all runs of a study have results of one shape"
                raise ArgumentError("outputs", found, expected, "make a study for each kind of robot")


def spacing(scenario: Scenario, outputs: Iterable[Output]) -> float:
    """Return the time between recorded states of a run [s].

    It is that of the scenario, else a 200th of the duration; shorter where signals need it, so that times of the signal
    with the shortest spacing are recorded times.
    """
    own = duration_of(scenario) / ROWS if scenario.record is None else scenario.record
    kept = [each.every for each in outputs if isinstance(each, Signal)]
    shortest = min(kept, default=0.0)
    return shortest / np.ceil(shortest / own * (1 - 1e-12)) if kept else own


def _one(units: Sequence[str]) -> str:
    """Return one unit for several columns; different units one after the other."""
    found = list(dict.fromkeys(units))
    return found[0] if len(found) == 1 else ", ".join(each or "1" for each in found)


def _name(name: Any) -> str:
    """Return a name of a result, which is a name in files, too."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise ArgumentError("name", shortened(name), "a name of letters, digits and underscores", "give name=")
    return name


def failure(error: BaseException) -> str:
    """Return the reason of a failed run from its error."""
    text = str(error) or type(error).__name__
    return text if isinstance(error, ArmillaryError) else f"{type(error).__name__}: {text}"
