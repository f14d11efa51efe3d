"""Robots with everything: all joint kinds, couplings and a free base at once, by all ways to compute their motion.

    python benchmarks/random_robots.py [--robots 100] [--first 0]

Greatest relative errors: of the formulations against each other, of compiled code against the evaluation on floats, of
Pinocchio and MuJoCo, of energy and momenta over 10 s without gravity and friction, of the norms of quaternions. Targets
are in the heading of the table. A robot takes about 20 s of CPU time, most of it to compile.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "oracles")]

from tests import everything  # noqa: E402

TARGETS = {
    "formulations": 1e-10,
    "compiled": 1e-10,
    "Pinocchio": 1e-9,
    "MuJoCo": 1e-10,
    "energy": 1e-12,
    "angular": 1e-12,
    "linear": 1e-12,
    "quaternions": 1e-12,
}


def errors(seed: int) -> list[float]:
    """Return the greatest relative errors of one robot, in the order of `TARGETS`."""
    compared = (everything.formulations, everything.compiled, everything.pinocchio, everything.mujoco)
    return [*(each(seed) for each in compared), *everything.conserved(seed)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--robots", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="seed of the first robot")
    arguments = parser.parse_args()
    print("seed  " + "".join(f"{f'{name} {target:.0e}':>20}" for name, target in TARGETS.items()))
    rows = []
    for seed in range(arguments.first, arguments.first + arguments.robots):
        rows.append(errors(seed))
        marked = zip(rows[-1], TARGETS.values(), strict=True)
        print(
            f"{seed:<6}"
            + "".join(f"{error:>14.1e}{' ok  ' if error <= target else ' MISS':>6}" for error, target in marked),
            flush=True,
        )
    print("worst " + "".join(f"{error:>14.1e}      " for error in np.max(rows, axis=0)))


if __name__ == "__main__":
    main()
