"""The O(n) momentum forms of planar and spherical chains against the theorems, on any parameters they accept."""

import dataclasses

import numpy as np
import pytest
import sympy

from armillary import ArgumentError
from armillary.errors import SingularityError
from internals import (
    PlanarChain,
    SphericalChain,
    celentano_planar,
    celentano_spatial,
    planar_momentum,
    planar_nr,
    spherical_momentum,
)


def planar_chain(rng, n, off_line=True):
    M, L_G = rng.uniform(0.5, 2, n), rng.uniform(0, 1, n)
    phi = rng.uniform(-3, 3, n) if off_line else np.zeros(n)
    return PlanarChain(M, L_G, rng.uniform(0.2, 1, n), M * L_G**2 + rng.uniform(0.01, 0.3, n), 9.81, phi)


def axial_chain(rng, n, round_links=False):
    M, along = rng.uniform(0.5, 2, n), np.array([1.0, 0.0, 0.0])
    xi = rng.uniform(-0.3, 0.8, n)
    thin = rng.uniform(0.01, 0.1, (n, 2))
    thin[:, 1] = thin[:, 0] if round_links else thin[:, 1]
    Q = [np.diag([M[i] * xi[i] ** 2 + rng.uniform(0.05, 0.2), *thin[i]]) for i in range(n)]
    return SphericalChain(M, np.outer(xi, along), np.outer(rng.uniform(0.3, 1, n), along), np.array(Q))


def agree(ours, theirs, tolerance=1e-10):
    for value, expected in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(value, expected, atol=tolerance * (1 + np.abs(expected).max()))


def planar_forms(chain, alpha, p, u):
    yield planar_momentum.recursive(chain, alpha, p, u)
    yield planar_momentum.dense(chain, alpha, p, u)
    yield planar_momentum.dense(chain, alpha, p, u, cosines="differences")


@pytest.mark.parametrize("off_line", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3, 7])
def test_planar_forms(n, off_line):
    rng = np.random.default_rng(n)
    chain = planar_chain(rng, n, off_line)
    alpha, p, u = rng.uniform(-3, 3, n), rng.normal(size=n), rng.normal(size=n)
    expected = celentano_planar.absolute_state_derivative(chain, alpha, p, celentano_planar.reverse_sums(u))
    for ours in planar_forms(chain, alpha, p, u):
        agree(ours, expected)


@pytest.mark.parametrize("length", [0.0, 1e-9, 1e-3])
@pytest.mark.parametrize("short", range(4))
def test_links_of_almost_no_length_keep_their_first_moment(short, length):
    rng = np.random.default_rng(short)
    chain = planar_chain(rng, 4)
    L = np.where(np.arange(4) == short, length, chain.L)
    chain = dataclasses.replace(chain, L=L)
    alpha, p, u = rng.uniform(-3, 3, 4), rng.normal(size=4), rng.normal(size=4)
    expected = celentano_planar.absolute_state_derivative(chain, alpha, p, celentano_planar.reverse_sums(u))
    agree(planar_momentum.recursive(chain, alpha, p, u), expected)


@pytest.mark.parametrize("short", range(4))
def test_velocity_torques_with_joints_that_coincide(short):
    rng = np.random.default_rng(short)
    L, lc, m, inertia, loads = rng.uniform(0.3, 1.0, (5, 4))
    L[short] = 0.0
    q, qd = rng.uniform(-3, 3, 4), rng.normal(size=4)
    arm = planar_nr.PlanarArm(L, lc, m, inertia, loads)
    H, h = planar_nr.psi_form(arm, q, qd)
    np.testing.assert_allclose(planar_nr.velocity_torques(arm, q, qd), h, atol=1e-13)
    np.testing.assert_allclose(planar_nr.mass_matrix(arm, q), H, atol=1e-13)


def test_rotors_on_their_own_link_join_and_those_that_couple_are_refused():
    rng = np.random.default_rng(1)
    chain = dataclasses.replace(planar_chain(rng, 3), K=np.diag([0.3, 0.2, 0.1]))
    alpha, p, u = rng.uniform(-3, 3, 3), rng.normal(size=3), rng.normal(size=3)
    expected = celentano_planar.absolute_state_derivative(chain, alpha, p, celentano_planar.reverse_sums(u))
    agree(planar_momentum.recursive(chain, alpha, p, u), expected)
    coupled = dataclasses.replace(chain, K=0.1 * np.ones((3, 3)))
    expected = celentano_planar.absolute_state_derivative(coupled, alpha, p, celentano_planar.reverse_sums(u))
    agree(planar_momentum.dense(coupled, alpha, p, u), expected)
    with pytest.raises(ArgumentError, match="rotors couple"):
        planar_momentum.recursive(coupled, alpha, p, u)


