"""The float reference: every quantity of a robot, evaluated directly by a chosen formulation.

Slow and plain; it is what faster evaluations are compared with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.formulations import energy, gravity_norm, newton_euler
from armillary.formulations.newton_euler import Wrenches
from armillary.formulations.registry import FORMULATIONS, QUANTITIES
from armillary.kinematics import condition, jacobian, manipulability, poses
from armillary.kinematics.task import Task
from armillary.model import Model, build_model

Floats = NDArray[np.float64]


def reference(robot: Robot, motors: str = "full", formulation: str = "auto", friction: bool = True) -> Reference:
    """Return the kinematics and dynamics of a robot as an object with one method per quantity.

    Args:
        robot: The robot.
        motors: "full", "reflected" or "none"; see docs/notation.md.
        formulation: "auto", or the name of the formulation to use for every quantity it has.
        friction: Whether joint friction counts.

    Example:
        >>> import armillary as arm
        >>> dyn = arm.reference(arm.library.get("khatib-rr"))
        >>> dyn.mass_matrix([0.0, 0.5]).shape
        (2, 2)
    """
    if formulation not in ("auto", *FORMULATIONS):
        raise ArgumentError("formulation", repr(formulation), f"auto or one of {', '.join(FORMULATIONS)}")
    return Reference(build_model(robot, motors, friction), formulation)


class Reference:
    """The quantities of one robot. Every method takes one state, shape (n,), or a batch, (N, n)."""

    def __init__(self, model: Model, formulation: str = "auto") -> None:
        self.model = model
        self.formulations = {
            quantity: formulation if formulation in table else next(iter(table))
            for quantity, table in QUANTITIES.items()
        }
        """Which formulation gives which quantity."""

    def inverse_dynamics(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, wrenches: Wrenches | None = None) -> Floats:
        """Return the joint efforts τ [N·m or N] that cause a motion.

        `wrenches` maps frame names to (moment, force) on the robot there, in world axes; they need
        the Newton–Euler formulation.
        """
        if not wrenches:
            return self._dynamics("inverse_dynamics", q, qd=qd, qdd=qdd)
        if self.formulations["inverse_dynamics"] != "newton_euler":
            raise ArgumentError(
                "wrenches", f"given with {self.formulations['inverse_dynamics']}", "formulation newton_euler or auto"
            )
        return self._each(
            lambda q, qd, qdd: newton_euler.inverse_dynamics(self.model, q, qd, qdd, wrenches), q, qd=qd, qdd=qdd
        )

    def forward_dynamics(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Floats:
        """Return the accelerations q̈ that joint efforts τ cause."""
        return self._dynamics("forward_dynamics", q, qd=qd, tau=tau)

    def mass_matrix(self, q: ArrayLike) -> Floats:
        """Return M(q), shape (nv, nv)."""
        return self._dynamics("mass_matrix", q)

    def coriolis_matrix(self, q: ArrayLike, qd: ArrayLike) -> Floats:
        """Return C(q, q̇), shape (nv, nv), with Ṁ − 2C skew."""
        return self._dynamics("coriolis_matrix", q, qd=qd)

    def bias(self, q: ArrayLike, qd: ArrayLike) -> Floats:
        """Return C q̇ + g + friction [N·m or N]."""
        return self._dynamics("bias", q, qd=qd)

    def gravity(self, q: ArrayLike) -> Floats:
        """Return the efforts that hold the robot at rest [N·m or N]."""
        return self._dynamics("gravity", q)

    def momentum(self, q: ArrayLike, qd: ArrayLike) -> Floats:
        """Return p = M q̇ [kg·m²/s or kg·m/s]."""
        return self._dynamics("momentum", q, qd=qd)

    def kinetic_energy(self, q: ArrayLike, qd: ArrayLike) -> Floats:
        """Return T [J]."""
        return self._each(lambda *state: energy.kinetic_energy(self.model, *state), q, qd=qd)

    def potential_energy(self, q: ArrayLike) -> Floats:
        """Return V [J], zero at the world's origin."""
        return self._each(lambda q: energy.potential_energy(self.model, q), q)

    def pose(self, q: ArrayLike, frame: str = "tip") -> Floats:
        """Return the pose of a frame in the world, shape (4, 4)."""
        return self._each(lambda q: poses.pose(self.model, q, frame), q)

    def link_positions(self, q: ArrayLike) -> Floats:
        """Return the origins of all moving bodies in the world, shape (bodies, 3) [m]."""
        return self._each(lambda q: poses.link_positions(self.model, q), q)

    def jacobian(self, q: ArrayLike, frame: str = "tip") -> Floats:
        """Return the geometric Jacobian, shape (6, nv), rows (angular, linear), world axes."""
        return self._each(lambda q: jacobian.jacobian(self.model, q, frame), q)

    def jacobian_dot(self, q: ArrayLike, qd: ArrayLike, frame: str = "tip") -> Floats:
        """Return the time derivative of the Jacobian, shape (6, nv)."""
        return self._each(lambda q, qd: jacobian.jacobian_dot(self.model, q, qd, frame), q, qd=qd)

    def frame_acceleration(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, frame: str = "tip") -> Floats:
        """Return (angular, linear) acceleration of a frame in world axes, shape (6,)."""
        return self._each(
            lambda q, qd, qdd: jacobian.frame_acceleration(self.model, q, qd, qdd, frame), q, qd=qd, qdd=qdd
        )

    def manipulability(self, q: ArrayLike, frame: str = "tip", task: Task = "position") -> Floats:
        """Return w = √det(J Jᵀ) of the task."""
        return self._each(lambda q: manipulability.manipulability(self.model, q, frame, task), q)

    def manipulability_gradient(self, q: ArrayLike, frame: str = "tip", task: Task = "position") -> Floats:
        """Return ∂w/∂q, shape (nv,)."""
        return self._each(lambda q: manipulability.manipulability_gradient(self.model, q, frame, task), q)

    def condition_number(self, q: ArrayLike, frame: str = "tip", task: Task = "position") -> Floats:
        """Return ρ, the ratio of the extreme singular values of J Jᵀ."""
        return self._each(lambda q: condition.condition_number(self.model, q, frame, task), q)

    def condition_number_gradient(self, q: ArrayLike, frame: str = "tip", task: Task = "position") -> Floats:
        """Return ∂ρ/∂q, shape (nv,)."""
        return self._each(lambda q: condition.condition_number_gradient(self.model, q, frame, task), q)

    def gravity_norm(self, q: ArrayLike, W: ArrayLike | None = None) -> Floats:
        """Return p = gᵀ W g of the gravity efforts."""
        return self._each(lambda q: gravity_norm.gravity_norm(self.model, q, W), q)

    def gravity_norm_gradient(self, q: ArrayLike, W: ArrayLike | None = None) -> Floats:
        """Return ∂p/∂q, shape (nv,)."""
        return self._each(lambda q: gravity_norm.gravity_norm_gradient(self.model, q, W), q)

    def _dynamics(self, quantity: str, q: ArrayLike, **rates: ArrayLike) -> Floats:
        function = QUANTITIES[quantity][self.formulations[quantity]]
        return self._each(lambda *state: function(self.model, *state), q, **rates)

    def _each(self, function: Callable[..., Any], q: ArrayLike, **rates: ArrayLike) -> Floats:
        """Evaluate one state, or each state of a batch."""
        arrays = [_checked("q", q, self.model.nq)]
        arrays += [_checked(name, value, self.model.nv) for name, value in rates.items()]
        shapes = {array.shape[:-1] for array in arrays}
        if len(shapes) > 1:
            found = ", ".join(f"{name} {array.shape}" for name, array in zip(["q", *rates], arrays, strict=True))
            raise ArgumentError("batch", f"arguments of different lengths: {found}", "one common first dimension")
        if arrays[0].ndim == 1:
            return np.asarray(function(*arrays), dtype=float)
        return np.array([function(*state) for state in zip(*arrays, strict=True)], dtype=float)


def _checked(name: str, value: ArrayLike, size: int) -> Floats:
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise ArgumentError(name, f"{type(value).__name__} that is no array of numbers", "an array of floats") from None
    if array.ndim not in (1, 2) or array.shape[-1] != size:
        raise ArgumentError(name, f"shape {array.shape}", f"shape ({size},) or (N, {size})")
    return array
