"""The equations of a robot as a page, typeset by the browser."""

from __future__ import annotations

from collections.abc import Sequence

from armillary.pages.mathml import Element, Math, MathPrinter, display, entry_name, inline, matrix, name, tag
from armillary.pages.page import page
from armillary.symbolic.algebra.polynomial import terms_of
from armillary.symbolic.equations import Equations
from armillary.symbolic.formula import Formula
from armillary.symbolic.printers.legend import legend
from armillary.symbolic.printers.page import SYMBOLS
from armillary.symbolic.printers.sections import QuantitySection, law, sections, words
from armillary.tables.numbers import number
from armillary.tables.parts import Notes, Part, Text
from armillary.tables.parts import Section as PageSection
from armillary.tables.table import Table, columns

SHORT, MANY = 40, 16
"""Largest numbers of letters and of terms of an entry that is written inside its matrix."""
MOST_TERMS = 3000
"""Largest number of terms of a shown entry: longer ones are unreadable, and browsers need too long for them."""
COLUMNS = 12
"""Largest number of columns of a matrix that is written as one."""


def equations_html(equations: Equations, names: Sequence[str] = ()) -> str:
    """Return quantities (default: M, v, g and f) with the meaning of their letters as one page."""
    chosen = equations.chosen(names)
    printer = MathPrinter(equations.symbols)
    parts = sections(equations, chosen)
    shown = [formula for part in parts for formula in part.entries if not _too_long(formula)]
    terms = law(chosen, equations)
    body = [
        *([PageSection("law", "Equation of motion", [_law(terms)])] if terms else []),
        *(_section(part, printer) for part in parts),
        PageSection("letters", "Letters", _letters(equations, shown, printer)),
    ]
    degrees = f"{equations.n} degree{'s' if equations.n != 1 else ''} of freedom"
    return page(f"Equations of {equations.robot.name}", f"{degrees}, motors {equations.model.motors}", body)


def _law(terms: Sequence[str]) -> Math:
    """Return τ as the sum of quantities."""
    dots = {"M": (name("q", "", "¨"),), "Gamma": (name("q", "", "˙"),)}
    rates = {"B": "[q̇ q̇]", "C": "[q̇²]"}
    parts = [tag("mi", "τ"), tag("mo", "=")]
    for k, term in enumerate(terms):
        parts += [tag("mo", "+")] if k else []
        parts += [tag("mi", SYMBOLS.get(term, term)), *dots.get(term, ())]
        parts += [tag("mtext", rates[term])] if term in rates else []
    return display(*parts)


def _section(section: QuantitySection, printer: MathPrinter) -> PageSection:
    quantity = section.quantity
    symbol = tag("mi", SYMBOLS.get(quantity.name, quantity.name))
    if section.zero:
        inside: list[Part] = [display(symbol, tag("mo", "="), tag("mn", "0"))]
    else:
        notes = Notes(words(section, lambda entry: entry.name))
        inside = [*_formulas(section, symbol, printer), *_columns(section, printer), notes]
    return PageSection(f"quantity-{quantity.name}", quantity.title, inside)


def _columns(section: QuantitySection, printer: MathPrinter) -> list[Part]:
    """Return the products of rates of the columns of B and C."""
    if section.quantity.name not in ("B", "C"):
        return []
    equations = section.entries[0].owner
    rates = [printer.names[coordinate.qd] for coordinate in equations.symbols.coordinates]
    pairs = equations.derivation.pairs if section.quantity.name == "B" else [(k, k) for k in range(len(rates))]
    squares = [tag("msup", tag("mrow", rates[j]), tag("mn", "2")) if j == k else tag("mrow", rates[j], rates[k])
               for j, k in pairs]  # fmt: skip
    listed = [part for square in squares for part in (", ", tag("math", square))][1:]  # no comma before the first
    return [Math(tag("p", "Its columns belong to ", *listed, "."))]


def _formulas(section: QuantitySection, symbol: Element, printer: MathPrinter) -> list[Part]:
    """Return a matrix with its entries if they are short; otherwise with their names, and the entries below."""
    parts: list[Part] = []
    if section.grid is not None and len(section.grid[0]) <= COLUMNS:
        short = all(_short(formula) for row in section.grid for formula in row)
        cells = [[_cell(formula, short, printer) for formula in row] for row in section.grid]
        parts.append(display(symbol, tag("mo", "="), matrix(cells)))
        if short:
            return parts
    long = [formula for formula in section.entries if _too_long(formula)]
    readable = [formula for formula in section.entries if not _too_long(formula)]
    parts += [printer.equation(entry_name(formula), formula.tree) for formula in readable]
    remarks = [f"{formula.name}: {len(terms_of(formula.polynomial)):,} terms, too long to read" for formula in long]
    return [*parts, Notes(remarks)]


def _cell(formula: Formula, short: bool, printer: MathPrinter) -> Element:
    """Return the entry of a matrix: zero, the formula where all of them are short, else its name."""
    if formula.zero:
        return tag("mn", "0")
    return printer.print(formula.tree) if short else entry_name(formula)


def _short(formula: Formula) -> bool:
    return len(terms_of(formula.polynomial)) <= MANY and len(formula.text()) <= SHORT


def _too_long(formula: Formula) -> bool:
    return len(terms_of(formula.polynomial)) > MOST_TERMS


def _letters(equations: Equations, formulas: Sequence[Formula], printer: MathPrinter) -> list[Part]:
    """Return the meaning of the letters in formulas."""
    meanings = legend(equations, formulas)
    parts: list[Part] = []
    if meanings.waves:
        more = ", and so on" if meanings.more_waves else ""
        parts.append(Text(f"Here {', '.join(map(equations.printer.meaning, meanings.waves))}{more}."))
    parts += [printer.equation(name(angle[0], angle[1:]), tree) for angle, tree in meanings.angles]
    parts += [printer.equation(name(letter.stem, letter.sub), tree) for letter, tree in meanings.base]
    letters = meanings.rows(
        lambda coordinate: name(coordinate.stem, str(coordinate.index)), lambda letter: name(letter.stem, letter.sub)
    )
    rows = [(inline(letter), "" if value is None else number(value, 6), *rest) for letter, value, *rest in letters]
    return [*parts, *([Table("letters", columns("letter", "value", "unit", "meaning"), rows)] if rows else [])]
