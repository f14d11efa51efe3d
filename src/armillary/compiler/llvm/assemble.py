"""From LLVM text to machine code in memory."""

from __future__ import annotations

import ctypes
import itertools
import os
import threading
import weakref
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from armillary.compiler.cache import digest, source_digest
from armillary.compiler.llvm.target import Target, binding, host, machine
from armillary.files.recent import Recent

LIBRARY = ("sin", "cos", "exp", "log", "tanh", "atan2")
"""Functions of the C library that kernels call."""
PROBE = "__chkstk"
"""The function of Windows that LLVM calls where a stack grows by more than a page."""

KEPT = 64
"""Libraries that stay loaded after their last use, since a run often needs those of the run before."""
KEPT_SIZE = 32 * 2**20
"""Greatest size of these libraries together, as object files [bytes]."""
GENERATION = 16
"""Libraries that one linker loads. A linker frees the last of a library's memory only when it is freed itself."""

_link = threading.Lock()
_passing = threading.Lock()
_passes: dict[str, tuple[Any, Any, Any]] = {}
_loaded: weakref.WeakValueDictionary[tuple[Any, ...], LoadedCode] = weakref.WeakValueDictionary()
_recent: Recent[LoadedCode] = Recent(KEPT, lambda code: code.size, KEPT_SIZE)
_count = itertools.count()


class LoadedCode:
    """Object code in memory: name of an exported function → its address, valid as long as the library lives."""

    def __init__(self, image: bytes, exported: list[str]) -> None:
        llvm = binding()

        self.size: int = len(image)
        self._code: Any = None
        number = next(_count)
        builder = llvm.JITLibraryBuilder().add_object_img(image)
        for name, address in _symbols().items():
            builder.import_symbol(name, address)
        for name in exported:
            builder.export_symbol(name)
        self._linker = _linker(number // GENERATION)
        self._code = builder.link(self._linker, f"armillary{number}")

    def __getitem__(self, name: str) -> int:
        address: int = self._code[name]
        return address

    def __del__(self) -> None:
        """Free the code before its linker."""
        self._code = None


def to_object(text: str, target: Target | None = None, loops: Sequence[str] = ()) -> bytes:
    """Return the machine code of LLVM text as an object file; default target: the CPU of this process.

    A context keeps all numbers of its modules for ever, so each text has a context that is freed with its module.

    Args:
        text: The text of a module.
        target: The machine.
        loops: Functions whose numbers in memory LLVM moves to registers; straight-line code has none.
    """
    llvm = binding()

    generator = machine(target or host(1))
    module = llvm.parse_assembly(text, llvm.create_context())
    module.triple = generator.triple
    module.verify()
    if loops:
        module.data_layout = str(generator.target_data)
    in_registers(module, generator, loops)
    return generator.emit_object(module)


def in_registers(module: Any, generator: Any, names: Sequence[str]) -> None:
    """Move numbers in memory of some functions of a module to registers.

    The passes of a kind of machine are kept: LLVM frees all but 2 kB of them.
    """
    if not names:
        return
    with _passing:
        if generator.triple not in _passes:
            _passes[generator.triple] = generator, *_to_registers(generator)
        _, passes, builder = _passes[generator.triple]
        for name in names:
            passes.run(module.get_function(name), builder)


def _to_registers(generator: Any) -> tuple[Any, Any]:
    """Return the passes that move numbers from memory to registers, and their builder."""
    llvm = binding()

    builder = llvm.create_pass_builder(generator, llvm.create_pipeline_tuning_options(speed_level=1))
    passes = llvm.create_new_function_pass_manager()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    return passes, builder


def environment() -> bytes:
    """Return the digest of the target, LLVM and the files that write LLVM text: code depends on them."""
    return _environment(host(1))


@cache
def _environment(target: Target) -> bytes:
    llvm = binding()
    import llvmlite

    from armillary import __version__

    versions = (__version__, llvmlite.__version__, repr(llvm.llvm_version_info))
    sources = source_digest("compiler", "expr")
    return digest([target.triple, target.name, target.features, *versions, sources])


def load_object(image: bytes, exported: list[str]) -> LoadedCode:
    """Return object code loaded into memory; the same code is loaded once and stays for a while after its last use."""
    key = (digest([image]), *exported)
    with _link:
        library = _loaded.get(key)
        if library is None:
            library = _loaded[key] = LoadedCode(image, exported)
        _recent[key] = library
        return library


@lru_cache(maxsize=1)
def _linker(generation: int) -> Any:
    """Return the linker of a generation; it places code and constants of a library near each other."""
    llvm = binding()

    return llvm.create_lljit_compiler(machine(host(1)), use_jit_link=True)


@cache
def _symbols() -> dict[str, int]:
    """Return the addresses of the functions that kernels call, by their names there."""
    windows = os.name == "nt"
    for name in ("ucrtbase",) if windows else (None, "libm.so.6"):
        functions = ctypes.CDLL(name)
        if all(hasattr(functions, function) for function in LIBRARY):
            break
    addresses = {f"armillary_{function}": _address(functions, function) for function in LIBRARY}
    if windows:  # functions with more than a page of stack call it
        addresses[PROBE] = _address(ctypes.CDLL("ntdll"), PROBE)
    return addresses


def _address(functions: Any, name: str) -> int:
    return ctypes.cast(getattr(functions, name), ctypes.c_void_p).value or 0
