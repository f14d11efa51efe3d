"""`armillary.jax`: values are those of the compiled code; gradients pass JAX's checks, under jit and vmap."""

import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.test_util import check_grads

import armillary as arm
import armillary.jax as aj

MODEL = arm.model(arm.library.get("khatib-rr"), friction=False, free=["link1.mass", "link2.mass"])
MASSES = np.array([3.0, 2.0])


@pytest.fixture(autouse=True)
def _double_precision():
    with jax.enable_x64(True):
        yield


def states(*shape):
    return list(np.random.default_rng(5).normal(size=(3, *shape)))


@pytest.fixture(scope="module")
def forward():
    return aj.compile(MODEL, "forward_dynamics")


def test_values_gradients_and_batches(forward):
    state = states(4, 2)
    dyn = arm.compile(MODEL)
    expected = dyn.forward_dynamics(*state, parameters=MASSES)
    np.testing.assert_array_equal(forward(*state, parameters=MASSES), expected)
    np.testing.assert_array_equal(jax.jit(forward)(*state, MASSES), expected)
    assert "armillary_" in jax.jit(forward).lower(*state, MASSES).as_text()  # XLA calls it without Python
    each = jax.vmap(forward, in_axes=(0, 0, 0, None))
    np.testing.assert_array_equal(jax.jit(each)(*state, MASSES), expected)
    check_grads(jax.jit(forward), (*state, MASSES), order=1, modes=["rev"], rtol=1e-6)
    by_q, by_qd, by_tau = dyn.forward_dynamics_derivatives(*state, parameters=MASSES)
    for found, matrix in zip(
        jax.vmap(jax.jacrev(forward, argnums=(0, 1, 2)), in_axes=(0, 0, 0, None))(*state, MASSES),
        (by_q, by_qd, by_tau),
        strict=True,
    ):
        np.testing.assert_allclose(found, matrix, rtol=1e-10, atol=1e-10)
    assert forward(state[0][0], state[1][0], state[2]).shape == (4, 2)


def test_wrenches_parameters_and_other_quantities():
    inverse = aj.compile(MODEL, "inverse_dynamics", wrenches=["tip"])

    def loaded(q, wrench, mass):
        return inverse(q, 0 * q, q, wrenches={"tip": wrench}, parameters={"link2.mass": mass})

    q = states(3, 2)[0]
    check_grads(loaded, (q, np.ones(6), 2.0), order=1, modes=["rev"], rtol=1e-6)
    check_grads(aj.compile(MODEL, "mass_matrix"), (q,), order=1, modes=["rev"], rtol=1e-6)
    with pytest.raises(arm.ArgumentError, match="singular values"):
        jax.grad(lambda q: aj.compile(MODEL, "condition_number")(q).sum())(q)


def test_motions_have_gradients():
    plant = arm.model(arm.library.get("khatib-rr"), friction=False)
    motion = aj.rollout(
        arm.Scenario(plant, limits="none"),
        0.02,
        solver=arm.solvers.RK4(step=5e-3),
        record=0.01,
        efforts=np.zeros((2, 2)),
    )
    start, efforts = states(3, 2)[0], np.random.default_rng(1).normal(size=(3, 2, 2))
    moved = jax.jit(lambda q0, efforts: motion(q0, efforts=efforts))
    assert [each.shape for each in moved(start, efforts)] == [(3, 3, 2)] * 2
    check_grads(moved, (start, efforts), order=1, modes=["rev"], rtol=1e-6)


def test_single_precision(forward):
    """A quantity is computed in single precision by native code; an index in double precision, and rounded."""
    state = [np.float32(each) for each in states(4, 2)]
    index = aj.compile(MODEL, "condition_number")
    with jax.enable_x64(False):
        found, number = forward(*map(jnp.asarray, state)), index(jnp.asarray(state[0]))
        by_tau = jax.grad(lambda tau: forward(*state[:2], tau).sum())(jnp.asarray(state[2]))
    assert found.dtype == by_tau.dtype == number.dtype == jnp.float32
    np.testing.assert_array_equal(found, arm.compile(MODEL, dtype="float32").forward_dynamics(*state))
    inverse = np.linalg.inv(arm.compile(MODEL).mass_matrix(state[0]))
    np.testing.assert_allclose(by_tau, inverse.sum(axis=1), rtol=1e-4)
    np.testing.assert_array_equal(number, np.float32(arm.compile(MODEL).condition_number(state[0])))


def test_what_is_refused(forward, monkeypatch):
    q = np.zeros((2, 2))
    with pytest.raises(arm.ArgumentError, match="qd, tau missing"):
        forward(q)
    with pytest.raises(arm.ArgumentError, match=r"shape \(2, 1\)"):
        forward(q, q, q[:, :1])
    with pytest.raises(arm.ArgumentError, match=r"leading dimensions \(2,\)"):
        forward(q, q, np.zeros((3, 2)))
    monkeypatch.setitem(sys.modules, "jax", None)
    with pytest.raises(arm.errors.MissingExtraError, match=r"armillary\[jax\]"):
        aj.compile(MODEL, "gravity")
