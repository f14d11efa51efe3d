"""End stops of joints: against closed forms, against plain Python with SciPy, in the energy audit, at rest."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import armillary as arm
from internals import joint_stops
from random_robots import robot_of
from samples import some
from stopped_pendulum import INERTIA, pendulum

TIGHT = arm.solvers.DOP853(rtol=1e-11, atol=1e-11)
SOLVERS = [
    TIGHT,
    arm.solvers.RK45(rtol=1e-9, atol=1e-9),
    arm.solvers.Rosenbrock(rtol=1e-8, atol=1e-8),
    arm.solvers.RK4(step=2e-4),
    arm.solvers.Gauss3(step=2e-4),
]
STIFFNESS = 1e4


def opposed(stop, q: float, v: float) -> float:
    """Return the effort of a compliant stop, from its documentation."""
    for depth, rate, sign in ((q - stop.upper, v, 1.0), (stop.lower - q, -v, -1.0)):
        if depth > 0:
            s = min(1.0, depth / stop.stop.transition)
            return sign * max(0.0, stop.stop.stiffness * depth + stop.stop.damping * rate * s * (2 - s))
    return 0.0


@pytest.mark.filterwarnings("ignore:the energy balance drifts")
@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.name)
def test_an_elastic_stop_returns_a_joint_after_half_a_period(solver):
    """Contact for π √(I/k), depth v √(I/k), rebound with −v: single runs and stacks of both sides."""
    speeds, root = np.array([1.5, -0.8, 0.3]), np.sqrt(INERTIA / STIFFNESS)
    robot = pendulum(arm.parts.Stop(STIFFNESS))
    runs = [arm.simulate(robot, 2.0, qd0=[v], solver=solver) for v in speeds]
    stack = arm.simulate(robot, 2.0, qd0=speeds[:, None], solver=solver, record=1e-3)
    for k, v in enumerate(speeds[:2]):
        for run in (runs[k], stack[k]):
            assert run.complete
            (event,) = run.events
            assert (event.kind, event.where, event.count) == ("stop", "pivot", 1)
            assert event.t == pytest.approx(1 / abs(v), abs=1e-6)
            assert event.until == pytest.approx(1 / abs(v) + np.pi * root, abs=1e-5)
            force = float(event.message.split("at most ")[1].split()[0])
            assert force == pytest.approx(STIFFNESS * abs(v) * root, rel=2e-4)
            assert run.qd[-1, 0] == pytest.approx(-v, abs=2e-5)
            assert np.abs(run.q).max() == pytest.approx(1 + abs(v) * root, rel=1e-4)
            assert run.drift_max < 2e-3 if solver.fixed else run.drift_max < 2e-5
    assert not runs[2].events


def test_rows_far_apart_leave_the_greatest_effort_of_a_stop_to_the_steps():
    """Rows at all places of a short contact, also where its damping begins and the effort rises fastest."""
    robot = pendulum(arm.parts.Stop(STIFFNESS, damping=150.0))
    forces = []
    for record in (1e-4, *np.linspace(0.6667, 0.6685, 10)):
        (event,) = arm.simulate(robot, 1.4, qd0=[1.5], record=float(record)).events
        forces.append(float(event.message.split("at most ")[1].split()[0]))
    assert forces[1:] == pytest.approx([forces[0]] * 10, rel=0.05)


@pytest.mark.parametrize("seed", some(range(12), 3))
def test_random_arms_with_stops_against_scipy(seed):
    """Described and default stops of random trees of one to six joints, with short steps of SciPy."""
    rng = np.random.default_rng(seed)
    robot = robot_of(rng, rng.choice(["R", "R", "P"], int(rng.integers(1, 7))))
    joints = []
    for joint in robot.joints:
        stop = None
        if rng.random() < 0.5:
            stop = arm.parts.Stop(rng.uniform(100, 3000), rng.uniform(0, 20), rng.uniform(1e-3, 0.05))
        limits = arm.Limits(-rng.uniform(0.02, 0.3), rng.uniform(0.02, 0.3), stop=stop)
        joints.append(replace(joint, limits=limits if joint.couple is None else arm.Limits()))
    robot = replace(robot, joints=tuple(joints))
    model = arm.model(robot, friction=False)
    accelerate, n, stops = arm.compile(model).forward_dynamics, model.nv, joint_stops(model)
    assert stops

    def rates(t, x):
        efforts = np.zeros(n)
        for stop in stops:
            efforts[stop.v] -= opposed(stop, x[stop.q], x[n + stop.v])
        return np.concatenate([x[n:], accelerate(x[:n], x[n:], efforts)])

    qd, duration = rng.normal(size=n), 0.25
    run = arm.simulate(model, duration, qd0=qd, solver=TIGHT, record=duration)
    start = np.concatenate([run.q[0], qd])
    other = solve_ivp(rates, (0, duration), start, "RK45", rtol=1e-9, atol=1e-10, max_step=2e-3)
    scale = 1 + np.abs(other.y).max(axis=1)
    found = np.concatenate([run.q[-1], run.qd[-1]])
    assert np.abs((found - other.y[:, -1]) / scale).max() < 3e-5
    assert any(event.kind == "stop" for event in run.events)
    assert run.drift_max < 1e-6


def test_the_audit_has_energy_and_heat_of_stops(tmp_path):
    run = arm.simulate(pendulum(arm.parts.Stop(STIFFNESS, 40.0), gravity=9.81), 3.0, solver=TIGHT)
    assert run.complete
    assert run.drift_max < 1e-6
    assert set(run.heat) == set(run.stored) == {"stops"}
    static = run.q[-1, 0] - 1.0
    assert run.stored["stops"][-1] == pytest.approx(STIFFNESS * static**2 / 2, rel=1e-6)
    fallen = run.potential[0] - run.potential[-1]
    assert run.heat["stops"][-1] == pytest.approx(fallen, rel=1e-6)
    assert np.all(np.diff(run.heat["stops"]) >= -1e-12)
    assert run.info["limits"] == "stop"
    assert run.info["stops"] == {"pivot": "1e+04 N·m/rad, 40 N·m·s/rad"}
    run.report(tmp_path / "run.html", play=False)
    words = (tmp_path / "run.html").read_text(encoding="utf-8")
    assert "greatest energy in end stops" in words
    assert "heat in stops" in words


@pytest.mark.filterwarnings("ignore:the energy balance drifts")  # fixed steps pass kinks
@pytest.mark.parametrize("solver", [None, arm.solvers.RK4(step=1e-3)])
def test_an_arm_that_is_pressed_against_its_stops_stands_still(solver):
    """A Panda whose joints all push outwards, with the default stops: one run and a stack."""
    robot = arm.library.get("panda")
    middle = np.array([(each.limits.lower + each.limits.upper) / 2 for each in robot.moving_joints()])
    law = arm.controllers.PDGravity(kp=np.full(7, 60.0), kd=np.full(7, 12.0), limits="robot")
    beyond = middle + 1.3 * np.array([each.limits.upper - middle[k] for k, each in enumerate(robot.moving_joints())])
    given = {"controller": law, "reference": arm.references.Constant(beyond), "solver": solver}
    one = arm.simulate(robot, 4.0, q0=middle, **given)
    stack = arm.simulate(robot, 4.0, q0=np.array([middle, middle + 0.1, middle - 0.1]), **given)
    upper = np.array([each.limits.upper for each in robot.moving_joints()])
    for run in (one, *stack):
        assert run.complete
        assert np.abs(run.qd[-1]).max() < 1e-4
        assert np.all(run.q[-1] > upper)
        assert np.all(run.q[-1] < upper + np.radians(1.0))
        assert {event.where for event in run.events if event.kind == "stop"} == set(run.coordinates)


def test_a_joint_may_start_on_its_stop():
    """At the limit, within rounding of it, or pressed in by up to a milliradian; far outside is an error."""
    robot = pendulum(arm.parts.Stop(STIFFNESS, 50.0), gravity=9.81)
    static = 2 * 0.5 * 9.81 * np.cos(1.0) / STIFFNESS
    for q0 in (1.0, 1.0 + 1e-12, 1.0 - 1e-12, 1.0 + static, 1.001):
        run = arm.simulate(robot, 1.0, q0=[q0])
        assert run.complete
        assert run.q[-1, 0] == pytest.approx(1.0 + static, abs=1e-6)
        assert run.events[0].until == 1.0
    assert arm.simulate(pendulum(), 0.5, q0=[1.0]).events == ()
    assert arm.simulate(pendulum(), 0.5, q0=[1.0], limits="end").complete
    assert arm.simulate(pendulum(), 0.5, q0=[1.0], qd0=[-1.0], limits="end").complete
    with pytest.raises(arm.ArgumentError, match=r'outside its limits -1 … 1.*limits="none"'):
        arm.simulate(robot, 1.0, q0=[1.2])
    assert arm.simulate(robot, 0.1, q0=[1.2], limits="none").complete


@pytest.mark.parametrize("value", [True, False, None, "stops", 1])
def test_the_words_of_limits(value):
    with pytest.raises(arm.ArgumentError, match="one of stop, end, none"):
        arm.Scenario(pendulum(), limits=value)


def test_default_stops_follow_from_the_robot():
    """k = m ω², d = 2 m ω with ω = 200 rad/s; an effort limit may ask for more, up to 500 rad/s."""
    for effort, frequency in ((np.inf, 200.0), (1.0, 200.0), (400.0, None), (1e6, 500.0)):
        (stop,) = joint_stops(arm.model(pendulum(effort=effort)))
        wanted = np.sqrt(effort / np.radians(0.5) / INERTIA) if frequency is None else frequency
        assert stop.stop.stiffness == pytest.approx(INERTIA * wanted**2)
        assert stop.stop.damping == pytest.approx(2 * INERTIA * wanted)
        assert stop.default
        assert "(default)" in stop.words
    model = arm.model(arm.library.get("ur5"))
    inverse = np.linalg.inv(arm.evaluate(model).mass_matrix(arm.Scenario(model).starts[0, :6]))
    for stop in joint_stops(model):
        assert stop.stop.stiffness <= 500.0**2 / inverse[stop.v, stop.v] * (1 + 1e-9)


def test_stops_of_coordinates_of_elastic_gears_and_of_plants_that_change():
    """The slide of a cylindrical joint; the link side of an elastic gear; a plant with other limits."""
    slide = arm.parts.Coordinate(limits=arm.Limits(-0.1, 0.1, stop=arm.parts.Stop(1e4, 100.0)))
    joint = arm.Joint("tube", "cylindrical", "base", "bob", axis=(0, 0, 1), coordinates=(arm.parts.Coordinate(), slide))
    robot = arm.Robot("tube", (arm.Link("bob", 1.0, (0, 0, 0), np.eye(3)),), (joint,))
    run = arm.simulate(robot, 2.0, qd0=[1.0, 0.0])
    assert run.q[-1] == pytest.approx([2.0, -0.1 - 9.81 / 1e4], abs=1e-6)
    assert [event.where for event in run.events] == ["tube.slide"]

    motor = arm.Motor("m", "pivot", "base", rotor_inertia=1e-3, ratio=10.0, gear=arm.Gear(stiffness=500.0, damping=5.0))
    soft = replace(pendulum(arm.parts.Stop(STIFFNESS, 40.0)), motors=(motor,))
    run = arm.simulate(soft, 2.0, controller=lambda t, q, qd, reference: 20.0 + 0 * q)
    assert run.q[-1, 0] == pytest.approx(1.0 + 20.0 / STIFFNESS, abs=1e-6)
    assert run.q[-1, 1] - run.q[-1, 0] == pytest.approx(20.0 / 500.0, abs=1e-5)  # the gear winds behind the stop
    assert run.drift_max < 1e-6

    near, far = pendulum(arm.parts.Stop(STIFFNESS, 150.0), upper=0.5), pendulum(arm.parts.Stop(STIFFNESS, 150.0))
    push = {"controller": lambda t, q, qd, reference: 3.0 + 0 * q}
    run = arm.simulate(far, 3.0, changes=arm.Change(0.3, near), q0=[-0.5], **push)
    assert run.q[-1, 0] == pytest.approx(0.5 + 3.0 / STIFFNESS, abs=1e-6)
    assert run.drift_max < 1e-5


@pytest.mark.filterwarnings("ignore:the energy balance drifts")
def test_rollouts_have_stops_and_their_gradients():
    """Gradients across contacts against central differences, and values of `simulate` with the same steps."""
    robot = pendulum(arm.parts.Stop(2000.0, 8.0, 0.02), gravity=9.81)
    scenario = arm.Scenario(robot, solver=arm.solvers.RK4(step=1e-3))

    def final(q0: float, qd0: float) -> float:
        return float(arm.rollout(replace(scenario, q0=[q0], qd0=[qd0]), 0.6, record=0.6).q[-1, 0])

    run = arm.rollout(replace(scenario, q0=[0.2], qd0=[0.5]), 0.6, record=0.6)
    same = arm.simulate(replace(scenario, q0=[0.2], qd0=[0.5]), 0.6, record=0.6)
    assert run.q[-1] == pytest.approx(same.q[-1], abs=1e-12)
    assert any(event.kind == "stop" for event in same.events)
    weight = np.zeros_like(run.q)
    weight[-1] = 1.0
    gradient = run.vjp(q_bar=weight)
    h = 1e-6
    assert gradient["q0"][0] == pytest.approx((final(0.2 + h, 0.5) - final(0.2 - h, 0.5)) / (2 * h), rel=1e-5)
    assert gradient["qd0"][0] == pytest.approx((final(0.2, 0.5 + h) - final(0.2, 0.5 - h)) / (2 * h), rel=1e-5)


def test_described_stops_are_read_written_and_shown():
    robot = pendulum(arm.parts.Stop(1e4, 20.0))
    rigid = pendulum(arm.parts.Stop(restitution=0.3))
    from internals import parse_toml, to_toml

    for each in (robot, rigid):
        assert parse_toml(to_toml(each)) == each
    text = to_toml(robot).replace("stiffness = 10000.0", 'stiffness = "10 kN m/rad"')
    assert parse_toml(text) == robot
    for bad, words in (
        (arm.parts.Stop(), "neither stiffness nor restitution"),
        (arm.parts.Stop(1.0, restitution=0.5), "both stiffness and restitution"),
        (arm.parts.Stop(restitution=1.5), "from 0 to 1"),
        (arm.parts.Stop(restitution=0.5, damping=1.0), "beside a restitution"),
        (arm.parts.Stop(1.0, transition=0.0), "above zero"),
        (7, "expected a Stop or None"),
    ):
        with pytest.raises(arm.ArmillaryError, match=words):
            pendulum(bad)
