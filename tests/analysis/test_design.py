"""LQR, pole placement and Kalman filters: closed forms, python-control, and the loops that simulations run."""

import numpy as np
import pytest
import scipy.linalg

import armillary as arm
from internals import sampled


def mass(m: float = 1.0) -> arm.Robot:
    """A mass on a rail: a double integrator."""
    joint = arm.Joint("slide", "prismatic", "base", "block", axis=(1.0, 0.0, 0.0))
    return arm.Robot("mass", (arm.Link("block", m),), (joint,), gravity=(0.0, 0.0, 0.0))


def cart() -> arm.Robot:
    """A cart with a beam across its way, one mode: a linear system of four states."""
    strip = (arm.parts.Station(0.0, arm.parts.Section("rectangle", (0.002, 0.04))),)
    modes = arm.parts.Modes(bending_y=1, damping=(0.01,))
    beam = arm.Beam(0.8, 2.1e11, 7800.0, strip, axis=(0, 0, 1), normal=(1, 0, 0), modes=modes, stiffening=False)
    joint = arm.Joint("slide", "prismatic", "base", "mast", axis=(1.0, 0.0, 0.0))
    return arm.Robot("cart", (arm.Link("mast", beam=beam),), (joint,), gravity=(0.0, 0.0, 0.0))


def geared() -> arm.Robot:
    """A pendulum behind an elastic gear."""
    pendulum = arm.planar([1.0], [2.0], coms=[1.0], inertias=[0.0], gravity=9.81)
    motor = arm.Motor(
        "motor", "joint1", carrier="base", ratio=50.0, rotor_inertia=2e-4, axis=(0, 0, 1), gear=arm.Gear(3000.0, 1.0)
    )
    return arm.Robot(pendulum.name, pendulum.links, pendulum.joints, motors=(motor,), gravity=pendulum.gravity)


def test_a_double_integrator_has_the_gains_of_textbooks():
    for m, q, r in ((1.0, 1.0, 1.0), (2.0, 3.0, 0.5)):
        law = arm.lqr(arm.linearise(mass(m)), [q, 0.0], r)
        k = np.sqrt(q / r)
        np.testing.assert_allclose(law.gain, [[k, np.sqrt(2 * m * k)]], rtol=1e-12)
    np.testing.assert_allclose(arm.place(arm.linearise(mass(2.0)), [-3.0, -4.0]).gain, [[24.0, 14.0]], rtol=1e-12)


@pytest.mark.parametrize("robot", [cart(), geared(), arm.library.get("khatib-rr"), arm.library.get("flexrob")])
def test_gains_are_those_of_python_control(robot):
    import control

    system = arm.linearise(robot)
    n, m = system.B.shape
    Q, R = np.diag(np.arange(1.0, n + 1)), np.diag(np.arange(1.0, m + 1))
    K = control.lqr(system.A, system.B, Q, R)[0]
    np.testing.assert_allclose(arm.lqr(system, Q, R).gain, K, rtol=1e-7, atol=1e-9 * np.abs(K).max())
    T = 2e-3
    disc = control.c2d(control.ss(system.A, system.B, np.eye(n), np.zeros((n, m))), T)
    Phi, Gamma = sampled(system, T)
    np.testing.assert_allclose(Phi, disc.A, atol=1e-9 * np.abs(Phi).max())
    np.testing.assert_allclose(Gamma, disc.B, atol=1e-9 * np.abs(Gamma).max())
    cost = _summed_cost(system, Q, R, T)
    cost = (cost + cost.T) / 2
    K = control.dlqr(Phi, Gamma, cost[:n, :n], cost[n:, n:], cost[:n, n:])[0]
    np.testing.assert_allclose(arm.lqr(system, Q, R, period=T).gain, K, rtol=1e-5, atol=1e-7 * np.abs(K).max())


def _summed_cost(system, Q, R, T):
    """The cost of one period by Gauss's rule, whose error is far below the tolerance."""
    n, m = system.B.shape
    F = np.block([[system.A, system.B], [np.zeros((m, n + m))]])
    at, weights = np.polynomial.legendre.leggauss(20)
    weight = scipy.linalg.block_diag(Q, R)
    steps = [scipy.linalg.expm(F * T * (1 + u) / 2) for u in at]
    return sum(w * T / 2 * step.T @ weight @ step for w, step in zip(weights, steps, strict=True))


def test_a_sampled_loop_moves_as_its_matrices_say():
    """The recorded states of the simulation are powers of Φ − Γ K."""
    system, T = arm.linearise(cart()), 0.02
    poles = [-4 + 3j, -4 - 3j, -6.0, -9.0]
    law = arm.place(system, poles, period=T)
    Phi, Gamma = sampled(system, T)
    closed = Phi - Gamma @ law.gain
    np.testing.assert_allclose(np.sort_complex(np.linalg.eigvals(closed)), np.sort_complex(np.exp(T * np.array(poles))))
    run = arm.simulate(
        cart(), 40 * T, controller=law, reference=arm.references.Constant([0.0]), record=T,
        q0=[0.01, 0.002], qd0=[0.0, 0.03], solver=arm.solvers.DOP853(rtol=1e-12, atol=1e-14),
    )  # fmt: skip
    x = np.hstack([run.q, run.qd])
    np.testing.assert_allclose(x[1:], x[:-1] @ closed.T, atol=1e-12)


