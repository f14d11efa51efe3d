"""WebAssembly as a target of LLVM: 32-bit addresses, no fused multiply-add, no C library."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from armillary.compiler.llvm.assemble import in_registers
from armillary.compiler.llvm.target import Target, binding
from armillary.compiler.wasm.support import support

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext"
"""Parts of WebAssembly 2.0 that every browser has had since 2021."""
# A browser compiles long functions in the background, and keeps their values in memory anyway: a loop of 32 joints
# takes as long in pieces, or less, and LLVM two thirds of its time.
WEB = Target(TRIPLE, "generic", FEATURES, width=1, fused=False, library="own", pieces=True)


def machine(target: Target = WEB) -> Any:
    """Return LLVM's code generator for WebAssembly."""
    llvm = binding()

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    made = llvm.Target.from_triple(target.triple)
    return made.create_target_machine(cpu=target.name, features=target.features, opt=2, reloc="static")


def assembled(text: str, loops: Sequence[str] = ()) -> bytes:
    """Return LLVM text as an object file; `loops` are functions whose numbers in memory LLVM moves to registers."""
    llvm = binding()

    generator = machine()
    module = llvm.parse_assembly(f"{text}\n\n{support()}", llvm.create_context())
    module.triple = generator.triple
    module.data_layout = str(generator.target_data)
    module.verify()
    in_registers(module, generator, loops)
    return generator.emit_object(module)
