"""Motors: duties against independent ways, choices against all combinations, identities of gearing."""

from dataclasses import replace
from itertools import islice, product

import numpy as np
import pytest

import armillary as arm
from internals import (
    GearMotor,
    GearMotors,
    GearType,
    Joint,
    Link,
    Motion,
    MotorMount,
    MotorType,
    Processes,
    Resumed,
    Robot,
    Serial,
    Tried,
    attempts,
    bare,
    default_mount,
    drivable,
    drives_of,
    existing_mounts,
    loads_of,
    mounts_of,
    search,
    standard_motion,
    with_drives,
)
from random_robots import random_robot
from samples import some

LOOSE = dict.fromkeys(("continuous_torque", "peak_torque", "maximum_speed"), 1e9)


def motor(name="m", mass=1.0, J=1e-4, continuous=1.0, peak=4.0, speed=600.0, **more):
    return MotorType(name, mass, J, continuous, peak, speed, **more)


def gear(name="g", ratio=10.0, efficiency=0.9, mass=0.5, inertia=1e-5, most=1e6, **more):
    more.setdefault("backward_efficiency", efficiency)
    return GearType(name, ratio, efficiency, mass, inertia, most, **more)


def swing(robot, rows=25, seed=0, size=0.4):
    """A smooth motion through a random configuration."""
    model = arm.model(robot)
    rng = np.random.default_rng(seed)
    t = np.linspace(0.0, 2.0, rows)
    start, span, phase = rng.uniform(-1, 1, (3, model.nv))
    w = np.pi
    q = start + size * span * np.sin(w * t[:, None] + 3 * phase)
    qd = size * span * w * np.cos(w * t[:, None] + 3 * phase)
    return Motion(t, q, qd, -(w**2) * (q - start), name="swing")


def independent(robot, motion, joint, safety):
    """Use of each limit by one joint's motor from the reference model of the finished robot: no code of ours twice."""
    model, drive = arm.model(robot.robot), robot.drives[joint]
    dyn = arm.evaluate(robot.robot, formulation="auto")
    j = next(one.v.start for one in model.joints if one.name == joint)
    described = next(one for one in robot.robot.motors if one.joint == joint)
    J, r = described.rotor_inertia, described.ratio
    moving = described.carrier != robot.robot.base
    torques, loads = [], []
    for q, qd, qdd in zip(motion.q, motion.qd, motion.qdd, strict=True):
        effort = dyn.inverse_dynamics(q, qd, qdd)[j]
        turning = 0.0
        if moving:
            z = dyn.pose(q, frame=described.carrier)[:3, :3] @ np.array(described.axis)
            jacobian = (
                dyn.jacobian(q, frame=described.carrier)[:3],
                dyn.jacobian_dot(q, qd, frame=described.carrier)[:3],
            )
            turning = z @ (jacobian[0] @ qdd + jacobian[1] @ qd)
        alpha = r * qdd[j] + turning
        load = effort - r * J * alpha
        eta = 1 / drive.gear.efficiency if load * qd[j] >= 0 else drive.gear.backward_efficiency
        torques.append(load * eta / r + J * alpha)
        loads.append(load)
    tau, t = np.array(torques), motion.t
    rms = np.sqrt(np.sum((tau[1:] ** 2 + tau[:-1] ** 2) / 2 * np.diff(t)) / (t[-1] - t[0]))
    speed = np.abs(r * motion.qd[:, j]).max()
    return {
        "continuous torque": safety * rms / drive.motor.continuous_torque,
        "peak torque": safety * np.abs(tau).max() / drive.motor.peak_torque,
        "speed": speed / drive.motor.maximum_speed,
        "gear torque": safety * np.abs(loads).max() / drive.gear.maximum_load,
    }


class Finished:
    """A robot with drives, as `independent` wants it."""

    def __init__(self, robot, drives):
        self.robot, self.drives = robot, drives


