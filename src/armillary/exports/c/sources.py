"""A robot as C: one header and one source, with a test and a CMakeLists beside them.

NAME.h            counts, places of coordinates, conventions, one prototype for each quantity
NAME.c            the functions; needs math.h and nothing else
test_NAME.c       a main that compares each function with values of the kernels, made when this was written
CMakeLists.txt    the library NAME and the test
"""

from __future__ import annotations

from collections.abc import Sequence

from armillary.compiler.c import emit as emit_c
from armillary.exports.about import about, notes
from armillary.exports.c.cmake import cmake_lists
from armillary.exports.c.functions import Precision, Signature, function, helpers, prototype, signature
from armillary.exports.c.test_main import main_source
from armillary.exports.names import unique
from armillary.exports.programs import Entry
from armillary.multibody import Model
from armillary.multibody.coordinates import coordinate_names, joint_count, velocity_names

PROMISES = (
    "C99. Functions are reentrant: they allocate nothing, keep nothing, call nothing but libm and their own",
    "parts, have no loop and no recursion, and take the same path whatever the numbers are but for the",
    "signs in dry friction. Arrays are contiguous, matrices row by row; an output may not overlap an input.",
    "Nothing is checked: NaN in gives NaN out, a singular mass matrix gives infinities or NaN.",
)


def c_files(model: Model, entries: Sequence[Entry], name: str, precision: Precision = "double") -> dict[str, str]:
    """Return the files of a C export, name to text.

    Example:
        >>> import armillary as arm
        >>> from armillary.exports.programs import entries
        >>> dyn = arm.compile(arm.library.get("khatib-rr"))
        >>> files = c_files(dyn.model, entries(dyn, ("gravity",)), "rr")
        >>> [line for line in files["rr.h"].splitlines() if line.startswith("void")]
        ['void rr_gravity(const double q[2], double g[2]);']
    """
    signed = [signature(entry.program, f"{name}_{entry.name}", precision) for entry in entries]
    return {
        f"{name}.h": _header(model, entries, signed, name),
        f"{name}.c": _source(model, entries, signed, name),
        f"test_{name}.c": main_source(model, entries, signed, name),
        "CMakeLists.txt": cmake_lists(name),
    }


def comment(lines: Sequence[str]) -> list[str]:
    """Return lines as a comment; they are plain characters already."""
    return ["/*", *(f" * {line}".rstrip() for line in lines), " */"]


def _header(model: Model, entries: Sequence[Entry], signed: Sequence[Signature], name: str) -> str:
    guard = f"{name.upper()}_H"
    kind = signed[0].precision
    lines = [*comment([*about(model, "Kinematics and dynamics"), "", *PROMISES, f"Numbers are of type {kind}."])]
    lines += [f"#ifndef {guard}", f"#define {guard}", "", *_counts(model, name), ""]
    lines += ["#ifdef __cplusplus", 'extern "C" {', "#endif", ""]
    for entry, each in zip(entries, signed, strict=True):
        lines += [*comment([*notes(entry), *_shapes(each)]), *prototype(f"void {each.name}", each.parameters, ";"), ""]
    return "\n".join([*lines, "#ifdef __cplusplus", "}", "#endif", "", f"#endif /* {guard} */"]) + "\n"


def _counts(model: Model, name: str) -> list[str]:
    """Return the numbers of coordinates, and the place of each by its name."""
    prefix = name.upper()
    counts = {"NQ": model.nq, "NV": model.nv, "JOINT_NV": joint_count(model), "ELASTIC_NV": len(model.elastic)}
    says = {
        "NQ": "entries of q",
        "NV": "entries of qd, qdd and tau",
        "JOINT_NV": "those of them that belong to joints: the first ones",
        "ELASTIC_NV": "those that belong to flexible links: the last ones",
    }
    lines = [f"#define {prefix}_{key} {number} /* {says[key]} */" for key, number in counts.items()]
    for kind, names in (("Q", coordinate_names(model)), ("V", velocity_names(model))):
        lines.append(f"/* Places in {'q' if kind == 'Q' else 'qd, qdd and tau'}. */")
        wishes = [f"{prefix}_{kind}_{each}" for each in _upper(names)]
        lines += [f"#define {wish} {k}" for k, wish in enumerate(wishes)]
    return lines


def _upper(names: Sequence[str]) -> list[str]:
    return [each.upper() for each in unique(names, fold=True)]


def _shapes(signed: Signature) -> list[str]:
    matrices = [f"{name} is {' x '.join(map(str, a.shape))}" for name, a in signed.outputs if len(a.shape) > 1]
    return [f"{', '.join(matrices)}."] if matrices else []


def _source(model: Model, entries: Sequence[Entry], signed: Sequence[Signature], name: str) -> str:
    kind = signed[0].precision
    title = about(model, "Kinematics and dynamics")[0]
    lines = [
        *comment([title, f"{name}.h says what the functions are."]),
        f'#include "{name}.h"',
        "",
        "#include <math.h>",
    ]
    lines += ["", *helpers([entry.program for entry in entries], kind)]
    for entry, each in zip(entries, signed, strict=True):
        lines += ["", *comment(notes(entry)), *function(entry.program, each, emit_c.CHUNK)]
    return "\n".join(lines) + "\n"
