"""Controllers: numbers against the formulas, expressions against numbers, closed loops against what they promise."""

import math
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import (
    CONTROLLERS,
    OBJECTIVES,
    PD,
    PID,
    ComputedTorque,
    ConditionNumber,
    Constant,
    FifthOrder,
    FunctionController,
    GeneralisedInverse,
    Graph,
    GravityTorque,
    InverseDynamics,
    JointLimits,
    Line,
    LowPass,
    Manipulability,
    NotTraceableError,
    Observed,
    OpenLoop,
    OperationalSpace,
    PDGravity,
    Port,
    Posture,
    Program,
    Sampled,
    Series,
    Signal,
    StepAcceleration,
    anchor,
    approximate,
    bias,
    condition_number_gradient,
    determinant,
    gravity,
    gravity_norm_gradient,
    inputs_of,
    inverse_dynamics,
    jacobian,
    jacobian_dot,
    manipulability,
    manipulability_gradient,
    parameters,
    pose,
    resolve_velocity,
    wrap,
)
from internals import composite_body_mass_matrix as mass_matrix
from internals import evaluate_program as evaluate
from internals import kinematics_planar_nr as planar_nr
from internals import program_references as references
from matrix.kinds import KINDS

RNG = np.random.default_rng(11)
PANDA = arm.model(arm.library.get("panda"))
FLEXROB = arm.model(arm.library.get("flexrob"))
RR = arm.model(arm.library.get("khatib-rr"))
Q = np.array([0.1, -0.5, 0.3, -2.0, 0.2, 1.5, 0.4])
MOVE = FifthOrder(start=Q, end=Q + 0.5, duration=1.0)
TURN = anchor(Line(displacement=[0.1, 0.1, -0.1], duration=1.0, end_orientation=[3.0, 0.1, 0.2]), PANDA, Q)


def signal_of(model, reference, t=0.3, states=0, seed=3, near=None):
    rng = np.random.default_rng(seed)
    q = rng.uniform(-1, 1, model.nq) if near is None else near + rng.uniform(-0.1, 0.1, model.nq)
    return Signal(t, q, rng.uniform(-1, 1, model.nv), rng.uniform(-1, 1, states), reference.motion(t, t), np.zeros(0))


def traced(law, reference, signal):
    """What the law says to expressions, evaluated at the numbers of a signal: efforts and rates."""
    graph = Graph()
    sizes = {"t": 1, "q": len(signal.q), "qd": len(signal.qd), "c": max(1, law.states)}
    arrays = tuple(Port(name, (size,)) for name, size in sizes.items())
    t, q, qd, c = inputs_of(graph, arrays)
    asked = Signal(t[0], q, qd, c[: law.states], reference.motion(t[0], t[0]), np.zeros(0))
    results = {"tau": law.effort(asked), "rate": [*law.rate(asked), 0.0]}
    shapes = tuple(Port(name, (len(values),)) for name, values in results.items())
    program = Program("law", graph, arrays, shapes, tuple(references(graph, values) for values in results.values()))
    state = np.zeros(sizes["c"])
    state[: law.states] = signal.state
    found = evaluate(program, {"t": [signal.t], "q": signal.q, "qd": signal.qd, "c": state})
    return found["tau"], found["rate"][:-1]


PLACE = Constant([0.0, 0.0, 0.0])
BENT = FifthOrder(start=[0.0, 0.0], end=[1.5, 1.5], duration=1.0)
TABLE = OpenLoop(RNG.uniform(-5, 5, (3, 7)), times=[0.0, 0.5, 1.0])
LAWS = {
    "constant torque": (OpenLoop(np.arange(7.0)), PANDA, MOVE),
    "table": (TABLE, PANDA, MOVE),
    "held table": (replace(TABLE, interpolation="hold"), PANDA, MOVE),
    "function of time": (OpenLoop(lambda t: np.array([np.sin(2 * t), t * t])), RR, BENT),
    "pd": (PD(np.arange(1.0, 8.0), 2.0, limits=3.0), PANDA, MOVE),
    "pd with gravity": (PDGravity(100.0, 20.0, limits="robot"), PANDA, MOVE),
    "pid": (PID(100.0, 50.0, 20.0, limits=40.0), PANDA, MOVE),
    "pid with gravity": (PID(100.0, 50.0, 20.0, gravity=True), PANDA, MOVE),
    "computed torque": (ComputedTorque(100.0, 20.0), PANDA, MOVE),
    "computed torque, flexible": (ComputedTorque(100.0, 20.0), FLEXROB, BENT),
    "inverse dynamics": (InverseDynamics(kp=3.0), PANDA, MOVE),
    "inverse dynamics, flexible": (InverseDynamics(kp=3.0, kd=1.0), FLEXROB, BENT),
    "position": (OperationalSpace(100.0, 20.0), PANDA, TURN),
    "pose": (OperationalSpace(100.0, 20.0, task="pose", objectives=[Posture(Q, 2.0)]), PANDA, TURN),
    "velocity level": (
        OperationalSpace(10.0, 20.0, level="velocity", weight="euclidean", objectives=[Manipulability(0.5)]),
        PANDA, TURN,
    ),
    "damped": (OperationalSpace(100.0, 20.0, task="pose", damping=0.3, threshold=0.9), PANDA, TURN),
    "joint limits": (OperationalSpace(100.0, 20.0, objectives=[JointLimits(2.0), GravityTorque(1e-3)]), PANDA, TURN),
    "filter": (Series(PID(100.0, 50.0, 20.0), LowPass(1.6), limits=50.0), PANDA, MOVE),
    "observer": (Observed(ComputedTorque(100.0, 20.0), 50.0), RR, BENT),
}  # fmt: skip


