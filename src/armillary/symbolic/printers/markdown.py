"""A page of equations in Markdown: formulas between dollar signs, letters in a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from armillary.symbolic.formula import Formula
from armillary.symbolic.printers.latex import LatexBody, paragraphs, symbols

if TYPE_CHECKING:
    from armillary.symbolic.equations import Equations


def markdown_page(equations: Equations, names: Sequence[str], entries: Sequence[Formula] = ()) -> str:
    """Return quantities and single entries in Markdown with the meaning of their letters."""
    from armillary.symbolic.printers.sections import sections

    found = sections(equations, names)
    parts = [f"# Equations of {escaped(equations.robot.name)}"]
    parts += paragraphs(LatexBody(equations), names, found, entries, lambda title: f"## {title}", display)
    shown = [*(one for section in found for one in section.entries), *entries]
    return "\n\n".join([*parts, *legend_of(equations, shown)]) + "\n"


def display(text: str) -> str:
    """Return formulas as a display of their own."""
    if "&=" in text:
        text = f"\\begin{{aligned}}\n{text}\n\\end{{aligned}}"
    return f"$$\n{text}\n$$"


def escaped(text: str) -> str:
    """Return words as Markdown text that means itself."""
    return re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", " ".join(text.split()))


def legend_of(equations: Equations, formulas: Sequence[Formula]) -> list[str]:
    """Return the meaning of everything that formulas have, as paragraphs and a table."""
    from armillary.symbolic.printers.legend import legend

    found = symbols(equations, formulas, lambda title: f"## {title}", display)
    rows = LatexBody(equations).letters(legend(equations, formulas))
    values = ["" if value is None else f"{value:.6g}" for _, value, _, _ in rows]
    lines = [f"| ${a}$ | {b} | {escaped(c)} | {escaped(d)} |" for (a, _, c, d), b in zip(rows, values, strict=True)]
    table = ["\n".join(["| symbol | value | unit | meaning |", "|---|---|---|---|", *lines])] if rows else []
    return [*found, *table] if len(found) > 1 or rows else []
