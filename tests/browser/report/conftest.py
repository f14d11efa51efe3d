"""Pages of reports in a browser, and a motion that they show."""

import pytest

import armillary as arm
from browser.asking import ask
from moved import moved


@pytest.fixture
def opened(browser, tmp_path, until):
    """Open runs as a page and wait until it is drawn; afterwards the page has not complained nor asked for anything."""

    def show(runs, **options):
        arm.report(runs, tmp_path / "page.html", **options)
        browser.get((tmp_path / "page.html").as_uri())
        browser.execute_script("localStorage.clear()")
        until(lambda: ask(browser, "window.armillary && armillary.frames() > 0"), "the page is drawn")
        return browser

    yield show
    assert browser.console_errors() == []
    assert browser.foreign_requests("file:", "data:", "blob:", "about:") == []


@pytest.fixture(scope="session")
def motion():
    return moved("flexrob", duration=2.0, rows=201)
