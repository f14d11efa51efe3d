"""Catalogues of motors, gearboxes and screws, with what their files may say (`catalogue_file`).

A motor has limits (continuous and peak torque, speed, optionally the line from stall torque to no-load speed), a mass
and a rotor inertia. The inertia of its stator is stated, or that of a solid cylinder of its length and diameter minus
the rotor's, or zero (point mass). Its winding, its friction and its flow of heat are optional. A gearbox or a screw has
a ratio (rotor angle per joint angle, or radians per metre), an efficiency, an inertia at its input, a mass and load
limits; stiffness, damping and backlash at its output and friction at its input are optional.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from armillary.files.quantity import Quantity, Written


@dataclass(frozen=True)
class MotorType:
    """A motor in SI units; `axial` and `transverse` are the central inertias of its stator [kg·m²].

    Currents and voltages are those of a DC winding: u i is the electric power and R i² the heat. `thermal_resistance`
    [K/W] is from the winding to the housing and `housing_resistance` from there to the air; without the latter the
    former is from the winding to the air. The time constants [s] are those of winding and housing. Temperatures are in
    K. `gears` names the compatible gears; default all.
    """

    name: Annotated[str, "name"]
    mass: Annotated[float, Quantity("mass", above=0, says="mass")]
    rotor_inertia: Annotated[float, Quantity("inertia", above=0, says="inertia of the rotor")]
    continuous_torque: Annotated[float, Quantity("torque", above=0, says="continuous torque")]
    peak_torque: Annotated[float, Quantity("torque", above=0, says="peak torque")]
    maximum_speed: Annotated[float, Quantity("angular speed", above=0, says="greatest speed")]
    stall_torque: Annotated[float, Quantity("torque", above=0, says="torque at rest")] = math.inf
    no_load_speed: Annotated[float, Quantity("angular speed", above=0, says="speed without a load")] = math.inf
    torque_constant: Annotated[float | None, Quantity("torque constant", above=0, says="torque per current")] = None
    resistance: Annotated[float | None, Quantity("resistance", above=0, says="resistance of the winding")] = None
    inductance: Annotated[float, Quantity("inductance", above=0, says="inductance of the winding")] = 0.0
    maximum_current: Annotated[float, Quantity("current", above=0, says="greatest current")] = math.inf
    maximum_voltage: Annotated[float, Quantity("voltage", above=0, says="greatest voltage")] = math.inf
    friction_torque: Annotated[float, Quantity("torque", least=0, says="dry friction")] = 0.0
    viscous_friction: Annotated[float, Quantity("rotary friction", least=0, says="viscous friction")] = 0.0
    thermal_resistance: Annotated[
        float | None, Quantity("thermal resistance", above=0, says="from the winding to the housing, or to the air")
    ] = None
    thermal_time: Annotated[float | None, Quantity("time", above=0, says="time constant of the winding")] = None
    housing_resistance: Annotated[
        float | None, Quantity("thermal resistance", above=0, says="from the housing to the air")
    ] = None
    housing_time: Annotated[float | None, Quantity("time", above=0, says="time constant of the housing")] = None
    maximum_temperature: Annotated[
        float, Quantity("temperature", above=0, says="greatest temperature of the winding")
    ] = math.inf
    axial: Annotated[
        float,
        Quantity("inertia", least=0, says="inertia of the stator about its axis"),
        Written("stator_inertia_axial"),
    ] = 0.0
    transverse: Annotated[
        float,
        Quantity("inertia", least=0, says="inertia of the stator across it"),
        Written("stator_inertia_transverse"),
    ] = 0.0
    length: Annotated[float | None, Quantity("length", above=0, says="length")] = None
    gears: Annotated[tuple[str, ...], "compatible gears; default all"] = ()
    maker: Annotated[str, "maker"] = ""
    source: Annotated[str, "source of the figures"] = ""


@dataclass(frozen=True)
class GearType:
    """A gearbox or, with `linear`, a screw: ratio in rad/rad or rad/m, loads in N·m or N.

    `inertia` [kg·m²], `friction_torque` [N·m] and `viscous_friction` [N·m·s/rad] are at the input; `stiffness`,
    `damping` and `backlash` are at the output, in N·m/rad, N·m·s/rad and rad, or N/m, N·s/m and m.
    `backward_efficiency` applies to power from the joint to the motor. `motors` names the compatible motors; default
    all.
    """

    name: Annotated[str, "name"]
    ratio: Annotated[float, Quantity(above=0, says="rotor angle per joint angle")]
    efficiency: Annotated[float, Quantity(above=0, most=1, says="efficiency", hint="97 % is 0.97 or '97 %'")]
    mass: Annotated[float, Quantity("mass", least=0, says="mass")]
    inertia: Annotated[float, Quantity("inertia", least=0, says="inertia at the input")]
    maximum_load: Annotated[
        float, Quantity("joint effort", above=0, says="greatest load"), Written("maximum_torque", "maximum_force")
    ]
    continuous_load: Annotated[
        float,
        Quantity("joint effort", above=0, says="continuous load"),
        Written("continuous_torque", "continuous_force"),
    ] = math.inf
    maximum_speed: Annotated[float, Quantity("angular speed", above=0, says="greatest speed of the input")] = math.inf
    backward_efficiency: Annotated[
        float,
        Quantity(
            above=0,
            most=1,
            says="efficiency from the joint to the motor; default the same",
            hint="97 % is 0.97 or '97 %'",
        ),
    ] = 1.0
    linear: bool = False
    friction_torque: Annotated[float, Quantity("torque", least=0, says="dry friction at the input")] = 0.0
    viscous_friction: Annotated[float, Quantity("rotary friction", least=0, says="viscous friction at the input")] = 0.0
    stiffness: Annotated[float, Quantity("joint stiffness", above=0, says="stiffness of the output")] = math.inf
    damping: Annotated[float, Quantity("joint damping", least=0, says="damping of the output")] = 0.0
    backlash: Annotated[float, Quantity("joint position", least=0, says="backlash of the output")] = 0.0
    motors: Annotated[tuple[str, ...], "compatible motors; default all"] = ()
    axial: float = 0.0
    transverse: float = 0.0
    length: Annotated[float | None, Quantity("length", above=0, says="length")] = None
    maker: Annotated[str, "maker"] = ""
    source: Annotated[str, "source of the figures"] = ""


@dataclass(frozen=True)
class Catalogue:
    """Motors, and gearboxes and screws."""

    motors: tuple[MotorType, ...]
    gears: tuple[GearType, ...]
    name: str = ""

    def __repr__(self) -> str:
        return f"<Catalogue {self.name}: {len(self.motors)} motors, {len(self.gears)} gears and screws>"
