"""PTX loaded into a device: the driver compiles it for the device, and the code is freed with its last kernel.

The driver's linker returns the compiled code, which goes to Armillary's cache: PTX is compiled once for a compute
capability and a version of the driver.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys
import threading
import weakref
from collections.abc import Sequence
from typing import Any

from armillary.compiler.cache import digest, load_or_build
from armillary.compiler.ptx.driver import Device, api, call, checked
from armillary.errors import ArmillaryError, CompilerError

LOG = 8192
"""Length of the messages of the driver's compiler [bytes]."""

_lock = threading.Lock()
_loaded: weakref.WeakValueDictionary[tuple[int, bytes], PtxModule] = weakref.WeakValueDictionary()


class PtxModule:
    """Code of one kernel on a device."""

    def __init__(self, ptx: bytes, name: str, device: Device) -> None:
        self.device = device
        with device.current():
            handle = call("cuModuleLoadData", machine_code(ptx, name, device))
            self._free = weakref.finalize(self, _unload, device, handle)
            self._free.atexit = False  # the driver frees it
            self.function = call("cuModuleGetFunction", handle, name.encode())

    def launch(self, blocks: int, threads: int, stream: int, arguments: Sequence[int], last: bytes = b"") -> None:
        """Queue the kernel in a stream. Arguments are words: whole numbers and addresses; `last` is one by value."""
        words = (ctypes.c_uint64 * len(arguments))(*arguments)
        # The driver takes the addresses of arguments and copies these before the call returns.
        start = ctypes.addressof(words)
        addresses = [*range(start, start + 8 * len(arguments), 8)]
        if last:
            end = ctypes.create_string_buffer(last, len(last) + 8)
            addresses.append(ctypes.addressof(end))
        places = (ctypes.c_void_p * len(addresses))(*addresses)
        where = ctypes.addressof(places)
        call("cuLaunchKernel", self.function, blocks, 1, 1, threads, 1, 1, 0, stream, where, 0)

    def resources(self) -> dict[str, int]:
        """Return registers a thread, bytes of its local memory (spills and work arrays) and of shared memory."""
        names = {
            "registers": "CU_FUNC_ATTRIBUTE_NUM_REGS",
            "local": "CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES",
            "shared": "CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES",
        }
        attribute = api().CUfunction_attribute
        with self.device.current():
            return {
                key: int(call("cuFuncGetAttribute", getattr(attribute, name), self.function))
                for key, name in names.items()
            }


def machine_code(ptx: bytes, name: str, device: Device) -> bytes:
    """Return machine code of PTX for the device whose context is current, from the cache or made."""
    about = f"cubin {device.capability} {device.version}"
    return load_or_build([about, ptx], lambda: link(ptx, name, device))


def everywhere(ptx: bytes, name: str, device: Device) -> int:
    """Return the handle of a kernel that runs in the context of any stream; it is kept until the process ends."""
    with device.current():
        library = call("cuLibraryLoadData", machine_code(ptx, name, device), [], [], 0, [], [], 0)
        return int(call("cuLibraryGetKernel", library, name.encode()))


def launch_address() -> int:
    """Return the address of the driver's function that queues a kernel."""
    library = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    return ctypes.cast(library.cuLaunchKernel, ctypes.c_void_p).value or 0


def link(ptx: bytes, name: str, device: Device) -> bytes:
    """Return machine code of PTX for the device whose context is current.

    Raises:
        CompilerError: The driver refuses the PTX.
    """
    driver = api()
    option, log = driver.CUjit_option, bytearray(LOG)
    options = [option.CU_JIT_ERROR_LOG_BUFFER, option.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES]
    state = call("cuLinkCreate", len(options), options, [log, LOG])
    try:
        kind, text = driver.CUjitInputType.CU_JIT_INPUT_PTX, ptx + b"\0"
        answer = driver.cuLinkAddData(state, kind, text, len(text), name.encode(), 0, [], [])
        if answer[0] == driver.CUresult.CUDA_ERROR_INVALID_PTX:
            message = log.partition(b"\0")[0].decode(errors="replace")
            raise CompilerError(f"{device.name}: the driver refused the PTX of {name}: {message}")
        checked(answer)
        address, size = call("cuLinkComplete", state)
        return ctypes.string_at(int(address), int(size))  # freed with the linker's state
    finally:
        call("cuLinkDestroy", state)


def load(ptx: bytes, name: str, device: Device) -> PtxModule:
    """Return PTX loaded into a device; the same text is loaded once."""
    key = (device.number, digest([ptx, name]))
    with _lock:
        module = _loaded.get(key)
        if module is None:
            module = _loaded[key] = PtxModule(ptx, name, device)
        return module


def _unload(device: Device, handle: Any) -> None:
    """Free the code after the kernels that run."""
    with contextlib.suppress(ArmillaryError), device.current():  # a lost device has freed it
        call("cuCtxSynchronize")
        call("cuModuleUnload", handle)
