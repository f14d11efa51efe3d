"""A project of a user, with types: what mypy --strict and pyright in strict mode must accept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import armillary as arm

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Move:
    """A motion from rest to rest."""

    end: Sequence[float]
    duration: float = 1.0

    def reference(self) -> arm.references.FifthOrder:
        """Return the reference of the motion."""
        return arm.references.FifthOrder(end=self.end, duration=self.duration)


def two_links(mass: float = 1.0) -> arm.Robot:
    """Return a planar arm."""
    return arm.planar([1.0, 0.8], [mass, 0.5 * mass], coms=[0.5, 0.4], inertias=[0.1, 0.05])


def heavier(robot: arm.Robot, factor: float) -> arm.Robot:
    """Return a robot with heavier links."""
    return replace(robot, links=tuple(replace(link, mass=factor * link.mass) for link in robot.links))


def torques(robot: arm.Robot, q: Floats) -> Floats:
    """Return the efforts that hold a robot still."""
    code = arm.compile(robot)
    still = np.zeros_like(q)
    found: Floats = code.inverse_dynamics(q, still, still)
    return found


def simulated(robot: arm.Robot, move: Move) -> arm.Trajectory:
    """Return a closed loop that follows a motion."""
    scenario = arm.Scenario(
        robot,
        controller=arm.controllers.ComputedTorque(kp=100.0, kd=20.0),
        reference=move.reference(),
        solver=arm.solvers.RK4(),
        duration=2.0,
    )
    return arm.simulate(scenario)


def analysed(robot: arm.Robot) -> float:
    """Return the worst disagreement of all formulations."""
    return arm.check(robot, states=3).worst


def main(folder: Path) -> None:
    """Do everything once."""
    robot = heavier(two_links(), 2.0)
    arm.save(robot, folder / "arm.toml")
    again = arm.load(folder / "arm.toml")
    run = simulated(again, Move([0.5, -0.3]))
    print(torques(again, run.q[-1]), run.drift_max, analysed(again), [joint.name for joint in again.joints])
    try:
        arm.library.get("nobody")
    except arm.ArmillaryError as error:
        print(error)


if __name__ == "__main__":
    main(Path.cwd())
