"""Programs as one WebAssembly module: a function for each, one state a call.

    NAME(in0, …, out0, …)            addresses of arrays of doubles in the module's memory

WebAssembly is a target of LLVM with 32-bit addresses, no fused multiply-add and no C library. The module needs nothing
from outside: sines, cosines and exponentials are ours (`llvm.libraries`), and so is what LLVM calls where WebAssembly
has no instruction (`support`). Its numbers are those of native code without fused multiply-adds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from armillary.compiler.llvm.assemble import in_registers
from armillary.compiler.llvm.body import NOTES
from armillary.compiler.llvm.emit import function_text
from armillary.compiler.llvm.libraries import libraries
from armillary.compiler.llvm.target import Target, binding
from armillary.compiler.program import Program
from armillary.compiler.wasm.module import WasmModule, link
from armillary.compiler.wasm.support import support

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext"
"""Parts of WebAssembly 2.0 that every browser has had since 2021."""
# A browser compiles long functions in the background, and keeps their values in memory anyway: a loop of 32 joints
# takes as long in pieces, or less, and LLVM two thirds of its time.
WEB = Target(TRIPLE, "generic", FEATURES, width=1, fused=False, library="own", pieces=True)


def emit(programs: Sequence[Program]) -> str:
    """Return the LLVM text of a module with the functions NAME_one."""
    functions = [part for program in programs for part in function_text(program, "one", 1, WEB)]
    # Programs share library functions, and a module defines each once.
    library = dict.fromkeys(part for program in programs for part in libraries(program, WEB, 1))
    return "\n\n".join([*functions, *library, "attributes #1 = { nounwind }", *NOTES])


def machine(target: Target = WEB) -> Any:
    """Return LLVM's code generator for WebAssembly."""
    llvm = binding()

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    made = llvm.Target.from_triple(target.triple)
    return made.create_target_machine(cpu=target.name, features=target.features, opt=2, reloc="static")


def to_object(text: str, loops: Sequence[str] = ()) -> bytes:
    """Return LLVM text as an object file; `loops` are functions whose numbers in memory LLVM moves to registers."""
    llvm = binding()

    generator = machine()
    module = llvm.parse_assembly(f"{text}\n\n{support()}", llvm.create_context())
    module.triple = generator.triple
    module.data_layout = str(generator.target_data)
    module.verify()
    in_registers(module, generator, loops)
    return generator.emit_object(module)


def compile_module(programs: Sequence[Program], room: int = 0, about: str = "") -> WasmModule:
    """Return programs of different names as a module.

    Args:
        programs: The programs; a function has the name of its program.
        room: Memory for the caller [bytes].
        about: A text that the module carries.
    """
    names = {program.name: f"{program.name}_one" for program in programs}
    return link(to_object(emit(programs)), names, room, about)
