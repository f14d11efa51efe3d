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
from typing import TypedDict, Unpack

import numpy as np

from armillary.compiler import compiled
from armillary.description.robot import Link, Robot
from armillary.errors import ArgumentError
from armillary.executors.executor import Executor, executor_of
from armillary.executors.serial import Serial
from armillary.files.arguments import number, watcher, whole, words
from armillary.files.keywords import keywords, names_of
from armillary.files.words import among, shortened, unknown
from armillary.motion.efforts import check_fits
from armillary.motion.elastic_response import with_elastic_response
from armillary.motion.file import motion_task
from armillary.motion.task import Motion, MotionTask, motion_of
from armillary.multibody import as_model, with_rigid_gears
from armillary.selection.motors import search
from armillary.selection.motors.attempts import Attempts, Tries
from armillary.selection.motors.branch import CostBounds, branch_and_bound
from armillary.selection.motors.catalogue import Catalogue
from armillary.selection.motors.catalogue_file import load_catalogue
from armillary.selection.motors.drive import GearMotor, GearMotors, drives_of
from armillary.selection.motors.duty import Duty, Tried, duty_of, turn_of
from armillary.selection.motors.load import MotionLoads, loads_of, responses_of
from armillary.selection.motors.mounts import (
    MotorMount,
    bare,
    drivable,
    mounts_of,
    movers,
    with_drives,
    with_frames,
    without_drives,
)
from armillary.selection.motors.output import Masses, MotorChoice
from armillary.spatial.scalar import Floats

OBJECTIVES = {"mass": "kg", "reflected_inertia": "kg·m²", "power": "W"}  # objectives and their units
FIELDS = {"mass": "mass", "reflected_inertia": "reflected"}  # objective → property of a drive

BUDGET = 300  # default limit on the decisions of the search


class Working(TypedDict, total=False):
    """The last arguments of `choose_motors`."""

    built_in: Mapping[str, float] | None
    executor: Executor | None
    progress: Callable[[float], None] | None


