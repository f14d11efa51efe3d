"""Readings as laws see them: errors, delays, losses, random numbers, names, and bad input."""

import dataclasses
import math

import numpy as np
import pytest

import armillary as arm
from internals import Sensing, charts, parse_scenario, run
from internals import results_columns as columns

S = arm.sensors
ROBOT = arm.library.get("khatib-rr")
PD = arm.controllers.PD(kp=100.0, kd=20.0)
PERIOD = 2e-3
START = {"controller": PD, "period": PERIOD, "q0": [0.5, -0.3], "solver": arm.solvers.RK4(step=PERIOD)}


def read(sensors, duration=0.2, robot=ROBOT, name="measured.position", **options):
    """Readings at the instants, and q there: a row has the sample of the instant before."""
    found = arm.simulate(robot, duration, sensors=sensors, **{"record": PERIOD, **START, **options})
    return found.signals[name][1:], found


@pytest.mark.parametrize(("options", "expected"), [
    ({}, lambda q, t: q),
    ({"bias": (0.1, -0.2)}, lambda q, t: q + np.array([0.1, -0.2])),
    ({"drift": 0.5}, lambda q, t: q + 0.5 * t[:, None]),
    ({"saturation": 0.2}, lambda q, t: np.clip(q, -0.2, 0.2)),
    ({"resolution": 0.01}, lambda q, t: 0.01 * np.floor(q / 0.01 + 0.5)),
    ({"counts": 500}, lambda q, t: 2 * np.pi / 500 * np.floor(q / (2 * np.pi / 500) + 0.5)),
    ({"resolution": 0.01, "offset": 0.003}, lambda q, t: 0.003 + 0.01 * np.floor((q - 0.003) / 0.01 + 0.5)),
    ({"delay": 2 * PERIOD}, lambda q, t: np.concatenate([q[:1], q[:1], q[:-2]])),
])  # fmt: skip
def test_each_error_does_what_it_says(options, expected):
    found, run = read(S.Encoder(**options))
    assert found == pytest.approx(expected(run.q[:-1], run.t[:-1]), abs=1e-12)


@pytest.mark.parametrize("late", [0.25, 0.5, 1.5, 2.75])
def test_delays_of_parts_of_a_period_are_exact(late):
    _, run = read(S.Encoder(delay=late * PERIOD), record=PERIOD / 4, solver=arm.solvers.RK4(step=PERIOD / 4))
    k, back = 40, round(4 * late)
    assert run.signals["measured.position"][4 * k + 1] == pytest.approx(run.q[4 * k - back], abs=1e-13)
    assert run.signals["measured.position"][1] == pytest.approx(run.q[0], abs=1e-15)  # the first sample


def test_noise_walk_and_losses_have_their_statistics():
    count = 20_000
    sensors = [
        S.Encoder(noise=(1e-3, 2e-3), seen=False),
        S.Encoder(walk=0.1, seen=False, name="walk"),
        S.Tachometer(dropout=0.3, seen=False),
    ]
    robot = arm.planar([1.0, 1.0], [1.0, 1.0], coms=[0.5, 0.5], inertias=[0.1, 0.1])
    options = {"controller": None, "q0": [0.0, 0.0], "qd0": [1.0, 0.0], "robot": robot, "limits": "none"}
    noisy, run = read(sensors, count * PERIOD, **options)
    noise = (noisy - run.q[:-1]) / [1e-3, 2e-3]
    assert np.abs(noise.mean(axis=0)).max() < 5 / math.sqrt(count)
    assert np.abs(noise.std(axis=0) - 1).max() < 5 / math.sqrt(2 * count)
    assert np.abs(np.corrcoef(np.stack([noise[1:, 0], noise[:-1, 0], noise[1:, 1]]))[0, 1:]).max() < 5 / count**0.5
    assert abs((noise**4).mean() - 3) < 0.2  # as normal numbers have
    walked = np.diff(run.signals["measured.walk"][1:] - run.q[:-1], axis=0) / (0.1 * math.sqrt(PERIOD))
    assert np.abs(walked.std(axis=0) - 1).max() < 5 / math.sqrt(2 * count)
    speeds = run.signals["measured.velocity"][1:]
    lost = np.any(speeds != run.qd[:-1], axis=1)
    assert lost.mean() == pytest.approx(0.3, abs=5 * math.sqrt(0.21 / count))
    assert np.array_equal(speeds[1:][lost[1:]], speeds[:-1][lost[1:]])  # the reading before stays


