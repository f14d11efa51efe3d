"""A C program that compares every exported function with the kernels at a few random states.

A function passes at a state if no entry of an output differs by more than
    1e-13 · greatest entry of the output, or 10 · the expected rounding if that is larger        (1)
with the rounding of `exports.rounding`: near singularities, and where large terms cancel, compilers differ by more
than 1e-13. In single precision both limits are 2²⁹ times larger, the ratio of the two roundings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from armillary.analysis.coordinates import random_state
from armillary.compiler.c.emit import Function, Precision, literal
from armillary.compiler.kernel import build
from armillary.compiler.names import short
from armillary.compiler.program import Program
from armillary.exports.about import MARK
from armillary.exports.programs import Entry
from armillary.exports.rounding import expected_rounding
from armillary.multibody import Model
from armillary.spatial.scalar import Floats
from armillary.tables.html import render

STATES = 4
SEED = 8
CLOSE = 1e-13
ROUNDINGS = 10
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


def main_source(model: Model, functions: Sequence[tuple[Entry, Function]], name: str) -> str:
    """Return the source of the test; its exit status is 0 if all functions agree."""
    kind = functions[0][1].precision
    states = _states(model, kind)
    return render(
        "armillary.exports.c", "test_main.c",
        name=name, robot=short(model.robot.name), mark=MARK, kind=kind, f="f" if kind == "float" else "",
        checks=[_check(entry, each, states) for entry, each in functions],
    )  # fmt: skip


def _states(model: Model, precision: Precision) -> dict[str, Floats]:
    """Return random states: an array for each input of the quantities, rounded to the precision."""
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
    """Return the outputs of a program at states, by its kernel, and the allowed difference of each, (1)."""
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


def _check(entry: Entry, signed: Function, states: dict[str, Floats]) -> Check:
    values, allowed = expected_values(entry.program, states)
    usable = np.all([np.isfinite(each).all(axis=1) for each in values], axis=0)
    if not usable.any():
        return Check(entry.name, signed.name)

    def row(numbers: Floats) -> list[str]:
        return [literal(number, signed.precision) for number in numbers]

    inputs = [(name, [row(each) for each in states[array.name][usable]]) for name, array in signed.inputs]
    coarser = COARSER if signed.precision == "float" else 1.0
    outputs = [
        (name, array.size, [row(each) for each in found[usable]], row(most[usable] * coarser))
        for (name, array), found, most in zip(signed.outputs, values, allowed, strict=True)
    ]
    return Check(entry.name, signed.name, usable.sum(), inputs, outputs)
