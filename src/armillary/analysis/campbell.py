"""Campbell diagram: natural frequencies over the rate of a joint, or over a parameter such as the payload.

At every value v_i of the quantity the modes are those of `frequencies`. Modes of neighbouring values belong together if
their shapes agree. With every coordinate k scaled by its own inertia, y_k = √M_kk x_k, the agreement of two shapes is
    MAC = |y_aᴴ y_b|² / (y_aᴴ y_a · y_bᴴ y_b),   0 … 1                     (1)
The pairs of largest total agreement continue each other, so that lines of modes may cross.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.analysis.frequencies import Frequencies, frequencies
from armillary.analysis.operating_point import Holding
from armillary.description.robot import Robot
from armillary.files.arguments import numbers, refusal, whole
from armillary.formulations.composite_body import mass_matrix
from armillary.multibody import Model, as_model, build
from armillary.multibody.configuration import Coordinates
from armillary.multibody.coordinates import coordinate_units, joint_count, velocity_names
from armillary.spatial.scalar import Floats
from armillary.tables.chart import spaced_rows
from armillary.tables.parts import Notes, Part
from armillary.tables.shown import Shown
from armillary.tables.table import Column, Table

MOST_VALUES = 1000


@dataclass(frozen=True, eq=False)
class Campbell(Shown):
    """Natural frequencies over a quantity.

    `hz` and `damping` have the shape (values, modes): each column is one mode, NaN where it does not oscillate.
    `over` is the name of the quantity, `unit` its unit, and `spin` tells whether it is the rate of a joint.
    """

    over: str
    unit: str
    values: Floats
    hz: Floats
    damping: Floats
    spin: bool
    robot: str = ""
    warnings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Campbell of {self.robot}: {self.modes} modes at {len(self.values)} values of {self.over}>"

    def tables(self, most: int = 20) -> list[Part]:
        """Return the frequencies at most `most` of the values, evenly spaced."""
        rows = spaced_rows(len(self.values), whole("most", most, 1, MOST_VALUES))
        heads = [
            Column(self.over, self.unit, "right"),
            *(Column(f"f{k + 1}", "Hz", "right") for k in range(self.modes)),
        ]
        cells = [(f"{self.values[i]:.4g}", *(_text(f) for f in self.hz[i])) for i in rows]
        return [Table("", heads, cells), Notes([f"warning: {warning}" for warning in self.warnings])]

    @property
    def modes(self) -> int:
        """Number of modes."""
        return self.hz.shape[1]

    def plot(self, path: str | os.PathLike[str] | None = None, *, orders: Sequence[float] = (1, 2, 3)) -> Any:
        """Return a figure of matplotlib: frequencies over the quantity.

        Args:
            path: A .png, .svg or .pdf file to write the figure to; default: no file.
            orders: Multiples of the rate of the joint that are drawn as straight lines: excitations per turn.
        """
        from armillary.figures.campbell import plot_campbell
        from armillary.figures.draw import kept

        return kept(plot_campbell(self, orders), path)


def campbell(
    robot: Robot | Model,
    over: str,
    values: ArrayLike,
    *,
    q: Coordinates = None,
    joints: Holding = "locked",
    count: int = 6,
) -> Campbell:
    """Return the natural frequencies [Hz] of a robot over the rate of a joint or over a parameter.

    Args:
        robot: The robot, or its model if choices differ from the defaults.
        over: A joint, whose rate varies, or a parameter, such as "payload.mass"; `arm.model(robot).numbers` lists
            them.
        values: Rates [rad/s or m/s], or values of the parameter in SI units.
        q: Configuration, as for `frequencies`; links are at their equilibrium under gravity and spin.
        joints: Condition of the joints, as for `frequencies`; default "locked". A locked joint keeps its rate.
        count: Number of modes, lowest first.

    Example:
        >>> import armillary as arm
        >>> diagram = arm.campbell(arm.library.get("celentano-link"), "joint", [0.0, 10.0], count=2)
        >>> diagram.hz.shape, bool(np.all(diagram.hz[1] > diagram.hz[0]))
        ((2, 2), True)
    """
    model, count = as_model(robot), whole("count", count, 1)
    at = np.array(numbers("values", values, most=MOST_VALUES))
    with np.errstate(over="ignore", invalid="ignore"):
        return _over(model, over, at, (q, joints, count))


def _over(model: Model, over: str, at: Floats, options: tuple[Coordinates, Holding, int]) -> Campbell:
    """Return the diagram over checked values."""
    q, joints, count = options
    rates = velocity_names(model)[: joint_count(model)]
    spin = isinstance(over, str) and over in rates
    if spin:
        unit = coordinate_units(model)["qd"][rates.index(over)]
        results = [frequencies(model, q, joints=joints, qd={over: value}, count=count) for value in at]
    else:
        unit = model.numbers.input(over, "over", rates).unit
        model = build.free_parameter(model, over)
        results = [frequencies(model.with_values([value]), q, joints=joints, count=count) for value in at]
    if not any(len(result) for result in results):
        expected = "joints that are free, or held by a stiffness"
        raise refusal("joints", joints, expected, f"nothing else of robot {model.robot.name!r} can oscillate")
    hz, damping = _followed(results, np.sqrt(np.abs(np.diagonal(_mass(model, results[0].q)))))
    warnings = tuple(dict.fromkeys(warning for result in results for warning in result.warnings))
    return Campbell(over, unit, at, hz, damping, spin, model.robot.name, warnings)


def _mass(model: Model, q: Floats) -> Floats:
    """Return the mass matrix with the robot's own values of free parameters."""
    nominal = model.with_values([parameter.value for parameter in model.free_parameters]) if model.free else model
    return np.asarray(mass_matrix(nominal, q), dtype=float)


def _followed(results: list[Frequencies], scale: Floats) -> tuple[Floats, Floats]:
    """Return frequencies and damping ratios, shape (values, modes), with the modes of each column in agreement (1)."""
    from scipy.optimize import linear_sum_assignment

    modes = max(len(result) for result in results)
    hz, damping = np.full((2, len(results), modes), np.nan)
    last: dict[int, NDArray[Any]] = {}  # the scaled shape of each column where it was seen last
    for i, result in enumerate(results):
        shapes = scale[:, None] * result.shapes
        shapes = shapes / np.maximum(np.linalg.norm(shapes, axis=0), 1e-300)
        agreement = np.array([_agreement(last.get(column), shapes) for column in range(modes)])
        for column, mode in zip(*linear_sum_assignment(-agreement), strict=True):
            last[int(column)] = shapes[:, mode]
            hz[i, column], damping[i, column] = result.hz[mode], result.damping[mode]
    order = np.argsort([np.append(column[np.isfinite(column)], np.inf)[0] for column in hz.T], kind="stable")
    return hz[:, order], damping[:, order]


def _agreement(last: NDArray[Any] | None, shapes: NDArray[Any]) -> Floats:
    """Return (1) of a column's last shape and the shapes (nv, modes) of unit length; −1 for a column without a mode."""
    return np.full(shapes.shape[1], -1.0) if last is None else np.abs(last.conj() @ shapes) ** 2


def _text(value: float) -> str:
    return f"{value:.5g}" if np.isfinite(value) else "–"
