"""LLVM: a program as textual IR, in a module for one state, for a batch or for the lanes of the machine.

    void NAME_one(double *in0, …, double *out0, …)                          one state
    void NAME_batch(int64 n, double *in0, …, double *out0, …)               n states, row after row
    void NAME_columns(int64 n, int64 *strides, double *in0, …, double *out0, …)   n states, column after column
    void NAME_lanes(double *in0, …, double *out0, …)                        one state in each lane, (size, lanes)

The kernels for batches compute `width` states at a time, one in each lane of the machine's vectors. The last `width`
states of a batch are a block too, whose first states may have been computed in the block before it. A batch of less
than `width` states is copied to the stack, where its first state fills the other lanes. So a state gets the same bits
wherever it is in a batch.

In column order (Fortran's) the states follow each other, and `strides` has the numbers between two columns of each
array. Columns are numbered in Fortran's order, too: those of a matrix go down its columns.

Products may be fused into sums, nothing else is rearranged: infinities and NaN pass through. For one state on a CPU an
output may be the same array as an input; arrays of a batch and of a GPU are apart from each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from armillary.compiler.llvm import rows
from armillary.compiler.llvm.body import NOTES, ArrayLayout, FunctionStyle, write_program
from armillary.compiler.llvm.columns import Columns
from armillary.compiler.llvm.libraries import libraries
from armillary.compiler.llvm.target import Target
from armillary.compiler.llvm.writer import Writer
from armillary.compiler.program import Kind, Program, without_collections

TOGETHER = {True: 64, False: 8}
"""Number of angles whose sines and cosines are computed together, for one state (True) and for a block of a batch."""
CACHE_PERIOD = 4096
"""Distance of numbers that compete for the same lines of the first cache [bytes]."""
STAGE = 24 * 1024
"""Greatest size of outputs that wait on the stack [bytes]: they stay in the first cache."""
FEW = 8
"""Entries of outputs that find a line each in the first cache."""


@without_collections()
def emit(program: Program, target: Target, kind: Kind) -> str:
    """Return the text of a module.

    Args:
        program: The program.
        target: The machine: lanes of its vectors, whether it has a fused multiply-add.
        kind: Whether it computes one state, a batch in row or in column order, or a state in each lane.
    """
    lanes = 1 if kind == "one" else target.width
    match kind:
        case "one":
            parts = function_text(program, kind, lanes, target)
        case "lanes":
            parts = function_text(program, kind, lanes, target, Columns(strided=False))
        case "batch":
            parts = [*function_text(program, "block", lanes, target), _batch(program, target, []), *_pad_rows(target)]
        case "columns":
            strides = [f"%{name}.stride" for name, _ in names(program)]
            parts = function_text(column_by_column(program), "block", lanes, target, Columns(strided=True), strides)
            parts = [*parts, _batch(program, target, strides), *_pad_columns(target), *_staged(program, target)]
    parts += libraries(program, target, lanes)
    bits = 8 * target.scalar.bytes * target.width
    # Vectors spilled onto a stack that is aligned to half a vector cross cache lines, which takes a third more time.
    # A single state has few of them, and aligning the stack of each call would cost more.
    widths = f'"prefer-vector-width"="{bits}" "min-legal-vector-width"="{bits}"'
    parts += [
        f'attributes #0 = {{ nounwind "stackrealign" {widths} }}',
        f"attributes #1 = {{ nounwind {widths} }}",
        *NOTES,
        "",
    ]
    return "\n\n".join(parts)


def names(program: Program) -> list[tuple[str, int]]:
    """Return (name, size) of the arrays in the order of the arguments."""
    inputs = [(f"in{k}", array.size) for k, array in enumerate(program.inputs)]
    return inputs + [(f"out{k}", array.size) for k, array in enumerate(program.outputs)]


def _pointers(program: Program) -> str:
    return ", ".join(f"ptr %{name}" for name, _ in names(program))


def column_by_column(program: Program) -> Program:
    """Return a program whose outputs are numbered in Fortran's order."""
    orders = [np.arange(port.size).reshape(port.shape).ravel(order="F") for port in program.outputs]
    pairs = zip(program.results, orders, strict=True)
    return replace(program, results=tuple(tuple(refs[k] for k in order) for refs, order in pairs))


def function_text(
    program: Program,
    kind: str,
    lanes: int,
    target: Target,
    layout: ArrayLayout = rows,
    strides: Sequence[str] = (),
) -> list[str]:
    """Return the function that computes `lanes` states at once, and its pieces if it is long.

    On a GPU its outputs are apart from its inputs.

    Args:
        program: The program.
        kind: End of the function's name.
        lanes: Number of states.
        target: The machine.
        layout: The layout of its arrays.
        strides: Names of arguments after the arrays, integers that the layout uses.
    """
    group = "#1" if lanes == 1 else "#0"
    internal, attributes = ("internal ", f"noinline {group}") if kind == "block" else ("", group)
    parameters = ", ".join([_pointers(program), *(f"i64 {stride}" for stride in strides)])
    heading = f"{internal}void @{program.name}_{kind}({parameters}) {attributes}"
    text = Writer(heading, lanes, target.scalar)
    sparing = target.arithmetic == "gpu"
    style = FunctionStyle(f"{program.name}_{kind}", layout, group, TOGETHER[lanes == 1], sparing=sparing)
    extra = write_program(text, program, target, style)
    text.do("ret void")
    return [*extra, text.text()]


