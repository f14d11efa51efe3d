"""MJCF files as scenarios: servos become a controller; the motion equals MuJoCo's."""

import mujoco
import numpy as np
import pytest

import armillary as arm

ARM = """<mujoco><compiler angle="radian"/><option timestep="0.0002" integrator="RK4">
<flag contact="disable"/></option><worldbody>
<body><joint name="a" axis="0 1 0" damping="0.1"/><geom size="0.1" pos="0.4 0 0"/>
<body pos="0.5 0 0"><joint name="b" axis="0 1 0"/><geom size="0.08" pos="0.3 0 0"/>
<body pos="0.4 0 0"><joint name="c" type="slide" axis="1 0 0"/><geom size="0.05" pos="0.1 0 0"/></body>
</body></body></worldbody>
<actuator><position joint="a" kp="20" kv="3" gear="4" forcerange="-30 30"/><velocity joint="b" kv="7"/>
<motor joint="c"/><general joint="c" biastype="affine" gainprm="40" biasprm="0 -900 -15"/></actuator>
<keyframe><key name="home" qpos="0.5 -0.4 0.05"/></keyframe></mujoco>"""


@pytest.fixture
def scenario(tmp_path):
    (tmp_path / "arm.xml").write_text(ARM)
    return arm.load_scenario(tmp_path / "arm.xml")


def test_servos_are_gains_at_the_joints(scenario):
    law = scenario.controller
    assert isinstance(law, arm.controllers.PD)
    assert np.allclose(law.kp, [20 * 16, 0, 900])
    assert np.allclose(law.kd, [3 * 16, 7, 15])
    assert np.array_equal(scenario.starts[0, :3], [0.5, -0.4, 0.05])


def test_the_motion_equals_mujocos(scenario):
    m = mujoco.MjModel.from_xml_string(ARM)
    d = mujoco.MjData(m)
    d.qpos[:] = m.key_qpos[0]
    d.ctrl[:] = [4 * 0.5, 0, 0, 900 * 0.05 / 40]  # hold the keyframe
    while d.time < 0.3 - 1e-9:
        mujoco.mj_step(m, d)
    run = arm.simulate(scenario, duration=0.3)
    assert np.abs(run.q[-1] - d.qpos).max() < 1e-8
    assert np.abs(run.q[-1] - run.q[0]).max() > 0.05  # it sags


def test_a_servo_at_a_coupled_joint_acts_on_its_leader(tmp_path):
    equality = '<equality><joint joint1="a" joint2="b" polycoef="0.1 -2 0 0 0"/></equality><actuator>'
    (tmp_path / "arm.xml").write_text(ARM.replace("<actuator>", equality).replace("0.5 -0.4", "0.9 -0.4"))
    law = arm.load_scenario(tmp_path / "arm.xml").controller
    assert np.allclose(law.kp, [4 * 20 * 16, 900])
    assert np.allclose(law.kd, [4 * 3 * 16 + 7, 15])


def test_settings_are_refused(tmp_path):
    (tmp_path / "arm.xml").write_text(ARM)
    with pytest.raises(arm.ArgumentError, match="no fields of a scenario"):
        arm.load_scenario(tmp_path / "arm.xml", ["duration=3"])
