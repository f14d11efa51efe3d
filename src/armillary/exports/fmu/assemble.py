"""A block from a plant, a law and a reference: states, outputs and events with their names.

    q̇ = rate(q, v) + k (1 − |q|²) q at unit quaternions,   ċ of the law
    v̇ = FD(q, v, τ + Σ J_kᵀ w_k − dry friction),   ḋ of the drives,   impulses on joints that stick                (1)
by `simulation.loop`, as in `arm.simulate`. The second term, which is zero for unit quaternions, keeps their
length in the solver of an importer. If the plant changes during a scenario, time selects every result,
    r = r_0 where t < t_1, r_1 where t_1 ≤ t < t_2, …                                                (2)
"""

from __future__ import annotations

import math

import numpy as np

from armillary.compiler.program import Port, Program, inputs_of, references
from armillary.description.toml.writer import to_toml
from armillary.exports.fmu.block import (
    INPUTS,
    Bend,
    EquationBlock,
    ModeElement,
    SampledTask,
    ScalarVariable,
    StateLimit,
)
from armillary.exports.fmu.naming import BlockParts, Naming
from armillary.expr.ops import Op
from armillary.expr.pointwise import less, where
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_coordinates
from armillary.multibody.validity import node_shapes
from armillary.simulation.checks import SLACK
from armillary.simulation.loop.digital import Digital
from armillary.simulation.loop.equations import Equations
from armillary.simulation.loop.state import quaternions
from armillary.simulation.simulate import DURATION
from armillary.spatial.scalar import Array, Floats

RETURN = 10.0
"""k of (1) [1/s]: fast enough to keep unit length, slow enough not to stiffen the equations."""


def assemble(parts: BlockParts) -> EquationBlock:
    """Return the block of a composition."""
    graph, plant, names = parts.make.graph, parts.plant, Naming(parts)
    controller = parts.loop.phases[0][1].controller
    states = [*names.positions(), *names.velocities(), *names.controller(controller), *names.drives()]
    states += names.impulses()
    effort_names = names.efforts()
    inputs = effort_names if parts.given else ()
    equations = parts.loop.equations
    held_values = (
        tuple(parts.loop.p()[: equations.changing].tolist()) if isinstance(equations.controller, Digital) else ()
    )
    modes = tuple(parts.loop.start[0][equations.layout.m].tolist())
    sizes = {"clock": 2, "x": len(states), "u": len(inputs), "p": 0, "h": len(held_values) + len(modes)}
    clock, x, u, _, h = inputs_of(graph, tuple(Port(name, (sizes[name],)) for name in INPUTS))
    changing = u if parts.given else h[: len(held_values)]
    modes_from = equations.layout.d.stop
    whole = np.array([*x[:modes_from], *h[len(held_values) :], *x[modes_from:]], dtype=object)
    p = np.array([*changing, *np.zeros(equations.changing - len(changing)), *parts.values], dtype=object)
    *earlier, results = (_rates_and_outputs(parts, system, clock, whole, p) for _, system in parts.loop.phases)
    for (t, _), before in zip(reversed(parts.loop.phases[1:]), reversed(earlier), strict=True):
        early = less(clock[1], t)
        results = {name: where(early, before[name], after) for name, after in results.items()}  # (2)
    outputs = names.outputs(effort_names, results)
    initial: tuple[int, ...] = ()
    if parts.initial:
        first = len(parts.make.variables)
        for state in states:
            text = f"{state.description}, at the beginning"
            parts.make.make(f"initial.{state.name}", text, state.unit, state.start, None, True)
        initial = tuple(range(first, first + len(states)))
    rates = references(graph, results["rates"])
    later = (t for t, _ in parts.loop.phases[1:])
    (key,), (number,) = parts.loop.origins([0])
    return EquationBlock(
        parts.name,
        parts.description,
        graph,
        tuple(states),
        rates,
        names.rate_units(controller),
        inputs,
        tuple(outputs),
        tuple(references(graph, [results[name][k] for name, k in outputs.values()])),
        tuple(parts.make.variables),
        _limits(parts, states),
        tuple(sorted({t for t in (*parts.loop.phases[0][1].switches, *later) if math.isfinite(t)})),
        quaternions(plant),
        initial,
        (*held_values, *modes),
        _elements(parts, names, results),
        _tasks(parts, clock, whole, p, len(held_values)),
        (int(key), int(number)),
        parts.loop.scenario.limits == "end",
        DURATION if parts.loop.scenario.duration is None else parts.loop.scenario.duration,
        _bends(plant),
        {"robot.toml": to_toml(plant.robot)},
    )


