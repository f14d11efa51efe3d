"""Linearisation against finite differences of the dynamics, against frequencies, and as other packages take it."""

import sys
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest
import scipy.signal
from tests.random_flexible import random_flexible_robot, random_flexible_state

import armillary as arm
from internals import (
    Beam,
    BeamNode,
    Joint,
    Link,
    Modes,
    Robot,
    Section,
    Station,
    build_simplified,
    displacement,
    loop_of,
    state_space,
)
from samples import some

STEP = 1e-6


def arm_of_two(gravity=(0.0, -9.81, 0.0), damping: float = 0.0) -> Robot:
    section = Section("rectangle", (0.005, 0.04))
    modes = Modes(bending_y=2, damping=(damping,))
    beam = Beam(0.4, 71e9, 2710, (Station(0, section),), nodes=(BeamNode("mid", 0.2),), modes=modes)
    joints = (
        Joint("shoulder", "revolute", "base", "upper", axis=(0, 0, 1)),
        Joint("elbow", "revolute", "upper", "fore", axis=(0, 0, 1)),
    )
    return Robot("two", tuple(Link(name, beam=beam) for name in ("upper", "fore")), joints, gravity=gravity)


def differences(function, model, *state):
    """Central differences of a function of (q, qd, tau) by each, along the velocity directions."""
    parts = []
    for k in range(3):
        columns = []
        for unit in np.eye(model.nv):
            moved = []
            for sign in (1, -1):
                point = list(state)
                step = sign * STEP * unit
                point[k] = model.integrate(state[0], step) if k == 0 else state[k] + step
                moved.append(function(*point))
            columns.append((moved[0] - moved[1]) / (2 * STEP))
        parts.append(np.stack(columns, axis=1))
    return parts


@pytest.mark.parametrize("seed", some(range(4), 2))
def test_matrices_are_derivatives_of_forward_dynamics(seed):
    rng = np.random.default_rng(seed)
    robot = random_flexible_robot(rng, 2)
    model, dyn = arm.model(robot), arm.evaluate(robot)
    q, qd, _ = random_flexible_state(rng, model)
    tau = rng.normal(size=model.nv)
    frame = robot.links[-1].name
    outputs = [f"frame:{frame}{kind}" for kind in ("", ".velocity", ".acceleration")]
    system = arm.linearise(robot, q, qd=qd, tau=tau, outputs=outputs, inputs=None)
    n, joints = model.nv, model.nv - len(model.elastic)
    by_q, by_qd, by_tau = differences(dyn.forward_dynamics, model, q, qd, tau)
    size = max(np.abs(part).max() for part in (by_q, by_qd, by_tau))
    assert system.A[n:, :n] == pytest.approx(by_q, abs=1e-7 * size)
    assert system.A[n:, n:] == pytest.approx(by_qd, abs=1e-7 * size)
    assert system.B[n:] == pytest.approx(by_tau[:, :joints], abs=1e-7 * size)
    assert not np.any(system.B[:n])
    assert system.qdd == pytest.approx(dyn.forward_dynamics(q, qd, tau))
    assert system.warnings

    def measured(q, qd, tau):
        qdd = dyn.forward_dynamics(q, qd, tau)
        place, velocity = dyn.pose(q, frame)[:3, 3], dyn.jacobian(q, frame)[3:] @ qd
        return np.concatenate([place, velocity, dyn.frame_acceleration(q, qd, qdd, frame=frame)[3:]])

    rows = differences(measured, model, q, qd, tau)
    size = np.abs(np.hstack(rows)).max()
    assert pytest.approx(np.hstack(rows[:2]), abs=1e-7 * size) == system.C
    assert pytest.approx(rows[2][:, :joints], abs=1e-7 * size) == system.D


