"""Gears between motors and joints: twist under load, backlash, and losses that grow with the load."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated

from armillary.description.part import Part
from armillary.files.quantity import Quantity

LOCKING = "a gear that locks itself has friction at the joint instead"


@dataclass(frozen=True)
class Gear(Part):
    """A gear, measured at the joint: the rotor, seen through the ratio, may lead the joint by an angle δ.

    The gear drives the joint with stiffness · δ + damping · δ̇ + cubic · δ³ [N·m or N]. `stiffness` is in N·m/rad or
    N/m, default infinite (a rigid gear), `damping` in N·m·s/rad or N·s/m, `cubic` in N·m/rad³ or N/m³.
    `efficiency` is the part of the power that arrives at the joint where the motor drives it, `efficiency_back` the
    part that arrives at the motor where the joint drives it; default 1.
    A joint at rest sticks while the loss can hold it. With a `smooth_velocity` [rad/s or m/s], for gradients and GPUs,
    it creeps instead: s = tanh(v / smooth_velocity) takes the place of the direction, and both losses are joined.
    `backlash` [rad or m] is the width of the gap between the flanks of an elastic gear, in simulations: the gear drives
    with |δ| − backlash / 2 in place of δ, pushes and never pulls, and carries nothing inside the gap.

    Example:
        >>> import armillary as arm
        >>> arm.Gear(stiffness=5e3, damping=2.0, efficiency=0.9).elastic
        True
    """

    stiffness: Annotated[
        float,
        Quantity(
            "joint stiffness", above=0, infinite=True, free=True, says="stiffness", hint="leave it out for a rigid gear"
        ),
    ] = math.inf
    damping: Annotated[float, Quantity("joint damping", least=0, free=True, says="damping")] = 0.0
    cubic: Annotated[float, Quantity("joint cubic stiffness", least=0, free=True, says="cubic stiffness")] = 0.0
    efficiency: Annotated[float, Quantity(above=0, most=1, free=True, says="efficiency", hint=LOCKING)] = 1.0
    efficiency_back: Annotated[
        float, Quantity(above=0, most=1, free=True, says="efficiency from joint to motor", hint=LOCKING)
    ] = 1.0
    backlash: Annotated[float, Quantity("joint position", least=0, free=True, says="backlash")] = 0.0
    smooth_velocity: Annotated[float | None, Quantity("joint speed", above=0, says="velocity of the smooth losses")] = (
        None
    )

    @property
    def elastic(self) -> bool:
        """Whether the rotor has a coordinate besides that of its joint."""
        return math.isfinite(self.stiffness)

    @property
    def lossy(self) -> bool:
        """Whether the gear loses a part of its load."""
        return self.efficiency != 1 or self.efficiency_back != 1


@dataclass(frozen=True)
class Branch(Part):
    """Another joint that the gear of a motor drives: a differential.

    The rotor turns at ratio · (rate of the motor's joint + Σ factor · rate of `joint`).
    """

    joint: str
    factor: Annotated[
        float, Quantity(zero=False, says="turns of the rotor, relative to its ratio, for one of the joint")
    ]


def differentials(rows: Mapping[str, Collection[int | str]]) -> list[tuple[str, ...]]:
    """Return the motors that share joints, group by group; `rows` has the joints of each motor."""
    groups: list[tuple[list[str], set[int | str]]] = []
    for motor, joints in rows.items():
        # The new motor joins all groups that have one of its joints into one.
        near = [group for group in groups if group[1] & set(joints)]
        motors = [name for group in near for name in group[0]]
        shared = set(joints).union(*(group[1] for group in near))
        groups = [group for group in groups if group not in near] + [([*motors, motor], shared)]
    return [tuple(motors) for motors, _ in groups]
