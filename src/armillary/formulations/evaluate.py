"""`arm.evaluate`: all quantities of a robot by its formulations, evaluated directly on floats.

This evaluator is slow and plain. Compiled code is compared with it. Derivatives are taken by the complex step.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.robot import Robot
from armillary.formulations.arguments import (
    Directions,
    Names,
    Out,
    Outs,
    Parameters,
    check_directions,
    check_outs,
    check_parameters,
    check_state,
    check_wrenches,
    check_wrt,
    deliver,
)
from armillary.formulations.dynamics import Dynamics
from armillary.formulations.energy import STEP as STEP
from armillary.formulations.registry import QUANTITIES
from armillary.multibody import Model, as_model
from armillary.multibody.configuration import Coordinates
from armillary.spatial.scalar import Floats


def along(model: Model, function: Callable[[Any], ArrayLike], q: Floats, units: Floats | None = None) -> Floats:
    """Return the derivatives of a function of q along velocity directions, on the last axis, by the complex step.

    `units` are the directions, in rows; default: each velocity coordinate.
    """
    steps = (q + 1j * STEP * model.rate(q, unit) for unit in (np.eye(model.nv) if units is None else units))
    return np.stack([np.imag(np.asarray(function(at))) / STEP for at in steps], axis=-1).astype(float)


def complex_steps(model: Model, quantity: str, state: Sequence[Floats]) -> Floats:
    """Return the derivatives of a quantity by each of `Quantity.derivatives`, shape (inputs, nv, nv), to rounding.

    With e_j the velocity directions and q' = `Model.rate`:
        D_j f = Im f(q + i h q'(e_j), …) / h,   h = 1e-30
    """
    entry, units = QUANTITIES[quantity], np.eye(model.nv)
    function = next(iter(entry.exact(model).values()))
    derivatives = np.empty((len(entry.derivatives), model.nv, model.nv))
    for k, j in np.ndindex(derivatives.shape[:2]):
        moved: list[Any] = list(state)
        moved[k] = state[k] + 1j * STEP * (model.rate(state[0], units[j]) if k == 0 else units[j])
        derivatives[k, :, j] = np.imag(function(model, *moved)) / STEP
    return derivatives


def parameter_steps(model: Model, quantity: str, state: Sequence[Floats], values: Floats) -> Floats:
    """Return the derivatives of a quantity by the free parameters at these values, shape (nv, k), to rounding."""
    function = next(iter(QUANTITIES[quantity].exact(model).values()))
    moved = (model.with_values(values + 1j * STEP * unit) for unit in np.eye(len(values)))
    columns = [[complex(entry).imag / STEP for entry in function(moved_model, *state)] for moved_model in moved]
    return np.array(columns, dtype=float).T


QUIET = np.errstate(all="ignore")
"""States that are not finite, or too large, give results that are not finite, as in compiled code, and no warning."""


class Evaluated(Dynamics):
    """The quantities of one robot, evaluated directly on floats."""

    @QUIET
    def _evaluate(
        self, quantity: str, *state: Coordinates, out: Out, parameters: Parameters = None, **options: Any
    ) -> Floats:
        entry = QUANTITIES[quantity]
        function = entry.function(self.model, self.formulation_of(quantity))
        arrays = check_state(self.model, entry.inputs, state)
        loads = check_wrenches(self.model, options.pop("wrenches", None), arrays[0].shape[:-1])
        pushed = sum(np.einsum("...ij,...i->...j", self.jacobian(arrays[0], name), w) for name, w in loads.items())
        if quantity == "forward_dynamics":
            arrays[2] = arrays[2] + pushed
        models = self._models(parameters, arrays[0].shape[:-1])
        if arrays[0].ndim == 1:
            result = np.asarray(function(next(models), *arrays, **options), dtype=float)
        else:
            rows = [function(model, *row, **options) for model, *row in zip(models, *arrays, strict=False)]
            shape = np.shape(rows[0]) if rows else entry.shape(self.model)
            result = np.array(rows, dtype=float).reshape(len(arrays[0]), *shape)
        if loads and quantity == "inverse_dynamics":
            result = result - pushed
        return deliver(result, out)

    def _models(self, parameters: Parameters, lead: tuple[int, ...]) -> Iterator[Model]:
        """Yield the model at the values of its free parameters for each state."""
        values = check_parameters(self.model, parameters, lead)
        rows = np.atleast_2d(values[0]) if values else itertools.repeat(None)
        return (self.model if row is None else self.model.with_values(row, checked=False) for row in rows)

    @QUIET
    def _differentiate(
        self, quantity: str, *state: Coordinates, wrt: Names, out: Outs, parameters: Parameters
    ) -> tuple[Floats, ...]:
        entry = QUANTITIES[quantity]
        arrays = check_state(self.model, entry.inputs, state)
        lead, names = arrays[0].shape[:-1], check_wrt(self.model, quantity, wrt)
        values = check_parameters(self.model, parameters, lead)
        states = [np.atleast_2d(array) for array in arrays]
        derivatives: list[Floats] = []
        for name in names:
            if name == "parameters":
                rows = np.atleast_2d(values[0])
                parts = [parameter_steps(self.model, quantity, row, at) for at, *row in zip(rows, *states, strict=True)]
            else:
                models, place = self._models(parameters, lead), entry.derivatives.index(name)
                pairs = zip(models, *states, strict=False)
                parts = [complex_steps(model, quantity, row)[place] for model, *row in pairs]
            derivatives.append(np.array(parts, dtype=float).reshape(len(states[0]), self.model.nv, -1))
        results = [part if lead else part[0] for part in derivatives]
        return tuple(deliver(part, into) for part, into in zip(results, check_outs(out, len(names)), strict=True))

    @QUIET
    def _pull_back(
        self, quantity: str, *state: Coordinates, wrt: Names, out: Outs, parameters: Parameters
    ) -> tuple[Floats, ...]:
        entry, nv = QUANTITIES[quantity], self.model.nv
        names = (*entry.inputs, f"{entry.symbol}_bar")
        *arrays, bar = check_state(self.model, names, state)
        units, products = np.eye(nv), list[Floats]()
        for name in check_wrt(self.model, quantity, wrt, every=True):
            if name == "parameters":
                (matrix,) = self._differentiate(quantity, *arrays, wrt=[name], out=None, parameters=parameters)
            else:
                along = [[unit if argument == name else None for argument in entry.inputs] for unit in units]
                columns = [
                    self._push_forward(quantity, *arrays, directions=directions, out=None, parameters=parameters)
                    for directions in along
                ]
                matrix = np.moveaxis(np.reshape(columns, (nv, *bar.shape)), 0, -1)
            products.append(np.einsum("...i,...ij->...j", bar, matrix))
        return tuple(deliver(part, into) for part, into in zip(products, check_outs(out, len(products)), strict=True))

    @QUIET
    def _push_forward(
        self, quantity: str, *state: Coordinates, directions: Directions, out: Out, parameters: Parameters
    ) -> Floats:
        entry = QUANTITIES[quantity]
        arrays = check_state(self.model, entry.inputs, state)
        lead = arrays[0].shape[:-1]
        moved = check_directions(self.model, quantity, directions, lead)
        values = check_parameters(self.model, parameters, lead)
        rows = zip(*(np.atleast_2d(array) for array in (*arrays, *moved, *values)), strict=True)
        derivatives = np.array([self._along(quantity, row) for row in rows], dtype=float).reshape(-1, self.model.nv)
        return deliver(derivatives if lead else derivatives[0], out)

    def _along(self, quantity: str, row: Sequence[Floats]) -> Floats:
        """Return the derivative of a quantity at one state by the complex step: inputs, directions, free parameters."""
        count, model = len(QUANTITIES[quantity].inputs), self.model
        state, moved = row[:count], list(row[count : 2 * count])
        moved[0] = model.rate(state[0], moved[0])
        if model.free:
            model = model.with_values(row[-1] + 1j * STEP * row[2 * count])
        function = next(iter(QUANTITIES[quantity].exact(model).values()))
        value = function(model, *(x + 1j * STEP * d for x, d in zip(state, moved, strict=True)))
        return np.array([complex(entry).imag / STEP for entry in value])


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
