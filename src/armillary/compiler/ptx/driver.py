"""The CUDA driver: devices, contexts, modules, memory; every error as a `DeviceError`.

Calls go through `cuda.bindings.driver`. Contexts are the primary ones, which PyTorch, CuPy and JAX use too.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from functools import cache
from typing import Any

from armillary.errors import DeviceError, MissingExtraError

TOO_OLD = "a driver for CUDA 11.0 or newer"
LOST = "the device is usable again in a new process"
FAULTS = {
    "CUDA_ERROR_OUT_OF_MEMORY": ("no memory left on the device", "room for all arrays of the call", "use fewer states"),
    "CUDA_ERROR_NO_DEVICE": ("no CUDA device", "a GPU of compute capability 8.0 or newer", ""),
    "CUDA_ERROR_NOT_INITIALIZED": (
        "a process that was forked from one with CUDA", "a process that was spawned", "use the start method 'spawn'",
    ),
    "CUDA_ERROR_UNSUPPORTED_PTX_VERSION": ("a driver too old for this PTX", TOO_OLD, "install a newer driver"),
    "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH": ("a driver that differs from its kernel module", "equal versions", "reboot"),
    "CUDA_ERROR_ILLEGAL_ADDRESS": ("a lost device: a kernel used memory that is not there", "no fault", LOST),
    "CUDA_ERROR_LAUNCH_FAILED": ("a lost device: a kernel failed", "no fault", LOST),
    "CUDA_ERROR_LAUNCH_TIMEOUT": ("a lost device: a kernel took too long", "no fault", LOST),
    "CUDA_ERROR_ECC_UNCORRECTABLE": ("a lost device: its memory is damaged", "no fault", LOST),
    "CUDA_ERROR_DEVICE_UNAVAILABLE": ("a device that another process has for itself", "a free device", ""),
}  # fmt: skip
"""Name of an error → fault, expectation, hint."""


@cache
def api() -> Any:
    """Return the module of the driver's functions; the driver is initialised.

    Raises:
        MissingExtraError: cuda-bindings is missing.
        DeviceError: There is no driver, or no device.
    """
    try:
        from cuda.bindings import driver
    except ImportError as error:
        raise MissingExtraError("cuda-bindings", "cuda", "A GPU") from error
    try:
        code = driver.cuInit(0)
    except Exception as error:  # the loader of the driver's library has errors of several kinds
        raise DeviceError("no CUDA driver", TOO_OLD, "install NVIDIA's driver") from error
    _check(driver, code)
    return driver


def call(name: str, *arguments: Any) -> Any:
    """Call a function of the driver and return its result: nothing, one value or several."""
    driver = api()
    return _check(driver, getattr(driver, name)(*arguments))


def checked(answer: tuple[Any, ...]) -> Any:
    """Return the result of a call of the driver, or raise its error."""
    return _check(api(), answer)


def _check(driver: Any, answer: tuple[Any, ...]) -> Any:
    code, *values = answer
    if code.value:  # success is 0
        fault, expected, hint = FAULTS.get(code.name, (f"the CUDA driver answered {code.name}", "no fault", ""))
        raise DeviceError(fault, expected, hint)
    return values[0] if len(values) == 1 else tuple(values)


class Device:
    """A GPU with its primary context. `device(number)` returns the one of a number."""

    def __init__(self, number: int) -> None:
        driver = api()
        count = call("cuDeviceGetCount")
        if not 0 <= number < count:
            problem = f"no device cuda:{number}"
            expected = "cuda:0" if count == 1 else f"one of cuda:0 … cuda:{count - 1}"
            raise DeviceError(problem, expected)
        self.number = number
        self.handle = call("cuDeviceGet", number)
        attribute = driver.CUdevice_attribute
        major = attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
        minor = attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR
        self.capability: tuple[int, int] = tuple(
            call("cuDeviceGetAttribute", number, self.handle) for number in (major, minor)
        )
        self.version: int = call("cuDriverGetVersion")
        self.context = call("cuDevicePrimaryCtxRetain", self.handle)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy as the device of the same number: contexts belong to one process."""
        return device, (self.number,)

    @property
    def name(self) -> str:
        """The name that Armillary and PyTorch give the device."""
        return f"cuda:{self.number}"

    @contextlib.contextmanager
    def current(self) -> Iterator[None]:
        """Make the device's context that of this thread for a while."""
        call("cuCtxPushCurrent", self.context)
        try:
            yield
        finally:
            call("cuCtxPopCurrent")


_devices: dict[int, Device] = {}
_lock = threading.Lock()


def device(number: int) -> Device:
    """Return the device of a number."""
    with _lock:
        if number not in _devices:
            _devices[number] = Device(number)
        return _devices[number]