@pytest.mark.parametrize("robot", [cart(), geared()])
def test_the_loop_of_a_scenario_has_the_poles(robot):
    q = [0.4]
    system = arm.linearise(robot, q)
    law = arm.lqr(system, 10.0, 0.1)
    scenario = arm.Scenario(robot, controller=law, q0=q)
    found = arm.linearise(scenario)
    assert np.abs(found.qdd).max() < 1e-10  # it rests there
    wanted = sorted_poles(system.A - system.B @ law.gain)
    np.testing.assert_allclose(found.poles(), wanted, rtol=1e-8, atol=1e-8 * np.abs(wanted).max())
    assert wanted.real.max() < 0


def sorted_poles(A):
    values = np.linalg.eigvals(A)
    return values[np.lexsort((values.imag, np.abs(values)))]


def test_along_a_reference_rotors_go_with_their_joints():
    """At rest anywhere a robot without gravity needs no effort, so that feedback along a reference leaves no error."""
    pendulum = arm.planar([1.0], [2.0], coms=[1.0], inertias=[0.0], gravity=0.0)
    robot = arm.Robot(
        "geared", pendulum.links, pendulum.joints, motors=geared().motors, gravity=(0.0, 0.0, 0.0),
    )  # fmt: skip
    law = arm.lqr(arm.linearise(robot, [0.0]), [100.0, 100.0, 1.0, 1.0], 0.01)
    move = arm.references.FifthOrder(end=[1.0], duration=0.5)
    run = arm.simulate(robot, 4.0, controller=law, reference=move, record=0.1)
    np.testing.assert_allclose(run.q[-1], [1.0, 1.0], atol=1e-5)


def test_wrong_values_are_refused():
    system = arm.linearise(cart())
    for call, argument in (
        (lambda: arm.lqr(cart(), 1.0, 1.0), "system"),
        (lambda: arm.lqr(system, [1.0, 2.0], 1.0), "Q"),
        (lambda: arm.lqr(system, -1.0, 1.0), "Q"),
        (lambda: arm.lqr(system, 1.0, 0.0), "R"),
        (lambda: arm.lqr(system, 1.0, 1.0, period=0.0), "period"),
        (lambda: arm.place(system, [-1.0]), "poles"),
        (lambda: arm.place(system, [-1.0, -1.0, -1.0, -2.0]), "poles"),
        (lambda: arm.place(system, [-1.0 + 1j, -1.0, -3.0, -2.0]), "poles"),
        (lambda: arm.place(system, [[-1.0], [-1.0, -3.0]]), "poles"),
        (lambda: arm.lqr(arm.linearise(cart(), inputs=[]), 1.0, 1.0), "system"),
        (lambda: arm.controllers.StateFeedback([[1.0, 2.0, 3.0]], [0.0]).law(arm.model(mass())), "gain"),
        (lambda: arm.controllers.StateFeedback([[1.0, 2.0]], [0.0, 1.0]).law(arm.model(mass())), "position"),
        (lambda: arm.controllers.StateFeedback([[1.0, 2.0]], 0.0, lead=[[1.0]]).law(arm.model(mass())), "lead"),
    ):
        with pytest.raises(arm.ArgumentError) as caught:
            call()
        assert caught.value.field == argument
    held = arm.Scenario(mass(), controller=arm.controllers.PID(30.0, 8.0, 4.0))
    with pytest.raises(arm.ArgumentError, match="controller and drive states"):
        arm.lqr(arm.linearise(held), 1.0, 1.0)


@pytest.mark.parametrize("robot", [cart(), geared(), arm.library.get("flexrob")])
def test_filters_are_those_of_python_control(robot):
    import control

    system = arm.linearise(robot, outputs=["q"])
    n, m = system.B.shape
    law, T = arm.lqr(system, 1.0, 1.0), 2e-3
    W, V = np.diag(np.arange(1.0, m + 1)), np.diag(np.linspace(1e-4, 2e-4, len(system.C)))
    L = control.lqe(system.A, system.B, system.C, W, V)[0]
    found = arm.kalman(system, W, V, law)
    np.testing.assert_allclose(found.gain, L, rtol=1e-6, atol=1e-8 * np.abs(L).max())
    Phi, _ = sampled(system, T)
    steps = [scipy.linalg.expm(system.A * T * (1 + u) / 2) @ system.B for u in np.polynomial.legendre.leggauss(20)[0]]
    weights = np.polynomial.legendre.leggauss(20)[1] * T / 2
    W_d = sum(w * step @ W @ step.T for w, step in zip(weights, steps, strict=True))
    _, S, _ = control.dlqe(Phi, np.eye(n), system.C, (W_d + W_d.T) / 2, V)
    L = S @ system.C.T @ np.linalg.inv(system.C @ S @ system.C.T + V)
    found = arm.kalman(system, W, V, law, period=T)
    np.testing.assert_allclose(found.gain, L, rtol=1e-4, atol=1e-6 * np.abs(L).max())


