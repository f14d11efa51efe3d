"""`arm.evaluate`: all quantities of a robot by its formulations, evaluated directly on floats.

This evaluator is slow and plain. Compiled code is compared with it. Derivatives are taken by the complex step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.robot import Robot
from armillary.formulations.dynamics import Dynamics, check_outs, check_state, check_wrenches, deliver
from armillary.formulations.registry import QUANTITIES
from armillary.multibody import Model, as_model
from armillary.spatial.scalar import Floats

STEP = 1e-30


def complex_steps(model: Model, quantity: str, state: Sequence[Floats]) -> Floats:
    """Return the derivatives of a quantity by each of `Quantity.derivatives`, shape (inputs, nv, nv), to rounding.

    With e_j the velocity directions and q' = `Model.rate`:
        D_j f = Im f(q + i h q'(e_j), …) / h,   h = 1e-30
    """
    entry = QUANTITIES[quantity]
    function = next(iter(entry.known(model).values()))
    parts: list[list[Floats]] = []
    for k in range(len(entry.derivatives)):
        columns: list[Floats] = []
        for unit in np.eye(model.nv):
            moved: list[Any] = list(state)
            moved[k] = state[k] + 1j * STEP * (model.rate(state[0], unit) if k == 0 else unit)
            columns.append(np.imag(function(model, *moved)) / STEP)
        parts.append(columns)
    return np.array(parts, dtype=float).swapaxes(1, 2)


class Evaluated(Dynamics):
    """The quantities of one robot, evaluated directly on floats."""

    def _evaluate(self, quantity: str, *state: ArrayLike, out: Floats | None, **options: Any) -> Floats:
        entry = QUANTITIES[quantity]
        function = entry.way(self.model, self.formulation_of(quantity))
        arrays = check_state(entry.inputs, entry.sizes(self.model), state)
        loads = check_wrenches(self.model, options.pop("wrenches", None), arrays[0].shape[:-1])
        pushed = sum(np.einsum("...ij,...i->...j", self.jacobian(arrays[0], name), w) for name, w in loads.items())
        if quantity == "forward_dynamics":
            arrays[2] = arrays[2] + pushed
        if arrays[0].ndim == 1:
            result = np.asarray(function(self.model, *arrays, **options), dtype=float)
        else:
            rows = [function(self.model, *row, **options) for row in zip(*arrays, strict=True)]
            result = np.array(rows, dtype=float).reshape(len(arrays[0]), *entry.shape(self.model))
        if loads and quantity == "inverse_dynamics":
            result = result - pushed
        return deliver(result, out)

    def _differentiate(self, quantity: str, *state: ArrayLike, out: Sequence[Floats] | None) -> tuple[Floats, ...]:
        entry = QUANTITIES[quantity]
        arrays = check_state(entry.inputs, entry.sizes(self.model), state)
        nv = self.model.nv
        kinds = entry.derivatives
        rows = [complex_steps(self.model, quantity, row) for row in zip(*map(np.atleast_2d, arrays), strict=True)]
        stacked = np.array(rows, dtype=float).reshape(-1, len(kinds), nv, nv).swapaxes(0, 1)
        results = [part[0] if arrays[0].ndim == 1 else part for part in stacked]
        return tuple(deliver(part, into) for part, into in zip(results, check_outs(out, len(kinds)), strict=True))


def evaluate(robot: Robot | Model, *, formulation: str = "auto") -> Evaluated:
    """Return the kinematics and dynamics of a robot on plain floats, one method per quantity.

    Args:
        robot: The robot, or its model where choices differ from the defaults.
        formulation: Formulation of every quantity that it has; default "auto", the first one of each quantity.

    Example:
        >>> import armillary as arm
        >>> dyn = arm.evaluate(arm.library.get("khatib-rr"))
        >>> dyn.mass_matrix([0.0, 0.5]).shape
        (2, 2)
    """
    return Evaluated(as_model(robot), formulation)