@pytest.mark.parametrize("static", [None, 0.7])
def test_smooth_friction_damps_a_robot_at_rest(static):
    """Its slope at rest is that of small rates: it was taken for friction that jumps, which has none."""
    stribeck = {} if static is None else {"static": static, "stribeck_velocity": 0.05}
    rough = arm.Friction(0.1, 0.4, 0.3, smooth_velocity=0.02, **stribeck)
    robot = replace(arm_of_two(), joints=tuple(replace(each, friction=rough) for each in arm_of_two().joints))
    found, plain = arm.linearise(robot, [0.3, -0.2]), arm.evaluate(robot)
    n = len(found.q)
    for k in range(n):
        step = STEP * np.eye(n)[k]
        ends = (plain.forward_dynamics(found.q, sign * step, found.tau) for sign in (1, -1))
        slope = np.subtract(*ends) / (2 * STEP)
        assert np.allclose(found.A[n:, n + k], slope, rtol=1e-5, atol=1e-5 * np.abs(found.A).max())


def test_small_turns_of_a_ball_joint_that_turns():
    """Two motions that start close to each other part as the first rows of A say."""
    body = Link("top", 2.0, (0, 0, 0.3), np.diag([0.05, 0.06, 0.04]))
    robot = Robot("top", (body,), (Joint("ball", "spherical", "base", "top"),))
    model, rng = arm.model(robot), np.random.default_rng(3)
    q, qd = model.integrate(model.neutral, rng.normal(size=3)), rng.normal(size=3)
    system = arm.linearise(robot, q, qd=qd)
    h = 1e-4
    for x in np.eye(6):
        near, rate = model.integrate(q, h * x[:3]), qd + h * x[3:]
        gaps = [displacement(model, model.integrate(q, t * qd), model.integrate(near, t * rate)) for t in (-h, h)]
        assert (gaps[1] - gaps[0]) / (2 * h * h) == pytest.approx(system.A[:3] @ x, abs=1e-3)


class TestEquilibrium:
    @pytest.mark.crossed
    @pytest.mark.parametrize("damping", [0.0, 0.02])
    @pytest.mark.parametrize("rates", [None, [3.0, 0.0]])
    def test_poles_are_frequencies(self, damping, rates):
        robot = arm_of_two((0, 0, 0), damping)
        poles = arm.linearise(robot, q=[0.3, 0.8], qd=rates).poles()
        found = arm.frequencies(robot, q=[0.3, 0.8], qd=rates, joints="free")
        oscillating = poles[poles.imag > 1e-3]
        assert np.sort(np.abs(oscillating))[-len(found) :] / (2 * np.pi) == pytest.approx(found.hz, rel=1e-7)
        ratios = -oscillating.real / np.abs(oscillating)
        assert ratios == pytest.approx(found.damping, abs=1e-7)

    def test_links_sag_and_efforts_hold(self):
        robot = arm_of_two()
        system = arm.linearise(robot, q=[0.3, 0.8])
        still = arm.statics(robot, q=[0.3, 0.8])
        assert system.q == pytest.approx(still.q)
        assert system.tau == pytest.approx(still.tau)
        assert not np.any(system.qdd)
        assert system.warnings == ()
        same = arm.linearise(robot, q=still.q, tau=still.tau)
        assert np.abs(same.A - system.A).max() <= 1e-8 * np.abs(system.A).max()
        assert same.warnings == ()
        straight = arm.linearise(robot, q=[0.3, 0.8], sag=False)
        assert "accelerates" in straight.warnings[0]

    def test_response_to_a_small_effort(self):
        """The constant gain of the linear system, held by servos, is the compliance that statics finds."""
        robot = arm_of_two()
        names = ["shoulder", "elbow"]
        system = arm.linearise(robot, q=[0.3, 0.8], outputs=["tip"])
        gain = np.diag([500.0, 300.0])
        closed = system.A - system.B @ gain @ np.eye(2, system.A.shape[0])
        compliance = -system.C @ np.linalg.solve(closed, system.B)
        before = arm.statics(robot, q=[0.3, 0.8])
        # A servo of this stiffness about a reference that is moved by τ/k acts as an effort τ.
        tau = np.array([1e-3, -2e-3]) + before.tau[:2]
        reference = np.array([0.3, 0.8]) + np.linalg.solve(gain, tau)
        after = arm.statics(robot, q=reference, joints=dict(zip(names, np.diag(gain), strict=True)))
        moved = arm.evaluate(robot).pose(after.q)[:3, 3] - arm.evaluate(robot).pose(before.q)[:3, 3]
        assert moved == pytest.approx(compliance @ [1e-3, -2e-3], rel=1e-4, abs=1e-10)


