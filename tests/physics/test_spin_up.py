"""A beam that is spun up from rest: it lags behind, and comes back as centrifugal forces stretch it.

The manoeuvre of Kane, Ryan and Banerjee, "Dynamics of a cantilever beam attached to a moving base", J. of Guidance,
Control, and Dynamics 10 (1987), 139–151, and of Simo and Vu-Quoc, "On the dynamics of flexible beams under large
overall motions – the plane case: part II", ASME J. of Applied Mechanics 53 (1986), 855–863:
    L = 10 m, ρA = 1.2 kg/m, EI = 1.4e4 N·m², EA = 2.8e7 N,
    Ω = (6/15) (t − (15/2π) sin 2πt/15) until 15 s, then 6 rad/s.
Both show that a theory that is linear in the deformation from the start diverges.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import eigh

import armillary as arm
from beam_elements import spun_blade
from internals import bias
from physics.motion import Beam, Modes, general, linear, on_hub

LENGTH, MASS, EI, EA = 10.0, 1.2, 1.4e4, 2.8e7
LAST, SPEED = 15.0, 6.0


def spin(t: float) -> tuple[float, float, float]:
    """Return angle, speed and acceleration of the hub."""
    if t >= LAST:
        return SPEED * (t - LAST / 2), SPEED, 0.0
    phase = 2 * np.pi * t / LAST
    angle = SPEED / LAST * (t**2 / 2 + (LAST / (2 * np.pi)) ** 2 * (np.cos(phase) - 1))
    return angle, SPEED / LAST * (t - LAST / (2 * np.pi) * np.sin(phase)), SPEED / LAST * (1 - np.cos(phase))


def beam(stiffening: bool = True, **modes: int) -> Beam:
    area = EA / 7e10
    return Beam(
        LENGTH,
        E=7e10,
        density=MASS / area,
        stations=general(area, 2e-7, 2e-7),
        modes=Modes(**modes, shapes="cantilever"),
        stiffening=stiffening,
    )


def spun_up(model: arm.Model, until: float) -> tuple[np.ndarray, np.ndarray]:
    """Return times and the tip's deflection, the sum of modal coordinates of shapes that end at one."""
    n, dynamics = model.nv - 1, arm.compile(model)

    def rate(t: float, state: np.ndarray) -> np.ndarray:
        angle, speed, acceleration = spin(t)
        q, qd = np.array([angle, *state[:n]]), np.array([speed, *state[n:]])
        M = dynamics.mass_matrix(q)[1:, 1:]
        needed = dynamics.inverse_dynamics(q, qd, np.array([acceleration, *np.zeros(n)]))[1:]
        return np.concatenate([state[n:], np.linalg.solve(M, -needed)])

    def lost(t: float, state: np.ndarray) -> float:
        return LENGTH - abs(state[:n].sum())

    lost.terminal = True  # type: ignore[attr-defined]
    found = solve_ivp(rate, (0, until), np.zeros(2 * n), rtol=1e-5, atol=1e-7, max_step=0.1, events=lost)
    return found.t, found.y[:n].sum(axis=0)


def small_deflections(count: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Return the same by finite elements of a stretched beam, linear in the deflection, on its first modes."""
    scale = np.sqrt(EI / MASS) / LENGTH**2
    M, still = spun_blade(0.0, 0.0)
    K_g = spun_blade(0.0, 1.0)[1] - still
    shapes = eigh(still, M)[1][:, :count]
    x = np.zeros(len(M))
    x[0::2] = np.linspace(0, 1, len(M) // 2 + 1)[1:]
    x[1::2] = -1.0  # w = x is a rotation by −1 about y
    pull, stretched, stiff = shapes.T @ M @ x, shapes.T @ K_g @ shapes, shapes.T @ still @ shapes

    def rate(t: float, state: np.ndarray) -> np.ndarray:
        _, speed, acceleration = spin(t / scale)
        v = state[:count]
        force = (stiff + (speed / scale) ** 2 * (stretched - np.eye(count))) @ v
        return np.concatenate([state[count:], -force - acceleration / scale**2 * pull])

    times = np.linspace(0, 20, 2001)
    found = solve_ivp(rate, (0, 20 * scale), np.zeros(2 * count), rtol=1e-8, atol=1e-10, t_eval=times * scale)
    return times, LENGTH * shapes[-2] @ found.y[:count]


def test_with_stiffening_the_tip_lags_and_comes_back() -> None:
    t, tip = spun_up(arm.model(on_hub(beam(bending_y=2), 0.0)), until=18.0)
    assert t[-1] == 18.0
    assert tip.min() == pytest.approx(-0.574, abs=0.003)
    assert 6.0 < t[tip.argmin()] < 8.0
    assert np.abs(tip[t > LAST]).max() < 0.01
    times, expected = small_deflections()
    np.testing.assert_allclose(np.interp(t, times, expected), tip, rtol=0, atol=0.004)


def test_without_stiffening_it_diverges() -> None:
    """K − Ω² m of the first mode is negative beyond 3.516 √(EI/ρAL⁴) = 3.80 rad/s, which is reached at 9 s."""
    t, tip = spun_up(arm.model(on_hub(beam(stiffening=False, bending_y=2), 0.0)), until=18.0)
    assert t[-1] < 11.0
    assert abs(tip[-1]) == pytest.approx(LENGTH, rel=1e-6)


def test_the_steady_stretch() -> None:
    """ρA Ω² L³ / 3EA = 5.14e-4 m at 6 rad/s [Simo and Vu-Quoc 1986]; the shapes end at 1, −1, 1, …"""
    model = arm.model(on_hub(beam(bending_y=1, axial=6), 0.0))
    qd = np.zeros(model.nv)
    qd[0] = SPEED
    _, _, K = linear(model, model.neutral, qd)
    q = -np.linalg.solve(K[1:, 1:], bias(model, model.neutral, qd)[1:])
    stretch = q[1:] @ np.array([1, -1, 1, -1, 1, -1])
    assert q[0] == pytest.approx(0, abs=1e-12)
    assert stretch == pytest.approx(5.14e-4, abs=2e-6)