@pytest.mark.parametrize("name", LAWS)
def test_expressions_give_what_numbers_give(name):
    spec, model, reference = LAWS[name]
    law = spec.law(model)
    signal = signal_of(model, reference, states=law.states, near=Q if model is PANDA else None)
    tau, rate = traced(law, reference, signal)
    expected = law.effort(signal)
    assert expected.shape == (model.nv,)
    np.testing.assert_allclose(tau, expected, rtol=1e-9, atol=1e-9 * (1 + np.abs(expected).max()))
    np.testing.assert_allclose(rate, law.rate(signal), rtol=1e-9, atol=1e-9 * (1 + np.abs(rate).max(initial=0)))
    assert law.start().shape == (law.states,)


def test_pd_and_its_gravity_are_their_formulas():
    signal = signal_of(PANDA, MOVE)
    e, ed = signal.reference.position - signal.q, signal.reference.velocity - signal.qd
    plain = 100 * e + np.arange(7.0) * ed
    np.testing.assert_allclose(PD(100.0, np.arange(7.0)).law(PANDA).effort(signal), plain, rtol=1e-14)
    full = np.diag(np.full(7, 100.0)) + 0.1
    np.testing.assert_allclose(PD(full, 0.0).law(PANDA).effort(signal), full @ e, rtol=1e-14)
    with_weight = PDGravity(100.0, np.arange(7.0)).law(PANDA).effort(signal)
    np.testing.assert_allclose(with_weight - plain, gravity(PANDA, signal.q), rtol=1e-10, atol=1e-12)


def test_limits_cut_the_command_which_stays_known():
    law = PD(100.0, 0.0, limits=np.arange(1.0, 8.0)).law(PANDA)
    signal = signal_of(PANDA, MOVE)
    assert np.all(np.abs(law.command(signal)) > law.limits)
    np.testing.assert_array_equal(law.effort(signal), np.sign(law.command(signal)) * law.limits)
    robot = PD(100.0, 0.0, limits="robot").law(PANDA)
    np.testing.assert_array_equal(robot.limits, [87, 87, 87, 87, 12, 12, 12])


def test_computed_torque_is_inverse_dynamics():
    signal = signal_of(PANDA, MOVE)
    wanted = signal.reference
    a = wanted.acceleration + 20 * (wanted.velocity - signal.qd) + 100 * (wanted.position - signal.q)
    expected = inverse_dynamics(PANDA, signal.q, signal.qd, a)
    np.testing.assert_allclose(ComputedTorque(100.0, 20.0).law(PANDA).effort(signal), expected, rtol=1e-12)


def test_flexible_joints_get_the_wanted_acceleration():
    """The efforts at the joints alone, put through the equations of motion."""
    signal = signal_of(FLEXROB, BENT)
    tau = ComputedTorque(0.0, 0.0).law(FLEXROB).effort(signal)
    assert not np.any(tau[2:])
    M, b = mass_matrix(FLEXROB, signal.q), bias(FLEXROB, signal.q, signal.qd)
    qdd = np.linalg.solve(M, tau - b)
    np.testing.assert_allclose(qdd[:2], signal.reference.acceleration, rtol=1e-9)


def test_a_rigid_model_serves_a_flexible_robot():
    rigid = arm.model(arm.planar([0.4, 0.4], [0.2, 0.2], coms=[0.2, 0.2], inertias=[0.01, 0.01]))
    signal = signal_of(FLEXROB, BENT)
    joints = replace(signal, q=signal.q[:2], qd=signal.qd[:2])
    tau = ComputedTorque(9.0, 6.0).law(rigid).effort(signal)
    np.testing.assert_array_equal(tau, [*ComputedTorque(9.0, 6.0).law(rigid).effort(joints), 0, 0, 0, 0])


