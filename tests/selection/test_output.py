"""Selections as JSON and CSV: nothing is lost."""

import csv
import io
import json
import math
from dataclasses import asdict

import pytest

from made_up_selection import ARMS, selection


def test_json_is_complete():
    found = selection({"workspace.volume": 3, "times.inverse_dynamics": 1, "flexible.frequency": 1})
    data = json.loads(found.to_json())
    assert data["ranking"] == list(found.ranking)
    assert data["weights"] == dict(found.weights)
    assert data["shares"] == {"workspace.volume": 0.75, "times.inverse_dynamics": 0.25}
    assert list(data["left_out"]) == ["flexible.frequency"]
    assert data["settings"] | {"motions": {}} == {
        "motors": "full", "frame": "tip", "task": "position", "samples": 50, "seed": 0,
        "motions": {}, "payload": None,
    }  # fmt: skip
    for one in data["candidates"]:
        assert one["measures"] == [asdict(measure) for measure in found.measures[one["name"]]]
        assert one["score"] == pytest.approx(math.fsum(part["points"] for part in one["parts"]))
        for part in one["parts"]:
            assert part["points"] == pytest.approx(part["share"] * part["normalised"])
            assert part["ratio"] >= 1


def test_what_is_not_finite_is_null():
    found = selection()
    name = found.candidates[0]
    measures = {**found.measures}
    measures[name] = tuple(
        type(one)(one.key, math.inf, one.unit, one.better, one.label) if one.key == "effort.motion" else one
        for one in measures[name]
    )
    data = json.loads(type(found)(found.looked_at, measures, found.weights, found.result).to_json())
    (value,) = [one["value"] for one in data["candidates"][0]["measures"] if one["key"] == "effort.motion"]
    assert value is None


def test_csv_is_complete():
    found = selection()
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert len(rows) == sum(len(own) for own in found.measures.values())
    assert list(dict.fromkeys(row["candidate"] for row in rows)) == list(found.ranking)
    for row in rows:
        one = found.measure(row["candidate"], row["key"])
        assert (row["unit"], row["label"], row["note"], row["better"]) == (one.unit, one.label, one.note, one.better)
        assert row["value"] == ("" if one.value is None else str(one.value))
        assert row["error"] == ("" if one.error is None else str(one.error))
        score = next(score for score in found.scores if score.candidate == row["candidate"])
        part = next((part for part in score.parts if part.key == row["key"]), None)
        assert row["points"] == (str(part.points) if part else "")
        assert (float(row["score"]), int(row["rank"])) == (score.value, score.rank)


def test_names_with_commas_and_quotes():
    names = ('an "arm", long', "b\nc")
    rows = list(csv.DictReader(io.StringIO(selection(arms=ARMS[:2], rename=names).to_csv())))
    assert {row["candidate"] for row in rows} == set(names)
