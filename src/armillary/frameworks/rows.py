"""Functions of rows: arrays (N, …) in, arrays (N, …) out, each row for itself, with cotangents of the inputs.

A quantity of a robot is one (`Quantity`), a motion from start to end another (`frameworks.motion`). Frameworks see
nothing else: they fold batch dimensions into rows, and turn `value` and `back` into operators.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from armillary.compiler.compiled import compile as compiled
from armillary.compiler.quantities import CompiledDynamics
from armillary.compiler.threads import thread_count
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.files.arguments import distinct
from armillary.files.words import among, nearest, shortened
from armillary.formulations.registry import QUANTITIES, find_quantity
from armillary.multibody import Model, as_model

Shape = tuple[int, ...]
OPTIONS = ("frame", "task", "elastic")
"""Options of quantities that frameworks take."""
ARGUMENTS = ("wrenches", "formulation", "threads")
"""Other keywords of their functions, for hints."""


class Rows(Protocol):
    """A function of rows."""

    @property
    def name(self) -> str:
        """Its name in messages and graphs."""

    @property
    def inputs(self) -> Mapping[str, Shape]:
        """Names of the inputs in order, each with the shape of a row."""

    @property
    def outputs(self) -> tuple[Shape, ...]:
        """Shapes of a row of each output."""

    @property
    def defaults(self) -> Mapping[str, Any]:
        """Rows of inputs that a user may leave out, by name."""

    @property
    def differentiable(self) -> bool:
        """Whether there are cotangents."""

    @property
    def single(self) -> bool:
        """Whether a CPU computes in single precision."""

    def value(self, arrays: Sequence[Any], device: str, dtype: str) -> list[Any]:
        """Return the outputs at arrays of a dtype: of NumPy for "cpu", contiguous ones of a library on a device."""

    def back(self, needed: Sequence[bool], arrays: Sequence[Any], bars: Sequence[Any], device: str, dtype: str) -> Any:
        """Return the cotangents of the needed inputs, from those of the outputs."""


@dataclass(frozen=True, eq=False)
class Quantity:
    """A quantity of a robot as a function of rows."""

    model: Model
    quantity: str
    options: Mapping[str, Any]
    wrenches: tuple[str, ...] = ()
    formulation: str = "auto"
    threads: int = 1
    _code: dict[tuple[str, str], CompiledDynamics[Any]] = field(default_factory=dict)
    """Code by device and dtype."""

    def __post_init__(self) -> None:
        entry = find_quantity(self.quantity)
        for name in self.options:
            if name not in OPTIONS or name not in entry.options:
                known = [option for option in entry.options if option in OPTIONS]
                expected = f"options of {self.quantity}: {', '.join(known) or 'none'}"
                hint = nearest(name, [*known, *ARGUMENTS])
                raise ArgumentError("options", shortened(name), expected, hint)
        if self.wrenches and self.quantity not in ("inverse_dynamics", "forward_dynamics"):
            raise ArgumentError("wrenches", f"given for {self.quantity}", "inverse_dynamics or forward_dynamics")
        frames = {"frame": self.options["frame"]} if "frame" in self.options else {}
        for name, frame in (*frames.items(), *(("wrenches", frame) for frame in self.wrenches)):
            if not among(frame, self.model.frames):
                raise ArgumentError(name, f"no frame {shortened(frame)}", f"one of {', '.join(self.model.frames)}")

    @property
    def name(self) -> str:
        """Robot and quantity."""
        return f"{self.model.robot.name}.{self.quantity}"

    @property
    def inputs(self) -> dict[str, Shape]:
        """Arguments of the quantity, free parameters, wrenches."""
        entry = QUANTITIES[self.quantity]
        shapes: dict[str, Shape] = {
            name: (size,) for name, size in zip(entry.inputs, entry.sizes(self.model), strict=True)
        }
        if self.model.free and not entry.kinematic:
            shapes["parameters"] = (len(self.model.free),)
        return shapes | {f"wrench_{frame}": (6,) for frame in self.wrenches}

    @property
    def outputs(self) -> tuple[Shape, ...]:
        """The shape of the quantity."""
        return (QUANTITIES[self.quantity].shape(self.model),)

    @property
    def differentiable(self) -> bool:
        """Whether the quantity has a program, and no need of singular values."""
        return not QUANTITIES[self.quantity].singular_values

    @property
    def single(self) -> bool:
        """Whether the quantity has a program, which may be of either precision."""
        return self.differentiable

    @property
    def defaults(self) -> dict[str, Any]:
        """The values that the robot has for its free parameters."""
        values = [parameter.value for parameter in self.model.free_parameters]
        return {"parameters": np.array(values)} if "parameters" in self.inputs else {}

    def value(self, arrays: Sequence[Any], device: str, dtype: str) -> list[Any]:
        """Return the quantity."""
        by_name = dict(zip(self.inputs, arrays, strict=True))
        states = [by_name[name] for name in QUANTITIES[self.quantity].inputs]
        more: dict[str, Any] = dict(self.options)
        if self.wrenches:
            more["wrenches"] = {frame: by_name[f"wrench_{frame}"] for frame in self.wrenches}
        if "parameters" in by_name:
            more["parameters"] = by_name["parameters"]
        return [getattr(self.on(device, dtype), self.quantity)(*states, **more)]

    def back(self, needed: Sequence[bool], arrays: Sequence[Any], bars: Sequence[Any], device: str, dtype: str) -> Any:
        """Return cotangents by the program of the VJP."""
        if not self.differentiable:
            raise ArgumentError("quantity", f"{self.quantity!r}, which needs singular values", "one with gradients")
        by_name = dict(zip(self.inputs, arrays, strict=True))
        by = tuple(name for name, wanted in zip(self.inputs, needed, strict=True) if wanted)
        kernel = self.on(device, dtype).kernel_vjp(self.quantity, by, **self._traced)
        bar = bars[0].reshape(len(bars[0]), math.prod(self.outputs[0]))
        rows = [bar if port.name.endswith("_bar") else by_name[port.name] for port in kernel.program.inputs]
        lead = (len(bar),) if device != "cpu" else self.threads
        return kernel.evaluate(rows, [None] * len(by), lead)

    def native(self, cotangents: bool, device: str = "cpu", dtype: str = "float64") -> Any:
        """Return the code of the value, or of all cotangents, on a device; None where values are not one program."""
        if not set(QUANTITIES[self.quantity].options) <= {"frame", "W"}:
            return None
        code = self.on(device, dtype)
        if cotangents:
            return code.kernel_vjp(self.quantity, tuple(self.inputs), **self._traced)
        return code.kernel(self.quantity, **self._traced)

    @property
    def _traced(self) -> dict[str, Any]:
        """Options of programs."""
        return dict(self.options) | ({"wrenches": self.wrenches} if self.wrenches else {})

    def on(self, device: str, dtype: str) -> CompiledDynamics[Any]:
        """Return the code for a device and a precision."""
        code = self._code.get((device, dtype))
        if code is None:
            if device == "cpu":
                code = compiled(self.model, formulation=self.formulation, threads=self.threads, dtype=dtype)
            else:
                code = compiled(self.model, formulation=self.formulation, device=device, dtype=dtype)
            self._code[device, dtype] = code
        return code


def quantity_of(
    robot: Robot | Model, quantity: str, options: Mapping[str, Any], wrenches: Sequence[str] | str, formulation: str,
    threads: int,
) -> Quantity:  # fmt: skip
    """Return a quantity of a robot as a function of rows, with its code for a CPU at hand."""
    frames = distinct("wrenches", wrenches, "names of frames")
    function = Quantity(as_model(robot), quantity, dict(options), frames, formulation, thread_count(threads))
    function.on("cpu", "float64")  # which checks the arguments
    return function
