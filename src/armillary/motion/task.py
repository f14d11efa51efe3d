"""Motions for the comparison of robots: a `MotionTask` for any robot, and its `Motion` (t, q, q̇, q̈) of one robot.

A `MotionTask` is a joint reference, or a line or a circle of a frame, which each robot follows by inverse kinematics
(`motion.path_following`); docs/selection.md describes motion files.

The default task is the standard motion: every joint moves from 25 % to 75 % of its range and back, by polynomials of
fifth order, 2 s each way,
    q = q_¼ + (q_¾ − q_¼) s(t)                                                             (1)
The range of a revolute joint without limits is −180° to 180°; a larger range is cut to one revolution about its middle.
Spherical and floating joints rotate by the same angle about (1, 1, 1).
Flexible links stay straight: their elastic coordinates and rates are zero.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np

from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.files.content import Content
from armillary.files.document import Places, Text
from armillary.files.quantity import Quantity
from armillary.files.words import shortened
from armillary.motion.path_following import follow_path, inner
from armillary.motion.ranges import TURN, Ranges, span
from armillary.multibody import Model, as_model, with_rigid_gears
from armillary.simulation.parameters import check
from armillary.simulation.references import REFERENCES, FifthOrderLaw, anchor, unshaped_type
from armillary.simulation.references.path import Path
from armillary.simulation.scenario_file.values import Values
from armillary.spatial.scalar import Floats

ROWS, MOST_ROWS = 500, 100_000  # default number of steps of a motion, and its limit
LARGEST = 1e30  # limit on positions, rates and accelerations [SI units]; powers of larger values overflow
HALF = 2.0  # duration of each half of the standard motion [s]
PAYLOAD = Quantity("mass", least=0, says="point mass at the frame")
STANDARD = f"standard motion: each joint from 25 % to 75 % of its range and back, fifth order, {HALF:g} s each way"


@dataclass(frozen=True, eq=False)
class Motion(Content):
    """Motion of one robot: times (K,) [s], q (K, nq), qd (K, nv) and qdd (K, nv).

    `payload` [kg] is a point mass carried at the origin of `frame`. `name` describes the motion in tables and messages.

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
    payload: Annotated[float, PAYLOAD] = 0.0
    frame: str = "tip"

    def __repr__(self) -> str:
        rows = f"{len(self.t)} rows of {self.q.shape[1]} coordinates"
        return f"<Motion {self.name}: {self.t[0]:g} … {self.t[-1]:g} s, {rows}>"

    def __post_init__(self) -> None:
        for name in ("t", "q", "qd", "qdd"):
            object.__setattr__(self, name, np.array(getattr(self, name), dtype=float, order="C"))
        K = len(self.t) if self.t.ndim == 1 else 0
        if K < 2 or not np.all(np.isfinite(self.t)) or np.any(np.diff(self.t) <= 0):
            raise ArgumentError("t", f"shape {self.t.shape}", "two or more finite, increasing times [s]")
        for name in ("q", "qd", "qdd"):
            rows = getattr(self, name)
            if rows.ndim != 2 or len(rows) != K or not np.all(np.isfinite(rows)):
                raise ArgumentError(name, f"shape {rows.shape}", f"{K} rows of finite numbers, one for each time")
        check(self)

    @property
    def duration(self) -> float:
        """Duration [s]."""
        return float(self.t[-1] - self.t[0])


