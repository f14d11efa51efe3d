"""A function of rows as a function of JAX arrays, with its cotangents.

On a CPU and in double precision XLA calls the code of a quantity itself (`handler.py`). Elsewhere JAX calls back into
Python (`jax.pure_callback`): for motions, in single precision, which is rounded from double, and on a GPU, whose arrays
are copied to the host and back. Batch dimensions of vmap come as further leading dimensions, which are rows here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from armillary.errors import ArgumentError, MissingExtraError
from armillary.frameworks.rows import Quantity, Rows, Shape
from armillary.jax.handler import handled


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
        """Call the handler where XLA computes in double precision on a CPU, else back into Python."""
        kernel = rows.native(cotangents) if isinstance(rows, Quantity) and arrays[0].dtype == np.float64 else None
        if kernel is None:
            return called(work, shapes, *arrays)
        names = (*rows.inputs, *(port.name for port in kernel.program.inputs if port.name.endswith("_bar")))
        order = [names.index(port.name) for port in kernel.program.inputs]
        native = handled(jax, kernel)
        return jax.lax.platform_dependent(
            *arrays,
            cpu=lambda *given: native([given[k] for k in order], kinds_of(shapes, given[0])),
            default=lambda *given: called(work, shapes, *given),
        )

    def value_here(*arrays: Any) -> tuple[Any, ...]:
        lead, flat = _flat(arrays, inputs)
        return _shaped(rows.value(flat, "cpu", "float64"), lead, outputs, arrays[0].dtype)

    def back_here(*arrays: Any) -> tuple[Any, ...]:
        lead, flat = _flat(arrays, (*inputs, *outputs))
        count = len(inputs)
        found = rows.back([True] * count, flat[:count], flat[count:], "cpu", "float64")
        return _shaped(found, lead, inputs, arrays[0].dtype)

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
