"""Pages that end with their test."""

import pytest

from internals import Page, Subject, free_port


@pytest.fixture
def opened():
    pages = []

    def open_page(subject: Subject) -> Page:
        pages.append(Page(subject, free_port(0)))
        return pages[-1]

    yield open_page
    for page in pages:
        page.stop()
