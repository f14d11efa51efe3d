"""Joints that stick and slip, by events: closed forms, an independent solution, all solvers, stacks, sampled laws."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import armillary as arm
from internals import lanes
from solving import solver

TIGHT = {"rtol": 1e-11, "atol": 1e-11, "step": 1e-3}
ALL = ("rk4", "rk45", "dop853", "rosenbrock")


def slide(friction, axis=(1.0, 0.0, 0.0), mass=2.0, **fields):
    joint = arm.Joint("rail", "prismatic", "base", "cart", axis=axis, friction=friction, **fields)
    return arm.Robot("slide", (arm.Link("cart", mass),), (joint,))


def pendulum(coulomb=(0.4, 0.15), **fields):
    links = tuple(arm.Link(f"link{k}", 1.0, (0.5, 0.0, 0.0), ((0, 0, 0), (0, 0.05, 0), (0, 0, 0.05))) for k in (1, 2))
    joints = tuple(
        arm.Joint(f"joint{k}", "revolute", parent, f"link{k}", axis=(0, 1, 0), placement=placement,
                  friction=arm.Friction(0.02, c, **fields))
        for k, parent, placement, c in ((1, "base", arm.Placement(), coulomb[0]),
                                        (2, "link1", arm.Placement((1.0, 0.0, 0.0)), coulomb[1]))
    )  # fmt: skip
    return arm.Robot("pendulum", links, joints)


@pytest.mark.parametrize("integrator", [*ALL, None])
def test_a_block_on_a_slope_below_breakaway_stands_still_for_an_hour(integrator):
    slope = np.radians(20.0)
    pull = 2.0 * 9.81 * np.sin(slope)
    block = slide(arm.Friction(0.1, 1.001 * pull), (np.cos(slope), 0.0, -np.sin(slope)))
    chosen = None if integrator is None else solver(integrator, step=0.01)
    run = arm.simulate(block, 3600.0, q0=[0.3], solver=chosen, record=600.0)
    assert np.max(np.abs(run.q - 0.3)) < 1e-15  # rows are interpolated, which rounds without fused operations
    assert not np.any(run.qd)
    assert not np.any(run.qdd)
    assert run.info["switches"] == 0
    freed = arm.simulate(slide(arm.Friction(0.0, 0.999 * pull), (np.cos(slope), 0.0, -np.sin(slope))), 1.0)
    assert freed.q[-1, 0] == pytest.approx(0.001 * pull / 2 / 2, rel=1e-9)
    assert freed.info["switches"] == 1


@pytest.mark.parametrize("integrator", ALL)
@pytest.mark.parametrize("x", [0.33, -0.3099])
def test_an_oscillator_loses_4_f_over_k_in_a_period_and_stops_after_the_right_swing(integrator, x):
    k, F, w = 50.0, 1.0, np.sqrt(50.0 / 2)
    expected, swings = [x], 0
    while abs(x) > F / k:
        x, swings = -np.sign(x) * (abs(x) - 2 * F / k), swings + 1
        expected.append(x)
    cart = slide(arm.Friction(0.0, F), stiffness=k)
    tight = solver(integrator, **TIGHT | {"step": np.pi / w / 1000})
    run = arm.simulate(cart, (swings + 1) * np.pi / w, q0=[expected[0]], solver=tight, record=np.pi / w)
    stops = run.q[: len(expected), 0]
    assert stops == pytest.approx(expected, abs=1e-7 if integrator == "rk45" else 1e-9)
    assert run.qd[-1, 0] == run.qdd[-1, 0] == 0.0
    assert run.info["switches"] == 2 * swings  # from rest at the start, two at each turn, one at the last stop
    assert run.drift_max < 1e-6  # per cent
    assert "switches" in run.summary()


def independent(start, end, coulomb, viscous=0.02):
    """Two links in a vertical plane by hand: modes, SciPy's DOP853 with its events between them."""
    m, r, length, inertia, g = 1.0, 0.5, 1.0, 0.05, 9.81

    def terms(q, v):
        c2, s2 = np.cos(q[1]), np.sin(q[1])
        m12 = inertia + m * r * r + m * length * r * c2
        M = np.array([[2 * inertia + 2 * m * r * r + m * length**2 + 2 * m * length * r * c2, m12],
                      [m12, inertia + m * r * r]])  # fmt: skip
        h = np.array([-m * length * r * s2 * (2 * v[0] * v[1] + v[1] ** 2), m * length * r * s2 * v[0] ** 2])
        down = np.cos(q[0] + q[1])
        return M, h - np.array([m * g * (r + length) * np.cos(q[0]) + m * g * r * down, m * g * r * down]) * 1.0

    def rates(q, v, modes):
        M, h = terms(q, v)
        effort, free = -h - viscous * v - coulomb * modes, modes != 0
        a = np.zeros(2)
        if np.any(free):
            a[free] = np.linalg.solve(M[np.ix_(free, free)], effort[free])
        return a, effort - M @ a

    def consistent(q, v, freed):
        """Return the only modes that fit: signs of rates; at rest sticking or the direction of the acceleration."""
        for modes in itertools.product(*((np.sign(w),) if w else (0.0, 1.0, -1.0) for w in v)):
            trial = np.array(modes)
            a, held = rates(q, v, trial)
            at_rest = v == 0
            holds = (trial == 0) & (np.abs(held) <= coulomb) & ~freed
            moves = (trial != 0) & (trial * a > -1e-9 * freed)
            if np.all(~at_rest | holds | moves):
                return trial
        raise AssertionError

    t, x, switches, freed = 0.0, np.array(start, dtype=float), [], np.zeros(2, dtype=bool)
    while t < end:
        modes = consistent(x[:2], x[2:], freed)
        crossings = []
        for k in range(2):
            if modes[k]:
                crossings.append(lambda t, x, k=k, s=modes[k]: s * x[2 + k] if t > 0 else 1.0)
            else:
                crossings.append(lambda t, x, k=k, m=modes: coulomb[k] - abs(rates(x[:2], x[2:], m)[1][k]))
            crossings[-1].terminal, crossings[-1].direction = True, -1
        flow = solve_ivp(lambda t, x, m=modes: [*x[2:], *rates(x[:2], x[2:], m)[0]], (t, end), x, "DOP853",
                         events=crossings, rtol=1e-12, atol=1e-13)  # fmt: skip
        t, x = flow.t[-1], flow.y[:, -1].copy()
        freed = np.zeros(2, dtype=bool)
        for k in range(2):
            if len(flow.t_events[k]):
                switches.append((t, k))
                x[2 + k], freed[k] = 0.0, modes[k] == 0
    return x, switches


