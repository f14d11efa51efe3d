"""A function of rows as a function of JAX arrays, with its cotangents.

XLA calls the code of a quantity itself (`handler.py`), on a CPU and on a GPU, in either precision. Elsewhere JAX calls
back into Python (`jax.pure_callback`): for motions, whose arrays are copied from a GPU to the host and back, for
indices, and for processes with GPUs of different kinds. Python computes in double precision and rounds. Batch
dimensions of vmap come as further leading dimensions, which are rows here.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from armillary.compiler.program import Program
from armillary.errors import ArgumentError, ArmillaryWarning, MissingExtraError, outside
from armillary.frameworks.rows import Quantity, Rows, Shape
from armillary.jax.handler import Called, handled, queued


def imported() -> Any:
    """Return JAX, or raise `MissingExtraError`."""
    try:
        import jax
    except ImportError as error:
        raise MissingExtraError("jax", "jax", "armillary.jax") from error
    return jax


def operator(rows: Rows) -> Callable[..., tuple[Any, ...]]:
    """Return a function of arrays (N, …), one for each input, with cotangents, which returns the outputs."""
    jax = imported()
    inputs, outputs = tuple(rows.inputs.values()), rows.outputs

    def called(work: Callable[..., Any], shapes: Sequence[Shape], *arrays: Any) -> Any:
        return jax.pure_callback(work, kinds_of(shapes, arrays[0]), *arrays, vmap_method="broadcast_all")

    def kinds_of(shapes: Sequence[Shape], first: Any) -> tuple[Any, ...]:
        return tuple(jax.ShapeDtypeStruct((first.shape[0], *shape), first.dtype) for shape in shapes)

    def chosen(work: Callable[..., Any], shapes: Sequence[Shape], cotangents: bool, *arrays: Any) -> Any:
        """Call a handler where there is one, else back into Python."""
        branches = {}
        for platform, (device, dtype, handler) in _handlers(jax, str(arrays[0].dtype)).items():
            kernel = rows.native(cotangents, device, dtype) if isinstance(rows, Quantity) else None
            if kernel is not None:
                branches[platform] = _in_order(rows, kernel.program, handler(jax, kernel), shapes, kinds_of)
        if not branches:
            return called(work, shapes, *arrays)
        return jax.lax.platform_dependent(*arrays, **branches, default=lambda *inputs: called(work, shapes, *inputs))

    def value_here(*arrays: Any) -> tuple[Any, ...]:
        lead, flat = _flat(arrays, inputs)
        return _shaped(rows.value(flat, "cpu", "float64"), lead, outputs, arrays[0].dtype)

    def back_here(*arrays: Any) -> tuple[Any, ...]:
        lead, flat = _flat(arrays, (*inputs, *outputs))
        count = len(inputs)
        cotangents = rows.back([True] * count, flat[:count], flat[count:], "cpu", "float64")
        return _shaped(cotangents, lead, inputs, arrays[0].dtype)

    def plain(*arrays: Any) -> tuple[Any, ...]:
        return tuple(chosen(value_here, outputs, False, *arrays))

    def forward(*arrays: Any) -> tuple[Any, Any]:
        if not rows.differentiable:
            raise ArgumentError("quantity", f"{rows.name}, which needs singular values", "one with gradients")
        return plain(*arrays), arrays

    def backward(arrays: Any, bars: Any) -> tuple[Any, ...]:
        return tuple(chosen(back_here, inputs, True, *arrays, *bars))

    value = jax.custom_vjp(plain)
    value.defvjp(forward, backward)
    return value


def _handlers(jax: Any, dtype: str) -> dict[str, tuple[str, str, Callable[..., Called]]]:
    """Return device, dtype and maker of handlers by XLA's platform; GPUs where they are JAX's default devices.

    A kernel is machine code for one compute capability, and XLA may call it on every GPU of the process.
    """
    handlers: dict[str, tuple[str, str, Callable[..., Called]]] = {"cpu": ("cpu", dtype, handled)}
    if jax.default_backend() == "gpu" and "cuda" in jax.devices()[0].client.platform_version.lower():
        devices = jax.local_devices()
        kinds = sorted({str(device.compute_capability) for device in devices})

        if len(kinds) == 1:
            handlers["cuda"] = f"cuda:{devices[0].local_hardware_id}", dtype, queued
        else:
            text = f"JAX has GPUs of compute capabilities {', '.join(kinds)}: arrays are copied to the CPU and back"
            hint = "choose GPUs of one kind by CUDA_VISIBLE_DEVICES"
            warnings.warn(f"{text}; {hint}", ArmillaryWarning, stacklevel=outside())
    return handlers


def _in_order(
    rows: Rows, program: Program, native: Called, shapes: Sequence[Shape], kinds: Callable[..., tuple[Any, ...]]
) -> Callable[..., Any]:
    """Return a call of native code that takes its arrays in the order of the function of rows."""
    names = (*rows.inputs, *(port.name for port in program.inputs if port.name.endswith("_bar")))
    order = [names.index(port.name) for port in program.inputs]
    return lambda *arrays: native([arrays[k] for k in order], kinds(shapes, arrays[0]))


def _flat(arrays: Sequence[Any], shapes: Sequence[Shape]) -> tuple[Shape, list[Any]]:
    """Return the leading dimensions of arrays, and the arrays of NumPy with all of these as rows."""
    first = arrays[0]
    lead = tuple(first.shape[: first.ndim - len(shapes[0])])
    count = math.prod(lead)
    pairs = zip(arrays, shapes, strict=True)
    return lead, [np.ascontiguousarray(a, dtype=np.float64).reshape((count, *shape)) for a, shape in pairs]


def _shaped(rows: Sequence[Any], lead: Shape, shapes: Sequence[Shape], dtype: Any) -> tuple[Any, ...]:
    return tuple(np.asarray(row, dtype=dtype).reshape((*lead, *shape)) for row, shape in zip(rows, shapes, strict=True))
