"""Equilibria against beam theory, pendulums and columns, and against the dynamics of random robots."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import brentq
from tests.random_flexible import random_flexible_robot

import armillary as arm
from internals import Beam, BeamNode, Joint, Link, Modes, Payload, Placement, Robot, Section, Station, Sublinks
from samples import some

SECTION = Section("rectangle", (0.01, 0.02))
L, E, G, RHO = 0.8, 70e9, 26e9, 2700.0
EI_Y, EI_Z, GJ, EA = E * SECTION.Iz, E * SECTION.Iy, G * SECTION.J, E * SECTION.area
WEIGHT = RHO * SECTION.area * 9.81
STILL = (0.0, 0.0, 0.0)
SOME = Modes(bending_y=4, bending_z=4, torsion=4, axial=4, shapes="polynomial")


def cantilever(modes: Modes | None = SOME, gravity=STILL, joint: str = "fixed", **beam) -> Robot:
    """A beam along x on the base, or on a hinge about z."""
    made = Beam(L, E, RHO, (Station(0, SECTION),), G=G, nodes=(BeamNode("mid", 0.3),), modes=modes)
    axis = None if joint in ("fixed", "spherical") else (0, 0, 1)
    hinge = Joint("hinge", joint, "base", "beam", axis=axis)
    return Robot("cantilever", (Link("beam", beam=replace(made, **beam)),), (hinge,), gravity=gravity)


class TestBeamTheory:
    P, M = 1e-3, 1e-3  # so small that second-order terms are below the tolerance

    def test_transverse_force(self):
        for along, EI, about in (("y", EI_Y, 5), ("z", EI_Z, 4)):
            wrench = np.zeros(6)
            wrench[3 + "xyz".index(along)] = self.P
            found = arm.statics(cantilever(), wrench=wrench)
            assert found.deflection["xyz".index(along)] == pytest.approx(self.P * L**3 / (3 * EI), rel=1e-9)
            sign = 1 if about == 5 else -1
            assert found.slope[about - 3] == pytest.approx(sign * self.P * L**2 / (2 * EI), rel=1e-9)

    def test_couple(self):
        found = arm.statics(cantilever(), wrench=[0, 0, self.M, 0, 0, 0])
        assert found.slope[2] == pytest.approx(self.M * L / EI_Y, rel=1e-9)
        assert found.deflection[1] == pytest.approx(self.M * L**2 / (2 * EI_Y), rel=1e-9)

    def test_twist_and_pull(self):
        found = arm.statics(cantilever(), wrench=[self.M, 0, 0, self.P, 0, 0])
        assert found.slope[0] == pytest.approx(self.M * L / GJ, rel=1e-9)
        assert found.deflection[0] == pytest.approx(self.P * L / EA, rel=1e-9)

    def test_own_weight(self):
        found = arm.statics(cantilever(gravity=(0, -9.81, 0), joint="revolute"))
        assert found.deflection[1] == pytest.approx(-WEIGHT * L**4 / (8 * EI_Y), rel=1e-5)
        assert found.slope[2] == pytest.approx(-WEIGHT * L**3 / (6 * EI_Y), rel=1e-5)
        assert found.tau[0] == pytest.approx(WEIGHT * L**2 / 2, rel=1e-5)

    def test_load_at_mid_span_and_reading_elsewhere(self):
        a = 0.3
        found = arm.statics(cantilever(Modes(bending_y=30)), wrench={"beam.mid": [0, 0, 0, 0, self.P, 0]})
        tip = self.P * a**2 * (3 * L - a) / (6 * EI_Y)
        assert found.deflection[1] == pytest.approx(tip, rel=1e-4)
        assert found.moved("beam.mid")[0][1] == pytest.approx(self.P * a**3 / (3 * EI_Y), rel=1e-4)
        assert found.moved("beam")[0] == pytest.approx([0, 0, 0])

    def test_frame_tells_where_the_wrench_acts(self):
        robot = cantilever()
        wrench = [0, 0, 0, 0, self.P, 0]
        a, b = arm.statics(robot, wrench=wrench, frame="beam.mid"), arm.statics(robot, wrench={"beam.mid": wrench})
        assert a.q == pytest.approx(b.q)
        assert a.deflection == pytest.approx(b.moved("beam.mid")[0])

    @pytest.mark.parametrize("shapes", ["cantilever", "attachment", "polynomial"])
    def test_published_bar(self, shapes):
        """Celentano's bar, root held: a couple of 1 N·m at its end. [Celentano2008, sect. 5]"""
        bar = Beam(2.0, 1e11, 7876.0, (Station(0, Section("rectangle", (0.01, 0.01))),))
        bar = replace(bar, modes=Modes(bending_y=4, shapes=shapes))
        hinge = Joint("root", "revolute", "base", "bar", axis=(0, 0, 1))
        robot = Robot("bar", (Link("bar", beam=bar),), (hinge,), gravity=STILL)
        found = arm.statics(robot, wrench=[0, 0, 1, 0, 0, 0])
        # Cantilever modes have no moment at their end and come near slowly.
        rel = 0.12 if shapes == "cantilever" else 1e-7
        assert np.degrees(found.slope[2]) == pytest.approx(1.375099, rel=max(rel, 4e-7))
        assert found.deflection[1] == pytest.approx(0.024, rel=rel)
        assert found.tau[0] == pytest.approx(-1)

    @pytest.mark.parametrize("n", some([5, 10, 20], 2))
    def test_published_bar_of_sublinks(self, n):
        bar = Beam(2.0, 1e11, 7876.0, (Station(0, Section("rectangle", (0.01, 0.01))),), sublinks=Sublinks(n))
        hinge = Joint("root", "revolute", "base", "bar", axis=(0, 0, 1))
        robot = Robot("bar", (Link("bar", beam=bar),), (hinge,), gravity=STILL)
        found = arm.statics(robot, wrench=[0, 0, 1e-5, 0, 0, 0])
        assert 1e5 * np.degrees(found.slope[2]) == pytest.approx(1.375099, rel=4e-7)
        assert 1e5 * found.deflection[1] == pytest.approx(0.024, rel=1e-7)
        force = arm.statics(robot, wrench=[0, 0, 0, 0, 1e-5, 0])
        assert 1e5 * force.deflection[1] == pytest.approx(0.032 * (1 - 1 / (4 * n**2)), rel=1e-7)

    def test_sublinks_bend_to_a_circle(self):
        """A couple bends a beam to an arc of any angle; for sublinks that is exact."""
        moment = 1.2 * EI_Y / L
        found = arm.statics(cantilever(None, sublinks=Sublinks(12)), wrench=[0, 0, moment, 0, 0, 0])
        assert found.slope == pytest.approx([0, 0, 1.2], abs=1e-9)
        arc = L / 1.2 * np.array([np.sin(1.2), 1 - np.cos(1.2)]) - [L, 0]
        assert found.deflection[:2] == pytest.approx(arc, abs=1e-3 * L)
        assert found.warnings == ()


