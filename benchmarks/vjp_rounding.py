"""Rounding of the VJP of forward dynamics: CPU code with and without fused products against extended precision.

    python benchmarks/vjp_rounding.py [--robots celentano-link panda] [--states 50000]

For each robot: the largest error of a gradient by q, q̇ and τ, relative to the largest entry of that gradient at the
state, and the median of the worst of the three. "apart" is the difference of the two codes: a GPU, which fuses other
products than a CPU does, differs from CPU code by as much. Extended precision is `numpy.longdouble`, which has 64 bits
on x86 processors.
"""

from __future__ import annotations

import argparse
import ctypes
from collections.abc import Callable

import numpy as np

import armillary as arm
from armillary.compiler.llvm.assemble import load_object, to_object
from armillary.compiler.llvm.emit import emit
from armillary.compiler.llvm.target import host
from armillary.compiler.program import Program
from armillary.expr.evaluate import evaluate_nodes, signed
from armillary.multibody.random_states import random_states

PART = 10_000
"""States at a time."""


def compiled(program: Program, fused: bool) -> Callable[[list[np.ndarray]], list[np.ndarray]]:
    """Return native code of a program whose products are fused into sums, or not."""
    target, name = host(1), f"{program.name}_batch"
    text = emit(program, target, "batch")
    library = load_object(to_object(text if fused else text.replace(" contract", ""), target), [name])
    count = len(program.inputs) + len(program.outputs)
    function = ctypes.CFUNCTYPE(None, ctypes.c_int64, *[ctypes.c_void_p] * count)(library[name])

    def run(arrays: list[np.ndarray], library=library) -> list[np.ndarray]:
        found = [np.empty((len(arrays[0]), port.size)) for port in program.outputs]
        function(len(arrays[0]), *(each.ctypes.data for each in (*arrays, *found)))
        return found

    return run


def extended(program: Program, arrays: list[np.ndarray]) -> list[np.ndarray]:
    """Return the outputs in extended precision."""
    columns = {port.name: each.T.astype(np.longdouble) for port, each in zip(program.inputs, arrays, strict=True)}
    values = evaluate_nodes(program.graph, program.order, columns, constant=_number)
    return [
        np.stack([np.broadcast_to(signed(values, ref), len(arrays[0])) for ref in refs], axis=1)
        for refs in program.results
    ]


def _number(value: object) -> np.ndarray:
    return np.asarray(value, dtype=np.longdouble)


def gaps(ours: list[np.ndarray], exact: list[np.ndarray], sizes: list[np.ndarray]) -> np.ndarray:
    """Return the difference of each output and state relative to a size, shape (outputs, states)."""
    pairs = zip(ours, exact, sizes, strict=True)
    return np.array([np.abs(a - b).max(axis=1) / np.where(size, size, 1.0) for a, b, size in pairs], dtype=float)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--robots", nargs="+", default=["celentano-link", "flexrob", "panda", "ur5"])
    parser.add_argument("--states", type=int, default=50_000)
    options = parser.parse_args()
    print(f"{options.states} states: largest error by q, q̇ and τ; median of the worst")
    for name in options.robots:
        dyn = arm.compile(arm.library.get(name))
        program = dyn.program("forward_dynamics_vjp")
        codes = [compiled(program, fused) for fused in (True, False)]
        found: dict[str, list[np.ndarray]] = {"fused": [], "not fused": [], "apart": []}
        for seed in range(-(-options.states // PART)):
            q, qd, tau = random_states(dyn.model, PART, seed=seed)
            arrays = [np.ascontiguousarray(each) for each in (q, qd, tau, qd)]
            exact = extended(program, arrays)
            sizes = [np.abs(each).max(axis=1) for each in exact]
            fused, plain = (code(arrays) for code in codes)
            for key, pair in (("fused", (fused, exact)), ("not fused", (plain, exact)), ("apart", (fused, plain))):
                found[key].append(gaps(*pair, sizes))
        for key, parts in found.items():
            whole = np.concatenate(parts, axis=1)
            largest = ", ".join(f"{each:.1e}" for each in whole.max(axis=1))
            print(f"  {name:<16} {key:<10} {largest}; median {np.median(whole.max(axis=0)):.1e}", flush=True)


if __name__ == "__main__":
    main()
