"""PTX loaded into a device: the driver compiles it for the device, and the code is freed with its last kernel."""

from __future__ import annotations

import contextlib
import ctypes
import threading
import weakref
from collections.abc import Sequence
from typing import Any

from armillary.compiler.cache import digest
from armillary.compiler.ptx.driver import Device, api, call
from armillary.errors import ArmillaryError, CompilerError

LOG = 8192
"""Length of the messages of the driver's compiler [bytes]."""

_lock = threading.Lock()
_loaded: weakref.WeakValueDictionary[tuple[int, bytes], Module] = weakref.WeakValueDictionary()


class Module:
    """Code of one kernel on a device."""

    def __init__(self, ptx: bytes, name: str, device: Device) -> None:
        self.device = device
        driver = api()
        option, log = driver.CUjit_option, bytearray(LOG)
        options = [option.CU_JIT_ERROR_LOG_BUFFER, option.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES]
        with device.current():
            code, handle = driver.cuModuleLoadDataEx(ptx + b"\0", len(options), options, [log, LOG])
            if code == driver.CUresult.CUDA_ERROR_INVALID_PTX:
                message = log.partition(b"\0")[0].decode(errors="replace")
                raise CompilerError(f"{device.name}: the driver refused the PTX of {name}: {message}")
            if code != driver.CUresult.CUDA_SUCCESS:
                call("cuModuleLoadDataEx", ptx + b"\0", 0, [], [])  # raises the error of its code
            self._free = weakref.finalize(self, _unload, device, handle)
            self._free.atexit = False  # the driver frees it
            self.function = call("cuModuleGetFunction", handle, name.encode())

    def launch(self, blocks: int, threads: int, stream: int, arguments: Sequence[int]) -> None:
        """Queue the kernel in a stream. Arguments are words: whole numbers and addresses."""
        words = (ctypes.c_uint64 * len(arguments))(*arguments)
        start = ctypes.addressof(words)
        places = (ctypes.c_void_p * len(arguments))(*(start + 8 * k for k in range(len(arguments))))
        where = ctypes.addressof(places)
        call("cuLaunchKernel", self.function, blocks, 1, 1, threads, 1, 1, 0, stream, where, 0)

    def figures(self) -> dict[str, int]:
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


def load(ptx: bytes, name: str, device: Device) -> Module:
    """Return PTX loaded into a device; the same text is loaded once."""
    key = (device.number, digest([ptx, name]))
    with _lock:
        module = _loaded.get(key)
        if module is None:
            module = _loaded[key] = Module(ptx, name, device)
        return module


def _unload(device: Device, handle: Any) -> None:
    """Free the code after the kernels that run."""
    with contextlib.suppress(ArmillaryError), device.current():  # a lost device has freed it
        call("cuCtxSynchronize")
        call("cuModuleUnload", handle)
