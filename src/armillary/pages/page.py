"""A page that needs nothing but itself: style, script and data inside one HTML file, and no way out of it.

The policy in its head forbids every request; scripts run only if their hash is the one that stands there.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib import resources
from typing import Any

from armillary import __version__
from armillary.pages.markup import Markup, details, json_text, tag, text


@cache
def asset(name: str) -> str:
    """Return a file of the built bundle: report.js, site.js, report.css or LICENSES.txt."""
    return resources.files("armillary.pages").joinpath("assets", name).read_text(encoding="utf-8")


def page(title: str, subtitle: str, body: Markup, data: dict[str, Any] | None = None) -> str:
    """Return a whole page; with data it has the script that moves robots and draws plots."""
    script, style = asset("report.js" if data is not None else "site.js"), asset("report.css")
    head = [
        Markup('<meta charset="utf-8">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{text(_policy(script, style))}">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup('<meta name="color-scheme" content="light dark">'),
        Markup(f'<meta name="generator" content="armillary {text(__version__)}">'),
        Markup('<link rel="icon" href="data:,">'),
        tag("title", title),
        Markup(f"<style>{style}</style>"),
    ]
    inside = [
        tag("a", "to the content", href="#content", class_="skip"),
        _header(title, subtitle),
        tag("main", body, id="content"),
        _footer(data is not None),
    ]
    if data is not None:
        inside.append(Markup(f'<script type="application/json" id="data">{json_text(data)}</script>'))
    inside.append(Markup(f"<script>{script}</script>"))
    whole = tag("html", "\n", tag("head", *head), "\n", tag("body", *inside), "\n", lang="en")
    return f"<!DOCTYPE html>\n{whole}\n"


def _policy(script: str, style: str) -> str:
    allowed = {"script-src": script, "style-src": style}
    parts = [f"{what} 'sha256-{_hash(content)}'" for what, content in allowed.items()]
    return "; ".join(["default-src 'none'", "img-src data:", "base-uri 'none'", "form-action 'none'", *parts])


def _hash(content: str) -> str:
    return base64.b64encode(hashlib.sha256(content.encode()).digest()).decode("ascii")


def _header(title: str, subtitle: str) -> Markup:
    switch = tag("button", "theme", type="button", id="theme", aria_label="switch between dark and light")
    words = tag("div", tag("h1", title), tag("p", subtitle, class_="subtitle"))
    return tag("header", words, switch, class_="top")


def _footer(with_bundle: bool) -> Markup:
    said = tag("p", f"armillary {__version__}")
    if not with_bundle:
        return tag("footer", said)
    licences = details("licences of what is inside this page", tag("pre", asset("LICENSES.txt"), tabindex="0"))
    return tag("footer", said, licences)
