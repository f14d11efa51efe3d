"""A page of equations for a terminal: titles, entries with a hanging indent, the meaning of what is used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from armillary.symbolic.algebra.polynomial import terms_of
from armillary.symbolic.algebra.tree import operations
from armillary.symbolic.formula import Formula
from armillary.symbolic.printers.legend import legend
from armillary.symbolic.printers.lines import broken, cells, words_broken
from armillary.symbolic.printers.sections import Section, law, sections, words
from armillary.symbolic.printers.text import DOT, DOTS
from armillary.tables.text import Line, Span, plain

if TYPE_CHECKING:
    from armillary.symbolic.equations import Equations

WIDTH = 100
LEAST = 20
"""Columns that a text has on the narrowest page."""
INDENT = "  "
SYMBOLS = {"Gamma": "Γ", "gamma": "γ", "eta": "η", "tau": "τ"}
LAW = {"M": f"M q{DOTS}", "B": f"B [q{DOT}q{DOT}]", "C": f"C [q{DOT}²]", "Gamma": f"Γ q{DOT}"}
SHORT = 24
"""Columns of an entry that may stand in its matrix."""


@dataclass(frozen=True)
class Limit:
    """What is too long for a screen: the terms of an entry, its characters, those of a quantity together."""

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
    limit: Limit | None = None,
    entries: Sequence[Formula] = (),
) -> Iterator[Line]:
    """Yield the lines of quantities and single entries; a limit is for those that were not asked for one by one."""
    width = width or WIDTH
    yield ((f"Equations of {equations.robot.name}", "title"),)
    whole = law(names, equations)
    if whole:
        yield ((INDENT, ""), ("τ = " + " + ".join(LAW.get(one, one) for one in whole), "formula"))
    shown: list[Formula] = []
    for section in sections(equations, names):
        yield ()
        yield from _section(equations, section, width, limit, shown)
    for formula in entries:
        yield from _equation(label(formula), formula.text(), width)
    yield from _legend(equations, [*shown, *entries], width)


def _section(
    equations: Equations, section: Section, width: int, limit: Limit | None, shown: list[Formula]
) -> Iterator[Line]:
    """Yield one quantity, and note which formulas were written."""
    name = SYMBOLS.get(section.quantity.name, section.quantity.name)
    yield ((section.quantity.title, "title"),)
    if section.zero:
        yield ((INDENT, ""), (name, "name"), (" = 0", "formula"))
        return
    if section.quantity.name in ("B", "C"):
        yield from _note("its columns belong to " + _factors(equations, section.quantity.name), width)
    whole = _matrix(name, section, width, written=True) if _short(section) else None
    if whole:
        shown += section.entries
        yield from whole
        return
    yield from _matrix(name, section, width, written=False) or ()
    yield from _entries(section, width, limit, shown)
    for said in words(section, label):
        yield from _note(said, width)


def _entries(section: Section, width: int, limit: Limit | None, shown: list[Formula]) -> Iterator[Line]:
    """Yield the entries of a quantity, as far as they are not too long."""
    used, left_out = 0, 0
    for formula in section.entries:
        terms = len(terms_of(formula.polynomial))
        if limit and used > limit.total:
            left_out += 1
            continue
        if limit and terms > limit.terms:
            yield _long(formula, f"{terms} terms before they are collected")
            continue
        text = formula.text()
        if limit and len(text) > limit.entry:
            mul, add = operations(formula.tree)
            yield _long(formula, f"{cells(text)} characters, {mul} products, {add} sums")
            continue
        used += len(text)
        shown.append(formula)
        yield from _equation(label(formula), text, width)
    if left_out:
        yield from _note(f"{left_out} more entries are left out: --all shows them, --entry NAME one of them.", width)


def _long(formula: Formula, how: str) -> Line:
    return ((INDENT, ""), (label(formula), "name"), (f"  {how}: --entry {formula.name} shows it", "note"))


def label(formula: Formula) -> str:
    """Return the name of an entry: Γ12, and ∂T/∂θ1 for c1, which would be a cosine."""
    stem, index = formula.parts
    if stem == "c":
        return f"∂T/∂{formula.owner.symbols.coordinates[int(index) - 1].label}"
    return SYMBOLS.get(stem, stem) + index


def _equation(name: str, text: str, width: int) -> Iterator[Line]:
    """Yield name = formula, its further lines below the first."""
    hang = " " * (len(INDENT) + min(cells(name) + 3, 12))
    room = max(width - len(hang), LEAST)
    lines = broken(text, max(width - len(INDENT) - cells(name) - 3, LEAST), room)
    first, *rest = [part for line in lines for part in (words_broken(line, room) if cells(line) > room else [line])]
    yield ((INDENT, ""), (name, "name"), (" = ", ""), (first, "formula"))
    for line in rest:
        yield ((hang, ""), (line, "formula"))


def _note(text: str, width: int) -> Iterator[Line]:
    for line in words_broken(text, max(width - len(INDENT), LEAST)):
        yield ((INDENT, ""), (line, "note"))


def _short(section: Section) -> bool:
    """Say whether all entries of a matrix may stand in it."""
    return section.grid is not None and all(
        len(terms_of(one.polynomial)) <= 12 and cells(one.text()) <= SHORT for row in section.grid for one in row
    )


def _matrix(name: str, section: Section, width: int, written: bool) -> list[Line] | None:
    """Return a matrix of entries, or of their names, or None where there is no room for it."""
    if section.grid is None:
        return None
    rows = [[one.text() if written or one.zero else label(one) for one in row] for row in section.grid]
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    start = f"{name} = "
    if len(INDENT) + cells(start) + sum(widths) + 2 * len(widths) + 2 > width:
        return None
    lines: list[Line] = []
    for k, row in enumerate(rows):
        left, right = _brackets(k, len(rows))
        inner = "  ".join(_centred(text, size) for text, size in zip(row, widths, strict=True))
        middle = k == (len(rows) - 1) // 2
        head: Span = (start, "name") if middle else (" " * cells(start), "")
        lines.append(((INDENT, ""), head, (left + inner + right, "formula")))
    return lines


def _brackets(row: int, rows: int) -> tuple[str, str]:
    if rows == 1:
        return "[", "]"
    return ("⎡", "⎤") if row == 0 else ("⎣", "⎦") if row == rows - 1 else ("⎢", "⎥")


def _centred(text: str, size: int) -> str:
    gap = size - cells(text)
    return " " * (gap // 2) + text + " " * (gap - gap // 2)


def _factors(equations: Equations, name: str) -> str:
    rates = [equations.printer.names[one.qd] for one in equations.symbols.coordinates]
    if name == "C":
        return ", ".join(f"{rate}²" for rate in rates)
    return ", ".join(f"{rates[j]} {rates[k]}" for j, k in equations.derivation.pairs)


def _legend(equations: Equations, formulas: Sequence[Formula], width: int) -> Iterator[Line]:
    """Yield the meaning of everything that the formulas have."""
    own = legend(equations, formulas)
    if not (own.coordinates or own.letters or own.waves or own.base):
        return
    yield ()
    yield (("where", "title"),)
    if own.waves:
        listed = ", ".join(map(equations.printer.meaning, own.waves)) + (", and so on" if own.more_waves else "")
        for line in words_broken(listed, max(width - len(INDENT), LEAST)):
            yield ((INDENT, ""), (line, "formula"))
    for angle, tree in own.angles:
        yield from _equation(angle, equations.printer.print(tree), width)
    for parameter, tree in own.base:
        yield from _equation(parameter.name, equations.printer.print(tree), width)
    rows = own.rows(lambda one: one.label, lambda one: one.name)
    shown = [(name, "" if value is None else f"{value:.6g}", unit, meaning) for name, value, unit, meaning in rows]
    yield from _table(shown, width)
    if equations.kind == "numbers":
        yield from _note("numbers in SI units, to six digits", width)


def _table(rows: Sequence[tuple[str, str, str, str]], width: int) -> Iterator[Line]:
    """Yield letters with values, units and meanings in columns."""
    if not rows:
        return
    sizes = [max(cells(row[k]) for row in rows) for k in range(3)]
    start = len(INDENT) + sum(sizes) + 6
    for row in rows:
        letter, value, kept = (text + " " * (size - cells(text) + 2) for text, size in zip(row, sizes, strict=False))
        first, *rest = words_broken(row[3], max(width - start, LEAST)) or [""]
        yield ((INDENT, ""), (letter, "letter"), (value, ""), (kept + first, "note"))
        for line in rest:
            yield ((" " * start, ""), (line, "note"))
