"""Differentials: two motors that drive two joints together, behind elastic gears."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import transmitted, unwound

K, D, J, RATIO = 4000.0, 3.0, 2e-4, 60.0
ROWS = np.array([[1.0, 0.8], [-0.9, 1.0]])
"""C of φ = C x: each motor turns with both joints, pitch and roll."""


def wrist(rows=ROWS, gear=None, **motor):
    """Return a wrist that pitches and rolls by two motors on the forearm, which turns about the vertical."""
    links = (
        arm.Link("forearm", 3.0, (0.2, 0.0, 0.0), np.diag([0.02, 0.04, 0.04])),
        arm.Link("yoke", 1.0, (0.05, 0.01, 0.0), np.diag([0.003, 0.004, 0.005])),
        arm.Link("hand", 0.7, (0.08, 0.02, 0.01), np.diag([0.001, 0.003, 0.0025])),
    )
    joints = (
        arm.Joint("yaw", "revolute", "base", "forearm", axis=(0, 0, 1)),
        arm.Joint("pitch", "revolute", "forearm", "yoke", arm.Placement((0.4, 0, 0)), (0, 1, 0)),
        arm.Joint("roll", "revolute", "yoke", "hand", arm.Placement((0.1, 0, 0)), (1, 0, 0)),
    )
    names = ("pitch", "roll")
    motors = [
        arm.Motor(
            f"motor{i}", names[i], "forearm", 0.3, (0.3, 0.05 * i, 0), rotor_inertia=J, ratio=RATIO, axis=(0, 1, 0),
            gear=gear or arm.Gear(K, D), differential=(arm.parts.Branch(names[1 - i], row[1 - i] / row[i]),), **motor,
        )
        for i, row in enumerate(rows)
    ]  # fmt: skip
    return arm.Robot("wrist", links, joints, tuple(motors))


@pytest.mark.parametrize("motors", ["full", "reflected"])
def test_all_formulations_agree(motors):
    assert arm.check(arm.model(wrist(gear=arm.Gear(K, D, 2e5)), motors=motors), states=2).worst < 1e-11


def test_energies_are_those_of_the_rows():
    robot, rng = wrist(), np.random.default_rng(3)
    weights = tuple(arm.Payload(each.name, each.carrier, each.mass, each.position) for each in robot.motors)
    bare = arm.evaluate(replace(robot, motors=(), payloads=weights))
    full = arm.evaluate(arm.model(robot, motors="reflected"))
    q, v = rng.normal(size=(2, 5))
    twist = q[3:] - ROWS @ q[1:3]
    spun = J / 2 * np.sum((RATIO * v[3:]) ** 2)
    assert full.kinetic_energy(q, v) == pytest.approx(bare.kinetic_energy(q[:3], v[:3]) + spun, rel=1e-13)
    assert full.potential_energy(q) == pytest.approx(bare.potential_energy(q[:3]) + K / 2 * twist @ twist, rel=1e-13)
    pulled = np.asarray(full.inverse_dynamics(q, 0 * v, 0 * v))
    felt = np.asarray(bare.gravity(q[:3]))
    assert pulled == pytest.approx([felt[0], *(felt[1:] - ROWS.T @ (K * twist)), *(K * twist)], rel=1e-12)


def test_commands_at_joints_act_at_the_rotors():
    model, tau = arm.model(wrist()), np.array([1.0, 2.0, -3.0, 0.0, 0.0])
    found = transmitted(model, tau)
    assert found[:3].tolist() == [1.0, 0.0, 0.0]
    assert ROWS.T @ found[3:] == pytest.approx(tau[1:3], rel=1e-14)


def test_a_controlled_motion():
    """The law sees the joints; unloaded gears turn as the rows say, and the audit closes."""
    robot = wrist(gear=arm.Gear(1e5, 20.0))
    law, end = arm.controllers.PDGravity(kp=200.0, kd=20.0), [0.1, 0.3, -0.2]
    move = arm.references.FifthOrder(end=end, duration=0.5)
    run = arm.simulate(robot, 1.5, controller=law, reference=move, record=0.1)
    assert run.complete
    assert run.drift_max < 1e-6
    assert run.q[-1, :3] == pytest.approx(end, abs=1e-3)
    assert run.q[-1, 3:] == pytest.approx(ROWS @ run.q[-1, 1:3], abs=1e-4)
    assert unwound(arm.model(robot), [0.1, 0.2, 0.3, 0, 0])[3:] == pytest.approx(ROWS @ [0.2, 0.3])


def test_a_symmetric_differential_is_two_motors_on_each_joint():
    """C = (1, 1; 1, −1): without products between joints each joint has both rotors, as laws see them."""
    rows = np.array([[1.0, 1.0], [-1.0, 1.0]])
    stiff = arm.evaluate(arm.model(wrist(rows, arm.Gear(1e6)), motors="reflected"))
    motors = tuple(part for motor in wrist(rows).motors for part in motor.alone())
    rigid = arm.evaluate(replace(wrist(rows), motors=motors))
    q, C = np.array([0.3, 0.2, -0.4]), np.vstack([np.eye(3), np.c_[np.zeros(2), rows]])
    M = np.asarray(stiff.mass_matrix(np.r_[q, rows @ q[1:]]))
    felt = C.T @ M @ C
    assert felt == pytest.approx(np.asarray(rigid.mass_matrix(q)), rel=1e-12)


def test_frequencies_with_locked_joints_are_those_of_the_gears():
    """Rotors held: C brings K to the joints, so that the hand swings on CᵀKC."""
    robot = wrist(gear=arm.Gear(K))
    q = np.array([0.0, 0.1, 0.2])
    found = arm.frequencies(robot, q, joints="locked").hz
    M = np.asarray(arm.evaluate(replace(robot, motors=())).mass_matrix(q))[1:, 1:]
    swing = np.sqrt(np.linalg.eigvals(np.linalg.solve(M, K * ROWS.T @ ROWS)).real) / (2 * np.pi)
    assert sorted(found)[-1] == pytest.approx(max(swing), rel=0.05)  # gravity changes it a little
    with pytest.raises(arm.ArgumentError, match="all of its joints free, or all locked"):
        arm.frequencies(robot, q, joints={"pitch": 100.0})


def test_compiled_code():
    robot, (q, v, a) = wrist(), np.random.default_rng(5).normal(size=(3, 5))
    wanted = arm.evaluate(robot).inverse_dynamics(q, v, a)
    assert arm.compile(robot).inverse_dynamics(q, v, a) == pytest.approx(wanted, rel=1e-11)
    assert arm.compile(robot).forward_dynamics(q, v, wanted) == pytest.approx(a, rel=1e-8)


def test_files(tmp_path):
    robot = wrist()
    arm.save(robot, tmp_path / "wrist.toml")
    assert arm.load(tmp_path / "wrist.toml") == robot
    assert "forearm → pitch +0.8 roll" in robot._repr_html_()
    with pytest.warns(arm.ArmillaryWarning, match="differential"):
        arm.save(robot, tmp_path / "wrist.urdf")


@pytest.mark.parametrize(
    ("robot", "words"),
    [
        (lambda: wrist(gear=arm.Gear()), "given for a rigid gear"),
        (lambda: wrist(gear=arm.Gear(K, efficiency=0.9)), "losses of a differential"),
        (lambda: wrist([[1.0, 2.0], [0.5, 1.0]]), "turn the joints in the same way"),
        (lambda: replace(wrist(), motors=wrist().motors[:1]), "1 motor for the joints 'pitch', 'roll'"),
        (lambda: _with(arm.parts.Branch("elbow", 1.0)), "no joint 'elbow'"),
        (lambda: _with(arm.parts.Branch("roll", 0.0)), "a finite number, not zero"),
        (lambda: _with(arm.parts.Branch("pitch", 1.0)), "'pitch' again"),
    ],
)
def test_bad_input(robot, words):
    with pytest.raises(arm.DescriptionError, match=words):
        robot()


def _with(branch):
    first, second = wrist().motors
    return replace(wrist(), motors=(replace(first, differential=(branch,)), second))
