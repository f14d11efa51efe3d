"""A page that needs nothing but itself: style, script and data inside one HTML file, and no way out of it."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from markupsafe import Markup

from armillary import __version__
from armillary.tables.html import render
from armillary.tables.parts import Part


@cache
def asset(name: str) -> str:
    """Return a file of the built bundle: report.js, site.js, report.css or LICENSES.txt."""
    return resources.files("armillary.pages").joinpath("assets", name).read_text(encoding="utf-8")


def page(title: str, subtitle: str, body: Sequence[Part], data: dict[str, Any] | None = None) -> str:
    """Return a whole page; with data it has the script that moves robots and draws plots."""
    script, style = asset("report.js" if data is not None else "site.js"), asset("report.css")
    return render(
        "armillary.pages",
        "page.html",
        title=title,
        subtitle=subtitle,
        body=body,
        data=data,
        version=__version__,
        policy=_policy(script, style),
        script=Markup(script),
        style=Markup(style),
        licences=asset("LICENSES.txt"),
    )


def _policy(script: str, style: str) -> str:
    allowed = {"script-src": script, "style-src": style}
    parts = [f"{what} 'sha256-{_hash(content)}'" for what, content in allowed.items()]
    return "; ".join(["default-src 'none'", "img-src data:", "base-uri 'none'", "form-action 'none'", *parts])


def _hash(content: str) -> str:
    return base64.b64encode(hashlib.sha256(content.encode()).digest()).decode("ascii")
