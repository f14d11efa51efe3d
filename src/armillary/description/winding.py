"""The electrical part of a motor: winding, drive electronics, temperature.

With the current i [A], the rate ω [rad/s] of the rotor and the voltage u [V] at the winding,
    torque = k i − cogging · sin(cogging_periods · θ),   u = R i + L di/dt + k ω                        (1)
θ is the angle of the rotor. Without an inductance L the current follows the voltage at once. The electronics keep
|i| ≤ `current` and |u| ≤ `voltage`, which together bound torque and speed. A winding with an inductance that is asked
for a current has a loop that sets u = R i + k ω + `bandwidth` L (desired − i) [rad/s].                       (2)

`Heat` is the flow of the heat R i² through one node, the winding, or two, winding and housing:
    C₁ Ṫ₁ = R i² − (T₁ − T₂) / r₁,   C₂ Ṫ₂ = (T₁ − T₂) / r₁ − (T₂ − ambient) / r₂                        (3)
of which one node has T₂ = ambient. The resistance is R (1 + `coefficient` (T₁ − ambient)).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from armillary.description.part import Part
from armillary.errors import ArgumentError
from armillary.files.arguments import finite
from armillary.files.quantity import Quantity
from armillary.files.words import shortened

COPPER = 0.00393
"""Relative rise of the resistance of copper with temperature [1/K]."""


@dataclass(frozen=True)
class Heat(Part):
    """Heat of a winding, (3): one node, or two with the numbers of the housing.

    Args:
        resistance: Thermal resistance r₁ from the winding to the housing, or to the air with one node [K/W].
        capacity: Heat capacity C₁ of the winding [J/K].
        housing_resistance: r₂ from the housing to the air [K/W]; default none: one node.
        housing_capacity: C₂ of the housing [J/K].
        ambient: Temperature of the air and of the motor at the start, at which the resistance of the winding holds [K];
            default 298.15 K, 25 °C.
        coefficient: Relative rise of the resistance with temperature [1/K]; default that of copper.
    """

    resistance: Annotated[
        float, Quantity("thermal resistance", above=0, free=True, says="thermal resistance of the winding")
    ]
    capacity: Annotated[float, Quantity("heat capacity", above=0, free=True, says="heat capacity of the winding")]
    housing_resistance: Annotated[
        float | None,
        Quantity("thermal resistance", above=0, free=True, says="thermal resistance of the housing"),
    ] = None
    housing_capacity: Annotated[
        float | None, Quantity("heat capacity", above=0, free=True, says="heat capacity of the housing")
    ] = None
    ambient: Annotated[float, Quantity("temperature", above=0, free=True, says="ambient temperature")] = 298.15
    coefficient: Annotated[
        float, Quantity("per temperature", free=True, says="rise of the resistance with temperature")
    ] = COPPER


@dataclass(frozen=True)
class Winding(Part):
    """The winding of a motor with its drive electronics, (1) and (2).

    Args:
        torque_constant: Torque by current k, which is also voltage by rate [N·m/A].
        resistance: Resistance R of the winding [Ω].
        inductance: Inductance L [H]; default zero: the current follows at once.
        current: Greatest current [A]; default no limit.
        voltage: Greatest voltage [V]; default no limit.
        bandwidth: Bandwidth of the current loop [rad/s], for a winding with an inductance.
        cogging: Greatest cogging torque [N·m].
        cogging_periods: Periods of the cogging torque in a turn of the rotor.
        heat: Flow of heat; default none: the resistance is constant.

    Example:
        >>> import armillary as arm
        >>> winding = arm.Winding(torque_constant=0.05, resistance=0.5, current=12.0, voltage=24.0)
        >>> round(winding.torque_constant * winding.current, 3)  # greatest torque of the rotor [N·m]
        0.6
    """

    torque_constant: Annotated[float, Quantity("torque constant", above=0, free=True, says="torque constant")]
    resistance: Annotated[float, Quantity("resistance", above=0, free=True, says="resistance")]
    inductance: Annotated[float, Quantity("inductance", least=0, free=True, says="inductance")] = 0.0
    current: Annotated[float, Quantity("current", above=0, infinite=True, free=True, says="largest current")] = math.inf
    voltage: Annotated[float, Quantity("voltage", above=0, infinite=True, free=True, says="largest voltage")] = math.inf
    bandwidth: Annotated[
        float | None, Quantity("angular speed", above=0, free=True, says="bandwidth of the current loop")
    ] = None
    cogging: Annotated[float, Quantity("torque", least=0, free=True, says="largest cogging torque")] = 0.0
    cogging_periods: Annotated[float, Quantity(least=0, says="periods of the cogging torque in a turn")] = 0.0
    heat: Heat | None = None

    def torque(self, rate: float) -> float:
        """Return the greatest torque at a rate of the rotor, from both limits [N·m]; the torque–speed envelope.

        Args:
            rate: Rate of the rotor in the direction of the torque [rad/s].

        Example:
            >>> Winding(0.05, 0.5, current=10.0, voltage=24.0).torque(0.0)
            0.5
            >>> round(Winding(0.05, 0.5, current=10.0, voltage=24.0).torque(430.0), 9)
            0.25
        """
        speed = finite(rate)
        if speed is None:
            raise ArgumentError("rate", shortened(rate), "a finite number [rad/s]")
        driven = (self.voltage - self.torque_constant * speed) / self.resistance
        return self.torque_constant * min(self.current, driven)
