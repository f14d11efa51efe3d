"""Coupled joints: polynomials, chains of couplings, and limits as the leader sees them.

A joint follows another with q = p(q_leader). The leader may follow a third joint; the polynomials are then composed,
    p(x) = p_outer(p_inner(x))                                              (1)
until the leader has a coordinate. A fixed leader stays at zero, and p(0) fixes the joint.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from armillary.description.robot import Coupling, Limits, Robot
from armillary.spatial.scalar import Scalar

Polynomial = tuple[float, ...]
"""Coefficients, lowest order first."""
ROUNDING = 1e-9
"""Imaginary part of a root that is taken as rounding."""
NEAR = 1e-5
"""Distance below which roots coincide: rounding splits a double root by about its square."""


def order(polynomial: Sequence[float]) -> int:
    """Return the order of a polynomial, trailing zeros left out; −1 for zero."""
    return max((k for k, value in enumerate(polynomial) if value), default=-1)


def value_at(polynomial: Sequence[float], x: Scalar) -> Scalar:
    """Return p(x) for any scalar."""
    value: Any = 0.0
    for coefficient in reversed(polynomial[: order(polynomial) + 1]):
        value = value * x + coefficient
    return value


def derivative(polynomial: Sequence[float]) -> Polynomial:
    """Return the coefficients of p'."""
    return tuple(k * value for k, value in enumerate(polynomial))[1:]


def composed(outer: Sequence[float], inner: Sequence[float]) -> Polynomial:
    """Return the coefficients of p_outer(p_inner(x)), (1)."""
    composition = np.zeros(1)
    with np.errstate(over="ignore", invalid="ignore"):  # the checks of the robot find infinite numbers
        for coefficient in reversed(outer):
            composition = np.convolve(composition, inner)
            composition[0] += coefficient
    coefficients = tuple(map(float, composition))
    return coefficients[: order(coefficients) + 1]


def after_leaders(robot: Robot) -> Iterator[tuple[str, Coupling]]:
    """Yield the names of the coupled joints with their couplings, leaders before followers."""
    joints, seen = {joint.name: joint for joint in robot.joints}, set[str]()
    for name in joints:
        chain: list[tuple[str, Coupling]] = []
        while name not in seen and (couple := joints[name].couple) is not None:
            seen.add(name)
            chain.append((name, couple))
            name = couple.joint
        yield from reversed(chain)


def followed(robot: Robot) -> dict[str, Coupling]:
    """Return for each coupled joint the leader at the end of its chain of couplings and the composed polynomial."""
    couplings: dict[str, Coupling] = {}
    for name, couple in after_leaders(robot):
        further = couplings.get(couple.joint)
        if further is not None:
            couple = Coupling(further.joint, composed(couple.polynomial, further.polynomial))
        couplings[name] = couple
    return {joint.name: couplings[joint.name] for joint in robot.joints if joint.name in couplings}


def locked_joints(robot: Robot) -> dict[str, float]:
    """Return the position [rad or m] of each joint whose leader is fixed."""
    fixed = {joint.name for joint in robot.joints if joint.type == "fixed"}
    return {name: couple.polynomial[0] for name, couple in followed(robot).items() if couple.joint in fixed}


def joint_limits(robot: Robot) -> dict[str, Limits]:
    """Return the limits of every joint; a leader also keeps its followers within their limits.

    Positions are bounded through a polynomial that is monotone over the leader's range, speeds through a linear one.
    Limits of effort are those of the leader alone.
    """
    separate = {joint.name: joint.limits for joint in robot.joints}
    limits = dict(separate)
    for name, couple in followed(robot).items():
        limits[couple.joint] = _within(limits[couple.joint], separate[name], couple.polynomial)
    return limits


def _within(leader: Limits, follower: Limits, polynomial: Polynomial) -> Limits:
    lower, upper = leader.lower, leader.upper
    low, high = leader_range(polynomial, leader, follower) or (-math.inf, math.inf)
    if low <= upper and lower <= high:  # else no position suits both, and the leader's limits count
        lower, upper = max(lower, low), min(upper, high)
    velocity = leader.velocity
    if order(polynomial) == 1:
        velocity = min(velocity, follower.velocity / abs(polynomial[1]))
    return replace(leader, lower=lower, upper=upper, velocity=velocity)


def leader_distance(polynomial: Polynomial, change: float) -> float:
    """Return the least distance of a leader from zero at which its follower is off p(0) by a change [rad or m]."""
    roots = (_real_roots((sign * change, *polynomial[1:])) for sign in (1.0, -1.0))
    return min((abs(x) for some in roots for x in some), default=math.inf)


def leader_range(polynomial: Polynomial, leader: Limits, follower: Limits) -> tuple[float, float] | None:
    """Return the positions of a leader that keep its follower within its limits.

    None if the polynomial is not monotone over the leader's limits: the follower's limits then do not bound the leader.
    """
    slope, inside = derivative(polynomial), [leader.lower, leader.upper]
    inside[1:1] = sorted(x for x in _real_roots(slope) if leader.lower < x < leader.upper)
    apart = ((a, b) for a, b in itertools.pairwise(inside) if b - a > NEAR)  # roots that coincide do not turn the slope
    rising = {value_at(slope, _between(a, b)) > 0 for a, b in apart}
    if len(rising) != 1:
        return None
    at_lower = _inverse(polynomial, follower.lower, leader)
    at_upper = _inverse(polynomial, follower.upper, leader)
    low, high = (at_lower, at_upper) if rising == {True} else (at_upper, at_lower)
    if low is None:
        low = -math.inf
    return low, math.inf if high is None else high


def _inverse(polynomial: Polynomial, value: float, leader: Limits) -> float | None:
    """Return x within the leader's limits with p(x) = value, or None."""
    if math.isinf(value):
        return None
    roots = _real_roots((polynomial[0] - value, *polynomial[1:]))
    return next((x for x in roots if leader.lower <= x <= leader.upper), None)


def _real_roots(polynomial: Polynomial) -> list[float]:
    if order(polynomial) == 1:
        return [-polynomial[0] / polynomial[1]]
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            roots = np.roots(polynomial[::-1])
    except np.linalg.LinAlgError:  # coefficients so far apart that their ratios are infinite
        return []
    return [float(x.real) for x in roots if abs(x.imag) <= ROUNDING * max(abs(x), 1.0)]


def _between(a: float, b: float) -> float:
    """Return a number between two, of which either may be infinite."""
    if math.isfinite(a) and math.isfinite(b):
        return (a + b) / 2
    if math.isfinite(a):
        return a + 1.0
    return b - 1.0 if math.isfinite(b) else 0.0
