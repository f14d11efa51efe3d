"""Motors with windings, friction, heat and elastic gears; flexible robots; actuators of the catalogue."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import armillary as arm
from internals import FifthOrder, GearMotor, GearType, Motion, MotorType, parse_catalogue, with_elastic_response

K, R, L = 0.1, 0.4, 2e-3
WOUND = MotorType(
    "wound", 1.0, 1e-4, 5.0, 20.0, 900.0, torque_constant=K, resistance=R, inductance=L, maximum_current=60.0,
    maximum_voltage=60.0, friction_torque=0.02, viscous_friction=1e-4, thermal_resistance=0.5, thermal_time=60.0,
    housing_resistance=0.7, housing_time=900.0, maximum_temperature=400.0,
)  # fmt: skip
GEAR = GearType("gear", 60.0, 0.9, 0.5, 1e-5, 1e4, backward_efficiency=0.8, friction_torque=0.01, stiffness=2e4)
MOVE = arm.MotionTask(FifthOrder(end=[1.2, -0.8], duration=1.0), payload=1.0)


def chosen(motor=WOUND, gear=GEAR, **options):
    robot = arm.planar([0.5, 0.4], [3.0, 2.0], coms=[0.25, 0.2], inertias=[0.06, 0.03])
    return arm.choose_motors(robot, MOVE, catalogue=arm.selection.Catalogue((motor,), (gear,)), **options)


def test_demands_are_those_of_the_machine():
    """Torque, current, voltage and temperature against formulas for one motor on the base."""
    choice = chosen(safety=1.3)
    motion, duty = choice.motion, choice.duties["joint1"]
    J = WOUND.rotor_inertia + GEAR.inertia
    plain = replace(
        choice.robot, motors=tuple(replace(one, gear=None, friction=arm.Friction()) for one in choice.robot.motors)
    )
    loaded = replace(plain, payloads=(arm.Payload("load", plain.links[-1].name, 1.0, (0.4, 0.0, 0.0)),))
    T = arm.compile(loaded).inverse_dynamics(motion.q, motion.qd, motion.qdd)[:, 0] - 60**2 * J * motion.qdd[:, 0]
    w = 60 * motion.qd[:, 0]
    driven = np.where(T * motion.qd[:, 0] >= 0, T / (60 * 0.9), T * 0.8 / 60)
    torque = driven + J * 60 * motion.qdd[:, 0] + 0.03 * np.sign(w) + 1e-4 * w
    np.testing.assert_allclose(duty.torque, torque, atol=1e-10)
    i = 1.3 * torque / K
    rms = math.sqrt(np.trapezoid(i**2, motion.t) / motion.duration)
    x = R * rms**2 * 1.2
    rise = x / (1 - 0.00393 * x)
    u = R * (1 + 0.00393 * rise) * i + K * w + L * np.gradient(i, motion.t)
    checks = {check.limit: check for check in duty.checks}
    assert checks["current"].asked == pytest.approx(np.abs(i).max())
    assert checks["voltage"].asked == pytest.approx(np.abs(u).max())
    assert (checks["temperature rise"].asked, checks["temperature rise"].allowed) == pytest.approx((rise, 101.85))
    assert [checks[name].unit for name in ("current", "voltage", "temperature rise")] == ["A", "V", "K"]
    x = R * (rms / 1.3) ** 2 * 1.2
    assert duty.temperature == pytest.approx(298.15 + x / (1 - 0.00393 * x))
    assert duty.current == pytest.approx(rms / 1.3)
    row = choice.to_dict()["joints"][0]
    assert (row["rms_current"], row["gear_stiffness"], row["backlash"]) == (duty.current, 2e4, None)


@pytest.mark.parametrize(
    ("limit", "change"),
    [
        ("current", {"maximum_current": 8.0}),
        ("voltage", {"maximum_voltage": 11.0}),
        ("temperature rise", {"thermal_resistance": 9.0}),
    ],
)
def test_each_limit_can_refuse_a_drive(limit, change):
    choice = chosen(replace(WOUND, **change))
    assert not choice.feasible
    assert {check.limit for duty in choice.duties.values() for check in duty.checks if check.use > 1} == {limit}
    assert any(limit in line for line in choice.verdict())
    if limit == "temperature rise":  # a winding whose resistance grows faster than it cools has no steady temperature
        hot = chosen(replace(WOUND, thermal_resistance=900.0))
        assert max(duty.worst.use for duty in hot.duties.values()) == math.inf
        unknown = chosen(replace(WOUND, thermal_resistance=900.0, maximum_temperature=math.inf))
        assert not unknown.feasible
        assert "temperature rise: grows without bound" in unknown.verdict()[0]


def test_the_robot_has_gears_friction_and_windings():
    robot = chosen().robot
    for motor in robot.motors:
        assert motor.gear == arm.Gear(2e4, 0.0, 0.0, 0.9, 0.8)
        assert motor.friction == arm.Friction(viscous=1e-4, coulomb=0.03)
        assert motor.winding == arm.Winding(
            K, R, current=60.0, voltage=60.0, heat=arm.parts.Heat(0.5, 120.0, 0.7, 900 / 0.7)
        )
    plain = chosen(MotorType("m", 1.0, 1e-4, 5.0, 20.0, 900.0), replace(GEAR, efficiency=1.0, backward_efficiency=1.0))
    assert plain.robot.motors[0].gear.elastic
    assert plain.robot.motors[0].winding is None


def test_a_simulation_of_the_chosen_robot_needs_the_current_of_its_duty():
    """Elastic gears with losses, friction and windings in a closed loop: an independent way to the same numbers."""
    choice = chosen(gear=replace(GEAR, stiffness=2e5, damping=100.0))
    robot = replace(choice.robot, payloads=(arm.Payload("load", choice.robot.links[-1].name, 1.0, (0.4, 0.0, 0.0)),))
    law = arm.controllers.ComputedTorque(kp=900.0, kd=60.0)
    run = arm.simulate(robot, 1.0, controller=law, reference=MOVE.reference, record=0.002)
    np.testing.assert_allclose(run.q[:, :2], choice.motion.q, atol=0.01)
    for motor, duty, near in zip(robot.motors, choice.duties.values(), (0.01, 0.1), strict=True):
        i = run.signals[f"{motor.name}.current"]  # that of the second is mostly friction, which sticks at the ends
        assert math.sqrt(np.trapezoid(i**2, run.t)) == pytest.approx(duty.current, rel=near)
        voltage = {check.limit: check for check in duty.checks}["voltage"]
        assert np.abs(run.signals[f"{motor.name}.voltage"]).max() < 1.05 * voltage.asked


def bendy(E=70e9):
    """An arm of two flexible beams in a vertical plane."""
    beam = arm.Beam(
        length=0.6, E=E, density=2700.0,
        stations=(arm.parts.Station(0.0, arm.parts.Section("rectangle", (0.015, 0.03))),),
        modes=arm.parts.Modes(bending_y=2, damping=(0.01,)),
    )  # fmt: skip
    return arm.Robot(
        "bendy",
        (arm.Link("upper", beam=beam), arm.Link("fore", beam=beam)),
        (
            arm.Joint("shoulder", "revolute", "base", "upper", axis=(0.0, 0.0, 1.0)),
            arm.Joint("elbow", "revolute", "upper", "fore", axis=(0.0, 0.0, 1.0)),
        ),
        payloads=(arm.Payload("load", "fore", 0.3),),
        gravity=(0.0, -9.81, 0.0),
    )


def slew(robot, rows=41):
    return arm.MotionTask(FifthOrder(end=[0.24, -0.15], duration=0.25), duration=0.3, step=0.3 / (rows - 1)).of(robot)


def test_bending_along_a_motion_against_an_independent_solution():
    robot = bendy()
    dyn, motion = arm.compile(robot), slew(robot)
    bent = with_elastic_response(dyn, motion)
    np.testing.assert_array_equal(bent.q[:, :2], motion.q[:, :2])
    reference = FifthOrder(end=[0.24, -0.15], duration=0.25)
    held = arm.simulate(robot, 0.01, controller=arm.controllers.PD(kp=1.0, kd=1.0)).q[0, 2:]  # sagged at the start
    np.testing.assert_allclose(bent.q[0, 2:], held, atol=1e-9)

    def rate(t, y):
        s = min(t / 0.25, 1.0)
        shape = (s**3 * (10 + s * (6 * s - 15)), 120 * s**2 * (1 - s) ** 2, 960 * s * (1 - s) * (1 - 2 * s))
        q, qd, qdd = (np.concatenate([value * np.array(reference.end), np.zeros(4)]) for value in shape)
        q[2:], qd[2:] = y[:4], y[4:]
        h = dyn.inverse_dynamics(q, qd, qdd)[2:]
        return [*y[4:], *-np.linalg.solve(dyn.mass_matrix(q)[2:, 2:], h)]

    start = [*bent.q[0, 2:], 0, 0, 0, 0]
    exact = solve_ivp(rate, (0, 0.3), start, "Radau", motion.t, rtol=1e-6, atol=1e-9).y.T
    size = np.abs(exact[:, :4]).max()
    np.testing.assert_allclose(bent.q[:, 2:], exact[:, :4], atol=5e-3 * size)
    rows = dyn.inverse_dynamics(bent.q, bent.qd, bent.qdd)[:, 2:]
    assert np.abs(rows).max() < 1e-6 * np.abs(dyn.inverse_dynamics(motion.q, motion.qd, motion.qdd)).max()


def test_flexible_robots_get_motors_and_stiff_ones_those_of_rigid_links():
    parts = arm.selection.Catalogue((replace(WOUND, mass=0.3),), (replace(GEAR, mass=0.2),))
    soft = arm.choose_motors(bendy(), slew(bendy()), catalogue=parts)
    assert soft.feasible
    assert 0.005 < soft.bending < 0.1
    assert "links bend" in "".join(str(part) for part in soft.tables()[-1].lines)
    for duty in soft.duties.values():
        assert duty.load.shape == soft.motion.t.shape
    stiff = arm.choose_motors(bendy(70e13), slew(bendy(70e13)), catalogue=parts)
    held = {joint: duty.load for joint, duty in stiff.duties.items()}
    rigid = bendy()
    links = tuple(  # the same beams as rigid bodies
        arm.Link(name, 0.729, (0.3, 0.0, 0.0), ((0, 0, 0), (0, 0.02187, 0), (0, 0, 0.02187)))
        for name in ("upper", "fore")
    )
    places = (arm.Placement(), arm.Placement((0.6, 0.0, 0.0)))
    joints = tuple(replace(joint, placement=at) for joint, at in zip(rigid.joints, places, strict=True))
    load = (arm.Payload("load", "fore", 0.3, (0.6, 0.0, 0.0)),)
    straight = arm.choose_motors(
        replace(rigid, links=links, joints=joints, payloads=load), slew(replace(rigid, links=links, joints=joints)),
        catalogue=parts,
    )  # fmt: skip
    for joint, duty in straight.duties.items():
        np.testing.assert_allclose(duty.load, held[joint], atol=1e-2 * np.abs(duty.load).max())
    assert stiff.bending < 1e-4
    apart = max(np.abs(soft.duties[joint].load - load).max() for joint, load in held.items())
    assert apart > 0.02 * max(np.abs(load).max() for load in held.values())


def test_flexible_robots_with_quaternions_are_refused():
    robot = bendy()
    ball = replace(robot.joints[0], type="spherical", axis=None)
    robot = replace(robot, joints=(ball, robot.joints[1]))
    rows = [np.zeros((2, 8)), *[np.zeros((2, 7))] * 2]
    rows[0][:, 0] = 1.0
    with pytest.raises(arm.ArgumentError, match="joints with quaternions"):
        with_elastic_response(arm.compile(robot), Motion([0.0, 1.0], *rows))


def test_actuators_of_the_catalogue_agree_with_their_sheets():
    found = arm.selection.load_catalogue()
    motors = {motor.name: motor for motor in found.motors}
    gears = {gear.name: gear for gear in found.gears}
    actuators = [name for name in motors if name.startswith("CHA-")]
    assert len(actuators) == 7
    for name in actuators:
        motor = motors[name]
        assert set(motor.gears) == {gear.name for gear in found.gears if gear.motors == (name,)}
        for gear in map(gears.get, motor.gears):
            # T = ratio · η · (k I − friction) is the continuous torque of the sheet for some current up to the limit
            most = gear.ratio * gear.efficiency * (motor.peak_torque - gear.friction_torque)
            assert most > 0.85 * gear.maximum_load
            assert gear.stiffness > 4e3
    k, R, J = motors["CHA-17A"].torque_constant, motors["CHA-17A"].resistance, motors["CHA-17A"].rotor_inertia
    assert J * R / k**2 == pytest.approx(3.0e-3, rel=0.1)  # mechanical time constant
    assert motors["CHA-25A"].inductance / motors["CHA-25A"].resistance == pytest.approx(1.6e-3, rel=0.05)
    assert gears["TP050 MA, 55:1"].stiffness == pytest.approx(220 * 60 * 180 / math.pi)
    assert gears["TP004 MF, 4:1"].backlash == pytest.approx(math.radians(4 / 60))


def test_catalogue_carries_a_ur5_with_its_load():
    task = arm.MotionTask(
        FifthOrder(end=[1.0, -0.6, 0.8, -0.5, 0.7, 0.4], duration=1.2), q0=[0.0, -0.5, 0.5, 0.0, 0.0, 0.0], payload=5.0
    )
    choice = arm.choose_motors(arm.library.get("ur5"), task, budget=10)
    assert choice.feasible
    assert choice.drives["shoulder_lift_joint"].motor.name.startswith("CHA-")
    assert choice.robot.motors[0].gear.elastic


TEXT = """\
[[motor]]
name = "m"
mass = "1 kg"
rotor_inertia = "1 kg cm^2"
continuous_torque = "1 N m"
maximum_speed = "3000 rpm"
torque_constant = "0.5 N m/A"
resistance = "2 ohm"
inductance = "4 mH"
maximum_current = "8 A"
maximum_voltage = "300 V"
friction_torque = "20 mN m"
viscous_friction = "1e-4 N m s/rad"
thermal_resistance = "1 K/W"
thermal_time = "50 s"
housing_resistance = "2 K/W"
housing_time = "10 min"
maximum_temperature = "400 K"
gears = ["g"]

