"""A report in a browser: its picture, comparisons of runs, and how it looks.

Whoever changes how it looks, looks at the screenshots that these tests leave in their folders.
"""

from dataclasses import replace

import numpy as np
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import armillary as arm
from browser.asking import ask, drawn_after
from made_up_motion import swinging
from moved import moved


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
        arm.report(replace(motion, q=motion.q * np.nan), tmp_path / "page.html")
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
