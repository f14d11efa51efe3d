"""Margins of the closed loop of a scenario at an equilibrium, with all its sampled parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from armillary.analysis.margins.hybrid import Hybrid, Place
from armillary.analysis.margins.lifted import System, common_period, lifted, reduced, steps_of
from armillary.analysis.margins.output import Loop, Margins
from armillary.analysis.margins.response import Complex, Response
from armillary.analysis.margins.tapped import Still, Tapped
from armillary.compiler.program import record
from armillary.errors import ArgumentError
from armillary.files.arguments import number, words
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.multibody.configuration import Coordinates, as_given, configuration
from armillary.multibody.coordinates import joint_count, joint_size, velocity_names
from armillary.simulation.closed_loop.digital import Digital
from armillary.simulation.closed_loop.prepare import setup_of
from armillary.simulation.closed_loop.sensing import Sensing
from armillary.simulation.controllers.composition import clocks_of
from armillary.simulation.scenario import Scenario
from armillary.simulation.sensors.sensor import Sensor
from armillary.simulation.signals import TaskMotion
from armillary.spatial.scalar import Array, Floats

KINDS = ("q", "qd", "")
"""Beginnings of the names of signals, in the order of the taps: what the law sees, and its commands."""
DELAYS = 1e-12
"""Size of z up to which a pole is a delay."""


def margins(
    scenario: Scenario, open: str | Sequence[str] | None = None, *, q: Coordinates = None, t: float = 0.0
) -> Margins:
    """Return margins, bandwidths and poles of a closed loop at an equilibrium.

    Args:
        scenario: Scenario with a controller, continuous or sampled, with one start. Its reference stands still where it
            is at t. Dry friction, losses and backlash of gears are left out; bristles are springs.
            Steps, noise, drift and lost samples of sensors are left out.
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
    still, notes = _still(scenario, q, number("t", t, 0.0))
    clocks = clocks_of(still.controller, still.law)
    sampled = scenario.period is not None or any(clocks)
    sensing = Sensing(still.sensors, still.plant_model)
    tapped = Tapped(still.law, still.plant_model, clocks, sensing if sampled else None)
    hybrid = Hybrid(setup_of(replace(still, controller=tapped)), t)
    places = _Places(hybrid, tapped)
    place = hybrid.equilibrium(hybrid.start(), places.fixed)
    found = (_sampled if hybrid.tasks else _continuous)(hybrid, place, places)
    names, loops = _signals(still.plant_model, sensing, open), []
    for name, k in names.items():
        system = found.opened([k], False)
        if np.any(system.B) and np.any(system.C):
            several = found.opened([k], True) if len(system.times) > 1 else None
            loops.append(Loop(name, system, Response(system, found.poles, several)))
        elif open is not None:
            notes.append(f"{name}: no loop goes through this signal")
    if not loops:
        raise ArgumentError("open", "signals that no loop goes through", "a signal of a feedback loop")
    together = None
    if open is None:
        system = found.opened([names[loop.signal] for loop in loops], False)
        together = Response(system, found.poles) if len(system.times) == 1 else None
    point = place.x[hybrid.loop.layout.q], np.asarray(hybrid.outputs(place)["tau"])
    own = (tuple(loops), found.z, found.period, found.poles)
    return Margins(still.plant_model.robot.name, *own, *point, together, tuple(notes))


class _Linear(NamedTuple):
    """A closed loop linearised: common period of all clocks [s], poles in z and s, and the loop from taps to signals.

    `opened(signals, closed)` returns that loop, opened there or closed.
    """

    period: float
    z: Complex
    poles: Complex
    opened: Callable[[list[int], bool], System]


def _sampled(hybrid: Hybrid, place: Place, places: _Places) -> _Linear:
    period = common_period(hybrid.clocks)
    steps, states = steps_of(hybrid, place, period), places.states(hybrid, place)
    Phi = np.eye(hybrid.size)
    for step in steps:
        Phi = step.matrix @ Phi
    z = np.linalg.eigvals(reduced(Phi[np.ix_(states, states)])).astype(complex)
    z = z[np.abs(z) > DELAYS]
    poles = np.log(z) / period
    order = np.lexsort((poles.imag, np.abs(poles)))

    def opened(signals: list[int], closed: bool = False) -> System:
        return lifted(steps, states, [places.tap(k) for k in signals], [places.seen(k) for k in signals], closed)

    return _Linear(period, z[order], poles[order], opened)


def _continuous(hybrid: Hybrid, place: Place, places: _Places) -> _Linear:
    slopes, made, states = hybrid.rate_slopes(place), _made(hybrid, places.law, place), places.states(hybrid, place)
    A = slopes[:, states][states]
    poles = np.linalg.eigvals(A).astype(complex)

    def opened(signals: list[int], closed: bool = False) -> System:
        B, C = slopes[:, [places.tap(k) for k in signals]][states], made[signals][:, states]
        return System(A if closed else A - B @ C, B, C, np.zeros((len(signals), len(signals))), 0.0, np.zeros(1))

    return _Linear(0.0, np.zeros(0, dtype=complex), poles[np.lexsort((poles.imag, np.abs(poles)))], opened)


