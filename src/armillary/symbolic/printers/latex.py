r"""Pages of equations in LaTeX, for the package amsmath.

A matrix with short entries is written whole. Any other matrix shows the names of its entries, and the entries follow
below it, each by itself. Long entries continue on further lines.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from armillary.files.arguments import flag
from armillary.symbolic.algebra.polynomial import terms_of
from armillary.symbolic.algebra.tree import Tree
from armillary.symbolic.equations import Equations
from armillary.symbolic.formula import Formula, Formulas
from armillary.symbolic.printers.latex_printer import GREEK, QUANTITY, LatexPrinter, coordinate, entry_name, name, size
from armillary.symbolic.printers.legend import legend
from armillary.symbolic.printers.lines import break_formula
from armillary.symbolic.printers.sections import QuantitySection, law, sections, words

__all__ = ["LatexPage", "LatexPrinter", "latex_page", "matrix"]

ROOM = 74.0
"""Width of a line, in letters of formulas, on a page of 16 cm."""
COLUMNS = 10
"""Columns of the widest matrix that is written in its shape."""
MANY = 16
"""An entry with more terms is too long to stand in a matrix."""

LAW = {"M": r"M\ddot{q}", "B": r"B\,[\dot{q}\dot{q}]", "C": r"C\,[\dot{q}^{2}]", "Gamma": r"\Gamma\dot{q}"}
SIGNS = {
    "Ṁ − 2Γ": r"$\dot{M} - 2\Gamma$",
    "τ = M q̈ + v + g + f": r"$\tau = M\ddot{q} + v + g + f$",
    "p = M q̇": r"$p = M\dot{q}$",
    "∂T/∂q": r"$\partial T/\partial q$",
}
"""Formulas in the titles of quantities."""

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
    rows = [[formula] for formula in entries] if entries.ndim == 1 else list(entries)
    return _array([[formula.latex() for formula in row] for row in rows])


def _array(rows: Sequence[Sequence[str]]) -> str:
    columns = max(map(len, rows), default=0)
    body = " \\\\\n".join(" & ".join(row) for row in rows)
    if columns > COLUMNS:  # more than the matrices of amsmath take
        return f"\\left[\\begin{{array}}{{{'c' * columns}}}\n{body}\n\\end{{array}}\\right]"
    return f"\\begin{{bmatrix}}\n{body}\n\\end{{bmatrix}}"


class LatexPage:
    """Writes the equations of one robot as paragraphs of LaTeX. Subclasses write other languages around the formulas.

    `title`, `display`, `words`, `number` and `table` belong to the language; everything else is common.
    """

    def __init__(self, equations: Equations) -> None:
        self.equations = equations
        self.printer = LatexPrinter(equations.symbols)

    def title(self, text: str) -> str:
        """Return a heading."""
        return f"\\subsection*{{{text}}}"

    def display(self, text: str) -> str:
        """Return formulas as a display; lines with &= are aligned."""
        return f"\\begin{{align*}}\n{text}\n\\end{{align*}}" if "&=" in text else f"\\[\n{text}\n\\]"

    def words(self, text: str) -> str:
        """Return text with the special characters of the language escaped."""
        return escaped(text)

    def number(self, value: float) -> str:
        """Return a value of the table of letters."""
        return f"${self.printer.number(value)}$"

    def table(self, rows: Iterable[Sequence[str]]) -> str:
        """Return the table of letters."""
        lines = [f"{' & '.join(row)} \\\\" for row in rows]
        return "\n".join(["\\begin{longtable}{@{}lllp{85mm}@{}}", *lines, "\\end{longtable}"])

    def paragraphs(self, names: Sequence[str], entries: Sequence[Formula]) -> list[str]:
        """Return the equation of motion, quantities, single entries and the meaning of their letters."""
        whole = law(names, self.equations)
        parts = [self.display(r"\tau = " + " + ".join(LAW.get(term, term) for term in whole))] if whole else []
        all_sections = sections(self.equations, names)
        for section in all_sections:
            parts.append(self.title(_with_formulas(section.quantity.title)))
            parts += [self.display(formula) for formula in self.formulas(section)]
            if section.quantity.name in ("B", "C") and not section.zero:
                parts.append(f"Its columns belong to {self.factors(section.quantity.name)}.")
            parts += words(section, lambda formula: f"${entry_name(formula)}$")
        parts += [self.display(self.lines(entries))] if entries else []
        return [*parts, *self.legend([*(formula for section in all_sections for formula in section.entries), *entries])]

    def formulas(self, section: QuantitySection) -> list[str]:
        """Return the formulas of a section: zero, a matrix, or the lines of its entries."""
        symbol = QUANTITY.get(section.quantity.name, section.quantity.name)
        if section.zero:
            return [f"{symbol} = 0"]
        if section.grid is None:
            return [self.lines(section.entries)]
        if not any(len(terms_of(formula.polynomial)) > MANY for row in section.grid for formula in row):
            texts = [[self.printer.print(formula.tree) for formula in row] for row in section.grid]
            widths = [max(size(text) + 2 for text in column) for column in zip(*texts, strict=True)]
            if sum(widths) <= ROOM - 6:
                return [f"{symbol} = {_array(texts)}"]
        if len(section.grid[0]) > COLUMNS + 2:
            return [self.lines(section.entries)]
        names = [["0" if formula.zero else entry_name(formula) for formula in row] for row in section.grid]
        return [f"{symbol} = {_array(names)}", self.lines(section.entries)]

    def lines(self, formulas: Iterable[Formula]) -> str:
        """Return entries with their names, aligned."""
        return self.aligned((entry_name(formula), formula.tree) for formula in formulas)

    def aligned(self, named: Iterable[tuple[str, Tree]]) -> str:
        """Return equations of names and formulas, aligned."""
        return " \\\\\n".join(self.equation(left, self.printer.print(tree)) for left, tree in named)

    def equation(self, left: str, right: str) -> str:
        """Return an equation; a long one has several lines."""
        room = ROOM - size(left) - 3
        first, *rest = break_formula(right, room, room - 2, size)
        return " \\\\\n".join([f"{left} &= {first}", *(f"&\\quad {{}}{line}" for line in rest)])

    def factors(self, name: str) -> str:
        """Return the products of rates that the columns of B and C belong to."""
        rates = [coordinate(rate_product, r"\dot") for rate_product in self.equations.symbols.coordinates]
        pairs = self.equations.derivation.pairs
        products = [f"{rate}^{{2}}" for rate in rates] if name == "C" else [f"{rates[j]}{rates[k]}" for j, k in pairs]
        return ", ".join(f"${rate_product}$" for rate_product in products)

    def legend(self, formulas: Sequence[Formula]) -> list[str]:
        """Return the meaning of the sines, angles, base parameters and letters in formulas."""
        symbols = legend(self.equations, formulas)
        parts = [self.title("Symbols")]
        if symbols.waves:
            listed = ", ".join(f"${self.printer.meaning(wave)}$" for wave in symbols.waves)
            parts.append(f"Here {listed}{', and so on' if symbols.more_waves else ''}.")
        if symbols.angles:
            parts.append(
                self.display(self.aligned((name(label[0], label[1:]), tree) for label, tree in symbols.angles))
            )
        if symbols.base:
            made = self.aligned((name(parameter.stem, parameter.sub), tree) for parameter, tree in symbols.base)
            parts += ["The base parameters are", self.display(made)]
        rows = symbols.rows(coordinate, lambda parameter: name(parameter.stem, parameter.sub))
        if rows:
            texts = [
                (f"${letter}$", "" if value is None else self.number(value), self.words(unit), self.words(meaning))
                for letter, value, unit, meaning in rows
            ]
            parts.append(self.table(texts))
        return parts if len(parts) > 1 else []


def _with_formulas(title: str) -> str:
    """Return the title of a quantity with its formula between dollar signs."""
    plain = next((plain for plain in SIGNS if plain in title), None)
    return title if plain is None else SIGNS[plain].join(title.split(plain))


SHOWN = {"·": r"$\cdot$", "²": "$^2$", "ᵀ": "$^T$", "∫": r"$\int$", "−": "--", "′": "$'$", "‘": "`", "’": "'"}
SHOWN |= {"°": r"$^\circ$", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
SHOWN |= {c: "\\" + c for c in "&%$#_{}"} | {c: f"${c}$" for c in "<>|"} | {'"': "''"}
SHOWN |= {letter: f"${command}$" for letter, command in GREEK.items()}


def escaped(text: str) -> str:
    """Return text for LaTeX: special characters escaped, letters that LaTeX may not know as plain ones."""
    return "".join(map(_character, re.sub("'([^']*)'", "‘\\1’", text)))


def _character(c: str) -> str:
    if c in SHOWN:
        return SHOWN[c]
    if c.isascii():
        return c if c.isprintable() else " "
    plain = unicodedata.normalize("NFKD", c).encode("ascii", "ignore").decode()
    return "".join(map(_character, plain)) or "?"


def latex_page(
    equations: Equations, names: Sequence[str], document: bool = False, entries: Sequence[Formula] = ()
) -> str:
    """Return quantities and single entries with the meaning of their letters; with `document` a text that compiles."""
    robot, parts = escaped(equations.robot.name), LatexPage(equations).paragraphs(names, entries)
    if not flag("document", document):
        return "\n\n".join([f"The equations of {robot}.", *parts]) + "\n"
    start = f"{PREAMBLE}\\title{{Equations of motion of {robot}}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle\n"
    return "\n\n".join([start, *parts, "\\end{document}"]) + "\n"
