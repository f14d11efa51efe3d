"""The closed recursions of planar n-R arms against the general code, the paper's own form and the complex step."""

import math
from dataclasses import replace

import numpy as np
import pytest

import armillary
from armillary.errors import SingularityError
from internals import (
    condition_number,
    condition_number_gradient,
    link_positions,
    manipulability,
    manipulability_gradient,
    newton_euler,
    planar,
    pose,
)
from internals import gravity_norm as general_gravity
from internals import kinematics_jacobian as general_jacobian
from internals import kinematics_planar_nr as planar_nr
from internals import planar_nr as dynamics

SIZES = range(1, 11)


class Arm:
    """A random arm with a load at the tip of every link, as arrays and as a model, and a state."""

    def __init__(self, n):
        rng = np.random.default_rng(n)
        self.L = rng.uniform(0.2, 1.5, n)
        self.lc = self.L * rng.uniform(-0.2, 1.2, n)
        self.m, self.ml = rng.uniform(0.5, 3, n), rng.uniform(0, 2, n)
        self.inertia = rng.uniform(0, 0.3, n)
        self.q, self.qd, self.qdd = rng.uniform(-3, 3, n), rng.normal(size=n), rng.normal(size=n)
        self.W = rng.normal(size=(n, n))
        self.model = armillary.model(planar(self.L, self.m, coms=self.lc, inertias=self.inertia, payloads=self.ml))
        self.bodies = dynamics.PlanarArm(self.L, self.lc, self.m, self.inertia, self.ml)


@pytest.fixture(params=SIZES)
def arm(request):
    return Arm(request.param)


def gradient_by_complex_step(function, q):
    slopes = []
    for k in range(len(q)):
        nudged = q.astype(complex)
        nudged[k] += 1e-30j
        slopes.append(function(nudged).imag / 1e-30)
    return np.array(slopes)


def close(ours, theirs, tolerance=1e-11):
    np.testing.assert_allclose(ours, theirs, atol=tolerance * max(1.0, np.abs(theirs).max()))


# Against the general code


def test_positions(arm):
    close(planar_nr.tip_position(arm.q, arm.L), pose(arm.model, arm.q)[:2, 3], 1e-14)
    joints = planar_nr.joint_positions(arm.q, arm.L)
    close(joints[:-1], link_positions(arm.model, arm.q)[:, :2], 1e-14)
    close(joints[-1], pose(arm.model, arm.q)[:2, 3], 1e-14)


def test_jacobian_and_its_rate(arm):
    x, J, Jd = planar_nr.kinmodel(arm.q, arm.qd, arm.L)
    close(x, pose(arm.model, arm.q)[:2, 3], 1e-14)
    close(J, general_jacobian.jacobian(arm.model, arm.q)[3:5], 1e-13)
    close(Jd, general_jacobian.jacobian_dot(arm.model, arm.q, arm.qd)[3:5], 1e-13)


def test_indices_and_gradients(arm):
    close(planar_nr.manipulability(arm.q, arm.L), manipulability(arm.model, arm.q))
    close(planar_nr.condition_number(arm.q, arm.L), condition_number(arm.model, arm.q))
    close(planar_nr.manipulability_gradient(arm.q, arm.L), manipulability_gradient(arm.model, arm.q))
    close(planar_nr.condition_number_gradient(arm.q, arm.L), condition_number_gradient(arm.model, arm.q))


def test_dynamics(arm):
    _, _, _, H, h, g = dynamics.dynmodel(arm.bodies, arm.q, arm.qd)
    close(H, newton_euler.mass_matrix(arm.model, arm.q), 1e-13)
    close(g, newton_euler.gravity(arm.model, arm.q), 1e-13)
    close(h + g, newton_euler.bias(arm.model, arm.q, arm.qd), 1e-12)
    tau = newton_euler.inverse_dynamics(arm.model, arm.q, arm.qd, arm.qdd)
    close(H @ arm.qdd + h + g, tau, 1e-12)


def test_gravity_norm(arm):
    for W in (None, arm.W):
        ours = dynamics.gravity_norm(arm.bodies, arm.q, W=W)
        close(ours, general_gravity.gravity_norm(arm.model, arm.q, W), 1e-12)
        ours = dynamics.gravity_norm_gradient(arm.bodies, arm.q, W=W)
        close(ours, general_gravity.gravity_norm_gradient(arm.model, arm.q, W), 1e-12)


def test_without_loads_and_with_other_gravity():
    arm = Arm(5)
    model = armillary.model(planar(arm.L, arm.m, coms=arm.lc, inertias=arm.inertia, gravity=-3.7))
    ours = dynamics.dynmodel(replace(arm.bodies, loads=None, gravity=-3.7), arm.q, arm.qd)
    close(ours.H, newton_euler.mass_matrix(model, arm.q), 1e-13)
    close(ours.h + ours.g, newton_euler.bias(model, arm.q, arm.qd), 1e-12)


