"""The closed loop at one instant, as expressions: efforts of actuators, friction and disturbances, rates, energies.

Dry friction jumps where a joint stops. In a closed loop with modes (`closed_loop.switching`) its direction is the mode
of its coordinate, and forward dynamics holds joints that stick; otherwise it is smooth (`simulation.drives`).
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.compiler.choose import cheapest
from armillary.expr.graph import Graph
from armillary.formulations.passive import elastic_energy, friction
from armillary.multibody import Model
from armillary.multibody.drives import transmitted
from armillary.simulation.closed_loop.digital import Digital, Held
from armillary.simulation.closed_loop.live import live_efforts
from armillary.simulation.controllers.law import clip
from armillary.simulation.drives.drives import heats
from armillary.simulation.drives.meshing import Meshing
from armillary.simulation.drives.rubbing import Direction, dry
from armillary.simulation.drives.windings import Driven, joint_currents
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array, Scalar, times_vector

if TYPE_CHECKING:
    from armillary.simulation.closed_loop.closed_loop import ClosedLoop


class Instant:
    """The closed loop at one instant, as expressions: efforts, rates, energies."""

    def __init__(self, loop: ClosedLoop, graph: Graph, clock: Array, x: Array, p: Array) -> None:
        layout = loop.layout
        self.loop, self.graph, self.free = loop, graph, loop.free(p)
        self.plant, self.smooth = loop.plant, loop.smooth
        if self.free:
            self.plant, self.smooth = (each.with_values(self.free["parameters"]) for each in (loop.plant, loop.smooth))
        self.controller, reference, self.disturbances = loop.controller, loop.reference, loop.disturbances
        self.law: Any = loop.controller
        if isinstance(loop.controller, Held):
            self.law = loop.controller.law if isinstance(loop.controller, Digital) else None
        if loop.tuning is not None:
            law, reference, self.disturbances = loop.tuning.at(loop.tuned(p))
            self.law = self.law and law
            self.controller = loop.controller if isinstance(loop.controller, Held) else law
        self.q, self.v = x[layout.q], x[layout.v]
        held = x[layout.m][: len(loop.switching.sticking)]
        self.modes = dict(zip(loop.switching.sticking, held, strict=True))
        """Modes of the coordinates that stick and slip."""
        motion = reference.motion(clock[0], clock[1])
        self.drives = loop.drives(self.q, self.v, x, self.free)
        currents = self.drives.windings.measured
        given = (clock[0], self.q, self.v, x[layout.c], motion, p, clock[1])
        self.signal = Signal(*given, currents=currents, plant=loop.plant)
        """The signals that the controller sees."""

    @cached_property
    def tau(self) -> Array:
        """Efforts of the actuators within their limits, shape (nv,)."""
        return self.given if self.motors is None else self.ideal + self.motors.efforts

    @cached_property
    def ideal(self) -> Array:
        """Efforts of motors without windings, shape (nv,)."""
        left = self.drives.windings.left
        if self.loop.command != "torque":
            left = dict.fromkeys(left, 0.0)
        return np.array([left.get(k, 1.0) * each if left.get(k, 1.0) else 0.0 for k, each in enumerate(self.given)])

    @cached_property
    def output(self) -> Array:
        """Outputs of the controller at the coordinates, shape (nv,)."""
        return np.asarray(self.controller.effort(self.signal))

    @property
    def shown(self) -> dict[str, Array]:
        """Further signals of the controller by name."""
        law, signal = self.law, self.signal
        if isinstance(self.controller, Digital):
            state, period = signal.held[self.controller.places["z"]], self.controller.timing.period
            currents = None if self.motors is None else joint_currents(self.plant, list(self.motors.currents))
            signal = replace(signal, state=state, period=period, currents=currents)
        return dict(law.signals(signal)) if hasattr(law, "signals") else {}

    @cached_property
    def given(self) -> Array:
        """Outputs of the controller as efforts of the actuators within their limits, shape (nv,)."""
        given = transmitted(self.plant, self.output)
        limits = self.loop.effort_limits or [math.inf] * len(given)
        return np.array([clip(effort, -most, most) for effort, most in zip(given, limits, strict=True)])

    @cached_property
    def motors(self) -> Driven | None:
        """Currents and voltages of the motors; None without windings."""
        if not self.plant.windings:
            return None
        command = self.loop.command
        return self.drives.windings.driven(self.given if command == "torque" else self.output, command)

    @cached_property
    def pushed(self) -> Array:
        """Efforts of the disturbances and of live pushes, Σ J_kᵀ w_k, shape (nv,)."""
        found = np.zeros(self.plant.nv)
        for push in self.disturbances:
            found = found + push.efforts(self.plant, self.q, self.signal.t, self.signal.inside)
        if self.loop.live:
            found = found + live_efforts(self.plant, self.q, self.signal.held[self.loop.pushes])
        return found

    @property
    def direction(self) -> Direction | None:
        """Directions of dry friction by velocity coordinate; None where it is smooth."""
        return self.modes.__getitem__ if self.modes else None

    @cached_property
    def dry(self) -> Array:
        """Efforts against friction of joints and rotors, bristles, losses of gears, and of backlash, shape (nv,)."""
        found = self.rubbed(self.direction)
        if any(each.bristled for each in self.plant.stribeck):
            found = found + self.drives.rubbing.efforts
        return found + self.drives.plays.efforts() if self.plant.plays else found

    def rubbed(self, direction: Direction | None) -> Array:
        """Return the efforts of dry friction without bristles in these directions, shape (nv,)."""
        found = dry(self.plant, self.q, self.v, direction)
        return found + self._meshing(direction).efforts if self.plant.losses else found

    def _meshing(self, direction: Direction | None) -> Meshing:
        """Return the losses of gears."""
        return Meshing(self.plant, self.q, self.v, self.tau, direction, self.drives.plays.by_motor)

    @cached_property
    def meshing(self) -> Meshing:
        """Losses of gears."""
        return self._meshing(self.direction)

    @cached_property
    def lost(self) -> Array:
        """Friction and damping, shape (nv,)."""
        if not self.plant.plays:
            return self.opposed
        return self.opposed + self.drives.plays.lost() - self.drives.plays.efforts()

    @cached_property
    def opposed(self) -> Array:
        """Friction, damping, and the effect of backlash on efforts of gears, shape (nv,)."""
        return friction(self.smooth, self.q, self.v) + self.dry

    @property
    def load(self) -> Array:
        """Efforts that accelerate the plant without dry friction, shape (nv,)."""
        return self.tau + self.pushed - self.dry

    @cached_property
    def q_dot(self) -> Array:
        """Rates of the coordinates, shape (nq,)."""
        return np.asarray(self.plant.rate(self.q, self.v))

    @cached_property
    def qdd(self) -> Array:
        """Accelerations, shape (nv,)."""
        if not self.modes:
            return self._quantity(self.loop.smooth, "forward_dynamics", qd=self.v, tau=self.load)
        moving = np.array([mode * mode for mode in self.modes.values()])
        return self._quantity(self.loop.restrained, "forward_dynamics", qd=self.v, tau=self.load, moving=moving)

    @property
    def c_dot(self) -> Array:
        """Rates of the states of the controller."""
        return self.controller.rate(self.signal)

    @property
    def d_dot(self) -> list[Scalar]:
        """Rates of the states of the drives."""
        return [*self.drives.rubbing.rates, *(self.motors.rates if self.motors is not None else ())]

    @property
    def m_dot(self) -> list[Scalar]:
        """Rates of the modes, zero, and of the impulses on joints that stick."""
        held = [(1.0 - mode * mode) * self.load[k] for k, mode in self.modes.items()]
        return [*[0.0] * self.loop.switching.count, *held]

    @property
    def powers(self) -> tuple[Scalar, ...]:
        """Rates of the audit, (3) of `closed_loop`."""
        rubbed = self.v @ self.lost - self.drives.rubbing.charging
        if not self.loop.layout.heats:
            return self.v @ self.tau, self.v @ self.pushed, rubbed
        kinds = [rubbed - self.v @ times_vector(self.plant.damping, self.v)]
        if "gears" in heats(self.plant):
            kinds = [kinds[0] - self.v @ self.meshing.efforts, self.meshing.heat]
            if self.plant.plays:
                teeth = self.v @ self.drives.plays.lost()
                kinds = [kinds[0] - teeth, kinds[1] + teeth]
        if self.motors is None:
            return self.v @ self.tau, self.v @ self.pushed, rubbed, *kinds
        heat, work = self.motors.heat, self.motors.power + self.v @ self.ideal
        return work, self.v @ self.pushed, rubbed + heat, *kinds, heat

    @property
    def rates(self) -> list[Scalar]:
        """Rates of the state, ẋ."""
        return [*self.q_dot, *self.qdd, *self.c_dot, *self.d_dot, *self.m_dot, *self.powers]

    @cached_property
    def kinetic(self) -> Scalar:
        """Kinetic energy [J]."""
        return self._quantity(self.loop.plant, "kinetic_energy", qd=self.v)

    @cached_property
    def potential(self) -> Scalar:
        """Potential energy of gravity and of springs, with the energy that drives store [J]."""
        return self._quantity(self.loop.plant, "potential_energy") + self.drives.stored

    @cached_property
    def stored(self) -> Scalar:
        """Elastic part of the potential energy [J]."""
        return elastic_energy(self.plant, self.q) + self.drives.plays.stored

    def _quantity(self, model: Model, name: str, **inputs: Array) -> Any:
        (found,) = cheapest(model, name).inline(self.graph, q=self.q, **inputs, **self.free)
        return found
