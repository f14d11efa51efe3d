"""Celentano, "An innovative method for robots modeling and simulation". [Celentano2008]

The chapter prints no numbers for rigid robots that can be recomputed: the flops of its table 1 and
figs. 2 and 9 count code that is not given; ours must not exceed the table. The figures come from its
corrected equations:
- the inertia matrix of one link in ZYX angles (theorems 6–9 with S_h for R_h);
- the gradient of the kinetic energy: from the inertia matrix alone it is exact, and the two and
  three point formulas of lemma 1 keep their bounds;
- three uniform rods released horizontal at rest, integrated in the momentum form (theorems 1–5).
The rods are chaotic, so states after 10 s are not compared.
Flexible links, section 5, are in `celentano_flexible`; the same rods by the native integrators in `celentano_motion`.

Flops are of one state derivative (α, p, u) → (α̇, ṗ), on random axial links, parameters as constants,
gravity included, no friction: + − × ÷, sin and cos count one each. They must not exceed an independent
recount of the momentum form, the best of its dense and its O(n) variant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np
from scipy.integrate import solve_ivp

from armillary.formulations.chains import celentano_planar as planar
from armillary.formulations.chains import celentano_spatial as spatial
from armillary.formulations.chains.celentano_planar import PlanarChain
from armillary.formulations.chains.celentano_spatial import SphericalChain
from armillary.formulations.kinetic_gradient import EnergyFromInertia, exact_from_inertia, numerical_gradient
from armillary.reproduce import celentano_flexible, celentano_motion, counts
from armillary.reproduce.celentano_motion import RODS
from armillary.reproduce.published import PublishedNumber, Source
from armillary.spatial.scalar import Floats

TITLE = "Celentano: planar and spherical chains in the momentum form, flexible links"

# Entry → value and half a unit of its last digit.
SPATIAL_A = {
    (0, 0): (0.234574639, 5e-10),
    (0, 1): (0.00470718043, 5e-12),
    (0, 2): (0.0088656062, 5e-11),
    (1, 1): (0.255849836, 5e-10),
    (1, 2): (0.0, 1e-15),
    (2, 2): (0.03, 1e-15),
}

# Links → flops of an independent recount of the momentum form.
PLANAR_FLOPS = {1: 4, 2: 38, 3: 86, 4: 148, 5: 221, 10: 481, 20: 1001}
PLANAR_LINEAR = (52, -39)
"""Slope and offset of the line of flops over links on which the recount has its O(n) form, from n = 5."""
FEW = 3
"""A number of links that is certainly among the "limited" ones of remark 4."""
SPHERICAL_FLOPS = {1: 40, 2: 206, 3: 404, 4: 645, 5: 835, 10: 1785}

# Links → flops of the momentum form and of articulated bodies as printed.
TABLE_1 = {1: (362, 1269), 2: (2459, 7168), 3: (8400, 13758), 4: (21451, 20804), 5: (45868, 28252)}

CONVENTION = "+ − × ÷, sin, cos one each; random axial links, parameters are constants; one state derivative"

Points = Literal[2, 3]
POINTS: tuple[Points, ...] = (2, 3)


def numbers() -> Iterator[PublishedNumber]:
    """Yield the figures in the order of the chapter."""
    checks = (lemma_1, rods, spatial_inertia, table_1, planar_flops, saved_flops)
    for part in (*checks, celentano_flexible.numbers, celentano_motion.numbers):
        yield from part()


def table_1() -> Iterator[PublishedNumber]:
    """Yield printed and computed flops of spherical chains, and the crossover with articulated bodies."""
    recount = Source("recount", CONVENTION)
    printed = Source("Table 1", f"{CONVENTION}; the print counts MATLAB code that is not given")
    joints = f"{CONVENTION}; ours: q̈ of the same chain by the general code, joints with quaternions"
    momentum, articulated = {}, {}
    for n, flops in SPHERICAL_FLOPS.items():
        momentum[n] = counts.spherical_momentum(n)
        least, chain = min(momentum[n].values()), f"spherical, n = {n}"
        yield recount.at_most(f"{chain}: momentum form [flops]", flops, least)
        if n in TABLE_1:
            articulated[n] = counts.spherical_articulated(n)
            yield printed.at_most(f"{chain}: momentum form, printed [flops]", TABLE_1[n][0], least)
            yield Source("Table 1", joints).at_most(f"{chain}: articulated body [flops]", TABLE_1[n][1], articulated[n])
    item = "spherical: O(n) form cheaper than the dense one from n ="
    yield Source("Table 1", CONVENTION).shown(item, _from(momentum, "dense"))
    theirs = max(n for n, (form, bodies) in TABLE_1.items() if form < bodies)
    ours = max(n for n, flops in articulated.items() if min(momentum[n].values()) < flops)
    note = f"{CONVENTION}; the print's momentum form is dense: it loses beyond {theirs} links, the O(n) form does not"
    item = f"spherical: greatest n of {max(TABLE_1)} with fewer flops by the momentum form than by articulated bodies"
    yield Source("Table 1", note).differs(item, theirs, ours, 0.0)


def planar_flops() -> Iterator[PublishedNumber]:
    """Yield the flops of planar chains, and the crossover with articulated bodies."""
    joints = f"{CONVENTION}; q̈ of the same chain by the general code, in joint angles; fig. 9 is a curve"
    momentum = {n: counts.planar_momentum(n) for n in PLANAR_FLOPS}
    articulated = {n: counts.planar_articulated(n) for n in PLANAR_FLOPS}
    for n, flops in PLANAR_FLOPS.items():
        chain = f"planar, n = {n}"
        yield Source("recount", CONVENTION).at_most(f"{chain}: momentum form [flops]", flops, min(momentum[n].values()))
        for form, counted in momentum[n].items():
            item, linear = f"{chain}: momentum form, {FORMS[form]} [flops]", PLANAR_LINEAR[0] * n + PLANAR_LINEAR[1]
            if form == "recursive":
                yield Source("recount", f"{CONVENTION}; the recount of the O(n) form").at_most(item, linear, counted)
            elif flops < linear:
                yield Source("recount", f"{CONVENTION}; the recount of the dense form").at_most(item, flops, counted)
            else:  # the recount is that of the O(n) form, which is cheaper
                yield Source("Fig. 9", CONVENTION).shown(item, counted)
        yield Source("Fig. 9", joints).shown(f"{chain}: articulated body [flops]", articulated[n])
    recount = min(n for n, flops in PLANAR_FLOPS.items() if flops == PLANAR_LINEAR[0] * n + PLANAR_LINEAR[1])
    item = "planar: O(n) form cheaper than the dense one from n ="
    yield Source("recount", CONVENTION).equal(item, recount, _from(momentum, "products"), 0.0)
    wins = [n for n, flops in articulated.items() if min(momentum[n].values()) < flops]
    item = "planar: momentum form cheaper than articulated bodies from n ="
    yield Source("Fig. 9", f"{CONVENTION}; print: cheaper for few links").at_most(item, FEW, wins[0])


FORMS = {"recursive": "O(n)", "products": "dense", "differences": "dense, cos(α_k − α_h)"}


def _from(momentum: dict[int, dict[str, int]], dense: str) -> int:
    """Return the smallest counted number of links at which the O(n) form has fewer flops than the dense one."""
    return min(n for n, forms in momentum.items() if dense in forms and forms["recursive"] < forms[dense])


def saved_flops() -> Iterator[PublishedNumber]:
    """Yield the fraction of flops saved by the momentum form for planar chains, printed in fig. 2."""
    note = "flops of Ȧα̇, which the momentum form does not need, in percent of those of α̇ = A⁻¹p; dense, absolute angles"
    for n in (2, 3, 4, 5, 10):
        yield Source("Fig. 2", note).shown(f"planar, n = {n}: saved [%]", round(counts.saved_share(n), 1))


def lemma_1() -> Iterator[PublishedNumber]:
    """Yield errors of the gradient from the inertia matrix, on ten random chains of each type."""
    bound = Source("eq. (9)", "T_max is the largest T over the angle: T ≥ 0 and Bernstein's inequality give the bound")
    for kind, draw in (("planar", _planar_state), ("spatial", _spatial_state)):
        states = [draw(np.random.default_rng(seed)) for seed in range(10)]
        worst = max(np.abs(exact_from_inertia(energy, q, qd) - c).max() for energy, q, qd, c in states)
        yield Source("remark 2").equal(f"{kind}: worst of gradient from A alone − analytic [N·m]", 0.0, worst, 1e-11)
        for points in POINTS:
            beyond = sum(_beyond(points, *state) for state in states)
            yield bound.equal(f"{kind}: {points}-point gradients beyond their bound", 0.0, beyond, 0.0)
    attained = Source("eq. (9)", "the bound is attained when T swings to zero")
    for points in POINTS:
        yield attained.equal(f"T = 1 + sin q: worst {points}-point error / bound", 1.0, _full_swing(points), 0.01)


def _beyond(points: Points, energy: EnergyFromInertia, q: Floats, qd: Floats, c: Floats) -> int:
    """Return the number of gradient entries beyond their error bound, at three step sizes."""
    results = [numerical_gradient(energy, q, qd, step=step, points=points) for step in (1e-1, 1e-3, 1e-6)]
    return sum(int(np.sum(np.abs(result.value - c) > result.bound + 1e-14)) for result in results)


def _full_swing(points: Points) -> float:
    energy = EnergyFromInertia(lambda q: np.array([[2 + 2 * np.sin(q[0])]]), degrees=[1])
    angles = np.linspace(0, 2 * np.pi, 73)
    errors = []
    for angle in angles:
        gradient = numerical_gradient(energy, [angle], [1.0], step=1e-2, points=points)
        errors.append((gradient.value[0] - np.cos(angle)) / gradient.bound[0])
    return float(np.abs(errors).max())


State = tuple[EnergyFromInertia, Floats, Floats, Floats]


def _planar_state(rng: np.random.Generator) -> State:
    M, L_G, L = rng.uniform(0.5, 2, 3), rng.uniform(0, 1, 3), rng.uniform(0.2, 1, 3)
    chain = PlanarChain(M, L_G, L, M * L_G**2 + rng.uniform(0.01, 0.3, 3), 9.81, rng.uniform(-3, 3, 3))
    alpha, alpha_d = rng.uniform(-3, 3, 3), rng.normal(size=3)
    c = np.asarray(planar.absolute_kinetic_gradient(chain, alpha, alpha_d), dtype=float)
    return EnergyFromInertia(lambda a: planar.absolute_inertia(chain, a), (1, 1, 1)), alpha, alpha_d, c


def _spatial_state(rng: np.random.Generator) -> State:
    points = rng.normal(size=(2, 20, 3)) * 0.3 + rng.uniform(-0.3, 0.3, (2, 1, 3))
    M = rng.uniform(0.5, 2, 2)
    # Links as clouds of 20 equal points each: first and second moments that a body can have.
    Q = np.einsum("i,ipa,ipb->iab", M / 20, points, points)
    chain = SphericalChain(M, points.mean(axis=1), rng.uniform(-0.5, 0.5, (2, 3)), Q)
    alpha, alpha_d = rng.uniform(-3, 3, 6), rng.normal(size=6)
    c = np.asarray(spatial.kinetic_gradient(chain, alpha, alpha_d), dtype=float)
    return EnergyFromInertia(lambda a: spatial.inertia(chain, a, check=False), (2,) * 6), alpha, alpha_d, c


def rods() -> Iterator[PublishedNumber]:
    """Yield the angles of the three rods."""
    source = Source("theorems 1–5", "γ with the sign and lower limit of (33) corrected; c by (31) as ∂T/∂α")
    motion = rod_motion()
    for time, (angles, tolerance) in RODS.items():
        yield from source.each(f"three rods: α_{{}}({time:g} s) [rad]", angles, motion[time], tolerance)


def rod_motion() -> dict[float, Floats]:
    """Return the absolute angles of three uniform rods (1 kg, 1 m), released horizontal at rest, at the times of RODS.

    State (α, p), eighth-order Runge–Kutta at the tightest tolerance SciPy takes.
    """
    ones, no_torques = np.ones(3), np.zeros(3)
    chain = PlanarChain(M=ones, L_G=ones / 2, L=ones, J=ones / 3)

    def rate(_: float, state: Floats) -> Floats:
        return np.concatenate(planar.absolute_state_derivative(chain, state[:3], state[3:], no_torques))

    times = list(RODS)
    result = solve_ivp(rate, (0.0, times[-1]), np.zeros(6), "DOP853", t_eval=times, rtol=2.3e-14, atol=1e-15)
    return {time: result.y[:3, k] for k, time in enumerate(times)}


def spatial_inertia() -> Iterator[PublishedNumber]:
    """Yield A of one link of 2 kg, centre of mass (0.3, 0, 0) m, at ZYX angles (0.4, −0.3, 0.7)."""
    Q = np.array([np.diag([0.24, 0.01, 0.02])])
    chain = SphericalChain(M=np.array([2.0]), xi_G=np.array([[0.3, 0.0, 0.0]]), xi_O=np.zeros((1, 3)), Q=Q)
    A = spatial.assembled_inertia(chain, [0.4, -0.3, 0.7])
    source = Source("theorem 9", "(35), (52): S_h for R_h, second moments Q for the inertia tensor")
    for (h, k), (value, tolerance) in SPATIAL_A.items():
        yield source.equal(f"spatial A_{h + 1}{k + 1} [kg·m²]", value, A[h, k], tolerance)
