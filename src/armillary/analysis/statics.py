"""Static equilibrium of a robot under gravity and wrenches: deflections of the links and efforts of the joints.

The elastic coordinates and the joints that are not locked are in equilibrium (`formulations.equilibrium`); the joint
efforts are those of inverse dynamics at rest,
    τ = g(q) + K (q − q_rest) − Σ Jᵀ w                                                   (1)
The displacement of a frame from its pose (p₀, R₀) with undeformed links and joints at their reference to (p, R) is
    δ = p − p₀,   α = log(R R₀ᵀ)                                                         (2)
in world axes. Wrenches keep their direction in the world. Modal links are accurate to second order in the deformation;
lumped beams are exact for any deformation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.analysis.operating_point import Holding, joint_stiffness
from armillary.description.robot import Robot
from armillary.errors import ArgumentError, ConvergenceError
from armillary.files.arguments import vector
from armillary.formulations.equilibrium import Equilibrium, equilibrium
from armillary.formulations.mesh import through_gears
from armillary.formulations.passive import friction
from armillary.kinematics.poses import pose
from armillary.multibody import Model, as_model
from armillary.multibody.configuration import Coordinates, configuration
from armillary.multibody.coordinates import (
    coordinate_units,
    elastic_places,
    elastic_units,
    joint_coordinates,
    joint_count,
    velocity_names,
)
from armillary.multibody.flexible.thickness import deflection_warnings
from armillary.multibody.validity import bending
from armillary.spatial.rotation import quaternion_log, to_quaternion
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Notes, Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

SLOW = 1e-13
"""Rate at which joints begin to move [rad/s or m/s]."""


@dataclass(frozen=True, eq=False)
class Statics(Shown):
    """An equilibrium.

    `q` (nq,) is the configuration, `undeformed` (nq,) the same joint coordinates with undeformed links. `tau` (nv,)
    [N·m or N] are the holding efforts in the order of `names`, zero for free coordinates. Dry friction and losses of
    rigid gears hold a joint for all efforts of its motor between `tau_back` and `tau_ahead` (nv,), at which it begins
    to move; without them all three are equal. `deflection` (3,) [m] and `slope` (3,) [rad] are (2) of `frame`; `moved`
    returns those of other frames. `stable` tells whether the equilibrium is stable, `iterations` is the number of
    Newton steps.
    """

    q: Floats
    tau: Floats
    deflection: Floats
    slope: Floats
    frame: str
    names: tuple[str, ...]
    stable: bool
    iterations: int
    warnings: tuple[str, ...]
    model: Model
    undeformed: Floats
    tau_back: Floats
    tau_ahead: Floats

    def __repr__(self) -> str:
        far = 1000 * float(np.linalg.norm(self.deflection))
        state = "stable" if self.stable else "not stable"
        return f"<Statics of {self.model.robot.name}: {self.frame} deflected by {far:.4g} mm, {state}>"

    def moved(self, frame: str) -> tuple[Floats, Floats]:
        """Return deflection [m] and slope [rad] of any frame, (2)."""
        return displacement_of(self.model, self.undeformed, self.q, frame)

    def tables(self) -> list[Part]:
        """Return deflection and slope of the frame, joint efforts and elastic coordinates."""
        model = self.model
        displacements = {"deflection [mm]": 1000 * self.deflection, "slope [deg]": np.degrees(self.slope)}
        displaced = [(name, *_texts(xyz), *_texts([np.linalg.norm(xyz)])) for name, xyz in displacements.items()]
        units, tau = coordinate_units(model)["tau"], _texts(self.tau)
        positions = {
            coordinate.v: self.q[coordinate.q] for coordinate in joint_coordinates(model) if coordinate.q is not None
        }
        at = dict(zip(positions, _texts(positions.values()), strict=True))
        rows: list[tuple[str, ...]] = [
            (self.names[k], at.get(k, ""), tau[k], units[k]) for k in range(joint_count(model))
        ]
        heads = ["joint", "at [rad, m]>", "effort>", ""]
        if np.any(self.tau_back != self.tau_ahead):
            back, ahead = _texts(self.tau_back), _texts(self.tau_ahead)
            rows = [(*row[:3], back[k], ahead[k], row[3]) for k, row in enumerate(rows)]
            heads[3:3] = ["holds from>", "to>"]
        elastic = list(zip(model.elastic, _texts(self.q[elastic_places(model)]), elastic_units(model), strict=True))
        deflections = _texts(drive.deflection(self.q) for drive in model.drives)
        rotors = [
            (drive.name, deflection, tau[drive.v.start], units[drive.v.start])
            for drive, deflection in zip(model.drives, deflections, strict=True)
        ]
        tables = [
            Table("", columns(self.frame, "x>", "y>", "z>", "in all>"), displaced),
            Table("", columns(*heads), rows),
            Table("", columns("elastic coordinate", "value>", ""), elastic),
            Table("", columns("rotor", "ahead of its joint [rad, m]>", "effort>", ""), rotors),
        ]
        return [*(table for table in tables if table.rows), Notes([f"warning: {text}" for text in self.warnings])]


def _texts(values: Iterable[Any]) -> list[str]:
    """Return numbers as text; numbers below 1e-13 of the largest, or below 1e-18, are shown as zero."""
    numbers = [float(value) for value in values]
    floor = max(1e-13 * max(map(abs, numbers), default=0.0), 1e-18)
    return [f"{value if abs(value) > floor else 0.0:.6g}" for value in numbers]


def statics(
    robot: Robot | Model,
    q: Coordinates = None,
    *,
    wrench: ArrayLike | Mapping[str, ArrayLike] | None = None,
    frame: str = "tip",
    joints: Holding = "locked",
) -> Statics:
    """Return the equilibrium of a robot under gravity and wrenches.

    Args:
        robot: The robot, or its model if choices differ from the defaults.
        q: Configuration: joint coordinates, with or without a guess of elastic ones, as an array or by name; default
            home.
        wrench: Moment [N·m] and force [N] on the robot at the origin of `frame`, six numbers in world axes; or
            a mapping {frame: six numbers}. Default none.
        frame: Frame whose deflection is returned, and at which `wrench` acts.
        joints: "locked" (default), "free" (springs and gravity alone), or servo stiffnesses as in `arm.frequencies`.
            Behind an elastic gear the rotor is locked or held in place of its joint, and the gear winds.

    Raises:
        ConvergenceError: There is no equilibrium near q: links buckle, nothing holds a free joint, or a modal link
            would rotate by more than half a turn.

    Example:
        >>> import armillary as arm
        >>> arm.statics(arm.planar([1.0], [2.0], coms=[0.5], inertias=[0.0]), q=[0.0]).tau
        array([9.81])
    """
    model = as_model(robot)
    model.frame(frame)
    named = wrench if isinstance(wrench, Mapping) else {frame: wrench}
    loads: Mapping[str, Any] = {} if wrench is None else named
    for name in loads:
        if name not in model.frames:
            raise ArgumentError("wrench", f"no frame {name!r}", f"one of {', '.join(model.frames)}")
    order = "moment x, y, z [N·m], then force x, y, z [N]"
    wrenches = {name: vector("wrench", six, 6, order) for name, six in loads.items()}
    start = configuration(model, q)
    servo = joint_stiffness(model, joints)
    balance = equilibrium(model, start, np.zeros(model.nv), servo, wrenches, fall=True)
    undeformed = start.copy()
    undeformed[elastic_places(model)] = 0.0
    breakaway = _breakaway(model, balance.q, balance.efforts)
    # Efforts of free coordinates are rounding errors.
    tau, back, ahead = (np.where(servo == 0, 0.0, efforts) for efforts in (balance.efforts, *breakaway))
    return Statics(
        balance.q, tau, *displacement_of(model, undeformed, balance.q, frame), frame, velocity_names(model),
        balance.stable, balance.iterations, (*_warnings(model, balance), *deflection_warnings(model.robot)), model,
        undeformed, back, ahead,
    )  # fmt: skip


def _breakaway(model: Model, q: Floats, tau: Floats) -> tuple[Floats, Floats]:
    """Return the efforts of motors at which joints begin to move back and ahead, for the load τ of an equilibrium."""
    zeros, limits = np.zeros(model.nv), []
    for rate in (-SLOW, SLOW):
        qd = np.full(model.nv, rate)
        effort = np.asarray(through_gears(model, q, qd, zeros, tau + friction(model, q, qd)), dtype=float)
        # The tolerance takes out viscous friction, which is proportional to this rate: it holds no joint.
        limits.append(np.where(np.abs(effort - tau) > 1e3 * SLOW * (1.0 + np.abs(tau)), effort, tau))
    return limits[0], limits[1]


def displacement_of(model: Model, q_0: Floats, q: Floats, frame: str) -> tuple[Floats, Floats]:
    """Return the displacement (2) of a frame between two configurations [m], [rad]."""
    before, after = np.asarray(pose(model, q_0, frame), dtype=float), np.asarray(pose(model, q, frame), dtype=float)
    turn = quaternion_log(to_quaternion(after[:3, :3] @ before[:3, :3].T))
    return after[:3, 3] - before[:3, 3], turn  # (2)


def _warnings(model: Model, balance: Equilibrium) -> tuple[str, ...]:
    """Return warnings about stability and strong bending.

    Raises:
        ConvergenceError: A link turns by more than half a turn, or stretches by more than its length.
    """
    unstable = "the equilibrium is unstable: loads beyond buckling, or a joint that tips over"
    warnings = () if balance.stable else (unstable,)
    bent = bending(model, balance.q)
    if not np.any(bent.beyond):
        return warnings
    worst = int(np.argmax(bent.excess))
    turn, stretch = float(bent.slope[worst]), float(bent.stretch[worst])
    if turn > np.pi or abs(stretch) > 1:
        problem = f"{bent.nodes[worst]} would rotate by {turn:.2g} rad and stretch by {stretch:.2g}"
        hint = "which modes cannot describe; try a smaller load, or sublinks"
        raise ConvergenceError(f"{model.robot.name}: no equilibrium, {problem}, {hint}")
    return *warnings, bent.text((worst,))
