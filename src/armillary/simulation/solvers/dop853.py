"""Dormand and Prince's method of order 8(5,3) with step-size control and dense output of order 7.

[HairerNorsettWanner1993, sect. II.5, II.6 and II.10, code DOP853]. The error estimate of order 7 combines two estimates
e_5 and e_3 with the mean squares m_5 and m_3 of `embedded`:
    err = m_5 / √(m_5 + m_3 / 100)                                                              (1)
Dense output needs three more stages, computed only if a recorded time lies inside the step:
    x(t + θh) = x + θ (F_0 + (1 − θ)(F_1 + θ (F_2 + (1 − θ)(F_3 + θ (F_4 + (1 − θ)(F_5 + θ F_6))))))   (2)
    F_0 = x' − x,   F_1 = h k_1 − F_0,   F_2 = 2 F_0 − h (k_1 + k_13),   F_3…F_6 = h Σ D k              (3)

A and C are the coefficients of the twelve stages, B the weights of order 8, E5 and E3 the error weights of orders 5 and
3, A_MORE and C_MORE the coefficients of three stages for dense output, D the weights of its four highest terms. The
thirteenth stage is f at the new state. Trailing zeros of rows are omitted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from armillary.simulation.solvers.embedded import Embedded, Interpolation, mean_squares, worst
from armillary.simulation.solvers.explicit import RungeKutta, Tableau, weighted
from armillary.simulation.walk.adaptive import needs_dense
from armillary.simulation.walk.solver_loop import SolverLoop
from armillary.simulation.walk.values import Number, Vector

A = (
    (),
    (0.05260015195876773,),
    (0.0197250569845379, 0.0591751709536137),
    (0.02958758547680685, 0.0, 0.08876275643042054),
    (0.2413651341592667, 0.0, -0.8845494793282861, 0.924834003261792),
    (0.037037037037037035, 0.0, 0.0, 0.17082860872947386, 0.12546768756682242),
    (0.037109375, 0.0, 0.0, 0.17025221101954405, 0.06021653898045596, -0.017578125),
    (0.03709200011850479, 0.0, 0.0, 0.17038392571223998, 0.10726203044637328, -0.015319437748624402,
     0.008273789163814023),
    (0.6241109587160757, 0.0, 0.0, -3.3608926294469414, -0.868219346841726, 27.59209969944671, 20.154067550477894,
     -43.48988418106996),
    (0.47766253643826434, 0.0, 0.0, -2.4881146199716677, -0.590290826836843, 21.230051448181193, 15.279233632882423,
     -33.28821096898486, -0.020331201708508627),
    (-0.9371424300859873, 0.0, 0.0, 5.186372428844064, 1.0914373489967295, -8.149787010746927, -18.52006565999696,
     22.739487099350505, 2.4936055526796523, -3.0467644718982196),
    (2.273310147516538, 0.0, 0.0, -10.53449546673725, -2.0008720582248625, -17.9589318631188, 27.94888452941996,
     -2.8589982771350235, -8.87285693353063, 12.360567175794303, 0.6433927460157636),
)  # fmt: skip
B = (
    0.054293734116568765, 0.0, 0.0, 0.0, 0.0, 4.450312892752409, 1.8915178993145003, -5.801203960010585,
    0.3111643669578199, -0.1521609496625161, 0.20136540080403034, 0.04471061572777259,
)  # fmt: skip
C = (
    0.0, 0.05260015195876773, 0.0789002279381516, 0.1183503419072274, 0.2816496580927726, 0.3333333333333333, 0.25,
    0.3076923076923077, 0.6512820512820513, 0.6, 0.8571428571428571, 1.0,
)  # fmt: skip
E5 = (
    0.01312004499419488, 0.0, 0.0, 0.0, 0.0, -1.2251564463762044, -0.4957589496572502, 1.6643771824549864,
    -0.35032884874997366, 0.3341791187130175, 0.08192320648511571, -0.022355307863886294,
)  # fmt: skip
E3 = (
    -0.18980075407240762, 0.0, 0.0, 0.0, 0.0, 4.450312892752409, 1.8915178993145003, -5.801203960010585,
    -0.4226823213237919, -0.1521609496625161, 0.20136540080403034, 0.02265179219836082,
)  # fmt: skip
A_MORE = (
    (0.056167502283047954, 0.0, 0.0, 0.0, 0.0, 0.0, 0.25350021021662483, -0.2462390374708025, -0.12419142326381637,
     0.15329179827876568, 0.00820105229563469, 0.007567897660545699, -0.008298),
    (0.03183464816350214, 0.0, 0.0, 0.0, 0.0, 0.028300909672366776, 0.053541988307438566, -0.05492374857139099, 0.0,
     0.0, -0.00010834732869724932, 0.0003825710908356584, -0.00034046500868740456, 0.1413124436746325),
    (-0.42889630158379194, 0.0, 0.0, 0.0, 0.0, -4.697621415361164, 7.683421196062599, 4.06898981839711,
     0.3567271874552811, 0.0, 0.0, 0.0, -0.0013990241651590145, 2.9475147891527724, -9.15095847217987),
)  # fmt: skip
C_MORE = (0.1, 0.2, 0.7777777777777778)
D = (
    (-8.428938276109013, 0.0, 0.0, 0.0, 0.0, 0.5667149535193777, -3.0689499459498917, 2.38466765651207,
     2.117034582445028, -0.871391583777973, 2.2404374302607883, 0.6315787787694688, -0.08899033645133331,
     18.148505520854727, -9.194632392478356, -4.436036387594894),
    (10.427508642579134, 0.0, 0.0, 0.0, 0.0, 242.28349177525817, 165.20045171727028, -374.5467547226902,
     -22.113666853125306, 7.733432668472264, -30.674084731089398, -9.332130526430229, 15.697238121770845,
     -31.139403219565178, -9.35292435884448, 35.81684148639408),
    (19.985053242002433, 0.0, 0.0, 0.0, 0.0, -387.0373087493518, -189.17813819516758, 527.8081592054236,
     -11.57390253995963, 6.8812326946963, -1.0006050966910838, 0.7777137798053443, -2.778205752353508,
     -60.19669523126412, 84.32040550667716, 11.99229113618279),
    (-25.69393346270375, 0.0, 0.0, 0.0, 0.0, -154.18974869023643, -231.5293791760455, 357.6391179106141,
     93.40532418362432, -37.45832313645163, 104.0996495089623, 29.8402934266605, -43.53345659001114, 96.32455395918828,
     -39.17726167561544, -149.72683625798564),
)  # fmt: skip
LAST = len(B)
"""Index of the stage at the new state."""


@dataclass(frozen=True)
class DOP853(Embedded):
    """Dormand and Prince's method of order 8(5,3), for tight tolerances.

    Args:
        rtol: Relative tolerance; default 1e-9.
        atol: Absolute tolerance, in SI units; default 1e-9.
        step: First step to try [s]; default 1 ms.
    """

    name: ClassVar[str] = "dop853"
    about: ClassVar[str] = "Dormand–Prince 8(5,3), chooses its step, for small tolerances"
    order: ClassVar[int] = 8
    tableau: ClassVar[Tableau] = (A, B, C)
    lower: ClassVar[int] = 7
    extra: ClassVar[int] = 3

    def measure(self, loop: SolverLoop, k: Sequence[Vector], h: Number, new: Vector) -> Number:
        """Return err of a step."""
        error = loop.vector()
        squares = []
        for weights in (E5, E3):
            loop.code.combine(error, *weighted(h, weights, k))
            squares.append(mean_squares(loop, error, new))
        m5, m3 = squares
        return worst(loop, m5 / loop.wide.root(m5 + 0.01 * m3 + 1e-300))  # (1)

    def dense(self, loop: SolverLoop, k: Sequence[Vector], t: Number, h: Number, new: Vector) -> Interpolation:
        """Return the interpolation of a step."""
        code, y = loop.code, loop.vector()
        F = [loop.vector() for _ in range(7)]
        with code.when(needs_dense(loop, t, h)):
            for more, (weights, c) in enumerate(zip(A_MORE, C_MORE, strict=True), LAST + 1):
                code.combine(y, (1.0, loop.x), *weighted(h, weights, k))
                loop.evaluate(k[more], t + c * h, y)
            code.combine(F[0], (1.0, new), (-1.0, loop.x))  # (3)
            code.combine(F[1], (h, k[0]), (-1.0, F[0]))
            code.combine(F[2], (2.0, F[0]), (-h, k[0]), (-h, k[LAST]))
            for row, term in zip(D, F[3:], strict=True):
                code.combine(term, *weighted(h, row, k))

        def at(to: Vector, theta: Number) -> None:
            weight, terms = theta, []
            for i, term in enumerate(F):
                terms.append((weight, term))
                weight = weight * ((1.0 - theta) if i % 2 == 0 else theta)
            code.combine(to, (1.0, loop.x), *terms)  # (2)

        return at


@dataclass(frozen=True)
class RK8(RungeKutta):
    """Dormand and Prince's Runge–Kutta method of order 8, twelve stages: `DOP853` without error control.

    A step costs as many evaluations as three steps of RK4. It omits the stages of `DOP853` for the error estimate and
    for dense output.

    Args:
        step: Step [s]; default 1 ms.
    """

    name: ClassVar[str] = "rk8"
    about: ClassVar[str] = "Dormand–Prince formula of order 8, fixed step"
    order: ClassVar[int] = 8
    tableau: ClassVar[Tableau] = (A, B, C)
