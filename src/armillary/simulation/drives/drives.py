"""The drives of a plant at one instant: friction with bristles, and windings of motors.

    d = (deflections of bristles, currents and temperatures of windings)                                    (1)
are states of the closed loop beside (q, v, c).
"""

from __future__ import annotations

from collections.abc import Mapping

from armillary.formulations.passive import gear_energy
from armillary.multibody import Model
from armillary.simulation.drives.play import Plays
from armillary.simulation.drives.rubbing import Rubbing, bristle_states
from armillary.simulation.drives.state import DriveState
from armillary.simulation.drives.windings import Windings, winding_states
from armillary.spatial.scalar import Array, Scalar


def drive_states(plant: Model) -> tuple[DriveState, ...]:
    """Return the states of the drives of a plant, in the order of (1)."""
    return (*bristle_states(plant), *winding_states(plant))


def drive_starts(plant: Model) -> list[Scalar]:
    """Return the values of these states at the start."""
    return [state.start for state in drive_states(plant)]


def heats(plant: Model) -> tuple[str, ...]:
    """Return the kinds of heat that the audit of a plant keeps apart; empty for a plant without drive laws."""
    if not plant.stribeck and not plant.windings and not plant.losses:
        return ()
    gears = ("gears",) if plant.losses or plant.drives else ()
    return ("bearings", *gears, *(("windings",) if plant.windings else ()))


def stores(plant: Model) -> tuple[str, ...]:
    """Return the kinds of energy that the drives of a plant store."""
    kinds = {
        "gears": plant.drives,
        "bristles": [each for each in plant.stribeck if each.bristled],
        "inductances": [each for each in plant.windings if each.described.inductance],
        "cogging": [each for each in plant.windings if each.described.cogging],
    }
    return tuple(kind for kind, found in kinds.items() if found)


class Drives:
    """The drives of a plant at expressions q, v, d and the modes of gears with backlash by motor; default: no modes."""

    def __init__(self, plant: Model, q: Array, v: Array, d: Array, modes: Mapping[str, Scalar] | None = None) -> None:
        count = sum(each.bristled for each in plant.stribeck)
        self.plant, self.q, self.plays = plant, q, Plays(plant, q, v, modes)
        self.rubbing, self.windings = Rubbing(plant, q, v, d[:count]), Windings(plant, q, v, d[count:])

    @property
    def stored(self) -> Scalar:
        """Energy of bristles, inductances and cogging torques, and the effect of backlash on that of gears [J]."""
        return self.rubbing.stored + self.windings.inductive + self.windings.cogging + self.plays.stored

    @property
    def stores(self) -> list[Scalar]:
        """Energies by kind, in the order of `stores` [J]; that of gear springs is elastic energy of the robot."""
        gears = sum((gear_energy(self.plant, drive, self.q) for drive in self.plant.drives), 0.0)
        own = {
            "gears": gears + self.plays.stored,
            "bristles": self.rubbing.stored,
            "inductances": self.windings.inductive,
            "cogging": self.windings.cogging,
        }
        return [own[kind] for kind in stores(self.plant)]
