"""Handlers of XLA's foreign-function interface, written as LLVM text: XLA calls native code without Python.

A handler is a function of one pointer, to a call frame (OpenXLA, xla/ffi/api/c_api.h, version 0.3). At these bytes it
has: extensions at 8, the interface at 16, pointers to the arguments at 72, to the results at 112. A buffer has its data
at 24, its rank at 32, its dimensions at 40. XLA first asks for the version: the extension of type 1 has a pointer to
metadata at 24, with the version at 24 of it; the interface has its version at 32. Null is success.
The first argument says how many rows there are: the product of its dimensions divided by the size of a row.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from armillary.compiler.cache import digest
from armillary.compiler.kernel import Kernel, signature
from armillary.compiler.llvm.assemble import Library, assembled, load_object

HANDLER = """
define ptr @handler(ptr %frame) {{
entry:
  %extensions = getelementptr i8, ptr %frame, i64 8
  %extension = load ptr, ptr %extensions
  %plain = icmp eq ptr %extension, null
  br i1 %plain, label %call, label %asked
asked:
  %kind.at = getelementptr i8, ptr %extension, i64 8
  %kind = load i32, ptr %kind.at
  %about = icmp eq i32 %kind, 1
  br i1 %about, label %version, label %call
version:
  %metadata.at = getelementptr i8, ptr %extension, i64 24
  %metadata = load ptr, ptr %metadata.at
  %api.at = getelementptr i8, ptr %frame, i64 16
  %api = load ptr, ptr %api.at
  %known.at = getelementptr i8, ptr %api, i64 32
  %known = load i64, ptr %known.at
  %told.at = getelementptr i8, ptr %metadata, i64 24
  store i64 %known, ptr %told.at
  %traits.at = getelementptr i8, ptr %metadata, i64 32
  store i64 0, ptr %traits.at
  ret ptr null
call:
  %arguments.at = getelementptr i8, ptr %frame, i64 72
  %arguments = load ptr, ptr %arguments.at
  %results.at = getelementptr i8, ptr %frame, i64 112
  %results = load ptr, ptr %results.at
  %first = load ptr, ptr %arguments
  %rank.at = getelementptr i8, ptr %first, i64 32
  %rank = load i64, ptr %rank.at
  %dims.at = getelementptr i8, ptr %first, i64 40
  %dims = load ptr, ptr %dims.at
  br label %count
count:
  %k = phi i64 [ 0, %call ], [ %k.next, %more ]
  %size = phi i64 [ 1, %call ], [ %size.next, %more ]
  %done = icmp eq i64 %k, %rank
  br i1 %done, label %work, label %more
more:
  %dim.at = getelementptr i64, ptr %dims, i64 %k
  %dim = load i64, ptr %dim.at
  %size.next = mul i64 %size, %dim
  %k.next = add i64 %k, 1
  br label %count
work:
  %rows = udiv i64 %size, {row}
{loads}
  call void inttoptr (i64 {address} to ptr)(i64 %rows{given})
  ret ptr null
}}
"""
DATA = """  %{kind}{k}.at = getelementptr ptr, ptr %{kind}s, i64 {k}
  %{kind}{k}.buffer = load ptr, ptr %{kind}{k}.at
  %{kind}{k}.data.at = getelementptr i8, ptr %{kind}{k}.buffer, i64 24
  %{kind}{k} = load ptr, ptr %{kind}{k}.data.at
"""
_registered: dict[str, tuple[Library, Kernel]] = {}
"""Code of the targets that XLA knows, which must outlive them."""


def handled(jax: Any, kernel: Kernel) -> Callable[[Sequence[Any], Sequence[Any]], Any]:
    """Return the kernel as a function of arrays in the order of its program's inputs, and of the kinds of results."""
    name = f"armillary_{digest([signature(kernel.program)]).hex()[:24]}"
    if name not in _registered:
        library = load_object(assembled(_text(kernel)), ["handler"])
        function = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(library["handler"])
        jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(function), platform="cpu", api_version=1)
        _registered[name] = library, kernel

    def called(arrays: Sequence[Any], kinds: Sequence[Any]) -> Any:
        return jax.ffi.ffi_call(name, tuple(kinds), vmap_method="broadcast_all")(*arrays)

    return called


def _text(kernel: Kernel) -> str:
    program = kernel.program
    counts = {"argument": len(program.inputs), "result": len(program.outputs)}
    loads = [DATA.format(kind=kind, k=k) for kind, count in counts.items() for k in range(count)]
    given = [f", ptr %{kind}{k}" for kind, count in counts.items() for k in range(count)]
    row, address = program.inputs[0].size, kernel.address_batch
    return HANDLER.format(row=row, loads="".join(loads), given="".join(given), address=address)