def _batch(program: Program, target: Target, strides: list[str]) -> str:
    """Return the loop over the blocks of a batch in row order, or with names of strides in column order."""
    arrays, width, strided = names(program), target.width, bool(strides)
    kind, numbers = ("direct", "i64 %n, ptr %strides") if strided else ("batch", "i64 %n")
    heading = f"{'internal ' if strided else ''}void @{program.name}_{kind}({numbers}, {_pointers(program)})"
    text = Writer(f"{heading} {'noinline ' if strided else ''}#0", scalar=target.scalar)
    for k, stride in enumerate(strides):
        text.let(f"load i64, ptr {text.at('%strides', k, 'i64')}", stride)

    def block(pointers: list[str], steps: list[str]) -> None:
        listed = ", ".join([*(f"ptr {pointer}" for pointer in pointers), *(f"i64 {step}" for step in steps)])
        text.do(f"call void @{program.name}_block({listed})")

    text.let(f"sub i64 %n, {width}", "%last")
    text.branch(text.let("icmp sgt i64 %n, 0"), "some", "end")
    text.begin("some")
    text.branch(text.let("icmp slt i64 %last, 0"), "few" if width > 1 else "end", "loop")
    text.begin("loop")
    text.let("phi i64 [ 0, %some ], [ %next, %loop ]", "%i")
    first = ["%i" if strided else text.let(f"mul i64 %i, {size}") for _, size in arrays]
    pairs = zip(arrays, first, strict=True)
    block([text.at(f"%{name}", index, text.real) for (name, _), index in pairs], strides)
    text.let(f"add i64 %i, {width}", "%after")
    # The last block may begin within the block before it: states computed twice get the same bits.
    text.let("call i64 @llvm.smin.i64(i64 %after, i64 %last)", "%next")
    text.branch(text.let("icmp slt i64 %after, %n"), "loop", "end")
    if width > 1:
        text.begin("few")
        for name, size in arrays:
            text.local(text.real, max(width * size, 1), align=64, name=f"%few.{name}")
        count = len(program.inputs)
        inputs, outputs = ([array for array in some if array[1]] for some in (arrays[:count], arrays[count:]))
        for name, size in inputs:
            steps = f"i64 {width}, i64 %{name}.stride, " if strided else ""
            text.do(f"call void @pad(ptr %few.{name}, ptr %{name}, {steps}i64 %n, i64 {size}, i64 {width})")
        block([f"%few.{name}" for name, _ in arrays], [str(width)] * len(strides))
        for name, size in outputs:
            steps = f"i64 %{name}.stride, i64 {width}, " if strided else ""
            text.do(f"call void @pad(ptr %{name}, ptr %few.{name}, {steps}i64 %n, i64 {size}, i64 %n)")
        text.jump("end")
    text.begin("end")
    text.do("ret void")
    return text.text()


