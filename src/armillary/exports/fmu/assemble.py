"""From a plant, a law and a reference to a block: states, outputs and events with their names.

    q̇ = rate(q, v) + k (1 − |q|²) q at unit quaternions,   ċ of the law
    v̇ = FD(q, v, τ + Σ J_kᵀ w_k − dry friction)                                                     (1)
as `simulation.system` has it, so that an FMU moves as `arm.simulate` does. The second term, which is zero while
quaternions have their length, keeps the solver of an importer from losing it.
Where the plant becomes another one in the course of a scenario, every result is chosen by the time,
    r = r_0 where t < t_1, r_1 where t_1 ≤ t < t_2, …                                                (2)
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from armillary.compiler.choose import cheapest
from armillary.compiler.program import Port, Program, inputs_of, references
from armillary.description.toml.writer import to_toml
from armillary.exports.fmu.block import INPUTS, Block, Limit, Variable
from armillary.exports.fmu.composition import Setup
from armillary.exports.fmu.naming import Naming
from armillary.expr.graph import less, select
from armillary.formulations import composite_body, momentum
from armillary.formulations.passive import elastic_energy
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.multibody.coordinates import joint_places
from armillary.simulation.engine import quaternions
from armillary.simulation.health import SLACK
from armillary.simulation.signals import Motion, Signal
from armillary.simulation.system import CREEP, System
from armillary.spatial.rotation import Array
from armillary.spatial.scalar import tanh

RETURN = 10.0
"""k of (1) [1/s]."""


def assemble(setup: Setup) -> Block:
    """Return the block of a setup."""
    graph, plant, names = setup.graph, setup.plant, Naming(setup)
    controller = setup.phases[0][1].controller
    states = [*names.positions(), *names.velocities(), *names.controller(controller)]
    effort_names = names.efforts()
    inputs = effort_names if setup.given else ()
    held = plant.nv if setup.sampled is not None else 0
    sizes = {"clock": 2, "x": len(states), "u": len(inputs), "p": 0, "h": held}
    clock, x, u, _, h = inputs_of(graph, tuple(Port(name, (sizes[name],)) for name in INPUTS))
    efforts = np.concatenate([u, np.zeros(plant.nv - len(u))]) if setup.given else h
    results = _phased(setup, clock, [_moved(setup, system, clock, x, efforts) for _, system in setup.phases])
    outputs = names.outputs(effort_names, results)
    initial: tuple[int, ...] = ()
    if setup.initial:
        first = len(setup.make.variables)
        for each in states:
            text = f"{each.description}, at the beginning"
            setup.make.make(f"initial.{each.name}", text, each.unit, each.start, None, True)
        initial = tuple(range(first, first + len(states)))
    rates = references(graph, results["rates"])
    later = (t for t, _ in setup.phases[1:])
    return Block(
        setup.name,
        setup.description,
        graph,
        tuple(states),
        rates,
        names.rate_units(controller),
        inputs,
        tuple(outputs),
        tuple(references(graph, [results[name][k] for name, k in outputs.values()])),
        tuple(setup.make.variables),
        _limits(setup, states),
        tuple(sorted({t for t in (*setup.phases[0][1].switches, *later) if math.isfinite(t)})),
        quaternions(plant),
        initial,
        held,
        setup.period,
        _law(setup),
        tuple(float(value) for value in setup.sampled.start()) if setup.sampled is not None else (),
        setup.limits,
        setup.duration,
        {"robot.toml": to_toml(plant.robot)},
    )


def _moved(setup: Setup, system: System, clock: Array, x: Array, efforts: Array) -> dict[str, Array]:
    """Return rates and outputs with one plant, (1)."""
    graph, plant, layout = setup.graph, system.plant, system.layout
    signal, tau, pushed = system._effort(clock, np.concatenate([x, np.zeros(3)]), efforts)
    q, v = x[layout.q], x[layout.v]
    dry = np.array([_dry(c, rate) for c, rate in zip(plant.coulomb, v, strict=True)])
    load = tau + pushed - dry
    if setup.tunable:
        qdd = composite_body.forward_dynamics(system.smooth, q, v, load)
        kinetic, potential = momentum.kinetic_energy(plant, q, v), momentum.potential_energy(plant, q)
    else:
        (qdd,) = cheapest(system.smooth, "forward_dynamics").inline(graph, q=q, qd=v, tau=load)
        (kinetic,) = cheapest(plant, "kinetic_energy").inline(graph, q=q, qd=v)
        (potential,) = cheapest(plant, "potential_energy").inline(graph, q=q)
    q_dot = list(plant.rate(q, v))
    for k in quaternions(plant):
        own = q[k : k + 4]
        q_dot[k : k + 4] = q_dot[k : k + 4] + RETURN * (1 - own @ own) * own
    poses = body_poses(plant, q) if setup.frames else {}
    found: dict[str, Array] = {
        "rates": np.array([*q_dot, *qdd, *system.controller.rate(signal)]),
        "tau": tau,
        "reference": np.asarray(_position(signal.reference)),
        "energy": np.array([kinetic, potential, elastic_energy(plant, q), kinetic + potential]),
    }
    for frame in setup.frames:
        R, o = frame_pose(plant, poses, frame)
        found[f"frame {frame}"] = np.concatenate([o, R.ravel()])
    return found


def _dry(c: Any, rate: Any) -> Any:
    return 0.0 if isinstance(c, float) and c == 0 else c * tanh(rate / CREEP)


def _position(motion: Motion) -> Array:
    return motion.position


def _phased(setup: Setup, clock: Array, found: list[dict[str, Array]]) -> dict[str, Array]:
    """Return what holds at each time, (2)."""
    chosen = found[-1]
    for (t, _), before in zip(reversed(setup.phases[1:]), reversed(found[:-1]), strict=True):
        early = less(clock[1], t)
        chosen = {
            name: np.array([select(early, a, b) for a, b in zip(before[name], chosen[name], strict=True)])
            for name in chosen
        }
    return chosen


def _law(setup: Setup) -> Program | None:
    """Return efforts and rates of a sampled law, as a program of clock, x, p and its states c."""
    law, reference, graph = setup.sampled, setup.reference, setup.graph
    if law is None or reference is None:
        return None
    plant = setup.plant
    sizes = (2, plant.nq + plant.nv, len(setup.make.variables), law.states)
    arrays = tuple(Port(name, (size,)) for name, size in zip(("clock", "x", "p", "c"), sizes, strict=True))
    clock, x, _, c = inputs_of(graph, arrays)
    wanted = reference.motion(clock[0], clock[1])
    signal = Signal(clock[0], x[: plant.nq], x[plant.nq :], c, wanted, np.zeros(0), clock[1])
    results = (references(graph, law.effort(signal)), references(graph, law.rate(signal)))
    outputs = (Port("tau", (len(results[0]),)), Port("rate", (len(results[1]),)))
    return Program("law", graph, arrays, outputs, results, {"model": setup.name})


def _limits(setup: Setup, states: list[Variable]) -> tuple[Limit, ...]:
    """Return the bounds of joints that are events."""
    plant, found = setup.plant, []
    known = {joint.name: joint.limits for joint in plant.robot.joints}
    for name, (q, _) in joint_places(plant).items():
        if q.stop - q.start != 1 or name not in known:
            continue
        unit = states[q.start].unit
        for side, bound, sign in (("lower", known[name].lower, 1), ("upper", known[name].upper, -1)):
            if math.isfinite(bound):
                label = setup.labels.give(f"{setup.labels.stem(name)}.{side}_margin")
                text = f"How far {name} is from its {side} limit"
                found.append(Limit(Variable(label, text, unit), q.start, sign, bound - sign * SLACK))
    return tuple(found)
