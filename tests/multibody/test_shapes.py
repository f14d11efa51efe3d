"""Shape functions: against high-precision arithmetic, published wave numbers, and beam finite elements."""

import mpmath
import numpy as np
import pytest
from scipy.integrate import quad
from scipy.linalg import eigh

import armillary as arm
from internals import FAMILIES as SHAPES
from internals import (
    HELD,
    SHAPE_FAMILIES,
    Pieces,
    Running,
    attachment,
    bar_shapes,
    bending_shapes,
    cantilever,
    carried,
    enough_points,
    gauss,
    tip_mass,
)

# R. D. Blevins, Formulas for Natural Frequency and Mode Shape, 1979, table 8-1.
CLAMPED_FREE = [1.87510407, 4.69409113, 7.85475744, 10.99554073, 14.13716839]
CLAMPED_CLAMPED = [4.73004074, 7.85320462, 10.9956079, 14.1371655, 17.2787597]
# Mathematical Problems in Engineering 2017, article 1568019, table 1, last column: squares for μ = 1, ν = 0.
EQUAL_TIP_MASS = [1.557298, 16.25009, 50.89584, 105.1983, 179.2320]


def mass_matrix(values, weights):
    return (values * weights) @ values.T


def finite_elements(elements, mu, nu):
    """Wave numbers of a clamped beam with a tip body by cubic elements: an independent way, ratios as in tip_mass."""
    h, n = 1 / elements, 2 * elements + 2
    K, M = np.zeros((n, n)), np.zeros((n, n))
    stiff = np.array([[12, 6 * h, -12, 6 * h], [6 * h, 4 * h * h, -6 * h, 2 * h * h]])
    stiff = np.vstack([stiff, -stiff[0], [6 * h, 2 * h * h, -6 * h, 4 * h * h]]) / h**3
    heavy = np.array(
        [
            [156, 22 * h, 54, -13 * h],
            [22 * h, 4 * h * h, 13 * h, -3 * h * h],
            [54, 13 * h, 156, -22 * h],
            [-13 * h, -3 * h * h, -22 * h, 4 * h * h],
        ]
    )
    for e in range(elements):
        K[2 * e : 2 * e + 4, 2 * e : 2 * e + 4] += stiff
        M[2 * e : 2 * e + 4, 2 * e : 2 * e + 4] += heavy * h / 420
    M[-2, -2] += mu
    M[-1, -1] += nu
    scale = np.outer(*[np.diag(M)[2:] ** -0.5] * 2)  # without it a heavy body drowns the beam in rounding
    return eigh(scale * K[2:, 2:], scale * M[2:, 2:], eigvals_only=True) ** 0.25


def exact_wave(b, mu, xi):
    """φ, φ', φ'' of cosh − cos − σ(sinh − sin) in many digits, σ from the shear at the end; mu None holds the end."""
    U, V, C = mpmath.cosh(b) - mpmath.cos(b), mpmath.sinh(b) - mpmath.sin(b), mpmath.cosh(b) + mpmath.cos(b)
    sigma = U / V if mu is None else (V + mu * b * U) / (C + mu * b * V)
    z = b * xi
    ch, sh, c, s = mpmath.cosh(z), mpmath.sinh(z), mpmath.cos(z), mpmath.sin(z)
    return ch - c - sigma * (sh - s), b * (sh + s - sigma * (ch - c)), b * b * (ch + c - sigma * (sh + s))


def characteristic(b, mu, nu):
    ch, sh, c, s = mpmath.cosh(b), mpmath.sinh(b), mpmath.cos(b), mpmath.sin(b)
    free, held = 1 + c * ch, mu * b * (c * sh - s * ch)
    return free + held - nu * b**3 * (s * ch + c * sh) + mu * nu * b**4 * (1 - c * ch)


def test_published_wave_numbers():
    np.testing.assert_allclose(cantilever.roots(5), CLAMPED_FREE, atol=6e-9)
    np.testing.assert_allclose(attachment.roots(5), CLAMPED_CLAMPED, atol=6e-8)
    np.testing.assert_allclose(np.square(tip_mass.roots(5, 1.0, 0.0)), EQUAL_TIP_MASS, rtol=5e-7)


