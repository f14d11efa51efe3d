"""Derivatives of inverse dynamics by composite bodies against the complex step, in any frames."""

import numpy as np
import pytest

import armillary as arm
from armillary.analysis.coordinates import random_state
from armillary.compiler.trace import views
from armillary.formulations import lagrange, newton_euler
from armillary.formulations.inverse_derivatives import applies, inverse_dynamics_derivatives
from random_robots import random_robot

STEP = 1e-30


def by_complex_step(model, q, qd, qdd):
    units = 1j * STEP * np.eye(model.nv)
    by_q = [np.imag(newton_euler.inverse_dynamics(model, q + unit, qd, qdd)) / STEP for unit in units]
    by_qd = [np.imag(newton_euler.inverse_dynamics(model, q, qd + unit, qdd)) / STEP for unit in units]
    return np.stack(by_q, axis=1), np.stack(by_qd, axis=1)


@pytest.mark.parametrize("seed", range(30))
def test_trees_of_hinges_and_slides(seed):
    rng = np.random.default_rng(seed)
    model = arm.model(random_robot(rng, 1 + seed % 8, kinds="RRPF"), motors="reflected")
    q, qd, qdd = random_state(model, rng)
    expected = by_complex_step(model, q, qd, qdd)
    for view in (model, *views(model, vectorial=True)):
        for found, wanted in zip(inverse_dynamics_derivatives(view, q, qd, qdd), expected, strict=True):
            assert np.abs(found - wanted).max() <= 1e-12 * max(1, np.abs(wanted).max())


def test_the_rate_half_is_twice_the_coriolis_matrix():
    rng = np.random.default_rng(7)
    model = arm.model(random_robot(rng, 6, kinds="RP", motors=False), friction=False)
    q, qd, qdd = random_state(model, rng)
    C = lagrange.coriolis_matrix(model, q, qd)
    np.testing.assert_allclose(inverse_dynamics_derivatives(model, q, qd, qdd)[1], 2 * C, atol=1e-12 * np.abs(C).max())


def test_what_it_applies_to():
    assert applies(arm.model(random_robot(np.random.default_rng(1), 4, kinds="RP"), motors="reflected"))
    assert not applies(arm.model(random_robot(np.random.default_rng(1), 6, kinds="RS", motors=False)))
    rotors = arm.model(random_robot(np.random.default_rng(1), 4, kinds="R"), motors="full")
    assert rotors.spinning
    assert not applies(rotors)
