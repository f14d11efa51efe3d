"""The closed loop ẋ = f(t, x, p), whose state has everything that moves, that is computed or that is audited.

    x = (q, v, c, d, m, P, W, W_w, E_d, …)                                                                   (1)
coordinates, velocities, states of controller and drives, modes, impulses of held coordinates, and the audit:
    q̇ = rate(q, v),   v̇ = FD(q, v, τ + Σ J_kᵀ w_k),   ċ of the controller,   ḋ of the drives,   ṁ = 0        (2)
    Ẇ = τ·v,   Ẇ_w = Σ w_k · J_k v,   Ė_d = v · (friction and damping) − (power that charges bristles)        (3)
`loop.instant` has the terms. W is the work of the actuators, electric work where motors have
windings, W_w that of external wrenches, and E_d the dissipated energy, which plants with several
kinds of heat also split by kind. End stops do no work W: the energy that they store and dissipate
counts. The energy of the robot, with what drives and stops store, must be at all times
    E = E(0) + W + W_w − E_d                                                                                 (4)
The difference, the energy imbalance, is the error of the solver.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from armillary.compiler.choose import cheapest, choose
from armillary.compiler.kernel import Kernel, signature
from armillary.compiler.program import Program, evaluate, record
from armillary.compiler.simplified import build_simplified
from armillary.compiler.trace import trace
from armillary.expr.graph import Graph
from armillary.expr.pointwise import maximum, minimum
from armillary.files.lines import field_path
from armillary.files.recent import Recent, hashable
from armillary.formulations.centroidal import may_keep_momentum
from armillary.formulations.evaluate import STEP
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.multibody import Model
from armillary.multibody.validity import furthest
from armillary.simulation.controllers.function import Discrete, has_functions
from armillary.simulation.controllers.law import Specification
from armillary.simulation.disturbances import Disturbance, live_size
from armillary.simulation.drives.drives import Drives, drive_states, heats, stores
from armillary.simulation.drives.stops import JointStop
from armillary.simulation.loop.controls import bound
from armillary.simulation.loop.digital import Digital, Held
from armillary.simulation.loop.instant import Instant
from armillary.simulation.loop.linear import Linear, linear
from armillary.simulation.loop.momentum import exchange, momentum
from armillary.simulation.loop.state import AUDIT, Layout
from armillary.simulation.loop.switching import SMOOTH, Switching, watch
from armillary.simulation.numbers import with_gain, with_wrench
from armillary.simulation.signals import Controller, Parametric, Reference, WithNumbers, state_names
from armillary.spatial.scalar import Array, Floats, Scalar

if TYPE_CHECKING:
    from armillary.simulation.scenario import Scenario

COMPILED = 64
"""Number of walks and kernels that are kept for one closed loop."""
LEAST_SHARED = 0.2
"""Share of the operations of ẋ that one program for ẋ and a task must save to be worth it."""


@dataclass(frozen=True, eq=False)
class Equations:
    """A plant with its controller, reference and disturbances: all forms of its equations.

    Parts of the parameters p, in this order:
        changing     the numbers c that change at control instants (`loop.digital`). The first are the held efforts of a
                     sampled law, one for each velocity coordinate; a continuous law has them too, and does not read
                     them
        parameters   an entry for each name: the free parameters of the plant, then the gains and wrenches of `tunable`
        motion       the numbers of the reference, if `free_motion`; without a reference, the start of each run
        pushes       live pushes (`simulation.disturbances`), if `live`
    All but the first keep their values during a run.
    """

    plant: Model
    controller: Controller
    reference: Reference
    effort_limits: tuple[float, ...] = ()
    """Greatest effort at each velocity coordinate [N·m or N]; empty for no limits."""
    disturbances: tuple[Disturbance, ...] = ()
    scenario: Scenario | None = None
    """The scenario whose law `bind` evaluates with other gains; None if no number of law or reference is free."""
    tunable: tuple[str, ...] = ()
    """Names of the gains and wrenches that are entries of p, such as `controller.kp[2]` (`simulation.numbers`)."""
    free_motion: bool = False
    """Whether the numbers of the reference are entries of p."""
    command: str = "torque"
    """Meaning of the controller's outputs at motors with windings: "torque", "current" or "voltage"."""
    switching: Switching = SMOOTH
    """Elements with modes, which events change; default none: dry friction is smooth."""
    stops: tuple[JointStop, ...] = ()
    """End stops of the joints; default none."""
    kinds: tuple[str, ...] | None = None
    """Kinds of heat of all plants of a run; default those of the plant."""
    live: bool = False
    """Whether p has live pushes on every body and every velocity coordinate."""
    compiled: Recent[Any] = field(default_factory=lambda: Recent(COMPILED), init=False)
    """Code of these equations: walks by solver and number of lanes (`walk.Walk`), derivatives, kernels of GPUs.
    A copy with changes (`dataclasses.replace`) begins without code."""

    # Parameters p

    @property
    def held(self) -> int:
        """Number of held efforts, the first part of p."""
        return max(1, self.plant.nv)

    @cached_property
    def changing(self) -> int:
        """Number of the entries of p that change at control instants, its first part."""
        return self.held + (len(self.controller.memory) if isinstance(self.controller, Held) else 0)

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of the entries of p behind `changing`: free parameters of the plant, then gains and wrenches."""
        return *self.plant.free, *self.tunable

    def place(self, name: str) -> int:
        """Return the place in p of one of the `parameters`."""
        return self.changing + self.parameters.index(name)

    @cached_property
    def motion(self) -> slice:
        """Places of the numbers of the reference in p; empty where they are constants."""
        first = self.changing + len(self.parameters)
        return slice(first, first + (len(cast(Parametric, self.reference).numbers) if self.free_motion else 0))

    @cached_property
    def pushes(self) -> slice:
        """Places of live pushes in p, its last part."""
        first = self.motion.stop
        return slice(first, first + (live_size(self.plant) if self.live else 0))

    @property
    def size_of_p(self) -> int:
        """Length of p."""
        return self.pushes.stop

    def free(self, p: Array) -> dict[str, Array]:
        """Return the free parameters of the plant, from p (…, m), as inputs of its programs; empty without any."""
        stop = self.changing + len(self.plant.free)
        return {"parameters": p[..., self.changing : stop]} if self.plant.free else {}

    def tuned(self, p: Array) -> Array:
        """Return gains, wrenches and the numbers of the reference, from p (…, m)."""
        return p[..., self.changing + len(self.plant.free) : self.motion.stop]

    @property
    def law(self) -> Controller | None:
        """The control law; None where Python calls it or efforts come from outside."""
        if isinstance(self.controller, Digital):
            return self.controller.law
        return None if isinstance(self.controller, Held) else self.controller

    def bind(self, tuned: Sequence[Scalar] | Array) -> tuple[Any, Reference, tuple[Disturbance, ...]]:
        """Return law, reference and disturbances with values, numbers or expressions, of `tuned`.

        The law is that of the scenario if Python calls it and gains are free, else `law`.
        """
        law, reference, scenario = self.law, self.reference, self.scenario
        if scenario is None:
            return law, reference, self.disturbances
        specification, pushes = self._with_tunable(scenario, tuned)
        if specification is not scenario.specification:
            readings = scenario.sensing.sizes
            law = bound(specification, scenario.control_model, reference, scenario.plant_model, readings)
        if self.free_motion:
            numbers = tuple(tuned[len(self.tunable) :])
            reference = WithNumbers(cast(Parametric, reference), numbers, reference.switches)
        return law, reference, pushes

    def _with_tunable(self, scenario: Scenario, values: Iterable[Scalar]) -> tuple[Any, tuple[Disturbance, ...]]:
        """Return the specification of the controller and the disturbances with values of `tunable`."""
        specification: Any = scenario.specification
        pushes: list[Any] = [*self.disturbances]
        for name, value in zip(self.tunable, values, strict=False):
            owner, *path = field_path(name)
            if owner == "controller":
                specification = with_gain(specification, scenario.law, path, value)
            else:
                number = int(path[0])
                pushes[number] = with_wrench(pushes[number], path[1:], value)
        return specification, tuple(pushes)

    @cached_property
    def structure(self) -> Hashable | None:
        """Everything that the equations depend on except p, as a key for code; None where the equations have no key.

        Closed loops with equal structures have the same equations: the numbers that differ are entries of p.
        """
        scenario, law = self.scenario, self.controller
        if scenario is None or not self.free_motion or not isinstance(self.reference, Parametric):
            return None  # the numbers of the reference are constants of the code
        if self.law is None:
            return None  # efforts come from Python, or from outside
        if scenario.controller is not None and not isinstance(scenario.controller, Specification):
            return None  # a function, or a law of a user's class
        if isinstance(scenario.controller, Discrete) or has_functions(scenario.law):
            return None  # values that a function captures may change
        if any(push.has_functions for push in self.disturbances):
            return None
        digital = (law.timing, law.sensing.sensors, law.switches) if isinstance(law, Digital) else None
        specification, pushes = self._with_tunable(scenario, itertools.repeat(1.0))  # numbers of p do not count
        motion: Hashable = self.reference.pattern, len(self.reference.numbers)
        if self.reference.has_functions:
            motion = _motion_text(self.reference)
        return hashable(
            (
                (self.plant, scenario.control_model, scenario.plant_model),
                (self.effort_limits, pushes, self.command, self.switching, self.stops, self.kinds),
                (self.tunable, specification, type(scenario.controller), digital, self.live),
                motion,
            )
        )

    # Layout of the state, and the programs

    @property
    def switches(self) -> tuple[float, ...]:
        """The instants at which reference, controller or disturbances are not smooth [s]."""
        of_controller: tuple[float, ...] = getattr(self.controller, "switches", ())  # of a table of efforts in time
        of_pushes = (t for push in self.disturbances for t in push.switches)
        return tuple(sorted({*self.reference.switches, *of_controller, *of_pushes}))

    @cached_property
    def layout(self) -> Layout:
        """The places of the parts of the state."""
        plant = self.plant
        states = drive_states(plant)
        kinds = len(self.heats) if len(self.heats) > 1 else 0  # a single kind of heat is E_d itself
        return Layout(plant.nq, plant.nv, self.controller.states, len(states), kinds, *self.switching.sizes)

    @cached_property
    def heats(self) -> tuple[str, ...]:
        """The kinds of heat that the audit keeps apart."""
        return heats(self.plant, self.stops) if self.kinds is None else self.kinds

    @cached_property
    def stores(self) -> tuple[str, ...]:
        """The kinds of energy that drives and end stops store."""
        return stores(self.plant, self.stops)

    @cached_property
    def state_names(self) -> tuple[str, ...]:
        """Names of the states of controller and drives, in the order of x; a sampled law has its states in p."""
        law = () if isinstance(self.controller, Held) else state_names(self.controller)
        return (*(f"controller.{name}" for name in law), *(state.name for state in drive_states(self.plant)))

    def updates(self, momenta: bool = False) -> tuple[Program, ...]:
        """Return the tasks of a sampled law in the order of its clocks; none for a continuous law."""
        return self.controller.updates(self, momenta) if isinstance(self.controller, Digital) else ()

    @cached_property
    def ahead(self) -> Program | None:
        """The last task and ẋ after it as one program, where this saves many operations; else None.

        A law that computes with the model shares sines and inertias with the equations of motion.
        """
        updates = self.updates()
        if not updates or updates[-1].operations < self.program.operations * LEAST_SHARED:
            return None
        update = updates[-1]

        def both(clock: Array, x: Array, p: Array, w: Array) -> dict[str, Array]:
            graph = clock[0].graph
            (after,) = update.inline(graph, clock=clock, x=x, p=p, w=w)
            (dx,) = self.program.inline(graph, clock=clock, x=x, p=np.array([*after, *p[self.changing :]]))
            return {"next": after, "dx": dx}

        together = record(update.name, both, {port.name: port.size for port in update.inputs})
        saved = update.operations + self.program.operations - together.operations
        return together if saved > self.program.operations * LEAST_SHARED else None

    @cached_property
    def smooth(self) -> Model:
        """The plant without dry friction and friction with bristles, which `Instant` adds."""
        return _smooth(self.plant)

    @cached_property
    def restrained(self) -> Model:
        """The smooth plant, with forward dynamics that can hold the lockable coordinates."""
        return _smooth(self.plant, self.switching.lockable)

    @cached_property
    def response(self) -> Program:
        """Forward dynamics at rest without gravity and springs: the accelerations that efforts alone cause.

        The formulation is that of the accelerations, so that both share the factors of the mass matrix.
        """
        model = self.restrained if self.switching.lockable else self.smooth
        return trace(_bare(model), "forward_dynamics", choose(model, "forward_dynamics").formulation)

    @property
    def bare(self) -> Model:
        """The plant without gravity, springs and friction."""
        return _bare(_smooth(self.plant))

    @cached_property
    def watch(self) -> Program:
        """Margins and next modes of the elements with modes, and ẋ, as functions of clock, x and p."""
        return watch(self)

    @cached_property
    def watch_kernel(self) -> Kernel:
        """The code of `watch`."""
        return build_simplified(self.watch)

    @cached_property
    def program(self) -> Program:
        """ẋ as a function of clock, x and p."""

        def derivative(clock: Array, x: Array, p: Array) -> dict[str, Array]:
            return {"dx": np.array(self.at(clock[0].graph, clock, x, p).rates, dtype=object)}

        return record("derivative", derivative, self.inputs)

    @cached_property
    def standstill(self) -> Program:
        """Load that nothing holds at rest, ċ, ḋ, and the efforts needed for rest, as functions of clock, x and p."""
        return self._standstill(())

    @cached_property
    def standstill_by_friction(self) -> Program:
        """The same, with dry friction and losses of gears holding what they can."""
        return self._standstill(self.switching.sticking)

    def _standstill(self, sticking: tuple[int, ...]) -> Program:
        def standstill(clock: Array, x: Array, p: Array) -> dict[str, Array]:
            now = self.at(clock[0].graph, clock, x, p)
            needed = now.bias
            missing = list(now.load - needed)
            if sticking:
                ahead, back = now.breakaway(lambda k: 1.0), now.breakaway(lambda k: -1.0)
                for k in sticking:  # friction holds a load between its breakaway efforts
                    missing[k] = maximum(missing[k] - ahead[k], 0.0) + minimum(missing[k] - back[k], 0.0)
            return {"rates": np.array([*missing, *now.c_dot, *now.d_dot, *needed], dtype=object)}

        return record("standstill", standstill, self.inputs)

    def slopes(self, clock: Sequence[float], x: Floats, p: Floats, along: Floats) -> Floats:
        """Return the derivatives of ẋ along the rows of `along`, shape (size, rows), by the complex step."""
        inputs = {"clock": np.asarray(clock), "x": x + 1j * STEP * along, "p": p}
        return np.asarray(evaluate(self.program, inputs)["dx"].imag.T / STEP, dtype=float)

    @cached_property
    def momentum(self) -> Program:
        """ẋ of the momentum form as a function of clock, x and p."""
        return momentum(self)

    @cached_property
    def linear(self) -> Linear:
        """The function f with its derivatives, with states sorted for Rosenbrock methods."""
        return linear(self)

    @cached_property
    def outputs(self) -> Program:
        """Efforts, accelerations, energies, signals, the reference and the tip as functions of clock, x and p."""

        def outputs(clock: Array, x: Array, p: Array) -> dict[str, Array]:
            now = self.at(clock[0].graph, clock, x, p)
            by_name = {name: getattr(now, name) for name in ("tau", "qdd", "kinetic", "potential", "stored")}
            if now.motors is not None:
                by_name |= {"currents": now.motors.currents, "voltages": now.motors.voltages}
            if self.stores:
                by_name["stores"] = now.drives.stores
            by_name["reference"] = now.signal.reference.position
            if "tip" in self.plant.frames:
                by_name["tip"] = frame_pose(now.plant, body_poses(now.plant, now.q), "tip")[1]
            by_name |= {f"signal {name}": values for name, values in now.signals.items()}
            return {name: np.atleast_1d(np.asarray(values, dtype=object)) for name, values in by_name.items()}

        return record("outputs", outputs, self.inputs)

    @cached_property
    def output_kernel(self) -> Kernel:
        """The code of `outputs`."""
        return build_simplified(self.outputs)

    def balance(self, momenta: bool = False) -> Program:
        """Return the program of what the driver watches at every step: energy imbalance, deflections, momentum.

        Its outputs are functions of x and p: the imbalance E − W − W_w + E_d − E(0) up to the constant E(0), (4);
        for a plant with modes, the greatest square of `Bending.excess`; for a plant that may keep its momentum, the
        squared changes of the angular and the linear momentum from a third input, the momentum at the start.

        Args:
            momenta: Whether x has momenta in place of velocities.
        """

        def balance(x: Array, p: Array, start: Array | None = None) -> dict[str, Array]:
            work, external, dissipated = x[self.layout.audit][: len(AUDIT)]
            energy, v = self._energy_at(x, p, momenta)
            watched = {"balance": np.atleast_1d(energy - work - external + dissipated)}
            bending = furthest(self.plant, x[self.layout.q])
            if bending is not None:
                watched["bending"] = np.array([bending])
            if start is not None:
                momentum_of = cheapest(self.plant, "spatial_momentum")
                (h,) = momentum_of.inline(x[0].graph, q=x[self.layout.q], qd=v, **self.free(p))
                for name, part in (("angular", slice(0, 3)), ("linear", slice(3, 6))):
                    watched[name] = np.array([(h - start)[part] @ (h - start)[part]])
            return watched

        inputs = {name: self.inputs[name] for name in ("x", "p")}
        return record("balance", balance, inputs | ({"start": 6} if self.keeps_momentum else {}))

    @cached_property
    def keeps_momentum(self) -> bool:
        """Whether the plant may keep its momentum; it is watched then."""
        return may_keep_momentum(self.plant)

    def whole_momentum(self, x: Floats, p: Floats) -> Floats:
        """Return the momentum of the plant at states x (…, size), shape (N, 6); zero where it is not watched."""
        rows = x.reshape(-1, self.layout.size)
        momenta = np.zeros((len(rows), 6))
        if self.keeps_momentum:
            inputs = (rows[:, self.layout.q], rows[:, self.layout.v], *self.free(np.atleast_2d(p)).values())
            _momentum_kernel(self.plant).batch(*map(np.ascontiguousarray, inputs), momenta)
        return momenta

    def energy(self, x: Floats, p: Floats) -> float:
        """Return kinetic, potential and drive energy of the plant at one state [J]."""
        energy = np.empty(1)
        self._energy_kernel.one(*(np.ascontiguousarray(part) for part in (x, p)), energy)
        return float(energy[0])

    @cached_property
    def energies(self) -> Program:
        """Kinetic, potential and drive energy together as a function of x and p."""

        def energy(x: Array, p: Array) -> dict[str, Array]:
            return {"energy": np.atleast_1d(self._energy_at(x, p)[0])}

        return record("energy", energy, {name: self.inputs[name] for name in ("x", "p")})

    @cached_property
    def _energy_kernel(self) -> Kernel:
        return build_simplified(self.energies)

    def _energy_at(self, x: Array, p: Array, momenta: bool = False) -> tuple[Scalar, Array]:
        """Return the energy of the plant and of its drives [J] and the velocities, as expressions of x and p."""
        graph, layout, free = x[0].graph, self.layout, self.free(p)
        q = x[layout.q]
        if momenta:
            momentum = x[layout.v]
            (v,) = exchange(self.plant, "velocity").inline(graph, q=q, qd=momentum, **free)
            kinetic = 0.5 * (momentum @ v)
        else:
            v = x[layout.v]
            (kinetic,) = cheapest(self.plant, "kinetic_energy").inline(graph, q=q, qd=v, **free)
        (potential,) = cheapest(self.plant, "potential_energy").inline(graph, q=q, **free)
        return kinetic + potential + self.drives(q, v, x, free).stored, v

    def drives(self, q: Array, v: Array, x: Array, free: dict[str, Array]) -> Drives:
        """Return the drives of the plant at expressions; x has their states."""
        plant = self.plant.with_values(free["parameters"]) if free else self.plant
        modes = self.switching.split(x[self.layout.m])[1] if self.switching.gaps else None
        return Drives(plant, q, v, x[self.layout.d], modes, self.stops)

    def to_momentum(self, x: Floats, p: Floats | None = None) -> Floats:
        """Return states of the momentum form from states, shape (size,) or (N, size).

        p, shape (m,) or one row for each state, is needed where the plant has free parameters.
        """
        return self._exchanged(x, p, "momentum")

    def from_momentum(self, x: Floats, p: Floats | None = None) -> Floats:
        """Return states from states of the momentum form; shapes as for `to_momentum`."""
        return self._exchanged(x, p, "velocity")

    @cached_property
    def _exchanges(self) -> dict[str, Kernel]:
        return {to: build_simplified(exchange(self.plant, to)) for to in ("momentum", "velocity")}

    def _exchanged(self, x: Floats, p: Floats | None, to: str) -> Floats:
        """Return x with momenta in place of velocities, or the reverse; rows of p are repeated for blocks of x."""
        layout = self.layout
        rows = np.array(x, dtype=float).reshape(-1, layout.size)
        exchanged = np.empty((len(rows), layout.nv))
        p_rows = np.atleast_2d(np.zeros(0) if p is None else p)
        free = [np.resize(values, (len(rows), values.shape[-1])) for values in self.free(p_rows).values()]
        q, v = (np.ascontiguousarray(rows[:, part]) for part in (layout.q, layout.v))
        self._exchanges[to].batch(q, v, *free, exchanged)
        rows[:, layout.v] = exchanged
        return rows.reshape(np.shape(x))

    @property
    def inputs(self) -> dict[str, int]:
        """Inputs of the programs with their sizes."""
        return {"clock": 2, "x": self.layout.size, "p": self.size_of_p}

    def at(self, graph: Graph, clock: Array, x: Array, p: Array) -> Instant:
        """Return the closed loop at expressions of a graph; x may leave out the audit."""
        return Instant(self, graph, clock, x, p)


def _motion_text(desired: Parametric) -> str:
    """Return the expressions of a reference as functions of its numbers and the clock, as text.

    A time law of a user has no pattern: only its trace says what it computes now.
    """

    def motion(numbers: Array, t: Array) -> dict[str, Array]:
        desired_motion = cast(Any, desired.motion_with(tuple(numbers), t[0], t[1]))
        return {name: np.ravel(np.asarray(value, dtype=object)) for name, value in vars(desired_motion).items()}

    return signature(record("motion", motion, {"numbers": len(desired.numbers), "t": 2}))


# Models and kernels of recent plants are kept: compiled programs belong to a model, and runs repeat.


@lru_cache(maxsize=16)
def _smooth(plant: Model, lockable: tuple[int, ...] = ()) -> Model:
    """Return a plant without dry friction, whose forward dynamics can hold the lockable coordinates."""
    followers = tuple(replace(follower, coulomb=0.0, coulomb_sided=0.0) for follower in plant.followers)
    frictionless = {"coulomb": np.zeros(plant.nv), "coulomb_sided": np.zeros(plant.nv), "stribeck": ()}
    return plant.changed(**frictionless, followers=followers, lockable=lockable)


@lru_cache(maxsize=16)
def _bare(plant: Model) -> Model:
    """Return a plant without gravity and springs."""
    drives = tuple(replace(drive, cubic=0.0) for drive in plant.drives)
    stiffness, gravity = np.zeros((plant.nv, plant.nv)), np.zeros(3)
    return plant.changed(stiffness=stiffness, gravity=gravity, compensation=None, followers=(), drives=drives)


@lru_cache(maxsize=16)
def _momentum_kernel(plant: Model) -> Kernel:
    """Return the code of a plant's momentum, with which every run begins."""
    return build_simplified(cheapest(plant, "spatial_momentum"))
