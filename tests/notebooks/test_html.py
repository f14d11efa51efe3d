"""Pieces of HTML: nothing that comes from outside is markup, and charts show their numbers."""

import math
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from armillary.tables.html import COLOURS, Safe, bar, chart, element, escape, number, table, ticks

NASTY = "<script>alert('&\"')</script>"


def drawn(*arguments, **options):
    """Return a chart as a tree; that it parses shows that it is well formed."""
    return ET.fromstring(chart(*arguments, **options))


def paths(tree):
    return [
        [tuple(map(float, pair.split())) for pair in re.findall(r"[ML]([-\d.]+ [-\d.]+)", path.get("d"))]
        for path in tree.iter("{http://www.w3.org/2000/svg}path")
    ]


def test_texts_are_escaped_once():
    assert escape("a<b") == "a&lt;b"
    assert escape(escape("a<b")) == "a&lt;b"
    assert element("b", NASTY, title=NASTY).count("<") == 2
    assert element("b", Safe("<i>x</i>")) == "<b><i>x</i></b>"
    assert element("line", stroke_width=2, class_="a", gone=None) == '<line stroke-width="2" class="a"></line>'


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\x85", "\ud800", "\uffff"])
def test_characters_that_no_page_may_hold_are_replaced(character):
    made = element("b", f"a{character}b", title=character)
    assert made == '<b title="\N{REPLACEMENT CHARACTER}">a\N{REPLACEMENT CHARACTER}b</b>'
    ET.fromstring(made)


def test_attributes_are_escaped_whoever_made_them():
    assert element("b", title=Safe('"')) == '<b title="&quot;"></b>'
    assert element("b", hidden=True, open=False) == "<b hidden></b>"


def test_nothing_nasty_passes_through_charts_and_tables():
    lines = [(NASTY, [0.0, 1.0])]
    for page in (chart(NASTY, NASTY, [0.0, 1.0], lines), table([NASTY], [[NASTY]], NASTY)):
        assert "<script" not in page
        assert NASTY in "".join(ET.fromstring(page).itertext())


def test_numbers_are_set_to_the_right():
    cells = ["−1.5", 3, 2.5, "27.1±0.3", "12 N·m", "–", element("b", "7"), "arm", "3 of 4", "2r-arm", ""]
    sides = re.findall(r"text-align:(\w+);[^>]*>(?!<th)", str(table((), [cells])))
    assert sides == ["right"] * 7 + ["left"] * 4


@pytest.mark.parametrize(
    ("value", "text"), [(0.0, "0"), (-0.0, "0"), (-1234.5678, "−1235"), (math.nan, "nan"), (-math.inf, "−∞"), (1, "1")]
)
def test_number(value, text):
    assert number(value) == text


@given(
    st.floats(-1e12, 1e12, allow_nan=False),
    st.floats(1e-9, 1e12),
)
def test_ticks_cover_the_range_with_few_round_numbers(low, span):
    high = low + span
    found = ticks(low, high)
    room = 1e-6 * (found[-1] - found[0])
    assert found[0] <= low + room
    assert found[-1] >= high - room
    assert 2 <= len(found) <= 8
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("value", [0.0, 5.0, -3e-300, 1e300])
def test_ticks_of_a_constant(value):
    found = ticks(value, value)
    assert found[0] < value < found[-1] or value == 0


def test_lines_go_where_their_numbers_are():
    x = np.linspace(0, 2, 50)
    (rising,), (falling,) = (paths(drawn("t", "y", x.tolist(), [("a", values.tolist())])) for values in (x, -x))
    assert np.all(np.diff([a for a, _ in rising]) > 0)
    assert np.all(np.diff([b for _, b in rising]) < 0)  # up is less in SVG
    assert np.all(np.diff([b for _, b in falling]) > 0)
    assert len(rising) == 50


def test_long_lines_keep_their_peaks():
    values = np.zeros(20_000)
    values[12_345] = 1.0
    (path,) = paths(drawn("t", "y", np.arange(20_000.0).tolist(), [("a", values.tolist())]))
    assert len(path) <= 1000
    heights = [b for _, b in path]
    peak = path[int(np.argmin(heights))]
    assert min(heights) < max(heights) - 50
    assert peak[0] == pytest.approx(62 + 12_345 / 19_999 * 348, abs=1)


def test_gaps_where_numbers_are_not_finite():
    tree = drawn("t", "y", [0.0, 1.0, 2.0, 3.0], [("a", [0.0, math.nan, 1.0, math.inf])])
    (path,) = tree.iter("{http://www.w3.org/2000/svg}path")
    assert path.get("d").count("M") == 2
    assert not paths(drawn("t", "y", [0.0, 1.0], [("a", [math.nan] * 2)]))[0]


@pytest.mark.parametrize("x", [[], [1.0], [1.0, 1.0]])
def test_charts_of_almost_nothing(x):
    assert len(paths(drawn("t", "y", x, [("a", [0.5] * len(x))]))) == 1


def test_every_line_has_a_colour_and_a_name():
    tree = drawn("t", "y", [0.0, 1.0], [(f"line {k}", [0.0, k]) for k in range(10)])
    colours = [path.get("stroke") for path in tree.iter("{http://www.w3.org/2000/svg}path")]
    assert colours == [*COLOURS, *COLOURS[:2]]
    assert "line 9" in "".join(tree.itertext())


@pytest.mark.parametrize(("share", "width"), [(0.5, "60.0"), (-1, "0.0"), (7, "120.0"), (math.nan, "0.0")])
def test_bar(share, width):
    assert ET.fromstring(bar(share))[0].get("width") == width
