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
from armillary.symbolic.printers.sections import Section, law, sections, words
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
    found = sections(equations, chosen)
    shown = [formula for one in found for formula in one.entries if not _too_long(formula)]
    terms = law(chosen, equations)
    body = [
        *([PageSection("law", "Equation of motion", [_law(terms)])] if terms else []),
        *(_section(one, printer) for one in found),
        PageSection("letters", "Letters", _letters(equations, shown, printer)),
    ]
    degrees = f"{equations.n} degree{'s' if equations.n != 1 else ''} of freedom"
    return page(f"Equations of {equations.robot.name}", f"{degrees}, motors {equations.model.motors}", body)


def _law(terms: Sequence[str]) -> Math:
    """Return τ as the sum of quantities."""
    dots = {"M": (name("q", "", "¨"),), "Gamma": (name("q", "", "˙"),)}
    rates = {"B": "[q̇ q̇]", "C": "[q̇²]"}
    parts = [tag("mi", "τ"), tag("mo", "=")]
    for k, one in enumerate(terms):
        parts += [tag("mo", "+")] if k else []
        parts += [tag("mi", SYMBOLS.get(one, one)), *dots.get(one, ())]
        parts += [tag("mtext", rates[one])] if one in rates else []
    return display(*parts)


def _section(own: Section, printer: MathPrinter) -> PageSection:
    quantity = own.quantity
    symbol = tag("mi", SYMBOLS.get(quantity.name, quantity.name))
    if own.zero:
        inside: list[Part] = [display(symbol, tag("mo", "="), tag("mn", "0"))]
    else:
        inside = [*_formulas(own, symbol, printer), *_columns(own, printer), Notes(words(own, lambda one: one.name))]
    return PageSection(f"quantity-{quantity.name}", quantity.title, inside)


def _columns(own: Section, printer: MathPrinter) -> list[Part]:
    """Return the products of rates of the columns of B and C."""
    if own.quantity.name not in ("B", "C"):
        return []
    equations = own.entries[0].owner
    rates = [printer.names[one.qd] for one in equations.symbols.coordinates]
    pairs = equations.derivation.pairs if own.quantity.name == "B" else [(k, k) for k in range(len(rates))]
    squares = [tag("msup", tag("mrow", rates[j]), tag("mn", "2")) if j == k else tag("mrow", rates[j], rates[k])
               for j, k in pairs]  # fmt: skip
    listed = [part for one in squares for part in (", ", tag("math", one))][1:]
    return [Math(tag("p", "Its columns belong to ", *listed, "."))]


def _formulas(own: Section, symbol: Element, printer: MathPrinter) -> list[Part]:
    """Return a matrix with its entries if they are short; otherwise with their names, and the entries below."""
    found: list[Part] = []
    if own.grid is not None and len(own.grid[0]) <= COLUMNS:
        short = all(_short(one) for row in own.grid for one in row)
        cells = [
            [tag("mn", "0") if one.zero else printer.print(one.tree) if short else entry_name(one) for one in row]
            for row in own.grid
        ]
        found.append(display(symbol, tag("mo", "="), matrix(cells)))
        if short:
            return found
    long = [formula for formula in own.entries if _too_long(formula)]
    found += [printer.equation(entry_name(one), one.tree) for one in own.entries if not _too_long(one)]
    said = [f"{one.name}: {len(terms_of(one.polynomial)):,} terms, too long to read" for one in long]
    return [*found, Notes(said)]


def _short(formula: Formula) -> bool:
    return len(terms_of(formula.polynomial)) <= MANY and len(formula.text()) <= SHORT


def _too_long(formula: Formula) -> bool:
    return len(terms_of(formula.polynomial)) > MOST_TERMS


def _letters(equations: Equations, formulas: Sequence[Formula], printer: MathPrinter) -> list[Part]:
    """Return the meaning of the letters in formulas."""
    own = legend(equations, formulas)
    parts: list[Part] = []
    if own.waves:
        more = ", and so on" if own.more_waves else ""
        parts.append(Text(f"Here {', '.join(map(equations.printer.meaning, own.waves))}{more}."))
    parts += [printer.equation(name(angle[0], angle[1:]), tree) for angle, tree in own.angles]
    parts += [printer.equation(name(one.stem, one.sub), tree) for one, tree in own.base]
    letters = own.rows(lambda one: name(one.stem, str(one.index)), lambda one: name(one.stem, one.sub))
    rows = [(inline(letter), "" if value is None else number(value, 6), *rest) for letter, value, *rest in letters]
    return [*parts, *([Table("letters", columns("letter", "value", "unit", "meaning"), rows)] if rows else [])]