def _bends(plant: Model) -> tuple[Bend, ...]:
    """Return the flexible links whose nodes are checked for small bending."""
    nodes: dict[int, list[Floats]] = {}
    for first, shapes in node_shapes(plant):
        nodes.setdefault(first, []).append(shapes)
    return tuple(Bend(first, tuple(shapes_of_link)) for first, shapes_of_link in nodes.items())


def _rates_and_outputs(parts: BlockParts, equations: Equations, clock: Array, x: Array, p: Array) -> dict[str, Array]:
    """Return rates and outputs with one plant, (1)."""
    plant = equations.plant
    now = equations.at(parts.make.graph, clock, x, p)
    q_dot = list(now.q_dot)
    for k in quaternions(plant):
        quaternion = now.q[k : k + 4]
        q_dot[k : k + 4] = q_dot[k : k + 4] + RETURN * (1 - quaternion @ quaternion) * quaternion
    poses = body_poses(plant, now.q) if parts.frames else {}
    results: dict[str, Array] = {
        "rates": np.array([*q_dot, *now.qdd, *now.c_dot, *now.d_dot, *now.m_dot[equations.switching.count :]]),
        "tau": now.tau,
        "reference": np.asarray(now.signal.reference.position),
        "energy": np.array([now.kinetic, now.potential, now.stored, now.kinetic + now.potential]),
    }
    if now.motors is not None:
        results |= {"currents": np.asarray(now.motors.currents), "voltages": np.asarray(now.motors.voltages)}
    if equations.switching.count:
        watch = equations.watch.only("margins", "modes")
        results["margins"], results["modes"] = watch.inline(now.graph, clock=clock, x=_padded(equations, x), p=p)
    for frame in parts.frames:
        R, o = frame_pose(plant, poses, frame)
        results[f"frame {frame}"] = np.concatenate([o, R.ravel()])
    return results


def _padded(equations: Equations, x: Array) -> Array:
    """Return a state with zeros for the energy audit, which FMUs do not have."""
    return np.array([*x, *np.zeros(equations.layout.size - len(x))], dtype=object)


def _elements(parts: BlockParts, names: Naming, results: dict[str, Array]) -> tuple[ModeElement, ...]:
    """Return the elements with modes."""
    equations, graph = parts.loop.equations, parts.make.graph
    if not equations.switching.count:
        return ()
    places = (rate for _, rate in equations.switching.elements(equations.layout))
    margins, modes = references(graph, results["margins"]), references(graph, results["modes"])
    return tuple(map(ModeElement, names.margins(), margins, modes, places))


def _tasks(parts: BlockParts, clock: Array, x: Array, p: Array, held_count: int) -> tuple[SampledTask, ...]:
    """Return the tasks of a sampled law with the parameters of the FMU; after a change, those of the new plant."""
    graph, tasks = parts.make.graph, []
    for k, (clock_of_task, streams) in enumerate(zip(parts.loop.clocks, parts.loop.streams, strict=True)):
        results = np.zeros(0)
        for begin, equations in parts.loop.phases:
            update = equations.updates()[k]
            (after,) = update.inline(graph, clock=clock, x=_padded(equations, x), p=p)
            results = where(less(clock[1], begin), results, after) if len(results) else after
        modes, free = parts.loop.equations.switching.count, len(parts.make.variables)
        sizes = {"clock": 2, "x": len(x) - modes, "p": free, "h": held_count + modes, "w": update.inputs[3].size}
        arrays = tuple(Port(name, (size,)) for name, size in sizes.items())
        output = Port("next", (len(results),))
        program = Program(f"task{k}", graph, arrays, (output,), (references(graph, results),), {"model": parts.name})
        tasks.append(SampledTask(program, clock_of_task, streams if _reads(program, "w") else ()))
    return tuple(tasks)


def _reads(program: Program, name: str) -> bool:
    """Return whether the results of a program depend on an input."""
    graph = program.graph
    live = graph.live(ref for refs in program.results for ref in refs)
    return any(graph.op[node] is Op.INPUT and graph.args[node][0] == name for node in live)


def _limits(parts: BlockParts, states: list[ScalarVariable]) -> tuple[StateLimit, ...]:
    """Return the joint limits, which are events."""
    plant, limits = parts.plant, []
    for coordinate in joint_coordinates(plant):
        for side, bound, sign in (("lower", coordinate.limits.lower, 1), ("upper", coordinate.limits.upper, -1)):
            if coordinate.q is not None and math.isfinite(bound):
                label = parts.make.labels.give(f"{parts.make.labels.stem(coordinate.name)}.{side}_margin")
                text, unit = f"How far {coordinate.name} is from its {side} limit", states[coordinate.q].unit
                limits.append(StateLimit(ScalarVariable(label, text, unit), coordinate.q, sign, bound - sign * SLACK))
    return tuple(limits)
