import json
from types import SimpleNamespace

import pytest

from internals import PAPERS, PublishedNumber, load_paper
from paper_figures import figures_of

GOOD = PublishedNumber("w0", 3.3166247904, 3.31662479036, 1e-9, "Table 1", "the print has a typo")
WRONG = PublishedNumber("f1", 6.77, 6.31, 1e-3, "Table 2", "the print halves slopes", "differs")
TIMED = PublishedNumber("time [µs]", 5000.0, 0.014, 0.0, "Table 2", kind="shown")
BAD = PublishedNumber("g1", 16.8, 16.9, 1e-6, "eq. (13)")


@pytest.mark.parametrize("paper", PAPERS)
def test_papers_hold(armillary, monkeypatch, paper):
    found = figures_of(paper)
    monkeypatch.setattr(load_paper(paper), "numbers", lambda: iter(found))
    result = armillary("reproduce", paper)
    assert result.exit_code == 0, result.output
    assert "FAIL" not in result.stdout


def fake(monkeypatch, *figures):
    module = SimpleNamespace(TITLE="A paper", numbers=lambda: iter(figures))
    monkeypatch.setattr("armillary.cli.commands.reproduce.load_paper", lambda name: module)


def test_table(armillary, monkeypatch):
    fake(monkeypatch, GOOD)
    result = armillary("reproduce", "nr")
    assert result.exit_code == 0
    for part in ("w0", "Table 1", "3.31662479", "1  the print has a typo", "ok", "1 of 1 figures hold."):
        assert part in result.stdout


@pytest.mark.parametrize("flag", [(), ("--json",)])
def test_a_figure_that_fails(armillary, monkeypatch, flag):
    fake(monkeypatch, GOOD, BAD)
    result = armillary("reproduce", "nr", *flag)
    assert result.exit_code == 1
    if flag:
        figures = json.loads(result.stdout)[0]["figures"]
        assert [figure["holds"] for figure in figures] == [True, False]
    else:
        assert "FAIL" in result.stdout
        assert "1 of 2 figures hold." in result.stdout


def test_a_wrong_print_is_a_verdict_and_a_measured_time_is_none(armillary, monkeypatch):
    fake(monkeypatch, GOOD, WRONG, TIMED)
    figures = json.loads(armillary("reproduce", "nr", "--json").stdout)[0]["figures"]
    assert [figure["holds"] for figure in figures] == [True, False, None]
    assert [figure["verdict"] for figure in figures] == ["ok", "print differs", "not checked"]
    result = armillary("reproduce", "nr")
    assert result.exit_code == 0
    said = "1 of 1 figures hold. 1 more differ from the print, as their notes say. 1 more are shown without a check."
    assert said in " ".join(result.stdout.split())


def test_most_figures_are_checked():
    verdicts = [figure.verdict for paper in PAPERS for figure in figures_of(paper)]
    assert len(verdicts) > 500
    assert verdicts.count("not checked") <= 80
    assert verdicts.count("print differs") >= 27


def test_unknown_paper(armillary):
    result = armillary("reproduce", "newton")
    assert result.exit_code == 2
    assert "khatib" in result.stderr


def test_help_says_the_default(armillary):
    assert "or of all, which is the default" in " ".join(armillary("reproduce", "--help").stdout.split())


def test_pictures_of_a_paper(armillary, tmp_path):
    found = armillary("reproduce", "flexrob", "--plots", str(tmp_path))
    assert {path.name for path in tmp_path.iterdir()} == {"flexrob_fig1.png", "flexrob_fig2.png"}
    assert all(str(path) in found.stdout for path in tmp_path.iterdir())


def test_a_folder_that_is_not_there(armillary, tmp_path):
    assert armillary("reproduce", "flexrob", "--plots", str(tmp_path / "none")).exit_code == 2
