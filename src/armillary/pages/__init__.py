"""Self-contained HTML pages: runs, selections and equations."""

from armillary.pages.report import html, report

__all__ = ["html", "report"]