class TestColumns:
    @pytest.mark.parametrize(("part", "stable"), [(0.999, True), (1.001, False)])
    def test_euler_load(self, part, stable):
        load = part * np.pi**2 * EI_Y / (4 * L**2)
        modes = Modes(bending_y=8, shapes="polynomial")
        found = arm.statics(cantilever(modes), wrench=[0, 0, 0, -load, 0, 0])
        assert found.stable is stable
        assert bool(found.warnings) is not stable

    def test_tension_stiffens(self):
        aside = [0, 0, 0, 0, 0.1, 0]
        loose = arm.statics(cantilever(), wrench=aside).deflection[1]
        tight = arm.statics(cantilever(), wrench=np.add(aside, [0, 0, 0, 500, 0, 0])).deflection[1]
        k = np.sqrt(500 / EI_Y)
        assert loose == pytest.approx(0.1 * L**3 / (3 * EI_Y), rel=1e-5)
        assert tight == pytest.approx(0.1 / 500 * (L - np.tanh(k * L) / k), rel=1e-4)

    def test_steep_modes_are_told(self):
        found = arm.statics(cantilever(), wrench=[0, 0, 0.5 * EI_Y / L, 0, 0, 0])
        assert "beam.tip rotates by 0.5 rad" in found.warnings[0]
        assert "segments" in found.warnings[0]


