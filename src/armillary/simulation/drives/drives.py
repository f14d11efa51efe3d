"""The drives of a plant at one instant: bristle friction, motor windings, gears with backlash, and end stops.

Beside (q, v, c) the closed loop has the states of the drives,
    d = (deflections of bristles, currents and temperatures of windings)                                    (1)
Every power that a plant dissipates is one kind of heat: "bearings" (friction of joints and rotors),
"gears" (losses, damping of elastic gears, backlash), "links" (damping of flexible links),
"windings" or "stops" (dampers of end stops).
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
"""Kinds of heat, in the order of the audit."""


def drive_states(plant: Model) -> tuple[DriveState, ...]:
    """Return the states of the drives of a plant, in the order of (1)."""
    return (*bristle_states(plant), *winding_states(plant))


def drive_starts(plant: Model) -> list[Scalar]:
    """Return the values of the drive states at the start of a run."""
    return [state.start for state in drive_states(plant)]


def heats(plant: Model, stops: Sequence[JointStop] = ()) -> tuple[str, ...]:
    """Return the kinds of heat that a plant with end stops may dissipate; a free parameter counts as not zero."""
    from armillary.compiler.trace import valued

    plant = valued(plant, Graph()) if plant.free else plant
    links = elastic_rates(plant)
    viscous_joints = viscous_links = False
    for k, coefficient in enumerate(plant.viscous):
        if not is_zero(coefficient):
            if links.start <= k < links.stop:
                viscous_links = True
            else:
                viscous_joints = True
    bearing = [*plant.coulomb, *plant.coulomb_sided]
    for follower in plant.followers:
        bearing += [follower.viscous, follower.coulomb, follower.coulomb_sided]
    damped_gears = any(not is_zero(plant.damping[drive.v.start][drive.v.start]) for drive in plant.drives)
    damped_links = any(not is_zero(value) for row in plant.damping[links] for value in row[links])
    dissipates = {
        "bearings": viscous_joints or bool(plant.stribeck) or any(not is_zero(value) for value in bearing),
        "gears": bool(plant.losses or plant.backlashes) or damped_gears,
        "links": viscous_links or damped_links,
        "windings": bool(plant.windings),
        "stops": any(stop.rigid or stop.stop.damping for stop in stops),
    }
    return tuple(kind for kind in KINDS if dissipates[kind])


def link_heat(plant: Model, v: Array) -> Scalar:
    """Return the power that heats flexible links, vᵀ D v over their elastic rates [W]."""
    links = elastic_rates(plant)
    rates = v[links]
    return rates @ (plant.viscous[links] * rates + times_vector(plant.damping[links, links], rates))


def stores(plant: Model, stops: Sequence[JointStop] = ()) -> tuple[str, ...]:
    """Return the kinds of energy that the drives and the end stops of a plant store."""
    elements = {
        "gears": plant.drives,
        "bristles": [law for law in plant.stribeck if law.bristled],
        "inductances": [winding for winding in plant.windings if winding.described.inductance],
        "cogging": [winding for winding in plant.windings if winding.described.cogging],
        "stops": [stop for stop in stops if not stop.rigid],
    }
    return tuple(kind for kind, storing in elements.items() if storing)


class Drives:
    """The drives of a plant at expressions of q, v and d.

    Args:
        plant: The plant.
        q: Coordinates, shape (nq,).
        v: Velocities, shape (nv,).
        d: States of the drives, (1).
        modes: Modes of gears with backlash, by motor; default none.
        stops: End stops of the joints; default none.
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
        bristles = sum(law.bristled for law in plant.stribeck)
        self.plant, self.q = plant, q
        self.backlash = BacklashGears(plant, q, v, modes)
        self.stops = Stops(plant, stops, q, v)
        self.bristles = BristleFriction(plant, q, v, d[:bristles])
        self.windings = Windings(plant, q, v, d[bristles:])
        self._kinds = stores(plant, stops)

    @property
    def stored(self) -> Scalar:
        """Energy to be added to that of the robot model: bristles, windings, stops, and the change by backlash [J]."""
        electric = self.windings.magnetic_energy + self.windings.cogging_energy
        return self.bristles.stored + electric + self.backlash.stored + self.stops.stored

    @property
    def stores(self) -> list[Scalar]:
        """Energies in the order of the function `stores` [J]; gear springs are part of the robot's elastic energy."""
        gears = sum((gear_energy(self.plant, drive, self.q) for drive in self.plant.drives), 0.0)
        by_kind = {
            "gears": gears + self.backlash.stored,
            "bristles": self.bristles.stored,
            "inductances": self.windings.magnetic_energy,
            "cogging": self.windings.cogging_energy,
            "stops": self.stops.stored,
        }
        return [by_kind[kind] for kind in self._kinds]