[[gear]]
name = "g"
ratio = 50
efficiency = 0.8
mass = "1 kg"
inertia = "0 kg m^2"
maximum_torque = "90 N m"
friction_torque = "5 mN m"
viscous_friction = "0 N m s/rad"
stiffness = "5 N m/arcmin"
damping = "2 N m s/rad"
backlash = "1 arcmin"
"""


def test_fields_of_windings_heat_and_gears_are_read():
    found = parse_catalogue(TEXT)
    drive = GearMotor(found.motors[0], found.gears[0])
    assert drive.motor.peak_torque == 4.0  # of the greatest current
    assert drive.winding == arm.Winding(
        0.5, 2.0, current=8.0, voltage=300.0, heat=arm.parts.Heat(1.0, 50.0, 2.0, 300.0)
    )
    assert drive.transmission.stiffness == pytest.approx(5 * 10800 / math.pi)
    assert (drive.transmission.damping, drive.friction.coulomb) == (2.0, 0.025)
    assert drive.transmission.backlash == pytest.approx(math.radians(1 / 60))
    assert GearMotor(drive.motor, replace(drive.gear, stiffness=math.inf)).transmission.backlash == 0.0


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('resistance = "2 ohm"\n', "", "given without resistance"),
        ('thermal_resistance = "1 K/W"\n', "", "given without thermal_resistance"),
        ('housing_time = "10 min"\n', "", "given without housing_time"),
        ('"8 A"', '"1 A"', "at least continuous_torque"),
        ('gears = ["g"]', 'gears = ["h"]', "there is no gear 'h'"),
        ('"5 N m/arcmin"', '"-5 N m/arcmin"', "stiffness"),
        ('"1 arcmin"', "1", "has no unit"),
    ],
)
def test_faults_of_the_new_fields(old, new, words):
    assert old in TEXT
    with pytest.raises(arm.errors.CatalogueError, match=words):
        parse_catalogue(TEXT.replace(old, new))


def test_demands_are_the_motor_efforts_of_the_robot():
    """Behind rigid gears the torques of the motors are those that the chosen robot needs in a simulation."""
    choice = chosen(gear=replace(GEAR, stiffness=math.inf))
    motion, robot = choice.motion, choice.robot
    assert all(one.gear.lossy and not one.gear.elastic for one in robot.motors)
    loaded = replace(robot, payloads=(arm.Payload("load", robot.links[-1].name, 1.0, (0.4, 0.0, 0.0)),))
    needed = arm.compile(loaded).motor_efforts(motion.q, motion.qd, motion.qdd)
    moves = np.abs(motion.qd[:, 0]) > 0
    for k, motor in enumerate(robot.motors):
        torque = choice.duties[motor.joint].torque
        np.testing.assert_allclose(needed[moves, k] / motor.ratio, torque[moves], atol=1e-9)
