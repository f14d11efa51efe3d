"""Figures of the planar n-R toolbox, recomputed with its corrected equations. [Popescu2008]

The 4-R arm of its Table 1 at q0 = (.5, 1, −1, −1) π/2. The paper prints commands without their
results; the values expected here were computed independently from its corrected equations. Each item
is computed twice: from the robot, by the general code, and by the closed recursions for planar arms.

Flops are those of the complete model (x, J, J̇, H, h, g) of a random arm without loads, multiplications
and additions; sines and cosines, one pair per link, are extra. The simulated 7-R arm is in `nr_motion`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import SupportsFloat

import numpy as np

from armillary.analysis.timing import Contender, measure, state_loop
from armillary.compiler.program import Port, Program, inputs_of, references
from armillary.compiler.simplified import build_simplified
from armillary.description.planar import planar
from armillary.expr.graph import Graph
from armillary.formulations import newton_euler
from armillary.formulations.chains import planar_nr as dynamics
from armillary.kinematics import planar_nr as kinematics
from armillary.kinematics.indices import condition_number, manipulability, manipulability_gradient
from armillary.kinematics.jacobian import frame_acceleration, frame_velocity
from armillary.kinematics.poses import pose
from armillary.kinematics.redundancy import maximise_in_null_space
from armillary.multibody import Model, as_model
from armillary.reproduce import counts, nr_motion
from armillary.reproduce.published import PublishedNumber, Source

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
FLOPS = {2: (47, 109), 3: (97, 395), 4: (151, 1033), 5: (209, 2233), 10: (559, 27373), 20: (1559, 377353)}

# Joints → dynmodel M-file, dynmodel MEX-file, kinmodel M-file, kinmodel MEX-file [ms].
TABLE_2 = {
    2: (11.0, 1.1, 5.0, 0.38),
    3: (27.0, 1.7, 7.2, 0.44),
    4: (38.0, 2.7, 9.8, 0.50),
    5: (55.0, 3.8, 14.3, 0.60),
    10: (215.0, 23.1, 44.0, 1.10),
    20: (1197.0, 276.9, 159.0, 3.30),
}
MODELS = {"kinmodel": (2, 3), "dynmodel": (0, 1)}
"""Model → its columns of the table, M-file and MEX-file."""
SPAN = (5, 20)
"""Numbers of joints between which growth is measured; for fewer joints, sines and call overhead dominate."""
STATES = 64

TIMES = "print: MATLAB, the call included; ours: the kernel for one state in a native loop, measured now"
GROWTH = f"log(t₂/t₁)/log(n₂/n₁) from n = {SPAN[0]} to {SPAN[1]}; print: O(n²) for kinematics, O(n³) for dynamics"

LISTING = "section 3.3.1"
ROOT = np.sqrt(2.0)


def numbers() -> Iterator[PublishedNumber]:
    """Yield every figure, from the general code and from the planar recursions."""
    model = _arm(LOADS["1 kg at every link tip"])
    yield from _tip_motion(model)
    yield from _indices(model)
    yield from _best_configuration(model)
    yield from _dynamics()
    yield from flops()
    yield from times()
    yield from nr_motion.numbers()


def _arm(loads: Sequence[float]) -> Model:
    return as_model(planar(LENGTHS, MASSES, coms=COMS, inertias=INERTIAS, payloads=loads, friction=FRICTION))


def flops() -> Iterator[PublishedNumber]:
    """Yield the flops of the complete model against a recount of the recursions and against the printed algorithm."""
    convention = "M + A of (x, J, J̇, H, h, g) together, trig extra; random parameters are constants, no loads"
    printed = Source(
        "eqs. (9)–(13)",
        f"{convention}; expected: a recount of the algorithm of eqs. (9)–(13), 2n⁴ + 7n³ + 3n² + 8n − 7, "
        "not O(n³) as the print says",
    )
    for n, (recount, algorithm) in FLOPS.items():
        ours = counts.simplified(counts.planar_arm(n)).flops
        yield Source("recount", convention).at_most(f"flops, n = {n}", recount, ours)
        yield printed.at_most(f"flops, n = {n}, printed algorithm", algorithm, ours)


def _tip_motion(model: Model) -> Iterator[PublishedNumber]:
    source, closed = Source(LISTING), kinematics.kinmodel(Q0, QD, LENGTHS)
    yield from _pairs(source, "x0 [{}]", (ROOT, ROOT), pose(model, Q0)[:2, 3], closed.x, 1e-12)
    xd = frame_velocity(model, Q0, QD)[3:5]
    yield from _pairs(source, "xd for qd = 1 [{}]", (-ROOT, 3 * ROOT), xd, closed.J @ QD, 1e-12)
    xdd = frame_acceleration(model, Q0, QD, QDD)[3:5]
    ours = closed.J @ QDD + closed.Jd @ QD
    source = Source(LISTING, "the listing has xdd = J qdd and lacks + Jd qd")
    yield from _pairs(source, "xdd for qdd = (1, 0, -1, 2) [{}]", (-11 * ROOT, 2 * ROOT), xdd, ours, 1e-9)


def _indices(model: Model) -> Iterator[PublishedNumber]:
    w, rho = manipulability(model, Q0), condition_number(model, Q0) ** 2
    yield from _both(Source("eq. (16)"), "w0", 3.3166247904, w, kinematics.manipulability(Q0, LENGTHS), 1e-9)
    source = Source("eq. (15)", "the paper's condition number is that of J Jᵀ, cond(J)²")
    yield from _both(source, "rho0", 3.5353221655, rho, kinematics.condition_number(Q0, LENGTHS) ** 2, 1e-9)


def _best_configuration(model: Model) -> Iterator[PublishedNumber]:
    """Yield the configuration of greatest w that self-motion reaches, by the objective of either code."""
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
    best, source = (2.105652, -0.613491, -1.406741, -0.642083), Source("eq. (14), Fig. 2", note)
    yield from _pairs(source, "q of greatest w at x0 [{}]", best, general, closed, 1e-6, "1234")
    w, rho = manipulability(model, general), condition_number(model, general) ** 2
    source = Source("Fig. 2")
    yield from _both(source, "w there", 4.9096787401, w, kinematics.manipulability(closed, LENGTHS), 1e-8)
    # The expected value has eight digits.
    yield from _both(source, "rho there", 4.3676872, rho, kinematics.condition_number(closed, LENGTHS) ** 2, 5e-8)


def _dynamics() -> Iterator[PublishedNumber]:
    inertia = Source("eq. (12), Table 1", "I_i times a block of ones belongs to H; the print has it without I_i")
    gravity = Source("eq. (13), Table 1", "eq. (13) with l_i in place of l_k, and the loads added")
    for case, loads in LOADS.items():
        model = _arm(loads)
        closed = dynamics.dynmodel(dynamics.PlanarArm(LENGTHS, COMS, MASSES, INERTIAS, loads), Q0, QD)
        M, g = newton_euler.mass_matrix(model, Q0), newton_euler.gravity(model, Q0)
        yield from _both(inertia, f"H11, {case}", H11[case], M[0, 0], closed.H[0, 0], 1e-6)
        yield from _both(gravity, f"g1, {case}", G1[case], g[0], closed.g[0], 1e-6)


def _pairs(
    source: Source,
    item: str,
    expected: Sequence[float],
    general: Iterable[SupportsFloat],
    closed: Iterable[SupportsFloat],
    tolerance: float,
    names: str = "xy",
) -> Iterator[PublishedNumber]:
    """Yield the figures of a vector; {} in `item` is the name of the entry."""
    for name, value, by_general_code, by_recursion in zip(names, expected, general, closed, strict=True):
        yield from _both(source, item.format(name), value, by_general_code, by_recursion, tolerance)


def _both(
    source: Source, item: str, expected: float, general: SupportsFloat, closed: SupportsFloat, tolerance: float
) -> Iterator[PublishedNumber]:
    yield source.equal(f"{item}, general", float(expected), general, tolerance)
    yield source.equal(f"{item}, planar recursion", float(expected), closed, tolerance)


def times() -> Iterator[PublishedNumber]:
    """Yield the times of table 2 and their growth, without a check.

    Kinmodel is (x, J, J̇), dynmodel (x, J, J̇, H, h, g). The print gives times of MATLAB code, as an M-file and as
    compiled C (MEX), the call included. Ours is the kernel for one state in a native loop, measured now. With t ~ n^k,
    the exponent between two lengths is
        k = log(t₂/t₁) / log(n₂/n₁)                                                              (1)
    The print says O(n²) for kinematics and O(n³) for dynamics. x, J and J̇ take O(n) operations, h and g too, H O(n²).
    """
    ours = {model: _times(model) for model in MODELS}
    columns = []
    for model, (m_file, mex_file) in MODELS.items():
        columns += [(model, "M-file", m_file), (model, "MEX-file", mex_file)]
    for model, kind, column in columns:
        for n, printed in TABLE_2.items():
            time = float(f"{1e-3 * ours[model][n]:.3g}")
            yield Source("Table 2", TIMES).shown(f"{model}, n = {n}: time, {kind} [µs]", time, 1e3 * printed[column])
    for model, kind, column in columns:
        growth = round(exponent(ours[model][SPAN[0]], ours[model][SPAN[1]]), 2)
        printed_growth = round(exponent(TABLE_2[SPAN[0]][column], TABLE_2[SPAN[1]][column]), 2)
        yield Source("Table 2", GROWTH).shown(f"{model}: growth exponent, {kind}", growth, printed_growth)


def exponent(first: float, last: float) -> float:
    """Return the growth (1) over `SPAN`."""
    return math.log(last / first) / math.log(SPAN[1] / SPAN[0])


def _times(model: str) -> dict[int, float]:
    """Return the time of one state for each number of joints [ns]."""
    rng = np.random.default_rng(0)
    contenders = []
    for n in TABLE_2:
        kernel = build_simplified(planar_kinematics(n) if model == "kinmodel" else counts.planar_arm(n))
        arrays = [rng.normal(size=(STATES, n)) for _ in kernel.program.inputs]
        arrays += [np.empty((STATES, array.size)) for array in kernel.program.outputs]
        contenders.append(Contender(str(n), state_loop(kernel, arrays, times=16), 16 * STATES))
    return {int(name): time for name, time in measure(contenders, seconds=0.2, rounds=20).items()}


def planar_kinematics(n: int) -> Program:
    """Return the program of (x, J, J̇) of a random planar n-R arm."""
    graph, arrays = Graph(), (Port("q", (n,)), Port("qd", (n,)))
    lengths = counts.planar_parameters(n)[0]
    q, qd = inputs_of(graph, arrays)
    results = kinematics.kinmodel(q, qd, lengths)._asdict()
    outputs = tuple(Port(name, np.shape(value)) for name, value in results.items())
    header = {"robot": f"planar {n}-R arm", "quantity": "kinmodel", "formulation": "planar_nr"}
    entries = tuple(references(graph, value) for value in results.values())
    return Program("kinmodel", graph, arrays, outputs, entries, header)
