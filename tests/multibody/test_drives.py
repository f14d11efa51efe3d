"""Elastic gears: rotors with a coordinate, against rigid gears, closed forms and robots without any motor."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from coupled_robots import coupled_robot
from internals import (
    actuated,
    coordinate_names,
    coordinate_units,
    inverse_dynamics_derivatives,
    joint_count,
    matrix,
    newton_euler,
    random_states,
    transmitted,
    unwound,
    unwound_rates,
    vector,
    velocity_names,
)
from random_flexible import random_flexible_robot
from random_robots import EVERY, random_inertia, random_robot
from samples import some


def geared(robot, every=1, **gear):
    """The robot with an elastic gear at each motor, or at every second, third, …"""
    rotor = {"rotor_inertia": 1e-4} if gear.pop("heavier", False) else {}
    motors = [
        replace(one, gear=arm.Gear(**gear), **rotor) if k % every == 0 else one for k, one in enumerate(robot.motors)
    ]
    return replace(robot, motors=tuple(motors))


def axis(*motors, inertia=0.3, springs=()):
    """A shaft along z that motors turn; each spring carries a further disc of a tenth of its inertia."""
    disc = ((0.2, 0.0, 0.0), (0.0, 0.2, 0.0), (0.0, 0.0, inertia))
    links = [arm.Link("shaft", 1.0, inertia=disc)]
    joints = [arm.Joint("turn", "revolute", "base", "shaft", axis=(0, 0, 1))]
    for k, stiffness in enumerate(springs):
        links.append(arm.Link(f"disc{k}", 1.0, inertia=np.array(disc) / 10))
        before = links[-2].name
        joints.append(arm.Joint(f"spring{k}", "revolute", before, f"disc{k}", axis=(0, 0, 1), stiffness=stiffness))
    return arm.Robot("axis", tuple(links), tuple(joints), tuple(motors))


def motor(name, inertia, ratio=100.0, **gear):
    return arm.Motor(name, "turn", "base", rotor_inertia=inertia, ratio=ratio, axis=(0, 0, 1), gear=arm.Gear(**gear))


@pytest.mark.parametrize("seed", some(range(16), 6))
def test_every_pair_of_formulations_agrees(seed):
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, n=2 + seed % 7, kinds=EVERY if seed % 4 == 3 else "RRRPSF")
    gear = {"stiffness": 40.0, "damping": 0.3, "cubic": 90.0 * (seed % 2), "heavier": True}
    model = arm.model(geared(robot, 1 + seed % 3, **gear), motors=("full", "full", "reflected")[seed % 3])
    result = arm.check(model, states=1, seed=seed)
    assert model.drives or not robot.motors
    assert result.worst <= 1e-10, max(result.rows, key=lambda row: row.worst)


@pytest.mark.parametrize("seed", some(range(4), 2))
def test_formulations_agree_for_couplings_and_flexible_links(seed):
    rng = np.random.default_rng(seed)
    robot = coupled_robot(rng, 5, order=1) if seed % 2 else random_flexible_robot(rng, 3)
    model = arm.model(geared(robot, stiffness=40.0, damping=0.3, cubic=90.0, heavier=True))
    result = arm.check(model, states=1, seed=seed)
    assert result.worst <= 1e-9, max(result.rows, key=lambda row: row.worst)


def test_a_rigid_gear_changes_nothing():
    robot = arm.library.get("flexrob")
    rigid = geared(robot, stiffness=np.inf)
    assert coordinate_names(arm.model(rigid)) == coordinate_names(arm.model(robot))
    found, expected = (arm.compile(each).program("forward_dynamics") for each in (rigid, robot))
    assert found.results == expected.results
    assert str(arm.cost(rigid, "forward_dynamics")) == str(arm.cost(robot, "forward_dynamics"))


def test_a_stiff_gear_converges_to_a_rigid_one_as_the_inverse_of_its_stiffness():
    """The joints of the RTX after 0.3 s, gears wound at the start, so that nothing rings."""
    robot = arm.library.get("rtx")
    push = {"controller": lambda t, q, qd, reference: np.array([4.0 * t**3, 3.0 * t**3, -2.0 * t**3])}
    start = {"q0": [0.1, 0.2, 0.3], "limits": "none"}
    solver = arm.solvers.DOP853(rtol=1e-12, atol=1e-12)
    level = replace(robot, gravity=(0.0, 0.0, 0.0))
    expected = arm.simulate(arm.Scenario(level, **push, **start), duration=0.3, solver=solver).q[-1]
    errors = []
    for k in (2e4, 4e4, 8e4):
        soft = geared(level, stiffness=k, damping=20.0)
        run = arm.simulate(arm.Scenario(soft, **push, **start), duration=0.3, solver=solver)
        errors.append(np.abs(run.q[-1, :3] - expected).max())
    assert np.diff(np.log2(errors)) == pytest.approx([-1.0, -1.0], abs=0.1)


def test_two_motors_on_one_shaft_have_the_frequencies_of_three_masses():
    J1, J2, J3, k1, k2 = 1e-4 * 100**2, 0.3, 5e-5 * 60**2, 4000.0, 2500.0
    robot = axis(motor("a", 1e-4, 100.0, stiffness=k1), motor("b", 5e-5, -60.0, stiffness=k2), inertia=J2)
    found = arm.frequencies(robot, joints="free")
    b, c = k1 / J1 + k2 / J3 + (k1 + k2) / J2, k1 * k2 * (J1 + J2 + J3) / (J1 * J2 * J3)
    squares = np.sort(np.roots([1.0, -b, c]))
    assert found.hz == pytest.approx(np.sqrt(squares) / (2 * np.pi), rel=1e-10)
    assert found.rigid_body == 1
    held = arm.frequencies(robot, joints="locked")
    assert held.hz == pytest.approx([np.sqrt((k1 + k2) / J2) / (2 * np.pi)], rel=1e-10)


def test_an_elastic_axis_of_motor_shaft_and_disc_has_the_frequencies_of_three_masses():
    J1, J2, J3, k1, k2 = 1e-4 * 80**2, 0.3, 0.03, 3000.0, 700.0
    robot = axis(motor("a", 1e-4, 80.0, stiffness=k1), inertia=J2, springs=[k2])
    b, c = k1 * (1 / J1 + 1 / J2) + k2 * (1 / J2 + 1 / J3), k1 * k2 * (J1 + J2 + J3) / (J1 * J2 * J3)
    assert arm.frequencies(robot, joints="free").hz == pytest.approx(
        np.sqrt(np.sort(np.roots([1.0, -b, c]))) / (2 * np.pi), rel=1e-10
    )
    damped = replace(robot, motors=(replace(robot.motors[0], gear=arm.Gear(k1, damping=0.5)),))
    found = arm.frequencies(damped, joints="free")
    assert (found.rigid_body, found.warnings) == (1, ())


@pytest.mark.parametrize("ratio", [1.0, -35.0])
def test_full_rotors_equal_links_with_joints(ratio):
    """The rotors as links that turn on their carriers, of a robot without motors: M and the bias are the same."""
    rng = np.random.default_rng(8)
    plain = random_robot(rng, 3, kinds="R", motors=False)
    motors, links, joints = [], list(plain.links), list(plain.joints)
    for k, joint in enumerate(plain.joints):
        carrier = plain.links[2 - k].name
        a, at, stator = rng.normal(size=3), vector(rng.uniform(-0.2, 0.2, 3)), np.array(random_inertia(rng, 0.01))
        a /= np.linalg.norm(a)
        across, along, gear = 3e-3 * (np.eye(3) - np.outer(a, a)), 2e-3 * np.outer(a, a), arm.Gear(500.0, 0.2)
        motors.append(
            arm.Motor(f"m{k}", joint.name, carrier, 1.5, at, matrix(stator + across), 2e-3, ratio, vector(a), gear=gear)
        )
        body = arm.Link(f"stator{k}", 0.7, inertia=matrix(stator))
        links += [body, arm.Link(f"rotor{k}", 0.8, inertia=matrix(across + along))]
        joints.append(arm.Joint(f"fix{k}", "fixed", carrier, body.name, arm.Placement(at)))
        joints.append(arm.Joint(f"spin{k}", "revolute", body.name, f"rotor{k}", axis=vector(a)))
    model = arm.model(replace(plain, motors=tuple(motors)))
    other = arm.model(replace(plain, links=tuple(links), joints=tuple(joints)))
    names, ours = velocity_names(other), velocity_names(model)
    place = [names.index(name if ".rotor" not in name else f"spin{name[1]}") for name in ours]
    T = np.zeros((6, 6))
    T[place, range(6)] = [1.0] * 3 + [ratio] * 3
    (q,), (qd,), (qdd,) = random_states(model, 1, seed=4)
    M = T.T @ arm.evaluate(other).mass_matrix(T @ q) @ T
    assert arm.evaluate(model).mass_matrix(q) == pytest.approx(M, abs=1e-12)
    lead, twist = (x[3:] - x[:3] for x in (q, qd))
    e = 500.0 * lead + 0.2 * twist
    b = T.T @ arm.evaluate(other).bias(T @ q, T @ qd) + np.concatenate([-e, e])
    bias = arm.evaluate(model).bias(q, qd)
    assert bias == pytest.approx(b, abs=1e-12 * np.abs(b).max())
    assert arm.compile(model).forward_dynamics(q, qd, M @ qdd + b) == pytest.approx(qdd, rel=1e-9, abs=1e-9)


def test_reflected_motors_are_the_model_of_spong():
    """Two masses for each joint, by hand: M(q) q̈ + b + K (q − φ) = 0, B φ̈ + K (φ − q) = τ. [Spong1987]"""
    rng = np.random.default_rng(3)
    robot = random_robot(rng, 4, kinds="RRP", tree=False)
    soft = geared(robot, stiffness=70.0, heavier=True)
    model, n = arm.model(soft, motors="reflected"), 4
    bare = [replace(one, rotor_inertia=0.0, gear=None) for one in soft.motors]
    links = arm.evaluate(arm.model(replace(robot, motors=tuple(bare)), motors="reflected"))
    B = np.array([one.ratio**2 * one.rotor_inertia for one in soft.motors])
    at = [drive.legs[0].k for drive in model.drives]
    (q,), (qd,), _ = random_states(model, 1)
    tau = rng.normal(size=len(B))
    e = 70.0 * (q[n:] - q[at])
    load = np.zeros(n)
    np.add.at(load, at, e)
    joints = np.linalg.solve(links.mass_matrix(q[:n]), load - links.bias(q[:n], qd[:n]))
    found = arm.evaluate(model).forward_dynamics(q, qd, np.concatenate([np.zeros(n), tau]))
    assert found == pytest.approx(np.concatenate([joints, (tau - e) / B]), rel=1e-10, abs=1e-10)


def test_names_units_and_places():
    robot = geared(arm.library.get("rtx"), stiffness=1e4)
    model = arm.model(robot)
    assert coordinate_names(model)[-3:] == ("lift motor.rotor", "shoulder motor.rotor", "elbow motor.rotor")
    assert [units[-3] for units in coordinate_units(model).values()] == ["m", "m/s", "m/s²", "N"]
    assert joint_count(model) == 3
    assert actuated(model) == [3, 4, 5]
    assert arm.model(robot, motors="none").drives == ()
    names = {one.name: one.unit for one in model.numbers.inputs.values()}
    assert (names["lift motor.gear.stiffness"], names["elbow motor.gear.cubic"]) == ("N/m", "N·m/rad³")


def test_commands_go_to_the_rotors_in_equal_shares():
    robot = axis(
        motor("a", 1e-4, stiffness=100.0), motor("b", 1e-4, stiffness=200.0), arm.Motor("c", "turn", "base", ratio=2.0)
    )
    model = arm.model(robot)
    assert transmitted(model, np.array([6.0, 0.5, 0.0])) == pytest.approx([2.0, 2.5, 2.0])
    assert actuated(model) == [0, 1, 2]
    assert arm.model(geared(robot, stiffness=10.0, heavier=True)).drives[2].rigid_share == 0.0


def test_a_motor_on_a_follower_drives_its_leader_through_the_coupling():
    """Energy, efforts and rest of a gear on a joint at 0.3 − 2 x."""
    follow = arm.Joint(
        "b", "revolute", "shaft", "tip", axis=(0, 1, 0), couple=arm.parts.Coupling.linear("turn", -2.0, 0.3)
    )
    one = axis(inertia=0.3)
    links = (*one.links, arm.Link("tip", 0.5, com=(0.1, 0.0, 0.0)))
    drive = arm.Motor("m", "b", "shaft", rotor_inertia=1e-3, ratio=5.0, axis=(0, 1, 0), gear=arm.Gear(40.0))
    sprung = replace(one.joints[0], stiffness=3.0, rest=0.2)
    model = arm.model(replace(one, links=links, joints=(sprung, follow), motors=(drive,)))
    q = np.array([0.4, 0.1])
    lead = 0.1 - (0.3 - 2 * 0.4)
    elastic = arm.evaluate(model).elastic(q)
    assert elastic == pytest.approx([3.0 * 0.2 + 2 * 40.0 * lead, 40.0 * lead])
    assert unwound(model, [0.4, 9.0]) == pytest.approx([0.4, 0.3 - 0.8])
    assert unwound_rates(model, [0.4, 9.0]) == pytest.approx([0.4, -0.8])
    assert transmitted(model, np.array([3.0, 0.0])) == pytest.approx([0.0, -1.5])


def test_free_numbers_of_a_gear_equal_those_of_another_robot():
    robot = arm.library.get("flexrob")
    names = ["elbow motor.gear.stiffness", "elbow motor.gear.damping", "elbow motor.gear.cubic"]
    model = arm.model(geared(robot, stiffness=100.0, damping=0.1, cubic=5.0), free=names)
    other = geared(robot, stiffness=100.0, damping=0.1, cubic=5.0)
    gear = arm.Gear(300.0, 0.4, 70.0)
    other = arm.model(replace(other, motors=(other.motors[0], replace(other.motors[1], gear=gear))))
    q, qd, qdd = random_states(other, 3)
    values = dict(zip(names, (300.0, 0.4, 70.0), strict=True))
    found = arm.compile(model).inverse_dynamics(q, qd, qdd, parameters=values)
    expected = arm.evaluate(other).inverse_dynamics(q, qd, qdd)
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-12 * np.abs(expected).max())


def test_compiled_quantities_equal_plain_evaluation():
    model = arm.model(geared(arm.library.get("flexrob"), stiffness=300.0, damping=0.5, cubic=2000.0))
    q, qd, qdd = random_states(model, 3)
    dyn, plain = arm.compile(model), arm.evaluate(model)
    tau = plain.inverse_dynamics(q, qd, qdd)
    state = {"q": q, "qd": qd, "qdd": qdd, "tau": tau}
    inputs = {"mass_matrix": "q", "bias": "q qd", "inverse_dynamics": "q qd qdd", "potential_energy": "q"}
    inputs |= {"elastic": "q", "momentum": "q qd", "kinetic_energy": "q qd", "coriolis_matrix": "q qd"}
    for name, given in inputs.items():
        arguments = [state[each] for each in given.split()]
        expected = getattr(plain, name)(*arguments)
        found = getattr(dyn, name)(*arguments)
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-12 * np.abs(expected).max()), name
    found = dyn.forward_dynamics(q, qd, tau)
    assert found == pytest.approx(plain.forward_dynamics(q, qd, tau), rel=1e-6, abs=1e-8)


@pytest.mark.parametrize(("name", "cubic"), [("puma560", 0.0), ("puma560", 5e4), ("flexrob", 5e4)])
def test_derivatives_of_the_efforts_have_the_gears(name, cubic):
    """By composite bodies and by the complex step through Newton–Euler."""
    model = arm.model(geared(arm.library.get(name), stiffness=300.0, damping=0.5, cubic=cubic))
    (q,), (qd,), (qdd,) = random_states(model, 1)
    by_q, by_qd = inverse_dynamics_derivatives(model, q, qd, qdd)
    steps = 1e-30j * np.eye(model.nv)
    expected = [newton_euler.inverse_dynamics(model, q + step, qd, qdd).imag / 1e-30 for step in steps]
    assert pytest.approx(np.array(expected), rel=1e-9, abs=1e-9 * np.abs(by_q).max()) == by_q.T
    expected = [newton_euler.inverse_dynamics(model, q, qd + step, qdd).imag / 1e-30 for step in steps]
    assert pytest.approx(np.array(expected), rel=1e-9, abs=1e-9 * np.abs(by_qd).max()) == by_qd.T
