"""Natural frequencies against beam theory, published tables of rotating beams, pendulums and tops."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import brentq
from tests.random_flexible import random_flexible_robot, random_flexible_state

import armillary as arm
from internals import (
    Beam,
    Joint,
    Link,
    Modes,
    Motor,
    Payload,
    Placement,
    Robot,
    Section,
    Station,
    Sublinks,
    linear_system,
)

WIDTH, HEIGHT, LENGTH, E, G, RHO = 0.01, 0.02, 0.8, 70e9, 26e9, 2700.0
SECTION = Section("rectangle", (WIDTH, HEIGHT))
STILL = (0.0, 0.0, 0.0)


def beam(**changes) -> Beam:
    plain = Beam(LENGTH, E, RHO, (Station(0, SECTION),), G=G, modes=Modes(bending_y=4))
    return replace(plain, **changes)


def one_link(made: Beam, gravity=STILL, **parts) -> Robot:
    """A beam along x that turns about z, in whose plane it bends along y."""
    hinge = Joint("hinge", "revolute", "base", "beam", axis=(0, 0, 1), **parts.pop("hinge", {}))
    return Robot("one link", (Link("beam", beam=made),), (hinge,), gravity=gravity, **parts)


def bending_unit(inertia: float) -> float:
    """√(EI / ρA L⁴) [rad/s]."""
    return np.sqrt(E * inertia / (RHO * SECTION.area)) / LENGTH**2


class TestBeams:
    def test_cantilever(self):
        roots = [brentq(lambda b: np.cos(b) + 1 / np.cosh(b), k - 1, k + 1) for k in (1.875, 4.694, 7.855)]
        found = arm.frequencies(one_link(beam()), joints="locked")
        expected = np.square(roots) * bending_unit(SECTION.Iz) / (2 * np.pi)
        assert found.hz[:3] == pytest.approx(expected, rel=1e-9)
        assert found.rigid_body == 0
        assert found.warnings == ()

    def test_free_joint_is_the_pinned_beam(self):
        roots = [brentq(lambda b: np.tan(b) - np.tanh(b), k - 0.4, k + 0.4) for k in (3.9266, 7.0686, 10.21)]
        found = arm.frequencies(one_link(beam(modes=Modes(bending_y=10, shapes="polynomial"))), joints="free")
        assert found.hz[:3] == pytest.approx(np.square(roots) * bending_unit(SECTION.Iz) / (2 * np.pi), rel=1e-5)
        assert found.rigid_body == 1

    @pytest.mark.parametrize("ratio", [0.1, 1.0, 10.0])
    def test_tip_mass(self, ratio):
        def equation(b):
            return 1 + np.cos(b) * np.cosh(b) + ratio * b * (np.cos(b) * np.sinh(b) - np.sin(b) * np.cosh(b))

        made = beam(modes=Modes(bending_y=8, shapes="polynomial"))
        payload = Payload("load", "beam", ratio * made.mass)
        found = arm.frequencies(one_link(made, payloads=(payload,)), joints="locked")
        expected = [brentq(equation, 0.1, 2.0), brentq(equation, 3.5, 5.0)]
        assert found.hz[:2] == pytest.approx(np.square(expected) * bending_unit(SECTION.Iz) / (2 * np.pi), rel=1e-7)

    def test_torsion_and_stretching(self):
        found = arm.frequencies(one_link(beam(modes=Modes(torsion=2, axial=2))), joints="locked")
        twist, stretch = np.sqrt(G * SECTION.J / (RHO * SECTION.polar)), np.sqrt(E / RHO)
        expected = sorted(speed * k / (4 * LENGTH) for speed in (twist, stretch) for k in (1, 3))
        assert found.hz == pytest.approx(expected, rel=1e-9)
        assert found.main_coordinates(0) == ["beam.torsion1"]

    @pytest.mark.parametrize("stiffness", [1e15, 1e20, 1e40, 1e300])
    def test_a_servo_however_stiff_is_a_lock(self, stiffness):
        """Stiffer than the links by so many orders, it must not cost their frequencies a digit."""
        robot = arm.library.get("flexrob")
        locked = arm.frequencies(robot, joints="locked")
        found = arm.frequencies(robot, joints=[stiffness, stiffness])
        assert found.hz[:4] == pytest.approx(locked.hz, rel=1e-12)
        assert np.abs(found.shapes[2:, :4]) == pytest.approx(np.abs(locked.shapes[2:]), abs=1e-9)
        one = arm.frequencies(robot, joints={"shoulder": stiffness})
        assert one.hz[:4] == pytest.approx(arm.frequencies(robot, joints={"shoulder": "locked"}).hz, rel=1e-12)

    def test_sublinks_come_near(self):
        exact = arm.frequencies(one_link(beam()), joints="locked")[0]
        cut = [
            arm.frequencies(one_link(beam(modes=None, sublinks=Sublinks(n))), joints="locked")[0] for n in (4, 8, 16)
        ]
        errors = np.abs(np.array(cut) / exact - 1)
        assert errors[-1] < 1e-3
        assert np.all(errors[1:] < errors[:-1] / 3)

    def test_own_weight_hanging_and_standing(self):
        """A column buckles under its own weight at ρAgL³/EI = 7.8373 [Timoshenko and Gere 1961, sect. 2.12]."""
        made = beam(modes=Modes(bending_y=6, shapes="polynomial"))
        critical = 7.8373 * E * SECTION.Iz / (RHO * SECTION.area * LENGTH**3)
        hz = {g: arm.frequencies(one_link(made, gravity=(g * critical, 0, 0)), joints="locked") for g in (-0.999, 0, 1)}
        assert hz[-0.999][0] < 0.05 * hz[0][0] < 0.05 * hz[1][0]
        fallen = arm.frequencies(one_link(made, gravity=(-1.001 * critical, 0, 0)), joints="locked")
        assert len(fallen.growth) == 1
        assert "unstable" in fallen.warnings[0]
        assert len(fallen) == 5


FLAP = {0: 3.5160, 1: 3.6817, 2: 4.1373, 3: 4.7973, 4: 5.5850, 5: 6.4495, 6: 7.3604, 10: 11.2023, 12: 13.1702}
"""Spin Ω √(ρA L⁴/EI) → first flapping frequency in the same unit, hub radius zero. [Wright1982; Hodges1981]"""


class TestRotatingBeam:
    @staticmethod
    def lowest(kind: str, spin: float, **changes) -> float:
        unit = bending_unit(SECTION.Iz if kind == "bending_y" else SECTION.Iy)
        made = beam(modes=Modes(**{kind: 8}, shapes="polynomial"), **changes)
        found = arm.frequencies(one_link(made), joints="locked", qd=[spin * unit])
        assert found.damping == pytest.approx(0, abs=1e-9)
        return 2 * np.pi * found[0] / unit

    @pytest.mark.parametrize("spin", FLAP)
    def test_flapping(self, spin):
        assert self.lowest("bending_z", spin) == pytest.approx(FLAP[spin], abs=6e-5)

    @pytest.mark.parametrize("spin", FLAP)
    def test_chordwise(self, spin):
        assert self.lowest("bending_y", spin) ** 2 == pytest.approx(FLAP[spin] ** 2 - spin**2, abs=2e-3)

    def test_without_stiffening_it_softens(self):
        assert self.lowest("bending_y", 2.0, stiffening=False) == pytest.approx(np.sqrt(3.5160**2 - 4), abs=1e-4)
        made = one_link(beam(modes=Modes(bending_y=3), stiffening=False))
        found = arm.frequencies(made, joints="locked", qd=[4 * bending_unit(SECTION.Iz)])
        assert len(found.growth) == 1
        assert "no stiffening by spin in beam" in found.warnings[0]
        assert "unstable" in found.warnings[1]
        assert not arm.frequencies(made, joints="locked").warnings


def test_a_bar_that_only_stretches_lacks_no_stiffening():
    found = arm.frequencies(one_link(beam(modes=Modes(axial=2), shear=False)), joints="locked", qd=[3.0])
    assert not any("stiffening" in text for text in found.warnings)


def test_natural_damped_and_undamped_frequencies():
    """Two masses on springs with a damper at one of them only: the damping is not proportional.

    x₁: m ẍ₁ + c ẋ₁ + 2k x₁ − k x₂ = 0, x₂: m ẍ₂ + k x₂ − k x₁ = 0, as two prismatic joints with relative coordinates.
    """
    mass, k, c = 2.0, 300.0, 12.0
    links = tuple(Link(name, mass, inertia=1e-3 * np.eye(3)) for name in ("a", "b"))
    joints = (
        Joint("near", "prismatic", "base", "a", axis=(1, 0, 0), stiffness=k, friction=arm.Friction(c)),
        Joint("far", "prismatic", "a", "b", axis=(1, 0, 0), stiffness=k),
    )
    found = arm.frequencies(Robot("masses", links, joints, gravity=STILL), joints="free")
    A = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.array([[2 * k, -k], [-k, k]]) / mass, -np.diag([c / mass, 0.0])]])
    s = np.linalg.eigvals(A)
    s = s[s.imag > 0][np.argsort(np.abs(s[s.imag > 0]))]
    np.testing.assert_allclose(found.hz, np.abs(s) / (2 * np.pi), rtol=1e-9)
    np.testing.assert_allclose(found.damped_hz, s.imag / (2 * np.pi), rtol=1e-9)
    golden = (np.sqrt(5) - 1) / 2
    free = np.sqrt(k / mass) * np.array([golden, golden + 1]) / (2 * np.pi)
    np.testing.assert_allclose(found.undamped_hz, free, rtol=1e-9)
    assert np.abs(found.hz / free - 1).max() > 1e-3  # |s| is not the undamped frequency
    assert any("without damping" in line for line in found.remarks())


class TestPublishedTwoLinkArm:
    """The arm of [Bascetta2002], its table 2 recomputed; the printed figures have half of each slope."""

    COMPLETE = (6.3111, 30.7357, 112.2621, 194.4898)
    APPROXIMATE = (8.6857, 46.6683, 114.8932, 270.1832)
    HALF_SLOPE = (6.773, 32.433, 114.839, 176.240)

    @staticmethod
    def robot(elbow_mass: float = 0.94, stator: float = 1.27e-4, half: bool = False) -> Robot:
        modes = Modes(bending_y=2, shapes="cantilever", published_half_slope=half)
        made = Beam(0.4, 71e9, 2710, (Station(0, Section("rectangle", (0.005, 0.04))),), modes=modes)
        links = tuple(Link(name, beam=made) for name in ("upper", "fore"))
        joints = (
            Joint("shoulder", "revolute", "base", "upper", axis=(0, 0, 1)),
            Joint("elbow", "revolute", "upper", "fore", axis=(0, 0, 1)),
        )
        motors = (
            Motor("m1", "shoulder", "base", rotor_inertia=8e-6, ratio=200, axis=(0, 0, 1)),
            Motor("m2", "elbow", "upper", elbow_mass, STILL, stator * np.eye(3), 2.35e-6, 100, (0, 0, 1)),
        )
        return Robot("two-link", links, joints, motors, gravity=STILL)

    def test_complete(self):
        found = arm.frequencies(self.robot(), joints="free")
        assert found.hz == pytest.approx(self.COMPLETE, rel=1e-5)
        assert found.rigid_body == 2

    def test_reflected_rotors_only(self):
        found = arm.frequencies(arm.model(self.robot(0.0, 0.0), motors="reflected"), joints="free")
        assert found.hz == pytest.approx(self.APPROXIMATE, rel=1e-5)

    def test_half_slope(self):
        assert arm.frequencies(self.robot(half=True), joints="free").hz == pytest.approx(self.HALF_SLOPE, rel=1e-4)

    def test_servos_between_free_and_locked(self):
        robot = self.robot()
        free, locked = arm.frequencies(robot, joints="free"), arm.frequencies(robot, joints="locked")
        assert arm.frequencies(robot, joints=[0, 0]).hz == pytest.approx(free.hz)
        assert arm.frequencies(robot, joints=[np.inf, np.inf]).hz == pytest.approx(locked.hz)
        soft = arm.frequencies(robot, joints={"shoulder": 1e-7, "elbow": 1e-7})
        assert soft.hz[2:] == pytest.approx(free.hz, rel=1e-6)
        assert soft.rigid_body == 0
        assert soft[0] < 1e-3
        stiff = arm.frequencies(robot, joints={"shoulder": 1e10, "elbow": 1e10}, count=4)
        assert stiff.hz == pytest.approx(locked.hz[:4], rel=1e-5)
        one = arm.frequencies(robot, joints={"shoulder": "locked", "elbow": "free"})
        others = arm.frequencies(robot, joints={"elbow": "free"})
        assert others.hz == pytest.approx(one.hz)
        assert one.rigid_body == 1
        between = [arm.frequencies(robot, joints={"shoulder": k, "elbow": k})[0] for k in (1, 10, 100, 1000)]
        assert np.all(np.diff(between) > 0)
        assert between[-1] < locked[0]


class TestRigid:
    def test_pendulum(self):
        robot = arm.planar([1.0], [2.0], coms=[0.4], inertias=[0.05], gravity=9.81)
        found = arm.frequencies(robot, q=[-np.pi / 2], joints="free")
        assert found.hz == pytest.approx([np.sqrt(2 * 9.81 * 0.4 / (0.05 + 2 * 0.16)) / (2 * np.pi)])
        standing = arm.frequencies(robot, q=[np.pi / 2], joints="free")
        assert standing.growth == pytest.approx([2 * np.pi * found[0]])
        assert len(standing) == 0

    def test_servo_on_an_inertia(self):
        robot = arm.planar([1.0], [2.0], coms=[0.4], inertias=[0.05], gravity=0)
        inertia = 0.05 + 2 * 0.16
        assert arm.frequencies(robot, joints=[50.0]).hz == pytest.approx([np.sqrt(50 / inertia) / (2 * np.pi)])
        spring = replace(robot, joints=(replace(robot.joints[0], stiffness=50.0),))
        assert arm.frequencies(spring, joints="free").hz == pytest.approx([np.sqrt(50 / inertia) / (2 * np.pi)])

    def test_nothing_to_find_is_explained(self):
        robot = arm.planar([1.0, 1.0], [1.0, 1.0], coms=[0.5, 0.5], inertias=[0.1, 0.1], gravity=0)
        free = arm.frequencies(robot, joints="free")
        assert len(free) == 0
        assert free.rigid_body == 2
        assert "no link bends" in free.warnings[0]
        assert "all joints are locked" in arm.frequencies(robot, joints="locked").warnings[0]

    def test_vertical_axis_in_gravity_is_no_oscillation(self):
        rod = Link("rod", 1.0, (0.3, 0.1, 0.2), np.diag([0.02, 0.03, 0.04]))
        robot = Robot("door", (rod,), (Joint("hinge", "revolute", "base", "rod", axis=(0, 0, 1)),))
        for angle in (0.0, 0.7, 2.0):
            found = arm.frequencies(robot, q=[angle], joints="free")
            assert (len(found), found.rigid_body, len(found.growth)) == (0, 1, 0)

    def test_hanging_ball_joint(self):
        robot = self.top(com=-0.3)
        found = arm.frequencies(robot, joints="free")
        assert found.rigid_body == 1
        assert found.hz == pytest.approx([np.sqrt(2 * 9.81 * 0.3 / (0.05 + 0.18)) / (2 * np.pi)] * 2)

    @staticmethod
    def top(com: float) -> Robot:
        body = Link("top", 2.0, (0, 0, com), np.diag([0.05, 0.05, 0.04]))
        return Robot("top", (body,), (Joint("ball", "spherical", "base", "top"),))

    def test_sleeping_top(self):
        """Upright at the spin ω, the axis moves as e^{iΩt}, I₁Ω² − I₃ωΩ + mgl = 0; in the body's axes at Ω − ω."""
        inertia, polar, weight = 0.05 + 2 * 0.09, 0.04, 2 * 9.81 * 0.3
        slow = arm.frequencies(self.top(0.3), qd=[0, 0, 0.9 * 2 * np.sqrt(inertia * weight) / polar], joints="free")
        assert any("grow" in warning for warning in slow.warnings)
        omega = 1.5 * 2 * np.sqrt(inertia * weight) / polar
        found = arm.frequencies(self.top(0.3), qd=[0, 0, omega], joints="free")
        rates = np.roots([inertia, -polar * omega, weight]) - omega
        assert found.hz == pytest.approx(np.sort(np.abs(rates)) / (2 * np.pi), rel=1e-9)
        assert found.warnings == ()
        assert found.damping == pytest.approx(0, abs=1e-9)

    def test_massless_link_is_named(self):
        links = (Link("a"), Link("b", 1.0, (1, 0, 0)))
        joints = (
            Joint("first", "prismatic", "base", "a", axis=(1, 0, 0)),
            Joint("second", "spherical", "a", "b"),
        )
        with pytest.raises(arm.errors.SingularityError, match=r"second\.x"):
            arm.frequencies(Robot("thin", links, joints), joints="free")


