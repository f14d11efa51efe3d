"""The body of a function that computes a program: in one piece, or in pieces that pass values through memory.

Kernels of all targets are written here. They differ in the layout of their arrays, which loads inputs and stores
outputs (`rows`, `columns`, `ptx.tiles`), and in the target: precision of numbers, functions that the machine lacks.
`inline_program` writes a program between the values of another function.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from armillary.compiler.llvm import rows
from armillary.compiler.llvm.instructions import InstructionWriter
from armillary.compiler.llvm.plan import GIVEN, Step, Work, few_alive, pieces, steps, work
from armillary.compiler.llvm.target import Target
from armillary.compiler.llvm.writer import Writer
from armillary.compiler.program import Program
from armillary.expr.ops import INPUT, Ref

MANY = 1024
"""Outputs of more entries are collected as columns in memory, which a loop turns into rows: a quarter more run time for
a tenth of LLVM's time (mass matrix of a planar chain of 50 links, Zen 4)."""
CONSTANT = ", !tbaa !1"
"""Memory does not change within the function, so LLVM may load a value again rather than keep it. It needs no order of
such loads and stores; with `!invariant.load` it would find that out load by load, which takes a third of its time."""
NOTES = (
    '!0 = !{!"branch_weights", i32 1, i32 1000000}',
    "!1 = !{!2, !2, i64 0, i64 1}",  # the last number: constant memory
    '!2 = !{!"slot", !3}',
    '!3 = !{!"work"}',
)
"""Metadata of a module with such functions."""


class ArrayLayout(Protocol):
    """The arrays of a kernel in memory; arrays have the names %in0, …, %out0, … of its arguments."""

    def blocks(self, size: int, lanes: int, most: int) -> list[tuple[int, int]]:
        """Return (first column, number of columns) of the blocks that cover a row."""

    def load(self, text: Writer, pointer: str, size: int, first: int, count: int) -> list[str]:
        """Write the loads of a block of columns and return their names."""

    def store(self, text: Writer, pointer: str, size: int, first: int, columns: list[str], volatile: str = "") -> None:
        """Write the stores of a block of columns."""

    def load_all(self, text: Writer, pointer: str, size: int, to: str) -> None:
        """Write all rows of an array as columns to memory."""

    def store_all(self, text: Writer, pointer: str, size: int, source: str, places: str) -> None:
        """Write columns in memory as the rows of an array."""


@dataclass(frozen=True)
class FunctionStyle:
    """How the functions of a program are written.

    Args:
        name: Start of the names of its pieces and tables.
        layout: Where its arrays are.
        attributes: LLVM's attributes of its pieces.
        together: Number of angles whose sines and cosines are computed together.
        collected: Whether all results are kept in memory and written to the outputs last.
        sparing: Whether the order of the program is one that needs few registers, and outputs, which are apart from
            inputs, are written as soon as possible.
    """

    name: str
    layout: ArrayLayout
    attributes: str
    together: int
    collected: bool = False
    sparing: bool = False


def write_program(text: Writer, program: Program, target: Target, style: FunctionStyle) -> list[str]:
    """Write a program into a function, without its return; return the other functions and tables that it needs."""
    cut = pieces(program, steps(program, style.together), target.pieces)
    if style.sparing and len(cut) == 1:  # another cut would part other products from their sums, which changes bits
        cut = [few_alive(program, cut[0])]
    few = sum(array.size for array in program.outputs) <= MANY
    if len(cut) == 1 and (few or text.lanes == 1) and not style.collected:
        _Whole(text, program, target, style, "" if few else "volatile ").write(cut[0])
        return []
    slots = work(program, cut)
    result_slots = _result_slots(slots)
    functions = [f"{style.name}_{index}" for index in range(len(cut))]
    there = f"align 64 dereferenceable({text.scalar.bytes * text.lanes * slots.size})"  # or no value is loaded again
    parts: list[str] = []
    for function, piece in zip(functions, cut, strict=True):
        heading = f"internal void @{function}(ptr {there} %work) noinline {style.attributes}"
        part = Writer(heading, text.lanes, text.scalar)
        _Piece(part, program, target, slots, result_slots).write(piece)
        part.do("ret void")
        parts.append(part.text())
    return [*parts, _assemble(text, program, functions, slots, style)]


def inline_program(
    text: Writer, program: Program, target: Target, inputs: Mapping[str, Sequence[str]]
) -> list[list[str]]:
    """Write a program into a function and return the names of the entries of each output.

    Args:
        text: The function.
        program: The program; it is not cut into pieces.
        target: The machine.
        inputs: Name of an input → names of the values of its entries.
    """
    made = InstructionWriter(text, program, target, lambda node: _entry(program, node, inputs))
    for step in steps(program, TOGETHER):
        made.write(step)
    return [[made.value(ref) for ref in refs] for refs in program.results]


TOGETHER = 64
"""Angles whose sines and cosines are computed together in one lane."""


def _entry(program: Program, node: int, inputs: Mapping[str, Sequence[str]]) -> str:
    name, index = program.graph.args[node]
    return inputs[name][index]


Store = tuple[int, int, int]
"""A block of an output: number of the output, first column, number of columns."""