class TestJoints:
    def test_rigid_robot(self):
        robot = arm.planar([1.0, 0.8], [2.0, 1.0], coms=[0.5, 0.4], inertias=[0.1, 0.1], gravity=9.81)
        found = arm.statics(robot, q=[0.3, 0.5], wrench=[0, 0, 0, 0, -7.0, 0])
        assert found.deflection == pytest.approx(np.zeros(3))
        assert found.iterations == 0
        x = np.cos(0.3)
        expected = 9.81 * (2 * 0.5 * x + x + 0.4 * np.cos(0.8)) + 7 * (x + 0.8 * np.cos(0.8))
        assert found.tau[0] == pytest.approx(expected)

    def test_free_pendulum_in_a_wind(self):
        robot = arm.planar([1.0], [2.0], coms=[0.5], inertias=[0.1], gravity=9.81)
        found = arm.statics(robot, q=[-1.0], wrench=[0, 0, 0, 3.0, 0, 0], joints="free")
        assert np.tan(found.q[0] + np.pi / 2) == pytest.approx(3.0 / (2 * 9.81 * 0.5))
        assert found.tau == pytest.approx([0])
        assert found.stable

    def test_spring_and_servo(self):
        robot = arm.planar([1.0], [2.0], coms=[0.5], inertias=[0.1], gravity=9.81)
        angle = brentq(lambda a: 20 * (a - 0.3) + 9.81 * np.cos(a), -1.5, 0.3)
        spring = replace(robot, joints=(replace(robot.joints[0], stiffness=20.0, rest=0.3),))
        free = arm.statics(spring, joints="free")
        assert free.q == pytest.approx([angle])
        assert free.tau == pytest.approx([0])
        servo = arm.statics(robot, q=[0.3], joints={robot.joints[0].name: 20.0})
        assert servo.q == pytest.approx([angle])
        assert servo.tau == pytest.approx([9.81 * np.cos(angle)])
        assert arm.statics(robot, q=[0.3], joints=[np.inf]).q == pytest.approx([0.3])

    def test_ball_joint_hangs_down(self):
        robot = replace(
            cantilever(gravity=(2.0, 1.0, -9.0), joint="spherical"), payloads=(Payload("bob", "beam", 0.1),)
        )
        found = arm.statics(robot, joints="free")
        hanging = arm.evaluate(robot).pose(found.q)[:3, 3]
        down = np.array([2.0, 1.0, -9.0])
        assert hanging / np.linalg.norm(hanging) == pytest.approx(down / np.linalg.norm(down), abs=1e-9)
        assert found.stable

    def test_servo_of_a_ball_joint(self):
        robot = cantilever(None, gravity=(0, 0, -9.81), joint="spherical")
        found = arm.statics(robot, joints={"hinge": 30.0})
        turn = brentq(lambda a: 30 * a - WEIGHT * L * L / 2 * np.cos(a), 0, 1)
        assert found.slope == pytest.approx([0, turn, 0], abs=1e-9)

    def test_pendulums_fall(self):
        robot = arm.planar([1.0, 1.0], [1.0, 1.0], coms=[0.5, 0.5], inertias=[0.1, 0.1], gravity=9.81)
        for q in ([1.5, 0.1], [0.0, 0.0], [2.5, 2.0], [-1.0, 2.9]):
            found = arm.statics(robot, q=q, joints="free")
            assert found.stable
            assert np.sin(found.q[0]) == pytest.approx(-1)
            assert np.cos(found.q[1]) == pytest.approx(1)
        assert not arm.statics(robot, q=[np.pi / 2, 0.0], joints="free").stable

    def test_nothing_holds_it(self):
        robot = arm.planar([1.0], [2.0], coms=[0.5], inertias=[0.1], gravity=0)
        with pytest.raises(arm.ConvergenceError, match=r"nothing holds.*spring"):
            arm.statics(robot, wrench=[0, 0, 1.0, 0, 0, 0], joints="free")

    def test_a_free_joint_without_load_stays(self):
        robot = arm.planar([1.0], [2.0], coms=[0.5], inertias=[0.1], gravity=0)
        assert arm.statics(robot, q=[0.4], joints="free").q == pytest.approx([0.4])


