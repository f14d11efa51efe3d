"""Input shapers: published impulses, insensitivity, and a linear mode that stays at rest behind a shaped motion."""

import numpy as np
import pytest

import armillary as arm
from internals import (
    EI,
    ZV,
    ZVD,
    Beam,
    Circle,
    FifthOrder,
    Joint,
    Line,
    Link,
    Modes,
    Section,
    Shaped,
    Sinusoid,
    Station,
    Trapezoid,
    parse_scenario,
    pose,
)


def cart(damping: float) -> arm.Robot:
    """A cart with a beam across its way, one mode: a linear system."""
    beam = Beam(
        0.8, 2.1e11, 7800.0, (Station(0.0, Section("rectangle", (0.002, 0.04))),), axis=(0, 0, 1), normal=(1, 0, 0),
        modes=Modes(bending_y=1, damping=(damping,)), stiffening=False,
    )  # fmt: skip
    joints = (Joint("slide", "prismatic", "base", "mast", axis=(1.0, 0.0, 0.0)),)
    return arm.Robot("cart", (Link("mast", beam=beam),), joints, gravity=(0.0, 0.0, 0.0))


def vibration(robot: arm.Robot, reference: object, end: float) -> float:
    """Greatest bending after the motion."""
    run = arm.simulate(
        robot, end + 1.0, controller=arm.controllers.InverseDynamics(), reference=reference,
        solver=arm.solvers.DOP853(rtol=1e-12, atol=1e-15), record=0.01,
    )  # fmt: skip
    return float(np.abs(run.q[run.t >= end, 1]).max())


@pytest.mark.parametrize("damping", [0.0, 0.04])
def test_a_linear_mode_stays_at_rest(damping):
    robot = cart(damping)
    modes = arm.frequencies(robot, joints="locked")
    assert modes.damping[0] == pytest.approx(damping, abs=1e-12)
    move = Trapezoid(start=[0.0], end=[0.05], duration=0.3)
    plain = vibration(robot, move, 0.3)
    for kind in (ZV, ZVD):
        shaper = kind.of_mode(modes)
        assert vibration(robot, Shaped(move, shaper), 0.3 + shaper.duration) < 1e-10 * plain
    assert vibration(robot, Shaped(Shaped(move, ZV(7.0)), ZV.of_mode(modes)), 0.8) < 1e-10 * plain


def test_the_vibration_of_a_wrong_mode_is_that_of_the_formula():
    """Without damping the residual of every motion is V times that of the motion without a shaper."""
    robot = cart(0.0)
    f = float(arm.frequencies(robot, joints="locked")[0])
    move = FifthOrder(start=[0.0], end=[0.05], duration=0.25)
    for shaper in (ZV(0.9 * f), ZVD(0.8 * f), EI(1.1 * f, tolerance=0.1)):
        end = 0.25 + shaper.duration
        shared = {"controller": arm.controllers.InverseDynamics(), "solver": arm.solvers.DOP853(rtol=1e-11)}
        sizes = []
        for reference in (move, Shaped(move, shaper)):
            run = arm.simulate(robot, end + 0.1, reference=reference, record=end + 0.1, **shared)
            sizes.append(np.hypot(run.q[-1, 1], run.qd[-1, 1] / (2 * np.pi * f)))
        assert sizes[1] / sizes[0] == pytest.approx(shaper.residual(f), rel=1e-7)


def test_zv_and_zvd_have_the_published_insensitivity():
    """Without damping V = |cos(π r / 2)| and its square, r = f / f₀. [Singer1990]"""
    for r in (0.5, 0.8, 0.95, 1.0, 1.1, 1.7):
        assert ZV(3.0).residual(3.0 * r) == pytest.approx(abs(np.cos(np.pi * r / 2)), abs=1e-14)
        assert ZVD(3.0).residual(3.0 * r) == pytest.approx(np.cos(np.pi * r / 2) ** 2, abs=1e-14)
    for shaper in (ZV(3.0, 0.2), ZVD(3.0, 0.2)):
        assert shaper.residual(3.0) < 1e-15
    assert (ZVD(3.0, 0.2).residual(3.0 + 1e-4)) < 1e-8
    width = {kind: np.ptp([r for r in np.linspace(0.5, 1.5, 2001) if kind(1.0).residual(r) < 0.05])
             for kind in (ZV, ZVD, EI)}  # fmt: skip
    assert width == pytest.approx({ZV: 0.064, ZVD: 0.286, EI: 0.398}, abs=0.002)  # [Singhose1994]: 6, 29, 40 %


