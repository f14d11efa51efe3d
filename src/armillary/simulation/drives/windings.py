"""Motor windings at one instant: current, voltage, torque and heat.

The rotor of a motor that is geared by r to the coordinate x turns at ω = r ẋ. Its winding has the
resistance R, the inductance L, the torque constant k and a current controller of bandwidth b
(`description.winding`); i_max and U are the greatest current and the supply voltage. Desired
current of one of n motors for a commanded effort τ at x:
    i* = τ / (n r k)   within ± i_max                                                                    (1)
Current control, which cancels the resistance and the back-EMF k ω:
    L = 0:   i = i*  within (±U − k ω) / R,      u = R i + k ω                                           (2)
    L > 0:   u = R i + k ω + b L (i* − i)  within ±U,      di/dt = (u − R i − k ω) / L                   (3)
Voltage control, u = u* within ±U; the electronics lower the voltage where the current would exceed
i_max:
    L = 0:   i = (u − k ω) / R  within ± i_max,      u = R i + k ω                                       (4)
    L > 0:   u = u*  within  R i + k ω + b L (± i_max − i)                                               (5)
The effort at x is r (k i − c sin Nθ), with the cogging torque of amplitude c and N periods a turn
at the angle θ of the rotor. The electric power goes into heat, the magnetic energy L i²/2,
mechanical power, and the cogging energy:
    u i = R i² + L i di/dt + ω (k i − c sin Nθ) + d/dt [c (1 − cos Nθ) / N]                              (6)
With a thermal model, R = R₀ (1 + α (T_w − T_a)) at the winding temperature T_w, and heat flows
through one or two nodes to the ambient temperature T_a. With a housing of temperature T_h:
    C_w dT_w/dt = R i² − (T_w − T_h) / R_wh,      C_h dT_h/dt = (T_w − T_h) / R_wh − (T_h − T_a) / R_ha  (7)
Without a housing T_a takes the place of T_h.

Commands of current and voltage, and the currents that a controller reads, have the sign of the
joint: positive values drive it in its positive direction. With s = sign(r), the motor gets s times
the command, and the controller reads s i. Currents and voltages in results are those of the motors.
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


def winding_states(plant: Model) -> list[DriveState]:
    """Return the states of all windings: current, temperatures of winding and housing, motor by motor."""
    states = []
    for winding in plant.windings:
        name, heat = winding.name, winding.own.heat
        if winding.described.inductance:
            states.append(DriveState(f"{name}.current", "A", "A/s", f"Current of motor {name}"))
        for node in _thermal_nodes(winding):
            meaning = f"Temperature of the {node} of motor {name}"
            field = "temperature" if node == "winding" else "housing_temperature"
            states.append(DriveState(f"{name}.{field}", "K", "K/s", meaning, heat.ambient if heat else 0.0))
    return states


def _thermal_nodes(winding: PlacedWinding) -> tuple[str, ...]:
    """Return the names of the nodes of the thermal model of a motor; none without such a model."""
    heat = winding.described.heat
    if heat is None:
        return ()
    return ("winding",) if heat.housing_capacity is None else ("winding", "housing")


class Coil:
    """One winding at expressions of q, v and its own states.

    `winding` has the numbers, which may be expressions. `described` is the winding as the robot file describes it: it
    decides which terms exist, since an expression cannot be compared with zero or infinity.
    """

    def __init__(self, placed: PlacedWinding, q: Array, v: Array, states: Array) -> None:
        self.winding, self.described = placed.own, placed.described
        self.rate = placed.ratio * v[placed.k]
        """ω [rad/s]."""
        self.angle = placed.zero + placed.ratio * q[placed.place]
        """θ [rad]."""
        inductive = bool(placed.described.inductance)
        self.current_state = states[0] if inductive else None
        self.temperatures = states[int(inductive) :]

    @property
    def resistance(self) -> Scalar:
        """R at the temperature of the winding [Ω]."""
        winding = self.winding
        if winding.heat is None:
            return winding.resistance
        return winding.resistance * (1.0 + winding.heat.coefficient * (self.temperatures[0] - winding.heat.ambient))

    def current_and_voltage(self, desired: Scalar, command: str) -> tuple[Scalar, Scalar]:
        """Return i [A] and u [V] for a desired current or voltage of the motor, by (2)–(5)."""
        winding, R = self.winding, self.resistance
        back_emf = winding.torque_constant * self.rate
        if command == "current":
            i_desired = _clamped(desired, -winding.current, winding.current)
            if self.current_state is None:
                i = i_desired
                if not math.isinf(self.described.voltage):
                    least, greatest = ((sign * winding.voltage - back_emf) / R for sign in (-1.0, 1.0))
                    i = _clamped(i_desired, least, greatest)  # (2)
                return i, R * i + back_emf
            u = _clamped(self._current_controller(i_desired), -winding.voltage, winding.voltage)  # (3)
            return self.current_state, u
        u = _clamped(desired, -winding.voltage, winding.voltage)
        if self.current_state is None:
            i = _clamped((u - back_emf) / R, -winding.current, winding.current)  # (4)
            return i, R * i + back_emf
        least, greatest = (self._current_controller(limit) for limit in (-winding.current, winding.current))
        return self.current_state, _clamped(u, least, greatest)  # (5)

    def _current_controller(self, i_desired: Scalar) -> Scalar:
        """Return the voltage of the current controller, R i + k ω + b L (i* − i), infinite for an infinite current."""
        if isinstance(i_desired, float) and math.isinf(i_desired):
            return i_desired
        winding, i = self.winding, self.current_state
        gain = 0.0 if winding.bandwidth is None else winding.bandwidth * winding.inductance
        return self.resistance * i + winding.torque_constant * self.rate + gain * (i_desired - i)

    def rates(self, i: Scalar, u: Scalar) -> list[Scalar]:
        """Return the rates of the states: di/dt (3), then the temperatures (7)."""
        winding, R = self.winding, self.resistance
        rates = []
        if self.current_state is not None:
            rates.append((u - R * i - winding.torque_constant * self.rate) / winding.inductance)  # (3)
        heat = winding.heat
        if heat is None:
            return rates
        T = [*self.temperatures, heat.ambient]
        outflow = (T[0] - T[1]) / heat.resistance
        rates.append((R * i * i - outflow) / heat.capacity)  # (7)
        if len(T) > 2 and heat.housing_resistance is not None:
            rates.append((outflow - (T[1] - heat.ambient) / heat.housing_resistance) / heat.housing_capacity)  # (7)
        return rates

    def torque(self, i: Scalar) -> Scalar:
        """Return the torque k i − c sin Nθ on the rotor [N·m]."""
        winding = self.winding
        cogging = 0.0
        if self.described.cogging:
            cogging = winding.cogging * sin(winding.cogging_periods * self.angle)
        return winding.torque_constant * i - cogging

    @property
    def magnetic_energy(self) -> Scalar:
        """Energy of the inductance [J], (6)."""
        i = self.current_state
        return 0.0 if i is None else self.winding.inductance * i * i / 2

    @property
    def cogging_energy(self) -> Scalar:
        """Energy of the cogging torque [J], (6)."""
        winding = self.winding
        if not self.described.cogging:
            return 0.0
        return winding.cogging / winding.cogging_periods * (1.0 - cos(winding.cogging_periods * self.angle))


def _clamped(value: Scalar, least: Scalar, greatest: Scalar) -> Scalar:
    """Return a value within bounds that may be expressions; infinite bounds add no operations."""
    if not (isinstance(greatest, float) and math.isinf(greatest)):
        value = minimum(value, greatest)
    return value if isinstance(least, float) and math.isinf(least) else maximum(value, least)


def joint_currents(plant: Model, currents: Sequence[Scalar | None]) -> Array | None:
    """Return the mean motor current of each joint [A], positive where it drives the joint in its positive direction.

    `currents` are those of the windings, None for an unknown one; a joint with an unknown current has None. The result
    for a plant without windings is None.
    """
    if not plant.windings:
        return None
    means: list[Scalar | None] = [None] * joint_count(plant)
    for joint in {winding.joint for winding in plant.windings}:
        pairs = zip(plant.windings, currents, strict=True)
        at_joint = [(winding.sense, i) for winding, i in pairs if winding.joint == joint]
        known = [sense * i for sense, i in at_joint if i is not None]
        if len(known) == len(at_joint):
            means[joint] = np.array(known, dtype=object).sum() * (1 / len(at_joint))
    return np.array(means, dtype=object)


class Windings:
    """All windings of a plant at expressions of q, v and their states."""

    def __init__(self, plant: Model, q: Array, v: Array, states: Array) -> None:
        self.plant = plant
        self.coils: list[Coil] = []
        first = 0
        for winding in plant.windings:
            count = bool(winding.described.inductance) + len(_thermal_nodes(winding))
            self.coils.append(Coil(winding, q, v, states[first : first + count]))
            first += count

    @property
    def measured(self) -> Array | None:
        """Joint currents (see `joint_currents`) that are states and so known before the controller computes."""
        return joint_currents(self.plant, [coil.current_state for coil in self.coils])

    @cached_property
    def ideal_shares(self) -> dict[int, float]:
        """Share of motors without windings in the effort at each velocity coordinate that has motors with windings."""
        windings = self.plant.windings
        motors = {winding.k: round(1 / winding.share) for winding in windings}  # all motors of the coordinate
        return {k: 1 - sum(winding.k == k for winding in windings) / n for k, n in motors.items()}

    @property
    def magnetic_energy(self) -> Scalar:
        """Energy of all inductances [J]."""
        return sum((coil.magnetic_energy for coil in self.coils), 0.0)

    @property
    def cogging_energy(self) -> Scalar:
        """Energy of all cogging torques [J]."""
        return sum((coil.cogging_energy for coil in self.coils), 0.0)

    def powered(self, commands: Array, command: str) -> PoweredWindings:
        """Return currents and voltages for commands.

        Args:
            commands: Efforts at the velocity coordinates for "torque", else currents [A] or voltages [V] of the joints.
            command: "torque", "current" or "voltage".
        """
        pairs = []
        for winding, coil in zip(self.plant.windings, self.coils, strict=True):
            desired = winding.sense * commands[winding.joint]
            if command == "torque":
                desired = winding.share * commands[winding.k] / (winding.ratio * winding.own.torque_constant)  # (1)
            pairs.append(coil.current_and_voltage(desired, "voltage" if command == "voltage" else "current"))
        return PoweredWindings(self, np.array([i for i, _ in pairs]), np.array([u for _, u in pairs]))


class PoweredWindings:
    """Windings with their currents [A] and voltages [V], and what follows from these."""

    def __init__(self, windings: Windings, currents: Array, voltages: Array) -> None:
        self.windings, self.currents, self.voltages = windings, currents, voltages

    @cached_property
    def efforts(self) -> Array:
        """Efforts of the motors at the velocity coordinates, shape (nv,) [N·m or N]."""
        plant = self.windings.plant
        return gather(plant.nv, ((slice(w.k, w.k + 1), np.array([self.by_motor[w.name]])) for w in plant.windings))

    @cached_property
    def by_motor(self) -> dict[str, Scalar]:
        """Effort r (k i − c sin Nθ) of each motor at its coordinate, by name."""
        parts = zip(self.windings.plant.windings, self.windings.coils, self.currents, strict=True)
        return {winding.name: winding.ratio * coil.torque(i) for winding, coil, i in parts}

    @property
    def rates(self) -> list[Scalar]:
        """Rates of the states of all windings."""
        parts = zip(self.windings.coils, self.currents, self.voltages, strict=True)
        return [rate for coil, i, u in parts for rate in coil.rates(i, u)]

    @property
    def power(self) -> Scalar:
        """Electric power Σ u i [W]."""
        return self.voltages @ self.currents

    @property
    def heat(self) -> Scalar:
        """Power Σ R i² that heats the windings [W]."""
        parts = zip(self.windings.coils, self.currents, strict=True)
        return sum((coil.resistance * i * i for coil, i in parts), 0.0)
