"""The page of a study: its table, figures, failures and runs; hostile names stay text."""

import re
from dataclasses import dataclass, field

import numpy as np
import pytest

import armillary as arm
from internals import notable, ranked, some_runs, text, write_sweep_page
from internals import tables_summary as summary
from made_up_motion import HOSTILE, swinging
from made_up_sweep import grid, samples


@dataclass
class Made:
    """Results made by hand; `run` gives a made-up motion."""

    dataset: object
    reasons: dict = field(default_factory=dict)
    asked: list = field(default_factory=list)

    def run(self, number):
        self.asked.append(number)
        if number in self.reasons:
            raise arm.ArgumentError("run", str(number), "a run that did not fail")
        return swinging(arm.model(arm.library.get("flexrob")))


def written(results, path, **options):
    write_sweep_page(results, path, **options)
    return path.read_text(encoding="utf-8")


def test_the_page_shows_runs_figures_failures_and_provenance(tmp_path):
    results = Made(grid(), {23: "the step became too small", 24: "the step became too small"})
    results.dataset.attrs |= {"study": "axes = 1", "machine": "x86_64", "fingerprint": "abcd"}
    page = written(results, tmp_path / "page.html", output=["error", "settling_time"])
    order = ranked(grid(), "error")
    assert results.asked == [order[0], order[(len(order) - 1) // 2], order[-1]]
    assert len(re.findall(r'<img src="data:image/png;base64,', page)) == 5
    table = page.split('class="sorts"')[1].split("</table>")[0]
    assert len(re.findall("<tr>", table)) == 1 + 34  # the heading, 30 runs and 4 failed ones
    assert "the step became too small" in page
    assert "23, 24" in page
    assert "axes = 1" in page
    assert "x86_64" in page
    assert "abcd" in page
    assert f"best: run {order[0]}, payload.mass 2 kg, frequency 0.5 Hz" in page
    assert "default-src 'none'" in page.replace("&#39;", "'")
    assert not re.search(r'(src|href)="(?!data:|#)', page)


def test_a_page_without_moving_runs_says_why(tmp_path):
    results = Made(samples(), dict.fromkeys(range(320), "lost"))
    page = written(results, tmp_path / "page.html", play=[3])
    assert "run 3, run 3, cannot be shown: run: 3; expected a run that did not fail" in page
    assert 'id="data"' not in page
    assert "sensitivities of effort, time" in page


def test_hostile_names_stay_text(tmp_path):
    dataset = grid().rename({"payload.mass": HOSTILE, "error": "e"})
    dataset["e"].attrs["long_name"] = dataset.attrs["title"] = dataset.attrs["study"] = HOSTILE
    page = written(Made(dataset, {23: HOSTILE}), tmp_path / "page.html", play=[])
    assert "<script>window.hacked" not in page
    assert "<img src=x" not in page


def test_runs_are_ranked_and_chosen():
    dataset = grid()
    values = dataset["error"].values.ravel()
    assert np.all(np.diff(values[ranked(dataset, "error")]) >= 0)
    assert np.all(np.diff(values[ranked(dataset, "error", more=["error"])]) <= 0)
    assert notable(np.array([4])) == {"best": 4}
    assert notable(np.array([4, 2])) == {"best": 4, "worst": 2}
    numbers, said = some_runs(dataset, ranked(dataset, "error"), most=20)
    assert len(numbers) == 20
    assert "the 9 best and the 9 worst of 30 runs, and 2 of 4 without a value" in said[0]


def test_the_summary_has_quantiles_and_reasons():
    shown = text(summary(grid(), {23: "lost"}, ["error"]), 100)
    done = grid()["error"].values
    assert f"{np.nanmedian(done):.4g}" in shown
    assert "payload.mass 5 × frequency 7" in shown
    assert "lost" in shown
    assert "mass of the payload [kg]" in shown


@pytest.mark.parametrize(
    ("options", "message"),
    [({"play": [99]}, "play: 99"), ({"play": range(5)}, "at most 4"), ({"output": "x"}, "output: 'x'")],
)
def test_unknown_runs_and_outputs_are_refused(options, message, tmp_path):
    with pytest.raises(arm.ArgumentError, match=message):
        write_sweep_page(Made(grid()), tmp_path / "page.html", **options)
    assert not (tmp_path / "page.html").exists()