@pytest.mark.parametrize("V", [0.05, 0.1])
@pytest.mark.parametrize("zeta", [0.0, 0.05, 0.1, 0.2, 0.3])
def test_extra_insensitive_impulses_are_the_published_ones(V, zeta):
    """[Singhose1994] fits polynomials to the solution for 0 ≤ V ≤ 0.15 and 0 ≤ ζ ≤ 0.3."""
    shaper = EI(1.0, zeta, V)
    (first, _, last), (_, middle, end) = shaper.impulses
    assert first == pytest.approx(
        0.24968 + 0.24962 * V + 0.80008 * zeta + 1.23328 * V * zeta + 0.49599 * zeta**2 + 3.17316 * V * zeta**2,
        abs=2e-3,
    )
    assert last == pytest.approx(
        0.25149 + 0.21474 * V - 0.83249 * zeta + 1.41498 * V * zeta + 0.85181 * zeta**2 - 4.90094 * V * zeta**2,
        abs=6e-3,
    )
    fit = 0.4999 + V * (0.46159 * zeta + 4.26169 * zeta**2 + 1.75601 * zeta**3)
    fit += V**2 * (8.57843 * zeta - 108.644 * zeta**2 + 336.989 * zeta**3)
    assert middle / end == pytest.approx(fit, abs=3e-3)
    assert end == pytest.approx(1 / np.sqrt(1 - zeta**2))
    assert shaper.residual(1.0) == pytest.approx(V, abs=1e-12)
    assert min(shaper.residual(f) for f in np.linspace(0.6, 1.0, 1001)) < 1e-3
    assert min(shaper.residual(f) for f in np.linspace(1.0, 1.5, 1001)) < 1e-3


def test_a_path_stays_on_its_curve():
    circle = Circle(start=[2, 0, 0], centre=[1, 0, 0], duration=1.0, orientation=[0, 0, 0], follow=True)
    shaped = Shaped(circle, ZVD(2.0))
    line = Line(start=[0, 0, 1], displacement=[1, 0, 0], duration=1.0)
    for t in (0.1, 0.4, 0.77, 1.3):
        motion = shaped.motion(t)
        assert np.linalg.norm(motion.position - [1, 0, 0]) == pytest.approx(1.0, abs=1e-14)
        np.testing.assert_allclose(motion.rotation @ motion.rotation.T, np.eye(3), atol=1e-14)
        A, delays = ZVD(2.0).impulses
        sums = [sum(a * getattr(line.motion(t - delay), part) for a, delay in zip(A, delays, strict=True))
                for part in ("position", "velocity", "acceleration")]  # fmt: skip
        copies = Shaped(line, ZVD(2.0)).motion(t)
        np.testing.assert_allclose([copies.position, copies.velocity, copies.acceleration], sums, atol=1e-12)


def test_copies_that_have_not_begun_rest_at_the_start():
    motion = Shaped(Sinusoid([1.0], 1.0, offset=[2.0]), ZV(1.0)).motion(0.25)
    assert (motion.position[0], motion.velocity[0]) == pytest.approx((2.5, 0.0), abs=1e-15)
    assert Shaped(Sinusoid([1.0], 1.0), ZV(1.0)).switches == (0.5,)


FILE = """
robot = "khatib-rr"
duration = 0.5
[controller]
type = "pd"
kp = 100
kd = 20
[reference]
type = "shaped"
reference = { type = "fifth_order", end = { joint2 = "20 deg" }, duration = "200 ms" }
shaper = { type = "ei", frequency = "4 Hz", damping = 0.02, tolerance = 0.04 }
"""


def test_files_have_shaped_motions():
    scenario = parse_scenario(FILE)
    assert scenario.desired == Shaped(
        FifthOrder(start=[0.0, 0.0], end=[0.0, np.deg2rad(20)], duration=0.2), EI(4.0, 0.02, 0.04)
    )
    led = FILE.replace('type = "pd"', 'type = "operational_space"').replace('{ joint2 = "20 deg" }', "[1, 0.5, 0]")
    led = parse_scenario(led.replace("duration = 0.5", "duration = 0.5\nq0 = [0.3, 0.8]"))
    np.testing.assert_allclose(led.desired.reference.start, pose(led.control_model, [0.3, 0.8])[:3, 3])
    with pytest.raises(arm.errors.ScenarioError, match=r"reference\.shaper\.type: 'eii'.*did you mean ei"):
        parse_scenario(FILE.replace('"ei"', '"eii"'))
    with pytest.raises(arm.errors.ScenarioError, match=r"reference\.reference: duration is missing"):
        parse_scenario(FILE.replace(', duration = "200 ms"', ""))


@pytest.mark.parametrize(
    ("make", "argument"),
    [
        (lambda: ZV(0.0), "frequency"),
        (lambda: ZV(1.0, 1.0), "damping"),
        (lambda: ZVD(1.0, -0.1), "damping"),
        (lambda: EI(1.0, 0.4), "damping"),
        (lambda: EI(1.0, tolerance=0.3), "tolerance"),
        (lambda: ZV.of_mode([1.0]), "modes"),
        (lambda: ZV.of_mode(arm.frequencies(cart(0.0), joints="locked"), 3), "mode"),
        (lambda: Shaped("fast", ZV(1.0)), "reference"),
        (lambda: Shaped(FifthOrder(end=[1.0], duration=1.0), 2.0), "shaper"),
    ],
)
def test_wrong_values_are_refused(make, argument):
    with pytest.raises(arm.ArgumentError) as caught:
        make()
    assert caught.value.field == argument