@pytest.mark.parametrize("name", ["spherical", "free_base"])
def test_a_moving_quaternion_is_followed(name):
    """A model without errors, on its reference at the start, stays there: rates of four entries are those of turns."""
    model = KINDS[name].model
    start = KINDS[name].start
    end = model.integrate(start, np.linspace(0.5, -0.8, model.nv))
    move = arm.references.FifthOrder(start=start, end=end, duration=0.5)
    run = arm.simulate(model, 0.6, controller=ComputedTorque(kp=100.0, kd=20.0), reference=move, q0=start, record=0.05)
    wanted = np.array([move.motion(t, t).position for t in run.t])
    for place, _ in model.quaternions:
        wanted[:, place] /= np.linalg.norm(wanted[:, place], axis=1, keepdims=True)
    assert np.abs(run.q - wanted).max() < 1e-8
    with pytest.raises(arm.ArgumentError, match=r"reference: a quaternion of length 2 at 0\.5 s; expected unit"):
        arm.simulate(model, 0.1, controller=PD(1.0, 1.0), reference=replace(move, end=2 * end), q0=start)


def test_a_ball_joint_turns_the_shortest_way():
    """The error of a quaternion vanishes at the wanted one, whatever its sign, and leads there."""
    model = arm.model(arm.library.get("spherical-chain"))
    ball = next(joint for joint in model.joints if joint.kind.nq == 4)
    q = model.integrate(model.neutral, RNG.uniform(-1, 1, model.nv))
    step = 1e-6 * RNG.uniform(-1, 1, model.nv)
    wanted = model.integrate(q, step)
    wanted[ball.q] *= -1
    signal = Signal(0.0, q, np.zeros(model.nv), np.zeros(0), Constant(wanted).motion(0.0), np.zeros(0))
    np.testing.assert_allclose(PD(1.0, 0.0).law(model).effort(signal), step, atol=1e-11)


def test_tables_are_interpolated_or_held():
    times, rows = [0.0, 0.5, 1.5], np.array([[1.0, 2.0], [3.0, -1.0], [0.0, 4.0]])
    linear, held = (OpenLoop(rows, times, way).law(RR) for way in ("linear", "hold"))
    assert linear.switches == (0.0, 0.5, 1.5)
    for t in (-0.3, 0.1, 0.49, 0.7, 1.4, 1.6):
        np.testing.assert_allclose(linear.at(t, t), [np.interp(t, times, column) for column in rows.T], atol=1e-14)
        np.testing.assert_array_equal(held.at(t, t), rows[max(0, np.searchsorted(times, t, side="right") - 1)])


def test_integrals_wait_behind_limits():
    law = PID(10.0, 1.0, 0.0, limits=[5.0, 5.0]).law(RR)
    still = np.zeros(2)
    for state, error, expected in (
        ([0, 0], [0.1, -0.1], [0.1, -0.1]),
        ([9, -9], [0.1, -0.1], [0, 0]),
        ([9, -9], [-0.1, 0.1], [-0.1, 0.1]),
    ):
        motion = Constant(error).motion(0.0)
        signal = Signal(0.0, still, still, np.array(state, dtype=float), motion, np.zeros(0))
        np.testing.assert_array_equal(law.rate(signal), expected)


# --- operational space ---


def test_the_acceleration_level_is_the_law_of_the_paper():
    """(25) and (26) with matrices, dN/dt by a difference of N along the motion."""
    signal = signal_of(PANDA, TURN, near=Q)
    q, qd, wanted = signal.q, signal.qd, signal.reference
    rows = slice(3, 6)

    def projector(q):
        J, M = jacobian(PANDA, q)[rows], mass_matrix(PANDA, q)
        Y = np.linalg.solve(M, J.T)
        plus = Y @ np.linalg.inv(J @ Y)
        return plus, np.eye(7) - plus @ J

    h = 1e-6
    (plus, N), M = projector(q), mass_matrix(PANDA, q)
    Nd = (projector(q + h * qd)[1] - projector(q - h * qd)[1]) / (2 * h)
    Md = (mass_matrix(PANDA, q + h * qd) - mass_matrix(PANDA, q - h * qd)) / (2 * h)
    e = wanted.position - pose(PANDA, q)[:3, 3]
    ed = wanted.velocity[rows] - jacobian(PANDA, q)[rows] @ qd
    a = wanted.acceleration[rows] + 20 * ed + 100 * e - jacobian_dot(PANDA, q, qd)[rows] @ qd
    for exact in (False, True):
        Phi = -10 * qd - Nd @ qd - exact * 0.5 * np.linalg.solve(M, Md @ N @ qd)
        expected = M @ (plus @ a + N @ Phi) + bias(PANDA, q, qd)
        found = OperationalSpace(100.0, 20.0, exact=exact).law(PANDA).effort(signal)
        np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


