"""`armillary equations`: the equations of motion of a robot, to read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armillary.cli import options as shared
from armillary.cli.outputs import check_files
from armillary.errors import ArgumentError, printable
from armillary.files.atomic import write_content
from armillary.tables.json import to_json

if TYPE_CHECKING:
    from armillary.multibody import Model
    from armillary.symbolic.equations import Equations
    from armillary.symbolic.formula import Formula

FORMATS = {".tex": "latex", ".md": "markdown", ".py": "sympy", ".json": "json", ".txt": "text"}
"""Format by the suffix of the file; options take precedence."""

HELP = (
    "\b\nQuantities: x R J (tip), T V (energies), M, b (Christoffel symbols), B C (Coriolis and\n"
    "centrifugal coefficients), Gamma (Coriolis matrix), v g f (efforts), motors (their part of M),\n"
    "tau (all efforts), p c gamma eta (momentum form). Several at once: dynamics, energies,\n"
    "kinematics, momentum, all. Default: M v g f.\n\n"
    "\b\nExamples:\n  armillary equations khatib-rr\n  armillary equations stanford M B C g\n"
    "  armillary equations puma560 --entry M11 --entry g2 --latex\n"
    "  armillary equations my-arm.toml --letters base -o my-arm.tex\n"
    "  armillary equations planar-3r --explain"
)

MANY = 50_000
"""Terms of a mass matrix above which quantities derived from it are written with --all only."""

MOST = 32
"""Coordinates above which not even the terms of a mass matrix are counted without --all."""

LIGHT = frozenset({"x", "R", "J", "V", "g", "f", "gamma", "eta"})
"""Quantities that do not come from the mass matrix."""


@click.command(epilog=HELP)
@shared.model_argument()
@click.argument("quantities", metavar="[QUANTITY]...", nargs=-1)
@click.option("--entry", "entries", metavar="NAME", multiple=True, help="One entry, such as M11; repeat for several.")
@click.option("--latex", is_flag=True, help="Write LaTeX, part of a text.")
@click.option("--markdown", is_flag=True, help="Write Markdown with formulas.")
@click.option("--sympy", is_flag=True, help="Write Python that makes SymPy expressions.")
@click.option("--explain", is_flag=True, help="Derive the equations step by step, in Markdown.")
@shared.json_option
@click.option("--document", is_flag=True, help="With --latex: a whole document.")
@shared.choice_option(
    "--letters", ["all", "none", "base"], "all", "Parameters that are letters: all, none, or base parameters only."
)
@click.option("--all", "everything", is_flag=True, help="Show entries however long they are.")
@shared.file_option("--output", "-o", help="Write to this file; .tex, .md, .py, .json and .txt say what.")
def command(
    model: Model,
    quantities: tuple[str, ...],
    entries: tuple[str, ...],
    latex: bool,
    markdown: bool,
    sympy: bool,
    explain: bool,
    as_json: bool,
    document: bool,
    letters: str,
    everything: bool,
    output: Path | None,
) -> None:
    """Show the equations of motion of ROBOT in letters, as a textbook does.

    On a screen, long entries are left out and their length is shown.
    """
    flags = {"latex": latex, "markdown": markdown, "sympy": sympy, "explain": explain, "json": as_json}
    form = _form([name for name, typed in flags.items() if typed], output)
    if document and form != "latex":
        raise click.UsageError("--document goes with --latex.")
    if explain and (entries or quantities):
        raise click.UsageError("--explain derives all of the equations: leave out quantities and entries.")
    check_files({"--output": output}, {})
    document = document or (output is not None and output.suffix.lower() == ".tex")
    from armillary.symbolic.equations import equations

    derived = equations(model, letters=letters)  # type: ignore[arg-type]
    if not everything and derived.n > MOST:
        heavy = tuple(name for name in entries if not name.startswith(tuple(LIGHT)))
        _reject("--entry", heavy, "entries of x, R, J, V, g or f", derived)
    with shared.arguments_as_options("entry"):
        formulas = [derived.entry(name) for name in entries]
    names = derived.chosen(quantities) if quantities or not entries else ()
    if form == "text" and output is None:
        _show(derived, names, formulas, everything)
        return
    if not everything:
        _reject("QUANTITY", _heavy(derived, names), "fewer", derived)
    text = _text(derived, names, formulas, form, document)
    if output:
        write_content(output, text, "--output")
    else:
        click.echo(printable(text.rstrip("\n")))


def _form(formats: list[str], output: Path | None) -> str:
    """Return the format to write: the one of an option, or else of the suffix of the file."""
    if len(formats) > 1:
        raise click.UsageError(f"--{' and --'.join(formats)} exclude each other.")
    if formats:
        return formats[0]
    suffix = output.suffix.lower() if output else ""
    if suffix and suffix not in FORMATS:
        raise ArgumentError("--output", repr(str(output)), f"a file that ends in {', '.join(FORMATS)}")
    return FORMATS.get(suffix, "text")


def _reject(argument: str, heavy: tuple[str, ...], expected: str, derived: Equations) -> None:
    """Raise an error if there are quantities or entries that are written with --all only."""
    if heavy:
        what = f"{', '.join(heavy)} of {derived.robot.name}, whose mass matrix has {_size(derived)}"
        raise ArgumentError(argument, what, expected, _remedy(derived))


def _remedy(derived: Equations) -> str:
    return ("" if derived.n > MOST else "--entry NAME shows one entry, ") + "--all shows everything, after minutes"


def _size(derived: Equations) -> str:
    """Return the size of a mass matrix in words."""
    return f"{derived.n} columns" if derived.n > MOST else f"{_terms(derived)} terms"


def _terms(derived: Equations) -> int:
    from armillary.symbolic.algebra.polynomial import terms_of

    return sum(len(terms_of(x)) for x in derived.derivation.M.flat)


def _heavy(derived: Equations, names: tuple[str, ...], light: frozenset[str] = LIGHT) -> tuple[str, ...]:
    """Return the quantities that would take minutes: those derived from a mass matrix with very many terms."""
    if derived.n > MOST:
        light = LIGHT
    elif set(names) <= light or _terms(derived) <= MANY:
        return ()
    return tuple(name for name in names if name not in light)


def _show(derived: Equations, names: tuple[str, ...], formulas: list[Formula], everything: bool) -> None:
    """Write a page of text to the terminal, in colours."""
    from armillary.cli.screen import EquationsScreen
    from armillary.symbolic.printers.page import ScreenLimit, page

    screen = EquationsScreen(derived)
    heavy = () if everything else _heavy(derived, names, LIGHT | {"M"})  # long entries of M are only counted
    shown = tuple(name for name in names if name not in heavy)
    screen.write(page(derived, shown, screen.width, None if everything else ScreenLimit(), formulas))
    if heavy:
        screen.line(f"left out: {', '.join(heavy)}. The mass matrix has {_size(derived)}; {_remedy(derived)}.", "dim")


def _text(derived: Equations, names: tuple[str, ...], entries: list[Formula], form: str, document: bool) -> str:
    """Return quantities and single entries in a form: explain, text, sympy, json, markdown or latex."""
    if form == "explain":
        return derived.explain()
    if form == "sympy":
        return _sympy_text(derived, names, entries)
    if form == "json":
        return to_json(formulas_data(derived, names, entries))
    if form == "markdown":
        from armillary.symbolic.printers.markdown import markdown_page

        return markdown_page(derived, names, entries)
    if form == "latex":
        from armillary.symbolic.printers.latex import latex_page

        return latex_page(derived, names, document, entries)
    from armillary.symbolic.printers.page import page
    from armillary.tables.text import plain

    return plain(page(derived, names, entries=entries))


def _sympy_text(equations: Equations, names: Sequence[str], entries: Sequence[Formula]) -> str:
    """Return Python that makes the same SymPy expressions: symbols, then matrices."""
    expressions: dict[str, Any] = {name: equations.quantity(name).sympy() for name in names}
    expressions |= {entry.name: entry.sympy() for entry in entries}
    symbols = sorted({str(s) for value in expressions.values() for s in value.free_symbols})
    robot = equations.robot.name.replace("\\", "\\\\").replace('"', '\\"')
    lines = [f'"""Equations of motion of {robot}, in SI units."""', ""]
    lines += ["from sympy import Array, Float, Integer, Matrix, Rational, cos, sign, sin, symbols  # noqa: F401", ""]
    if symbols:
        lines.append(f'{", ".join(symbols)} = symbols("{" ".join(symbols)}")')
    lines += [f"{_variable(name, symbols)} = {value}" for name, value in expressions.items()]
    return "\n".join(lines) + "\n"


def _variable(name: str, taken: Sequence[str]) -> str:
    """Return the variable of a quantity; an underscore distinguishes it from a letter with the same name."""
    name = name.replace(",", "_")
    return name + "_" if name in taken else name


def formulas_data(equations: Equations, names: Sequence[str], entries: Sequence[Formula]) -> dict[str, Any]:
    """Return formulas and the meaning of their letters as data."""
    from armillary.symbolic.formula import Formulas
    from armillary.symbolic.printers.legend import legend
    from armillary.symbolic.quantities import QUANTITIES

    shown = [*(entry for name in names for entry in equations.formulas(name)), *entries]
    letters = legend(equations, shown)
    quantities = {}
    for name in names:
        quantity = equations.quantity(name)
        quantities[name] = {
            "title": QUANTITIES[name].title,
            "shape": list(quantity.shape) if isinstance(quantity, Formulas) else [],
            "entries": [_entry(entry) for entry in equations.formulas(name) if not entry.zero],
        }
    printer = equations.printer
    return {
        "robot": equations.robot.name,
        "parameters": equations.letters,
        "motors": equations.model.motors,
        "coordinates": [
            {"name": coordinate.label, "of": coordinate.name, "unit": coordinate.unit}
            for coordinate in equations.symbols.coordinates
        ],
        "letters": [
            {"name": letter.name, "value": letter.value, "unit": letter.unit, "meaning": letter.meaning}
            for letter in (*(letter for letter, _ in letters.base), *letters.letters)
        ],
        "angles": {name: printer.print(tree) for name, tree in letters.angles},
        "base_parameters": {letter.name: printer.print(tree) for letter, tree in letters.base},
        "quantities": quantities,
        "entries": [_entry(entry) for entry in entries],
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
