"""Weights: by measure, by group, from texts and files; what is wrong with them."""

import math

import pytest

import armillary as arm
from internals import GROUPS, USUAL, check_weights, load_weights, parse_weights, weights_for

KNOWN = {key: arm.selection.Measure(key, 1.0, "", "less", key) for key in (*USUAL, "workspace.other")}
KNOWN["effort.motion"] = arm.selection.Measure("effort.motion", 1.0, "", "", "no direction")


def test_usual_weights_belong_to_groups_and_share_one_for_each_question():
    assert {key.partition(".")[0] for key in USUAL} <= set(GROUPS)
    assert all(weight > 0 for weight in USUAL.values())
    assert weights_for(None, KNOWN) == dict(USUAL)


def test_usual_weights_of_what_is_not_measured_are_left_out():
    rest = {key: one for key, one in KNOWN.items() if one.group != "times"}
    assert weights_for(None, rest) == {key: weight for key, weight in USUAL.items() if not key.startswith("times")}


def test_given_weights_replace_the_usual_ones():
    assert weights_for({"workspace.other": 2}, KNOWN) == {"workspace.other": 2.0}


def test_a_group_shares_its_weight_as_usual():
    found = weights_for({"operations": 3.0}, KNOWN)
    usual = {key: weight for key, weight in USUAL.items() if key.startswith("operations.")}
    assert set(found) == set(usual)
    assert math.fsum(found.values()) == pytest.approx(3.0)
    key, other = list(usual)[:2]
    assert found[key] / found[other] == pytest.approx(usual[key] / usual[other])


def test_a_group_and_one_of_its_measures_add_up():
    key = next(key for key in USUAL if key.startswith("workspace."))
    alone = weights_for({"workspace": 1.0}, KNOWN)[key]
    assert weights_for({"workspace": 1.0, key: 2.0}, KNOWN)[key] == pytest.approx(alone + 2.0)


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ({"workspace.volum": 1}, r"'workspace.volum'; .*did you mean workspace.volume\?"),
        ({"volume": 1}, r"did you mean workspace.volume\?"),
        ({"workspace.inverse_dynamics": 1}, r"did you mean operations.inverse_dynamics or times.inverse_dynamics\?"),
        ({"a.b": 1, "workspace.volum": 1}, r"'a.b', 'workspace.volum'"),
        ({"effort.motion": 1}, "measures with a preferred direction"),
    ],
)
def test_unknown_ones(weights, words):
    with pytest.raises(arm.ArgumentError, match=words):
        weights_for(weights, KNOWN)


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ({}, "weights by measure"),
        ([("workspace.volume", 1)], "weights by measure"),
        ({1: 1}, "names of measures"),
        ({"workspace.volume": -1}, "-1 for workspace.volume; expected a finite value of zero or more"),
        ({"workspace.volume": math.nan}, "nan for workspace.volume"),
        ({"workspace.volume": "much"}, "'much' for workspace.volume"),
        ({"workspace.volume": True}, "true for workspace.volume"),
        ({"workspace.volume": 0}, "nothing above zero"),
        ({"worspace.volume": 1}, r"did you mean workspace.volume\?"),
        ({"times.gim": 1}, "times.gim, which is not measured here"),
    ],
)
def test_wrong_whatever_the_robots(weights, words):
    with pytest.raises(arm.ArgumentError, match=words):
        check_weights(weights, [group for group in GROUPS if group != "times"])


def test_text():
    assert parse_weights(" workspace.volume = 2,operations=0.5,") == {"workspace.volume": 2.0, "operations": 0.5}
    for text, words in (
        ("workspace.volume", "MEASURE=NUMBER"),
        ("workspace.volume=x", "'workspace.volume=x'"),
        ("a=1,a=2", "a twice"),
        (" , ", "MEASURE=NUMBER"),
    ):
        with pytest.raises(arm.ArgumentError, match=words):
            parse_weights(text)


def test_file(tmp_path):
    path = tmp_path / "weights.toml"
    path.write_text('operations = 1\nworkspace.volume = 2\n"times.gim" = 3\n[effort]\npower = 0.5\n', encoding="utf-8")
    assert load_weights(path) == {"operations": 1, "workspace.volume": 2, "times.gim": 3, "effort.power": 0.5}


def test_all_faults_of_a_file_with_their_lines(tmp_path):
    path = tmp_path / "weights.toml"
    path.write_text('operations = "much"\n[workspace]\nvolume = -1\nreach = { a = 1 }\n', encoding="utf-8")
    with pytest.raises(arm.errors.WeightsError) as caught:
        load_weights(path)
    for words in (
        "weights.toml:1: operations: 'much'",
        "weights.toml:3: workspace.volume: -1",
        "weights.toml:4: workspace.reach",
    ):
        assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"), [("a = ", "not TOML"), ("", "empty"), (None, "no such file|does not exist|not found")]
)
def test_files_that_are_none(tmp_path, text, words):
    path = tmp_path / "weights.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(arm.errors.WeightsError, match=f"(?i){words}") as caught:
        load_weights(path)
    assert "robot" not in str(caught.value)
