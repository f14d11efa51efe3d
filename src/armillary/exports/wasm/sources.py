"""A robot as a WebAssembly module for browsers and Node:

NAME.js           an ES module: `load()` returns the functions, which take and return arrays; it contains the code
NAME.d.ts         its types
NAME.wasm         the code alone, for other hosts
test_NAME.mjs     a program for Node that compares the functions with values of the kernels at the time of the export

The files need no package and no network, and work in pages that are opened from a folder.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from armillary.compiler.names import short
from armillary.compiler.program import Port
from armillary.compiler.source import c_comment
from armillary.compiler.wasm.emit import compile_module
from armillary.compiler.wasm.module import WasmModule
from armillary.exports.about import MARK, about, notes
from armillary.exports.expected import expected_values, random_states
from armillary.exports.programs import ExportedFunction
from armillary.multibody import Model
from armillary.multibody.coordinates import coordinate_names, velocity_names
from armillary.spatial.scalar import Floats
from armillary.tables.html import render

TEMPLATES = ("module.js", "module.d.ts", "test_module.mjs")
LINE = 100
"""Characters of code in a line."""


@dataclass(frozen=True)
class MemoryArray:
    """An array of a function in the memory of the module: name, shape, address [bytes]."""

    name: str
    shape: tuple[int, ...]
    at: int

    @property
    def size(self) -> int:
        """Number of entries."""
        return int(np.prod(self.shape, dtype=int))


@dataclass(frozen=True)
class WasmFunction:
    """A function of the module: name, comment, arrays."""

    name: str
    comment: list[str]
    inputs: list[MemoryArray]
    outputs: list[MemoryArray]

    @property
    def returns(self) -> str:
        """The type of its result."""
        kinds = [f"{array.name}: {_kind(array)}" for array in self.outputs]
        return _kind(self.outputs[0]) if len(kinds) == 1 else f"{{ {'; '.join(kinds)} }}"


def names(name: str) -> tuple[str, ...]:
    """Return the names of the files."""
    return f"{name}.js", f"{name}.d.ts", f"test_{name}.mjs", f"{name}.wasm"


def wasm_files(model: Model, entries: Sequence[ExportedFunction], name: str) -> dict[str, bytes]:
    """Return the files of an export: name → content.

    Example:
        >>> import armillary as arm
        >>> from armillary.exports.programs import entries
        >>> dyn = arm.compile(arm.library.get("khatib-rr"))
        >>> files = wasm_files(dyn.model, entries(dyn, ("gravity",)), "rr")
        >>> [line.strip() for line in files["rr.d.ts"].decode().splitlines() if "gravity(" in line]
        ['gravity(q: ArrayLike<number>): Float64Array;']
    """
    programs = [replace(entry.program, name=entry.name) for entry in entries]
    widest = max(sum(port.size for port in (*program.inputs, *program.outputs)) for program in programs)
    module = compile_module(programs, 8 * widest, MARK)
    functions = [_function(entry, module) for entry in entries]
    values = {
        "name": name,
        "mark": MARK,
        "head": c_comment([*about(model, "Kinematics and dynamics"), "", *_usage(name, functions[0])]),
        "robot": short(model.robot.name),
        "nq": model.nq,
        "nv": model.nv,
        "coordinates": as_text(coordinate_names(model)),
        "velocities": as_text(velocity_names(model)),
        "functions": functions,
    }
    values["code"] = in_lines(base64.b64encode(module.code).decode("ascii"))
    values["checks"] = as_text(_checks(model, entries))
    texts = [render("armillary.exports.wasm", program, **values) + "\n" for program in TEMPLATES]
    return dict(zip(names(name), [*(text.encode("ascii") for text in texts), module.code], strict=True))


def _function(entry: ExportedFunction, module: WasmModule) -> WasmFunction:
    """Return a function with places for its arrays, one behind the other."""
    at = module.free
    places: list[MemoryArray] = []
    for port in (*entry.program.inputs, *entry.program.outputs):
        places.append(MemoryArray(port.name, port.shape, at))
        at += 8 * port.size
    input_count = len(entry.program.inputs)
    shapes = _shapes(entry.program.outputs)
    return WasmFunction(
        entry.name, ["/**", *c_comment([*notes(entry), *shapes])[1:]], places[:input_count], places[input_count:]
    )


def _usage(name: str, function: WasmFunction) -> list[str]:
    """Return a usage example."""
    arguments = ", ".join(array.name for array in function.inputs)
    return [
        "Functions take and return arrays of doubles, matrices row by row. Results are arrays of the caller.",
        "",
        f'    import {{ load }} from "./{name}.js";',
        "    const robot = await load();",
        f"    const result = robot.{function.name}({arguments});",
    ]


def _shapes(ports: Iterable[Port]) -> list[str]:
    matrices = [f"{port.name} is {' x '.join(map(str, port.shape))}" for port in ports if len(port.shape) > 1]
    return [f"{', '.join(matrices)}, row by row."] if matrices else []


def _kind(place: MemoryArray) -> str:
    return "Float64Array" if place.shape else "number"


def _checks(model: Model, entries: Sequence[ExportedFunction]) -> list[dict[str, object]]:
    """Return the comparisons: inputs at states, expected outputs and allowed differences."""
    states = random_states(model, [port for entry in entries for port in entry.program.inputs])
    return [_check(entry, states) for entry in entries]


def _check(entry: ExportedFunction, states: dict[str, Floats]) -> dict[str, object]:
    values, allowed = expected_values(entry.program, states)
    usable = np.all([np.isfinite(rows).all(axis=1) for rows in values], axis=0)
    return {
        "name": entry.name,
        "inputs": [states[port.name][usable].tolist() for port in entry.program.inputs],
        "outputs": [rows[usable].tolist() for rows in values],
        "allowed": [rows[usable].tolist() for rows in allowed],
    }


def in_lines(code: str) -> list[str]:
    """Return a long text in lines."""
    return [code[k : k + LINE] for k in range(0, len(code), LINE)]


def as_text(value: object) -> str:
    """Return a value as JavaScript, in plain characters."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False)
