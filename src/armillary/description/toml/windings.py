"""Windings of motors in a robot file."""

from __future__ import annotations

import math
from typing import Annotated

from armillary.description import robot as described
from armillary.description.toml.placed import PartTable
from armillary.description.winding import COPPER
from armillary.files.fields import Number, quantity


class HeatTable(PartTable):
    """Heat of a winding [K/W, J/K, K]."""

    part = described.Heat
    resistance: Annotated[float, quantity("thermal resistance")]
    capacity: Annotated[float, quantity("heat capacity")]
    housing_resistance: Annotated[float, quantity("thermal resistance")] | None = None
    housing_capacity: Annotated[float, quantity("heat capacity")] | None = None
    ambient: Annotated[float, quantity("temperature")] = 298.15
    coefficient: Annotated[float, quantity("per temperature")] = COPPER


class WindingTable(PartTable):
    """The winding of a motor [N·m/A, Ω, H, A, V, rad/s, N·m]."""

    part = described.Winding
    torque_constant: Annotated[float, quantity("torque constant")]
    resistance: Annotated[float, quantity("resistance")]
    inductance: Annotated[float, quantity("inductance")] = 0.0
    current: Annotated[float, quantity("current", infinite=True)] = math.inf
    voltage: Annotated[float, quantity("voltage", infinite=True)] = math.inf
    bandwidth: Annotated[float, quantity("angular speed")] | None = None
    cogging: Annotated[float, quantity("torque")] = 0.0
    cogging_periods: Number = 0.0
    heat: HeatTable | None = None
