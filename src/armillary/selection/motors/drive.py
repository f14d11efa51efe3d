"""A drive: a motor with its gearbox or screw.

Both are stacked along the spin axis z with their common centre of mass at the mount. With the gearbox inertia at its
input added to the rotor, the robot's motor (`description.robot.Motor`) has
    m = m_m + m_g,   J = J_m + J_g,   ratio r                                             (1)
    I_s = I_t (1 − z zᵀ) + I_z z zᵀ,   I_z = Σ I_z,k,   I_t = Σ (I_t,k + m_k d_k²)         (2)
where d_k is the distance of the centre of mass of part k from the common one, zero if a length is unknown.

With the resistance R at the temperature of the air, the coefficient α of copper and the thermal resistance r to the
air, a constant current i heats the winding by
    ϑ = x / (1 − α x),   x = r R i²                                                       (3)
and without bound if α x ≥ 1. Motors have two nodes of heat where both time constants are known; the capacities are the
time constants divided by the resistances. The inductance is left out of the robot, since the bandwidth of a current
loop belongs to the electronics.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter

import numpy as np

from armillary.description.friction import Friction
from armillary.description.gear import Gear
from armillary.description.winding import Heat, Winding
from armillary.selection.motors.catalogue import Catalogue, GearType, MotorType
from armillary.spatial.scalar import Floats

AMBIENT = 298.15
"""Temperature of the air [K], the default of `Heat`."""


@dataclass(frozen=True)
class GearMotor:
    """A motor with its gearbox or screw."""

    motor: MotorType
    gear: GearType

    @property
    def name(self) -> str:
        """Both names."""
        return f"{self.motor.name} + {self.gear.name}"

    @property
    def mass(self) -> float:
        """Mass of both [kg], (1)."""
        return self.motor.mass + self.gear.mass

    @property
    def rotor_inertia(self) -> float:
        """Inertia of the rotor with the gearbox input [kg·m²], (1)."""
        return self.motor.rotor_inertia + self.gear.inertia

    @property
    def reflected(self) -> float:
        """Reflected inertia r² J at the joint [kg·m², or kg for a prismatic joint]."""
        return self.gear.ratio**2 * self.rotor_inertia

    @property
    def axial(self) -> float:
        """I_z of the stator and the gear [kg·m²], (2)."""
        return self.motor.axial + self.gear.axial

    @property
    def transverse(self) -> float:
        """I_t of the stator and the gear [kg·m²], (2)."""
        total = self.motor.transverse + self.gear.transverse
        if self.motor.length is not None and self.gear.length is not None:
            apart = (self.motor.length + self.gear.length) / 2
            total += self.motor.mass * self.gear.mass / self.mass * apart**2  # Σ m_k d_k² of (2)
        return total

    @property
    def inertias(self) -> tuple[float, float, float, float]:
        """The factors m, I_t, I_z + J, r J of the drive's load on other joints, (1) of `motors.load`."""
        return self.mass, self.transverse, self.axial + self.rotor_inertia, self.gear.ratio * self.rotor_inertia

    def heat(self, rms: float) -> float | None:
        """Return the mean copper loss R (τ_rms/k)² [W]; None if resistance or torque constant is unknown."""
        k, R = self.motor.torque_constant, self.motor.resistance
        return None if k is None or R is None else R * (rms / k) ** 2

    @property
    def constant(self) -> float:
        """Torque constant k [N·m/A]; infinite if it is unknown, so that currents are zero."""
        return math.inf if self.motor.torque_constant is None else self.motor.torque_constant

    @property
    def resistance(self) -> float:
        """Resistance R [Ω]; zero if it is unknown."""
        return self.motor.resistance or 0.0

    @property
    def cooling(self) -> float:
        """Thermal resistance r from the winding to the air [K/W], (3); zero if it is unknown."""
        return (self.motor.thermal_resistance or 0.0) + (self.motor.housing_resistance or 0.0)

    @property
    def allowed_rise(self) -> float:
        """Greatest temperature of the winding above the air [K]; infinite if it is unknown."""
        return self.motor.maximum_temperature - AMBIENT

    @property
    def friction(self) -> Friction:
        """Friction of motor and gear at the rotor."""
        motor, gear = self.motor, self.gear
        viscous, dry = motor.viscous_friction + gear.viscous_friction, motor.friction_torque + gear.friction_torque
        return Friction(viscous=viscous, coulomb=dry)

    @property
    def transmission(self) -> Gear | None:
        """Elasticity, backlash and losses of the gear; None for a rigid gear without losses, which has no backlash."""
        gear = self.gear
        play = gear.backlash if math.isfinite(gear.stiffness) else 0.0
        transmission = Gear(gear.stiffness, gear.damping, 0.0, gear.efficiency, gear.backward_efficiency, play)
        return transmission if transmission.elastic or transmission.lossy else None

    @property
    def winding(self) -> Winding | None:
        """Winding of the motor with its limits; None if torque constant or resistance is unknown."""
        motor = self.motor
        if motor.torque_constant is None or motor.resistance is None:
            return None
        limits = {"current": motor.maximum_current, "voltage": motor.maximum_voltage}
        return Winding(motor.torque_constant, motor.resistance, **limits, heat=_heat(motor))


def _heat(motor: MotorType) -> Heat | None:
    """Return the flow of heat; None if a number is unknown."""
    if motor.thermal_resistance is None or motor.thermal_time is None:
        return None
    first = Heat(motor.thermal_resistance, motor.thermal_time / motor.thermal_resistance)
    if motor.housing_resistance is None or motor.housing_time is None:
        return first
    capacity = motor.housing_time / motor.housing_resistance
    return replace(first, housing_resistance=motor.housing_resistance, housing_capacity=capacity)


def drives_of(catalogue: Catalogue, linear: bool) -> tuple[GearMotor, ...]:
    """Return all compatible pairs of a motor and a gearbox, or a screw if `linear`."""
    return tuple(
        GearMotor(motor, gear)
        for motor in catalogue.motors
        for gear in catalogue.gears
        if gear.linear == linear
        and (not gear.motors or motor.name in gear.motors)
        and (not motor.gears or gear.name in motor.gears)
    )


@dataclass(frozen=True, eq=False)
class GearMotors:
    """C drives, with properties as columns of shape (C, 1), for array operations."""

    drives: Sequence[GearMotor]

    def __len__(self) -> int:
        return len(self.drives)

    def of(self, name: str) -> Floats:
        """Return a property of the drives, such as "mass", "motor.peak_torque" or "gear.ratio"."""
        if name not in self._known:
            self._known[name] = np.array([[attrgetter(name)(drive)] for drive in self.drives], dtype=float)
        return self._known[name]

    def parts(self, size: int) -> tuple[GearMotors, ...]:
        """Return the drives in parts of at most `size`, the same values at each call."""
        if size not in self._parts:
            starts = range(0, len(self), size)
            self._parts[size] = tuple(GearMotors(self.drives[k : k + size]) for k in starts)
        return self._parts[size]

    @cached_property
    def _known(self) -> dict[str, Floats]:
        return {}

    @cached_property
    def _parts(self) -> dict[int, tuple[GearMotors, ...]]:
        return {}

    @cached_property
    def ratio(self) -> Floats:
        """Gear ratios r."""
        return self.of("gear.ratio")

    @cached_property
    def rotor_inertia(self) -> Floats:
        """Rotor inertias J [kg·m²]."""
        return self.of("rotor_inertia")

    @cached_property
    def inertias(self) -> Floats:
        """The inertias of each drive, shape (4, C, 1)."""
        return np.array([drive.inertias for drive in self.drives]).T[:, :, None]