@pytest.mark.parametrize("k", [1, 2, 10, 20, 50])
@pytest.mark.parametrize("family", ["cantilever", "tip-mass", "attachment"])
def test_modes_against_many_digits(family, k):
    """The k-th mode, from its root on, in 120 digits, in which the cosh form cannot lose anything that matters."""
    xi = np.array([0.0, 0.03, 0.31, 0.5, 0.77, 0.99, 1.0])
    with mpmath.workdps(120):
        if family == "attachment":
            b = mpmath.findroot(lambda b: mpmath.cos(b) - 1 / mpmath.cosh(b), (k + 0.5) * mpmath.pi)
            exact, size = [exact_wave(b, None, mpmath.mpf(x)) for x in xi], 1
            ours = [f[-1] for f in bending_shapes(family, k + 2, xi)]
        elif family == "cantilever":
            b = mpmath.findroot(lambda b: mpmath.cos(b) + 1 / mpmath.cosh(b), cantilever.roots(k)[-1])
            exact = [exact_wave(b, 0, mpmath.mpf(x)) for x in xi]
            size = exact[-1][0]
            ours = [f[-1] for f in bending_shapes(family, k, xi)]
        else:
            mu, nu = mpmath.mpf(2), mpmath.mpf(1) / 8
            b = mpmath.findroot(lambda b: characteristic(b, mu, nu) / mpmath.cosh(b), tip_mass.roots(k, 2.0, 0.125)[-1])
            exact = [exact_wave(b, mu, mpmath.mpf(x)) for x in xi]
            ours = [f[-1] for f in bending_shapes(family, k, xi, 2.0, 0.125)]
            size = exact[2][0] / ours[0][2]  # the mean square is another test's
        for order in range(3):
            reference = np.array([float(row[order] / size / b**order) for row in exact])
            np.testing.assert_allclose(ours[order] / float(b) ** order, reference, atol=1e-12)


@pytest.mark.parametrize("mu", [0.0, 1e-6, 0.3, 40.0, 1e9])
@pytest.mark.parametrize("nu", [0.0, 1e-6, 0.3, 40.0, 1e9])
def test_no_root_with_a_tip_body_is_missed(mu, nu):
    roots = np.array(tip_mass.roots(8, mu, nu))
    np.testing.assert_allclose(roots[:6], finite_elements(60, mu, nu)[:6], rtol=2e-5)
    with mpmath.workdps(60):  # each is one to rounding: the equation changes its sign within a few units of it
        for b in roots:
            ends = [characteristic(mpmath.mpf(b) * (1 + sign * mpmath.mpf("2e-15")), mu, nu) for sign in (-1, 1)]
            assert ends[0] * ends[1] < 0


@pytest.mark.parametrize(("mu", "nu"), [(1e60, 0.0), (0.0, 1e60), (1e60, 1e60), (1e20, 1e-20)])
def test_huge_ratios_give_the_limits(mu, nu):
    roots = tip_mass.roots(2, mu, nu)
    if nu <= 1:
        assert roots[0] == pytest.approx((3 / mu) ** 0.25, rel=1e-14)  # the mass on a massless beam, 3EI/L³
        assert roots[1] == pytest.approx(3.9266023120479, rel=1e-12)  # clamped–pinned
    elif mu == 0:
        assert roots[0] == pytest.approx(nu**-0.25, rel=1e-14)  # the inertia on a massless beam, EI/L
        assert roots[1] == pytest.approx(2.3650203724313, rel=1e-12)  # clamped–guided
    xi = np.linspace(0, 1, 11)
    values = bending_shapes("tip-mass", 2, xi, mu, nu)[0]
    assert np.isfinite(values).all()
    if (mu, nu) == (1e60, 0.0):
        static = (3 * xi**2 - xi**3) / 2
        np.testing.assert_allclose(values[0] / values[0, -1], static, atol=1e-14)
    if mu == 0:
        np.testing.assert_allclose(values[0] / values[0, -1], xi**2, atol=1e-14)