def test_a_link_without_inertia_is_an_error():
    chain = PlanarChain([1.0, 0.0], [0.5, 0.0], [1.0, 1.0], [0.4, 0.0])
    with pytest.raises(SingularityError, match="link 2 moves no inertia"):
        planar_momentum.recursive(chain, [0.0, 0.0], [1.0, 1.0], [0.0, 0.0])


def test_planar_forms_on_symbols():
    a, b, p1, p2 = sympy.symbols("a b p1 p2")
    chain = planar_chain(np.random.default_rng(2), 2)
    values = {a: 0.3, b: -0.8, p1: 1.1, p2: -0.4}
    numbers = list(values.values())
    expected = planar_momentum.recursive(chain, numbers[:2], numbers[2:], [0.0, 0.0])
    ours = planar_momentum.recursive(chain, [a, b], [p1, p2], [0, 0])
    for symbols, floats in zip(ours, expected, strict=True):
        np.testing.assert_allclose([float(entry.subs(values)) for entry in symbols], floats, atol=1e-12)


@pytest.mark.parametrize("round_links", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_spherical_recursion(n, round_links):
    rng = np.random.default_rng(n)
    chain = axial_chain(rng, n, round_links)
    alpha, p, u = rng.uniform(-1.3, 1.3, 3 * n), rng.normal(size=3 * n), rng.normal(size=3 * n)
    alpha[1::3] += np.pi * (np.arange(n) % 2)  # every other pitch beyond ±90°
    agree(
        spherical_momentum.state_derivative(chain, alpha, p, u), celentano_spatial.state_derivative(chain, alpha, p, u)
    )


@pytest.mark.parametrize("short", range(3))
def test_spherical_links_of_almost_no_length_and_centres_at_their_joint(short):
    rng = np.random.default_rng(short)
    chain = axial_chain(rng, 3)
    xi_O, xi_G = chain.xi_O.copy(), chain.xi_G.copy()
    xi_O[short, 0] = 0.0
    xi_G[(short + 1) % 3, 0] = 0.0
    chain = dataclasses.replace(chain, xi_O=xi_O, xi_G=xi_G)
    alpha, p, u = rng.uniform(-1.2, 1.2, 9), rng.normal(size=9), rng.normal(size=9)
    agree(
        spherical_momentum.state_derivative(chain, alpha, p, u), celentano_spatial.state_derivative(chain, alpha, p, u)
    )


def test_spherical_recursion_by_the_complex_step():
    """∂α̇/∂p is A⁻¹: the recursion is linear in p and runs on complex numbers."""
    rng = np.random.default_rng(4)
    chain = axial_chain(rng, 2)
    alpha, p, u = rng.uniform(-1.2, 1.2, 6), rng.normal(size=6), np.zeros(6)
    columns = [
        spherical_momentum.state_derivative(chain, alpha, p + 1e-30j * unit, u)[0].imag / 1e-30 for unit in np.eye(6)
    ]
    np.testing.assert_allclose(np.array(columns).T @ celentano_spatial.inertia(chain, alpha), np.eye(6), atol=1e-11)


@pytest.mark.parametrize(
    "change",
    [
        {"xi_G": np.full((2, 3), 0.1)},
        {"xi_O": np.full((2, 3), 0.1)},
        {"Q": np.full((2, 3, 3), 0.1)},
        {"gravity": np.array([0.1, 0.0, -9.81])},
    ],
)
def test_links_that_are_not_axial_are_refused(change):
    chain = dataclasses.replace(axial_chain(np.random.default_rng(0), 2), **change)
    with pytest.raises(ArgumentError, match=r"axial links.*celentano_spatial"):
        spherical_momentum.state_derivative(chain, np.zeros(6), np.zeros(6), np.zeros(6))


def test_the_singular_pitch_is_an_error():
    chain = axial_chain(np.random.default_rng(0), 2)
    alpha = np.array([0.0, 0.3, 0.0, 0.0, np.pi / 2, 0.0])
    with pytest.raises(SingularityError, match="link 2"):
        spherical_momentum.state_derivative(chain, alpha, np.ones(6), np.zeros(6))
