"""The custom operators of PyTorch: value and cotangents of a batched function.

    armillary::rows(key, arrays) → outputs                        value
    armillary::rows_vjp(key, needed, arrays, bars) → cotangents    of the inputs that need them

Both serve all batched functions, which they look up by a key, a text that `torch.compile` treats as a constant. Each
has a fake implementation, which returns shapes, and a batching rule, which folds the batch into rows; the second is the
autograd formula of the first. PyTorch does not differentiate custom operators under the transforms of `torch.func`;
there `Operators.transformed`, the same two in an `autograd.Function`, takes their place.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from armillary.errors import ArgumentError, MissingExtraError
from armillary.frameworks.batched import BatchedFunction

# Weak, so that a function and its compiled code are freed with the last reference of the user.
_registered: weakref.WeakValueDictionary[str, BatchedFunction] = weakref.WeakValueDictionary()
_count = itertools.count()


class Operators(NamedTuple):
    """The operator of values, and its form for the transforms of `torch.func`: functions of a key and arrays."""

    rows: Callable[[str, list[Any]], list[Any]]
    transformed: Callable[[str, list[Any]], list[Any]]


def imported() -> Any:
    """Return PyTorch, or raise `MissingExtraError`."""
    try:
        import torch
    except ImportError as error:
        raise MissingExtraError("torch", "torch", "armillary.torch") from error
    return torch


def register(batched: BatchedFunction) -> str:
    """Return a new key under which the operators find a function until it is deleted."""
    key = f"{batched.name}#{next(_count)}"
    _registered[key] = batched
    return key


def _look_up(key: str) -> BatchedFunction:
    batched = _registered.get(key)
    if batched is None:
        raise ArgumentError("key", f"{key}, whose function was deleted", "an existing function", "keep a reference")
    return batched


@cache
def operators() -> Operators:
    """Register the operators with PyTorch, once."""
    library = imported().library
    value = library.custom_op(
        "armillary::rows", _value, mutates_args=(), schema="(str key, Tensor[] arrays) -> Tensor[]"
    )
    vjp = library.custom_op(
        "armillary::rows_vjp", _vjp, mutates_args=(),
        schema="(str key, bool[] needed, Tensor[] arrays, Tensor[] bars) -> Tensor[]",
    )  # fmt: skip

    def backward(context: Any, bars: Sequence[Any]) -> tuple[None, list[Any]]:
        needed = list(context.needs_input_grad[1])
        return None, _fill_in(needed, vjp(context.key, needed, list(context.saved_tensors), list(bars)))

    def batched_value(info: Any, dims: Any, key: str, arrays: Any) -> Any:
        return _unfold(info, value(key, _fold(info, dims[1], arrays)))

    def batched_vjp(info: Any, dims: Any, key: str, needed: Any, arrays: Any, bars: Any) -> Any:
        return _unfold(info, vjp(key, needed, _fold(info, dims[2], arrays), _fold(info, dims[3], bars)))

    value.register_fake(_fake_value)
    vjp.register_fake(_fake_vjp)
    value.register_autograd(backward, setup_context=_save_for_backward)
    value.register_vmap(batched_value)
    vjp.register_vmap(batched_vjp)
    return Operators(value, _autograd_function(value, vjp))


def _autograd_function(value: Any, vjp: Any) -> Callable[[str, list[Any]], list[Any]]:
    """Return the operator as an `autograd.Function`, which the transforms of `torch.func` differentiate."""
    torch = imported()

    class Cotangents(torch.autograd.Function):  # type: ignore[misc, name-defined]
        generate_vmap_rule = True

        @staticmethod
        def forward(key: str, needed: list[bool], *arrays: Any) -> tuple[Any, ...]:
            count = len(needed)
            return tuple(vjp(key, needed, list(arrays[:count]), list(arrays[count:])))

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
            _save_for_backward(ctx, (inputs[0], inputs[1:]), output)

        @staticmethod
        def backward(ctx: Any, *bars: Any) -> tuple[Any, ...]:
            needed = list(ctx.needs_input_grad[1:])
            return None, *_fill_in(needed, Cotangents.apply(ctx.key, needed, *ctx.saved_tensors, *bars))

    return lambda key, arrays: list(Value.apply(key, *arrays))


def _value(key: str, arrays: Sequence[Any]) -> list[Any]:
    batched = _look_up(key)
    device, dtype = _device_and_dtype(batched, arrays[0])
    return _as_tensors(batched.value(_as_arrays(arrays, dtype), device, dtype), arrays[0])


def _vjp(key: str, needed: Sequence[bool], arrays: Sequence[Any], bars: Sequence[Any]) -> list[Any]:
    batched = _look_up(key)
    device, dtype = _device_and_dtype(batched, arrays[0])
    cotangents = batched.vjp(needed, _as_arrays(arrays, dtype), _as_arrays(bars, dtype), device, dtype)
    return _as_tensors(cotangents, arrays[0])


def _device_and_dtype(batched: BatchedFunction, array: Any) -> tuple[str, str]:
    """Return device and precision of the computation, named as in `arm.compile`."""
    if array.is_cuda:
        return f"cuda:{array.get_device()}", str(array.dtype).removeprefix("torch.")
    return "cpu", str(array.dtype).removeprefix("torch.") if batched.single else "float64"


def _as_arrays(arrays: Sequence[Any], dtype: str) -> list[Any]:
    """Return tensors on a CPU as NumPy arrays of a dtype, those on a GPU as contiguous tensors."""
    if arrays[0].is_cuda:  # kernels read rows by their address
        return [array.detach().contiguous() for array in arrays]
    return [array.detach().numpy().astype(dtype, copy=False) for array in arrays]


def _as_tensors(arrays: Sequence[Any], like: Any) -> list[Any]:
    if like.is_cuda:
        return list(arrays)
    torch = imported()
    # Without a copy: nobody else holds these arrays, and the tensor keeps them alive.
    return [torch.from_numpy(np.ascontiguousarray(array)).to(like.dtype) for array in arrays]


def _fake_value(key: str, arrays: Sequence[Any]) -> list[Any]:
    return [arrays[0].new_empty((arrays[0].shape[0], *shape)) for shape in _look_up(key).outputs]


def _fake_vjp(key: str, needed: Sequence[bool], arrays: Sequence[Any], bars: Sequence[Any]) -> list[Any]:
    return [array.new_empty(array.shape) for array, is_needed in zip(arrays, needed, strict=True) if is_needed]


def _save_for_backward(ctx: Any, inputs: Any, output: Any) -> None:
    ctx.key, arrays = inputs
    ctx.batched = _look_up(ctx.key)  # keeps the function alive until the backward pass
    ctx.save_for_backward(*arrays)


def _fill_in(needed: Sequence[bool], cotangents: Sequence[Any]) -> list[Any]:
    """Return a cotangent for each input, None for those without."""
    rest = iter(cotangents)
    return [next(rest) if is_needed else None for is_needed in needed]


def _fold(info: Any, dims: Sequence[int | None], arrays: Sequence[Any]) -> list[Any]:
    """Return arrays (B, N, …) as (B · N, …)."""
    batches = [
        array.expand(info.batch_size, *array.shape) if dim is None else array.movedim(dim, 0)
        for array, dim in zip(arrays, dims, strict=True)
    ]
    return [array.flatten(0, 1) for array in batches]


def _unfold(info: Any, arrays: Sequence[Any]) -> tuple[list[Any], list[int]]:
    """Return arrays (B · N, …) as (B, N, …), and the batch dimension of each."""
    size = info.batch_size
    return [array.reshape(size, array.shape[0] // size, *array.shape[1:]) for array in arrays], [0] * len(arrays)
