"""Searches: ranked by front and score, against the definitions; what cannot do the task is left out; bad input."""

import csv
import io
import json
import math
from dataclasses import replace

import pytest
from rich.cells import cell_len

import armillary as arm
from internals import Processes, Resumed, comparable, standard_motion, usual_objectives
from internals import text as text_of

COUNTS = ["operations.inverse_dynamics", "operations.gim", "dexterity.condition"]


@pytest.fixture(scope="module")
def found():
    return arm.selection.search_architectures(2, [*COUNTS, "effort.peak_power"], sampling=arm.selection.Sampling(60))


def test_all_architectures_are_measured(found):
    assert sorted(found.selection.candidates) == sorted(
        robot.name for robot in arm.selection.enumerate_architectures(2, arm.selection.Alphabet(directions=2))
    )
    assert set(found.ranking) == set(found.selection.candidates)
    for name in found.ranking:
        assert all(math.isfinite(found.value(name, key)) for key in found.objectives)


def test_fronts_are_those_of_the_definition(found):
    def beats(a, b):
        pairs = [(found.value(a, key), found.value(b, key)) for key in found.objectives]  # less is better in all
        return all(x <= y for x, y in pairs) and any(x < y for x, y in pairs)

    names = found.ranking
    first = {b for b in names if not any(beats(a, b) for a in names)}
    assert set(found.front) == first
    assert 0 < len(first) < len(names)
    for b in set(names) - first:
        deeper = [found.fronts[a] for a in names if beats(a, b)]
        assert found.fronts[b] == max(deeper) + 1


def test_ranked_by_front_then_score(found):
    scores = {one.candidate: one.value for one in found.selection.scores}
    keys = [(found.fronts[name], -scores[name]) for name in found.ranking]
    assert keys == sorted(keys)


def test_scores_have_their_parts(found):
    for one in found.selection.scores:
        assert [part.key for part in one.parts] == list(found.objectives)
        assert one.value == pytest.approx(sum(part.points for part in one.parts))
        assert all(part.share == pytest.approx(1 / 4) for part in one.parts)


def test_measures_are_those_of_the_robot(found):
    from internals import Candidate
    from internals import measures_operations as operations

    robot = found.robots["R⊥R zz yx"]
    own = {one.key: one.value for one in operations.measures(Candidate(robot))}
    assert found.value("R⊥R zz yx", "operations.gim") == own["operations.gim"]


def test_table_json_csv(found):
    text = found.table(100)
    assert all(name in text for name in found.ranking)
    assert "less is better" in text
    assert "equal robots are listed once" in text
    assert "and 9 more" in text_of(found.tables(2), 100)
    data = json.loads(found.to_json())
    assert [row["name"] for row in data["architectures"]] == list(found.ranking)
    best = data["architectures"][0]
    assert best["score"] == pytest.approx(sum(best["points"].values()))
    assert best["front"] == 1
    assert data["dimensions"]["lengths"] == [0.5, 0.5]
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert [row["name"] for row in rows] == list(found.ranking)
    assert float(rows[0]["operations.gim"]) == found.value(found.ranking[0], "operations.gim")
    assert [int(row["front"]) for row in rows] == [found.fronts[name] for name in found.ranking]


def test_saved_robots_come_back(found, tmp_path):
    files = found.save(tmp_path / "arms")
    assert len(files) == len(found.architectures)
    for file in files:
        robot = arm.load(file)
        assert robot == found.robots[robot.name]
        assert found.architecture(file.stem).name == robot.name


def test_a_value_that_some_lack(monkeypatch):
    """An architecture without one of the objectives has no front and comes last; its reason is said."""
    from internals import selection_select as module

    def some(candidate):
        lacks = "P" in candidate.robot.name
        return [
            arm.selection.Measure(
                "payload.static", None if lacks else 3.0, "kg", "more", "payload", "no limits" if lacks else ""
            ),
            arm.selection.Measure("payload.other", float(len(candidate.robot.name)), "kg", "less", "other"),
        ]

    monkeypatch.setitem(module.MEASURES, "payload", some)
    found = arm.selection.search_architectures(
        2, ["payload.static", "payload.other"], sampling=arm.selection.Sampling(10)
    )
    without = [name for name in found.ranking if found.fronts[name] is None]
    assert without
    assert all("P" in name for name in without)
    assert set(found.ranking[-len(without) :]) == set(without)
    assert "lack it (no limits)" in found.table()
    assert "payload.static" in found.selection.left_out
    assert json.loads(found.to_json())["architectures"][-1]["front"] is None


def test_what_cannot_do_the_task_is_left_out(monkeypatch):
    task = arm.MotionTask.__new__(arm.MotionTask)

    def of(self, robot):
        if robot.name.startswith("P"):
            raise arm.ArgumentError("motion", f"{robot.name} cannot reach it", "less")
        return replace(standard_motion(robot), name="some task")

    monkeypatch.setattr(arm.MotionTask, "of", of)
    found = arm.selection.search_architectures(
        2, ["effort.peak_power", "operations.gim"], motion=task, sampling=arm.selection.Sampling(10)
    )
    assert set(found.left_out) == {"P∥R zz zx", "P⊥R zz yx", "P⊥P zz yy"}
    assert not set(found.left_out) & set(found.ranking)
    assert "3 that cannot perform the motion at all" in " ".join(found.table().split())
    with pytest.raises(arm.ArgumentError, match="none of 1 architectures can do it"):
        arm.selection.search_architectures(
            comparable(2, arm.selection.Alphabet(joints="P")),
            ["operations.gim"],
            motion=task,
            sampling=arm.selection.Sampling(10),
        )


