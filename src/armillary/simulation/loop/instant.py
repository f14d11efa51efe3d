"""ẋ of the closed loop at one instant, as expressions: efforts, accelerations, rates of all states, powers.

All efforts are those at the velocity coordinates, shape (nv,). Friction efforts are positive
against the motion.

Actuators. Where gears are elastic, the controller's output u acts at the rotors; effort limits apply
there. Motors with windings, which give the share σ of the effort at a coordinate, turn it into
currents i and voltages (`drives.windings`); the other motors are ideal:
    τ_c = clip(transmit(u), ± limits)                                                                       (1)
    τ   = τ_c,   or with windings   τ = (1 − σ) τ_c + r (k i − cogging)                                     (2)
Applied efforts, with the wrenches w_k of disturbances and the efforts of compliant end stops:
    τ_w = Σ J_kᵀ w_k                                                                                        (3)
    τ_a = τ + τ_w + τ_stops                                                                                 (4)
Friction that is not in the smooth robot model, which has viscous friction and damping alone: dry
friction, bristles, the change of gear efforts by backlash, and losses of gears in proportion to
their load:
    f = f_dry + f_bristles + f_backlash + f_losses                                                          (5)
Motion of the plant. Forward dynamics FD holds coordinates that stick or rest on a rigid stop, those
with λ = 0:
    q̇ = rate(q, v)                                                                                          (6)
    v̇ = FD_λ(q, v, τ_a − f)                                                                                 (7)
    ċ, ḋ of controller and drives;   modes ṁ = 0;   impulses of held coordinates  Ṗ = (1 − m²) (τ_a − f)    (8)
The losses of rigid gears depend on v̇ itself: with v̇⁰ without them and the responses C to unit
efforts at their coordinates (`drives.gear_losses`)
    v̇ = v̇⁰ − C F                                                                                            (9)
Powers of the audit (`loop.equations`):
    Ẇ = τ·v,   or with windings   Ẇ = Σ u i + (1 − σ) τ_c · v                                              (10)
    Ẇ_w = τ_w·v                                                                                            (11)
    Ė_d = v · (dissipative friction) − (power that charges bristles) + Σ R i² + (heat of end stops)        (12)

Dry friction jumps at rest. In a closed loop with modes (`loop.switching`) its direction is
the mode of its coordinate, and λ = m² of this mode and of that of a rigid stop; without modes it is
smooth (`drives.dry_friction`).
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
from armillary.simulation.controllers.law import clip
from armillary.simulation.disturbances import live_efforts
from armillary.simulation.drives.drives import link_heat
from armillary.simulation.drives.dry_friction import Direction, dry_friction, rotor_friction
from armillary.simulation.drives.gear_losses import GearLosses, solve_mesh
from armillary.simulation.drives.windings import PoweredWindings, joint_currents
from armillary.simulation.loop.digital import Digital, Held
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array, Scalar

if TYPE_CHECKING:
    from armillary.simulation.loop.equations import Equations


class Instant:
    """The closed loop at one instant, as expressions of a graph.

    Args:
        equations: Those of the closed loop.
        graph: Graph of the expressions.
        clock: Time t and a time inside the interval between switches that t belongs to, (2,) [s].
        x: State; the audit may be left out.
        p: Parameters, see `Equations`.
    """

    def __init__(self, equations: Equations, graph: Graph, clock: Array, x: Array, p: Array) -> None:
        layout = equations.layout
        self.equations, self.graph = equations, graph
        self.free = equations.free(p)
        """Free parameters of the plant, as an input of its programs."""
        self.plant, self.smooth = equations.plant, equations.smooth
        if self.free:
            self.plant = equations.plant.with_values(self.free["parameters"])
            self.smooth = equations.smooth.with_values(self.free["parameters"])
        law, reference, self.disturbances = equations.bind(equations.tuned(p))
        self.law: Any = None if equations.law is None else law
        """The law with its signals; None where Python calls it or efforts come from outside."""
        self.controller: Any = equations.controller if isinstance(equations.controller, Held) else law
        """What gives the efforts at this instant: a continuous law, or held efforts in p."""
        self.q, self.v = x[layout.q], x[layout.v]
        self.friction_modes, _, self.stop_modes = equations.switching.split(x[layout.m])
        """Modes of dry friction and of rigid stops by velocity coordinate; empty without modes."""
        motion = reference.motion(clock[0], clock[1])
        self.drives = equations.drives(self.q, self.v, x, self.free)
        currents = self.drives.windings.measured
        self.signal = Signal(
            clock[0], self.q, self.v, x[layout.c], motion, p, clock[1], currents=currents, plant=equations.plant
        )
        """The signals that the controller reads."""

    # Actuators

    @cached_property
    def output(self) -> Array:
        """Output u of the controller, shape (nv,)."""
        return np.asarray(self.controller.effort(self.signal))

    @cached_property
    def commanded(self) -> Array:
        """Commanded efforts τ_c of the actuators within their limits, (1)."""
        efforts = transmitted(self.plant, self.output)
        limits = self.equations.effort_limits or [math.inf] * len(efforts)
        return np.array([clip(effort, -limit, limit) for effort, limit in zip(efforts, limits, strict=True)])

    @cached_property
    def motors(self) -> PoweredWindings | None:
        """Currents and voltages of the motors; None for a plant without windings."""
        if not self.plant.windings:
            return None
        command = self.equations.command
        return self.drives.windings.powered(self.commanded if command == "torque" else self.output, command)

    @cached_property
    def ideal(self) -> Array:
        """Efforts of motors without windings, (1 − σ) τ_c of (2)."""
        shares = self.drives.windings.ideal_shares
        if self.equations.command != "torque":
            shares = dict.fromkeys(shares, 0.0)  # a command in amperes or volts says nothing to an ideal motor
        efforts = []
        for k, effort in enumerate(self.commanded):
            share = shares.get(k, 1.0)
            efforts.append(share * effort if share else 0.0)
        return np.array(efforts)

    @cached_property
    def tau(self) -> Array:
        """Efforts τ of the actuators, (2)."""
        return self.commanded if self.motors is None else self.ideal + self.motors.efforts

    @property
    def signals(self) -> dict[str, Array]:
        """Further signals of the control law, by name, to be recorded."""
        law, signal = self.law, self.signal
        if isinstance(self.controller, Digital):
            # The states of a sampled law are in p, and it reads the currents that its last command causes.
            state, period = signal.held[self.controller.places["z"]], self.controller.timing.period
            currents = None if self.motors is None else joint_currents(self.plant, list(self.motors.currents))
            signal = replace(signal, state=state, period=period, currents=currents)
        return dict(law.signals(signal)) if hasattr(law, "signals") else {}

    # Applied efforts

    @cached_property
    def external(self) -> Array:
        """Efforts τ_w of disturbances and of live pushes, (3)."""
        efforts = np.zeros(self.plant.nv)
        for push in self.disturbances:
            efforts = efforts + push.efforts(self.plant, self.q, self.signal.t, self.signal.inside)
        if self.equations.live:
            efforts = efforts + live_efforts(self.plant, self.q, self.signal.held[self.equations.pushes])
        return efforts

    @cached_property
    def applied(self) -> Array:
        """Efforts τ_a of actuators, disturbances and end stops, (4)."""
        efforts = self.tau + self.external
        return efforts + self.drives.stops.efforts if self.drives.stops.stops else efforts

    @property
    def load(self) -> Array:
        """Efforts τ_a − f that accelerate the smooth plant."""
        return self.applied - self.nonsmooth

    # Friction beyond the smooth model

    @cached_property
    def direction(self) -> Direction | None:
        """Direction of dry friction by velocity coordinate; None where it is smooth."""
        return self.friction_modes.__getitem__ if self.friction_modes else None

    @cached_property
    def nonsmooth(self) -> Array:
        """Efforts f of dry friction, bristles, backlash and gear losses, (5)."""
        if not self.plant.losses:
            return self._nonsmooth_without_losses
        return self._nonsmooth_without_losses + self.gear_losses.efforts

    @cached_property
    def _nonsmooth_without_losses(self) -> Array:
        """The efforts f without losses of gears."""
        efforts = dry_friction(self.plant, self.q, self.v, self.direction)
        if any(law.bristled for law in self.plant.stribeck):
            efforts = efforts + self.drives.bristles.efforts
        return efforts + self.drives.backlash.efforts() if self.plant.backlashes else efforts

    def breakaway(self, direction: Direction) -> Array:
        """Return the dry friction and gear losses of motions in a direction: the greatest that can hold at rest."""
        efforts = dry_friction(self.plant, self.q, self.v, direction)
        return efforts + self._gear_losses(direction).efforts if self.plant.losses else efforts

    @cached_property
    def friction(self) -> Array:
        """Viscous friction and damping of the smooth model, and f."""
        return friction(self.smooth, self.q, self.v) + self.nonsmooth

    @cached_property
    def dissipative(self) -> Array:
        """Friction efforts whose power is dissipated, or charges bristles: without the springs of backlash."""
        if not self.plant.backlashes:
            return self.friction
        backlash = self.drives.backlash
        return self.friction + backlash.dissipative_efforts() - backlash.efforts()

    # Losses of gears

    def gear(self, drive: Drive) -> Scalar:
        """Return the effort of an elastic gear at its rotor coordinate φ, with its backlash."""
        effort = self.drives.backlash.by_motor.get(drive.motor)
        return gear_effort(self.plant, drive, self.q, self.v) if effort is None else effort

    @cached_property
    def gear_losses(self) -> GearLosses:
        """Losses of all gears in the directions of motion."""
        return self._gear_losses(self.direction)

    def _gear_losses(self, direction: Direction | None) -> GearLosses:
        """Return the losses of all gears for other directions, with the accelerations of this instant."""
        carried = self._elastic_efforts | self._mesh_efforts
        if direction is not self.direction:
            # Friction of rotors acts before the mesh: the effort in the mesh changes as it changes direction.
            driving, now = self._driving_efforts(direction), self._driving_efforts(self.direction)
            for (loss, _), effort, effort_now in zip(rigid_losses(self.plant), driving, now, strict=True):
                carried |= {loss.name: carried[loss.name] + (effort - effort_now)}
        return GearLosses(self.plant, self.v, carried, direction)

    @cached_property
    def _elastic_efforts(self) -> dict[str, Scalar]:
        """Efforts that elastic gears with losses carry, at their joints, by motor."""
        pairs = ((loss.name, loss.drive) for loss in self.plant.losses)
        return {name: drive.legs[0].ratio * self.gear(drive) for name, drive in pairs if drive is not None}

    def _driving_efforts(self, direction: Direction | None) -> list[Scalar]:
        """Return for each rigid gear with losses the effort of its motor less the friction of its rotor."""
        efforts = []
        for loss, rotor in rigid_losses(self.plant):
            rotor_drag = rotor_friction(self.plant, loss, rotor, self.q, self.v, direction)
            motor = self._motor_effort(loss, rotor)
            efforts.append(motor - rotor_drag - self.drives.bristles.effort_of(rotor.stribeck))
        return efforts

    def _motor_effort(self, loss: GearLoss, rotor: GearedRotor) -> Scalar:
        """Return the effort of the motor of a rigid gear at its coordinate."""
        if self.motors is None:
            return self.commanded[loss.k] * (1 / rotor.motors)
        by_winding = self.motors.by_motor
        if loss.name in by_winding:
            return by_winding[loss.name]
        ideal_motors = rotor.motors - sum(winding.k == loss.k for winding in self.plant.windings)
        return self.ideal[loss.k] * (1 / ideal_motors)

    @cached_property
    def _mesh_efforts(self) -> dict[str, Scalar]:
        """Efforts e that rigid gears with losses carry, by motor: the solution of (2) of `drives.gear_losses`."""
        losses = [loss for loss, _ in rigid_losses(self.plant)]
        if not losses:
            return {}
        rows = rotor_rows(self.plant, self.q, self.v)
        driving = zip(self._driving_efforts(self.direction), rows, strict=True)
        e_0 = np.array([effort - row.b - row.r @ self._qdd_without_rigid_losses for effort, row in driving])
        B = np.array([[row.r @ self._unit_responses[loss.k] for loss in losses] for row in rows])
        e = solve_mesh(losses, e_0, B, self.direction, self.v)
        return dict(zip((loss.name for loss in losses), e, strict=True))

    @cached_property
    def _unit_responses(self) -> dict[int, Array]:
        """Columns of C: accelerations by a unit effort at each coordinate of rigid gears with losses."""
        at_rest, columns = np.zeros(self.plant.nv), dict[int, Array]()
        for k in {loss.k for loss, _ in rigid_losses(self.plant)}:
            unit_effort = np.eye(self.plant.nv)[k]
            inputs = {"q": self.q, "qd": at_rest, "tau": unit_effort, **self._lock_input, **self.free}
            (columns[k],) = self.equations.response.inline(self.graph, **inputs)
        return columns

    # Motion

    @cached_property
    def q_dot(self) -> Array:
        """Rates of the coordinates, (6), shape (nq,)."""
        return np.asarray(self.plant.rate(self.q, self.v))

    @cached_property
    def qdd(self) -> Array:
        """Accelerations v̇, shape (nv,)."""
        if not self._mesh_efforts:
            return self._qdd_without_rigid_losses
        F = GearLosses(self.plant, self.v, self._mesh_efforts, self.direction).efforts
        return self._qdd_without_rigid_losses - sum(C_k * F[k] for k, C_k in self._unit_responses.items())  # (9)

    @cached_property
    def _qdd_without_rigid_losses(self) -> Array:
        """Accelerations v̇⁰ without losses of rigid gears, (7)."""
        load = self.applied - self._nonsmooth_without_losses
        if self._elastic_efforts:
            load = load - GearLosses(self.plant, self.v, self._elastic_efforts, self.direction).efforts
        model = self.equations.restrained if self.equations.switching.lockable else self.equations.smooth
        return self._quantity(model, "forward_dynamics", qd=self.v, tau=load, **self._lock_input)  # (7)

    @property
    def _lock_input(self) -> dict[str, Array]:
        """λ as an input of forward dynamics; empty for a plant without lockable coordinates."""
        free = list(self.moving.values())
        return {"moving": np.array(free)} if free else {}

    @property
    def moving(self) -> dict[int, Scalar]:
        """λ of each lockable coordinate: 0 where friction or a rigid stop holds it, else 1."""
        by_coordinate = {}
        for k in self.equations.switching.lockable:
            modes = [of_kind[k] for of_kind in (self.friction_modes, self.stop_modes) if k in of_kind]
            by_coordinate[k] = math.prod(mode * mode for mode in modes)
        return by_coordinate

    @property
    def bias(self) -> Array:
        """Efforts that keep the velocities of the smooth plant constant, shape (nv,)."""
        return np.asarray(self._quantity(self.equations.smooth, "bias", qd=self.v))

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
        """Rates of the modes, zero, and of the impulses on held coordinates, (8)."""
        pairs = (*self.friction_modes.items(), *self.stop_modes.items())
        return [*[0.0] * self.equations.switching.count, *((1.0 - mode * mode) * self.load[k] for k, mode in pairs)]

    @property
    def rates(self) -> list[Scalar]:
        """ẋ."""
        return [*self.q_dot, *self.qdd, *self.c_dot, *self.d_dot, *self.m_dot, *self.powers]

    # Energy

    @property
    def powers(self) -> tuple[Scalar, ...]:
        """Rates of the audit, (10)–(12), and of the kinds of heat [W]."""
        winding_heat, work = 0.0, self.v @ self.tau  # (10)
        if self.motors is not None:
            winding_heat, work = self.motors.heat, self.motors.power + self.v @ self.ideal  # (10)
        friction_heat = self.v @ self.dissipative - self.drives.bristles.charging
        stop_heat = self.drives.stops.heat
        audit = work, self.v @ self.external, friction_heat + winding_heat + stop_heat  # (11), (12)
        if not self.equations.layout.heats:
            return audit
        gears: Scalar = self.gear_losses.heat if self.plant.losses or self.plant.drives else 0.0
        if self.plant.backlashes:
            gears = gears + self.v @ self.drives.backlash.dissipative_efforts()
        links = link_heat(self.plant, self.v)
        by_kind = {
            "bearings": friction_heat - gears - links,
            "gears": gears,
            "links": links,
            "windings": winding_heat,
            "stops": stop_heat,
        }
        return *audit, *(by_kind[kind] for kind in self.equations.heats)

    @cached_property
    def kinetic(self) -> Scalar:
        """Kinetic energy [J]."""
        return self._quantity(self.equations.plant, "kinetic_energy", qd=self.v)

    @cached_property
    def potential(self) -> Scalar:
        """Potential energy of gravity and springs, and the energy that drives and stops store [J]."""
        return self._quantity(self.equations.plant, "potential_energy") + self.drives.stored

    @cached_property
    def stored(self) -> Scalar:
        """Elastic part of the potential energy: springs, links, gears and end stops [J]."""
        return elastic_energy(self.plant, self.q) + self.drives.backlash.stored + self.drives.stops.stored

    def _quantity(self, model: Model, name: str, **inputs: Array) -> Any:
        """Return a quantity of a model at q, by its cheapest formulation."""
        (value,) = cheapest(model, name).inline(self.graph, q=self.q, **inputs, **self.free)
        return value