class TestNames:
    def test_defaults(self):
        system = arm.linearise(arm_of_two())
        assert system.states[:3] == ("shoulder", "elbow", "upper.bending_y1")
        assert system.states[6:8] == ("shoulder.rate", "elbow.rate")
        assert system.inputs == ("shoulder", "elbow")
        assert system.outputs == ("shoulder", "elbow", "shoulder.rate", "elbow.rate")
        assert [part.shape for part in system] == [(12, 12), (12, 2), (4, 12), (4, 2)]
        assert np.array_equal(system.C[:2], np.eye(2, 12))

    def test_choices(self):
        outputs = ["elbow.rate", "elastic", "qdd", "upper.mid", "tip.rotation", "elbow.acceleration"]
        system = arm.linearise(arm_of_two(), inputs=["elbow", "fore.bending_y1"], outputs=outputs)
        assert system.inputs == ("elbow", "fore.bending_y1")
        expected = ["elbow.rate", *(f"{link}.bending_y{k}" for link in ("upper", "fore") for k in (1, 2))]
        expected += ["shoulder.acceleration", "elbow.acceleration"]
        expected += [f"{name}.{axis}" for name in ("upper.mid", "tip.rotation") for axis in "xyz"]
        assert system.outputs == (*expected, "elbow.acceleration")
        assert system.C[system.outputs.index("elbow.acceleration")] == pytest.approx(system.A[7])
        assert system.D[system.outputs.index("elbow.acceleration")] == pytest.approx(system.B[7])
        whole = arm.linearise(arm_of_two())
        assert system.B[:, 0] == pytest.approx(whole.B[:, 1])
        assert arm.linearise(arm_of_two(), outputs="tip").outputs == ("tip.x", "tip.y", "tip.z")
        assert arm.linearise(arm_of_two(), outputs=[]).C.shape == (0, 12)

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"inputs": ["wrist"]}, "inputs: no joint or coordinate 'wrist'; expected some of shoulder, elbow"),
            ({"outputs": ["wrist"]}, "outputs: 'wrist'"),
            ({"outputs": [3]}, "outputs"),
            ({"tau": [1.0]}, "tau: 1 number; expected 2 or 6"),
            ({"q": [1.0]}, "q: 1 number;"),
            ({"inputs": 5}, "inputs: 5; expected a list of names"),
            ({"outputs": 5}, "outputs: 5; expected a list of names"),
            ({"sag": 1}, "sag: 1; expected True"),
        ],
    )
    def test_bad_arguments(self, options, message):
        with pytest.raises(arm.ArgumentError, match=message):
            arm.linearise(arm_of_two(), **options)


class TestOtherPackages:
    def test_scipy(self):
        system = arm.linearise(arm_of_two(damping=0.01))
        for theirs in (system.to_scipy(), scipy.signal.StateSpace(*system)):
            assert pytest.approx(system.A) == theirs.A
            assert pytest.approx(system.D) == theirs.D
        A, B, C, D = system
        assert (A is system.A, B is system.B, C is system.C, D is system.D) == (True,) * 4

    def test_control_is_asked_for(self, monkeypatch):
        monkeypatch.setattr(state_space, "find_spec", lambda name: None)
        with pytest.raises(arm.errors.MissingExtraError, match="control"):
            arm.linearise(arm_of_two()).to_control()

    def test_control_gets_matrices_and_names(self, monkeypatch):
        stand_in = ModuleType("control")
        stand_in.__spec__ = scipy.signal.__spec__
        stand_in.ss = lambda *matrices, **names: (matrices, names)
        monkeypatch.setitem(sys.modules, "control", stand_in)
        system = arm.linearise(arm_of_two(), outputs=["tip"])
        matrices, names = system.to_control()
        assert matrices[0] is system.A
        assert names["outputs"] == ["tip_x", "tip_y", "tip_z"]
        assert names["states"][2] == "upper_bending_y1"

    def test_control_takes_the_system(self):
        system = arm.linearise(arm_of_two(damping=0.01), outputs=["tip"])
        theirs = system.to_control()
        assert np.array_equal(theirs.A, system.A)
        assert theirs.output_labels == ["tip_x", "tip_y", "tip_z"]
        poles = np.asarray(theirs.poles())
        assert np.allclose(np.sort_complex(poles), np.sort_complex(system.poles()), rtol=1e-6, atol=1e-6)

    def test_arrays_hold_all(self):
        system = arm.linearise(arm_of_two())
        assert isinstance(system, arm.types.StateSpace)
        assert {"A", "B", "C", "D", "states", "inputs", "outputs", "q", "tau"} <= set(system.arrays())


