"""Embedded Runge–Kutta methods with step-size control. [HairerNorsettWanner1993, II.4]

The error estimate e of a step relative to the tolerances r and a is
    err = √(mean (e_i / (a + r max(|x_i|, |x_i'|)))²)                                              (1)
A step with err < 1 is accepted; the next step size is
    h · min(10, max(0.2, 0.9 err^(−1/(p + 1) + 3β/4) err_before^β))                                  (2)
with p the order of the lower formula and err_before at least 1e-4. The step does not grow after a rejected step. β > 0
avoids oscillating step sizes where stability, not accuracy, limits them. [HairerWanner1996, IV.2]

RK45 is Dormand and Prince's method of order 5(4) [DormandPrince1980] with dense output of order 4 [Shampine1986]:
    x(t + θh) = x + h θ Σ_i k_i Σ_m P_im θ^m                                                    (3)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from armillary.simulation.solvers.base import Adaptive
from armillary.simulation.solvers.explicit import Tableau, stages, weighted
from armillary.simulation.walk.adaptive import accept, adaptive_steps, finish_step, record_dense
from armillary.simulation.walk.events import EVENT
from armillary.simulation.walk.solver_loop import SolverLoop
from armillary.simulation.walk.values import Condition, Number, Slot, Vector

SAFETY, SHRINK, GROW = 0.9, 0.2, 10.0
LEAST_ERROR = 1e-4

Interpolation = Callable[[Vector, Number], None]
"""Writes the state at a fraction θ of a step to a vector."""


@dataclass(frozen=True)
class Embedded(Adaptive):
    """Base of embedded Runge–Kutta methods.

    Subclasses define the tableau (A, B, C), the order of the lower formula, the exponent β of (2), the number of extra
    stages for dense output, the error estimate and the interpolation of a step.
    """

    tableau: ClassVar[Tableau]
    lower: ClassVar[int]
    beta: ClassVar[float] = 0.04
    extra: ClassVar[int] = 0

    def measure(self, loop: SolverLoop, k: Sequence[Vector], h: Number, new: Vector) -> Number:
        """Return err, (1), of a step of length h from its stages k and the new state."""
        raise NotImplementedError

    def dense(self, loop: SolverLoop, k: Sequence[Vector], t: Number, h: Number, new: Vector) -> Interpolation:
        """Return the interpolation of the step from t to t + h."""
        raise NotImplementedError

    def write(self, loop: SolverLoop) -> None:
        """Write the method as native code; its last stage is f at the new state."""
        (A, b, c), code = self.tableau, loop.code
        last = len(b)
        k = [loop.vector() for _ in range(last + 1 + self.extra)]
        y, new = loop.vector(), loop.vector()
        loop.settle()
        loop.begin(k[0], loop.t.value)
        history = StepHistory(loop)
        with adaptive_steps(loop) as (t, step, h, leave):
            stages(loop, A, c, k, [y] * len(A), t, step, first=1)
            code.combine(new, (1.0, loop.x), *weighted(step, b, k))
            loop.evaluate(k[last], t + step, new)
            err = code.slot(self.measure(loop, k, step, new))

            def accepted(t: Number = t, step: Number = step, leave: Callable[[Condition], None] = leave) -> None:
                dense = self.dense(loop, k, t, step, new)

                def keep() -> None:
                    record_dense(loop, t, step, dense)
                    code.copy(loop.x, new)
                    code.copy(k[0], k[last])
                    accept(loop, t, step, leave)

                finish_step(loop, t, step, new, dense, keep)
                # The last stage is f at the new state, unless normalisation or an event has changed the state.
                if loop.quaternions:
                    loop.evaluate(k[0], loop.t.value, loop.x)
                elif loop.events is not None:
                    with code.when(loop.events.verdict.value >= EVENT):
                        loop.evaluate(k[0], loop.t.value, loop.x)

            control_step_size(loop, err, step, h, history, self.lower, accepted, self.beta)
        history.keep()


class StepHistory:
    """Memory of the step-size control: whether the last attempt was rejected, and the error of the previous step."""

    def __init__(self, loop: SolverLoop) -> None:
        code, self.loop = loop.code, loop
        self.refused = code.slot(loop.option("refused"))
        self.err = code.slot(LEAST_ERROR)
        self.err.set(code.greatest(loop.option("error"), LEAST_ERROR))

    def keep(self) -> None:
        """Write the memory to the options of a loop that continues from here."""
        self.loop.set_option("refused", self.refused.value)
        self.loop.set_option("error", self.err.value)


def control_step_size(
    loop: SolverLoop,
    err: Slot,
    step: Number,
    h: Slot,
    history: StepHistory,
    order: int,
    accepted: Callable[[], None],
    beta: float = 0.0,
) -> None:
    """Set the next step size h from the error of this step, (2), and call `accepted` if this step is accepted."""
    code = loop.code
    good = err.value < 1.0
    with code.when(~good):
        loop.reject()
        if loop.events is not None:
            # All stages of a step across an event may miss a layer next to it, such as the Stribeck peak at rest. The
            # step that ends at the event resolves this layer, and must meet the tolerances itself.
            loop.events.abandon()
        # If err is infinite or NaN, the step shrinks by the largest allowed factor.
        shrunk = code.choose(err.value >= 1.0, SAFETY * code.power(err.value, -1 / (order + 1)), SHRINK)
        h.set(step * code.greatest(shrunk, SHRINK))
        history.refused.set(1.0)
    with code.when(good):
        growth = code.choose(history.refused.value > 0.0, 1.0, GROW)
        positive = code.greatest(err.value, 1e-30)
        optimal = SAFETY * code.power(positive, 0.75 * beta - 1 / (order + 1))  # (2)
        if beta:
            optimal = optimal * code.power(history.err.value, beta)
            history.err.set(code.greatest(err.value, LEAST_ERROR))
        factor = code.least(code.greatest(optimal, SHRINK), growth)
        # The last step of an interval may be short only because the interval ends.
        h.set(code.least(code.greatest(h.value, step * factor), loop.option("longest")))
        h.set(code.choose(factor < 1.0, step * factor, h.value))
        history.refused.set(0.0)
        accepted()
        if loop.events is not None:  # the motion after an event may need shorter steps: restart with the first step
            again = loop.events.verdict.value >= EVENT
            h.set(code.choose(again, code.least(h.value, loop.option("step")), h.value))


def mean_squares(loop: SolverLoop, error: Vector, new: Vector) -> Number:
    """Return err², (1), of each lane."""
    return loop.wide.scaled_square(error, loop.x, new, loop.option("rtol"), loop.option("atol"))


def worst(loop: SolverLoop, value: Number) -> Number:
    """Return the maximum over the lanes, ignoring NaN, so that one lane cannot stop the others."""
    return Number(loop.code, loop.wide.reduced("fmax", value.name))


A = (
    (),
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
)
B = (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84)
C = (0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0)
E = (-71 / 57600, 0.0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40)
P = (
    (1.0, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432),
    (0.0, 0.0, 0.0, 0.0),
    (0.0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799),
    (0.0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072),
    (0.0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632),
    (0.0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844),
    (0.0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423),
)


@dataclass(frozen=True)
class RK45(Embedded):
    """Dormand and Prince's method of order 5(4), for loose tolerances.

    Args:
        rtol: Relative tolerance; default 1e-9.
        atol: Absolute tolerance, in SI units; default 1e-9.
        step: First step to try [s]; default 1 ms.
    """

    name: ClassVar[str] = "rk45"
    about: ClassVar[str] = "Dormand–Prince 5(4), chooses its step"
    order: ClassVar[int] = 5
    tableau: ClassVar[Tableau] = (A, B, C)
    lower: ClassVar[int] = 4

    def measure(self, loop: SolverLoop, k: Sequence[Vector], h: Number, new: Vector) -> Number:
        """Return err of a step."""
        error = loop.vector()
        loop.code.combine(error, *weighted(h, E, k))
        return loop.code.root(worst(loop, mean_squares(loop, error, new)))

    def dense(self, loop: SolverLoop, k: Sequence[Vector], t: Number, h: Number, new: Vector) -> Interpolation:
        """Return the interpolation of a step."""

        def at(to: Vector, theta: Number) -> None:
            terms = []
            for row, stage in zip(P, k, strict=False):
                if any(row):
                    weight = ((row[3] * theta + row[2]) * theta + row[1]) * theta + row[0]
                    terms.append((h * theta * weight, stage))
            loop.code.combine(to, (1.0, loop.x), *terms)  # (3)

        return at