class TestDamping:
    def test_ratios_of_a_clamped_beam(self):
        made = beam(modes=Modes(bending_y=3, damping=(0.01, 0.02, 0.05)))
        found = arm.frequencies(one_link(made), joints="locked")
        assert found.damping == pytest.approx([0.01, 0.02, 0.05], rel=1e-9)
        assert found.hz == pytest.approx(arm.frequencies(arm.model(one_link(made), friction=False), joints="locked").hz)
        assert found.shapes.dtype.kind == "c"

    def test_viscous_hinge(self):
        robot = arm.planar([1.0], [2.0], coms=[0.5], inertias=[0.0], gravity=0)
        viscous = [replace(robot, joints=(replace(robot.joints[0], friction=arm.Friction(b)),)) for b in (0.5, 50.0)]
        light, heavy = (arm.frequencies(each, joints=[20.0]) for each in viscous)
        natural = np.sqrt(20 / 0.5)
        assert light.hz == pytest.approx([natural / (2 * np.pi)])
        assert light.damping == pytest.approx([0.5 / (2 * 0.5 * natural)])
        assert len(heavy) == 0
        assert heavy.decay == pytest.approx(np.sort(np.abs(np.roots([0.5, 50, 20]))))
        free = arm.frequencies(viscous[0], joints="free")
        assert (free.rigid_body, free.decay) == (1, pytest.approx([1.0]))


