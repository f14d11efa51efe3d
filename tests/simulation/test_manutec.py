"""The industrial robot of the library against the published results of the same robot in Modelica.

The figures are those of the reference result of `MultiBody.Examples.Systems.RobotR3.FullRobot` that the Modelica
Association keeps for version 4.0 of its library (MAP-LIB_ReferenceResults, computed by Dymola 2020x, tolerance 1e-6).
That model has continuous controllers and current loops; the scenario here is sampled at 1 kHz.
"""

import numpy as np
import pytest

import armillary as arm

CURRENTS = (0.0, -1.8880913341, -3.6788347724, -0.6004243932, -0.7242793154, 0.0)
"""Currents of the motors at the start [A], where they hold the weight."""
CONSTANTS, RATIOS = (1.1616, 1.1616, 1.1616, 0.2365, 0.2608, 0.0842), (-105, 210, 60, -99, 79.2, -99)
TWISTS = (0.0, 0.2741508617, 0.0736781805)
"""Twists of the elastic gears at the start, seen at the motors [rad]."""
POSITIONS = {
    0.2: (-0.803013, 0.169103, 1.317627, 0.087084, -1.48281, 0.090099),
    0.6: (-0.131902, -0.338495, 0.613978, 0.343419, -0.242544, 0.343617),
    1.0: (0.543761, -0.847754, -0.091947, 0.5985, 0.996362, 0.597928),
    1.2: (0.883195, -1.101387, -0.441629, 0.724806, 1.616481, 0.724515),
    1.4: (1.047348, -1.222902, -0.61271, 0.78649, 1.922978, 0.784214),
    1.8: (1.046705, -1.223591, -0.61065, 0.784784, 1.920355, 0.785319),
}
"""Joint angles at some times [rad]."""


@pytest.fixture(scope="module")
def scenario():
    return arm.load_scenario("manutec-r3")


def test_statics(scenario):
    efforts = np.array(CURRENTS) * CONSTANTS * RATIOS
    start = scenario.starts[0, :9]
    rigid = arm.evaluate(scenario.control_model).gravity(start[:6])
    assert rigid == pytest.approx(efforts, rel=1e-9, abs=1e-9)
    # The twist at the motor is n times that at the joint, where the gear pulls the joint against its motor.
    assert (start[6:] - start[:3]) * RATIOS[:3] == pytest.approx(-np.array(TWISTS), rel=1e-8, abs=1e-12)


def test_motors_hold_the_weight_at_the_start(scenario):
    # The P branch sees the wound side of the gears of axes 2 and 3; the integrators make up for it, as in the source.
    run = arm.simulate(scenario, 1e-3, record=1e-3)
    assert run.tau[0, 3:6] == pytest.approx((np.array(CURRENTS) * CONSTANTS * RATIOS)[3:], rel=1e-6, abs=1e-8)
    assert np.abs(run.qdd[0]).max() < 1e-6
    with pytest.raises(arm.ConvergenceError, match=r"velocity\.integral"):
        arm.simulate(scenario, 1e-3, start="equilibrium")


def test_motion(scenario):
    run = arm.simulate(scenario, record=0.1)
    assert run.complete
    assert run.drift_max < 1e-6
    assert 20 < run.info["switches"] < 200
    for t, wanted in POSITIONS.items():
        row = np.argmin(np.abs(run.t - t))
        assert run.q[row, :6] == pytest.approx(wanted, abs=1.7e-4), t
