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

from armillary.compiler.llvm import columns, rows
from armillary.compiler.llvm.body import NOTES, ArrayLayout, FunctionStyle, write_program
from armillary.compiler.llvm.libraries import libraries
from armillary.compiler.llvm.target import Target
from armillary.compiler.llvm.writer import Scalar, Writer
from armillary.compiler.program import Kind, Program, without_collections

TOGETHER = {True: 64, False: 8}
"""Number of angles whose sines and cosines are computed together, for one state (True) and for a block of a batch."""


@without_collections()
def emit(program: Program, target: Target, kind: Kind) -> str:
    """Return the text of a module.

    Args:
        program: The program.
        target: The machine: lanes of its vectors, whether it has a fused multiply-add.
        kind: Whether it computes one state, a batch or a state in each lane.
    """
    if kind != "batch":
        lanes = 1 if kind == "one" else target.width
        parts = [*function_text(program, kind, lanes, target), *libraries(program, target, lanes)]
    else:
        parts = [*function_text(program, "block", target.width, target), *libraries(program, target, target.width)]
        parts += [_batch(program, target), _pad(target.scalar)]
    bits = 64 * target.width
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


def function_text(program: Program, kind: str, lanes: int, target: Target) -> list[str]:
    """Return the function that computes `lanes` states at once, and its pieces if it is long."""
    group = "#1" if lanes == 1 else "#0"
    internal, attributes = ("internal ", f"noinline {group}") if kind == "block" else ("", group)
    layout: ArrayLayout = columns if kind == "lanes" else rows
    heading = f"{internal}void @{program.name}_{kind}({_pointers(program)}) {attributes}"
    text = Writer(heading, lanes, target.scalar)
    style = FunctionStyle(f"{program.name}_{kind}", layout, group, TOGETHER[lanes == 1])
    extra = write_program(text, program, target, style)
    text.do("ret void")
    return [*extra, text.text()]


def _batch(program: Program, target: Target) -> str:
    """Return the loop over the blocks of a batch."""
    arrays, inputs, width = names(program), len(program.inputs), target.width
    text = Writer(f"void @{program.name}_batch(i64 %n, {_pointers(program)}) #0", scalar=target.scalar)
    for name, size in arrays:
        text.local(text.real, max(width * size, 1), align=64, name=f"%tail.{name}")
    text.branch(text.let("icmp sgt i64 %n, 0"), "loop", "end")
    text.begin("loop")
    text.let("phi i64 [ 0, %entry ], [ %next, %last ]", "%i")
    text.let("sub i64 %n, %i", "%left")
    text.let(f"icmp sge i64 %left, {width}", "%whole")
    for name, size in arrays:
        text.let(f"getelementptr {text.real}, ptr %{name}, i64 {text.let(f'mul i64 %i, {size}')}", f"%at.{name}")
    text.branch("%whole", "run", "pad")
    text.begin("pad")
    for name, size in arrays[:inputs]:
        text.do(f"call void @pad(ptr %tail.{name}, ptr %at.{name}, i64 %left, i64 {size}, i64 {width})")
    text.jump("run")
    text.begin("run")
    for name, _ in arrays:
        text.let(f"phi ptr [ %at.{name}, %loop ], [ %tail.{name}, %pad ]", f"%run.{name}")
    text.do(f"call void @{program.name}_block({', '.join(f'ptr %run.{name}' for name, _ in arrays)})")
    text.branch("%whole", "last", "rest")
    text.begin("rest")
    for name, size in arrays[inputs:]:
        text.do(f"call void @pad(ptr %at.{name}, ptr %tail.{name}, i64 %left, i64 {size}, i64 %left)")
    text.jump("end")
    text.begin("last")
    text.let(f"add i64 %i, {width}", "%next")
    text.branch(text.let("icmp slt i64 %next, %n"), "loop", "end")
    text.begin("end")
    text.do("ret void")
    return text.text()


def _pad(scalar: Scalar) -> str:
    """Return the function that copies rows and repeats the last one up to a wanted number."""
    heading = "internal void @pad(ptr %to, ptr %from, i64 %given, i64 %size, i64 %wanted) noinline #0"
    text = Writer(heading, scalar=scalar)
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
