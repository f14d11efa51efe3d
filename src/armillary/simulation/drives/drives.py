"""The drives of a plant at one instant: friction with bristles, windings of motors, and the end stops of its joints.

    d = (deflections of bristles, currents and temperatures of windings)                                    (1)
are states of the closed loop beside (q, v, c).

Everything that a plant dissipates is heat of one kind: "bearings" (friction of joints and rotors), "gears" (losses,
damping of elastic gears, backlash), "links" (damping of flexible links), "windings" or "stops" (dampers of end stops).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from armillary.expr.graph import Graph
from armillary.formulations.passive import gear_energy
from armillary.multibody import Model
from armillary.multibody.coordinates import elastic_rates
from armillary.simulation.drives.backlash import BacklashGears
from armillary.simulation.drives.dry_friction import BristleFriction, bristle_states
from armillary.simulation.drives.state import DriveState
from armillary.simulation.drives.stops import JointStop, Stops
from armillary.simulation.drives.windings import Windings, winding_states
from armillary.spatial.scalar import Array, Scalar, is_zero, times_vector

KINDS = ("bearings", "gears", "links", "windings", "stops")
"""Kinds of heat in their order."""


def drive_states(plant: Model) -> tuple[DriveState, ...]:
    """Return the states of the drives of a plant, in the order of (1)."""
    return (*bristle_states(plant), *winding_states(plant))


def drive_starts(plant: Model) -> list[Scalar]:
    """Return the values of these states at the start."""
    return [state.start for state in drive_states(plant)]


def heats(plant: Model, stops: Sequence[JointStop] = ()) -> tuple[str, ...]:
    """Return the kinds of heat of a plant; empty for one that dissipates nothing. Free parameters may be above zero."""
    from armillary.compiler.trace import valued

    plant = valued(plant, Graph()) if plant.free else plant
    bent = elastic_rates(plant)
    at_links = [k in range(bent.start, bent.stop) for k in range(plant.nv)]
    viscous = [not is_zero(each) for each in plant.viscous]
    followers = [value for each in plant.followers for value in (each.viscous, each.coulomb, each.coulomb_sided)]
    dry = [*plant.coulomb, *plant.coulomb_sided, *followers]
    bearings = any(acts and not elastic for acts, elastic in zip(viscous, at_links, strict=True))
    damped = [drive for drive in plant.drives if not is_zero(plant.damping[drive.v.start][drive.v.start])]
    links = any(acts and elastic for acts, elastic in zip(viscous, at_links, strict=True))
    kinds = {
        "bearings": bearings or bool(plant.stribeck) or any(not is_zero(each) for each in dry),
        "gears": bool(plant.losses or plant.backlashes or damped),
        "links": links or any(not is_zero(each) for row in plant.damping[bent] for each in row[bent]),
        "windings": bool(plant.windings),
        "stops": any(each.rigid or each.stop.damping for each in stops),
    }
    return tuple(kind for kind in KINDS if kinds[kind])


def link_heat(plant: Model, v: Array) -> Scalar:
    """Return the power that heats flexible links [W]."""
    bent = elastic_rates(plant)
    rates = v[bent]
    return rates @ (plant.viscous[bent] * rates + times_vector(plant.damping[bent, bent], rates))


def stores(plant: Model, stops: Sequence[JointStop] = ()) -> tuple[str, ...]:
    """Return the kinds of energy that the drives and the end stops of a plant store."""
    kinds = {
        "gears": plant.drives,
        "bristles": [each for each in plant.stribeck if each.bristled],
        "inductances": [each for each in plant.windings if each.described.inductance],
        "cogging": [each for each in plant.windings if each.described.cogging],
        "stops": [each for each in stops if not each.rigid],
    }
    return tuple(kind for kind, found in kinds.items() if found)


class Drives:
    """The drives of a plant at expressions q, v, d and the modes of gears with backlash by motor; default: no modes.

    `stops` are the end stops of its joints; default none.
    """

    def __init__(
        self,
        plant: Model,
        q: Array,
        v: Array,
        d: Array,
        modes: Mapping[str, Scalar] | None = None,
        stops: Sequence[JointStop] = (),
    ) -> None:
        count = sum(each.bristled for each in plant.stribeck)
        self.plant, self.q, self.backlash = plant, q, BacklashGears(plant, q, v, modes)
        self.stops = Stops(plant, stops, q, v)
        self._kinds = stores(plant, stops)
        self.bristles, self.windings = BristleFriction(plant, q, v, d[:count]), Windings(plant, q, v, d[count:])

    @property
    def stored(self) -> Scalar:
        """Energy of bristles, inductances, cogging torques and stops, and the effect of backlash on gears [J]."""
        wound = self.windings.inductive + self.windings.cogging
        return self.bristles.stored + wound + self.backlash.stored + self.stops.stored

    @property
    def stores(self) -> list[Scalar]:
        """Energies by kind, in the order of `stores` [J]; that of gear springs is elastic energy of the robot."""
        gears = sum((gear_energy(self.plant, drive, self.q) for drive in self.plant.drives), 0.0)
        own = {
            "gears": gears + self.backlash.stored,
            "bristles": self.bristles.stored,
            "inductances": self.windings.inductive,
            "cogging": self.windings.cogging,
            "stops": self.stops.stored,
        }
        return [own[kind] for kind in self._kinds]