def test_without_a_body_the_modes_are_those_of_the_cantilever():
    xi = np.linspace(0, 1, 33)
    for ours, plain in zip(bending_shapes("tip-mass", 12, xi), bending_shapes("cantilever", 12, xi), strict=True):
        np.testing.assert_allclose(ours, plain, atol=1e-13 * np.abs(plain).max())
    for ours, plain in zip(bar_shapes("tip-mass", 12, xi), bar_shapes("cantilever", 12, xi), strict=True):
        np.testing.assert_allclose(ours, plain, atol=1e-13 * np.abs(plain).max())


@pytest.mark.parametrize(("mu", "nu"), [(0.0, 0.0), (1.5, 0.2), (1e5, 3.0), (0.01, 1e4), (1e12, 1e12)])
def test_orthogonality_with_a_tip_body(mu, nu):
    """∫φφ + μφ(1)φ(1) + νφ'(1)φ'(1) and ∫φ''φ'' are diagonal, with the ratios b⁴; the mean square is ¼."""
    points, weights = gauss(60)
    xi = np.append(points, 1.0)
    v, dv, ddv = bending_shapes("tip-mass", 10, xi, mu, nu)
    M = mass_matrix(v[:, :-1], weights)
    np.testing.assert_allclose(np.diag(M), 0.25, rtol=1e-13)
    K = mass_matrix(ddv[:, :-1], weights)
    M = M + mu * np.outer(v[:, -1], v[:, -1]) + nu * np.outer(dv[:, -1], dv[:, -1])
    scale = np.sqrt(np.diag(K))
    np.testing.assert_allclose(K / np.outer(scale, scale), np.eye(10), atol=1e-12)
    if mu * nu < 1e12:  # a body that holds the end has b from a tip that moves by less than rounding
        b4 = np.array(tip_mass.roots(10, mu, nu)) ** 4
        root = np.sqrt(b4)
        np.testing.assert_allclose(np.outer(root, root) * M / np.outer(scale, scale), np.eye(10), atol=1e-9)


@pytest.mark.parametrize("family", SHAPE_FAMILIES)
def test_families_start_at_the_root_and_their_derivatives_are_derivatives(family):
    xi = np.array([0.0, 0.2, 0.45, 0.8, 1.0])
    h = 1e-5
    for count, shapes, ratios in ((6, bending_shapes, (0.7, 0.1)), (6, bar_shapes, (0.7,))):
        v, dv, ddv = shapes(family, count, xi, *ratios)
        assert v.shape == dv.shape == ddv.shape == (count, 5)
        np.testing.assert_allclose(v[:, 0], 0, atol=1e-14)
        if shapes is bending_shapes:
            np.testing.assert_allclose(dv[:, 0], 0, atol=1e-12)
        inner = xi[1:-1]
        ahead, behind = (shapes(family, count, inner + d, *ratios) for d in (h, -h))
        size = np.abs(dv).max(axis=1, keepdims=True), 1 + np.abs(ddv).max(axis=1, keepdims=True)
        np.testing.assert_allclose((ahead[0] - behind[0]) / (2 * h) / size[0], dv[:, 1:-1] / size[0], atol=1e-6)
        np.testing.assert_allclose((ahead[1] - behind[1]) / (2 * h) / size[1], ddv[:, 1:-1] / size[1], atol=1e-6)


@pytest.mark.parametrize("family", SHAPE_FAMILIES)
def test_fewer_functions_are_the_first_of_more(family):
    xi = np.linspace(0, 1, 7)
    for shapes in (bending_shapes, bar_shapes):
        many = shapes(family, 7, xi, 0.4)
        for count in range(7):
            for few, all_of_them in zip(shapes(family, count, xi, 0.4), many, strict=True):
                np.testing.assert_allclose(few, all_of_them[:count], rtol=1e-12, atol=1e-12)


