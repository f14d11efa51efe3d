"""The chosen motors of a robot, as a table, JSON, CSV and figure."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import isinf
from typing import TYPE_CHECKING, Any

from armillary.tables.json import to_json
from armillary.tables.parts import Notes, Part, Text
from armillary.tables.shown import Shown
from armillary.tables.table import Column, Table, columns

if TYPE_CHECKING:
    from armillary.description.robot import Robot
    from armillary.motion.task import Motion
    from armillary.selection.motors.catalogue import Catalogue
    from armillary.selection.motors.drive import GearMotor
    from armillary.selection.motors.duty import Duty

BENT = (
    "links bend: the loads include their sag and vibration while the joints follow the motion; the {:.3g} mm by which "
    "the tip is off at most are no part of the choice"
)


@dataclass(frozen=True)
class Masses:
    """Masses of a robot that gets drives [kg]: of its links, of the motors that are replaced, of the drives that were
    taken off its links, of the new drives, and of its own payloads by name.
    """

    links: float
    replaced: float
    taken_off: float
    drives: float
    payloads: Mapping[str, float]

    def notes(self, motion: Motion) -> list[str]:
        """Return what was added and taken off, and what that means."""
        before, after = self.links + self.replaced, self.links - self.taken_off + self.drives
        parts = [f"links {self.links:.4g} kg", f"motors {self.replaced:.4g} kg"]
        notes = [
            f"mass before: {before:.4g} kg ({', '.join(parts)}); with the chosen drives: {after:.4g} kg (drives "
            f"{self.drives:.4g} kg in place of these motors" + (f", {self.taken_off:.4g} kg taken off the links)"
            if self.taken_off else ", links unchanged)")
        ]  # fmt: skip
        if not self.replaced and not self.taken_off:
            notes.append(
                "the robot has no motors with mass at these joints: if its links contain their drives, these count "
                "twice; give the masses of the present drives (built_in, --built-in JOINT=KG) to replace them"
            )
        if motion.payload and self.payloads:
            payloads = ", ".join(f"{name} {mass:.4g} kg" for name, mass in self.payloads.items())
            notes.append(
                f"payloads: the {motion.payload:.4g} kg of the motion are carried besides the robot's own: {payloads}"
            )
        return notes


@dataclass(frozen=True, eq=False)
class MotorChoice(Shown):
    """The chosen drives. `robot` is the robot with its drives; None if no drives carry the motion.

    `duties` are the loads of each drive; an infeasible joint has the drive nearest to feasible. `exhausted`
    tells whether every combination was tried or excluded: then no combination costs less, or none is feasible.
    Otherwise the choice is the best of the tried combinations.
    """

    robot_name: str
    duties: Mapping[str, Duty]
    robot: Robot | None
    objective: str
    unit: str
    safety: float
    cost: float
    exhausted: bool
    decisions: int
    sweeps: int
    motion: Motion
    catalogue: Catalogue
    masses: Masses
    bending: float | None = None
    """Greatest distance of the motion's frame from its place with straight links [m]; None for rigid links."""

    def __repr__(self) -> str:
        outcome = f"{self.objective} {self.cost:.4g} {self.unit}" if self.feasible else "none carries the motion"
        names = "; ".join(f"{joint} {drive.name}" for joint, drive in self.drives.items())
        return f"<MotorChoice for {self.robot_name}: {outcome}; {names}>"

    @property
    def feasible(self) -> bool:
        """Whether the drives of all joints carry the motion."""
        return self.robot is not None

    @property
    def optimal(self) -> bool:
        """Whether no combination of the catalogue costs less."""
        return self.feasible and self.exhausted

    @property
    def drives(self) -> dict[str, GearMotor]:
        """The drive of each joint."""
        return {joint: duty.drive for joint, duty in self.duties.items()}

    def tables(self) -> list[Part]:
        """Return the title, a table with a row for each joint, and the verdict."""
        heads = columns(
            "joint", "motor", "gear", "ratio>", "mass [kg]>", "r²J [kg·m²]>", "load/rotor inertia>", "rms [N·m]>",
            "peak [N·m]>", "speed [rad/s]>", "power [W]>", "rms [A]>", "heat [W]>", "winding [°C]>", "most used limit",
            "use>",
            cut={"motor": 9, "gear": 9}, wrap={"most used limit": 10},
            spare=("heat [W]", "rms [A]", "winding [°C]", "power [W]", "speed [rad/s]", "r²J [kg·m²]"),
        )  # fmt: skip
        rows = [_cells(duty) for duty in self.duties.values()]
        title = f"{self.robot_name}: motors by {self.objective}, safety factor {self.safety:g} on torques"
        notes = [
            *self.verdict(),
            *self.masses.notes(self.motion),
            *([] if self.bending is None else [BENT.format(1000 * self.bending)]),
        ]
        return [Text(f"{title}; {self.motion.name}", "heading"), Table("", heads, rows), Notes(notes)]

    def verdict(self) -> list[str]:
        """Return notes on the quality of the choice, or on the exceeded limits."""
        lines = []
        for joint, duty in self.duties.items():
            if not duty.feasible:
                failed = "; ".join(check.exceeded() for check in duty.checks if check.use > 1.0)
                start = "no drive carries" if self.exhausted else "no drive was found that carries"
                lines.append(f"{start} {joint}; the nearest is {duty.drive.name}: {failed}")
        if lines:
            return [*lines, "the nearest drive is kept there, and loads the joints before it"]
        if self.robot is None:
            return ["no choice carries the motion at all joints at once"]
        total = f"total {self.objective} {self.cost:.4g} {self.unit}"
        if self.exhausted:
            return [f"{total}: no combination of the catalogue has less ({self.decisions} decisions)"]
        if self.sweeps > 1:
            return [f"{total}: stable after {self.sweeps} sweeps; others were not ruled out"]
        return [f"{total}: the best of {self.decisions} decisions, tip to base; others were not ruled out"]

    def to_dict(self) -> dict[str, Any]:
        """Return the choice as plain data."""
        return {
            "robot": self.robot_name,
            "motion": self.motion.name,
            "payload": self.motion.payload,
            "bending": self.bending,
            "catalogue": self.catalogue.name,
            "objective": self.objective,
            "unit": self.unit,
            "cost": self.cost,
            "safety": self.safety,
            "feasible": self.feasible,
            "exhausted": self.exhausted,
            "optimal": self.optimal,
            "decisions": self.decisions,
            "sweeps": self.sweeps,
            "verdict": self.verdict(),
            "masses": asdict(self.masses),
            "notes": self.masses.notes(self.motion),
            "joints": [_data(duty) for duty in self.duties.values()],
        }

    def to_json(self) -> str:
        """Return the choice as JSON; numbers that are not finite become null."""
        return to_json(self.to_dict())

    def to_csv(self) -> str:
        """Return the choice as CSV, one line for each joint, with the use of each limit in a column."""
        rows = [_data(duty) for duty in self.duties.values()]
        rows = [row | {f"use of {check['limit']}": check["use"] for check in row.pop("checks")} for row in rows]
        names = list(dict.fromkeys(name for row in rows for name in row))
        return Table("", [Column(name) for name in names], [[row.get(name) for name in names] for row in rows]).to_csv()

    def plot(self, path: str | os.PathLike[str]) -> None:
        """Write a figure of motor torque over speed with its limits to a .png, .svg or .pdf file."""
        from armillary.figures.draw import save_plot
        from armillary.figures.motors import plot_motors

        save_plot(plot_motors(self), path)


