"""Whatever a robot file calls things, generated sources get identifiers, all different, and harmless comments."""

import keyword
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exported_sources import HOSTILE
from internals import HIDING, LONGEST, TAKEN, identifier, is_hiding, short, stem, unique
from internals import names_plain as plain

IDENTIFIER = re.compile(r"[A-Za-z](_?[A-Za-z0-9])*")
ANY = st.one_of(st.text(), st.sampled_from(HOSTILE), st.text("ab_ -.", max_size=4))


@given(ANY)
def test_an_identifier_is_one(text):
    name = identifier(text)
    assert IDENTIFIER.fullmatch(name)
    assert len(name) <= LONGEST + 1
    assert identifier(name) == name


@given(st.lists(ANY, max_size=12), st.booleans())
def test_unique_names_are_unique_and_none_is_taken(texts, fold):
    names = unique(texts, ["a", "x"], fold)
    assert len(names) == len(texts)
    assert all(IDENTIFIER.fullmatch(name) and not keyword.iskeyword(name) for name in names)
    seen = [name.lower() for name in names] if fold else list(names)
    assert len(set(seen)) == len(seen)
    assert not set(seen) & {"a", "x", *TAKEN}


def test_what_collides_is_numbered():
    assert unique(["a b", "a-b", "a_b_2", "a.b"]) == ("a_b", "a_b_2", "a_b_2_2", "a_b_3")
    assert unique(["Joint", "joint"]) == ("Joint", "joint")
    assert unique(["Joint", "joint"], fold=True) == ("Joint", "joint_2")
    assert unique(["match", "for"]) == ("match_2", "for_2")  # words of the language, soft ones too


@given(ANY)
def test_a_stem_names_a_file_everywhere(text):
    name = stem(text)
    assert IDENTIFIER.fullmatch(name)
    assert name == name.lower()
    assert not is_hiding(name)


@pytest.mark.parametrize(
    "name", ["math", "STDIO", "numpy", "random", "casadi", "aux", "com1", "LPT9", "double", "test"]
)
def test_names_that_hide_others_are_seen(name):
    assert is_hiding(name)
    assert stem(name) == f"{name.lower()}_robot"


def test_names_that_hide_nothing_stay():
    assert [stem(name) for name in ("panda", "khatib-rr", "UR5", "com10")] == ["panda", "khatib_rr", "ur5", "com10"]
    assert "panda" not in HIDING


@given(ANY)
def test_plain_text_ends_no_comment_and_escapes_nothing(text):
    line = plain(text)
    assert line.isascii()
    assert line.isprintable()
    assert not set(line) & set('"\\*`${}')
    assert "??" not in line
    assert plain(line) == line
    assert len(short(text, 20)) <= 20


def test_plain_text_keeps_what_can_be_read():
    assert plain("N·m/s², Müller's arm") == "N m/s^2, Muller's arm"
