"""LLVM: a program as textual IR with two entry points, for one state and for a batch.

    void NAME_one(double *in0, …, double *out0, …)              one state
    void NAME_batch(int64 n, double *in0, …, double *out0, …)   n states, row after row

The batch kernel computes `width` states at a time, one in each lane of the machine's vectors. What is
left of a batch goes through the same code: its rows are copied to the stack and the last one is repeated.
Products may be fused into sums, nothing else is rearranged: an infinity or a NaN passes through.
An output may be the very array of an input: nothing of a block is written before all of it is read.
"""

from __future__ import annotations

from armillary.compiler.llvm import rows
from armillary.compiler.llvm.instructions import LIBRARY, Body
from armillary.compiler.llvm.instructions import library as library_function
from armillary.compiler.llvm.plan import GIVEN, TRIGONOMETRIC, Step, Work, pieces, steps, work
from armillary.compiler.llvm.sincos import library as library_sincos
from armillary.compiler.llvm.text import Text
from armillary.compiler.program import Program
from armillary.expr.graph import Op, Ref

TOGETHER = {True: 64, False: 8}
"""Angles whose sines and cosines are computed together, for one state and for a block of a batch."""
COLUMNS = 4
"""Columns of an array that are turned into lanes and back together."""


CONSTANT = ", !invariant.load !1"
"""A note that memory does not change within the function, so that LLVM may load it again rather than keep it."""


def emit(program: Program, width: int, fused: bool = True) -> str:
    """Return the text of a module.

    Args:
        program: What to compute.
        width: Lanes of a vector: 1, 2, 4 or 8.
        fused: Whether the machine has a fused multiply-add.
    """
    parts = [*_kernel(program, "one", 1, width, fused)]
    if width > 1:
        parts += _kernel(program, "block", width, width, fused)
    parts += [_batch(program, width), PAD, *_libraries(program, width, fused)]
    vectors = f'"prefer-vector-width"="{64 * width}" "min-legal-vector-width"="{64 * width}"'
    parts += [
        f"attributes #0 = {{ nounwind {vectors} }}",
        '!0 = !{!"branch_weights", i32 1, i32 1000000}',
        "!1 = !{}",
        "",
    ]
    return "\n\n".join(parts)


def names(program: Program) -> list[tuple[str, int]]:
    """Return (name, size) of the arrays in the order of the arguments."""
    given = [(f"in{k}", array.size) for k, array in enumerate(program.inputs)]
    return given + [(f"out{k}", array.size) for k, array in enumerate(program.outputs)]


def _define(heading: str, text: Text, attributes: str = "#0") -> str:
    return "\n".join([f"define {heading} {attributes} {{", *text.lines, "}"])


def _pointers(program: Program) -> str:
    return ", ".join(f"ptr %{name}" for name, _ in names(program))


def _kernel(program: Program, kind: str, lanes: int, width: int, fused: bool) -> list[str]:
    """Return the function that computes `lanes` states at once, and its pieces if it is long."""
    cut = pieces(steps(program, TOGETHER[lanes == 1]))
    text = Text(lanes)
    extra: list[str] = []
    if len(cut) == 1:
        _Whole(text, program, width, fused).write(cut[0])
    else:
        slots = work(program, cut)
        for index, piece in enumerate(cut):
            part = Text(lanes)
            _Piece(part, program, width, fused, slots).write(piece)
            part.do("ret void")
            heading = f"internal void @{program.name}_{kind}_{index}(ptr %work)"
            extra.append(_define(heading, part, "noinline #0"))
        _assemble(text, program, [f"{program.name}_{kind}_{index}" for index in range(len(cut))], slots)
    text.do("ret void")
    internal, attributes = ("", "#0") if kind == "one" else ("internal ", "noinline #0")
    return [*extra, _define(f"{internal}void @{program.name}_{kind}({_pointers(program)})", text, attributes)]


