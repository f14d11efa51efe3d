"""A page of equations for a terminal: titles, entries with a hanging indent, the meaning of their symbols."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from armillary.files.arguments import whole
from armillary.symbolic.algebra.polynomial import terms_of
from armillary.symbolic.equations import Equations
from armillary.symbolic.formula import Formula
from armillary.symbolic.printers.legend import legend
from armillary.symbolic.printers.lines import break_formula, break_words, cells
from armillary.symbolic.printers.sections import QuantitySection, law, sections, words
from armillary.symbolic.printers.text import DOT, DOTS
from armillary.tables.text import Line, Span, plain

WIDTH = 100
LEAST = 20
"""Columns of a text on the narrowest page."""
INDENT = "  "
SYMBOLS = {"Gamma": "Γ", "gamma": "γ", "eta": "η", "tau": "τ"}
LAW = {"M": f"M q{DOTS}", "B": f"B [q{DOT}q{DOT}]", "C": f"C [q{DOT}²]", "Gamma": f"Γ q{DOT}"}
SHORT = 24
"""Columns of the longest entry that stands in its matrix."""


@dataclass(frozen=True)
class ScreenLimit:
    """Limits of a screen: terms and characters of an entry, characters of a quantity."""

    terms: int = 3000
    entry: int = 1500
    total: int = 8000


def text_page(equations: Equations, names: Sequence[str], width: int | None = None) -> str:
    """Return quantities with the meaning of their letters as plain text."""
    return plain(page(equations, names, width))


def page(
    equations: Equations,
    names: Sequence[str],
    width: int | None = None,
    limit: ScreenLimit | None = None,
    entries: Sequence[Formula] = (),
) -> Iterator[Line]:
    """Yield the lines of quantities and single entries; `limit` cuts quantities, never single entries."""
    width = WIDTH if width is None else whole("width", width, 1)
    yield ((f"Equations of {equations.robot.name}", "title"),)
    terms = law(names, equations)
    if terms:
        yield ((INDENT, ""), ("τ = " + " + ".join(LAW.get(term, term) for term in terms), "formula"))
    shown: list[Formula] = []
    for section in sections(equations, names):
        yield ()
        yield from _section(equations, section, width, limit, shown)
    for formula in entries:
        yield from _equation(label(formula), formula.text(), width)
    yield from _legend(equations, [*shown, *entries], width)


def _section(
    equations: Equations, section: QuantitySection, width: int, limit: ScreenLimit | None, shown: list[Formula]
) -> Iterator[Line]:
    """Yield one quantity, and add the formulas that are written to `shown`."""
    name = SYMBOLS.get(section.quantity.name, section.quantity.name)
    yield ((section.quantity.title, "title"),)
    if section.zero:
        yield ((INDENT, ""), (name, "name"), (" = 0", "formula"))
        return
    if section.quantity.name in ("B", "C"):
        rates = [equations.printer.names[symbol.qd] for symbol in equations.symbols.coordinates]
        pairs = [f"{rates[j]} {rates[k]}" for j, k in equations.derivation.pairs]
        factors = pairs if section.quantity.name == "B" else [f"{rate}²" for rate in rates]
        yield from _note("its columns belong to " + ", ".join(factors), width)
    short = section.grid is not None and all(
        len(terms_of(formula.polynomial)) <= 12 and cells(formula.text()) <= SHORT
        for row in section.grid
        for formula in row
    )
    whole = _matrix(name, section, width, written=True) if short else None
    if whole:
        shown += section.entries
        yield from whole
        return
    yield from _matrix(name, section, width, written=False) or ()
    yield from _entries(section, width, limit, shown)
    for remark in words(section, label):
        yield from _note(remark, width)


def _entries(section: QuantitySection, width: int, limit: ScreenLimit | None, shown: list[Formula]) -> Iterator[Line]:
    """Yield the entries of a quantity; an entry over the limit is replaced by its length."""
    used, left_out = 0, 0
    for formula in section.entries:
        terms, long = len(terms_of(formula.polynomial)), ""
        if limit and used > limit.total:
            left_out += 1
            continue
        if limit and terms > limit.terms:
            long = f"{terms} terms before they are collected"
        elif limit and len(formula.text()) > limit.entry:
            long = "{} characters, {} products, {} sums".format(cells(formula.text()), *formula.operations)
        if long:
            yield ((INDENT, ""), (label(formula), "name"), (f"  {long}: --entry {formula.name} shows it", "note"))
            continue
        used += len(formula.text())
        shown.append(formula)
        yield from _equation(label(formula), formula.text(), width)
    if left_out:
        yield from _note(f"{left_out} more entries are left out: --all shows them, --entry NAME one of them.", width)


def label(formula: Formula) -> str:
    """Return the name of an entry: Γ12, and ∂T/∂θ1 for c1, which would be a cosine."""
    stem, index = formula.parts
    if stem == "c":
        return f"∂T/∂{formula.owner.symbols.coordinates[int(index) - 1].label}"
    return SYMBOLS.get(stem, stem) + index


def _equation(name: str, text: str, width: int) -> Iterator[Line]:
    """Yield name = formula; further lines stand below the first."""
    hang = " " * (len(INDENT) + min(cells(name) + 3, 12))
    room = max(width - len(hang), LEAST)
    lines = break_formula(text, max(width - len(INDENT) - cells(name) - 3, LEAST), room)
    first, *rest = [part for line in lines for part in (break_words(line, room) if cells(line) > room else [line])]
    yield ((INDENT, ""), (name, "name"), (" = ", ""), (first, "formula"))
    for line in rest:
        yield ((hang, ""), (line, "formula"))


def _note(text: str, width: int) -> Iterator[Line]:
    for line in break_words(text, max(width - len(INDENT), LEAST)):
        yield ((INDENT, ""), (line, "note"))


def _matrix(name: str, section: QuantitySection, width: int, written: bool) -> list[Line] | None:
    """Return a matrix of entries, or of their names; None if it is wider than the page."""
    if section.grid is None:
        return None
    rows = [[formula.text() if written or formula.zero else label(formula) for formula in row] for row in section.grid]
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    start = f"{name} = "
    if len(INDENT) + cells(start) + sum(widths) + 2 * len(widths) + 2 > width:
        return None
    brackets = ["[]"] if len(rows) == 1 else ["⎡⎤", *["⎢⎥"] * (len(rows) - 2), "⎣⎦"]
    lines: list[Line] = []
    for k, (row, ends) in enumerate(zip(rows, brackets, strict=True)):
        gaps = [size - cells(text) for text, size in zip(row, widths, strict=True)]
        centred = [" " * (gap // 2) + text + " " * (gap - gap // 2) for text, gap in zip(row, gaps, strict=True)]
        head: Span = (start, "name") if k == (len(rows) - 1) // 2 else (" " * cells(start), "")
        lines.append(((INDENT, ""), head, (ends[0] + "  ".join(centred) + ends[1], "formula")))
    return lines


def _legend(equations: Equations, formulas: Sequence[Formula], width: int) -> Iterator[Line]:
    """Yield the meaning of the symbols in formulas."""
    symbols = legend(equations, formulas)
    if not (symbols.coordinates or symbols.letters or symbols.waves or symbols.base):
        return
    yield ()
    yield (("where", "title"),)
    if symbols.waves:
        listed = ", ".join(map(equations.printer.meaning, symbols.waves)) + (
            ", and so on" if symbols.more_waves else ""
        )
        for line in break_words(listed, max(width - len(INDENT), LEAST)):
            yield ((INDENT, ""), (line, "formula"))
    for angle, tree in symbols.angles:
        yield from _equation(angle, equations.printer.print(tree), width)
    for parameter, tree in symbols.base:
        yield from _equation(parameter.name, equations.printer.print(tree), width)
    letters = symbols.rows(lambda symbol: symbol.label, lambda symbol: symbol.name)
    rows = [(name, "" if value is None else f"{value:.6g}", unit, meaning) for name, value, unit, meaning in letters]
    sizes = [max((cells(row[k]) for row in rows), default=0) for k in range(3)]
    start = len(INDENT) + sum(sizes) + 6
    for row in rows:
        letter, number, unit = (text + " " * (size - cells(text) + 2) for text, size in zip(row, sizes, strict=False))
        first, *rest = break_words(row[3], max(width - start, LEAST)) or [""]
        yield ((INDENT, ""), (letter, "letter"), (number, ""), (unit + first, "note"))
        for line in rest:
            yield ((" " * start, ""), (line, "note"))
    if equations.letters == "none":
        yield from _note("numbers in SI units, to six digits", width)
