"""Khatib's RP and RR arms entry by entry; the element formulas of DeNOC and the claims on them."""

import pytest

from armillary.reproduce import denoc, khatib


@pytest.mark.parametrize("paper", [khatib, denoc], ids=["khatib", "denoc"])
def test_every_figure_holds(paper):
    figures = list(paper.figures())
    assert len(figures) > 20
    assert [figure for figure in figures if not figure.holds] == []
