"""LLVM: a program as textual IR, in a module for one state, for a batch or for the lanes of the machine.

    void NAME_one(double *in0, …, double *out0, …)              one state
    void NAME_batch(int64 n, double *in0, …, double *out0, …)   n states, row after row
    void NAME_lanes(double *in0, …, double *out0, …)            one state in each lane, column after column

The batch kernel computes `width` states at a time, one in each lane of the machine's vectors. The remainder of a batch
goes through the same code: its rows are copied to the stack and the last row is repeated. Products may be fused into
sums, nothing else is rearranged: infinities and NaN pass through. In a batch and for one state an output may be the
same array as an input: all of a block is read before any of it is written.
"""

from __future__ import annotations

from types import ModuleType

from armillary.compiler.llvm import columns, rows
from armillary.compiler.llvm.instructions import LIBRARY, Steps
from armillary.compiler.llvm.instructions import library as library_function
from armillary.compiler.llvm.plan import GIVEN, TRIGONOMETRIC, Step, Work, pieces, steps, work
from armillary.compiler.llvm.sincos import library as library_sincos
from armillary.compiler.llvm.target import Target
from armillary.compiler.llvm.writer import Writer
from armillary.compiler.program import Kind, Program
from armillary.expr.graph import INPUT, Op, Ref

TOGETHER = {True: 64, False: 8}
"""Number of angles whose sines and cosines are computed together, for one state (True) and for a block of a batch."""
MANY = 1024
"""Outputs of more entries are collected as columns in memory, which a loop turns into rows: a quarter more run time for
a tenth of LLVM's time (mass matrix of a planar chain of 50 links, Zen 4)."""
CONSTANT = ", !tbaa !1"
"""Memory does not change within the function, so LLVM may load a value again rather than keep it. It needs no order of
such loads and stores; with `!invariant.load` it would find that out load by load, which takes a third of its time."""


def emit(program: Program, target: Target, kind: Kind) -> str:
    """Return the text of a module.

    Args:
        program: The program.
        target: The machine: lanes of its vectors, whether it has a fused multiply-add.
        kind: Whether it computes one state, a batch or a state in each lane.
    """
    if kind != "batch":
        lanes = 1 if kind == "one" else target.width
        parts = [*_kernel(program, kind, lanes, target), *_libraries(program, target, lanes)]
    else:
        parts = [*_kernel(program, "block", target.width, target), *_libraries(program, target, target.width)]
        parts += [_batch(program, target), _pad()]
    bits = 64 * target.width
    # Vectors spilled onto a stack that is aligned to half a vector cross cache lines, which takes a third more time.
    # A single state has few of them, and aligning the stack of each call would cost more.
    widths = f'"prefer-vector-width"="{bits}" "min-legal-vector-width"="{bits}"'
    parts += [
        f'attributes #0 = {{ nounwind "stackrealign" {widths} }}',
        f"attributes #1 = {{ nounwind {widths} }}",
        '!0 = !{!"branch_weights", i32 1, i32 1000000}',
        "!1 = !{!2, !2, i64 0, i64 1}",  # the last number: constant memory
        '!2 = !{!"slot", !3}',
        '!3 = !{!"work"}',
        "",
    ]
    return "\n\n".join(parts)


def names(program: Program) -> list[tuple[str, int]]:
    """Return (name, size) of the arrays in the order of the arguments."""
    given = [(f"in{k}", array.size) for k, array in enumerate(program.inputs)]
    return given + [(f"out{k}", array.size) for k, array in enumerate(program.outputs)]


def _pointers(program: Program) -> str:
    return ", ".join(f"ptr %{name}" for name, _ in names(program))