def test_velocities_by_differences_and_by_an_observer():
    ramp = {"qd0": [0.4, -0.2], "controller": arm.controllers.ComputedTorque(kp=0.0, kd=0.0)}
    _, run = read([S.Encoder(seen=False), S.Differences(4), S.Observer(30.0, name="seen", seen=False)], 1.0, **ramp)
    steps = run.q[4:-1] - run.q[:-5]
    assert run.signals["measured.velocity"][5:] == pytest.approx(steps / (4 * PERIOD), abs=1e-12)
    assert run.signals["measured.seen"][-1] == pytest.approx(run.qd[-2], abs=1e-3)
    rho, x, v = math.exp(-2 * math.pi * 30 * PERIOD), run.q[0], np.zeros(2)
    for q in run.q[1:-1]:
        ahead = x + PERIOD * v
        x, v = ahead + (1 - rho**2) * (q - ahead), v + (1 - rho) ** 2 / PERIOD * (q - ahead)
    assert run.signals["measured.seen"][-1] == pytest.approx(v, abs=1e-10)


def test_a_law_sees_its_sensors():
    """A law with a biased encoder goes where the reading is right; there is no gravity to compensate."""
    robot = dataclasses.replace(ROBOT, gravity=(0.0, 0.0, 0.0))
    _, run = read(S.Encoder(bias=(0.1, 0.0)), 4.0, robot, controller=arm.controllers.ComputedTorque(kp=100.0, kd=20.0),
                  reference=arm.references.FifthOrder(end=[0.2, 0.4], duration=1.0))  # fmt: skip
    assert run.q[-1] == pytest.approx([0.1, 0.4], abs=2e-3)


def test_a_function_gets_readings_by_name():
    def law(t, q, qd, reference, measured):
        return 100.0 * (reference.position - measured["fine"]) - 20.0 * qd

    def stepping(t, q, qd, reference, state, measured):
        return 100.0 * (reference.position - measured["fine"]) - 20.0 * qd, state + measured["fine"][:1]

    def seeing(t, q, qd, reference):
        return 100.0 * (reference.position - q) - 20.0 * qd

    fine = S.Encoder(resolution=1e-3, name="fine")
    by_name, _ = read(fine, name="measured.fine", controller=law)
    assert np.array_equal(by_name, read(fine, name="measured.fine", controller=seeing)[0])
    kept = arm.controllers.Discrete(stepping, start=0.0)
    assert np.array_equal(by_name, read(fine, name="measured.fine", controller=kept)[0])
    with pytest.raises(arm.ArgumentError, match="measured: 'fine'; expected one of position"):
        read(S.Encoder(), controller=law)


NOISY = [
    S.Encoder(counts=4096, noise=1e-4, walk=1e-4, delay=1.3e-3),
    S.Differences(3),
    S.Gyroscope(noise=0.01, dropout=0.1),
    S.TorqueSensor(noise=0.1, delay=PERIOD),
]


