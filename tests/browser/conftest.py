"""A headless Chromium for tests of pages: what it said on its console, what it asked the network for, what it showed.

    def test_page(browser, tmp_path):
        browser.get("file:///…")
        assert browser.console_errors() == []
        assert browser.foreign_requests("file:", "data:", "blob:") == []
        browser.screenshot("page")      # a file tmp_path/page.png with more than one colour in it

A browser takes seconds to start: the tests of a file share one, which `fresh` makes as good as new.

One of several parallel workers runs all tests of this folder.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-device-scale-factor=1",
)
PATIENCE = 20.0
"""Seconds that a page has to come to a state."""

CALM = """
window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 80)
window.cancelAnimationFrame = clearTimeout
"""
"""Pages draw twelve frames a second: without a graphics card, more would take a core for nothing."""

Value = TypeVar("Value")


def needed() -> tuple[str, str]:
    """Return the programs chromium and chromedriver, or skip the test and say what is absent."""
    browser = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    driver = shutil.which("chromedriver")
    if browser is None or driver is None:
        pytest.skip(f"{'chromium' if browser is None else 'chromedriver'} is not installed")
    return browser, driver


def until(condition: Callable[[], Value], what: str, patience: float = PATIENCE, pause: float = 0.05) -> Value:
    """Wait until a condition gives something true, and return that; `what` is for the message of the failure."""
    end, last = time.monotonic() + patience, None
    while True:
        try:
            if found := condition():
                return found
        except Exception as error:  # an element that is being replaced, say: the page is not there yet
            last = error
        if time.monotonic() > end:
            pytest.fail(f"not within {patience:g} s: {what}" + (f" ({last})" if last else ""))
        time.sleep(pause)


def open_chromium(folder: Path, width: int = 1280, height: int = 800) -> Any:
    """Return a webdriver with a browser of its own whose files are in a folder."""
    program, driver = needed()
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    class Browser(webdriver.Chrome):
        """A webdriver that remembers what it has seen; `shown` is where screenshots go."""

        shown = folder
        _console: list[dict[str, Any]]
        _requests: list[str]

        def console(self) -> list[dict[str, Any]]:
            """Return all that the console has said: level, message, source."""
            self._console = [*getattr(self, "_console", []), *self.get_log("browser")]
            return self._console

        def console_errors(self) -> list[str]:
            """Return the errors on the console, those that nobody caught among them."""
            return [entry["message"] for entry in self.console() if entry["level"] == "SEVERE"]

        def requests(self) -> list[str]:
            """Return the addresses of all requests and sockets of pages, in their order; not those of the new tab."""
            self._requests = [*getattr(self, "_requests", []), *_addresses(self.get_log("performance"))]
            return self._requests

        def foreign_requests(self, *own: str) -> list[str]:
            """Return the requests whose addresses begin with none of these texts."""
            return [address for address in self.requests() if not address.startswith(own)]

        def forget(self) -> None:
            """Forget what the console said and what was asked for until now."""
            for log in ("browser", "performance"):
                self.get_log(log)
            self._console, self._requests = [], []

        def screenshot(self, name: str) -> Path:
            """Write what is shown into NAME.png and check that it is not all of one colour."""
            path = self.shown / f"{name}.png"
            assert self.save_screenshot(str(path))
            check_not_empty(path)
            return path

    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in (*FLAGS, f"--window-size={width},{height}", f"--user-data-dir={folder / 'profile'}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    options.add_experimental_option("perfLoggingPrefs", {"enableNetwork": True, "enablePage": False})
    browser = Browser(options=options, service=Service(driver))
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": CALM})
    return browser


def _addresses(log: list[dict[str, Any]]) -> list[str]:
    found = []
    for entry in log:
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            found.append(message["params"]["request"]["url"])
        elif message["method"] == "Network.webSocketCreated":
            found.append(message["params"]["url"])
    return [address for address in found if not address.startswith("chrome:")]


def check_not_empty(path: Path) -> None:
    """Fail if a picture has only one colour."""
    from PIL import Image

    with Image.open(path) as image:
        extremes: Any = image.convert("RGB").getextrema()
    assert any(low != high for low, high in extremes), f"{path.name} is all of one colour"


def fresh(driver: Any, folder: Path, width: int = 1280, height: int = 800) -> Any:
    """Return a browser that was used before as if it were new: one empty tab, no past, screenshots into a folder."""
    first, *others = driver.window_handles
    for other in others:
        driver.switch_to.window(other)
        driver.close()
    driver.switch_to.window(first)
    for command in ("Emulation.clearDeviceMetricsOverride", "Emulation.setEmulatedMedia"):
        driver.execute_cdp_cmd(command, {})
    driver.get("about:blank")
    driver.set_window_size(width, height)
    driver.shown = folder
    driver.forget()
    return driver


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Give a headless Chromium with an empty profile to the tests of a file: to start one takes seconds."""
    driver = open_chromium(tmp_path_factory.mktemp("chromium"))
    yield driver
    driver.quit()


@pytest.fixture
def browser(chromium: Any, tmp_path: Path) -> Any:
    """Give the browser of a file as if it were new; skip the test if it or its driver is absent."""
    return fresh(chromium, tmp_path)


@pytest.fixture(name="until")
def until_fixture() -> Callable[..., Any]:
    """Give `until(condition, what)`, which waits for a state of a page."""
    return until