@pytest.mark.parametrize("seed", some(range(6), 3))
def test_loads_are_those_of_the_full_motor_model(seed):
    """Random trees, random mounts, random drives: the efforts taken apart, put together, are the compiled ones."""
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, 5, kinds="RRPF")
    joints = [joint.name for joint in drivable(robot)]
    links = [robot.base, *(link.name for link in robot.links)]
    mounts = {}
    for name in joints[::2]:
        axis = rng.normal(size=3)
        mounts[name] = MotorMount(str(rng.choice(links)), tuple(rng.normal(size=3)), tuple(axis / np.linalg.norm(axis)))
    places = mounts_of(robot, joints, mounts)
    stripped, motion = bare(robot, joints), swing(robot, seed=seed)
    loads = loads_of(stripped, motion, places)
    drives = {
        name: GearMotor(
            motor(J=rng.uniform(1e-4, 1e-3), mass=rng.uniform(0.2, 2), axial=2e-3, transverse=3e-3),
            gear(ratio=rng.uniform(2, 60)),
        )
        for name in joints
    }
    expected = arm.compile(with_drives(stripped, drives, places)).inverse_dynamics(motion.q, motion.qd, motion.qdd)
    for name, drive in drives.items():
        j, J, r = loads.coordinate[name], drive.rotor_inertia, drive.gear.ratio
        own = loads.responses[name]
        found = loads.at(name, drives) + own.carried(drive, j) + r * J * (r * motion.qdd[:, j] + own.turning)
        np.testing.assert_allclose(found, expected[:, j], rtol=0, atol=1e-12 * np.abs(expected).max())


@pytest.mark.parametrize("name", ["puma560", "stanford"])
def test_without_losses_the_rotor_torque_is_the_effort_over_the_ratio(name):
    robot = arm.library.get(name)
    parts = arm.selection.Catalogue(
        (replace(motor(), **LOOSE),),
        (gear(efficiency=1.0), gear("s", ratio=1000.0, efficiency=1.0, linear=True)),
    )
    choice = arm.choose_motors(robot, standard_motion(robot), catalogue=parts, safety=1.0)
    motion = choice.motion
    efforts = arm.compile(choice.robot).inverse_dynamics(motion.q, motion.qd, motion.qdd)
    for k, (joint, duty) in enumerate(choice.duties.items()):
        assert joint == f"joint{k + 1}"
        scale = np.abs(efforts[:, k]).max() / duty.drive.gear.ratio
        np.testing.assert_allclose(duty.torque, efforts[:, k] / duty.drive.gear.ratio, rtol=0, atol=1e-11 * scale)


def test_a_gear_takes_power_both_ways():
    robot = arm.library.get("khatib-rr")
    parts = arm.selection.Catalogue((replace(motor(), **LOOSE),), (gear(efficiency=0.7, backward_efficiency=0.5),))
    choice = arm.choose_motors(robot, swing(robot, 200), catalogue=parts)
    for k, duty in enumerate(choice.duties.values()):
        rate, J = choice.motion.qd[:, k], duty.drive.rotor_inertia
        # the rotor's own power aside, what goes in less what comes out is lost, to the efficiency of its direction
        base = duty.speed / duty.drive.gear.ratio
        np.testing.assert_allclose(base, rate)
        dyn = loads_of(bare(robot, choice.drives), choice.motion, mounts_of(robot, choice.drives, {}))
        alpha = duty.drive.gear.ratio * choice.motion.qdd[:, k] + dyn.responses[duty.joint].turning
        power_in, power_out = (duty.torque - J * alpha) * duty.speed, duty.load * rate
        lost = power_in - power_out
        assert lost.min() > -1e-12
        driving = power_out > 0
        assert driving.any()
        assert (~driving).any()
        np.testing.assert_allclose(power_out[driving], 0.7 * power_in[driving])
        np.testing.assert_allclose(power_in[~driving], 0.5 * power_out[~driving], atol=1e-12)


