"""A function of rows as a function of JAX arrays, with its cotangents.

JAX calls back into Python, which calls the native code (`jax.pure_callback`): jit and vmap work, and arrays of a GPU
are copied to the host and back. Batch dimensions of vmap come as further leading dimensions, which are rows here.
Numbers are computed in double precision, and rounded where JAX has single precision.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from armillary.errors import ArgumentError, MissingExtraError
from armillary.frameworks.rows import Rows, Shape


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

    def called(work: Callable[..., Any], shapes: Sequence[Shape], arrays: Sequence[Any]) -> Any:
        first = arrays[0]
        kinds = tuple(jax.ShapeDtypeStruct((first.shape[0], *shape), first.dtype) for shape in shapes)
        return jax.pure_callback(work, kinds, *arrays, vmap_method="broadcast_all")

    def value_here(*arrays: Any) -> tuple[Any, ...]:
        lead, flat = _flat(arrays, inputs)
        return _shaped(rows.value(flat, "cpu", "float64"), lead, outputs, arrays[0].dtype)

    def back_here(*arrays: Any) -> tuple[Any, ...]:
        lead, flat = _flat(arrays, (*inputs, *outputs))
        count = len(inputs)
        found = rows.back([True] * count, flat[:count], flat[count:], "cpu", "float64")
        return _shaped(found, lead, inputs, arrays[0].dtype)

    def plain(*arrays: Any) -> tuple[Any, ...]:
        return tuple(called(value_here, outputs, arrays))

    def forward(*arrays: Any) -> tuple[Any, Any]:
        if not rows.differentiable:
            raise ArgumentError("quantity", f"{rows.name}, which needs singular values", "one with gradients")
        return plain(*arrays), arrays

    def backward(arrays: Any, bars: Any) -> tuple[Any, ...]:
        return tuple(called(back_here, inputs, (*arrays, *bars)))

    value = jax.custom_vjp(plain)
    value.defvjp(forward, backward)
    return value


def _flat(arrays: Sequence[Any], shapes: Sequence[Shape]) -> tuple[Shape, list[Any]]:
    """Return the leading dimensions of arrays, and the arrays of NumPy with all of these as rows."""
    first = arrays[0]
    lead = tuple(first.shape[: first.ndim - len(shapes[0])])
    count = math.prod(lead)
    pairs = zip(arrays, shapes, strict=True)
    return lead, [np.ascontiguousarray(a, dtype=np.float64).reshape((count, *shape)) for a, shape in pairs]


def _shaped(found: Sequence[Any], lead: Shape, shapes: Sequence[Shape], dtype: Any) -> tuple[Any, ...]:
    return tuple(
        np.asarray(each, dtype=dtype).reshape((*lead, *shape)) for each, shape in zip(found, shapes, strict=True)
    )
