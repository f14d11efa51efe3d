"""Selections as text: narrow enough, complete, names and numbers whole."""

import re
from dataclasses import replace

import pytest
from rich.cells import cell_len

from armillary.selection import Measure
from internals import MIXED, USUAL, score_candidates, text
from internals import selection_tables_of as tables_of
from made_up_selection import ARMS, measured, selection


def section(found, title, room=80):
    """Return the lines of a section below its title."""
    own = next(one for one in tables_of(found) if one.title.startswith(title))
    return [line for line in text(own.parts, room).splitlines() if line]


@pytest.mark.parametrize("room", [80, 100, 200])
@pytest.mark.parametrize("count", [2, 3, 4, 9])
def test_lines_fit(room, count):
    arms = (ARMS * 3)[:count]
    found = selection(arms=arms, rename=tuple(f"{arm}-{k}" for k, arm in enumerate(arms)))
    assert max(map(cell_len, found.table(room).splitlines())) <= room


def test_candidates_are_columns_where_they_are_few():
    lines = section(selection(), "workspace")
    assert lines[0].split() == ["measure", *ARMS]
    numbers = re.findall(r"[\d.]+±[\d.]+\*?", lines[2] + lines[3])
    assert numbers == ["2.00±0.01*", "1.00±0.01", "0.67±0.01", "0.50±0.01"]


def test_candidates_are_rows_where_they_are_many():
    arms = ARMS * 3
    names = tuple(f"{arm}-{k}" for k, arm in enumerate(arms))
    found = selection(arms=arms, rename=names)
    lines = section(found, "operations")
    assert [line.split()[0] for line in lines[-12:]] == list(found.ranking)
    assert any(line.startswith("share ") for line in section(found, "parts"))


def test_long_names_stay_whole():
    long = ("an arm with a very long name indeed, number one", "an arm with a very long name indeed, number two")
    found = selection(arms=ARMS[:2], rename=long)
    for name in long:
        assert found.table(80).count(name) >= 4


def test_parts_are_shown_and_add_up():
    found = selection()
    rows = [line.split() for line in section(found, "parts", 200)[3:6]]
    assert [row[0] for row in rows] == ["workspace.volume", "operations.inverse_dynamics", "score"]
    assert [row[1] for row in rows] == ["0.667", "0.333", "1.000"]
    for k in range(2, 6):
        assert float(rows[0][k]) + float(rows[1][k]) == pytest.approx(float(rows[2][k]), abs=0.0011)


def test_operations_are_split():
    lines = section(selection(), "operations", 200)
    assert "60M 40A 2T*   67M 40A 2T   74M 40A 2T   81M 40A 2T" in lines[2]
    assert len(lines) == 3  # the parts have no lines of their own


def test_ranking_says_what_each_is_best_at():
    lines = section(selection(), "4 robots")
    assert re.match(r" +1 +planar-3r +1\.000(±0\.\d+)? +workspace.volume, operations.inverse_dynamics", lines[2])


def test_why_something_is_missing():
    found = selection({"workspace.volume": 1, "flexible.frequency": 1})
    assert section(found, "flexible", 200) == ["– all: frequency: rigid links"]
    assert section(found, "parts", 200)[-1] == "left out: flexible.frequency: no value for any (rigid links)"
    measures = {**found.measures, "planar-rpr": measured(2, rigid=False)}
    some = score_candidates(found.looked_at, measures, found.weights)
    assert section(some, "flexible", 200)[-1] == "– planar-3r, planar-rrp, planar-prr: frequency: rigid links"
    assert "no value for planar-3r, planar-rrp, planar-prr (rigid" in section(some, "parts", 200)[-1]


def test_weights_are_shown():
    assert section(selection({"workspace.volume": 3}), "parts")[0] == "weights: workspace.volume 3"
    usual = selection({"workspace.volume": USUAL["workspace.volume"]})
    assert section(usual, "parts")[0] == "default weights: workspace.volume 1"


def test_rounding_of_zero_is_zero():
    found = selection()
    own = tuple(
        replace(one, value=1e-16) if one.key == "effort.motion" else one for one in found.measures["planar-prr"]
    )
    other = score_candidates(found.looked_at, {**found.measures, "planar-prr": own}, found.weights)
    assert section(other, "effort", 200)[2].split()[-4:] == ["2", "2", "2", "0"]


def test_notes_that_hold_for_all():
    assert section(selection(), "workspace", 200)[-1] == "volume: sampled, the same for all"


def test_conventions_are_stated():
    found = " ".join(section(selection(), "conventions"))
    for words in ("score: sum of share", "additions and subtractions", "motors full", "50 samples, seed 0", "batch"):
        assert words in found


def test_indices_that_rest_on_rad_and_m_counting_alike_say_so_beside_those_that_do_not():
    plain = selection()
    name = plain.candidates[1]
    isotropy = Measure("dexterity.isotropy", 0.2, "", "more", "mean of 1 / cond J")
    mixed = {one: (*own, replace(isotropy, note=MIXED if one == name else "")) for one, own in plain.measures.items()}
    found = " ".join(section(score_candidates(plain.looked_at, mixed, None), "conventions", 200))
    assert f"dexterity of {name}: {MIXED}" in found
    assert MIXED not in " ".join(section(plain, "conventions", 200))
