"""Loops as machine code: assembled beside the function that they integrate, kept on disk, called with arrays."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.cache import load_or_build, source_digest
from armillary.compiler.kernel import signature
from armillary.compiler.llvm.assemble import environment, load_object, to_object
from armillary.compiler.llvm.emit import emit
from armillary.compiler.llvm.target import Target, host
from armillary.compiler.passes import optimise
from armillary.compiler.program import Program
from armillary.compiler.simplified import build_simplified
from armillary.simulation.solvers.base import Solver
from armillary.simulation.walk.arguments import LIMITS, OPTIONS, PARAMETERS, REPORT
from armillary.simulation.walk.balance import straight, unseen
from armillary.simulation.walk.solver_loop import Form, loop_text
from armillary.spatial.scalar import Floats

LINE = 8
"""Doubles in a line of cache."""
NOT_CROSSED = np.zeros(1, dtype=bool)


@dataclass(frozen=True)
class Report:
    """Report of a loop: status, steps taken and rejected, evaluations, rows."""

    crossed: NDArray[np.bool_]
    """Whether each of several trajectories has left the bounds, shape (lanes,)."""
    status: int
    steps: int
    rejected: int
    evaluations: int
    rows: int
    t: float
    """Time at which the loop stopped [s]."""
    next_step: float
    """The step that an adaptive solver would try next [s]."""
    previous: float
    """Start of the last step [s]."""
    error: float
    """Error of the last step, from which the next step is chosen."""
    refused: float
    """1 if the last attempted step was rejected."""


@dataclass(frozen=True, eq=False)
class LoopState:
    """The arrays that a loop carries on: states, clocks and parameters of its trajectories, bounds, the state before.

    x (n,) or (n, lanes), clock (2, lanes), p (m,) or (m, lanes), lower and upper and before as x; the numbers of
    `balance.KEPT` so far (4, lanes); the furthest bending so far, its time and state (2 + n, lanes); the momentum at
    the start of the run (6, lanes), zero where it is not watched; steps whose balance is not computed yet
    (`balance.collected`); joint speeds (`walk.speeds`); memory for ẋ of a task, as x.
    """

    x: Floats
    clock: Floats
    p: Floats
    bounds: tuple[Floats, Floats]
    before: Floats
    extremes: Floats = field(default_factory=unseen)
    worst: Floats = field(default_factory=lambda: straight(1, 0))
    start: Floats = field(default_factory=lambda: np.zeros((6, 1)))
    collected: Floats = field(default_factory=lambda: np.empty(1))
    speeds: Floats = field(default_factory=lambda: np.empty(1))
    ahead: Floats = field(default_factory=lambda: np.empty(1))


class NativeLoop:
    """The loop of a solver around one system, ready to run.

    `balance` is the program of the energy balance, the bending and the momentum; default: not watched. `watch` is the
    program of the margins of modes, for a form with elements that have events.
    """

    def __init__(
        self,
        program: Program,
        solver: Solver,
        form: Form,
        lanes: int = 1,
        balance: Program | None = None,
        watch: Program | None = None,
    ) -> None:
        normalised = form.quaternions if solver.normalises else ()
        seen = () if balance is None else tuple(port.name for port in balance.outputs)
        form = form._replace(quaternions=normalised, seen=seen)
        self.states, self.parameters = program.outputs[0].size, program.inputs[2].size
        self.lanes = lanes
        target = host()
        name = f"{program.name}_loop{lanes}"
        parts: list[str | bytes] = [
            "loop", signature(program), solver.name, repr(form), f"{lanes} {target.width}", environment(),
            source_digest("simulation.walk", "simulation.solvers"),
        ]  # fmt: skip
        image = load_or_build(parts, lambda: _object(program, solver, form, lanes, target))
        self._library: Any = load_object(image, [name])
        linear = None if form.linear is None else build_simplified(form.linear.program, width=1)
        watched = None if balance is None else build_simplified(balance)
        margins = None if watch is None else build_simplified(watch)
        self._kernels = linear, watched, margins  # their code lives as long as they do
        self._functions = (
            None if linear is None else linear.address_one,
            None if watched is None else watched.address_batch if lanes == 1 else watched.address_lanes,
            None if margins is None else margins.address_one if lanes == 1 else margins.address_lanes,
        )
        self.address = self._library[name]
        self._run = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(PARAMETERS))(self.address)

    def run(
        self, state: LoopState, options: dict[str, float], limits: dict[str, int], times: Floats, record: Floats
    ) -> Report:
        """Integrate one interval; the state is carried on in place, rows are written to `record`."""
        numbers = np.array([options.get(name, 0.0) for name in OPTIONS])
        whole = np.array([limits.get(name, 0) for name in LIMITS], dtype=np.int64)
        report = np.zeros(len(REPORT) + self.lanes, dtype=np.int64)
        self._run(*self.arguments(state, numbers, times, record, whole, report))
        after = dict(zip(OPTIONS, numbers.tolist(), strict=True))
        counts = (int(value) for value in report[: len(REPORT)])
        carried = (after[name] for name in ("t0", "first", "previous", "error", "refused"))
        return Report(report[len(REPORT) :] > 0 if self.lanes > 1 else NOT_CROSSED, *counts, *carried)

    def arguments(
        self,
        state: LoopState,
        options: Floats,
        times: Floats,
        record: Floats,
        limits: NDArray[np.int64],
        report: NDArray[np.int64],
    ) -> tuple[int | None, ...]:
        """Return the addresses in the order of `PARAMETERS`."""
        arrays = (state.clock, state.x, state.p, *state.bounds, options, times, record, state.before, limits, report)
        seen = (state.extremes, state.worst, state.start, state.collected, state.speeds)
        return (*map(address, arrays), *self._functions, *map(address, (*seen, state.ahead)))


def columns(size: int, lanes: int) -> Floats:
    """Return zeros of shape (size,) for one lane, else (size, lanes); no register of lanes crosses a line of cache."""
    if lanes == 1:
        return np.zeros(size)
    memory = np.zeros(size * lanes + LINE)
    first = -address(memory) // memory.itemsize % LINE
    return memory[first : first + size * lanes].reshape(size, lanes)


def address(array: NDArray[Any]) -> int:
    """Return where an array lies; quicker than `array.ctypes.data`."""
    place: int = array.__array_interface__["data"][0]
    return place


def _object(program: Program, solver: Solver, form: Form, lanes: int, target: Target) -> bytes:
    simple = optimise(program)
    text = emit(simple, target, "one" if lanes == 1 else "lanes")
    loop = loop_text(simple, solver, lanes, target.width, form)
    declared = [f"declare double @armillary_{name}(double)" for name in ("exp", "log") if f"@armillary_{name}(" in loop]
    whole = "\n\n".join([text, loop, *(line for line in declared if line not in text)])
    return to_object(whole, loops=[f"{program.name}_loop{lanes}"])