@pytest.mark.parametrize("integrator", ALL)
def test_two_joints_that_stick_at_different_times_agree_with_an_independent_solution(integrator):
    coulomb = np.array([2.5, 1.2])
    start = [0.6, 0.7, 0.0, 0.0]
    robot = pendulum(coulomb)
    expected, switches = independent(start, 3.0, coulomb)
    tight = solver(integrator, **TIGHT | {"step": 2e-4 if integrator == "rk4" else 1e-3})
    run = arm.simulate(robot, 3.0, q0=start[:2], solver=tight, record=0.01)
    assert [*run.q[-1], *run.qd[-1]] == pytest.approx(expected, abs=1e-8)
    assert run.qd[-1, 1] == run.qdd[-1, 1] == 0.0 < abs(run.qd[-1, 0])
    assert run.info["switches"] >= len(switches) == 5
    assert run.drift_max < 1e-6  # per cent
    for t, k in switches[:4]:  # rates vanish where the other solution stops or starts
        row = int(t / 0.01)
        assert run.qd[row, k] * run.qd[row + 1, k] <= 0.0


def test_a_pulled_block_sticks_and_slips_as_an_independent_solution_does():
    """The block of [Canudas1995] without bristles: Stribeck friction, a spring of 2 N/m, pulled at 0.1 m/s."""
    rubs = arm.Friction(0.4, 1.0, static=1.5, stribeck_velocity=1e-3)
    run = arm.simulate(
        slide(rubs, mass=1.0),
        25.0,
        controller=lambda t, q, qd, reference: 2.0 * (0.1 * t - q),
        solver=arm.solvers.DOP853(rtol=1e-11, atol=1e-11),
        record=0.5,
    )
    t, x, expected = 0.0, np.zeros(2), {0.0: 0.0}

    def pull(t, x):
        return 2.0 * (0.1 * t - x[0])

    while t < 25.0:
        start = max(t, (1.5 / 2.0 + x[0]) / 0.1)  # it sticks until the spring pulls with 1.5 N
        expected |= {at: x[0] for at in np.arange(0.5, 25.1, 0.5) if t < at <= start}
        if start >= 25.0:
            break

        def rates(t, x):
            return x[1], pull(t, x) - 1.0 - 0.5 * np.exp(-((x[1] / 1e-3) ** 2)) - 0.4 * x[1]

        def stopped(t, x, start=start):
            return x[1] if t > start + 1e-3 else 1.0

        stopped.terminal, stopped.direction = True, -1
        flow = solve_ivp(rates, (start, 25.0), [x[0], 1e-14], "Radau", events=stopped, rtol=1e-11, atol=1e-13,
                         dense_output=True)  # fmt: skip
        t = flow.t[-1]
        expected |= {at: flow.sol(at)[0] for at in np.arange(0.5, 25.1, 0.5) if start < at <= t}
        x = np.array([flow.y[0, -1], 0.0])
    assert len(expected) == len(run.t)
    assert run.q[:, 0] == pytest.approx(list(expected.values()), abs=1e-8)
    assert 4 <= run.info["switches"] <= 10
    assert run.drift_max < 1e-6


