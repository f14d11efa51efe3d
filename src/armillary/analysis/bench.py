"""How fast the compiled code of a robot is, and beside what: other packages, and the multipliers of the CPU.

Measured in one run, contenders taking turns (`analysis.timing`), for each quantity:
    scalar   the kernel for one state, run over the states by a loop in native code (`loops.state_loop`)
    batch    the kernel for a batch, per state, one thread, in a native loop too if the batch is small
    call     one state from Python, loop and look-up of names included, with `out` given unless it has several results
    bound    multiplications of the batch kernel, those of sines and cosines among them, times what one takes (`loops`)
Others must give the same numbers first; one that does not is left out, and the result says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from armillary.analysis.loops import MULTIPLIES, batch_loop, multiplications, multiply_loop, state_loop
from armillary.analysis.others import OTHERS, Other, UnusableError
from armillary.analysis.states import random_state
from armillary.analysis.timing import Contender, measure
from armillary.compiler import compiled
from armillary.compiler.compiled import Compiled
from armillary.compiler.cost import Cost, count
from armillary.compiler.indices import INDICES
from armillary.compiler.llvm.target import cpu, host
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.formulations.registry import DERIVATIVES, QUANTITIES
from armillary.multibody import Model
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Part
from armillary.tables.shown import Shown

USUAL = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "inverse_dynamics_derivatives")
KNOWN = (*(name for name in QUANTITIES if name not in INDICES), *DERIVATIVES)
"""Quantities that have a kernel."""

AGREEMENT = 1e-9
ENOUGH = 1024
"""States after which the way from Python into native code does not count."""


@dataclass(frozen=True)
class OtherTimes:
    """What another package takes for a quantity [ns], a loop over a batch per state."""

    package: str
    function: str
    call: float
    loop: float | None


@dataclass(frozen=True)
class Row:
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
        """The bound as a share of the time in a batch; 1 is as fast as the multipliers can be."""
        return self.bound / self.batch


@dataclass(frozen=True)
class BenchResult(Shown):
    """What was measured, and for what machine and model."""

    robot: str
    motors: str
    friction: bool
    cpu: str
    width: int
    states: int
    rows: list[Row] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def tables(self) -> list[Part]:
        """Return times of compiled code, and those of other packages."""
        from armillary.analysis.tables import bench_tables

        return bench_tables(self)


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
    """Time the compiled code of a robot, and what else is installed.

    Args:
        robot: The robot, or its model. Other packages reflect rotors to the joints and have none of our friction:
            compare with them by `arm.model(robot, motors="none", friction=False)`.
        quantities: What to time.
        states: Random states of a batch.
        seconds: About how long each quantity is measured.
        width: States that one instruction of a batch works on, see `compile`.
        seed: Of the states.
        progress: Called `ROUNDS` times for each quantity.
    """
    for name in quantities:
        if name not in KNOWN:
            raise ArgumentError("quantity", repr(name), f"one of {', '.join(KNOWN)}")
    dyn = compiled.compile(robot, width=width)
    if dyn.model.free:
        raise ArgumentError(
            "robot", "a model with free parameters", "one without", "benchmarks/free_parameters.py times them"
        )
    rng = np.random.default_rng(seed)
    drawn = [np.array(column) for column in zip(*(random_state(dyn.model, rng) for _ in range(states)), strict=True)]
    whole = cpu()
    machine = f"{whole.triple.split('-')[0]} ({whole.name})"
    model, lanes = dyn.model, host(width).width
    result = BenchResult(model.robot.name, model.motors, model.friction, machine, lanes, states)
    for quantity in quantities:
        result.rows.append(_time(dyn, quantity, drawn, seconds, progress, result.left_out))
    return result


def _time(
    dyn: Compiled,
    quantity: str,
    drawn: list[Floats],
    seconds: float,
    progress: Callable[[], None] | None,
    left_out: list[str],
) -> Row:
    kernel = dyn.kernel(quantity)
    arrays = drawn[: len(kernel.program.inputs)]
    outs = [np.empty((len(drawn[0]), *array.shape)) for array in kernel.program.outputs]
    others = _others(dyn, quantity, arrays, left_out)
    contenders = [*ours(dyn, quantity, arrays, outs), *(one for other in others for one in other.contenders)]
    times = measure(contenders, seconds, progress=progress)
    program = dyn.program(quantity)
    products = multiplications(program, kernel.width)
    return Row(
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


def ours(dyn: Compiled, quantity: str, arrays: list[Floats], outs: list[Floats]) -> list[Contender]:
    """Return our contenders for a quantity, and the loop of multiplications."""
    kernel, states = dyn.kernel(quantity), len(arrays[0])
    times = -(-ENOUGH // states)
    return [
        Contender("scalar", state_loop(kernel, [*arrays, *outs], times), times * states),
        Contender("batch", batch_loop(kernel, [*arrays, *outs], times), times * states),
        one_call(dyn, quantity, [array[0] for array in arrays], [out[0] for out in outs]),
        Contender("multiply", multiply_loop(kernel.width), MULTIPLIES),
    ]


def one_call(dyn: Compiled, quantity: str, state: list[Floats], outs: list[Floats]) -> Contender:
    """Return the call of one state as a contender, with `out` unless there are several results, new each time."""
    names: dict[str, Any] = {f"x{k}": np.array(part) for k, part in enumerate(state)}
    arguments = ", ".join(names)
    if quantity in QUANTITIES:
        arguments += ", out=out"
    names |= {"f": getattr(dyn, quantity), "out": np.empty(outs[0].shape)}
    return Contender("call", f"f({arguments})", 1, names)


def _others(dyn: Compiled, quantity: str, arrays: list[Floats], left_out: list[str]) -> list[Other]:
    """Return the other packages' ways to a quantity that agree with ours, and say which are left out."""
    expected = getattr(dyn, quantity)(*(array[0] for array in arrays))
    expected = np.asarray(expected[0] if isinstance(expected, tuple) else expected)
    found = []
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
            found.append(other)
        else:
            left_out.append(f"{package}, {quantity}: computes something else (relative difference {gap:.1e})")
    return found
