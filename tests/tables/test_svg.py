"""Charts as drawings: logarithmic axes."""

import re

import numpy as np
import pytest

from internals import Chart, drawing
from internals import ChartLine as Line


def chart(values, logarithmic=True):
    return Chart("drift", "|drift|", "%", np.arange(4.0), (Line("drift", np.array(values)),), logarithmic)


def test_powers_of_ten_are_equally_far_apart():
    drawn = drawing(chart([0.0, 1e-9, -1e-6, 1e-3]))
    (_, _, path, _) = drawn.lines[0]
    heights = [float(y) for _, y in re.findall(r"([\d.]+)[ ,]([\d.]+)", path)]
    assert len(heights) == 3  # zero has no place on the axis
    assert heights[0] - heights[1] == pytest.approx(heights[1] - heights[2], abs=0.2)
    assert [text for _, text in drawn.y_ticks] == ["1e−10", "1e−08", "1e−06", "0.0001", "0.01"]


def test_nothing_to_take_the_logarithm_of():
    assert not chart([0.0, 0.0, 0.0, 0.0]).visible().logarithmic
    assert drawing(chart([0.0, 0.0, 0.0, 0.0])).lines == drawing(chart([0.0, 0.0, 0.0, 0.0], False)).lines
