"""Motor selection: `choose_motors` finds a drive for each joint that carries a motion at the lowest cost.

    motion, robot without motors → loads        [load]      once
    joint by joint, tip to base → drives         [search]    drives tried against the limits [duty]
    robot with the drives → efforts              compiled inverse dynamics of the "full" motor model, with friction
The last line is independent of the first two: the reported duties come from the returned robot itself, whose flexible
links bend under the masses of the chosen drives. Gears are rigid in all three; the returned robot has their elasticity
and losses, the friction of the rotors and the windings that the catalogue knows.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress

import numpy as np

from armillary.compiler import compiled
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.files.arguments import watcher, words
from armillary.files.words import among, is_whole, shortened, unknown
from armillary.motion.bent import with_bending
from armillary.motion.efforts import check_fits
from armillary.motion.file import as_task
from armillary.motion.task import Motion, MotionTask, motion_of
from armillary.multibody import as_model, with_rigid_gears
from armillary.selection.motors import search
from armillary.selection.motors.catalogue import Catalogue, load_catalogue
from armillary.selection.motors.drive import Drive, Drives, drives_of
from armillary.selection.motors.duty import Duty, Tried, Turn, duty_of, try_drives
from armillary.selection.motors.load import Loads, loads_of, responses_of
from armillary.selection.motors.output import MotorChoice
from armillary.selection.motors.seats import Seat, bare, drivable, movers, seats_of, with_drives, with_frames
from armillary.spatial.scalar import Floats

OBJECTIVES = {"mass": "kg", "reflected_inertia": "kg·m²", "power": "W"}  # objectives and their units
FIELDS = {"mass": "mass", "reflected_inertia": "reflected"}  # objective → property of a drive

BUDGET = 300  # default limit on the decisions of the search


def choose_motors(
    robot: Robot,
    motion: Motion | MotionTask | str | os.PathLike[str] | None = None,
    *,
    catalogue: Catalogue | str | os.PathLike[str] | None = None,
    objective: str = "mass",
    safety: float = 1.2,
    joints: Iterable[str] | Mapping[str, Seat | None] | None = None,
    budget: int = BUDGET,
    progress: Callable[[float], None] | None = None,
) -> MotorChoice:
    """Choose a motor and a gear for each joint of a robot.

    Args:
        robot: A robot. Its motors at the joints in question are replaced. Flexible links sag and vibrate along the
            motion, which the joints follow exactly.
        motion: Motion that the drives must carry: a motion, a task, or a motion file; default: the standard motion.
        catalogue: Motors and gearboxes, or a catalogue file; default: the catalogue of the package.
        objective: Quantity to minimise, summed over the joints: "mass" (default), "reflected_inertia" or "power".
        safety: Safety factor on torques and gear loads, not on speeds, 1 or more; default 1.2.
        joints: Joint names, or a mapping from joint names to the seats of their motors; default: all revolute and
            prismatic joints. The default seat is at the joint on its parent link.
        budget: Limit on the decisions of the search after the first complete choice; default 300.
        progress: Function called with the completed fraction, from 0 to 1.

    Raises:
        ArgumentError: An argument is invalid.
        CatalogueError: Lists every problem of the catalogue file.

    Example:
        >>> import armillary as arm
        >>> small = arm.planar([0.3, 0.2], [0.5, 0.3], coms=[0.15, 0.1], inertias=[4e-3, 1e-3])
        >>> choice = arm.choose_motors(small, budget=10)
        >>> list(choice.drives), choice.feasible
        (['joint1', 'joint2'], True)
    """
    _check(robot, objective, safety, budget)
    named = _joints(robot, joints)
    unit = _unit(robot, named, objective)
    parts = catalogue if isinstance(catalogue, Catalogue) else load_catalogue(catalogue)
    if motion is not None and not isinstance(motion, (Motion, MotionTask, str, os.PathLike)):
        raise ArgumentError("motion", shortened(motion), "a Motion, a MotionTask or a motion file")
    moved = motion if isinstance(motion, Motion) else motion_of(robot, as_task(motion))
    check_fits(with_rigid_gears(as_model(robot)), moved)
    places = seats_of(robot, named, joints if isinstance(joints, Mapping) else {})
    stripped = bare(robot, named, moved.payload, moved.frame)
    task = _Task(robot, loads_of(stripped, moved, places), parts, objective, safety, watcher(progress), len(named))
    found = _search(robot, task, named, places, budget)
    drives = {joint: found.chosen[joint] for joint in named}
    duties, bending = _duties(with_drives(stripped, drives, places, inertial=True), task, drives, places)
    source = f"{robot.source}; " if robot.source else ""
    chosen = replace(robot, source=f"{source}motors chosen from {parts.name or 'a catalogue'}")
    feasible = found.feasible and all(duty.feasible for duty in duties.values())
    field = FIELDS.get(objective)
    cost = sum(getattr(duty.drive, field) if field else duty.power for duty in duties.values())
    return MotorChoice(
        robot.name, duties, with_drives(chosen, drives, places) if feasible else None, objective, unit, safety, cost,
        found.exhausted, found.decisions, found.sweeps, moved, parts, bending,
    )  # fmt: skip


@dataclass
class _Task:
    """Loads, drives and objective of one search."""

    robot: Robot
    loads: Loads
    catalogue: Catalogue
    objective: str
    safety: float
    progress: Callable[[float], None] | None
    count: int
    tries: int = 0

    def drives(self, joint: str) -> Drives:
        """Return all drives of the catalogue for a joint."""
        kind = self.robot.joint(joint).type
        found, gear = drives_of(self.catalogue, kind == "prismatic"), "screw" if kind == "prismatic" else "gear"
        if not found:
            what = f"no {gear} for the {kind} joint {joint!r} in {self.catalogue.name or 'it'}"
            raise ArgumentError("catalogue", what, f"[[{gear}]] rows", "or choose for other joints only")
        return Drives(found)

    def turn(self, joint: str, chosen: Mapping[str, Drive]) -> Turn:
        """Return the motion and load of a joint with the drives chosen for other joints."""
        j, motion = self.loads.coordinate[joint], self.loads.motion
        return Turn(
            joint, motion.t, motion.qd[:, j], motion.qdd[:, j], self.loads.at(joint, chosen),
            self.loads.responses[joint], j,
        )  # fmt: skip

    def attempt(self, drives: Mapping[str, Drives], waits: Mapping[str, set[str]]) -> search.Try:
        """Return a function that tries all drives at a joint, loaded by the drives of the joints that it waits for.

        Results are cached by the drives beyond the joint, since limbs do not load each other.
        """
        known: dict[tuple[str, frozenset[tuple[str, Drive]]], Tried] = {}

        def attempt(joint: str, chosen: Mapping[str, Drive]) -> Tried:
            self.tries += 1
            if self.progress:
                self.progress(1 - 1 / (1 + self.tries / self.count))
            beyond = {name: drive for name, drive in chosen.items() if name in waits[joint] and name != joint}
            key = (joint, frozenset(beyond.items()))
            if key not in known:
                known[key] = try_drives(self.turn(joint, beyond), drives[joint], self.safety)
            return known[key]

        return attempt

    def costs(self, tried: Tried) -> Floats:
        """Return the costs of drives, shape (C,)."""
        return tried.power if self.objective == "power" else tried.drives.of(FIELDS[self.objective])[:, 0]


def _search(robot: Robot, task: _Task, joints: list[str], seats: Mapping[str, Seat], budget: int) -> search.Found:
    """Return the best choice; if none is feasible, the greedy one with the drives nearest to feasible."""
    everything = {joint: task.drives(joint) for joint in joints}
    waits: dict[str, set[str]] = {joint: set() for joint in joints}
    for joint, seat in seats.items():
        for mover in movers(robot, seat.carrier):
            if mover in waits:
                waits[mover].add(joint)
    order = search.waiting_order(joints, waits)
    if order is None:
        return search.sweeps(joints, task.attempt(everything, waits), task.costs)
    quick = {}  # drives with sufficient speed, which does not depend on loads
    for joint, drives in everything.items():
        fastest = np.abs(task.loads.motion.qd[:, task.loads.coordinate[joint]]).max()
        most = np.minimum(drives.of("motor.maximum_speed"), drives.of("gear.maximum_speed"))
        quick[joint] = Drives(tuple(compress(drives.drives, (drives.ratio * fastest <= most)[:, 0])))
    found = search.Found(exhausted=True)
    if all(len(drives) for drives in quick.values()):
        field = FIELDS.get(task.objective)  # power has no lower bound but zero
        least = {joint: float(drives.of(field).min()) if field else 0.0 for joint, drives in quick.items()}
        attempt = task.attempt(quick, waits)
        start = search.Found()
        for other in OBJECTIVES:  # greedy choices by other objectives: a light wrist can reduce costs at the shoulder
            if other != task.objective and task.objective != "mass":
                near = search.greedy(order, attempt, replace(task, objective=other).costs, task.costs)
                start = near if near.feasible and near.cost < start.cost else start
        found = search.branch(order, attempt, task.costs, least, budget, replace(start, decisions=0))
    if found.feasible:
        return found
    near = search.greedy(order, task.attempt(everything, waits), task.costs, task.costs)
    near.exhausted, near.decisions = found.exhausted, near.decisions + found.decisions
    return near


def _duties(
    robot: Robot, task: _Task, drives: Mapping[str, Drive], seats: Mapping[str, Seat]
) -> tuple[dict[str, Duty], float | None]:
    """Return the duties of the drives from the dynamics of the robot that has them, and how far its tip bends [m]."""
    framed, frames = with_frames(robot, seats) if as_model(robot).elastic else (robot, {})
    dyn, off = compiled.compile(framed), None
    if dyn.model.elastic:
        motion = with_bending(dyn, task.loads.motion)
        responses = responses_of(dyn, motion, seats, frames)
        task = replace(task, loads=replace(task.loads, motion=motion, responses=responses))
        off = _deflection(dyn, motion)
    motion = task.loads.motion
    efforts, M = dyn.inverse_dynamics(motion.q, motion.qd, motion.qdd), dyn.mass_matrix(motion.q)
    duties = {}
    for joint, drive in drives.items():
        turn = task.turn(joint, {name: other for name, other in drives.items() if name != joint})
        j, J, r = turn.column, drive.rotor_inertia, drive.gear.ratio
        alpha = r * turn.acceleration + turn.response.turning
        duty = duty_of(turn, drive, task.safety, efforts[:, j] - r * J * alpha)
        felt = drive.reflected + 2 * r * J * turn.response.spin[:, j]  # contribution of the rotor's spin to M_jj
        ratio = float(np.max(M[:, j, j] - felt)) / drive.reflected if drive.reflected else float("inf")
        duties[joint] = replace(duty, inertia_ratio=ratio)
    return duties, off


def _deflection(dyn: compiled.Compiled, motion: Motion) -> float | None:
    """Return the greatest distance of the motion's frame from its place with straight links [m]; None without it."""
    if motion.frame not in dyn.model.frames:
        return None
    straight = motion.q.copy()
    straight[:, -len(dyn.model.elastic) :] = 0.0
    places = [dyn.pose(np.ascontiguousarray(q), frame=motion.frame)[:, :3, 3] for q in (motion.q, straight)]
    return float(np.linalg.norm(places[0] - places[1], axis=1).max())


