"""Operation counts of the papers' special forms, and that their programs compute what the formulations do.

Bounds are those of an independent recount. Parameters are random, so that no term vanishes by a lucky value.
"""

import numpy as np
import pytest

import armillary as arm
from internals import (
    celentano,
    celentano_planar,
    celentano_spatial,
    count,
    counts,
    lagrange,
    least,
    newton_euler,
    nr,
    optimise,
    planar_nr,
    random_state,
    trace,
    trace_forms,
    trace_together,
)
from internals import evaluate_program as evaluate
from internals import reproduce_denoc as denoc
from verified_programs import verify


def run(program, *inputs):
    """Evaluate a program on one state; a dict of its outputs."""
    return evaluate(program, dict(zip((array.name for array in program.inputs), inputs, strict=True)))


@pytest.mark.parametrize("n", nr.FLOPS)
def test_planar_arm(n):
    program = counts.planar_arm(n)
    simplified = optimise(program)
    verify(simplified)
    assert count(simplified).flops <= nr.FLOPS[n][0]
    assert count(program).flops == 2 * n**2 + 27 * n - 24  # as the docstring of planar_nr says
    assert count(simplified).angles == n
    rng = np.random.default_rng(n)
    q, qd = rng.uniform(-3, 3, n), rng.normal(size=n)
    expected = planar_nr.dynmodel(planar_nr.PlanarArm(*counts.planar_parameters(n)), q, qd)
    for name, value in run(simplified, q, qd).items():
        np.testing.assert_allclose(value, getattr(expected, name), atol=1e-12 * max(1, np.abs(value).max()))


@pytest.mark.parametrize("n", celentano.PLANAR_FLOPS)
def test_planar_momentum_form(n):
    flops = counts.planar_momentum(n)
    assert min(flops.values()) <= celentano.PLANAR_FLOPS[n]
    # The bound is kept without a sine for every pair of links, too.
    assert min(value for form, value in flops.items() if form != "differences") <= celentano.PLANAR_FLOPS[n]
    rng, chain = np.random.default_rng(n), counts.planar_chain(n)
    alpha, p, u = rng.uniform(-3, 3, n), rng.normal(size=n), rng.normal(size=n)
    expected = celentano_planar.absolute_state_derivative(chain, alpha, p, celentano_planar.reverse_sums(u))
    for form in flops:
        program = optimise(trace_forms.planar_state_derivative(chain, form))
        verify(program)
        ours = run(program, alpha, p, u)
        np.testing.assert_allclose(ours["alpha_dot"], expected[0], atol=1e-9)
        np.testing.assert_allclose(ours["p_dot"], expected[1], atol=1e-9 * (1 + np.abs(expected[1]).max()))


def test_the_recursive_forms_grow_by_a_constant_number_of_operations():
    flops = {n: counts.planar_momentum(n)["recursive"] for n in (3, 4, 8)}
    assert flops[4] - flops[3] == (flops[8] - flops[4]) / 4 == 52
    flops = {n: counts.spherical_momentum(n)["recursive"] for n in (3, 4, 6)}
    assert flops[4] - flops[3] == (flops[6] - flops[4]) / 2 == 186


@pytest.mark.parametrize("n", celentano.SPHERICAL_FLOPS)
def test_spherical_momentum_form(n):
    chain = counts.spherical_chain(n)
    program = optimise(trace_forms.spherical_state_derivative(chain))
    verify(program)
    assert counts.with_trig(count(program)) <= celentano.SPHERICAL_FLOPS[n]
    rng = np.random.default_rng(n)
    alpha, p, u = rng.uniform(-1.2, 1.2, 3 * n), rng.normal(size=3 * n), rng.normal(size=3 * n)
    expected = celentano_spatial.state_derivative(chain, alpha, p, u)
    ours = run(program, alpha, p, u)
    for name, value in zip(("alpha_dot", "p_dot"), expected, strict=True):
        np.testing.assert_allclose(ours[name], value, atol=1e-10 * (1 + np.abs(value).max()))


@pytest.mark.parametrize("name", denoc.RECOUNT)
def test_robots_of_the_denoc_tables(name):
    model = counts.general_robot(name, in_plane=name in denoc.PLANAR)
    for (quantity, parts), recount in zip(denoc.QUANTITIES.items(), denoc.RECOUNT[name], strict=True):
        assert least(model, *parts).cost.flops <= sum(recount), quantity


TOGETHER = (
    {"coriolis_matrix": "christoffel", "inverse_dynamics": "christoffel", "forward_dynamics": "christoffel"},
    {"coriolis_matrix": "composite_body", "inverse_dynamics": "newton_euler", "forward_dynamics": "composite_body"},
)


@pytest.mark.crossed
@pytest.mark.parametrize("ways", TOGETHER, ids=["explicit", "recursive"])
@pytest.mark.parametrize("name", denoc.RECOUNT)
def test_their_programs_are_right(name, ways):
    model = counts.general_robot(name, in_plane=name in denoc.PLANAR)
    q, qd, qdd = random_state(model, np.random.default_rng(3))[:3]
    together = {name: ways[name] for name in ("coriolis_matrix", "inverse_dynamics")}
    together |= {"mass_matrix": "composite_body"}
    program = optimise(trace_together(model, together | {"gravity": "momentum"}))
    ours = run(program, q, qd, qdd)
    tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
    np.testing.assert_allclose(ours["mass_matrix"], newton_euler.mass_matrix(model, q), atol=1e-12)
    np.testing.assert_allclose(ours["coriolis_matrix"], lagrange.coriolis_matrix(model, q, qd), atol=1e-12)
    np.testing.assert_allclose(ours["gravity"], newton_euler.gravity(model, q), atol=1e-11)
    np.testing.assert_allclose(ours["inverse_dynamics"], tau, atol=1e-11)
    solved = run(trace(model, "forward_dynamics", ways["forward_dynamics"]), q, qd, tau)
    np.testing.assert_allclose(solved["forward_dynamics"], qdd, atol=1e-9)


def test_unknown_names_are_errors():
    model = counts.general_robot("rtx", in_plane=False)
    with pytest.raises(arm.ArgumentError, match=r"'torque'.*mass_matrix"):
        trace_together(model, {"torque": "newton_euler"})
    with pytest.raises(arm.ArgumentError, match=r"'magic'.*composite_body"):
        trace_together(model, {"mass_matrix": "magic"})