def test_a_stack_has_the_bits_of_single_runs():
    starts = np.random.default_rng(1).uniform(-0.5, 0.5, (11, 2))
    stack = read(NOISY, q0=starts, record=0.05)[1]
    for k in (0, 4, 10):
        names = [name for name in stack.signals if name.startswith("measured.")]
        alone = arm.simulate(ROBOT, 0.2, sensors=NOISY, **START | {"q0": np.repeat(starts[k : k + 1], 11, axis=0)},
                             record=0.05)  # fmt: skip
        assert all(np.array_equal(stack.signals[name][k], alone.signals[name][k]) for name in names)
    one = read(NOISY, q0=starts[0], record=0.05)[1]
    assert all(np.array_equal(stack.signals[name][0], one.signals[name]) for name in names)
    assert np.array_equal(stack.q[0], one.q)


@pytest.mark.filterwarnings("ignore:the controller cannot be compiled")
def test_laws_that_python_calls_read_the_same():
    def traced(t, q, qd, reference):
        return np.array([1.0, -0.5])

    def called(t, q, qd, reference):
        return [1.0, -0.5] if q[0] < 100 else [0.0, 0.0]

    found = [read(NOISY, controller=law)[1] for law in (traced, called)]
    for name in ("measured.position", "measured.velocity", "measured.tip.rate", "measured.torque"):
        assert np.array_equal(found[0].signals[name], found[1].signals[name])


def test_batches_of_intervals_change_nothing(monkeypatch):
    whole = read(NOISY)[1]
    monkeypatch.setattr(run, "INTERVALS", 7)
    assert np.array_equal(whole.q, read(NOISY)[1].q)


def test_other_solvers_see_the_same():
    found = [
        read(S.Gyroscope(), solver=solver, name="measured.tip.rate")[0][-1]
        for solver in (arm.solvers.Gauss2(step=PERIOD / 4), arm.solvers.DOP853())
    ]
    assert found[0] == pytest.approx(found[1], abs=1e-6)


def test_readings_are_results(tmp_path):
    found = read([S.Encoder(), S.StrainGauge("upper", 0.1)], robot=arm.library.get("flexrob"), solver=None)[1]
    labels = {name: unit for name, unit, _ in columns(found)}
    assert labels["measured.position.elbow"] == "rad"
    assert labels["measured.upper.strain.strain"] == ""
    found.save(tmp_path / "run.nc")
    again = arm.Trajectory.load(tmp_path / "run.nc")
    assert again.info["sensors"] == found.info["sensors"]
    shown = charts(again, ["measured"])
    assert [chart.title for chart in shown] == ["readings of position", "readings of upper.strain"]
    assert shown[0].unit == "rad"


FILE = """\
robot = "khatib-rr"
duration = 0.1
period = "2 ms"
seed = 4
controller = { type = "pd", kp = 100, kd = 20 }
"""


def test_sensors_in_a_file():
    text = (
        FILE
        + """
[[sensor]]
type = "encoder"
joints = ["joint1", "joint2"]
resolution = "0.5 mrad"
noise = ["1 mrad", "2 mrad"]
delay = "1 ms"

[[sensor]]
type = "observer"
bandwidth = "50 Hz"

[[sensor]]
type = "accelerometer"
frame = "link1"
saturation = "20 m/s^2"
"""
    )
    scenario = parse_scenario(text)
    encoder = S.Encoder(("joint1", "joint2"), resolution=0.5e-3, noise=(1e-3, 2e-3), delay=1e-3)
    assert scenario.sensors == (encoder, S.Observer(50.0), S.Accelerometer("link1", saturation=20.0))
    assert arm.simulate(scenario).complete


