"""The joints as a controller sees them: errors against a reference, gains, efforts of all coordinates.

Joint coordinates come first in q and in q̇. A controller may have a model with rigid links for a robot whose links
bend: it then sees the joints only. Its gears are always rigid: rotors behind elastic gears come last in q.
The error of a rotation whose coordinates are a unit quaternion is
    δ = q⁻¹ ∘ q_d = (w, v),   e = 2 w v = n sin θ                                                 (1)
with n the axis and θ the angle of the remaining rotation, in the child's axes, as its velocity is.
A reference of coordinates moves the four entries p of a quaternion one by one, so that |p| is 1 at way-points only. It
stands for the rotation p / |p|, with
    ω = 2 vec(p* ∘ ṗ) / |p|²,   ω̇ = 2 (vec(p* ∘ p̈) − (p · ṗ) ω) / |p|²                           (2)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.files.arguments import reals
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_count, joint_size
from armillary.simulation.signals import DesiredMotion, Setpoint, Signal, TaskMotion
from armillary.spatial.rotation import quaternion_product
from armillary.spatial.scalar import Array, Scalar, sqrt


class Joints:
    """The joints of a model."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.nq, self.nv = joint_size(model), joint_count(model)

    def state(self, signal: Signal) -> tuple[Array, Array]:
        """Return q (nq,) and q̇ (nv,) of the controller's model."""
        q, qd = np.asarray(signal.q), np.asarray(signal.qd)
        model = self.model
        if len(q) < model.nq or len(qd) < model.nv:
            found = f"a robot of {len(q)} coordinates for a controller whose model has {model.nq}"
            hint = "a controller's model has the joints of the robot, with its elastic coordinates or none"
            raise ArgumentError("controller", found, "a model with the same coordinates", hint)
        return q[: model.nq], qd[: model.nv]

    def desired(self, motion: DesiredMotion) -> DesiredMotion:
        """Return the part of a reference that belongs to the joints."""
        sizes = {self.nv, self.nq, self.model.nv, self.model.nq}
        lengths = [len(motion.position), len(motion.velocity), len(motion.acceleration)]
        if isinstance(motion, TaskMotion) or not set(lengths) <= sizes or lengths[0] < self.nq:
            kind = "motion of a frame" if isinstance(motion, TaskMotion) else f"motion of {lengths[0]} coordinates"
            raise ArgumentError("reference", f"a {kind}", f"a motion of {self.nq} joint coordinates")
        nq, nv = self.nq, self.nv
        if self.model.quaternions and lengths[0] == lengths[1]:
            return self._turning(motion)
        return DesiredMotion(motion.position[:nq], motion.velocity[:nv], motion.acceleration[:nv])

    def _turning(self, motion: DesiredMotion) -> DesiredMotion:
        """Return a motion whose rates are those of coordinates with the rates of the joints, (2)."""
        position = np.array(motion.position[: self.nq])
        velocity: list[Scalar] = [0.0] * self.nv
        acceleration: list[Scalar] = [0.0] * self.nv
        for place, k in zip(*self.model.plain, strict=True):
            if k < self.nv:
                velocity[k], acceleration[k] = motion.velocity[place], motion.acceleration[place]
        for turned, v in self.model.quaternions:
            p, p_dot = np.asarray(motion.position)[turned], np.asarray(motion.velocity)[turned]
            p_ddot = np.asarray(motion.acceleration)[turned]
            size, conjugate = p @ p, p * np.array([1.0, -1.0, -1.0, -1.0])
            omega = 2 * np.array(quaternion_product(conjugate, p_dot)[1:]) / size
            velocity[v] = omega
            acceleration[v] = 2 * (np.array(quaternion_product(conjugate, p_ddot)[1:]) - (p @ p_dot) * omega) / size
            position[turned] = p / sqrt(size)
        return DesiredMotion(position, np.array(velocity), np.array(acceleration))

    def error(self, signal: Signal) -> Array:
        """Return the errors of the joints, shape (nv,) of the joints [rad, m], or those of an inner loop."""
        if isinstance(signal.reference, Setpoint):
            return signal.reference.position - signal.reference.measured
        return self.difference(self.desired(signal.reference).position, signal.q)

    def difference(self, desired: ArrayLike, q: ArrayLike) -> Array:
        """Return the error of joint coordinates, along the velocity coordinates, (1)."""
        desired, q = np.asarray(desired), np.asarray(q)
        error: list[Scalar] = [0.0] * self.nv
        for place, k in zip(*self.model.plain, strict=True):
            if k < self.nv:
                error[k] = desired[place] - q[place]
        for turned, v in self.model.quaternions:
            w, *rest = quaternion_product(q[turned] * np.array([1.0, -1.0, -1.0, -1.0]), desired[turned])
            error[v] = 2 * w * np.array(rest)  # (1)
        return np.array(error)

    def error_rate(self, signal: Signal) -> Array:
        """Return the errors of the velocities, shape (nv,) of the joints [rad/s, m/s]."""
        if isinstance(signal.reference, Setpoint):
            hint = "as in PID(kp, ki, kd, derivative_time=1e-3)"
            raise ArgumentError("kd", "the rate of an inner loop, which is not measured", "a filtered derivative", hint)
        return self.desired(signal.reference).velocity - np.asarray(signal.qd)[: self.nv]

    def gain(self, name: str, value: ArrayLike) -> Array:
        """Return a gain: a number or one for each joint as a vector, or a matrix."""
        return gain(name, value, self.nv)

    def channel_gain(self, name: str, value: ArrayLike) -> Array:
        """Return a gain that acts on each joint alone: a number or one for each joint, as a vector."""
        return channel_gain(name, value, self.nv)


def channel_gain(name: str, value: ArrayLike, count: int) -> Array:
    """Return a gain for each of `count` channels, from one or from all; expressions stay free."""
    found = gain(name, value, count)
    if found.ndim > 1:
        raise ArgumentError(name, shortened(value), f"a number, or {count} of them")
    return found


def gain(name: str, value: ArrayLike, count: int) -> Array:
    """Return a gain for `count` errors: a number, a vector or a positive semidefinite matrix; expressions stay free."""
    if any(isinstance(each, Expr) for each in np.asarray(value, dtype=object).ravel()):
        array = np.asarray(value, dtype=object)
        return array if array.ndim else np.full(count, array[()], dtype=object)
    found = reals(value)
    if found.ndim == 0:
        found = np.full(count, float(found))
    if found.shape not in ((count,), (count, count)) or not np.all(np.isfinite(found)):
        raise ArgumentError(name, shortened(value), f"a number, or {count} of them")
    if found.ndim == 2 and np.any(np.linalg.eigvalsh(found + found.T) < 0):
        raise ArgumentError(name, shortened(value), "a positive semidefinite matrix")
    return found


def times(factor: Array, error: Array) -> Array:
    """Return a gain times an error."""
    return factor * error if factor.ndim == 1 else factor @ error
