"""The GPU that PTX is made for.

PTX for a compute capability runs on that device and on later ones. The newest one is chosen that the device has, that
LLVM knows and whose PTX the driver reads. [PTX]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from armillary.compiler.llvm.assemble import in_registers
from armillary.compiler.llvm.target import Target, binding
from armillary.compiler.llvm.writer import DOUBLE, SINGLE, Scalar
from armillary.errors import ArgumentError, DeviceError
from armillary.files.words import among, shortened

TRIPLE = "nvptx64-nvidia-cuda"
CPU = "cpu"
CUDA = re.compile(r"cuda(?::(\d{1,4}))?")
"""Names of devices."""
SCALARS: dict[str, Scalar] = {"float32": SINGLE, "float64": DOUBLE}
"""Precisions by the name of their dtype; closed loops on a CPU have the default alone."""
DTYPE = "float64"
"""The default."""
CAPABILITIES = {
    (8, 0): (11_000, 20),
    (8, 6): (11_010, 20),
    (8, 9): (11_080, 20),
    (9, 0): (11_080, 20),
    (10, 0): (12_080, 20),
    (12, 0): (12_080, 20),
    (10, 3): (12_090, 22),
    (12, 1): (12_090, 22),
}
"""Compute capability → the first version of CUDA whose driver reads its PTX, the first LLVM of this table."""
OLDEST = 11_000
"""Oldest version of CUDA of a driver; its PTX is that of compute capability 8.0."""


def check_device(device: Any, dtype: Any, single: bool = False) -> None:
    """Raise an `ArgumentError` unless a device and a precision have known names and the device has that precision.

    Args:
        device: Name of the device.
        dtype: Name of the precision.
        single: Whether a CPU can compute what is asked for in single precision.
    """
    if device != CPU:
        number_of(device)
    if not among(dtype, SCALARS):
        raise ArgumentError("dtype", shortened(dtype), f"one of {', '.join(SCALARS)}")
    if device == CPU and dtype != DTYPE and not single:
        raise ArgumentError("dtype", shortened(dtype), f"{DTYPE} on a CPU", 'or give device="cuda"')


def number_of(device: Any) -> int:
    """Return the number of a GPU: 0 for "cuda", 1 for "cuda:1"."""
    match = CUDA.fullmatch(device) if isinstance(device, str) else None
    if match is None:
        raise ArgumentError("device", shortened(device), "cpu, cuda or cuda:NUMBER")
    return int(match[1] or 0)


def gpu(capability: tuple[int, int], version: int, scalar: Scalar, llvm: int | None = None) -> Target:
    """Return the target for a device.

    Args:
        capability: Compute capability of the device.
        version: Version of CUDA that the driver supports, 1000 major + 10 minor.
        scalar: Precision of the numbers.
        llvm: Version of LLVM; default: that of llvmlite.

    Raises:
        DeviceError: The device or the driver is too old.

    Example:
        >>> gpu((9, 0), 13_000, SINGLE).name, gpu((13, 0), 12_080, SINGLE).name
        ('sm_90', 'sm_120')
    """
    llvm_version = _llvm_version() if llvm is None else llvm
    if version < OLDEST:
        problem = f"a driver for CUDA {version // 1000}.{version % 1000 // 10}"
        raise DeviceError(problem, "CUDA 11.0 or newer", "install a driver of version 450 or newer")
    fitting = []
    for candidate, (first_driver, first_llvm) in CAPABILITIES.items():
        if first_driver <= version and first_llvm <= llvm_version and candidate <= capability:
            fitting.append(candidate)
    if not fitting:
        problem = f"a device of compute capability {capability[0]}.{capability[1]}"
        raise DeviceError(problem, "8.0 or newer (Ampere)")
    major, minor = max(fitting)
    return Target(TRIPLE, f"sm_{major}{minor}", "", 1, scalar=scalar, library="own", arithmetic="gpu")


def _llvm_version() -> int:
    llvm = binding()

    return int(llvm.llvm_version_info[0])


def machine(target: Target) -> Any:
    """Return LLVM's code generator for a GPU."""
    llvm = binding()

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.name, features=target.features, opt=2
    )


def to_ptx(text: str, target: Target, loops: Sequence[str] = ()) -> str:
    """Return the PTX of LLVM text; `loops` are functions whose numbers in memory LLVM moves to registers."""
    llvm = binding()

    generator = machine(target)
    module = llvm.parse_assembly(text, llvm.create_context())
    module.triple = generator.triple
    module.data_layout = str(generator.target_data)
    module.verify()
    in_registers(module, generator, loops)
    return str(generator.emit_assembly(module))
