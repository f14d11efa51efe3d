"""References: rates are derivatives, pieces join, ends are met, expressions give what numbers give."""

import dataclasses
from itertools import pairwise

import numpy as np
import pytest
from scipy.interpolate import CubicSpline, make_interp_spline
from scipy.spatial.transform import Rotation, Slerp

import armillary as arm
from internals import (
    EI,
    REFERENCES,
    ZV,
    ZVD,
    Chirp,
    Circle,
    Constant,
    FifthOrder,
    Graph,
    Line,
    Port,
    Program,
    SeventhOrder,
    Shaped,
    Sinusoid,
    Spline,
    StepAcceleration,
    StepAccelerationLaw,
    TaskMotion,
    Trapezoid,
    TrapezoidLaw,
    anchor,
    inputs_of,
    parameters,
    pose,
)
from internals import evaluate_program as evaluate
from internals import program_references as references

RNG = np.random.default_rng(5)
POINTS = RNG.uniform(-1, 1, (5, 3))
TIMES = [0.2, 0.5, 1.1, 1.6, 2.4]
TURN = {"orientation": [0.3, -0.2, 0.9], "end_orientation": [0.5, 0.5, -0.5, 0.5]}
A, B = [0.1, -0.4, 2.0], [1.1, 0.3, -0.5]
CASES = {
    "constant": Constant([1.0, 2.0]),
    "fifth_order": FifthOrder(start=A, end=B, duration=1.3, begin=0.4),
    "seventh_order": SeventhOrder(start=A, end=B, duration=1.3, begin=0.4),
    "step_acceleration": StepAcceleration(start=A, end=B, duration=1.3, begin=0.4),
    "trapezoid": Trapezoid(start=A, end=B, velocity=[1.0, 1.0, 1.5], acceleration=4.0, begin=0.2),
    "triangle": Trapezoid(start=A, end=B, velocity=10.0, acceleration=4.0),
    "trapezoid in time": Trapezoid(start=A, end=B, duration=1.5),
    "cubic": Spline(TIMES, POINTS),
    "natural cubic": Spline(TIMES, POINTS, ends="natural"),
    "quintic": Spline(TIMES, POINTS, degree=5),
    "natural quintic": Spline(TIMES, POINTS, degree=5, ends="natural"),
    "sinusoid": Sinusoid([0.5, 0.2], [1.0, 0.3], phase=[0.0, 0.7], offset=1.0),
    "chirp": Chirp([0.5, 0.2], 0.1, 2.0, 1.5, phase=0.3, offset=[1.0, 2.0]),
    "line": Line(start=A, end=B, duration=1.5),
    "turning line": Line(start=A, displacement=B, duration=1.5, law="trapezoid", begin=0.3, **TURN),
    "line by a law": Line(start=A, end=B, law=TrapezoidLaw(1.0, 0.5, 0.1), orientation=np.eye(3)),
    "circle": Circle(start=A, centre=B, axis=[1, 2, 2], duration=1.5, law="step_acceleration"),
    "turning arc": Circle(start=A, centre=B, angle=-1.2, duration=1.5, **TURN),
    "following circle": Circle(start=A, centre=B, axis=[1, 0, 1], duration=1.5, orientation=[0, 0, 1.0], follow=True),
    "shaped": Shaped(Sinusoid([0.5, 0.2], [1.0, 0.3], phase=[0.0, 0.7]), EI(3.0, 0.1)),
    "shaped twice": Shaped(Shaped(FifthOrder(start=A, end=B, duration=1.3, begin=0.4), ZV(3.0)), ZVD(4.5, 0.02)),
    "shaped circle": Shaped(Circle(start=A, centre=B, angle=-1.2, duration=1.5, **TURN), ZVD(4.5, 0.02)),
}
INSTANTS = [0.05, 0.33, 0.61, 0.97, 1.21, 1.55, 2.2, 3.0]
BOTH = pytest.mark.parametrize("reference", CASES.values(), ids=CASES.keys())


@BOTH
@pytest.mark.parametrize("t", INSTANTS)
def test_rates_are_derivatives(reference, t):
    """By the complex step, which has no error of its own."""
    here, step = reference.motion(t, t), reference.motion(t + 1e-30j, t)
    linear = slice(3, 6) if isinstance(here, TaskMotion) else slice(None)
    scale = 1e-13 * (1 + np.abs(here.acceleration).max())
    np.testing.assert_allclose(np.imag(step.position) / 1e-30, here.velocity[linear], rtol=0, atol=scale)
    np.testing.assert_allclose(np.imag(step.velocity) / 1e-30, here.acceleration, rtol=0, atol=10 * scale)
    if isinstance(here, TaskMotion):
        np.testing.assert_allclose(here.rotation @ here.rotation.T, np.eye(3), atol=1e-14)
        spin = np.imag(step.rotation) / 1e-30 @ here.rotation.T
        np.testing.assert_allclose([spin[2, 1], spin[0, 2], spin[1, 0]], here.velocity[:3], atol=1e-13)
        np.testing.assert_allclose(spin + spin.T, 0, atol=1e-13)