class _Whole:
    """A program in one function: inputs are read when first needed, outputs written as soon as possible.

    Outputs that may be the same arrays as inputs are not written before all inputs are read.
    """

    def __init__(self, text: Writer, program: Program, target: Target, style: FunctionStyle, volatile: str) -> None:
        self.text, self.program, self.layout, self.volatile = text, program, style.layout, volatile
        self.steps = InstructionWriter(text, program, target, self._fetch)
        self.unread: set[int] = set()
        if not style.sparing:
            self.unread = {node for node in program.order if program.graph.op[node] is INPUT}
        self.numbers = {array.name: k for k, array in enumerate(program.inputs)}
        self.columns: dict[tuple[int, int], str] = {}

    def _fetch(self, node: int) -> str:
        name, index = self.program.graph.args[node]
        k = self.numbers[name]
        if (k, index) not in self.columns:
            size = self.program.inputs[k].size
            parts = self.layout.blocks(size, self.text.lanes, rows.COLUMNS)
            first, count = next((first, count) for first, count in parts if first <= index < first + count)
            for j, column in enumerate(self.layout.load(self.text, f"%in{k}", size, first, count), first):
                self.columns.setdefault((k, j), column)
        self.unread.discard(node)
        return self.columns[k, index]

    def write(self, todo: list[Step]) -> None:
        """Write the steps and the stores."""
        waiting, missing, ready = self._stores()
        for step in todo:
            for node in self.steps.write(step):
                for store in waiting.get(node, ()):
                    missing[store] -= 1
                    ready += [store] if not missing[store] else []
            if ready and not self.unread:
                self._flush(ready)
                ready = []
        for node in sorted(self.unread):
            self.steps.value(2 * node)
        self._flush(ready)

    def _stores(self) -> tuple[dict[int, list[Store]], dict[Store, int], list[Store]]:
        """Return the stores that wait for a node, the number of nodes that each waits for, and the ready stores."""
        waiting: dict[int, list[Store]] = {}
        missing: dict[Store, int] = {}
        for k, array in enumerate(self.program.outputs):
            for first, count in self.layout.blocks(array.size, self.text.lanes, rows.COLUMNS):
                refs = self.program.results[k][first : first + count]
                nodes = {ref >> 1 for ref in refs if self.program.graph.op[ref >> 1] not in GIVEN}
                missing[k, first, count] = len(nodes)
                for node in nodes:
                    waiting.setdefault(node, []).append((k, first, count))
        return waiting, missing, [store for store, count in missing.items() if not count]

    def _flush(self, stores: list[Store]) -> None:
        for k, first, count in stores:
            columns = [self.steps.value(ref) for ref in self.program.results[k][first : first + count]]
            size = self.program.outputs[k].size
            self.layout.store(self.text, f"%out{k}", size, first, columns, self.volatile)


ResultSlots = dict[int, list[tuple[int, Ref]]]
"""Node → slots of results and the references to the node that they hold."""


def _result_slots(slots: Work) -> ResultSlots:
    """Return the results that are ± each node."""
    results: ResultSlots = {}
    for ref, slot in slots.outputs.items():
        results.setdefault(ref >> 1, []).append((slot, ref))
    return results


class _Piece:
    """A piece of a program as a function on the work array."""

    def __init__(self, text: Writer, program: Program, target: Target, slots: Work, results: ResultSlots) -> None:
        self.text, self.program, self.slots, self.results = text, program, slots, results
        self.steps = InstructionWriter(text, program, target, self._fetch)

    def _fetch(self, node: int) -> str:
        is_input = self.program.graph.op[node] is INPUT
        slot = self.slots.inputs[self.program.graph.args[node]] if is_input else self.slots.passing[node]
        return _load(self.text, slot, CONSTANT)  # no slot is read and written in the same piece

    def write(self, todo: list[Step]) -> None:
        """Write the steps, and the stores of values for later pieces and for the outputs."""
        for step in todo:
            for node in self.steps.write(step):
                if node in self.slots.passing:
                    _store(self.text, self.slots.passing[node], self.steps.value(2 * node))
                for slot, ref in self.results.get(node, ()):
                    _store(self.text, slot, self.steps.value(ref))


def _load(text: Writer, slot: int, note: str = "") -> str:
    return text.load(text.at("%work", slot), note=note)


def _store(text: Writer, slot: int, value: str) -> None:
    """Write a volatile store: LLVM spends seconds on attempts to join thousands of others."""
    text.store(value, text.at("%work", slot), volatile="volatile ")


def _assemble(text: Writer, program: Program, functions: list[str], slots: Work, style: FunctionStyle) -> str:
    """Write the function that copies inputs to the work array, calls the pieces and copies outputs from it.

    Returns the text of its tables: the slot of every entry of an output.
    """
    text.local(text.real, slots.size, align=64, name="%work")
    for k, array in enumerate(program.inputs):
        if array.size:
            style.layout.load_all(text, f"%in{k}", array.size, text.at("%work", slots.inputs[array.name, 0]))
    for function in functions:
        text.do(f"call void @{function}(ptr %work)")
    for ref, slot in slots.outputs.items():
        if program.graph.op[ref >> 1] in GIVEN:
            _store(text, slot, _known_value(text, program, ref, slots))
    tables = []
    for k, array in enumerate(program.outputs):
        if array.size:
            places = ", ".join(f"i32 {slots.outputs[ref]}" for ref in program.results[k])
            name = f"@{style.name}.places{k}"
            tables.append(f"{name} = internal unnamed_addr constant [{array.size} x i32] [{places}]")
            style.layout.store_all(text, f"%out{k}", array.size, "%work", name)
    return "\n".join(tables)


def _known_value(text: Writer, program: Program, ref: Ref, slots: Work) -> str:
    """Return a constant, or an input from the work array."""
    number = program.graph.value(ref)
    if number is not None:
        return text.number(number)
    value = _load(text, slots.inputs[program.graph.args[ref >> 1]])
    return text.negated(value) if ref & 1 else value
