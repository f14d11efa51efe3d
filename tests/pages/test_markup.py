"""Nothing that a text says can become HTML, and no text can end the script that holds it."""

import json

import pytest

from armillary.pages.markup import json_text, number, table, tag, text
from made_up_motion import HOSTILE


def test_text_is_escaped():
    assert text("<b> & \"x\" 'y'") == "&lt;b&gt; &amp; &quot;x&quot; &#x27;y&#x27;"


def test_what_is_html_already_stays():
    assert tag("p", tag("b", "a<b")) == "<p><b>a&lt;b</b></p>"


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\x85", "\ud800", "\uffff"])
def test_characters_that_no_page_may_hold_are_replaced(character):
    found = text(f"a{character}b")
    assert found == "a\N{REPLACEMENT CHARACTER}b"
    found.encode()


def test_attributes_are_escaped():
    assert tag("i", title='"><script>') == '<i title="&quot;&gt;&lt;script&gt;"></i>'
    assert (
        tag("i", hidden=True, class_="x", data_time="1", no=None, off=False) == '<i hidden class="x" data-time="1"></i>'
    )


def test_json_cannot_end_its_script_and_says_the_same():
    data = {HOSTILE: [HOSTILE, 1.5, None], "<!--": "]]>"}
    made = json_text(data)
    assert made.isascii()
    assert not set(made) & set("<>&")
    assert json.loads(made) == data


def test_json_has_no_word_for_numbers_that_are_none():
    assert json.loads(json_text({"a": [float("nan"), float("inf"), 1.0]})) == {"a": [None, None, 1.0]}


def test_tables_escape_and_set_numbers_right():
    made = table(("name", "<x>"), [(HOSTILE, "−1.5"), ("b", "2")], "c<d", numbers=True)
    assert "<script" not in made
    assert "<img" not in made
    assert made.count('<td class="number">') == 2
    assert '<td class="number">' not in table(("name", "x"), [("a", "1"), ("b", "word")], numbers=True)
    assert table(("name", "x"), [("a", tag("strong", "1")), ("b", "∞")], numbers=True).count('"number"') == 3


def test_a_row_may_be_shorter_than_the_head():
    assert table(("a", "b", "c"), [("1", "an error")], numbers=True).count("<td") == 1


def test_numbers():
    assert number(-1.23456e-7) == "−1.235e−07"
    assert number(-0.0) == "0"
