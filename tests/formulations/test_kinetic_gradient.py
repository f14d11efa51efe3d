"""The kinetic gradient from the inertia matrix alone: exact formulas, lemma 1 and its bounds."""

import numpy as np
import pytest

import armillary as arm
from internals import SLIDE, EnergyFromInertia, Joint, Link, Placement, Robot, lagrange, matrix, momentum, newton_euler
from internals import celentano_planar as planar
from internals import kinetic_gradient as kg
from random_robots import random_robot, random_state


def model_state(seed, kinds, tree=True):
    rng = np.random.default_rng(seed)
    model = arm.model(random_robot(rng, 2 + seed % 5, kinds, tree=tree))
    q, qd, _ = random_state(rng, model)
    return model, q, qd, rng


def planar_chain(rng, n):
    M, L_G = rng.uniform(0.5, 2, n), rng.uniform(0, 1, n)
    J = M * L_G**2 + rng.uniform(0.01, 0.3, n)
    return planar.PlanarChain(M, L_G, rng.uniform(0.1, 1, n), J, 9.81, rng.uniform(-3, 3, n))


@pytest.mark.crossed
@pytest.mark.parametrize("kinds", ["R", "RRP", "RRRPSF"])
@pytest.mark.parametrize("seed", range(6))
def test_exact_from_the_mass_matrix_of_any_formulation(seed, kinds):
    model, q, qd, _ = model_state(seed, kinds)
    c = momentum.kinetic_gradient(model, q, qd)
    for inertia in (kg.mass_matrix, lagrange.mass_matrix, newton_euler.mass_matrix):
        np.testing.assert_allclose(kg.model_gradient(model, q, qd, inertia), c, atol=1e-11 * (1 + np.abs(c).max()))


@pytest.mark.parametrize("n", [1, 2, 5])
def test_exact_for_planar_chains_in_both_angles_with_degree_1(n):
    rng = np.random.default_rng(n)
    chain, angles, rates = planar_chain(rng, n), rng.uniform(-3, 3, n), rng.normal(size=n)
    absolute = EnergyFromInertia(lambda a: planar.absolute_inertia(chain, a), [1] * n)
    relative = EnergyFromInertia(lambda b: planar.relative_inertia(chain, b), [1] * n)
    np.testing.assert_allclose(
        kg.exact_from_inertia(absolute, angles, rates),
        planar.absolute_kinetic_gradient(chain, angles, rates),
        atol=1e-13,
    )
    np.testing.assert_allclose(
        kg.exact_from_inertia(relative, angles, rates),
        planar.relative_kinetic_gradient(chain, angles, rates),
        atol=1e-13,
    )


def in_space(axes, types):
    tensor = matrix(np.diag([0.1, 0.12, 0.15]))
    links = tuple(Link(f"l{i}", 1.0 + i, (0.2, 0.1, -0.1), tensor) for i in range(len(axes)))
    names = ["base", *(link.name for link in links)]
    place = Placement((0.3, 0.1, 0.2))
    return Robot("arm", links, tuple(
        Joint(f"j{i}", types[i], names[i], names[i + 1], place, axes[i]) for i in range(len(axes))
    ))  # fmt: skip


@pytest.mark.parametrize(
    ("axes", "types", "degrees"),
    [
        ("zzz", "RRR", (0, 1, 1)),
        ("zzx", "RRR", (0, 1, 2)),
        ("zxx", "RRR", (0, 2, 2)),
        ("xyz", "PPR", (0, SLIDE, 1)),
        ("zxz", "RPR", (0, SLIDE, 1)),
    ],
)
def test_the_degree_of_a_joint_is_the_last_harmonic_of_the_energy(axes, types, degrees):
    unit = dict(zip("xyz", np.eye(3), strict=True))
    names = {"R": "revolute", "P": "prismatic"}
    model = arm.model(in_space([tuple(unit[a]) for a in axes], [names[t] for t in types]))
    assert kg.model_degrees(model) == degrees
    rng = np.random.default_rng(1)
    q, qd = rng.uniform(-2, 2, 3), rng.normal(size=3)
    for k, N in enumerate(degrees):
        T = EnergyFromInertia.of(model).along(q, qd, k)
        if types[k] == "R":
            harmonics = np.abs(np.fft.rfft([T(angle) for angle in 2 * np.pi * np.arange(12) / 12])) / 12
            assert harmonics[N + 1 :].max() < 1e-14
            assert N == 0 or harmonics[N] > 1e-4


@pytest.mark.crossed
@pytest.mark.parametrize("points", [2, 3])
@pytest.mark.parametrize("step", [0.3, 1e-2, 1e-4, 1e-7])
def test_the_bound_holds_for_every_step_down_into_the_rounding(points, step):
    for seed in range(12):
        model, q, qd, _ = model_state(seed, "RRRP")
        c = momentum.kinetic_gradient(model, q, qd)
        result = kg.numerical_gradient(EnergyFromInertia.of(model), q, qd, step=step, points=points)
        assert np.all(np.abs(result.value - c) <= result.bound + 1e-14)


