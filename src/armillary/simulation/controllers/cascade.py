"""Cascaded control of position, velocity and current.

    v* = C_q(q_d − q) + k_f q̇_d                                                            (1)
    i* = C_v(v* − v)                                                                       (2)
    u = C_i(i* − i)                                                                        (3)
The stages C_q, C_v and C_i are controllers such as `PID(kp, ki)`; P–PI control has C_q = k_p and C_v = k_p + k_i/s. A
stage may have a period; outer stages are often slower. A missing stage passes its input to the next one; without C_q,
v* = q̇_d. The output of the last stage is a torque, a current or a voltage, according to `Scenario.command`; a current
stage commands voltages. i is the mean current of the motors of a joint. Positive currents drive the joint in its
positive direction, also through a negative gear ratio. The current is a state of windings with an inductance. Other
windings have the current driven by the last voltage, which needs a period.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.files.lines import Path
from armillary.files.quantity import Quantity
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_count, velocity_names
from armillary.simulation.controllers.composition import Component, Composition, Evaluate, inner_law
from armillary.simulation.controllers.joints import channel_gain
from armillary.simulation.controllers.law import Law, Specification
from armillary.simulation.parameters import Controller, Gain, Limits
from armillary.simulation.references import anchor
from armillary.simulation.signals import Setpoint, Signal
from armillary.spatial.scalar import Array

STAGES = ("position", "velocity", "current")


@dataclass(frozen=True)
class Cascade(Specification):
    """Cascaded control of position, velocity and current, (1) to (3).

    Args:
        position: Controller C_q of the joint positions, which commands velocities [rad/s, m/s]; default none.
        velocity: Controller C_v of the joint velocities; default none.
        current: Controller C_i of the motor currents, which commands voltages [V]; default none.
        feedforward: Gain k_f of the desired velocity, a number or one for each joint; default 0.
        limits: Limits of the output: a number, one for each joint, or "robot" [N·m, N, A or V]; default none.
        period: Control period of this controller and its parts [s]; default: that of the controller around it.
        offset: First instant [s]; default 0.

    Example:
        >>> import armillary as arm
        >>> from armillary.simulation.controllers import PID
        >>> law = Cascade(position=PID(20.0, period=4e-3), velocity=PID(30.0, 200.0))
        >>> run = arm.simulate(arm.library.get("khatib-rr"), 0.1, controller=law, period=1e-3)
        >>> run.complete
        True
    """

    position: Annotated[Controller, "controller of the joints"] = None
    velocity: Annotated[Controller, "controller of their velocities"] = None
    current: Annotated[Controller, "controller of the currents of the motors"] = None
    feedforward: Annotated[Gain, Quantity(least=0, says="gain of the velocity of the reference")] = 0.0
    limits: Limits = None

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the cascade with its controllers anchored at q."""
        return replace(self, **{name: anchor(getattr(self, name), model, q, frame) for name in STAGES})

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return CascadeLaw(model, self)


class CascadeLaw(Composition):
    """(1) to (3), bound to a model; its states are those of the stages."""

    def __init__(self, model: Model, spec: Cascade) -> None:
        width = joint_count(model)
        stages = {name: getattr(spec, name) for name in STAGES if getattr(spec, name) is not None}
        if not stages:
            raise ArgumentError("controller", "a cascade without stages", f"some of {', '.join(STAGES)}")
        parts: dict[Path, Component] = {
            (name,): Component(stage, inner_law(stage, model), width) for name, stage in stages.items()
        }
        super().__init__(model, spec.limits, parts)
        self.stages = tuple(stages)
        self.feedforward = channel_gain("feedforward", spec.feedforward, width)
        self.commands = "voltage" if "current" in stages else None
        """Quantity that the outputs command; None if torques, currents and voltages are possible."""

    def connect(self, signal: Signal, evaluate: Evaluate) -> Array:
        """Return u of (3), or the output of the last stage."""
        n = self.joints.nv
        setpoint = self.joints.desired(signal.reference).velocity
        for k, name in enumerate(self.stages):
            if name == "position":
                setpoint = evaluate(k, signal, np.zeros(0)) + self.feedforward * setpoint  # (1)
                continue
            measured = np.asarray(signal.qd)[:n] if name == "velocity" else self._currents(signal)
            inner = replace(signal, reference=Setpoint(setpoint, np.zeros(n), np.zeros(n), measured))
            setpoint = evaluate(k, inner, np.zeros(0))  # (2), (3)
        return setpoint

    def _currents(self, signal: Signal) -> Array:
        """Return the measured currents [A]."""
        n = self.joints.nv
        currents = [None] * n if signal.currents is None else signal.currents[:n]
        for name, current in zip(velocity_names(self.model), currents, strict=False):
            if current is None:
                expected = "a motor with a winding, and its inductance or a control period, in a law that is compiled"
                raise ArgumentError("current", f"{name}, whose motor current is not measured", expected)
        return np.array(currents)
