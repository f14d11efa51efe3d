"""Pages in a browser ask for nothing and run no foreign text."""

from dataclasses import replace

from selenium.webdriver.common.by import By

import armillary as arm
from browser.asking import ask
from internals import equations_html, html
from made_up_motion import HOSTILE, swinging
from made_up_selection import selection


def test_hostile_texts_do_nothing(opened):
    robot = arm.library.get("flexrob")
    joint = replace(robot.joints[0], name=HOSTILE.replace("\x00", ""))
    motors = (replace(robot.motors[0], joint=joint.name), *robot.motors[1:])
    named = replace(robot, name="<img src=x onerror=window.hacked=3>", joints=(joint, *robot.joints[1:]), motors=motors)
    run = swinging(arm.model(named), rows=11)
    run = replace(
        run,
        events=(arm.types.Event(0.5, HOSTILE, HOSTILE, HOSTILE),),
        info=run.info | {"scenario_text": HOSTILE, HOSTILE: HOSTILE},
    )
    browser = opened([run, run], title=HOSTILE, names=[HOSTILE, "<script>window.hacked=4</script>"])
    assert ask(browser, "window.hacked") is None
    assert not browser.find_elements(By.TAG_NAME, "img")
    assert HOSTILE[:60] in ask(browser, "document.title")


def test_pages_of_equations_and_selections(browser, tmp_path):
    pages = {
        "equations": equations_html(arm.equations(arm.library.get("khatib-rr"))),
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
