"""Kernels of gradients as LLVM text for a GPU: a thread walks one run.

Arrays of users have a row for each run. Arrays of ours have a column for each: neighbouring threads write neighbouring
words. The functions of a walk are in the module of its kernel.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace

from armillary.compiler.llvm.body import NOTES
from armillary.compiler.llvm.emit import function_text
from armillary.compiler.llvm.libraries import libraries
from armillary.compiler.llvm.target import Target
from armillary.compiler.llvm.writer import Scalar
from armillary.compiler.passes import optimise
from armillary.compiler.program import Program
from armillary.compiler.ptx.emit import block_size, thread_number
from armillary.compiler.ptx.tiles import GLOBAL
from armillary.simulation.gradients.walk import NUMBERS, RunCode, Structure, Walk
from armillary.simulation.native.values import Slot, Vector

THREADS = 64
"""Threads of a block."""


class ThreadCode(RunCode):
    """The text of a kernel whose arguments are words; those in `whole` are whole numbers, the others addresses.

    The first one is the number of threads with work.
    """

    def __init__(self, name: str, words: Sequence[str], whole: set[str], scalar: Scalar) -> None:
        kinds = ("i64" if each in whole else f"ptr addrspace({GLOBAL})" for each in words)
        given = ", ".join(f"{kind} %{each}" for kind, each in zip(kinds, words, strict=True))
        super().__init__(name, (), 1, scalar, f"ptx_kernel void @{name}({given}) nounwind")
        self.kernel, self._last = name, words[0]
        self.run = thread_number(self, THREADS)
        self.go_on_if(self.let(f"icmp slt i64 {self.run}, %{self._last}"), "end")

    @contextlib.contextmanager
    def each_run(self) -> Iterator[None]:
        """Write the body for the run of the thread."""
        yield

    def array(self, name: str) -> str:
        """Return an address among the arguments as a pointer to any memory."""
        return self.let(f"addrspacecast ptr addrspace({GLOBAL}) %{name} to ptr")

    def is_given(self, name: str) -> str:
        """Return whether an address among the arguments is not NULL."""
        return self.let(f"icmp ne ptr addrspace({GLOBAL}) %{name}, null")

    def row(self, name: str, first: str | int = 0) -> Vector:
        """Return the row of this run in an array, from an entry on."""
        return Vector(self, self.at(self.array(name), self.sum(self.run, f"%{name}.step", first)), 0)

    def copy_column(self, name: str, first: str | int, to: Vector) -> None:
        """Read entries of the column of this run."""
        for j in range(to.size):
            to.at(j).set(self._entry(name, first, j).value)

    def set_column(self, name: str, first: str | int, source: Vector) -> None:
        """Write entries of the column of this run."""
        for j in range(source.size):
            self._entry(name, first, j).set(source.at(j).value)

    def _entry(self, name: str, first: str | int, j: int) -> Slot:
        row = self.let(f"add i64 {first}, {j}")
        return Slot(self, self.at(self.array(name), self.sum(row, f"%{name}.step", self.run)))

    def call_function(self, name: str, pointers: str) -> None:
        """Write the call of a function of the module."""
        self.do(f"call void @{name}_one({pointers})")

    def module(self, others: Sequence[str] = ()) -> str:
        """End the kernel and return the text of its module, with other functions and notes."""
        self.jump("end")
        self.begin("end")
        self.do("ret void")
        return "\n\n".join([self.text(), *others, *block_size(self.kernel, THREADS), ""])


def kernel_text(kind: str, structure: Structure, programs: Sequence[Program], target: Target) -> str:
    """Return the text of the module of a kernel; the programs are those of `Structure.functions`."""
    names = structure.functions(kind)
    called = [replace(optimise(program), name=name) for name, program in zip(names, programs, strict=True)]
    words = structure.words(kind)
    code = ThreadCode(kind, words, {*NUMBERS, *(word for word in words if word.endswith(".step"))}, target.scalar)
    Walk(kind, structure, code)
    functions = [part for program in called for part in function_text(program, "one", 1, target)]
    library = [part for program in called for part in libraries(program, target, 1)]
    return code.module([*functions, *dict.fromkeys(library), "attributes #1 = { nounwind }", *NOTES])
