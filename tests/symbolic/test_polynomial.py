"""Canonical polynomials: the algebra, derivatives, and identities of mechanics that hold exactly, term by term."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import armillary as arm
from internals import (
    DerivationSteps,
    Poly,
    Ring,
    body_poses,
    cos,
    lagrange,
    momentum,
    newton_euler,
    point_jacobian,
    sin,
    slot_of,
    terms_of,
    total,
)
from odd_robots import odd_robot
from samples import examples, some


def zero(value) -> bool:
    return not terms_of(value)


def all_zero(array) -> bool:
    return all(zero(x) for x in np.asarray(array, dtype=object).flat)


class World:
    """A ring with two symbols, two angles that turn, a constant angle; values for all of them."""

    def __init__(self):
        self.ring = ring = Ring()
        self.a, self.b = ring.symbol("a"), ring.symbol("b")
        self.x, self.y = ring.coordinate("x", turns=True), ring.coordinate("y", turns=True)
        self.alpha = ring.constant_angle("α", 0.7)
        self.numbers = {"a": 1.3, "b": -0.4, "x": 0.9, "y": -2.2, "α": 0.7}

    def atoms(self):
        return [
            self.a,
            self.b,
            self.x,
            self.y,
            *(f(z) for z in (self.x, self.y, self.alpha, self.x + self.y) for f in (sin, cos)),
        ]

    def values(self, **changed):
        """Return the values of all slots, phases of angles as complex numbers."""
        numbers = self.numbers | changed
        values = {
            slot: complex(numbers[name]) for slot, name in enumerate(self.ring.names) if slot not in self.ring.angles
        }
        return values | {slot: np.exp(1j * numbers[angle.name]) for slot, angle in self.ring.angles.items()}


def draw(world, rng, terms=4):
    """Return a random polynomial and what it is as a function of numbers."""
    atoms = world.atoms()
    result = 0.0
    for _ in range(terms):
        factors = [atoms[k] for k in rng.integers(len(atoms), size=rng.integers(1, 4))]
        product = float(rng.integers(-4, 5))
        for factor in factors:
            product = product * factor
        result = result + product
    return result if isinstance(result, Poly) else result + world.a


@given(st.integers(0, 10**6))
@settings(max_examples=examples(60), deadline=None)
def test_the_algebra_of_a_commutative_ring(seed):
    world, rng = World(), np.random.default_rng(seed)
    p, q, r = (draw(world, rng) for _ in range(3))
    assert zero(p + q - (q + p))
    assert zero(p * q - q * p)
    assert zero((p + q) * r - (p * r + q * r))
    assert zero((p * q) * r - p * (q * r))
    assert zero(p - p)
    assert zero(0 * p)
    assert (p + q) ** 2 == p**2 + 2 * (p * q) + q**2
    values = world.values()
    assert (p * q + r).evaluate(values) == pytest.approx(
        p.evaluate(values) * q.evaluate(values) + r.evaluate(values), rel=1e-12, abs=1e-12
    )


@given(st.integers(0, 10**6))
@settings(max_examples=examples(40), deadline=None)
def test_derivatives(seed):
    world, rng = World(), np.random.default_rng(seed)
    p, q = draw(world, rng), draw(world, rng)
    for name in ("x", "y", "a"):
        slot = slot_of(getattr(world, name))
        leibniz = (p * q).derivative(slot) - (p.derivative(slot) * q + p * q.derivative(slot))
        assert zero(leibniz)
        h = 1e-5
        ahead, behind = (p.evaluate(world.values(**{name: world.numbers[name] + s * h})) for s in (1, -1))
        slope = p.derivative(slot)
        slope = slope.evaluate(world.values()) if isinstance(slope, Poly) else slope
        assert slope == pytest.approx((ahead - behind) / (2 * h), rel=1e-6, abs=1e-6)
    x, y = slot_of(world.x), slot_of(world.y)
    twice = [p.derivative(i) for i in (x, y)]
    crossed = [t.derivative(j) if isinstance(t, Poly) else 0.0 for t, j in zip(twice, (y, x), strict=True)]
    assert zero(crossed[0] - crossed[1])


def test_identities_of_sines_and_cosines_are_exact():
    world = World()
    for z in (world.x, world.alpha, world.x + world.y, world.x - 2 * world.y):
        c, s = cos(z), sin(z)
        assert c * c + s * s == 1
        assert (c * c + s * s - 1) == 0
        assert zero(c**4 - s**4 - (c * c - s * s))
    cx, sx, cy, sy = cos(world.x), sin(world.x), cos(world.y), sin(world.y)
    assert cos(world.x + world.y) == cx * cy - sx * sy
    assert sin(world.x - world.y) == sx * cy - cx * sy
    assert cos(-world.x) == cx
    assert sin(-world.x) == -sx
    assert cos(3 * world.x) == 4 * cx**3 - 3 * cx


def test_equality_is_that_of_functions():
    world = World()
    assert world.a != world.b
    assert world.a * world.b == world.b * world.a
    assert (world.a == "a") is False
    assert world.a - world.a == 0
    assert not (world.a - world.a)
    with pytest.raises(TypeError):
        hash(world.a)
    with pytest.raises(arm.ArgumentError, match="polynomial"):
        terms_of("a")
    with pytest.raises(TypeError):
        world.a / world.b


def test_an_angle_that_is_a_form_with_parameters():
    """φ = a x with a parameter a: one angle of its own, whose slope is the parameter."""
    world = World()
    form = world.a * world.x
    c, s = cos(form), sin(form)
    assert c * c + s * s == 1
    assert c.derivative(slot_of(world.x)) == -world.a * s
    assert zero(c.derivative(slot_of(world.y)))
    assert cos(world.a * world.x) == c  # the same form is the same angle
    assert cos(world.b * world.x) != c


def test_substitution_and_rounding():
    world = World()
    p = world.a**2 * cos(world.x) + world.b
    assert p.substituted({slot_of(world.a): 2.0, slot_of(world.b): world.x}) == 4 * cos(world.x) + world.x
    assert p.substituted({slot_of(world.a): 0.0}) == world.b
    dust = world.a + 1e-15 * world.b
    assert dust.cleaned(1.0) == world.a
    assert dust.cleaned(1e-3) == dust
    assert total([p, -p]) == 0


# Mechanics, exactly


ROBOTS = [f"odd {seed}" for seed in some(range(8), 4)] + [
    "khatib-rr",
    "stanford",
    "planar-3r",
    "rtx",
    "deluca-siciliano",
]


def of(name):
    if name.startswith("odd"):
        seed = int(name.split()[1])
        drawn = (odd_robot(np.random.default_rng([50 + seed, k]), 2 + seed % 3, often=0.1) for k in itertools.count())
        made = (arm.equations(arm.model(robot, friction=False)) for robot in drawn)
        return next(each for each in made if not each.symbolic.rounded)  # few odd angles: exact
    return arm.equations(arm.model(arm.library.get(name), friction=False))


@pytest.fixture(scope="module", params=ROBOTS)
def made(request):
    return of(request.param)


def rate(polynomial, made):
    """Return the time derivative of a polynomial of q and q̇."""
    if not isinstance(polynomial, Poly):
        return 0.0
    coordinates = made.symbols.coordinates
    parts = (
        polynomial.derivative(slot) * speed
        for one, qd, qdd in zip(coordinates, made.symbolic.qd, made.symbolic.qdd, strict=True)
        for slot, speed in ((one.q, qd), (one.qd, qdd))
    )
    return total(parts)


def slopes(polynomial, made):
    return [polynomial.derivative(one.q) if isinstance(polynomial, Poly) else 0.0 for one in made.symbols.coordinates]


def test_the_rate_of_the_mass_matrix_less_twice_the_coriolis_matrix_is_skew(made):
    d = made.derivation
    S = np.array([[rate(x, made) for x in row] for row in d.M], dtype=object) - 2 * d.Gamma
    assert all_zero(S + S.T)


def test_forms_of_the_velocity_terms(made):
    d, qd = made.derivation, made.symbolic.qd
    products = np.array([qd[j] * qd[k] for j, k in d.pairs], dtype=object)
    assert all_zero(d.v - d.Gamma @ qd)
    assert all_zero(d.v - d.C @ (qd * qd) - (d.B @ products if len(d.pairs) else 0.0))
    for i, j, k in itertools.product(range(d.n), repeat=3):
        assert zero(d.b[i, j, k] - d.b[i, k, j])
        if j <= i and not made.model.flexible:
            assert zero(d.b[i, j, i])  # [Khatib]: only for j ≤ i


def test_energies_and_momenta(made):
    d, qd, qdd = made.derivation, made.symbolic.qd, made.symbolic.qdd
    assert zero(2 * d.T - qd @ d.M @ qd)
    assert all_zero([p - d.T.derivative(one.qd) for p, one in zip(d.p, made.symbols.coordinates, strict=True)])
    assert all_zero([rate(p, made) for p in d.p] - d.c - d.M @ qdd - d.v)
    assert all_zero(np.array(slopes(d.V, made), dtype=object) - d.g - d.elastic)
    assert all_zero(d.tau - (d.M @ qdd + d.v + d.g + d.f))
    assert zero(qd @ (d.tau - d.f) - rate(d.T, made) - qd @ d.g)  # power goes into energy
    assert all_zero(d.M - d.M.T)


def test_jacobians_are_derivatives(made):
    d = made.derivation
    if "tip" not in made.model.frames:
        return
    assert all_zero(d.J[3:] - np.array([slopes(x, made) for x in d.x], dtype=object))
    assert all_zero(d.R.T @ d.R - np.eye(3))
    for k, one in enumerate(made.symbols.coordinates):  # Ṙ = ω~ R
        spin = np.array([[x.derivative(one.q) if isinstance(x, Poly) else 0.0 for x in row] for row in d.R]) @ d.R.T
        assert all_zero([spin[2, 1] - d.J[0, k], spin[0, 2] - d.J[1, k], spin[1, 0] - d.J[2, k]])


def test_derivations_that_share_nothing_agree_exactly(made):
    """Composite bodies, Jacobians of parts, Newton and Euler, momenta: the same polynomials."""
    d, s = made.derivation, made.symbolic
    steps = DerivationSteps(d)
    if not made.model.flexible:
        assert zero(steps.kinetic - d.T)
        assert zero(steps.potential - d.V)
        assert all_zero(lagrange.mass_matrix(s.model, s.q) - d.M)
        assert all_zero(lagrange.gravity(s.model, s.q) - d.g)
    if d.n <= 3:
        tau = newton_euler.inverse_dynamics(s.model, s.q, s.qd, s.qdd)
        assert all_zero(tau - d.tau)
    assert all_zero(momentum.momentum(s.model, s.q, s.qd) - d.p)


def test_jacobians_of_parts_are_geometric(made):
    steps, s = DerivationSteps(made.derivation), made.symbolic
    poses = body_poses(s.model, s.q)
    for part in steps.parts[:3]:
        J = point_jacobian(s.model, s.q, poses, part.body, part.centre)
        assert all_zero(J[3:] - part.J_v)
        assert all_zero(J[:3] - poses[part.body][0] @ part.J_omega)


def test_numbers_leave_no_dust():
    """What is zero in letters is zero in numbers, and nothing is left over from rounding."""
    for name in ("stanford", "planar-4r", "rpr-orthogonal", "odd 1", "odd 4"):
        letters = of(name)
        numbers = arm.equations(arm.model(letters.robot, friction=False), letters="none")
        for quantity in ("M", "b", "g", "v"):
            for own, other in zip(letters.formulas(quantity), numbers.formulas(quantity), strict=True):
                assert own.zero == other.zero, f"{name} {own.name}"
                coefficients = np.abs(list(terms_of(other.polynomial).values()))
                assert not coefficients.size or coefficients.min() > 1e-11 * coefficients.max(), f"{name} {own.name}"


def test_exponents_that_do_not_fit_are_refused():
    """A multiple of an angle that does not fit is a new angle."""
    world = World()
    assert (world.a**31).evaluate(world.values()) == pytest.approx(1.3**31)
    for base, power in ((world.a, 32), (world.a * world.a, 16), (world.a, -1)):
        with pytest.raises(arm.ArgumentError, match="exponents"):
            base**power
    found = cos(40.0 * world.x)
    (angle,) = [angle for angle in world.ring.angles.values() if angle.name not in world.numbers]
    values = world.values(**{angle.name: 40 * 0.9})
    assert found.evaluate(values) == pytest.approx(np.cos(36.0))
    assert found.derivative(slot_of(world.x)).evaluate(values) == pytest.approx(-40 * np.sin(36.0))
