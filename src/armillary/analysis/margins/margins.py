"""Margins of the closed loop of a scenario at an equilibrium, with all its sampled parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from armillary.analysis.margins.hybrid import Hybrid, HybridState
from armillary.analysis.margins.lifted import System, common_period, lifted, reduced, steps_of
from armillary.analysis.margins.output import LoopMargins, Margins
from armillary.analysis.margins.response import Complex, LoopResponse
from armillary.analysis.margins.tapped import FrozenReference, Tapped
from armillary.compiler.program import record
from armillary.errors import ArgumentError
from armillary.files.arguments import number, words
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.multibody.configuration import Coordinates, as_given, configuration
from armillary.multibody.coordinates import joint_count, joint_size, velocity_names
from armillary.simulation.capabilities import refusal
from armillary.simulation.controllers.composition import clocks_of
from armillary.simulation.loop.digital import Digital
from armillary.simulation.loop.prepare import loop_of
from armillary.simulation.loop.sensing import Sensing
from armillary.simulation.scenario import Scenario
from armillary.simulation.sensors.sensor import Sensor
from armillary.simulation.signals import TaskMotion
from armillary.spatial.scalar import Array, Floats

KINDS = ("q", "qd", "")
"""Prefixes of the names of signals, in the order of the taps: positions and velocities seen by the law, commands."""
DELAYS = 1e-12
"""Magnitude of z up to which a pole is a delay."""


def margins(
    scenario: Scenario, open: str | Sequence[str] | None = None, *, q: Coordinates = None, t: float = 0.0
) -> Margins:
    """Return margins, bandwidths and poles of a closed loop at an equilibrium.

    Args:
        scenario: Scenario with a controller, continuous or sampled, with one start. Its reference is frozen at t. Dry
            friction, losses and backlash of gears are left out; bristles are springs. Steps, noise, drift and lost
            samples of sensors are left out.
        open: Signals at which the loop is opened, one at a time: the name of a joint for its command, "q.NAME" or
            "qd.NAME" for a position or velocity as the control law sees it, "measured.SENSOR.CHANNEL" for a reading.
            Default: the commands of all joints.
        q: Configuration that is held, in place of the reference: joint coordinates, with or without elastic ones, as an
            array or by name.
        t: Time of reference, disturbances and plant [s].

    Raises:
        ArgumentError: The scenario has no controller, several starts, or a law that cannot be compiled; a signal is
            unknown; or the periods of several clocks have no common multiple.
        ConvergenceError: There is no equilibrium near the start.

    Example:
        >>> import armillary as arm
        >>> arm_with_pd = arm.Scenario(arm.library.get("khatib-rr"), controller=arm.controllers.PD(kp=100.0, kd=20.0))
        >>> [loop.signal for loop in arm.margins(arm_with_pd)]
        ['joint1', 'joint2']
    """
    frozen, notes = _frozen(scenario, q, number("t", t, 0.0))
    clocks = clocks_of(frozen.controller, frozen.law)
    sampled = scenario.period is not None or any(clocks)
    sensing = Sensing(frozen.sensors, frozen.plant_model)
    tapped = Tapped(frozen.law, frozen.plant_model, clocks, sensing if sampled else None)
    hybrid = Hybrid(loop_of(replace(frozen, controller=tapped)), t)
    indices = _Indices(hybrid, tapped)
    state = hybrid.equilibrium(hybrid.start(), indices.fixed)
    linear = (_sampled if hybrid.tasks else _continuous)(hybrid, state, indices)
    taps, loops = _signals(frozen.plant_model, sensing, open), []
    for name, k in taps.items():
        system = linear.opened([k], False)
        if np.any(system.B) and np.any(system.C):
            closed = linear.opened([k], True) if len(system.times) > 1 else None
            loops.append(LoopMargins(name, system, LoopResponse(system, linear.poles, closed)))
        elif open is not None:
            notes.append(f"{name}: no loop goes through this signal")
    if not loops:
        raise ArgumentError("open", "signals that no loop goes through", "a signal of a feedback loop")
    together = None
    if open is None:
        system = linear.opened([taps[equations.signal] for equations in loops], False)
        together = LoopResponse(system, linear.poles) if len(system.times) == 1 else None
    return Margins(
        frozen.plant_model.robot.name,
        tuple(loops),
        linear.z,
        linear.period,
        linear.poles,
        state.x[hybrid.equations.layout.q],
        np.asarray(hybrid.outputs(state)["tau"]),
        together,
        tuple(notes),
    )


class _Linear(NamedTuple):
    """A closed loop linearised: common period of all clocks [s], poles in z and s, and the loop from taps to signals.

    `opened(signals, closed)` returns that loop, opened there or closed.
    """

    period: float
    z: Complex
    poles: Complex
    opened: Callable[[list[int], bool], System]


def _sampled(hybrid: Hybrid, state: HybridState, indices: _Indices) -> _Linear:
    period = common_period(hybrid.clocks)
    steps, states = steps_of(hybrid, state, period), indices.states(hybrid, state)
    Phi = np.eye(hybrid.size)
    for step in steps:
        Phi = step.matrix @ Phi
    z = np.linalg.eigvals(reduced(Phi[np.ix_(states, states)])).astype(complex)
    z = z[np.abs(z) > DELAYS]
    poles = np.log(z) / period
    order = np.lexsort((poles.imag, np.abs(poles)))

    def opened(signals: list[int], closed: bool = False) -> System:
        return lifted(steps, states, [indices.tap(k) for k in signals], [indices.seen(k) for k in signals], closed)

    return _Linear(period, z[order], poles[order], opened)


def _continuous(hybrid: Hybrid, state: HybridState, indices: _Indices) -> _Linear:
    slopes, made = hybrid.rate_slopes(state), _made(hybrid, indices.law, state)
    states = indices.states(hybrid, state)
    A = slopes[:, states][states]
    poles = np.linalg.eigvals(A).astype(complex)

    def opened(signals: list[int], closed: bool = False) -> System:
        B, C = slopes[:, [indices.tap(k) for k in signals]][states], made[signals][:, states]
        return System(A if closed else A - B @ C, B, C, np.zeros((len(signals), len(signals))), 0.0, np.zeros(1))

    return _Linear(0.0, np.zeros(0, dtype=complex), poles[np.lexsort((poles.imag, np.abs(poles)))], opened)


def _frozen(scenario: Scenario, q: Coordinates, t: float) -> tuple[Scenario, list[str]]:
    """Return the scenario with a constant reference, without noise and dry friction, and notes on what is left out."""
    if not isinstance(scenario, Scenario):
        raise ArgumentError("scenario", shortened(scenario), "a Scenario with a controller")
    if scenario.controller is None:
        raise ArgumentError("scenario", "one without a controller", "a scenario with a controller")
    if scenario.stacked:
        raise refusal("stack", f"{len(scenario.starts)} starts", "margins")
    plant = [model for begin, model in scenario.plants if begin <= t][-1]
    plant, notes = _sliding(plant)
    options: dict[str, Any] = {"plant": plant, "changes": (), "qd0": None, "robot": scenario.nominal_model}
    options["sensors"] = tuple(_ideal(sensor) for sensor in scenario.sensors)
    if options["sensors"] != scenario.sensors:
        notes.append("steps, noise, drift and lost samples of sensors are left out")
    if q is not None:
        start = as_given(plant, configuration(plant, q), q)
        return replace(scenario, **options, reference=None, q0=start), notes
    reference = FrozenReference(scenario.desired, t)
    desired, joints = reference.motion(t), joint_size(plant)
    if not isinstance(desired, TaskMotion) and len(desired.position) >= joints:
        options["q0"] = np.array(desired.position[:joints], dtype=float)  # the search starts near the equilibrium
    return replace(scenario, **options, reference=reference), notes


def _sliding(plant: Model) -> tuple[Model, list[str]]:
    """Return a plant without dry friction, gear losses and backlash, which have no linearisation at rest, and notes."""
    has_dry_friction = any(np.any(np.asarray(effort) != 0) for effort in (plant.coulomb, plant.coulomb_sided))
    has_dry_friction = has_dry_friction or any(joint.coulomb or joint.coulomb_sided for joint in plant.followers)
    bristled = tuple(law for law in plant.stribeck if law.bristled)
    has_dry_friction = has_dry_friction or bristled != plant.stribeck
    notes = ["dry friction is left out, as where joints slide"] if has_dry_friction else []
    notes += ["losses of gears are left out"] if plant.losses else []
    notes += ["backlash is left out: teeth are in contact"] if plant.backlashes else []
    if not notes:
        return plant, notes
    followers = tuple(replace(joint, coulomb=0.0, coulomb_sided=0.0) for joint in plant.followers)
    zeros = np.zeros(plant.nv)
    changes = {"coulomb": zeros, "coulomb_sided": zeros, "stribeck": bristled, "losses": (), "backlashes": ()}
    return plant.changed(**changes, followers=followers), notes


def _ideal(sensor: Sensor) -> Sensor:
    """Return a sensor without steps, noise, drift and lost samples."""
    ideal: dict[str, Any] = dict.fromkeys(("noise", "walk", "drift", "dropout"), 0.0)
    ideal |= {"resolution": None, "counts": None}
    return replace(sensor, **{name: value for name, value in ideal.items() if getattr(sensor, name, value) != value})


def _signals(model: Model, sensing: Sensing, open: str | Sequence[str] | None) -> dict[str, int]:
    """Return the numbers of the taps at which a loop is opened, by name."""
    nv, names = model.nv, velocity_names(model)[: joint_count(model)]
    known = {
        f"{kind}.{name}" if kind else name: j * nv + k for j, kind in enumerate(KINDS) for k, name in enumerate(names)
    }
    readings = [
        f"measured.{name}.{channel.name}" for name, (_, channels) in sensing.known.items() for channel in channels
    ]
    known |= {name: len(KINDS) * nv + k for k, name in enumerate(readings)}
    if open is None:
        return {name: known[name] for name in names}
    return {name: known[name] for name in words("open", open, known)}


class _Indices:
    """Indices in y of the taps of a law, of the values that it keeps before them, and of the states."""

    def __init__(self, hybrid: Hybrid, law: Tapped) -> None:
        self.law, layout = law, hybrid.equations.layout
        controller = hybrid.equations.controller
        if isinstance(controller, Digital):
            end = hybrid.moving + controller.places["z"].stop - law.seen
        else:
            end = 2 * hybrid.plant.nv + layout.controller
        self.first, self.kept = end - law.taps, end
        self.fixed = np.zeros(hybrid.size, dtype=bool)
        self.fixed[self.first : end] = True

    def tap(self, k: int) -> int:
        """Return the index of tap k."""
        return self.first + k

    def seen(self, k: int) -> int:
        """Return the index of the value that is kept before tap k; joints come first in q and v."""
        nq, nv = self.law.model.nq, self.law.model.nv
        return self.kept + (k if k < nv else k + nq - nv)

    def states(self, hybrid: Hybrid, state: HybridState) -> list[int]:
        """Return the indices of the states: without taps and values on which nothing depends."""
        return [int(k) for k in np.flatnonzero(~self.fixed & ~hybrid.idle(state))]


def _made(hybrid: Hybrid, law: Tapped, state: HybridState) -> Floats:
    """Return the derivatives by y of the inputs and commands of a continuous law before its taps, (3 nv, size)."""

    def made(clock: Array, x: Array, p: Array) -> dict[str, Array]:
        return {"u": law.command(hybrid.equations.at(clock[0].graph, clock, x, p).signal)}

    commands = hybrid.slopes(record("made", made, hybrid.equations.inputs), state)
    return np.vstack([np.eye(2 * law.model.nv, hybrid.size), commands])
