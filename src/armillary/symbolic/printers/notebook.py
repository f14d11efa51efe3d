"""Equations as notebooks show them, which typeset formulas in the browser: not too much at once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from armillary.symbolic.equations import Equations

MOST = 200_000
"""Characters of a page that a browser typesets in bearable time."""


def notebook_markdown(equations: Equations) -> str:
    """Return the page in Markdown; of one that is too long, what to do instead."""
    page = equations.markdown()
    if len(page) <= MOST:
        return page
    return (
        f"{equations!r}: {len(page):,} characters of formulas, too many to typeset here. "
        "Show one quantity (`equations.M`) or one entry (`equations.entry('M11')`), or write `equations.latex()` down."
    )


def notebook_latex(equations: Equations) -> str:
    """Return the formulas of the page, each as a display."""
    page = notebook_markdown(equations)
    return "\n\n".join(re.findall(r"\$\$.*?\$\$", page, flags=re.DOTALL)) or page
