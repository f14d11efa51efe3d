"""Every kernel against the float reference on random states.

    python benchmarks/accuracy.py [--states 10000] [--seconds 60] [--robots panda ur5]

For each state the largest difference relative to the largest entry; the target is 1e-12. The reference takes a
millisecond a state and more, so it is spread over all cores and cut to as many states as fit into --seconds for each
quantity; the table says how many were used.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time

import numpy as np

import armillary as arm
from armillary.analysis.bench import KNOWN
from armillary.multibody.random_states import random_state

TARGET = 1e-12
Work = tuple[str, str, list[np.ndarray]]


def expected(work: Work) -> list[np.ndarray]:
    """Return a quantity of a robot by the reference, a list of arrays with a row for each state."""
    robot, quantity, states = work
    result = getattr(arm.evaluate(arm.library.get(robot)), quantity)(*states)
    return list(result) if isinstance(result, tuple) else [result]


def compare(robot: str, quantity: str, states: list[np.ndarray], seconds: float, pool) -> None:
    dyn = arm.compile(arm.library.get(robot))
    inputs = states[: len(dyn.kernel(quantity).program.inputs)]
    start = time.perf_counter()
    expected((robot, quantity, [array[:5] for array in inputs]))
    each = (time.perf_counter() - start) / 5 / os.cpu_count()
    count = int(min(len(states[0]), max(seconds / each, 20)))
    parts = [[array[k:count:64] for array in inputs] for k in range(min(64, count))]
    results = pool.map(expected, [(robot, quantity, part) for part in parts], chunksize=1)
    worst = 0.0
    for part, reference in zip(parts, results, strict=True):
        found = getattr(dyn, quantity)(*part)
        for ours, theirs in zip(found if isinstance(found, tuple) else [found], reference, strict=True):
            gap = np.abs(ours - theirs).reshape(len(part[0]), -1).max(axis=1)
            size = np.abs(theirs).reshape(len(part[0]), -1).max(axis=1)
            worst = max(worst, float((gap / np.where(size, size, 1.0)).max()))
    used = dyn.formulations.get(quantity, "")
    verdict = "ok" if worst <= TARGET else "MISS"
    print(f"{robot:<6} {quantity:<29} {used:<18} {count:>6} states  {worst:.1e} {verdict}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--states", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each quantity")
    parser.add_argument("--robots", nargs="+", default=["panda", "ur5"])
    parser.add_argument("--quantities", nargs="+", default=list(KNOWN))
    arguments = parser.parse_args()
    print(f"largest relative difference from arm.evaluate, motors full, friction included; target {TARGET:.0e}")
    with multiprocessing.Pool() as pool:
        for robot in arguments.robots:
            rng, model = np.random.default_rng(0), arm.evaluate(arm.library.get(robot)).model
            drawn = (random_state(model, rng) for _ in range(arguments.states))
            states = [np.array(column) for column in zip(*drawn, strict=True)]
            for quantity in arguments.quantities:
                compare(robot, quantity, states, arguments.seconds, pool)


if __name__ == "__main__":
    main()
