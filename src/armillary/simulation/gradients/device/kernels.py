"""Kernels of gradients on a GPU: their text, PTX from the cache or made, and their launches.

A thread walks one run. Arrays of users have a row for each run. Arrays of ours have a column for each: neighbouring
threads write neighbouring words. The functions of a walk are in the module of its kernel.

Sums over the runs give gradients by numbers that all runs share. Thread i adds every `parts`-th row of one column,
from row i // width on. Applied to the rows, and then with one part to the results, this gives the sums of all columns,
always in the same order.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from armillary.compiler.cache import load_or_build, source_digest
from armillary.compiler.kernel import signature
from armillary.compiler.llvm.assemble import environment
from armillary.compiler.llvm.body import NOTES
from armillary.compiler.llvm.emit import function_text
from armillary.compiler.llvm.libraries import libraries
from armillary.compiler.llvm.target import Target
from armillary.compiler.llvm.writer import Scalar
from armillary.compiler.passes import optimise
from armillary.compiler.program import Program
from armillary.compiler.ptx.driver import Device
from armillary.compiler.ptx.emit import block_size, thread_number
from armillary.compiler.ptx.module import PtxModule, load
from armillary.compiler.ptx.target import SCALARS, gpu, to_ptx
from armillary.compiler.ptx.tiles import GLOBAL
from armillary.simulation.gradients.device.memory import Memory
from armillary.simulation.gradients.plan import Plan
from armillary.simulation.gradients.runs import Rows, Words, flat
from armillary.simulation.gradients.walk import NUMBERS, ORIGINS, RunCode, Structure, Walk
from armillary.simulation.noise import llvm_text
from armillary.simulation.walk.values import Number, Slot, Vector

THREADS = 64
"""Threads of a block."""
SUMS = "sums"
PARTS = 256
"""Threads that share a column of a sum."""
SUM_WORDS = ("threads", "rows", "width", "parts", "down", "right", "source", "to")
"""Arguments of a sum: number of threads, rows, columns, parts; entries from row to row and from column to column;
arrays."""


class ThreadCode(RunCode):
    """The text of a kernel whose arguments are words; those in `whole` are whole numbers, the others addresses.

    The first one is the number of threads with work.
    """

    def __init__(self, name: str, words: Sequence[str], whole: set[str], scalar: Scalar) -> None:
        kinds = ("i64" if each in whole else f"ptr addrspace({GLOBAL})" for each in words)
        arguments = ", ".join(f"{kind} %{each}" for kind, each in zip(kinds, words, strict=True))
        super().__init__(name, (), 1, scalar, f"ptx_kernel void @{name}({arguments}) nounwind")
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
        for source_entry, target_entry in self._column(name, first, to):
            target_entry.set(source_entry.value)

    def set_column(self, name: str, first: str | int, source: Vector) -> None:
        """Write entries of the column of this run."""
        for target_entry, source_entry in self._column(name, first, source):
            target_entry.set(source_entry.value)

    def _column(self, name: str, first: str | int, vector: Vector) -> Iterator[tuple[Slot, Slot]]:
        """Yield entries of the column of this run, each with that of a vector.

        The address goes on from row to row: LLVM would keep a multiple of the distance for each entry in a register
        through all calls of a step.
        """
        pointer = self.at(self.array(name), self.sum(first, f"%{name}.step", self.run))
        for j in range(vector.size):
            yield Slot(self, pointer), vector.at(j)
            pointer = self.at(pointer, f"%{name}.step")

    def origin(self, place: int, lanes: int) -> str:
        """Return the key or the number of the run of this thread."""
        return self.load(self.at(self.array(ORIGINS), self.sum(self.run, 2, place), "i64"), "i64")

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
    library += [llvm_text()] if any(structure.streams) else []
    return code.module([*functions, *dict.fromkeys(library), "attributes #1 = { nounwind }", *NOTES])


def sums_text(target: Target) -> str:
    """Return the text of the module of the kernel of sums."""
    code = ThreadCode(SUMS, SUM_WORDS, set(SUM_WORDS[:-2]), target.scalar)
    number = code.run
    source, to = code.array("source"), code.array("to")
    row, total = code.counter(code.let(f"udiv i64 {number}, %width")), code.slot(0.0)
    across = code.let(f"mul i64 {code.let(f'urem i64 {number}, %width')}, %right")
    with code.loop() as out:
        out.leave_if(~row.below("%rows"))
        place = code.let(f"add i64 {code.let(f'mul i64 {row.get()}, %down')}, {across}")
        total.set(total.value + Number(code, code.load(code.at(source, place))))
        row.add("%parts")
    slot = Slot(code, code.at(to, number))
    slot.set(slot.value + total.value)
    return code.module()


@dataclass(frozen=True, eq=False)
class DeviceKernels:
    """The kernels of a plan in a precision on a device."""

    plan: Plan
    device: Device
    dtype: str

    def launch(self, kind: str, phase: int, memory: Memory, words: Words) -> None:
        """Queue a kernel for some steps of some runs."""
        arguments = flat(words, self.plan.structure.words(kind))
        module = self._module(kind, phase)
        with self.device.current():
            module.launch(-(-arguments[0] // THREADS), THREADS, memory.stream, arguments)

    def add_up(self, memory: Memory, source: Rows, rows: int, width: int, right: int, to: int) -> None:
        """Add the sums of all rows of an array to `to` (width,); columns are `right` entries apart."""
        part = memory.zeros(width * PARTS)
        module = load(self._made(SUMS, [], sums_text), SUMS, self.device)
        first = (width * PARTS, rows, width, PARTS, source.step, right, source.address, part)
        second = (width, PARTS, width, 1, width, 1, part, to)
        with self.device.current():
            for arguments in (first, second):
                module.launch(-(-arguments[0] // THREADS), THREADS, memory.stream, arguments)

    def _module(self, kind: str, phase: int) -> PtxModule:
        structure = self.plan.structure
        engines = self.plan.loop.phases[phase][1].engines
        key = (kind, self.plan.places, structure, self.device, self.dtype)
        if key not in engines:
            programs = self.plan.programs(kind, phase)
            parts = [*map(signature, programs), repr(structure)]
            text = self._made(kind, parts, lambda target: kernel_text(kind, structure, programs, target))
            engines[key] = load(text, kind, self.device)
        module: PtxModule = engines[key]
        return module

    def _made(self, name: str, parts: Sequence[str | bytes], text_of: Callable[[Target], str]) -> bytes:
        """Return the PTX of a kernel."""
        target = gpu(self.device.capability, self.device.version, SCALARS[self.dtype])
        sources = source_digest("simulation.walk", "simulation.solvers", "simulation.gradients", "simulation.noise")
        about = [name, *parts, f"{target.name} {target.scalar.name}", environment(), sources]
        return load_or_build(about, lambda: to_ptx(text_of(target), target, [name]).encode())
