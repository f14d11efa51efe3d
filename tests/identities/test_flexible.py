"""Flexible robots: recursions against the energies alone, on seeded random spatial robots with motors.

Links bend in both planes, twist and stretch, with every family of shapes; joints of all kinds, motors, payloads and
frames sit at their nodes. The second half leaves one term out of a recursion at a time and shows that this is found.
"""

import functools
import inspect
import sys
import textwrap
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import (
    FORMULATIONS,
    QUANTITIES,
    BodyState,
    EnergyFromInertia,
    ModalState,
    Node,
    articulated_body,
    composite_body,
    coriolis,
    elastic,
    energy,
    friction,
    momentum,
    newton_euler,
)
from random_flexible import random_flexible_robot, random_flexible_state
from samples import some

SEEDS = some(range(100), 20)
STEP = 1e-30

RIGID_ONLY = [name for name, each in FORMULATIONS.items() if each.rigid_only and not each.approximate]


@functools.cache
def sample(seed, n=None):
    rng = np.random.default_rng(seed)
    model = arm.model(random_flexible_robot(rng, n or 1 + seed % 4))
    return model, *random_flexible_state(rng, model)


def loose(model):
    """The same robot without springs, stiffness, friction and damping, whose efforts would hide all others."""
    none, nothing = np.zeros(model.nv), np.zeros((model.nv, model.nv))
    return replace(model, stiffness=nothing, damping=nothing, viscous=none, coulomb=none, coulomb_sided=none)


def gap(ours, theirs):
    """The largest difference against the largest entry."""
    return np.abs(np.asarray(ours) - theirs).max() / np.abs(theirs).max()


def inertia_gap(ours, theirs):
    """The largest difference of two mass matrices, each entry against the inertias of its two coordinates."""
    scale = np.sqrt(np.diag(theirs))
    return (np.abs(ours - theirs) / np.outer(scale, scale)).max()


@pytest.mark.parametrize("seed", SEEDS)
def test_recursions_agree_with_the_energies(seed):
    model, q, qd, qdd = sample(seed)
    M = energy.mass_matrix(model, q)
    for way in (composite_body.mass_matrix, composite_body.mass_matrix_by_moments, newton_euler.mass_matrix):
        assert inertia_gap(way(model, q), M) <= 1e-11
    free = loose(model)
    bias = energy.inverse_dynamics(free, q, qd, np.zeros(model.nv))
    for way in (newton_euler.bias, momentum.bias):
        assert gap(way(free, q, qd), bias) <= 1e-11
    assert gap(newton_euler.inverse_dynamics(free, q, qd, qdd), M @ qdd + bias) <= 1e-11
    tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
    assert gap(articulated_body.forward_dynamics(model, q, qd, tau), qdd) <= 1e-9
    expected = np.linalg.solve(M, qdd - bias)
    assert gap(articulated_body.forward_dynamics(free, q, qd, qdd), expected) <= 1e-9


@pytest.mark.parametrize("seed", some(SEEDS[:40], 12))
def test_coriolis_matrix(seed):
    """C + Cᵀ is Ṁ, so that Ṁ − 2C is skew; C q̇ and Cᵀ q̇ are what the recursions say."""
    model, q, qd, _ = sample(seed)
    C = coriolis.coriolis_matrix(model, q, qd)
    M_dot = np.imag(composite_body.mass_matrix(model, q + 1j * STEP * model.rate(q, qd))) / STEP
    free = loose(model)
    assert gap(C + C.T, M_dot) <= 1e-11
    assert gap(C @ qd, newton_euler.bias(free, q, qd) - newton_euler.gravity(free, q)) <= 1e-11
    assert gap(C.T @ qd, energy.kinetic_gradient(model, q, qd)) <= 1e-11


@pytest.mark.parametrize("seed", some(SEEDS[:40], 6))
def test_coriolis_matrix_is_made_of_christoffel_symbols(seed):
    """Where velocities are rates of coordinates, C is half the derivative of C q̇ by q̇."""
    rng = np.random.default_rng(seed)
    model = arm.model(random_flexible_robot(rng, 1 + seed % 4, kinds="RRPF"))
    q, qd, _ = random_flexible_state(rng, model)
    columns = []
    for unit in np.eye(model.nv):
        faster = qd + 1j * STEP * unit
        columns.append(np.imag(momentum.bias(loose(model), q, faster)) / STEP / 2)
    assert gap(coriolis.coriolis_matrix(model, q, qd), np.stack(columns, axis=1)) <= 1e-11