def test_attachment_shapes_are_what_the_tip_does():
    v, dv, _ = bending_shapes("attachment", 8, np.array([0.0, 1.0]))
    np.testing.assert_array_equal(v[:, 1], [1, 0, 0, 0, 0, 0, 0, 0])
    np.testing.assert_array_equal(dv[:, 1], [0, 1, 0, 0, 0, 0, 0, 0])
    v, dv, _ = bending_shapes("attachment", 8, np.array([1e-9, 1 - 1e-9]))  # and not by that alone
    np.testing.assert_allclose(v[2:], 0, atol=1e-12)
    np.testing.assert_allclose(dv[2:], 0, atol=1e-5)
    v, _, _ = bar_shapes("attachment", 5, np.array([0.0, 1.0]))
    np.testing.assert_array_equal(v[:, 1], [1, 0, 0, 0, 0])
    points, weights = gauss(60)
    inner = bending_shapes("attachment", 12, points)[0][2:]
    np.testing.assert_allclose(mass_matrix(inner, weights), np.eye(10), atol=1e-13)


def test_polynomials_are_orthogonal_and_one_at_the_tip():
    points, weights = gauss(40)
    for shapes, m in ((bending_shapes, 2), (bar_shapes, 1)):
        v = shapes("polynomial", 20, np.append(points, 1.0))[0]
        np.testing.assert_allclose(v[:, -1], 1, rtol=1e-13)
        expected = np.diag(1 / (2 * np.arange(1, 21) - 1 + 2 * m))
        np.testing.assert_allclose(mass_matrix(v[:, :-1], weights), expected, atol=1e-14)


@pytest.mark.parametrize(("family", "count"), [("attachment", 12), ("polynomial", 12)])
def test_other_families_converge_to_the_cantilever(family, count):
    points, weights = gauss(80)
    v, _, ddv = bending_shapes(family, count, points)
    b4 = np.sort(np.linalg.eigvals(np.linalg.solve(mass_matrix(v, weights), mass_matrix(ddv, weights))).real)
    np.testing.assert_allclose(b4[:3] ** 0.25, cantilever.roots(3), rtol=1e-9 if family == "polynomial" else 2e-5)
    v, dv, _ = bar_shapes(family, count, points)
    b2 = np.sort(np.linalg.eigvals(np.linalg.solve(mass_matrix(v, weights), mass_matrix(dv, weights))).real)
    rough = {"polynomial": 1e-9, "attachment": 3e-2}[family]
    np.testing.assert_allclose(np.sqrt(b2[:3]), (np.arange(3) + 0.5) * np.pi, rtol=rough)


@pytest.mark.parametrize("ratio", [0.0, 1e-8, 0.2, 1.0, 30.0, 1e12, 1e60])
def test_bars_with_a_tip_inertia(ratio):
    b = tip_mass.bar_roots(6, ratio)
    with mpmath.workdps(80):
        for k, root in enumerate(b):
            assert k * np.pi <= root < (k + 0.5) * np.pi + 1e-14
            ends = [mpmath.mpf(root) * (1 + sign * mpmath.mpf("1e-15")) for sign in (-1, 1)]
            low, high = (ratio * x * mpmath.sin(x) - mpmath.cos(x) for x in ends)
            assert low * high < 0
    points, weights = gauss(40)
    v, dv, _ = bar_shapes("tip-mass", 6, np.append(points, 1.0), ratio)
    np.testing.assert_allclose(mass_matrix(v[:, :-1], weights).diagonal(), 0.5, rtol=1e-13)
    scale = np.abs(dv).max(axis=1)
    np.testing.assert_allclose(mass_matrix(dv[:, :-1] / scale[:, None], weights) * (1 - np.eye(6)), 0, atol=1e-13)


def test_gauss_is_exact_to_its_degree():
    for count in (1, 3, 14, 54):
        points, weights = gauss(count)
        for degree in (0, count, 2 * count - 1):
            assert weights @ points**degree == pytest.approx(1 / (degree + 1), rel=1e-14)


def test_products_up_to_every_point():
    at = np.array([1.0, 0.0, 0.7, 0.25, 0.25])
    running = Running(at)
    slopes = bending_shapes("cantilever", 3, running.points)[1]
    ours = running(slopes, slopes)
    for i, end in enumerate(at):
        points, weights = gauss(60)
        d = bending_shapes("cantilever", 3, end * points)[1]
        np.testing.assert_allclose(ours[..., i], mass_matrix(d, end * weights), rtol=1e-13, atol=1e-15)
    with mpmath.workdps(30):
        b = mpmath.findroot(lambda b: mpmath.cos(b) + 1 / mpmath.cosh(b), 1.875)
        slope = mpmath.quad(lambda x: exact_wave(b, 0, x)[1] ** 2, [0, 1]) / 4
    assert ours[0, 0, 0] == pytest.approx(float(slope), rel=1e-14)