@BOTH
def test_expressions_give_what_numbers_give(reference):
    graph = Graph()
    arrays = (Port("clock", (2,)),)
    (clock,) = inputs_of(graph, arrays)
    motion = reference.motion(clock[0], clock[1])
    names = [field.name for field in dataclasses.fields(motion)]
    found = [references(graph, getattr(motion, name)) for name in names]
    outputs = tuple(Port(name, (len(refs),)) for name, refs in zip(names, found, strict=True))
    program = Program("reference", graph, arrays, outputs, tuple(found))
    cuts = [0.0, *reference.switches, 4.0]
    clocks = [(t, t) for t in INSTANTS]
    clocks += [(end, (a + b) / 2) for a, b in pairwise(cuts) if b > a for end in (a, b)]
    for t, inside in clocks:
        values = evaluate(program, {"clock": [t, inside]})
        for name in names:
            expected = np.ravel(getattr(reference.motion(t, inside), name))
            np.testing.assert_allclose(values[name], expected, rtol=1e-13, atol=1e-13, err_msg=f"{name} at {t}")


def jumps(reference, what):
    """The jump of a part of the motion at every switch."""
    cuts = [min(reference.switches) - 1, *reference.switches, max(reference.switches) + 1]
    for before, at, after in zip(cuts, cuts[1:], cuts[2:], strict=False):
        left, right = (getattr(reference.motion(at, (at + side) / 2), what) for side in (before, after))
        yield np.abs(left - right).max()


SMOOTH = {
    "fifth_order": 2, "step_acceleration": 1, "trapezoid": 1, "triangle": 1, "trapezoid in time": 1, "cubic": 1,
    "natural cubic": 0, "quintic": 2, "natural quintic": 0, "chirp": 1, "line": 2, "turning line": 1, "circle": 1,
    "turning arc": 2, "following circle": 2,
}  # fmt: skip


@pytest.mark.parametrize(("name", "order"), SMOOTH.items())
def test_pieces_join(name, order):
    """Derivatives up to an order are continuous, the next one is not: it is why there are switches."""
    parts = ("position", "velocity", "acceleration")
    for part in parts[: order + 1]:
        assert max(jumps(CASES[name], part)) < 1e-12
    if order < 2:
        assert max(jumps(CASES[name], parts[order + 1])) > 0.1


@pytest.mark.parametrize(
    "name", ["fifth_order", "seventh_order", "step_acceleration", "trapezoid", "triangle", "trapezoid in time", "line"]
)
def test_motions_start_and_end_at_rest_where_they_should(name):
    reference = CASES[name]
    first, last = reference.switches[0], reference.switches[-1]
    for t, place in ((first - 0.1, A), (first, A), (last, B), (last + 5, B)):
        motion = reference.motion(t, t)
        np.testing.assert_allclose(motion.position, place, atol=1e-14)
        np.testing.assert_allclose(motion.velocity, 0, atol=1e-14)


def test_the_step_acceleration_is_a_step():
    reference = StepAcceleration(start=[0.0], end=[3.0], duration=2.0)
    assert reference.switches == (0.0, 1.0, 2.0)
    assert [reference.motion(t).acceleration[0] for t in (-1.0, 0.3, 0.9, 1.1, 1.9, 2.1)] == [0, 3, 3, -3, -3, 0]


@pytest.mark.parametrize("velocity", [0.7, 5.0])
def test_a_trapezoid_keeps_all_limits_and_reaches_one(velocity):
    limits = velocity * np.array([1.0, 2.0, 1.5]), np.array([3.0, 2.0, 4.0])
    move = Trapezoid(start=A, end=B, velocity=limits[0], acceleration=limits[1])
    motions = [move.motion(t) for t in np.linspace(0, move.law.duration, 4001)]
    speed = np.abs([motion.velocity for motion in motions]).max(axis=0) / limits[0]
    thrust = np.abs([motion.acceleration for motion in motions]).max(axis=0) / limits[1]
    assert thrust.max() == pytest.approx(1, abs=1e-12)
    if velocity == 0.7:
        assert speed.max() == pytest.approx(1, abs=1e-12)
        assert len(move.switches) == 4
    else:
        assert speed.max() < 1
        assert len(move.switches) == 3


