"""The Coriolis matrix by composite bodies and by Christoffel symbols, and the equations made of them."""

import numpy as np
import pytest

import armillary as arm
from internals import (
    align,
    articulated_body,
    christoffel,
    coriolis,
    denoc,
    lagrange,
    newton_euler,
    random_state,
    reframe,
    regroup,
)
from random_robots import random_robot

SEEDS = range(10)


def sample(seed, kinds="RRRPSF", motors=True):
    rng = np.random.default_rng(seed)
    model = arm.model(random_robot(rng, 6, kinds, motors=motors))
    return model, *random_state(model, rng)[:3]


def close(ours, theirs, tolerance=1e-12):
    np.testing.assert_allclose(ours, theirs, atol=tolerance * (1 + np.abs(theirs).max()))


@pytest.mark.crossed
@pytest.mark.parametrize("way", [coriolis, christoffel])
@pytest.mark.parametrize("seed", SEEDS)
def test_coriolis_matrix(seed, way):
    model, q, qd, _ = sample(seed)
    C = way.coriolis_matrix(model, q, qd)
    close(C, lagrange.coriolis_matrix(model, q, qd))
    printed = denoc.coriolis_matrix(model, q, qd)
    close(C @ qd, printed @ qd)
    close(C + C.T, printed + printed.T)  # both are Ṁ
    close(way.coriolis_matrix(regroup(reframe(model)), q, qd), C)
    close(way.coriolis_matrix(align(regroup(reframe(model))), q, qd), C)


def kinds_of(model):
    return [type(joint.kind).__name__[0] for joint in model.joints]


@pytest.mark.parametrize("seed", SEEDS)
def test_explicit_equations(seed):
    model, q, qd, qdd = sample(seed)
    tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
    for same in (model, align(regroup(reframe(model)))):
        close(christoffel.gravity(same, q), newton_euler.gravity(model, q))
        close(christoffel.bias(same, q, qd), newton_euler.bias(model, q, qd))
        close(christoffel.inverse_dynamics(same, q, qd, qdd), tau)
        close(
            christoffel.forward_dynamics(same, q, qd, tau), articulated_body.forward_dynamics(model, q, qd, tau), 1e-9
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_aligned_tips_have_their_first_moment_along_x(seed):
    model, q, qd, qdd = sample(seed, "RRRP")
    reduced = align(regroup(reframe(model)))
    inner = {p for _, p in model.outward()}
    for i, _ in model.outward():
        if i not in inner and kinds_of(model)[i] == "R":
            assert reduced.bodies[i].first_moment[1] == 0
            assert reduced.bodies[i].first_moment[0] >= 0
    close(newton_euler.inverse_dynamics(reduced, q, qd, qdd), newton_euler.inverse_dynamics(model, q, qd, qdd))