RIGID = arm.Scenario(
    arm.library.get("khatib-rr"),
    controller=arm.controllers.PID(kp=60.0, ki=30.0, kd=12.0),
    reference=arm.references.Sinusoid(amplitude=[0.2, 0.1], frequency=1.0),
    q0=[0.4, -0.3],
    qd0=[0.2, 0.1],
)
FLEXIBLE = arm.Scenario(
    arm_of_two(damping=0.01),
    controller=arm.controllers.Series(arm.controllers.PD(kp=20.0, kd=2.0), arm.controllers.LowPass(1 / (0.04 * np.pi))),
    q0=[0.3, 0.9],
)


@pytest.mark.parametrize("scenario", [RIGID, FLEXIBLE], ids=["rigid", "flexible"])
def test_a_closed_loop_is_linearised_with_its_controller(scenario):
    equations = loop_of(scenario).equations
    start = loop_of(scenario).start[0]
    kernel, size = build_simplified(equations.program), equations.layout.c.stop

    def rate(x):
        dx = np.empty(equations.layout.size)
        kernel.one(np.array([0.1, 0.1]), x, np.zeros(equations.size_of_p), dx)
        return dx[:size]

    steps = STEP * np.eye(equations.layout.size)[:size]
    expected = np.stack([(rate(start + step) - rate(start - step)) / (2 * STEP) for step in steps], axis=1)
    system = arm.linearise(scenario, t=0.1, outputs=["q", "tip.acceleration"] if scenario is RIGID else ["qdd"])
    assert pytest.approx(expected, rel=1e-6, abs=1e-6 * np.abs(expected).max()) == system.A
    kind = "controller.integral" if scenario is RIGID else "controller.filters[0].state"
    assert system.states[-2:] == (f"{kind}[0]", f"{kind}[1]")
    assert system.C.shape == (len(system.outputs), size)
    n, joints = equations.plant.nv, len(system.inputs)
    M = arm.evaluate(equations.plant).mass_matrix(start[:n])
    assert M @ system.B[n : 2 * n] == pytest.approx(np.eye(n)[:, :joints])
    assert not system.B[2 * n :].any()
    assert system.q == pytest.approx(scenario.starts[0, :n])
    moved = arm.linearise(scenario, [0.1, 0.2])
    assert moved.q[:2] == pytest.approx([0.1, 0.2])


def test_integral_action_moves_the_poles_of_the_loop():
    pendulum = arm.planar([1.0], [2.0], coms=[1.0], inertias=[0.0], gravity=9.81)
    law = arm.controllers.PID(kp=30.0, ki=8.0, kd=4.0)
    system = arm.linearise(arm.Scenario(pendulum, controller=law, q0=[-np.pi / 2]))
    roots = np.roots([2.0, 4.0, 30.0 + 2.0 * 9.81, 8.0])  # m l² s³ + kd s² + (kp + m g l) s + ki
    assert np.sort_complex(system.poles()) == pytest.approx(np.sort_complex(roots))


def test_scenarios_that_have_no_linear_system_are_refused():
    robot = arm.library.get("khatib-rr")
    law = arm.controllers.PD(kp=1.0, kd=1.0)
    with pytest.raises(arm.ArgumentError, match="control period"):
        arm.linearise(arm.Scenario(robot, controller=law, period=0.01))
    with pytest.raises(arm.ArgumentError, match="2 starts"):
        arm.linearise(arm.Scenario(robot, controller=law, q0=np.zeros((2, 2))))
    with pytest.raises(arm.ArgumentError, match="tau: given for a scenario"):
        arm.linearise(arm.Scenario(robot, controller=law), tau=[0.0, 0.0])
