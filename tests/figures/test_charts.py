"""Charts as data: which there are, their units, how many lines they have, and what they show."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import MOST_LINES, WHAT, charts
from moved import moved
from samples import some


def titles(motion, *what):
    return [chart.title for chart in charts(motion, what or None)]


def test_a_rigid_robot_has_no_elastic_charts():
    assert titles(moved("panda")) == [
        "joints",
        "rates",
        "efforts",
        "error of the joints",
        "error of tip",
        "energies",
        "drift of the energy balance",
    ]


def test_a_flexible_robot_has_them():
    assert {"elastic coordinates", "deflection of tip"} <= set(titles(moved("flexrob")))
    assert "error of tip" in titles(moved("flexrob"))  # against the tip with links bent as they are at the start


def test_units_are_not_mixed():
    found = {
        chart.label: [line.name for line in chart.lines if not line.desired] for chart in charts(moved("stanford"))
    }
    assert found["angle [rad]"] == ["joint1", "joint2"]
    assert found["displacement [m]"] == ["joint3"]
    assert found["torque [N·m]"] == ["joint1", "joint2"]
    assert found["force [N]"] == ["joint3"]


@pytest.mark.parametrize("robot", some(["celentano-link", "planar-3r", "panda", "flexible-3r", "humanoid"], 4))
def test_every_coordinate_is_drawn_once_in_charts_that_can_be_read(robot):
    motion = moved(robot, rows=5)
    for what in ("joints", "rates", "torques"):
        found = charts(motion, [what])
        drawn = [line for chart in found for line in chart.lines if not line.desired]
        assert all(len([line for line in chart.lines if not line.desired]) <= MOST_LINES for chart in found)
        count = (motion.q if what == "joints" else motion.qd).shape[1] - len(motion.elastic)
        assert len(drawn) == count
        assert len({chart.key for chart in found}) == len(found)


@pytest.mark.parametrize("robot", some(["spherical-chain", "humanoid", "flexible-snake"], 2))
def test_parts_of_a_joint_or_a_link_stay_together(robot):
    for name in ("joints", "rates", "elastic"):
        found = list(WHAT[name](moved(robot, rows=3)))
        owners = [{line.name.partition(".")[0] for line in chart.lines if not line.desired} for chart in found]
        for k, mine in enumerate(owners):
            assert not any(mine & other for other in owners[:k])


def test_efforts_that_are_zero_have_nothing_to_say():
    motion = moved("panda", rows=5)
    still = replace(motion, tau=0 * motion.tau)
    assert "efforts" not in titles(still)
    assert "efforts" in titles(still, "torques")


def test_lines_are_what_they_say():
    motion = moved("flexrob")
    (chart,) = charts(motion, ["deflection"])
    assert chart.unit == "mm"
    assert np.allclose([line.values for line in chart.lines], 1000 * motion.deflection().T)
    (chart,) = charts(motion, ["drift"])
    assert np.allclose(chart.lines[0].values, np.abs(motion.drift))
    assert chart.logarithmic


def test_the_error_of_the_tip_follows_from_a_reference_of_joints():
    motion, dyn = moved("planar-3r", rows=9), arm.evaluate(arm.library.get("planar-3r"))
    chart = charts(motion, ["task_error"])[-1]
    wanted = np.array([dyn.pose(q)[:3, 3] for q in motion.signals["reference"]])
    assert np.allclose([line.values for line in chart.lines], 1000 * (wanted - motion.position()).T)


def test_a_reference_of_the_task():
    motion = moved("planar-3r", rows=9)
    wanted = motion.position() + np.array([0.001, 0.002, 0.0])
    motion = replace(motion, signals={**motion.signals, "reference": wanted}, info={"space": "task"})
    (chart,) = charts(motion, ["task_error"])
    assert np.allclose([line.values for line in chart.lines], np.array([[1.0, 2.0, 0.0]]).T)
    assert not any(line.desired for line in charts(motion, ["joints"])[0].lines)
    assert sum(line.desired for line in charts(motion, ["task"])[0].lines) == 3


def test_parts_of_a_quaternion_are_not_compared_with_a_reference():
    assert not any(line.desired for chart in charts(moved("spherical-chain"), ["joints"]) for line in chart.lines)


def test_no_chart_at_all():
    with pytest.raises(arm.ArgumentError, match="no chart; expected some of joints"):
        charts(moved("khatib-rr", rows=3), [])


def test_what_is_not_there():
    with pytest.raises(arm.ArgumentError, match="did you mean torques"):
        charts(moved(rows=3), ["torqes"])
    with pytest.raises(arm.ArgumentError, match="no data for it"):
        charts(moved(rows=3), ["elastic"])
    with pytest.raises(arm.ArgumentError, match="no data for it"):
        charts(replace(moved(rows=3), signals={}), ["task_error"])
