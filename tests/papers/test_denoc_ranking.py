"""Rankings of the robots that the DeNOC paper compares: by operations they are checked, by time not."""

import pytest

from internals import Time
from internals import reproduce_denoc as denoc


@pytest.mark.parametrize(("table", "cheapest"), [("Table 1", "planar-prr"), ("Table 2", "rtx")])
def test_the_cheapest_by_operations_is_that_of_print_and_recount(table, cheapest):
    found = list(denoc.ranking(table))
    checked = [figure for figure in found if figure.kind == "equal" and figure.expected == 1]
    assert [figure.item.partition(":")[0] for figure in checked] == [cheapest]
    assert checked[0].expected == checked[0].ours == 1
    differs = {figure.item.partition(":")[0] for figure in found if figure.verdict == "print differs"}
    assert differs == set(denoc.TABLES[table]) & set(denoc.SWAPPED)
    assert not [figure for figure in found if figure.verdict == "FAIL"]
    both = {name: sum(denoc.RECOUNT[name][2]) for name in denoc.TABLES[table]}
    assert min(both, key=both.get) == cheapest
    assert len(found) == 3 + 2 * (3 + 1)


def test_printed_sums():
    """GIM + MCI of the tables: 122M 71A, 122M 61A, 95M 56A and 692M 506A, 709M 563A, 531M 455A."""
    sums = {name: sum(gim) + sum(mci) for name, (gim, mci, _) in denoc.PRINTED.items()}
    expected = {"planar-rrp": 193, "planar-rpr": 183, "planar-prr": 151, "stanford": 1198, "rpr-orthogonal": 1272}
    assert sums | expected | {"rtx": 986} == sums


@pytest.mark.parametrize("prr", [6.0, 3.0, 5.0])
def test_no_measured_time_makes_a_figure_fail(prr, monkeypatch):
    """Whatever the clock says, no figure fails, and the note says what was seen."""
    least = {"planar-rrp": 5.0, "planar-rpr": 5.5, "planar-prr": prr}
    times = {(name, "gim_mci", mode): Time(t, (t, t)) for name, t in least.items() for mode in ("batch", "scalar")}
    monkeypatch.setattr(denoc, "race", lambda *arguments: times)
    found = list(denoc.ranking("Table 1"))
    assert not [figure for figure in found if figure.verdict == "FAIL"]
    assert all(figure.holds is None for figure in found if "by time" in figure.item)
    timed = [figure for figure in found if "in a batch" in figure.item]
    slowest = prr == 6.0
    assert ("planar-prr has the fewest operations and takes longest" in timed[0].note) == slowest
    assert timed[-1].ours == 1.0  # RRP is faster than RPR here, though it has more operations
    place = {figure.item.partition(":")[0]: figure.ours for figure in timed[:3]}
    assert place["planar-prr"] == {6.0: 3, 3.0: 1, 5.0: 1}[prr]


def test_words_for_rankings():
    places = denoc.ranks({"a": 3.0, "b": 1.0, "c": 3.0})
    assert denoc.order(places) == "b < a = c"
    assert denoc.compare(places, places, {"a": 1, "b": 1, "c": 1}).endswith("agree in this run")
    swapped = denoc.ranks({"a": 1.0, "b": 3.0, "c": 2.0})
    text = denoc.compare(places, swapped, {"a": 1, "b": 2, "c": 1})
    assert text.endswith(
        "differ; b has the fewest operations and takes longest, with sines of 2 angles and at most 1 elsewhere"
    )
    assert "sines" not in denoc.compare(places, swapped, {"a": 2, "b": 2, "c": 1})
