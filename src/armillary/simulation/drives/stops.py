"""End stops of joints: the stops of a plant, and their efforts at one instant.

With the depth u beyond a limit (positive above `upper`, negative below `lower`, else zero) and the rate v of its
coordinate, a compliant stop opposes
    f = k u + d v s (2 − s),   s = min(1, |u| / transition),   where f has the sign of u, else 0                 (1)
It pushes and never pulls, and is continuous in the state: the damping begins at zero, so that derivatives of motions
exist, and has no kink at its end. Its spring stores k u²/2. A stop that the joint leaves faster than its damped spring
follows loses the energy that is left in it.

The default stop of a coordinate follows from the robot alone. Its effective inertia is the least over some
configurations, other joints free, links and gears locked,
    m = min 1 / (M⁻¹)_jj                                                                                       (2)
and the stop has the greater of the stiffness with ω = 200 rad/s and the one that the effort limit presses in by half a
degree or half a millimetre, but not above ω = 500 rad/s, and critical damping:
    k = m ω²,   d = 2 m ω                                                                                      (3)
Explicit methods with a step of 1 ms are stable and accurate then (ω h ≤ 0.5). MuJoCo's default is softer: 50 rad/s.
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
from armillary.errors import ArgumentError
from armillary.expr.pointwise import less, maximum, minimum, where
from armillary.multibody import Model, gather
from armillary.multibody.coordinates import JointCoordinate, joint_coordinates, joint_count
from armillary.multibody.drives import unwound
from armillary.multibody.home import home
from armillary.spatial.scalar import Array, Floats, Scalar, magnitude

FREQUENCY, MOST_FREQUENCY = 200.0, 500.0
"""Natural frequency of a default stop, and the greatest one [rad/s]."""
PRESSED = {True: math.radians(0.5), False: 5e-4}
"""Depth at which a default stop bears the effort limit, for rotations [rad] and translations [m]."""
CONTACT = 1e-12
"""Distance from a limit at which a joint is on its stop [rad or m]; speed of approach at rest on a rigid stop."""
SAMPLES = 15
"""Random configurations of (2), beside the default one."""


@dataclass(frozen=True)
class JointStop:
    """The end stops of one coordinate: places in q and v, limits [rad or m], the stop, whether it is the default."""

    name: str
    q: int
    v: int
    turns: bool
    lower: float
    upper: float
    stop: Stop
    default: bool

    @property
    def rigid(self) -> bool:
        """Whether impacts change the velocity at once."""
        return self.stop.restitution is not None

    @property
    def words(self) -> str:
        """The stop in words."""
        if self.rigid:
            return f"rigid, restitution {self.stop.restitution:g}"
        torque, per = ("N·m", "rad") if self.turns else ("N", "m")
        text = f"{self.stop.stiffness:.4g} {torque}/{per}, {self.stop.damping:.4g} {torque}·s/{per}"
        return f"{text} (default)" if self.default else text


@lru_cache(maxsize=16)
def joint_stops(plant: Model) -> tuple[JointStop, ...]:
    """Return the end stops of a plant: described ones, and default ones by (2) and (3)."""
    limited = [joint for joint in joint_coordinates(plant) if _limited(joint)]
    inertia = _inertias(plant) if any(joint.limits.stop is None for joint in limited) else np.zeros(plant.nv)
    stops = []
    for joint in limited:
        limits = joint.limits
        stop = limits.stop or _default(float(inertia[joint.v]), limits.effort, joint.turns)
        if joint.q is not None:
            bounds = limits.lower, limits.upper
            stops.append(JointStop(joint.name, joint.q, joint.v, joint.turns, *bounds, stop, limits.stop is None))
    return tuple(stops)


def rigid_stops(stop: JointStop, where: str = "without events (rollouts, Gauss methods, analyses)") -> ArgumentError:
    """Return the error of a use that cannot have rigid stops."""
    hint = 'give the stop a stiffness and a damping in place of the restitution, or limits="none"'
    return ArgumentError("limits", f"a rigid stop at {stop.name} {where}", "compliant stops there", hint)


def _limited(joint: JointCoordinate) -> bool:
    bounds = joint.limits.lower, joint.limits.upper
    return joint.q is not None and any(map(math.isfinite, bounds))


def _default(inertia: float, effort: float, turns: bool) -> Stop:
    """Return the default stop, (3)."""
    needed = effort / PRESSED[turns] if math.isfinite(effort) else 0.0
    frequency = min(max(FREQUENCY, math.sqrt(needed / inertia)), MOST_FREQUENCY)
    return Stop(inertia * frequency**2, 2 * inertia * frequency)


def _inertias(plant: Model) -> Floats:
    """Return the effective inertia of each joint coordinate, (2), shape (joints,) [kg·m² or kg]."""
    rng, q = np.random.default_rng(0), np.tile(home(plant).q, (SAMPLES + 1, 1))
    for each in joint_coordinates(plant):
        if each.q is not None and math.isfinite(each.limits.upper - each.limits.lower):
            q[1:, each.q] = each.limits.lower + (each.limits.upper - each.limits.lower) * rng.random(SAMPLES)
        elif each.q is not None and each.turns:
            q[1:, each.q] = rng.uniform(-math.pi, math.pi, SAMPLES)
    given = {"q": np.stack([unwound(plant, row) for row in q])}
    if plant.free:
        given["parameters"] = np.tile([each.value for each in plant.free_parameters], (len(q), 1))
    joints = joint_count(plant)
    (M,) = evaluate(trace(plant, "mass_matrix", "composite_body"), given).values()
    M = M.reshape(len(q), plant.nv, plant.nv)[:, :joints, :joints]
    scale = np.sqrt(np.maximum(np.einsum("kii->ki", M), 1e-12))
    # A massless coordinate has no inverse: a part in 1e12 of the inertia of each joint leaves one.
    unit = M / scale[:, :, None] / scale[:, None, :] + 1e-12 * np.eye(joints)
    inverse = np.einsum("kii->ki", np.linalg.inv(unit)) / scale**2
    return np.asarray(1 / np.max(inverse, axis=0))


class Stops:
    """The compliant end stops of a plant at expressions q and v."""

    def __init__(self, plant: Model, stops: Sequence[JointStop], q: Array, v: Array) -> None:
        self.stops = [stop for stop in stops if not stop.rigid]
        self.nv, self.q, self.v = plant.nv, q, v

    @cached_property
    def _springs(self) -> list[Scalar]:
        """Depths u."""
        return [depth(stop, self.q[stop.q]) for stop in self.stops]

    @cached_property
    def forces(self) -> list[Scalar]:
        """Efforts (1), by stop."""
        efforts: list[Scalar] = []
        for stop, u in zip(self.stops, self._springs, strict=True):
            f = pull(stop, u, self.v[stop.v])
            efforts.append(where(less(0.0, u), maximum(f, 0.0), minimum(f, 0.0)))
        return efforts

    @cached_property
    def efforts(self) -> Array:
        """Efforts against (1), shape (nv,)."""
        pairs = zip(self.stops, self.forces, strict=True)
        return gather(self.nv, [(slice(stop.v, stop.v + 1), np.array([-force])) for stop, force in pairs])

    @property
    def stored(self) -> Scalar:
        """Energy of the springs [J]."""
        pairs = zip(self.stops, self._springs, strict=True)
        return sum(((stop.stop.stiffness or 0.0) * u * u / 2 for stop, u in pairs), 0.0)

    @property
    def heat(self) -> Scalar:
        """Power of the dampers, and of springs that are left [W]."""
        parts = zip(self.stops, self._springs, self.forces, strict=True)
        return sum(((f - (stop.stop.stiffness or 0.0) * u) * self.v[stop.v] for stop, u, f in parts), 0.0)


def depth(stop: JointStop, q: Scalar) -> Scalar:
    """Return the depth u of a coordinate beyond its limits."""
    inside = maximum(q, stop.lower) if math.isfinite(stop.lower) else q
    return q - (minimum(inside, stop.upper) if math.isfinite(stop.upper) else inside)


def pull(stop: JointStop, u: Scalar, v: Scalar) -> Scalar:
    """Return k u + d v s (2 − s) of a compliant stop."""
    s = minimum(magnitude(u) * (1 / stop.stop.transition), 1.0)
    spring, damping = (stop.stop.stiffness or 0.0) * u, stop.stop.damping
    return spring + damping * v * s * (2.0 - s) if damping else spring


class Side(NamedTuple):
    """One end stop of a coordinate: places in q and v, side (1 above, −1 below), limit, and numbers of (1).

    A rigid stop has no such numbers; in place of an effort it has the speed of approach, a small one at rest.
    """

    q: int
    v: int
    sign: float
    limit: float
    stiffness: float
    damping: float
    transition: float
    rigid: bool = False

    def effort(self, q: Floats, v: Floats) -> Floats:
        """Return k u + d u̇ s (2 − s) with the depth u > 0 beyond the limit: negative where the stop does not act."""
        if math.isinf(self.limit):
            return np.full(np.shape(q), -1.0)
        u, rate = self.sign * (q - self.limit), self.sign * v
        if self.rigid:
            return np.asarray(np.where(u < -CONTACT, u, np.maximum(rate, CONTACT)))
        s = np.clip(u / self.transition, 0.0, 1.0)
        return np.asarray(self.stiffness * u + self.damping * rate * s * (2 - s))

    def effort_rate(self, q: Floats, v: Floats, qdd: Floats) -> Floats:
        """Return the rate of `effort`."""
        if math.isinf(self.limit) or self.rigid:
            return np.zeros(np.shape(q))
        u, rate = self.sign * (q - self.limit), self.sign * v
        s = np.clip(u / self.transition, 0.0, 1.0)
        grows = 2 * (1 - s) * np.where(u > 0, rate / self.transition, 0.0)
        return np.asarray(self.stiffness * rate + self.damping * (self.sign * qdd * s * (2 - s) + rate * grows))


def sides(stops: Sequence[JointStop]) -> dict[tuple[int, float], Side]:
    """Return the sides of end stops by velocity coordinate and sign."""
    found = {}
    for each in stops:
        for sign, limit in ((-1.0, each.lower), (1.0, each.upper)):
            if math.isfinite(limit):
                own = each.stop
                numbers = limit, own.stiffness or 0.0, own.damping, own.transition
                found[each.v, sign] = Side(each.q, each.v, sign, *numbers, each.rigid)
    return found
