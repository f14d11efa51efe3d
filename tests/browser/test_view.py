"""The live page in a browser: it loads, sliders move the robot, a run plays, plots are clicked, tabs come and go."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import armillary as arm
from internals import Page, Subject, free_port, parse_scenario, redirecting_file

FRAMES = """
const done = arguments[arguments.length - 1], span = arguments[0], begun = performance.now(), gaps = [];
let last = begun;
const frame = (now) => {
  gaps.push(now - last);
  last = now;
  if (now - begun < span) requestAnimationFrame(frame);
  else done(gaps.slice(1));
};
requestAnimationFrame(frame);
"""
"""Collects the times between frames [ms] for a span of time [ms]."""

SLIDE = """
const [label, span, low, high] = arguments, done = arguments[4];
const found = [...document.querySelectorAll("label")].find((each) => each.textContent === label);
const input = document.getElementById(found.htmlFor).parentElement.querySelector("input.mantine-NumberInput-input");
const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set, begun = performance.now();
let steps = 0, frames = 0, moving = true;
const frame = () => { frames += 1; if (moving) requestAnimationFrame(frame); };
requestAnimationFrame(frame);
const timer = setInterval(() => {
  const part = (performance.now() - begun) / span;
  steps += 1;
  set.call(input, (low + (high - low) * Math.min(part, 1)).toFixed(1));
  input.dispatchEvent(new Event("input", { bubbles: true }));
  if (part < 1) return;
  moving = false;
  clearInterval(timer);
  done([steps, (1000 * frames) / (performance.now() - begun)]);
}, 16);
"""
"""Moves a slider from one value to another in a span of time [ms], as a hand would.

Returns in how many steps, and frames per second.
"""


GAP = """
const cells = [...document.querySelectorAll("td")].find((each) => each.textContent === "1").parentElement.cells;
const text = (cell) => { const range = document.createRange(); range.selectNodeContents(cell); return range; };
const table = cells[0].closest("table"), left = text(cells[0]).getBoundingClientRect();
const panel = table.parentElement.parentElement;
return [text(cells[1]).getBoundingClientRect().left - left.right, table.scrollWidth - panel.clientWidth];
"""
"""Returns the gap between a mode's number and its frequency, and the width of the table beyond its panel [px]."""


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[[Subject], Page]]:
    pages = []

    def open_page(subject: Subject) -> Page:
        pages.append(Page(subject, free_port(0)))
        return pages[-1]

    yield open_page
    browser.get("about:blank")  # or it would go on asking for a page that is gone
    for page in pages:
        page.stop()


def robot(name: str) -> Subject:
    return Subject(arm.library.get(name), name)


def visit(browser: Any, page: Page, until: Any) -> None:
    """Open the page and wait until it is there."""
    before = len(page.server.get_clients())
    browser.get(page.address)
    until(lambda: len(page.server.get_clients()) > before, "a browser that has come")
    until(lambda: tabs(browser), "the tabs of the panel")


def tabs(browser: Any) -> dict[str, Any]:
    return {each.text: each for each in browser.find_elements("css selector", "[role=tab]") if each.text}


def to_tab(browser: Any, name: str, until: Any) -> None:
    until(lambda: tabs(browser)[name].click() or True, f"the tab {name}")


def field(browser: Any, label: str) -> Any:
    """Return the field of text beside a label."""
    return browser.find_element("xpath", f"//*[label[text()='{label}']]/../..//input")


def button(browser: Any, text: str) -> Any:
    return browser.find_element("xpath", f"//button[.//*[normalize-space()='{text}']]")


def quiet(browser: Any, page: Page) -> None:
    """Check that the page had nothing to complain of, and asked nobody else for anything."""
    assert browser.console_errors() == []
    own = page.address.partition("?")[0]
    assert browser.foreign_requests(own, own.replace("http", "ws"), "data:", "blob:") == []


def canvas(browser: Any, name: str) -> np.ndarray:
    """Return what the scene shows, shape (height, width, 3)."""
    from PIL import Image

    path = browser.screenshot(name)
    box = browser.find_element("css selector", "canvas").rect
    with Image.open(path) as image:
        left, top = int(box["x"]) + 5, int(box["y"]) + 200  # below what viser says of software rendering
        shown = image.convert("RGB").crop((left, top, left + int(box["width"]) - 10, int(box["y"] + box["height"]) - 5))
        return np.asarray(shown, dtype=float)