def test_the_velocity_level_is_equation_14():
    """At rest with no desired acceleration, q̈ = K_d q̇_c, and q̇_c is that of `kinematics.redundancy`."""
    still = np.zeros(7)
    motion = Constant(pose(PANDA, Q)[:3, 3] + [0.01, -0.02, 0.03]).motion(0.0)
    signal = Signal(0.0, Q, still, np.zeros(0), motion, np.zeros(0))
    spec = OperationalSpace(5.0, 8.0, level="velocity", weight="euclidean", objectives=[Manipulability(0.3)])
    tau = spec.law(PANDA).effort(signal)
    rates = np.linalg.solve(mass_matrix(PANDA, Q), tau - bias(PANDA, Q, still)) / 8
    expected = resolve_velocity(PANDA, Q, [0.05, -0.1, 0.15], manipulability_gradient(PANDA, Q), 0.3)
    np.testing.assert_allclose(rates, expected, rtol=1e-9, atol=1e-12)


def test_objectives_are_the_gradients_of_kinematics():
    spec = OperationalSpace(1.0, 1.0)
    space, J = spec.law(PANDA).space, jacobian(PANDA, Q)[3:]
    np.testing.assert_allclose(
        Manipulability(2.0).rates(space, Q, J), 2 * manipulability_gradient(PANDA, Q), atol=1e-12
    )
    np.testing.assert_allclose(ConditionNumber(2.0).rates(space, Q, J), -2 * condition_number_gradient(PANDA, Q))
    W = np.diag(np.arange(1.0, 8.0))
    weighted = GravityTorque(2.0, np.arange(1.0, 8.0)).rates(space, Q, J)
    np.testing.assert_allclose(weighted, -2 * gravity_norm_gradient(PANDA, Q, W))
    bounds = np.array([(j.limits.lower, j.limits.upper) for j in PANDA.robot.moving_joints()])
    middle, half = bounds.mean(axis=1), np.ptp(bounds, axis=1) / 2
    np.testing.assert_allclose(JointLimits(2.0).rates(space, Q, J), -2 * (Q - middle) / half**2, rtol=1e-12)
    np.testing.assert_allclose(Posture(Q + 1, 2.0).rates(space, Q, J), np.full(7, 2.0), rtol=1e-14)


def test_the_condition_number_of_a_planar_arm_is_that_of_the_paper():
    model = arm.model(arm.planar([1.0, 0.8, 0.5, 0.3], [1.0] * 4, coms=[0.2] * 4, inertias=[0.1] * 4))
    q = np.array([0.3, 0.9, -1.1, 0.5])
    law = OperationalSpace(1.0, 1.0, objectives=[ConditionNumber(1.0)]).law(model)
    assert law.space.size == 2
    found = ConditionNumber(1.0).rates(law.space, q, law.space.jacobian(q))
    np.testing.assert_allclose(
        found, -planar_nr.condition_number_gradient(q, [1.0, 0.8, 0.5, 0.3]), rtol=1e-9, atol=1e-9
    )
    signal = signal_of(model, Constant([0.5, 0.5, 0.0]), near=q)
    np.testing.assert_allclose(traced(law, Constant([0.5, 0.5, 0.0]), signal)[0], law.effort(signal), rtol=1e-9)


def test_singular_values_say_that_they_cannot_be_compiled():
    law = OperationalSpace(1.0, 1.0, objectives=[ConditionNumber(1.0)]).law(PANDA)
    signal = signal_of(PANDA, TURN, near=Q)
    assert law.effort(signal).shape == (7,)
    with pytest.raises(NotTraceableError, match="singular values"):
        traced(law, TURN, signal)


def test_a_tilted_planar_arm_has_two_directions():
    """Not rows of the world, but combinations of them."""
    flat = arm.planar([1.0, 0.8, 0.5], [1.0] * 3, coms=[0.2] * 3, inertias=[0.1] * 3)
    first = flat.joints[0]
    tilt = replace(first, placement=replace(first.placement, rotation=[[1, 0, 0], [0, 0.6, -0.8], [0, 0.8, 0.6]]))
    model = arm.model(replace(flat, joints=(tilt, *flat.joints[1:])))
    law = OperationalSpace(100.0, 20.0, weight="euclidean").law(model)
    assert law.space.basis.shape == (3, 2)
    q = np.array([0.3, 0.9, -1.1])
    J = law.space.jacobian(q)
    assert np.sqrt(np.linalg.det(J @ J.T)) == pytest.approx(manipulability(model, q), rel=1e-12)


