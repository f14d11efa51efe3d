"""Margins against closed forms, other programs, and simulations at the border of stability."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
import scipy.linalg
import scipy.signal

import armillary as arm
from internals import Clock, common_period, instants

KP, KD, INERTIA, T = 100.0, 20.0, 2.0, 0.01
PD = arm.controllers.PD(kp=KP, kd=KD)
TIGHT = arm.solvers.DOP853(rtol=1e-13, atol=1e-15)


@pytest.fixture(scope="module")
def axis():
    """Return a double integrator."""
    return arm.planar([1.0], [1.0], coms=[0.0], inertias=[INERTIA], gravity=0)


def damped(name="flexrob", gravity=(0.0, 0.0, 0.0), ratio=0.01):
    """Return a flexible robot whose modes have a damping ratio."""
    robot = arm.library.get(name)
    links = []
    for link in robot.links:
        beam = link.beam
        links.append(
            link if beam is None else replace(link, beam=replace(beam, modes=replace(beam.modes, damping=(ratio,))))
        )
    return replace(robot, links=tuple(links), gravity=gravity)


def test_integrators_have_no_margin_at_rest():
    """L is infinite at zero frequency; velocities by differences give it rounded values of 1e15."""
    feedback = arm.controllers.PDGravity(kp=[400, 100], kd=[60, 15])
    law = arm.controllers.Series(feedback, arm.controllers.LowPass(frequency=20.0))
    sensors = [arm.sensors.Encoder(counts=4096), arm.sensors.Differences(samples=8)]
    scenario = arm.Scenario(arm.library.get("khatib-rr"), controller=law, period=1e-3, sensors=sensors)
    for loop in arm.margins(scenario):
        assert loop.gain_reduction == 0.0
        assert np.all(loop.gain_frequencies > 1.0)


def test_a_continuous_double_integrator(axis):
    found = arm.margins(arm.Scenario(axis, controller=PD))
    loop = found["joint1"]
    omega = np.sqrt((KD**2 + np.sqrt(KD**4 + 4 * KP**2 * INERTIA**2)) / (2 * INERTIA**2))  # |kp + iω kd| = I ω²
    phase = np.arctan(KD * omega / KP)
    assert loop.crossovers == pytest.approx([omega], rel=1e-12)
    assert loop.phase_margin == pytest.approx(phase, rel=1e-12)
    assert loop.delay_margin == pytest.approx(phase / omega, rel=1e-12)
    assert loop.gain_margin == np.inf
    assert loop.gain_reduction == 0.0
    assert np.sort_complex(found.poles) == pytest.approx(np.roots([INERTIA, KD, KP])[::-1])
    s = 1j * np.array([0.3, 7.0, 400.0])
    assert loop(s.imag) == pytest.approx((KD * s + KP) / (INERTIA * s**2), rel=1e-12)
    b = 2 * KP * INERTIA + KD**2  # |T|² = 1/2 where I² ω⁴ − b ω² − kp² = 0
    wide = np.sqrt((b + np.sqrt(b**2 + 4 * INERTIA**2 * KP**2)) / (2 * INERTIA**2))
    assert loop.bandwidth == pytest.approx(wide, rel=1e-6)
    assert found.stable
    assert found.period == 0.0


def by_hand(omega, delay, hold):
    """Return L of a sampled double integrator, from the steady response to commands e^{iωkT}."""
    z, n = np.exp(1j * omega * T), int(delay // T)
    late = delay - n * T

    def flow(h):
        M = np.zeros((4, 4))
        M[0, 1], M[1, 2], M[2, 3] = 1.0, 1 / INERTIA, 1.0  # position, rate, effort, slope of the effort
        return scipy.linalg.expm(M * h)

    def command(k):
        return z**k, hold * (z**k - z ** (k - 1)) / T

    (u1, s1), (u2, s2), F1, F2 = command(-n - 1), command(-n), flow(late), flow(T - late)
    x = F1[:2, 2] * (u1 + s1 * (T - late)) + F1[:2, 3] * s1
    x = F2[:2, :2] @ x + F2[:2, 2] * u2 + F2[:2, 3] * s2
    return np.array([KP, KD]) @ np.linalg.solve(z * np.eye(2) - F2[:2, :2] @ F1[:2, :2], x)


@pytest.mark.parametrize("hold", [0, 1])
@pytest.mark.parametrize("delay", [0.0, 0.003, 0.01, 0.0137, 0.025])
def test_sampled_loops_with_delays_and_holds(axis, delay, hold):
    scenario = arm.Scenario(axis, controller=PD, period=T, delay=delay, hold=hold, offset=0.002)
    loop = arm.margins(scenario)["joint1"]
    for omega in (1.0, 10.0, 100.0, 300.0):
        assert loop(omega) == pytest.approx(by_hand(omega, delay, hold), rel=1e-11)
    for angle, omega in zip(loop.phase_margins, loop.crossovers, strict=True):
        assert by_hand(omega, delay, hold) == pytest.approx(-np.exp(1j * angle), rel=1e-9)
    for g, omega in zip(loop.gain_margins, loop.gain_frequencies, strict=True):
        assert g * by_hand(omega, delay, hold) == pytest.approx(-1, rel=1e-7)


def test_a_first_order_plant_with_a_fractional_delay_has_its_modified_z_transform():
    b, k, d = 3.0, 40.0, 0.0042
    robot = arm.planar([1.0], [1.0], coms=[0.0], inertias=[INERTIA], gravity=0)
    robot = replace(robot, joints=(replace(robot.joints[0], friction=arm.Friction(viscous=b)), *robot.joints[1:]))

    def law(t, q, qd, reference):
        return -k * qd

    loop = arm.margins(arm.Scenario(robot, controller=law, period=T, delay=d), "qd.joint1")["qd.joint1"]
    a = b / INERTIA
    z = np.exp(1j * np.array([2.0, 30.0, 200.0]) * T)
    first, rest = 1 - np.exp(-a * (T - d)), np.exp(-a * (T - d)) - np.exp(-a * T)
    expected = k / b * (first * z + rest) / (z * (z - np.exp(-a * T)))
    assert loop(np.array([2.0, 30.0, 200.0])) == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize("name", ["flexrob", "khatib-rr"])
def test_sampled_poles_are_those_of_the_linearised_robot_discretised_by_scipy(name):
    robot = arm.library.get(name)
    kp, kd, period = np.array([60.0, 8.0]), np.array([15.0, 0.5]), 0.004
    scenario = arm.Scenario(robot, controller=arm.controllers.PD(kp=kp, kd=kd), period=period, q0=[0.3, 0.9])
    found = arm.margins(scenario)
    joints = arm.linearise(robot, found.q, tau=found.effort)
    A, B, *_ = scipy.signal.cont2discrete((joints.A, joints.B, np.eye(len(joints.A)), np.zeros(joints.B.shape)), period)
    nv = len(joints.A) // 2
    K = np.zeros((2, 2 * nv))
    K[[0, 1], [0, 1]], K[[0, 1], [nv, nv + 1]] = kp, kd
    expected = np.linalg.eigvals(A - B @ K)
    assert np.sort(np.abs(found.z)) == pytest.approx(np.sort(np.abs(expected)), rel=1e-9)
    for j, loop in enumerate(found):  # one loop open, the other closed
        open_loop = A - B[:, [1 - j]] @ K[[1 - j]]
        z = np.exp(1j * 20.0 * period)
        assert loop(20.0) == pytest.approx((K[[j]] @ np.linalg.solve(z * np.eye(2 * nv) - open_loop, B[:, [j]]))[0, 0])
    together = K @ np.linalg.solve(z * np.eye(2 * nv) - A, B)
    S = np.linalg.svd(np.linalg.inv(np.eye(2) + together), compute_uv=False)
    assert found.singular_values(20.0) == pytest.approx(S)


def test_an_equilibrium_under_gravity_balances_the_law_and_an_integrator_removes_the_error():
    robot = arm.planar([0.7], [2.0], coms=[0.35], inertias=[0.1], gravity=9.81)
    target = arm.references.FifthOrder(end=[0.8], duration=1.0)
    held = arm.margins(arm.Scenario(robot, controller=PD, reference=target), t=1.0)
    assert KP * (0.8 - held.q[0]) == pytest.approx(2 * 9.81 * 0.35 * np.cos(held.q[0]), rel=1e-9)
    law = arm.controllers.PID(kp=KP, ki=50.0, kd=KD)
    for period in (None, 0.002):
        found = arm.margins(arm.Scenario(robot, controller=law, reference=target, period=period), t=1.0)
        assert found.q[0] == pytest.approx(0.8, abs=1e-9)
        assert found.effort[0] == pytest.approx(2 * 9.81 * 0.35 * np.cos(0.8))
        assert len(found.poles) == 3
    assert arm.margins(arm.Scenario(robot, controller=law), q={"joint1": 0.2}).q[0] == pytest.approx(0.2)


def test_continuous_poles_are_those_of_linearise():
    robot = arm.library.get("flexrob")
    scenario = arm.Scenario(robot, controller=arm.controllers.PID(kp=60.0, ki=5.0, kd=6.0), q0=[0.3, 0.9])
    found = arm.margins(scenario)
    expected = arm.linearise(scenario, found.q).poles()
    assert np.sort(np.abs(found.poles)) == pytest.approx(np.sort(np.abs(expected)), rel=1e-6)


def dominant(run, period, first):
    """Return z of the slowest pair of poles from four samples of the first joint."""
    rows = np.searchsorted(run.t, period * np.arange(first, first + 4) - 1e-9)
    a, b, c, d = run.q[rows, 0]
    s, p = np.linalg.solve([[b, -a], [c, -b]], [c, d])
    return np.sort_complex(np.roots([1, -s, p]))


@pytest.mark.parametrize(("delay", "hold"), [(0.0, 0), (0.013, 0), (0.027, 1)])
def test_poles_of_a_sampled_loop_are_the_decay_of_a_simulated_perturbation(delay, hold):
    period = 0.02
    pendulum = arm.planar([1.0], [1.0], coms=[0.8], inertias=[1.36], gravity=9.81)
    robot = replace(pendulum, gravity=(9.81, 0.0, 0.0))  # it hangs at q = 0, without effort
    law = arm.controllers.PD(kp=60.0, kd=6.0)
    rest = arm.references.Constant([0.0])
    scenario = arm.Scenario(robot, controller=law, reference=rest, period=period, delay=delay, hold=hold, q0=[1e-4])
    found = arm.margins(replace(scenario, q0=[0.0]))
    run = arm.simulate(scenario, 60 * period, solver=TIGHT, record=period)
    slow = found.z[np.argsort(-np.abs(found.z))[:2]]
    assert abs(slow[0].imag) > 0.05
    assert dominant(run, period, 50) == pytest.approx(np.sort_complex(slow), abs=1e-6)


def grows(scenario, joint, duration, omega):
    """Return the growth of the amplitude at a frequency over the second half of a run, in powers of e."""
    run = arm.simulate(scenario, duration, solver=arm.solvers.RK4(step=2.5e-4), record=2.5e-4, limits="none")
    t, v = run.t, run.qd[:, joint]
    halves = [(t >= a * duration) & (t < b * duration) for a, b in ((0.4, 0.7), (0.7, 1.0))]
    waves = [np.hanning(np.count_nonzero(half)) * np.exp(-1j * omega * t[half]) for half in halves]
    first, second = (abs(np.sum(wave * v[half])) for wave, half in zip(waves, halves, strict=True))
    return np.log(second / first)


def test_the_gain_margin_is_the_border_of_stability_in_simulations(axis):
    def scenario(g):
        law = arm.controllers.PD(kp=g * KP, kd=g * KD)
        options = {"period": T, "delay": 0.004, "q0": [1e-3], "reference": arm.references.Constant([0.0])}
        return arm.Scenario(axis, controller=law, **options)

    loop = arm.margins(scenario(1.0))["joint1"]
    g, omega = loop.gain_margin, loop.gain_frequencies[loop.gain_margins == loop.gain_margin][0]
    border = arm.margins(scenario(g))
    assert np.abs(border.z).max() == pytest.approx(1, abs=1e-9)
    assert grows(scenario(0.98 * g), 0, 1.0, omega) < -0.1
    assert grows(scenario(1.02 * g), 0, 1.0, omega) > 0.1


def test_the_gain_margin_of_a_flexible_arm_with_delay_is_the_border_in_simulations():
    robot = damped()

    def scenario(g):
        law = arm.controllers.PD(kp=[100 * g, 10], kd=[20 * g, 0.5])  # the shoulder alone, the elbow stays closed
        rest = arm.references.Constant([0.3, 0.9])
        return arm.Scenario(
            robot, controller=law, reference=rest, period=1e-3, delay=1.5e-3, q0=[0.3, 0.9], qd0=[1e-4, 0.0]
        )

    found = arm.margins(scenario(1.0))
    loop = found["shoulder"]
    g, omega = loop.gain_margin, loop.gain_frequencies[loop.gain_margins == loop.gain_margin][0]
    assert found.stable
    assert 1 < g < 1000
    assert np.abs(arm.margins(scenario(g)).z).max() == pytest.approx(1, abs=1e-9)
    assert grows(scenario(0.98 * g), 0, 0.3, omega) < -0.1
    assert grows(scenario(1.02 * g), 0, 0.3, omega) > 0.1


def test_the_delay_margin_of_a_sampled_loop_is_close_to_the_border(axis):
    options = {"controller": PD, "period": 0.002}
    further = arm.margins(arm.Scenario(axis, **options))["joint1"].delay_margin
    for part, stable in ((0.99, True), (1.01, False)):
        assert arm.margins(arm.Scenario(axis, **options, delay=part * further)).stable is stable


def test_python_control_agrees():
    control = pytest.importorskip("control")
    scenario = arm.Scenario(
        damped(), controller=arm.controllers.PD(kp=[100, 10], kd=[20, 0.5]), period=1e-3, delay=3e-4
    )
    loop = arm.margins(scenario)["shoulder"]
    system = loop.to_control()
    assert system.dt == 1e-3
    assert control.evalfr(system, np.exp(0.02j)) == pytest.approx(loop(20.0))
    closed = control.feedback(system, 1).poles()
    assert np.abs(closed).max() == pytest.approx(np.abs(arm.margins(scenario).z).max(), rel=1e-6)
    theirs = loop.to_scipy()
    assert theirs.dt == 1e-3
    value = theirs.C @ np.linalg.solve(np.exp(0.02j) * np.eye(len(theirs.A)) - theirs.A, theirs.B)
    assert value[0, 0] == pytest.approx(loop(20.0))


def test_drives_bristles_and_spherical_joints_have_equilibria_and_poles():
    motor = arm.library.get("khatib-rr")
    joints = tuple(
        replace(joint, friction=arm.Friction(coulomb=0.5, bristle_stiffness=1e4, bristle_damping=50.0))
        if joint.name == "joint1" else joint
        for joint in motor.joints
    )  # fmt: skip
    found = arm.margins(arm.Scenario(replace(motor, joints=joints), controller=PD, period=0.002, q0=[0.1, 0.4]))
    assert len(found.z) == 5  # two joints, and the bristles of one
    assert not found.notes
    dry = replace(motor, joints=tuple(replace(j, friction=arm.Friction(coulomb=0.5)) for j in motor.joints))
    sliding = arm.margins(arm.Scenario(dry, controller=PD, period=0.002, q0=[0.1, 0.4]))
    smooth = arm.margins(arm.Scenario(motor, controller=PD, period=0.002, q0=[0.1, 0.4]))
    assert sliding.z == pytest.approx(smooth.z)
    assert "dry friction" in sliding.notes[0]


def test_gears_with_backlash_are_in_contact():
    def of(**gear):
        motor = arm.Motor(
            "m", "joint1", "base", rotor_inertia=1e-4, ratio=50.0, axis=(0, 0, 1), gear=arm.Gear(2e3, 9.0, **gear)
        )
        robot = replace(arm.planar([0.7], [2.0], coms=[0.35], inertias=[0.1], gravity=0), motors=(motor,))
        return arm.margins(arm.Scenario(robot, controller=PD, period=0.001))

    assert of(backlash=1e-3).z == pytest.approx(of().z)
    assert "backlash" in of(backlash=1e-3).notes[0]
    assert len(of().z) == 4


@pytest.mark.parametrize("delay", [0.003, 0.02, 0.0137])
def test_a_delay_of_all_sensors_is_a_delay_of_the_command(axis, delay):
    late = (arm.sensors.Encoder(delay=delay, counts=4096), arm.sensors.Tachometer(delay=delay, noise=0.1))
    found = arm.margins(arm.Scenario(axis, controller=PD, period=T, sensors=late))
    expected = arm.margins(arm.Scenario(axis, controller=PD, period=T, delay=delay))
    omega = np.array([1.0, 20.0, 300.0])
    assert found["joint1"](omega) == pytest.approx(expected["joint1"](omega), rel=1e-11)
    assert np.sort(np.abs(found.z))[-3:] == pytest.approx(np.sort(np.abs(expected.z))[-3:])
    assert "noise" in found.notes[0]


def test_velocities_by_differences_have_their_z_transform(axis):
    sensors = (arm.sensors.Encoder(), arm.sensors.Differences())
    loop = arm.margins(arm.Scenario(axis, controller=PD, period=T, sensors=sensors))["joint1"]
    omega = np.array([1.0, 20.0, 300.0])
    z = np.exp(1j * omega * T)
    plant = T**2 * (z + 1) / (2 * INERTIA * (z - 1) ** 2)
    assert loop(omega) == pytest.approx((KP + KD * (1 - 1 / z) / T) * plant, rel=1e-9)


def test_a_loop_is_opened_at_a_reading(axis):
    def law(t, q, qd, reference, measured):
        return -KP * measured["position"] - KD * qd

    scenario = arm.Scenario(axis, controller=law, period=T, sensors=arm.sensors.Encoder(seen=False))
    found = arm.margins(scenario, ["measured.position.joint1", "q.joint1"])
    direct = arm.margins(arm.Scenario(axis, controller=PD, period=T), "q.joint1")["q.joint1"]
    assert [loop.signal for loop in found] == ["measured.position.joint1"]
    assert found.loops[0](20.0) == pytest.approx(direct(20.0), rel=1e-9)
    assert "q.joint1" in found.notes[-1]


def test_a_law_that_wraps_its_angle_has_the_same_loop(axis):
    def law(t, q, qd, reference):
        return -KP * ((q + np.pi) % (2 * np.pi) - np.pi) - KD * qd

    wrapped = arm.margins(arm.Scenario(axis, controller=law, period=T))["joint1"]
    assert wrapped(20.0) == pytest.approx(by_hand(20.0, 0.0, 0), rel=1e-9)


def test_messages(axis):
    scenario = arm.Scenario(axis, controller=PD)
    with pytest.raises(arm.ArgumentError, match=r"open: 'joint2'.*q\.joint1"):
        arm.margins(scenario, "joint2")
    with pytest.raises(arm.ArgumentError, match="without a controller"):
        arm.margins(arm.Scenario(axis))
    with pytest.raises(arm.ArgumentError, match="2 starts"):
        arm.margins(arm.Scenario(axis, controller=PD, q0=[[0.0], [1.0]]))
    with pytest.raises(arm.ArgumentError, match="Scenario"):
        arm.margins(axis)

    def branching(t, q, qd, reference):
        return -q if q[0] > 0 else -2 * q

    with pytest.raises(arm.ArgumentError, match="cannot be compiled"):
        arm.margins(arm.Scenario(axis, controller=branching, period=0.01))

    def constant(t, q, qd, reference):
        return 0.0 * q + 1.0

    with pytest.raises((arm.ArgumentError, arm.ConvergenceError), match=r"equilibrium"):
        arm.margins(arm.Scenario(axis, controller=constant, period=0.01))
    with pytest.raises(arm.ArgumentError, match="signal"):
        arm.margins(scenario)["joint7"]
    with pytest.raises(arm.ArgumentError, match="what"):
        arm.margins(scenario).plot("step")


@pytest.mark.parametrize(("slow", "fast", "border"), [(0.01, 0.0025, 80.0), (0.003, 0.002, None), (0.01, 0.01, 20.0)])
def test_loops_of_several_rates_are_at_the_border_at_their_gain_margin(axis, slow, fast, border):
    def scenario(g):
        parts = arm.controllers.PD(kp=g * KP, kd=0.0, period=slow), arm.controllers.PD(kp=0.0, kd=g * KD, period=fast)
        return arm.Scenario(axis, controller=arm.controllers.Sum(*parts))

    found = arm.margins(scenario(1.0))
    g = found["joint1"].gain_margin
    if border is not None:
        assert g == pytest.approx(border, rel=1e-6)  # 2 I / (kd T) of the fast part
    assert np.abs(arm.margins(scenario(g)).z).max() == pytest.approx(1, abs=1e-8)
    assert found["joint1"].phase_margin == pytest.approx(np.radians(64), abs=np.radians(2))


def test_a_cascade_of_two_rates_is_at_the_border_at_its_gain_margin(axis):
    def scenario(g):
        law = arm.controllers.Cascade(
            position=arm.controllers.PID(8.0, period=0.008), velocity=arm.controllers.PID(g * 30.0, g * 60.0)
        )
        return arm.Scenario(axis, controller=law, period=0.002)

    found = arm.margins(scenario(1.0))
    assert found.stable  # the integrator of the outer law has no gain, and is no pole
    assert found.period == pytest.approx(0.008)
    border = arm.margins(scenario(found["joint1"].gain_margin))
    assert np.abs(border.z).max() == pytest.approx(1, abs=1e-8)


def test_instants_of_several_clocks():
    clocks = [Clock(0.002), Clock(0.003, 0.001)]
    assert common_period(clocks) == pytest.approx(0.006)
    found = instants(clocks, 0.006)
    assert [round(1000 * t) for t, _ in found] == [0, 1, 2, 4]
    assert [tasks for _, tasks in found] == [[0], [1], [0], [0, 1]]
    with pytest.raises(arm.ArgumentError, match="without a common multiple"):
        common_period([Clock(0.001), Clock(0.001 * np.pi)])


def test_tables_json_and_figures(axis, tmp_path):
    robot = arm.library.get("khatib-rr")
    found = arm.margins(arm.Scenario(robot, controller=PD, period=0.002, delay=0.001))
    text = found.table()
    for word in ("margins", "closed loop:", "stable", "Each loop is opened", "greatest singular value", "|z|"):
        assert word in text
    for loop in found:  # each figure beside its frequency
        assert loop.phase_margin == pytest.approx(np.angle(-loop(loop.phase_frequency)), rel=1e-9)
        assert loop.gain_margin == pytest.approx(1 / abs(loop(loop.gain_frequency)), rel=1e-9)
        assert f"{loop.phase_frequency / (2 * np.pi):.4g}" in text
        assert f"{loop.gain_frequency / (2 * np.pi):.4g}" in text
    data = json.loads(json.dumps(found.to_json()))
    assert [loop["signal"] for loop in data["loops"]] == ["joint1", "joint2"]
    assert data["stable"] is True
    pytest.importorskip("matplotlib")
    labels = {"bode": "magnitude of L [dB]", "nyquist": "imaginary part of L", "poles": "imaginary part of z"}
    for what, label in labels.items():
        figure = found.plot(what, tmp_path / f"{what}.png")
        assert label in [axes.get_ylabel() for axes in figure.axes]
        assert (tmp_path / f"{what}.png").stat().st_size > 10_000
    continuous = arm.margins(arm.Scenario(axis, controller=PD))
    assert continuous.plot("poles").axes[0].get_xlabel() == "real part of s [1/s]"
    late = arm.margins(arm.Scenario(axis, controller=PD, period=0.002, delay=0.07))  # its phase winds by 17 turns
    low, high = late.plot("bode").axes[1].get_ylim()
    assert high - low > 16 * 360
