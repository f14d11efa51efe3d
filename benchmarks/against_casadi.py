"""Our kernels against C that CasADi generates from Pinocchio's recursions, compiled by gcc -O3 -march=native.

    python benchmarks/against_casadi.py [--seconds 3]

Needs casadi (the extra `bench`) and gcc. Both sides are called from the same kind of loop in C, ours by a pointer to
the kernel for one state; a batch of ours is compared with the quicker of that loop and CasADi's `map`, which makes
a loop of its own. Numbers must agree to 1e-9 before anything is timed. One thread; contenders take turns, least times.
"""

from __future__ import annotations

import argparse
import ctypes
import subprocess
import tempfile
from functools import partial
from pathlib import Path

import casadi as ca
import numpy as np
from casadi_recursions import compile_c, functions

import armillary as arm
from armillary.analysis.timing import Contender, batch_loop, measure
from armillary.compiler.llvm.target import cpu
from armillary.multibody.random_states import random_state

STATES = 1024
TARGETS = {"scalar": 2.0, "batch": 8.0}


def pointers(*arrays: np.ndarray) -> list[ctypes.c_void_p]:
    return [ctypes.c_void_p(array.ctypes.data) for array in arrays]


def compare(robot: str, seconds: float, folder: Path) -> None:
    description = arm.library.get(robot)
    model = arm.model(description, motors="none", friction=False)
    dyn = arm.compile(arm.model(description, motors="none", friction=False))
    rng = np.random.default_rng(0)
    states = [np.array(column) for column in zip(*(random_state(model, rng) for _ in range(STATES)), strict=True)]
    for quantity, function in functions(model).items():
        library = compile_c(function, STATES, folder)
        kernel = dyn.kernel(quantity)
        ours = [np.empty((STATES, *array.shape)) for array in kernel.program.outputs]
        theirs = [np.empty((STATES, function.nnz_out(0))) for _ in range(2)]
        loop = partial(getattr(library, f"{quantity}_loop"), ctypes.c_long(STATES), *pointers(*states, *theirs))
        once = partial(getattr(library, f"{quantity}_once"), *pointers(*states, *theirs))
        places = pointers(*states, *ours, *([ours[0]] if len(ours) == 1 else []))
        address = ctypes.c_void_p(kernel.address_one)
        scalar = partial(getattr(library, f"{quantity}_ours"), ctypes.c_long(STATES), address, *places)
        batch = batch_loop(kernel, [*states, *ours])
        for run_theirs in (loop, once):
            for run_ours in (scalar, batch):
                check(run_ours, run_theirs, ours, theirs)
        named = {"scalar": scalar, "batch": batch, "C": loop, "map": once}
        times = measure([Contender(name, run, STATES) for name, run in named.items()], seconds)
        print(line(robot, function, times), flush=True)


def line(robot: str, function: ca.Function, times: dict[str, float]) -> str:
    scalar, batch = times["C"] / times["scalar"], min(times["C"], times["map"]) / times["batch"]
    theirs = f"{function.n_instructions():>6} {times['C']:>8.1f} {times['map']:>8.1f}"
    ours = f"{times['scalar']:>8.1f} {scalar:>6.2f}× {met(scalar, 'scalar')} {times['batch']:>8.2f} {batch:>6.1f}×"
    return f"{robot:<6} {function.name():<29} {theirs} {ours} {met(batch, 'batch')}"


def check(run_ours, run_theirs, ours: list[np.ndarray], theirs: list[np.ndarray]) -> None:
    """Stop unless both give the same numbers."""
    for array in (*ours, *theirs):
        array.fill(np.nan)
    run_ours()
    run_theirs()
    for mine, other in zip(ours, theirs, strict=False):
        other = other.reshape(mine.shape)
        other = other.swapaxes(1, 2) if mine.ndim == 3 else other  # CasADi's matrices run column by column
        gap = np.abs(mine - other).reshape(STATES, -1).max(axis=1) / np.abs(mine).reshape(STATES, -1).max(axis=1)
        if not gap.max() <= 1e-9:
            raise SystemExit(f"results differ by {gap.max():.1e}")


def met(ratio: float, kind: str) -> str:
    return "ok  " if ratio >= TARGETS[kind] else "MISS"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="for each quantity")
    parser.add_argument("--robots", nargs="+", default=["panda", "ur5"])
    arguments = parser.parse_args()
    gcc = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True, check=True).stdout.strip()
    host = cpu()
    print(f"casadi {ca.__version__}, gcc {gcc} -O3 -march=native, CPU {host.name}, {host.width} doubles in a vector")
    print(f"ns per state, one thread, {STATES} states; targets: scalar {TARGETS['scalar']}×, batch {TARGETS['batch']}×")
    print(f"{'':36} {'CasADi':>6} {'C loop':>8} {'map':>8} {'scalar':>8} {'ratio':>7}      {'batch':>8} {'ratio':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for robot in arguments.robots:
            place = Path(folder) / robot
            place.mkdir()
            compare(robot, arguments.seconds, place)


if __name__ == "__main__":
    main()