@pytest.mark.crossed
@pytest.mark.parametrize("objective", ["mass", "reflected_inertia"])
@pytest.mark.parametrize("seed", some(range(3), 2))
def test_no_combination_is_better_than_a_choice_that_says_so(seed, objective):
    """All combinations, each worked out on its own finished robot by the reference model."""
    rng = np.random.default_rng(seed)
    robot = arm.planar([0.4, 0.3], [2.0, 1.5], coms=[0.2, 0.15], inertias=[0.02, 0.01])
    motion = swing(robot, 12, seed, size=0.8)
    masses = rng.uniform(0.3, 3.0, 3)
    parts = arm.selection.Catalogue(
        tuple(motor(f"m{k}", m, J=1e-4 * m**2, continuous=0.25 * m, peak=0.7 * m) for k, m in enumerate(masses)),
        (gear("a", 12.0, mass=0.4, most=60.0), gear("b", 40.0, mass=0.9, most=90.0)),
    )
    choice = arm.choose_motors(robot, motion, catalogue=parts, objective=objective, budget=10_000)
    drives, joints = drives_of(parts, linear=False), [joint.name for joint in drivable(robot)]
    places = mounts_of(robot, joints, {})
    best = np.inf
    for pair in product(drives, repeat=len(joints)):
        chosen = dict(zip(joints, pair, strict=True))
        finished = Finished(with_drives(bare(robot, joints), chosen, places), chosen)
        if all(max(independent(finished, motion, joint, 1.2).values()) <= 1 for joint in joints):
            best = min(best, sum(drive.mass if objective == "mass" else drive.reflected for drive in pair))
    assert choice.feasible == np.isfinite(best)
    if choice.feasible:
        assert choice.optimal
        assert choice.cost == pytest.approx(best)


@pytest.mark.parametrize("name", ["puma560", "khatib-rr"])
def test_the_chosen_motors_carry_the_motion_of_the_finished_robot(name):
    robot = arm.library.get(name)
    motion = swing(robot, 12)
    parts = arm.selection.Catalogue(
        tuple(motor(f"m{k}", 0.5 * 1.8**k, 2e-5 * 3**k, 0.1 * 2.2**k, 0.5 * 2.2**k) for k in range(8)),
        tuple(gear(f"g{k}", ratio, 0.8, 0.3 * ratio**0.5) for k, ratio in enumerate((10, 30, 80))),
    )
    choice = arm.choose_motors(robot, motion, catalogue=parts, safety=1.5, budget=20)
    assert choice.feasible
    assert {one.joint for one in choice.robot.motors} == {joint.name for joint in drivable(robot)}
    for joint, duty in choice.duties.items():
        expected = independent(choice, motion, joint, 1.5)
        found = {check.limit: check.use for check in duty.checks}
        assert max(found.values()) <= 1
        assert found == pytest.approx({limit: expected[limit] for limit in found}, rel=1e-9)


def wheel(J_load=0.8):
    """A pure inertia about a vertical axis."""
    return Robot(
        "wheel",
        (Link("disc", 1.0, inertia=((J_load, 0, 0), (0, J_load, 0), (0, 0, J_load))),),
        (Joint("spin", "revolute", "base", "disc", axis=(0.0, 0.0, 1.0)),),
    )


@pytest.mark.parametrize(("J_load", "J_rotor"), [(0.8, 2e-4), (0.05, 5e-4), (3.0, 1e-5)])
def test_the_best_ratio_for_an_inertia_is_the_root_of_the_inertias(J_load, J_rotor):
    """r = √(J_L/J_m) asks the least torque: among gears of one mass, the one that is used least is taken."""
    best = np.sqrt(J_load / J_rotor)
    ratios = best * np.array([0.25, 0.5, 0.8, 1.0, 1.25, 2.0, 4.0])
    gears = tuple(gear(f"{k}", ratio, 1.0, 0.0, 0.0) for k, ratio in enumerate(ratios))
    parts = arm.selection.Catalogue((motor(J=J_rotor, continuous=1e3, peak=1e4, speed=1e9),), gears)
    robot = wheel(J_load)
    choice = arm.choose_motors(robot, swing(robot), catalogue=parts)
    (duty,) = choice.duties.values()
    assert duty.drive.gear.ratio == best
    assert duty.inertia_ratio == pytest.approx(1.0)
    # and the torque is 2 √(J_L J_m) q̈ there
    np.testing.assert_allclose(duty.torque, 2 * np.sqrt(J_load * J_rotor) * choice.motion.qdd[:, 0], atol=1e-12)