def drawn(browser: Any, name: str, until: Any) -> np.ndarray:
    """Wait until the scene shows something dark, which a robot is, and return it."""

    def look() -> tuple[np.ndarray] | None:
        shown = canvas(browser, name)
        return (shown,) if shown.min() < 100 else None

    return until(look, "a robot", patience=40)[0]


def test_a_private_file_leads_the_browser_to_the_page(browser, opened, until):
    page = opened(robot("khatib-rr"))
    with redirecting_file(page.address) as file:
        browser.get(file)
        until(lambda: page.server.get_clients(), "a browser that has come")
    browser.refresh()  # the cookie stays when the file is gone
    until(lambda: tabs(browser), "the tabs of the panel")
    assert browser.console_errors() == []


def test_the_page_loads_and_sliders_move_the_robot(browser, opened, until):
    page = opened(robot("panda"))
    visit(browser, page, until)
    paint = browser.execute_script("return performance.getEntriesByName('first-contentful-paint')[0].startTime")
    before = drawn(browser, "before", until)
    to_tab(browser, "Joints", until)
    until(lambda: "Tip" in browser.find_element("tag name", "body").text, "the pose of the tip")
    browser.execute_async_script(SLIDE, "panda_joint2 [°]", 500, 0, 80)
    until(lambda: abs(page.stage.q[1] - np.radians(80)) < 1e-3, "the joint where the slider is")
    until(lambda: np.abs(canvas(browser, "after") - before).max() > 60, "another picture")
    wanted = f"x {arm.evaluate(arm.library.get('panda')).pose(page.stage.q)[0, 3]:.4f}"
    until(lambda: wanted in browser.find_element("tag name", "body").text, f"the tip at {wanted}")
    quiet(browser, page)
    print(f"first paint after {paint:.0f} ms")


def test_the_scene_follows_a_slider_while_it_moves(browser, opened, until):
    page = opened(robot("flexible-3r"))
    browser.set_window_size(1000, 600)
    visit(browser, page, until)
    drawn(browser, "flexible", until)
    to_tab(browser, "Joints", until)
    view, count = page.view, [0]
    update = view.update

    def counted(*arguments: Any) -> None:
        count[0] += 1
        update(*arguments)

    view.update = counted
    frames = browser.execute_async_script(SLIDE, "shoulder [°]", 2000, 0, 40)[1]
    print(f"updates in two seconds: {count[0]}, frames per second: {frames:.1f}")  # an idle machine gives 54 updates
    assert count[0] > 2  # on the way, not only at its end
    until(lambda: abs(np.degrees(page.stage.q[1]) - 40) < 0.2, "the joint where the slider was left")


def test_a_run_from_the_page_finishes_plays_and_follows_clicks(browser, opened, until):
    page = opened(robot("khatib-rr"))
    visit(browser, page, until)
    to_tab(browser, "Run", until)
    text = until(lambda: field(browser, "duration [s]"), "the field of the duration")
    text.clear()
    text.send_keys("soon")
    until(lambda: page.run._texts["duration"].value == "soon", "the text on the server")
    button(browser, "Start").click()
    fault = until(lambda: browser.find_element("css selector", ".armillary-fault"), "a message")
    assert "soon" in fault.text
    assert 0 < fault.rect["y"] - text.rect["y"] < 60  # right under its field
    assert page.run.job is None
    text.clear()
    text.send_keys("1.5")
    until(lambda: page.run._texts["duration"].value == "1.5", "the text on the server")
    button(browser, "Start").click()
    until(lambda: page.playback.results, "a result", patience=60)
    until(lambda: page.stage.clock.playing and page.stage.clock.time > 0.1, "a motion that plays")
    assert not browser.find_elements("css selector", ".armillary-fault")
    charts = until(lambda: browser.find_elements("css selector", ".u-over"), "charts")
    assert len(charts) >= 3
    button(browser, "Pause").click()
    until(lambda: not page.stage.clock.playing, "a pause")
    click_at(browser, charts[0], 0.75)
    until(lambda: abs(page.stage.clock.time - 0.75 * 1.5) < 0.03, "the time of the click")
    for chart in charts[:2]:  # one time in all charts
        until(lambda chart=chart: abs(cursor(browser, chart) - 0.75) < 0.03, "the line at that time")
    browser.screenshot("result")
    click_at(browser, charts[1], 0.25)
    until(lambda: abs(page.stage.clock.time - 0.25 * 1.5) < 0.03, "the time of the second click")
    until(lambda: button(browser, "Play").click() or True, "the button to play")
    until(lambda: page.stage.clock.playing, "playing again")
    quiet(browser, page)


