"""The machine code of a walk: the loop of a solver around ẋ, the tasks, and the driver that calls both by a schedule.

A loop is assembled beside the function that it integrates and kept on disk. It depends on the class of the solver, not
on its settings. All arrays are handed over by their names (`walk.arguments`, `walk.driver`); `walk.lanes` has them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

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
from armillary.simulation.drives.stops import Side
from armillary.simulation.loop.equations import Equations
from armillary.simulation.loop.state import quaternions
from armillary.simulation.solvers.base import Solver
from armillary.simulation.walk.arguments import LIMITS, OPTIONS, PARAMETERS, REPORT, address
from armillary.simulation.walk.driver import DRIVER_ARGUMENTS, driver
from armillary.simulation.walk.solver_loop import Form, loop_text
from armillary.spatial.scalar import Floats

Arrays = Mapping[str, NDArray[Any]]
"""Arrays by the names of arguments."""


class Report(NamedTuple):
    """What a loop or the driver has done: status, steps taken and rejected, evaluations of f, rows recorded.

    `t` is the time at which it stopped and `previous` the start of the last step [s]; an adaptive solver would try
    `next_step` [s] next.
    """

    status: int
    steps: int
    rejected: int
    evaluations: int
    rows: int
    t: float
    next_step: float
    previous: float

    @classmethod
    def of(cls, counts: Sequence[int], options: Floats) -> Report:
        """Return the report of counts in the order of `REPORT` and of options after a call."""
        after = dict(zip(OPTIONS, options.tolist(), strict=True))
        status, steps, rejected, evaluations, rows = counts
        return cls(status, steps, rejected, evaluations, rows, after["t0"], after["first"], after["previous"])


class Walk:
    """The compiled loop, tasks and driver, for one trajectory or one in each of several lanes.

    Args:
        program: ẋ of clock, x and p.
        solver: The solver.
        form: The structure of the state.
        lanes: Number of trajectories.
        balance: The energy balance, the bending and the momentum; default: not watched.
        watch: The margins of modes, for a form with elements that have events.
        tasks: The tasks of a sampled law in the order of its clocks.
        ahead: Whether the last task gives ẋ behind the numbers that change.
    """

    def __init__(
        self,
        program: Program,
        solver: Solver,
        form: Form,
        lanes: int = 1,
        *,
        balance: Program | None = None,
        watch: Program | None = None,
        tasks: Sequence[Program] = (),
        ahead: bool = False,
    ) -> None:
        normalised = form.quaternions if solver.normalises else ()
        seen = () if balance is None else tuple(port.name for port in balance.outputs)
        self.form = form = form._replace(quaternions=normalised, seen=seen)
        self.lanes, self.momenta, self.ahead = lanes, solver.momentum, ahead
        self.states, self.parameters = program.outputs[0].size, program.inputs[2].size
        target = host()
        name = f"{program.name}_loop{lanes}"
        parts: list[str | bytes] = [
            "loop", signature(program), solver.name, repr(form), f"{lanes} {target.width}", environment(),
            source_digest("simulation.walk", "simulation.solvers"),
        ]  # fmt: skip
        image = load_or_build(parts, lambda: _object(program, solver, form, lanes, target))
        self._library: Any = load_object(image, [name])
        self._run = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(PARAMETERS))(self._library[name])
        linear = None if form.linear is None else build_simplified(form.linear.program, width=1)
        balance_kernel = None if balance is None else build_simplified(balance)
        margins = None if watch is None else build_simplified(watch)
        self._tasks = [build_simplified(task) for task in tasks]
        self._kernels = linear, balance_kernel, margins  # their code lives as long as they do
        at_steps = None
        if balance_kernel is not None:
            # The steps of a single trajectory are collected, and their balance is computed together.
            at_steps = balance_kernel.address_batch if lanes == 1 else balance_kernel.address_lanes
        self._functions: dict[str, int | None] = {
            "loop": self._library[name],
            "linear": None if linear is None else linear.address_one,
            "balance": at_steps,
            "watch": None if margins is None else margins.address_one if lanes == 1 else margins.address_lanes,
        }
        self.tasks = tuple(task.address_one if lanes == 1 else task.address_lanes for task in self._tasks)
        """Addresses of the tasks."""
        self.advance, self._driver, self.width = driver(lanes)
        """The driver, a function of the addresses of `PARAMETERS` and `DRIVER_ARGUMENTS`."""

    @classmethod
    def of(
        cls,
        equations: Equations,
        solver: Solver,
        lanes: int = 1,
        *,
        watched: tuple[int, ...] = (),
        speeds: tuple[int, ...] = (),
        stops: tuple[Side, ...] = (),
    ) -> Walk:
        """Return the code of a closed loop.

        Args:
            equations: The closed loop.
            solver: The solver.
            lanes: Number of trajectories.
            watched: Places of states with bounds.
            speeds: Places of velocities with limits.
            stops: Sides of end stops. Loops of momenta watch neither speeds nor stops.
        """
        layout, momenta = equations.layout, solver.momentum
        elements = equations.switching.elements(layout)
        form = Form(
            quaternions(equations.plant),
            layout,
            equations.linear if solver.linear else None,
            watched,
            elements=elements,
            speeds=() if momenta else speeds,
            stops=() if momenta else stops,
            kinks=not solver.fixed,
            impacts=equations.switching.impacts(layout),
        )
        tasks = equations.updates(momenta)
        # Modes may change at the start of an interval: ẋ of a task would be that of the modes before.
        last = None if solver.linear or momenta or elements else equations.ahead
        return cls(
            equations.momentum if momenta else equations.program,
            solver,
            form,
            lanes,
            balance=equations.balance(momenta),
            watch=equations.watch if elements else None,
            tasks=tasks if last is None else (*tasks[:-1], last),
            ahead=last is not None,
        )

    def arguments(self, arrays: Arrays, names: Sequence[str] = (*PARAMETERS, *DRIVER_ARGUMENTS)) -> list[int | None]:
        """Return the addresses of arrays and functions in the order of their names; null for absent arrays."""
        functions = self._functions
        return [
            functions[name] if name in functions else address(arrays[name]) if name in arrays else None
            for name in names
        ]

    def run(self, arrays: Arrays, options: Mapping[str, float], limits: Mapping[str, int]) -> Report:
        """Integrate one interval without the driver; the state is carried on in place, rows go to `record`."""
        numbers = np.array([options.get(name, 0.0) for name in OPTIONS])
        whole = np.array([limits.get(name, 0) for name in LIMITS], dtype=np.int64)
        report = np.zeros(len(REPORT) + self.lanes, dtype=np.int64)
        handed = {**arrays, "options": numbers, "limits": whole, "report": report}
        self._run(*self.arguments(handed, PARAMETERS))
        return Report.of(report[: len(REPORT)].tolist(), numbers)

    def call_task(self, number: int, clock: Floats, x: Floats, p: Floats, w: Floats, changing: int) -> Floats:
        """Return the numbers that change at an instant, `changing` of them, after a task of one trajectory."""
        after = np.empty(changing)
        self._tasks[number].one(clock, x, p, w, after)
        return after


def _object(program: Program, solver: Solver, form: Form, lanes: int, target: Target) -> bytes:
    simple = optimise(program)
    text = emit(simple, target, "one" if lanes == 1 else "lanes")
    loop = loop_text(simple, solver, lanes, target.width, form)
    declared = [f"declare double @armillary_{name}(double)" for name in ("exp", "log") if f"@armillary_{name}(" in loop]
    whole = "\n\n".join([text, loop, *(line for line in declared if line not in text)])
    return to_object(whole, loops=[f"{program.name}_loop{lanes}"])