def test_damping_is_smooth_and_only_near_singularities():
    model = arm.model(arm.planar([1.0, 1.0, 1.0], [1.0] * 3, coms=[0.5] * 3, inertias=[0.1] * 3))
    law = OperationalSpace(100.0, 20.0, damping=0.2, threshold=0.1).law(model)
    plain = OperationalSpace(100.0, 20.0).law(model)
    still = np.zeros(3)

    def effort(law, bend):
        motion = Constant([2.0, 0.5, 0.0]).motion(0.0)
        return law.effort(Signal(0.0, np.array([0.2, bend, bend]), still, np.zeros(0), motion, np.zeros(0)))

    np.testing.assert_array_equal(effort(law, 1.2), effort(plain, 1.2))
    with pytest.raises(arm.errors.SingularityError, match="damping"):
        effort(plain, 0.0)
    straight = effort(law, 0.0)
    assert np.all(np.isfinite(straight))
    np.testing.assert_allclose(effort(law, 1e-6), straight, atol=1e-2)
    assert np.abs(effort(plain, 1e-4)).max() > 100 * np.abs(straight).max()


def test_generalised_inverses_are_what_they_say():
    J, S = RNG.uniform(-1, 1, (3, 5)), RNG.uniform(-1, 1, (5, 5))
    W, x = S @ S.T + np.eye(5), RNG.uniform(-1, 1, 3)
    np.testing.assert_allclose(GeneralisedInverse(J, None).apply(x), np.linalg.pinv(J) @ x, rtol=1e-10)
    weighted = GeneralisedInverse(J, W)
    np.testing.assert_allclose(J @ weighted.apply(x), x, rtol=1e-10)
    z = RNG.uniform(-1, 1, 5)
    np.testing.assert_allclose(J @ weighted.project(z), 0, atol=1e-12)
    assert weighted.apply(x) @ W @ weighted.project(z) == pytest.approx(0, abs=1e-11)
    for n in (1, 2, 3, 6):
        A = RNG.uniform(-1, 1, (n, n))
        assert determinant(A) == pytest.approx(np.linalg.det(A), rel=1e-9)


# --- a user's function ---


def test_a_function_is_traced_and_run_once_for_it():
    class Calls:  # what a class keeps is not looked at
        count = 0

    def law(t, q, qd, reference):
        Calls.count += 1
        return 50 * (reference.position - q) - 9 * qd + np.sin(q) * np.cos(t)

    controller = wrap(law, PANDA, MOVE)
    assert isinstance(controller, FunctionController)
    assert Calls.count == 3  # once with expressions, twice with numbers to be sure
    signal = signal_of(PANDA, MOVE)
    tau, _ = traced(controller, MOVE, signal)
    traced(controller, MOVE, signal)
    assert Calls.count == 3
    np.testing.assert_allclose(tau, controller.effort(signal), rtol=1e-12)


def _clipped_in_place(tau):
    tau += 0.1
    np.clip(tau, -1e-3, 1e-3, out=tau)
    return tau


@pytest.mark.parametrize(
    "function",
    [
        lambda t, q, qd, r: np.clip(q, -0.5, 0.5),
        lambda t, q, qd, r: np.where(q < 0.2, np.sign(qd), np.maximum(q, qd)),
        lambda t, q, qd, r: arm.where((q >= 0.2) | ~(qd <= 0.1), np.minimum(q, 0.3), q[0] * qd),
        lambda t, q, qd, r: arm.where((q > 0.2) & (t >= 0), q, qd),
        lambda t, q, qd, r: _clipped_in_place(2 * q),
    ],
)
def test_choices_of_numpy_are_traced(function):
    controller = wrap(function, RR)
    assert isinstance(controller, FunctionController)
    signal = signal_of(RR, BENT)
    np.testing.assert_allclose(traced(controller, BENT, signal)[0], controller.effort(signal), rtol=1e-15)


@pytest.mark.parametrize(
    "function",
    [
        lambda t, q, qd, r: -q if q[0] > 0 else q,
        lambda t, q, qd, r: -q if t == 0 else q,
        lambda t, q, qd, r: -q if t <= 0 else q,
        lambda t, q, qd, r: [-float(q[0]), -float(q[1])],
        lambda t, q, qd, r: [math.sin(q[0]), 0.0],
        lambda t, q, qd, r: np.linalg.solve(np.eye(2), q),
        lambda t, q, qd, r: np.sort(q),
        lambda t, q, qd, r: np.random.default_rng().uniform(0, 1, 2) * q,
    ],
)
def test_what_cannot_be_traced_is_called(function):
    controller = wrap(function, RR)
    assert isinstance(controller, Sampled)
    assert "called every control period" in controller.message
    assert controller.reason in controller.message
    signal = signal_of(RR, BENT)
    assert controller.effort(signal).shape == (2,)
    with pytest.raises(NotTraceableError):
        traced(controller, BENT, signal)


