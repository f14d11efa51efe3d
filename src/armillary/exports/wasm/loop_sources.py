"""The closed loop of a scenario as a WebAssembly module for browsers and Node:

NAME.js           an ES module: `load()` returns a `Loop`, which steps; it contains the code and the data
NAME.d.ts         its types
NAME.wasm         the code alone, NAME.json names and places in it, for other hosts
test_NAME.mjs     a program for Node that compares 1,000 steps with native code at the time of the export

The class `Loop` is built from `web/src/play/loop.ts`. The files need no package and no network.
"""

from __future__ import annotations

import base64
import warnings
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any

import numpy as np

from armillary.compiler.names import short
from armillary.compiler.source import c_comment
from armillary.errors import ArmillaryWarning
from armillary.exports.about import MARK, about
from armillary.exports.wasm.loop import LoopModule, loop_module
from armillary.exports.wasm.sources import as_text, in_lines
from armillary.results.trajectory import Trajectory
from armillary.simulation.scenario import Scenario
from armillary.simulation.simulate import simulate
from armillary.simulation.solvers.base import Solver
from armillary.tables.html import render

DRIVER = ("loop.js", "loop.d.ts")
TEMPLATES = ("loop.js", "loop.d.ts", "test_loop.mjs")
STEPS, ROWS = 1000, 10
"""Steps that the test compares, and rows among them."""
CLOSE = 1e-12
"""Relative difference that always passes."""
SHAKEN = 1e-14
"""Relative perturbation of the start, to measure how rounding grows along the run."""
GROWTH = 10.0
"""Allowed difference, relative to the effect of that perturbation."""
COMPARED = ("q", "qd", "tau", "kinetic", "potential", "work", "external", "dissipated", "imbalance")


def loop_names(name: str) -> tuple[str, ...]:
    """Return the names of the files."""
    return f"{name}.js", f"{name}.d.ts", f"test_{name}.mjs", f"{name}.wasm", f"{name}.json"


def loop_files(
    scenario: Scenario, name: str, *, solver: Solver | None = None, free: Sequence[str] | None = None
) -> dict[str, bytes]:
    """Return the files of an export: name → content; arguments as for `loop_module`."""
    made = loop_module(scenario, solver=solver, free=free)
    driver = [files("armillary.exports.wasm").joinpath("driver", file).read_text("utf-8") for file in DRIVER]
    values = {
        "name": name,
        "mark": MARK,
        "robot": short(scenario.plant_model.robot.name),
        "head": c_comment([*about(scenario.plant_model, "Closed loop"), "", *_usage(name, made)]),
        "script": driver[0],
        "types": driver[1],
        "data": as_text(made.about),
        "code": in_lines(base64.b64encode(made.code).decode("ascii")),
        "rows": as_text(_rows(scenario, made)),
        "compared": as_text(COMPARED),
    }
    texts = [render("armillary.exports.wasm", file, **values) + "\n" for file in TEMPLATES]
    places = as_text({"made_by": MARK} | made.about)
    contents = [*(text.encode("ascii") for text in texts), made.code, places.encode("ascii")]
    return dict(zip(loop_names(name), contents, strict=True))


def _usage(name: str, made: LoopModule) -> list[str]:
    """Return a usage example."""
    return [
        f"Steps of {made.about['step']:g} s by the method {made.solver.name}. SI units.",
        "",
        f'    import {{ load }} from "./{name}.js";',
        "    const loop = await load();",
        "    loop.step(1000);",
        "    console.log(loop.t, loop.x, loop.outputs());",
    ]


def _rows(scenario: Scenario, made: LoopModule) -> dict[str, Any]:
    """Return rows of a native run, and the allowed differences of each quantity."""
    run = _run(scenario, made)
    columns = {name: _columns(run, name) for name in COMPARED}
    shaken = _run(_shaken(scenario), made)
    allowed = {}
    for name, values in columns.items():
        other = _columns(shaken, name)[: len(values)]
        scale = max(1.0, *(float(np.max(np.abs(rows), initial=0.0)) for rows in (values, _energies(columns, name))))
        allowed[name] = max(CLOSE * scale, GROWTH * float(np.max(np.abs(values[: len(other)] - other), initial=0.0)))
    rows = {name: values.tolist() for name, values in columns.items()}
    return {"t": run.t[: len(columns["q"])].tolist(), "values": rows, "allowed": allowed}


def _energies(columns: dict[str, Any], name: str) -> Any:
    """Return the energies, whose size is the scale of all of them; for other quantities nothing."""
    return np.concatenate([columns[energy] for energy in COMPARED[3:]]) if name in COMPARED[3:] else np.zeros(0)


def _columns(run: Trajectory, name: str) -> np.ndarray:
    """Return a quantity of the rows; the last ones of a run need not be at steps of an endless one."""
    values: np.ndarray = np.asarray(getattr(run, name))[: min(ROWS + 1, len(run.t) - 1)]
    return values if values.ndim > 1 else values[:, None]


def _run(scenario: Scenario, made: LoopModule) -> Trajectory:
    spacing = STEPS / ROWS * made.solver.step
    duration = (ROWS + 1) * spacing + 2 * (made.about["period"] or 0.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ArmillaryWarning)
        return simulate(scenario, duration, solver=made.solver, record=spacing)


def _shaken(scenario: Scenario) -> Scenario:
    """Return a scenario whose start differs by rounding."""
    nq, start = scenario.plant_model.nq, scenario.starts[0] * (1 + SHAKEN)
    return replace(scenario, q0=start[:nq], qd0=start[nq:])
