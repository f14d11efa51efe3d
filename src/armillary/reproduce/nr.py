"""Figures of the planar n-R toolbox, recomputed with its corrected equations. [Popescu2008]

The 4-R arm of its Table 1 at q0 = (.5, 1, −1, −1) π/2. The paper prints the commands and not their
results; the values expected here were computed independently from its corrected equations. Each item
is computed twice: from the robot, by the general code, and by the closed recursions for planar arms.

Flops are those of the complete model (x, J, J̇, H, h, g) of a random arm without loads, multiplications
and additions; sines and cosines, one pair per link, are extra. The simulated 7-R arm is in `nr_motion`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.description.planar import planar
from armillary.formulations import newton_euler
from armillary.formulations.chains import planar_nr as dynamics
from armillary.kinematics import planar_nr as kinematics
from armillary.kinematics.condition import condition_number
from armillary.kinematics.jacobian import frame_acceleration, frame_velocity
from armillary.kinematics.manipulability import manipulability, manipulability_gradient
from armillary.kinematics.poses import pose
from armillary.kinematics.redundancy import maximise_in_null_space
from armillary.multibody import Model, as_model
from armillary.reproduce import counts, nr_motion, nr_times
from armillary.reproduce.figure import Figure

TITLE = "Popescu et al., Simulation of n-R robots: the 4-R arm of Table 1"

LENGTHS = [1.0, 1.0, 1.0, 1.0]
COMS = [0.4, 0.3, 0.3, 0.25]
MASSES = [2.0, 1.0, 1.0, 0.5]
INERTIAS = [0.3, 0.2, 0.2, 0.11]
FRICTION = [0.05, 0.04, 0.04, 0.04]
Q0 = np.array([0.5, 1.0, -1.0, -1.0]) * np.pi / 2
QD, QDD = np.ones(4), np.array([1.0, 0.0, -1.0, 2.0])

LOADS = {"1 kg at every link tip": [1.0, 1.0, 1.0, 1.0], "1 kg at the tip": [0.0, 0.0, 0.0, 1.0], "no load": [0.0] * 4}
H11 = {"1 kg at every link tip": 19.19125, "1 kg at the tip": 11.19125, "no load": 7.19125}
G1 = {"1 kg at every link tip": 44.568410, "1 kg at the tip": 30.694975, "no load": 16.821540}

# Joints → flops of the complete model: an independent recount of the recursions, the algorithm as printed.
FLOPS = {
    2: (47, 109),
    3: (97, 395),
    4: (151, 1033),
    5: (209, 2233),
    10: (559, 27373),
    20: (1559, 377353),
}

_LISTING = "section 3.3.1"
_ROOT = np.sqrt(2.0)


def figures() -> Iterator[Figure]:
    """Yield every figure, from the general code and from the planar recursions."""
    model = as_model(
        planar(
            LENGTHS, MASSES, coms=COMS, inertias=INERTIAS, payloads=LOADS["1 kg at every link tip"], friction=FRICTION
        )
    )
    yield from _tip_motion(model)
    yield from _indices(model)
    yield from _best_configuration(model)
    yield from _dynamics()
    yield from flops()
    yield from nr_times.figures()
    yield from nr_motion.figures()


def flops() -> Iterator[Figure]:
    """Yield the flops of the complete model against a recount of such recursions and against the printed algorithm."""
    convention = "M + A of (x, J, J̇, H, h, g) together, trig extra; random parameters are constants, no loads"
    printed = f"{convention}; the algorithm of eqs. (9)–(13), O(n⁴), not O(n³) as the print says"
    for n, (recount, algorithm) in FLOPS.items():
        ours = counts.simplified(counts.planar_arm(n)).flops
        yield Figure(f"flops, n = {n}", recount, ours, 0.0, "recount", convention, "at most")
        yield Figure(f"flops, n = {n}, printed algorithm", algorithm, ours, 0.0, "eqs. (9)–(13)", printed, "shown")


def _tip_motion(model: Model) -> Iterator[Figure]:
    planar_model = kinematics.kinmodel(Q0, QD, LENGTHS)
    yield from _pairs("x0", (_ROOT, _ROOT), pose(model, Q0)[:2, 3], planar_model.x, 1e-12, _LISTING)
    xd = frame_velocity(model, Q0, QD)[3:5]
    yield from _pairs("xd for qd = 1", (-_ROOT, 3 * _ROOT), xd, planar_model.J @ QD, 1e-12, _LISTING)
    xdd = frame_acceleration(model, Q0, QD, QDD)[3:5]
    ours = planar_model.J @ QDD + planar_model.Jd @ QD
    note = "the listing has xdd = J qdd and lacks + Jd qd"
    yield from _pairs("xdd for qdd = (1, 0, -1, 2)", (-11 * _ROOT, 2 * _ROOT), xdd, ours, 1e-9, _LISTING, note)


def _indices(model: Model) -> Iterator[Figure]:
    w, rho = manipulability(model, Q0), condition_number(model, Q0) ** 2
    yield from _both("w0", 3.3166247904, w, kinematics.manipulability(Q0, LENGTHS), 1e-9, "eq. (16)")
    note = "the paper's condition number is that of J Jᵀ, cond(J)²"
    ours = kinematics.condition_number(Q0, LENGTHS) ** 2
    yield from _both("rho0", 3.5353221655, rho, ours, 1e-9, "eq. (15)", note)


def _best_configuration(model: Model) -> Iterator[Figure]:
    """The self-motion to the greatest w; the objective comes from each of the two codes."""
    general = maximise_in_null_space(
        model, Q0, lambda q: float(manipulability(model, q)), lambda q: manipulability_gradient(model, q)
    )
    closed = maximise_in_null_space(
        model,
        Q0,
        lambda q: float(kinematics.manipulability(q, LENGTHS)),
        lambda q: np.asarray(kinematics.manipulability_gradient(q, LENGTHS), dtype=float),
    )
    note = "the listing divides J/(J J'), which must be J'/(J J'); the gradient by eq. (21) corrected"
    best = (2.105652, -0.613491, -1.406741, -0.642083)
    yield from _pairs("q of greatest w at x0", best, general, closed, 1e-6, "eq. (14), Fig. 2", note, "1234")
    w, rho = manipulability(model, general), condition_number(model, general) ** 2
    yield from _both("w there", 4.9096787401, w, kinematics.manipulability(closed, LENGTHS), 1e-8, "Fig. 2")
    # The expected value has eight digits.
    yield from _both("rho there", 4.3676872, rho, kinematics.condition_number(closed, LENGTHS) ** 2, 5e-8, "Fig. 2")


def _dynamics() -> Iterator[Figure]:
    for case, loads in LOADS.items():
        model = as_model(planar(LENGTHS, MASSES, coms=COMS, inertias=INERTIAS, payloads=loads, friction=FRICTION))
        closed = dynamics.dynmodel(dynamics.PlanarArm(LENGTHS, COMS, MASSES, INERTIAS, loads), Q0, QD)
        M, g = newton_euler.mass_matrix(model, Q0), newton_euler.gravity(model, Q0)
        note = "I_i times a block of ones belongs to H; the print has it without I_i"
        yield from _both(f"H11, {case}", H11[case], M[0, 0], closed.H[0, 0], 1e-6, "eq. (12), Table 1", note)
        note = "eq. (13) with l_i in place of l_k, and the loads added"
        yield from _both(f"g1, {case}", G1[case], g[0], closed.g[0], 1e-6, "eq. (13), Table 1", note)


def _pairs(
    item: str,
    expected: Sequence[float],
    general: ArrayLike,
    closed: ArrayLike,
    tolerance: float,
    where: str,
    note: str = "",
    names: str = "xy",
) -> Iterator[Figure]:
    """Yield the figures of a vector, component by component."""
    columns = zip(names, expected, _floats(general), _floats(closed), strict=True)
    for name, value, by_general, by_closed in columns:
        yield from _both(f"{item} [{name}]", value, by_general, by_closed, tolerance, where, note)


def _both(
    item: str, expected: float, general: float, closed: float, tolerance: float, where: str, note: str = ""
) -> Iterator[Figure]:
    yield Figure(f"{item}, general", float(expected), float(general), tolerance, where, note)
    yield Figure(f"{item}, planar recursion", float(expected), float(closed), tolerance, where, note)


def _floats(values: ArrayLike) -> NDArray[np.float64]:
    return np.asarray(values, dtype=float)
