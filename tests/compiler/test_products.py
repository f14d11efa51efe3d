"""VJP and JVP of inverse and forward dynamics equal products with complex steps, and each other's transposes."""

import numpy as np
import pytest
from tests.random_robots import random_robot, random_state
from tests.verified_programs import verify

import armillary as arm
from internals import PRODUCTS, QUANTITIES, jvp, record, trace_product, vjp
from internals import evaluate_program as evaluate
from samples import some

BOTH = ("inverse_dynamics", "forward_dynamics")


def models():
    """Trees of all joint kinds with motors and friction, a flexible robot, an elastic gear, quaternions."""
    for seed in some(range(3), 2):
        rng = np.random.default_rng(seed)
        yield arm.model(random_robot(rng, 3 + seed), motors=["full", "reflected", "none"][seed % 3])
    yield arm.model(arm.library.get("flexrob"))
    yield arm.model(arm.library.get("manutec-r3"))
    yield arm.model(arm.library.get("spherical-chain"))


def drawn(model, count, seed=0):
    """Return q and five arrays of velocity coordinates, for several states."""
    rng = np.random.default_rng(seed)
    rows = [random_state(rng, model) for _ in range(count)]
    q, qd, qdd = (np.array(part) for part in zip(*rows, strict=True))
    return [q, qd, qdd, *rng.normal(size=(3, count, model.nv))]


def near(found, expected, tolerance=1e-11):
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() <= tolerance * max(np.abs(expected).max(), 1e-3)


@pytest.mark.parametrize("model", list(models()), ids=lambda model: model.robot.name)
def test_compiled_products_equal_complex_steps(model):
    fast, plain = arm.compile(model), arm.evaluate(model)
    q, qd, last, *others = drawn(model, 2)
    for quantity in BOTH:
        verify(trace_product(model, f"{quantity}_vjp"))
        args = (q, qd, last, others[0])
        bars = getattr(fast, f"{quantity}_vjp")(*args)
        for found, expected in zip(bars, getattr(plain, f"{quantity}_vjp")(*args), strict=True):
            near(found, expected)
        pushed = getattr(fast, f"{quantity}_jvp")(q, qd, last, others)
        near(pushed, getattr(plain, f"{quantity}_jvp")(q, qd, last, others))
        # ȳ · (J dx) = (Jᵀ ȳ) · dx, state by state
        products = sum((bar * direction).sum(axis=1) for bar, direction in zip(bars, others, strict=True))
        near((others[0] * pushed).sum(axis=1), products)
        one = getattr(fast, f"{quantity}_vjp")(*(array[1] for array in args))
        for single, batch in zip(one, bars, strict=True):
            near(single, batch[1])


def test_products_of_matrices_that_the_package_has():
    """M is the derivative by q̈, and derivatives are made in another way."""
    model = arm.model(arm.library.get("panda"))
    dyn = arm.compile(model)
    q, qd, last, bar, *_ = drawn(model, 4)
    by_q, by_qd = dyn.inverse_dynamics_derivatives(q, qd, last)
    expected = [np.einsum("ni,nij->nj", bar, matrix) for matrix in (by_q, by_qd, dyn.mass_matrix(q))]
    for found, wanted in zip(dyn.inverse_dynamics_vjp(q, qd, last, bar), expected, strict=True):
        near(found, wanted, 1e-13)
    matrices = dyn.forward_dynamics_derivatives(q, qd, last)
    for found, matrix in zip(dyn.forward_dynamics_vjp(q, qd, last, bar), matrices, strict=True):
        near(found, np.einsum("ni,nij->nj", bar, matrix), 1e-12)


@pytest.mark.parametrize("quantity", BOTH)
def test_free_parameters(quantity):
    robot = arm.library.get("manutec-r3")
    model = arm.model(robot, free=["payload.mass", "gravity.z"])
    fast, plain = arm.compile(model), arm.evaluate(model)
    q, qd, last, *others = drawn(model, 3)
    values = np.array([[12.0, -9.0], [20.0, -9.81], [3.0, 1.0]])
    wrt = ("parameters", "q")
    found = [
        getattr(dyn, f"{quantity}_vjp")(q, qd, last, others[0], wrt=wrt, parameters=values) for dyn in (fast, plain)
    ]
    assert found[0][0].shape == (3, 2)
    for one, other in zip(*found, strict=True):
        near(one, other)
    directions = (*others, [1.0, -2.0])
    pushed = [getattr(dyn, f"{quantity}_jvp")(q, qd, last, directions, parameters=values) for dyn in (fast, plain)]
    near(*pushed)
    without = getattr(fast, f"{quantity}_jvp")(q, qd, last, others, parameters=values)
    (matrix,) = getattr(fast, f"{quantity}_derivatives")(q, qd, last, wrt="parameters", parameters=values)
    near(pushed[0] - without, matrix @ [1.0, -2.0])


