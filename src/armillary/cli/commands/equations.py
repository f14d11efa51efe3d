"""`armillary equations`: the equations of motion of a robot, to read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from armillary.cli import options as shared
from armillary.cli.outputs import check_files
from armillary.errors import ArgumentError, printable
from armillary.files.atomic import write_content

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
    "  armillary equations my-arm.toml --parameters base -o my-arm.tex\n"
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
    "--parameters", ["letters", "numbers", "base"], "letters", "Letters, numbers, or letters for base parameters only."
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
    parameters: str,
    everything: bool,
    output: Path | None,
) -> None:
    """Show the equations of motion of ROBOT in letters, as a textbook does.

    On a screen, long entries are left out and their length is shown.
    """
    flags = {"latex": latex, "markdown": markdown, "sympy": sympy, "explain": explain, "json": as_json}
    form = _form([name for name, given in flags.items() if given], output)
    if document and form != "latex":
        raise click.UsageError("--document goes with --latex.")
    if explain and (entries or quantities):
        raise click.UsageError("--explain derives all of the equations: leave out quantities and entries.")
    check_files({"--output": output}, {})
    document = document or (output is not None and output.suffix.lower() == ".tex")
    from armillary.symbolic.equations import equations

    found = equations(model, parameters=parameters)  # type: ignore[arg-type]
    if not everything and found.n > MOST:
        heavy = tuple(name for name in entries if not name.startswith(tuple(LIGHT)))
        _reject("--entry", heavy, "entries of x, R, J, V, g or f", found)
    with shared.arguments_as_options("entry"):
        formulas = [found.entry(name) for name in entries]
    names = found.chosen(quantities) if quantities or not entries else ()
    if form == "text" and output is None:
        _show(found, names, formulas, everything)
        return
    if not everything:
        _reject("QUANTITY", _heavy(found, names), "fewer", found)
    if form == "explain":
        text = found.explain()
    elif form == "text":
        from armillary.symbolic.printers.page import page
        from armillary.tables.text import plain

        text = plain(page(found, names, entries=formulas))
    else:
        from armillary.cli.terminal.equations_forms import written

        text = written(found, names, formulas, form, document)
    if output:
        write_content(output, text, "--output")
    else:
        click.echo(printable(text.rstrip("\n")))


def _form(asked: list[str], output: Path | None) -> str:
    """Return the format to write: the one of an option, or else of the suffix of the file."""
    if len(asked) > 1:
        raise click.UsageError(f"--{' and --'.join(asked)} exclude each other.")
    if asked:
        return asked[0]
    suffix = output.suffix.lower() if output else ""
    if suffix and suffix not in FORMATS:
        raise ArgumentError("--output", repr(str(output)), f"a file that ends in {', '.join(FORMATS)}")
    return FORMATS.get(suffix, "text")


def _reject(argument: str, heavy: tuple[str, ...], expected: str, found: Equations) -> None:
    """Raise an error if there are quantities or entries that are written with --all only."""
    if heavy:
        what = f"{', '.join(heavy)} of {found.robot.name}, whose mass matrix has {_size(found)}"
        raise ArgumentError(argument, what, expected, _remedy(found))


def _remedy(found: Equations) -> str:
    return ("" if found.n > MOST else "--entry NAME shows one entry, ") + "--all shows everything, after minutes"


def _size(found: Equations) -> str:
    """Return the size of a mass matrix in words."""
    return f"{found.n} columns" if found.n > MOST else f"{_terms(found)} terms"


def _terms(found: Equations) -> int:
    from armillary.symbolic.algebra.polynomial import terms_of

    return sum(len(terms_of(x)) for x in found.derivation.M.flat)


def _heavy(found: Equations, names: tuple[str, ...], light: frozenset[str] = LIGHT) -> tuple[str, ...]:
    """Return the quantities that would take minutes: those derived from a mass matrix with very many terms."""
    if found.n > MOST:
        light = LIGHT
    elif set(names) <= light or _terms(found) <= MANY:
        return ()
    return tuple(name for name in names if name not in light)


def _show(found: Equations, names: tuple[str, ...], formulas: list[Formula], everything: bool) -> None:
    """Write a page of text to the terminal, in colours."""
    from armillary.cli.terminal.screen import EquationsScreen
    from armillary.symbolic.printers.page import Limit, page

    screen = EquationsScreen(found)
    heavy = () if everything else _heavy(found, names, LIGHT | {"M"})  # long entries of M are only counted
    shown = tuple(name for name in names if name not in heavy)
    screen.write(page(found, shown, screen.width, None if everything else Limit(), formulas))
    if heavy:
        screen.line(f"left out: {', '.join(heavy)}. The mass matrix has {_size(found)}; {_remedy(found)}.", "dim")
