"""Kernels of runs on a GPU: their text, PTX from the cache or made, and their launches. A thread walks one run.

Arrays of users have a row for each run. Arrays of ours have a column for each: neighbouring threads write neighbouring
words. Functions of many operations are in the module of the kernel. A kernel may have its short functions inlined: then
the state is in registers, and so are the entries of p that tasks change or in which runs differ. All other entries lie
behind the kernel's other arguments, which instructions read without a load.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from armillary.compiler.cache import load_or_build, source_digest
from armillary.compiler.kernel import signature
from armillary.compiler.llvm.assemble import environment
from armillary.compiler.llvm.body import NOTES, TOGETHER
from armillary.compiler.llvm.emit import function_text
from armillary.compiler.llvm.instructions import InstructionWriter
from armillary.compiler.llvm.libraries import libraries
from armillary.compiler.llvm.plan import pieces, steps
from armillary.compiler.llvm.target import Target
from armillary.compiler.passes import optimise
from armillary.compiler.program import Program
from armillary.compiler.ptx.driver import Device
from armillary.compiler.ptx.emit import block_size, thread_number
from armillary.compiler.ptx.module import PtxModule, load
from armillary.compiler.ptx.target import SCALARS, gpu, to_ptx
from armillary.compiler.ptx.tiles import FIXED, GLOBAL
from armillary.simulation.noise import llvm_text
from armillary.simulation.walk.runs import NUMBERS, ORIGINS, KernelStructure, RunCode
from armillary.simulation.walk.values import Number, Slot, Vector

THREADS = 64
"""Threads of a block; few, so that small stacks use all multiprocessors."""
FEWEST = 1 << 16
"""Runs that occupy a whole device."""
BY_VALUE = 3584
"""Greatest size of the shared numbers as an argument by value [bytes]; arguments have 4 KiB together."""


@dataclass(frozen=True)
class Inlined:
    """How a kernel has its short functions inlined: entries of p in registers, and the number of shared numbers."""

    local: tuple[int, ...]
    differing: tuple[int, ...]
    """Entries of p in which runs differ, among `local`."""
    shared: int

    def by_value(self, bytes_: int) -> bool:
        """Return whether the shared numbers, of some bytes each, are an argument by value."""
        return self.shared * bytes_ <= BY_VALUE


@dataclass(frozen=True)
class PartlyLocal(Vector):
    """p of a run: some entries in registers, the others among the shared numbers."""

    local: tuple[int, ...]
    others: str

    def at(self, index: int | str) -> Slot:
        """Return an entry."""
        return super().at(index) if index in self.local else Slot(self.code, self.code.at(self.others, index))


class ThreadCode(RunCode):
    """The text of a kernel whose arguments are words; those in `whole` are whole numbers, the others addresses.

    The first one is the number of threads with work, the last one the address of the shared numbers, which are an
    argument by value where functions are inlined and there are not too many.
    """

    fixed = FIXED

    def __init__(
        self,
        name: str,
        words: Sequence[str],
        whole: set[str],
        target: Target,
        programs: Mapping[str, Program],
        inlined: Inlined | None = None,
    ) -> None:
        self.kernel, self.target = name, target
        self.programs = {key: replace(optimise(program), name=key) for key, program in programs.items()}
        self.inlined = inlined
        self.short = set[str]()
        if inlined is not None:
            self.short = {key for key, program in self.programs.items() if not _is_long(program)}
        self.by_value = inlined is not None and inlined.by_value(target.scalar.bytes)
        kinds = ["i64" if word in whole else f"ptr addrspace({GLOBAL})" for word in words]
        if inlined is not None and self.by_value:
            size = target.scalar.bytes
            kinds[-1] = f"ptr byval([{max(inlined.shared, 1)} x {target.scalar.name}]) align {size}"
        arguments = ", ".join(f"{kind} %{word}" for kind, word in zip(kinds, words, strict=True))
        super().__init__(name, (), 1, target.scalar, f"ptx_kernel void @{name}({arguments}) nounwind")
        self.run = thread_number(self, THREADS)
        self.go_on_if(self.let(f"icmp slt i64 {self.run}, %{words[0]}"), "end")

    @contextlib.contextmanager
    def each_run(self) -> Iterator[None]:
        """Write the body for the run of the thread."""
        yield

    def array(self, name: str) -> str:
        """Return an address among the arguments as a pointer to any memory."""
        if name == "shared" and self.by_value:
            return "%shared"
        return self.let(f"addrspacecast ptr addrspace({GLOBAL}) %{name} to ptr")

    def is_given(self, name: str) -> str:
        """Return whether an address among the arguments is not NULL."""
        return self.let(f"icmp ne ptr addrspace({GLOBAL}) %{name}, null")

    def row(self, name: str, first: str | int = 0, kind: str = "") -> Vector:
        """Return the row of this run in an array, from an entry on; default type: a number of the code."""
        return Vector(self, self.at(self.array(name), self.sum(self.run, f"%{name}.step", first), kind), 0)

    def recorded(self, name: str, row: str, size: int) -> Vector:
        """Return one of the recorded rows of this run, whose number is the distance between runs."""
        place = self.let(f"mul i64 {self.sum(self.run, f'%{name}.step', row)}, {size}")
        return Vector(self, self.at(self.array(name), place), size)

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
        return self.load(self.at(self.array(ORIGINS), self.sum(self.run, 2, place), "i64"), "i64", self.fixed)

    def parameters(self, size: int, lanes: int) -> Vector:
        """Return p of this run: all of it in memory, or some entries in registers where functions are inlined."""
        if self.inlined is None:
            return super().parameters(size, lanes)
        memory, others = self.vector(size), self.array("shared")
        whole = len(self.short) < len(self.programs)  # functions in the module take all entries
        local = tuple(range(size)) if whole else self.inlined.local
        for j in set(local).difference(self.inlined.differing):
            memory.at(j).set(Slot(self, self.at(others, j)).value)
        for k, place in enumerate(self.inlined.differing):
            self.copy_column("differing_p", k, memory.part(place, 1))
        return PartlyLocal(self, memory.pointer, size, local, others)

    def call_function(self, name: str, *arrays: Vector) -> None:
        """Write the operations of a short function, or the call of a function of the module."""
        program = self.programs[name]
        if name not in self.short:
            self.do(f"call void @{name}_one({', '.join(f'ptr {array.pointer}' for array in arrays)})")
            return
        inputs = {port.name: array for port, array in zip(program.inputs, arrays, strict=False)}
        args = program.graph.args
        entry: Callable[[int], str] = lambda node: inputs[args[node][0]].at(args[node][1]).value.name  # noqa: E731
        body = InstructionWriter(self, program, self.target, entry)
        for step in steps(program, TOGETHER):
            body.write(step)
        for refs, array in zip(program.results, arrays[len(inputs) :], strict=True):
            for j, value in enumerate([body.value(ref) for ref in refs]):
                array.at(j).set(Number(self, value))

    def module(self) -> str:
        """End the kernel and return the text of its module."""
        self.jump("end")
        self.begin("end")
        self.do("ret void")
        long = [program for key, program in self.programs.items() if key not in self.short]
        functions = [part for program in long for part in function_text(program, "one", 1, self.target)]
        library = [part for program in self.programs.values() for part in libraries(program, self.target, 1)]
        text = self.text()
        if "@normal_pair1(" in text:
            library.append(llvm_text())
        notes = ["attributes #1 = { nounwind }", *NOTES, *block_size(self.kernel, THREADS)]
        return "\n\n".join([*functions, text, *dict.fromkeys(library), *notes, ""])


def _is_long(program: Program) -> bool:
    return len(pieces(program, steps(program, TOGETHER))) > 1


def kernel_text(
    kind: str, structure: KernelStructure, programs: Sequence[Program], target: Target, inlined: Inlined | None = None
) -> str:
    """Return the text of the module of a kernel; the programs are those of `KernelStructure.functions`."""
    words = structure.words(kind)
    whole = {*NUMBERS, *(word for word in words if word.endswith(".step"))}
    by_name = dict(zip(structure.functions(kind), programs, strict=True))
    code = ThreadCode(kind, words, whole, target, by_name, inlined)
    structure.write(kind, code)
    return code.module()


def module_of(
    name: str, device: Device, dtype: str, parts: Sequence[str | bytes], text: Callable[[Target], str]
) -> PtxModule:
    """Return a kernel on a device; `parts` are everything that its text depends on."""
    target = gpu(device.capability, device.version, SCALARS[dtype])
    sources = source_digest(
        "simulation.walk", "simulation.solvers", "simulation.gradients", "simulation.gpu", "simulation.noise"
    )
    about = [name, *parts, f"{target.name} {target.scalar.name}", environment(), sources]
    return load(load_or_build(about, lambda: to_ptx(text(target), target, [name]).encode()), name, device)


def run_kernel(
    kind: str,
    device: Device,
    dtype: str,
    structure: KernelStructure,
    programs: Sequence[Program],
    inlined: Inlined | None = None,
) -> PtxModule:
    """Return a kernel of runs on a device."""
    parts = [*map(signature, programs), repr(structure), repr(inlined)]
    return module_of(kind, device, dtype, parts, lambda target: kernel_text(kind, structure, programs, target, inlined))


def launch(module: PtxModule, device: Device, stream: int, words: Sequence[int], by_value: bytes = b"") -> None:
    """Queue a kernel; the first of its words is the number of threads with work."""
    with device.current():
        module.launch(-(-words[0] // THREADS), THREADS, stream, words, by_value)
