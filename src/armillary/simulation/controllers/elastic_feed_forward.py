"""Feed-forward for elastic gears: the rotor torques that move the joints along the reference.

Spong's model [Spong1987] has joints q, rotors θ measured at their joints, rotor inertias J and gear stiffnesses k:
    f(q, q̇, q̈) = k (θ − q),   J θ̈ + k (θ − q) = τ                                                        (1)
f is the effort of the links. The inverse dynamics ID of the nominal model, which has rigid gears, is f + J q̈, so
that the torque of the rotors is
    f = ID(q_d, q̇_d, q̈_d) − J q̈_d,   τ = ID(q_d, q̇_d, q̈_d) + J k⁻¹ f̈                                     (2)
f̈ contains the fourth derivative of the reference. It is the exact second derivative of f along the reference, from the
expressions of both. A plant that equals the model and starts at rest on the reference follows it exactly if the jerk is
continuous: `SeventhOrder`, a sinusoid on which the robot starts, and shaped motions of these. The jerk of `FifthOrder`
jumps at its ends, which excites the gears: add feedback. Not part of (1) are damping and cubic stiffness of gears, and
gyroscopic moments of rotors on moving carriers (motors "full").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Self

import numpy as np

from armillary.errors import ArgumentError
from armillary.expr.differentiate import forward
from armillary.expr.expression import Expr
from armillary.files.keywords import keywords, names_of
from armillary.files.quantity import Quantity
from armillary.multibody import Model, as_model
from armillary.multibody.coordinates import joint_count
from armillary.simulation.controllers.law import Law, NotTraceableError, Specification, quantity
from armillary.simulation.parameters import Gain, Limits
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array


@dataclass(frozen=True)
class ElasticFeedForward(Specification):
    """Torque that moves joints with elastic gears along a reference, (2); add feedback by `Sum`.

    Args:
        stiffness: k of each gear, measured at the joint, a number or one for each joint [N·m/rad, N/m].
        inertia: J of each rotor, reflected to the joint (times the ratio squared) [kg·m², kg]; 0 for a rigid gear.
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> pendulum = arm.planar([1.0], [2.0], coms=[1.0], inertias=[0.0], gravity=9.81)
        >>> motor = arm.Motor("m", "joint1", "base", rotor_inertia=1e-4, ratio=50.0, gear=arm.Gear(2000.0))
        >>> robot = arm.Robot("geared", pendulum.links, pendulum.joints, motors=(motor,), gravity=pendulum.gravity)
        >>> ElasticFeedForward.of(robot)
        ElasticFeedForward(stiffness=(2000.0,), inertia=(0.25,), limits=None)
    """

    stiffness: Annotated[Gain, Quantity("joint stiffness", least=0, says="stiffness of the gears")]
    inertia: Annotated[Gain, Quantity(least=0, says="rotor inertias reflected to the joints")]
    limits: Limits = None

    @classmethod
    def of(cls, robot: Any, **options: Any) -> Self:
        """Return the feed-forward with the gears of a robot; `options` are other arguments, such as limits."""
        keywords("ElasticFeedForward.of", options, names_of(cls, 2))
        model = as_model(robot)
        n = joint_count(model)
        stiffness, inertia = np.ones(n), np.zeros(n)
        motors = {motor.name: motor for motor in model.robot.motors}
        for drive in model.drives:
            motor, (leg, *others) = motors[drive.motor], drive.legs
            if others or drive.rigid_share or inertia[leg.k] or leg.ratio != 1.0 or motor.gear is None:
                expected = "joints with one motor each, without differentials and couplings"
                raise ArgumentError("robot", f"the gear of {drive.motor!r}", expected, "give stiffness and inertia")
            stiffness[leg.k], inertia[leg.k] = motor.gear.stiffness, motor.ratio**2 * motor.rotor_inertia
        return cls(stiffness, inertia, **options)

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return ElasticFeedForwardLaw(model, self)


class ElasticFeedForwardLaw(Law):
    """(2), bound to a model."""

    def __init__(self, model: Model, spec: ElasticFeedForward) -> None:
        super().__init__(model, spec.limits)
        if model.elastic:
            raise ArgumentError(
                "model", "a model with flexible links", "rigid links", "use InverseDynamics for flexible links"
            )
        self.stiffness = self.joints.channel_gain("stiffness", spec.stiffness)
        self.inertia = self.joints.channel_gain("inertia", spec.inertia)
        if self.stiffness.dtype != object and not np.all(self.stiffness > 0):
            raise ArgumentError("stiffness", "zero", "numbers above zero")

    def command(self, signal: Signal) -> Array:
        """Return τ, (2)."""
        desired = self.joints.desired(signal.reference)
        t = signal.t
        rigid = quantity(self.model, "inverse_dynamics", desired.position, desired.velocity, desired.acceleration)
        if self.inertia.dtype != object and not np.any(self.inertia):
            return rigid
        if not isinstance(t, Expr):
            raise NotTraceableError(
                "ElasticFeedForward differentiates the reference, which works in compiled laws only"
            )
        f = rigid - self.inertia * desired.acceleration
        return rigid + self.inertia / self.stiffness * _rate(t, _rate(t, f))


def _rate(t: Expr, values: Array) -> Array:
    """Return the time derivatives of expressions."""
    graph = t.graph
    refs = [graph.lift(value) for value in values]
    derivatives = forward(graph, refs, {t.ref: {0: graph.one}})
    return np.array([Expr(graph, row[0]) if 0 in row else 0.0 for row in derivatives], dtype=object)
