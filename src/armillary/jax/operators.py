"""A batched function as a function of JAX arrays, with its cotangents.

XLA calls the code of a quantity itself (`handler.py`), on a CPU and on a GPU, in either precision. Elsewhere JAX calls
back into Python (`jax.pure_callback`): for rollouts, whose arrays are copied from a GPU to the host and back, for
indices, and for processes with GPUs of different kinds. Python computes in double precision and rounds. The batch
dimensions of vmap arrive as further leading dimensions; they are folded into rows.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from armillary.compiler.program import Program
from armillary.errors import ArgumentError, ArmillaryWarning, MissingExtraError, outside
from armillary.frameworks.batched import BatchedFunction, BatchedQuantity, Shape
from armillary.jax.handler import NativeCall, cpu_call, gpu_call


def imported() -> Any:
    """Return JAX, or raise `MissingExtraError`."""
    try:
        import jax
    except ImportError as error:
        raise MissingExtraError("jax", "jax", "armillary.jax") from error
    return jax


def operator(batched: BatchedFunction) -> Callable[..., tuple[Any, ...]]:
    """Return a function of arrays (N, …), one for each input, which returns the outputs and has cotangents."""
    jax = imported()
    inputs, outputs = tuple(batched.inputs.values()), batched.outputs

    def result_types(shapes: Sequence[Shape], like: Any) -> tuple[Any, ...]:
        return tuple(jax.ShapeDtypeStruct((like.shape[0], *shape), like.dtype) for shape in shapes)

    def call(in_python: Callable[..., Any], shapes: Sequence[Shape], cotangents: bool, *arrays: Any) -> tuple[Any, ...]:
        """Call native code on platforms that have it, elsewhere back into Python."""

        def call_python(*arrays: Any) -> Any:
            return jax.pure_callback(in_python, result_types(shapes, arrays[0]), *arrays, vmap_method="broadcast_all")

        branches = {}
        for platform, (device, dtype, handler) in _handlers(jax, str(arrays[0].dtype)).items():
            kernel = batched.native(cotangents, device, dtype) if isinstance(batched, BatchedQuantity) else None
            if kernel is not None:
                native = handler(jax, kernel)
                branches[platform] = _in_order(batched, kernel.program, native, lambda like: result_types(shapes, like))
        if not branches:
            return tuple(call_python(*arrays))
        return tuple(jax.lax.platform_dependent(*arrays, **branches, default=call_python))

    def value_in_python(*arrays: Any) -> tuple[Any, ...]:
        lead, rows = _fold(arrays, inputs)
        return _unfold(batched.value(rows, "cpu", "float64"), lead, outputs, arrays[0].dtype)

    def vjp_in_python(*arrays: Any) -> tuple[Any, ...]:
        lead, rows = _fold(arrays, (*inputs, *outputs))
        count = len(inputs)
        cotangents = batched.vjp([True] * count, rows[:count], rows[count:], "cpu", "float64")
        return _unfold(cotangents, lead, inputs, arrays[0].dtype)

    def value(*arrays: Any) -> tuple[Any, ...]:
        return call(value_in_python, outputs, False, *arrays)

    def forward(*arrays: Any) -> tuple[Any, Any]:
        if not batched.differentiable:
            raise ArgumentError("quantity", f"{batched.name}, which needs singular values", "one with gradients")
        return value(*arrays), arrays

    def backward(arrays: Any, bars: Any) -> tuple[Any, ...]:
        return call(vjp_in_python, inputs, True, *arrays, *bars)

    differentiable = jax.custom_vjp(value)
    differentiable.defvjp(forward, backward)
    return differentiable


def _handlers(jax: Any, dtype: str) -> dict[str, tuple[str, str, Callable[..., NativeCall]]]:
    """Return device, dtype and maker of handlers by platform of XLA; GPUs only if they are the default devices of JAX.

    A kernel is machine code for one compute capability, and XLA may call it on every GPU of the process.
    """
    handlers: dict[str, tuple[str, str, Callable[..., NativeCall]]] = {"cpu": ("cpu", dtype, cpu_call)}
    if jax.default_backend() == "gpu" and "cuda" in jax.devices()[0].client.platform_version.lower():
        devices = jax.local_devices()
        kinds = sorted({str(device.compute_capability) for device in devices})
        if len(kinds) == 1:
            handlers["cuda"] = f"cuda:{devices[0].local_hardware_id}", dtype, gpu_call
        else:
            text = f"JAX has GPUs of compute capabilities {', '.join(kinds)}: arrays are copied to the CPU and back"
            hint = "choose GPUs of one kind by CUDA_VISIBLE_DEVICES"
            warnings.warn(f"{text}; {hint}", ArmillaryWarning, stacklevel=outside())
    return handlers


def _in_order(
    batched: BatchedFunction, program: Program, native: NativeCall, result_types: Callable[[Any], tuple[Any, ...]]
) -> Callable[..., Any]:
    """Return a call of native code that takes inputs and cotangents in the order of the batched function."""
    names = (*batched.inputs, *(port.name for port in program.inputs if port.name.endswith("_bar")))
    order = [names.index(port.name) for port in program.inputs]
    return lambda *arrays: native([arrays[k] for k in order], result_types(arrays[0]))


def _fold(arrays: Sequence[Any], shapes: Sequence[Shape]) -> tuple[Shape, list[Any]]:
    """Return the leading dimensions of arrays, and NumPy arrays with all of these folded into rows."""
    lead = tuple(arrays[0].shape[: arrays[0].ndim - len(shapes[0])])
    count = math.prod(lead)
    pairs = zip(arrays, shapes, strict=True)
    return lead, [np.ascontiguousarray(array, dtype=np.float64).reshape((count, *shape)) for array, shape in pairs]


def _unfold(rows: Sequence[Any], lead: Shape, shapes: Sequence[Shape], dtype: Any) -> tuple[Any, ...]:
    """Return rows with the leading dimensions."""
    return tuple(np.asarray(row, dtype=dtype).reshape((*lead, *shape)) for row, shape in zip(rows, shapes, strict=True))
