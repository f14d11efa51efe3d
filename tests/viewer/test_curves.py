"""Charts, their thinning, and how far two motions are apart."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import BUCKETS, curves, difference
from internals import CURVES_USUAL as USUAL


@pytest.fixture(scope="module")
def motion():
    return arm.simulate(arm.library.get("planar-3r"), duration=1.0, q0=[0.1, 0.2, 0.3])


def test_charts_have_the_lines_of_the_motion(motion):
    found = {each.chart.title: each for each in curves(motion, USUAL)}
    np.testing.assert_array_equal(found["joints"].chart.lines[1].values, motion.q[:, 1])
    assert {"joints", "energies"} <= set(found)
    assert len(found["joints"].styles) == 3


def test_a_chart_that_the_motion_does_not_have_is_left_out(motion):
    assert curves(motion, ("elastic",)) == []


def test_a_ghost_is_dashed_and_its_difference_is_drawn(motion):
    other = replace(motion, q=motion.q + 0.01, signals={})
    found = {each.chart.title: each for each in curves(motion, ("joints",), other)}
    assert [bool(style.dash) for style in found["joints"].styles] == [False] * 3 + [True] * 3
    np.testing.assert_allclose(found["difference of the joints"].chart.lines[0].values, 0.01, atol=1e-12)
    assert "distance of the tips" in found


def test_thinning_keeps_peaks():
    motion = arm.simulate(arm.library.get("khatib-rr"), duration=1.0, record=1e-4)
    q = motion.q.copy()
    q[5432, 0], q[1234, 1] = 77.0, -66.0
    (found,) = curves(replace(motion, q=q), ("joints",))
    assert len(found.chart.t) < 4 * BUCKETS + 10 < len(motion.t)
    assert found.chart.lines[0].values.max() == 77.0
    assert found.chart.lines[1].values.min() == -66.0
    assert found.chart.t[0] == motion.t[0]
    assert found.chart.t[-1] == motion.t[-1]
    assert np.all(np.diff(found.chart.t) > 0)


def test_what_is_not_finite_is_not_drawn(motion):
    q = motion.q.copy()
    q[-3:] = np.nan
    (found,) = curves(replace(motion, q=q), ("joints",))
    assert len(found.chart.t) == len(motion.t) - 3


def test_the_distance_of_the_tips_is_between_positions(motion):
    other = arm.simulate(arm.library.get("planar-3r"), duration=0.6, q0=[0.11, 0.2, 0.3])
    found = difference(motion, other)
    assert found.t[-1] <= 0.6
    assert found.names == motion.coordinates
    assert found.tip[0] == pytest.approx(np.linalg.norm(motion.position()[0] - other.position()[0]))
    assert "mm apart" in found.at(0.3)
    assert "at most" in found.at(0.3)


def test_motions_without_a_common_time_have_no_difference(motion):
    later = replace(motion, t=motion.t + 10)
    assert difference(motion, later).at(0.0) == "The two motions have no time in common."
