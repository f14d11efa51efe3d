"""A report in a browser computes the same poses, and moves with its clock."""

from dataclasses import replace

import numpy as np
import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from tests.random_flexible import random_flexible_robot
from tests.random_robots import random_robot

import armillary as arm
from browser.asking import ask, cursors
from internals import Scene, frame_pose
from made_up_motion import swinging
from moved import moved
from samples import some

TOLERANCE = 1e-5
"""m and rad: what single precision leaves of poses of robots of some metres."""


MODELS = {
    "flexrob": lambda: arm.model(arm.library.get("flexrob")),
    "bending tree": lambda: arm.model(random_flexible_robot(np.random.default_rng(3), 6, kinds="RPSRRF")),
    "rigid tree": lambda: arm.model(random_robot(np.random.default_rng(1), 12)),
    "bending chain": lambda: arm.model(random_flexible_robot(np.random.default_rng(8), 5, kinds="RP", tree=False)),
    "panda": lambda: arm.model(arm.library.get("panda")),
}


class TestKinematics:
    """The page computes poses from q as armillary does."""

    @pytest.mark.parametrize("name", some(MODELS, 3))
    def test_poses_and_surfaces(self, opened, name):
        model = MODELS[name]()
        scene, run = Scene(model), swinging(model, rows=21, bent=0.02)
        browser = opened(run)
        for magnification in (1.0, 7.5):
            for k in (0, 7, 20):
                poses = scene.poses(run.q[k], magnification)
                found = ask(browser, "armillary.poses(0, arguments[0], arguments[1])", run.t[k], magnification)
                exact = ask(
                    browser, "armillary.posesAt(0, arguments[0], arguments[1])", run.q[k].tolist(), magnification
                )
                assert {int(body) for body in found} == set(poses)
                for body, (R, o) in poses.items():
                    for given, tolerance in ((found, TOLERANCE), (exact, 1e-12)):
                        assert np.abs(np.reshape(given[str(body)]["R"], (3, 3)) - R).max() < tolerance
                        assert np.abs(np.array(given[str(body)]["o"]) - o).max() < tolerance
                if "tip" in model.frames:
                    tip = ask(browser, "armillary.tip(0, arguments[0], arguments[1])", run.t[k], magnification)
                    assert np.abs(tip - frame_pose(model, poses, "tip")[1]).max() < TOLERANCE
                for part, own in enumerate(scene.parts):
                    if own.bending is not None:
                        script = "armillary.vertices(0, arguments[0], arguments[1], arguments[2])"
                        at = np.array(ask(browser, script, part, run.t[k], magnification))
                        R, o = poses[own.body]
                        expected = own.vertices(scene.magnified(run.q[k], magnification)) @ R.T + o
                        assert np.abs(at - expected).max() < TOLERANCE

    def test_between_rows_quaternions_take_the_short_way(self, opened):
        model = arm.model(random_robot(np.random.default_rng(4), 3, kinds="S"))
        run = swinging(model, rows=2)
        q = run.q.copy()
        q[1] *= -1  # the same orientation, the other sign
        browser = opened(replace(run, q=q))
        middle = np.array(ask(browser, "armillary.q(0, 0.5)"))
        assert np.linalg.norm(middle) == pytest.approx(1.0, abs=1e-6)
        half = (run.q[0] + run.q[1]) / np.linalg.norm(run.q[0] + run.q[1])
        assert np.abs(middle - half).max() < 1e-6