@pytest.mark.parametrize("seed", some(SEEDS[:40], 12))
def test_power_of_the_efforts_is_the_rate_of_energy(seed):
    model, q, qd, qdd = sample(seed)
    tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
    moved, faster = q + 1j * STEP * model.rate(q, qd), qd + 1j * STEP * qdd
    for way in (energy, momentum):
        rate = np.imag(way.kinetic_energy(model, moved, faster) + way.potential_energy(model, moved)) / STEP
        assert rate + qd @ friction(model, q, qd) == pytest.approx(tau @ qd, abs=1e-11 * np.abs(tau * qd).sum())
    assert qd @ model.damping @ qd >= 0


@pytest.mark.parametrize("seed", some(SEEDS[:40], 12))
def test_gravity_and_elastic_efforts_are_the_slope_of_the_potential_energy(seed):
    model, q, *_ = sample(seed)
    along = [q + 1j * STEP * model.rate(q, unit) for unit in np.eye(model.nv)]
    slope = np.array([np.imag(energy.potential_energy(model, point)) / STEP for point in along])
    np.testing.assert_allclose(newton_euler.gravity(model, q) + elastic(model, q), slope, atol=1e-12 * abs(slope).max())
    assert gap(momentum.gravity(model, q), energy.gravity(model, q)) <= 1e-11


@pytest.mark.parametrize("seed", [1, 4, 8, 13])
def test_the_cross_check_compares_what_knows_flexible_links(seed):
    robot = random_flexible_robot(np.random.default_rng(seed), 2)
    result = arm.check(robot, states=1, seed=seed)
    assert result.worst <= 1e-10
    named = {name for row in result.rows for name in (row.first, row.second)}
    assert not named & set(RIGID_ONLY)
    assert {row.quantity for row in result.rows} >= {"bias", "C + Cᵀ = Ṁ", "power", "g + elastic = ∂V/∂q"}


def test_the_random_robots_cover_what_they_claim():
    found = set()
    for seed in SEEDS:
        model = sample(seed)[0]
        nodes = {i for i, joint in enumerate(model.joints) if joint.kind.shared}
        found |= {type(joint.kind).__name__ for joint in model.joints}
        found |= {f"{type(joint.kind).__name__} at a node" for joint in model.joints if joint.parent in nodes}
        found |= {"rotor at a node" for rotor in model.spinning if rotor.carrier in nodes}
        found |= {"rotor on a flexible link" for r in model.spinning if model.bodies[r.carrier].modal.count}
        found |= {name.rpartition(".")[2].rstrip("0123456789") for name in model.elastic}
        found |= {"shortening" for body in model.bodies if len(body.modal.field.shortening[0])}
        found |= {"several axes" for i in nodes if model.joints[i].kind.axis is None}
        found |= {"part at a node" for i in nodes if model.bodies[i].rigid_parts}
        assert model.flexible
    assert found >= {"Revolute", "Prismatic", "Spherical", "Weld", "Node", "Prismatic at a node", "Revolute at a node"}
    assert found >= {"rotor at a node", "rotor on a flexible link", "bending_y", "bending_z", "torsion", "axial"}
    assert found >= {"shortening", "several axes", "part at a node", "Spherical at a node"}


@pytest.mark.parametrize("formulation", RIGID_ONLY)
def test_a_formulation_for_rigid_links_says_so(formulation):
    model = sample(1)[0]
    quantities = [entry for entry in QUANTITIES.values() if formulation in entry.formulations]
    assert quantities
    for entry in quantities:
        assert formulation not in entry.exact(model)
        with pytest.raises(arm.ArgumentError, match="supports flexible links: auto, composite_body"):
            entry.function(model, formulation)


@pytest.mark.parametrize("formulation", RIGID_ONLY)
def test_so_do_its_functions(formulation):
    """A function called by itself would leave the modes out and give numbers all the same."""
    model, q, qd, qdd = sample(1)
    state = {"q": q, "qd": qd, "qdd": qdd, "tau": qdd}
    for entry in QUANTITIES.values():
        if formulation in entry.formulations:
            with pytest.raises(arm.ArgumentError, match=f"{formulation}' for 'random', which has links with modes"):
                entry.formulations[formulation](model, *(state[name] for name in entry.inputs))


def test_every_quantity_has_a_way_that_knows_flexible_links():
    model = sample(1)[0]
    assert all(entry.exact(model) for entry in QUANTITIES.values())
    assert set(RIGID_ONLY) < set(FORMULATIONS)


