"""Coordinates in any order, springs and sublinks: everything that rigid links can have without modes.

Elastic coordinates come last, so that the coordinates of a robot with sublinks are not in the order of its bodies.
Here the coordinates of random robots are shuffled: every quantity must be shuffled likewise, and nothing else.
"""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import (
    DERIVATIVES,
    QUANTITIES,
    Beam,
    BeamNode,
    Link,
    Section,
    Station,
    Sublinks,
    complex_steps,
    depth,
    inverse_dynamics_derivatives,
    model_gradient,
    random_state,
    trace,
    trace_derivatives,
)
from internals import choose_planar as planar
from internals import evaluate_program as evaluate
from internals import momentum_kinetic_gradient as kinetic_gradient
from random_robots import random_robot
from samples import some

DYNAMICS = [name for name, entry in QUANTITIES.items() if set(entry.formulations) - {"kinematics"}]
JACOBIANS = ["jacobian", "jacobian_dot", "manipulability_gradient", "condition_number_gradient"]
KINEMATICS = ["pose", "link_positions", "frame_acceleration", "manipulability", "condition_number"]
WORLD = ["base_wrench", "centre_of_mass", "spatial_momentum"]
COLUMNS = ["centroidal_momentum_matrix", "generalized_jacobian"]
SEEDS = some(range(8), 4)


def sprung(robot, rng):
    """The robot with springs at most of its joints."""
    joints = tuple(
        replace(joint, stiffness=rng.uniform(1, 50), rest=rng.uniform(-1, 1))
        if joint.type in ("revolute", "prismatic") and rng.random() < 0.7
        else joint
        for joint in robot.joints
    )
    return replace(robot, joints=joints)


def shuffled(model, rng):
    """The model with its joints' coordinates in another order, and where each of the old ones is: q then v."""
    order = rng.permutation(len(model.joints))
    q, v, joints = np.empty(model.nq, dtype=int), np.empty(model.nv, dtype=int), list(model.joints)
    nq = nv = 0
    for i in order:
        joint = model.joints[i]
        joints[i] = replace(joint, q=slice(nq, nq + joint.kind.nq), v=slice(nv, nv + joint.kind.nv))
        q[joint.q], v[joint.v] = np.arange(nq, nq + joint.kind.nq), np.arange(nv, nv + joint.kind.nv)
        nq, nv = nq + joint.kind.nq, nv + joint.kind.nv
    back = np.argsort(v)
    rotors = {rotor.name: replace(rotor, joint=int(v[rotor.joint])) for rotor in model.rotors}
    bodies = tuple(replace(b, rotors=tuple(rotors[rotor.name] for rotor in b.rotors)) for b in model.bodies)
    vectors = {name: getattr(model, name)[back] for name in ("viscous", "coulomb", "coulomb_sided", "rest")}
    tables = {name: getattr(model, name)[np.ix_(back, back)] for name in ("stiffness", "damping")}
    made = replace(model, bodies=bodies, joints=tuple(joints), rotors=tuple(rotors.values()), **vectors, **tables)
    return made, q, v


def sample(seed, kinds="RRRPSF", n=None):
    rng = np.random.default_rng(3000 + seed)
    model = arm.model(sprung(random_robot(rng, n or 3 + seed % 4, kinds), rng), motors=("full", "reflected")[seed % 2])
    damping = rng.normal(size=(model.nv, model.nv)) * np.any(model.stiffness, axis=1)
    model = replace(model, damping=damping @ damping.T)
    q, qd, qdd = random_state(model, rng)
    other, at_q, at_v = shuffled(model, rng)
    plain = {"q": q, "qd": qd, "qdd": qdd, "tau": 3 * qd - qdd}
    moved = {name: np.empty(len(value)) for name, value in plain.items()}
    for name, value in plain.items():
        moved[name][at_q if name == "q" else at_v] = value
    return model, plain, other, moved, at_v


def close(ours, theirs, tolerance=1e-11):
    np.testing.assert_allclose(ours, theirs, atol=tolerance * (1 + np.abs(theirs).max()))


def back(value, at_v, quantity=""):
    """A quantity of the shuffled robot in the old order."""
    value = np.asarray(value)
    if quantity in WORLD:
        return value
    return value[:, at_v] if quantity in COLUMNS else value[np.ix_(*[at_v] * value.ndim)]


@pytest.mark.crossed
@pytest.mark.parametrize("quantity", DYNAMICS)
@pytest.mark.parametrize("seed", SEEDS)
def test_dynamics(seed, quantity):
    model, plain, other, moved, at_v = sample(seed)
    entry = QUANTITIES[quantity]
    for way in entry.exact(model).values():
        expected = way(model, *(plain[name] for name in entry.inputs))
        close(back(way(other, *(moved[name] for name in entry.inputs)), at_v, quantity), expected)


