"""The start of a run whose links bend or whose gears are elastic: at rest under the loads, or undeformed."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.choose import cheapest
from armillary.compiler.simplified import build_simplified
from armillary.errors import ConvergenceError
from armillary.formulations.equilibrium import elastic_equilibria
from armillary.multibody import Model
from armillary.spatial.scalar import Floats

Start = Literal["equilibrium", "bumpless", "undeformed"]
FEW = 8
"""Rows for which plain evaluation is quicker than code that may have to be compiled."""


def settled(model: Model, rows: Floats, values: Floats | None = None, gears: Floats | None = None) -> Floats:
    """Return starts (q, v), shape (N, nq + nv), with links sagged and gears wound, joints at their positions and rates.

    `values` are the free parameters of the model in each row, shape (N, free), and `gears` the numbers of its gears
    there (`equilibrium.gear_numbers`); default the robot's own.
    """
    if len(rows) == 1 and values is None:
        return np.array([_settled_at(model, tuple(rows[0].tolist()))])
    return _settled(model, rows, values, gears)


@lru_cache(maxsize=16)
def _settled_at(model: Model, row: tuple[float, ...]) -> tuple[float, ...]:
    """Return one start; recent ones are kept, since runs with other gains begin alike."""
    return tuple(_settled(model, np.array([row]))[0].tolist())


def _settled(model: Model, rows: Floats, values: Floats | None = None, gears: Floats | None = None) -> Floats:
    """Return the starts of `settled`."""
    q, v = rows[:, : model.nq], rows[:, model.nq :]

    def model_of(row: int) -> Model:
        return model if values is None else model.with_values(values[row], checked=False)

    def efforts(q: Floats, qd: Floats, numbers: NDArray[np.intp]) -> Floats:
        tau = np.empty(qd.shape)
        parameters = () if not model.free else (np.ascontiguousarray(_nominal(model, values, numbers)),)
        kernel.batch(*map(np.ascontiguousarray, (q, qd, np.zeros(qd.shape))), *parameters, tau)
        return tau

    try:
        if len(rows) <= FEW:
            q = elastic_equilibria(model, q, v, models=model_of, gears=gears)
        else:
            kernel = build_simplified(cheapest(model, "inverse_dynamics"))
            q = elastic_equilibria(model, q, v, efforts, model_of, gears)
    except ConvergenceError as error:
        raise ConvergenceError(f'{error}; start="undeformed" begins with straight links and unloaded gears') from None
    return np.concatenate([q, v], axis=1)


def _nominal(model: Model, values: Floats | None, numbers: NDArray[np.intp]) -> Floats:
    """Return the free parameters of some rows."""
    if values is not None:
        return values[numbers]
    return np.array([[parameter.value for parameter in model.free_parameters]] * len(numbers))