@pytest.mark.parametrize(("table", "message"), [
    ("type = 'encoder'\njoints = 'elbow'", "'elbow' is not a joint"),
    ("type = 'encoder'\nmotors = 'm1'", "'m1' is not a motor"),
    ("type = 'encoder'\nresolution = '-1 deg'", "resolution: '-1 deg'"),
    ("type = 'encoder'\nresolution = '1 kg'", "'kg' measures kg, not rad"),
    ("type = 'gyroscope'\nframe = 'link1.middle'", "'link1.middle'"),
    ("type = 'strain_gauge'\nlink = 'link1'\nat = 0.1", "a robot with flexible links"),
    ("type = 'differences'", "beside 0 encoders"),
    ("type = 'radar'", "'radar'"),
    ("type = 'encoder'\njoints = 3", "a name in quotes, or a list of names"),
    ("type = 'encoder'\n[[sensor]]\ntype = 'encoder'\nname = 'again'", "one sensor for each"),
])  # fmt: skip
def test_problems_of_a_file_have_their_line(table, message):
    with pytest.raises(arm.errors.ScenarioError) as raised:
        parse_scenario(f"{FILE}\n[[sensor]]\n{table}\n", "loop.toml")
    (problem,) = raised.value.problems
    assert message in str(problem)
    assert problem.line in range(7, 12)


FLEXROB = arm.library.get("flexrob")


@pytest.mark.parametrize(("make", "message"), [
    (lambda: S.Encoder(resolution=-1.0), "resolution: -1 rad or m; expected a finite value above zero"),
    (lambda: S.Encoder(resolution=0.1, counts=10), "counts or a resolution, not both"),
    (lambda: S.Encoder("joint1", motors="m"), "joints or motors, not both"),
    (lambda: S.Encoder(noise="much"), "noise"),
    (lambda: S.Encoder(seen="yes"), "seen"),
    (lambda: S.Encoder(delay=-1e-3), "delay: -0.001 s; expected a finite value of zero or more"),
    (lambda: S.Encoder(dropout=1.0), "a value from 0 to below 1"),
    (lambda: S.Encoder(name=3), "name"),
    (lambda: S.Differences(0), "a whole number from 1"),
    (lambda: S.Observer(0.0), "bandwidth"),
    (lambda: S.StrainGauge("upper", 0.1, plane="x"), "plane"),
])  # fmt: skip
def test_bad_values_are_told(make, message):
    with pytest.raises(arm.ArgumentError) as raised:
        make()
    assert message in str(raised.value)


@pytest.mark.parametrize(("sensors", "message"), [
    (S.Encoder("waist"), "'waist' is not a joint"),
    (S.Encoder(motors="motor9"), "'motor9' is not a motor of this robot"),
    (S.Accelerometer("upper.middle"), "'upper.middle'"),
    (S.StrainGauge("uper", 0.1), "did you mean upper?"),
    (S.StrainGauge("upper", 9.0), "at most its length"),
    (S.StrainGauge("upper", 0.1, plane="z"), "a plane in which the link bends"),
    (S.Encoder(noise=(1.0, 2.0, 3.0)), "a number, or 2: one for each channel"),
    (S.Encoder(delay=10.0), "at most 1000 periods"),
    (S.Encoder(delay=1e308), "at most 1000 periods"),
    (S.Gyroscope("upper.tip", noise=np.zeros((3, 3))), "an array of shape (3, 3)"),
    ([S.Encoder(), S.Encoder(name="other")], "'position' and 'other' for the position of"),
    ([S.Encoder(), S.Encoder(seen=False)], "two sensors called 'position'"),
    ([S.Encoder(), S.Differences(of="speed")], "one of the other sensors: position"),
    ([S.Encoder(), S.Differences(), S.Tachometer(name="rate")], "for the velocity of"),
    ([S.Encoder(name=f"{k}", delay=k * 1e-5, seen=False) for k in range(22)], "at most 20"),
])  # fmt: skip
def test_sensors_that_do_not_fit_are_told(sensors, message):
    with pytest.raises(arm.ArgumentError) as raised:
        arm.Scenario(FLEXROB, controller=PD, period=1e-3, sensors=sensors)
    assert message in str(raised.value)


def test_every_sensor_has_a_name_in_files():
    for kind in S.SENSORS.values():
        assert issubclass(kind, S.Sensor)
        assert issubclass(kind, S.Instrument) == ("noise" in kind.__dataclass_fields__)


