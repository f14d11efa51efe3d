"""A page in one HTML file, with style, script and data inside; its policy forbids every request."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from typing import Any, Literal

import numpy as np
from markupsafe import Markup
from numpy.typing import ArrayLike

from armillary import __version__
from armillary.tables.html import render
from armillary.tables.parts import Part


@cache
def asset(name: str) -> str:
    """Return a file of the built bundle: report.js, site.js, report.css or LICENSES.txt."""
    return resources.files("armillary.pages").joinpath("assets", name).read_text(encoding="utf-8")


def page(
    title: str,
    subtitle: str,
    body: Sequence[Part],
    data: dict[str, Any] | None = None,
    *,
    modules: bool = False,
    omissions: Iterable[str] = (),
) -> str:
    """Return a whole page; with data it has the script that moves robots and draws plots.

    With `modules`, the policy lets the script compile WebAssembly from the data. `omissions` of the robots are shown
    above the picture.
    """
    script = asset("report.js" if data is not None else "site.js")
    style = asset("report.css")
    return render(
        "armillary.pages",
        "page.html",
        title=title,
        subtitle=subtitle,
        omissions=list(dict.fromkeys(omissions)),
        body=body,
        data=data,
        version=__version__,
        policy=_policy(script, style, modules),
        script=Markup(script),
        style=Markup(style),
        licences=asset("LICENSES.txt"),
    )


def _policy(script: str, style: str, modules: bool) -> str:
    """Return the content security policy: this script and this style only, recognised by their hashes."""
    parts = ["default-src 'none'", "img-src data:", "base-uri 'none'", "form-action 'none'"]
    for what, content in (("script-src", script), ("style-src", style)):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode("ascii")
        compiled = " 'wasm-unsafe-eval'" if modules and what == "script-src" else ""
        parts.append(f"{what} 'sha256-{digest}'{compiled}")
    return "; ".join(parts)


def packed(values: ArrayLike, kind: Literal["f4", "f8", "u2", "u4"] = "f4") -> dict[str, Any]:
    """Return an array as type, shape and base64 of its little-endian bytes; too large numbers become infinite."""
    array = np.asarray(values)
    with np.errstate(over="ignore", invalid="ignore"):
        array = np.ascontiguousarray(array, dtype=f"<{kind}")
    return {"type": kind, "shape": list(array.shape), "data": base64.b64encode(array.tobytes()).decode("ascii")}
