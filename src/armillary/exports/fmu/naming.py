"""The parts of the block of an FMU (`BlockParts`), and names, units and descriptions of its variables (`Naming`).

shoulder.position  shoulder.velocity  shoulder.torque      a revolute joint; a prismatic one has .force
ball.quaternion.w  ball.angular_velocity.x                 a rotation in space, of a spherical or floating joint
slide.angle.position  slide.angle.velocity                 a coordinate of another joint that has several
upper.bending_y1.amplitude  upper.bending_y1.rate          an elastic coordinate
tip.x  tip.R[1,2]  energy.kinetic                          a frame, energies
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from armillary.exports.fmu.block import Parameters, ScalarVariable
from armillary.multibody import Model
from armillary.multibody.coordinates import (
    coordinate_names,
    coordinate_units,
    joint_coordinates,
    joint_count,
    velocity_names,
)
from armillary.multibody.drives import actuated
from armillary.simulation.drives.drives import drive_states
from armillary.simulation.loop.loop import Loop
from armillary.simulation.signals import Controller
from armillary.spatial.scalar import Array, Scalar


@dataclass(frozen=True, eq=False)
class BlockParts:
    """The parts of a block.

    Args:
        name: Name of the model.
        description: Description of the model.
        loop: The closed loop.
        frames: Frames whose poses are outputs.
        make: Parameters of the FMU; its graph holds all expressions.
        given: Whether efforts are inputs.
        initial: Whether parameters set the initial state.
        values: Parameters of the FMU that are the free parameters of the closed loops.
    """

    name: str
    description: str
    loop: Loop
    frames: tuple[str, ...]
    make: Parameters
    given: bool = False
    initial: bool = False
    values: tuple[Scalar, ...] = ()

    @property
    def plant(self) -> Model:
        """The plant at the start."""
        return self.loop.equations.plant


class Naming:
    """Names and describes the variables of a block."""

    def __init__(self, parts: BlockParts) -> None:
        self.parts, self.plant, self.labels = parts, parts.plant, parts.make.labels
        self.units = coordinate_units(self.plant)
        self.elastic = set(self.plant.elastic)
        q, v = coordinate_names(self.plant), velocity_names(self.plant)
        self.turned = {name for a, b in self.plant.quaternions for name in (*q[a], *v[b])}
        self.sliding = {coordinate.name for coordinate in joint_coordinates(self.plant) if not coordinate.turns}
        self.sliding |= {drive.name for drive in self.plant.drives if not drive.turns}

    def _variable(self, name: str, description: str, unit: str, start: float = 0.0) -> ScalarVariable:
        return ScalarVariable(self.labels.give(name), description, unit, start)

    def _split(self, text: str) -> tuple[str, str]:
        """Return the stem of a coordinate's name and, for a rotation in space, its component."""
        if text not in self.turned:
            return self.labels.stem(text), ""
        return self.labels.stem(text.rpartition(".")[0]), text[-1]

    def positions(self) -> list[ScalarVariable]:
        """Return the variables of q."""

        def called(text: str, stem: str, part: str) -> tuple[str, str]:
            if text in self.elastic:
                return f"{stem}.amplitude", f"Elastic coordinate {text}"
            if part:
                return f"{stem}.quaternion.{part}", f"Part {part} of the unit quaternion of {text.rpartition('.')[0]}"
            return f"{stem}.position", f"Position of {text}"

        return self._coordinates(coordinate_names(self.plant), self.units["q"], 0, called)

    def velocities(self) -> list[ScalarVariable]:
        """Return the variables of v."""

        def called(text: str, stem: str, part: str) -> tuple[str, str]:
            if text in self.elastic:
                return f"{stem}.rate", f"Rate of the elastic coordinate {text}"
            if part:
                about = f"Angular velocity of {text.rpartition('.')[0]} about {part} of the link that it moves"
                return f"{stem}.angular_velocity.{part}", about
            return f"{stem}.velocity", f"Velocity of {text}"

        return self._coordinates(velocity_names(self.plant), self.units["qd"], self.plant.nq, called)

    def _coordinates(
        self, names: Sequence[str], units: Sequence[str], first: int, called: Callable[[str, str, str], tuple[str, str]]
    ) -> list[ScalarVariable]:
        """Return variables of states from index `first`; `called` returns name and description of a coordinate."""
        starts = self.parts.loop.start[0][first:]
        return [
            self._variable(*called(text, *self._split(text)), unit, float(starts[k]))
            for k, (text, unit) in enumerate(zip(names, units, strict=True))
        ]

    def controller(self, controller: Controller) -> list[ScalarVariable]:
        """Return the variables of the states of a law."""
        values = self.parts.loop.start[0][self.parts.loop.layout.c].tolist()
        text = "State of the controller"
        return [self._variable(f"controller.state[{k}]", text, "", value) for k, value in enumerate(values, 1)]

    def drives(self) -> list[ScalarVariable]:
        """Return the variables of the states of the drives."""
        values = self.parts.loop.start[0][self.parts.loop.layout.d].tolist()
        return [
            self._variable(f"{self.labels.stem(owner)}.{kind}", state.meaning, state.unit, value)
            for state, value in zip(drive_states(self.plant), values, strict=True)
            for owner, _, kind in (state.name.rpartition("."),)
        ]

    def impulses(self) -> list[ScalarVariable]:
        """Return the variables of the impulses on joints that stick."""
        text = "Impulse of the load while friction holds {}, which a solver follows"
        sticking = self.parts.loop.equations.switching.sticking
        return self._of_friction("held_impulse", text, [f"{self.units['tau'][k]}·s" for k in sticking])

    def margins(self) -> list[ScalarVariable]:
        """Return the variables of the margins of friction and backlash."""
        count = len(self.parts.loop.equations.switching.sticking)
        text = "Negative where {} no longer slips or sticks as it does"
        variables = self._of_friction("friction_margin", text, [""] * count)
        for motor in self.parts.loop.equations.switching.gaps:
            text = f"Negative where the gear of {motor} meets or leaves a flank"
            variables.append(self._variable(f"{self.labels.stem(motor)}.backlash_margin", text, ""))
        return variables

    def _of_friction(self, kind: str, text: str, units: list[str]) -> list[ScalarVariable]:
        """Return a variable for each coordinate that sticks and slips."""
        names, variables = velocity_names(self.plant), []
        for k, unit in zip(self.parts.loop.equations.switching.sticking, units, strict=True):
            stem, part = self._split(names[k])
            variables.append(
                self._variable(f"{stem}.{kind}" + (f".{part}" if part else ""), text.format(names[k]), unit)
            )
        return variables

    def rate_units(self, controller: Controller) -> tuple[str, ...]:
        """Return the units of ẋ."""
        lost = {"rad": "rad/s", "m": "m/s"}
        moving = (*(lost.get(unit, "") for unit in self.units["q"]), *self.units["qdd"])
        loads = (self.units["tau"][k] for k in self.parts.loop.equations.switching.sticking)
        drives = (state.rate_unit for state in drive_states(self.plant))
        return *moving, *[""] * controller.states, *drives, *loads

    @property
    def _driven(self) -> list[int]:
        """The velocity coordinates of the efforts."""
        return list(range(joint_count(self.plant))) if self.parts.given else actuated(self.plant)

    def efforts(self) -> tuple[ScalarVariable, ...]:
        """Return the variables of the efforts: commands at the joints as inputs, those of the actuators as outputs."""
        variables = []
        names = velocity_names(self.plant)
        for text, unit in ((names[k], self.units["tau"][k]) for k in self._driven):
            stem, part = self._split(text)
            joint = text.rpartition(".")[0] if part else text
            kind = "force" if text in self.sliding else "torque"
            name = f"{stem}.{kind}" + (f".{part}" if part else "")
            about = f" about {part} of the link that it moves" if part else ""
            variables.append(self._variable(name, f"{kind.capitalize()} at {joint}{about}", unit))
        return tuple(variables)

    def outputs(
        self, efforts: tuple[ScalarVariable, ...], results: dict[str, Array]
    ) -> dict[ScalarVariable, tuple[str, int]]:
        """Return the outputs, each with the name of a result and an index in it."""
        places: dict[ScalarVariable, tuple[str, int]] = {}
        parts = self.parts
        if not parts.given:
            places |= {variable: ("tau", k) for k, variable in zip(self._driven, efforts, strict=True)}
            places |= self._reference(len(results["reference"]))
        places |= self._electric()
        for frame in parts.frames:
            stem = self.labels.stem(frame)
            for k, axis in enumerate("xyz"):
                text = f"Position of {frame} along {axis} of the world"
                places[self._variable(f"{stem}.{axis}", text, "m")] = (f"frame {frame}", k)
            for k in range(9):
                row, column = k // 3 + 1, k % 3 + 1
                text = f"Rotation matrix of {frame}: component {row} in the world of its axis {column}"
                places[self._variable(f"{stem}.R[{row},{column}]", text, "")] = (f"frame {frame}", 3 + k)
        kinds = {
            "kinetic": "Kinetic energy",
            "potential": "Potential energy: gravity, springs, bent links and drives",
            "elastic": "The part of the potential energy that springs and bent links hold",
            "total": "Kinetic and potential energy",
        }
        stored = np.any(self.plant.stiffness) or any(follower.stiffness for follower in self.plant.followers)
        for k, (kind, text) in enumerate(kinds.items()):
            if kind != "elastic" or stored:
                places[self._variable(f"energy.{kind}", text, "J")] = ("energy", k)
        return places

    def _electric(self) -> dict[ScalarVariable, tuple[str, int]]:
        """Return the variables of voltages, and of currents that are not states."""
        places: dict[ScalarVariable, tuple[str, int]] = {}
        for k, winding in enumerate(self.plant.windings):
            stem = self.labels.stem(winding.name)
            if not winding.described.inductance:
                places[self._variable(f"{stem}.current", f"Current of motor {winding.name}", "A")] = ("currents", k)
            places[self._variable(f"{stem}.voltage", f"Voltage of motor {winding.name}", "V")] = ("voltages", k)
        return places

    def _reference(self, count: int) -> dict[ScalarVariable, tuple[str, int]]:
        """Return the variables of the reference position."""
        joints = list(zip(coordinate_names(self.plant), self.units["q"], strict=True))
        places: dict[ScalarVariable, tuple[str, int]] = {}
        if self.parts.loop.task_frame is not None or count > len(joints):
            for k in range(count):
                places[self._variable(f"reference[{k + 1}]", "Desired position", "")] = ("reference", k)
            return places
        for k, (text, unit) in enumerate(joints[:count]):
            stem, part = self._split(text)
            name = f"{stem}.reference" + (f".{part}" if part else "")
            places[self._variable(name, f"Desired position of {text}", unit)] = ("reference", k)
        return places
