"""Windings of motors at one instant: currents, voltages, torques, heat.

With R, L, k of `description.winding` at the rate ω = r ẋ of a rotor that is geared by r to the coordinate x:
    a command of torque τ for n motors at x:   i* = τ / (n r k) within ± the greatest current            (1)
    L = 0:   i = i* within (±U − k ω) / R,   u = R i + k ω                                               (2)
    L > 0:   u = R i + k ω + b L (i* − i) within ±U,   i̇ = (u − R i − k ω) / L                           (3)
Commands of current and voltage, and the currents that a controller sees, are those of the joint: positive where they
drive it ahead. With s = sign(r), the motor gets i* = s · command, or u* = s · command, and the controller sees s i. The
currents and voltages of a run are those of the motors. u* gives u = u* within ±U, and then
    L = 0:   i = (u − k ω) / R within the greatest current, to which the electronics lower u             (4)
    L > 0:   u within R i + k ω + b L (± greatest current − i)                                           (5)
The plant feels r (k i − cogging). Of the electric work ∫ u i dt, R i² becomes heat and L i² / 2 is stored, as is the
energy of the cogging torque:
    u i = R i² + L i i̇ + ω (k i − cogging) + d/dt (cogging torque · (1 − cos Nθ) / N)                     (6)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from armillary.expr.pointwise import maximum, minimum
from armillary.multibody import Model, gather
from armillary.multibody.coordinates import joint_count
from armillary.multibody.motors import PlacedWinding
from armillary.simulation.drives.state import DriveState
from armillary.spatial.scalar import Array, Scalar, cos, sin

COMMANDS = ("torque", "current", "voltage")
"""Meanings of the output of a controller at a joint whose motors have windings."""


def winding_states(plant: Model) -> list[DriveState]:
    """Return the states of the windings of a plant: current, temperatures of winding and housing of each."""
    found = []
    for each in plant.windings:
        name, own = each.name, each.own
        if each.described.inductance:
            found.append(DriveState(f"{name}.current", "A", "A/s", f"Current of motor {name}"))
        for part in _nodes(each):
            text = f"Temperature of the {part} of motor {name}"
            field = "temperature" if part == "winding" else "housing_temperature"
            found.append(DriveState(f"{name}.{field}", "K", "K/s", text, own.heat.ambient if own.heat else 0.0))
    return found


def _nodes(placed: PlacedWinding) -> tuple[str, ...]:
    """Return the nodes of the flow of heat."""
    heat = placed.described.heat
    if heat is None:
        return ()
    return ("winding",) if heat.housing_capacity is None else ("winding", "housing")


class Coil:
    """One winding at expressions; `given` is what it is asked for, None where only its energy is asked for."""

    def __init__(self, placed: PlacedWinding, q: Array, v: Array, states: Array) -> None:
        self.own, self.rate = placed.own, placed.ratio * v[placed.k]
        self.angle = placed.zero + placed.ratio * q[placed.place]
        self.described, inductive = placed.described, bool(placed.described.inductance)
        self.state, self.temperatures = (states[0] if inductive else None), states[int(inductive) :]

    @property
    def resistance(self) -> Scalar:
        """Resistance at the temperature of the winding [Ω]."""
        own = self.own
        if own.heat is None:
            return own.resistance
        return own.resistance * (1.0 + own.heat.coefficient * (self.temperatures[0] - own.heat.ambient))

    def driven(self, given: Scalar, command: str) -> tuple[Scalar, Scalar]:
        """Return current and voltage for a command of current or voltage, (2)–(5)."""
        own, R, back = self.own, self.resistance, self.own.torque_constant * self.rate
        if command == "current":
            desired = _within(given, -own.current, own.current)
            if self.state is None:
                bounds = (
                    []
                    if math.isinf(self.described.voltage)
                    else [(sign * own.voltage - back) / R for sign in (-1.0, 1.0)]
                )
                i = _within(desired, *bounds) if bounds else desired  # (2)
                return i, R * i + back
            return self.state, _within(self._loop(desired), -own.voltage, own.voltage)  # (3)
        u = _within(given, -own.voltage, own.voltage)
        if self.state is None:
            i = _within((u - back) / R, -own.current, own.current)  # (4)
            return i, R * i + back
        return self.state, _within(u, self._loop(-own.current), self._loop(own.current))  # (5)

    def _loop(self, desired: Scalar) -> Scalar:
        """Return the voltage of the current loop, (3)."""
        if isinstance(desired, float) and math.isinf(desired):
            return desired
        own, i = self.own, self.state
        push = 0.0 if own.bandwidth is None else own.bandwidth * own.inductance
        return self.resistance * i + own.torque_constant * self.rate + push * (desired - i)

    def rates(self, i: Scalar, u: Scalar) -> list[Scalar]:
        """Return the rates of the states."""
        own, R = self.own, self.resistance
        found = [] if self.state is None else [(u - R * i - own.torque_constant * self.rate) / own.inductance]
        if own.heat is None:
            return found
        heat, T = own.heat, [*self.temperatures, own.heat.ambient]
        out = (T[0] - T[1]) / heat.resistance
        found.append((R * i * i - out) / heat.capacity)
        if len(T) > 2 and heat.housing_resistance is not None:
            found.append((out - (T[1] - heat.ambient) / heat.housing_resistance) / heat.housing_capacity)
        return found

    def torque(self, i: Scalar) -> Scalar:
        """Return the torque on the rotor [N·m]."""
        own = self.own
        cogging = own.cogging * sin(own.cogging_periods * self.angle) if self.described.cogging else 0.0
        return own.torque_constant * i - cogging

    @property
    def inductive(self) -> Scalar:
        """Energy of the inductance [J], (6)."""
        return 0.0 if self.state is None else self.own.inductance * self.state * self.state / 2

    @property
    def cogging(self) -> Scalar:
        """Energy of the cogging torque [J], (6)."""
        own = self.own
        if not self.described.cogging:
            return 0.0
        return own.cogging / own.cogging_periods * (1.0 - cos(own.cogging_periods * self.angle))


def _within(value: Scalar, least: Scalar, greatest: Scalar) -> Scalar:
    """Return a value within bounds, which may be expressions."""
    if not (isinstance(greatest, float) and math.isinf(greatest)):
        value = minimum(value, greatest)
    return value if isinstance(least, float) and math.isinf(least) else maximum(value, least)


def joint_currents(plant: Model, currents: Sequence[Scalar | None]) -> Array | None:
    """Return the mean current of the motors of each joint, positive where it drives the joint ahead.

    It is None where a current of the windings is unknown. Without windings the result is None.
    """
    if not plant.windings:
        return None
    found: list[Scalar | None] = [None] * joint_count(plant)
    for k in {each.joint for each in plant.windings}:
        own = [(each.sense, i) for each, i in zip(plant.windings, currents, strict=True) if each.joint == k]
        known = [sense * i for sense, i in own if i is not None]
        found[k] = np.array(known, dtype=object).sum() * (1 / len(own)) if len(known) == len(own) else None
    return np.array(found, dtype=object)


class Windings:
    """The windings of a plant at expressions q, v and their states."""

    def __init__(self, plant: Model, q: Array, v: Array, states: Array) -> None:
        self.plant, self.coils, first = plant, list[Coil](), 0
        for each in plant.windings:
            count = bool(each.described.inductance) + len(_nodes(each))
            self.coils.append(Coil(each, q, v, states[first : first + count]))
            first += count

    @property
    def measured(self) -> Array | None:
        """Currents at the joints that are states, see `joint_currents`."""
        return joint_currents(self.plant, [coil.state for coil in self.coils])

    @cached_property
    def left(self) -> dict[int, float]:
        """The velocity coordinates at which motors with windings act, with the share of other motors there."""
        motors = {each.k: round(1 / each.share) for each in self.plant.windings}
        return {k: 1 - sum(each.k == k for each in self.plant.windings) / count for k, count in motors.items()}

    @property
    def inductive(self) -> Scalar:
        """Energy of the inductances [J]."""
        return sum((coil.inductive for coil in self.coils), 0.0)

    @property
    def cogging(self) -> Scalar:
        """Energy of the cogging torques [J]."""
        return sum((coil.cogging for coil in self.coils), 0.0)

    def driven(self, given: Array, command: str) -> Driven:
        """Return currents and voltages for efforts at the coordinates, (1), or for commands at the joints."""
        found = []
        for each, coil in zip(self.plant.windings, self.coils, strict=True):
            desired = each.sense * given[each.joint]
            if command == "torque":
                desired = each.share * given[each.k] / (each.ratio * each.own.torque_constant)  # (1)
            found.append(coil.driven(desired, "voltage" if command == "voltage" else "current"))
        return Driven(self, np.array([i for i, _ in found]), np.array([u for _, u in found]))


class Driven:
    """Windings with their currents [A] and voltages [V]."""

    def __init__(self, windings: Windings, currents: Array, voltages: Array) -> None:
        self.windings, self.currents, self.voltages = windings, currents, voltages

    @cached_property
    def efforts(self) -> Array:
        """Efforts of the motors at all coordinates, shape (nv,)."""
        plant = self.windings.plant
        return gather(plant.nv, ((slice(w.k, w.k + 1), np.array([self.by_motor[w.name]])) for w in plant.windings))

    @cached_property
    def by_motor(self) -> dict[str, Scalar]:
        """Effort of each motor at its coordinate."""
        parts = zip(self.windings.plant.windings, self.windings.coils, self.currents, strict=True)
        return {placed.name: placed.ratio * coil.torque(i) for placed, coil, i in parts}

    @property
    def rates(self) -> list[Scalar]:
        """Rates of the states of the windings."""
        parts = zip(self.windings.coils, self.currents, self.voltages, strict=True)
        return [rate for coil, i, u in parts for rate in coil.rates(i, u)]

    @property
    def power(self) -> Scalar:
        """Electric power [W]."""
        return self.voltages @ self.currents

    @property
    def heat(self) -> Scalar:
        """Power that heats the windings [W]."""
        parts = zip(self.windings.coils, self.currents, strict=True)
        return sum((coil.resistance * i * i for coil, i in parts), 0.0)
