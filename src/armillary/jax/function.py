"""Differentiable functions of JAX arrays, made from a robot or a scenario."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from armillary.description.robot import Robot
from armillary.frameworks.batched import BatchedFunction, BatchedQuantity, batched_quantity, batched_rollout
from armillary.frameworks.function import FrameworkFunction, broadcast_error, leading_dimensions
from armillary.jax.operators import imported, operator
from armillary.multibody import Model
from armillary.simulation.scenario import Scenario


class Function(FrameworkFunction):
    """A function of JAX arrays, whose leading dimensions are broadcast. See `compile` and `rollout`."""

    def __init__(self, batched: BatchedFunction) -> None:
        super().__init__(batched)
        self._operator = operator(batched)

    def __call__(self, *arrays: Any, **named: Any) -> Any:
        """Return the value at arrays in the order of `inputs`, or by name.

        `parameters` and `wrenches` may be mappings from names to arrays.
        """
        import jax
        import jax.numpy as jnp

        by_name = self._defaults | self._inputs_by_name(arrays, named)
        inputs = {name: jnp.asarray(by_name[name], dtype=float) for name in self.inputs}
        values = inputs.get("parameters")
        if isinstance(self.batched, BatchedQuantity) and values is not None and not isinstance(values, jax.core.Tracer):
            self.batched.model.check_free(np.asarray(values))  # XLA calls native code, which does not check them
        leads = [leading_dimensions(name, inputs[name].shape, shape, "an array") for name, shape in self.inputs.items()]
        try:
            lead = jnp.broadcast_shapes(*leads)
        except ValueError as error:
            raise broadcast_error(leads) from error
        count = math.prod(lead)
        rows = [
            jnp.broadcast_to(inputs[name], (*lead, *shape)).reshape((count, *shape))
            for name, shape in self.inputs.items()
        ]
        return self._unflatten(self._operator(*rows), lead)

    def _stack(self, columns: Sequence[Any]) -> Any:
        import jax.numpy as jnp

        return jnp.stack(jnp.broadcast_arrays(*map(jnp.asarray, columns)), axis=-1)


def compile(
    robot: Robot | Model, quantity: str, *, wrenches: Sequence[str] | str = (), formulation: str = "auto",
    threads: int = 1, **options: Any,
) -> Function:  # fmt: skip
    """Return a quantity of a robot as a differentiable function of JAX arrays.

    The function takes the arguments of the quantity, shapes (…, n) with leading dimensions that are broadcast, and
    `parameters` and `wrenches` if the model has any. It works under jit, vmap, grad, vjp and jacrev. All quantities of
    `arm.compile` have gradients, except indices that need singular values. Without `jax_enable_x64`, JAX computes in
    single precision, and so do quantities.

    Args:
        robot: The robot, or its model where choices differ from the defaults.
        quantity: Name of the quantity, such as "forward_dynamics".
        wrenches: Names of frames on which wrenches act; the function then takes `wrenches={"tip": array}`.
        formulation: As for `arm.compile`.
        threads: Threads that share a large batch where JAX calls back into Python; default 1; 0 uses one per core.
            XLA calls native code in one thread.
        options: Options of the quantity: `frame`, `task`, `elastic`.
    """
    imported()
    return Function(batched_quantity(robot, quantity, options, wrenches, formulation, threads))


def rollout(scenario: Scenario | Robot | Model, duration: float | None = None, **options: Any) -> Function:
    """Return the motion of a closed loop as a differentiable function of JAX arrays.

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
