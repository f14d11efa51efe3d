"""All solutions of inverse kinematics: 100,000 random poses of each arm are checked, and timed.

    python benchmarks/all_solutions.py [--poses 100000] [--sample 20]

"kernel" is the compiled solver alone, "call" is `arm.inverse_kinematics`, both in µs for all solutions of a pose, one
thread. "error" is the largest deviation of an entry of the pose of any solution, by forward kinematics; "found" counts
the poses whose random configuration is among the solutions. Searches from 100 random starts for each of `sample` poses
count solutions that the closed form lacks: "missed".
"""

from __future__ import annotations

import argparse
import math
from dataclasses import replace
from time import perf_counter

import numpy as np

import armillary as arm
from armillary.motion import all_solutions
from armillary.motion.ranges import Ranges

TURN = 2 * math.pi
HALF = math.pi / 2
STANFORD = [
    {"d": 0.412, "alpha": -HALF}, {"d": 0.154, "alpha": HALF}, {"theta": -HALF, "joint": "P"},
    {"alpha": -HALF}, {"alpha": HALF}, {"d": 0.263},
]  # fmt: skip
SCARA = [{"d": 0.4, "a": 0.3}, {"a": 0.25, "alpha": math.pi}, {"joint": "P"}, {"d": 0.05}]


def skew() -> arm.Robot:
    """Return an arm with a spherical wrist behind three axes that neither intersect nor are parallel."""
    lengths = [
        {"d": 0.4, "a": 0.1, "alpha": 1.2},
        {"d": 0.1, "a": 0.5, "alpha": 0.3},
        {"d": -0.1, "a": 0.1, "alpha": 1.7},
    ]
    return arm.from_dh([*lengths, {"d": 0.5, "alpha": -HALF}, {"alpha": HALF}, {"d": 0.1}], "standard")


ARMS = {
    "ur5": (lambda: arm.library.get("ur5"), {}),
    "puma560": (lambda: arm.library.get("puma560"), {}),
    "manutec-r3": (lambda: arm.library.get("manutec-r3"), {}),
    "panda, joint 7 fixed": (lambda: arm.library.get("panda"), {"panda_joint7": 0.7}),
    "iiwa, joint 3 fixed": (lambda: arm.library.get("iiwa"), {"iiwa_joint_3": -0.4}),
    "stanford": (lambda: arm.from_dh(STANFORD, "standard"), {}),
    "scara": (lambda: arm.from_dh(SCARA, "standard"), {}),
    "skew axes": (skew, {}),
}


def without_limits(robot: arm.Robot, fixed: dict[str, float]) -> arm.Robot:
    """Return the robot with joints that turn and slide freely, but for those that are fixed."""
    limits = {name: arm.Limits(value, value) for name, value in fixed.items()}
    joints = [replace(joint, limits=limits.get(joint.name, arm.Limits())) for joint in robot.joints]
    return replace(robot, joints=tuple(joints))


def apart(turns: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the largest differences of configurations, whole turns aside."""
    d = (a - b)[..., : len(turns)]  # without rotors behind elastic gears
    return np.abs(np.where(turns, d - TURN * np.round(d / TURN), d)).max(axis=-1)


def row(name: str, poses: int, sample: int) -> None:
    made, fixed = ARMS[name]
    robot = without_limits(made(), fixed)
    ranges, dyn = Ranges(arm.model(robot)), arm.compile(robot)
    q = ranges.drawn(poses, 0)
    T = dyn.pose(q)
    turns = np.array([coordinate.turns for coordinate in ranges.coordinates])
    kept = []
    closed_form = all_solutions.closed_form
    all_solutions.closed_form = lambda chain: kept.append(closed_form(chain)) or kept[-1]
    found = arm.inverse_kinematics(robot, T[:100], all=True, fixed=fixed)
    all_solutions.closed_form = closed_form
    kernel = kept[0].kernel
    inputs = [T.reshape(poses, 16), np.zeros((poses, kernel.program.inputs[1].size))]
    outputs = kernel.evaluate(inputs, [None] * 6)
    times = {"kernel": math.inf, "call": math.inf}
    for _ in range(5):
        start = perf_counter()
        kernel.evaluate(inputs, outputs)
        times["kernel"] = min(times["kernel"], perf_counter() - start)
        start = perf_counter()
        found = arm.inverse_kinematics(robot, T, all=True, fixed=fixed)
        times["call"] = min(times["call"], perf_counter() - start)
    index, branch = np.nonzero(found.exists)
    error = max(
        np.abs(dyn.pose(found.q[index[k : k + 100_000], branch[k : k + 100_000]]) - T[index[k : k + 100_000]]).max()
        for k in range(0, len(index), 100_000)
    )
    nearest = np.where(found.exists, apart(turns, np.nan_to_num(found.q), q[:, None]), np.inf).min(axis=1)
    missed = searched(robot, found, T[:sample], turns)
    counts = ", ".join(f"{n}: {c}" for n, c in enumerate(np.bincount(found.count)) if c)
    print(
        f"{name:22}{times['kernel'] / poses * 1e6:8.3f}{times['call'] / poses * 1e6:8.3f}{error:10.1e}"
        f"{np.sum(nearest < 1e-6):10d}{missed:8d}   {counts}"
    )


def searched(robot: arm.Robot, found: arm.types.IKSolutions, T: np.ndarray, turns: np.ndarray) -> int:
    """Return how many solutions searches from random starts find beyond those of the closed form."""
    starts = Ranges(arm.model(robot)).drawn(100, 1)
    missed = 0
    for k, target in enumerate(T):
        result = arm.inverse_kinematics(robot, np.tile(target, (100, 1, 1)), q0=starts, starts=0)
        known = found.q[k, found.exists[k]]
        missed += int(np.sum(apart(turns, known[:, None], result.q[result.success][None]).min(axis=0) > 1e-4))
    return missed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--poses", type=int, default=100_000)
    parser.add_argument("--sample", type=int, default=20)
    arguments = parser.parse_args()
    print(f"{'arm':22}{'kernel':>8}{'call':>8}{'error':>10}{'found':>10}{'missed':>8}   solutions: poses")
    for name in ARMS:
        row(name, arguments.poses, arguments.sample)


if __name__ == "__main__":
    main()
