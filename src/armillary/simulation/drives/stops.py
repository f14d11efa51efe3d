"""End stops of joints: their numbers, and their efforts at one instant.

Let u be the depth of a coordinate beyond its limit, positive above `upper`, negative below `lower`,
else zero, and v its rate. A compliant stop with stiffness k and damping d opposes
    f = k u + d v s (2 − s),      s = min(1, |u| / transition),      f = 0 where f u < 0                     (1)
It pushes and never pulls. The damping grows from zero over the transition depth and has no kink at
its end, so f is continuous in the state and motions can be differentiated. The spring stores k
u²/2. Where the joint leaves faster than the spring can follow against its damper, the energy left
in the spring is lost.

The default stop of a coordinate follows from the robot alone. The effective inertia of the
coordinate is the least over some configurations, with the other joints free, links rigid and gears
locked:
    m = min 1 / (M⁻¹)_jj                                                                                    (2)
    k = m ω²,      d = 2 m ω   (critical damping)                                                           (3)
ω is 200 rad/s, or as much more, up to 500 rad/s, as the joint needs to press the stop in by no more
than half a degree or half a millimetre with its effort limit. Explicit methods with a step h of 1
ms are then stable and accurate, ω h ≤ 0.5. For comparison, MuJoCo's default has 50 rad/s.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from armillary.compiler.program import evaluate
from armillary.compiler.trace import trace
from armillary.description.robot import Stop
from armillary.expr.pointwise import less, maximum, minimum, where
from armillary.multibody import Model, gather
from armillary.multibody.coordinates import JointCoordinate, joint_coordinates, joint_count
from armillary.multibody.drives import unwound
from armillary.multibody.home import home
from armillary.spatial.scalar import Array, Floats, Scalar, magnitude

LEAST_FREQUENCY, MOST_FREQUENCY = 200.0, 500.0
"""Least and greatest natural frequency ω of a default stop [rad/s]."""
PRESSED = {True: math.radians(0.5), False: 5e-4}
"""Greatest depth of a default stop under the effort limit, for rotations [rad] and translations [m]."""
CONTACT = 1e-12
"""Distance from its limit at which a joint counts as on its stop [rad or m], far above the rounding of coordinates.

