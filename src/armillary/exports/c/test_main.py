"""A small C program that compares every exported function with values of the kernels at a few random states.

A function passes at a state if no entry of an output is off by more than
    1e-13 · greatest entry of the output, or 10 · the expected rounding where that is more       (1)
by `exports.rounding`: near a singularity, or where large terms cancel, no two compilers agree to more. In single
precision both are larger by the ratio of the two roundings, 2²⁹.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armillary.analysis.states import random_state
from armillary.compiler.c.emit import Function, Precision, literal
from armillary.compiler.kernel import build
from armillary.compiler.names import short
from armillary.compiler.program import Program
from armillary.exports.about import MARK
from armillary.exports.programs import Entry
from armillary.exports.rounding import expected_rounding
from armillary.multibody import Model
from armillary.spatial.scalar import Floats

STATES = 4
SEED = 8
CLOSE = 1e-13
ROUNDINGS = 10
COARSER = 2.0**29

SUPPORT = """\
/* Compares one output at one state; worst takes the greatest difference relative to the greatest entry. */
static void compare(const {kind} *found, const {kind} *expected, int size, {kind} allowed, {kind} *worst)
{{
    {kind} difference = 0.0{f};
    {kind} scale = 0.0{f};
    int finite = 1;
    int k;

    for (k = 0; k < size; ++k) {{
        const {kind} off = fabs{f}(found[k] - expected[k]);
        if (!(off <= allowed)) {{ /* NaN fails too */
            finite = 0;
        }}
        if (off > difference) {{
            difference = off;
        }}
        if (fabs{f}(expected[k]) > scale) {{
            scale = fabs{f}(expected[k]);
        }}
    }}
    if (scale > 0.0{f}) {{
        difference /= scale;
    }}
    if (difference > *worst) {{
        *worst = difference;
    }}
    if (finite == 0) {{
        ++failures;
    }}
}}

static void report(const char *name, {kind} worst, int failed)
{{
    (void)printf("%-40s %8.1e %s\\n", name, (double)worst, (failed != 0) ? "FAILED" : "ok");
}}
"""


def main_source(model: Model, functions: Sequence[tuple[Entry, Function]], name: str) -> str:
    """Return the source of the test; exit status 0 if all functions agree."""
    kind = functions[0][1].precision
    lines = [
        "/*",
        f" * Compares the functions of {name}.c with values that the kernels of Armillary gave for",
        f" * {short(model.robot.name)}: greatest difference relative to the greatest entry. {MARK}.",
        " */",
        f'#include "{name}.h"',
        "",
        "#include <math.h>",
        "#include <stdio.h>",
        "",
        "static int failures = 0;",
        "",
    ]
    states = _states(model, kind)
    checks = [_check(entry, each, states) for entry, each in functions]
    if any("compare(" in line for check in checks for line in check):
        lines += SUPPORT.format(kind=kind, f="f" if kind == "float" else "").splitlines()
    for check in checks:
        lines += ["", *check]
    calls = [f"    check_{entry.name}();" for entry, _ in functions]
    return "\n".join([*lines, "", "int main(void)", "{", *calls, "    return (failures == 0) ? 0 : 1;", "}"]) + "\n"


def _states(model: Model, precision: Precision) -> dict[str, Floats]:
    """Return random states, one array for each input that quantities have, rounded as the functions take them."""
    rng = np.random.default_rng(SEED)
    rows = [random_state(model, rng) for _ in range(STATES)]
    q, qd, qdd = (np.array([row[k] for row in rows]) for k in range(3))
    states = {"q": q, "qd": qd, "qdd": qdd, "tau": 10 * rng.normal(size=(STATES, model.nv))}
    joints = model.nv - len(model.elastic)
    states["tau"][:, joints:] = 0.0
    own = np.array([parameter.value for parameter in model.free_parameters])
    if len(own):
        states["parameters"] = own * rng.uniform(0.9, 1.1, (STATES, len(own))) + 0.01 * (own == 0)
    return {
        key: value.astype(np.float32).astype(float) if precision == "float" else value for key, value in states.items()
    }


def expected_values(program: Program, states: dict[str, Floats]) -> tuple[list[Floats], list[Floats]]:
    """Return the outputs of a program at states, by its kernel, and how far off each may be, (1)."""
    inputs = [np.ascontiguousarray(states[array.name]) for array in program.inputs]
    found = [np.empty((len(inputs[0]), array.size)) for array in program.outputs]
    kernel = build(program)
    for row in range(len(inputs[0])):
        kernel.one(*(np.ascontiguousarray(values[row]) for values in inputs), *(out[row] for out in found))
    rounding = expected_rounding(program, states)
    allowed = [
        np.maximum(CLOSE * np.abs(values), ROUNDINGS * off).max(axis=1)  # (1)
        for values, off in zip(found, rounding, strict=True)
    ]
    return found, allowed


def _check(entry: Entry, signed: Function, states: dict[str, Floats]) -> list[str]:
    """Return the function that checks one of the functions."""
    kind = signed.precision
    values, allowed = expected_values(entry.program, states)
    usable = np.all([np.isfinite(each).all(axis=1) for each in values], axis=0)
    if not usable.any():
        return [f"static void check_{entry.name}(void)", "{", *_left_out(signed.name), "}"]
    states = {key: each[usable] for key, each in states.items()}
    values = [each[usable] for each in values]
    allowed = [each[usable] * (COARSER if kind == "float" else 1.0) for each in allowed]
    lines = [f"static void check_{entry.name}(void)", "{"]
    for name, array in signed.inputs:
        lines += _table(f"{name}_at", states[array.name], kind)
    for (name, _), found, most in zip(signed.outputs, values, allowed, strict=True):
        lines += [*_table(f"{name}_expected", found, kind), *_row(f"{name}_allowed", most, kind)]
    lines += [f"    {kind} {name}[{array.size}];" for name, array in signed.outputs]
    lines += [f"    {kind} worst = {literal(0.0, kind)};", "    const int before = failures;", "    int k;", ""]
    arguments = [f"{name}_at[k]" for name, _ in signed.inputs] + [name for name, _ in signed.outputs]
    lines += [f"    for (k = 0; k < {usable.sum()}; ++k) {{", f"        {signed.name}({', '.join(arguments)});"]
    for name, array in signed.outputs:
        lines.append(f"        compare({name}, {name}_expected[k], {array.size}, {name}_allowed[k], &worst);")
    return [*lines, "    }", f'    report("{signed.name}", worst, failures - before);', "}"]


def _left_out(name: str) -> list[str]:
    """Return the lines that say that there is nothing to compare with."""
    return [
        "    /* Not finite at any of the states: the mass matrix is singular. */",
        f'    (void)printf("{name:<40} no finite value to compare with\\n");',
    ]


def _table(name: str, rows: Floats, kind: Precision) -> list[str]:
    lines = [f"    static const {kind} {name}[{len(rows)}][{rows.shape[1]}] = {{"]
    for row in rows:
        numbers = [literal(value, kind) for value in row]
        groups = [", ".join(numbers[k : k + 4]) for k in range(0, len(numbers), 4)]
        lines += [f"        {{{(',' + chr(10) + '         ').join(groups)}}},"]
    return [*lines, "    };"]


def _row(name: str, values: Floats, kind: Precision) -> list[str]:
    return [f"    static const {kind} {name}[{len(values)}] = {{{', '.join(literal(v, kind) for v in values)}}};"]