class _Whole:
    """A program in one function: inputs are read when first needed, outputs written as soon as they may be."""

    def __init__(self, text: Text, program: Program, width: int, fused: bool) -> None:
        self.text, self.program = text, program
        self.body = Body(text, program, width, fused, self._fetch)
        self.unread = {node for node in program.order if program.graph.op[node] is Op.INPUT}
        self.numbers = {array.name: k for k, array in enumerate(program.inputs)}
        self.columns: dict[tuple[int, int], str] = {}

    def _fetch(self, node: int) -> str:
        name, index = self.program.graph.args[node]
        k = self.numbers[name]
        if (k, index) not in self.columns:
            size = self.program.inputs[k].size
            parts = rows.blocks(size, self.text.lanes, COLUMNS)
            first, count = next((first, count) for first, count in parts if first <= index < first + count)
            for j, column in enumerate(rows.load(self.text, f"%in{k}", size, first, count), first):
                self.columns.setdefault((k, j), column)
        self.unread.discard(node)
        return self.columns[k, index]

    def write(self, todo: list[Step]) -> None:
        """Write the steps and the stores."""
        waiting, missing, ready = self._stores()
        for step in todo:
            for node in self.body.write(step):
                for store in waiting.get(node, ()):
                    missing[store] -= 1
                    ready += [store] if not missing[store] else []
            if ready and not self.unread:
                self._flush(ready)
                ready = []
        for node in sorted(self.unread):
            self.body.value(2 * node)
        self._flush(ready)

    def _stores(
        self,
    ) -> tuple[dict[int, list[tuple[int, int, int]]], dict[tuple[int, int, int], int], list[tuple[int, int, int]]]:
        """Return the blocks of outputs that wait for a node, how many nodes each waits for, and which for none."""
        waiting: dict[int, list[tuple[int, int, int]]] = {}
        missing: dict[tuple[int, int, int], int] = {}
        for k, array in enumerate(self.program.outputs):
            for first, count in rows.blocks(array.size, self.text.lanes, COLUMNS):
                refs = self.program.results[k][first : first + count]
                nodes = {ref >> 1 for ref in refs if self.program.graph.op[ref >> 1] not in GIVEN}
                missing[k, first, count] = len(nodes)
                for node in nodes:
                    waiting.setdefault(node, []).append((k, first, count))
        return waiting, missing, [store for store, count in missing.items() if not count]

    def _flush(self, stores: list[tuple[int, int, int]]) -> None:
        for k, first, count in stores:
            columns = [self.body.value(ref) for ref in self.program.results[k][first : first + count]]
            rows.store(self.text, f"%out{k}", self.program.outputs[k].size, first, columns)


class _Piece:
    """A part of a program in a function of its own, on the work array."""

    def __init__(self, text: Text, program: Program, width: int, fused: bool, slots: Work) -> None:
        self.text, self.program, self.slots = text, program, slots
        self.body = Body(text, program, width, fused, self._fetch)
        self.wanted: dict[int, list[tuple[int, Ref]]] = {}
        for (k, j), slot in slots.outputs.items():
            ref = program.results[k][j]
            self.wanted.setdefault(ref >> 1, []).append((slot, ref))

    def _fetch(self, node: int) -> str:
        given = self.program.graph.op[node] is Op.INPUT
        slot = self.slots.inputs[self.program.graph.args[node]] if given else self.slots.passing[node]
        return _load(self.text, slot, CONSTANT)  # no slot is read and written in the same piece

    def write(self, todo: list[Step]) -> None:
        """Write the steps, and the stores of what later pieces or the outputs need."""
        for step in todo:
            for node in self.body.write(step):
                if node in self.slots.passing:
                    _store(self.text, self.slots.passing[node], self.body.value(2 * node))
                for slot, ref in self.wanted.get(node, ()):
                    _store(self.text, slot, self.body.value(ref))


def _load(text: Text, slot: int, note: str = "") -> str:
    place = text.let(f"getelementptr {text.double}, ptr %work, i64 {slot}")
    return text.let(f"load {text.double}, ptr {place}{note}")


def _store(text: Text, slot: int, value: str) -> None:
    """Write a store that LLVM leaves alone: it spends seconds on joining thousands of them, and cannot."""
    place = text.let(f"getelementptr {text.double}, ptr %work, i64 {slot}")
    text.do(f"store volatile {text.double} {value}, ptr {place}")


def _assemble(text: Text, program: Program, functions: list[str], slots: Work) -> None:
    """Write the function that brings inputs into the work array, calls the pieces and takes outputs from it."""
    text.do(f"%work = alloca [{slots.size} x {text.double}], align 64")
    for k, array in enumerate(program.inputs):
        for first, count in rows.blocks(array.size, text.lanes, COLUMNS):
            for j, column in enumerate(rows.load(text, f"%in{k}", array.size, first, count), first):
                _store(text, slots.inputs[array.name, j], column)
    for function in functions:
        text.do(f"call void @{function}(ptr %work)")
    for k, array in enumerate(program.outputs):
        for first, count in rows.blocks(array.size, text.lanes, COLUMNS):
            columns = [_result(text, program, k, j, slots) for j in range(first, first + count)]
            rows.store(text, f"%out{k}", array.size, first, columns)