Also the speed of approach that `Side.effort` reports for a joint at rest on a rigid stop [rad/s or m/s].
"""
SAMPLES = 15
"""Number of random configurations in (2), beside the home configuration."""


@dataclass(frozen=True)
class JointStop:
    """The end stops of one joint coordinate, at its lower and upper limit."""

    name: str
    """Name of the coordinate."""
    q: int
    """Place of the coordinate in q."""
    v: int
    """Place of its rate in v."""
    turns: bool
    """Whether the coordinate is an angle."""
    lower: float
    upper: float
    """Limits [rad or m], infinite where there is none."""
    stop: Stop
    default: bool
    """Whether the numbers of the stop are defaults, (3)."""

    @property
    def rigid(self) -> bool:
        """Whether the stop has a restitution: impacts change the velocity at once."""
        return self.stop.restitution is not None

    @property
    def words(self) -> str:
        """Stiffness and damping, or restitution, with units."""
        if self.rigid:
            return f"rigid, restitution {self.stop.restitution:g}"
        effort, length = ("N·m", "rad") if self.turns else ("N", "m")
        text = f"{self.stop.stiffness:.4g} {effort}/{length}, {self.stop.damping:.4g} {effort}·s/{length}"
        return f"{text} (default)" if self.default else text


@lru_cache(maxsize=16)
def joint_stops(plant: Model) -> tuple[JointStop, ...]:
    """Return the end stops of all joint coordinates with limits: those of the robot, else defaults by (2), (3)."""
    limited = [joint for joint in joint_coordinates(plant) if _is_limited(joint)]
    # The mass matrices of (2) are computed only where a default needs them.
    needs_default = any(joint.limits.stop is None for joint in limited)
    inertia = _effective_inertias(plant) if needs_default else np.zeros(plant.nv)
    stops = []
    for joint in limited:
        limits = joint.limits
        stop = limits.stop or _default_stop(float(inertia[joint.v]), limits.effort, joint.turns)
        if joint.q is not None:
            bounds = limits.lower, limits.upper
            stops.append(JointStop(joint.name, joint.q, joint.v, joint.turns, *bounds, stop, limits.stop is None))
    return tuple(stops)


def _is_limited(joint: JointCoordinate) -> bool:
    bounds = joint.limits.lower, joint.limits.upper
    return joint.q is not None and any(map(math.isfinite, bounds))


def _default_stop(inertia: float, effort_limit: float, turns: bool) -> Stop:
    """Return the default stop of a coordinate with an effective inertia [kg·m² or kg], (3)."""
    stiffness = effort_limit / PRESSED[turns] if math.isfinite(effort_limit) else 0.0
    frequency = min(max(LEAST_FREQUENCY, math.sqrt(stiffness / inertia)), MOST_FREQUENCY)
    return Stop(inertia * frequency**2, 2 * inertia * frequency)  # (3)


def _effective_inertias(plant: Model) -> Floats:
    """Return the effective inertia of each joint coordinate, (2), shape (joints,) [kg·m² or kg]."""
    rng, q = np.random.default_rng(0), np.tile(home(plant).q, (SAMPLES + 1, 1))
    for joint in joint_coordinates(plant):
        if joint.q is not None and math.isfinite(joint.limits.upper - joint.limits.lower):
            q[1:, joint.q] = joint.limits.lower + (joint.limits.upper - joint.limits.lower) * rng.random(SAMPLES)
        elif joint.q is not None and joint.turns:
            q[1:, joint.q] = rng.uniform(-math.pi, math.pi, SAMPLES)
    inputs = {"q": np.stack([unwound(plant, row) for row in q])}
    if plant.free:
        inputs["parameters"] = np.tile([parameter.value for parameter in plant.free_parameters], (len(q), 1))
    joints = joint_count(plant)
    (M,) = evaluate(trace(plant, "mass_matrix", "composite_body"), inputs).values()
    M = M.reshape(len(q), plant.nv, plant.nv)[:, :joints, :joints]
    scale = np.sqrt(np.maximum(np.einsum("kii->ki", M), 1e-12))
    # A massless coordinate has no inverse: adding 1e-12 of the inertia of each joint gives it one.
    scaled = M / scale[:, :, None] / scale[:, None, :] + 1e-12 * np.eye(joints)
    inverse = np.einsum("kii->ki", np.linalg.inv(scaled)) / scale**2
    return np.asarray(1 / np.max(inverse, axis=0))  # (2)


class Stops:
    """The compliant end stops of a plant at expressions of q and v."""

    def __init__(self, plant: Model, stops: Sequence[JointStop], q: Array, v: Array) -> None:
        self.stops = [stop for stop in stops if not stop.rigid]
        self.nv, self.q, self.v = plant.nv, q, v

    @cached_property
    def _depths(self) -> list[Scalar]:
        """Depth u of each stop [rad or m]."""
        return [depth(stop, self.q[stop.q]) for stop in self.stops]

    @cached_property
    def forces(self) -> list[Scalar]:
        """Effort f of each stop, with the sign of its depth, (1) [N·m or N]."""
        forces: list[Scalar] = []
        for stop, u in zip(self.stops, self._depths, strict=True):
            f = spring_and_damper(stop, u, self.v[stop.v])
            forces.append(where(less(0.0, u), maximum(f, 0.0), minimum(f, 0.0)))  # never pulls
        return forces

    @cached_property
    def efforts(self) -> Array:
        """Efforts −f on the plant at the velocity coordinates, shape (nv,) [N·m or N]."""
        pairs = zip(self.stops, self.forces, strict=True)
        return gather(self.nv, [(slice(stop.v, stop.v + 1), np.array([-force])) for stop, force in pairs])

    @property
    def stored(self) -> Scalar:
        """Energy of the springs Σ k u²/2 [J]."""
        pairs = zip(self.stops, self._depths, strict=True)
        return sum(((stop.stop.stiffness or 0.0) * u * u / 2 for stop, u in pairs), 0.0)

    @property
    def heat(self) -> Scalar:
        """Power Σ (f − k u) v of the dampers, with the energy lost in springs that the joint has left [W]."""
        parts = zip(self.stops, self._depths, self.forces, strict=True)
        return sum(((f - (stop.stop.stiffness or 0.0) * u) * self.v[stop.v] for stop, u, f in parts), 0.0)


def depth(stop: JointStop, q: Scalar) -> Scalar:
    """Return the depth u of a coordinate beyond its limits: q less q clamped to the finite limits."""
    clamped = maximum(q, stop.lower) if math.isfinite(stop.lower) else q
    clamped = minimum(clamped, stop.upper) if math.isfinite(stop.upper) else clamped
    return q - clamped


def spring_and_damper(stop: JointStop, u: Scalar, v: Scalar) -> Scalar:
    """Return k u + d v s (2 − s) of a compliant stop, (1), which may have the sign of a pull."""
    s = minimum(magnitude(u) * (1 / stop.stop.transition), 1.0)
    spring, damping = (stop.stop.stiffness or 0.0) * u, stop.stop.damping
    return spring + damping * v * s * (2.0 - s) if damping else spring


class Side(NamedTuple):
    """The stop at one limit of a coordinate, for arrays of recorded states."""

    q: int
    """Place of the coordinate in q."""
    v: int
    """Place of its rate in v."""
    sign: float
    """1 at the upper limit, −1 at the lower one."""
    limit: float
    """The limit [rad or m]."""
    stiffness: float
    damping: float
    transition: float
    """Numbers of (1); without meaning for a rigid stop."""
    rigid: bool = False

    def effort(self, q: Floats, v: Floats) -> Floats:
        """Return the effort of the stop on states in contact [N·m or N]; negative values mean that it does not act.

        That of a compliant stop is (1) with u > 0 beyond the limit. A rigid stop has the speed of approach instead
        [rad/s or m/s], at least `CONTACT`, so that a joint at rest on the stop counts as in contact.
        """
        if math.isinf(self.limit):
            return np.full(np.shape(q), -1.0)
        u, rate = self.sign * (q - self.limit), self.sign * v
        if self.rigid:
            return np.asarray(np.where(u < -CONTACT, u, np.maximum(rate, CONTACT)))
        s = np.clip(u / self.transition, 0.0, 1.0)
        return np.asarray(self.stiffness * u + self.damping * rate * s * (2 - s))

    def effort_rate(self, q: Floats, v: Floats, qdd: Floats) -> Floats:
        """Return the time derivative of `effort`; zero for a rigid stop."""
        if math.isinf(self.limit) or self.rigid:
            return np.zeros(np.shape(q))
        u, rate = self.sign * (q - self.limit), self.sign * v
        s = np.clip(u / self.transition, 0.0, 1.0)
        blend_rate = 2 * (1 - s) * np.where(u > 0, rate / self.transition, 0.0)  # d/dt [s (2 − s)]
        return np.asarray(self.stiffness * rate + self.damping * (self.sign * qdd * s * (2 - s) + rate * blend_rate))


def sides(stops: Sequence[JointStop]) -> dict[tuple[int, float], Side]:
    """Return the stops at all finite limits, by velocity coordinate and sign."""
    by_limit = {}
    for joint_stop in stops:
        for sign, limit in ((-1.0, joint_stop.lower), (1.0, joint_stop.upper)):
            if math.isfinite(limit):
                stop = joint_stop.stop
                numbers = limit, stop.stiffness or 0.0, stop.damping, stop.transition
                by_limit[joint_stop.v, sign] = Side(joint_stop.q, joint_stop.v, sign, *numbers, joint_stop.rigid)
    return by_limit
