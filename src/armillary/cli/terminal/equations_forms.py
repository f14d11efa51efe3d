"""Equations for other programs: LaTeX, Markdown, SymPy, JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from armillary.tables.json import to_json

if TYPE_CHECKING:
    from armillary.symbolic.equations import Equations
    from armillary.symbolic.formula import Formula


def written(
    equations: Equations, names: Sequence[str], entries: Sequence[Formula], form: str, document: bool = False
) -> str:
    """Return quantities and single entries in a form: latex, markdown, sympy or json."""
    if form == "sympy":
        return sympy_text(equations, names, entries)
    if form == "json":
        return to_json(data(equations, names, entries))
    if form == "markdown":
        from armillary.symbolic.printers.markdown import markdown_page

        return markdown_page(equations, names, entries)
    from armillary.symbolic.printers.latex import latex_page

    return latex_page(equations, names, document, entries)


def sympy_text(equations: Equations, names: Sequence[str], entries: Sequence[Formula]) -> str:
    """Return Python that makes the same SymPy expressions: symbols, then matrices."""
    made: dict[str, Any] = {name: equations.quantity(name).sympy() for name in names}
    made |= {one.name: one.sympy() for one in entries}
    symbols = sorted({str(s) for value in made.values() for s in value.free_symbols})
    robot = equations.robot.name.replace("\\", "\\\\").replace('"', '\\"')
    lines = [f'"""Equations of motion of {robot}, in SI units."""', ""]
    lines += ["from sympy import Array, Float, Integer, Matrix, Rational, cos, sign, sin, symbols  # noqa: F401", ""]
    if symbols:
        lines.append(f'{", ".join(symbols)} = symbols("{" ".join(symbols)}")')
    lines += [f"{_variable(name, symbols)} = {value}" for name, value in made.items()]
    return "\n".join(lines) + "\n"


def _variable(name: str, taken: Sequence[str]) -> str:
    """Return the variable of a quantity; an underscore distinguishes it from a letter with the same name."""
    name = name.replace(",", "_")
    return name + "_" if name in taken else name


def data(equations: Equations, names: Sequence[str], entries: Sequence[Formula]) -> dict[str, Any]:
    """Return formulas and the meaning of their letters as data."""
    from armillary.symbolic.formula import Formulas
    from armillary.symbolic.printers.legend import legend
    from armillary.symbolic.quantities import QUANTITIES

    shown = [*(one for name in names for one in equations.formulas(name)), *entries]
    own = legend(equations, shown)
    quantities = {}
    for name in names:
        found = equations.quantity(name)
        quantities[name] = {
            "title": QUANTITIES[name].title,
            "shape": list(found.shape) if isinstance(found, Formulas) else [],
            "entries": [_entry(one) for one in equations.formulas(name) if not one.zero],
        }
    printer = equations.printer
    return {
        "robot": equations.robot.name,
        "parameters": equations.kind,
        "motors": equations.model.motors,
        "coordinates": [{"name": one.label, "of": one.name, "unit": one.unit} for one in equations.symbols.coordinates],
        "letters": [
            {"name": one.name, "value": one.value, "unit": one.unit, "meaning": one.meaning}
            for one in (*(one for one, _ in own.base), *own.letters)
        ],
        "angles": {name: printer.print(tree) for name, tree in own.angles},
        "base_parameters": {one.name: printer.print(tree) for one, tree in own.base},
        "quantities": quantities,
        "entries": [_entry(one) for one in entries],
    }


def _entry(formula: Formula) -> dict[str, Any]:
    mul, add = formula.operations
    return {
        "name": formula.name,
        "text": formula.text(),
        "latex": formula.latex(),
        "multiplications": mul,
        "additions": add,
    }
