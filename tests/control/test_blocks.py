"""PID, cascades and gain schedules against SciPy and against recursions written by hand, sample by sample."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import signal as scipy_signal

import armillary as arm
from internals import (
    PD,
    PID,
    Biquad,
    Cascade,
    DesiredMotion,
    GainTable,
    Notch,
    Scheduled,
    Series,
    Signal,
    Sum,
    advanced,
    parse_scenario,
)

RR = arm.model(arm.library.get("khatib-rr"))
T = 2e-3
RNG = np.random.default_rng(11)
STILL = np.zeros(2)
OPTIONS = {"limits": "none", "solver": arm.solvers.RK4(step=1e-3)}


def outputs(law, errors, period=T):
    """Return the commands of a sampled law for rows of errors of the joints; their rates are zero."""
    state, commands = law.start(), []
    for error in errors:
        signal = Signal(0.0, -error, STILL, state, DesiredMotion(STILL, STILL, STILL), STILL, period=period)
        commands.append(law.effort(signal))
        state = advanced(law, signal, period)
    return np.array(commands)


def test_pid_is_its_transfer_function():
    """kp + ki T / (z − 1) + kd (z − 1) / ((T_f + T) z − T_f), by SciPy."""
    kp, ki, kd, lag = np.array([30.0, 5.0]), np.array([200.0, 0.0]), 0.4, 5e-3
    e = RNG.normal(size=(300, 2))
    commands = outputs(PID(kp, ki, kd, derivative_time=lag).law(RR), e)
    for k in range(2):
        integral = scipy_signal.lfilter([0.0, ki[k] * T], [1.0, -1.0], e[:, k])
        rate = scipy_signal.lfilter([kd, -kd], [lag + T, -lag], e[:, k])
        np.testing.assert_allclose(commands[:, k], kp[k] * e[:, k] + integral + rate, rtol=1e-12, atol=1e-12)
        system = scipy_signal.dlti([[1.0]], [[ki[k] * T]], [[1.0]], [[0.0]], dt=T)
        np.testing.assert_allclose(scipy_signal.dlsim(system, e[:, k])[1][:, 0], integral, rtol=1e-12, atol=1e-12)


def test_anti_windup():
    """Clamping stops the integral; back-calculation settles at u = limit + K_i T_t e."""
    e = np.tile([1.0, -1.0], (400, 1))
    limit, kp, ki = 12.0, 10.0, 50.0
    clamped, tracked, free = (
        PID(kp, ki, limits=limits, tracking_time=tracking).law(RR)
        for limits, tracking in ((limit, None), (limit, 0.05), (None, None))
    )
    assert np.abs(outputs(clamped, e)[-1]).tolist() == [limit, limit]
    states = {}
    for name, law in (("clamped", clamped), ("tracked", tracked), ("free", free)):
        state = law.start()
        for error in e:
            signal = Signal(0.0, -error, STILL, state, DesiredMotion(STILL, STILL, STILL), STILL, period=T)
            state = advanced(law, signal, T)
        states[name] = state
    assert kp + states["clamped"][0] <= limit + ki * T + 1e-12  # one step beyond the limit at most
    np.testing.assert_allclose(kp + states["tracked"], [limit + ki * 0.05, -limit - ki * 0.05 + 2 * kp], rtol=1e-6)
    np.testing.assert_allclose(states["free"], [ki * 400 * T, -ki * 400 * T])


def p_pi_by_hand(run, times):
    """Return the torques of P–PI control with two rates, from recorded positions and velocities."""
    slow, kp, kv, ki, forward = times
    integral, desired_rate, torques = np.zeros(2), np.zeros(2), []
    for k in range(len(run.t)):
        if k % slow == 0:
            desired_rate = kp * (REFERENCE.motion(run.t[k]).position - run.q[k])
        error = desired_rate + forward * REFERENCE.motion(run.t[k]).velocity - run.qd[k]
        torques.append(kv * error + integral)
        integral = integral + T * ki * error
    return np.array(torques)


REFERENCE = arm.references.Sinusoid(amplitude=[0.3, 0.2], frequency=1.5)


def test_a_cascade_of_two_rates_is_its_recursion():
    law = Cascade(position=PID(15.0, period=4 * T), velocity=PID([8.0, 4.0], 60.0), feedforward=0.7)
    run = arm.simulate(RR, 0.3, controller=law, reference=REFERENCE, period=T, record=T, **OPTIONS)
    expected = p_pi_by_hand(run, (4, 15.0, np.array([8.0, 4.0]), 60.0, 0.7))
    np.testing.assert_allclose(run.tau[1:], expected[:-1], rtol=0, atol=1e-9)  # held from the instant before


def test_cascades_nest_and_stages_may_be_series():
    inner = Series(PID([8.0, 4.0], 60.0), Notch(40.0))
    law = Sum(Cascade(position=PID(15.0), velocity=inner), PD(0.0, 0.0))
    direct = Series(Cascade(position=PID(15.0), velocity=PID([8.0, 4.0], 60.0)), Notch(40.0))
    options = OPTIONS | {"reference": REFERENCE}
    runs = [arm.simulate(RR, 0.2, controller=controller, period=T, **options) for controller in (law, direct)]
    np.testing.assert_allclose(runs[0].q, runs[1].q, rtol=0, atol=1e-11)
    continuous = [arm.simulate(RR, 0.2, controller=controller, **options) for controller in (law, direct)]
    np.testing.assert_allclose(continuous[0].q, continuous[1].q, rtol=0, atol=1e-11)


def wound(inductance=2e-3):
    """Return an axis whose motor has a winding."""
    robot = arm.library.get("khatib-rr")
    winding = arm.Winding(0.1, 0.5, inductance=inductance, bandwidth=2000.0 if inductance else None)
    places = (("joint1", "base"), ("joint2", "link1"))
    motors = [arm.Motor(f"of {a}", a, b, rotor_inertia=1e-4, ratio=50.0, winding=winding) for a, b in places]
    return replace(robot, motors=tuple(motors))


@pytest.mark.parametrize("inductance", [2e-3, 0.0])
def test_current_loops_command_voltages(inductance):
    """Position at 4 ms, velocity at 1 ms, current at 0.1 ms: the voltages are those of the recursion."""
    fast, kp, ki = 1e-4, 4.0 if inductance else 0.2, 500.0
    law = Cascade(PID(15.0, period=4e-3), PID(10.0, 50.0, limits=6.0), PID(kp, ki, period=fast))
    robot, options = wound(inductance), OPTIONS | {"solver": arm.solvers.RK4(step=5e-5), "record": fast}
    with pytest.raises(arm.ArgumentError, match="current loop; expected 'voltage'"):
        arm.simulate(robot, 0.1, controller=law, period=1e-3)
    run = arm.simulate(robot, 0.1, controller=law, reference=REFERENCE, period=1e-3, command="voltage", **options)
    amperes, volts = (
        np.stack([run.signals[f"{motor.name}.{kind}"] for motor in robot.motors], axis=1)
        for kind in ("current", "voltage")
    )
    speed, current, summed, charge, expected = STILL, STILL, STILL, STILL, []
    for k in range(len(run.t)):
        if k % 40 == 0:
            speed = 15.0 * (REFERENCE.motion(run.t[k]).position - run.q[k])
        if k % 10 == 0:
            commanded = 10.0 * (speed - run.qd[k]) + summed
            current = np.clip(commanded, -6.0, 6.0)
            pushing = (np.abs(commanded) > 6.0) & (commanded * (speed - run.qd[k]) > 0)
            summed = summed + 1e-3 * 50.0 * np.where(pushing, 0.0, speed - run.qd[k])
        expected.append(kp * (current - amperes[k]) + charge)
        charge = charge + fast * ki * (current - amperes[k])
    np.testing.assert_allclose(volts[1:], np.array(expected)[:-1], rtol=0, atol=1e-9)
    assert np.abs(amperes).max() > 0.2


def test_current_loops_need_a_current():
    law = Cascade(velocity=PID(10.0), current=PID(1.0))
    with pytest.raises(arm.ArgumentError, match="joint1, whose motor current is not measured"):
        arm.simulate(wound(0.0), 0.1, controller=law, command="voltage")
    assert arm.simulate(wound(), 0.01, controller=law, command="voltage").complete


def schedule(q, qd):
    """Return kp and kd of a schedule, by NumPy."""
    kp = np.array([np.interp(q[1], [-0.5, 0.0, 1.0], [50.0, 80.0, 20.0]), np.interp(q[1], [-0.5, 0, 1], [9, 7, 5])])
    grid = scipy_interpolate([0.0, 0.4], [-1.0, 0.0, 2.0], [[1.0, 2.0, 3.0], [4.0, 5.0, 9.0]])
    return kp, grid([np.clip(q[0], 0.0, 0.4), np.clip(qd[1], -1.0, 2.0)])[0]


def scipy_interpolate(x, y, values):
    from scipy.interpolate import RegularGridInterpolator

    return RegularGridInterpolator((x, y), np.array(values))


TABLES = (
    GainTable("kp", "position.joint2", [-0.5, 0.0, 1.0], [[50.0, 9.0], [80.0, 7.0], [20.0, 5.0]]),
    GainTable(
        "kd", ("position.joint1", "velocity.joint2"), [[0.0, 0.4], [-1.0, 0.0, 2.0]], [[1, 2, 3], [4, 5, 9]]
    ),
)  # fmt: skip


def test_schedules_interpolate_as_scipy_does():
    law = Scheduled(PD(1.0, 1.0), TABLES).law(RR)
    for q, qd in zip(RNG.uniform(-1, 2, (40, 2)), RNG.uniform(-2, 3, (40, 2)), strict=True):
        kp, kd = schedule(q, qd)
        signal = Signal(0.0, q, qd, np.zeros(0), DesiredMotion(STILL, STILL, STILL), STILL)
        np.testing.assert_allclose(law.effort(signal), -kp * q - kd * qd, rtol=0, atol=1e-12)


@pytest.mark.parametrize("period", [None, T])
def test_scheduled_runs_are_those_of_the_law(period):
    """Compiled and called by Python give the same; a constant schedule is no schedule."""
    tables = (GainTable("controller.ki", "reference.joint1", [-0.1, 0.1], [20.0, 40.0]),)
    inner = Series(PID(30.0, 10.0, 3.0), Notch(50.0))
    options = OPTIONS | {"reference": REFERENCE, "period": period}
    run = arm.simulate(RR, 0.1, controller=Scheduled(inner, tables), **options)
    flat = (GainTable("controller.ki", "reference.joint1", [-0.1, 0.1], [10.0, 10.0]),)
    same = arm.simulate(RR, 0.1, controller=Scheduled(inner, flat), **options)
    plain = arm.simulate(RR, 0.1, controller=inner, **options)
    np.testing.assert_allclose(same.q, plain.q, rtol=0, atol=1e-13)
    assert not np.allclose(run.q, plain.q, rtol=0, atol=1e-6)


LAWS = {
    "pid": lambda f: PID(30.0 * f, [20.0 * f, 5.0], 3.0, limits=90.0, derivative_time=5e-3 * f, tracking_time=0.1 * f),
    "cascade": lambda f: Cascade(PID(15.0 * f, period=4 * T), PID([8.0, 4.0 * f], 60.0), feedforward=0.7 * f),
    "series": lambda f: Series(PD(30.0, 3.0 * f), Notch(40.0 * f, 0.3 * f, 0.1), Biquad([1, f, 0.1], [2, 0.1, 0.1])),
    "scheduled": lambda f: Scheduled(PD(1.0, 3.0), [GainTable("kp", "position.joint2", [0, 1.0], [50.0, 40.0 * f])]),
}  # fmt: skip


@pytest.mark.parametrize("name", LAWS)
def test_other_gains_compile_nothing(name, monkeypatch):
    from internals import assemble, cache

    first = arm.simulate(RR, 0.05, controller=LAWS[name](1.0), reference=REFERENCE, period=T, **OPTIONS)
    for module, function in ((cache, "load_or_build"), (assemble, "to_object")):
        monkeypatch.setattr(module, function, lambda *_: pytest.fail("compiled again"))
    again = arm.simulate(RR, 0.05, controller=LAWS[name](1.1), reference=REFERENCE, period=T, **OPTIONS)
    monkeypatch.undo()
    fresh = replace(RR.robot, name="another")  # another model: nothing is shared
    expected = arm.simulate(fresh, 0.05, controller=LAWS[name](1.1), reference=REFERENCE, period=T, **OPTIONS)
    np.testing.assert_allclose(again.q, expected.q, rtol=0, atol=1e-12)
    assert not np.allclose(again.q, first.q, rtol=0, atol=1e-8)


@pytest.mark.parametrize(
    ("make", "where"),
    [
        (lambda: PID([1.0, 2.0, 3.0]).law(RR), "kp: .*a number, or 2"),
        (lambda: PID(1.0, derivative_time=0.0).law(RR), "derivative_time"),
        (lambda: PID(1.0, tracking_time=-1.0).law(RR), "tracking_time"),
        (lambda: Cascade().law(RR), "a cascade without stages"),
        (lambda: Cascade(velocity=3.0).law(RR), "controller: 3.0"),
        (lambda: Sum(), "an empty sum"),
        (lambda: arm.controllers.Kalman(PD(1.0, 1.0), 1.0, [[1.0, 2.0], [3.0]], 1.0, 1.0, 0.0).law(RR), "A: 2 rows"),
        (lambda: Scheduled(PD(1.0, 1.0), []), "tables"),
        (lambda: Scheduled(PD(1.0, 1.0), [replace(TABLES[0], gain="ki")]).law(RR), "gain: .*'ki'"),
        (lambda: Scheduled(PD(1.0, 1.0), [replace(TABLES[0], by="position.elbow")]).law(RR), "by: .*'elbow'"),
        (lambda: Scheduled(PD(1.0, 1.0), [replace(TABLES[0], by="torque.joint1")]).law(RR), "by: .*position.JOINT"),
        (lambda: Scheduled(PD(1.0, 1.0), [replace(TABLES[0], points=[0.0, 0.0, 1.0])]).law(RR), "rising order"),
        (lambda: Scheduled(PD(1.0, 1.0), [replace(TABLES[0], values=[1.0, 2.0])]).law(RR), r"shape \(3,\) or \(3, 2\)"),
        (lambda: Scheduled(PD(1.0, 1.0), [replace(TABLES[1], points=[0.0, 1.0, 2.0])]).law(RR), "each of the two"),
        (lambda: arm.simulate(RR, 0.1, controller=Cascade(velocity=PID(1.0, kd=1.0))), "kd: .*derivative_time"),
    ],
)
def test_wrong_blocks_get_a_message(make, where):
    with pytest.raises(arm.ArgumentError, match=where):
        make()


def test_blocks_in_a_file():
    text = """
        robot = "khatib-rr"
        duration = 0.1
        period = "0.5 ms"
        [controller]
        type = "scheduled"
        tables = [{ gain = "velocity.controller.kp", by = "position.joint2", points = [0, 1], values = [8, 6] }]
        [controller.controller]
        type = "cascade"
        position = { type = "pid", kp = 15, period = "2 ms" }
        [controller.controller.velocity]
        type = "series"
        controller = { type = "pid", kp = 8, ki = 60, limits = "robot" }
        filters = [{ type = "notch", frequency = "40 Hz" }]
    """
    scenario = parse_scenario(text)
    inner = Series(PID(8.0, 60.0, limits="robot"), Notch(40.0))
    table = GainTable("velocity.controller.kp", "position.joint2", [0, 1], [8, 6])
    assert scenario.controller == Scheduled(Cascade(PID(15.0, period=2e-3), inner), [table])
    assert arm.simulate(scenario).complete


def test_filters_can_be_scheduled():
    """A constant table of a filter's frequency is the filter with that frequency."""
    plain = Series(PD(100.0, 20.0), Notch(40.0))
    table = GainTable("filters[0].frequency", "position.joint1", [0.0, 1.0], [40.0, 40.0])
    other = Scheduled(replace(plain, filters=(Notch(25.0),)), [table])
    e = RNG.normal(size=(50, 2))
    np.testing.assert_allclose(outputs(other.law(RR), e), outputs(plain.law(RR), e), rtol=1e-12)


