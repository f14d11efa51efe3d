"""Execution times of a robot's compiled code, of other packages, and the bound set by the multipliers of the CPU.

Contenders are measured in turns (`analysis.timing`). For each quantity:
    scalar   the kernel for one state in a native loop over the states (`timing.state_loop`)
    batch    the kernel for a batch, per state, one thread; small batches are repeated in a native loop
    call     one state from Python, attribute lookup included; with `out=` if the quantity has one result
    bound    multiplications of the batch kernel, with those of sines and cosines, times the time of one (`timing`)
Results of other packages are compared with ours first; a package that disagrees is left out, with a note.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from armillary.analysis.others import OTHERS, Other, UnusableError
from armillary.analysis.timing import (
    MULTIPLIES,
    Contender,
    batch_loop,
    measure,
    multiplications,
    multiply_loop,
    state_loop,
)
from armillary.compiler import compiled
from armillary.compiler.compiled import Compiled
from armillary.compiler.cost import Cost, count
from armillary.compiler.indices import INDICES
from armillary.compiler.llvm.target import cpu, host
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.files.words import shortened
from armillary.formulations.registry import DERIVATIVES, JVPS, PRODUCTS, QUANTITIES, find_quantity
from armillary.multibody import Model
from armillary.multibody.random_states import random_states
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Notes, Part, Text
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

USUAL = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "inverse_dynamics_derivatives")
KNOWN = (*(name for name in QUANTITIES if name not in INDICES), *DERIVATIVES, *PRODUCTS)
"""Quantities with a kernel."""
LEGEND = (
    "scalar: kernel for one state in a native loop; batch: kernel for a batch, per state; call: one call from Python, "
    "with out= if there is one result. bound: multiplications of the batch kernel, sines and cosines included, times "
    "the time of one in a loop of multiplications. flops: after simplification, without sines and cosines."
)
AGREEMENT = 1e-9  # largest relative difference between another package and ours
ENOUGH = 1024  # least number of states of one sample, so that the call from Python is negligible


@dataclass(frozen=True)
class OtherTimes:
    """Times of another package for a quantity: one call, and its loop over a batch per state [ns]."""

    package: str
    function: str
    call: float
    loop: float | None


@dataclass(frozen=True)
class QuantityTimes:
    """The times of one quantity per state [ns]."""

    quantity: str
    formulation: str
    cost: Cost
    multiplications: int
    scalar: float
    batch: float
    call: float
    bound: float
    others: tuple[OtherTimes, ...] = ()

    @property
    def share(self) -> float:
        """Ratio of the bound to the batch time; 1 is the speed of the multipliers."""
        return self.bound / self.batch


@dataclass(frozen=True, eq=False)
class BenchResult(Shown):
    """Times of a robot's quantities, the machine and the model; `left_out` are notes on excluded packages."""

    robot: str
    motors: str
    friction: bool
    cpu: str
    width: int
    states: int
    rows: list[QuantityTimes] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def tables(self) -> list[Part]:
        """Return the times of compiled code and of other packages [ns per state], and the meaning of the columns."""
        cpu = f"CPU {self.cpu}, {self.width} doubles in a vector, batches of {self.states} random states"
        our_heads = columns(
            "quantity", "formulation", "flops>", "scalar>", "batch>", "call>", "multiplies>", "bound>", "of bound>",
            spare=("multiplies", "formulation"),
        )  # fmt: skip
        our_rows = [
            (row.quantity, row.formulation, str(row.cost.flops), f"{row.scalar:.1f}", f"{row.batch:.2f}",
             f"{row.call:.0f}", str(row.multiplications), f"{row.bound:.2f}", f"{row.share:.0%}")
            for row in self.rows
        ]  # fmt: skip
        other_heads = columns(
            "quantity", "package", "function", "loop>", "/ batch>", "call>", "/ call>", spare=("function",)
        )
        other_rows = []
        for row in self.rows:
            for other in row.others:
                loop = (f"{other.loop:.0f}", f"{other.loop / row.batch:.1f}×") if other.loop else ("", "")
                call = (f"{other.call:.0f}", f"{other.call / row.call:.1f}×")
                other_rows.append((row.quantity, other.package, other.function, *loop, *call))
        return [
            Text(cpu),
            Text(),
            Table("", our_heads, our_rows),
            *([Table("", other_heads, other_rows)] if other_rows else []),
            Notes([*(f"left out: {line}" for line in dict.fromkeys(self.left_out)), LEGEND]),
        ]


