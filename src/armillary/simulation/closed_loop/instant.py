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
from armillary.formulations.mesh import rigid_losses, rotor_rows
from armillary.formulations.passive import elastic_energy, friction
from armillary.multibody import Model
from armillary.multibody.drives import gear_effort, transmitted
from armillary.multibody.joints import Drive
from armillary.multibody.motors import GearedRotor, GearLoss
from armillary.simulation.closed_loop.digital import Digital, Held
from armillary.simulation.closed_loop.live import live_efforts
from armillary.simulation.controllers.law import clip
from armillary.simulation.drives.drives import link_heat
from armillary.simulation.drives.dry_friction import Direction, dry, rotor_friction
from armillary.simulation.drives.gear_losses import GearLosses, solve_mesh
from armillary.simulation.drives.windings import Driven, joint_currents
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array, Scalar

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
        self.modes, _, self.resting = loop.switching.split(x[layout.m])
        """Modes of the coordinates that stick and slip, and of those with rigid stops."""
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

    @cached_property
    def direction(self) -> Direction | None:
        """Directions of dry friction by velocity coordinate; None where it is smooth."""
        return self.modes.__getitem__ if self.modes else None

    @cached_property
    def dry(self) -> Array:
        """Efforts against friction of joints and rotors, bristles, losses of gears, and of backlash, shape (nv,)."""
        if not self.plant.losses:
            return self._friction_before_gears
        return self._friction_before_gears + self.gear_losses.efforts

    @cached_property
    def _friction_before_gears(self) -> Array:
        """The same without losses of gears."""
        found = dry(self.plant, self.q, self.v, self.direction)
        if any(each.bristled for each in self.plant.stribeck):
            found = found + self.drives.bristles.efforts
        return found + self.drives.backlash.efforts() if self.plant.backlashes else found

    def friction(self, direction: Direction) -> Array:
        """Return the efforts of dry friction without bristles in these directions, shape (nv,)."""
        found = dry(self.plant, self.q, self.v, direction)
        return found + self._gear_losses(direction).efforts if self.plant.losses else found

    def gear(self, drive: Drive) -> Scalar:
        """Return the effort of an elastic gear at φ, behind backlash where it has any."""
        found = self.drives.backlash.by_motor.get(drive.motor)
        return gear_effort(self.plant, drive, self.q, self.v) if found is None else found

    def _gear_losses(self, direction: Direction | None) -> GearLosses:
        """Return the losses of gears in these directions, at the accelerations of the instant."""
        carried = self._elastic_efforts | self._mesh_efforts
        if direction is not self.direction:  # friction of rotors turns with the direction, and e with it
            changes = zip(
                rigid_losses(self.plant), self._driving(direction), self._driving(self.direction), strict=True
            )
            carried |= {loss.name: carried[loss.name] + (a - before) for (loss, _), a, before in changes}
        return GearLosses(self.plant, self.v, carried, direction)

    @cached_property
    def gear_losses(self) -> GearLosses:
        """Losses of gears."""
        return self._gear_losses(self.direction)

    @cached_property
    def _elastic_efforts(self) -> dict[str, Scalar]:
        """Efforts of elastic gears with losses at their joints, by motor."""
        pairs = ((loss.name, loss.drive) for loss in self.plant.losses)
        return {name: drive.legs[0].ratio * self.gear(drive) for name, drive in pairs if drive is not None}

    def _driving(self, direction: Direction | None) -> list[Scalar]:
        """Return the efforts of motors before rigid gears with losses, less friction of their rotors."""
        found = []
        for loss, rotor in rigid_losses(self.plant):
            rubbed = rotor_friction(self.plant, loss, rotor, self.q, self.v, direction)
            found.append(self._motor_effort(loss, rotor) - rubbed - self.drives.bristles.effort_of(rotor.stribeck))
        return found

    def _motor_effort(self, loss: GearLoss, rotor: GearedRotor) -> Scalar:
        """Return the effort of the motor of a rigid gear at its coordinate."""
        if self.motors is None:
            return self.given[loss.k] * (1 / rotor.motors)
        wound = self.motors.by_motor
        if loss.name in wound:
            return wound[loss.name]
        ideal = rotor.motors - sum(each.k == loss.k for each in self.plant.windings)
        return self.ideal[loss.k] * (1 / ideal)

    @cached_property
    def _mesh_efforts(self) -> dict[str, Scalar]:
        """Efforts e of rigid gears with losses by motor, (2) of `drives.gear_losses`; empty without such gears."""
        losses = [loss for loss, _ in rigid_losses(self.plant)]
        if not losses:
            return {}
        rows = rotor_rows(self.plant, self.q, self.v)
        driving = zip(self._driving(self.direction), rows, strict=True)
        e_0 = np.array([a - row.b - row.r @ self._qdd_before for a, row in driving])
        B = np.array([[row.r @ self._columns[loss.k] for loss in losses] for row in rows])
        e = solve_mesh(losses, e_0, B, self.direction, self.v)
        return dict(zip((loss.name for loss in losses), e, strict=True))

    @cached_property
    def _columns(self) -> dict[int, Array]:
        """Accelerations per effort at each coordinate of rigid gears with losses."""
        still, found = np.zeros(self.plant.nv), dict[int, Array]()
        for k in {loss.k for loss, _ in rigid_losses(self.plant)}:
            given = {"q": self.q, "qd": still, "tau": np.eye(self.plant.nv)[k], **self._moving, **self.free}
            (found[k],) = self.loop.response.inline(self.graph, **given)
        return found

    @cached_property
    def lost(self) -> Array:
        """Friction and damping, shape (nv,)."""
        if not self.plant.backlashes:
            return self.opposed
        return self.opposed + self.drives.backlash.lost() - self.drives.backlash.efforts()

    @cached_property
    def opposed(self) -> Array:
        """Friction, damping, and the effect of backlash on efforts of gears, shape (nv,)."""
        return friction(self.smooth, self.q, self.v) + self.dry

    @cached_property
    def outside(self) -> Array:
        """Efforts of actuators, disturbances and end stops, shape (nv,)."""
        found = self.tau + self.pushed
        return found + self.drives.stops.efforts if self.drives.stops.stops else found

    @property
    def load(self) -> Array:
        """Efforts that accelerate the plant without dry friction, shape (nv,)."""
        return self.outside - self.dry

    @property
    def needed(self) -> Array:
        """Efforts that keep the velocities as they are, without dry friction, shape (nv,)."""
        return np.asarray(self._quantity(self.loop.smooth, "bias", qd=self.v))

    @cached_property
    def q_dot(self) -> Array:
        """Rates of the coordinates, shape (nq,)."""
        return np.asarray(self.plant.rate(self.q, self.v))

    @cached_property
    def qdd(self) -> Array:
        """Accelerations, shape (nv,)."""
        if not self._mesh_efforts:
            return self._qdd_before
        lost = GearLosses(self.plant, self.v, self._mesh_efforts, self.direction).efforts
        return self._qdd_before - sum(column * lost[k] for k, column in self._columns.items())

    @cached_property
    def _qdd_before(self) -> Array:
        """Accelerations without losses of rigid gears, shape (nv,)."""
        load = self.outside - self._friction_before_gears
        if self._elastic_efforts:
            load = load - GearLosses(self.plant, self.v, self._elastic_efforts, self.direction).efforts
        model = self.loop.restrained if self.loop.switching.lockable else self.loop.smooth
        return self._quantity(model, "forward_dynamics", qd=self.v, tau=load, **self._moving)

    @property
    def _moving(self) -> dict[str, Array]:
        """The input of forward dynamics that holds joints which stick or rest on a rigid stop."""
        moving = list(self.moving.values())
        return {"moving": np.array(moving)} if moving else {}

    @property
    def moving(self) -> dict[int, Scalar]:
        """0 for a coordinate that is held, else 1."""
        found = {}
        for k in self.loop.switching.lockable:
            modes = [own[k] for own in (self.modes, self.resting) if k in own]
            found[k] = math.prod(mode * mode for mode in modes)
        return found

    @property
    def c_dot(self) -> Array:
        """Rates of the states of the controller."""
        return self.controller.rate(self.signal)

    @property
    def d_dot(self) -> list[Scalar]:
        """Rates of the states of the drives."""
        return [*self.drives.bristles.rates, *(self.motors.rates if self.motors is not None else ())]

    @property
    def m_dot(self) -> list[Scalar]:
        """Rates of the modes, zero, and of the impulses on joints that stick or rest on rigid stops."""
        pairs = (*self.modes.items(), *self.resting.items())
        return [*[0.0] * self.loop.switching.count, *((1.0 - mode * mode) * self.load[k] for k, mode in pairs)]

    @property
    def powers(self) -> tuple[Scalar, ...]:
        """Rates of the audit, (3) of `closed_loop`."""
        heat, work = 0.0, self.v @ self.tau
        if self.motors is not None:
            heat, work = self.motors.heat, self.motors.power + self.v @ self.ideal
        rubbed = self.v @ self.lost - self.drives.bristles.charging
        stopped = self.drives.stops.heat
        audit = work, self.v @ self.pushed, rubbed + heat + stopped
        if not self.loop.layout.heats:
            return audit
        gears: Scalar = self.gear_losses.heat if self.plant.losses or self.plant.drives else 0.0
        if self.plant.backlashes:
            gears = gears + self.v @ self.drives.backlash.lost()
        links = link_heat(self.plant, self.v)
        kinds = {"bearings": rubbed - gears - links, "gears": gears, "links": links, "windings": heat, "stops": stopped}
        return *audit, *(kinds[kind] for kind in self.loop.heats)

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
        return elastic_energy(self.plant, self.q) + self.drives.backlash.stored + self.drives.stops.stored

    def _quantity(self, model: Model, name: str, **inputs: Array) -> Any:
        (found,) = cheapest(model, name).inline(self.graph, q=self.q, **inputs, **self.free)
        return found
