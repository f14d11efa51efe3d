"""Numbers of GPUs: double precision against CPU code, single against double.

    python benchmarks/gpu/precision.py [--parts equal precision] [--robots panda flexrob] [--quantities …]
                                       [--states 100000]

    equal     the largest difference of a state from CPU code, relative to its largest entry, in both precisions
    precision single precision against double, both on the device: the table of docs/native-code/gpu.md
"all" stands for all robots of the library, or all quantities with their derivatives and VJPs.
"""

from __future__ import annotations

import argparse
import os
import time

import numpy as np
from on_device import DTYPES, FEW, called, chosen, many

import armillary as arm
from armillary.multibody.random_states import random_states

TARGET = {"float32": 1e-3, "float64": 1e-13}
PART = 100_000
"""States compared at a time."""


def equal(options: argparse.Namespace) -> None:
    """Compare with CPU code."""
    print(f"largest relative difference from CPU code, {options.states} states")
    for name in options.robots:
        cpu = arm.compile(arm.library.get(name), threads=os.cpu_count() or 1)
        states = many(cpu.model, options.states, seed=1)
        for dtype in DTYPES:
            gpu = arm.compile(arm.library.get(name), device="cuda", dtype=dtype)
            for quantity in options.quantities:
                start = time.perf_counter()
                try:
                    given = [each.astype(dtype).astype(float) for each in states]
                    worst, usual = compared(cpu, gpu, quantity, given)
                except Exception as error:
                    print(f"  {name:<16} {quantity:<30} {dtype} {type(error).__name__}: {error}"[:300], flush=True)
                    continue
                verdict = "ok" if worst <= TARGET[dtype] else "MISS"
                seconds = time.perf_counter() - start
                figures = gpu.kernel(quantity).module().resources()
                print(
                    f"  {name:<16} {quantity:<30} {dtype} worst {worst:.1e} median {usual:.1e} {verdict:<5}"
                    f"{figures['registers']:>4} registers {figures['local']:>6} B local {seconds:6.2f} s", flush=True,
                )  # fmt: skip


def compared(cpu, gpu, quantity: str, states: list[np.ndarray]) -> tuple[float, float]:
    """Return the largest and the median difference of states, some at a time."""
    gaps = []
    for first in range(0, len(states[0]), PART):
        part = [each[first : first + PART] for each in states]
        gaps.append(errors(called(gpu, quantity, part), called(cpu, quantity, part)))
    together = np.concatenate(gaps)
    return float(np.max(together)), float(np.median(together))


def errors(ours: tuple, theirs: tuple) -> np.ndarray:
    """Return the difference of each state relative to its largest entry."""
    gaps = []
    for a, b in zip(ours, theirs, strict=True):
        flat = [np.asarray(each, dtype=float).reshape(len(b), -1) for each in (a, b)]
        size = np.abs(flat[1]).max(axis=1)
        gaps.append(np.abs(flat[0] - flat[1]).max(axis=1) / np.where(size, size, 1.0))
    return np.max(gaps, axis=0)


def precision(options: argparse.Namespace) -> None:
    """Print the error of single precision as a table: the median and the largest of all states."""
    import torch

    print(f"{options.states} states, error of a state relative to its largest entry: median, largest")
    print("| robot | " + " | ".join(name.replace("_", " ") for name in options.quantities) + " |")
    print("|---" * (1 + len(options.quantities)) + "|", flush=True)
    for name in options.robots:
        model = arm.model(arm.library.get(name))
        single, double = (arm.compile(model, device="cuda", dtype=dtype) for dtype in DTYPES)
        cells = []
        for quantity in options.quantities:
            try:
                gaps = torch.cat(
                    [precision_of(single, double, quantity, part) for part in parts(model, options.states)]
                )
                cells.append(f"{float(gaps.median()):.0e}, {float(gaps.max()):.0e}")
            except Exception as error:
                cells.append(f"{type(error).__name__}: {error}"[:80])
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def parts(model, states: int):
    """Yield random states in single precision on the device, some at a time, drawn as `many` does."""
    import torch

    generator = torch.Generator("cuda").manual_seed(1)
    few = [torch.tensor(each, dtype=torch.float32, device="cuda") for each in random_states(model, FEW, seed=1)]
    for first in range(0, states, PART):
        count = min(PART, states - first)
        rows = [torch.randint(FEW, (count, each.shape[1]), generator=generator, device="cuda") for each in few]
        if model.nq != model.nv:
            rows[0] = rows[0][:, :1].expand_as(rows[0])
        yield [torch.gather(each, 0, row) for each, row in zip(few, rows, strict=True)]


def precision_of(single, double, quantity: str, states: list):
    """Return the error of each state, a tensor."""
    import torch

    ours, wanted = called(single, quantity, states), called(double, quantity, [each.double() for each in states])
    gaps = []
    for a, b in zip(ours, wanted, strict=True):
        size = b.abs().flatten(1).amax(1)
        gaps.append((a.double() - b).abs().flatten(1).amax(1) / torch.where(size > 0, size, 1.0))
    return torch.stack(gaps).amax(0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--states", type=int, default=100_000)
    chosen(parser, {"equal": equal, "precision": precision})
