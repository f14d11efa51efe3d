"""Handlers of XLA's foreign-function interface, written as LLVM text: XLA calls native code without Python.

A handler is a function of one pointer, to a call frame (OpenXLA, xla/ffi/api/c_api.h, version 0.3). At these bytes it
has: extensions at 8, the interface at 16, the context at 24, pointers to the arguments at 72, to the results at 112. A
buffer has its data at 24, its rank at 32 and its dimensions at 40. XLA first asks for the version: the extension of
type 1 has a pointer to metadata at 24, with the version at 24 of it; the interface has its version at 32. A handler
answers with the version of the interface if its major number is 0, else with 0.3, which XLA rejects. Null is success.
The number of rows is the product of the dimensions of the first argument, divided by the size of a row.

On a GPU the handler asks for the stream (the function of the interface at 80) and launches the kernel in it. An error
of the driver becomes an error of XLA (function at 48).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from armillary.compiler.cache import digest
from armillary.compiler.kernel import Kernel, signature
from armillary.compiler.llvm.assemble import load_object, to_object
from armillary.compiler.program import Program
from armillary.compiler.ptx.kernel import DeviceKernel
from armillary.compiler.ptx.module import launch_address

HANDLER = """
define ptr @handler(ptr %frame) {{
entry:
  %extensions = getelementptr i8, ptr %frame, i64 8
  %extension = load ptr, ptr %extensions
  %plain = icmp eq ptr %extension, null
  br i1 %plain, label %call, label %extended
extended:
  %extension.type.at = getelementptr i8, ptr %extension, i64 8
  %extension.type = load i32, ptr %extension.type.at
  %is.metadata = icmp eq i32 %extension.type, 1
  br i1 %is.metadata, label %version, label %call
version:
  %metadata.at = getelementptr i8, ptr %extension, i64 24
  %metadata = load ptr, ptr %metadata.at
  %api.at = getelementptr i8, ptr %frame, i64 16
  %api = load ptr, ptr %api.at
  %api.version.at = getelementptr i8, ptr %api, i64 32
  %api.version = load i64, ptr %api.version.at
  %major = trunc i64 %api.version to i32
  %is.version.0 = icmp eq i32 %major, 0
  %version.answer = select i1 %is.version.0, i64 %api.version, i64 12884901888
  %version.answer.at = getelementptr i8, ptr %metadata, i64 24
  store i64 %version.answer, ptr %version.answer.at
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
{loads}{work}
  ret ptr null
}}
"""
CALL = "  call void inttoptr (i64 {address} to ptr)(i64 %rows{buffers})"
LAUNCH = """  %is.empty = icmp eq i64 %rows, 0
  br i1 %is.empty, label %end, label %stream
stream:
  %request = alloca {{ i64, ptr, ptr, ptr }}
  %context.at = getelementptr i8, ptr %frame, i64 24
  %context = load ptr, ptr %context.at
  %request.value = insertvalue {{ i64, ptr, ptr, ptr }} {{ i64 32, ptr null, ptr null, ptr null }}, ptr %context, 2
  store {{ i64, ptr, ptr, ptr }} %request.value, ptr %request
  %api.of = getelementptr i8, ptr %frame, i64 16
  %interface = load ptr, ptr %api.of
  %stream.get.at = getelementptr i8, ptr %interface, i64 80
  %stream.get = load ptr, ptr %stream.get.at
  %stream.error = call ptr %stream.get(ptr %request)
  %has.stream = icmp eq ptr %stream.error, null
  br i1 %has.stream, label %launch, label %no.stream
no.stream:
  ret ptr %stream.error
launch:
  %stream.at = getelementptr i8, ptr %request, i64 24
  %queue = load ptr, ptr %stream.at
  %words = alloca [{count} x i64]
  %places = alloca [{count} x ptr]
{words}
  %rounded = add i64 %rows, {threads_less_1}
  %block.count = udiv i64 %rounded, {threads}
  %blocks = trunc i64 %block.count to i32
  %code = call i32 inttoptr (i64 {launch} to ptr)(ptr inttoptr (i64 {kernel} to ptr), i32 %blocks, i32 1, i32 1,
    i32 {threads}, i32 1, i32 1, i32 0, ptr %queue, ptr %places, ptr null)
  %succeeded = icmp eq i32 %code, 0
  br i1 %succeeded, label %end, label %failed
