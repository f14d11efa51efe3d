"""Figures: labels, legends, several motions in one, files that are what their names say."""

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

import armillary as arm
from internals import MOST_POINTS, Chart, plot, save_plot
from internals import ChartLine as Line
from moved import moved
from samples import some


def named(motion, name, joints=()):
    """Return the motion of a robot with another name, and other names of its joints."""
    changed = [replace(joint, name=new) for joint, new in zip(motion.robot.joints, joints, strict=False)]
    robot = replace(motion.robot, name=name, joints=(*changed, *motion.robot.joints[len(changed) :]))
    return replace(motion, model=arm.model(robot, motors=motion.model.motors, friction=motion.model.friction))


@pytest.mark.parametrize("robot", ["khatib-rr", "stanford", "flexrob", "humanoid"])
def test_every_axis_says_what_it_shows(robot):
    figure = plot(moved(robot, rows=20))
    for axes in figure.axes:
        assert axes.get_ylabel()
        assert axes.get_title(loc="left")
        assert axes.lines
    assert figure.axes[-1].get_xlabel() == "time [s]"
    assert figure.get_suptitle() == moved(robot, rows=3).robot.name


def test_legend_has_the_joints_and_the_reference():
    axes = plot(moved("khatib-rr"), what=["joints"]).axes[0]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["joint1", "joint2", "reference"]


def test_a_reference_is_seen_on_the_line_that_follows_it():
    lines = plot(moved("khatib-rr"), what=["joints"]).axes[0].lines
    wanted = [line for line in lines if line.get_color() == "k"]
    assert len(wanted) == 2
    assert min(line.get_zorder() for line in wanted) > max(line.get_zorder() for line in lines if line not in wanted)


@pytest.mark.parametrize(("count", "timed"), [(3, 1), (4, 2), (5, 3), (6, 2)])
def test_time_is_written_where_nothing_is_below(count, timed):
    motion = moved("flexrob", rows=5)
    what = ["energies", "drift", "rates", "torques", "joints", "deflection"][:count]
    figure = plot(motion, what=what)
    assert len(figure.axes) == count
    assert sum(axes.get_xlabel() == "time [s]" for axes in figure.axes) == timed
    assert len({axes.get_xlim() for axes in figure.axes}) == 1


def test_names_that_matplotlib_would_typeset(tmp_path):
    motion = moved("khatib-rr", rows=5)
    save_plot(plot(named(motion, r"$\frac{ 腕")), tmp_path / "motion.svg")
    assert (tmp_path / "motion.svg").stat().st_size > 1000


@pytest.mark.parametrize("count", some([1, 5, 13, 3], 2))
def test_charts_do_not_overlap(count):
    motion = moved("humanoid", rows=5)
    what = ["energies", "drift", "rates", "torques", "joints"]
    figure = plot(motion, what=what[: {1: 1, 3: 2, 5: 3, 13: 5}[count]])
    figure.draw_without_rendering()
    boxes = [axes.get_tightbbox() for axes in figure.axes]
    for a, b in pairwise(boxes):
        assert not a.shrunk(0.98, 0.98).overlaps(b.shrunk(0.98, 0.98))


def test_two_motions_share_their_charts():
    motion = moved("stanford")
    other = named(replace(motion, q=1.1 * motion.q), "stanford, lighter")
    figure = plot(motion, other, what=["joints", "torques"], names=["before", "after"])
    assert len(figure.axes) == 4  # turns and slides, twice
    solid, dashed = ([line for line in figure.axes[0].lines if line.get_linestyle() == style] for style in ("-", "--"))
    assert [line.get_color() for line in solid[:2]] == [line.get_color() for line in dashed]
    assert np.allclose(dashed[0].get_ydata(), 1.1 * solid[0].get_ydata())
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["before", "after"]


def test_motions_of_different_robots_share_what_they_can():
    figure = plot(moved("khatib-rr"), moved("flexrob"))
    assert {"joints", "elastic coordinates"} <= {axes.get_title(loc="left") for axes in figure.axes}


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf", ".PNG"])
def test_files(suffix, tmp_path):
    path = tmp_path / f"motion{suffix}"
    save_plot(plot(moved("khatib-rr"), what=["joints"]), path)
    start = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}[suffix.lower()]
    assert path.read_bytes().startswith(start)
    if suffix == ".png":
        with Image.open(path) as image:
            assert min(image.size) > 300
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_names_that_are_refused(tmp_path):
    figure = plot(moved("khatib-rr", rows=5), what=["drift"])
    for name in ("motion.jpg", "motion", ""):
        with pytest.raises(arm.ArgumentError, match=r"\.png, \.svg or \.pdf"):
            save_plot(figure, tmp_path / name)
    with pytest.raises(arm.ArgumentError, match="0 of them"):
        plot()
    with pytest.raises(arm.ArgumentError, match="names"):
        plot(moved(rows=3), names=["a", "b"])


def test_odd_names_and_values(tmp_path):
    motion = moved("khatib-rr", rows=50)
    q = motion.q.copy()
    q[30:] = np.nan
    motion = named(replace(motion, q=q), "$x", ("_a$b", "c_$"))
    save_plot(plot(motion, what=["joints", "rates"]), tmp_path / "odd.png")
    still = replace(motion, work=motion.energy - motion.energy[0], external=0 * motion.t)
    save_plot(plot(still, what=["drift"]), tmp_path / "still.png")  # nothing at all on a logarithmic axis


def test_a_constant_with_rounding_is_a_level_line():
    motion = moved("khatib-rr", rows=50)
    axes = plot(motion, what=["task_error"]).axes[0]
    low, high = axes.get_ylim()
    assert high - low > 1e-4


def test_long_lines_keep_their_extremes():
    t = np.linspace(0, 1, 200_001)
    values = np.sin(1000 * t)
    values[77_777] = 5.0
    values[123_456] = -7.0
    thin = Chart("a", "b", "c", t, (Line("x", values),)).thinned(MOST_POINTS)
    short_t, short = thin.t, thin.lines[0].values
    assert len(short) <= MOST_POINTS + 100
    assert (short.max(), short.min()) == (5.0, -7.0)
    assert np.all(np.diff(short_t) >= 0)


def test_matplotlib_is_asked_for(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(arm.errors.MissingExtraError, match=r"armillary\[plot\]"):
        plot(moved(rows=3))


def test_pyplot_is_not_loaded():
    code = (
        "import sys, armillary.figures; print('matplotlib' in sys.modules)\n"
        "from armillary.figures.style import matplotlib; matplotlib(); from matplotlib.figure import Figure\n"
        "print('matplotlib.pyplot' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split() == [
        "False",
        "False",
    ]