def _cells(duty: Duty) -> tuple[str, ...]:
    drive, heat = duty.drive, duty.drive.heat(duty.rms)
    ratio = f"{drive.gear.ratio:.4g}" + (" rad/m" if drive.gear.linear else "")
    reflected = f"{drive.reflected:.3g}" + (" kg" if drive.gear.linear else "")
    return (
        duty.joint, drive.motor.name, drive.gear.name, ratio, f"{drive.mass:.3g}", reflected,
        f"{duty.inertia_ratio:.3g}", f"{duty.rms:.3g}", f"{abs(duty.torque).max():.3g}", f"{abs(duty.speed).max():.4g}",
        f"{duty.power:.3g}", "" if duty.current is None else f"{duty.current:.3g}",
        "" if heat is None else f"{heat:.3g}", "" if duty.temperature is None else f"{duty.temperature - 273.15:.3g}",
        duty.worst.limit, f"{duty.worst.use:.0%}",
    )  # fmt: skip


def _data(duty: Duty) -> dict[str, Any]:
    drive = duty.drive
    return {
        "joint": duty.joint,
        "motor": drive.motor.name,
        "motor_maker": drive.motor.maker,
        "motor_source": drive.motor.source,
        "gear": drive.gear.name,
        "gear_maker": drive.gear.maker,
        "gear_source": drive.gear.source,
        "ratio": drive.gear.ratio,
        "ratio_unit": "rad/m" if drive.gear.linear else "1",
        "mass": drive.mass,
        "rotor_inertia": drive.rotor_inertia,
        "reflected_inertia": drive.reflected,
        "reflected_inertia_unit": "kg" if drive.gear.linear else "kg·m²",
        "inertia_ratio": duty.inertia_ratio,
        "rms_torque": duty.rms,
        "peak_torque": float(abs(duty.torque).max()),
        "speed": float(abs(duty.speed).max()),
        "power": duty.power,
        "rms_current": duty.current,
        "heat": drive.heat(duty.rms),
        "winding_temperature": duty.temperature,
        "gear_stiffness": None if isinf(drive.gear.stiffness) else drive.gear.stiffness,
        "backlash": drive.gear.backlash or None,
        "gear_load": float(abs(duty.load).max()),
        "gear_load_unit": "N" if drive.gear.linear else "N·m",
        "feasible": duty.feasible,
        "checks": [asdict(check) | {"use": check.use} for check in duty.checks],
    }