@pytest.mark.parametrize("method", [arm.solvers.DOP853, arm.solvers.RK45, arm.solvers.Rosenbrock])
def test_the_step_that_ends_in_rest_meets_the_tolerance(method):
    """Stribeck friction rises within the last mm/s, which a step beyond the stop may not see with any of its stages."""
    rubs = arm.Friction(0.4, 1.0, static=1.5, stribeck_velocity=1e-3)
    robot = slide(rubs, mass=1.0)

    def pull(t, q, qd, reference):
        return 2.0 * (0.1 * t - q)

    for speed in np.linspace(0.1, 0.5, 25):
        run = arm.simulate(
            robot,
            25.0,
            controller=pull,
            qd0=[speed],
            solver=method(rtol=1e-11, atol=1e-11),
            record=1.0,
        )
        assert 4 <= run.info["switches"] <= 10
        assert run.drift_max < 1e-6  # per cent


def test_a_rotor_behind_an_elastic_gear_sticks_while_its_joint_swings():
    motor = arm.Motor(
        "motor", "rail", "base", 0.1, ratio=10.0, rotor_inertia=1e-3, gear=arm.Gear(stiffness=80.0),
        friction=arm.Friction(0.0, 2.0),
    )  # fmt: skip
    robot = arm.Robot("driven", slide(arm.Friction()).links, slide(arm.Friction()).joints, (motor,))
    model = arm.model(robot)
    run = arm.simulate(model, 2.0, q0=[0.01, 0.0], solver=arm.solvers.DOP853(rtol=1e-12, atol=1e-12), record=0.1)
    mass = float(arm.evaluate(model).mass_matrix([0.0, 0.0])[0, 0])
    assert run.q[:, 0] == pytest.approx(0.01 * np.cos(np.sqrt(80.0 / mass) * run.t), abs=1e-9)
    assert not np.any(run.q[:, 1])
    assert not np.any(run.qd[:, 1])
    strong = arm.simulate(model, 2.0, q0=[0.4, 0.0], solver=arm.solvers.DOP853(rtol=1e-11, atol=1e-11), record=0.1)
    assert np.any(strong.qd[:, 1])
    assert strong.drift_max < 1e-6


