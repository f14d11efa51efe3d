"""The page and its panels with a server and no browser; the server refuses strangers."""

import asyncio
import contextlib
import socket
import sys
import threading
import time
from dataclasses import replace

import numpy as np
import pytest
import viser

import armillary as arm
from armillary.errors import ArgumentError, MissingExtraError
from armillary.viewer.page import Page
from armillary.viewer.panels.joint_panel import CHOOSE
from armillary.viewer.server import Guard, free_port
from armillary.viewer.server import viser as find_viser
from armillary.viewer.strain import FACES, MIDDLE
from armillary.viewer.subject import Robots, Subject
from samples import some


@pytest.fixture
def opened():
    pages = []

    def open_page(subject: Subject) -> Page:
        pages.append(Page(subject, free_port(0)))
        return pages[-1]

    yield open_page
    for page in pages:
        page.stop()


def of(name: str, motors: str = "full") -> Subject:
    return Subject(arm.library.get(name), name, motors)


def wait_until(condition, patience=60.0):
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def drawn(page: Page) -> None:
    """Draw as if somebody looked."""
    page._draw(True, time.monotonic())


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
    wait_until(lambda: page.modes.found is not None)
    page.joints._sliders[0].value = 40.0
    page.joints._slid(page.stage)
    page.stage.advance(10.0)
    drawn(page)
    assert page.stage.q[0] == pytest.approx(np.radians(40))
    assert "x " in page.joints._told.html
    wait_until(lambda: np.allclose(page.modes.found.q[0], page.stage.q[0]))
    wanted = arm.frequencies(arm.library.get("flexrob"), q=page.stage.joint_values, joints="locked")
    np.testing.assert_allclose(page.modes.found.hz, wanted.hz)
    assert f"{wanted.hz[0]:.6g}" in page.modes._table.html


def test_a_named_configuration_is_chosen_from_a_list(opened):
    robot = replace(arm.library.get("khatib-rr"), configurations=[arm.Configuration("bent", (0.5, -0.3))])
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
    wait_until(lambda: page.modes.found is not None)
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
    assert "mm apart" in page.playback._told.html
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
    assert "Done" in page.run._told.content
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
    wait_until(lambda: "Running" in page.run._told.content)
    page.loop.post("cancel", page.run.cancel)
    wait_until(lambda: page.playback.results)
    assert page.playback.results["long"].t[-1] < 40000
    wait_until(lambda: "Cancelled" in page.run._told.content)
    assert page.run._cancel.disabled
    assert not page.run._start.disabled


def test_stopping_twice_does_no_harm_and_ends_runs(opened, tmp_path):
    path = tmp_path / "long.toml"
    path.write_text('robot = "planar-3r"\nduration = 40000\nsolver = "rk4"\nrecord = 100\n')
    page = opened(Subject(arm.library.get("planar-3r"), "planar-3r", scenario=path))
    process = page.run.job._process
    page.stop()
    page.stop()
    assert process.poll() is not None


def test_a_page_that_cannot_begin_leaves_nothing_behind():
    motion = arm.simulate(arm.library.get("khatib-rr"), duration=0.1)
    before, port = set(threading.enumerate()), free_port(0)
    with pytest.raises(ArgumentError, match="finite"):
        Page(Subject.of_results({"lost": replace(motion, q=np.full_like(motion.q, np.nan))}), port)
    wait_until(lambda: not [each for each in threading.enumerate() if each not in before])
    assert free_port(port) == port


def test_idle_connections_of_browsers_do_not_hold_up_the_end(capfd):
    page = Page(of("khatib-rr"), free_port(0))
    with socket.create_connection(("127.0.0.1", page.server.get_port())):
        time.sleep(0.2)
        begun = time.monotonic()
        page.stop()
        assert time.monotonic() - begun < 9  # a handshake that never comes would be waited for, 10 s
    assert not page.server._websock_server._server_thread.is_alive()
    assert "".join(capfd.readouterr()) == ""


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