def test_out_and_directions_that_are_zero():
    dyn = arm.compile(arm.library.get("ur5"))
    q, qd, tau, a, b, c = drawn(dyn.model, 5)
    outs = tuple(np.empty((5, 6)) for _ in range(3))
    assert dyn.forward_dynamics_vjp(q, qd, tau, a, out=outs)[1] is outs[1]
    assert dyn.forward_dynamics_vjp(q, qd, tau, a, wrt=[]) == ()
    near(outs[2], dyn.forward_dynamics_vjp(q, qd, tau, a, wrt=["tau"])[0])
    out = np.empty((5, 6))
    assert dyn.forward_dynamics_jvp(q, qd, tau, (a, b, c), out=out) is out
    parts = [(a, None, None), (None, b, None), (None, None, c)]
    near(out, sum(dyn.forward_dynamics_jvp(q, qd, tau, part) for part in parts))


def test_products_are_cheap():
    """Counts of docs/decisions/0024-gradients.md: the identity beats reverse mode over forward dynamics."""
    panda = arm.model(arm.library.get("panda"))
    flops = arm.cost(panda, "forward_dynamics").flops
    assert arm.cost(panda, "forward_dynamics_vjp").flops <= 2.25 * flops
    assert arm.cost(panda, "forward_dynamics_jvp").flops <= 2.25 * flops


def test_products_of_any_program():
    """Outputs that are one node, that are inputs, and that nothing reaches."""
    program = record("f", lambda x, y: {"a": x * y.sum(), "b": [x[0], x[0], 3.0]}, {"x": 2, "y": 3})
    at = {"x": [2.0, 3.0], "y": [1.0, 5.0, 7.0]}
    found = evaluate(vjp(program, ["y", "x"]), at | {"a_bar": [1.0, 10.0], "b_bar": [100.0, 1000.0, 7.0]})
    np.testing.assert_array_equal(found["x_bar"], [13.0 + 1100.0, 130.0])
    np.testing.assert_array_equal(found["y_bar"], [32.0] * 3)
    assert list(evaluate(vjp(program, ["x"], of=["b"]), at | {"b_bar": [1.0, 1.0, 1.0]})["x_bar"]) == [2.0, 0.0]
    pushed = evaluate(jvp(program, ["x"]), at | {"dx": [1.0, 2.0]})
    np.testing.assert_array_equal(pushed["da"], [13.0, 26.0])
    np.testing.assert_array_equal(pushed["db"], [1.0, 1.0, 0.0])


def test_bad_arguments():
    dyn = arm.compile(arm.library.get("khatib-rr"))
    q = np.zeros(2)
    with pytest.raises(arm.ArgumentError, match=r"one of inverse_dynamics_vjp"):
        trace_product(dyn.model, "mass_matrix_vjp")
    with pytest.raises(arm.ArgumentError) as error:
        dyn.inverse_dynamics_vjp(q, q, q, np.zeros(3))
    assert error.value.field == "tau_bar"
    with pytest.raises(arm.ArgumentError, match=r"wrt.*some of q, qd, tau"):
        dyn.forward_dynamics_vjp(q, q, q, q, wrt=["qdd"])
    with pytest.raises(arm.ArgumentError, match=r"directions.*2 of them.*q, qd, tau"):
        dyn.forward_dynamics_jvp(q, q, q, (q, q))
    with pytest.raises(arm.ArgumentError, match=r"direction of qd.*shape \(1,\)"):
        dyn.forward_dynamics_jvp(q, q, q, (q, [1.0], None))
    with pytest.raises(arm.ArgumentError, match="celentano_simplified"):
        arm.evaluate(arm.library.get("planar-3r"), formulation="celentano_simplified").forward_dynamics_vjp(
            *[[0] * 3] * 4
        )


def test_names():
    assert list(PRODUCTS) == [f"{quantity}_{kind}" for kind in ("vjp", "jvp") for quantity in BOTH]
    assert all(QUANTITIES[entry.name].inputs == entry.inputs[:3] for entry in PRODUCTS.values())
