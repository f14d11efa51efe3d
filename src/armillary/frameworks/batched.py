"""Batched functions: arrays (N, …) in, arrays (N, …) out, computed row by row, with vector-Jacobian products.

There are two: a quantity of a robot (`BatchedQuantity`) and a rollout of a closed loop (`BatchedRollout`). A framework
sees only the protocol `BatchedFunction`: it folds its batch dimensions into rows, and turns `value` and `vjp` into
operators.
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
from armillary.simulation.gradients.device.rolled import on_device
from armillary.simulation.gradients.rolled import Rollout
from armillary.simulation.gradients.rollout import rollout
from armillary.simulation.scenario import Scenario

Shape = tuple[int, ...]
OPTIONS = ("frame", "task", "elastic")
"""Options of quantities that frameworks take."""
ARGUMENTS = ("wrenches", "formulation", "threads")
"""Other keywords of their functions, for hints."""


class BatchedFunction(Protocol):
    """A function of arrays whose first dimension counts rows."""

    @property
    def name(self) -> str:
        """Name in messages and graphs."""

    @property
    def inputs(self) -> Mapping[str, Shape]:
        """Names of the inputs in order, each with the shape of a row."""

    @property
    def outputs(self) -> tuple[Shape, ...]:
        """Shapes of a row of each output."""

    @property
    def defaults(self) -> Mapping[str, Any]:
        """Values of optional inputs by name."""

    @property
    def differentiable(self) -> bool:
        """Whether `vjp` is defined."""

    @property
    def single(self) -> bool:
        """Whether a CPU computes in single precision."""

    def value(self, arrays: Sequence[Any], device: str, dtype: str) -> list[Any]:
        """Return the outputs for arrays of a dtype: NumPy arrays on "cpu", contiguous arrays of a library on a GPU."""

    def vjp(self, needed: Sequence[bool], arrays: Sequence[Any], bars: Sequence[Any], device: str, dtype: str) -> Any:
        """Return the cotangents of the needed inputs from those of the outputs, `bars`."""


@dataclass(frozen=True, eq=False)
class BatchedQuantity:
    """A quantity of a robot as a batched function."""

    model: Model
    quantity: str
    options: Mapping[str, Any]
    wrenches: tuple[str, ...] = ()
    formulation: str = "auto"
    threads: int = 1
    _code: dict[tuple[str, str], CompiledDynamics[Any]] = field(default_factory=dict)
    """Compiled code by device and dtype."""

    def __post_init__(self) -> None:
        entry = find_quantity(self.quantity)
        for name in self.options:
            if name not in OPTIONS or name not in entry.options:
                options = [option for option in entry.options if option in OPTIONS]
                expected = f"options of {self.quantity}: {', '.join(options) or 'none'}"
                hint = nearest(name, [*options, *ARGUMENTS])
                raise ArgumentError("options", shortened(name), expected, hint)
        if self.wrenches and self.quantity not in ("inverse_dynamics", "forward_dynamics"):
            raise ArgumentError("wrenches", f"given for {self.quantity}", "inverse_dynamics or forward_dynamics")
        frames = [("frame", self.options["frame"])] if "frame" in self.options else []
        for name, frame in (*frames, *(("wrenches", frame) for frame in self.wrenches)):
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
        """Whether the quantity is one program, without singular values."""
        return not QUANTITIES[self.quantity].singular_values

    @property
    def single(self) -> bool:
        """Whether the quantity is one program, which can be compiled in either precision."""
        return self.differentiable

    @property
    def defaults(self) -> dict[str, Any]:
        """Values of the free parameters in the robot description."""
        values = [parameter.value for parameter in self.model.free_parameters]
        return {"parameters": np.array(values)} if "parameters" in self.inputs else {}

    def value(self, arrays: Sequence[Any], device: str, dtype: str) -> list[Any]:
        """Return the quantity."""
        by_name = dict(zip(self.inputs, arrays, strict=True))
        states = [by_name[name] for name in QUANTITIES[self.quantity].inputs]
        keywords: dict[str, Any] = dict(self.options)
        if self.wrenches:
            keywords["wrenches"] = {frame: by_name[f"wrench_{frame}"] for frame in self.wrenches}
        if "parameters" in by_name:
            keywords["parameters"] = by_name["parameters"]
        return [getattr(self.on(device, dtype), self.quantity)(*states, **keywords)]

    def vjp(self, needed: Sequence[bool], arrays: Sequence[Any], bars: Sequence[Any], device: str, dtype: str) -> Any:
        """Return cotangents by the program of the vector-Jacobian product."""
        if not self.differentiable:
            raise ArgumentError("quantity", f"{self.quantity!r}, which needs singular values", "one with gradients")
        by_name = dict(zip(self.inputs, arrays, strict=True))
        with_respect_to = tuple(name for name, is_needed in zip(self.inputs, needed, strict=True) if is_needed)
        kernel = self.on(device, dtype).kernel_vjp(self.quantity, with_respect_to, **self._traced)
        bar = bars[0].reshape(len(bars[0]), math.prod(self.outputs[0]))
        rows = [bar if port.name.endswith("_bar") else by_name[port.name] for port in kernel.program.inputs]
        # The last argument of a kernel is its number of threads on a CPU, and the shape of the batch on a GPU.
        lead = (len(bar),) if device != "cpu" else self.threads
        return kernel.evaluate(rows, [None] * len(with_respect_to), lead)

    def native(self, cotangents: bool, device: str = "cpu", dtype: str = "float64") -> Any:
        """Return the kernel of the value, or of all cotangents, on a device; None if the value is not one program."""
        if not set(QUANTITIES[self.quantity].options) <= {"frame", "W"}:
            return None
        code = self.on(device, dtype)
        if cotangents:
            return code.kernel_vjp(self.quantity, tuple(self.inputs), **self._traced)
        return code.kernel(self.quantity, **self._traced)

    @property
    def _traced(self) -> dict[str, Any]:
        """Options that are fixed when a program is traced."""
        return dict(self.options) | ({"wrenches": self.wrenches} if self.wrenches else {})

    def on(self, device: str, dtype: str) -> CompiledDynamics[Any]:
        """Return the compiled code for a device and a precision."""
        code = self._code.get((device, dtype))
        if code is None:
            if device == "cpu":
                code = compiled(self.model, formulation=self.formulation, threads=self.threads, dtype=dtype)
            else:
                code = compiled(self.model, formulation=self.formulation, device=device, dtype=dtype)
            self._code[device, dtype] = code
        return code


def batched_quantity(
    robot: Robot | Model, quantity: str, options: Mapping[str, Any], wrenches: Sequence[str] | str, formulation: str,
    threads: int,
) -> BatchedQuantity:  # fmt: skip
    """Return a quantity of a robot as a batched function."""
    frames = distinct("wrenches", wrenches, "names of frames")
    function = BatchedQuantity(as_model(robot), quantity, dict(options), frames, formulation, thread_count(threads))
    function.on("cpu", "float64")  # checks the arguments now, before the first call
    return function


@dataclass(frozen=True, eq=False)
class BatchedRollout:
    """A rollout as a batched function, one row for each run."""

    rollout: Rollout
    """Rollout of one run, whose compiled code serves all rows."""
    robot: str

    @property
    def name(self) -> str:
        """Robot and "rollout"."""
        return f"{self.robot}.rollout"

    @property
    def inputs(self) -> dict[str, Shape]:
        """Initial state, parameters by name, and efforts if the rollout has any."""
        first = self.rollout
        shapes: dict[str, Shape] = {"q0": first.q.shape[1:], "qd0": first.qd.shape[1:]}
        shapes |= dict.fromkeys(self.parameters, ())
        return shapes | ({} if first.efforts is None else {"efforts": first.efforts.shape[-2:]})

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Values of the parameters by name."""
        return self.rollout.plan.loop.parameters

    @property
    def single(self) -> bool:
        """Whether a CPU computes in single precision: never for closed loops."""
        return False

    @property
    def outputs(self) -> tuple[Shape, ...]:
        """Shapes of the recorded q and qd of one run."""
        return self.rollout.q.shape, self.rollout.qd.shape

    @property
    def differentiable(self) -> bool:
        """Whether `vjp` is defined: always."""
        return True

    @property
    def defaults(self) -> dict[str, Any]:
        """Initial state, parameters and efforts of the rollout."""
        first = self.rollout
        values = {"q0": first.q[0], "qd0": first.qd[0], **self.parameters}
        return values if first.efforts is None else values | {"efforts": first.efforts}

    def value(self, arrays: Sequence[Any], device: str, dtype: str) -> list[Any]:
        """Return recorded coordinates and velocities, shapes (N, R, nq) and (N, R, nv)."""
        if not len(arrays[0]) and device == "cpu":
            return [np.zeros((0, *shape)) for shape in self.outputs]
        run = self._at(arrays, device, dtype)
        return [run.q, run.qd]

    def vjp(self, needed: Sequence[bool], arrays: Sequence[Any], bars: Sequence[Any], device: str, dtype: str) -> Any:
        """Return the cotangents of initial state, parameters and efforts, in reverse mode."""
        if not len(arrays[0]) and device == "cpu":
            return [np.zeros_like(array) for array, is_needed in zip(arrays, needed, strict=True) if is_needed]
        cotangents = self._at(arrays, device, dtype).vjp(*bars)
        return [cotangents[name] for name, is_needed in zip(self.inputs, needed, strict=True) if is_needed]

    def _at(self, arrays: Sequence[Any], device: str, dtype: str) -> Rollout:
        """Return the rollout of these rows on a device."""
        first = self.rollout
        if device != "cpu":
            first = on_device(first.plan, first.efforts, first.memory, device, dtype)
        by_name = dict(zip(self.inputs, arrays, strict=True))
        start = {"q0": by_name.pop("q0"), "qd0": by_name.pop("qd0"), "efforts": by_name.pop("efforts", None)}
        return first.at(**start, parameters=by_name)


def batched_rollout(
    scenario: Scenario | Robot | Model, duration: float | None, options: Mapping[str, Any]
) -> BatchedRollout:
    """Return a rollout of a closed loop as a batched function; the arguments are those of `arm.rollout`."""
    for name in ("device", "dtype"):
        if name in options:
            raise ArgumentError(name, "given", "none: each call takes device and precision from its arrays")
    run = rollout(scenario, duration, **options)
    loop = run.plan.loop
    if loop.stacked:
        raise ArgumentError("scenario", f"{loop.count} runs", "one start, and rows of the function for many")
    return BatchedRollout(run, loop.scenario.control_model.robot.name)
