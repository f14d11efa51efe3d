"""Pages of equations in Markdown: formulas between dollar signs, letters in a table. Notebooks show the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from armillary.symbolic.equations import Equations
from armillary.symbolic.formula import Formula
from armillary.symbolic.printers.latex import LatexPage

MOST = 200_000
"""Characters of the longest page that a browser typesets in acceptable time."""


def display(text: str) -> str:
    """Return formulas as a display; lines with &= are aligned."""
    if "&=" in text:
        text = f"\\begin{{aligned}}\n{text}\n\\end{{aligned}}"
    return f"$$\n{text}\n$$"


def escaped(text: str) -> str:
    """Return text with the special characters of Markdown escaped."""
    return re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", " ".join(text.split()))


class MarkdownPage(LatexPage):
    """Writes the equations of one robot as paragraphs of Markdown."""

    def title(self, text: str) -> str:
        """Return a heading."""
        return f"## {text}"

    def display(self, text: str) -> str:
        """Return formulas as a display."""
        return display(text)

    def words(self, text: str) -> str:
        """Return text with special characters escaped."""
        return escaped(text)

    def number(self, value: float) -> str:
        """Return a value of the table of letters."""
        return f"{value:.6g}"

    def table(self, rows: Iterable[Sequence[str]]) -> str:
        """Return the table of letters."""
        lines = [
            "| symbol | value | unit | meaning |",
            "|---|---|---|---|",
            *(f"| {' | '.join(row)} |" for row in rows),
        ]
        return "\n".join(lines)


def markdown_page(equations: Equations, names: Sequence[str], entries: Sequence[Formula] = ()) -> str:
    """Return quantities and single entries in Markdown with the meaning of their letters."""
    parts = MarkdownPage(equations).paragraphs(names, entries)
    return "\n\n".join([f"# Equations of {escaped(equations.robot.name)}", *parts]) + "\n"


def notebook_markdown(equations: Equations) -> str:
    """Return the page for a notebook; for a page that is too long, a sentence with the alternatives."""
    page = equations.markdown()
    if len(page) <= MOST:
        return page
    return (
        f"{equations!r}: {len(page):,} characters of formulas, too many to typeset here. "
        "Show one quantity (`equations.M`) or one entry (`equations.entry('M11')`), or write `equations.latex()` down."
    )


def notebook_latex(equations: Equations) -> str:
    """Return the formulas of the page alone, each as a display."""
    page = notebook_markdown(equations)
    return "\n\n".join(re.findall(r"\$\$.*?\$\$", page, flags=re.DOTALL)) or page
