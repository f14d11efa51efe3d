"""Playable pages in a browser: the loop in the page moves as native code does, and every control does what it says.

Whoever changes how a page looks, looks at the screenshots that these tests leave in their folders.
"""

import tomllib
from dataclasses import replace

import numpy as np
import pytest
from tests.random_robots import random_robot

import armillary as arm
from browser.asking import ask
from internals import first_scenario, play_html
from internals import html as report_html
from made_up_motion import HOSTILE
from samples import some

pytestmark = pytest.mark.xdist_group("browser")

PULL = """
const canvas = document.querySelector('.view canvas');
const [x, y] = armillary.tipOnScreen();
const send = (kind, dx, dy) => canvas.dispatchEvent(new PointerEvent(kind, {
  bubbles: true, cancelable: true, pointerId: 7, pointerType: 'touch', button: 0, buttons: 1,
  clientX: x + dx, clientY: y + dy,
}));
send('pointerdown', 0, 0);
armillary.pause();
for (const [dx, dy] of arguments[0]) { send('pointermove', dx, dy); armillary.step(arguments[1]); }
"""
"""Pulls the tip through places [px] and takes steps at each; the page computes nothing between."""
DRAG = f"{PULL} send('pointerup', 0, 0);"
HOLD = """
const buttons = arguments[0].map((one) => document.querySelector(one));
for (const one of buttons) one.dispatchEvent(new PointerEvent('pointerdown'));
armillary.pause();
armillary.step(arguments[1]);
for (const one of buttons) one.dispatchEvent(new PointerEvent('pointerup'));
"""
"""Takes steps while buttons are held."""


@pytest.fixture
def opened(browser, tmp_path, until):
    """Open a page and wait until it moves; afterwards it has not complained nor asked for anything."""

    def show(html, moves=True):
        (tmp_path / "play.html").write_text(html, encoding="utf-8")
        browser.get((tmp_path / "play.html").as_uri())
        until(lambda: ask(browser, "window.armillary && armillary.frames() > 0"), "the page is drawn")
        if moves:
            until(lambda: ask(browser, "armillary.time()") > 0, "the time goes on")
        return browser

    yield show
    assert browser.console_errors() == []
    assert browser.foreign_requests("file:", "data:", "blob:", "about:") == []


def restarted(browser):
    """Stop the page at its start, and let it draw that."""
    browser.execute_async_script(
        "armillary.pause(); armillary.restart(); requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"
    )


@pytest.fixture(scope="module")
def flexrob():
    return first_scenario(arm.library.get("flexrob"))


@pytest.fixture(scope="module")
def page(flexrob):
    return play_html(flexrob, compare=["reflected"])


@pytest.mark.filterwarnings("ignore:the energy balance drifts")
def test_a_pushed_robot_moves_as_in_a_native_run_with_the_saved_pushes(opened, page, flexrob, tmp_path):
    browser = opened(page)
    restarted(browser)
    browser.execute_script("armillary.step(80)")
    browser.execute_script(DRAG, [[30, -20], [60, -50], [-20, 40]], 40)
    browser.execute_script(HOLD, ["[aria-label='push elbow forward']", ".modes button"], 40)
    browser.execute_script("armillary.step(160)")
    step = ask(browser, "armillary.data().step")
    end = ask(browser, "armillary.time()")
    pushes = ask(browser, "armillary.pushes()")
    x = np.array(ask(browser, "armillary.x()"))
    assert end == pytest.approx(400 * step)
    pulls = [push for push in pushes if "link" in push]
    assert {push["link"] for push in pulls} == {"fore.tip"}
    assert [len(pulls), len(pushes) - len(pulls)] == [121, 41]  # one for each step, and the release
    assert max(np.linalg.norm(push["force"]) for push in pulls) > 3
    efforts = np.array([push["efforts"] for push in pushes if "efforts" in push])
    assert np.all(np.abs(efforts[:-1]).max(axis=0) > 0)  # the joints by the button, beams by the mode
    assert not np.any(efforts[-1])
    (tmp_path / "pushes.csv").write_text(ask(browser, "armillary.pushesCsv()"), encoding="utf-8")
    saved, solver = arm.load_pushes(tmp_path / "pushes.csv"), arm.solvers.RK4(step=step)
    run = arm.simulate(flexrob, end, solver=solver, disturbances=saved, record=0.004)
    nq, nv = flexrob.plant_model.nq, flexrob.plant_model.nv
    assert np.abs(x[:nq] - run.q[-1]).max() < 1e-9
    assert np.abs(x[nq : nq + nv] - run.qd[-1]).max() < 1e-9
    seen = ask(browser, "armillary.outputs()")
    assert seen["external"] == pytest.approx(run.external[-1], abs=1e-9)
    assert abs(run.external[-1]) > 1e-3
    assert seen["drift"] == pytest.approx(run.drift[-1], rel=1e-6, abs=1e-12)
    assert seen["drift_max"] == pytest.approx(np.abs(run.drift).max(), rel=1e-6, abs=1e-12)
    assert abs(run.drift[-1]) > 1e-9
    browser.screenshot("pulled")


