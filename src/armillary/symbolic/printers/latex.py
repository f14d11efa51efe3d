r"""Pages of equations in LaTeX, for the package amsmath.

A matrix whose entries are short is written whole; of any other its entries' names are shown in their places, and each
entry by itself below. Long entries go on in further lines.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from armillary.symbolic.algebra.polynomial import terms_of
from armillary.symbolic.formula import Formula, Formulas
from armillary.symbolic.printers.latex_printer import GREEK, QUANTITY, LatexPrinter, coordinate, entry_name, name, size
from armillary.symbolic.printers.lines import broken

if TYPE_CHECKING:
    from armillary.symbolic.equations import Equations
    from armillary.symbolic.printers.legend import Legend
    from armillary.symbolic.printers.sections import Section

__all__ = ["LatexBody", "LatexPrinter", "latex_page", "matrix"]

ROOM = 74.0
"""Width of a line, in letters of formulas, on a page of 16 cm."""
COLUMNS = 10
"""Columns of the widest matrix whose shape is shown."""

MANY = 16
"""Terms of an entry that is too long to stand in a matrix."""

PREAMBLE = r"""\documentclass[11pt]{article}
\usepackage[a4paper,margin=25mm]{geometry}
\usepackage{amsmath}
\usepackage{longtable}
\allowdisplaybreaks
\setlength{\parindent}{0pt}
"""


def matrix(formulas: Formulas) -> str:
    """Return an array of formulas as a matrix; one with three indices as a column of matrices."""
    entries = formulas.entries
    if entries.ndim == 3:
        return _array([[matrix(formulas[i])] for i in range(len(entries))])
    rows = [[one] for one in entries] if entries.ndim == 1 else list(entries)
    return _array([[one.latex() for one in row] for row in rows])


def _array(rows: Sequence[Sequence[str]]) -> str:
    columns = max(map(len, rows), default=0)
    body = " \\\\\n".join(" & ".join(row) for row in rows)
    if columns > COLUMNS:  # more than the matrices of amsmath take
        return f"\\left[\\begin{{array}}{{{'c' * columns}}}\n{body}\n\\end{{array}}\\right]"
    return f"\\begin{{bmatrix}}\n{body}\n\\end{{bmatrix}}"


class LatexBody:
    """The formulas of sections in LaTeX: matrices and aligned lines, to be put between signs of a display."""

    def __init__(self, equations: Equations) -> None:
        self.equations = equations
        self.printer = LatexPrinter(equations.symbols)

    def displays(self, section: Section) -> list[str]:
        """Return the formulas of a section: what is zero, a matrix, the lines of entries."""
        symbol = QUANTITY.get(section.quantity.name, section.quantity.name)
        if section.zero:
            return [f"{symbol} = 0"]
        if section.grid is None:
            return [self.lines(section.entries)]
        if self._short(section):
            return [f"{symbol} = {_array([[self.printer.print(one.tree) for one in row] for row in section.grid])}"]
        if len(section.grid[0]) > COLUMNS + 2:
            return [self.lines(section.entries)]
        names = [["0" if one.zero else entry_name(one) for one in row] for row in section.grid]
        return [f"{symbol} = {_array(names)}", self.lines(section.entries)]

    def _short(self, section: Section) -> bool:
        """Say whether a matrix fits in a line, entries and all."""
        assert section.grid is not None
        if any(len(terms_of(one.polynomial)) > MANY for row in section.grid for one in row):
            return False
        sizes = [[size(self.printer.print(one.tree)) + 2 for one in row] for row in section.grid]
        return sum(map(max, zip(*sizes, strict=True))) <= ROOM - 6

    def lines(self, formulas: Sequence[Formula]) -> str:
        """Return entries with their names, aligned, long ones in several lines."""
        return " \\\\\n".join(self.equation(entry_name(one), self.printer.print(one.tree)) for one in formulas)

    def equation(self, left: str, right: str) -> str:
        """Return an equation, in several lines if it is long."""
        room = ROOM - size(left) - 3
        first, *rest = broken(right, room, room - 2, size)
        return " \\\\\n".join([f"{left} &= {first}", *(f"&\\quad {{}}{line}" for line in rest)])

    def law(self, names: Sequence[str]) -> str:
        """Return the equation of motion in the quantities that are shown, or nothing."""
        from armillary.symbolic.printers.sections import law

        terms = {"M": r"M\ddot{q}", "B": r"B\,[\dot{q}\dot{q}]", "C": r"C\,[\dot{q}^{2}]", "Gamma": r"\Gamma\dot{q}"}
        whole = law(names, self.equations)
        return r"\tau = " + " + ".join(terms.get(one, one) for one in whole) if whole else ""

    def factors(self, name: str) -> str:
        """Return the products of rates that the columns of B and C belong to."""
        rates = [coordinate(one, r"\dot") for one in self.equations.symbols.coordinates]
        pairs = self.equations.derivation.pairs
        products = [f"{rate}^{{2}}" for rate in rates] if name == "C" else [f"{rates[j]}{rates[k]}" for j, k in pairs]
        return ", ".join(f"${one}$" for one in products)

    def waves(self, legend: Legend) -> list[str]:
        """Return what the sines and cosines mean, a formula each."""
        written = []
        for wave in legend.waves:
            inner = self.printer.angle_sum(wave.angle)
            function = r"\cos" if wave.function == "c" else r"\sin"
            bracketed = f"({inner})" if len(wave.angle) > 1 or wave.angle[0][1] != 1 else f" {inner}"
            written.append(f"{self.printer.print(wave)} = {function}{bracketed}")
        return written

    def angles(self, legend: Legend) -> str:
        """Return what the angles of bent links are, aligned."""
        named = ((name(label[0], label[1:]), tree) for label, tree in legend.angles)
        return " \\\\\n".join(self.equation(left, self.printer.print(tree)) for left, tree in named)

    def base(self, legend: Legend) -> str:
        """Return what base parameters are made of, aligned."""
        named = ((name(one.stem, one.sub), tree) for one, tree in legend.base)
        return " \\\\\n".join(self.equation(left, self.printer.print(tree)) for left, tree in named)

    def letters(self, legend: Legend) -> list[tuple[str, float | None, str, str]]:
        """Return the letters, with value, unit and meaning; coordinates have no value."""
        return legend.rows(coordinate, lambda one: name(one.stem, one.sub))


SHOWN = {
    "·": r"$\cdot$",
    "²": "$^2$",
    "ᵀ": "$^T$",
    "∫": r"$\int$",
    "−": "--",
    "′": "$'$",
    "‘": "`",
    "’": "'",
    "°": r"$^\circ$",
}
SPECIAL = {c: "\\" + c for c in "&%$#_{}"} | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
SPECIAL |= {"\\": r"\textbackslash{}", "<": "$<$", ">": "$>$", "|": "$|$", '"': "''"}


def escaped(text: str) -> str:
    """Return words as LaTeX text: its special characters as such, letters it may not know as plain ones."""
    return "".join(map(_character, re.sub("'([^']*)'", "‘\\1’", text)))


def _character(c: str) -> str:
    if c in SPECIAL or c in SHOWN:
        return SPECIAL.get(c) or SHOWN[c]
    if c in GREEK:
        return f"${GREEK[c]}$"
    if c.isascii():
        return c if c.isprintable() else " "
    plain = unicodedata.normalize("NFKD", c).encode("ascii", "ignore").decode()
    return "".join(map(_character, plain)) or "?"


def latex_page(
    equations: Equations, names: Sequence[str], document: bool = False, entries: Sequence[Formula] = ()
) -> str:
    """Return quantities and single entries with the meaning of their letters; with `document` a text that compiles."""
    from armillary.symbolic.printers.sections import sections

    body = LatexBody(equations)
    parts = [f"The equations of {escaped(equations.robot.name)}."] if not document else []
    found = sections(equations, names)
    parts += paragraphs(body, names, found, entries, lambda title: f"\\subsection*{{{title}}}", _display)
    parts += _legend(equations, [*(one for section in found for one in section.entries), *entries], body)
    return _whole(equations, parts) if document else "\n\n".join(parts) + "\n"


def paragraphs(
    body: LatexBody,
    names: Sequence[str],
    found: Sequence[Section],
    entries: Sequence[Formula],
    title: Callable[[str], str],
    display: Callable[[str], str],
) -> list[str]:
    """Return the equation of motion, quantities and single entries as paragraphs of a page.

    `title` and `display` make a heading and a display of the page's language.
    """
    from armillary.symbolic.printers.sections import words

    parts = [display(body.law(names))] if body.law(names) else []
    for section in found:
        parts.append(title(heading(section.quantity.title)))
        parts += [display(one) for one in body.displays(section)]
        if section.quantity.name in ("B", "C") and not section.zero:
            parts.append(f"Its columns belong to {body.factors(section.quantity.name)}.")
        parts += words(section, lambda one: f"${entry_name(one)}$")
    return [*parts, display(body.lines(entries))] if entries else parts


def heading(title: str) -> str:
    """Return the title of a quantity, its signs as formulas."""
    signs = {"Ṁ − 2Γ": r"$\dot{M} - 2\Gamma$", "τ = M q̈ + v + g + f": r"$\tau = M\ddot{q} + v + g + f$"}
    signs |= {"p = M q̇": r"$p = M\dot{q}$", "∂T/∂q": r"$\partial T/\partial q$"}
    for plain, formula in signs.items():
        before, found, after = title.partition(plain)
        if found:
            return before + formula + after
    return title


def _display(text: str) -> str:
    if "&=" not in text:
        return f"\\[\n{text}\n\\]"
    return f"\\begin{{align*}}\n{text}\n\\end{{align*}}"


def _whole(equations: Equations, parts: Sequence[str]) -> str:
    title = escaped(equations.robot.name)
    start = f"{PREAMBLE}\\title{{Equations of motion of {title}}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle\n"
    return "\n\n".join([start, *parts, "\\end{document}"]) + "\n"


def _legend(equations: Equations, formulas: Sequence[Formula], body: LatexBody) -> list[str]:
    """Return the meaning of everything that the formulas have."""
    from armillary.symbolic.printers.legend import legend

    found = symbols(equations, formulas, lambda title: f"\\subsection*{{{title}}}", _display)
    rows = body.letters(legend(equations, formulas))
    values = ["" if value is None else f"${body.printer.number(value)}$" for _, value, _, _ in rows]
    lines = [f"${a}$ & {b} & {escaped(c)} & {escaped(d)} \\\\" for (a, _, c, d), b in zip(rows, values, strict=True)]
    table = ["\n".join(["\\begin{longtable}{@{}lllp{85mm}@{}}", *lines, "\\end{longtable}"])] if rows else []
    return [*found, *table] if len(found) > 1 or rows else []


def symbols(
    equations: Equations, formulas: Sequence[Formula], title: Callable[[str], str], display: Callable[[str], str]
) -> list[str]:
    """Return what the sines, angles and base parameters of formulas mean, as paragraphs of a page."""
    from armillary.symbolic.printers.legend import legend

    own, body = legend(equations, formulas), LatexBody(equations)
    parts = [title("Symbols")]
    if own.waves:
        listed = ", ".join(f"${one}$" for one in body.waves(own))
        parts.append(f"Here {listed}{', and so on' if own.more_waves else ''}.")
    if own.angles:
        parts.append(display(body.angles(own)))
    if own.base:
        parts += ["The base parameters are", display(body.base(own))]
    return parts