class TestRandomRobots:
    @pytest.mark.parametrize("seed", some(range(5), 3))
    def test_equilibrium_does_not_move(self, seed):
        rng = np.random.default_rng(seed)
        robot = random_flexible_robot(rng, 4)
        model = arm.model(robot)
        joints = model.nv - len(model.elastic)
        q = model.integrate(model.neutral, np.r_[rng.uniform(-2, 2, joints), np.zeros(len(model.elastic))])
        dyn = arm.evaluate(robot)
        frames = [link.name for link in robot.links]
        wrench = {frames[-1]: rng.normal(size=6), frames[0]: rng.normal(size=6)}
        found = arm.statics(robot, q[: model.nq - len(model.elastic)], wrench=wrench, frame=frames[-1])
        still = np.zeros(model.nv)
        needed = dyn.inverse_dynamics(found.q, still, still, wrenches=wrench)
        assert needed == pytest.approx(found.tau, abs=1e-9)
        assert found.tau[joints:] == pytest.approx(0)
        free = arm.statics(robot, q[: model.nq - len(model.elastic)], frame=frames[-1])
        accelerations = dyn.forward_dynamics(free.q, still, free.tau)
        assert np.abs(accelerations).max() < 1e-6
        assert np.any(np.abs(free.q[model.nq - len(model.elastic) :]) > 1e-9)


def test_result_reads():
    found = arm.statics(cantilever(Modes(bending_y=2), gravity=(0, -9.81, 0), joint="revolute"))
    text = found.table()
    assert "tip " in text
    assert "deflection [mm]" in text
    assert f"{found.tau[0]:.6g}   N·m" in text
    assert "beam.bending_y2" in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"wrench": [1, 2, 3]}, r"wrench: \[1, 2, 3\]; expected 6"),
        ({"wrench": {"hand": [0] * 6}}, "wrench: no frame 'hand'; expected one of"),
        ({"wrench": [0, 0, 0, 0, 0, np.inf]}, r"wrench: \[.*inf\]; expected 6"),
        ({"frame": "hand"}, "frame: 'hand'"),
        ({"q": [0.0, 1.0]}, "q: 2 numbers"),
        ({"joints": "loose"}, "joints: 'loose'"),
    ],
)
def test_bad_arguments(options, message):
    with pytest.raises(arm.ArgumentError, match=message):
        arm.statics(cantilever(joint="revolute"), **options)


def test_placement_of_the_base_turns_everything():
    turned = Placement(rotation=((0, -1, 0), (1, 0, 0), (0, 0, 1)))
    robot = replace(cantilever(), base_placement=turned)
    found = arm.statics(robot, wrench=[0, 0, 0, -1e-3, 0, 0])
    assert found.deflection[0] == pytest.approx(-1e-3 * L**3 / (3 * EI_Y), rel=1e-9)


@pytest.mark.parametrize("force", [1e50, 1e308])
def test_a_load_beyond_all_bounds_is_an_error_and_no_warning_of_numpy(force):
    with pytest.raises(arm.ConvergenceError, match="no equilibrium"):
        arm.statics(cantilever(), wrench=[0, 0, 0, force, force, force])


def test_modes_do_not_turn_by_more_than_half_a_turn():
    bar = cantilever(Modes(bending_y=2), stiffening=False)
    assert "rotates by" in arm.statics(bar, wrench=[0, 0, 0, 0, 5e2, 0]).warnings[0]
    with pytest.raises(arm.ConvergenceError, match=r"beam\.tip would rotate by .* rad"):
        arm.statics(bar, wrench=[0, 0, 0, 0, 2e4, 0])


def test_a_servo_beyond_all_bounds_holds():
    assert arm.statics(cantilever(joint="revolute"), joints={"hinge": 1e300}).stable


def test_units_of_elastic_coordinates():
    modes = Modes(bending_y=1, bending_z=1, torsion=1, axial=1)
    text = arm.statics(cantilever(modes), wrench=[0.1, 0, 0, 0, 0.1, 0.1]).table().splitlines()
    assert [line.split()[-1] for line in text[-4:]] == ["m", "m", "rad", "m"]
    text = arm.statics(cantilever(None, sublinks=Sublinks(2))).table().splitlines()
    assert [line.split()[-1] for line in text[-2:]] == ["rad", "rad"]
