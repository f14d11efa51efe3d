"""The closed loop as one program: ẋ = f(t, x, p), with everything that moves, is commanded or is audited in the state.

    x = (q, v, c, W, W_e, E_d):   coordinates, velocities, states of the controller, and three sums       (1)
    q̇ = rate(q, v),   v̇ = FD(q, v, τ + Σ J_kᵀ w_k),   ċ of the controller                               (2)
    Ẇ = τ·v,   Ẇ_e = Σ w_k · J_k v,   Ė_d = v · (friction and damping)                                   (3)
W is the work of the actuators, W_e that of external wrenches, E_d what is dissipated. The energy of the robot must
be E(0) + W + W_e − E_d at all times; what it differs by is the error of the integrator.                     (4)
Coulomb friction jumps where a joint stops, and no integrator gets past a joint that sticks. Here it is
    c tanh(v / v₀),   v₀ = 1 mrad/s or 1 mm/s                                                            (5)
so that a joint under a load τ below c, which would stick, creeps at v₀ atanh(τ/c): at half of v₀ under 0.46 c, at v₀
under 0.76 c, at 3 v₀ under 0.995 c.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from armillary.compiler.choose import cheapest
from armillary.compiler.program import Port, Program, references
from armillary.compiler.program import inputs_of as inputs
from armillary.compiler.simplified import build_simplified
from armillary.expr.graph import Expr, Graph, maximum, minimum
from armillary.formulations.passive import elastic_energy, friction
from armillary.multibody import Model
from armillary.multibody.flexible.field import Floats
from armillary.simulation.disturbances import Push
from armillary.simulation.signals import Controller, Reference, Signal
from armillary.spatial.rotation import Array
from armillary.spatial.scalar import tanh

CREEP = 1e-3
"""v₀ of (5) [rad/s or m/s]."""

AUDIT = ("work", "external", "dissipated")


@dataclass(frozen=True)
class Layout:
    """Where the parts of the state are, (1)."""

    nq: int
    nv: int
    controller: int

    @property
    def q(self) -> slice:
        """Coordinates."""
        return slice(0, self.nq)

    @property
    def v(self) -> slice:
        """Velocities."""
        return slice(self.nq, self.nq + self.nv)

    @property
    def c(self) -> slice:
        """States of the controller."""
        return slice(self.nq + self.nv, self.nq + self.nv + self.controller)

    @property
    def audit(self) -> slice:
        """Work, work of external wrenches, dissipated energy."""
        return slice(self.c.stop, self.c.stop + len(AUDIT))

    @property
    def size(self) -> int:
        """How many states there are."""
        return self.audit.stop


@dataclass(frozen=True, eq=False)
class System:
    """A robot with its controller and its reference."""

    plant: Model
    controller: Controller
    reference: Reference
    most: tuple[float, ...] = ()
    """The greatest effort at each velocity coordinate; none if empty."""
    pushes: tuple[Push, ...] = ()

    @cached_property
    def smooth(self) -> Model:
        """The plant without Coulomb friction, which is (5) here."""
        return self.plant.changed(coulomb=np.zeros(self.plant.nv))

    def dry(self, v: Array) -> Array:
        """Return Coulomb friction as (5) has it, shape (nv,)."""
        rates = zip(self.plant.coulomb, v, strict=True)
        return np.array([c * tanh(rate / CREEP) if c else 0.0 for c, rate in rates])

    @property
    def switches(self) -> tuple[float, ...]:
        """The instants at which something is not smooth."""
        own: tuple[float, ...] = getattr(self.controller, "switches", ())  # of a table of efforts in time
        return tuple(sorted({*self.reference.switches, *own, *(t for push in self.pushes for t in push.switches)}))

    @cached_property
    def layout(self) -> Layout:
        """Where the parts of the state are."""
        return Layout(self.plant.nq, self.plant.nv, self.controller.states)

    @cached_property
    def program(self) -> Program:
        """ẋ as a function of clock, x and p."""
        graph, arrays, (clock, x, p) = self._inputs()
        signal, tau, pushed = self._effort(clock, x, p)
        v = x[self.layout.v]
        load = tau + pushed - self.dry(v)
        (qdd,) = cheapest(self.smooth, "forward_dynamics").inline(graph, q=signal.q, qd=v, tau=load)
        powers = v @ tau, v @ pushed, v @ (friction(self.smooth, v) + self.dry(v))  # (3)
        rates = [*self.plant.rate(signal.q, v), *qdd, *self.controller.rate(signal), *powers]
        return Program("derivative", graph, arrays, (Port("dx", (len(rates),)),), (references(graph, rates),))

    @cached_property
    def outputs(self) -> Program:
        """Efforts, accelerations, energies and the reference as functions of clock, x and p."""
        graph, arrays, (clock, x, p) = self._inputs()
        signal, tau, pushed = self._effort(clock, x, p)
        v = x[self.layout.v]
        load = tau + pushed - self.dry(v)
        results = {
            "tau": tau,
            "qdd": cheapest(self.smooth, "forward_dynamics").inline(graph, q=signal.q, qd=v, tau=load),
            "kinetic": cheapest(self.plant, "kinetic_energy").inline(graph, q=signal.q, qd=v),
            "potential": cheapest(self.plant, "potential_energy").inline(graph, q=signal.q),
            "stored": elastic_energy(self.plant, signal.q),
            "reference": signal.reference.position,
        }
        found = {name: references(graph, values) for name, values in results.items()}
        shapes = tuple(Port(name, (len(refs),)) for name, refs in found.items())
        return Program("outputs", graph, arrays, shapes, tuple(found.values()))

    @cached_property
    def energies(self) -> Program:
        """Kinetic and potential energy together as a function of q and v."""
        graph = Graph()
        arrays = (Port("q", (self.plant.nq,)), Port("qd", (self.plant.nv,)))
        q, v = inputs(graph, arrays)
        (kinetic,) = cheapest(self.plant, "kinetic_energy").inline(graph, q=q, qd=v)
        (potential,) = cheapest(self.plant, "potential_energy").inline(graph, q=q)
        return Program("energy", graph, arrays, (Port("energy", (1,)),), (references(graph, kinetic + potential),))

    def energy(self, q: Floats, v: Floats) -> float:
        """Return the energy of the plant at one state [J]."""
        found = np.empty(1)
        build_simplified(self.energies).one(np.ascontiguousarray(q), np.ascontiguousarray(v), found)
        return float(found[0])

    def _inputs(self) -> tuple[Graph, tuple[Port, ...], list[Array]]:
        graph = Graph()
        arrays = (Port("clock", (2,)), Port("x", (self.layout.size,)), Port("p", (max(1, self.plant.nv),)))
        return graph, arrays, inputs(graph, arrays)

    def _effort(self, clock: Array, x: Array, p: Array) -> tuple[Signal, Array, Array]:
        """Return what the controller sees, the efforts of the actuators and those of pushes."""
        q, v, c = x[self.layout.q], x[self.layout.v], x[self.layout.c]
        signal = Signal(clock[0], q, v, c, self.reference.motion(clock[0], clock[1]), p, clock[1])
        tau = list(self.controller.effort(signal))
        for k, most in enumerate(self.most):
            if math.isfinite(most):
                given = tau[k]
                known = not isinstance(given, Expr)
                tau[k] = max(min(given, most), -most) if known else maximum(minimum(given, most), -most)
        pushed = np.zeros(self.plant.nv)
        for push in self.pushes:
            pushed = pushed + push.efforts(self.plant, q, clock[0], clock[1])
        return signal, np.array(tau), pushed