@pytest.mark.parametrize("robot", [cart(), geared()])
def test_the_poles_are_those_of_feedback_and_filter(robot):
    """The separation principle, on the closed loop that a simulation integrates."""
    system = arm.linearise(robot, [0.3], outputs=["q"])
    law = arm.lqr(system, 10.0, 0.1)
    lqg = arm.kalman(system, 1.0, 1e-6, law)
    found = arm.linearise(arm.Scenario(robot, controller=lqg, q0=[0.3]))
    feedback, own = system.A - system.B @ law.gain, system.A - lqg.gain @ system.C
    wanted = sorted_poles(scipy.linalg.block_diag(feedback, own))
    assert np.abs(found.qdd).max() < 1e-10
    np.testing.assert_allclose(found.poles(), wanted, rtol=1e-7, atol=1e-7 * np.abs(wanted).max())


def test_a_sampled_estimate_moves_as_its_matrices_say():
    """Robot and filter together, from instant to instant, by the matrices of both; other gains need no other code."""
    system, T = arm.linearise(cart(), outputs=["q"]), 0.02
    for R in (1.0, 3.0):
        law = arm.lqr(system, 30.0, R, period=T)
        lqg = arm.kalman(system, 1.0, 1e-6, law, period=T)
        Phi, Gamma = sampled(system, T)
        run = arm.simulate(
            cart(), 30 * T, controller=lqg, reference=arm.references.Constant([0.0]), record=T,
            q0=[0.01, 0.002], qd0=[0.0, 0.03], solver=arm.solvers.DOP853(rtol=1e-12, atol=1e-14),
        )  # fmt: skip
        x, bar = np.array([0.01, 0.002, 0.0, 0.03]), np.array([0.01, 0.002, 0.0, 0.0])
        for row in range(30):
            np.testing.assert_allclose(np.r_[run.q[row], run.qd[row]], x, atol=1e-11)
            hat = bar + lqg.gain @ (system.C @ (x - bar))
            u = -np.array(law.gain) @ hat
            x, bar = Phi @ x + Gamma @ u, Phi @ hat + Gamma @ u


def test_filters_refuse_what_they_cannot_see():
    system = arm.linearise(cart(), outputs=["elastic"])
    law = arm.lqr(system, 1.0, 1.0)
    with pytest.raises(arm.ArgumentError, match="Riccati equation without"):
        arm.kalman(system, 1.0, 1.0, law)
    beam = arm.linearise(cart(), outputs=["q", "elastic"])
    with pytest.raises(arm.ArgumentError, match="measurements of joints and their rates only"):
        arm.Scenario(cart(), controller=arm.kalman(beam, 1.0, 1.0, law))
    with pytest.raises(arm.ArgumentError, match="efforts change at once"):
        arm.kalman(arm.linearise(cart(), outputs=["qdd"]), 1.0, 1.0, law)
    with pytest.raises(arm.ArgumentError, match="noise above zero"):
        arm.kalman(beam, 1.0, 0.0, law)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("period", [1e3, 1e9, 2**63])
def test_periods_in_which_states_leave_the_numbers_are_refused(period):
    """A falling pendulum over years: one error that names the period, and no warning of NumPy or SciPy."""
    system = arm.linearise(arm.planar([1.0], [2.0], coms=[1.0], inertias=[0.0], gravity=9.81), q=[np.pi / 2])
    law = arm.lqr(system, 100.0, 1.0)
    for make in (
        lambda: arm.lqr(system, 100.0, 1.0, period=period),
        lambda: arm.place(system, [-1.0, -2.0], period=period),
        lambda: arm.kalman(system, 1.0, 1e-8, law, period=period),
    ):
        with pytest.raises(arm.ArgumentError, match=r"^period: "):
            make()


@pytest.mark.filterwarnings("error")
def test_poles_that_are_nearly_zero_are_placed_without_a_warning_of_scipy():
    system, poles, period = arm.linearise(arm.library.get("khatib-rr")), np.array([-1.0, -2.0, -3.0, -4.0]), 7.0
    A, B = sampled(system, period)
    closed = np.linalg.eigvals(A - B @ np.array(arm.place(system, poles, period=period).gain))
    np.testing.assert_allclose(np.sort(np.abs(closed)), np.sort(np.exp(poles * period)), atol=1e-7)
