"""Two versions of Armillary side by side, as ratios of times.

    python benchmarks/against_version.py OTHER [--rounds 3] [--robots panda ur5] [--no-simulation] [--no-first]

Measured are `armillary bench`, benchmarks/simulation.py, and what a user waits for first: import, help, robots read and
changed, first calls with an empty cache of compiled code.

OTHER is a checkout of the other version. Both run in this Python, in turns, each in its own process with its own
sources; each time is the least of all rounds. A ratio below 1 means that this version is faster.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
COMMAND = "from armillary.cli import main; main()"
ROW = re.compile(r"^  (ours, .+?|dop853, .+?|gauss3, .+?|rosenbrock, .+?) {2,}([\d.]+) ms")

FIRST = """
import os, tempfile, time
os.environ["ARMILLARY_CACHE"] = tempfile.mkdtemp()

def timed(name, call, least_of=1):
    times = []
    for _ in range(least_of):
        begun = time.perf_counter()
        result = call()
        times.append(time.perf_counter() - begun)
    print(f"{name}\\t{min(times)}")
    return result

def imported():
    import armillary
    return armillary

arm = timed("import armillary", imported)
import dataclasses
import numpy as np
panda = timed("first robot of the library", lambda: arm.library.get("panda"))
for name in ("panda", "flexrob", "manutec-r3"):
    path = os.path.join(tempfile.mkdtemp(), "robot.toml")
    arm.save(arm.library.get(name), path)
    timed(f"load {name}", lambda: arm.load(path), 20)
link, joint, motor = panda.links[1], panda.joints[1], arm.library.get("manutec-r3").motors[0]
timed("replace a robot's name", lambda: [dataclasses.replace(panda, name=str(k)) for k in range(20)], 5)
timed("replace a link's mass", lambda: [dataclasses.replace(link, mass=float(k)) for k in range(500)], 5)
timed("replace a joint's stiffness", lambda: [dataclasses.replace(joint, stiffness=float(k)) for k in range(500)], 5)
timed("replace a motor's ratio", lambda: [dataclasses.replace(motor, ratio=float(k + 1)) for k in range(500)], 5)
q = np.full(7, 0.3)
timed("first inverse dynamics", lambda: arm.compile(panda).inverse_dynamics(q, q, q))
timed("first forward dynamics", lambda: arm.compile(panda).forward_dynamics(q, q, q))


def scenario(kp):
    law = arm.controllers.ComputedTorque(kp=kp, kd=20.0)
    return arm.Scenario(panda, controller=law, q0=[0, 0.1, 0, -1.5, 0, 1.5, 0])

timed("first closed loop", lambda: arm.simulate(scenario(100.0), 0.1))
timed("closed loop with other gains", lambda: arm.simulate(scenario(100.0 + np.random.rand()), 0.1), 20)
gains = {"controller.kp": np.linspace(50, 100, 1000)}
timed("stack of 1000 runs", lambda: arm.simulate(scenario(100.0), 0.1, parameters=gains), 3)
timed("first flexible run", lambda: arm.simulate(arm.library.get("flexrob"), 0.05))
"""
"""Each line of its output has a name and a time [s]."""

Times = dict[str, float]
"""Least time of each row, by its name [ns or ms]."""


def run(checkout: Path, *arguments: str) -> str:
    """Return what Python prints with the sources of a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    return subprocess.run(
        [sys.executable, *arguments], cwd=checkout, env=environment, check=True, capture_output=True, text=True
    ).stdout


def bench(checkout: Path, robot: str) -> Times:
    rows = json.loads(run(checkout, "-c", COMMAND, "bench", robot, "--seconds", "0.7", "--json"))["rows"]
    return {f"{robot}, {row['quantity']}, {kind}": row[kind] for row in rows for kind in ("scalar", "batch", "call")}


def simulation(checkout: Path) -> Times:
    lines = run(checkout, "benchmarks/simulation.py", "--rounds", "3").splitlines()
    return {found[1]: float(found[2]) for line in lines if (found := ROW.match(line))}


def first(checkout: Path) -> Times:
    times = dict[str, float]()
    for line in run(checkout, "-c", FIRST).splitlines():
        name, tab, seconds = line.partition("\t")
        if tab:
            times[name] = float(seconds)
    begun = time.perf_counter()
    run(checkout, "-c", COMMAND, "--help")
    return times | {"armillary --help, with Python": time.perf_counter() - begun}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, help="checkout of the other version")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--robots", nargs="*", default=["panda", "ur5"])
    parser.add_argument("--simulation", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--first", action=argparse.BooleanOptionalAction, default=True)
    given = parser.parse_args()
    versions = (HERE, given.other.resolve())
    least: tuple[Times, Times] = ({}, {})
    measures: list[Callable[[Path], Times]] = [partial(bench, robot=robot) for robot in given.robots]
    measures += [simulation] if given.simulation else []
    measures += [first] if given.first else []
    for k in range(given.rounds):
        for measure in measures:
            # The order alternates, so that neither version always finds the warmer machine.
            for checkout, times in list(zip(versions, least, strict=True))[:: -1 if k % 2 else 1]:
                for name, seconds in measure(checkout).items():
                    times[name] = min(seconds, times.get(name, seconds))
    for name in least[0]:
        if name in least[1]:
            print(f"{name:60s} {least[0][name] / least[1][name]:6.3f}")


if __name__ == "__main__":
    main()
