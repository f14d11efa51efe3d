"""Names and places of everything in the module of a closed loop, as plain data for its driver (`LoopData` there)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from armillary.compiler.program import Program, record
from armillary.exports.wasm.live_numbers import LiveNumber
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.multibody.coordinates import coordinate_names, coordinate_units, velocity_names
from armillary.simulation import checks
from armillary.simulation.closed_loop.closed_loop import ClosedLoop
from armillary.simulation.closed_loop.live import EACH
from armillary.simulation.closed_loop.setup import Setup
from armillary.simulation.closed_loop.state import AUDIT
from armillary.simulation.job import unbounded
from armillary.simulation.native.live import MARKS, Live
from armillary.simulation.solvers.base import Solver
from armillary.spatial.scalar import Array

ENERGIES = ("kinetic", "potential", "elastic", *AUDIT, "changed", "imbalance")
"""Outputs in joules: energies, works of actuators and pushes, losses, outside work by changed numbers, error."""


@dataclass(frozen=True, eq=False)
class LoopParts:
    """A setup with its solver, the structure of its block of memory, and the numbers that may change."""

    setup: Setup
    solver: Solver
    live: Live
    numbers: tuple[LiveNumber, ...]


def outputs_program(closed: ClosedLoop) -> Program:
    """Return the program of the outputs: a function of clock, x, p and (b₀, outside work by changed numbers)."""

    def outputs(clock: Array, x: Array, p: Array, base: Array) -> dict[str, Array]:
        now = closed.at(clock[0].graph, clock, x, p)
        work, external, lost = x[closed.layout.audit][: len(AUDIT)]
        error = now.kinetic + now.potential - work - external + lost - base[0]
        row = [*now.tau, *now.signal.reference.position, *(now.motors.currents if now.motors is not None else ())]
        row += [now.kinetic, now.potential, now.stored, work, external, lost, base[1], error]
        if "tip" in closed.plant.frames:
            row += [*frame_pose(now.plant, body_poses(now.plant, now.q), "tip")[1]]
        return {"row": np.array(row, dtype=object)}

    return record("outputs", outputs, {**closed.inputs, "base": 2})


def output_names(setup: Setup) -> dict[str, str]:
    """Return name → unit of each output: those of `outputs_program`, then the drift and the greatest drift."""
    closed, plant = setup.loop, setup.loop.plant
    units = coordinate_units(plant)
    names = {f"effort.{name}": unit for name, unit in zip(velocity_names(plant), units["tau"], strict=True)}
    desired = np.atleast_1d(closed.reference.motion(0.0, 0.0).position)
    axes = setup.task_frame is not None and len(desired) <= 3
    entries = zip("xyz", "mmm", strict=True) if axes else zip(coordinate_names(plant), units["q"], strict=True)
    names |= {f"reference.{name}": unit for (name, unit), _ in zip(entries, desired, strict=False)}
    names |= {f"current.{winding.name}": "A" for winding in plant.windings} | dict.fromkeys(ENERGIES, "J")
    if "tip" in plant.frames:
        names |= {f"tip.{axis}": "m" for axis in "xyz"}
    return names | {"drift": "%", "drift_max": "%"}


def about(parts: LoopParts, at: int) -> dict[str, Any]:
    """Return the data of a driver; `at` is the address of the block of memory."""
    setup, plant = parts.setup, parts.setup.loop.plant
    return {
        "name": plant.robot.name,
        "nq": plant.nq,
        "nv": plant.nv,
        "changing": setup.loop.changing,
        "states": _listed(_states(setup.loop)),
        "parameters": [asdict(number) for number in parts.numbers],
        **_pushes(setup.loop),
        "outputs": _listed(output_names(setup).items()),
        "solver": parts.solver.name,
        "step": parts.solver.step,
        "period": setup.period,
        "start": setup.start[0].tolist(),
        "memory": _memory(parts, at),
    }


def _listed(named: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "unit": unit} for name, unit in named]


def _pushes(closed: ClosedLoop) -> dict[str, Any]:
    """Return the places in p of live pushes."""
    plant, first = closed.plant, closed.pushes.start
    links = [{"name": joint.name, "body": k, "at": first + EACH * k} for k, joint in enumerate(plant.joints)]
    named = zip(velocity_names(plant), coordinate_units(plant)["tau"], strict=True)
    after = first + EACH * len(links)
    return {
        "links": links,
        "efforts": [{"name": name, "unit": unit, "at": at} for at, (name, unit) in enumerate(named, after)],
    }


def _memory(parts: LoopParts, at: int) -> dict[str, Any]:
    """Return the places of the parts of the block, and those that a run starts with; None stands for infinity."""
    setup, closed = parts.setup, parts.setup.loop
    limited = setup.scenario.limits == "end"
    lower, upper = checks.joint_bounds(closed.plant, closed.layout) if limited else unbounded(closed.layout.size)
    start = {"x": setup.start[0], "p": setup.p(), "lower": lower, "upper": upper}
    return {
        "at": at,
        "places": {name: list(place) for name, place in parts.live.places.items()},
        "marks": list(MARKS),
        "start": {
            name: [number if np.isfinite(number) else None for number in array.tolist()]
            for name, array in start.items()
        },
    }


def _states(closed: ClosedLoop) -> Iterator[tuple[str, str]]:
    """Yield name and unit of each state."""
    plant, layout, units = closed.plant, closed.layout, coordinate_units(closed.plant)
    yield from zip(coordinate_names(plant), units["q"], strict=True)
    yield from ((f"{name}.rate", unit) for name, unit in zip(velocity_names(plant), units["qd"], strict=True))
    counts = {
        "controller": layout.controller,
        "drive": layout.drives,
        "mode": layout.modes,
        "impulse": layout.held,
    }
    yield from ((f"{name}.{k}", "") for name, count in counts.items() for k in range(count))
    kinds = closed.heats if layout.heats else ()
    yield from ((name, "J") for name in (*AUDIT, *(f"heat.{kind}" for kind in kinds)))
