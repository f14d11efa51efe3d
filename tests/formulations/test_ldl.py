"""The factorisation of a mass matrix with the zeros of a tree, for numbers and for expressions."""

import numpy as np
import pytest

from internals import evaluate_program as evaluate
from internals import factor_ldl, record, solve_ldl, times_vector

PARENTS = (-1, 0, 1, 0, 3, 3)
"""A tree with branches behind coordinates 0 and 3."""


def tree_matrix(rng):
    """A positive definite matrix with zeros between branches."""
    n = len(PARENTS)
    moved = np.zeros((n, n))
    for k in range(n):
        i = k
        while i >= 0:
            moved[k, i] = rng.uniform(0.5, 1.5)
            i = PARENTS[i]
    return moved.T @ moved


ZEROS = tree_matrix(np.random.default_rng(2)) == 0


@pytest.mark.parametrize("shape", [(6,), (6, 2)])
def test_expressions_solve_as_numbers_do(shape):
    rng = np.random.default_rng(0)
    M, b = tree_matrix(rng), rng.normal(size=shape)
    inputs = {"M": (6, 6), "b": shape}
    program = record("solve", lambda M, b: {"x": solve_ldl(np.where(ZEROS, 0.0, M), b)}, inputs)
    x = evaluate(program, {"M": M.ravel(), "b": b.ravel()})["x"]
    np.testing.assert_allclose(x, solve_ldl(M, b), rtol=1e-12)
    np.testing.assert_allclose(M @ x, b, atol=1e-12)


def test_zeros_between_branches_stay_zeros():
    program = record("factor", lambda M: {"L": factor_ldl(np.where(ZEROS, 0.0, M))[0]}, {"M": (6, 6)})
    L = evaluate(program, {"M": tree_matrix(np.random.default_rng(1)).ravel()})["L"]
    assert np.array_equal(L[np.tril(ZEROS)], np.zeros(np.count_nonzero(np.tril(ZEROS))))
    assert np.all(L[np.tril(~ZEROS)] != 0)


def test_a_constant_matrix_has_coordinates_that_are_held():
    M, b = np.array([[2.0, 0.3], [0.3, 1.0]]), np.array([0.7, -0.2])
    program = record("held", lambda free: {"x": factor_ldl(M, 5, {6: free[0]}).solve(b)}, {"free": 1})
    np.testing.assert_allclose(evaluate(program, {"free": np.ones(1)})["x"], np.linalg.solve(M, b))
    np.testing.assert_allclose(evaluate(program, {"free": np.zeros(1)})["x"], [b[0] / M[0, 0], 0.0])


def test_a_sparse_matrix_times_expressions():
    A, x = np.array([[0.0, 2.0, 0.0], [0.0, 0.0, 0.0], [1.0, 0.0, -3.0]]), np.array([0.4, -1.2, 2.5])
    program = record("product", lambda x: {"y": times_vector(A, x)}, {"x": 3})
    assert program.operations == 3
    np.testing.assert_allclose(evaluate(program, {"x": x})["y"], A @ x)
    np.testing.assert_allclose(times_vector(A, x), A @ x)