@pytest.mark.crossed
@pytest.mark.parametrize("quantity", [*JACOBIANS, *KINEMATICS])
@pytest.mark.parametrize("seed", SEEDS)
def test_kinematics(seed, quantity):
    model, plain, other, moved, at_v = sample(seed, "RRRP", 5)
    entry = QUANTITIES[quantity]
    (way,) = entry.formulations.values()
    expected = way(model, *(plain[name] for name in entry.inputs))
    found = way(other, *(moved[name] for name in entry.inputs))
    close(found[..., at_v] if quantity in JACOBIANS else found, expected, 1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_gradient_from_the_inertia_alone(seed):
    _, _, other, moved, _ = sample(seed)
    close(model_gradient(other, moved["q"], moved["qd"]), kinetic_gradient(other, moved["q"], moved["qd"]))


@pytest.mark.crossed
@pytest.mark.parametrize("way", ["auto", "christoffel", "momentum"])
@pytest.mark.parametrize("seed", SEEDS[:3])
def test_compiled_programs(seed, way):
    """Frames and inertia parameters are chosen anew before tracing: springs and the order must survive that."""
    _, _, other, moved, _ = sample(seed)
    reference = arm.types.Evaluated(other)
    for quantity in ("mass_matrix", "bias", "inverse_dynamics", "forward_dynamics", "gravity", "elastic"):
        entry = QUANTITIES[quantity]
        program = trace(other, quantity, way if way in entry.formulations else None)
        state = {name: moved[name] for name in entry.inputs}
        close(evaluate(program, state)[quantity], getattr(reference, quantity)(*state.values()), 1e-10)
    assert depth(other) == max(other.moves.sum(axis=1))
    assert planar(other) is False


@pytest.mark.crossed
@pytest.mark.parametrize("kinds", ["RRRPSF", "RP"])
@pytest.mark.parametrize("seed", SEEDS[:4])
def test_derivatives_have_springs_and_damping(seed, kinds):
    _, _, other, moved, _ = sample(seed, kinds)
    other = build_like(other, "none") if kinds == "RP" else other
    for quantity in ("inverse_dynamics", "forward_dynamics"):
        names = DERIVATIVES[f"{quantity}_derivatives"].inputs
        state = {name: moved[name] for name in names}
        expected = complex_steps(other, quantity, list(state.values()))
        found = evaluate(trace_derivatives(other, f"{quantity}_derivatives"), state).values()
        for ours, theirs in zip(found, expected, strict=True):
            close(ours, theirs, 1e-9)
    arguments = [moved[name] for name in ("q", "qd", "qdd")]
    expected = complex_steps(other, "inverse_dynamics", arguments)
    for ours, theirs in zip(inverse_dynamics_derivatives(other, *arguments), expected, strict=True):
        close(ours, theirs)


def build_like(model, motors):
    """The shuffled model without rotors."""
    bodies = tuple(replace(body, rotors=()) for body in model.bodies)
    return replace(model, motors=motors, bodies=bodies, rotors=())


def test_springs_count():
    """The identities above would hold without springs, too: they are there."""
    model, plain, *_ = sample(1)
    assert np.any(model.stiffness)
    without = replace(model, stiffness=np.zeros_like(model.stiffness))
    for quantity in ("bias", "inverse_dynamics", "forward_dynamics", "potential_energy"):
        entry = QUANTITIES[quantity]
        arguments = [plain[name] for name in entry.inputs]
        for way in entry.exact(model).values():
            assert np.abs(np.asarray(way(model, *arguments)) - way(without, *arguments)).max() > 1e-3


def cut(rng):
    """A robot whose first two links are beams of rigid sublinks, bending in two planes and twisting."""
    robot = random_robot(rng, 3, kinds="RRP", tree=False)
    section = Section("rectangle", (0.01, 0.02))

    def beam(count, torsion):
        return Beam(
            0.5, 2e9, 2000.0, (Station(0.0, section),), G=1e9, axis=(0.6, 0.8, 0.0), normal=(0.0, 0.0, 1.0),
            nodes=(BeamNode("mid", 0.2),), sublinks=Sublinks(count, True, True, torsion, damping=0.02),
        )  # fmt: skip

    beams = [beam(2, False), beam(1, True)]
    links = [Link(link.name, beam=beams[k]) if k < 2 else link for k, link in enumerate(robot.links)]
    joints = [replace(joint, node="mid" if joint.parent == links[0].name else None) for joint in robot.joints]
    return replace(robot, links=tuple(links), joints=tuple(joints))


@pytest.mark.parametrize("seed", range(3))
def test_all_formulations_know_sublinks(seed):
    robot = cut(np.random.default_rng(seed))
    model = arm.model(robot)
    starts = [joint.v.start for joint in model.joints]
    assert starts != sorted(starts), "elastic coordinates are not in the order of the bodies"
    assert not model.flexible
    assert len(model.elastic) == 2 * 2 + 3
    result = arm.check(robot, states=1, seed=seed)
    assert result.worst <= 1e-10
    assert {"lagrange", "denoc", "christoffel"} <= {row.second for row in result.rows}


def test_compiled_sublinks_equal_the_reference():
    robot = cut(np.random.default_rng(5))
    fast, plain = arm.compile(robot), arm.evaluate(robot)
    q, qd, qdd = random_state(plain.model, np.random.default_rng(6))
    tau = plain.inverse_dynamics(q, qd, qdd)
    close(fast.inverse_dynamics(q, qd, qdd), tau)
    close(fast.forward_dynamics(q, qd, tau), qdd, 1e-8)
    close(fast.elastic(q), plain.elastic(q))
    close(fast.potential_energy(q), plain.potential_energy(q))
