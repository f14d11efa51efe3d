"""Reference motions: what the robots that are compared are to do, as rows of (t, q, q̇, q̈) for each of them.

A `MotionTask` is said once, for all robots: a reference of joints, or a line or a circle of a frame, which every
robot follows in its own way (`motion.led`). A motion file says the same in TOML (`motion.file`):

    duration = "2 s"             # until the reference ends unless given
    step = "4 ms"                # time between rows; a 500th of the duration unless given
    frame = "tip"                # the frame that is led, and that carries the payload
    payload = "1.5 kg"           # a point mass at the frame; none unless given
    initial.q = [0, "90 deg"]    # where the joints start, or about where; numbers or a table by joint

    [reference]                  # as in scenario files
    type = "line"
    start = [0.5, 0, 0.3]
    displacement = [0, "20 cm", 0]
    duration = "2 s"

Without a task the standard motion is done: every joint goes from 25 % to 75 % of its range and back, by polynomials
of fifth order, 2 s each way,
    q = q_¼ + (q_¾ − q_¼) s(t)                                                             (1)
A joint without limits has a turn from −180° to 180° for its range, one that turns farther a turn about its middle; a
ball joint turns by as much about (1, 1, 1).
Links of flexible robots are taken as straight: their elastic coordinates and rates are zero.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from armillary.analysis.coordinates import configuration
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.files.places import Places, Text
from armillary.motion.ranges import TURN, Ranges, span
from armillary.multibody import Model, as_model
from armillary.simulation.references import REFERENCES, FifthOrderLaw, anchor
from armillary.simulation.references.path import Path
from armillary.simulation.scenario_file.values import Values
from armillary.spatial.scalar import Floats

ROWS = 500
"""Steps of a motion that does not say how long its steps are."""
MOST_ROWS = 100_000
LARGEST = 1e30
"""Positions, rates and accelerations [SI units] of a motion: powers of efforts beyond leave the range of floats."""
HALF = 2.0
"""Duration of each half of the standard motion [s]."""
STANDARD = f"standard motion: each joint from 25 % to 75 % of its range and back, fifth order, {HALF:g} s each way"


@dataclass(frozen=True, eq=False)
class Motion:
    """A motion of one robot: times (K,) [s], q (K, nq), qd (K, nv) and qdd (K, nv), in its own coordinates.

    `payload` [kg] is a point mass at the origin of `frame` that is carried on the way. `name` says what the motion is.

    Example:
        >>> import armillary as arm
        >>> motion = standard_motion(arm.library.get("khatib-rr"))
        >>> motion.q[0], motion.duration
        (array([-1.57079633, -1.57079633]), 4.0)
    """

    t: Floats
    q: Floats
    qd: Floats
    qdd: Floats
    name: str = "motion"
    payload: float = 0.0
    frame: str = "tip"

    def __post_init__(self) -> None:
        for name in ("t", "q", "qd", "qdd"):
            object.__setattr__(self, name, np.array(getattr(self, name), dtype=float, order="C"))
        K = len(self.t) if self.t.ndim == 1 else 0
        if K < 2 or not np.all(np.isfinite(self.t)) or np.any(np.diff(self.t) <= 0):
            raise ArgumentError("t", _found(self.t), "two or more times [s], rising")
        for name in ("q", "qd", "qdd"):
            rows = getattr(self, name)
            if rows.ndim != 2 or len(rows) != K or not np.all(np.isfinite(rows)):
                raise ArgumentError(name, _found(rows), f"{K} rows of finite numbers, one for each time")
        _check_payload(self.payload)

    @property
    def duration(self) -> float:
        """How long it takes [s]."""
        return float(self.t[-1] - self.t[0])


@dataclass(frozen=True, eq=False)
class MotionTask:
    """A motion for any robot. Lengths, angles and times are in SI units, or texts with units in a table.

    Args:
        reference: A reference of joints, a `Line` or `Circle` of the frame, or a table with `type` as in scenarios.
        duration: How long [s]; until the reference ends unless given.
        step: Time between rows [s]; a 500th of the duration unless given.
        frame: The frame that is led, and that carries the payload.
        payload: A point mass at the frame [kg].
        q: Where the joints start, for references that leave that open; for a line or a circle with a start, about
            where they do: the nearest configuration is taken. A list, or a table by joint.
        name: What messages call it.

    Example:
        >>> import armillary as arm
        >>> from armillary.simulation.references import Line
        >>> task = MotionTask(Line(start=[1.2, 0.3, 0], end=[0.6, 0.9, 0], duration=2.0))
        >>> task.of(arm.planar([1, 1], [1, 1], coms=[0.5, 0.5], inertias=[0, 0])).q.shape
        (501, 2)
    """

    reference: Any
    duration: float | None = None
    step: float | None = None
    frame: str = "tip"
    payload: float = 0.0
    q: Any = None
    name: str = "motion"
    places: Places = field(default_factory=lambda: Places(Text(None, dict)), repr=False)
    """Where it is written."""

    def __post_init__(self) -> None:
        for name in ("duration", "step"):
            value = getattr(self, name)
            known = isinstance(value, (int, float)) and not isinstance(value, bool)
            if value is not None and not (known and 0 < value < math.inf):
                raise ArgumentError(name, repr(value)[:80], "a time above zero [s]")
        _check_payload(self.payload)
        table = isinstance(self.reference, Mapping)
        if not table and (isinstance(self.reference, type) or not hasattr(self.reference, "motion")):
            expected = "a reference such as Line(…), or a table with a type"
            raise ArgumentError("reference", repr(self.reference)[:80], expected)

    @property
    def led(self) -> bool:
        """Whether a frame is led, instead of joints."""
        if isinstance(self.reference, Mapping):
            return issubclass(REFERENCES.get(self.reference.get("type", ""), object), Path)
        return isinstance(self.reference, Path)

    def of(self, robot: Robot | Model) -> Motion:
        """Return the motion of a robot that does this task.

        Raises:
            ArgumentError: The path leaves the robot's workspace, or the reference does not fit its joints.
        """
        model = as_model(robot)
        robot = model.robot
        if (self.led or self.payload) and self.frame not in model.frames:
            raise ArgumentError(
                "frame", f"{self.frame!r}, which {robot.name!r} has not", f"one of {', '.join(model.frames)}"
            )
        values = Values(model, self.places)
        start = self._start(values, robot)
        made = self.reference
        if isinstance(made, Mapping):
            made = values.made(("reference",), made, REFERENCES, "reference", start)
            self._check(values, robot)
        reference = anchor(made, model, start, self.frame)
        t = self.times(reference)
        fixed = start if self.q is not None or getattr(made, "start", None) is None else None
        try:
            with np.errstate(over="raise", invalid="raise"):
                rows = self._rows(model, reference, t, fixed)
                if max(float(np.abs(part).max()) for part in rows) > LARGEST:
                    raise OverflowError
        except ArithmeticError as error:
            found = f"{self.name!r} of {robot.name!r}, whose places, rates or accelerations are too large for numbers"
            raise ArgumentError("motion", found, "a shorter way, or a longer duration") from error
        return Motion(t, *rows, name=self.name, payload=self.payload, frame=self.frame)

    def _rows(self, model: Model, reference: Any, t: Floats, start: Floats | None) -> tuple[Floats, Floats, Floats]:
        """Return q, qd, qdd; `start` is where a frame that is led sets out from, None for anywhere."""
        if not isinstance(reference, Path):
            return self._joint_rows(model, reference, t)
        from armillary.motion.led import led_motion

        return led_motion(model, reference, t, self.frame, start, self.name)

    def times(self, reference: Any) -> Floats:
        """Return the times of the rows [s]."""
        duration = self.duration
        if duration is None:
            ends = [end for end in reference.switches if math.isfinite(end)]
            if not ends or not max(ends) > 0:
                raise ArgumentError("duration", "nothing", "how long [s]: this reference has no end")
            duration = max(ends)
        count = ROWS if self.step is None else max(1, round(duration / self.step))
        if count > MOST_ROWS:
            raise ArgumentError("step", f"{self.step:g} s over {duration:g} s", f"at most {MOST_ROWS} steps")
        return np.linspace(0.0, duration, count + 1)

    def _start(self, values: Values, robot: Robot) -> Floats:
        if not isinstance(self.q, (list, dict)):
            return configuration(values.model, self.q)
        found = values.state(("initial", "q"), self.q, "q")
        self._check(values, robot)
        return values.model.neutral if found is None else found

    def _check(self, values: Values, robot: Robot) -> None:
        """Raise what does not fit the robot."""
        if values.problems:
            told = "; ".join(f"{each}" for each in values.problems)
            raise ArgumentError(
                "motion", f"{self.name!r} does not fit the robot {robot.name!r}: {told}", "one that fits"
            )

    def _joint_rows(self, model: Model, reference: Any, t: Floats) -> tuple[Floats, Floats, Floats]:
        """Return q, qd, qdd of a reference of joints."""
        n, nq = Ranges(model).n, model.nq - len(model.elastic)
        rows = [reference.motion(at, inside) for at, inside in zip(t, inner(t), strict=True)]
        sizes = {len(each) for each in (rows[0].position, rows[0].velocity)}
        if nq != n:
            raise ArgumentError(
                "motion", f"joint references for {model.robot.name!r}, which has ball joints", "a line or a circle"
            )
        if sizes != {n}:
            found = f"{self.name!r} moves {max(sizes)} joint{'s' * (max(sizes) != 1)}, {model.robot.name!r} has {n}"
            raise ArgumentError("motion", found, "a number for each joint, or a line or a circle of a frame")
        q = np.tile(model.neutral, (len(t), 1))
        q[:, :n] = [row.position for row in rows]
        qd, qdd = np.zeros((len(t), model.nv)), np.zeros((len(t), model.nv))
        qd[:, :n], qdd[:, :n] = [row.velocity for row in rows], [row.acceleration for row in rows]
        return q, qd, qdd


def _found(values: Floats) -> str:
    """Return what is wrong with an array, for a message."""
    return f"shape {values.shape}" + ("" if np.all(np.isfinite(values)) else ", with numbers that are not finite")


def _check_payload(mass: object) -> None:
    number = isinstance(mass, (int, float, np.integer, np.floating)) and not isinstance(mass, bool)
    if not number or not 0 <= mass < math.inf:  # type: ignore[operator]
        raise ArgumentError("payload", repr(mass)[:80], "a mass of zero or more [kg]")


def inner(t: Floats) -> Floats:
    """Return times that say which stretch of a reference counts at the ends: the one inside."""
    nudge = 1e-9 * (t[-1] - t[0])
    return np.clip(t, t[0] + nudge, t[-1] - nudge)


def load_motion(path: str | os.PathLike[str]) -> MotionTask:
    """Read a motion from a TOML file (see above).

    Raises:
        DescriptionError: Lists every problem of the file, each with its line.
    """
    from armillary.motion.file import read_motion

    if not isinstance(path, (str, os.PathLike)):
        raise ArgumentError("path", repr(path)[:80], "the name of a motion file")
    return read_motion(path)


def standard_motion(robot: Robot | Model, step: float = 2 * HALF / ROWS) -> Motion:
    """Return the standard motion of a robot, (1), in rows that are `step` [s] apart."""
    ranges = Ranges(as_model(robot))
    there, back = FifthOrderLaw(HALF), FifthOrderLaw(HALF, HALF)
    t = np.linspace(0.0, 2 * HALF, max(2, round(2 * HALF / step)) + 1)
    s = np.array([[a - b for a, b in zip(there.at(x, x), back.at(x, x), strict=True)] for x in t])  # (K, 3)
    q = np.tile(ranges.model.neutral, (len(t), 1))
    qd, qdd = np.zeros((len(t), ranges.model.nv)), np.zeros((len(t), ranges.model.nv))
    for joint, place, v in ranges.joints():
        if place.stop - place.start == 1:
            lower, upper = span(joint)
            if joint.type == "revolute" and upper - lower > TURN:
                lower, upper = (lower + upper - TURN) / 2, (lower + upper + TURN) / 2
            way = np.array([(upper - lower) / 2])
            q[:, place] = lower + (upper - lower) / 4 + s[:, :1] * way  # (1)
        else:
            way = np.full(3, math.pi / math.sqrt(3))
            half = (s[:, 0] - 0.5) * math.pi / 2
            q[:, place] = np.column_stack([np.cos(half), *[np.sin(half) / math.sqrt(3)] * 3])
        qd[:, v], qdd[:, v] = s[:, 1:2] * way, s[:, 2:3] * way
    return Motion(t, q, qd, qdd, STANDARD)
