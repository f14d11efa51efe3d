"""The first call with an empty cache, part by part: trace, passes, machine code for one state; memory and operations.

    python benchmarks/cold_compile.py [--joints 10 20 50 100] [--kinds planar tree motortree] [--robots panda …]
                                      [--quantity forward_dynamics | all] [--limit 120]

Each line is a fresh process without a cache; times are CPU times [s], and memory is the growth of the process [MB].
`text` and `LLVM` are the code for one state, and the total is that of a first call with one state. `batch` is the
time for the code of batches, which a first batch takes in place of `text` and `LLVM`. Memory includes both.
Chains are planar, trees random, of revolute and prismatic joints, without motors and with motors on any link. Targets
for forward dynamics: Panda 0.4 s, flexible-3r 1 s, flexible-snake 2 s, a tree of 50 joints 8 s, of 100 joints 25 s.
Derivatives of forward dynamics of long robots are the three programs they are made of.
Targets for each quantity and its derivatives: 15 s and 500 MB for library robots, chains and trees of 50 joints.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from pathlib import Path

import armillary as arm
from armillary.compiler.indices import INDICES
from armillary.formulations.registry import DERIVATIVES, QUANTITIES

TARGETS = {"panda": 0.4, "flexible-3r": 1.0, "flexible-snake": 2.0, "tree-50": 8.0, "tree-100": 25.0}
TARGETS |= {"motortree-50": 8.0, "motortree-100": 25.0}
EACH, MEMORY = 15.0, 500.0
ONE = """
import resource
import time
import numpy as np
import armillary as arm
from armillary.compiler.choose import clearly_ahead, worth_counting
from armillary.compiler.compiled import unrolled
from armillary.compiler.derivatives import trace_derivatives
from armillary.compiler.llvm.assemble import to_object
from armillary.compiler.llvm.emit import emit
from armillary.compiler.llvm.target import host
from armillary.compiler.simplified import raced
from armillary.compiler.trace import trace
from random_robots import random_robot

name, quantity = {name!r}, {quantity!r}
resource.setrlimit(resource.RLIMIT_CPU, ({limit}, resource.RLIM_INFINITY))
kind, _, joints = name.partition("-")
if kind == "planar" and joints.isdigit():
    n = int(joints)
    robot = arm.planar([0.5] * n, [1.0] * n, coms=[0.2] * n, inertias=[0.1] * n)
elif kind in ("tree", "motortree"):
    robot = random_robot(np.random.default_rng(0), int(joints), kinds="RRRP", motors=kind == "motortree")
else:
    robot = arm.library.get(name)
model = arm.model(robot)
host()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
wanted = [quantity]
if quantity == "forward_dynamics_derivatives" and not unrolled(model):
    wanted = ["mass_matrix", "forward_dynamics", "inverse_dynamics_derivatives"]
parts, operations = np.zeros(5), 0
for each in wanted:
    times = [time.process_time()]
    if each.endswith("_derivatives"):
        programs = [trace_derivatives(model, each, None)]
    else:
        programs = [trace(model, each, way) for way in worth_counting(model, each)[0]]
        if model.flexible and each == "forward_dynamics" and len(programs) == 2:
            ahead = clearly_ahead(programs)
            programs = programs if ahead is None else [programs[ahead]]
    times.append(time.process_time())
    _, _, best = raced(programs)
    times.append(time.process_time())
    text = emit(best, host(), "one")
    times.append(time.process_time())
    to_object(text, host())
    times.append(time.process_time())
    to_object(emit(best, host(), "batch"), host())
    times.append(time.process_time())
    parts += np.diff(times)
    operations += best.operations
memory = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
print(parts[:4].sum(), *parts, memory, operations)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--joints", type=int, nargs="*", default=[10, 20, 50, 100], help="joints of chains and trees")
    parser.add_argument("--kinds", nargs="*", default=["tree", "motortree"], choices=["planar", "tree", "motortree"])
    parser.add_argument(
        "--robots", nargs="*", default=["panda", "ur5", "humanoid", "flexible-3r", "flexible-snake"], help="or: all"
    )
    parser.add_argument("--quantity", default="forward_dynamics", help="or: all")
    parser.add_argument("--limit", type=float, default=120.0, help="longest CPU time of a line [s]")
    arguments = parser.parse_args()
    robots = arm.library.names() if arguments.robots == ["all"] else arguments.robots
    trees = [f"{kind}-{n}" for n in arguments.joints for kind in arguments.kinds]
    compiled = [quantity for quantity in QUANTITIES if quantity not in INDICES]
    quantities = [*compiled, *DERIVATIVES] if arguments.quantity == "all" else [arguments.quantity]
    tests = str(Path(__file__).parents[1] / "tests")
    path = os.pathsep.join([tests, *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "ARMILLARY_CACHE": "off", "PYTHONPATH": path}
    for quantity in quantities:
        columns = "".join(f"{column:>8}" for column in ("total", "trace", "passes", "text", "LLVM", "batch"))
        print(f"{quantity:<30}{columns}{'MB':>7}{'operations':>12}")
        for name in (*robots, *trees):
            print(f"{name:<30}{measured(name, quantity, environment, arguments.limit)}", flush=True)


def measured(name: str, quantity: str, environment: dict[str, str], limit: float) -> str:
    """Return the line of a robot and a quantity: times, memory, operations, verdict."""
    command = [sys.executable, "-c", ONE.format(name=name, quantity=quantity, limit=round(limit))]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode == -signal.SIGXCPU:
        return f"stopped after {limit:g} s"
    if done.returncode:
        return (done.stderr.strip().splitlines() or [f"ended with {done.returncode}"])[-1]
    total, *parts, memory, operations = map(float, done.stdout.split())
    target = TARGETS.get(name, EACH) if quantity == "forward_dynamics" else EACH
    met = total <= target and (memory <= MEMORY or quantity == "forward_dynamics")
    shown = "".join(f"{part:8.2f}" for part in (total, *parts))
    return f"{shown}{memory:7.0f}{operations:12.0f}   target {target:g} s: {'met' if met else 'missed'}"


if __name__ == "__main__":
    main()