@dataclass(frozen=True, eq=False)
class MotionTask(Content):
    """Motion for any robot. Lengths, angles and times are in SI units; a table may have strings with units.

    Args:
        reference: Joint reference, `Line` or `Circle` of the frame, or a table with `type` as in scenarios.
        duration: Duration [s]; default: end of the reference.
        step: Sampling period [s]; default: 1/500 of the duration.
        frame: Frame that follows the path and carries the payload; default "tip".
        payload: Point mass at the frame [kg]; default 0.
        q0: Initial configuration, a list or a table by joint; for a line or a circle with a start, the guess from which
            the nearest configuration on the path is found. Default: zero, and with a start the best posture found.
        name: Name in tables and messages.

    Example:
        >>> import armillary as arm
        >>> from armillary.simulation.references import Line
        >>> task = MotionTask(Line(start=[1.2, 0.3, 0], end=[0.6, 0.9, 0], duration=2.0))
        >>> task.of(arm.planar([1, 1], [1, 1], coms=[0.5, 0.5], inertias=[0, 0])).q.shape
        (501, 2)
    """

    reference: Annotated[Any, "joint reference, or a line or a circle of the frame: a table with a type"]
    duration: Annotated[float | None, Quantity("time", above=0, says="duration; default: end of the reference")] = None
    step: Annotated[float | None, Quantity("time", above=0, says="sampling period; default: 1/500 of it")] = None
    frame: Annotated[str, "frame that follows the path and carries the payload"] = "tip"
    payload: Annotated[float, PAYLOAD] = 0.0
    q0: Annotated[Any, "initial configuration, a list in joint order or a table by joint"] = None
    name: Annotated[str, "name in tables and messages; default: that of the file"] = "motion"
    places: Places = field(default_factory=lambda: Places(Text(None, dict)), repr=False)  # in its file, for messages

    def __post_init__(self) -> None:
        check(self)
        table = isinstance(self.reference, Mapping)
        if not table and (isinstance(self.reference, type) or not hasattr(self.reference, "motion")):
            expected = "a reference such as Line(…), or a table with a type"
            raise ArgumentError("reference", shortened(self.reference), expected)

    def of(self, robot: Robot | Model) -> Motion:
        """Return the motion of a robot, with rigid gears, for this task.

        Raises:
            ArgumentError: The path leaves the robot's workspace, or the reference does not fit its joints.
        """
        model = with_rigid_gears(as_model(robot))
        robot = model.robot
        kind = unshaped_type(self.reference) or "" if isinstance(self.reference, Mapping) else None
        if kind is None:
            path = isinstance(getattr(self.reference, "path", self.reference), Path)
        else:
            path = issubclass(REFERENCES.get(kind, object), Path)
        if (path or self.payload) and self.frame not in model.frames:
            problem = f"{robot.name!r} has no frame {self.frame!r}"
            raise ArgumentError("frame", problem, f"one of {', '.join(model.frames)}")
        values = Values(model, self.places)
        configuration = values.state(("q0",), self.q0, "q")
        self._check(values, robot)
        start = model.neutral if configuration is None else configuration
        made = self.reference
        if isinstance(made, Mapping):
            made = values.made(("reference",), made, REFERENCES, "reference", start)
            self._check(values, robot)
        reference = anchor(made, model, start, self.frame)
        t = self.times(reference)
        guess = start if self.q0 is not None or getattr(made, "start", None) is None else None
        try:
            with np.errstate(over="raise", invalid="raise"):
                if isinstance(reference, Path):
                    rows = follow_path(model, reference, t, self.frame, guess, self.name)
                else:
                    rows = self._joint_rows(model, reference, t)
                if max(float(np.abs(part).max()) for part in rows) > LARGEST:
                    raise OverflowError
        except ArithmeticError as error:
            problem = f"{self.name!r} of {robot.name!r} overflows in positions, rates or accelerations"
            raise ArgumentError("motion", problem, "a shorter path, or a longer duration") from error
        return Motion(t, *rows, name=self.name, payload=self.payload, frame=self.frame)

    def times(self, reference: Any) -> Floats:
        """Return the sample times [s]."""
        duration = self.duration
        if duration is None:
            ends = [end for end in reference.switches if math.isfinite(end)]
            if not ends or not max(ends) > 0:
                raise ArgumentError("duration", "nothing", "a duration [s], since the reference has no end")
            duration = max(ends)
        count = ROWS if self.step is None else max(1, round(duration / self.step))
        if count > MOST_ROWS:
            raise ArgumentError("step", f"{self.step:g} s over {duration:g} s", f"at most {MOST_ROWS} steps")
        return np.linspace(0.0, duration, count + 1)

    def _check(self, values: Values, robot: Robot) -> None:
        """Raise `ArgumentError` if values do not fit the robot."""
        if values.problems:
            problem = f"{self.name!r} does not fit the robot {robot.name!r}: {'; '.join(map(str, values.problems))}"
            raise ArgumentError("motion", problem, "values that fit the robot")

    def _joint_rows(self, model: Model, reference: Any, t: Floats) -> tuple[Floats, Floats, Floats]:
        """Return q, qd, qdd of a joint reference."""
        n, nq = Ranges(model).n, model.nq - len(model.elastic)
        rows = [reference.motion(at, inside) for at, inside in zip(t, inner(t), strict=True)]
        sizes = {len(values) for values in (rows[0].position, rows[0].velocity)}
        if nq != n:
            problem = f"a joint reference for {model.robot.name!r}, which has spherical or floating joints"
            raise ArgumentError("motion", problem, "a line or a circle")
        if sizes != {n}:
            problem = f"{self.name!r} moves {max(sizes)} joint{'s' * (max(sizes) != 1)}, {model.robot.name!r} has {n}"
            raise ArgumentError("motion", problem, "a number for each joint, or a line or a circle of a frame")
        q = np.tile(model.neutral, (len(t), 1))
        q[:, :n] = [row.position for row in rows]
        qd, qdd = np.zeros((len(t), model.nv)), np.zeros((len(t), model.nv))
        qd[:, :n], qdd[:, :n] = [row.velocity for row in rows], [row.acceleration for row in rows]
        return q, qd, qdd


def motion_of(robot: Robot | Model, task: MotionTask | None) -> Motion:
    """Return the motion of a robot for a task; default: the standard motion."""
    return standard_motion(robot) if task is None else task.of(robot)


def standard_motion(robot: Robot | Model, step: float = 2 * HALF / ROWS) -> Motion:
    """Return the standard motion of a robot, with rigid gears, (1), with sampling period `step` [s]."""
    ranges = Ranges(with_rigid_gears(as_model(robot)))
    there, back = FifthOrderLaw(HALF), FifthOrderLaw(HALF, HALF)
    t = np.linspace(0.0, 2 * HALF, max(2, round(2 * HALF / step)) + 1)
    s = np.array([[a - b for a, b in zip(there.at(x, x), back.at(x, x), strict=True)] for x in t])  # (K, 3)
    q = np.tile(ranges.model.neutral, (len(t), 1))
    qd, qdd = np.zeros((len(t), ranges.model.nv)), np.zeros((len(t), ranges.model.nv))
    for coordinate in ranges.coordinates:
        way = math.pi / math.sqrt(3)  # of each component of a rotation by π
        if coordinate.q is not None:
            lower, upper = span(coordinate)
            if coordinate.turns and upper - lower > TURN:
                lower, upper = (lower + upper - TURN) / 2, (lower + upper + TURN) / 2
            way = (upper - lower) / 2
            q[:, coordinate.q] = lower + (upper - lower) / 4 + s[:, 0] * way  # (1)
        qd[:, coordinate.v], qdd[:, coordinate.v] = s[:, 1] * way, s[:, 2] * way
    for place, _ in ranges.model.quaternions:
        half = (s[:, 0] - 0.5) * math.pi / 2
        q[:, place] = np.column_stack([np.cos(half), *[np.sin(half) / math.sqrt(3)] * 3])
    return Motion(t, q, qd, qdd, STANDARD)
