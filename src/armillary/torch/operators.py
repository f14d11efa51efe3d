"""The custom operators of PyTorch: value and cotangents of a function of rows.

    armillary::rows(key, arrays) → outputs                        value
    armillary::rows_vjp(key, needed, arrays, bars) → cotangents    of the inputs that need them

Both serve all functions (`frameworks.rows`), which they find by a key, a text that `torch.compile` takes as a constant.
Each has a fake, which knows shapes, and a batching rule, which folds the batch into rows; the second is the autograd
formula of the first. PyTorch does not differentiate custom operators under the transforms of `torch.func`; there
`Operators.transformed`, the same two in an `autograd.Function`, takes their place.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from armillary.errors import ArgumentError, MissingExtraError
from armillary.frameworks.rows import Rows

_known: weakref.WeakValueDictionary[str, Rows] = weakref.WeakValueDictionary()
_count = itertools.count()


class Operators(NamedTuple):
    """The operator of values, and the same for the transforms of `torch.func`: functions of a key and arrays."""

    rows: Callable[[str, list[Any]], list[Any]]
    transformed: Callable[[str, list[Any]], list[Any]]


def imported() -> Any:
    """Return PyTorch, or raise `MissingExtraError`."""
    try:
        import torch
    except ImportError as error:
        raise MissingExtraError("torch", "torch", "armillary.torch") from error
    return torch


def known(rows: Rows) -> str:
    """Return a new key of a function, which is known by it as long as it is alive."""
    key = f"{rows.name}#{next(_count)}"
    _known[key] = rows
    return key


def _function_of(key: str) -> Rows:
    rows = _known.get(key)
    if rows is None:
        raise ArgumentError("key", f"{key}, whose function was deleted", "a function that is alive", "keep it")
    return rows


@cache
def operators() -> Operators:
    """Register the operators with PyTorch, once."""
    library = imported().library
    value = library.custom_op(
        "armillary::rows", _value, mutates_args=(), schema="(str key, Tensor[] arrays) -> Tensor[]"
    )
    back = library.custom_op(
        "armillary::rows_vjp", _back, mutates_args=(),
        schema="(str key, bool[] needed, Tensor[] arrays, Tensor[] bars) -> Tensor[]",
    )  # fmt: skip

    def pulled(context: Any, bars: Sequence[Any]) -> tuple[None, list[Any]]:
        needed = list(context.needs_input_grad[1])
        return None, _spread(needed, back(context.key, needed, list(context.saved_tensors), list(bars)))

    def value_in_batch(info: Any, dims: Any, key: str, arrays: Any) -> Any:
        return _unfolded(info, value(key, _folded(info, dims[1], arrays)))

    def back_in_batch(info: Any, dims: Any, key: str, needed: Any, arrays: Any, bars: Any) -> Any:
        return _unfolded(info, back(key, needed, _folded(info, dims[2], arrays), _folded(info, dims[3], bars)))

    value.register_fake(_value_fake)
    back.register_fake(_back_fake)
    value.register_autograd(pulled, setup_context=_keep)
    value.register_vmap(value_in_batch)
    back.register_vmap(back_in_batch)
    return Operators(value, _function(value, back))


def _function(value: Any, back: Any) -> Callable[[str, list[Any]], list[Any]]:
    """Return the operator as an `autograd.Function`, which the transforms of `torch.func` differentiate."""
    torch = imported()

    class Cotangents(torch.autograd.Function):  # type: ignore[misc, name-defined]
        generate_vmap_rule = True

        @staticmethod
        def forward(key: str, needed: list[bool], *arrays: Any) -> tuple[Any, ...]:
            count = len(needed)
            return tuple(back(key, needed, list(arrays[:count]), list(arrays[count:])))

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            pass

        @staticmethod
        def backward(ctx: Any, *bars: Any) -> Any:
            raise ArgumentError("gradient", "a second derivative", "first derivatives")

    class Value(torch.autograd.Function):  # type: ignore[misc, name-defined]
        generate_vmap_rule = True

        @staticmethod
        def forward(key: str, *arrays: Any) -> tuple[Any, ...]:
            return tuple(value(key, list(arrays)))

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            _keep(ctx, (inputs[0], inputs[1:]), output)

        @staticmethod
        def backward(ctx: Any, *bars: Any) -> tuple[Any, ...]:
            needed = list(ctx.needs_input_grad[1:])
            return None, *_spread(needed, Cotangents.apply(ctx.key, needed, *ctx.saved_tensors, *bars))

    return lambda key, arrays: list(Value.apply(key, *arrays))


def _value(key: str, arrays: Sequence[Any]) -> list[Any]:
    rows = _function_of(key)
    device, dtype = _place(rows, arrays[0])
    return _as_tensors(rows.value(_as_arrays(arrays, dtype), device, dtype), arrays[0])


def _back(key: str, needed: Sequence[bool], arrays: Sequence[Any], bars: Sequence[Any]) -> list[Any]:
    rows = _function_of(key)
    device, dtype = _place(rows, arrays[0])
    return _as_tensors(rows.back(needed, _as_arrays(arrays, dtype), _as_arrays(bars, dtype), device, dtype), arrays[0])


def _place(rows: Rows, array: Any) -> tuple[str, str]:
    """Return device and precision of the computation by the names of `arm.compile`."""
    if array.is_cuda:
        return f"cuda:{array.get_device()}", str(array.dtype).removeprefix("torch.")
    return "cpu", str(array.dtype).removeprefix("torch.") if rows.single else "float64"


def _as_arrays(arrays: Sequence[Any], dtype: str) -> list[Any]:
    """Return tensors as arrays of NumPy of a dtype and in any order, or contiguous on a GPU."""
    if arrays[0].is_cuda:
        return [array.detach().contiguous() for array in arrays]
    return [array.detach().numpy().astype(dtype, copy=False) for array in arrays]


def _as_tensors(arrays: Sequence[Any], like: Any) -> list[Any]:
    if like.is_cuda:
        return list(arrays)
    torch = imported()
    return [torch.from_numpy(np.ascontiguousarray(array)).to(like.dtype) for array in arrays]


def _value_fake(key: str, arrays: Sequence[Any]) -> list[Any]:
    return [arrays[0].new_empty((arrays[0].shape[0], *shape)) for shape in _function_of(key).outputs]


def _back_fake(key: str, needed: Sequence[bool], arrays: Sequence[Any], bars: Sequence[Any]) -> list[Any]:
    return [array.new_empty(array.shape) for array, wanted in zip(arrays, needed, strict=True) if wanted]


def _keep(ctx: Any, inputs: Any, output: Any) -> None:
    ctx.key, arrays = inputs
    ctx.rows = _function_of(ctx.key)  # alive until the backward pass
    ctx.save_for_backward(*arrays)


def _spread(needed: Sequence[bool], cotangents: Sequence[Any]) -> list[Any]:
    """Return a cotangent for each input, None for those without."""
    rest = iter(cotangents)
    return [next(rest) if wanted else None for wanted in needed]


def _folded(info: Any, dims: Sequence[int | None], arrays: Sequence[Any]) -> list[Any]:
    """Return arrays (B, N, …) as (B · N, …)."""
    whole = [
        array.expand(info.batch_size, *array.shape) if dim is None else array.movedim(dim, 0)
        for array, dim in zip(arrays, dims, strict=True)
    ]
    return [array.flatten(0, 1) for array in whole]


def _unfolded(info: Any, arrays: Sequence[Any]) -> tuple[list[Any], list[int]]:
    size = info.batch_size
    return [array.reshape(size, array.shape[0] // size, *array.shape[1:]) for array in arrays], [0] * len(arrays)
