"""Robots with everything: all joint kinds, couplings and a free base at once, by all ways to compute their motion.

    python benchmarks/all_joints.py [--robots 100] [--first 0] [--only formulations compiled packages conserved]

Greatest relative errors: of the formulations against each other, of compiled code against the evaluation on floats, of
Pinocchio and MuJoCo, of energy and momenta over 10 s without gravity and friction, of the norms of quaternions. The
heading of the table has the targets. A robot takes about 25 s of CPU time, most of it to compile.
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
    "formulations": {"formulations": 1e-10},
    "compiled": {"compiled": 1e-10},
    "packages": {"Pinocchio": 1e-9, "MuJoCo": 1e-10},
    "conserved": dict.fromkeys(("energy", "angular", "linear", "quaternions"), 1e-12),
}
"""Comparison → its columns with their targets."""
COMPARED = {
    "formulations": lambda seed: [everything.formulations(seed)],
    "compiled": lambda seed: [everything.compiled(seed)],
    "packages": lambda seed: [everything.pinocchio(seed), everything.mujoco(seed)],
    "conserved": everything.conserved,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--robots", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="seed of the first robot")
    parser.add_argument("--only", nargs="+", choices=COMPARED, default=list(COMPARED))
    arguments = parser.parse_args()
    targets = {name: target for each in arguments.only for name, target in TARGETS[each].items()}
    print("seed  " + "".join(f"{f'{name} {target:.0e}':>20}" for name, target in targets.items()))
    rows = []
    for seed in range(arguments.first, arguments.first + arguments.robots):
        rows.append([error for each in arguments.only for error in COMPARED[each](seed)])
        verdicts = (
            " ok  " if error <= target else " MISS" for error, target in zip(rows[-1], targets.values(), strict=True)
        )
        cells = zip(rows[-1], verdicts, strict=True)
        print(f"{seed:<6}" + "".join(f"{error:>15.1e}{verdict}" for error, verdict in cells), flush=True)
    print("worst " + "".join(f"{error:>15.1e}     " for error in np.max(rows, axis=0)))


if __name__ == "__main__":
    main()