@pytest.mark.parametrize(
    ("law", "argument"),
    [
        (Scheduled(PD(9.0, 1.0), [GainTable("kp", "position.joint1", [0.0, 1.0], [5.0, -1.0])]), "kp"),
        (
            Scheduled(
                arm.controllers.OperationalSpace(9.0, 1.0), [GainTable("kp", "reference.joint1", [0, 1], [5.0, 9.0])]
            ),
            "by",
        ),
        (Cascade(velocity=PID(9.0), position=PID(2.0), feedforward=np.eye(2)), "feedforward"),
        (Series(PD(9.0, 1.0), Notch(40.0, depth=np.eye(2))), "depth"),
        (arm.controllers.MomentumObserver(PD(9.0, 1.0), np.eye(2)), "bandwidth"),
        (arm.controllers.DisturbanceObserver(PD(9.0, 1.0), 50.0, inertia=np.eye(2)), "inertia"),
        (arm.controllers.ElasticFeedForward(np.eye(2) + 1, 0.1), "stiffness"),
    ],
)
def test_gains_out_of_range_are_refused(law, argument):
    """Tables are checked as numbers are; gains of single channels are no matrices."""
    with pytest.raises(arm.ArgumentError) as caught:
        law.law(RR)
    assert caught.value.field == argument
