"""A robot as C sources:

NAME.h            numbers and places of coordinates, conventions, a prototype for each quantity
NAME.c            the functions, which need math.h alone
test_NAME.c       a program that compares the functions with values of the kernels at the time of the export
CMakeLists.txt    the library NAME and the test

Header and sources carry the number of their export. A folder may hold files of two exports, after a write that was
killed between two files or after an incomplete copy; they do not compile together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from armillary.compiler.c import CFunction, Precision, header, literal, source
from armillary.compiler.cache import digest
from armillary.compiler.names import short, unique
from armillary.compiler.source import c_comment
from armillary.exports.about import MARK, about, notes
from armillary.exports.expected import expected_values, random_states
from armillary.exports.programs import ExportedFunction
from armillary.multibody import Model
from armillary.multibody.coordinates import coordinate_names, joint_count, velocity_names
from armillary.spatial.scalar import Floats
from armillary.tables.html import render

PROMISES = (
    "C99. Functions are reentrant: they allocate no memory, keep no state, call only libm and their own",
    "parts, and have no loop and no recursion. Only the signs in dry friction depend on the numbers.",
    "Arrays are contiguous, matrices row by row; an output may not overlap an input. Inputs are not",
    "checked: NaN in gives NaN out, a singular mass matrix gives infinities or NaN.",
)


def c_files(
    model: Model, entries: Sequence[ExportedFunction], name: str, precision: Precision = "double"
) -> dict[str, str]:
    """Return the files of a C export: name → text.

    Example:
        >>> import armillary as arm
        >>> from armillary.exports.programs import entries
        >>> dyn = arm.compile(arm.library.get("khatib-rr"))
        >>> files = c_files(dyn.model, entries(dyn, ("gravity",)), "rr")
        >>> [line for line in files["rr.h"].splitlines() if line.startswith("void")]
        ['void rr_gravity(const double q[2], double g[2]);']
    """
    functions = [(entry, CFunction(entry.program, f"{name}_{entry.name}", precision)) for entry in entries]
    title, *rest = about(model, "Kinematics and dynamics")
    head = c_comment([title, *rest, "", *PROMISES, f"Numbers are of type {precision}."])
    declared = [(function, c_comment([*notes(entry), *_shapes(function)])) for entry, function in functions]
    defined = [(function, c_comment(notes(entry))) for entry, function in functions]
    counts, below = _counts(model, name), c_comment([title, f"{name}.h describes the functions."])
    number = _number(header(name, head, declared, counts), source(name, below, defined))
    macro = f"{name.upper()}_EXPORT"
    counts.append(f"#define {macro} {number} /* the same in all files of one export */")
    checks = [f"#if {macro} != {number}", f'#error "{name}.h is of another export: export the robot again"', "#endif"]
    return {
        f"{name}.h": header(name, head, declared, counts),
        f"{name}.c": source(name, below, defined, checks),
        f"test_{name}.c": main_source(model, functions, name, checks),
        "CMakeLists.txt": render("armillary.exports.c", "CMakeLists.txt", mark=MARK, name=name) + "\n",
    }


def _number(*texts: str) -> str:
    """Return the number of an export, a digest of the texts that fits an unsigned long of C."""
    return f"0x{digest(texts)[:4].hex()}UL"


def _counts(model: Model, name: str) -> list[str]:
    """Return macros for the numbers of coordinates and for the place of each by its name."""
    prefix = name.upper()
    counts = {
        "NQ": (model.nq, "entries of q"),
        "NV": (model.nv, "entries of qd, qdd and tau"),
        "JOINT_NV": (joint_count(model), "entries of qd that belong to joints: the first ones"),
        "ELASTIC_NV": (len(model.elastic), "entries of qd that belong to flexible links: those after joints"),
        "DRIVE_NV": (len(model.drives), "entries of qd that belong to rotors behind elastic gears: the last ones"),
    }
    lines = [f"#define {prefix}_{key} {number} /* {text} */" for key, (number, text) in counts.items()]
    for kind, names in (("Q", coordinate_names(model)), ("V", velocity_names(model))):
        lines.append(f"/* Places in {'q' if kind == 'Q' else 'qd, qdd and tau'}. */")
        lines += [f"#define {prefix}_{kind}_{label.upper()} {k}" for k, label in enumerate(unique(names, fold=True))]
    return lines


def _shapes(function: CFunction) -> list[str]:
    named = ((name, port.shape) for name, port in function.outputs)
    matrices = [f"{name} is {' x '.join(map(str, shape))}" for name, shape in named if len(shape) > 1]
    return [f"{', '.join(matrices)}."] if matrices else []


COARSER = 2.0**29


@dataclass(frozen=True)
class FunctionCheck:
    """The comparison of one function: names with values as C text; no inputs if no state has finite values."""

    name: str
    function: str
    states: int = 0
    inputs: Sequence[tuple[str, list[list[str]]]] = ()
    outputs: Sequence[tuple[str, int, list[list[str]], list[str]]] = ()
    """Name, size, expected values of each state, allowed difference at each state."""


def main_source(
    model: Model, functions: Sequence[tuple[ExportedFunction, CFunction]], name: str, header: Sequence[str] = ()
) -> str:
    """Return the source of the test, with checks of the header; its exit status is 0 if all functions agree."""
    kind = functions[0][1].precision
    states = random_states(
        model, [port for _, function in functions for port in function.program.inputs], single=kind == "float"
    )
    return render(
        "armillary.exports.c", "test_main.c",
        name=name, robot=short(model.robot.name), mark=MARK, kind=kind, f="f" if kind == "float" else "",
        header=header, checks=[_check(entry, function, states) for entry, function in functions],
    )  # fmt: skip


def _check(entry: ExportedFunction, function: CFunction, states: dict[str, Floats]) -> FunctionCheck:
    values, allowed = expected_values(entry.program, states)
    usable = np.all([np.isfinite(rows).all(axis=1) for rows in values], axis=0)
    if not usable.any():
        return FunctionCheck(entry.name, function.name)

    def row(numbers: Floats) -> list[str]:
        return [literal(number, function.precision) for number in numbers]

    inputs = [(name, [row(rows) for rows in states[array.name][usable]]) for name, array in function.inputs]
    coarser = COARSER if function.precision == "float" else 1.0
    outputs = [
        (name, array.size, [row(rows) for rows in expected[usable]], row(most[usable] * coarser))
        for (name, array), expected, most in zip(function.outputs, values, allowed, strict=True)
    ]
    return FunctionCheck(entry.name, function.name, usable.sum(), inputs, outputs)
