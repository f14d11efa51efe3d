"""Pictures of a search: every architecture is a point, the first front carries ranks and names."""

from dataclasses import replace

import pytest
from PIL import Image

import armillary as arm
from internals import plot_pareto, save_plot, standard_motion

KEYS = ["operations.inverse_dynamics", "operations.gim", "base_parameters.count"]


@pytest.fixture(scope="module")
def found():
    from internals import Candidate, base_parameters

    known = [
        one.key
        for one in base_parameters.measures(Candidate(arm.selection.enumerate_architectures(1)[0]))
        if one.better
    ]
    return arm.selection.search_architectures(2, [*KEYS[:2], known[0]], sampling=arm.selection.Sampling(10))


def points(axes):
    return {tuple(map(float, line.get_xydata()[0])) for line in axes.lines if line.get_marker() == "o"}


def test_charts_hold_all_points(found):
    figure = plot_pareto(found)
    cost, *others = found.objectives
    assert len(figure.axes) == len(others)
    for axes, key in zip(figure.axes, others, strict=True):
        assert points(axes) == {(found.value(name, cost), found.value(name, key)) for name in found.ranking}
        assert "is better" in axes.get_ylabel()


def test_the_front_is_named(found):
    figure = plot_pareto(found)
    texts = [text.get_text() for text in figure.legends[0].get_texts()]
    assert {f"{k + 1}  {name}" for k, name in enumerate(found.front)} <= set(texts)
    for axes in figure.axes:
        ranks = sorted(int(rank) for text in axes.texts for rank in text.get_text().split(","))
        assert ranks == list(range(1, len(found.front) + 1))


def test_the_line_is_the_front_of_two(found):
    figure = plot_pareto(found)
    cost, key = found.objectives[:2]
    line = next(line for line in figure.axes[0].lines if line.get_marker() != "o")
    every = points(figure.axes[0])
    expected = {p for p in every if not any(o != p and o[0] <= p[0] and o[1] <= p[1] for o in every)}
    assert found.objective(cost).better == found.objective(key).better == "less"
    assert {tuple(map(float, point)) for point in line.get_xydata()} == expected


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_files(found, tmp_path, kind):
    path = tmp_path / f"front.{kind}"
    save_plot(plot_pareto(found), path)
    assert path.stat().st_size > 5000
    if kind == "png":
        with Image.open(path) as image:
            assert min(image.size) > 400


def test_plot_of_a_search(found, tmp_path):
    found.plot(tmp_path / "a.png")
    assert (tmp_path / "a.png").exists()
    with pytest.raises(arm.ArgumentError, match="ends in"):
        found.plot(tmp_path / "a.gif")


def test_one_objective_is_no_picture():
    lonely = arm.selection.search_architectures(1, KEYS[:1], sampling=arm.selection.Sampling(10))
    with pytest.raises(arm.ArgumentError, match="one only"):
        plot_pareto(lonely)


def test_the_line_leaves_out_what_exceeds_its_limits(monkeypatch):
    task = arm.MotionTask.__new__(arm.MotionTask)
    monkeypatch.setattr(arm.MotionTask, "of", lambda self, robot: replace(standard_motion(robot), name="lift"))
    weak = arm.selection.enumerate_architectures(
        2, dimensions=arm.selection.Dimensions(torque=1.0)
    )  # revolute joints cannot hold the arm
    keys = ["operations.inverse_dynamics", "operations.gim"]
    search = arm.selection.search_architectures(weak, keys, motion=task, sampling=arm.selection.Sampling(10))
    assert 0 < len(search.dropped) < len(search.ranking)
    figure = plot_pareto(search)
    line = next(line for line in figure.axes[0].lines if line.get_marker() != "o")
    able = {tuple(search.value(name, key) for key in keys) for name in search.ranking if name not in search.dropped}
    assert {tuple(map(float, point)) for point in line.get_xydata()} <= able
    assert len(points(figure.axes[0])) > len(able)