def _check(robot: Robot, objective: str, safety: float, budget: int) -> None:
    if not isinstance(robot, Robot):
        raise ArgumentError("robot", shortened(robot), "a Robot", "arm.library.get(name) and arm.load(file) give one")
    if not among(objective, OBJECTIVES):
        raise ArgumentError("objective", *unknown(objective, OBJECTIVES))
    if isinstance(safety, bool) or not isinstance(safety, (int, float)) or not 1 <= safety < np.inf:
        raise ArgumentError("safety", shortened(safety), "a finite factor of 1 or more, such as 1.2")
    if not is_whole(budget):
        raise ArgumentError("budget", shortened(budget), "a whole number of decisions, 0 or more")


def _unit(robot: Robot, joints: Sequence[str], objective: str) -> str:
    """Return the unit of the summed costs; reflected inertias of revolute and prismatic joints cannot be added."""
    kinds = {robot.joint(joint).type for joint in joints}
    if objective != "reflected_inertia" or kinds == {"revolute"}:
        return OBJECTIVES[objective]
    if len(kinds) > 1:
        found = "reflected_inertia, in kg·m² at revolute joints and in kg at prismatic joints"
        raise ArgumentError("objective", found, "mass or power", "or choose motors for joints of one type at a time")
    return "kg"


def _joints(robot: Robot, given: Iterable[str] | None) -> list[str]:
    """Return the names of the joints that get motors, in the order of the robot."""
    known = [joint.name for joint in drivable(robot)]
    if not known:
        raise ArgumentError("robot", f"{robot.name!r} has no joint for a motor", "a revolute or prismatic joint")
    wanted = known if given is None else words("joints", given, known)
    if not wanted:
        raise ArgumentError("joints", "none", f"some of {', '.join(known)}")
    return [name for name in known if name in wanted]