def choose_motors(
    robot: Robot,
    motion: Motion | MotionTask | str | os.PathLike[str] | None = None,
    *,
    catalogue: Catalogue | str | os.PathLike[str] | None = None,
    objective: str = "mass",
    safety: float = 1.2,
    joints: Iterable[str] | Mapping[str, MotorMount | None] | None = None,
    budget: int = BUDGET,
    **work: Unpack[Working],
) -> MotorChoice:
    """Choose a motor and a gear for each joint of a robot.

    Args:
        robot: A robot. Its motors at the joints in question are replaced. Flexible links sag and vibrate along the
            motion, which the joints follow exactly.
        motion: Motion that the drives must carry: a motion, a task, or a motion file; default: the standard motion.
        catalogue: Motors and gearboxes, or a catalogue file; default: the catalogue of the package.
        objective: Quantity to minimise, summed over the joints: "mass" (default), "reflected_inertia" or "power".
        safety: Safety factor on torques and gear loads, not on speeds, 1 or more; default 1.2.
        joints: Joint names, or a mapping from joint names to the mounts of their motors; default: all revolute and
            prismatic joints. The default mount is at the joint on its parent link.
        budget: Limit on the decisions of the search after the first complete choice; default 300.
        built_in: Masses of present drives [kg] by joint that the masses of the links contain; they are taken off the
            links at the mounts of their joints. Default none: the chosen drives are added to the links as they are.
        executor: Where drives are tried; default `arm.executors.Serial()`, this process.
            `arm.executors.Resumed(folder)` keeps the attempts, and a later search for the same motion goes on.
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
    keywords("arm.choose_motors", work, (*names_of(choose_motors)[:-1], *Working.__annotations__))
    _check(robot, objective, safety, budget)
    doer, report, built_in = _working(**work)
    named = _joints(robot, joints)
    unit = _unit(robot, named, objective)
    parts = catalogue if isinstance(catalogue, Catalogue) else load_catalogue(catalogue)
    if motion is not None and not isinstance(motion, (Motion, MotionTask, str, os.PathLike)):
        raise ArgumentError("motion", shortened(motion), "a Motion, a MotionTask or a motion file")
    trajectory = motion if isinstance(motion, Motion) else motion_of(robot, motion_task(motion))
    check_fits(with_rigid_gears(as_model(robot)), trajectory)
    places = mounts_of(robot, named, joints if isinstance(joints, Mapping) else {})
    before, robot = robot, without_drives(robot, built_in, places)
    stripped = bare(robot, named, trajectory.payload, trajectory.frame)
    task = _Task(robot, loads_of(stripped, trajectory, places), parts, objective, safety, doer, report)
    best, drives = _search(task, named, places, budget)
    duties, bending = _duties(with_drives(stripped, drives, places, inertial=True), task, drives, places)
    source = f"{robot.source}; " if robot.source else ""
    chosen = replace(robot, source=f"{source}motors chosen from {parts.name or 'a catalogue'}")
    feasible = best.feasible and all(duty.feasible for duty in duties.values())
    field = FIELDS.get(objective)
    cost = sum(getattr(duty.drive, field) if field else duty.power for duty in duties.values())
    return MotorChoice(
        robot.name, duties, with_drives(chosen, drives, places) if feasible else None, objective, unit, safety, cost,
        best.exhausted, best.decisions, best.sweeps, trajectory, parts, _masses(before, robot, duties), bending,
    )  # fmt: skip


def _masses(before: Robot, after: Robot, duties: Mapping[str, Duty]) -> Masses:
    """Return where the mass of a robot goes when it gets drives."""
    links, left = (sum(_mass(link) for link in robot.links) for robot in (before, after))
    old = sum(motor.mass for motor in before.motors if motor.joint in duties)
    new = sum(duty.drive.mass for duty in duties.values())
    payloads = {payload.name: payload.mass for payload in before.payloads}
    return Masses(links, old, links - left, new, payloads)


def _mass(link: Link) -> float:
    """Return the mass of a link [kg], that of its beam included."""
    beam = link.beam
    return link.mass + (0.0 if beam is None else beam.mass)


@dataclass(frozen=True, eq=False)
class _Task:
    """Loads, drives and objective of one search, and where attempts are made."""

    robot: Robot
    loads: MotionLoads
    catalogue: Catalogue
    objective: str
    safety: float
    executor: Executor
    progress: Callable[[float], None] | None

    def drives(self, joint: str) -> GearMotors:
        """Return all drives of the catalogue for a joint."""
        kind = self.robot.joint(joint).type
        drives = drives_of(self.catalogue, kind == "prismatic")
        if not drives:
            gear = "screw" if kind == "prismatic" else "gear"
            what = f"no {gear} for the {kind} joint {joint!r} in {self.catalogue.name or 'it'}"
            raise ArgumentError("catalogue", what, f"[[{gear}]] rows", "or choose for other joints only")
        return GearMotors(drives)

    def tries(self, drives: Mapping[str, GearMotors], waits: Mapping[str, set[str]]) -> Tries:
        """Return attempts with drives at joints, each loaded by the drives of the joints that it waits for."""
        beyond = {joint: tuple(name for name in drives if name in waits[joint] - {joint}) for joint in drives}

        def report(made: int) -> None:
            if self.progress:
                self.progress(1 - 1 / (1 + made / len(drives)))

        return Tries(Attempts(self.loads, drives, beyond, self.safety), self.executor, report)

    def costs(self, tried: Tried) -> Floats:
        """Return the costs of drives, shape (C,)."""
        return tried.power if self.objective == "power" else tried.drives.of(FIELDS[self.objective])[:, 0]


def _search(
    task: _Task, joints: list[str], mounts: Mapping[str, MotorMount], budget: int
) -> tuple[search.DriveChoice, dict[str, GearMotor]]:
    """Return the best choice; if none is feasible, the greedy one with the drives nearest to feasible."""
    everything = {joint: task.drives(joint) for joint in joints}
    waits: dict[str, set[str]] = {joint: set() for joint in joints}
    for joint, mount in mounts.items():
        for mover in movers(task.robot, mount.carrier):
            if mover in waits:
                waits[mover].add(joint)
    order = search.waiting_order(joints, waits)
    if order is None:
        best = search.sweeps(joints, task.tries(everything, waits), task.costs)
        return best, _drives(best, everything)
    best, quick = search.DriveChoice(exhausted=True), _quick(task, everything)
    if all(len(drives) for drives in quick.values()):
        best = _best(task, order, task.tries(quick, waits), budget)
        if best.feasible:
            return best, _drives(best, quick)
    near = search.greedy(order, task.tries(everything, waits), task.costs, task.costs)
    near.exhausted, near.decisions = best.exhausted, near.decisions + best.decisions
    return near, _drives(near, everything)


def _best(task: _Task, order: Sequence[str], tries: Tries, budget: int) -> search.DriveChoice:
    """Return the best choice of branch and bound, which starts with greedy choices by other objectives."""
    field = FIELDS.get(task.objective)  # power has no lower bound but zero
    drives = tries.attempts.drives
    least = {joint: float(options.of(field).min()) if field else 0.0 for joint, options in drives.items()}
    start = search.DriveChoice()
    for other in OBJECTIVES:  # a light wrist can reduce costs at the shoulder
        if other != task.objective and task.objective != "mass":
            near = search.greedy(order, tries, replace(task, objective=other).costs, task.costs)
            start = near if near.feasible and near.cost < start.cost else start
    return branch_and_bound(order, tries, task.costs, CostBounds(least, budget), start)


def _quick(task: _Task, everything: Mapping[str, GearMotors]) -> dict[str, GearMotors]:
    """Return the drives with sufficient speed, which does not depend on loads."""
    fast = {}
    for joint, drives in everything.items():
        fastest = np.abs(task.loads.motion.qd[:, task.loads.coordinate[joint]]).max()
        most = np.minimum(drives.of("motor.maximum_speed"), drives.of("gear.maximum_speed"))
        fast[joint] = GearMotors(tuple(compress(drives.drives, (drives.ratio * fastest <= most)[:, 0])))
    return fast


def _drives(choice: search.DriveChoice, drives: Mapping[str, GearMotors]) -> dict[str, GearMotor]:
    """Return the chosen drives, in the order of the joints."""
    return {joint: options.drives[choice.chosen[joint]] for joint, options in drives.items()}


def _duties(
    robot: Robot, task: _Task, drives: Mapping[str, GearMotor], mounts: Mapping[str, MotorMount]
) -> tuple[dict[str, Duty], float | None]:
    """Return the duties of the drives from the dynamics of the robot that has them, and how far its tip bends [m]."""
    loads = task.loads
    framed, frames = with_frames(robot, mounts) if as_model(robot).elastic else (robot, {})
    dyn, off = compiled.compile(framed), None
    if dyn.model.elastic:
        motion = with_elastic_response(dyn, loads.motion)
        responses = responses_of(dyn, motion, mounts, frames)
        loads = replace(loads, motion=motion, responses=responses)
        off = _deflection(dyn, motion)
    motion = loads.motion
    efforts, M = dyn.inverse_dynamics(motion.q, motion.qd, motion.qdd), dyn.mass_matrix(motion.q)
    duties = {}
    for joint, drive in drives.items():
        turn = turn_of(loads, joint, drives)
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


def _working(
    executor: Executor | None = None,
    progress: Callable[[float], None] | None = None,
    built_in: Mapping[str, float] | None = None,
) -> tuple[Executor, Callable[[float], None] | None, Mapping[str, float]]:
    if built_in is not None and not isinstance(built_in, Mapping):
        raise ArgumentError("built_in", shortened(built_in), "masses [kg] by joint, as in {'elbow': 2.5}")
    return executor_of(executor, Serial()), watcher(progress), built_in or {}


def _check(robot: Robot, objective: str, safety: float, budget: int) -> None:
    if not isinstance(robot, Robot):
        raise ArgumentError("robot", shortened(robot), "a Robot", "arm.library.get(name) and arm.load(file) give one")
    if not among(objective, OBJECTIVES):
        raise ArgumentError("objective", *unknown(objective, OBJECTIVES))
    number("safety", safety, 1.0)
    whole("budget", budget)


def _unit(robot: Robot, joints: Sequence[str], objective: str) -> str:
    """Return the unit of the summed costs; reflected inertias of revolute and prismatic joints cannot be added."""
    kinds = {robot.joint(joint).type for joint in joints}
    if objective != "reflected_inertia" or kinds == {"revolute"}:
        return OBJECTIVES[objective]
    if len(kinds) > 1:
        what = "reflected_inertia, in kg·m² at revolute joints and in kg at prismatic joints"
        raise ArgumentError("objective", what, "mass or power", "or choose motors for joints of one type at a time")
    return "kg"


def _joints(robot: Robot, names: Iterable[str] | None) -> list[str]:
    """Return the names of the joints that get motors, in the order of the robot."""
    drivable_joints = [joint.name for joint in drivable(robot)]
    if not drivable_joints:
        raise ArgumentError("robot", f"{robot.name!r} has no joint for a motor", "a revolute or prismatic joint")
    chosen = drivable_joints if names is None else words("joints", names, drivable_joints)
    if not chosen:
        raise ArgumentError("joints", "none", f"some of {', '.join(drivable_joints)}")
    return [name for name in drivable_joints if name in chosen]