def test_more_safety_is_never_lighter():
    robot = arm.planar([0.4, 0.3], [2.0, 1.5], coms=[0.2, 0.15], inertias=[0.02, 0.01])
    parts = arm.selection.Catalogue(
        tuple(motor(f"m{k}", 0.3 * 1.4**k, 1e-5 * 1.4**k, 0.1 * 1.5**k, 0.3 * 1.5**k) for k in range(9)),
        (gear(ratio=30.0),),
    )
    choices = [
        arm.choose_motors(robot, swing(robot), catalogue=parts, safety=s, budget=10_000) for s in (1.0, 1.3, 1.7, 2.2)
    ]
    assert all(choice.optimal for choice in choices)
    costs = [choice.cost for choice in choices]
    assert costs == sorted(costs)
    assert costs[0] < costs[-1]


def test_a_heavier_wrist_loads_the_shoulder():
    robot = arm.planar([0.4, 0.3], [2.0, 1.5], coms=[0.2, 0.15], inertias=[0.02, 0.01])
    motion = swing(robot)
    light, heavy = (
        arm.choose_motors(
            robot, motion, catalogue=arm.selection.Catalogue((replace(motor(mass=m), **LOOSE),), (gear(),))
        )
        for m in (0.5, 5.0)
    )
    first, second = light.duties
    assert heavy.duties[first].rms > light.duties[first].rms
    assert heavy.duties[second].rms == pytest.approx(light.duties[second].rms)  # its own motor sits before it


def test_a_greedy_choice_that_leads_nowhere_is_taken_back():
    """The lightest elbow motor has a rotor whose reaction no shoulder gear holds; a heavier one has less of it."""
    robot = replace(
        arm.planar([0.4, 0.3], [0.5, 0.4], coms=[0.2, 0.15], inertias=[0.01, 0.01]), gravity=(0.0, 0.0, 0.0)
    )
    shoulder, elbow = (joint.name for joint in drivable(robot))
    moved = swing(robot, 40)
    still = moved.q * [0, 1], moved.qd * [0, 1], moved.qdd * [0, 1]  # the shoulder stands and holds
    motion = Motion(moved.t, *still)
    heavy_rotor, light_rotor = motor("shaky", 0.5, 4e-2, 50, 200), motor("calm", 0.6, 1e-6, 50, 200)
    parts = arm.selection.Catalogue((light_rotor, heavy_rotor), (gear(ratio=50.0, most=1.0),))
    assert arm.choose_motors(robot, motion, catalogue=parts, joints=[elbow]).drives[elbow].motor is heavy_rotor
    choice = arm.choose_motors(robot, motion, catalogue=parts)
    assert choice.optimal
    assert {joint: drive.motor.name for joint, drive in choice.drives.items()} == {shoulder: "shaky", elbow: "calm"}


def test_what_fails_is_told_with_its_amount():
    robot = arm.library.get("khatib-rr")
    parts = arm.selection.Catalogue((motor(continuous=0.01, peak=0.02, speed=100.0),), (gear(),))
    choice = arm.choose_motors(robot, standard_motion(robot), catalogue=parts)
    assert not choice.feasible
    assert choice.robot is None
    assert choice.exhausted
    assert not choice.optimal
    text = choice.table()
    assert "no drive carries joint1; the nearest is m + g: continuous torque: " in text
    assert "times the limit" in text
    assert "NaN" not in choice.to_json()


def test_the_nearest_is_the_one_that_lacks_least():
    robot = wheel()
    parts = arm.selection.Catalogue(
        tuple(motor(f"m{k}", continuous=c, peak=4 * c) for k, c in enumerate((0.01, 0.04, 0.02))), (gear(),)
    )
    (duty,) = arm.choose_motors(robot, swing(robot), catalogue=parts).duties.values()
    assert duty.drive.motor.name == "m1"


