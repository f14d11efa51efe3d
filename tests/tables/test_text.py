"""Tables as text: what gives way on a narrow screen, and in which order."""

import pytest
from rich.cells import cell_len

from internals import Best, Column, Facts, Folded, Listing, Notes, Table, Text, columns, lay_out, plain, text
from internals import PartsSection as Section

THREE = Table(
    "",
    [Column("name"), Column("some number", align="right"), Column("text", keep=8)],
    [("spherical-chain", "12.5", "free text that goes on")],
)


@pytest.mark.parametrize(
    ("room", "widths", "gap"),
    [
        (54, [15, 11, 22], 3),
        (52, [15, 11, 22], 2),
        (40, [15, 11, 10], 2),  # the text gives way first
        (34, [15, 6, 9], 2),  # then headings
        (10, [15, 6, 8], 2),  # and nothing after that
    ],
)
def test_what_gives_way_in_which_order(room, widths, gap):
    layout = lay_out(THREE, room)
    assert (layout.widths, layout.gap, layout.spared) == (widths, gap, [])


def test_columns_that_can_be_spared_are_left_out():
    heads = columns("name", "some number>", "text", wrap={"text": 8}, spare=("some number", "text"))
    layout = lay_out(Table("", heads, THREE.rows), 27)
    assert ([one.column.name for one in layout.columns], layout.spared) == (["name", "text"], ["some number"])
    assert "no room for some number" in text([Table("", heads, THREE.rows)], 27)


def test_columns_in_which_no_row_says_anything_are_not_shown():
    assert "empty" not in text([Table("", columns("a", "empty"), [("1", ""), ("2", "")])])


def test_a_table_that_is_too_wide_is_shelved():
    heads = columns("robot", "mass [kg]>", "reach [m]>", "payload [kg]>")
    rows = [("arm", "12.5", "0.85", "3"), ("leg", "1", "2", "")]
    found = text([Table("", heads, rows, wide="shelve")], 24)
    assert found.count("robot") == 2
    assert found.splitlines()[-2:] == ["arm      0.85        3", "leg         2"] or "payload" in found
    assert max(map(cell_len, found.splitlines())) <= 24


def test_a_table_that_is_too_wide_is_turned():
    rows = [("mass [kg]", "1", Best("2")), ("reach [m]", "3", "4")]
    table = Table("", columns("measure", "a robot>", "another robot>"), rows, wide="turn", across="candidate")
    assert text([table], 80).splitlines()[0].split("  ")[0] == "measure"
    found = [line.split("  ") for line in text([table], 20).splitlines()]
    assert "candidate" in (found[0][0], found[1][0])
    assert found[-1][0] == "another robot"
    assert "2*" in text([table], 20)


def test_digits_stand_below_each_other_beside_a_star():
    lines = text([Table("", columns("x>"), [("1.5",), (Best("2.5"),)])]).splitlines()
    assert lines[2:] == ["1.5", "2.5*"]


def test_grid_aligns_wide_letters():
    lines = text([Table("", columns("name", "x>"), [("腕", "1"), ("arm", "22")])]).splitlines()
    assert {cell_len(line) for line in lines} == {9}


def test_parts_of_every_kind():
    parts = [
        Text("a heading", "heading"),
        Facts({"size": "2 m"}),
        Section("s", "a section", [Notes(["one", "two"])]),
        Folded("more", [Listing("a file", "x = 1\ny = 2")]),
    ]
    assert text(parts).splitlines() == [
        "a heading", "size:      2 m", "", "a section", "one", "two", "", "more", "a file", "x = 1", "y = 2",
    ]  # fmt: skip
    assert plain([(("a", "bold"), ("b ", ""))]) == "ab\n"


def test_shelves_leave_out_empty_columns_in_the_middle():
    heads = columns("robot", "empty", "mass [kg]>", "reach [m]>")
    found = text([Table("", heads, [("arm", "", "12.5", "0.85")], wide="shelve")], 16)
    assert "empty" not in found
    assert [line.split() for line in found.splitlines() if line.startswith("arm")] == [["arm", "12.5"], ["arm", "0.85"]]
