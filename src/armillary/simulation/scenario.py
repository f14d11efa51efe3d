"""A closed loop as one value: the model that the controller knows, the plant, and everything that acts on it.

A scenario is frozen and equal by value. It is checked when it is made, so that its users (a run, a stack of
runs, an FMU, a linearisation, a page) need not check it again.
"""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, InitVar, dataclass, field, fields, replace
from functools import cached_property
from typing import Annotated, Any, TypedDict

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.files.arguments import finite, fitting, listed, reals, refusal
from armillary.files.keywords import Helpful
from armillary.files.quantity import Quantity, quantity_of
from armillary.files.words import shortened
from armillary.multibody import Model, build
from armillary.multibody.configuration import Coordinates, as_given, configuration, is_listed, rates
from armillary.multibody.coordinates import joint_size
from armillary.multibody.home import start_words
from armillary.simulation import checks
from armillary.simulation.disturbances import Disturbance
from armillary.simulation.frozen_rows import FrozenRows
from armillary.simulation.loop.controls import bound, is_function
from armillary.simulation.loop.sensing import Sensing
from armillary.simulation.numbers import ScenarioNumbers
from armillary.simulation.parameters import frozen, parameters, settle
from armillary.simulation.references import anchor
from armillary.simulation.sensors.sensor import Sensor
from armillary.simulation.signals import Controller, HoldPosition, Parametric, Reference
from armillary.simulation.solvers import Solver
from armillary.simulation.starting import Start, settled
from armillary.spatial.scalar import Floats


@dataclass(frozen=True)
class Change:
    """Change of the plant to another robot at t [s], for example with another payload.

    A robot takes the motors and the friction of the plant before; a model has its own.

    Example:
        >>> from dataclasses import replace
        >>> import armillary as arm
        >>> robot = arm.library.get("khatib-rr")
        >>> loaded = replace(robot, payloads=(arm.Payload("box", "link2", 1.0),))
        >>> arm.Scenario(robot, changes=[arm.Change(0.5, loaded)]).changes[0].t
        0.5
    """

    t: Annotated[float, Quantity("time", above=0, says="time of the change")]
    robot: Robot | Model

    def __post_init__(self) -> None:
        settle(self, t=quantity_of(Change, "t").check("changes", self.t, squared=True))


@dataclass(frozen=True)
class Output:
    """Results to write: file, picture, its charts (default the usual ones), frames whose positions are recorded."""

    file: pathlib.Path | None = None
    plot: pathlib.Path | None = None
    what: tuple[str, ...] | None = None
    frames: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        for name in ("what", "frames"):
            names = getattr(self, name)
            if names is not None:
                names = listed(f"output.{name}", names, "names in a list")
                if not all(isinstance(entry, str) for entry in names):
                    raise refusal(f"output.{name}", names, "names in a list")
                settle(self, **{name: names})


class Fields(TypedDict, total=False):
    """The fields of a `Scenario` that `simulate` takes as keywords."""

    controller: Any
    reference: Reference | None
    plant: Robot | Model | None
    disturbances: Disturbance | Iterable[Disturbance]
    changes: Change | Iterable[Change]
    limits: checks.Limits
    command: checks.Command
    period: float | None
    offset: float
    delay: float
    hold: int
    sensors: Sensor | Iterable[Sensor]
    seed: int
    q0: Coordinates
    qd0: Coordinates
    x0: Mapping[str, ArrayLike]
    start: Start | None
    output: Output