def test_a_trapezoid_of_given_duration_has_the_other_limit():
    free = Trapezoid(start=A, end=B, velocity=1.2, acceleration=3.0)
    T = free.law.duration
    for other in (
        Trapezoid(start=A, end=B, duration=T, acceleration=3.0),
        Trapezoid(start=A, end=B, duration=T, velocity=1.2),
    ):
        np.testing.assert_allclose(other.switches, free.switches, rtol=1e-12)
        np.testing.assert_allclose(other.motion(0.4).position, free.motion(0.4).position, rtol=1e-12)


def test_a_motion_to_where_one_is_stays_there():
    move = Trapezoid(start=[1.0, 2.0], end=[1.0, 2.0], velocity=1.0, acceleration=1.0)
    assert move.switches == ()
    assert move.motion(3.0).position.tolist() == [1.0, 2.0]


@pytest.mark.parametrize("ends", ["clamped", "natural"])
def test_splines_are_those_of_scipy(ends):
    cubic = CubicSpline(TIMES, POINTS, bc_type=ends)
    zero = np.zeros(3)
    orders = (1, 2) if ends == "clamped" else (3, 4)
    quintic = make_interp_spline(TIMES, POINTS, k=5, bc_type=([(k, zero) for k in orders],) * 2)
    for degree, other in ((3, cubic), (5, quintic)):
        ours = Spline(TIMES, POINTS, degree, ends)
        for t in np.linspace(0.21, 2.39, 30):
            motion = ours.motion(t)
            for order, part in enumerate(("position", "velocity", "acceleration")):
                np.testing.assert_allclose(getattr(motion, part), other(t, order), rtol=1e-9, atol=1e-9)
        for t, point in zip(TIMES, POINTS, strict=True):
            np.testing.assert_allclose(ours.motion(t).position, point, atol=1e-13)


def test_circles_keep_their_distance_and_close():
    circle = CASES["circle"]
    axis = np.array([1, 2, 2]) / 3
    r0 = np.array(A) - B
    for t in np.linspace(0, 1.5, 9):
        r = circle.motion(t).position - B
        np.testing.assert_allclose([r @ axis, np.linalg.norm(r)], [r0 @ axis, np.linalg.norm(r0)], rtol=1e-13)
    np.testing.assert_allclose(circle.motion(1.5).position, A, atol=1e-13)
    half = circle.motion(0.75).position - B
    np.testing.assert_allclose(half, 2 * (r0 @ axis) * axis - r0, atol=1e-13)


def test_orientations_turn_as_slerp_does():
    line = CASES["turning line"]
    ends = Rotation.concatenate(
        [Rotation.from_euler("ZYX", [0.9, -0.2, 0.3]), Rotation.from_quat([0.5, -0.5, 0.5, 0.5])]
    )
    slerp = Slerp([0, 1], ends)
    for t in np.linspace(0.3, 1.8, 7):
        s = line.time_law.at(t, t).s
        np.testing.assert_allclose(line.motion(t).rotation, slerp([s]).as_matrix()[0], atol=1e-12)


def test_what_is_left_open_is_where_the_robot_starts():
    model = arm.model(arm.library.get("panda"))
    q = np.array([0.1, -0.5, 0.3, -2.0, 0.2, 1.5, 0.4])
    here = pose(model, q)
    line = anchor(Line(displacement=[0.1, 0, 0], duration=1.0, end_orientation=[0, 0, 0]), model, q)
    np.testing.assert_allclose(line.motion(0.0).position, here[:3, 3], atol=1e-15)
    np.testing.assert_allclose(line.motion(0.0).rotation, here[:3, :3], atol=1e-14)
    np.testing.assert_allclose(line.motion(1.0).rotation, np.eye(3), atol=1e-14)
    move = anchor(FifthOrder(end=np.zeros(7), duration=1.0), model, q)
    np.testing.assert_allclose(move.motion(0.0).position, q)
    assert anchor(CASES["line"], model, q) is CASES["line"]
    open_move = FifthOrder(end=np.zeros(7), duration=1.0)
    with pytest.raises(arm.ArgumentError, match="start: nothing"):
        open_move.motion(0.0)


def test_the_table_makes_every_reference_from_its_parameters():
    for name, kind in REFERENCES.items():
        case = CASES[{"spline": "cubic"}.get(name, name)]
        given = {each.name: getattr(case, each.name) for each in parameters(kind)}
        again = kind(**{key: value for key, value in given.items() if value is not None})
        np.testing.assert_array_equal(again.motion(0.7).position, case.motion(0.7).position)
        assert all(each.says for each in parameters(kind))


