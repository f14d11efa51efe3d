"""Khatib's RP and RR arms entry by entry; the element formulas of DeNOC and the claims on them."""

import pytest

from paper_figures import figures_of


@pytest.mark.parametrize("paper", ["khatib", "denoc"])
def test_every_figure_holds(paper):
    figures = figures_of(paper)
    assert len(figures) > 20
    assert [figure for figure in figures if figure.verdict == "FAIL"] == []
    assert sum(figure.holds is True for figure in figures) > 20