def test_the_speed_torque_line_binds_where_the_motor_drives():
    robot = wheel()
    motion = swing(robot, 201)
    strong = replace(motor(continuous=1e3, peak=1e4, speed=1e4), stall_torque=1e4, no_load_speed=1e4)
    base = arm.choose_motors(
        robot, motion, catalogue=arm.selection.Catalogue((strong,), (gear(efficiency=1.0),)), safety=1.0
    )
    (duty,) = base.duties.values()
    driving = duty.torque * duty.speed > 0
    needed = np.max(np.abs(duty.torque[driving]) / 2.0 + np.abs(duty.speed[driving]) / 50.0)
    tight = replace(strong, stall_torque=2.0, no_load_speed=50.0)
    (again,) = arm.choose_motors(
        robot, motion, catalogue=arm.selection.Catalogue((tight,), (gear(efficiency=1.0),)), safety=1.0
    ).duties.values()
    line = next(check for check in again.checks if check.limit == "speed-torque line")
    assert line.use == pytest.approx(needed, rel=1e-3)


def test_motors_are_seated_at_their_joints_and_others_stay():
    robot = arm.library.get("stanford")
    parts = arm.selection.Catalogue((replace(motor(axial=1e-3, transverse=2e-3), **LOOSE),), (gear(),))
    choice = arm.choose_motors(robot, standard_motion(robot), catalogue=parts, joints=["joint2"])
    old = [one for one in robot.motors if one.joint != "joint2"]
    new = next(one for one in choice.robot.motors if one.joint == "joint2")
    assert [one for one in choice.robot.motors if one.joint != "joint2"] == old
    joint = robot.joint("joint2")
    assert (new.carrier, new.position) == (joint.parent, joint.placement.xyz)
    np.testing.assert_allclose(new.axis, np.array(joint.placement.rotation) @ joint.axis)
    about = np.outer(new.axis, new.axis)
    np.testing.assert_allclose(new.stator_inertia, 2e-3 * (np.eye(3) - about) + 1e-3 * about)
    assert (new.mass, new.rotor_inertia, new.ratio) == (1.5, 1.1e-4, 10.0)


def test_seats_of_the_robot_can_be_kept():
    robot = arm.library.get("planar-rrp")
    mounts = existing_mounts(robot)
    for one in robot.motors:
        if one.joint in mounts:
            assert (mounts[one.joint].carrier, mounts[one.joint].position) == (one.carrier, one.position)


def test_the_payload_of_the_motion_is_carried():
    robot = arm.planar([0.4, 0.3], [2.0, 1.5], coms=[0.2, 0.15], inertias=[0.02, 0.01])
    motion, parts = swing(robot), arm.selection.Catalogue((replace(motor(), **LOOSE),), (gear(efficiency=1.0),))
    loaded = arm.choose_motors(robot, replace(motion, payload=2.0), catalogue=parts)
    heavier = arm.planar([0.4, 0.3], [2.0, 1.5], coms=[0.2, 0.15], inertias=[0.02, 0.01], payloads=[0.0, 2.0])
    expected = arm.choose_motors(heavier, motion, catalogue=parts)
    for (joint, duty), other in zip(loaded.duties.items(), expected.duties.values(), strict=True):
        np.testing.assert_allclose(duty.torque, other.torque, atol=1e-10)
        assert loaded.robot.joint(joint)
    assert loaded.robot.payloads == robot.payloads  # the robot that is handed back does not hold it


def ring(robot):
    """Seats by which two joints wait for each other: the first one's motor rides on the last link."""
    first, second = (joint.name for joint in drivable(robot))
    tip = robot.joint(second).child
    return {first: MotorMount(tip, (0.1, 0.0, 0.0), (0.0, 0.0, 1.0)), second: default_mount(robot, second)}


def test_joints_that_wait_for_each_other_are_swept_until_stable():
    robot = arm.planar([0.4, 0.3], [2.0, 1.5], coms=[0.2, 0.15], inertias=[0.02, 0.01])
    motion = swing(robot, 12)
    parts = arm.selection.Catalogue(
        tuple(motor(f"m{k}", 0.3 * 1.4**k, 1e-5 * 1.4**k, 0.1 * 1.5**k, 0.3 * 1.5**k) for k in range(9)),
        (gear(ratio=30.0),),
    )
    choice = arm.choose_motors(robot, motion, catalogue=parts, joints=ring(robot))
    assert choice.sweeps > 1
    assert choice.feasible
    assert not choice.optimal
    assert f"stable after {choice.sweeps} sweeps" in choice.table()
    for joint in choice.duties:
        assert max(independent(choice, motion, joint, 1.2).values()) <= 1