def test_products_of_functions_with_kinks():
    """|ξ − 0.3| to every point, for which the gap from 0.1 to 0.9 must end at the kink."""
    at = np.array([0.1, 0.9, 1.0])
    running = Running(at, np.array([0.3]))
    distance = np.abs(running.points - 0.3)[None]
    ours = running(distance, distance)
    np.testing.assert_allclose(ours[0, 0], ((at - 0.3) ** 3 + 0.3**3) / 3, rtol=1e-14)


PIECES = Pieces(np.array([0.0, 0.1, 0.55, 1.0]), (24, 34, 34))


def test_pieces_integrate_what_is_smooth_on_each():
    """sin 5ξ up to 0.55, 3ξ² after it, and both integrals of that from 0."""
    xi, a = np.append(np.linspace(0, 1, 23), PIECES.ends), 0.55
    f = np.where(PIECES.points < a, np.sin(5 * PIECES.points), 3 * PIECES.points**2)
    once = np.where(xi < a, (1 - np.cos(5 * xi)) / 5, (1 - np.cos(5 * a)) / 5 + xi**3 - a**3)
    slope, value = (1 - np.cos(5 * a)) / 5 - a**3, a / 5 - np.sin(5 * a) / 25 - a**4 / 4
    twice = np.where(xi < a, xi / 5 - np.sin(5 * xi) / 25, value + slope * (xi - a) + xi**4 / 4)
    ours = PIECES.evaluated(PIECES.integrated(np.array([f, 2 * f]), 2), xi)
    np.testing.assert_allclose(ours[0], [twice, 2 * twice], atol=1e-15)
    np.testing.assert_allclose(ours[1], [once, 2 * once], atol=1e-15)
    inner = xi != a
    np.testing.assert_allclose(ours[2][0, inner], np.where(xi < a, np.sin(5 * xi), 3 * xi**2)[inner], atol=3e-14)
    squares = PIECES.orthonormal(PIECES.integrated(np.array([f, 2 * f]), 2))
    values = PIECES.evaluated(PIECES.integrated(f[None], 2), PIECES.points)[0][0]
    assert squares[0] @ squares[1] == pytest.approx(2 * values**2 @ PIECES.weights, rel=1e-14)


FAMILIES = [
    *(
        (name, 2, HELD[name][0], lambda n, xi, name=name: bending_shapes(name, n, xi, 0.7, 0.1))
        for name in SHAPE_FAMILIES
    ),
    *((name, 1, HELD[name][1], lambda n, xi, name=name: bar_shapes(name, n, xi, 0.7)) for name in SHAPE_FAMILIES),
]
"""Of every family in bending and as bars: name, order of the strain, h, shapes of a uniform beam."""


@pytest.mark.parametrize(("family", "order", "held", "uniform"), FAMILIES)
def test_what_is_carried_to_a_uniform_beam_is_unchanged(family, order, held, uniform):
    xi = np.append(np.linspace(0, 1, 12), PIECES.ends)
    for count in (1, 2, 7):
        ours = carried(uniform, count, held, order, PIECES, np.full(92, 40.0))(xi)
        for derivative, (carry, plain) in enumerate(zip(ours, uniform(count, xi), strict=False)):
            np.testing.assert_allclose(carry / 20.0**derivative, plain / 20.0**derivative, atol=1e-13)


