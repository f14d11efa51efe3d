"""Campbell diagrams, Bode plots and root loci against independent computations."""

import numpy as np
import pytest
from scipy.signal import ss2tf

import armillary as arm
from internals import HERTZ, grid_of

LINK = arm.library.get("celentano-link")


def test_a_campbell_diagram_has_the_frequencies_of_each_rate(tmp_path):
    rates = np.linspace(0.0, 40.0, 5)
    found = arm.campbell(LINK, "joint", rates, count=3)
    for rate, hz in zip(rates, found.hz, strict=True):
        single = arm.frequencies(LINK, joints="locked", qd={"joint": rate}, count=3)
        np.testing.assert_allclose(np.sort(hz), single.hz, rtol=1e-12)
    assert np.all(np.diff(found.hz, axis=0) > 0)  # spin stiffens
    figure = found.plot(tmp_path / "campbell.pdf", orders=(1, 4))
    (axes,) = figure.axes
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("rate of joint [rad/s]", "frequency [Hz]")
    np.testing.assert_array_equal(axes.lines[0].get_ydata(), found.hz[:, 0])
    np.testing.assert_allclose(axes.lines[-1].get_ydata(), 4 * rates / HERTZ)


def test_a_campbell_diagram_over_the_payload():
    masses = [0.01, 0.1, 1.0]
    found = arm.campbell(LINK, "payload.mass", masses, count=2)
    assert (found.unit, found.spin) == ("kg", False)
    for mass, hz in zip(masses, found.hz, strict=True):
        heavy = arm.model(LINK, free=["payload.mass"]).with_values([mass])
        np.testing.assert_allclose(hz, arm.frequencies(heavy, joints="locked", count=2).hz, rtol=1e-12)
    assert "payload.mass" in found.table()
    with pytest.raises(arm.ArgumentError, match=r"payload\.mass"):
        arm.campbell(LINK, "payload.mas", masses)
    with pytest.raises(arm.ArgumentError, match="values"):
        arm.campbell(LINK, "joint", [])


def test_lines_of_modes_cross():
    """A beam in space with different sections: bending in both planes crosses as one direction gains stiffness."""
    from internals import _followed

    def modes(stiffness):
        order = np.argsort([stiffness, 2.0])
        hz = np.array([stiffness, 2.0])[order]
        return arm.types.Frequencies(
            hz, 0 * hz, np.eye(2)[:, order], ("a", "b"), hz[:0], hz[:0], 0, hz, hz, np.eye(2), hz, hz
        )

    hz, _ = _followed([modes(k) for k in (1.0, 1.8, 2.5, 3.0)], np.ones(2))
    np.testing.assert_array_equal(hz, [[1.0, 2.0], [1.8, 2.0], [2.5, 2.0], [3.0, 2.0]])


def test_bode_is_the_transfer_function():
    system = arm.linearise(LINK, q=[0.2], outputs=["joint", "tip.acceleration"])
    omega = np.geomspace(0.5, 200.0, 40)
    numerators, denominator = ss2tf(*system)
    wanted = np.array([np.polyval(row, 1j * omega) / np.polyval(denominator, 1j * omega) for row in numerators])
    np.testing.assert_allclose(system.response(omega)[:, :, 0], wanted.T, rtol=1e-6, atol=1e-9)
    figure = system.bode()
    size, phase = figure.axes
    x, y = size.lines[0].get_xydata().T
    np.testing.assert_allclose(x * HERTZ, grid_of(system))
    H = system.response(grid_of(system))[:, 0, 0]
    np.testing.assert_allclose(y, 20 * np.log10(np.abs(H)))
    np.testing.assert_allclose(np.exp(1j * np.radians(phase.lines[0].get_ydata())), H / np.abs(H), atol=1e-7)
    assert phase.get_xlabel() == "frequency [Hz]"
    assert len(system.bode(outputs=["joint", "tip.acceleration.x"]).axes[0].lines) == 2 + 1  # and 0 dB
    with pytest.raises(arm.ArgumentError, match="inputs"):
        system.bode(inputs="elbow")


def test_a_root_locus_has_the_eigenvalues_of_each_gain(tmp_path):
    robot = arm.planar([1.0, 0.8], [1.0, 0.7], gravity=0.0)
    loop = arm.Scenario(robot, controller=arm.controllers.PD(kp=20.0, kd=3.0), q0=[0.3, 0.7])
    gains = np.linspace(1.0, 60.0, 12)
    found = arm.root_locus(loop, "controller.kp", gains)
    M = arm.evaluate(robot).mass_matrix([0.3, 0.7])
    for gain, poles in zip(gains, found.poles, strict=True):
        A = np.block([[np.zeros((2, 2)), np.eye(2)], [-gain * np.linalg.inv(M), -3.0 * np.linalg.inv(M)]])
        np.testing.assert_allclose(np.sort_complex(poles), np.sort_complex(np.linalg.eigvals(A)), rtol=1e-6)
    assert found.stable.all()
    figure = found.plot(tmp_path / "locus.png")
    assert figure.axes[0].get_xlabel() == "real part of s [1/s]"
    assert figure.axes[1].get_ylabel() == "controller.kp [N·m/rad]"
    drawn = figure.axes[0].collections[0].get_offsets()
    np.testing.assert_allclose(drawn[:, 0] + 1j * drawn[:, 1], found.poles.ravel())


def test_a_root_locus_over_the_payload_and_over_gravity():
    """A payload m at the tip: (2 + m) s² + s + 50 = 0. A pendulum that hangs freely: s² + g = 0."""
    robot = arm.planar([1.0], [2.0], coms=[1.0], inertias=[0.0], gravity=0.0)
    loop = arm.Scenario(robot, controller=arm.controllers.PD(kp=50.0, kd=1.0))
    for mass, poles in zip((0.0, 3.0), arm.root_locus(loop, "payload.mass", [0.0, 3.0]).poles, strict=True):
        np.testing.assert_allclose(np.sort_complex(poles), np.sort_complex(np.roots([2 + mass, 1, 50])), rtol=1e-6)
    free = arm.Scenario(robot, q0=[-np.pi / 2])
    found = arm.root_locus(free, "gravity.y", [-9.81, -1.62])
    np.testing.assert_allclose(np.abs(found.poles), np.sqrt([[9.81] * 2, [1.62] * 2]), rtol=1e-9)
    with pytest.raises(arm.ArgumentError, match=r"^name: 'payload\.mas'"):
        arm.root_locus(loop, "payload.mas", [1.0])


def test_a_root_locus_of_a_sampled_loop_finds_its_limit():
    """PD of a double integrator 1/s² with zero-order hold: z² − (2 − kd T) z + (1 − kd T) = 0 for kp = 0."""
    robot = arm.planar([1.0], [1.0], coms=[1.0], inertias=[0.0], gravity=0.0)
    loop = arm.Scenario(robot, controller=arm.controllers.PD(kp=1e-9, kd=1.0), period=0.1, q0=[0.0])
    found = arm.root_locus(loop, "controller.kd", [1.0, 10.0, 19.0, 21.0])
    np.testing.assert_allclose(found.z.real.min(axis=1), [0.9, 0.0, -0.9, -1.1], atol=1e-6)
    assert found.limits() == [20.0] or not found.stable[:3].all()  # the pole at z = 1 is at the edge
    assert found.plot().axes[0].get_xlabel() == "real part of z, period 100 ms"
    with pytest.raises(arm.ArgumentError, match="controller"):
        arm.root_locus(loop, "controller.kq", [1.0])
