"""Results of a store as figures, indices and pages, while the study is still running."""

import numpy as np
import pytest

import armillary as arm
from internals import Store, all_usual
from standin import StandIn, fill


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    path, study = tmp_path_factory.mktemp("store") / "study.zarr", StandIn(samples=40, bad=110.0)
    fill(Store.create(path, study), study, chunks=range(25))  # of 30
    return arm.load_results(path)


def test_all_figures_are_drawn_from_a_store(results, tmp_path):
    for what in all_usual(results.dataset):
        results.plot(what, output=["settling", "peak"])
    results.plot("curves", tmp_path / "curves.png", axes="robot", output="settling")
    assert (tmp_path / "curves.png").stat().st_size > 5000


def test_reasons_have_the_numbers_of_runs(results):
    status = results.dataset["status"].values.ravel()
    assert sorted(results.reasons) == np.flatnonzero(status == 2).tolist()


def test_indices_leave_out_what_is_not_run(results):
    found = results.sensitivities("settling", {"payload": 2})
    assert found.axes == ("stiffness", "robot")
    assert found.count == 36
    assert found.first[0] > 0.6 > 0.4 > found.first[1]


def test_a_page_without_the_study_says_how_to_play_runs(results, tmp_path):
    results.page(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "load_results(path, study)" in page
    assert "gear too soft at payload 1" in page
    with pytest.raises(arm.ArgumentError, match="study: not known"):
        results.run(0)