def test_several_encoders_of_a_joint_are_allowed_where_the_law_sees_one():
    both = (S.Encoder(), S.Encoder(motors="elbow motor", seen=False))
    assert Sensing(both, arm.model(FLEXROB), 1e-3).sizes == {"position": 2, "elbow motor.position": 1}


@pytest.mark.parametrize("late", [PERIOD, 0.4 * PERIOD])
def test_margins_of_a_loop_with_late_sensors_are_those_of_a_late_loop(late):
    loops = [
        arm.Scenario(ROBOT, controller=PD, period=PERIOD, sensors=sensors, delay=delay)
        for sensors, delay in (((), late), ((S.Encoder(delay=late, counts=4096), S.Tachometer(delay=late)), 0.0))
    ]
    late_loop, late_sensors = (np.sort_complex(arm.margins(loop).poles) for loop in loops)
    assert late_sensors == pytest.approx(late_loop, rel=1e-6)


@pytest.mark.parametrize(
    ("places", "noise", "expected"),
    [
        ('joints = ["axis3", "axis1"]', '["1 mrad", 0.002]', (1e-3, 2e-3)),
        ('motors = ["motor3", "motor1"]', '["1 mrad", 0.002]', (1e-3, 2e-3)),
        ('motors = ["motor3", "motor1"]', '{ motor1 = "2 mrad" }', (0.0, 2e-3)),
        ('joints = ["axis3", "axis1"]', '{ axis1 = "2 mrad" }', (0.0, 2e-3)),
    ],
)
def test_files_have_a_number_for_each_channel(places, noise, expected):
    text = 'robot = "manutec-r3"\nduration = 1\nperiod = 1e-3\nq0 = "home"\n[[sensor]]\ntype = "encoder"\n'
    (sensor,) = parse_scenario(f"{text}{places}\nnoise = {noise}\n").sensors
    assert sensor.noise == expected


def test_joints_without_a_coordinate_are_told():
    arm3 = arm.planar([1.0, 1.0, 0.5], [2.0, 1.0, 0.5])
    tied = dataclasses.replace(arm3.joints[2], couple=arm.parts.Coupling("joint1", (0.0, -0.5)))
    follows = arm.model(dataclasses.replace(arm3, joints=(*arm3.joints[:2], tied)))
    with pytest.raises(arm.ArgumentError, match="follows 'joint1'"):
        S.Encoder("joint3").channels(follows)
    with pytest.raises(arm.ArgumentError, match="quaternions"):
        S.Tachometer().channels(arm.model(arm.library.get("spherical-chain")))


def test_instants_are_limited_for_every_clock():
    """For the law, its parts and sensors, in runs and in gradients: instants are listed before a run."""
    quick = arm.controllers.Cascade(position=arm.controllers.PID(20.0, period=1e-9), velocity=arm.controllers.PID(30.0))
    for changes in ({"sensors": [S.Encoder(period=1e-9)]}, {"period": 1e-9}, {"controller": quick}):
        scenario = arm.Scenario(arm.model(ROBOT, friction=False), **{**START, **changes})
        for run_of in (arm.simulate, arm.rollout):
            with pytest.raises(arm.ArgumentError, match=r"period: 1e-09 s over 10 s; expected at most 1e\+07 control"):
                run_of(scenario, 10.0)


def test_clocks_are_limited():
    """The tasks that are due are bits of a whole number: 63 of them."""
    parts = [arm.controllers.PD(1.0, 0.1), *(arm.controllers.PID(1.0, period=k * 1e-3) for k in range(2, 65))]
    most, more = (arm.controllers.Sum(*parts[:count]) for count in (63, 64))
    found = arm.simulate(ROBOT, 0.07, **{**START, "controller": most, "period": 1e-3})
    assert np.all(np.isfinite(found.q))
    with pytest.raises(
        arm.ArgumentError, match=r"controller: parts and sensors with 64 different clocks; .*at most 63"
    ):
        arm.simulate(ROBOT, 0.07, **{**START, "controller": more, "period": 1e-3})