@pytest.mark.parametrize(
    ("make", "argument"),
    [
        (lambda: FifthOrder(start=[0.0], end=[1.0, 2.0], duration=1.0), "start"),
        (lambda: FifthOrder(start=[0.0], end=[1.0], duration=0.0), "duration"),
        (lambda: FifthOrder(start=[0.0], end=[np.nan], duration=1.0), "end[0]"),
        (lambda: StepAcceleration(start=[0.0], end="far", duration=1.0), "end"),
        (lambda: StepAccelerationLaw(-1.0), "duration"),
        (lambda: TrapezoidLaw(1.0, ramp=0.6), "ramp"),
        (lambda: Trapezoid(start=[0.0], end=[1.0]), "velocity, acceleration, duration"),
        (lambda: Trapezoid(start=[0.0], end=[1.0], velocity=1.0), "velocity, acceleration, duration"),
        (lambda: Trapezoid(start=[0.0], end=[1.0], velocity=-1.0, acceleration=1.0), "velocity"),
        (lambda: Trapezoid(start=[0.0], end=[1.0], duration=1.0, acceleration=1.0), "duration"),
        (lambda: Trapezoid(start=[0.0], end=[1.0], duration=3.0, velocity=1.0), "duration"),
        (lambda: Spline([0, 1, 1], [[0], [1], [2]]), "times"),
        (lambda: Spline([0, 1], [[0], [1], [2]]), "times"),
        (lambda: Spline([0, 1], [[0], [1, 2]]), "points"),
        (lambda: Spline([0, 1], [[0], [1]], degree=4), "degree"),
        (lambda: Spline([0, 1], [[0], [1]], ends="open"), "ends"),
        (lambda: Sinusoid([1.0, 2.0], [1.0, 2.0, 3.0]), "frequency"),
        (lambda: Chirp([1.0], -1.0, 2.0, 1.0), "start_frequency"),
        (lambda: Line(start=A, duration=1.0), "end, displacement"),
        (lambda: Line(start=A, end=B, displacement=B, duration=1.0), "end, displacement"),
        (lambda: Line(start=A, end=B), "duration"),
        (lambda: Line(start=A, end=B, duration=1.0, law="slow"), "law"),
        (lambda: Line(start=A, end=B, duration=1.0, law=TrapezoidLaw(1.0)), "law"),
        (lambda: Line(start=A, end=B, duration=1.0, orientation=[1, 2, 3, 4]), "orientation"),
        (lambda: Line(start=A, end=B, duration=1.0, end_orientation=[0, 0, 0]), "orientation"),
        (lambda: Circle(start=A, centre=B, axis=[0, 0, 0], duration=1.0), "axis"),
        (lambda: Circle(start=A, centre=B, duration=1.0, follow=True, **TURN), "follow"),
    ],
)  # fmt: skip
def test_bad_arguments_are_named(make, argument):
    with pytest.raises(arm.ArgumentError) as raised:
        make()
    assert raised.value.field == argument


def test_every_motion_begins_where_the_robot_is():
    robot, q0 = arm.library.get("khatib-rr"), [0.2, 0.3]
    for kind in (arm.references.FifthOrder, arm.references.StepAcceleration, arm.references.Trapezoid):
        reference = kind(end=[0.5, 0.4], duration=1.0)
        run = arm.simulate(robot, 0.02, q0=q0, controller=arm.controllers.PD(10.0, 1.0), reference=reference)
        assert run.signals["reference"][0].tolist() == q0


MOTIONS = [
    arm.references.Constant([0.1, 0.2]), arm.references.Sinusoid([0.1], 1.0), Chirp([0.1], 0.0, 1.0, 2.0),
    arm.references.FifthOrder(start=[0.0], end=[1.0], duration=1.0),
    arm.references.Trapezoid(start=[0.0], end=[1.0], duration=1.0),
    arm.references.Line(start=[0, 0, 0], end=[1, 0, 0], duration=1.0),
]  # fmt: skip


@pytest.mark.parametrize("motion", MOTIONS, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("t", [np.linspace(0, 1, 5), [0.0, 1.0], None, "1", np.nan, np.inf, {}, True])
def test_a_motion_is_asked_for_one_time(motion, t):
    with pytest.raises(arm.ArgumentError, match=r"t: .*expected one time"):
        motion.motion(t)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "make",
    [
        lambda: arm.references.Sinusoid([1e200], 1e100),
        lambda: arm.references.FifthOrder(start=[-1e308], end=[1e308], duration=1.0),
        lambda: arm.references.Sinusoid([1e308], 10.0),
    ],
)
def test_motions_that_are_not_finite_are_refused_without_warnings(make):
    robot = arm.planar([1.0], [1.0])
    with pytest.raises(arm.ArgumentError):
        make().motion(0.3)
    with pytest.raises(arm.ArgumentError):
        _ = arm.Scenario(robot, reference=make(), controller=arm.controllers.PD(1.0, 1.0)).desired


@pytest.mark.filterwarnings("error")
def test_pieces_that_do_not_apply_may_overflow():
    late = arm.references.FifthOrder(start=[0.0], end=[1.0], duration=1e-100).motion(1e90)
    assert late.position.tolist() == [1.0]
    assert late.acceleration.tolist() == [0.0]
