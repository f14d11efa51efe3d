"""Attempts: all drives of a joint tried against its load, as numbered items of an executor.

An attempt depends on its joint and on the drives that load this joint, so its number has these as digits: first the
drives, each in the base of the number of drives of its joint plus one (0 for no drive), then the joint. Limbs do not
load each other, so branches of a search that differ in another limb share their attempts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from armillary import __version__
from armillary.compiler.cache import digest
from armillary.executors.executor import Executor, value_of
from armillary.executors.resumed import Resumed
from armillary.executors.serial import Serial
from armillary.selection.motors.drive import GearMotor, GearMotors
from armillary.selection.motors.duty import Tried, try_drives, turn_of
from armillary.selection.motors.load import MotionLoads

Plain = list[list[float]]
"""Answer of an attempt as plain data: the largest use of a limit and the mean power [W] of each drive."""


@dataclass(frozen=True, eq=False)
class Attempts:
    """Work of an executor: the drives of a joint, with some drives at the joints that it waits for.

    `drives` are the drives of each joint. `waits` are the other joints whose drives load a joint.
    """

    loads: MotionLoads
    drives: Mapping[str, GearMotors]
    waits: Mapping[str, tuple[str, ...]]
    safety: float

    @cached_property
    def joints(self) -> tuple[str, ...]:
        """The joints in the order of their digit."""
        return tuple(self.drives)

    def number(self, joint: str, chosen: Mapping[str, int]) -> int:
        """Return the number of an attempt; `chosen` has drives of other joints by their place in `drives`."""
        total = 0
        for name in self.waits[joint]:
            total = total * (len(self.drives[name]) + 1) + chosen.get(name, -1) + 1
        return total * len(self.joints) + self.joints.index(joint)

    def attempt(self, item: int) -> tuple[str, dict[str, GearMotor]]:
        """Return the joint of an attempt and the drives that load it."""
        rest, place = divmod(item, len(self.joints))
        joint = self.joints[place]
        chosen: dict[str, GearMotor] = {}
        for name in reversed(self.waits[joint]):
            rest, digit = divmod(rest, len(self.drives[name]) + 1)
            if digit:
                chosen[name] = self.drives[name].drives[digit - 1]
        return joint, chosen

    def __call__(self, item: int) -> Plain:
        """Make an attempt."""
        joint, chosen = self.attempt(item)
        tried = try_drives(turn_of(self.loads, joint, chosen), self.drives[joint], self.safety)
        return [tried.worst.tolist(), tried.power.tolist()]

    def key(self, item: int) -> str:
        """Return the digest of all that an attempt depends on."""
        return digest([self._common, str(item)]).hex()

    @cached_property
    def _common(self) -> bytes:
        """Digest of what all attempts depend on."""
        loads, motion = self.loads, self.loads.motion
        arrays = [motion.t, motion.qd, motion.qdd, loads.without]
        for joint in self.joints:
            arrays += [loads.responses[joint].units, loads.responses[joint].turning]
        names = [repr((joint, loads.coordinate[joint], self.waits[joint])) for joint in self.joints]
        parts = [repr(drive) for joint in self.joints for drive in self.drives[joint].drives]
        return digest([__version__, repr(self.safety), *names, *parts, *(rows.tobytes() for rows in arrays)])


@dataclass(eq=False)
class Tries:
    """Attempts made so far, and the executor that makes more.

    `report` is called with the number of attempts that were made or found.
    """

    attempts: Attempts
    executor: Executor
    report: Callable[[int], None]
    known: dict[int, Tried] = field(default_factory=dict)

    @property
    def here(self) -> Executor:
        """An executor that makes attempts in this process and keeps them where the other one does."""
        return Resumed(self.executor.folder) if isinstance(self.executor, Resumed) else Serial()

    def __call__(self, joint: str, chosen: Mapping[str, int]) -> Tried:
        """Return an attempt, made in this process if it is not known."""
        item = self.attempts.number(joint, chosen)
        if item not in self.known:
            for answer in self.here.map(self.attempts, [item]):
                self.learn(item, value_of(answer))
        return self.known[item]

    def find(self, item: int) -> bool:
        """Return whether an attempt is known or kept in the folder of the executor."""
        if item not in self.known and isinstance(self.executor, Resumed):
            answer = self.executor.kept(self.attempts, item)
            if answer is not None:
                self.learn(item, answer.value)
        return item in self.known

    def learn(self, item: int, plain: Plain) -> None:
        """Take the answer of an attempt."""
        joint, _ = self.attempts.attempt(item)
        self.known[item] = Tried(self.attempts.drives[joint], *(np.array(column, dtype=float) for column in plain))
        self.report(len(self.known))