def _kernel(program: Program, kind: str, lanes: int, target: Target) -> list[str]:
    """Return the function that computes `lanes` states at once, and its pieces if it is long."""
    cut = pieces(program, steps(program, TOGETHER[lanes == 1]))
    group = "#1" if lanes == 1 else "#0"
    internal, attributes = ("internal ", f"noinline {group}") if kind == "block" else ("", group)
    layout = columns if kind == "lanes" else rows
    heading = f"{internal}void @{program.name}_{kind}({_pointers(program)}) {attributes}"
    text = Writer(heading, lanes)
    extra: list[str] = []
    few = sum(array.size for array in program.outputs) <= MANY
    if len(cut) == 1 and (few or lanes == 1):
        _Whole(text, program, target, layout, "" if few else "volatile ").write(cut[0])
    else:
        slots = work(program, cut)
        wanted = _wanted(slots)
        functions = [f"{program.name}_{kind}_{index}" for index in range(len(cut))]
        there = f"align 64 dereferenceable({8 * lanes * slots.size})"  # or no value is loaded again
        for function, piece in zip(functions, cut, strict=True):
            part = Writer(f"internal void @{function}(ptr {there} %work) noinline {group}", lanes)
            _Piece(part, program, target, slots, wanted).write(piece)
            part.do("ret void")
            extra.append(part.text())
        extra.append(_assemble(text, program, functions, slots, layout))
    text.do("ret void")
    return [*extra, text.text()]


Store = tuple[int, int, int]
"""A block of an output: number of the output, first column, number of columns."""


class _Whole:
    """A program in one function: inputs are read when first needed, outputs written as soon as possible."""

    def __init__(self, text: Writer, program: Program, target: Target, layout: ModuleType, volatile: str) -> None:
        self.text, self.program, self.layout, self.volatile = text, program, layout, volatile
        self.steps = Steps(text, program, target, self._fetch)
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
            found = [self.steps.value(ref) for ref in self.program.results[k][first : first + count]]
            size = self.program.outputs[k].size
            self.layout.store(self.text, f"%out{k}", size, first, found, self.volatile)


Wanted = dict[int, list[tuple[int, Ref]]]
"""Node → slots of results and the references to the node that they hold."""


def _wanted(slots: Work) -> Wanted:
    """Return the results that are ± each node."""
    wanted: Wanted = {}
    for ref, slot in slots.outputs.items():
        wanted.setdefault(ref >> 1, []).append((slot, ref))
    return wanted


class _Piece:
    """A piece of a program as a function on the work array."""

    def __init__(self, text: Writer, program: Program, target: Target, slots: Work, wanted: Wanted) -> None:
        self.text, self.program, self.slots, self.wanted = text, program, slots, wanted
        self.steps = Steps(text, program, target, self._fetch)

    def _fetch(self, node: int) -> str:
        given = self.program.graph.op[node] is INPUT
        slot = self.slots.inputs[self.program.graph.args[node]] if given else self.slots.passing[node]
        return _load(self.text, slot, CONSTANT)  # no slot is read and written in the same piece

    def write(self, todo: list[Step]) -> None:
        """Write the steps, and the stores of values for later pieces and for the outputs."""
        for step in todo:
            for node in self.steps.write(step):
                if node in self.slots.passing:
                    _store(self.text, self.slots.passing[node], self.steps.value(2 * node))
                for slot, ref in self.wanted.get(node, ()):
                    _store(self.text, slot, self.steps.value(ref))


def _load(text: Writer, slot: int, note: str = "") -> str:
    return text.load(text.at("%work", slot), note=note)


def _store(text: Writer, slot: int, value: str) -> None:
    """Write a volatile store: LLVM spends seconds on attempts to join thousands of others."""
    text.store(value, text.at("%work", slot), volatile="volatile ")


def _assemble(text: Writer, program: Program, functions: list[str], slots: Work, layout: ModuleType) -> str:
    """Write the function that copies inputs to the work array, calls the pieces and copies outputs from it.

    Returns the text of its tables: the slot of every entry of an output.
    """
    text.local(text.real, slots.size, align=64, name="%work")
    for k, array in enumerate(program.inputs):
        if array.size:
            layout.load_all(text, f"%in{k}", array.size, text.at("%work", slots.inputs[array.name, 0]))
    for function in functions:
        text.do(f"call void @{function}(ptr %work)")
    for ref, slot in slots.outputs.items():
        if program.graph.op[ref >> 1] in GIVEN:
            _store(text, slot, _given(text, program, ref, slots))
    tables = []
    for k, array in enumerate(program.outputs):
        if array.size:
            places = ", ".join(f"i32 {slots.outputs[ref]}" for ref in program.results[k])
            name = f"@{program.name}.{text.lanes}.places{k}"
            tables.append(f"{name} = internal unnamed_addr constant [{array.size} x i32] [{places}]")
            layout.store_all(text, f"%out{k}", array.size, "%work", name)
    return "\n".join(tables)


