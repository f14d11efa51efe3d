"""A browser for the pages of reports, and a motion that they show."""

import pytest
from tests.browser.conftest import fresh, open_chromium

from armillary.pages import report
from browser.report.asking import ask
from moved import moved


@pytest.fixture(scope="session")
def chromium(tmp_path_factory):
    """One browser for all tests of reports: to start one takes longer than most of them."""
    driver = open_chromium(tmp_path_factory.mktemp("chromium"))
    yield driver
    driver.quit()


@pytest.fixture
def browser(chromium, tmp_path):
    """Give the browser as if it were new."""
    for domain in ("Emulation.clearDeviceMetricsOverride", "Emulation.setEmulatedMedia"):
        chromium.execute_cdp_cmd(domain, {})
    return fresh(chromium, tmp_path)


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


@pytest.fixture(scope="session")
def motion():
    return moved("flexrob", duration=2.0, rows=201)
