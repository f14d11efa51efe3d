"""Parts that all kernels of gradients share: heading, number of the thread, arrays in the memory of the device."""

from __future__ import annotations

from collections.abc import Sequence

from armillary.compiler.llvm.writer import Scalar
from armillary.compiler.ptx.emit import block_size, thread_number
from armillary.compiler.ptx.tiles import GLOBAL
from armillary.simulation.native.code import Code

THREADS = 64
"""Threads of a block."""


class KernelCode(Code):
    """The text of a kernel whose arguments are words; those in `whole` are whole numbers, the others addresses.

    The first one is the number of threads with work.
    """

    def __init__(self, name: str, words: Sequence[str], whole: set[str], scalar: Scalar) -> None:
        kinds = ("i64" if each in whole else f"ptr addrspace({GLOBAL})" for each in words)
        given = ", ".join(f"{kind} %{each}" for kind, each in zip(kinds, words, strict=True))
        super().__init__(name, (), 1, scalar, f"ptx_kernel void @{name}({given}) nounwind")
        self.kernel, self._last = name, words[0]

    def thread(self) -> str:
        """Write the number of the thread; threads without work end."""
        number = thread_number(self, THREADS)
        self.go_on_if(self.let(f"icmp slt i64 {number}, %{self._last}"), "end")
        return number

    def array(self, name: str) -> str:
        """Return an address among the arguments as a pointer to any memory."""
        return self.let(f"addrspacecast ptr addrspace({GLOBAL}) %{name} to ptr")

    def is_given(self, name: str) -> str:
        """Return whether an address among the arguments is not NULL."""
        return self.let(f"icmp ne ptr addrspace({GLOBAL}) %{name}, null")

    def module(self, others: Sequence[str] = ()) -> str:
        """End the kernel and return the text of its module, with other functions and notes."""
        self.jump("end")
        self.begin("end")
        self.do("ret void")
        return "\n\n".join([self.text(), *others, *block_size(self.kernel, THREADS), ""])
