"""From LLVM text to machine code in memory."""

from __future__ import annotations

import ctypes
import itertools
import threading
import weakref
from functools import cache
from typing import Any

from armillary.compiler.cache import digest, source_digest
from armillary.compiler.llvm.target import Target, host, machine

LIBRARY = ("sin", "cos", "exp", "log", "tanh", "atan2")
"""Functions of the C library that kernels call."""

_link = threading.Lock()
_loaded: weakref.WeakValueDictionary[tuple[Any, ...], Any] = weakref.WeakValueDictionary()
_count = itertools.count()


def assembled(text: str, target: Target | None = None) -> bytes:
    """Return the machine code of LLVM text as an object file; default target: the CPU of this process."""
    import llvmlite.binding as llvm

    generator = machine(target or host(1))
    module = llvm.parse_assembly(text)
    module.triple = generator.triple
    module.verify()
    return generator.emit_object(module)


@cache
def environment() -> bytes:
    """Return the digest of the CPU, LLVM and the files that write LLVM text: code depends on them."""
    import llvmlite
    import llvmlite.binding as llvm

    from armillary import __version__

    cpu = host(1)
    versions = (__version__, llvmlite.__version__, repr(llvm.llvm_version_info))
    sources = source_digest("compiler.llvm", "compiler.passes", "expr")
    return digest([cpu.triple, cpu.name, cpu.features, *versions, sources])


def load_object(image: bytes, exported: list[str]) -> Any:
    """Return object code loaded into memory, with the addresses of some of its functions by name.

    The same code is loaded once for all robots, since LLVM does not release all memory.
    """
    import llvmlite.binding as llvm

    key = (digest([image]), *exported)
    with _link:
        library = _loaded.get(key)
        if library is None:
            builder = llvm.JITLibraryBuilder().add_object_img(image)
            for name, address in _symbols().items():
                builder.import_symbol(name, address)
            for name in exported:
                builder.export_symbol(name)
            library = _loaded[key] = builder.link(_linker(), f"armillary{next(_count)}")
        return library


@cache
def _linker() -> Any:
    import llvmlite.binding as llvm

    return llvm.create_lljit_compiler(machine(host(1)))


@cache
def _symbols() -> dict[str, int]:
    """Return the addresses of the C library's functions by their names in kernels."""
    names = ("ucrtbase",) if ctypes.sizeof(ctypes.c_wchar) == 2 else (None, "libm.so.6")
    for name in names:
        functions = ctypes.CDLL(name)
        if all(hasattr(functions, each) for each in LIBRARY):
            break
    return {f"armillary_{each}": ctypes.cast(getattr(functions, each), ctypes.c_void_p).value or 0 for each in LIBRARY}
