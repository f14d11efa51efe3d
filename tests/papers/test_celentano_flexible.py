"""The figures of section 5 of Celentano's chapter, by other ways than those that reproduce them."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import armillary as arm
from internals import PlanarChain, pose
from internals import celentano_flexible as simplified
from internals import reproduce_celentano_flexible as flexible


@pytest.mark.parametrize("count", [5, 10])
def test_the_print_holds_to_its_last_digit(count):
    model = arm.model(flexible.bar(count))
    chain = PlanarChain.from_model(model)
    B = np.asarray(simplified.relative_inertia(chain, np.zeros(chain.n)), dtype=float)
    squares = np.sort(np.linalg.eigvals(np.linalg.solve(B, np.diag(chain.spring))).real)
    ours = np.sqrt(squares[1:6]) / (2 * np.pi)
    values, printed, _ = flexible.BENDING[count]
    np.testing.assert_allclose(ours, values, atol=5e-4)
    for frequency, text in zip(ours, printed, strict=True):
        digits = len(text.partition(".")[2])
        assert abs(frequency - float(text)) <= 0.5 * 10.0**-digits


@pytest.mark.parametrize(("count", "deflection"), flexible.DEFLECTIONS.items())
def test_statics_are_those_of_the_nonlinear_equilibrium_under_small_loads(count, deflection):
    small = 1e-3
    found = arm.statics(flexible.bar(count), wrench=[0, 0, 0, 0, small, 0])
    assert found.deflection[1] / small == pytest.approx(deflection / 100, rel=1e-6)
    assert np.degrees(found.slope[2]) / small == pytest.approx(flexible.ANGLE, rel=1e-6)
    assert found.tau[0] == pytest.approx(-2 * small, rel=1e-6)  # C_c of the source


@pytest.mark.parametrize("simplify", [False, True])
def test_the_slew_is_that_of_accelerations_in_joint_coordinates(simplify):
    """The first 0.1 s of the fastest slew by general forward dynamics in place of the momentum form of a chain."""
    robot, T, end = flexible.two_links(), 0.5, 0.1
    model, compiled = arm.model(robot), arm.compile(robot, formulation="articulated_body")
    n, goal = model.nv, np.zeros(model.nv)
    goal[:2] = np.radians(flexible.ANGLES)

    def rate(t, state):
        q, qd = state[:n], state[n:]
        r, r_dot = goal * (1 - np.cos(np.pi * t / T)) / 2, goal * np.sin(np.pi * t / T) * np.pi / (2 * T)
        tau = flexible.STIFFNESS * r + flexible.DAMPING * r_dot
        if simplify:
            return np.concatenate([qd, simplified.forward_dynamics(model, q, qd, tau)])
        return np.concatenate([qd, compiled.forward_dynamics(q, qd, tau)])

    q = solve_ivp(rate, (0.0, end), np.zeros(2 * n), "Radau", rtol=1e-5, atol=1e-8).y[:n, -1]
    tip = pose(model, q, "tip")[:2, 3]
    assert tip[1] < -0.02  # at first the tip falls behind
    np.testing.assert_allclose(tip, flexible._tips(T, np.array([0.0, end]), simplify)[:, -1], atol=2e-7)
