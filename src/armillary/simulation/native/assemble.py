"""Loops as machine code: assembled beside the function that they integrate, kept on disk, called with arrays."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.cache import load_or_build, source_digest
from armillary.compiler.kernel import signature
from armillary.compiler.llvm.assemble import assembled, environment, load_object
from armillary.compiler.llvm.emit import emit
from armillary.compiler.llvm.target import Target, host
from armillary.compiler.passes import optimise
from armillary.compiler.program import Program
from armillary.compiler.simplified import build_simplified
from armillary.simulation.forms import Linear
from armillary.simulation.native.loop import LIMITS, OPTIONS, PARAMETERS, REPORT, loop_text
from armillary.simulation.solvers.base import Solver
from armillary.simulation.system import Layout

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Report:
    """What a loop did: how it ended, steps taken and rejected, evaluations, rows."""

    status: int
    steps: int
    rejected: int
    evaluations: int
    rows: int
    t: float
    """Where it stopped [s]."""
    next_step: float
    """The step that an integrator that chooses its own would try next [s]."""
    previous: float
    """When the last step began [s]."""
    error: float
    """The error of the last step, which the next one is chosen by."""
    refused: float
    """1 if the last try was refused."""


class NativeLoop:
    """The loop of a solver around one system, ready to run."""

    def __init__(
        self,
        program: Program,
        solver: Solver,
        quaternions: tuple[int, ...],
        lanes: int = 1,
        layout: Layout | None = None,
        linear: Linear | None = None,
    ) -> None:
        self.states, self.parameters = program.outputs[0].size, program.inputs[2].size
        self.lanes = lanes
        target = host()
        name = f"{program.name}_loop{lanes}"
        parts: list[str | bytes] = [
            "loop", signature(program), solver.name, repr(quaternions), f"{lanes} {target.width}", environment(),
            source_digest("simulation.native", "simulation.solvers"), repr(layout), repr(linear),
        ]  # fmt: skip
        image = load_or_build(parts, lambda: _object(program, solver, quaternions, lanes, target, layout, linear))
        self._library: Any = load_object(image, [name])
        self._linear = None if linear is None else build_simplified(linear.program, width=1)
        self._run = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(PARAMETERS))(self._library[name])

    def run(
        self,
        x: Floats,
        clock: Floats,
        p: Floats,
        bounds: tuple[Floats, Floats],
        options: dict[str, float],
        limits: dict[str, int],
        times: Floats,
        record: Floats,
        before: Floats,
    ) -> Report:
        """Integrate one stretch; x is carried on in place, rows are written to `record`."""
        numbers = np.array([options.get(name, 0.0) for name in OPTIONS])
        whole = np.array([limits.get(name, 0) for name in LIMITS], dtype=np.int64)
        report = np.zeros(len(REPORT), dtype=np.int64)
        arrays = (clock, x, p, *bounds, numbers, times, record, before, whole, report)
        places = (array.__array_interface__["data"][0] for array in arrays)  # quicker than array.ctypes.data
        self._run(*places, self._linear.address_one if self._linear else None)
        after = dict(zip(OPTIONS, numbers.tolist(), strict=True))
        counts = (int(value) for value in report)
        return Report(*counts, *(after[name] for name in ("t0", "first", "previous", "error", "refused")))


def _object(
    program: Program,
    solver: Solver,
    quaternions: tuple[int, ...],
    lanes: int,
    target: Target,
    layout: Layout | None,
    linear: Linear | None,
) -> bytes:
    simple = optimise(program)
    text = emit(simple, target)
    loop = loop_text(simple, solver, lanes, target.width, quaternions, layout, linear)
    declared = [f"declare double @armillary_{name}(double)" for name in ("exp", "log") if f"@armillary_{name}(" in loop]
    return assembled("\n\n".join([text, loop, *(line for line in declared if line not in text)]))