def test_robots_are_known_by_unique_names():
    robots, own = Robots(), arm.planar([1.0], [1.0], coms=[0.5], inertias=[0.1])
    assert robots.add(arm.library.get("panda"), "panda") == "panda"
    assert robots.add(own, "panda") == "panda (2)"
    assert robots.add(own, "again") == "panda (2)"
    assert robots.find("panda (2)")[0] == own
    assert "[[link]]" in robots.find("panda (2)")[1]
    assert robots.find("panda")[1] is None


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one loopback address")
def test_the_server_is_for_this_computer_alone(opened):
    page = opened(of("khatib-rr"))
    assert page.address.startswith("http://127.0.0.1:")
    assert page.server.request_share_url() is None
    with pytest.raises(OSError, match="refused"):  # who listens on all addresses listens on this one too
        socket.create_connection(("127.0.0.2", page.server.get_port()), timeout=5)


TOKEN = "{token}"


@pytest.mark.parametrize(
    ("origin", "query", "cookie", "welcome"),
    [
        ("http://127.0.0.1:{port}", f"?token={TOKEN}", "", True),
        ("http://localhost:{port}", "", f"a=b; armillary-{{port}}={TOKEN}", True),
        (None, f"?token={TOKEN}", "", True),
        ("http://127.0.0.1:{port}", "", "", False),
        ("http://127.0.0.1:{port}", "?token=", "armillary-{port}=", False),
        ("http://127.0.0.1:{port}", "?token=guessed", "armillary-{port}=guessed", False),
        ("http://127.0.0.1:1", f"?token={TOKEN}", "", False),
        ("http://evil.example", f"?token={TOKEN}", f"armillary-{{port}}={TOKEN}", False),
        ("null", f"?token={TOKEN}", "", False),
    ],
)
def test_strangers_are_turned_away_before_they_are_connected(opened, origin, query, cookie, welcome):
    """Pages of other sites and of other ports, and whoever does not know the token."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidStatus

    page = opened(of("khatib-rr"))
    port = page.server.get_port()
    words = {"port": port, "token": page.address.partition("token=")[2]}
    assert len(words["token"]) >= 32

    async def talk() -> bool:
        protocols = [f"viser-v{viser.__version__}"]
        try:
            async with connect(
                f"ws://127.0.0.1:{port}/{query.format(**words)}",
                origin=origin and origin.format(**words),
                additional_headers={"Cookie": cookie.format(**words)} if cookie else {},
                subprotocols=protocols, proxy=None, max_size=None,
            ) as connection:  # fmt: skip
                await asyncio.wait_for(connection.recv(), 10)
                return True
        except InvalidStatus as refused:
            return refused.response.status_code != 403

    assert asyncio.run(talk()) is welcome


def test_the_address_is_exchanged_for_a_cookie(opened):
    import http.client

    page = opened(of("khatib-rr"))
    port = page.server.get_port()

    def get(path: str, **headers: str) -> tuple[int, str]:
        """Return the status and the cookie of an answer."""
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            answer.read()
            return answer.status, answer.headers.get("Set-Cookie", "")

    query = page.address.partition("?")[2]
    assert get("/") == (403, "")
    assert get(f"/?{query}", Host=f"evil.example:{port}") == (403, "")
    status, cookie = get(f"/?{query}")
    assert status == 200
    assert "HttpOnly; SameSite=Strict" in cookie
    assert get("/", Cookie=cookie.partition(";")[0])[0] == 200


def test_a_viser_that_cannot_be_guarded_is_not_served(monkeypatch):
    """If viser served in another way, the page would be open to strangers."""
    before = set(threading.enumerate())
    monkeypatch.setattr(Guard, "around_servers", lambda _: contextlib.nullcontext())
    with pytest.raises(arm.ArmillaryError, match="open to strangers"):
        Page(of("khatib-rr"), free_port(0))
    wait_until(lambda: not [each for each in threading.enumerate() if each not in before])


def test_a_port_that_is_taken_is_refused():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(ArgumentError, match="taken"):
            free_port(taken.getsockname()[1])


def test_without_viser_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "viser", None)
    with pytest.raises(MissingExtraError, match=r"armillary\[view\]"):
        find_viser()
