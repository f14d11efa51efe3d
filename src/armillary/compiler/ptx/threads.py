"""The number of a thread and the size of its block, in the LLVM text of kernels."""

from __future__ import annotations

from armillary.compiler.llvm.writer import Writer


def thread_number(text: Writer, threads: int) -> str:
    """Write the number of the thread among all blocks of `threads` and return its name, an i64."""
    thread = text.let("call i32 @llvm.nvvm.read.ptx.sreg.tid.x()")
    block = text.let("call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()")
    first = text.let(f"mul i64 {text.let(f'zext i32 {block} to i64')}, {threads}")
    return text.let(f"add i64 {first}, {text.let(f'zext i32 {thread} to i64')}")


def block_size(kernel: str, threads: int) -> list[str]:
    """Return the notes that tell LLVM the number of threads of a kernel's blocks."""
    return ["!nvvm.annotations = !{!4}", f'!4 = !{{ptr @{kernel}, !"maxntidx", i32 {threads}}}']
