"""The subject of a page: a robot, results of runs, or a scenario to run."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from armillary.description import library
from armillary.description.robot import Robot
from armillary.description.toml.writer import to_toml
from armillary.results.trajectory import Trajectory
from armillary.spatial.scalar import Floats


@dataclass(frozen=True, eq=False)
class Subject:
    """A robot with its name, results by name (the second is the ghost of the first), or a scenario."""

    robot: Robot
    name: str
    motors: str = "full"
    results: dict[str, Trajectory] = field(default_factory=dict)
    scenario: Path | None = None
    settings: tuple[str, ...] = ()
    """Replaced fields of the scenario, KEY=VALUE."""
    q: Floats | None = None
    """Configuration in which the robot is shown first; default: home."""

    @classmethod
    def of_results(cls, results: dict[str, Trajectory]) -> Subject:
        """Return a subject of one or more results; the robot is that of the first."""
        first = next(iter(results.values()))
        return cls(first.robot, first.robot.name, first.model.motors, results)


class Robots:
    """The robots of the dropdown lists: the library, and robots of subjects and results."""

    def __init__(self) -> None:
        self._others: dict[str, Robot] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """All names, other robots before those of the library."""
        return (*self._others, *library.names())

    def add(self, robot: Robot, name: str) -> str:
        """Add a robot unless it is known, and return its name in the list."""
        for known, other in self._others.items():  # the same robot under another name is listed once
            if other == robot:
                return known
        if name in library.names() and library.get(name) == robot:
            return name
        unique = name
        k = 2
        while unique in self.names:
            unique = f"{name} ({k})"
            k += 1
        self._others[unique] = robot
        return unique

    def find(self, name: str) -> tuple[Robot, str | None]:
        """Return a robot by its name, and the text of its file if it is not in the library."""
        if name in self._others:
            return self._others[name], to_toml(self._others[name])
        return library.get(name), None
