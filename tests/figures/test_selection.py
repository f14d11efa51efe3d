"""Pictures of selections: every axis says what it shows, every candidate is there, whatever its name."""

import pytest

from armillary import ArgumentError
from internals import SELECTION_WHAT as WHAT
from internals import plot_selection, save_plot
from made_up_selection import ARMS, selection

WEIGHTS = {"workspace.volume": 2, "operations.inverse_dynamics": 1, "times.inverse_dynamics": 1}
PAIR = [("operations.inverse_dynamics", "workspace.volume")]


def texts(axes):
    return [text.get_text() for text in axes.get_yticklabels()]


def test_bars_are_the_parts_of_the_scores():
    found = selection(WEIGHTS)
    (axes,) = plot_selection(found, ["score"]).axes
    widths = [patch.get_width() for patch in axes.patches]
    assert widths == pytest.approx([part.points for one in found.result.ranking for part in sorted_parts(one)])
    assert texts(axes) == list(found.ranking)
    assert axes.get_xlabel().startswith("score")
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [
        "operations (0.25)",
        "times (0.25)",
        "workspace (0.50)",
    ]


def sorted_parts(one):
    order = ["operations", "times", "workspace"]
    return sorted(one.parts, key=lambda part: order.index(part.key.partition(".")[0]))


def test_distributions_have_all_candidates():
    figure = plot_selection(selection(WEIGHTS), ["distributions"])
    assert texts(figure.axes[0]) == list(ARMS)
    for axes in figure.axes:
        assert axes.get_xlabel()
        assert len(axes.lines) == 3 * len(ARMS)


def test_quantiles_are_those_of_the_sample():
    found = selection(WEIGHTS)
    figure = plot_selection(found, ["distributions"])
    for axes in figure.axes:
        for k in range(len(ARMS)):
            low, box, middle = (line.get_xdata() for line in axes.lines[3 * k : 3 * k + 3])
            assert low[0] <= box[0] <= middle[0] <= box[1] <= low[1]


def test_points_are_the_measures():
    found = selection(WEIGHTS)
    figure = plot_selection(found, ["tradeoff"], PAIR)
    (axes,) = figure.axes
    points = [(line.get_xdata()[0], line.get_ydata()[0]) for line in axes.lines]
    assert points == [tuple(found.measure(name, key).value for key in PAIR[0]) for name in found.ranking]
    assert axes.get_xlabel().startswith("operations of inverse dynamics")
    assert "[m²]" in axes.get_ylabel()
    assert "more is better" in axes.get_ylabel().replace("\n", " ")
    (legend,) = [text for sub in figure.subfigs for one in sub.legends for text in [one.get_texts()]]
    assert [text.get_text() for text in legend] == list(found.ranking)


def test_many_candidates_with_long_and_odd_names(tmp_path):
    arms = ARMS * 5
    names = tuple(f"_{k}_a very long name of a $candidate that goes on and on, {arm}" for k, arm in enumerate(arms))
    found = selection(WEIGHTS, arms=arms, rename=names)
    figure = plot_selection(found, tradeoffs=PAIR)
    figure.draw_without_rendering()
    boxes = [axes.get_tightbbox() for axes in figure.axes]
    assert all(box.width > 100 and box.height > 100 for box in boxes)
    looks = [(line.get_color(), line.get_marker()) for line in figure.axes[-1].lines if line.get_marker() != "None"]
    assert len(set(looks)) == len(arms)
    save_plot(plot_selection(found), tmp_path / "many.png")
    assert (tmp_path / "many.png").stat().st_size > 10_000


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_files(tmp_path, suffix):
    path = tmp_path / f"found{suffix}"
    selection(WEIGHTS).plot(path, ["score"])
    assert path.read_bytes().startswith({".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}[suffix])


def test_what_is_refused(tmp_path):
    found = selection(WEIGHTS)
    for what in (["bars"], [], "score"):
        with pytest.raises(ArgumentError, match=", ".join(WHAT)):
            plot_selection(found, what)
    with pytest.raises(ArgumentError, match=r"workspace\.volume"):
        plot_selection(found, ["tradeoff"], [("workspace.volume", "workspace.size")])
    with pytest.raises(ArgumentError, match=r"\.png, \.svg or \.pdf"):
        found.plot(tmp_path / "found.jpg")
