"""Results by a function of the user, run by run, and the reasons of runs that fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from armillary.errors import ArgumentError, ArmillaryError
from armillary.files.arguments import listed
from armillary.files.words import is_whole, shortened
from armillary.results.trajectory import Trajectory
from armillary.simulation.parameters import settle
from armillary.spatial.scalar import Floats
from armillary.studies.layout import Variable
from armillary.studies.outputs.output import Output, RunShape, result_name


@dataclass(frozen=True)
class Function(Output):
    """A function of a single run, a `Trajectory`, that returns a number, or an array of a fixed shape.

    Args:
        function: The function. Runs in other processes need one of a module, not a lambda.
        shape: Shape of its result; default that of a number.
        unit: Unit of its result; default none.
        name: Name of the result; default that of the function.
    """

    function: Callable[[Trajectory], Any]
    shape: tuple[int, ...] = ()
    unit: str = ""
    name: str = ""

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise ArgumentError("function", shortened(self.function), "a function of a trajectory")
        expected = "whole numbers, such as (3,)"
        shape = (self.shape,) if is_whole(self.shape) else listed("shape", self.shape, expected)
        if not isinstance(self.name, str):
            raise ArgumentError("name", shortened(self.name), "a text, such as 'reach'")
        if not isinstance(self.unit, str):
            raise ArgumentError("unit", shortened(self.unit), "a text, such as 'rad/s'")
        if not all(is_whole(length, 1) for length in shape):
            raise ArgumentError("shape", shortened(self.shape), expected)
        name = self.name or getattr(self.function, "__name__", "")
        settle(self, name=result_name(name), shape=tuple(map(int, shape)))

    def variable(self, shape: RunShape) -> Variable:
        """Return name, unit and dimensions."""
        dims = {f"{self.name}_{k}": tuple(map(float, range(n))) for k, n in enumerate(self.shape)}
        return Variable(self.name, self.unit, self.name.replace("_", " "), dims)

    def value(self, run: Trajectory) -> Floats:
        """Return the result for one run; raise an `ArgumentError` where it is not an array of numbers as expected."""
        result = self.function(run)
        try:
            array = np.asarray(result, dtype=float)
        except (TypeError, ValueError):
            array = np.array(np.nan)
        expected = "numbers" if not self.shape else f"numbers of shape {self.shape}"
        if array.shape != self.shape:
            raise ArgumentError("", f"a result of shape {array.shape}", expected)
        if np.any(np.isnan(array)):
            raise ArgumentError("", shortened(result), f"{expected} that are not NaN")
        return array


def failure(error: BaseException) -> str:
    """Return the reason of a failed run from its error."""
    text = str(error) or type(error).__name__
    return text if isinstance(error, ArmillaryError) else f"{type(error).__name__}: {text}"
