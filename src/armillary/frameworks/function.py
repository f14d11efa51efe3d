"""The base of the functions of PyTorch and JAX: arguments in order or by name, around a batched function."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.frameworks.batched import BatchedFunction, BatchedQuantity, Shape


class FrameworkFunction(ABC):
    """A batched function that takes arrays of a framework."""

    def __init__(self, batched: BatchedFunction) -> None:
        self.batched = batched
        self.inputs = dict(batched.inputs)
        """Names of the inputs, each with the shape of one value."""
        self._outputs = batched.outputs
        self._defaults = {name: np.asarray(value).tolist() for name, value in batched.defaults.items()}

    def __repr__(self) -> str:
        return f"<Function {self.batched.name} of {', '.join(self.inputs)}>"

    @abstractmethod
    def _stack(self, columns: Sequence[Any]) -> Any:
        """Return arrays and numbers stacked along a new last dimension."""

    def _inputs_by_name(self, arrays: Sequence[Any], named: Mapping[str, Any]) -> dict[str, Any]:
        """Return arrays by the names of the inputs, from arguments in order and by name."""
        by_name = dict(zip(self.inputs, arrays, strict=False))
        for name, value in named.items():
            for input_name, array in self._inputs(name, value).items():
                if input_name in by_name:
                    raise ArgumentError(input_name, "two arrays", "one, in order or by name")
                by_name[input_name] = array
        unknown = [name for name in by_name if name not in self.inputs]
        missing = [name for name in self.inputs if name not in by_name and name not in self._defaults]
        if len(arrays) > len(self.inputs) or unknown or missing:
            problem = f"{', '.join(missing)} missing"
            if unknown:
                problem = f"unknown {', '.join(unknown)}"
            elif len(arrays) > len(self.inputs):
                problem = f"{len(arrays)} arrays"
            raise ArgumentError("arguments", problem, f"arrays of {', '.join(self.inputs)}")
        return by_name

    def _unflatten(self, outputs: Sequence[Any], lead: Sequence[int]) -> Any:
        """Return outputs of rows with the leading dimensions of the inputs: one array, or a tuple of several."""
        results = [output.reshape((*lead, *shape)) for output, shape in zip(outputs, self._outputs, strict=True)]
        return results[0] if len(results) == 1 else tuple(results)

    def _inputs(self, name: str, value: Any) -> dict[str, Any]:
        """Return the inputs that an argument stands for: mappings contain wrenches by frame, or parameters by name."""
        if name == "wrenches" and isinstance(value, Mapping):
            return {f"wrench_{frame}": wrench for frame, wrench in value.items()}
        if name != "parameters" or not isinstance(value, Mapping):
            return {name: value}
        if not isinstance(self.batched, BatchedQuantity) or not value:
            return dict(value)  # each parameter of a rollout is an input
        columns = [*self._defaults["parameters"]]  # those of a quantity are the columns of one input
        for free_name, place in self.batched.model.free_places(value).items():
            columns[place] = value[free_name]
        return {"parameters": self._stack(columns)}


def leading_dimensions(name: str, actual: Shape, shape: Shape, what: str) -> Shape:
    """Return the leading dimensions of an input; raise `ArgumentError` if it does not end in `shape`."""
    count = len(actual) - len(shape)
    if count < 0 or actual[count:] != shape:
        raise ArgumentError(name, f"shape {actual}", expected_shape(shape, what))
    return actual[:count]


def expected_shape(shape: Shape, what: str) -> str:
    """Return a text such as "a tensor of shape (…, 3)"."""
    return f"{what} of shape (…{''.join(f', {size}' for size in shape)})"


def broadcast_error(leads: Sequence[Shape]) -> ArgumentError:
    """Return the error for leading dimensions that cannot be broadcast."""
    shapes = ", ".join(str(tuple(lead)) for lead in leads)
    return ArgumentError("arguments", f"leading dimensions {shapes}", "dimensions that can be broadcast to one shape")
