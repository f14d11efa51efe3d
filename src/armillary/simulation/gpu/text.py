"""The part that kernels of a stack share: arguments, the number of a thread, p, programs.

Arrays are rows of doubles; numbers are rounded to the kernel's precision where they are read. The entries of p that
tasks change or in which runs differ are in registers. All other entries lie behind the kernel's other arguments, which
instructions read without a load. A program of many operations is a function on memory.
The text for a CPU differs in the number of the thread, an argument there, and in the address of p.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from armillary.compiler.llvm.body import NOTES, TOGETHER
from armillary.compiler.llvm.emit import function_text
from armillary.compiler.llvm.instructions import InstructionWriter
from armillary.compiler.llvm.libraries import libraries
from armillary.compiler.llvm.plan import pieces, steps
from armillary.compiler.llvm.target import Target
from armillary.compiler.llvm.writer import DOUBLE
from armillary.compiler.program import Program
from armillary.compiler.ptx.emit import block_size, thread_number
from armillary.compiler.ptx.target import TRIPLE
from armillary.compiler.ptx.tiles import FIXED, GLOBAL
from armillary.simulation.gpu.plan import Plan
from armillary.simulation.walk.code import Code
from armillary.simulation.walk.values import Number, Vector

THREADS = 64
"""Threads of a block; few, so that small stacks use all multiprocessors."""
BY_VALUE = 3584
"""Greatest size of the shared entries of p as an argument by value [bytes]; arguments have 4 KiB together."""


class KernelText:
    """A kernel of one thread for each of `numbers[0]` items."""

    numbers: tuple[str, ...]
    """Names of the whole numbers that are the first arguments; the first one is the number of threads."""

    def __init__(self, name: str, plan: Plan, target: Target, arrays: Sequence[str], programs: Sequence[Program]):
        self.plan, self.target, self.name, self.programs = plan, target, name, programs
        self.names = tuple(arrays)
        self.on_gpu = target.triple == TRIPLE
        self.code = code = Code(name, (), 1, target.scalar, self._heading())
        self.n = plan.states
        self.long = [program for program in programs if _is_long(program)]
        self.arrays = {each: self._generic(each) for each in self.names}
        self._fixed = self._generic("fixed") if not self.by_value and self.on_gpu else "%fixed"
        self.item = self._number()
        self.x, self.p = self.vector(), code.vector(plan.parameters)
        self._local = set(range(plan.parameters)) if self.long else {*range(plan.changing), *plan.differing}

    @property
    def by_value(self) -> bool:
        """Whether the shared numbers are an argument by value."""
        return self.plan.shared * self.target.scalar.bytes <= BY_VALUE

    def _heading(self) -> str:
        kind = f"ptr addrspace({GLOBAL}) " if self.on_gpu else "ptr "
        arguments = [*(f"i64 %{each}" for each in self.numbers), *(f"{kind}%{each}" for each in self.names)]
        if self.on_gpu and self.by_value:
            size = self.target.scalar.bytes
            kind = f"ptr byval([{max(self.plan.shared, 1)} x {self.target.scalar.name}]) align {size} "
        start = f"ptx_kernel void @{self.name}(" if self.on_gpu else f"void @{self.name}(i64 %number, "
        return f"{start}{', '.join(arguments)}, {kind}%fixed) nounwind"

    def _generic(self, name: str) -> str:
        """Return an argument as a generic pointer; LLVM infers its address space again."""
        return self.code.let(f"addrspacecast ptr addrspace({GLOBAL}) %{name} to ptr") if self.on_gpu else f"%{name}"

    def _number(self) -> str:
        """Write the number of the thread; threads behind the last one end."""
        if not self.on_gpu:
            return "%number"
        number = thread_number(self.code, THREADS)
        self.code.go_on_if(self.code.let(f"icmp slt i64 {number}, %{self.numbers[0]}"), "end")
        return number

    def vector(self) -> Vector:
        """Return a vector of the size of the state."""
        return self.code.vector(self.n)

    # Arrays

    def row(self, name: str, item: str, size: int) -> str:
        """Return the address of an item's row of an array of doubles."""
        return self.code.at(self.arrays[name], self.code.let(f"mul i64 {item}, {size}"), "double")

    def read(self, pointer: str, index: int | str, note: str = FIXED) -> str:
        """Return an entry of an array of doubles, rounded."""
        return self.rounded(self.code.load(self.code.at(pointer, index, "double"), "double", note))

    def write(self, value: str, pointer: str, index: int | str) -> None:
        """Write a number to an entry of an array of doubles."""
        double = value if self.code.scalar is DOUBLE else self.code.let(f"fpext {self.code.real} {value} to double")
        self.code.store(double, self.code.at(pointer, index, "double"), "double")

    def rounded(self, double: str) -> str:
        """Return a double in the precision of the kernel."""
        return double if self.code.scalar is DOUBLE else self.code.let(f"fptrunc double {double} to {self.code.real}")

    def shared(self, index: int) -> str:
        """Return one of the numbers that all runs share."""
        return self.code.load(self.code.at(self._fixed, index), note=self.code.anywhere)

    def load_p(self, run: str, changing: Callable[[int], str] | None = None) -> None:
        """Read the entries of p of a run; `changing` returns those that tasks change, default their start."""
        differing = self.row("differing", run, len(self.plan.differing))
        places = {place: k for k, place in enumerate(self.plan.differing)}
        for j in sorted(self._local):
            if changing is not None and j < self.plan.changing:
                value = changing(j)
            else:
                value = self.read(differing, places[j]) if j in places else self.shared(j)
            self.p.at(j).set(Number(self.code, value))

    # Programs

    def compute(self, program: Program, inputs: Mapping[str, Callable[[int], str]], x: Vector) -> list[list[str]]:
        """Write a program and return the names of the entries of each output.

        `inputs` returns entries of inputs that are not x or p.
        """
        entries = {"x": lambda j: x.at(j).value.name, "p": self._parameter, **inputs}
        if program in self.long:
            return self._call_program(program, entries, x)
        args = program.graph.args
        made = InstructionWriter(self.code, program, self.target, lambda node: entries[args[node][0]](args[node][1]))
        for step in steps(program, TOGETHER):
            made.write(step)
        return [[made.value(ref) for ref in refs] for refs in program.results]

    def _parameter(self, index: int) -> str:
        return self.p.at(index).value.name if index in self._local else self.shared(index)

    def _call_program(
        self, program: Program, entries: Mapping[str, Callable[[int], str]], x: Vector
    ) -> list[list[str]]:
        """Write the call of a long program."""
        code, in_memory = self.code, {"x": x, "p": self.p}
        arrays = []
        for port in program.inputs:
            array = in_memory.get(port.name) or code.vector(port.size)
            if port.name not in in_memory:
                for j in range(port.size):
                    array.at(j).set(Number(code, entries[port.name](j)))
            arrays.append(array)
        results = [code.vector(port.size) for port in program.outputs]
        pointers = ", ".join(f"ptr {array.pointer}" for array in (*arrays, *results))
        code.do(f"call void @{program.name}_one({pointers})")
        return [[array.at(j).value.name for j in range(array.size)] for array in results]

    def module(self, more: Sequence[str] = ()) -> str:
        """Return the text of the kernel with the functions that it needs, and `more` functions."""
        code = self.code
        code.jump("end")
        code.begin("end")
        code.do("ret void")
        functions = [part for program in self.long for part in function_text(program, "one", 1, self.target)]
        library = [part for program in self.programs for part in libraries(program, self.target, 1)] + list(more)
        parts = [*functions, code.text(), *dict.fromkeys(library), "attributes #1 = { nounwind }", *NOTES]
        if self.on_gpu:
            parts += block_size(self.name, THREADS)
        return "\n\n".join([*parts, ""])


def _is_long(program: Program) -> bool:
    return len(pieces(program, steps(program, TOGETHER))) > 1
