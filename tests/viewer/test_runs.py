"""Results that the page plays, and runs that are started from it."""

import time
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Subject
from viewer.looking import drawn, of, wait_until


def test_results_are_played_with_a_ghost(opened):
    results = {
        motors: arm.simulate(arm.model(arm.library.get("planar-rrp"), motors=motors), duration=0.3, q0=[0, 0, 0.3])
        for motors in ("full", "none")
    }
    page = opened(Subject.of_results(results))
    assert page.stage.act == "playing"
    assert page.stage.clock.playing
    assert page.ghost is not None
    assert page.playback.between is not None
    page.stage.clock.playing = False
    page.stage.clock.seek(0.2)
    drawn(page)
    assert page.playback._time.value == pytest.approx(0.2)
    slider = page.playback._time
    assert (slider.visible, slider.min, slider.max, slider.step, slider.precision) == (True, 0, 0.3, 1e-4, 4)
    assert "mm apart" in page.playback._difference.html
    assert len(page.playback._charts) >= 3
    page.playback.ghost.value = "none"
    page._picked_result()
    assert page.ghost is None
    assert page.stage.clock.time == pytest.approx(0.2)
    page.playback.result.value = "none"
    page._picked_result()
    assert not page.playback._time.visible
    assert page.stage.act == "standing"


def test_time_does_not_pass_while_all_is_still(opened):
    page = opened(Subject.of_results({"one": arm.simulate(arm.library.get("khatib-rr"), duration=30.0)}))
    page.loop.post("pause", page.playback._played)
    wait_until(lambda: not page.stage.clock.playing)
    before = page.stage.clock.time
    time.sleep(1.0)
    page.loop.post("play", page.playback._played)
    wait_until(lambda: page.stage.clock.time > before)
    assert page.stage.clock.time < before + 0.95


def test_a_run_from_the_page_ends_with_its_result_on_the_stage(opened):
    page = opened(of("khatib-rr"))
    page.run._texts["duration"].value = "0.5"
    page.loop.post("start", page.run.start)
    wait_until(lambda: page.playback.results)
    wait_until(lambda: page.stage.act == "playing")
    (motion,) = page.playback.results.values()
    assert motion.t[-1] == pytest.approx(0.5)
    assert "Done" in page.run._status.content
    assert page.playback.result.value in page.playback.results


def test_a_bad_field_gets_a_message_and_nothing_starts(opened):
    page = opened(of("khatib-rr"))
    page.run._texts["duration"].value = "soon"
    page.run.start()
    assert page.run.job is None
    assert page.run._faults["duration"]._handle.visible
    assert "soon" in page.run._faults["duration"]._handle.content
    page.run._texts["duration"].value = "<b>1</b>"
    page.run.start()
    assert "<b>" not in page.run._faults["duration"]._handle.content  # what a user writes is no HTML


def test_a_robot_of_a_file_can_be_run_too(opened):
    robot = arm.planar([1.0, 0.8], [2.0, 1.0], coms=[0.5, 0.4], inertias=[0.1, 0.05])
    page = opened(Subject(robot, "mine"))
    assert page.run.robot.value == "mine"
    scenario, faults = page.run.form.check(f"{page.run._folder.name}/scenario.toml")
    assert faults == {}
    assert scenario.robot == robot


def test_a_scenario_is_run_at_once(opened, tmp_path):
    path = tmp_path / "swing.toml"
    path.write_text('robot = "khatib-rr"\nduration = 0.3\nq0 = [0.2, 0.1]\n')
    page = opened(Subject(arm.library.get("khatib-rr"), "khatib-rr", scenario=path))
    wait_until(lambda: "swing" in page.playback.results)


def test_a_run_that_is_cancelled_shows_what_it_has_done(opened, tmp_path):
    path = tmp_path / "long.toml"
    path.write_text('robot = "planar-3r"\nduration = 40000\nsolver = "rk4"\nrecord = 100\n')
    page = opened(Subject(arm.library.get("planar-3r"), "planar-3r", scenario=path))
    wait_until(lambda: page.run.job.part > 0)
    wait_until(lambda: "Running" in page.run._status.content)
    page.loop.post("cancel", page.run.cancel)
    wait_until(lambda: page.playback.results)
    assert page.playback.results["long"].t[-1] < 40000
    wait_until(lambda: "Cancelled" in page.run._status.content)
    assert page.run._cancel.disabled
    assert not page.run._start.disabled


def test_without_a_result_there_is_nothing_to_play(opened):
    page = opened(Subject.of_results({"one": arm.simulate(arm.library.get("khatib-rr"), duration=0.3)}))
    drawn(page)
    assert (page.playback._play.label, page.playback._play.disabled) == ("Pause", False)
    page.robot.robot.value = "panda"
    page._picked_robot()
    assert (page.playback._play.label, page.playback._play.disabled) == ("Play", True)


def test_what_is_wrong_with_a_result_stands_beside_it(opened):
    motion = arm.simulate(arm.library.get("khatib-rr"), duration=0.3)
    q = motion.q.copy()
    q[-3:] = np.nan
    odd = replace(motion, q=q, events=(arm.results.Event(0.1, "limit", "joint1 < 0"),))
    page = opened(Subject.of_results({"odd": odd, "good": motion}))
    text = page.playback._remarks.html
    assert f"3 of {len(q)} rows are not finite" in text
    assert "0.1 s: joint1 &lt; 0" in text
    page.playback.result.value = "good"
    page._picked_result()
    assert page.playback._remarks.html == ""