def bench(
    robot: Robot | Model,
    quantities: Sequence[str] = USUAL,
    *,
    states: int = 1024,
    seconds: float = 1.0,
    width: int | None = None,
    seed: int = 0,
    progress: Callable[[], None] | None = None,
) -> BenchResult:
    """Return the execution times of a robot's compiled code and of the installed other packages.

    Args:
        robot: The robot or its model. Other packages reflect rotors to the joints and model friction differently; for
            a comparison use `arm.model(robot, motors="none", friction=False)`.
        quantities: Names of the quantities to time; default `USUAL`.
        states: Number of random states of a batch; default 1024.
        seconds: Approximate measurement time of each quantity [s]; default 1.
        width: Number of states per vector instruction; default: as `arm.compile` chooses.
        seed: Random seed of the states; default 0.
        progress: Function called `ROUNDS` times for each quantity.
    """
    for name in quantities:
        if name not in KNOWN:
            raise ArgumentError("quantity", shortened(name), f"one of {', '.join(KNOWN)}")
    dyn = compiled.compile(robot, width=width)
    model = dyn.model
    if model.free:
        raise ArgumentError(
            "robot", "a model with free parameters", "one without", "benchmarks/free_parameters.py times them"
        )
    processor = cpu()
    machine = f"{processor.triple.split('-')[0]} ({processor.name})"
    result = BenchResult(model.robot.name, model.motors, model.friction, machine, host(width).width, states)
    random_inputs = random_states(model, states, seed)
    for quantity in quantities:
        kernel, program = dyn.kernel(quantity), dyn.program(quantity)
        arrays = _inputs(quantity, random_inputs)
        outs = [np.empty((states, *array.shape)) for array in kernel.program.outputs]
        others = _others(dyn, quantity, arrays, result.left_out)
        contenders = ours(dyn, quantity, arrays, outs)
        for other in others:
            contenders += other.contenders
        times = measure(contenders, seconds, progress=progress)
        products = multiplications(program, kernel.width)
        row = QuantityTimes(
            quantity,
            program.header.get("formulation", ""),
            count(program),
            products,
            times["scalar"],
            times["batch"],
            times["call"],
            products * times["multiply"] / kernel.width,
            tuple(
                OtherTimes(
                    other.package, other.function, times[f"{other.package} call"], times.get(f"{other.package} loop")
                )
                for other in others
            ),
        )
        result.rows.append(row)
    return result


def _inputs(quantity: str, random_inputs: list[Floats]) -> list[Floats]:
    """Return random inputs: q, qd and qdd or tau, then cotangents or directions of the same shape."""
    q, qd, last = random_inputs
    count = len(find_quantity(quantity, derivatives=True).inputs)
    return [q, qd, last, -last, last[::-1].copy(), qd[::-1].copy()][:count]


def ours(dyn: Compiled, quantity: str, arrays: list[Floats], outs: list[Floats]) -> list[Contender]:
    """Return our contenders for a quantity, and the loop of multiplications."""
    kernel, states = dyn.kernel(quantity), len(arrays[0])
    times = -(-ENOUGH // states)  # rounded up
    return [
        Contender("scalar", state_loop(kernel, [*arrays, *outs], times), times * states),
        Contender("batch", batch_loop(kernel, [*arrays, *outs], times), times * states),
        one_call(dyn, quantity, [array[0] for array in arrays], [out[0] for out in outs]),
        Contender("multiply", multiply_loop(kernel.width), MULTIPLIES),
    ]


def one_call(dyn: Compiled, quantity: str, state: list[Floats], outs: list[Floats]) -> Contender:
    """Return the call for one state as a contender, with `out=` if the quantity has one result."""
    names: dict[str, Any] = {f"x{k}": np.array(part) for k, part in enumerate(state)}
    count = len(JVPS[quantity].inputs) // 2 if quantity in JVPS else len(state)
    directions = [f"({', '.join(list(names)[count:])})"] if quantity in JVPS else []
    arguments = ", ".join([*list(names)[:count], *directions]) + (", out=out" if len(outs) == 1 else "")
    names |= {"f": getattr(dyn, quantity), "out": np.empty(outs[0].shape)}
    return Contender("call", f"f({arguments})", 1, names)


def _others(dyn: Compiled, quantity: str, arrays: list[Floats], left_out: list[str]) -> list[Other]:
    """Return the other packages that agree with ours on a quantity; append notes on the rest to `left_out`."""
    if quantity in PRODUCTS:
        return []
    expected = getattr(dyn, quantity)(*(array[0] for array in arrays))
    expected = np.asarray(expected[0] if isinstance(expected, tuple) else expected)
    agreeing = []
    for package, make in OTHERS.items():
        try:
            other = make(dyn.model, quantity, arrays)
        except UnusableError as reason:
            if f"{package}: {reason}" not in left_out:
                left_out.append(f"{package}: {reason}")
            continue
        if other is None:
            continue
        gap = float(np.abs(other.result() - expected).max() / (np.abs(expected).max() or 1.0))
        if gap <= AGREEMENT:
            agreeing.append(other)
        else:
            left_out.append(f"{package}, {quantity}: computes something else (relative difference {gap:.1e})")
    return agreeing