# Against the paper's own form, corrected


def test_the_form_with_psi(arm):
    H, h = dynamics.psi_form(arm.bodies, arm.q, arm.qd)
    close(dynamics.mass_matrix(arm.bodies, arm.q), H, 1e-13)
    close(dynamics.velocity_torques(arm.bodies, arm.q, arm.qd), h, 1e-12)


# Against the complex step


def test_jacobians_by_the_complex_step(arm):
    J = [gradient_by_complex_step(lambda q, i=i: planar_nr.tip_position(q, arm.L)[i], arm.q) for i in range(2)]
    close(planar_nr.jacobian(arm.q, arm.L), J, 1e-14)
    rate = planar_nr.jacobian(arm.q + 1e-30j * arm.qd, arm.L).imag / 1e-30
    close(planar_nr.jacobian_dot(arm.q, arm.qd, arm.L), rate, 1e-13)


def test_gradients_by_the_complex_step(arm):
    w = gradient_by_complex_step(lambda q: planar_nr.manipulability(q, arm.L), arm.q)
    close(planar_nr.manipulability_gradient(arm.q, arm.L), w)
    if len(arm.q) > 1:
        rho = gradient_by_complex_step(lambda q: planar_nr.condition_number(q, arm.L), arm.q)
        close(planar_nr.condition_number_gradient(arm.q, arm.L), rho)
    p = gradient_by_complex_step(lambda q: dynamics.gravity_norm(arm.bodies, q, W=arm.W), arm.q)
    close(dynamics.gravity_norm_gradient(arm.bodies, arm.q, W=arm.W), p, 1e-12)


def test_velocity_torques_by_the_complex_step_of_the_kinetic_energy(arm):
    # h = Ḣ q̇ − ∂T/∂q, from the mass matrix alone
    def energy(q):
        return arm.qd @ dynamics.mass_matrix(arm.bodies, q) @ arm.qd / 2

    H_dot = dynamics.mass_matrix(arm.bodies, arm.q + 1e-30j * arm.qd).imag / 1e-30
    expected = H_dot @ arm.qd - gradient_by_complex_step(energy, arm.q)
    close(dynamics.velocity_torques(arm.bodies, arm.q, arm.qd), expected, 1e-12)


# Other scalars, singular configurations


def test_they_run_on_symbols():
    import sympy

    arm = Arm(3)
    q, qd = np.array(sympy.symbols("q1:4")), np.array(sympy.symbols("v1:4"))
    values = dict(zip([*q, *qd], [*arm.q, *arm.qd], strict=True))
    symbolic = dynamics.dynmodel(arm.bodies, q, qd)
    for name, ours in symbolic._asdict().items():
        number = np.array([float(entry.subs(values)) for entry in np.ravel(ours)])
        close(number, np.ravel(getattr(dynamics.dynmodel(arm.bodies, arm.q, arm.qd), name)), 1e-12)
    w = planar_nr.manipulability(q, arm.L)
    slopes = [float(sympy.diff(w, angle).subs(values)) for angle in q]
    close(planar_nr.manipulability_gradient(arm.q, arm.L), slopes)


@pytest.mark.parametrize("q", [[0.0, 0.0, 0.0], [0.7, 0.0, 0.0], [0.7, np.pi, 0.0], [-1.1, np.pi, np.pi]])
def test_straight_and_folded_arms(q):
    lengths = [1.0, 0.6, 0.3]
    assert planar_nr.manipulability(q, lengths) == pytest.approx(0, abs=1e-7)
    assert planar_nr.condition_number(q, lengths) == math.inf
    with pytest.raises(SingularityError, match="straight or folded"):
        planar_nr.manipulability_gradient(q, lengths)
    with pytest.raises(SingularityError, match="straight or folded"):
        planar_nr.condition_number_gradient(q, lengths)


def test_an_isotropic_arm():
    lengths, q = [math.sqrt(2), 1.0], [0.4, 0.75 * np.pi]
    assert planar_nr.condition_number(q, lengths) == pytest.approx(1, abs=1e-7)
    with pytest.raises(SingularityError, match="isotropic"):
        planar_nr.condition_number_gradient(q, lengths)


def test_a_single_link():
    assert planar_nr.manipulability([0.3], [0.8]) == pytest.approx(0.8)
    assert planar_nr.condition_number([0.3], [0.8]) == 1.0
    close(planar_nr.manipulability_gradient([0.3], [0.8]), np.zeros(1), 1e-15)
    np.testing.assert_array_equal(planar_nr.condition_number_gradient([0.3], [0.8]), 0)