def test_the_gradient_from_the_inertia_alone_is_for_rigid_links():
    with pytest.raises(arm.ArgumentError, match="rigid links"):
        EnergyFromInertia.of(sample(1)[0])


# One term left out


def mutate(monkeypatch, owner, name, old, new):
    """Put a function in the place of another that differs from it in one term."""
    function = getattr(owner, name)
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(old) == 1, "the term is not where this test looks for it"
    made: dict = {}
    text = "from __future__ import annotations\n" + source.replace(old, new)
    exec(compile(text, inspect.getsourcefile(function), "exec"), sys.modules[function.__module__].__dict__, made)
    monkeypatch.setattr(owner, name, made[name])


RIGID = "(not model.joints[i].kind.shared)"
RECURSION = (newton_euler, "_recursion")
MUTANTS = {
    "gyroscopic moment of rotors": (BodyState, "wrench", "spun_up + precessed", "spun_up"),
    "rotors coupled to the modes that turn them": (
        composite_body._MassMatrix,
        "project",
        "efforts = self.S[i][0].T @ n + self.S[i][1].T @ f",
        "efforts = (self.S[i][0].T @ n + self.S[i][1].T @ f) * (not (both and self.model.joints[i].kind.shared))",
    ),
    "modes feel the spin-up of rotors": (BodyState, "wrench", "spun_up + precessed", "precessed"),
    "ω × ω_e": (*RECURSION, "+ cross(carried, turning)", f"+ {RIGID} * cross(carried, turning)"),
    "Γ̇": (*RECURSION, "+ d_omega  # (2)", ""),
    "Γ": (Node, "subspace", "rate_map(self._psi(q)) @ self._turning(q)", "self._turning(q)"),
    "lever of the bent link": (
        *RECURSION,
        "cross(step[i].r, f_p)",
        "cross(step[i].r if not model.joints[i].kind.shared else model.joints[i].translation, f_p)",
    ),
    "centrifugal and tangential terms of the lever": (
        *RECURSION,
        "U[p] @ step[i].r",
        "U[p] @ (step[i].r if not model.joints[i].kind.shared else model.joints[i].translation)",
    ),
    "forces of a node do work on its displacement": (*RECURSION, "+ S[i][1].T @ f[i]", f"+ {RIGID} * S[i][1].T @ f[i]"),
    "2 ω × of a node": (*RECURSION, "2 * cross(carried, sliding)", f"2 * {RIGID} * cross(carried, sliding)"),
    "2 ω × of a link": (ModalState, "wrench", "+ 2 * cross(omega, self.p.T @ rate)", ""),
    "turning of a link feels its bending": (
        ModalState,
        "wrench",
        "+ 2 * (np.trace(W_dot) * omega - W_dot @ omega)",
        "",
    ),
    "gyroscopic coupling of modes": (
        ModalState,
        "efforts",
        "+ 2 * (np.tensordot(rate, self.gyration, axes=(0, 1)) @ omega)",
        "",
    ),
    "spin of turning sections": (ModalState, "wrench", "cross(omega, self.h.T @ rate)", "0"),
    "foreshortening of a link": (ModalState, "rates", "qd_modal @ C @ qd_modal for C", "0.0 for C"),
    "foreshortening at a node": (*RECURSION, "+ d_v  # (3)", ""),
}


FIVE = (7, 19, 23, 31, 47)


@functools.cache
def references():
    """The samples with M and the efforts of each by its energies, before any term is left out."""
    samples = [sample(seed, 3) for seed in FIVE]
    return [
        (model, q, qd, qdd, energy.mass_matrix(model, q), energy.inverse_dynamics(loose(model), q, qd, qdd))
        for model, q, qd, qdd in samples
    ]


def worst_gap(model, q, qd, qdd, M, tau):
    """The worst of what the recursions have in M and in the efforts against the energies."""
    inertias = (way(model, q) for way in (composite_body.mass_matrix, newton_euler.mass_matrix))
    efforts = newton_euler.inverse_dynamics(loose(model), q, qd, qdd)
    return max(*(inertia_gap(each, M) for each in inertias), gap(efforts, tau))


def test_nothing_left_out_is_no_gap():
    assert max(worst_gap(*each) for each in references()) <= 1e-11


@pytest.mark.parametrize("term", MUTANTS)
def test_a_term_left_out_is_found(term, monkeypatch):
    found = references()
    mutate(monkeypatch, *MUTANTS[term])
    assert max(worst_gap(*each) for each in found) > 1e-6