def _given(text: Writer, program: Program, ref: Ref, slots: Work) -> str:
    """Return a constant, or an input from the work array."""
    value = program.graph.value(ref)
    if value is not None:
        return text.number(value)
    given = _load(text, slots.inputs[program.graph.args[ref >> 1]])
    return text.negated(given) if ref & 1 else given


def _batch(program: Program, target: Target) -> str:
    """Return the loop over the blocks of a batch."""
    arrays, given, width = names(program), len(program.inputs), target.width
    text = Writer(f"void @{program.name}_batch(i64 %n, {_pointers(program)}) #0")
    for name, size in arrays:
        text.local("double", max(width * size, 1), align=64, name=f"%tail.{name}")
    text.branch(text.let("icmp sgt i64 %n, 0"), "loop", "end")
    text.begin("loop")
    text.let("phi i64 [ 0, %entry ], [ %next, %last ]", "%i")
    text.let("sub i64 %n, %i", "%left")
    text.let(f"icmp sge i64 %left, {width}", "%whole")
    for name, size in arrays:
        text.let(f"getelementptr double, ptr %{name}, i64 {text.let(f'mul i64 %i, {size}')}", f"%at.{name}")
    text.branch("%whole", "run", "pad")
    text.begin("pad")
    for name, size in arrays[:given]:
        text.do(f"call void @pad(ptr %tail.{name}, ptr %at.{name}, i64 %left, i64 {size}, i64 {width})")
    text.jump("run")
    text.begin("run")
    for name, _ in arrays:
        text.let(f"phi ptr [ %at.{name}, %loop ], [ %tail.{name}, %pad ]", f"%run.{name}")
    text.do(f"call void @{program.name}_block({', '.join(f'ptr %run.{name}' for name, _ in arrays)})")
    text.branch("%whole", "last", "rest")
    text.begin("rest")
    for name, size in arrays[given:]:
        text.do(f"call void @pad(ptr %at.{name}, ptr %tail.{name}, i64 %left, i64 {size}, i64 %left)")
    text.jump("end")
    text.begin("last")
    text.let(f"add i64 %i, {width}", "%next")
    text.branch(text.let("icmp slt i64 %next, %n"), "loop", "end")
    text.begin("end")
    text.do("ret void")
    return text.text()


def _pad() -> str:
    """Return the function that copies rows and repeats the last one up to a wanted number."""
    heading = "internal void @pad(ptr %to, ptr %from, i64 %given, i64 %size, i64 %wanted) noinline #0"
    text = Writer(heading)
    known, end = text.let("mul i64 %given, %size"), text.let("mul i64 %wanted, %size")
    text.jump("entries")
    text.begin("entries")
    text.let("phi i64 [ 0, %entry ], [ %next, %copy ]", "%i")
    text.branch(text.let(f"icmp ult i64 %i, {end}"), "copy", "done")
    text.begin("copy")
    before = text.let("sub i64 %i, %size")
    source, repeated = text.at("%from", "%i"), text.at("%to", before)
    there = text.let(f"icmp ult i64 %i, {known}")
    value = text.load(text.let(f"select i1 {there}, ptr {source}, ptr {repeated}"))
    text.store(value, text.at("%to", "%i"))
    text.let("add i64 %i, 1", "%next")
    text.jump("entries")
    text.begin("done")
    text.do("ret void")
    return text.text()


def _libraries(program: Program, target: Target, lanes: int) -> list[str]:
    """Return the functions of the C library that the program needs."""
    used = {program.graph.op[node] for node in program.order}
    parts = []
    if used.intersection(TRIGONOMETRIC):
        parts.append(library_sincos(target.width, target.fused))
        parts += [f"declare double @armillary_{name}(double)" for name in ("sin", "cos")]
    for op, name in LIBRARY.items():
        if op in used:
            arguments = 2 if op is Op.ATAN2 else 1
            parts.append(library_function(name, arguments, lanes))
            parts.append(f"declare double @armillary_{name}({', '.join(['double'] * arguments)})")
    return parts
