"""How long the first call takes: from an empty cache, from a full one, and for long chains.

    python benchmarks/compile_times.py [--links 10 20 50 100]

Each figure is CPU time in a fresh process. Cold counts from `import armillary` and the robot on, with the modules that
are imported when first used; warm is given so too, and after these are imported. Targets: inverse dynamics cold 0.5 s,
warm after import 0.05 s; a planar chain of 100 links 15 s.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import tempfile

FIRST_CALL = """
import time
import numpy as np
import armillary as arm
robot = {robot}
{before}
start = time.process_time()
dyn = arm.compile(robot)
state = np.zeros({n}), np.zeros({n}), np.zeros({n})
dyn.{quantity}(*state)
print(time.process_time() - start)
"""
NUMBERS = "np.random.default_rng(0).uniform(0.5, 1.5, (4, {n})) * [[1], [1], [0.5], [0.1]]"
CHAIN = f"arm.planar(**dict(zip(('lengths', 'masses', 'coms', 'inertias'), {NUMBERS})))"
IMPORTED = "arm.compile; import llvmlite.binding"


def first_call(cache: str, robot: str, n: int, quantity: str, before: str = "") -> float:
    """Return the CPU time of the first call [s] in a new process."""
    code = FIRST_CALL.format(robot=robot, n=n, quantity=quantity, before=before)
    environment = {**os.environ, "ARMILLARY_CACHE": cache}
    return float(subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True).stdout)


def verdict(value: float, target: float) -> str:
    return "" if math.isinf(target) else "ok" if value <= target else f"MISS ({target:g} s)"


def library_robots(robots: list[str], repetitions: int = 5) -> None:
    import armillary as arm

    for name in robots:
        n = arm.evaluate(arm.library.get(name)).model.nv
        robot = f'arm.library.get("{name}")'
        for quantity in ("inverse_dynamics", "forward_dynamics"):
            cold, warm, loaded = [], [], []
            for _ in range(repetitions):
                with tempfile.TemporaryDirectory() as cache:
                    cold.append(first_call(cache, robot, n, quantity))
                    warm.append(first_call(cache, robot, n, quantity))
                    loaded.append(first_call(cache, robot, n, quantity, IMPORTED))
            aims = (0.5, 0.05) if quantity == "inverse_dynamics" else (math.inf, math.inf)
            print(
                f"{name:<6} {quantity:<17} cold {min(cold):.3f} s {verdict(min(cold), aims[0]):<4} "
                f"warm {min(warm):.3f} s, after import {min(loaded):.3f} s {verdict(min(loaded), aims[1])}",
                flush=True,
            )


def chains(links: list[int]) -> None:
    before = None
    for n in links:
        with tempfile.TemporaryDirectory() as cache:
            cold = first_call(cache, CHAIN.format(n=n), n, "forward_dynamics")
            warm = first_call(cache, CHAIN.format(n=n), n, "forward_dynamics")
        growth = f"grows as n^{math.log(cold / before[1]) / math.log(n / before[0]):.2f}" if before else ""
        print(
            f"planar chain, n = {n:<4} cold {cold:6.2f} s {verdict(cold, 15.0)}   warm {warm:.3f} s   {growth}",
            flush=True,
        )
        before = n, cold


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--robots", nargs="+", default=["panda", "ur5"])
    parser.add_argument("--links", nargs="+", type=int, default=[10, 20, 50, 100])
    arguments = parser.parse_args()
    print("CPU time of the first call, motors full, friction included; least of five for the robots")
    library_robots(arguments.robots)
    print("forward dynamics of random planar chains")
    chains(arguments.links)


if __name__ == "__main__":
    main()