def test_time_goes_back_and_on_from_there(opened, page):
    browser = opened(page)
    restarted(browser)
    browser.execute_script("armillary.step(400)")
    there, last = ask(browser, "armillary.x()"), ask(browser, "armillary.recorded()")
    browser.execute_script("armillary.seek(0.1)")
    assert ask(browser, "armillary.time()") == pytest.approx(0.1)
    assert ask(browser, "armillary.recorded()") == last  # what follows is kept until the motion goes on
    browser.execute_script("armillary.set('payload.mass', 0.2); armillary.step(200)")
    assert ask(browser, "armillary.time()") == pytest.approx(last[1])
    assert np.abs(np.subtract(ask(browser, "armillary.x()"), there)).max() > 1e-6
    browser.execute_script("armillary.set('payload.mass', 0); armillary.seek(0.1); armillary.set('payload.mass', 0)")
    browser.execute_script("armillary.step(200)")
    assert np.array_equal(ask(browser, "armillary.x()"), there)
    lines = ask(browser, "armillary.csv()").splitlines()
    assert len(lines) == 1 + ask(browser, "armillary.rows()")
    assert lines[0].startswith("t [s],shoulder [rad],elbow [rad]")
    assert [float(each) for each in lines[-1].split(",")[1:4]] == there[:3]
    state = tomllib.loads(ask(browser, "armillary.toml()"))
    assert state["q0"] == there[:6]
    assert state["robot"] == "flexrob"
    ghost = np.array(ask(browser, "armillary.x(1)"))
    assert 0 < np.abs(ghost - there)[:6].max() < 0.1  # reflected motors move almost alike


def test_a_pull_ends_where_time_goes_back(opened, page):
    browser = opened(page)
    restarted(browser)
    browser.execute_script(DRAG, [[30, -20], [60, -50]], 80)
    browser.execute_script("armillary.seek(0.04)")
    work = ask(browser, "armillary.outputs().external")
    assert work != 0
    browser.execute_script("armillary.step(100)")
    assert ask(browser, "armillary.outputs().external") == work
    before, last = ask(browser, "armillary.pushes()")[-2:]
    assert before["t"] < last["t"] == pytest.approx(0.04)
    assert np.linalg.norm(before["force"]) > 0
    assert last["force"] == [0, 0, 0]
    browser.execute_script(f"{PULL} armillary.seek(0.02); send('pointerup', 0, 0);", [[30, -20]], 20)
    times = [push["t"] for push in ask(browser, "armillary.pushes()")]
    assert times == sorted(times)  # a pull that ends at a time that is only looked at is not a push of the run
    lead = "document.getElementById('solid-1').click(); armillary.step(1);"
    browser.execute_script(f"{PULL} {lead}", [[30, -20]], 20)  # a ghost becomes the one that is pulled
    assert ask(browser, "armillary.force()") == ask(browser, "armillary.pushes()")[-1]["force"] == [0, 0, 0]


def test_controls(opened, page, until):
    from selenium.webdriver.common.by import By

    browser = opened(page)
    body = browser.find_element(By.TAG_NAME, "body")
    body.send_keys(" ")
    assert not ask(browser, "armillary.playing()")
    time = ask(browser, "armillary.time()")
    body.send_keys(".")
    assert ask(browser, "armillary.time()") - time == pytest.approx(ask(browser, "armillary.data().step"))
    body.send_keys("--")
    assert browser.find_element(By.ID, "speed").get_attribute("value") == "0.25"
    field = browser.find_element(By.CSS_SELECTOR, ".slider input[aria-label='elbow [rad], number']")
    field.clear()
    field.send_keys("0.25\t")
    assert ask(browser, "armillary.parameters()['target.elbow']") == 0.25
    mode = browser.find_element(By.CSS_SELECTOR, ".modes button")
    browser.execute_script("arguments[0].dispatchEvent(new PointerEvent('pointerdown'))", mode)
    until(lambda: ask(browser, "armillary.time()") > time + 0.05, "it plays while a mode is shaken")
    browser.execute_script("arguments[0].dispatchEvent(new PointerEvent('pointerup'))", mode)
    until(lambda: ask(browser, "armillary.available()") > 0, "the speed is measured")
    assert float(browser.find_element(By.ID, "reading-speed").text.split()[0]) > 0
    browser.execute_script("document.getElementById('theme').click()")
    browser.screenshot("dark")
    browser.execute_script("document.getElementById('theme').click()")
    metrics = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    until(lambda: ask(browser, "document.documentElement.scrollWidth") <= 390, "no wider than a phone")
    browser.screenshot("phone")


