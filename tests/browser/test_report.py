"""The page of a report in a browser: it opens from a file, moves, computes the same poses, asks for nothing.

Whoever changes how it looks, looks at the screenshots that these tests leave in their folders.
"""

from dataclasses import replace

import numpy as np
import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from tests.browser.conftest import open_chromium
from tests.random_flexible import random_flexible_robot
from tests.random_robots import random_robot

import armillary as arm
from armillary.kinematics.poses import frame_pose
from armillary.pages import html, report
from armillary.pages.equations_page import equations_html
from armillary.results import Event
from armillary.scene.scene import Scene
from armillary.symbolic.equations import equations
from made_up_motion import HOSTILE, swinging
from made_up_selection import selection
from moved import moved
from samples import some

TOLERANCE = 1e-5
"""m and rad: what single precision leaves of poses of robots of some metres."""


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    """One browser for all tests of this file: to start one takes longer than most of them."""
    driver = open_chromium(tmp_path_factory.mktemp("chromium"))
    yield driver
    driver.quit()


@pytest.fixture
def browser(chromium, tmp_path):
    """Give the browser as if it were new."""
    chromium.get("about:blank")
    for domain in ("Emulation.clearDeviceMetricsOverride", "Emulation.setEmulatedMedia"):
        chromium.execute_cdp_cmd(domain, {})
    chromium.shown = tmp_path
    chromium.console(), chromium.requests()
    chromium._console, chromium._requests = [], []
    return chromium


@pytest.fixture
def opened(browser, tmp_path, until):
    """Open runs as a page and wait until it is drawn; afterwards the page has not complained nor asked for anything."""

    def show(runs, **options):
        report(runs, tmp_path / "page.html", **options)
        browser.get((tmp_path / "page.html").as_uri())
        browser.execute_script("localStorage.clear()")
        until(lambda: ask(browser, "window.armillary && armillary.frames() > 0"), "the page is drawn")
        return browser

    yield show
    assert browser.console_errors() == []
    assert browser.foreign_requests("file:", "data:", "blob:", "about:") == []


def ask(browser, script, *values):
    """Return the value of an expression in the page."""
    return browser.execute_script(f"return {script}", *values)


def cursors(browser):
    return ask(browser, "armillary.plots().map(p => p.time)")


def drawn_after(browser, until, script):
    """Run a script and wait until the picture is drawn again."""
    before = ask(browser, "armillary.frames()")
    browser.execute_script(script)
    until(lambda: ask(browser, "armillary.frames()") > before, "the picture is drawn again")


@pytest.fixture(scope="module")
def motion():
    return moved("flexrob", duration=2.0, rows=201)


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

    def test_keys(self, opened, motion):
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
        assert ask(browser, "armillary.clock.playing")

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
        browser = opened(replace(motion, events=(Event(1.25, "limit", "reached"),)))
        button = browser.find_element(By.CSS_SELECTOR, "[data-time]")
        browser.execute_script("arguments[0].click()", button)
        assert ask(browser, "armillary.clock.time") == 1.25


class TestPicture:
    def test_magnification_bends_and_strain_colours(self, opened, motion, until):
        browser = opened(motion)
        browser.execute_script("armillary.clock.set(0.8)")

        def picture():
            until(lambda: ask(browser, "new Promise(done => requestAnimationFrame(() => done(true)))"), "a frame")
            return browser.find_element(By.CSS_SELECTOR, ".view").screenshot_as_png

        plain = picture()
        slider = browser.find_element(By.ID, "magnification")
        for _ in range(30):
            slider.send_keys(Keys.ARROW_RIGHT)
        factor = ask(browser, "armillary.magnification()")
        assert factor == pytest.approx(200**0.3, rel=1e-6)
        assert slider.get_attribute("aria-valuetext") == f"{factor:.3g} times"
        magnified = picture()
        assert magnified != plain
        drawn_after(browser, until, "document.getElementById('strain').click()")
        assert picture() != magnified
        browser.screenshot("magnified")

    def test_rigid_robots_have_nothing_to_magnify(self, opened):
        browser = opened(moved("panda", rows=31))
        assert not browser.find_elements(By.ID, "magnification")
        assert not browser.find_elements(By.ID, "strain")
        browser.screenshot("panda")

    def test_runs_without_a_finite_row_say_so(self, browser, motion, tmp_path, until):
        report(replace(motion, q=motion.q * np.nan), tmp_path / "page.html")
        browser.get((tmp_path / "page.html").as_uri())
        until(lambda: ask(browser, "window.armillary && armillary.plots().length > 3"), "the plots are there")
        assert browser.find_element(By.CSS_SELECTOR, ".view .none").text.startswith("No row of the results is finite")
        browser.find_element(By.TAG_NAME, "body").send_keys(Keys.END)
        assert ask(browser, "armillary.clock.time") == 2
        assert browser.console_errors() == []

    def test_all_is_in_the_picture_when_its_shape_changes(self, opened, motion, browser, until):
        opened(motion)
        far = ask(browser, "armillary.distance()")
        size = {"width": 320, "height": 844, "deviceScaleFactor": 1, "mobile": True}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        until(lambda: ask(browser, "armillary.distance()") > 1.1 * far, "the robot is looked at from farther away")

    def test_a_long_result_plays_in_time(self, opened, until):
        browser = opened(swinging(arm.model(arm.library.get("panda")), rows=6001, duration=60.0))
        browser.execute_script("window.begun = performance.now(); armillary.clock.play()")
        frames = ask(browser, "armillary.frames()")
        until(lambda: ask(browser, "armillary.clock.time") > 1.0, "a second has passed")
        script = "[armillary.clock.time, (performance.now() - begun) / 1000, armillary.frames()]"
        time, passed, later = ask(browser, script)
        assert time == pytest.approx(passed, abs=1.0)  # it does not lag behind, however long a frame takes
        assert later > frames + 2


