"""Robots compared: what is refused, what is asked of the metrics, and whole runs on robots of the library."""

import json
import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import armillary as arm
from internals import GROUPS, MEASURES, USUAL, Line, dimension, load_weights, times
from internals import selection_select as module
from made_up_selection import selection

PLANAR = ("planar-3r", "planar-rrp", "planar-rpr", "planar-prr")


def robots(*names):
    return [arm.library.get(name) for name in names]


@pytest.fixture
def asked(monkeypatch):
    """Metrics that cost nothing, and the list of what was asked of them."""
    calls = []

    def metric(group):
        def measures(candidate):
            calls.append((candidate.robot.name, group))
            mass = sum(link.mass for link in candidate.robot.links)
            return [arm.selection.Measure(key, mass, "kg", "less", key) for key in USUAL if key.startswith(group + ".")]

        return measures

    monkeypatch.setattr(module, "MEASURES", {group: metric(group) for group in GROUPS})
    return calls


class TestRefused:
    @pytest.mark.parametrize("given", [["stanford"], []])
    def test_fewer_than_two(self, asked, given):
        with pytest.raises(arm.ArgumentError, match=r"one only, 'stanford'|0 of them"):
            arm.select(robots(*given))
        assert not asked

    def test_one_that_is_no_list(self):
        with pytest.raises(arm.ArgumentError, match="one only, 'rtx'; expected a list of two or more robots"):
            arm.select(arm.library.get("rtx"))

    def test_names_instead_of_robots(self):
        with pytest.raises(arm.ArgumentError, match=r"'rtx'; expected robots \(arm.load"):
            arm.select(["rtx", "stanford"])

    def test_two_of_one_name(self, asked):
        with pytest.raises(arm.ArgumentError, match="2 with the name 'rtx'"):
            arm.select(robots("rtx", "stanford", "rtx"))

    def test_different_tasks(self, asked):
        with pytest.raises(arm.ArgumentError) as caught:
            arm.select(robots("planar-3r", "rtx", "planar-rpr"))
        assert "2 directions (planar-3r, planar-rpr) and 3 directions (rtx)" in str(caught.value)
        assert "a task of fewer rows may suit all: 3, 4" in str(caught.value)
        assert not asked
        arm.select(robots("planar-3r", "rtx"), task=(3, 4))
        assert asked

    def test_a_frame_that_one_lacks(self, asked):
        flange = next(iter(set(arm.model(arm.library.get("panda")).frames) - {"tip"}))
        with pytest.raises(arm.ArgumentError, match="rtx"):
            arm.select(robots("panda", "rtx"), frame=flange)

    def test_a_frame_that_does_not_move(self, asked):
        with pytest.raises(arm.ArgumentError, match="no joint moves"):
            arm.select(robots("planar-3r", "planar-rpr"), task=(5,))

    def test_a_motion_outside_the_workspace(self, asked):
        far = arm.MotionTask(Line(start=[0.5, 0, 0], end=[9.0, 0, 0], duration=1.0), q0=None)
        with pytest.raises(arm.ArgumentError, match=r"khatib-r.*from its reach"):
            arm.select(robots("khatib-rr", "khatib-rp"), motion=far)
        assert not asked

    def test_a_slide_without_limits(self, asked):
        rtx = arm.library.get("rtx")
        joints = [replace(one, limits=arm.Limits()) if one.type == "prismatic" else one for one in rtx.joints]
        endless = replace(rtx, name="endless", joints=tuple(joints))
        with pytest.raises(arm.ArgumentError, match=r"endless.*which slides"):
            arm.select([rtx, endless])

    def test_whose_fault_it_is_shows_in_letters_of_a_name_too(self, asked):
        with pytest.raises(arm.ArgumentError, match=r"^e: frame"):
            arm.select([replace(arm.library.get("rtx"), name="e"), arm.library.get("stanford")], frame="hand")

    def test_a_robot_that_moves_no_mass(self):
        arm_ = arm.library.get("planar-3r")
        last = replace(arm_.links[-1], mass=0.0, inertia=((0.0,) * 3,) * 3)
        light = replace(arm_, name="light", links=(*arm_.links[:-1], last), motors=())
        with pytest.raises(arm.errors.SingularityError, match=r"^light: the mass matrix is singular"):
            arm.select([arm_, light], sampling=arm.selection.Sampling(10), timed=False)

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            ({"weights": {"workspace.volum": 1}}, "did you mean workspace.volume"),
            ({"weights": {"volume": 1}}, "did you mean workspace.volume"),
            ({"weights": {"times.gim": 1}, "timed": False}, "not measured"),
            ({"weights": {"nothing.volume": 1}}, "a group out of operations"),
            ({"task": "place"}, "task: 'place'"),
            ({"task": 5}, "task: 5"),
            ({"task": "absent.toml"}, "absent.toml"),
        ],
    )
    def test_options(self, asked, options, words):
        with pytest.raises(arm.ArmillaryError, match=words):
            arm.select(robots("rtx", "stanford"), **options)
        assert {name for name, _ in asked} <= {"rtx"}  # wrong weights are found before the second is measured

    @pytest.mark.parametrize(
        ("arguments", "words"), [((1,), "count: 1"), ((10.5,), "count: 10.5"), ((9, -1), "seed: -1")]
    )
    def test_sampling(self, arguments, words):
        with pytest.raises(arm.ArgumentError, match=words):
            arm.selection.Sampling(*arguments)


