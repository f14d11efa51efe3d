"""Momentum and disturbance observers: residuals are filtered pushes, in continuous time and sampled."""

import itertools

import numpy as np
import pytest

import armillary as arm
from internals import PD, DisturbanceObserver, MomentumObserver, Observed, OpenLoop, PDGravity, jacobian, parse_scenario

ROBOT = arm.library.get("khatib-rr")
MODEL = arm.model(ROBOT)
FORCE = np.array([0.0, 0.0, 0.0, 3.0, 5.0, 0.0])
TIGHT = arm.solvers.DOP853(rtol=1e-12, atol=1e-14)


def pushed(q: np.ndarray) -> np.ndarray:
    """Efforts of the push at configurations."""
    return np.array([np.asarray(jacobian(MODEL, row, "tip"), dtype=float).T @ FORCE for row in q])


def test_the_residual_is_the_filtered_push():
    """Along a free fall with a push: r is the solution of ṙ = K (Jᵀw − r) by quadrature."""
    K = 30.0
    law = MomentumObserver(OpenLoop([0.0, 0.0]), bandwidth=K)
    run = arm.simulate(
        ROBOT, 1.0, controller=law, disturbances=arm.Push("tip", FORCE), q0=[0.3, 0.8], record=1e-3, solver=TIGHT,
    )  # fmt: skip
    tau = pushed(run.q)
    decay, h = np.exp(-K * 1e-3), 1e-3
    # Exact for efforts that change linearly in a row; their curvature leaves 1e-6 of it.
    ramp = (1 - decay) / (K * h)
    r = [np.zeros(2)]
    for before, after in itertools.pairwise(tau):
        r.append(decay * r[-1] + (ramp - decay) * before + (1 - ramp) * after)
    np.testing.assert_allclose(run.signals["residual"], r, atol=2e-4 * np.abs(tau).max())


def test_two_observers_in_a_sum_show_two_residuals():
    law = arm.controllers.Sum(*(MomentumObserver(OpenLoop([0.0, 0.0]), bandwidth=K) for K in (10.0, 30.0)))
    options = {"disturbances": arm.Push("tip", FORCE), "q0": [0.3, 0.8], "record": 0.1, "solver": TIGHT}
    both, alone = (
        arm.simulate(ROBOT, 0.2, controller=observer, **options).signals
        for observer in (law, MomentumObserver(OpenLoop([0.0, 0.0]), bandwidth=30.0))
    )
    assert {"residual", "residual 2"} <= set(both)
    np.testing.assert_allclose(both["residual 2"], alone["residual"], rtol=1e-9)


@pytest.mark.parametrize("period", [None, 1e-3, 5e-3])
def test_a_constant_push_is_seen_exactly(period):
    """Held at rest by PD with its weight, the joints are bent by the push, and r is the push."""
    law = MomentumObserver(PDGravity(400.0, 40.0), bandwidth=[40.0, 60.0])
    push = arm.Push("tip", FORCE)
    run = arm.simulate(ROBOT, 4.0, controller=law, disturbances=push, q0=[0.3, 0.8], record=0.5, period=period)
    np.testing.assert_allclose(run.signals["residual"][-1], pushed(run.q[-1:])[0], rtol=1e-8)


def test_a_compensated_push_moves_nothing():
    move = arm.references.FifthOrder(end=[0.9, 0.2], duration=1.0)
    errors = []
    for share in (0.0, 0.8):
        law = MomentumObserver(PDGravity(400.0, 40.0), bandwidth=60.0, compensation=share)
        run = arm.simulate(
            ROBOT, 4.0, controller=law, reference=move, disturbances=arm.Push("tip", FORCE), q0=[0.3, 0.8],
            record=0.01, period=1e-3,
        )  # fmt: skip
        errors.append(run.q[-1] - [0.9, 0.2])
    np.testing.assert_allclose(errors[1], 0.2 * errors[0], rtol=0.02)


@pytest.mark.parametrize("period", [None, 1e-3])
def test_a_disturbance_observer_carries_weight_and_load(period):
    """PD without the weight, and with 2 kg that the model does not have, stands where it is told to."""
    box = arm.Payload("box", "link2", 2.0, (0.5, 0.0, 0.0))
    loaded = arm.Robot(
        ROBOT.name, ROBOT.links, ROBOT.joints, motors=ROBOT.motors, gravity=(0.0, -9.81, 0.0), payloads=(box,)
    )
    errors = {}
    for law in (PD(400.0, 40.0), DisturbanceObserver(PD(400.0, 40.0), bandwidth=60.0)):
        run = arm.simulate(ROBOT, 3.0, controller=law, plant=loaded, q0=[0.3, 0.8], record=0.1, period=period)
        errors[type(law)] = np.abs(run.q[-1] - [0.3, 0.8]).max()
        if isinstance(law, DisturbanceObserver):
            weight = arm.evaluate(arm.model(loaded)).gravity(run.q[-1])
            np.testing.assert_allclose(run.signals["residual"][-1], -weight, rtol=1e-7)
    assert errors[DisturbanceObserver] < 1e-8 < 1e-2 < errors[PD]


def test_a_sampled_residual_follows_its_difference_equation():
    """One joint without gravity under a push: r_{k+1} = r_k + (1 − e^(−KT)) (d − r_k), whatever the motion."""
    slide = arm.Joint("slide", "prismatic", "base", "block", axis=(1.0, 0.0, 0.0))
    block = arm.Robot("block", (arm.Link("block", 2.0),), (slide,), gravity=(0.0, 0.0, 0.0))
    K, T = 50.0, 2e-3
    for law in (
        MomentumObserver(PD(100.0, 5.0), bandwidth=K, compensation=0.5),
        DisturbanceObserver(PD(100.0, 5.0), bandwidth=K, compensation=0.5),
    ):
        push = arm.Push("block", (0, 0, 0, 3.0, 0, 0))
        run = arm.simulate(block, 0.1, controller=law, disturbances=push, period=T, record=T, solver=TIGHT)
        found, k = run.signals["residual"][:, 0], np.arange(51)
        np.testing.assert_allclose(found[1:], 3.0 * (1 - np.exp(-K * T * k[:-1])), atol=1e-11)


def test_files_have_observers():
    text = """
        robot = "khatib-rr"
        duration = 0.1
        period = "1 ms"
        [controller]
        type = "disturbance_observer"
        bandwidth = "60 rad/s"
        controller = { type = "momentum_observer", bandwidth = 20, controller = { type = "pd", kp = 100, kd = 20 } }
    """
    scenario = parse_scenario(text)
    assert scenario.controller.controller.controller == PD(100.0, 20.0)
    np.testing.assert_allclose(scenario.law.inertia, np.diagonal(arm.evaluate(MODEL).mass_matrix(np.zeros(2))))
    assert arm.simulate(scenario).signals["residual"].shape[1] == 2


@pytest.mark.parametrize("period", [None, 1e-3])
def test_estimates_of_a_stack_begin_where_each_run_does(period):
    law, starts = Observed(PDGravity(100.0, 20.0), bandwidth=100.0), [[0.1, 0.2], [0.8, -0.5]]
    options = {"controller": law, "period": period, "record": 0.02}
    runs = arm.simulate(ROBOT, 0.1, q0=starts, **options)
    for k, start in enumerate(starts):
        np.testing.assert_allclose(runs.q[k], arm.simulate(ROBOT, 0.1, q0=start, **options).q, atol=1e-9)
