"""Parts as HTML: nothing that comes from outside is markup, and charts show their numbers."""

import json
import math
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from internals import (
    COLOURS,
    Bar,
    Best,
    Chart,
    Facts,
    Folded,
    Jump,
    Legend,
    Listing,
    Notes,
    Table,
    Text,
    columns,
    macro,
    number,
    printable,
    script_json,
    ticks,
)
from internals import ChartLine as Line
from internals import PartsSection as Section
from internals import tables_html as html
from made_up_motion import HOSTILE

NASTY = "<script>alert('&\"')</script>"
SVG = "{http://www.w3.org/2000/svg}"


def drawn(t, *lines):
    """Return a chart as a tree; that it parses shows that it is well formed."""
    own = tuple(Line(name, np.asarray(values, dtype=float)) for name, values in lines)
    return ET.fromstring(html([Chart("t", "y", "", np.asarray(t, dtype=float), own)]))


def paths(tree):
    return [
        [tuple(map(float, pair.split())) for pair in re.findall(r"[ML]([-\d.]+ [-\d.]+)", path.get("d"))]
        for path in tree.iter(f"{SVG}path")
    ]


def every_part(text):
    cells = [text, Best(text), Jump(0.5, text), Bar(text, [(text, 1, 0.5)])]
    inside = [
        Table(text, columns(text, text, text, text), [cells]),
        Chart(text, text, text, np.array([0.0, 1.0]), (Line(text, np.array([0.0, 1.0])),)),
        Text(text), Text(text, "heading"), Text(text, "dim"), Notes([text]), Facts({text: text}),
        Listing(text, text, text), Listing(text, text, open=True), Legend([(text, 1)]),
    ]  # fmt: skip
    return [*inside, Folded(text, inside), Section("name", text, inside)]


def pages(text):
    yield html(every_part(text))
    yield "".join(["<div>", *(str(macro("part", part)) for part in every_part(text)), "</div>"])


@pytest.mark.parametrize("text", [NASTY, HOSTILE])
def test_no_text_becomes_markup_in_any_part(text):
    clean = printable(text)
    for page in pages(text):
        tree = ET.fromstring(page)
        assert not {"script", "img"} & {one.tag for one in tree.iter()}
        assert not [name for one in tree.iter() for name in one.attrib if name.startswith("on")]
        texts = [*tree.itertext(), *(value for one in tree.iter() for value in one.attrib.values())]
        assert sum(clean in one for one in texts) >= 40


SPELLED = ["\x00", "\x1b", "\x85", "\ud800", "\u2028", "\u200b", "\u200e", "\u202e", "\u2066", "\u2069", "\ufeff"]


@pytest.mark.parametrize(
    ("character", "shown"), [*((each, printable(each)) for each in SPELLED), ("\uffff", "\N{REPLACEMENT CHARACTER}")]
)
def test_characters_that_no_page_may_hold_are_spelled_out(character, shown):
    """Those that are invalid, are invisible or turn the direction of a text, in markup and in the data of scripts."""
    assert character == "\uffff" or shown.isascii()
    assert character == "\uffff" or shown in json.loads(script_json({"a": [f"x{character}y"]}))["a"][0]
    for page in pages(f"a{character}b"):
        page.encode()
        assert f"a{shown}b" in "".join(ET.fromstring(page).itertext())


def test_numbers_are_set_to_the_right():
    table = Table("c<d", columns("name", "x>"), [("a", "−1.5"), ("b", Best("2"))])
    page = str(macro("part", table))
    assert page.count('<td class="number">') == 2
    assert page.count('<th scope="col" class="number">') == 1
    assert html([table]).count("text-align:right") == 3
    assert '<strong class="best">2</strong>' in page


def test_a_jump_keeps_all_digits_of_its_time():
    assert 'data-time="0.1234567890123"' in Jump(0.1234567890123, "0.1235 s").__html__()


