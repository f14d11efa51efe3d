"""Paths of fields: what is no path is refused as a whole, and what is one is read as it is written."""

import random

import pytest

import armillary as arm
from internals import field_name, field_path, parse_scenario

PIECES = [*"a1.[]'\" é", "com", "link-2", "[0]", "[12]", "..", "[x]", "[-1]", "[01]", "'a b'"]


@pytest.mark.parametrize("text", [
    "", ".", ".a", "a.", "a..b", "link2..com]x", "a[", "a]", "a[0", "a[x]", "a[-1]", "a[01]", "a[0]b", "a.[0]", "'a",
    "a.'", f"a[{'9' * 5000}]",
])  # fmt: skip
def test_what_is_no_path(text):
    assert field_path(text) == ()


@pytest.mark.parametrize(("text", "path"), [
    ("link[0].mass", ("link", 0, "mass")),
    ("a[0][1].b", ("a", 0, 1, "b")),
    ("[3]", (3,)),
    ("'a.b'[0]", ("a.b", 0)),
    ('"it\'s".c', ("it's", "c")),
    ("my link.mass", ("my link", "mass")),
])  # fmt: skip
def test_what_is_one(text, path):
    assert field_path(text) == path


def test_texts_of_any_pieces_are_no_path_or_one_that_is_written_and_read_alike():
    choose, paths = random.Random(1), 0
    for _ in range(20_000):
        text = "".join(choose.choices(PIECES, k=choose.randint(1, 6)))
        path = field_path(text)
        if path:
            paths += 1
            assert field_path(field_name(path)) == path, text
            plain = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")
            assert text.replace("'", "").replace('"', "") == plain.replace("'", "").replace('"', ""), text
    assert paths > 1000


@pytest.mark.parametrize("name", ["link2..com]x", "link2.com[0", "controller..kp", "'link2'.mass", "link2.'mass'"])
def test_a_setting_with_such_a_name_is_refused(name):
    with pytest.raises(arm.errors.ScenarioError) as caught:
        parse_scenario('robot = "khatib-rr"\nduration = 1', settings=[f"{name}=1"])
    assert f"--set {name}=1" in str(caught.value)
