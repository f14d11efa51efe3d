"""What the tests of the page share: subjects, and somebody who looks."""

import time

import armillary as arm
from internals import Page, Subject


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
