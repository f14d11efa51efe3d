"""The closed loop from one control instant to the same instant a period later, as one matrix.

All instants repeat after the least common multiple H of the periods. Tasks are matrices E, (∂y⁺/∂y), and so is the flow
between instants. Around an equilibrium A = ∂ẋ/∂x is constant, and B(t) = B₀ + t B₁ is linear in time with a hold of
order 1, so that with w = t p
    d/dt (x, p, w) = (A x + B₀ p + B₁ w, 0, p)                                                    (1)
and the flow over a time h is the exponential of h times that matrix. Delays by parts of a period are flows between the
instants: nothing is approximated. The product of all is Φ; its eigenvalues are the poles of the sampled loop.

A signal σ that a law sees or gives is opened by a tap δ (`tapped`): with σ_used = σ_made + δ, an instant has
    y⁺ = E y + G δ,   σ_made = C y,   and with the loop open   y⁺ = (E − G C) y + G σ_used          (2)
Where the law is asked at N instants in H, signals are vectors of N values and L is an N × N matrix.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from armillary.analysis.margins.hybrid import Hybrid, Place
from armillary.errors import ArgumentError
from armillary.simulation.timeline import Clock
from armillary.spatial.scalar import Floats

LARGEST = 1000
"""Greatest numerator and denominator of a ratio of two periods."""
TOGETHER = 1e-9
"""Instants closer than this part of a period are one."""
MOST = 20_000
"""Largest number of instants in a common multiple of the periods."""


@dataclass(frozen=True, eq=False)
class Step:
    """All tasks of an instant, or the flow behind it: y⁺ = matrix y; it goes from t to `end` [s]."""

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
            found = f"periods of {first:g} s and {clock.period:g} s without a common multiple"
            raise ArgumentError("scenario", found, f"periods in a ratio of whole numbers up to {LARGEST}")
    whole = Fraction(math.lcm(*(each.numerator for each in ratios)), math.gcd(*(each.denominator for each in ratios)))
    if sum(whole / ratio for ratio in ratios) > MOST:
        found = f"{sum(whole / ratio for ratio in ratios)} control instants in the common multiple of all periods"
        raise ArgumentError("scenario", found, f"at most {MOST:,}", "choose periods that divide each other")
    return float(whole) * first


def instants(clocks: Sequence[Clock], period: float) -> list[tuple[float, list[int]]]:
    """Return the instants in [0, period) [s], each with the tasks that are due in their order."""
    near = TOGETHER * min(clock.period for clock in clocks)
    found: list[tuple[float, int]] = []
    for k, clock in enumerate(clocks):
        for j in range(round(period / clock.period) if clock.most is None else 0):  # clocks that end are of the start
            t = (clock.offset + j * clock.period) % period
            found.append((0.0 if period - t < near else t, k))
    groups: list[tuple[float, list[int]]] = []
    for t, k in sorted(found):
        if groups and t - groups[-1][0] < near:
            groups[-1][1].append(k)
        else:
            groups.append((t, [k]))
    return [(t, sorted(tasks)) for t, tasks in groups]


def steps_of(hybrid: Hybrid, place: Place, period: float) -> list[Step]:
    """Return instants and flows of one period at an equilibrium.

    Times that p remembers are those of a run: the period before has the same instants.
    """
    groups = instants(hybrid.clocks, period)
    ends = [t for t, _ in groups[1:]] + [groups[0][0] + period]
    found: list[Step] = []
    flows: dict[float, Floats] = {}
    now = place
    for begin in (0.0, period):
        for (t, tasks), end in zip(groups, ends, strict=True):
            now, change = Place(begin + t, now.x, now.p), np.eye(hybrid.size)
            for k in tasks:
                change = hybrid.task_slopes(k, now) @ change if begin else change
                now = hybrid.task(k, now)
            length = end - t
            if begin and (hybrid.timed or length not in flows):
                flows[length] = _flow(hybrid, now, length)
            if begin:
                found += [Step(change, t, t, True), Step(flows[length], t, end)]
    return found


def _flow(hybrid: Hybrid, place: Place, length: float) -> Floats:
    """Return the matrix of the flow over a length of time [s], (1)."""
    from scipy.linalg import expm

    n, moving = hybrid.size, hybrid.moving
    first = hybrid.rate_slopes(place)
    slope = np.zeros((moving, n))
    if hybrid.timed:
        later = hybrid.rate_slopes(Place(place.t + length, place.x, place.p))
        slope[:, moving:] = (later - first)[:, moving:] / length
    held = np.flatnonzero(np.any(first[:, moving:] != 0, axis=0) | np.any(slope[:, moving:] != 0, axis=0)) + moving
    count = len(held)
    whole = np.zeros((moving + 2 * count, moving + 2 * count))
    whole[:moving, :moving] = first[:, :moving]
    whole[:moving, moving : moving + count] = first[:, held]
    whole[:moving, moving + count :] = slope[:, held]
    whole[moving + count :, moving : moving + count] = np.eye(count)
    flow = expm(whole * length)
    found = np.eye(n)
    found[:moving, :moving] = flow[:moving, :moving]
    found[:moving, held] = flow[:moving, moving : moving + count]
    return found


def lifted(
    steps: Sequence[Step], states: Sequence[int], taps: Sequence[int], seen: Sequence[int], closed: bool = False
) -> System:
    """Return the loop from signals that are used to those that are made, opened at all of them, (2).

    Args:
        steps: Instants and flows of one period.
        states: Places of the states in y.
        taps: Places of the taps in y.
        seen: Places in y of the values that are kept before each tap.
        closed: Whether the loop stays closed; then the system goes from taps δ to the signals that are made.
    """
    size, period = len(steps[0].matrix), steps[-1].end - steps[0].t
    asked = [k for k, step in enumerate(steps) if step.tasks and _acts(step.matrix, taps)]
    if not asked:
        width = len(taps)
        nothing = np.zeros((len(states), width))
        return System(np.eye(len(states)), nothing, nothing.T, np.zeros((width, width)), period, np.zeros(1))
    Phi = np.eye(size)  # from the first instant to now
    Gamma, rows, through, times = np.zeros((size, 0)), [], [], []
    for step in [*steps[asked[0] :], *steps[: asked[0]]]:
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
    count, width = len(asked), len(taps)
    D = np.zeros((count * width, count * width))
    for k, part in enumerate(through):
        D[k * width : (k + 1) * width, : part.shape[1]] = part
    t = (np.array(times) - times[0]) % period
    return System(Phi[np.ix_(states, states)], Gamma[states], np.vstack(rows)[:, states], D, period, t)


def _acts(matrix: Floats, taps: Sequence[int]) -> bool:
    """Return whether the taps act in a step."""
    return bool(np.any(matrix[:, taps] != np.eye(len(matrix))[:, taps]))


def reduced(Phi: Floats) -> Floats:
    """Return a matrix without states that are forgotten or always the same after a step: poles at z = 0."""
    while True:
        kept = np.any(Phi != 0, axis=0) & np.any(Phi != 0, axis=1)
        if kept.all():
            return Phi
        Phi = Phi[np.ix_(kept, kept)]
