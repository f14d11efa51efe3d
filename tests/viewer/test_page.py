"""The page and its panels with a server and no browser."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import CHOOSE, FACES, MIDDLE, Robots, Subject
from samples import some
from viewer.looking import drawn, of, wait_until


@pytest.mark.parametrize(
    "name", some(["panda", "flexible-3r", "spherical-chain", "khatib-rp", "humanoid", "flexible-snake"], 4)
)
def test_robots_can_be_shown_with_all_marks(opened, name):
    page = opened(of(name))
    for box in page.robot.marks.values():
        box.value = True
    page._look()
    drawn(page)
    page.robot.strain.value = False
    page._look()
    drawn(page)


def test_another_robot_takes_the_place_of_the_first(opened):
    page = opened(of("panda"))
    drawn(page)
    page.robot.robot.value = "flexrob"
    page._picked_robot()
    drawn(page)
    assert page.stage.model.robot.name == "flexrob"
    assert page.run.robot.value == "flexrob"
    assert len(page.joints._sliders) == 2
    names = [name for name in page.server.scene._handle_from_node_name if name.startswith("/robot/body")]
    assert names
    assert not any("body5" in name for name in names)


def test_sliders_move_the_robot_and_frequencies_follow(opened):
    page = opened(of("flexrob"))
    wait_until(lambda: page.modes.frequencies is not None)
    page.joints._sliders[0].value = 40.0
    page.joints._slid(page.stage)
    page.stage.advance(10.0)
    drawn(page)
    assert page.stage.q[0] == pytest.approx(np.radians(40))
    assert "x " in page.joints._readout.html
    wait_until(lambda: np.allclose(page.modes.frequencies.q[0], page.stage.q[0]))
    wanted = arm.frequencies(arm.library.get("flexrob"), q=page.stage.joint_values, joints="locked")
    np.testing.assert_allclose(page.modes.frequencies.hz, wanted.hz)
    assert f"{wanted.hz[0]:.6g}" in page.modes._table.html


def test_a_named_configuration_is_chosen_from_a_list(opened):
    robot = replace(arm.library.get("khatib-rr"), configurations=[arm.parts.Configuration("bent", (0.5, -0.3))])
    page = opened(Subject(robot, "rr", q=np.array([0.1, 0.2])))
    assert page.stage.q.tolist() == [0.1, 0.2]
    page.joints._named(page.stage, CHOOSE)
    assert page.stage.q.tolist() == [0.1, 0.2]
    page.joints._named(page.stage, "bent")
    drawn(page)
    assert page.stage.q.tolist() == [0.5, -0.3]
    values = [slider.value for slider in page.joints._sliders]
    assert values == pytest.approx(np.degrees([0.5, -0.3]))


def test_what_is_typed_beside_a_slider_stays_within_its_range(opened):
    page = opened(of("panda"))
    limits = [joint.limits for joint in arm.library.get("panda").joints]
    page.joints._sliders[0].value, page.joints._sliders[3].value = 9999.0, -9999.0
    page.joints._slid(page.stage)
    assert page.stage.q[0] == pytest.approx(limits[0].upper)
    assert page.stage.q[3] == pytest.approx(limits[3].lower)
    page.robot.magnification.value, page.modes._pace.value = -5, 1e6
    page._look()
    page.modes._picked()
    assert (page.stage.magnification, page.stage.pace) == (1.0, 3.0)


def test_a_mode_shakes_and_moving_a_joint_ends_it(opened):
    page = opened(of("flexrob"))
    wait_until(lambda: page.modes.frequencies is not None)
    page.modes._mode.value = page.modes._mode.options[1]
    page.modes._picked()
    assert page.stage.act == "shaking"
    assert page.stage.moving
    drawn(page)
    page.joints._slid(page.stage)
    assert page.stage.act == "standing"
    assert page.modes._mode.value == "none"


def test_opening_the_tab_of_modes_starts_the_first(opened):
    page = opened(of("flexrob"))
    page.loop.post("opened", page.modes.press)  # frequencies are not known yet
    wait_until(lambda: page.stage.act == "shaking")
    assert page.modes._mode.value == page.modes._mode.options[1]
    drawn(page)
    assert page.modes._button.label == "Stop"
    page.modes.press()
    drawn(page)
    assert (page.stage.act, page.modes._mode.value, page.modes._button.label) == ("standing", "none", "Vibrate")


def test_every_frame_of_a_bent_link_has_its_whole_surface(opened):
    """Browsers may draw a part of a frame: the grey surface is never hidden and never loses a face."""
    swing = arm.simulate(arm.library.get("flexrob"), duration=0.3, q0=[0, 1], qd0=[3, 0])
    page = opened(Subject.of_results({"swing": swing}))
    page.stage.clock.playing = False
    drawn(page)
    sent = []
    page.server.scene._queue_scene_message = sent.append
    for t in (0.1, 0.2, 0.3):
        page.stage.clock.seek(t)
        drawn(page)
    grey = [band for (_, level), band in page.view._bands.items() if level == MIDDLE]
    assert grey
    assert all(band.visible and np.array_equal(band.faces, FACES) for band in grey)
    assert [each for each in sent if "strain" in each.name and "Visib" in type(each).__name__] == []
    assert any("strain" in each.name and "faces" in getattr(each, "updates", ()) for each in sent)


def test_robots_are_known_by_unique_names():
    robots, own = Robots(), arm.planar([1.0], [1.0], coms=[0.5], inertias=[0.1])
    assert robots.add(arm.library.get("panda"), "panda") == "panda"
    assert robots.add(own, "panda") == "panda (2)"
    assert robots.add(own, "again") == "panda (2)"
    assert robots.find("panda (2)")[0] == own
    assert "[[link]]" in robots.find("panda (2)")[1]
    assert robots.find("panda")[1] is None