class TestAsked:
    def test_every_group_of_every_robot(self, asked):
        parts = []
        arm.select(robots("rtx", "stanford"), progress=parts.append)
        assert asked == [(name, group) for name in ("rtx", "stanford") for group in GROUPS]
        assert parts == sorted(parts)
        assert (parts[0], parts[-1]) == (0.0, 1.0)

    def test_times_on_request(self, asked):
        found = arm.select(robots("rtx", "stanford"), timed=False)
        assert "times" not in {group for _, group in asked}
        assert not any(key.startswith("times.") for key in found.weights)

    def test_ranking_by_a_measure(self, asked):
        found = arm.select(robots("stanford", "rtx", "rpr-orthogonal"), weights={"payload": 1})
        assert found.candidates == ("stanford", "rtx", "rpr-orthogonal")
        masses = {robot.name: sum(link.mass for link in robot.links) for robot in robots(*found.candidates)}
        assert found.ranking == tuple(sorted(masses, key=masses.__getitem__))

    def test_all_share_what_they_are_told(self, asked):
        options = {"sampling": arm.selection.Sampling(7, seed=3), "task": "pose"}
        found = arm.select([arm.model(robot, motors="none") for robot in robots("puma560", "ur5")], **options)
        for one in found.looked_at:
            assert (one.model.motors, one.samples, one.seed, one.task) == ("none", 7, 3, "pose")
            assert one.motion is not None

    def test_metrics_are_those_of_the_groups(self):
        assert tuple(MEASURES) == GROUPS


@pytest.mark.parametrize(
    ("name", "task", "expected"),
    [
        ("planar-3r", "position", 2),
        ("planar-3r", "pose", 3),
        ("puma560", "pose", 6),
        ("rtx", "position", 3),
        ("flexrob", "position", 2),
        ("celentano-link", "position", 1),  # its bending is no joint
        ("spherical-chain", "orientation", 3),
    ],
)
def test_dimension(name, task, expected):
    assert dimension(module.Candidate(arm.library.get(name), task=task, samples=5)) == expected


class TestSelection:
    def test_measure(self):
        found = selection()
        assert found.measure("planar-rpr", "workspace.volume").value == pytest.approx(2 / 3)
        with pytest.raises(arm.ArgumentError, match="one of planar-3r"):
            found.measure("panda", "workspace.volume")
        with pytest.raises(arm.ArgumentError, match=r"workspace\.volume"):
            found.measure("planar-3r", "workspace.size")

    def test_other_weights(self):
        found = selection()
        other = found.reweighted({"times.inverse_dynamics": 1})
        assert other.measures is found.measures
        assert dict(other.result.shares) == {"times.inverse_dynamics": 1.0}
        with pytest.raises(arm.ArgumentError, match="not measured"):
            found.reweighted({"payload.mass": 1})

    def test_repr(self):
        assert repr(selection()).startswith("<Selection of 4: planar-3r 1.000, planar-rrp ")