def _result(text: Text, program: Program, k: int, j: int, slots: Work) -> str:
    """Return an entry of an output after all pieces have run."""
    ref, graph = program.results[k][j], program.graph
    value = graph.value(ref)
    if value is not None:
        return text.number(value)
    if graph.op[ref >> 1] is not Op.INPUT:
        return _load(text, slots.outputs[k, j])
    given = _load(text, slots.inputs[graph.args[ref >> 1]])
    return text.let(f"fneg {text.double} {given}") if ref & 1 else given


def _batch(program: Program, width: int) -> str:
    """Return the loop over the blocks of a batch."""
    arrays, given = names(program), len(program.inputs)
    block = f"{program.name}_{'block' if width > 1 else 'one'}"
    text = Text(1)
    for name, size in arrays:
        text.do(f"%tail.{name} = alloca [{max(width * size, 1)} x double], align 64")
    text.do("%some = icmp sgt i64 %n, 0")
    text.do("br i1 %some, label %loop, label %end")
    text.begin("loop")
    text.do("%i = phi i64 [ 0, %entry ], [ %next, %last ]")
    text.do("%left = sub i64 %n, %i")
    text.do(f"%whole = icmp sge i64 %left, {width}")
    for name, size in arrays:
        offset = text.let(f"mul i64 %i, {size}")
        text.do(f"%at.{name} = getelementptr double, ptr %{name}, i64 {offset}")
    text.do("br i1 %whole, label %run, label %pad")
    text.begin("pad")
    for name, size in arrays[:given]:
        text.do(f"call void @pad(ptr %tail.{name}, ptr %at.{name}, i64 %left, i64 {size}, i64 {width})")
    text.do("br label %run")
    text.begin("run")
    for name, _ in arrays:
        text.do(f"%run.{name} = phi ptr [ %at.{name}, %loop ], [ %tail.{name}, %pad ]")
    text.do(f"call void @{block}({', '.join(f'ptr %run.{name}' for name, _ in arrays)})")
    text.do("br i1 %whole, label %last, label %rest")
    text.begin("rest")
    for name, size in arrays[given:]:
        text.do(f"call void @pad(ptr %at.{name}, ptr %tail.{name}, i64 %left, i64 {size}, i64 %left)")
    text.do("br label %end")
    text.begin("last")
    text.do(f"%next = add i64 %i, {width}")
    text.do("%more = icmp slt i64 %next, %n")
    text.do("br i1 %more, label %loop, label %end")
    text.begin("end")
    text.do("ret void")
    return _define(f"void @{program.name}_batch(i64 %n, {_pointers(program)})", text)


PAD = """define internal void @pad(ptr %to, ptr %from, i64 %given, i64 %size, i64 %wanted) noinline #0 {
entry:                                         ; copies rows, and the last one again until there are enough
  %known = mul i64 %given, %size
  %end = mul i64 %wanted, %size
  br label %entries
entries:
  %i = phi i64 [ 0, %entry ], [ %next, %copy ]
  %more = icmp ult i64 %i, %end
  br i1 %more, label %copy, label %done
copy:
  %before = sub i64 %i, %size
  %source = getelementptr double, ptr %from, i64 %i
  %repeated = getelementptr double, ptr %to, i64 %before
  %there = icmp ult i64 %i, %known
  %place = select i1 %there, ptr %source, ptr %repeated
  %x = load double, ptr %place
  %target = getelementptr double, ptr %to, i64 %i
  store double %x, ptr %target
  %next = add i64 %i, 1
  br label %entries
done:
  ret void
}"""


def _libraries(program: Program, width: int, fused: bool) -> list[str]:
    """Return the functions that call the C library, those that the program needs."""
    used = {program.graph.op[node] for node in program.order}
    parts = []
    if used.intersection(TRIGONOMETRIC):
        parts += [library_sincos(width, fused), "declare double @armillary_sin(double)"]
        parts += ["declare double @armillary_cos(double)"]
    for op, name in LIBRARY.items():
        if op in used:
            arguments = 2 if op is Op.ATAN2 else 1
            parts += [library_function(name, arguments, lanes) for lanes in sorted({1, width})]
            parts += [f"declare double @armillary_{name}({', '.join(['double'] * arguments)})"]
    return parts
