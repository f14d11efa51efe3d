"""Joint coordinates of controllers: desired motion, errors, gains.

Joint coordinates come first in q and q̇. A controller may have a rigid model of a plant with flexible links; it then
uses the joint coordinates only. Its model has rigid gears; rotors behind elastic gears come last in q of the plant.
The error of a rotation with a unit quaternion as its coordinates is
    δ = q⁻¹ ∘ q_d = (w, v),   e = 2 w v = n sin θ                                                 (1)
with axis n and angle θ of the remaining rotation, in the axes of the child, like its velocity. A reference in
coordinates interpolates the four entries p of a quaternion separately, so that |p| = 1 at via points only. It
represents the rotation p / |p|, with
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
    """Joints of the nominal model."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.nq, self.nv = joint_size(model), joint_count(model)

    def state(self, signal: Signal) -> tuple[Array, Array]:
        """Return q (nq,) and q̇ (nv,) of the nominal model."""
        model = self.model
        q = np.asarray(signal.q)
        qd = np.asarray(signal.qd)
        if len(q) < model.nq or len(qd) < model.nv:
            found = f"a robot of {len(q)} coordinates for a controller whose model has {model.nq}"
            hint = "the nominal model has the joints of the plant, and all of its elastic coordinates or none"
            raise ArgumentError("controller", found, "a model with the same coordinates", hint)
        return q[: model.nq], qd[: model.nv]

    def desired(self, motion: DesiredMotion) -> DesiredMotion:
        """Return the desired motion of the joints."""
        sizes = {self.nv, self.nq, self.model.nv, self.model.nq}
        lengths = [len(motion.position), len(motion.velocity), len(motion.acceleration)]
        if isinstance(motion, TaskMotion) or not set(lengths) <= sizes or lengths[0] < self.nq:
            kind = "motion of a frame" if isinstance(motion, TaskMotion) else f"motion of {lengths[0]} coordinates"
            raise ArgumentError("reference", f"a {kind}", f"a motion of {self.nq} joint coordinates")
        nq, nv = self.nq, self.nv
        if self.model.quaternions and lengths[0] == lengths[1]:
            return self._from_quaternions(motion)
        return DesiredMotion(motion.position[:nq], motion.velocity[:nv], motion.acceleration[:nv])

    def _from_quaternions(self, motion: DesiredMotion) -> DesiredMotion:
        """Return a motion with angular velocities and accelerations in place of quaternion derivatives, (2)."""
        position = np.array(motion.position[: self.nq])
        velocity: list[Scalar] = [0.0] * self.nv
        acceleration: list[Scalar] = [0.0] * self.nv
        for place, k in zip(*self.model.plain, strict=True):
            if k < self.nv:
                velocity[k], acceleration[k] = motion.velocity[place], motion.acceleration[place]
        for entries, v in self.model.quaternions:
            p = np.asarray(motion.position)[entries]
            p_dot = np.asarray(motion.velocity)[entries]
            p_ddot = np.asarray(motion.acceleration)[entries]
            square = p @ p  # |p|²
            conjugate = p * np.array([1.0, -1.0, -1.0, -1.0])
            omega = 2 * np.array(quaternion_product(conjugate, p_dot)[1:]) / square
            velocity[v] = omega
            acceleration[v] = 2 * (np.array(quaternion_product(conjugate, p_ddot)[1:]) - (p @ p_dot) * omega) / square
            position[entries] = p / sqrt(square)
        return DesiredMotion(position, np.array(velocity), np.array(acceleration))

    def error(self, signal: Signal) -> Array:
        """Return the joint errors, shape (nv,) [rad, m], or the errors of an inner loop of a cascade."""
        if isinstance(signal.reference, Setpoint):
            return signal.reference.position - signal.reference.measured
        return self.difference(self.desired(signal.reference).position, signal.q)

    def difference(self, desired: ArrayLike, q: ArrayLike) -> Array:
        """Return the error of joint coordinates in velocity coordinates, (1)."""
        desired, q = np.asarray(desired), np.asarray(q)
        error: list[Scalar] = [0.0] * self.nv
        for place, k in zip(*self.model.plain, strict=True):
            if k < self.nv:
                error[k] = desired[place] - q[place]
        for entries, v in self.model.quaternions:
            w, *vector = quaternion_product(q[entries] * np.array([1.0, -1.0, -1.0, -1.0]), desired[entries])
            error[v] = 2 * w * np.array(vector)  # (1)
        return np.array(error)

    def error_rate(self, signal: Signal) -> Array:
        """Return the velocity errors of the joints, shape (nv,) [rad/s, m/s]."""
        if isinstance(signal.reference, Setpoint):
            hint = "as in PID(kp, ki, kd, derivative_time=1e-3)"
            raise ArgumentError("kd", "the unmeasured rate of an inner loop", "a filtered derivative", hint)
        return self.desired(signal.reference).velocity - np.asarray(signal.qd)[: self.nv]

    def gain(self, name: str, value: ArrayLike) -> Array:
        """Return a gain as a vector, from a number or one for each joint, or as a matrix."""
        return gain(name, value, self.nv)

    def channel_gain(self, name: str, value: ArrayLike) -> Array:
        """Return a gain that acts on each joint separately as a vector, from a number or one for each joint."""
        return channel_gain(name, value, self.nv)


def channel_gain(name: str, value: ArrayLike, count: int) -> Array:
    """Return a gain for each of `count` channels, from one number or one for each; expressions are not checked."""
    gains = gain(name, value, count)
    if gains.ndim > 1:
        raise ArgumentError(name, shortened(value), f"a number, or {count} of them")
    return gains


def gain(name: str, value: ArrayLike, count: int) -> Array:
    """Return a gain for `count` errors, a vector or a positive semidefinite matrix; expressions are not checked."""
    array = np.asarray(value, dtype=object)
    if any(isinstance(entry, Expr) for entry in array.ravel()):
        return array if array.ndim else np.full(count, array[()], dtype=object)
    gains = reals(value)
    if gains.ndim == 0:
        gains = np.full(count, float(gains))
    if gains.shape not in ((count,), (count, count)) or not np.all(np.isfinite(gains)):
        raise ArgumentError(name, shortened(value), f"a number, or {count} of them")
    if gains.ndim == 2 and np.any(np.linalg.eigvalsh(gains + gains.T) < 0):
        raise ArgumentError(name, shortened(value), "a positive semidefinite matrix")
    return gains


def times(factor: Array, error: Array) -> Array:
    """Return the product of a gain, a vector or a matrix, and an error."""
    return factor * error if factor.ndim == 1 else factor @ error