def test_sweeps_that_go_round_in_circles_end():
    """The first joint wants what the second has, the second wants what the first has not: plain sweeps never settle."""
    a, b, c = range(3)
    drives = GearMotors(tuple(GearMotor(motor(name), gear()) for name in "abc"))

    def attempt(joint, chosen):
        other = next(iter(chosen.values()), c)
        fine = {
            "first": {a: [0, 1, 1], b: [1, 0, 1], c: [1, 1, 1]},
            "second": {a: [1, 0, 1], b: [0, 1, 1], c: [1, 1, 1]},
        }
        able = np.array(fine[joint][other], dtype=float)
        return Tried(drives, 2.0 - 1.5 * able, np.zeros(3))

    found = search.sweeps(["first", "second"], attempt, lambda tried: np.array([1.0, 2.0, 3.0]))
    assert found.feasible
    for joint, drive in found.chosen.items():
        others = {name: one for name, one in found.chosen.items() if name != joint}
        assert attempt(joint, others).feasible[drive]


def test_a_search_without_budget_is_greedy_and_says_so():
    robot = arm.library.get("puma560")
    parts = arm.selection.Catalogue(
        tuple(motor(f"m{k}", 0.5 * 1.8**k, 2e-5 * 3**k, 0.1 * 2.2**k, 0.5 * 2.2**k) for k in range(8)),
        (gear("x", 30.0), gear("y", 80.0)),
    )
    choice = arm.choose_motors(robot, swing(robot, 12), catalogue=parts, budget=0)
    more = arm.choose_motors(robot, swing(robot, 12), catalogue=parts, budget=50)
    assert choice.feasible
    assert choice.decisions <= 6
    assert more.cost <= choice.cost
    assert "others were not ruled out" in choice.table() or choice.optimal


def test_slides_take_screws():
    robot = arm.library.get("khatib-rp")
    lead = 2 * np.pi / 0.01
    parts = arm.selection.Catalogue((replace(motor(), **LOOSE),), (gear(), gear("screw", lead, linear=True)))
    choice = arm.choose_motors(robot, standard_motion(_limited(robot)), catalogue=parts)
    slide = [duty for duty in choice.duties.values() if robot.joint(duty.joint).type == "prismatic"]
    assert [duty.drive.gear.name for duty in slide] == ["screw"]
    np.testing.assert_allclose(slide[0].speed, lead * choice.motion.qd[:, 1])
    with pytest.raises(arm.ArgumentError, match="no screw for the prismatic joint"):
        arm.choose_motors(robot, choice.motion, catalogue=arm.selection.Catalogue(parts.motors, parts.gears[:1]))


def test_inertias_at_joints_that_turn_and_at_slides_do_not_add_up():
    robot = arm.library.get("khatib-rp")
    motion = standard_motion(_limited(robot))
    parts = arm.selection.Catalogue((replace(motor(), **LOOSE),), (gear(), gear("screw", 600.0, linear=True)))
    with pytest.raises(arm.ArgumentError, match="kg·m² at revolute joints and in kg at prismatic joints"):
        arm.choose_motors(robot, motion, catalogue=parts, objective="reflected_inertia")
    for joint, unit in zip((one.name for one in drivable(robot)), ("kg·m²", "kg"), strict=True):
        choice = arm.choose_motors(robot, motion, catalogue=parts, objective="reflected_inertia", joints=[joint])
        assert choice.unit == choice.to_dict()["unit"] == unit
        assert choice.to_dict()["joints"][0]["reflected_inertia_unit"] == unit
        assert f"{choice.cost:.4g} {unit}:" in choice.table()


def mixed():
    """A robot, a motion and a catalogue whose search takes back several choices."""
    robot = arm.library.get("puma560")
    parts = arm.selection.Catalogue(
        tuple(motor(f"m{k}", 0.5 * 1.8**k, 2e-5 * 3**k, 0.1 * 2.2**k, 0.5 * 2.2**k) for k in range(8)),
        (gear("x", 30.0), gear("y", 80.0)),
    )
    return robot, swing(robot, 12), parts