failed:
  %fault = alloca {{ i64, ptr, ptr, i32 }}
  store {{ i64, ptr, ptr, i32 }} {{ i64 28, ptr null, ptr @message, i32 13 }}, ptr %fault
  %error.make.at = getelementptr i8, ptr %interface, i64 48
  %error.make = load ptr, ptr %error.make.at
  %error = call ptr %error.make(ptr %fault)
  ret ptr %error
end:"""
WORD = """  %word{k} = getelementptr i64, ptr %words, i64 {k}
  store {value}, ptr %word{k}
  %place{k} = getelementptr ptr, ptr %places, i64 {k}
  store ptr %word{k}, ptr %place{k}
"""
MESSAGE = "armillary: the CUDA driver did not take the kernel"
DATA = """  %{kind}{k}.at = getelementptr ptr, ptr %{kind}s, i64 {k}
  %{kind}{k}.buffer = load ptr, ptr %{kind}{k}.at
  %{kind}{k}.data.at = getelementptr i8, ptr %{kind}{k}.buffer, i64 24
  %{kind}{k} = load ptr, ptr %{kind}{k}.data.at
"""
_registered: dict[str, tuple[Any, ...]] = {}
"""Code of the targets of XLA by name. It is never freed: XLA keeps the addresses as long as the process lives."""
NativeCall = Callable[[Sequence[Any], Sequence[Any]], Any]


def cpu_call(jax: Any, kernel: Kernel) -> NativeCall:
    """Return a call of code for a CPU: a function of arrays, in the order of its inputs, and of types of results."""
    name = f"armillary_cpu_{kernel.dtype}_{digest([signature(kernel.program)]).hex()[:24]}"

    def text() -> str:
        parameters = [f", ptr %{buffer}" for buffer in _buffers(kernel.program)]
        return _text(kernel.program, CALL.format(address=kernel.address_batch, buffers="".join(parameters)))

    return _native_call(jax, name, "cpu", text, kernel)


def gpu_call(jax: Any, kernel: DeviceKernel) -> NativeCall:
    """Return a call of code for GPUs as `cpu_call` does; it runs in the stream of XLA."""
    name = f"armillary_{kernel.dtype}_{digest([signature(kernel.program)]).hex()[:24]}"

    def text() -> str:
        program, (handle, threads) = kernel.program, kernel.for_all_contexts()
        values = ["i64 %rows", *(f"ptr %{buffer}" for buffer in _buffers(program))]
        words = [WORD.format(k=k, value=value) for k, value in enumerate(values)]
        numbers = {"count": len(values), "threads": threads, "threads_less_1": threads - 1}
        work = LAUNCH.format(words="".join(words), launch=launch_address(), kernel=handle, **numbers)
        message = f'@message = private constant [{len(MESSAGE) + 1} x i8] c"{MESSAGE}\\00"\n'
        return message + _text(program, work)

    return _native_call(jax, name, "CUDA", text, kernel)


def _native_call(jax: Any, name: str, platform: str, text: Callable[[], str], kernel: Any) -> NativeCall:
    """Return a call of a target of XLA; the target is compiled and registered at its first use."""
    if name not in _registered:
        library = load_object(to_object(text()), ["handler"])
        function = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(library["handler"])
        jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(function), platform=platform, api_version=1)
        _registered[name] = library, kernel

    def call(arrays: Sequence[Any], result_types: Sequence[Any]) -> Any:
        return jax.ffi.ffi_call(name, tuple(result_types), vmap_method="broadcast_all")(*arrays)

    return call


def _buffers(program: Program) -> dict[str, tuple[str, int]]:
    """Return the names of the addresses of all arrays, each with its kind and number."""
    counts = {"argument": len(program.inputs), "result": len(program.outputs)}
    return {f"{kind}{k}": (kind, k) for kind, count in counts.items() for k in range(count)}


def _text(program: Program, work: str) -> str:
    loads = [DATA.format(kind=kind, k=k) for kind, k in _buffers(program).values()]
    return HANDLER.format(row=program.inputs[0].size, loads="".join(loads), work=work)
