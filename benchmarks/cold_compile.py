"""Cold compilation part by part: trace, passes, LLVM text, machine code; memory and operations.

    python benchmarks/cold_compile.py [--joints 10 20 50 100] [--robots panda …] [--quantity forward_dynamics]

Each line is a fresh process without a cache; times are CPU times [s]. Trees are random, of revolute and prismatic
joints, without motors and with motors on any link. Targets for forward dynamics: Panda 0.4 s, flexible-3r 1 s,
flexible-snake 2 s, a tree of 50 joints 8 s, of 100 joints 25 s.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

TARGETS = {"panda": 0.4, "flexible-3r": 1.0, "flexible-snake": 2.0, "tree-50": 8.0, "tree-100": 25.0}
ONE = """
import resource
import time
import numpy as np
import armillary as arm
from armillary.compiler.choose import work, worth_counting
from armillary.compiler.cost import count
from armillary.compiler.derivatives import trace_derivatives
from armillary.compiler.llvm.assemble import assembled
from armillary.compiler.llvm.emit import emit
from armillary.compiler.llvm.target import host
from armillary.compiler.simplified import counted
from armillary.compiler.trace import trace
from random_robots import random_robot

name, quantity = {name!r}, {quantity!r}
kind, _, joints = name.partition("-")
if kind in ("tree", "motortree"):
    robot = random_robot(np.random.default_rng(0), int(joints), kinds="RRRP", motors=kind == "motortree")
else:
    robot = arm.library.get(name)
model, times = arm.model(robot), [time.process_time()]
if quantity.endswith("_derivatives"):
    programs = [trace_derivatives(model, quantity, None)]
else:
    programs = [trace(model, quantity, way) for way in worth_counting(model, quantity)[0]]
times.append(time.process_time())
costs, simplified = counted(programs, raced=True)
times.append(time.process_time())
best = min(simplified, key=lambda program: work(count(program)))
text = emit(best, host())
times.append(time.process_time())
assembled(text, host())
times.append(time.process_time())
parts = [b - a for a, b in zip(times, times[1:])]
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(sum(parts), *parts, memory, best.operations)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--joints", type=int, nargs="*", default=[10, 20, 50, 100], help="joints of the trees")
    parser.add_argument("--robots", nargs="*", default=["panda", "ur5", "humanoid", "flexible-3r", "flexible-snake"])
    parser.add_argument("--quantity", default="forward_dynamics")
    arguments = parser.parse_args()
    trees = [f"{kind}-{n}" for n in arguments.joints for kind in ("tree", "motortree")]
    tests = str(Path(__file__).parents[1] / "tests")
    path = os.pathsep.join([tests, *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "ARMILLARY_CACHE": "off", "PYTHONPATH": path}
    print(
        f"{arguments.quantity:<20}{'total':>8}{'trace':>8}{'passes':>8}{'text':>8}{'LLVM':>8}{'MB':>7}{'operations':>12}"
    )
    for name in (*arguments.robots, *trees):
        code = ONE.format(name=name, quantity=arguments.quantity)
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        total, *parts, memory, operations = map(float, done.stdout.split())
        target = TARGETS.get(name) if arguments.quantity == "forward_dynamics" else None
        verdict = "" if target is None else f"   target {target:g} s: {'met' if total <= target else 'missed'}"
        shown = "".join(f"{part:8.2f}" for part in (total, *parts))
        print(f"{name:<20}{shown}{memory:7.0f}{operations:12.0f}{verdict}", flush=True)


if __name__ == "__main__":
    main()
