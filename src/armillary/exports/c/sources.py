"""A robot as C sources:

NAME.h            numbers and places of coordinates, conventions, a prototype for each quantity
NAME.c            the functions, which need math.h alone
test_NAME.c       a program that compares the functions with values of the kernels at the time of the export
CMakeLists.txt    the library NAME and the test

Header and sources have the number of their export. Files of two exports, which a folder may have after a write that was
killed between two of its files, or after a copy of some of them, do not compile together.
"""

from __future__ import annotations

from collections.abc import Sequence

from armillary.compiler.c.emit import Function, Precision, header, source
from armillary.compiler.cache import digest
from armillary.compiler.names import unique
from armillary.compiler.source import c_comment
from armillary.exports.about import MARK, about, notes
from armillary.exports.c.test_main import main_source
from armillary.exports.programs import Entry
from armillary.multibody import Model
from armillary.multibody.coordinates import coordinate_names, joint_count, velocity_names
from armillary.tables.html import render

PROMISES = (
    "C99. Functions are reentrant: they allocate no memory, keep no state, call only libm and their own",
    "parts, and have no loop and no recursion. Only the signs in dry friction depend on the numbers.",
    "Arrays are contiguous, matrices row by row; an output may not overlap an input. Inputs are not",
    "checked: NaN in gives NaN out, a singular mass matrix gives infinities or NaN.",
)


def c_files(model: Model, entries: Sequence[Entry], name: str, precision: Precision = "double") -> dict[str, str]:
    """Return the files of a C export: name → text.

    Example:
        >>> import armillary as arm
        >>> from armillary.exports.programs import entries
        >>> dyn = arm.compile(arm.library.get("khatib-rr"))
        >>> files = c_files(dyn.model, entries(dyn, ("gravity",)), "rr")
        >>> [line for line in files["rr.h"].splitlines() if line.startswith("void")]
        ['void rr_gravity(const double q[2], double g[2]);']
    """
    functions = [(entry, Function(entry.program, f"{name}_{entry.name}", precision)) for entry in entries]
    title, *rest = about(model, "Kinematics and dynamics")
    head = c_comment([title, *rest, "", *PROMISES, f"Numbers are of type {precision}."])
    declared = [(each, c_comment([*notes(entry), *_shapes(each)])) for entry, each in functions]
    defined = [(each, c_comment(notes(entry))) for entry, each in functions]
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
    """Return the number of an export: it depends on every character of the texts, and fits a long of C."""
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
        lines += [f"#define {prefix}_{kind}_{each.upper()} {k}" for k, each in enumerate(unique(names, fold=True))]
    return lines


def _shapes(function: Function) -> list[str]:
    named = ((name, port.shape) for name, port in function.outputs)
    matrices = [f"{name} is {' x '.join(map(str, shape))}" for name, shape in named if len(shape) > 1]
    return [f"{', '.join(matrices)}."] if matrices else []