@pytest.mark.parametrize("points", [2, 3])
def test_the_bound_is_the_lemma_and_tight_when_the_energy_swings_fully(points):
    """T = q̇²/2 (1 + sin Nq) runs from 0 to T_max: the worst angle comes within 1 % of the bound."""
    for N in (1, 2):
        energy = EnergyFromInertia(lambda q, N=N: np.array([[1 + np.sin(N * q[0])]]), [N])
        worst, step, T_max = 0.0, 1e-2, 9.0
        for angle in np.linspace(0, 2 * np.pi, 101):
            result = kg.numerical_gradient(energy, [angle], [3.0], step=step, points=points)
            lemma = step * N**2 * T_max / 4 if points == 2 else step**2 * N**3 * T_max / 12
            assert result.truncation[0] == pytest.approx(lemma, rel=1e-12)
            worst = max(worst, abs(result.value[0] - 4.5 * N * np.cos(N * angle)) / lemma)
        assert 0.99 < worst <= 1.0 + 1e-9


def test_the_bound_is_not_absurdly_loose_on_planar_arms():
    """Over many states, the worst error of an angle comes within a factor of its bound."""
    rng = np.random.default_rng(0)
    ratios = []
    for _ in range(60):
        chain, angles, rates = planar_chain(rng, 3), rng.uniform(-3, 3, 3), rng.normal(size=3)
        energy = EnergyFromInertia(lambda a, chain=chain: planar.absolute_inertia(chain, a), [1] * 3)
        exact = planar.absolute_kinetic_gradient(chain, angles, rates)
        for points in (2, 3):
            result = kg.numerical_gradient(energy, angles, rates, step=1e-2, points=points)
            ratios.append(np.abs(result.value - exact) / result.bound)
    assert np.max(ratios) <= 1.0
    assert np.max(ratios) > 0.5


@pytest.mark.parametrize(("points", "error"), [(2, 1e-2), (2, 1e-5), (3, 1e-2), (3, 1e-5), (3, 1e-7)])
def test_a_prescribed_error_is_kept_with_the_largest_step(points, error):
    for seed in range(8):
        model, q, qd, _ = model_state(seed, "RRRP")
        result = kg.numerical_gradient(EnergyFromInertia.of(model), q, qd, error=error, points=points)
        assert np.all(result.bound <= error)
        assert np.all((result.bound > 0.999 * error) | (result.step > 0.999))
        assert np.all(np.abs(result.value - momentum.kinetic_gradient(model, q, qd)) <= result.bound + 1e-14)


def test_a_known_peak_of_the_energy_saves_inertia_matrices():
    rng = np.random.default_rng(4)
    chain, angles, rates = planar_chain(rng, 4), rng.uniform(-3, 3, 4), rng.normal(size=4)
    calls = []

    def inertia(alpha):
        calls.append(alpha)
        return planar.absolute_inertia(chain, alpha)

    energy = EnergyFromInertia(inertia, [1] * 4)
    T_max = float(kg.peak_energy(energy, angles, rates).max())
    calls.clear()
    result = kg.numerical_gradient(energy, angles, rates, error=1e-6, T_max=T_max)
    assert len(calls) == 1 + 2 * 4
    exact = planar.absolute_kinetic_gradient(chain, angles, rates)
    assert np.all(np.abs(result.value - exact) <= result.bound)


def test_the_peak_is_an_upper_bound_and_that_of_a_plain_sine():
    rng = np.random.default_rng(5)
    model, q, qd, _ = model_state(3, "R")
    energy = EnergyFromInertia.of(model)
    peaks = kg.peak_energy(energy, q, qd)
    for k, peak in enumerate(peaks):
        T = energy.along(q, qd, k)
        highest = max(T(angle) for angle in rng.uniform(0, 2 * np.pi, 50))
        assert highest <= peak * (1 + 1e-12)
        assert peak < 2 * highest


@pytest.mark.parametrize("points", [2, 3])
def test_an_error_below_the_rounding_floor_is_refused(points):
    model, q, qd, _ = model_state(4, "RRRP")
    energy = EnergyFromInertia.of(model)
    with pytest.raises(arm.ArgumentError, match="the floor that rounding sets"):
        kg.numerical_gradient(energy, q, qd, error=1e-14, points=points)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "one of the two"),
        ({"step": 1e-3, "error": 1e-3}, "one of the two"),
        ({"step": -1e-3}, "positive"),
        ({"error": float("nan")}, "positive"),
        ({"step": 1e-3, "points": 4}, "2 or 3"),
    ],
)
def test_wrong_arguments(arguments, words):
    model, q, qd, _ = model_state(0, "R")
    with pytest.raises(arm.ArgumentError, match=words):
        kg.numerical_gradient(EnergyFromInertia.of(model), q, qd, **arguments)


def test_an_unknown_degree_is_refused():
    with pytest.raises(arm.ArgumentError, match="0, 1 or 2"):
        EnergyFromInertia(lambda q: np.eye(1), [3])


def test_a_robot_at_rest_has_no_gradient():
    model, q, _, _ = model_state(4, "RRRP")
    result = kg.numerical_gradient(EnergyFromInertia.of(model), q, np.zeros(model.nv), error=1e-9)
    np.testing.assert_array_equal(result.value, 0)