def _staged(program: Program, target: Target) -> list[str]:
    """Return the function for batches in columns, which keeps columns out of each other's way in the cache.

    With a stride of `CACHE_PERIOD` bytes or a multiple, the same rows of all columns share the same few lines of the
    first cache, and each store would evict another. Then the outputs of some states at a time go to the stack and from
    there column by column to their arrays.
    """
    arrays, width, scalar = names(program), target.width, target.scalar
    count = len(program.inputs)
    heading = f"void @{program.name}_columns(i64 %n, ptr %strides, {_pointers(program)})"
    text = Writer(f"{heading} #0", width, scalar)
    outputs = [(k, *array) for k, array in enumerate(arrays) if k >= count]
    entries = sum(size for _, _, size in outputs)
    states = min(STAGE // (scalar.bytes * max(entries, 1)), 8 * width) // width * width
    direct = f"call void @{program.name}_direct"
    if entries > FEW and states > width > 1:
        bad = "false"
        strides = {k: text.load(text.at("%strides", k, "i64"), "i64") for k in range(len(arrays))}
        for k, _, _ in outputs:
            offset = text.let(f"and i64 {strides[k]}, {CACHE_PERIOD // scalar.bytes - 1}")
            bad = text.let(f"or i1 {bad}, {text.let(f'icmp eq i64 {offset}, 0')}")
        some = text.let(f"and i1 {bad}, {text.let('icmp sgt i64 %n, 0')}")
        text.branch(some, "staged", "at_once")
        text.begin("staged")
        places = text.local("i64", len(arrays))
        for k, stride in strides.items():
            text.store(stride if k < count else states, text.at(places, k, "i64"), "i64")
        stages = {name: text.local(scalar.name, states * size, align=64) for _, name, size in outputs}
        with text.counted("%n", states) as i:
            left = text.let(f"call i64 @llvm.smin.i64(i64 {text.let(f'sub i64 %n, {i}')}, i64 {states})")
            inputs = [text.at(f"%{name}", i, scalar.name) for name, _ in arrays[:count]]
            listed = ", ".join(f"ptr {pointer}" for pointer in (*inputs, *stages.values()))
            text.do(f"{direct}(i64 {left}, ptr {places}, {listed})")
            for k, name, size in outputs:
                with text.counted(size, 1) as j:
                    source = text.at(stages[name], text.let(f"mul i64 {j}, {states}"), scalar.name)
                    column = text.let(f"add i64 {i}, {text.let(f'mul i64 {j}, {strides[k]}')}")
                    to = text.at(f"%{name}", column, scalar.name)
                    with text.counted(left, width) as state:
                        mask = _first(text, text.let(f"sub i64 {left}, {state}"))
                        value = _masked_load(text, text.at(source, state, scalar.name), mask, "poison")
                        _masked_store(text, value, text.at(to, state, scalar.name), mask)
        text.do("ret void")
        text.begin("at_once")
    text.do(f"{direct}(i64 %n, ptr %strides, {_pointers(program)})")
    text.do("ret void")
    return [text.text()]


def _pad_rows(target: Target) -> list[str]:
    """Return the function that copies n rows, and the first row again up to the desired number of rows."""
    if target.width == 1:  # every batch is whole blocks
        return []
    heading = "internal void @pad(ptr %to, ptr %from, i64 %n, i64 %size, i64 %desired) noinline #0"
    text = Writer(heading, target.width, target.scalar)
    with text.counted("%desired", 1) as row:
        known = text.let(f"icmp ult i64 {row}, %n")
        source = text.let(f"select i1 {known}, i64 {row}, i64 0")
        begins = [text.let(f"mul i64 {index}, %size") for index in (source, row)]
        origin, to = (
            text.at(at, begin, target.scalar.name) for at, begin in zip(("%from", "%to"), begins, strict=True)
        )
        with text.counted("%size", target.width) as j:
            mask = _first(text, text.let(f"sub i64 %size, {j}"))
            value = _masked_load(text, text.at(origin, j, target.scalar.name), mask, "poison")
            _masked_store(text, value, text.at(to, j, target.scalar.name), mask)
    text.do("ret void")
    return [text.text(), *_declared(target)]


def _pad_columns(target: Target) -> list[str]:
    """Return the function that copies n states of each column, and the first state up to the desired number of them."""
    if target.width == 1:  # every batch is whole blocks
        return []
    parameters = "ptr %to, ptr %from, i64 %to.stride, i64 %from.stride, i64 %n, i64 %size, i64 %desired"
    text = Writer(f"internal void @pad({parameters}) noinline #0", target.width, target.scalar)
    known, desired = _first(text, "%n"), _first(text, "%desired")
    with text.counted("%size", 1) as j:
        origin, to = (
            text.at(f"%{end}", text.let(f"mul i64 {j}, %{end}.stride"), target.scalar.name) for end in ("from", "to")
        )
        value = _masked_load(text, origin, known, text.splat(text.load(origin, target.scalar.name)))
        _masked_store(text, value, to, desired)
    text.do("ret void")
    return [text.text(), *_declared(target)]


def _first(text: Writer, count: str) -> str:
    """Return a mask of the first lanes; `count` is an i64."""
    element, whole = text.scalar.integer, text.integer
    short = count if element == "i64" else text.let(f"trunc i64 {count} to {element}")
    places = ", ".join(f"{element} {k}" for k in range(text.lanes))
    first = text.let(f"insertelement {whole} poison, {element} {short}, i64 0")
    counts = text.let(f"shufflevector {whole} {first}, {whole} poison, <{text.lanes} x i32> zeroinitializer")
    return text.let(f"icmp ult {whole} <{places}>, {counts}")


def _masked_load(text: Writer, pointer: str, mask: str, other: str) -> str:
    """Return the numbers at an address in the lanes of a mask, and another value in the other lanes."""
    address = f"ptr {pointer}, i32 {text.scalar.bytes}, {text.truth} {mask}"
    return text.let(f"call {text.real} @llvm.masked.load.{text.suffix}.p0({address}, {text.real} {other})")


def _masked_store(text: Writer, value: str, pointer: str, mask: str) -> None:
    """Write the lanes of a mask to an address."""
    address = f"ptr {pointer}, i32 {text.scalar.bytes}, {text.truth} {mask}"
    text.do(f"call void @llvm.masked.store.{text.suffix}.p0({text.real} {value}, {address})")


def _declared(target: Target) -> list[str]:
    """Return the declarations of masked loads and stores: newer versions of LLVM rewrite those that are declared."""
    text = Writer("", target.width, target.scalar)
    return [
        f"declare {text.real} @llvm.masked.load.{text.suffix}.p0(ptr, i32, {text.truth}, {text.real})",
        f"declare void @llvm.masked.store.{text.suffix}.p0({text.real}, ptr, i32, {text.truth})",
    ]
