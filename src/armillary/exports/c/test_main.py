"""A C program that compares every exported function with the kernels at a few random states (`exports.expected`).

In single precision the allowed differences are 2²⁹ times larger, the ratio of the two roundings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from armillary.compiler.c.emit import CFunction, literal
from armillary.compiler.names import short
from armillary.exports.about import MARK
from armillary.exports.expected import expected_values, random_states
from armillary.exports.programs import Entry
from armillary.multibody import Model
from armillary.spatial.scalar import Floats
from armillary.tables.html import render

COARSER = 2.0**29


@dataclass(frozen=True)
class Check:
    """The comparison of one function: names with values as C text; no inputs if no state has finite values."""

    name: str
    function: str
    states: int = 0
    inputs: Sequence[tuple[str, list[list[str]]]] = ()
    outputs: Sequence[tuple[str, int, list[list[str]], list[str]]] = ()
    """Name, size, expected values of each state, allowed difference at each state."""


def main_source(
    model: Model, functions: Sequence[tuple[Entry, CFunction]], name: str, header: Sequence[str] = ()
) -> str:
    """Return the source of the test, with checks of the header; its exit status is 0 if all functions agree."""
    kind = functions[0][1].precision
    states = random_states(
        model, [port for _, each in functions for port in each.program.inputs], single=kind == "float"
    )
    return render(
        "armillary.exports.c", "test_main.c",
        name=name, robot=short(model.robot.name), mark=MARK, kind=kind, f="f" if kind == "float" else "",
        header=header, checks=[_check(entry, each, states) for entry, each in functions],
    )  # fmt: skip


def _check(entry: Entry, function: CFunction, states: dict[str, Floats]) -> Check:
    values, allowed = expected_values(entry.program, states)
    usable = np.all([np.isfinite(each).all(axis=1) for each in values], axis=0)
    if not usable.any():
        return Check(entry.name, function.name)

    def row(numbers: Floats) -> list[str]:
        return [literal(number, function.precision) for number in numbers]

    inputs = [(name, [row(each) for each in states[array.name][usable]]) for name, array in function.inputs]
    coarser = COARSER if function.precision == "float" else 1.0
    outputs = [
        (name, array.size, [row(each) for each in found[usable]], row(most[usable] * coarser))
        for (name, array), found, most in zip(function.outputs, values, allowed, strict=True)
    ]
    return Check(entry.name, function.name, usable.sum(), inputs, outputs)