def test_a_report_goes_on_from_its_time(opened, until):
    from selenium.webdriver.common.by import By

    scenario = first_scenario(arm.library.get("khatib-rr"))
    run = arm.simulate(scenario, 0.5, solver=arm.solvers.RK4(step=0.001), record=0.01)
    browser = opened(report_html(run), moves=False)
    browser.execute_script("armillary.clock.set(0.25)")
    browser.find_element(By.ID, "from-here").click()
    until(lambda: ask(browser, "armillary.live && armillary.live.time()") > 0.25, "the loop runs on")
    browser.execute_script("armillary.live.pause(); armillary.live.seek(0)")
    assert ask(browser, "armillary.live.time()") == pytest.approx(0.25)
    browser.execute_script("armillary.live.step(10); armillary.live.set('payload.mass', 2); armillary.live.restart()")
    assert ask(browser, "armillary.live.time()") == pytest.approx(0.25)
    assert np.abs(np.subtract(ask(browser, "armillary.live.x()")[:4], [*run.q[25], *run.qd[25]])).max() < 1e-9
    browser.screenshot("from here")
    browser.find_element(By.ID, "back-to-report").click()
    assert browser.find_element(By.ID, "from-here").is_displayed()


def sampled():
    law, encoder = arm.controllers.PD(100.0, 20.0), arm.sensors.Encoder(resolution=1e-4)
    start = {"q0": [0.1, 0.2], "reference": arm.references.FifthOrder(end=[0.5, 0.3], duration=0.5)}
    return arm.Scenario(
        arm.library.get("khatib-rr"), controller=law, period=0.005, delay=0.002, sensors=[encoder], **start
    )


def many_modes():
    robot = arm.library.get("flexrob")
    own = [
        (link, replace(link.beam, modes=replace(link.beam.modes, bending_y=15))) for link in robot.links if link.beam
    ]
    bent = {link.name: replace(link, beam=beam) for link, beam in own}
    return first_scenario(replace(robot, links=tuple(bent.get(link.name, link) for link in robot.links)))


HARD = {
    "sampled law": sampled,
    "spherical joints": lambda: first_scenario(random_robot(np.random.default_rng(4), 3, kinds="S")),
    "30 modes": many_modes,
    "60 links": lambda: first_scenario(arm.planar([0.1] * 60, [0.2] * 60, gravity=9.81)),
}


@pytest.mark.parametrize("name", some(HARD, 2))
def test_unusual_loops_move(opened, name):
    browser = opened(play_html(HARD[name]()))
    browser.execute_script("armillary.pause()")
    before = np.array(ask(browser, "armillary.x()"))
    browser.execute_script("armillary.step(50)")
    after = np.array(ask(browser, "armillary.x()"))
    assert np.all(np.isfinite(after))
    assert np.abs(after - before).max() > 0
    browser.screenshot("unusual")


def test_the_camera_follows_a_robot_that_falls(opened, until):
    body = arm.Link("bus", mass=20.0, inertia=np.diag([0.3, 0.3, 0.3]))
    falling = first_scenario(arm.free(arm.library.get("planar-3r"), body), base="free")
    browser = opened(play_html(falling))
    restarted(browser)
    box = ask(browser, "document.querySelector('.view canvas').getBoundingClientRect().toJSON()")
    for _ in range(4):
        browser.execute_script("armillary.step(500); armillary.pause()")
        browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
        x, y = ask(browser, "armillary.tipOnScreen()")
        assert box["left"] < x < box["right"]
        assert box["top"] < y < box["bottom"]
    assert ask(browser, "armillary.tip()[1]") < -5.0
    browser.screenshot("falling")


def test_hostile_names_and_reduced_motion(opened):
    robot = arm.library.get("khatib-rr")
    names = {joint.name: f"{HOSTILE}{k}" for k, joint in enumerate(robot.joints)}
    joints = tuple(replace(joint, name=names[joint.name].replace("\x00", "")) for joint in robot.joints)
    html = play_html(first_scenario(replace(robot, name=HOSTILE, joints=joints)))
    browser = opened(html)
    assert ask(browser, "window.hacked") is None
    assert "window.hacked=1" in browser.title
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    )
    browser = opened(html, moves=False)
    assert not ask(browser, "armillary.playing()")
    assert ask(browser, "armillary.time()") == 0