@pytest.mark.parametrize(
    ("value", "text"), [(0.0, "0"), (-0.0, "0"), (-1234.5678, "−1235"), (math.nan, "nan"), (-math.inf, "−∞"), (1, "1"),
                        (-1.23456e-7, "−1.235e−07")]
)  # fmt: skip
def test_number(value, text):
    assert number(value) == text


@given(
    st.floats(-1e12, 1e12, allow_nan=False),
    st.floats(1e-9, 1e12),
)
def test_ticks_cover_the_range_with_few_round_numbers(low, span):
    high = low + span
    found = ticks(low, high)
    room = 1e-6 * (found[-1] - found[0]) + 4 * math.ulp(high)  # ticks are rounded, too
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
    (rising,), (falling,) = (paths(drawn(x, ("a", values))) for values in (x, -x))
    assert np.all(np.diff([a for a, _ in rising]) > 0)
    assert np.all(np.diff([b for _, b in rising]) < 0)  # up is less in SVG
    assert np.all(np.diff([b for _, b in falling]) > 0)
    assert len(rising) == 50


def test_long_lines_keep_their_peaks():
    values = np.zeros(20_000)
    values[12_345] = 1.0
    (path,) = paths(drawn(np.arange(20_000.0), ("a", values)))
    assert len(path) <= 1000
    heights = [b for _, b in path]
    peak = path[int(np.argmin(heights))]
    assert min(heights) < max(heights) - 50
    assert peak[0] == pytest.approx(62 + 12_345 / 19_999 * 348, abs=1)


def test_gaps_where_numbers_are_not_finite():
    tree = drawn([0.0, 1.0, 2.0, 3.0], ("a", [0.0, math.nan, 1.0, math.inf]))
    (path,) = tree.iter(f"{SVG}path")
    assert path.get("d").count("M") == 2
    assert not paths(drawn([0.0, 1.0], ("a", [math.nan] * 2)))[0]


@pytest.mark.parametrize("x", [[], [1.0], [1.0, 1.0]])
def test_charts_of_almost_nothing(x):
    assert len(paths(drawn(x, ("a", [0.5] * len(x))))) == 1


def test_every_line_has_a_colour_and_a_name():
    tree = drawn([0.0, 1.0], *((f"line {k}", [0.0, k]) for k in range(10)))
    colours = [path.get("stroke") for path in tree.iter(f"{SVG}path")]
    assert colours == [*COLOURS, *COLOURS[:2]]
    assert "line 9" in "".join(tree.itertext())


def test_axes_have_units():
    chart = Chart("joints", "angle", "rad", np.array([0.0, 1.0]), (Line("a", np.array([0.0, 1.0])),))
    words = "".join(ET.fromstring(html([chart])).itertext())
    assert "angle [rad]" in words
    assert "t [s]" in words


@pytest.mark.parametrize(("share", "width"), [(0.5, "199.0"), (0.0, "0.0"), (1, "399.0")])
def test_bar(share, width):
    assert ET.fromstring(Bar("a", [("b", 1, share)]).__html__())[0].get("width") == width


def test_references_have_the_colour_of_their_line_and_no_place_in_the_legend():
    t = np.array([0.0, 1.0])
    chart = Chart("joints", "angle", "rad", t, (Line("elbow", t), Line("elbow", 2 * t, desired=True)))
    tree = ET.fromstring(html([chart]))
    own, wanted = tree.iter(f"{SVG}path")
    assert own.get("stroke") == wanted.get("stroke")
    assert wanted.get("stroke-dasharray")
    assert [one.tail for one in tree.iter("span") if one.text == "■ "] == ["elbow"]


def test_html_is_a_plain_text_and_keeps_columns_of_bars():
    table = Table("", columns("robot", "score"), [("arm", Bar("a", [("b", 1, 0.5)]))])
    made = html([table])
    assert type(made) is str
    assert "<rect" in made
    assert "score" not in table.text()
