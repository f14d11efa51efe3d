"""Single against double precision on a CPU: errors, and time per state of batches called from Python.

python benchmarks/precision.py [--parts errors times] [--robots all] [--quantities …] [--states 100000]

errors    median and largest error of a state, relative to its largest entry: the table of the documentation
times     ns per state of 2,000 states in rows and in columns, and their ratios, measured in turns
"""

from __future__ import annotations

import argparse

import numpy as np

import armillary as arm
from armillary.analysis.timing import Contender, measure
from armillary.multibody.random_states import random_states

QUANTITIES = (
    "inverse_dynamics", "forward_dynamics", "mass_matrix", "jacobian", "inverse_dynamics_derivatives",
    "forward_dynamics_vjp",
)  # fmt: skip
DTYPES = ("float64", "float32")
PART = 10_000
"""States compared at a time."""
TIMED = 2_000
FEW = 100
"""States that are drawn; random poses of long robots take milliseconds."""


def called(dyn, quantity: str, states: list[np.ndarray]) -> tuple[np.ndarray, ...]:
    """Return the outputs of a quantity; the cotangent of a product is the last argument."""
    count = len(dyn.kernel(quantity).program.inputs)
    results = getattr(dyn, quantity)(*[*states, states[1]][:count])
    return results if isinstance(results, tuple) else (results,)


def states_of(model, count: int, seed: int) -> list[np.ndarray]:
    """Return random states in single precision: entries of `FEW` states in new combinations."""
    rng, few = np.random.default_rng(seed), random_states(model, FEW, seed=seed)
    states = []
    for array in few:
        rows = rng.integers(FEW, size=(count, array.shape[1]))
        if array.shape[1] != model.nv:  # quaternions stay together
            rows[:] = rows[:, :1]
        states.append(np.take_along_axis(array, rows, axis=0).astype(np.float32))
    return states


def error(dyn, quantity: str, states: int) -> str:
    """Return the median and the largest error."""
    double, single = dyn
    errors = []
    for seed, first in enumerate(range(0, states, PART)):
        given = states_of(double.model, min(PART, states - first), seed)
        of_state = []
        for a, b in zip(called(single, quantity, given), called(double, quantity, given), strict=True):
            found, right = (np.asarray(each, dtype=float).reshape(len(b), -1) for each in (a, b))
            size = np.abs(right).max(axis=1)
            of_state.append(np.abs(found - right).max(axis=1) / np.where(size, size, 1.0))
        errors.append(np.max(of_state, axis=0))
    every = np.concatenate(errors)
    return f"{np.median(every):.0e}, {every.max():.0e}".replace("e-0", "e-")


def print_errors(options: argparse.Namespace) -> None:
    print(f"{options.states} states, error of a state relative to its largest entry: median, largest")
    print("| robot | " + " | ".join(name.replace("_", " ") for name in options.quantities) + " |")
    print("|---" * (1 + len(options.quantities)) + "|", flush=True)
    for name in options.robots:
        pair = [arm.compile(arm.library.get(name), dtype=dtype) for dtype in DTYPES]
        cells = [error(pair, quantity, options.states) for quantity in options.quantities]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def print_times(options: argparse.Namespace) -> None:
    for name in options.robots:
        for quantity in options.quantities:
            contenders = []
            for dtype in DTYPES:
                dyn = arm.compile(arm.library.get(name), dtype=dtype)
                count = len(dyn.kernel(quantity).program.inputs)
                states = states_of(dyn.model, TIMED, 0)
                for order in ("C", "F"):
                    given = [np.asarray(each, dtype, order=order) for each in [*states, states[1]][:count]]
                    out = getattr(dyn, quantity)(*given)
                    call = {"f": getattr(dyn, quantity), "given": given, "out": out}
                    contenders.append(Contender(f"{dtype} {order}", "f(*given, out=out)", TIMED, call))
            times = measure(contenders, options.seconds)
            parts = []
            for order, words in (("C", "rows"), ("F", "columns")):
                double, single = (times[f"{dtype} {order}"] for dtype in DTYPES)
                parts.append(f"{words} {double:7.2f} {single:7.2f} ns, ratio {single / double:.2f}")
            print(f"{name:<16} {quantity:<30} " + "; ".join(parts), flush=True)


def main() -> None:
    parts = {"errors": print_errors, "times": print_times}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", nargs="+", choices=parts, default=list(parts))
    parser.add_argument("--robots", nargs="+", default=["panda", "ur5"])
    parser.add_argument("--quantities", nargs="+", default=list(QUANTITIES))
    parser.add_argument("--states", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=2.0)
    options = parser.parse_args()
    if options.robots == ["all"]:
        options.robots = list(arm.library.names())
    for part in options.parts:
        parts[part](options)


if __name__ == "__main__":
    main()