class TestTime:
    """One time for the robot and all plots."""

    def test_it_plays_and_everything_follows(self, opened, until):
        run = moved("flexrob", duration=20.0, rows=401)
        browser = opened(run)
        now = "armillary.tip(0, armillary.clock.time)"
        start, tip = ask(browser, "armillary.clock.time"), ask(browser, now)
        frames = ask(browser, "armillary.frames()")
        browser.find_element(By.ID, "play").click()
        until(lambda: ask(browser, "armillary.clock.time") > start + 0.3, "the time goes on")
        until(lambda: np.linalg.norm(np.subtract(ask(browser, now), tip)) > 0.01, "the robot moves")
        browser.find_element(By.ID, "play").click()
        assert not ask(browser, "armillary.clock.playing")
        time = ask(browser, "armillary.clock.time")
        first = "document.querySelector('.cursor').getBoundingClientRect().left - over.left"
        script = f"(over => ({first}) / over.width)(document.querySelector('.u-over').getBoundingClientRect())"
        assert 20 * ask(browser, script) == pytest.approx(time, abs=0.06)  # as it is shown, before anything is asked
        assert np.abs(np.array(cursors(browser)) - time).max() < 0.06  # a pixel and a half
        assert len(cursors(browser)) >= 8
        assert ask(browser, "armillary.frames()") > frames + 2
        places = run.position()
        expected = [np.interp(time, run.t, places[:, k]) for k in range(3)]
        assert np.allclose(ask(browser, now), expected, atol=0.01)  # between rows, where the page has its own way
        assert float(browser.find_element(By.ID, "time").get_attribute("value")) == pytest.approx(time, abs=1e-6)
        browser.screenshot("playing")

    def test_it_stops_at_the_end_and_starts_again(self, opened, motion, until):
        browser = opened(motion)
        browser.execute_script("armillary.clock.set(1.95); armillary.clock.play()")
        until(lambda: not ask(browser, "armillary.clock.playing"), "it stops")
        assert ask(browser, "armillary.clock.time") == pytest.approx(2.0)
        browser.execute_script("armillary.clock.play()")
        until(lambda: 0 < ask(browser, "armillary.clock.time") < 1.9, "it starts again")

    def test_a_press_in_a_plot_moves_all(self, opened, motion, until):
        browser = opened(motion)
        over = browser.find_elements(By.CSS_SELECTOR, ".u-over")[1]
        width = over.size["width"]
        ActionChains(browser).move_to_element_with_offset(over, round(width / 4), 10).click().perform()
        assert ask(browser, "armillary.clock.time") == pytest.approx(1.5, abs=0.02)
        assert np.abs(np.array(cursors(browser)) - 1.5).max() < 0.02

    def test_a_piece_of_the_time(self, opened, motion):
        browser = opened(motion)
        over = browser.find_elements(By.CSS_SELECTOR, ".u-over")[0]
        quarter = round(over.size["width"] / 4)
        chain = ActionChains(browser).key_down(Keys.SHIFT).move_to_element_with_offset(over, -quarter, 0)
        chain.click_and_hold().move_by_offset(quarter, 0).release().key_up(Keys.SHIFT).perform()
        browser.execute_script("armillary.clock.set(0.75)")
        widths = browser.execute_script("return [...document.querySelectorAll('.u-over')].map(o => o.clientWidth)")
        places = ask(browser, "armillary.plots().map(p => p.cursor)")
        assert np.abs(np.array(places) / np.array(widths) - 0.5).max() < 0.02  # 0.5 to 1 s are shown now
        ActionChains(browser).double_click(over).perform()
        browser.execute_script("armillary.clock.set(1)")
        assert ask(browser, "armillary.plots()[0].cursor") == pytest.approx(widths[0] / 2, abs=2)

    def test_keys(self, opened, motion, until):
        browser = opened(motion)
        body = browser.find_element(By.TAG_NAME, "body")
        steps = {
            Keys.END: 2.0, Keys.ARROW_LEFT: 1.99, Keys.HOME: 0.0, Keys.ARROW_RIGHT: 0.01,
        }  # fmt: skip
        for key, expected in steps.items():
            body.send_keys(key)
            assert ask(browser, "armillary.clock.time") == pytest.approx(expected, abs=1e-9)
        body.send_keys("+")
        assert ask(browser, "armillary.clock.speed") == 2
        body.send_keys("--")
        assert ask(browser, "armillary.clock.speed") == 0.5
        body.send_keys("]]")
        assert ask(browser, "armillary.magnification()") == pytest.approx(1.25**2)
        body.send_keys("[")
        assert ask(browser, "armillary.magnification()") == pytest.approx(1.25)
        body.send_keys(" ")
        assert ask(browser, "armillary.clock.playing")
        body.send_keys(" ")
        assert not ask(browser, "armillary.clock.playing")
        browser.find_element(By.ID, "play").send_keys(" ")  # once, not twice
        until(lambda: ask(browser, "armillary.clock.playing"), "the button plays")

    def test_a_table_with_the_focus_keeps_the_keys_that_scroll_it(self, opened, motion):
        browser = opened(motion)
        region = browser.find_element(By.CSS_SELECTOR, "#robot .scroll")
        for key in (Keys.END, Keys.ARROW_RIGHT):
            region.send_keys(key)
            assert ask(browser, "armillary.clock.time") == 0
        region.send_keys("+")
        assert ask(browser, "armillary.clock.speed") == 2

    def test_a_moment_has_an_axis(self, opened, motion):
        arrays = ("t", "q", "qd", "qdd", "tau", "kinetic", "potential", "work", "external", "dissipated")
        browser = opened(replace(motion, **{name: getattr(motion, name)[:1] for name in arrays}, signals={}))
        assert np.abs(cursors(browser)).max() < 0.01
        width = ask(browser, "document.querySelector('.u-over').clientWidth")
        assert ask(browser, "armillary.plots()[0].cursor") == pytest.approx(width / 2, abs=1)
        browser.find_element(By.ID, "play").click()
        browser.screenshot("moment")

    def test_events_are_places_to_go(self, opened, motion):
        browser = opened(replace(motion, events=(arm.types.Event(1.25, "limit", "reached"),)))
        button = browser.find_element(By.CSS_SELECTOR, "[data-time]")
        browser.execute_script("arguments[0].click()", button)
        assert ask(browser, "armillary.clock.time") == 1.25
