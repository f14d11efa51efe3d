"""One conversion to JSON: nothing is lost, and no text can end the script that holds it."""

import json
from dataclasses import dataclass

import numpy as np

from internals import json_plain as plain
from internals import printable, script_json, to_json
from made_up_motion import HOSTILE


def test_json_cannot_end_its_script_and_says_the_same():
    data = {HOSTILE: [HOSTILE, 1.5, None], "<!--": "]]>"}
    made = script_json(data)
    assert made.isascii()
    assert not set(made) & set("<>&")
    shown = printable(HOSTILE)  # characters that turn the direction of a text are spelled out
    assert json.loads(made) == {shown: [shown, 1.5, None], "<!--": "]]>"}


def test_json_has_no_word_for_numbers_that_are_none():
    assert json.loads(script_json({"a": [float("nan"), float("inf"), 1.0]})) == {"a": [None, None, 1.0]}
    assert json.loads(to_json([np.inf, np.float64(2.0), np.int64(3)])) == [None, 2.0, 3]


@dataclass(frozen=True)
class Point:
    x: float
    name: str


def test_arrays_dataclasses_and_other_values():
    value = {1: np.array([[1.0, np.nan]]), "points": (Point(1.0, "a"),), "kind": complex(1, 2), "set": True}
    assert plain(value) == {
        "1": [[1.0, None]], "points": [{"x": 1.0, "name": "a"}], "kind": "(1+2j)", "set": True,
    }  # fmt: skip