@dataclass(frozen=True, repr=False)
class Scenario(Helpful):
    """A closed loop and its start.

    Args:
        robot: Robot or model that the controller knows.
        controller: Control law, or a function of (t, q, qd, reference); default none (free motion).
        reference: Motion that the controller follows; default: stay at q0.
        plant: Robot or model that moves, if it differs from the one that the controller knows. Its links may bend where
            those of the model are rigid. A robot takes the motors and the friction of `robot`.
        disturbances: External wrenches, `arm.Push`, or the pushes of a page, `arm.load_pushes`.
        changes: Robots or models that replace the plant during the run.
        limits: What happens at the limits of joints: "stop" (default), end stops hold the joint, as the robot describes
            them; "end", the run ends; "none", nothing. Efforts are cut to their limits unless it is "none".
        command: Meaning of the controller's outputs at joints whose motors have windings: "torque" (efforts at the
            joint), "current" [A] or "voltage" [V] of each motor; default "torque".
        period: Control period [s]: the law is evaluated once per period and its efforts are held. Default: continuous.
        offset: First control instant [s]; default 0. Until then efforts are those of a start at rest, else zero.
        delay: Time from a control instant until its efforts act [s], up to 1000 periods; default 0.
        hold: Order of the hold: 0 keeps the efforts until the next ones act; 1 goes on along the line through the last
            two. Default 0.
        sensors: Sensors that a sampled controller sees, of `arm.sensors`; coordinates and velocities without a sensor
            are seen as they are. Default none.
        seed: Seed of the random numbers of sensors; default 0.
        q0: Start configuration: numbers of the joints, or of all coordinates, numbers by joint, or the name of a
            configuration; shape (N, n), or a list of names and mappings, for a stack of runs. Default the
            configuration `home`, else the first one with a name, else zero; joints outside their limits there are
            moved inside.
        qd0: Start velocities: numbers, or numbers by joint; shape (N, n) for a stack. Default zero.
        x0: Start values of states of the controller and of the drives by name, such as
            {"controller.integral[0]": 2.0, "motor1.current": 1.2}; a number, or one for each run. `state_names` of a
            closed loop lists the names. Default: those of `start`.
        start: Other states at the start. "equilibrium": the whole closed loop is at rest, links sagged and gears wound
            (if q0 gives the joints alone), integrators, filters, observers, currents of windings and commands on their
            way at the values at which nothing moves; an error if there is none. "bumpless": the same, but integrators
            whose error is not zero may go on. "undeformed": straight links, unloaded gears, all other states at their
            own start. Default: "equilibrium" where there is one, else links sagged and gears wound by gravity and
            spin, all other states at their own start.
        duration: Default of `simulate` for the simulated time [s].
        solver: Default of `simulate` for the solver.
        record: Default of `simulate` for the time between recorded states [s].
        output: Where the command `armillary simulate` writes results.
        source: Name and text of the file that the scenario was read from, which become `file` and `text`. A copy with
            changes, such as `dataclasses.replace` makes, has neither: the file does not describe it. Default none.

    Example:
        >>> import armillary as arm
        >>> law = arm.controllers.PD(kp=100.0, kd=20.0)
        >>> scenario = Scenario(arm.library.get("khatib-rr"), controller=law, q0=[0.1, 0.2])
        >>> scenario == Scenario(arm.library.get("khatib-rr"), controller=law, q0=[0.1, 0.2])
        True
    """

    robot: Robot | Model
    _: KW_ONLY
    controller: Any = None
    reference: Reference | None = None
    plant: Robot | Model | None = None
    disturbances: tuple[Disturbance, ...] = ()
    changes: tuple[Change, ...] = ()
    limits: Annotated[checks.Limits, "what happens at the limits of joints"] = "stop"
    command: Annotated[checks.Command, "meaning of the controller's outputs"] = "torque"
    period: Annotated[float | None, Quantity("time", above=0, says="control period")] = None
    offset: Annotated[float, Quantity("time", least=0, says="first control instant")] = 0.0
    delay: Annotated[float, Quantity("time", least=0, says="time until efforts act")] = 0.0
    hold: Annotated[int, Quantity(least=0, most=1, says="order of the hold")] = 0
    sensors: tuple[Sensor, ...] = ()
    seed: Annotated[int, Quantity(least=0, says="seed of the random numbers of the sensors")] = 0
    q0: Coordinates = None
    qd0: Coordinates = None
    x0: tuple[tuple[str, Any], ...] = ()
    start: Annotated[Start | None, "states at the start that are not given"] = None
    duration: Annotated[float | None, Quantity("time", above=0, says="simulated time")] = None
    solver: Solver | None = None
    record: Annotated[float | None, Quantity("time", above=0, says="time between recorded states")] = None
    output: Output = Output()
    source: InitVar[tuple[str | None, str]] = (None, "")
    file: str | None = field(init=False, compare=False)
    text: str = field(init=False, compare=False)

    def __post_init__(self, source: tuple[str | None, str]) -> None:
        if not isinstance(source, tuple) or [*map(type, source)] not in ([str, str], [type(None), str]):
            raise ArgumentError("source", shortened(source), "the name of a file or None, and its text")
        settle(self, file=source[0], text=source[1])
        expected = "a Push(frame, wrench, start, end), or arm.load_pushes(path)"
        pushes = checks.listed("disturbances", self.disturbances, Disturbance, expected)
        changes = checks.listed("changes", self.changes, Change, "a Change(t, robot)")
        settle(self, sensors=checks.listed("sensors", self.sensors, Sensor, "a sensor, such as arm.sensors.Encoder()"))
        settle(self, disturbances=pushes, changes=tuple(sorted(changes, key=lambda each: each.t)))
        checks.alike(self.control_model, self.plant_model)
        for setting in parameters(Scenario):
            value = getattr(self, setting.name)
            if value is not setting.default:
                settle(self, **{setting.name: fitting(setting, value)})
        for name in ("offset", "delay", "hold"):
            if getattr(self, name) and self.period is None:
                problem = f"{shortened(getattr(self, name))} of a continuous controller"
                raise ArgumentError(name, problem, "a sampled controller", "give period=")
        if self.period is not None:
            checks.delayed(self.delay, self.period)
        if self.solver is not None:
            checks.solver(self.solver)
        checks.command(self.command, self.plant_model)
        settle(self, q0=_numbers(self.plant_model, "q0", self.q0), qd0=_numbers(self.plant_model, "qd0", self.qd0))
        _ = self.starts  # checked before they become values
        settle(self, q0=_value(self.q0), qd0=_value(self.qd0), x0=_named_values(self.x0))
        if self.limits != "none":
            checks.within_limits(self.plant_model, self.starts, self.limits, self.stacked)
        for push in self.disturbances:
            push.check(self.plant_model)
        if self.sensors and self.period is None:
            raise ArgumentError("sensors", f"{self.sensors[0].label!r} without control instants", "a control period",
                                "give period=")  # fmt: skip
        _ = self.sensing.tasks
        _ = self.plants
        if not is_function(self.controller):  # a function is traced when it is first needed
            checks.commanded(self.law, self.command)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Kept, since closed loops are looked up by their scenario at every run.
        return hash(tuple(getattr(self, entry.name) for entry in fields(self) if entry.compare))

    def __getstate__(self) -> dict[str, Any]:
        """Copy the fields alone: hashes differ between processes, and models and laws are made again."""
        return {entry.name: getattr(self, entry.name) for entry in fields(self)}

    def __repr__(self) -> str:
        parts = [type(each).__name__ for each in (self.controller, self.reference) if each is not None]
        name = " ".join(["Scenario", *([self.file] if self.file else [])])
        time = "" if self.duration is None else f" for {self.duration:g} s"
        return f"<{name}: {self.control_model.robot.name}{time}{', ' * bool(parts)}{' and '.join(parts)}>"

    def page(
        self,
        path: str | os.PathLike[str],
        *,
        title: str | None = None,
        compare: Mapping[str, Scenario] | Sequence[str] = (),
    ) -> None:
        """Write a page (.html) that runs this closed loop in a browser: pull the robot, change gains, watch energies.

        Args:
            path: The page to write.
            title: Heading of the page; default the name of the robot.
            compare: Up to three loops that move as ghosts: scenarios by name, or motor models of this scenario, such
                as ["reflected", "none"].
        """
        from armillary.pages.play import play

        play(self, path, title=title, compare=compare)

    @cached_property
    def numbers(self) -> ScenarioNumbers:
        """Numbers by name, with value, unit, range and meaning: inputs of the compiled loop, then the structure.

        Example:
            >>> import armillary as arm
            >>> law = arm.controllers.PD(kp=[100.0, 80.0], kd=20.0)
            >>> numbers = arm.Scenario(arm.library.get("khatib-rr"), controller=law).numbers
            >>> numbers["controller.kp[1]"].value, numbers["payload.mass"].kind, numbers["solver.rtol"].kind
            (80.0, 'input', 'structure')
        """
        return ScenarioNumbers(self)

    def with_numbers(self, values: Mapping[str, float]) -> Scenario:
        """Return the scenario with other values of numbers by name.

        Args:
            values: Values in SI units, such as {"controller.kp[1]": 60.0, "payload.mass": 1.0}. Numbers of the robot
                change in the plant alone, the controller keeps its model; `robot.payload.mass` changes in both.

        Raises:
            ArgumentError: A name is unknown, or a value is out of its range.

        Example:
            >>> import armillary as arm
            >>> loop = arm.Scenario(arm.library.get("khatib-rr"), controller=arm.controllers.PD(kp=100.0, kd=20.0))
            >>> loop.with_numbers({"controller.kp[1]": 60.0, "q0[0]": 0.3}).controller.kp
            (100.0, 60.0)
        """
        if not isinstance(values, Mapping):
            raise ArgumentError("values", shortened(values), 'numbers by name, such as {"controller.kp": 100.0}')
        for name, value in values.items():
            number = self.numbers.look_up(name, "values")
            if finite(value) is None and not isinstance(value, float):
                raise ArgumentError(name, shortened(value), "a number in SI units")
            number.check(value)
        return replace(self, **self.numbers.changed(values))

    @cached_property
    def nominal_model(self) -> Model:
        """Model of `robot` as given, with elastic gears where it has them."""
        return checks.moving_model("robot", self.robot)

    @cached_property
    def control_model(self) -> Model:
        """Model that the controller knows: the nominal model with rigid gears.

        The plant has an additional coordinate for each elastic gear, the control model has none.
        """
        return build.with_rigid_gears(self.nominal_model)

    @cached_property
    def plant_model(self) -> Model:
        """Model that is integrated: that of `plant`, by default the nominal model."""
        if self.plant is None:
            return self.nominal_model
        return checks.moving_model("plant", self.plant, self.nominal_model)

    @cached_property
    def plants(self) -> tuple[tuple[float, Model], ...]:
        """Every model of the plant, with the time [s] from which it moves."""
        plants, last = [(0.0, self.plant_model)], self.plant_model
        for change in self.changes:
            other = checks.moving_model("changes", change.robot, last)
            if not checks.same_coordinates(other, last):
                at = f"{other.nv} coordinates at {change.t:g} s"
                raise ArgumentError("changes", at, f"{last.nv}, as before")
            checks.same_drives(other, last, change.t)
            plants.append((change.t, last := other))
        return tuple(plants)

    @property
    def stacked(self) -> bool:
        """Whether q0 or qd0 has a row for each of several runs, or a value of x0 a number."""
        rows = any(len(_shape(each)) == 2 for each in (self.q0, self.qd0) if each is not None)
        return rows or any(isinstance(value, tuple) for _, value in self.x0)

    @cached_property
    def starts(self) -> Floats:
        """(q, v) at the start of each run, shape (N, nq + nv)."""
        starts = checks.starts(self.plant_model, self.q0, self.qd0)
        return settled(self.plant_model, starts) if self.sags else starts

    @property
    def start_words(self) -> str:
        """Where the joints start, in words: the name of a configuration, "zero" or "given"."""
        q0 = None if self.q0 is None else np.asarray(self.q0, dtype=float)
        return start_words(self.plant_model, q0)

    @property
    def sags(self) -> bool:
        """Whether links and gears start at their equilibrium."""
        soft = bool(self.plant_model.elastic or self.plant_model.drives)
        alone = self.q0 is None or _shape(self.q0)[-1] == joint_size(self.plant_model)
        return soft and alone and self.start != "undeformed"

    @cached_property
    def desired(self) -> Reference:
        """Desired motion: the reference, from the start of the first run on; default: stay there."""
        begin = self.starts[0, : self.plant_model.nq]
        if self.reference is None:
            return HoldPosition(tuple(begin[: self.control_model.nq]))
        reference = self.reference
        # Looked up in the class: the switches of a motion without a start are not known before it is anchored.
        known = {*dir(type(reference)), *getattr(reference, "__dict__", ())}
        if isinstance(reference, type) or not {"switches", "motion"} <= known:
            raise ArgumentError("reference", shortened(reference), "a reference, such as FifthOrder(…)")
        anchored: Reference = anchor(reference, self.control_model, begin)
        if isinstance(anchored, Parametric):
            _ = anchored.finite_numbers  # refused here, not in the middle of a run
        checks.turning(self.control_model, anchored)
        return anchored

    @cached_property
    def specification(self) -> Any:
        """The controller as it was given, with missing initial values taken from the start of the first run."""
        return anchor(self.controller, self.control_model, self.starts[0, : self.plant_model.nq])

    @cached_property
    def law(self) -> Controller:
        """The controller bound to its model."""
        return bound(self.specification, self.control_model, self.desired, self.plant_model, self.sensing.sizes)

    @cached_property
    def law_starts(self) -> Floats:
        """States of the law at the start of each run, shape (N, states); N is 1 where all runs have the same."""
        if len(self.starts) == 1 or not hasattr(self.controller, "anchored") or not self.law.states:
            return np.asarray(self.law.start(), dtype=float)[None]
        specs = (anchor(self.controller, self.control_model, q) for q in self.starts[:, : self.plant_model.nq])
        return np.array([spec.law(self.control_model).start() for spec in specs], dtype=float)

    @cached_property
    def sensing(self) -> Sensing:
        """The sensors on the plant."""
        return Sensing(self.sensors, self.plant_model, self.period or 1.0, self.offset)