@pytest.mark.parametrize(("family", "order", "held", "uniform"), FAMILIES)
def test_what_is_carried_has_the_moments_and_the_tip_of_a_uniform_beam(family, order, held, uniform):
    """The strain times the rigidity is in the span of the moments; slopes and displacements are its integrals."""
    count, a = 5, 0.55
    rigidity = np.where(PIECES.points < a, 3.0 - 2 * PIECES.points, 0.2)
    functions = carried(uniform, count, held, order, PIECES, rigidity)
    moments = functions(PIECES.points)[order] * rigidity
    plain = uniform(count, PIECES.points)[order]
    mixing = np.linalg.lstsq(plain.T, moments.T)[0]
    np.testing.assert_allclose(mixing.T @ plain, moments, atol=1e-12 * np.abs(moments).max())
    for derivative in range(order):
        f = functions(np.array([0.0, 0.8]))[derivative]
        np.testing.assert_array_equal(f[:, 0], 0)
        for k in range(count):
            rate = [
                quad(lambda x, k=k, d=derivative: functions(np.array([x]))[d + 1][k, 0], *ends)[0]
                for ends in ((0, a), (a, 0.8))
            ]
            assert f[k, 1] == pytest.approx(sum(rate), rel=1e-9, abs=1e-11)
    tip, plain_tip = functions(np.ones(1)), uniform(count, np.ones(1))
    for derivative in range(held):
        np.testing.assert_array_equal(tip[derivative], plain_tip[derivative])
    near = functions(np.array([1 - 1e-12]))  # and not by that alone
    for derivative in range(held):
        np.testing.assert_allclose(near[derivative], plain_tip[derivative], atol=1e-8)
    if family in ("attachment", "tip-mass"):
        own, square = (
            np.square(shapes[held:]) @ PIECES.weights
            for shapes in (functions(PIECES.points)[0], uniform(count, PIECES.points)[0])
        )
        np.testing.assert_allclose(own, square, rtol=1e-12)


@pytest.mark.parametrize(("family", "order", "held", "uniform"), FAMILIES)
def test_fewer_carried_functions_are_the_first_of_more(family, order, held, uniform):
    rigidity, xi = np.where(PIECES.points < 0.55, 8.0, 1.0), np.linspace(0, 1, 9)
    many = carried(uniform, 6, held, order, PIECES, rigidity)(xi)
    for count in (1, 2, 3):
        for few, more in zip(carried(uniform, count, held, order, PIECES, rigidity)(xi), many, strict=True):
            np.testing.assert_allclose(few, more[:count], atol=1e-12 * np.abs(more).max())


def test_a_shape_whose_tip_would_not_move_is_no_exception():
    """With a step to an eighth near 0.28 the moment of the third mode would leave the tip where it is."""
    tips, sizes = [], []
    for step in np.linspace(0.2, 0.4, 41):
        pieces = Pieces(np.array([0.0, step, 1.0]), (40, 40))
        rigidity = np.where(pieces.points < step, 8.0, 1.0)
        v = carried(lambda n, xi: bending_shapes("cantilever", n, xi), 3, 1, 2, pieces, rigidity)(
            np.linspace(0, 1, 50)
        )[0]
        tips.append(
            ((1 - pieces.points) / rigidity * bending_shapes("cantilever", 3, pieces.points)[2][2]) @ pieces.weights
        )
        sizes.append(np.abs(v).max())
        np.testing.assert_allclose(v[:, -1], 1, rtol=1e-12)
    assert min(tips) < 0 < max(tips)
    assert max(sizes) < 2


def test_enough_points_grow_with_modes_and_length():
    assert enough_points(0, 1.0) == 3
    assert enough_points(2, 1.0) < enough_points(5, 1.0) < enough_points(20, 1.0)
    assert enough_points(5, 0.1) < enough_points(5, 1.0)
    assert enough_points(30, 0.001) >= 33  # thirty polynomials, exactly


def test_wrong_calls_are_told():
    assert tuple(SHAPES) == SHAPE_FAMILIES
    with pytest.raises(arm.ArgumentError, match=r"'free'.*one of loaded, cantilever, tip-mass"):
        bending_shapes("free", 2, [0.5])
    with pytest.raises(arm.ArgumentError, match="'free'"):
        bar_shapes("free", 2, [0.5])
    with pytest.raises(arm.ArgumentError, match="count"):
        bending_shapes("cantilever", -1, [0.5])
    for ratio in (-0.1, np.inf, np.nan):
        with pytest.raises(arm.ArgumentError, match="mass_ratio"):
            bending_shapes("tip-mass", 2, [0.5], ratio)
        with pytest.raises(arm.ArgumentError, match="ratio"):
            bar_shapes("tip-mass", 2, [0.5], ratio)