def test_usual_objectives_exist():
    for n, joints in ((2, "R"), (2, "RP")):
        chosen = comparable(n, arm.selection.Alphabet(joints=joints, axes="parallel"), most=1000)
        found = arm.selection.search_architectures(chosen, sampling=arm.selection.Sampling(30))
        assert found.objectives == usual_objectives(chosen)
    assert (
        usual_objectives(arm.selection.enumerate_architectures(3, arm.selection.Alphabet(joints="R")))[-1]
        == "effort.peak_torque"
    )


def test_progress_and_weights():
    parts = []
    weights = {"operations.gim": 3.0, "operations.mci": 1.0}
    found = arm.selection.search_architectures(
        1, ["operations.gim"], weights=weights, sampling=arm.selection.Sampling(10), progress=parts.append
    )
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    assert found.selection.result.shares == {"operations.gim": 0.75, "operations.mci": 0.25}


def test_every_measures_all_groups():
    found = arm.selection.search_architectures(
        arm.selection.enumerate_architectures(1, arm.selection.Alphabet("R")),
        ["operations.gim"],
        every=True,
        sampling=arm.selection.Sampling(10),
    )
    assert {key.partition(".")[0] for key in found.selection.keys} >= {"workspace", "inertia", "effort", "times"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"objectives": ["operation.gim"]}, ["objectives", "did you mean operations.gim?"]),
        ({"objectives": ["operations.inverse_dynamic"]}, ["did you mean operations.inverse_dynamics?"]),
        ({"objectives": ["volume"]}, ["objectives", "GROUP.NAME"]),
        ({"objectives": []}, ["objectives"]),
        ({"objectives": "operations.gim"}, ["objectives", "a list"]),
        ({"objectives": ["operations.gim"] * 2}, ["objectives", "each measure once"]),
        ({"objectives": ["workspace.dimension"]}, ["no preferred direction"]),
        ({"objectives": ["flexible.frequency"], "joints": "R"}, ["flexible"]),
        ({"objectives": ["payload.static"], "joints": "R", "axes": "parallel"}, ["payload", "no"]),
        ({"objectives": ["workspace.volume"], "joints": "R"}, ["workspace.volume is in", "one unit"]),
        ({"most": 5}, ["11 architectures of 2 joints", "at most 5"]),
        ({"joints": "S"}, ["joints", "'S'"]),
        ({"task": 3}, ["task", "motion"]),
        ({"axes": "parallel", "joints": "P"}, ["no architecture of this alphabet"]),
        ({"weights": {"operations.gim": -1.0}}, ["weights", "-1 for operations.gim", "zero or more"]),
        ({"weights": {"operations.gim": float("nan")}}, ["weights", "nan for operations.gim"]),
        ({"weights": {"operation.gim": 1.0}}, ["weights", "did you mean operations.gim?"]),
        ({"weights": {"operations.gimm": 1.0}, "joints": "R"}, ["weights", "did you mean operations.gim"]),
        ({"count": 1}, ["count", "a whole number from 2"]),
        ({"count": 2.5}, ["count", "whole number"]),
        ({"seed": -1}, ["seed", "at least 0"]),
    ],
)
def test_bad_input(arguments, words):
    with pytest.raises(arm.ArgumentError) as caught:
        searched(**arguments)
    for word in words:
        assert word in str(caught.value)


def searched(joints="RP", axes=("parallel", "orthogonal"), most=300, count=10, seed=0, **options):
    chosen = comparable(2, arm.selection.Alphabet(joints=joints, axes=axes), most=most)
    return arm.selection.search_architectures(chosen, sampling=arm.selection.Sampling(count, seed), **options)


@pytest.mark.parametrize("room", [80, 100, 200])
def test_lines_of_the_table_fit(found, room):
    text = found.table(room)
    assert max(map(cell_len, text.splitlines())) <= room
    for name in found.ranking:
        assert name in text
    for key in found.objectives:
        assert key.partition(".")[2].split("_")[0] in text


def test_wrong_weights_are_told_after_one_architecture():
    parts = []
    with pytest.raises(arm.ArgumentError, match=r"did you mean operations\.gim"):
        arm.selection.search_architectures(
            2,
            ["operations.mci"],
            weights={"operations.gimm": 1.0},
            sampling=arm.selection.Sampling(10),
            progress=parts.append,
        )
    assert max(parts) < 1 / 5


def test_executors_and_kept_measures_give_the_same_bits(tmp_path, monkeypatch):
    arms = arm.selection.enumerate_architectures(2, arm.selection.Alphabet(joints="R", directions=2))
    keys = ["operations.inverse_dynamics", "workspace.reach", "effort.peak_torque"]
    expected = arm.selection.search_architectures(arms, keys, sampling=arm.selection.Sampling(50)).to_json()
    kept = Resumed(tmp_path / "kept", Processes(2))
    assert (
        arm.selection.search_architectures(arms, keys, sampling=arm.selection.Sampling(50), executor=kept).to_json()
        == expected
    )
    assert len(list((tmp_path / "kept").iterdir())) == len(arms)
    parts: list[float] = []
    monkeypatch.setattr("armillary.selection.select.MEASURES", {})  # nothing is measured again
    again = arm.selection.search_architectures(
        arms, keys, sampling=arm.selection.Sampling(50), executor=Resumed(tmp_path / "kept"), progress=parts.append
    )
    assert again.to_json() == expected
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    with pytest.raises(arm.errors.ExecutorError, match="KeyError"):  # other settings have other measures
        arm.selection.search_architectures(
            arms, keys, sampling=arm.selection.Sampling(50, seed=1), executor=Resumed(tmp_path / "kept")
        )
    with pytest.raises(arm.ArgumentError, match="executor: 4; expected an executor"):
        arm.selection.search_architectures(arms, keys, executor=4)
