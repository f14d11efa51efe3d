"""Functions of formulations are computed once for a state, but only while quantities are compared."""

import numpy as np
import pytest

import armillary as arm
from internals import QUANTITIES, lagrange, remembering
from random_robots import random_robot, random_state


def test_results_are_kept_within_a_block_alone():
    model = arm.model(random_robot(np.random.default_rng(1), 4))
    q, other, _ = (random_state(np.random.default_rng(seed), model)[0] for seed in range(3))
    fresh = lagrange.mass_matrix(model, q)
    assert lagrange.mass_matrix(model, q) is not fresh
    with remembering():
        kept = lagrange.mass_matrix(model, q)
        assert lagrange.mass_matrix(model, q.copy()) is kept
        np.testing.assert_array_equal(kept, fresh)
        assert np.abs(lagrange.mass_matrix(model, other) - kept).max() > 1e-3
        assert np.iscomplexobj(lagrange.mass_matrix(model, q + 0j))
        with pytest.raises(ValueError, match="read-only"):
            kept[0, 0] = 1.0
    assert lagrange.mass_matrix(model, q) is not kept


def test_quantities_do_not_change():
    model = arm.model(random_robot(np.random.default_rng(2), 5))
    q, qd, qdd = random_state(np.random.default_rng(3), model)
    state = {"q": q, "qd": qd, "qdd": qdd, "tau": qdd}
    for quantity in ("mass_matrix", "gravity", "bias", "inverse_dynamics", "forward_dynamics", "kinetic_gradient"):
        arguments = [state[name] for name in QUANTITIES[quantity].inputs]
        for way in QUANTITIES[quantity].exact(model).values():
            with remembering():
                once, twice = way(model, *arguments), way(model, *arguments)
            np.testing.assert_array_equal(once, way(model, *arguments))
            np.testing.assert_array_equal(twice, once)