def click_at(browser: Any, chart: Any, part: float) -> None:
    from selenium.webdriver import ActionChains

    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", chart)
    away = round((part - 0.5) * chart.rect["width"])
    ActionChains(browser).move_to_element_with_offset(chart, away, 0).click().perform()


def cursor(browser: Any, chart: Any) -> float:
    """Return where the line of the time is in a chart, between 0 and 1."""
    line = chart.find_element("css selector", ".armillary-now")
    return (line.rect["x"] - chart.rect["x"]) / chart.rect["width"]


def test_modes_are_listed_and_move(browser, opened, until):
    page = opened(robot("flexrob"))
    visit(browser, page, until)
    drawn(browser, "still", until)
    to_tab(browser, "Modes", until)
    until(lambda: page.modes.frequencies is not None, "frequencies")
    listed = f"{page.modes.frequencies.hz[0]:.5g}"
    until(lambda: listed in browser.find_element("tag name", "body").text, "the first frequency in the table")
    until(lambda: page.stage.act == "shaking", "the first mode, which opening the tab starts")
    gap, over = browser.execute_script(GAP)
    assert gap >= 14
    assert over <= 0
    field(browser, "mode").click()
    listed = f"2: {page.modes.frequencies.hz[1]:.4g} Hz"
    path = f"//*[@role='option'][.//*[text()='{listed}'] or text()='{listed}']"
    until(lambda: browser.find_element("xpath", path).click() or True, "a mode to pick")
    until(lambda: page.modes._number() == 2, "another mode")
    first = canvas(browser, "mode1")
    until(lambda: np.abs(canvas(browser, "mode2") - first).max() > 60, "another phase of it")
    quiet(browser, page)


def test_tabs_see_the_same_and_closing_one_stops_nothing(browser, opened, until):
    page = opened(robot("planar-3r"))
    visit(browser, page, until)
    first = browser.current_window_handle
    browser.switch_to.new_window("tab")
    visit(browser, page, until)
    assert len(page.server.get_clients()) == 2
    to_tab(browser, "Joints", until)
    browser.execute_async_script(SLIDE, "joint1 [°]", 200, 0, 33)
    until(lambda: abs(page.stage.q[0] - np.radians(33)) < 1e-3, "the joint where the slider is")
    page.run._texts["duration"].value = "100"
    page.run._kinds["reference"].value = page.run._kinds["controller"].value = "none"
    page.loop.post("start", page.run.start)
    until(lambda: page.run.job is not None, "a run")
    browser.close()
    browser.switch_to.window(first)
    until(lambda: len(page.server.get_clients()) == 1, "a tab that is gone")
    to_tab(browser, "Joints", until)
    until(lambda: field_value(browser, "joint1 [°]") == "33", "the value of the other tab")
    until(lambda: page.playback.results, "the result of the run", patience=90)
    assert page.run.job.state == "done"
    quiet(browser, page)


def field_value(browser: Any, label: str) -> str:
    inputs = browser.find_elements("xpath", f"//*[label[text()='{label}']]/../..//input[not(@type='hidden')]")
    return inputs[-1].get_attribute("value")


@pytest.fixture(scope="module")
def minute() -> arm.Trajectory:
    """Give a motion of 60 s of seven links."""
    listed = ", ".join(f"{0.2 + 0.05 * k:.2f}" for k in range(7))
    scenario = parse_scenario(
        f"""
        robot = "planar-7r"
        duration = 60
        record = 0.02
        q0 = [0.1, 0.2, 0.3, 0.3, 0.2, 0.2, 0.1]
        reference = {{ type = "sinusoid", amplitude = [{listed}], frequency = [{listed}],
                      offset = [0.1, 0.2, 0.3, 0.3, 0.2, 0.2, 0.1] }}
        controller = {{ type = "computed_torque", kp = 100, kd = 20 }}
        """.replace("\n                      offset", " offset")
    )
    return arm.simulate(scenario)


def test_a_minute_of_seven_links_keeps_up_with_real_time(browser, opened, until, minute):
    page = opened(Subject.of_results({"minute": minute}))
    visit(browser, page, until)
    drawn(browser, "minute", until)
    before, begun = page.stage.clock.time, time.monotonic()
    gaps = browser.execute_async_script(FRAMES, 2000)
    passed, real = (page.stage.clock.time - before) % 60, time.monotonic() - begun
    print(f"frames per second: {1000 / np.mean(gaps):.1f} (worst gap {np.max(gaps):.0f} ms)")
    assert passed == pytest.approx(real, abs=1.0)
    assert len(gaps) > 2
    quiet(browser, page)