class Shuffled:
    """An executor with several items under way, whose answers come in another order."""

    workers = 5

    def __init__(self, seed):
        self.rng, self.done = np.random.default_rng(seed), []

    def elsewhere(self, work):
        return {}

    def map(self, work, items):
        items, under_way = iter(items), []
        while True:
            under_way += islice(items, self.workers - len(under_way))
            if not under_way:
                return
            self.done.append(under_way.pop(self.rng.integers(len(under_way))))
            yield from Serial().map(work, self.done[-1:])


@pytest.mark.parametrize("objective", ["mass", "power"])
def test_attempts_in_any_order_give_the_same_choice(objective):
    robot, motion, parts = mixed()
    expected = arm.choose_motors(robot, motion, catalogue=parts, objective=objective, budget=150)
    assert not expected.exhausted
    for seed in range(2):
        executor = Shuffled(seed)
        found = arm.choose_motors(robot, motion, catalogue=parts, objective=objective, budget=150, executor=executor)
        assert found.to_json() == expected.to_json()
        assert len(set(executor.done)) == len(executor.done)
        assert 100 < len(executor.done) < 150 + 4 * Shuffled.workers  # few are made in vain


def test_an_exhausted_search_is_the_same_with_any_executor():
    robot = arm.planar([0.4, 0.3, 0.2], [2.0, 1.5, 1.0], coms=[0.2, 0.15, 0.1], inertias=[0.02, 0.01, 0.01])
    parts = arm.selection.Catalogue(
        tuple(motor(f"m{k}", 0.3 * 1.4**k, 1e-5 * 1.4**k, 0.1 * 1.5**k, 0.3 * 1.5**k) for k in range(9)),
        (gear(ratio=30.0), gear("b", 60.0)),
    )
    expected = arm.choose_motors(robot, swing(robot), catalogue=parts, budget=10_000)
    assert expected.optimal
    executor = Shuffled(0)
    assert arm.choose_motors(robot, swing(robot), catalogue=parts, budget=10_000, executor=executor).to_json() == (
        expected.to_json()
    )
    assert len(set(executor.done)) == len(executor.done)


def test_processes_and_kept_attempts_give_the_same_choice(tmp_path, monkeypatch):
    robot, motion, parts = mixed()
    expected = arm.choose_motors(robot, motion, catalogue=parts, budget=20).to_json()
    kept, progress = Resumed(tmp_path, Processes(2)), []
    found = arm.choose_motors(robot, motion, catalogue=parts, budget=20, executor=kept, progress=progress.append)
    assert found.to_json() == expected
    assert progress == sorted(progress)
    monkeypatch.setattr(attempts, "try_drives", None)  # no attempt is made again
    again = arm.choose_motors(robot, motion, catalogue=parts, budget=20, executor=Resumed(tmp_path))
    assert again.to_json() == expected
    with pytest.raises(arm.errors.ExecutorError, match="NoneType"):  # another safety factor has other attempts
        arm.choose_motors(robot, motion, catalogue=parts, safety=1.3, executor=Resumed(tmp_path))


def test_an_interrupted_search_goes_on(tmp_path, monkeypatch):
    """Attempts of the interrupted search and of the next one are together those of a search without a break."""
    robot, motion, parts = mixed()
    made, plain, limit = [], attempts.try_drives, 20

    def tried(turn, *rest):
        if len(made) == limit:
            raise KeyboardInterrupt
        made.append(turn.joint)
        return plain(turn, *rest)

    monkeypatch.setattr(attempts, "try_drives", tried)
    with pytest.raises(KeyboardInterrupt):
        arm.choose_motors(robot, motion, catalogue=parts, budget=30, executor=Resumed(tmp_path))
    limit = 1000
    found = arm.choose_motors(robot, motion, catalogue=parts, budget=30, executor=Resumed(tmp_path))
    whole = made.copy()
    made.clear()
    assert arm.choose_motors(robot, motion, catalogue=parts, budget=30).to_json() == found.to_json()
    assert made == whole


