"""Programs as one WebAssembly module: a function for each, one state a call.

    NAME(in0, …, out0, …)            addresses of arrays of doubles in the module's memory
The module needs nothing from outside: sines, cosines and exponentials are ours (`llvm.libraries`). Its numbers are
those of native code without fused multiply-adds.
"""

from __future__ import annotations

from collections.abc import Sequence

from armillary.compiler.llvm.body import NOTES
from armillary.compiler.llvm.emit import function_text
from armillary.compiler.llvm.libraries import libraries
from armillary.compiler.program import Program
from armillary.compiler.wasm.module import WasmModule, linked
from armillary.compiler.wasm.target import WEB, assembled


def emit(programs: Sequence[Program]) -> str:
    """Return the text of a module with the functions NAME_one."""
    functions = [part for program in programs for part in function_text(program, "one", 1, WEB)]
    library = dict.fromkeys(part for program in programs for part in libraries(program, WEB, 1))
    return "\n\n".join([*functions, *library, "attributes #1 = { nounwind }", *NOTES])


def compiled(programs: Sequence[Program], room: int = 0, about: str = "") -> WasmModule:
    """Return programs of different names as a module.

    Args:
        programs: The programs; a function has the name of its program.
        room: Memory for the caller [bytes].
        about: A text that the module carries.
    """
    names = {program.name: f"{program.name}_one" for program in programs}
    return linked(assembled(emit(programs)), names, room, about)
