"""Differentiable functions of tensors, made from a robot or a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.frameworks.batched import BatchedFunction, Shape, batched_quantity, batched_rollout
from armillary.frameworks.function import FrameworkFunction, broadcast_error, expected_shape, leading_dimensions
from armillary.multibody import Model
from armillary.simulation.scenario import Scenario
from armillary.torch.operators import imported, operators, register

if TYPE_CHECKING:
    from torch import Tensor


class Function(FrameworkFunction):
    """A function of tensors, whose leading dimensions are broadcast. See `compile` and `rollout`."""

    def __init__(self, batched: BatchedFunction) -> None:
        super().__init__(batched)
        self.key = register(batched)
        """Name of the function in graphs."""
        self._operators = operators()

    def __call__(self, *tensors: Tensor, **named: Tensor | Mapping[str, Tensor]) -> Any:
        """Return the value at tensors in the order of `inputs`, or by name.

        `parameters` and `wrenches` may be mappings from names to tensors.
        """
        import torch

        by_name = self._inputs_by_name(tensors, named)
        like = next(filter(torch.is_tensor, by_name.values()), torch.empty(0, dtype=torch.float64))
        arrays = {
            name: by_name[name] if name in by_name else like.new_tensor(self._defaults[name]) for name in self.inputs
        }
        leads = [_leading_dimensions(name, arrays[name], like, shape) for name, shape in self.inputs.items()]
        try:
            lead = torch.broadcast_shapes(*leads)
        except RuntimeError as error:
            raise broadcast_error(leads) from error
        count = lead.numel()
        rows = [arrays[name].expand((*lead, *shape)).reshape((count, *shape)) for name, shape in self.inputs.items()]
        # A level of functorch is active inside vmap, grad or vjp of torch.func.
        transformed = not torch.compiler.is_compiling() and torch._C._functorch.maybe_current_level() is not None
        operator = self._operators.transformed if transformed else self._operators.rows
        return self._unflatten(operator(self.key, rows), lead)

    def _stack(self, columns: Sequence[Any]) -> Any:
        import torch

        like = next(filter(torch.is_tensor, columns), None)
        if like is None:
            raise ArgumentError("parameters", "numbers alone", "tensors by name")
        tensors = [column if isinstance(column, torch.Tensor) else like.new_tensor(column) for column in columns]
        return torch.stack(torch.broadcast_tensors(*tensors), dim=-1)


def compile(
    robot: Robot | Model, quantity: str, *, wrenches: Sequence[str] | str = (), formulation: str = "auto",
    threads: int = 1, **options: Any,
) -> Function:  # fmt: skip
    """Return a quantity of a robot as a differentiable function of tensors.

    The function takes the arguments of the quantity, shapes (…, n) with leading dimensions that are broadcast, and
    `parameters` and `wrenches` if the model has any. All quantities of `arm.compile` have gradients, except indices
    that need singular values. Tensors on a GPU are neither copied nor moved; kernels run on the current stream.
    Quantities are computed in the precision of the tensors; indices that need singular values in double precision, and
    rounded.

    Args:
        robot: The robot, or its model where choices differ from the defaults.
        quantity: Name of the quantity, such as "forward_dynamics".
        wrenches: Names of frames on which wrenches act; the function then takes `wrenches={"tip": tensor}`.
        formulation: As for `arm.compile`.
        threads: Threads that share a large batch on a CPU; default 1; 0 uses one per core.
        options: Options of the quantity: `frame`, `task`, `elastic`.
    """
    imported()
    return Function(batched_quantity(robot, quantity, options, wrenches, formulation, threads))


def rollout(scenario: Scenario | Robot | Model, duration: float | None = None, **options: Any) -> Function:
    """Return the motion of a closed loop as a differentiable function of tensors.

    The function takes q0 (…, nq), qd0 (…, nv), each of the `parameters` by its name, shape (…), and efforts
    (…, K, nv) if `efforts` are passed here, and returns the recorded q (…, R, nq) and qd (…, R, nv). Defaults are the
    values of the scenario and of this call.

    Args:
        scenario: The closed loop, with one start; a robot or a model alone moves freely.
        duration: Simulated time [s]; default as for `arm.rollout`.
        options: Those of `arm.rollout`: `solver`, `record`, `parameters`, `efforts`, `memory`, `threads`.
    """
    imported()
    return Function(batched_rollout(scenario, duration, options))


def _leading_dimensions(name: str, array: Any, like: Any, shape: Shape) -> Shape:
    """Return the leading dimensions of a tensor; raise `ArgumentError` for one of another shape, type or device."""
    import torch

    if not isinstance(array, torch.Tensor):
        raise ArgumentError(name, type(array).__name__, expected_shape(shape, "a tensor"))
    lead = leading_dimensions(name, tuple(array.shape), shape, "a tensor")
    if array.dtype not in (torch.float64, torch.float32) or array.dtype != like.dtype:
        raise ArgumentError(name, f"a tensor of {array.dtype}", "float64 or float32, alike for all tensors")
    if array.device != like.device or array.device.type not in ("cpu", "cuda"):
        raise ArgumentError(name, f"a tensor on {array.device}", "one on a CPU or a CUDA device, alike for all tensors")
    return lead