@pytest.fixture(scope="module")
def planar():
    return arm.select(robots(*PLANAR), sampling=arm.selection.Sampling(64), timed=False)


class TestWholeRuns:
    """Everything together, with few samples and without times, which say nothing on a busy machine."""

    def test_all_is_measured(self, planar):
        assert {key.partition(".")[0] for key in planar.keys} == set(GROUPS) - {"times"}
        for own in planar.measures.values():
            assert {one.key for one in own if ".joint." not in one.key} == {
                key for key in planar.keys if ".joint." not in key
            }
            assert len({one.key for one in own}) == len(own)
            for one in own:
                assert one.value is None or not math.isnan(one.value)
                assert one.note if one.value is None else one.label

    def test_usual_weights_are_measures(self, planar):
        assert set(planar.weights) == {key for key in USUAL if not key.startswith("times.")}

    def test_scores(self, planar):
        for one in planar.scores:
            assert 0 <= one.value <= 1
            assert one.value == pytest.approx(sum(part.points for part in one.parts))
        assert sum(planar.result.shares.values()) == pytest.approx(1)

    def test_it_is_repeatable(self, planar):
        again = arm.select(robots(*PLANAR[:2]), sampling=arm.selection.Sampling(64), timed=False)
        for name in PLANAR[:2]:
            assert [one.value for one in again.measures[name]] == pytest.approx(
                [one.value for one in planar.measures[name]], nan_ok=True
            )

    def test_text_and_json(self, planar):
        assert "standard motion" in planar.table()
        assert set(json.loads(planar.to_json())["settings"]["motions"]) == set(PLANAR)

    def test_a_task(self):
        line = Line(start=[0.6, 0.2, 0], displacement=[0.1, 0.1, 0], duration=1.0)
        task = arm.MotionTask(line, payload=0.5, step=0.1)
        found = arm.select(
            robots("planar-3r", "planar-rrp"),
            motion=task,
            sampling=arm.selection.Sampling(16),
            timed=False,
            weights={"effort": 1},
        )
        assert json.loads(found.to_json())["settings"]["payload"] == 0.5
        assert all(np.isfinite(one.value) for one in found.scores)

    def test_rigid_beside_flexible(self):
        found = arm.select(robots("khatib-rr", "flexrob"), sampling=arm.selection.Sampling(16), timed=False)
        assert any(key.startswith("flexible.") for key in found.left_out)
        assert all("khatib-rr" in why for key, why in found.left_out.items() if key.startswith("flexible."))


PAGE = Path(__file__).parents[2] / "docs" / "selection.md"


class TestPage:
    """docs/selection.md says what there is."""

    def test_it_lists_every_measure(self, planar):
        words = set(re.findall(r"`([a-z_]+\.[a-z_0-9]+)`", PAGE.read_text(encoding="utf-8")))
        known = {word for word in words if word.partition(".")[0] in GROUPS}
        measured = {re.sub(r"_(m|a|angles|low|high)$", "", key) for key in planar.keys if ".joint." not in key}
        measured |= {f"flexible.{end}" for end in ("frequency_low", "frequency_high", "deflection_high", "sag_high")}
        measured |= {f"times.{name}" for name in times.QUANTITIES}
        assert known == measured

    def test_usual_weights(self):
        rows = PAGE.read_text(encoding="utf-8").split("| criterion |")[1].split("\n\n")[0].splitlines()[2:]
        found = {}
        for row in rows:
            each = re.search(r"([\d.]+) each", row)
            found |= dict.fromkeys(re.findall(r"`([a-z_]+\.[a-z_]+)`", row), float(each[1]) if each else 1.0)
        assert found == dict(USUAL)

    @pytest.mark.parametrize("kind", ["operations = 1", 'name = "lift"'])
    def test_files(self, tmp_path, kind):
        texts = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
        (text,) = [text for text in texts if kind in text]
        (tmp_path / "file.toml").write_text(text, encoding="utf-8")
        if "lift" in kind:
            assert arm.load_motion(tmp_path / "file.toml").payload == 1.5
        else:
            assert load_weights(tmp_path / "file.toml") == {
                "operations": 1.0, "workspace.volume": 2.0, "effort.peak_torque": 0.5,
            }  # fmt: skip