@pytest.mark.parametrize("integrator", ["rk4", "dop853"])
def test_a_stack_of_runs_sticks_as_single_runs_do(integrator):
    starts = np.random.default_rng(3).uniform(0.2, 1.4, (11, 2))
    robot, tight = pendulum(np.array([2.5, 1.2])), solver(integrator, **TIGHT)
    stack = arm.simulate(robot, 1.5, q0=starts, solver=tight)
    for k in (0, 4, 10):
        alone = arm.simulate(robot, 1.5, q0=starts[k], solver=tight, record=1.5)
        assert stack.q[k, -1] == pytest.approx(alone.q[-1], abs=1e-8)
        assert (stack.qd[k, -1] == 0.0).tolist() == (alone.qd[-1] == 0.0).tolist()
    assert stack.info["switches"] > 11


@pytest.mark.parametrize("integrator", ["rk4", "rk45", "rosenbrock"])
def test_a_sampled_law_moves_a_joint_that_sticks_when_its_effort_passes_breakaway(integrator):
    """Steps of the effort of 0.5 N every 10 ms against 3.2 N: it moves at 3.5 N, from t = 70 ms on."""
    cart = slide(arm.Friction(0.0, 3.2))

    def ramp(t, q, qd, reference):
        return [50.0 * t]

    def called(t, q, qd, reference):
        return [50.0 * t if float(t) >= 0 else 0.0]

    for law in (ramp, called):
        with pytest.warns(arm.ArmillaryWarning) if law is called else np.errstate():
            run = arm.simulate(
                cart, 0.09, controller=law, period=0.01, solver=solver(integrator, step=1e-3), record=0.01
            )
        assert not np.any(run.q[:8])
        assert run.qd[-2:, 0] == pytest.approx([0.01 * 0.3 / 2, 0.01 * (0.3 + 0.8) / 2], rel=1e-9)
        assert run.info["switches"] == 1


def test_the_number_of_changes_is_bounded(monkeypatch):
    monkeypatch.setattr(lanes, "MOST_EVENTS", 5)
    cart = slide(arm.Friction(0.0, 1.0), stiffness=50.0)
    for given in (arm.solvers.RK4(), arm.solvers.DOP853()):
        with pytest.warns(arm.errors.IncompleteRunWarning, match="smooth_velocity or bristle_stiffness"):
            run = arm.simulate(cart, 10.0, q0=[0.33], solver=given)
        assert run.events[-1].kind == "too many switches"
        assert run.t[-1] < 3.0


def test_gauss_methods_say_that_friction_is_smooth():
    run = arm.simulate(slide(arm.Friction(0.0, 1.0)), 0.1, solver=arm.solvers.Gauss2())
    assert [event.kind for event in run.events] == ["smooth"]


def test_a_follower_without_dry_friction_moves_beside_a_joint_that_sticks():
    whole = arm.planar([0.5, 0.4, 0.3], [1.0, 0.8, 0.5], gravity=9.81)
    first, second, third = whole.joints
    led = replace(second, couple=arm.parts.Coupling(first.name, (0.1, 0.3, 0.2)), friction=arm.Friction(0.2))
    stuck = replace(third, friction=arm.Friction(coulomb=50.0))
    run = arm.simulate(replace(whole, joints=(first, led, stuck)), 0.3, q0=[0.3, 0.4])
    assert np.all(run.q[:, 1] == 0.4)
    assert abs(run.q[-1, 0] - 0.3) > 0.05
    assert run.drift_max < 1e-6
