"""Arguments of a function of rows, in order or by name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.frameworks.rows import Quantity, Rows, Shape


class Named(ABC):
    """A function of arrays of a framework."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.inputs = dict(rows.inputs)
        """Names of the inputs, each with the shape of one value."""
        self._outputs = rows.outputs
        self._defaults = {name: np.asarray(value).tolist() for name, value in rows.defaults.items()}

    def __repr__(self) -> str:
        return f"<Function {self.rows.name} of {', '.join(self.inputs)}>"

    @abstractmethod
    def _joined(self, columns: Sequence[Any]) -> Any:
        """Return arrays and numbers side by side as the last dimension of one array."""

    def _inputs_by_name(self, arrays: Sequence[Any], named: Mapping[str, Any]) -> dict[str, Any]:
        """Return the given arrays by the names of the inputs."""
        by_name = dict(zip(self.inputs, arrays, strict=False))
        for name, value in named.items():
            for input_name, array in self._inputs(name, value).items():
                if input_name in by_name:
                    raise ArgumentError(input_name, "two arrays", "one, in order or by name")
                by_name[input_name] = array
        unknown = [name for name in by_name if name not in self.inputs]
        missing = [name for name in self.inputs if name not in by_name and name not in self._defaults]
        if len(arrays) > len(self.inputs) or unknown or missing:
            problem = f"{len(arrays)} arrays" if len(arrays) > len(self.inputs) else f"{', '.join(missing)} missing"
            problem = f"unknown {', '.join(unknown)}" if unknown else problem
            raise ArgumentError("arguments", problem, f"arrays of {', '.join(self.inputs)}")
        return by_name

    def _shaped(self, rows: Sequence[Any], lead: Sequence[int]) -> Any:
        """Return the outputs of all rows in their shapes: one array, or a tuple of several."""
        results = [output.reshape((*lead, *shape)) for output, shape in zip(rows, self._outputs, strict=True)]
        return results[0] if len(results) == 1 else tuple(results)

    def _inputs(self, name: str, value: Any) -> dict[str, Any]:
        """Return the inputs that an argument gives; mappings give wrenches by frame or parameters by name."""
        if name == "wrenches" and isinstance(value, Mapping):
            return {f"wrench_{frame}": wrench for frame, wrench in value.items()}
        if name == "parameters" and isinstance(value, Mapping):
            return self._parameters(value)
        return {name: value}

    def _parameters(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return parameters by name as inputs: one array of all free ones, or the inputs of a motion themselves."""
        if not isinstance(self.rows, Quantity) or not values:
            return dict(values)
        columns = [*self._defaults["parameters"]]
        for name, place in self.rows.model.free_places(values).items():
            columns[place] = values[name]
        return {"parameters": self._joined(columns)}


def lead_of(name: str, actual: Shape, shape: Shape, what: str) -> Shape:
    """Return the leading dimensions of an input; raise `ArgumentError` for one that does not end in `shape`."""
    count = len(actual) - len(shape)
    if count < 0 or actual[count:] != shape:
        raise ArgumentError(name, f"shape {actual}", expected_shape(shape, what))
    return actual[:count]


def expected_shape(shape: Shape, what: str) -> str:
    """Return a text such as "an array of shape (…, 3)"."""
    return f"{what} of shape (…{''.join(f', {size}' for size in shape)})"


def unequal(leads: Sequence[Shape]) -> ArgumentError:
    """Return the error for leading dimensions that cannot be broadcast."""
    shapes = ", ".join(str(tuple(lead)) for lead in leads)
    return ArgumentError("arguments", f"leading dimensions {shapes}", "dimensions that are broadcast to one shape")
