"""The LLVM back end alone: every vector width of this CPU, and what it costs to make a kernel.

    python benchmarks/kernels.py [--seconds 1] [--robots panda ur5]

For each robot, quantity and width: ns per state of the kernel for one state and of a batch, the bound
(multiplications of the batch kernel over lanes, at the rate of a loop of multiplications in the same run),
Pinocchio's own loop over the batch beside it where it has one, and the CPU time to write the IR for one state
and for a batch, to make object code of it and to load that. One thread; contenders take turns and keep their
least times.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import armillary as arm
from armillary.analysis.others import pinocchio
from armillary.analysis.timing import (
    MULTIPLIES,
    Contender,
    batch_loop,
    measure,
    multiplications,
    multiply_loop,
    state_loop,
)
from armillary.compiler.kernel import Kernel
from armillary.compiler.llvm.assemble import to_object
from armillary.compiler.llvm.emit import emit
from armillary.compiler.llvm.target import WIDTHS, cpu, host
from armillary.compiler.passes import optimise
from armillary.compiler.program import Program
from armillary.compiler.trace import trace
from armillary.multibody.random_states import random_configuration

QUANTITIES = (
    ("inverse_dynamics", "newton_euler"),
    ("mass_matrix", "composite_body"),
    ("forward_dynamics", "composite_body"),
)
STATES = 1024


def made(program: Program, width: int) -> tuple[Kernel, list[float]]:
    """Return a kernel and the CPU time [ms] to write, compile and load it."""
    marks = [time.process_time()]
    texts = {kind: emit(program, host(width), kind) for kind in ("one", "batch")}
    marks.append(time.process_time())
    images = {kind: to_object(text, host(width)) for kind, text in texts.items()}
    marks.append(time.process_time())
    kernel = Kernel(program, width, images.__getitem__)
    _ = kernel.address_one, kernel.address_batch  # loads the code
    marks.append(time.process_time())
    return kernel, list(1e3 * np.diff(marks))


def row(name: str, quantity: str, formulation: str, seconds: float) -> None:
    model = arm.model(arm.library.get(name), motors="none", friction=False)
    program = optimise(trace(model, quantity, formulation))
    rng = np.random.default_rng(0)
    q = np.array([random_configuration(model, rng) for _ in range(STATES)])
    arrays = [q if about.name == "q" else rng.normal(size=(STATES, about.size)) for about in program.inputs]
    outs = [np.empty((STATES, *about.shape)) for about in program.outputs]
    widths = [width for width in reversed(WIDTHS) if width <= cpu().width]
    kernels = {width: made(program, width) for width in widths}
    other = pinocchio(model, quantity, arrays)
    contenders = [each for each in other.contenders if "loop" in each.name] if other else []
    for width, (kernel, _) in kernels.items():
        contenders.append(Contender(f"one {width}", state_loop(kernel, [*arrays, *outs], 20), 20 * STATES))
        contenders.append(Contender(f"batch {width}", batch_loop(kernel, [*arrays, *outs], 20), 20 * STATES))
        contenders.append(Contender(f"multiply {width}", multiply_loop(width), MULTIPLIES))
    times = measure(contenders, seconds)
    loop = times.get("Pinocchio loop")
    print(f"\n{name} {quantity}, {formulation}" + (f"; Pinocchio's loop {loop:.0f} ns" if loop else ""))
    for width, (_, costs) in kernels.items():
        batch, bound = times[f"batch {width}"], multiplications(program, width) * times[f"multiply {width}"] / width
        ratio = f"  {loop / batch:5.1f}× Pinocchio" if loop else ""
        making = " + ".join(f"{cost:.1f}" for cost in costs)
        print(
            f"  {width} lanes: one {times[f'one {width}']:6.1f} ns  batch {batch:6.2f} ns  bound {bound:6.2f} ns "
            f"({bound / batch:4.0%}){ratio}  made in {making} ms"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each robot and quantity")
    parser.add_argument("--robots", nargs="+", default=["panda", "ur5"])
    arguments = parser.parse_args()
    print(f"{cpu().name}, {cpu().width} doubles in a vector")
    for name in arguments.robots:
        for quantity, formulation in QUANTITIES:
            row(name, quantity, formulation, arguments.seconds)


if __name__ == "__main__":
    main()
