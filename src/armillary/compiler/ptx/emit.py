"""A program as a kernel of a GPU, in LLVM text: one state a thread.

    kernel NAME(int64 n, T *in0, …, T *out0, …)                                 n states, row after row
    kernel NAME(int64 n, T *in0, …, T *out0, …, int64 in0.stride, …)            n states, column after column

The module has no function of CUDA's libraries: sines, cosines, exponentials are ours (`llvm.libraries`), as on the
CPU. `tiles` reads and writes rows: an output may be the same array as an input of equal size, since a block reads all
its rows before it writes one.

In columns neighbouring threads read and write neighbouring words of global memory as they are: the layout is that of
a CPU (`llvm.columns`) in one lane, without shared memory and barriers. Outputs are apart from inputs. Strides count
numbers from column to column; matrices go down their columns. An input that all states share is a row.
"""

from __future__ import annotations

from armillary.compiler.llvm.body import NOTES, TOGETHER, FunctionStyle, write_program
from armillary.compiler.llvm.columns import Columns
from armillary.compiler.llvm.emit import column_by_column, names
from armillary.compiler.llvm.libraries import libraries
from armillary.compiler.llvm.target import Target
from armillary.compiler.llvm.writer import Writer
from armillary.compiler.program import Program
from armillary.compiler.ptx.tiles import GLOBAL, lay_out

THREADS = 64
"""Threads of a block of a kernel for columns."""


def emit(
    program: Program, target: Target, uniform: frozenset[str] = frozenset(), columns: bool = False
) -> tuple[str, int]:
    """Return the text of a module and the number of threads of a block.

    Args:
        program: The program.
        target: The GPU, with the precision of its numbers.
        uniform: Names of the inputs of which all states share one row.
        columns: Whether the other arrays lie in columns.
    """
    if columns:
        return _columns(column_by_column(program), target, uniform), THREADS
    layout = lay_out(program, target.scalar, uniform)
    pointers = ", ".join(f"ptr addrspace({GLOBAL}) %{array}" for array in layout.arrays)
    text = Writer(f"ptx_kernel void @{program.name}(i64 %n, {pointers}) nounwind", scalar=target.scalar)
    layout.begin(text, program.name)
    style = FunctionStyle(f"{program.name}_piece", layout, "nounwind", TOGETHER, layout.collected)
    extra = write_program(text, program, target, style)
    layout.end(text, program.name)
    text.do("ret void")
    functions = [*layout.globals(program.name), *extra, text.text()]
    return _module(functions, program, target, layout.threads), layout.threads


def _columns(program: Program, target: Target, uniform: frozenset[str]) -> str:
    """Return the module of a kernel for columns, of a program whose outputs are numbered in Fortran's order."""
    arrays = [name for name, _ in names(program)]
    shared = {f"in{k}" for k, port in enumerate(program.inputs) if port.name in uniform}
    strided = [name for name in arrays if name not in shared]
    arguments = [f"ptr addrspace({GLOBAL}) %{name}.array" for name in arrays]
    arguments += [f"i64 %{name}.stride" for name in strided]
    text = Writer(f"ptx_kernel void @{program.name}(i64 %n, {', '.join(arguments)}) nounwind", scalar=target.scalar)
    state = thread_number(text, THREADS)
    text.go_on_if(text.let(f"icmp slt i64 {state}, %n"), "end")
    for name in arrays:
        if name in shared:
            text.let("add i64 1, 0", f"%{name}.stride")
        pointer = text.let(f"addrspacecast ptr addrspace({GLOBAL}) %{name}.array to ptr")
        first = 0 if name in shared else state
        text.let(f"getelementptr {text.real}, ptr {pointer}, i64 {first}", f"%{name}")
    style = FunctionStyle(f"{program.name}_piece", Columns(strided=True), "nounwind", TOGETHER, sparing=True)
    extra = write_program(text, program, target, style)
    text.jump("end")
    text.begin("end")
    text.do("ret void")
    return _module([*extra, text.text()], program, target, THREADS)


def _module(functions: list[str], program: Program, target: Target, threads: int) -> str:
    """Return the text of a module with a kernel that has the name of its program."""
    parts = [*functions, *libraries(program, target, 1), *NOTES]
    return "\n\n".join([*parts, *block_size(program.name, threads), ""])


def thread_number(text: Writer, threads: int) -> str:
    """Write the number of the thread among all blocks of `threads` and return its name, an i64."""
    thread = text.let("call i32 @llvm.nvvm.read.ptx.sreg.tid.x()")
    block = text.let("call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()")
    first = text.let(f"mul i64 {text.let(f'zext i32 {block} to i64')}, {threads}")
    return text.let(f"add i64 {first}, {text.let(f'zext i32 {thread} to i64')}")


def block_size(kernel: str, threads: int) -> list[str]:
    """Return the metadata that tells LLVM the number of threads of a kernel's blocks."""
    return ["!nvvm.annotations = !{!4}", f'!4 = !{{ptr @{kernel}, !"maxntidx", i32 {threads}}}']
