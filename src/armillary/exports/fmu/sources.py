"""The C sources of an FMU: generated code, and a runtime that all FMUs share.

model.h                      sizes, start values, names and instants as tables, by a template; tableaus and tolerances
ID_rates.c, ID_outputs.c, …  the functions of `functions`, by the compiler's C back end
noise.c                      normal random numbers, by `simulation.noise`
fmi2.c or fmi3.c             the functions of the standard; includes core.c and solver.c, which hides their names
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import resources

import numpy as np

from armillary.compiler.c import emit
from armillary.compiler.names import plain
from armillary.exports.fmu.functions import Functions
from armillary.exports.fmu.variables import VariableTable
from armillary.multibody.validity import LONG, STEEP
from armillary.simulation.loop.switching import ROUNDS
from armillary.simulation.noise import c_text
from armillary.simulation.schedule import NEXT_TO_NOTHING, SHORTEST
from armillary.simulation.solvers import RK45, embedded, rosenbrock
from armillary.simulation.solvers.base import STEP
from armillary.spatial.rotation import UNIT
from armillary.tables.html import render

RUNTIME = {"2.0": ("fmi2.h", "fmi2.c"), "3.0": ("fmi3.h", "fmi3.c")}
COMMON = ("core.h", "core.c", "solver.c")

TOLERANCE = 1e-12
"""Relative and absolute tolerance of the solver in co-simulation; an importer may ask for a smaller one."""

A, B, C = RK45.tableau
MATRICES = {"DOPRI_A": (*A, B), "RODAS_A": rosenbrock.A, "RODAS_C": rosenbrock.C}
"""Tables of the solver by row; rows end before the stages that they do not use. The last row of A is the new state."""
VECTORS = {
    "DOPRI_C": (*C, 1.0),
    "DOPRI_E": embedded.E,
    "RODAS_ALPHA": rosenbrock.ALPHA,
    "RODAS_D": rosenbrock.D,
}
NUMBERS = {
    "RODAS_GAMMA": rosenbrock.GAMMA,
    "DOPRI_ORDER": RK45.lower + 1.0,
    "RODAS_ORDER": rosenbrock.LOWER_ORDER + 1.0,
    "DOPRI_BETA": RK45.beta,
    "SAFETY": embedded.SAFETY,
    "SHRINK": embedded.SHRINK,
    "GROW": embedded.GROW,
    "LEAST_ERROR": embedded.LEAST_ERROR,
    "FIRST_STEP": STEP,
    "TOLERANCE": TOLERANCE,
    "SHORTEST": SHORTEST,
    "NEXT_TO_NOTHING": NEXT_TO_NOTHING,
    "UNIT": UNIT,
    "STEEP": STEEP,
    "LONG": LONG,
}
"""Numbers of the solver and thresholds that all FMUs share with `arm.simulate`."""


def sources(functions: Functions, identifier: str, fmi: str) -> dict[str, str]:
    """Return the generated functions and the runtime by file name; `model_header` is still missing."""
    texts: dict[str, str] = {}
    for name, program in functions.programs.items():
        source, header = emit(program, f"{identifier}_{name}")
        texts[f"{identifier}_{name}.c"], texts[f"{identifier}_{name}.h"] = source, header
    here = resources.files("armillary.exports.fmu").joinpath("runtime")
    for name in (*COMMON, *RUNTIME[fmi]):
        texts[name] = here.joinpath(name).read_text(encoding="utf-8")
    return texts | {"noise.c": c_text()}


def compiled_files(files: Iterable[str], fmi: str) -> list[str]:
    """Return the files that the compiler is given; these include the others."""
    generated = [name for name in files if name.endswith(".c") and name not in (*COMMON, "noise.c", "fmi2.c", "fmi3.c")]
    return [*sorted(generated), RUNTIME[fmi][1]]


def model_header(table: VariableTable, identifier: str, token: str) -> str:
    """Return model.h; names of variables are made of letters, digits and . _ [ ] , ( ) alone."""
    functions, block = table.functions, table.block
    sizes = {
        "NX": len(block.states),
        "NU": len(block.inputs),
        "NY": len(block.outputs),
        "NP": len(block.parameters),
        "NZ": len(functions.events),
        "NH": len(block.held),
        "N_TASKS": len(block.tasks),
        "N_PAIRS": max((len(task.streams) for task in block.tasks), default=0),
        "N_SWITCHES": len(block.switches),
        "N_LIMITS": len(block.limits),
        "N_MODES": len(block.elements),
        "MOST_ROUNDS": ROUNDS * len(block.elements),
        "N_QUATERNIONS": len(block.quaternions),
        "N_BENDS": len(block.bends),
        "STOP_AT_LIMITS": int(block.stop),
        "STARTS_FROM_PARAMETERS": int(bool(block.initial)),
        "FIRST_START": block.initial[0] if block.initial else 0,
    }
    least = [-sys.float_info.max if variable.minimum is None else variable.minimum for variable in block.parameters]
    tables: dict[str, Iterable[float]] = {
        **VECTORS,
        "state_start": (variable.start for variable in block.states),
        "input_start": (variable.start for variable in block.inputs),
        "parameter_start": (variable.start for variable in block.parameters),
        "parameter_minimum": least,
        "held_start": block.held,
        "task_periods": (task.clock.period for task in block.tasks),
        "task_offsets": (task.clock.offset for task in block.tasks),
        "switch_times": block.switches,
        "bend_shapes": (number for bend in block.bends for number in np.ravel(bend.shapes)),
    }
    pairs = [len(task.streams) for task in block.tasks]
    places: dict[str, Iterable[int]] = {
        "task_pairs": pairs,
        "task_streams": (stream for task in block.tasks for stream in task.streams),
        "first_streams": (sum(pairs[:k]) for k in range(len(pairs))),
        "task_once": (int(task.clock.most is not None) for task in block.tasks),
        "parameter_fixed": (int(variable.fixed) for variable in block.parameters),
        "quaternion_places": block.quaternions,
        "limit_states": (limit.state for limit in block.limits),
        "limit_signs": (limit.sign for limit in block.limits),
        "mode_rates": (-1 if element.rate is None else element.rate for element in block.elements),
        "bend_states": (bend.state for bend in block.bends),
        "bend_counts": (len(bend.shapes[0]) for bend in block.bends),
        "bend_nodes": (len(bend.shapes) for bend in block.bends),
    }
    listed = [("double", name, [repr(float(value)) for value in values] or ["0.0"]) for name, values in tables.items()]
    listed += [("int", name, [str(value) for value in values] or ["0"]) for name, values in places.items()]
    listed.append(("uint64_t", "noise_origin", [f"UINT64_C({word:#x})" for word in block.origin]))
    numbers = {name: repr(number) for name, number in NUMBERS.items()}
    matrices = {name: [[repr(number) for number in row] for row in rows] for name, rows in MATRICES.items()}
    return render(
        "armillary.exports.fmu", "model.h",
        description=plain(block.description), functions=list(functions.programs), identifier=identifier, token=token,
        numbers=numbers, matrices=matrices, sizes=sizes, tables=listed, names=table.names, tasks=len(block.tasks),
    )  # fmt: skip
