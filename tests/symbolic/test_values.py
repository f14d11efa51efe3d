"""What is shown is right: formulas as they are written, evaluated, equal the reference and the compiled kernels."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from armillary import equations
from internals import Joint, Link, Motor, Payload, Placement, Robot, from_rpy, vector
from odd_robots import odd_robot
from random_robots import matrix, random_robot
from samples import some
from shown_values import EXACT, compare, state


@pytest.mark.crossed
@pytest.mark.parametrize("letters", ["all", "none", "base"])
@pytest.mark.parametrize("seed", some(range(6), 3))
def test_odd_robots(seed, letters):
    """Trees of revolute and prismatic joints, motors on any link, fixed joints, payloads, springs, equal names."""
    robot = odd_robot(np.random.default_rng(seed), 1 + seed % 3, often=0.14)
    motors = ("full", "reflected", "none")[seed % 3]
    compare(robot, letters=letters, motors=motors, friction=seed % 2 == 0, seed=seed)


@pytest.mark.parametrize("seed", some(range(4), 2))
def test_odd_robots_compiled(seed):
    robot = odd_robot(np.random.default_rng(100 + seed), 3, often=0.15)
    compare(robot, evaluators=("compile",), seed=seed)


@pytest.mark.parametrize("seed", range(3))
def test_robots_that_turn_every_frame_about_all_axes(seed):
    """In numbers: in letters nobody would read them."""
    robot = random_robot(np.random.default_rng(seed), 3, kinds="RRPF")
    compare(robot, letters="none", seed=seed)


# Corners


@pytest.mark.parametrize("tilt", some([1e-6, 1e-9, 1e-3], 2))
def test_an_axis_next_to_a_coordinate_axis(tilt):
    robot = arm.library.get("khatib-rr")
    axis = np.array([tilt, 0.7 * tilt, 1.0])
    first = replace(robot.joints[0], axis=vector(axis / np.linalg.norm(axis)))
    made = compare(replace(robot, joints=(first, *robot.joints[1:]), gravity=(0.0, 0.0, -9.81)))
    dyn = arm.evaluate(made.robot)
    q = np.array([0.4, 0.8])
    np.testing.assert_allclose(made.evaluate("g", q), dyn.gravity(q), rtol=1e-6 if tilt < 1e-8 else 1e-9)


@pytest.mark.parametrize("off", some([0.0, 1e-7, 1e-11, 1e-3], 2))
def test_a_placement_next_to_the_singular_pitch(off):
    robot = arm.library.get("khatib-rr")
    placement = Placement((0.5, 0.0, 0.0), matrix(from_rpy(0.3, np.pi / 2 - off, 0.4)))
    compare(replace(robot, joints=(robot.joints[0], replace(robot.joints[1], placement=placement))))


def test_parallel_axes_that_point_the_other_way():
    robot = arm.library.get("planar-3r")
    for signs in ((1, -1, 1), (-1, 1, 1), (1, -1, -1)):
        joints = tuple(replace(j, axis=(0.0, 0.0, float(s))) for j, s in zip(robot.joints, signs, strict=True))
        compare(replace(robot, joints=joints))


def test_many_payloads_on_a_link_have_names_of_their_own():
    robot = arm.library.get("khatib-rr")
    link = robot.links[1].name
    loads = tuple(Payload(f"load {k}", link, 0.1 + k, (0.01 * k, 0.0, 0.0)) for k in range(60))
    made = compare(replace(robot, payloads=loads), without=("tau", "Gamma", "c"))
    names = [one.name for one in made.symbols.parameters.values()]
    assert len(set(names)) == len(names)


def test_a_motor_with_the_name_of_a_link_is_still_the_motor():
    robot = arm.library.get("khatib-rr")
    first, second = (link.name for link in robot.links)
    motor = Motor(
        second, robot.joints[1].name, first, 1.0, (0.2, 0.0, 0.0), rotor_inertia=1e-3, ratio=10.0, axis=(0, 0, 1)
    )
    made = compare(replace(robot, motors=(motor,), payloads=(Payload(first, second, 0.5, (0.1, 0.0, 0.0)),)))
    assert str(made.entry("motors22")) == "Im2 N2²"
    assert str(made.entry("motors11")) == "ms1 ls1² + Im2"


@pytest.mark.parametrize("letters", ["all", "none", "base"])
@pytest.mark.parametrize("seed", range(3))
def test_what_motors_add(seed, letters):
    robot = odd_robot(np.random.default_rng(40 + seed), 3, often=0.1)
    with_motors, without = (arm.evaluate(arm.model(robot, motors=motors)) for motors in ("full", "none"))
    q, _, _ = state(np.random.default_rng(seed), with_motors.model)
    added = with_motors.mass_matrix(q) - without.mass_matrix(q)
    shown = equations(robot, letters=letters).evaluate("motors", q)
    np.testing.assert_allclose(shown, added, rtol=0, atol=EXACT * np.abs(with_motors.mass_matrix(q)).max())


def test_other_values_for_the_letters():
    """The formulas of one planar arm, with the numbers of another, are those of the other."""
    own = arm.planar([0.5, 0.4], [3.0, 2.0], coms=[0.25, 0.2], inertias=[0.1, 0.05])
    other = arm.planar([0.7, 0.3], [1.5, 4.0], coms=[0.3, 0.1], inertias=[0.2, 0.02], gravity=3.7)
    values = {one.name: one.value for one in equations(other).symbols.parameters.values()}
    q, qd, qdd = state(np.random.default_rng(3), arm.model(other))
    tau = arm.evaluate(other).inverse_dynamics(q, qd, qdd)
    shown = equations(own).evaluate("tau", q, qd, qdd, parameters=values)
    np.testing.assert_allclose(shown, tau, rtol=1e-13)


def test_other_values_for_constant_angles():
    def tilted(angle):
        robot = arm.library.get("khatib-rr")
        placement = Placement((0.5, 0.0, 0.0), matrix(from_rpy(angle, 0.0, 0.0)))
        return replace(robot, joints=(robot.joints[0], replace(robot.joints[1], placement=placement)))

    made = equations(tilted(0.3))
    (name,) = (one.name for one in made.symbols.parameters.values() if one.kind == "angle")
    q = np.array([0.3, -1.1])
    np.testing.assert_allclose(
        made.evaluate("M", q, parameters={name: 1.2}), arm.evaluate(tilted(1.2)).mass_matrix(q), rtol=1e-13
    )


def test_bad_input():
    made = equations(arm.library.get("khatib-rr"))
    with pytest.raises(arm.ArgumentError, match="m1"):
        made.evaluate("M", [0.0, 0.0], parameters={"m3": 1.0})
    with pytest.raises(arm.ArgumentError, match="one common first dimension"):
        made.evaluate("M", [[0.0, 0.0], [0.0, 0.0]])
    with pytest.raises(arm.ArgumentError, match="all, none, base"):
        equations(made.robot, letters="symbols")
    with pytest.raises(arm.ArgumentError, match="spherical"):
        equations(arm.library.get("spherical-chain"))
    with pytest.raises(arm.ArgumentError, match="flexible links"):
        equations(arm.library.get("flexrob"), letters="base")
    with pytest.raises(arm.ArgumentError, match="one plane"):
        equations(arm.library.get("flexible-3r"))
    with pytest.raises(arm.ArgumentError, match="quantity"):
        made.quantity("inertia")
    for entry in ("M13", "M", "M1", "T1", "b11", "q1", "", "M-1"):
        with pytest.raises(arm.ArgumentError, match="entry"):
            made.entry(entry)


def test_entries_have_many_spellings():
    made = equations(arm.library.get("khatib-rr"))
    assert made.entry("M12") is made.M[0, 1]
    for spelling in ("M_12", "M_{12}", "M1,2", "M_1,2", "M(1,2)", "M[1, 2]", "M 12", " M12 ", "M_1_2"):
        assert made.entry(spelling) is made.M[0, 1], spelling
    assert made.entry("B1,12") is made.B[0, 0]
    for wrong in ("M(12", "M12,", "M,12", "M1-2", "M{12)", "M٣٣"):
        with pytest.raises(arm.ArgumentError, match="entry"):
            made.entry(wrong)
    assert made.entry("Γ12") is made.entry("Gamma12")
    assert made.entry("G1") is made.entry("g1")
    assert made.entry("B112") is made.B[0, 0]
    assert made.entry("τ2") is made.tau[1]


def test_robot_with_several_ends_has_no_tip():
    links = tuple(Link(name, 1.0, (0.1, 0.0, 0.0)) for name in ("trunk", "left", "right"))
    z = (0.0, 0.0, 1.0)
    joints = (
        Joint("a", "revolute", "base", "trunk", axis=z),
        Joint("b", "revolute", "trunk", "left", Placement((0.3, 0.1, 0.0)), axis=z),
        Joint("c", "prismatic", "trunk", "right", Placement((0.3, -0.1, 0.0)), axis=(1.0, 0.0, 0.0)),
    )
    made = compare(Robot("two hands", links, joints, gravity=(0.0, -9.81, 0.0)))
    assert made.M[1, 2].zero
    with pytest.raises(arm.ArgumentError, match="several ends"):
        made.quantity("x")
    everything = made.chosen(["all"])
    assert "M" in everything
    assert not {"x", "R", "J"} & set(everything)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("q", [[0.1, np.inf], [np.nan, 0.0], [1e300, 1e300]])
def test_states_beyond_the_numbers_give_what_compiled_code_gives(q):
    """NaN and infinity where that has them, without an exception."""
    robot, qd = arm.library.get("khatib-rr"), [1e308, -1e308]
    equations, dyn = arm.equations(robot), arm.compile(robot)
    np.testing.assert_equal(np.isfinite(equations.evaluate("M", q)), np.isfinite(dyn.mass_matrix(q)))
    assert not np.all(np.isfinite(equations.evaluate("v", q, qd)))
