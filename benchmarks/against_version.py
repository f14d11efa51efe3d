"""Two versions of Armillary side by side: `armillary bench` and benchmarks/simulation.py, as ratios of times.

    python benchmarks/against_version.py OTHER [--rounds 3] [--robots panda ur5] [--no-simulation]

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
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
COMMAND = "from armillary.cli import main; main()"
ROW = re.compile(r"^  (ours, .+?|dop853, .+?|gauss3, .+?|rosenbrock, .+?) {2,}([\d.]+) ms")

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, help="checkout of the other version")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--robots", nargs="*", default=["panda", "ur5"])
    parser.add_argument("--simulation", action=argparse.BooleanOptionalAction, default=True)
    given = parser.parse_args()
    versions = (HERE, given.other.resolve())
    least: tuple[Times, Times] = ({}, {})
    for _ in range(given.rounds):
        for robot in [*given.robots, *([None] if given.simulation else [])]:
            for checkout, times in zip(versions, least, strict=True):
                for name, time in (bench(checkout, robot) if robot else simulation(checkout)).items():
                    times[name] = min(time, times.get(name, time))
    for name in least[0]:
        if name in least[1]:
            print(f"{name:60s} {least[0][name] / least[1][name]:6.3f}")


if __name__ == "__main__":
    main()
