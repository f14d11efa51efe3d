"""`armillary equations`: the equations of motion of a robot, to read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from armillary.cli.options import (
    arguments_as_options,
    file_option,
    find_model,
    friction_option,
    json_option,
    motors_option,
    write_file,
)

if TYPE_CHECKING:
    from armillary.symbolic.equations import Equations
    from armillary.symbolic.formula import Formula

FORMATS = {".tex": "latex", ".md": "markdown", ".py": "sympy", ".json": "json", ".txt": "text"}
"""Format by the suffix of the file; options come first."""

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
"""Terms of a mass matrix above which what is derived from it must be asked for."""

MOST = 32
"""Coordinates above which even the terms of a mass matrix are not counted unless asked for."""

LIGHT = frozenset({"x", "R", "J", "V", "g", "f", "gamma", "eta"})


@click.command(epilog=HELP)
@click.argument("robot")
@click.argument("quantities", metavar="[QUANTITY]...", nargs=-1)
@click.option("--entry", "entries", metavar="NAME", multiple=True, help="One entry, such as M11; repeat for several.")
@click.option("--latex", is_flag=True, help="Write LaTeX, part of a text.")
@click.option("--markdown", is_flag=True, help="Write Markdown with formulas.")
@click.option("--sympy", is_flag=True, help="Write Python that makes SymPy expressions.")
@click.option("--explain", is_flag=True, help="Derive the equations step by step, in Markdown.")
@json_option
@click.option("--document", is_flag=True, help="With --latex: a whole document.")
@click.option(
    "--parameters",
    type=click.Choice(["letters", "numbers", "base"]),
    default="letters",
    show_default=True,
    help="Letters, numbers, or letters for the fewest that the motion depends on.",
)
@motors_option()
@friction_option()
@click.option("--all", "everything", is_flag=True, help="Show entries however long they are.")
@file_option("--output", "-o", help="Write to this file; .tex, .md, .py, .json and .txt say what.")
def command(
    robot: str,
    quantities: tuple[str, ...],
    entries: tuple[str, ...],
    latex: bool,
    markdown: bool,
    sympy: bool,
    explain: bool,
    as_json: bool,
    document: bool,
    parameters: str,
    motors: str,
    friction: bool,
    everything: bool,
    output: Path | None,
) -> None:
    """Show the equations of motion of ROBOT in letters, as a textbook does.

    On a screen, entries that would fill it are left out with a word on how long they are.
    """
    flags = {"latex": latex, "markdown": markdown, "sympy": sympy, "explain": explain, "json": as_json}
    form = _form([name for name, given in flags.items() if given], output)
    if document and form != "latex":
        raise click.UsageError("--document goes with --latex.")
    if explain and (entries or quantities):
        raise click.UsageError("--explain derives all of the equations: leave out quantities and entries.")
    document = document or (output is not None and output.suffix.lower() == ".tex")
    from armillary.symbolic.equations import equations

    found = equations(find_model(robot, motors, friction), parameters=parameters)  # type: ignore[arg-type]
    if not everything:
        _not_too_many(found, entries)
    with arguments_as_options("entry"):
        formulas = [found.entry(name) for name in entries]
    names = found.chosen(quantities) if quantities or not entries else ()
    if form == "text":
        _text(found, names, formulas, everything, output)
        return
    if not everything:
        _not_too_much(found, names)
    if form == "explain":
        text = found.explain()
    else:
        from armillary.cli.terminal.equations_forms import written

        text = written(found, names, formulas, form, document)
    _deliver(text, output)


def _form(asked: list[str], output: Path | None) -> str:
    """Return what to write: the one that was asked for, or what the name of the file says."""
    if len(asked) > 1:
        raise click.UsageError(f"--{' and --'.join(asked)} exclude each other.")
    if asked:
        return asked[0]
    suffix = output.suffix.lower() if output else ""
    if suffix and suffix not in FORMATS:
        from armillary.errors import ArgumentError

        raise ArgumentError("--output", repr(str(output)), f"a file that ends in {', '.join(FORMATS)}")
    return FORMATS.get(suffix, "text")


def _not_too_much(found: Equations, names: tuple[str, ...]) -> None:
    """Say that pages nobody would read must be asked for."""
    from armillary.errors import ArgumentError

    heavy = _heavy(found, names)
    if heavy:
        what = f"{', '.join(heavy)} of {found.robot.name}, whose mass matrix has {_size(found)}"
        raise ArgumentError("QUANTITY", what, "fewer", _patience(found))


def _not_too_many(found: Equations, entries: tuple[str, ...]) -> None:
    """Say that single entries of very many coordinates take as long as all of them."""
    from armillary.errors import ArgumentError

    heavy = [name for name in entries if found.n > MOST and not name.startswith(tuple(LIGHT))]
    if heavy:
        what = f"{', '.join(heavy)} of {found.robot.name}, whose mass matrix has {_size(found)}"
        raise ArgumentError("--entry", what, "entries of x, R, J, V, g or f", _patience(found))


def _patience(found: Equations) -> str:
    """Return what shows more."""
    return ("" if found.n > MOST else "--entry NAME shows one entry, ") + "--all shows everything, after minutes"


def _size(found: Equations) -> str:
    """Return how large a mass matrix is."""
    return f"{found.n} columns" if found.n > MOST else f"{_terms(found)} terms"


def _terms(found: Equations) -> int:
    from armillary.symbolic.algebra.polynomial import terms_of

    return sum(len(terms_of(x)) for x in found.derivation.M.flat)


def _heavy(found: Equations, names: tuple[str, ...], light: frozenset[str] = LIGHT) -> tuple[str, ...]:
    """Return the quantities that would take minutes: those that come from a mass matrix with very many terms."""
    if found.n > MOST:
        light = LIGHT
    elif set(names) <= light or _terms(found) <= MANY:
        return ()
    return tuple(name for name in names if name not in light)


def _text(
    found: Equations, names: tuple[str, ...], formulas: list[Formula], everything: bool, output: Path | None
) -> None:
    """Write a page of text: to a file plain and whole, to a terminal in colours."""
    from armillary.symbolic.printers.page import Limit, page
    from armillary.tables.text import plain

    if output:
        if not everything:
            _not_too_much(found, names)
        write_file(output, plain(page(found, names, entries=formulas)))
        return
    from armillary.cli.terminal.equations_screen import EquationsScreen

    screen = EquationsScreen(found)
    heavy = () if everything else _heavy(found, names, LIGHT | {"M"})  # long entries of M are only counted
    shown = tuple(name for name in names if name not in heavy)
    screen.write(page(found, shown, screen.width, None if everything else Limit(), formulas))
    if heavy:
        screen.line(f"left out: {', '.join(heavy)}. The mass matrix has {_size(found)}; {_patience(found)}.", "dim")


def _deliver(text: str, output: Path | None) -> None:
    if output:
        write_file(output, text)
    else:
        click.echo(text.rstrip("\n"))