def test_functions_that_keep_values_are_found_out():
    kept = {"sum": np.zeros(2)}

    def law(t, q, qd, reference):
        kept["sum"] = kept["sum"] + (reference.position - q)
        return kept["sum"]

    found = wrap(law, RR)
    assert isinstance(found, Sampled)
    assert "keeps values" in found.reason
    assert np.array_equal(kept["sum"], np.zeros(2))  # it was a copy that was tried
    assert isinstance(wrap(law, RR, trace=False), Sampled)


def test_a_function_must_return_efforts():
    with pytest.raises(arm.ArgumentError, match="2 efforts"):
        wrap(lambda t, q, qd, r: np.zeros(3), RR)
    with pytest.raises(arm.ArgumentError, match="a function of"):
        wrap(3.0, RR)
    flexible = wrap(lambda t, q, qd, r: r.position - q[:2], FLEXROB)
    assert flexible.effort(signal_of(FLEXROB, BENT)).shape == (6,)


# --- closed loops ---

TIGHT = {"solver": arm.solvers.RK45(rtol=1e-11, atol=1e-11)}


def test_computed_torque_follows_exactly_and_forgets_errors():
    robot, move = arm.library.get("khatib-rr"), FifthOrder(start=[0.2, 0.3], end=[1.2, -0.5], duration=1.0)
    law = ComputedTorque(100.0, 20.0).law(RR)
    run = arm.simulate(robot, 1.5, q0=[0.2, 0.3], controller=law, reference=move, **TIGHT)
    wanted = np.array([move.motion(t, t).position for t in run.t])
    np.testing.assert_allclose(run.q, wanted, atol=1e-9)
    off = arm.simulate(robot, 1.5, q0=[0.3, 0.3], controller=law, reference=move, **TIGHT)
    error = np.array([move.motion(t, t).position for t in off.t]) - off.q
    # Critically damped: e = e_0 (1 + 10 t) exp(−10 t).
    np.testing.assert_allclose(error[:, 0], -0.1 * (1 + 10 * off.t) * np.exp(-10 * off.t), atol=1e-9)


def test_pd_settles_and_an_integral_removes_what_it_leaves():
    robot, target = arm.library.get("khatib-rr"), Constant([0.4, -0.2])
    sagging = arm.simulate(robot, 20.0, controller=PD(200.0, 100.0).law(RR), reference=target, **TIGHT)
    left = 200 * (np.array([0.4, -0.2]) - sagging.q[-1])
    np.testing.assert_allclose(left, gravity(RR, sagging.q[-1]), atol=1e-6)
    assert np.abs(left).max() > 1
    held = arm.simulate(robot, 20.0, controller=PDGravity(200.0, 100.0).law(RR), reference=target, **TIGHT)
    np.testing.assert_allclose(held.q[-1], [0.4, -0.2], atol=1e-8)
    integral = arm.simulate(robot, 40.0, controller=PID(200.0, 100.0, 100.0).law(RR), reference=target, **TIGHT)
    np.testing.assert_allclose(integral.q[-1], [0.4, -0.2], atol=1e-6)


def test_filters_and_observers_are_states_of_the_loop():
    robot, target = arm.library.get("khatib-rr"), Constant([0.4, -0.2])
    for spec in (Series(PDGravity(200.0, 100.0), LowPass(8.0)), Observed(PDGravity(200.0, 100.0), 100.0)):
        run = arm.simulate(
            robot, 20.0, q0=[0.1, 0.1], controller=anchor(spec, RR, [0.1, 0.1]).law(RR), reference=target, **TIGHT
        )
        np.testing.assert_allclose(run.q[-1], [0.4, -0.2], atol=1e-6)


@pytest.mark.parametrize(
    ("reference", "peak", "drift"),
    [
        (FifthOrder(start=[0, 0], end=[np.pi / 2] * 2, duration=1.0), 2.8432, 1e-10),
        (StepAcceleration(start=[0, 0], end=[np.pi / 2] * 2, duration=1.0), 2.9676, 1e-8),
    ],
)
def test_flexible_joints_move_by_a_right_angle(reference, peak, drift):
    """[Bascetta2002]: joints at 90°, peak energy and energy balance, torque from the flexible inverse dynamics."""
    law = InverseDynamics().law(FLEXROB)
    run = arm.simulate(
        FLEXROB.robot, 2.5, controller=law, reference=reference, solver=arm.solvers.RK45(rtol=1e-12, atol=1e-12)
    )
    np.testing.assert_allclose(np.rad2deg(run.q[-1, :2]), 90, atol=1e-6)
    assert run.energy.max() - run.energy[0] == pytest.approx(peak, abs=5e-5)
    assert run.drift_rms <= drift