class TestResult:
    @pytest.mark.parametrize("seed", range(4))
    def test_shapes_solve_the_eigenproblem(self, seed):
        rng = np.random.default_rng(seed)
        robot = random_flexible_robot(rng, 3, kinds="RRP")
        model = arm.model(robot, friction=False)
        q = random_flexible_state(rng, model)[0]
        q[: model.nv - len(model.elastic)] *= 0.5
        found = arm.frequencies(
            arm.model(robot, friction=False), q=q, joints=np.full(model.nv - len(model.elastic), 100.0)
        )
        M, D, K, _ = linear_system(model, q, np.zeros(model.nv))
        K = K + np.diag([100.0] * (model.nv - len(model.elastic)) + [0.0] * len(model.elastic))
        X, squares = found.shapes, (2 * np.pi * found.hz) ** 2
        assert not np.any(D)
        assert np.abs(K - K.T).max() <= 1e-10 * np.abs(K).max()
        masses = X.T @ M @ X
        assert masses == pytest.approx(np.eye(len(found)), abs=1e-8)
        assert X.T @ K @ X / squares.max() == pytest.approx(np.diag(squares) / squares.max(), abs=1e-9)
        assert found.q == pytest.approx(q)
        assert len(found) + len(found.growth) + found.rigid_body == model.nv
        assert found.shares.sum(axis=0) == pytest.approx(1)

    def test_is_the_array_of_frequencies(self):
        found = arm.frequencies(one_link(beam()), joints="free")
        assert np.asarray(found) == pytest.approx(found.hz)
        assert list(found) == found.hz.tolist()
        assert found[-1] == found.hz[-1]
        assert len(found[1:3]) == 2
        assert np.all(np.diff(found) > 0)
        assert found.names == ("hinge", *(f"beam.bending_y{k}" for k in range(1, 5)))
        lines = found.table().splitlines()
        assert len(lines) == 2 + len(found) + 2
        assert f"{found[0]:.6g}" in lines[2]
        assert "rigid-body zeros left out: 1" in lines[-1]
        assert len(arm.frequencies(one_link(beam()), count=2, joints="free")) == 2

    def test_links_sag_first(self):
        tilted = Placement(rotation=((1, 0, 0), (0, 0, -1), (0, 1, 0)))
        joints = (
            Joint("a", "revolute", "base", "one", axis=(0, 1, 0)),
            Joint("b", "revolute", "one", "two", tilted, axis=(0, 0, 1)),
        )
        made = beam(modes=Modes(bending_y=2, bending_z=2, torsion=1), E=2e9)
        links = (Link("one", beam=made), Link("two", beam=made))
        robot = Robot("two", links, joints)
        q = [0.2, 0.9]
        bent = arm.statics(robot, q=q).q
        about_bent = arm.frequencies(robot, q=q, joints="locked")
        assert about_bent.q == pytest.approx(bent)
        assert about_bent.hz == pytest.approx(arm.frequencies(robot, q=bent, joints="locked").hz)
        straight = arm.frequencies(robot, q=q, joints="locked", sag=False)
        assert np.abs(straight.hz / about_bent.hz - 1).max() > 1e-4

    def test_configuration_by_array_or_name(self):
        robot = TestPublishedTwoLinkArm.robot()
        expected = arm.frequencies(robot, q=[0.3, 0.9], joints="free")
        assert expected[0] != pytest.approx(arm.frequencies(robot, joints="free")[0])
        for q in ([0.3, 0.9, 0, 0, 0, 0], {"shoulder": 0.3, "elbow": 0.9}, np.array([0.3, 0.9])):
            assert arm.frequencies(robot, q=q, joints="free").hz == pytest.approx(expected.hz)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"q": [1.0, 2.0, 3.0]}, "q: 3 numbers; expected 1 or 5"),
        ({"q": [np.nan]}, "q: nan"),
        ({"q": "bent"}, "q: 'bent'.*no named configurations"),
        ({"q": {"elbow": 1.0}}, "q.elbow: .*hinge, beam.bending_y1"),
        ({"qd": [[1.0]]}, r"qd: \[\[1.0\]\]|qd: a list"),
        ({"joints": "loose"}, "joints: 'loose'"),
        ({"joints": {"elbow": 1.0}}, "joints: 'elbow' is not a joint that moves; expected one of hinge"),
        ({"joints": {"hinge": -1.0}}, "joints.hinge: -1.0; expected free, locked, or a stiffness of zero or more"),
        ({"joints": {"hinge": float("nan")}}, "joints.hinge: nan"),
        ({"joints": {"hinge": True}}, "joints.hinge: true"),
        ({"joints": [1.0, 2.0]}, "2 numbers"),
        ({"count": 0}, "count: 0"),
    ],
)
def test_bad_arguments(options, message):
    with pytest.raises(arm.ArgumentError, match=message):
        arm.frequencies(one_link(beam()), **options)


def test_quaternions_have_unit_length():
    with pytest.raises(arm.ArgumentError, match="quaternion of length 2"):
        arm.frequencies(TestRigid.top(0.3), q=[2, 0, 0, 0], joints="free")


def test_rounding_is_no_oscillation():
    """Off its equilibrium a spherical chain has zeros that are defective: rounding moves them by its root."""
    found = arm.frequencies(arm.library.get("spherical-chain"), joints="free")
    assert found.hz.min() > 1e-3
    assert found.rigid_body + len(found.hz) == 9  # one for each coordinate


def test_sag_is_true_or_false():
    with pytest.raises(arm.ArgumentError, match="sag: 'yes'; expected True or False"):
        arm.frequencies(one_link(beam()), sag="yes", joints="free")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", ["khatib-rr", "flexrob"])
def test_rates_beyond_the_numbers_are_refused(name):
    with pytest.raises(arm.ArmillaryError, match=r"^(q or qd: a state whose derivatives|flexrob: no equilibrium)"):
        arm.frequencies(arm.library.get(name), qd=[1e200, 1e-200], joints="free")