def _still(scenario: Scenario, q: Coordinates, t: float) -> tuple[Scenario, list[str]]:
    """Return the scenario with its reference at rest, without noise and dry friction, and notes on what is left out."""
    if not isinstance(scenario, Scenario):
        raise ArgumentError("scenario", shortened(scenario), "a Scenario with a controller")
    if scenario.controller is None:
        raise ArgumentError("scenario", "one without a controller", "a scenario with a controller")
    if scenario.stacked:
        raise ArgumentError("scenario", f"{len(scenario.starts)} starts", "one start: q0 of shape (n,)")
    plant = [model for begin, model in scenario.plants if begin <= t][-1]
    plant, notes = _sliding(plant)
    options: dict[str, Any] = {"plant": plant, "changes": (), "qd0": None, "robot": scenario.nominal_model}
    options["sensors"] = tuple(_smooth(each) for each in scenario.sensors)
    if options["sensors"] != scenario.sensors:
        notes.append("steps, noise, drift and lost samples of sensors are left out")
    if q is not None:
        start = as_given(plant, configuration(plant, q), q)
        return replace(scenario, **options, reference=None, q0=start), notes
    still = Still(scenario.desired, t)
    at, joints = still.motion(t), joint_size(plant)
    if not isinstance(at, TaskMotion) and len(at.position) >= joints:
        options["q0"] = np.array(at.position[:joints], dtype=float)
    return replace(scenario, **options, reference=still), notes


def _sliding(plant: Model) -> tuple[Model, list[str]]:
    """Return a plant without friction that jumps where a joint stops and without gaps in gears, and notes on that."""
    rubs = any(np.any(np.asarray(each) != 0) for each in (plant.coulomb, plant.coulomb_sided))
    rubs = rubs or any(each.coulomb or each.coulomb_sided for each in plant.followers)
    bristled = tuple(each for each in plant.stribeck if each.bristled)
    notes = ["dry friction is left out, as where joints slide"] if rubs or bristled != plant.stribeck else []
    notes += ["losses of gears are left out"] if plant.losses else []
    notes += ["backlash is left out: teeth are in contact"] if plant.backlashes else []
    if not notes:
        return plant, notes
    followers = tuple(replace(each, coulomb=0.0, coulomb_sided=0.0) for each in plant.followers)
    zero = np.zeros(plant.nv)
    dry = {"coulomb": zero, "coulomb_sided": zero, "stribeck": bristled, "losses": (), "backlashes": ()}
    return plant.changed(**dry, followers=followers), notes


def _smooth(sensor: Sensor) -> Sensor:
    """Return a sensor without steps, noise, drift and lost samples."""
    none: dict[str, Any] = dict.fromkeys(("noise", "walk", "drift", "dropout"), 0.0)
    none |= {"resolution": None, "counts": None}
    return replace(sensor, **{name: value for name, value in none.items() if getattr(sensor, name, value) != value})


def _signals(model: Model, sensing: Sensing, open: str | Sequence[str] | None) -> dict[str, int]:
    """Return the numbers of the taps at which a loop is opened, by name."""
    nv, names = model.nv, velocity_names(model)[: joint_count(model)]
    known = {
        f"{kind}.{name}" if kind else name: j * nv + k for j, kind in enumerate(KINDS) for k, name in enumerate(names)
    }
    read = [f"measured.{name}.{each.name}" for name, (_, own) in sensing.known.items() for each in own]
    known |= {name: len(KINDS) * nv + k for k, name in enumerate(read)}
    if open is None:
        return {name: known[name] for name in names}
    return {name: known[name] for name in words("open", open, known)}


class _Places:
    """Places in y of the taps of a law, of the values that it keeps before them, and of the states."""

    def __init__(self, hybrid: Hybrid, law: Tapped) -> None:
        self.law, layout = law, hybrid.loop.layout
        controller = hybrid.loop.controller
        if isinstance(controller, Digital):
            end = hybrid.moving + controller.places["z"].stop - law.seen
        else:
            end = 2 * hybrid.plant.nv + layout.controller
        self.first, self.kept = end - law.taps, end
        self.fixed = np.zeros(hybrid.size, dtype=bool)
        self.fixed[self.first : end] = True

    def tap(self, k: int) -> int:
        """Return the place of tap k."""
        return self.first + k

    def seen(self, k: int) -> int:
        """Return the place of the value that is kept before tap k; joints come first in q and v."""
        nq, nv = self.law.model.nq, self.law.model.nv
        return self.kept + (k if k < nv else k + nq - nv)

    def states(self, hybrid: Hybrid, place: Place) -> list[int]:
        """Return the places of the states: neither taps nor values on which nothing depends."""
        return [int(k) for k in np.flatnonzero(~self.fixed & ~hybrid.idle(place))]


def _made(hybrid: Hybrid, law: Tapped, place: Place) -> Floats:
    """Return what a continuous law sees and commands before its taps, as rows of derivatives by y, (3 nv, size)."""

    def made(clock: Array, x: Array, p: Array) -> dict[str, Array]:
        return {"u": law.command(hybrid.loop.at(clock[0].graph, clock, x, p).signal)}

    commands = hybrid.slopes(record("made", made, hybrid.loop.inputs), place)
    return np.vstack([np.eye(2 * law.model.nv, hybrid.size), commands])