def _numbers(model: Model, name: str, value: Coordinates) -> Any:
    """Return q0 or qd0 as numbers."""
    if not isinstance(value, (str, Mapping)) and not is_listed(value):
        return value
    read = configuration if name == "q0" else rates
    return as_given(model, read(model, value, argument=name, rows=is_listed(value)), value)


def _value(value: Any) -> Any:
    """Return numbers as a tuple, and rows of numbers as `FrozenRows`."""
    if value is None or isinstance(value, FrozenRows):
        return value
    return FrozenRows(value) if np.ndim(value) == 2 else frozen(np.asarray(value))


def _named_values(values: Any) -> tuple[tuple[str, Any], ...]:
    """Return values by name as pairs, in the order of the names."""
    expected = 'finite numbers by name, such as {"motor1.current": 1.2}, or one for each run'
    try:
        pairs = dict(values)
        arrays = {name: reals(value) for name, value in pairs.items()}
    except Exception:  # whatever a user's mapping raises
        raise ArgumentError("x0", shortened(values), expected) from None
    for name, array in arrays.items():
        if not isinstance(name, str) or array.ndim > 1 or not array.size or not np.all(np.isfinite(array)):
            raise ArgumentError("x0", f"{name} = {shortened(pairs[name])}", expected)
    return tuple((name, frozen(arrays[name])) for name in sorted(arrays))


def _shape(rows: Any) -> tuple[int, ...]:
    """Return the shape of a start, or of the starts of many runs, without a look at each."""
    return (len(rows), *np.shape(rows[0])) if len(rows) else (0,)
