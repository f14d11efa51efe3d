"""A program as a kernel of a GPU, in LLVM text: one state a thread.

    kernel NAME(int64 n, T *in0, …, T *out0, …)            n states, row after row

The module has no function of CUDA's libraries: sines, cosines, exponentials are ours (`llvm.libraries`), as on the
CPU. `tiles` reads and writes the arrays. An output may be the same array as an input of equal size: a block reads all
its rows before it writes one.
"""

from __future__ import annotations

from armillary.compiler.llvm.body import NOTES, TOGETHER, FunctionStyle, write_program
from armillary.compiler.llvm.libraries import libraries
from armillary.compiler.llvm.target import Target
from armillary.compiler.llvm.writer import Writer
from armillary.compiler.program import Program
from armillary.compiler.ptx.tiles import GLOBAL, Tiles, lay_out


def emit(program: Program, target: Target, uniform: frozenset[str] = frozenset()) -> tuple[str, Tiles]:
    """Return the text of a module and the layout of its arrays.

    Args:
        program: The program.
        target: The GPU, with the precision of its numbers.
        uniform: Names of the inputs of which all states share one row.
    """
    name = program.name
    layout = lay_out(program, target.scalar, uniform)
    pointers = ", ".join(f"ptr addrspace({GLOBAL}) %{array}" for array in layout.arrays)
    text = Writer(f"ptx_kernel void @{name}(i64 %n, {pointers}) nounwind", scalar=target.scalar)
    layout.begin(text, name)
    style = FunctionStyle(f"{name}_piece", layout, "nounwind", TOGETHER, layout.collected)
    extra = write_program(text, program, target, style)
    layout.end(text, name)
    text.do("ret void")
    parts = [*layout.globals(name), *extra, text.text(), *libraries(program, target, 1), *NOTES]
    parts += [*block_size(name, layout.threads), ""]
    return "\n\n".join(parts), layout


def thread_number(text: Writer, threads: int) -> str:
    """Write the number of the thread among all blocks of `threads` and return its name, an i64."""
    thread = text.let("call i32 @llvm.nvvm.read.ptx.sreg.tid.x()")
    block = text.let("call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()")
    first = text.let(f"mul i64 {text.let(f'zext i32 {block} to i64')}, {threads}")
    return text.let(f"add i64 {first}, {text.let(f'zext i32 {thread} to i64')}")


def block_size(kernel: str, threads: int) -> list[str]:
    """Return the metadata that tells LLVM the number of threads of a kernel's blocks."""
    return ["!nvvm.annotations = !{!4}", f'!4 = !{{ptr @{kernel}, !"maxntidx", i32 {threads}}}']