class TestComparison:
    @pytest.fixture(scope="class")
    @staticmethod
    def runs(motion):
        return [motion, replace(motion, q=motion.q + 0.2), moved("planar-3r", rows=61, duration=1.5)]

    def test_runs_and_their_differences(self, opened, runs, until):
        browser = opened(runs, names=["one", "two", "three"])
        assert [box.is_selected() for box in browser.find_elements(By.CSS_SELECTOR, "[id^=run-]")] == [True] * 3
        joints = ask(browser, "armillary.plots().find(p => p.title === 'joints').lines")
        assert joints.count("elbow") == 4  # two runs, each with its reference
        browser.screenshot("compared")
        browser.find_element(By.ID, "difference").click()
        values = browser.find_element(By.CSS_SELECTOR, "figure .legend .value").text
        assert values == "0.2"
        drawn_after(browser, until, "document.getElementById('run-1').click()")
        drawn_after(browser, until, "document.getElementById('run-2').click()")
        browser.find_element(By.ID, "difference").click()
        joints = ask(browser, "armillary.plots().find(p => p.title === 'joints').lines")
        assert "elbow" in joints

    def test_a_line_can_be_hidden(self, opened, motion):
        browser = opened(motion)
        chip = browser.find_element(By.CSS_SELECTOR, ".legend button")
        chip.click()
        assert chip.get_attribute("aria-pressed") == "false"
        assert "shoulder" not in ask(browser, "armillary.plots()[0].lines")


class TestLooks:
    def test_dark_and_light(self, opened, motion):
        browser = opened(motion)

        def colour():
            return ask(browser, "getComputedStyle(document.body).backgroundColor")

        light = colour()
        browser.find_element(By.ID, "theme").click()
        dark = colour()
        assert dark != light
        browser.screenshot("dark")
        browser.find_element(By.ID, "theme").click()
        assert colour() == light
        features = [{"name": "prefers-color-scheme", "value": "dark"}]
        browser.execute_script("localStorage.clear()")
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        browser.refresh()
        assert colour() == dark

    def test_on_a_phone(self, opened, motion, browser, until):
        size = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        opened([motion, replace(motion, q=motion.q + 0.1)], names=["with motors", "without"])
        assert ask(browser, "document.documentElement.scrollWidth") <= 390
        stage = ask(browser, "document.querySelector('.stage').getBoundingClientRect().height")
        assert stage < 0.62 * 844  # there is room for a plot below it
        browser.screenshot("phone")
        browser.execute_script("document.querySelector('#audit').scrollIntoView()")
        browser.screenshot("phone-tables")

    def test_everything_has_a_name(self, opened, motion):
        browser = opened([motion, motion])
        nameless = browser.execute_script("""
            const kinds = 'button, select, input, .view canvas, [role=img], [role=region], section';
            return [...document.querySelectorAll(kinds)]
                .filter(e => !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby')
                               || e.textContent.trim() || (e.labels && e.labels.length)))
                .map(e => e.outerHTML)
        """)
        assert nameless == []
        assert ask(browser, "document.documentElement.lang") == "en"
        assert len(browser.find_elements(By.TAG_NAME, "h1")) == 1


def test_hostile_texts_do_nothing(opened):
    robot = arm.library.get("flexrob")
    joint = replace(robot.joints[0], name=HOSTILE.replace("\x00", ""))
    motors = (replace(robot.motors[0], joint=joint.name), *robot.motors[1:])
    named = replace(robot, name="<img src=x onerror=window.hacked=3>", joints=(joint, *robot.joints[1:]), motors=motors)
    run = swinging(arm.model(named), rows=11)
    run = replace(
        run,
        events=(Event(0.5, HOSTILE, HOSTILE, HOSTILE),),
        info=run.info | {"scenario_text": HOSTILE, HOSTILE: HOSTILE},
    )
    browser = opened([run, run], title=HOSTILE, names=[HOSTILE, "<script>window.hacked=4</script>"])
    assert ask(browser, "window.hacked") is None
    assert not browser.find_elements(By.TAG_NAME, "img")
    assert HOSTILE[:60] in ask(browser, "document.title")


def test_pages_of_equations_and_selections(browser, tmp_path):
    pages = {
        "equations": equations_html(equations(arm.library.get("khatib-rr"))),
        "selection": selection().to_html(),
    }
    for name, page in pages.items():
        path = tmp_path / f"{name}.html"
        path.write_text(page, encoding="utf-8")
        browser.get(path.as_uri())
        before = ask(browser, "getComputedStyle(document.body).backgroundColor")
        browser.find_element(By.ID, "theme").click()
        assert ask(browser, "getComputedStyle(document.body).backgroundColor") != before
        browser.find_element(By.ID, "theme").click()
        browser.screenshot(name)
    browser.get((tmp_path / "equations.html").as_uri())
    assert ask(browser, "document.querySelector('math').getBoundingClientRect().height") > 10
    assert browser.console_errors() == []
    assert browser.foreign_requests("file:", "data:", "about:") == []


def test_requests_would_be_refused(browser, tmp_path, motion):
    """Even a script that got into the page could not send anything."""
    (tmp_path / "page.html").write_text(html(motion), encoding="utf-8")
    browser.get((tmp_path / "page.html").as_uri())
    script = "const done = arguments[0]; fetch('http://127.0.0.1:9/').then(() => done('sent'), () => done('refused'))"
    assert browser.execute_async_script(script) == "refused"
    assert any("Content Security Policy" in message for message in browser.console_errors())