def test_limbs_are_not_tried_again_for_what_other_limbs_carry(monkeypatch):
    rod = Link("", 0.5, (0.1, 0.0, 0.0), ((1e-3, 0, 0), (0, 1e-3, 0), (0, 0, 1e-3)))
    robot = Robot(
        "two arms",
        tuple(replace(rod, name=f"l{k}") for k in range(4)),
        tuple(Joint(f"j{k}", "revolute", f"l{k - 1}" if k % 2 else "base", f"l{k}", axis=(0, 1, 0)) for k in range(4)),
    )
    tried = []
    plain = attempts.try_drives
    monkeypatch.setattr(attempts, "try_drives", lambda turn, *rest: tried.append(turn.joint) or plain(turn, *rest))
    parts = arm.selection.Catalogue(
        tuple(motor(f"m{k}", 1.0 + k, 1e-4 * (k + 1), 9.0, 40.0) for k in range(3)), (gear(ratio=20.0),)
    )
    choice = arm.choose_motors(robot, swing(robot), catalogue=parts, objective="power")
    assert choice.exhausted
    assert choice.decisions > len(tried)
    assert sorted(tried) == ["j0"] * 3 + ["j1"] + ["j2"] * 3 + ["j3"]  # a shoulder once for each elbow


def _limited(robot):
    joints = tuple(
        replace(one, limits=replace(one.limits, lower=0.2, upper=0.8)) if one.type == "prismatic" else one
        for one in robot.joints
    )
    return replace(robot, joints=joints)


@pytest.mark.parametrize(
    ("robot", "options", "words"),
    [
        ("khatib-rr", {"objective": "mas"}, "did you mean mass"),
        ("khatib-rr", {"safety": 0.9}, "a finite value of 1 or more"),
        ("khatib-rr", {"safety": float("nan")}, "a finite value of 1 or more"),
        ("khatib-rr", {"joints": ["joint3"]}, "some of joint1, joint2"),
        ("khatib-rr", {"joints": []}, "none"),
        ("khatib-rr", {"budget": -1}, "a whole number of at least 0"),
        ("khatib-rr", {"joints": {"joint1": "base"}}, "a MotorMount"),
        ("khatib-rr", {"joints": {"joint1": MotorMount("nowhere", (0, 0, 0), (0, 0, 1))}}, "no link 'nowhere'"),
        (
            "khatib-rr",
            {"joints": {"elbow": MotorMount("base", (0, 0, 0), (0, 0, 1))}},
            "'elbow'; expected some of joint1, joint2",
        ),
        ("khatib-rr", {"motion": 3}, "a Motion, a MotionTask or a motion file"),
        ("khatib-rr", {"executor": 3}, "executor: 3; expected an executor"),
        ("khatib-rr", {"executor": Serial}, "expected an executor, such as"),
        ("khatib-rr", {"catalogue": 3}, "the name of a catalogue file"),
        ("spherical-chain", {}, "no joint for a motor"),
    ],
)
def test_arguments_that_are_wrong(robot, options, words):
    with pytest.raises(arm.ArgumentError, match=words):
        arm.choose_motors(arm.library.get(robot), **options)


def test_a_motion_of_another_robot_is_refused():
    with pytest.raises(arm.ArgumentError, match="as 'khatib-rr' has"):
        arm.choose_motors(arm.library.get("khatib-rr"), standard_motion(arm.library.get("puma560")))


def test_outputs_agree():
    import csv
    import io
    import json

    robot = arm.planar([0.2, 0.15], [0.4, 0.3], coms=[0.1, 0.07], inertias=[0.001, 0.001])
    choice = arm.choose_motors(robot, swing(robot))
    assert choice.feasible
    data = json.loads(choice.to_json())
    rows = list(csv.DictReader(io.StringIO(choice.to_csv())))
    assert [row["joint"] for row in rows] == [row["joint"] for row in data["joints"]] == list(choice.duties)
    assert float(rows[0]["rms_torque"]) == data["joints"][0]["rms_torque"] == choice.duties[rows[0]["joint"]].rms
    assert data["cost"] == pytest.approx(sum(row["mass"] for row in data["joints"]))
    assert all(check["use"] <= 1 for row in data["joints"] for check in row["checks"])
    for duty in choice.duties.values():
        assert duty.drive.motor.name in choice.table()
    assert arm.to_toml(choice.robot)
    from internals import parse_toml

    assert parse_toml(arm.to_toml(choice.robot)) == choice.robot
