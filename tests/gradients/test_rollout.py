"""Derivatives of rollouts: reverse equals forward mode, complex steps and central differences; states those of runs."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import evaluate_program as evaluate
from internals import quaternions

STEP = 1e-3
RK4, EULER = arm.solvers.RK4(step=STEP), arm.solvers.SemiImplicitEuler(step=STEP)


def law(t, q, qd, reference):
    """A law of a user: smooth saturation and a feed-forward of gravity by hand."""
    return 20.0 * np.tanh(reference.position - q) - 3.0 * qd + 5.0 * np.cos(q)


def moved(name, joints=2, **fields):
    """A scenario of a robot without dry friction, near 0.3 at all joints, towards 0.6."""
    robot = arm.library.get(name)
    start = np.full(joints, 0.3)
    reference = arm.references.FifthOrder(start=start, end=start + 0.3, duration=0.2)
    given = {"plant": arm.model(robot, friction=False), "reference": reference, "q0": start + 0.05, "limits": "none"}
    return arm.Scenario(robot, **(given | fields))


def lossy():
    """An arm with rigid gears whose losses are smooth, one of them on the first link."""
    robot = arm.planar([0.5, 0.4], [2.0, 1.0], coms=[0.25, 0.2], inertias=[0.04, 0.02])
    gear = arm.Gear(efficiency=0.8, efficiency_back=0.6, smooth_velocity=0.05)
    made = {"rotor_inertia": 1e-4, "axis": (0.0, 0.0, 1.0), "gear": gear, "friction": arm.Friction(1e-4)}
    motors = (
        arm.Motor("m1", "joint1", "base", ratio=-50.0, **made),
        arm.Motor("m2", "joint2", robot.links[0].name, ratio=30.0, **made),
    )
    reference = arm.references.FifthOrder(start=(0.3, 0.3), end=(0.6, 0.6), duration=0.2)
    return arm.Scenario(replace(robot, motors=motors), controller=PD, reference=reference, q0=(0.35, 0.35))


PD, COMPUTED = arm.controllers.PD(kp=30.0, kd=3.0), arm.controllers.ComputedTorque(kp=100.0, kd=20.0)
GAINS = {"controller.kp": 30.0, "controller.kd": 3.0}
TORQUE = {"controller.kp": 100.0, "controller.kd": 20.0}

CASES = {
    "rigid, computed torque": lambda: (moved("ur5", 6, controller=COMPUTED), TORQUE | {"wrist_3_link.mass": 0.4}),
    "flexible, PD": lambda: (moved("flexrob", controller=PD, start="undeformed"), GAINS),
    "elastic gears, PD": lambda: (moved("manutec-r3", 6, controller=PD, start="undeformed"), GAINS),
    "a user's law": lambda: (moved("khatib-rr", controller=law), {}),
    "sampled, delayed, held to order 1": lambda: (
        moved("khatib-rr", controller=COMPUTED, period=4e-3, delay=1.5e-3, hold=1),
        TORQUE,
    ),
    "sensors with noise": lambda: (
        moved("khatib-rr", controller=PD, period=2e-3, sensors=[arm.sensors.Tachometer(noise=0.01)]),
        GAINS,
    ),
    "a change and a push": lambda: (
        moved(
            "khatib-rr",
            controller=PD,
            changes=[arm.Change(0.02, arm.model(arm.library.get("khatib-rr"), motors="none", friction=False))],
            disturbances=[arm.Push("tip", (0, 0, 0, 5, 0, 0), start=0.005, end=0.03)],
        ),
        GAINS | {"disturbances[0].force.x": 5.0},
    ),
    "rigid gears with losses": lambda: (lossy(), GAINS | {"m1.gear.efficiency": 0.8, "m2.ratio": 30.0}),
    "quaternions": lambda: (
        arm.Scenario(arm.model(arm.library.get("spherical-chain"), friction=False), limits="none", qd0=np.ones(9)),
        {},
    ),
}


def close(found, expected, tolerance):
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() <= tolerance * max(np.abs(expected).max(), 1e-3)


def both(run, rng):
    """Return cotangents, gradients, and the derivative along random directions in both modes."""
    bars = rng.normal(size=run.q.shape), rng.normal(size=run.qd.shape)
    gradients = run.vjp(*bars)
    directions = {name: rng.normal(size=np.shape(value)) for name, value in gradients.items()}
    if run.q.ndim == 2:  # quaternions stay of unit length
        directions["q0"] = run.plan.loop.equations.plant.rate(run.q[0], rng.normal(size=run.qd.shape[1])).astype(float)
    along = run.jvp(directions)
    forward = sum(float((bar * each).sum()) for bar, each in zip(bars, along, strict=True))
    reverse = sum(float((gradients[name] * direction).sum()) for name, direction in directions.items())
    return bars, gradients, directions, forward, reverse


@pytest.mark.crossed
@pytest.mark.parametrize("solver", [RK4, EULER], ids=["rk4", "euler"])
@pytest.mark.parametrize("case", CASES)
def test_reverse_equals_forward_mode_and_central_differences(case, solver):
    scenario, parameters = CASES[case]()
    run = arm.rollout(scenario, 0.04, solver=solver, record=0.01, parameters=parameters)
    bars, _, directions, forward, reverse = both(run, np.random.default_rng(1))
    assert abs(forward - reverse) <= 1e-12 * max(1.0, abs(forward))

    def loss(e):
        q0, qd0 = run.q[0] + e * directions["q0"], run.qd[0] + e * directions["qd0"]
        for place in quaternions(run.plan.loop.equations.plant):
            q0[place : place + 4] /= np.linalg.norm(q0[place : place + 4])
        values = {name: value + e * directions[name] for name, value in parameters.items()}
        other = run.at(q0=q0, qd0=qd0, parameters=values)
        return float((bars[0] * other.q).sum() + (bars[1] * other.qd).sum())

    e = 1e-5  # with the differences at e and 2 e the error is of order e⁴
    inner, outer = ((loss(k * e) - loss(-k * e)) / (2 * k * e) for k in (1, 2))
    assert abs((4 * inner - outer) / 3 - forward) <= 1e-7 * max(1.0, abs(forward))


@pytest.mark.parametrize("case", CASES)
def test_states_are_those_of_simulations(case):
    scenario, parameters = CASES[case]()
    run = arm.rollout(scenario, 0.04, solver=RK4, record=0.01, parameters=parameters)
    same = arm.simulate(scenario, 0.04, solver=RK4, record=0.01, parameters=parameters)
    assert isinstance(run, arm.types.Rollout)
    close(run.q, same.q, 1e-13)
    close(run.qd, same.qd, 1e-12)
    np.testing.assert_array_equal(run.t, same.t)


def test_complex_steps_through_a_plain_runge_kutta_method():
    """The step written once more, on NumPy, with the closed loop that simulations have."""
    scenario, parameters = CASES["rigid, computed torque"]()
    run = arm.rollout(scenario, 0.01, solver=RK4, record=0.01, parameters=parameters)
    bars, gradients, *_ = both(run, np.random.default_rng(2))
    loop = run.plan.loop
    program, h = loop.equations.program, 1e-30
    names = [*parameters]
    x0, p0 = loop.start[0], loop.p()
    units = [(np.eye(len(x0))[k], 0 * p0) for k in range(12)]
    units += [(0 * x0, np.eye(len(p0))[run.plan.places[run.plan.first_parameter + k]]) for k in range(len(names))]
    x = np.array([x0 + 1j * h * dx for dx, _ in units])
    p = np.array([p0 + 1j * h * dp for _, dp in units])

    def f(t, x):
        return evaluate(program, {"clock": np.tile([t, 0.005], (len(x), 1)), "x": x, "p": p})["dx"]

    for step in range(10):
        t = step * STEP
        k1 = f(t, x)
        k2 = f(t + STEP / 2, x + STEP / 2 * k1)
        k3 = f(t + STEP / 2, x + STEP / 2 * k2)
        k4 = f(t + STEP, x + STEP * k3)
        x = x + STEP / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    expected = x[:, :12].imag / h @ np.concatenate([bars[0][-1], bars[1][-1]])
    expected[:12] += np.concatenate([bars[0][0], bars[1][0]])  # the start is a recorded state, too
    found = [*gradients["q0"], *gradients["qd0"], *(gradients[name] for name in names)]
    close(found, expected, 1e-12)


def test_stacks_checkpoints_and_threads():
    """Runs in lanes, in groups, from checkpoints and in threads equal single runs."""
    scenario, _ = CASES["sampled, delayed, held to order 1"]()
    rng = np.random.default_rng(3)
    starts, kp = 0.3 + 0.1 * rng.normal(size=(9, 2)), np.linspace(80.0, 120.0, 9)
    values = {"controller.kp": kp, "controller.kd": 20.0}
    stack = replace(scenario, q0=starts)
    runs = arm.rollout(stack, 0.04, solver=RK4, record=0.01, parameters=values)
    bars, gradients, _, forward, reverse = both(runs, rng)
    assert abs(forward - reverse) <= 1e-12 * abs(forward)
    assert gradients["controller.kp"].shape == (9,)
    assert isinstance(gradients["controller.kd"], float)
    tight = arm.rollout(stack, 0.04, solver=RK4, record=0.01, parameters=values, memory=20_000, threads=2)
    for name, found in tight.vjp(*bars).items():
        close(found, gradients[name], 1e-14)
    one = arm.rollout(
        replace(scenario, q0=starts[4]), 0.04, solver=RK4, record=0.01, parameters=values | {"controller.kp": kp[4]}
    )
    single = one.vjp(bars[0][4], bars[1][4])
    for name in ("q0", "qd0", "controller.kp"):
        close(single[name], gradients[name][4], 1e-12)


def test_added_efforts():
    """They equal an open-loop table; memory of a segment does not change their gradients."""
    robot = arm.model(arm.library.get("khatib-rr"), friction=False)
    rng = np.random.default_rng(4)
    efforts = rng.normal(size=(4, 2))
    run = arm.rollout(arm.Scenario(robot, limits="none"), 0.04, solver=RK4, record=0.005, efforts=efforts)
    table = arm.controllers.OpenLoop(efforts, times=[0.0, 0.01, 0.02, 0.03], interpolation="hold")
    same = arm.simulate(robot, 0.04, controller=table, solver=RK4, record=0.005, limits="none")
    close(run.q, same.q, 1e-13)
    bars, gradients, _, forward, reverse = both(run, rng)
    assert abs(forward - reverse) <= 1e-12 * abs(forward)
    tight = arm.rollout(arm.Scenario(robot, limits="none"), 0.04, solver=RK4, record=0.005, efforts=efforts, memory=1)
    close(tight.vjp(*bars)["efforts"], gradients["efforts"], 1e-14)
    e = 1e-5
    for k, j in ((0, 1), (3, 0)):
        changed = [efforts + e * sign * np.eye(4)[k][:, None] * np.eye(2)[j] for sign in (1, -1)]
        up, down = (run.at(efforts=each) for each in changed)
        found = ((bars[0] * (up.q - down.q)).sum() + (bars[1] * (up.qd - down.qd)).sum()) / (2 * e)
        assert abs(found - gradients["efforts"][k, j]) <= 1e-7 * np.abs(gradients["efforts"]).max()


def test_smooth_friction_has_gradients():
    robot = arm.library.get("khatib-rr")
    joints = tuple(replace(joint, friction=arm.Friction(coulomb=0.5, smooth_velocity=0.01)) for joint in robot.joints)
    rk8 = arm.solvers.RK8(step=5e-3)
    run = arm.rollout(arm.Scenario(replace(robot, joints=joints), limits="none"), 0.02, solver=rk8, record=0.01)
    *_, forward, reverse = both(run, np.random.default_rng(5))
    assert abs(forward - reverse) <= 1e-12 * abs(forward)
    rough = tuple(replace(joint, friction=arm.Friction(coulomb=0.5)) for joint in robot.joints)
    with pytest.raises(arm.ArgumentError, match=r"dry friction or lossy gears, whose joints stick.*smooth_velocity"):
        arm.rollout(replace(robot, joints=rough), 0.02)


@pytest.mark.filterwarnings("ignore:the energy balance drifts")
@pytest.mark.parametrize("solver", [RK4, EULER], ids=lambda solver: solver.name)
def test_added_efforts_of_a_sampled_law(solver):
    """Efforts that are zero change no bit; gradients equal differences, with checkpoints, too."""
    sensors = [arm.sensors.Tachometer(noise=1e-3)]
    scenario = arm.Scenario(
        arm.model(arm.library.get("khatib-rr"), friction=False), limits="none", controller=PD, sensors=sensors,
        period=2e-3, delay=1.5e-3, hold=1, q0=[[0.1, 0.2], [0.3, 0.1], [0.2, 0.2]],
    )  # fmt: skip
    options = {"solver": solver, "record": 0.0033, "parameters": {"controller.kp": 30.0}}
    plain = arm.simulate(scenario, 0.02, **options)
    still = arm.rollout(scenario, 0.02, efforts=np.zeros((5, 2)), **options)
    np.testing.assert_array_equal(still.q, plain.q)
    rng = np.random.default_rng(9)
    efforts = rng.normal(size=(3, 5, 2))
    run = arm.rollout(scenario, 0.02, efforts=efforts, **options)
    bars, gradients, _, forward, reverse = both(run, rng)
    assert gradients["efforts"].shape == efforts.shape
    assert abs(forward - reverse) <= 1e-11 * abs(forward)
    tight = arm.rollout(scenario, 0.02, efforts=efforts, memory=1, **options)
    close(tight.vjp(*bars)["efforts"], gradients["efforts"], 1e-14)
    e, along = 1e-5, rng.normal(size=efforts.shape)
    up, down = (run.at(efforts=efforts + sign * e * along) for sign in (1, -1))
    difference = ((bars[0] * (up.q - down.q)).sum() + (bars[1] * (up.qd - down.qd)).sum()) / (2 * e)
    assert abs(difference - (gradients["efforts"] * along).sum()) <= 1e-6 * np.abs(gradients["efforts"] * along).sum()


def test_bad_arguments():
    plain = arm.Scenario(arm.model(arm.library.get("khatib-rr"), friction=False), limits="none")
    with pytest.raises(arm.ArgumentError, match=r"solver: DOP853.*RK4, RK8, SemiImplicitEuler"):
        arm.rollout(plain, 0.1, solver=arm.solvers.DOP853())
    with pytest.raises(arm.ArgumentError, match=r"efforts.*shape \(3,\).*\(K, 2\)"):
        arm.rollout(plain, 0.1, efforts=[1.0, 2.0, 3.0])
    felt = moved("khatib-rr", controller=PD, period=0.01, sensors=[arm.sensors.Accelerometer(frame="tip")])
    with pytest.raises(arm.ArgumentError, match=r"efforts.*sampled controller with an accelerometer"):
        arm.rollout(felt, 0.1, efforts=np.zeros((2, 2)))
    with pytest.raises(arm.ArgumentError, match=r"gradients by the start need no name"):
        arm.rollout(plain, 0.1, parameters={"q0[0]": 0.2})
    with pytest.raises(arm.ArgumentError, match=r"start=.undeformed., or q0 of all coordinates"):
        arm.rollout(moved("flexrob", controller=PD), 0.1, parameters={"gravity.z": -9.0})
    with pytest.raises(arm.ArgumentError, match=r"cannot be compiled"):
        arm.rollout(moved("khatib-rr", controller=lambda t, q, qd, r: -q if q[0] > 0 else q, period=0.01), 0.1)
    with pytest.raises(arm.ArgumentError, match=r"memory: -1"):
        arm.rollout(plain, 0.1, memory=-1)
    with pytest.raises(arm.ArgumentError, match=r"where: arm.rollout has no such keyword.*device, dtype"):
        arm.rollout(plain, 0.1, where="cuda")
    run = arm.rollout(plain, 0.01, record=0.01)
    assert repr(run) == "<Rollout of <Scenario: khatib-rr>: one run, 0.01 s, 2 states>"
    with pytest.raises(arm.ArgumentError, match=r"q_bar: shape \(2,\).*\(2, 2\)"):
        run.vjp(q_bar=[1.0, 2.0])
    with pytest.raises(arm.ArgumentError, match=r"directions: 'kp'.*q0, qd0"):
        run.jvp({"kp": 1.0})
    with pytest.raises(arm.ArgumentError, match=r"q0: shape \(3,\).*\(2,\)"):
        run.jvp({"q0": [1.0, 2.0, 3.0]})
    with pytest.raises(arm.ArgumentError, match=r"parameters: 5.0; expected values by name"):
        arm.rollout(plain, 0.1, parameters=5.0)
    with pytest.raises(arm.ArgumentError, match=r"parameters: 'kp'"):
        run.at(parameters={"kp": 1.0})
    with pytest.raises(arm.ArgumentError, match=r"efforts: another number of rows"):
        run.at(efforts=np.zeros((3, 2)))


def test_runs_that_are_not_finite_and_links_that_bend_too_far_warn():
    robot = arm.planar([1], [1], coms=[0.5], inertias=[0.1])
    spring = arm.controllers.PD(kp=1e6, kd=0.0)
    lost = arm.rollout(arm.Scenario(robot, controller=spring, q0=[1.0]), 20.0, solver=arm.solvers.RK4(step=0.1))
    with pytest.warns(arm.errors.IncompleteRunWarning, match="1 of 1 runs is not finite"):
        assert not np.all(np.isfinite(lost.q))
    flexible = arm.Scenario(arm.model(arm.library.get("deluca-siciliano"), friction=False), limits="none")
    start = flexible.starts[0][: flexible.plant_model.nq].copy()
    start[2] = 2.0  # the first mode of the first link
    bent = arm.rollout(replace(flexible, q0=start), 1e-4, solver=arm.solvers.RK4(step=1e-5))
    with pytest.warns(arm.ArmillaryWarning, match="bends too far"):
        assert bent.q.shape


def test_print_shows_a_table():
    model = arm.model(arm.library.get("khatib-rr"), free=["payload.mass"])
    runs = arm.rollout(arm.Scenario(model, q0=np.zeros((2, 2))), 0.1, parameters={"payload.mass": [1.0, 2.0]})
    text = str(runs)
    assert "vjp and jvp by q0, qd0, payload.mass" in text
    low, high = runs.q[:, -1, 0].min(), runs.q[:, -1, 0].max()
    assert f"{low:.6g} … {high:.6g}" in next(line for line in text.splitlines() if line.startswith("joint1 [rad]"))
    assert len(repr(runs).splitlines()) == 1
