"""Pages of HTML that need nothing but themselves: runs, selections and equations to look at."""

from armillary.pages.report import html, report

__all__ = ["html", "report"]
