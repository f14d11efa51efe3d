"""A selection as a page: the ranking with the parts of its scores as bars, measures, conventions."""

from __future__ import annotations

from armillary.pages.page import page
from armillary.selection.output import settings
from armillary.selection.result import Selection
from armillary.selection.table import html_parts


def selection_html(selection: Selection) -> str:
    """Return a selection as one page."""
    ranked = selection.result.ranking
    subtitle = f"{len(ranked)} robots, motors {settings(selection)['motors']}; best: {ranked[0].candidate}"
    return page("Robots compared", subtitle, html_parts(selection))