def test_bent_links_of_a_stack_begin_at_the_start_of_each_run():
    upright = replace(FLEXROB.robot, gravity=(0.0, -9.81, 0.0))
    law, starts = InverseDynamics(kp=3.0, kd=1.0), [[0.1, 0.2], [1.2, -0.5]]
    shared = {"controller": law, "reference": BENT, "record": 0.01, "solver": arm.solvers.RK4(step=1e-4)}
    stack = arm.simulate(upright, 0.02, q0=starts, **shared)
    assert np.abs(np.diff(stack.q[:, 0, 2:], axis=0)).max() > 1e-4
    for one, start in zip(stack, starts, strict=True):
        alone = arm.simulate(upright, 0.02, q0=start, **shared)
        np.testing.assert_allclose(one.tau, alone.tau, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(one.q, alone.q, rtol=0, atol=1e-11)


def test_other_motors_under_the_same_torque_end_elsewhere():
    """[Bascetta2002]: rotor coupling dropped; then the mass of the motor as well."""
    move = FifthOrder(start=[0, 0], end=[np.pi / 2] * 2, duration=1.0)
    law = InverseDynamics().law(FLEXROB)
    plants = ((FLEXROB.robot, (90.085, 88.840)), (approximate(FLEXROB.robot), (123.251, 58.361)))
    for robot, ends in plants:
        run = arm.simulate(arm.model(robot, motors="reflected"), 2.5, controller=law, reference=move, **TIGHT)
        np.testing.assert_allclose(np.rad2deg(run.q[-1, :2]), ends, atol=1e-3)


def seven(share=1.0):
    return arm.planar([1.0] * 7, [share] * 7, coms=[0.5] * 7, inertias=[share / 12] * 7, friction=[0.05] * 7)


START = np.deg2rad([120.0] + [-30.0] * 6)


@pytest.fixture(scope="module")
def line():
    return anchor(Line(displacement=[1.5, -2.0, 0.0], duration=3.0), arm.model(seven()), START)


def follow(line, spec, model=None):
    model = model or arm.model(seven())
    run = arm.simulate(
        seven(),
        3.0,
        q0=START,
        controller=spec.law(model),
        reference=line,
        solver=arm.solvers.RK45(rtol=1e-10, atol=1e-10),
    )
    tips = np.array([planar_nr.tip_position(q, [1.0] * 7) for q in run.q])
    wanted = np.array([line.motion(t, t).position[:2] for t in run.t])
    return run, np.linalg.norm(tips - wanted, axis=1).max()


def test_the_seven_links_follow_the_line_of_the_paper(line):
    """[Popescu2008, section 3.3.4], law (25)–(26) corrected."""
    run, error = follow(line, OperationalSpace(100.0, 20.0, kn=10.0))
    end = (1.715615, -0.683048, -0.933986, -0.428785, -0.202712, -0.109155, -0.064735)
    np.testing.assert_allclose(run.q[-1], end, atol=1e-6)
    assert np.abs(run.tau).max() == pytest.approx(156.535, abs=1e-3)
    assert error < 1e-10
    assert planar_nr.manipulability(run.q[0], [1.0] * 7) == pytest.approx(23.3759, abs=1e-4)
    assert planar_nr.manipulability(run.q[-1], [1.0] * 7) == pytest.approx(20.9108, abs=1e-4)


def test_wrong_models_leave_errors(line):
    _, error = follow(line, OperationalSpace(100.0, 20.0), arm.model(seven(), friction=False))
    assert error == pytest.approx(1.5e-3, abs=5e-5)
    _, error = follow(line, OperationalSpace(100.0, 20.0), arm.model(seven(0.9)))
    assert error == pytest.approx(1.3e-2, abs=5e-4)


def test_a_null_space_left_alone_speeds_up(line):
    run, error = follow(line, OperationalSpace(100.0, 20.0, kn=None))
    model = arm.model(seven())
    speeds = [np.linalg.norm(null_velocity(model, q, qd)) for q, qd in zip(run.q[::4], run.qd[::4], strict=True)]
    assert max(speeds) == pytest.approx(17.8, abs=0.05)
    assert error < 1e-9


def null_velocity(model, q, qd):
    J, M = jacobian(model, q)[3:5], mass_matrix(model, q)
    Y = np.linalg.solve(M, J.T)
    return qd - Y @ np.linalg.solve(J @ Y, J @ qd)


def test_null_space_velocities_die_out_exactly():
    """Their kinetic energy falls as exp(−2 K_n t) with the term that the print lacks, and not without it."""
    robot = arm.planar([1.0] * 4, [1.0] * 4, coms=[0.5] * 4, inertias=[0.1] * 4)
    model, q = arm.model(robot), np.array([0.5, 0.8, -0.9, -0.6])
    qd = null_velocity(model, q, np.array([1.0, -2.0, 1.5, 0.5]))
    here = Constant(pose(model, q)[:3, 3])
    off = []
    for exact in (True, False):
        law = OperationalSpace(100.0, 20.0, kn=2.0, exact=exact).law(model)
        run = arm.simulate(robot, 1.0, q0=q, qd0=qd, controller=law, reference=here, **TIGHT)
        energy = [
            n @ mass_matrix(model, q) @ n
            for q, qd in zip(run.q[::10], run.qd[::10], strict=True)
            for n in [null_velocity(model, q, qd)]
        ]
        off.append(np.abs(np.log(np.array(energy) / energy[0]) + 4 * run.t[::10]).max())
    assert off[0] < 1e-6
    assert off[1] > 1e-2


def test_a_pose_is_followed():
    law = OperationalSpace(100.0, 20.0, task="pose", objectives=[Posture(Q)]).law(PANDA)
    run = arm.simulate(PANDA.robot, 1.2, q0=Q, controller=law, reference=TURN, limits="none", **TIGHT)
    for t, q in list(zip(run.t, run.q, strict=True))[::100]:
        motion = TURN.motion(t, t)
        np.testing.assert_allclose(pose(PANDA, q)[:3, 3], motion.position, atol=1e-8)
        np.testing.assert_allclose(pose(PANDA, q)[:3, :3], motion.rotation, atol=1e-8)


# --- tables and messages ---


def test_the_tables_know_their_parameters():
    assert set(OBJECTIVES) == {"manipulability", "condition_number", "gravity_torque", "joint_limits", "posture"}
    for kind in (*CONTROLLERS.values(), *OBJECTIVES.values()):
        known = parameters(kind)
        assert known
        assert all(each.says for each in known)
    assert all("limits" in {each.name for each in parameters(kind)} for kind in CONTROLLERS.values())


@pytest.mark.parametrize(
    ("make", "argument"),
    [
        (lambda: PD([1.0, 2.0, 3.0], 1.0).law(RR), "kp"),
        (lambda: PD(-1.0, 1.0).law(RR), "kp"),
        (lambda: PD(1.0, "much").law(RR), "kd"),
        (lambda: PD(1.0, 1.0, limits=-3.0).law(RR), "limits"),
        (lambda: PD(1.0, 1.0, limits="human").law(RR), "limits"),
        (lambda: OpenLoop([1.0, 2.0, 3.0]).law(RR), "torque"),
        (lambda: OpenLoop([[1.0, 2.0]], times=[0.0, 1.0]).law(RR), "times"),
        (lambda: OpenLoop([[1.0, 2.0]], interpolation="spline").law(RR), "interpolation"),
        (lambda: InverseDynamics(bending=[1.0]).law(FLEXROB), "bending"),
        (lambda: Series(PD(1.0, 1.0), LowPass(0.0)).law(RR), "frequency"),
        (lambda: Series(None, LowPass(0.1)).law(RR), "controller"),
        (lambda: Observed(None, 10.0).law(RR), "controller"),
        (lambda: Observed(PD(1.0, 1.0), 10.0).law(FLEXROB), "model"),
        (lambda: OperationalSpace(1.0, 1.0).law(FLEXROB), "model"),
        (lambda: OperationalSpace(1.0, 1.0, task="speed").law(RR), "task"),
        (lambda: OperationalSpace(1.0, 1.0, frame="nose").law(RR), "frame"),
        (lambda: OperationalSpace(1.0, 1.0, level="jerk").law(RR), "level"),
        (lambda: OperationalSpace(1.0, 1.0, weight="wood").law(RR), "weight"),
        (lambda: OperationalSpace(1.0, 1.0, task="pose").law(arm.model(arm.library.get("rpr-orthogonal"))), "task"),
        (lambda: OperationalSpace(1.0, 1.0, objectives=[Posture([1.0])]).law(PANDA), "position"),
        (lambda: OperationalSpace(1.0, 1.0, task="pose").law(PANDA).effort(signal_of(PANDA, PLACE)), "reference"),
        (lambda: PD(1.0, 1.0).law(PANDA).effort(signal_of(PANDA, TURN)), "reference"),
        (lambda: PD(1.0, 1.0).law(PANDA).effort(signal_of(PANDA, Constant([1.0]))), "reference"),
        (lambda: ComputedTorque(1.0, 1.0).law(FLEXROB).effort(signal_of(RR, BENT)), "controller"),
    ],
)  # fmt: skip
def test_bad_arguments_are_named(make, argument):
    with pytest.raises(arm.ArgumentError) as raised:
        make()
    assert raised.value.field == argument
