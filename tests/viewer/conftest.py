"""Pages that end with their test."""

import pytest

from armillary.viewer.page import Page
from armillary.viewer.server import free_port
from armillary.viewer.subject import Subject


@pytest.fixture
def opened():
    pages = []

    def open_page(subject: Subject) -> Page:
        pages.append(Page(subject, free_port(0)))
        return pages[-1]

    yield open_page
    for page in pages:
        page.stop()
