"""Figures of studies: all kinds on made-up results, their labels, and what they refuse."""

import numpy as np
import pytest

import armillary as arm
from internals import SWEEPS_WHAT as WHAT
from internals import all_usual, front_of, output, outputs_table, plot_sweep, ranked, save_plot
from made_up_sweep import grid, samples, signals

STUDIES = {"grid": grid, "saltelli": samples, "random": lambda: samples("random"), "signals": signals}


def texts(figure):
    """Return all labels, titles and legends of a figure."""
    found = []
    for axes in figure.axes:
        found += [axes.get_xlabel(), axes.get_ylabel(), axes.get_title(loc="left")]
        found += [text.get_text() for text in axes.texts]
        legend = axes.get_legend()
        found += [text.get_text() for text in legend.get_texts()] if legend else []
    return "\n".join(found).replace("\n", " ")


@pytest.mark.parametrize("study", STUDIES)
def test_every_usual_figure_is_drawn(study, tmp_path):
    dataset = STUDIES[study]()
    for k, what in enumerate(all_usual(dataset)):
        figure = plot_sweep(dataset, what)
        assert figure.axes
        if k == 0:
            save_plot(figure, tmp_path / "figure.svg")
            assert (tmp_path / "figure.svg").stat().st_size > 5000


def test_the_study_decides_the_default_figure():
    assert [all_usual(make())[0] for make in STUDIES.values()] == ["map", "sensitivities", "distributions", "curves"]
    assert set().union(*(all_usual(make()) for make in STUDIES.values())) == set(WHAT)


def test_units_and_choices_stand_in_labels():
    drawn = texts(plot_sweep(grid(), "map"))
    for part in ("mass of the payload [kg]", "frequency [Hz]", "settling time, largest joint", "[s]", "failed or"):
        assert part in drawn
    assert "settling time, joint elbow [s]" in texts(plot_sweep(grid(), "curves", pick={"joint": "elbow"}))
    drawn = texts(plot_sweep(grid(), "pareto", more="error"))
    assert "[s], less is better" in drawn
    assert "[m], more is better" in drawn
    assert "median and 5 to 95 % over sample" in texts(plot_sweep(signals(), "curves", output="tip"))


def test_worst_entries_keep_their_signs_and_failed_runs_have_no_value():
    dataset = grid()
    worst = output(dataset, "settling_time").values.values
    times = dataset["settling_time"].values
    done = dataset["status"].values == 1
    assert np.array_equal(np.abs(worst[done]), np.abs(times[done]).max(axis=-1))
    assert (worst[done] < 0).any()
    assert np.isnan(worst[~done]).all()
    least = output(dataset, "settling_time", {"joint": "smallest"}).values.values
    assert np.array_equal(np.abs(least[done]), np.abs(times[done]).min(axis=-1))


def test_an_own_dimension_can_be_an_axis():
    figure = plot_sweep(grid(), "curves", output="settling_time", axes=["joint", "payload.mass"], pick={"frequency": 2})
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == ["shoulder", "elbow", "wrist"]
    assert "settling time, frequency 1.71 Hz [s]" in texts(figure)


def test_curves_show_the_numbers_of_the_study():
    dataset = grid().isel({"payload.mass": [0]})
    (line,) = plot_sweep(dataset, "curves", output="error").axes[0].lines
    assert np.array_equal(line.get_xdata(), dataset["frequency"].values)
    assert np.array_equal(line.get_ydata(), dataset["error"].values[0])


def test_fronts_hold_the_runs_that_none_beats():
    points = np.random.default_rng(3).random((300, 2))
    beaten = [(np.all(points <= one, axis=1) & np.any(points < one, axis=1)).any() for one in points]
    assert sorted(front_of(points)) == np.flatnonzero(~np.array(beaten)).tolist()
    assert np.all(np.diff(points[front_of(points)][:, 0]) > 0)


def test_maps_hatch_failed_runs_and_dot_those_not_run():
    (axes, *_) = plot_sweep(grid(), "map", output="error").axes
    hatched = {one.get_hatch(): len(one.get_paths()) for one in axes.collections if one.get_hatch()}
    assert hatched == {"////": 4, "...": 1}


def test_runs_that_never_settle_are_shown_and_counted():
    dataset = grid()
    dataset["settling_time"][0, :2] = np.inf
    for what in ("curves", "distributions", "pareto", "parallel"):
        assert "2 runs never settle" in texts(plot_sweep(dataset, what))
    assert "never settles" in texts(plot_sweep(dataset, "map", output="settling_time"))
    (row, _) = outputs_table(dataset).rows
    assert row[-4:] == ("∞", "∞", "30", "2")
    assert ranked(dataset, "settling_time")[-2:].tolist() == [0, 1]
    dataset["settling_time"][:] = np.inf
    assert "30 runs never settle" in texts(plot_sweep(dataset, "map"))
    dataset["settling_time"][0, 0] = 1.0
    figure = plot_sweep(dataset, "curves", output="settling_time", axes="frequency")
    assert "no finite median: 29 runs never settle" in texts(figure)


def test_a_map_of_equal_values_has_one_colour():
    dataset = grid()
    dataset["error"][:] = 2.0 + 1e-12 * np.arange(7)
    (axes, bar) = plot_sweep(dataset, "map", output="error").axes
    assert bar.get_ylim() == pytest.approx((1.9, 2.1))
    assert len(axes.collections) == 3  # cells and two kinds of hatches, no contours


def test_nothing_to_show_is_said():
    dataset = grid()
    dataset["status"][:] = 0
    for what in ("map", "curves", "distributions", "pareto", "parallel"):
        assert "no run has a value" in texts(plot_sweep(dataset, what))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"what": "maps"}, "what: 'maps'.*did you mean map"),
        ({"output": "eror"}, "output: 'eror'.*did you mean error"),
        ({"axes": "payload"}, "axes: 'payload'"),
        ({"pick": {"joint": "ankle"}}, "pick.*ankle.*shoulder, elbow, wrist"),
        ({"pick": {"joints": "elbow"}}, "pick: 'joints'"),
        ({"what": "pareto", "output": "error"}, "two or more"),
        ({"what": "sensitivities"}, "without random axes"),
        ({"output": []}, "no output"),
    ],
)
def test_unknown_names_are_refused(options, message):
    with pytest.raises(arm.ArgumentError, match=message):
        plot_sweep(grid(), **options)
