"""Resident memory over many simulations, and over many robots.

    python benchmarks/memory.py [--calls 10000] [--robots 2000]

Calls differ in start and gains; robots differ in a length, so that each has its own code. The targets are a growth of
less than 5 MB over the calls and over the robots, after the first two hundred of each; until then the heap grows to the
size that compilations need. The growth is printed along the way too.
"""

from __future__ import annotations

import argparse
import gc
import time
from pathlib import Path

import armillary as arm

FIRST = 200
TARGET = 5.0
MARKS = (250, 500, 1_000, 2_000, 5_000)
"""Calls or robots after which the growth is printed."""


def resident() -> float:
    """Return the resident memory of this process [MB]."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def simulate(k: int) -> None:
    """Simulate one robot from another start, with other gains."""
    law = arm.controllers.PD(kp=[80.0 + 1e-3 * k, 40.0], kd=5.0)
    arm.simulate(arm.library.get("khatib-rr"), 0.05, q0=[0.1, 0.2 + 1e-5 * k], controller=law)


def compile_robot(k: int) -> None:
    """Compile a quantity of another robot and simulate it."""
    robot = arm.planar([0.5 + 1e-4 * k, 0.4], masses=[1.0, 1.0])
    arm.compile(robot).gravity([0.1, 0.2])
    arm.simulate(robot, 0.01, q0=[0.1, 0.2])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calls", type=int, default=10_000)
    parser.add_argument("--robots", type=int, default=2_000)
    arguments = parser.parse_args()
    for name, act, count in (("calls", simulate, arguments.calls), ("robots", compile_robot, arguments.robots)):
        for k in range(FIRST):
            act(k)
        gc.collect()
        before, begun = resident(), time.perf_counter()
        for k in range(1, count + 1):
            act(FIRST + k - 1)
            if k in MARKS and k < count:
                gc.collect()
                print(f"{k} {name}: {resident() - before:+.1f} MB", flush=True)
        gc.collect()
        grown, seconds = resident() - before, time.perf_counter() - begun
        verdict = "met" if grown < TARGET else "missed"
        print(f"{count} {name}: {grown:+.1f} MB, {1e3 * seconds / count:.1f} ms each; target {TARGET:g} MB: {verdict}")


if __name__ == "__main__":
    main()
