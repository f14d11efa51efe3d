"""Differentiable functions of JAX arrays, made from a robot or a scenario."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from armillary.description.robot import Robot
from armillary.frameworks.motion import motion
from armillary.frameworks.named import Named, lead_of, unequal
from armillary.frameworks.rows import Quantity, Rows, quantity_of
from armillary.jax.operators import imported, operator
from armillary.multibody import Model
from armillary.simulation.scenario import Scenario


class Function(Named):
    """A function of JAX arrays, whose leading dimensions are broadcast. See `compile` and `rollout`."""

    def __init__(self, rows: Rows) -> None:
        super().__init__(rows)
        self._operator = operator(rows)

    def __call__(self, *arrays: Any, **named: Any) -> Any:
        """Return the value at arrays in the order of `inputs`, or by name.

        `parameters` and `wrenches` may be mappings from names to arrays.
        """
        import jax
        import jax.numpy as jnp

        by_name = self._defaults | self._inputs_by_name(arrays, named)
        inputs = {name: jnp.asarray(by_name[name], dtype=float) for name in self.inputs}
        values = inputs.get("parameters")
        if isinstance(self.rows, Quantity) and values is not None and not isinstance(values, jax.core.Tracer):
            self.rows.model.check_free(np.asarray(values))  # XLA calls native code, which has no checks
        leads = [lead_of(name, inputs[name].shape, shape, "an array") for name, shape in self.inputs.items()]
        try:
            lead = jnp.broadcast_shapes(*leads)
        except ValueError as error:
            raise unequal(leads) from error
        count = math.prod(lead)
        rows = [
            jnp.broadcast_to(inputs[name], (*lead, *shape)).reshape((count, *shape))
            for name, shape in self.inputs.items()
        ]
        return self._shaped(self._operator(*rows), lead)

    def _joined(self, columns: Sequence[Any]) -> Any:
        import jax.numpy as jnp

        return jnp.stack(jnp.broadcast_arrays(*map(jnp.asarray, columns)), axis=-1)


def compile(
    robot: Robot | Model, quantity: str, *, wrenches: Sequence[str] | str = (), formulation: str = "auto",
    threads: int = 1, **options: Any,
) -> Function:  # fmt: skip
    """Return a quantity of a robot as a differentiable function of JAX arrays.

    The function takes the arguments of the quantity, shapes (…, n) with leading dimensions that are broadcast, and
    `parameters` and `wrenches` where there are any. It works under jit, vmap, grad, vjp and jacrev. All quantities of
    `arm.compile` have gradients, except indices that need singular values. Without `jax_enable_x64`, JAX has single
    precision, and quantities are computed in it.

    Args:
        robot: The robot, or its model where choices differ from the defaults.
        quantity: Name of the quantity, such as "forward_dynamics".
        wrenches: Names of frames on which wrenches act; these are inputs then, `wrenches={"tip": array}`.
        formulation: As for `arm.compile`.
        threads: Threads that share a large batch where JAX calls back into Python; default 1; 0 for one for each core.
            XLA calls native code in one thread.
        options: Options of the quantity: `frame`, `task`, `elastic`.
    """
    imported()
    return Function(quantity_of(robot, quantity, options, wrenches, formulation, threads))


def rollout(scenario: Scenario | Robot | Model, duration: float | None = None, **options: Any) -> Function:
    """Return the motion of a closed loop as a differentiable function of JAX arrays.

    The function takes q0 (…, nq), qd0 (…, nv), each of the `parameters` by its name, shape (…), and efforts
    (…, K, nv) where `efforts` are given, and returns the recorded q (…, R, nq) and qd (…, R, nv). Defaults are the
    values of the scenario and of this call.

    Args:
        scenario: The closed loop, with one start; a robot or a model alone moves freely.
        duration: Simulated time [s]; default as for `arm.rollout`.
        options: Those of `arm.rollout`: `solver`, `record`, `parameters`, `efforts`, `memory`, `threads`.
    """
    imported()
    return Function(motion(scenario, duration, options))
