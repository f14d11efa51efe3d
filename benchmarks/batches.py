"""Batches in rows and in columns, of any size, called from Python: ns per state and their ratios.

    python benchmarks/batches.py [--seconds 2] [--robots panda ur5] [--states 1000 1024]

"rows" and "columns" are arrays in C and in Fortran order with `out=` in the same order; "turned" are columns that the
user copies into rows, and results back. All are measured in turns, in one thread.
"""

from __future__ import annotations

import argparse

import numpy as np

import armillary as arm
from armillary.analysis.timing import Contender, measure

QUANTITIES = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "inverse_dynamics_derivatives")


def row(name: str, quantity: str, states: int, seconds: float) -> None:
    dyn, rng = arm.compile(arm.library.get(name)), np.random.default_rng(0)
    inputs = dyn.kernel(quantity).program.inputs
    rows = [rng.normal(size=(states, port.size)) for port in inputs]
    columns = [np.asfortranarray(array) for array in rows]
    out = getattr(dyn, quantity)(*rows)
    several = isinstance(out, tuple)
    turned_out = tuple(map(np.asfortranarray, out)) if several else np.asfortranarray(out)
    getattr(dyn, quantity)(*columns)
    function = getattr(dyn, quantity)

    def turned() -> None:
        results = function(*map(np.ascontiguousarray, columns))
        for result in results if several else (results,):
            np.asfortranarray(result)

    contenders = [
        Contender("rows", lambda: function(*rows, out=out), states),
        Contender("columns", lambda: function(*columns, out=turned_out), states),
        Contender("turned", turned, states),
    ]
    times = measure(contenders, seconds)
    ratios = " ".join(f"{other}/columns {times[other] / times['columns']:5.2f}" for other in ("rows", "turned"))
    listed = " ".join(f"{key} {value:7.2f}" for key, value in times.items())
    print(f"{name:<10} {quantity:<30} {states:>6} states: {listed} ns per state; {ratios}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--robots", nargs="+", default=["panda", "ur5"])
    parser.add_argument("--states", nargs="+", type=int, default=[1000, 1024])
    asked = parser.parse_args()
    for name in asked.robots:
        for quantity in QUANTITIES:
            for states in asked.states:
                row(name, quantity, states, asked.seconds)


if __name__ == "__main__":
    main()
