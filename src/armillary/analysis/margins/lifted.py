"""The closed loop from one control instant to the same instant a period later, as one matrix.

All instants repeat after the least common multiple H of the periods. Tasks are matrices E, (∂y⁺/∂y), and so is the flow
between instants. Around an equilibrium A = ∂ẋ/∂x is constant, and B(t) = B₀ + t B₁ is linear in time with a hold of
order 1, so that with w = t p
    d/dt (x, p, w) = (A x + B₀ p + B₁ w, 0, p)                                                    (1)
and the flow over a time h is the exponential of h times that matrix. Delays by parts of a period are flows between the
instants: nothing is approximated. The product of all is Φ; its eigenvalues are the poles of the sampled loop.

The loop is opened at an input or output σ of the control law by a tap δ (`tapped`): with σ_used = σ_made + δ, an
instant has
    y⁺ = E y + G δ,   σ_made = C y,   and with the loop open   y⁺ = (E − G C) y + G σ_used          (2)
If the law is evaluated at N instants in H, signals are vectors of N values and L is an N × N matrix.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from armillary.analysis.margins.hybrid import Hybrid, HybridState
from armillary.errors import ArgumentError
from armillary.simulation.schedule import Clock
from armillary.spatial.scalar import Floats

LARGEST = 1000
"""Largest numerator and denominator of a ratio of two periods."""
TOGETHER = 1e-9
"""Distance of two instants treated as rounding, relative to the shortest period."""
MOST_INSTANTS = 20_000
"""Largest number of instants in a common multiple of the periods."""


@dataclass(frozen=True, eq=False)
class Step:
    """All tasks of an instant, or the flow after it from t to `end` [s]: y⁺ = matrix y."""

    matrix: Floats  # (size, size)
    t: float
    end: float
    tasks: bool = False


@dataclass(frozen=True, eq=False)
class System:
    """x⁺ = A x + B u, y = C x + D u every `dt` seconds, or ẋ = … with dt = 0.

    `times` are the instants of the entries of u and y within dt [s].
    """

    A: Floats
    B: Floats
    C: Floats
    D: Floats
    dt: float
    times: Floats


def common_period(clocks: Sequence[Clock]) -> float:
    """Return the least common multiple of the periods [s].

    Raises:
        ArgumentError: The periods have no common multiple, or a very long one.
    """
    first = clocks[0].period
    ratios = [Fraction(clock.period / first).limit_denominator(LARGEST) for clock in clocks]
    for ratio, clock in zip(ratios, clocks, strict=True):
        if not 0 < ratio <= LARGEST or abs(float(ratio) * first / clock.period - 1) > TOGETHER:
            problem = f"periods of {first:g} s and {clock.period:g} s without a common multiple"
            raise ArgumentError("scenario", problem, f"periods in a ratio of whole numbers up to {LARGEST}")
    numerators, denominators = [ratio.numerator for ratio in ratios], [ratio.denominator for ratio in ratios]
    multiple = Fraction(math.lcm(*numerators), math.gcd(*denominators))
    count = sum(multiple / ratio for ratio in ratios)
    if count > MOST_INSTANTS:
        problem = f"{count} control instants in the common multiple of all periods"
        raise ArgumentError("scenario", problem, f"at most {MOST_INSTANTS:,}", "choose periods that divide each other")
    return float(multiple) * first


def instants(clocks: Sequence[Clock], period: float) -> list[tuple[float, list[int]]]:
    """Return the instants in [0, period) [s], each with the tasks that are due in their order."""
    near = TOGETHER * min(clock.period for clock in clocks)
    ticks: list[tuple[float, int]] = []
    for k, clock in enumerate(clocks):
        if clock.most is not None:  # it ends after the start of a run and does not repeat
            continue
        for j in range(round(period / clock.period)):
            t = (clock.offset + j * clock.period) % period
            ticks.append((0.0 if period - t < near else t, k))
    groups: list[tuple[float, list[int]]] = []
    for t, k in sorted(ticks):
        if groups and t - groups[-1][0] < near:
            groups[-1][1].append(k)
        else:
            groups.append((t, [k]))
    return [(t, sorted(tasks)) for t, tasks in groups]


def steps_of(hybrid: Hybrid, state: HybridState, period: float) -> list[Step]:
    """Return instants and flows of one period at an equilibrium."""
    groups = instants(hybrid.clocks, period)
    ends = [t for t, _ in groups[1:]] + [groups[0][0] + period]
    # One period only runs the tasks: p also stores times of earlier instants, which are then those of a periodic run.
    for t, tasks in groups:
        state = HybridState(t, state.x, state.p)
        for k in tasks:
            state = hybrid.task(k, state)
    steps: list[Step] = []
    flows: dict[float, Floats] = {}
    for (t, tasks), end in zip(groups, ends, strict=True):
        state = HybridState(period + t, state.x, state.p)
        change = np.eye(hybrid.size)
        for k in tasks:
            change = hybrid.task_slopes(k, state) @ change
            state = hybrid.task(k, state)
        length = end - t
        if hybrid.timed or length not in flows:
            flows[length] = _flow(hybrid, state, length)
        steps += [Step(change, t, t, True), Step(flows[length], t, end)]
    return steps


def _flow(hybrid: Hybrid, state: HybridState, length: float) -> Floats:
    """Return the matrix of the flow over a length of time [s], (1)."""
    from scipy.linalg import expm

    n, moving = hybrid.size, hybrid.moving
    first = hybrid.rate_slopes(state)
    slope = np.zeros((moving, n))
    if hybrid.timed:
        later = hybrid.rate_slopes(HybridState(state.t + length, state.x, state.p))
        slope[:, moving:] = (later - first)[:, moving:] / length
    # Only the entries of p that act on the flow enter the exponential.
    acting = np.flatnonzero(np.any(first[:, moving:] != 0, axis=0) | np.any(slope[:, moving:] != 0, axis=0)) + moving
    count = len(acting)
    generator = np.zeros((moving + 2 * count, moving + 2 * count))
    generator[:moving, :moving] = first[:, :moving]
    generator[:moving, moving : moving + count] = first[:, acting]
    generator[:moving, moving + count :] = slope[:, acting]
    generator[moving + count :, moving : moving + count] = np.eye(count)
    exponential = expm(generator * length)
    flow = np.eye(n)
    flow[:moving, :moving] = exponential[:moving, :moving]
    flow[:moving, acting] = exponential[:moving, moving : moving + count]
    return flow


def lifted(
    steps: Sequence[Step], states: Sequence[int], taps: Sequence[int], seen: Sequence[int], closed: bool = False
) -> System:
    """Return the loop from σ_used to σ_made, opened at all signals, (2).

    Args:
        steps: Instants and flows of one period.
        states: Indices of the states in y.
        taps: Indices of the taps in y.
        seen: Indices in y of the values before each tap.
        closed: Whether the loop stays closed; then the system goes from the taps δ to σ_made.
    """
    size, period = len(steps[0].matrix), steps[-1].end - steps[0].t
    evaluations = [k for k, step in enumerate(steps) if step.tasks and _acts(step.matrix, taps)]
    if not evaluations:
        width = len(taps)
        nothing = np.zeros((len(states), width))
        return System(np.eye(len(states)), nothing, nothing.T, np.zeros((width, width)), period, np.zeros(1))
    Phi = np.eye(size)  # from the first instant to now
    Gamma, rows, through, times = np.zeros((size, 0)), [], [], []
    for step in [*steps[evaluations[0] :], *steps[: evaluations[0]]]:
        M = step.matrix
        if step.tasks and _acts(M, taps):
            C, G = M[seen].copy(), M[:, taps].copy()
            C[:, taps] = 0.0
            G[taps] = 0.0
            rows.append(C @ Phi)
            through.append(C @ Gamma)
            times.append(step.t)
            M = M - (0.0 if closed else G @ C)
            M[:, taps] = 0.0
            Phi, Gamma = M @ Phi, np.hstack([M @ Gamma, G])
        else:
            Phi, Gamma = M @ Phi, M @ Gamma
    count, width = len(evaluations), len(taps)
    D = np.zeros((count * width, count * width))
    for k, part in enumerate(through):
        D[k * width : (k + 1) * width, : part.shape[1]] = part
    t = (np.array(times) - times[0]) % period
    return System(Phi[np.ix_(states, states)], Gamma[states], np.vstack(rows)[:, states], D, period, t)


def _acts(matrix: Floats, taps: Sequence[int]) -> bool:
    """Return whether the taps act in a step."""
    return bool(np.any(matrix[:, taps] != np.eye(len(matrix))[:, taps]))


def reduced(Phi: Floats) -> Floats:
    """Return a matrix without states that nothing reads or that are zero after a step: poles at z = 0."""
    while True:
        coupled = np.any(Phi != 0, axis=0) & np.any(Phi != 0, axis=1)
        if coupled.all():
            return Phi
        Phi = Phi[np.ix_(coupled, coupled)]
