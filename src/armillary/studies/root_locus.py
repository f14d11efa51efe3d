"""Root locus: poles of a closed loop over a gain or a parameter.

For each value the poles are those of `margins` at the equilibrium of the loop, sampled parts included; of a loop
without a controller, those of `linearise` at its start. Poles of neighbouring values are paired so that the sum of
their distances is least: column k of `poles` follows one pole, as long as values lie close together.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.analysis.linearise import linearise
from armillary.analysis.margins.margins import margins
from armillary.errors import ArgumentError
from armillary.files.arguments import numbers
from armillary.files.words import shortened
from armillary.simulation.scenario import Scenario
from armillary.spatial.scalar import Floats
from armillary.studies.variation import Base, scenario_of
from armillary.tables.chart import spaced_rows
from armillary.tables.parts import Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

MOST_VALUES, MOST_ROWS = 1000, 20

_Poles = tuple[NDArray[np.complex128], NDArray[np.complex128], float]


@dataclass(frozen=True, eq=False)
class RootLocus(Shown):
    """Poles of a closed loop over the quantity `name` with the `unit`.

    `poles` (values, poles) [1/s] are complex; each column follows one pole. With a sampled controller `period` [s] is
    the common period of its clocks (that of the first value, if the period varies), and `z` has the poles in the plane
    of z; otherwise `period` is 0 and `z` is empty.
    """

    name: str
    unit: str
    values: Floats
    poles: NDArray[np.complex128]
    z: NDArray[np.complex128]
    period: float
    robot: str = ""

    def __repr__(self) -> str:
        span = f"{len(self.values)} values of {self.name}, {self.values[0]:.4g} … {self.values[-1]:.4g} {self.unit}"
        return f"<RootLocus of {self.robot}: {self.poles.shape[1]} poles at {span.strip()}>"

    @property
    def stable(self) -> NDArray[np.bool_]:
        """Whether the loop is stable, for each value."""
        return np.asarray(np.abs(self.z).max(axis=1) < 1 if self.period else self.poles.real.max(axis=1) < 0)

    def limits(self) -> list[float]:
        """Return the values halfway between neighbours of which one is stable and the other is not."""
        changes = np.flatnonzero(self.stable[1:] != self.stable[:-1])
        return [float((self.values[k] + self.values[k + 1]) / 2) for k in changes]

    def tables(self) -> list[Part]:
        """Return the rightmost pole and the stability over the values."""
        rows = []
        for k in spaced_rows(len(self.values), MOST_ROWS):
            pole = self.poles[k][np.argmax(self.poles[k].real)]
            stability = "stable" if self.stable[k] else "not stable"
            rows.append((f"{self.values[k]:.4g}", f"{pole.real:.5g}", f"{abs(pole.imag):.5g}", stability))
        name = f"{self.name} [{self.unit}]>" if self.unit else f"{self.name}>"
        heads = columns(name, "rightmost pole, real [1/s]>", "imaginary [1/s]>", "closed loop")
        return [Table("", heads, rows)]

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:
        """Return a figure of matplotlib: the poles in the plane of s, or of z for a sampled loop.

        Args:
            path: A .png, .svg or .pdf file to write the figure to; default: no file.
        """
        from armillary.figures.draw import kept
        from armillary.figures.root_locus import plot_root_locus

        return kept(plot_root_locus(self), path)


def root_locus(scenario: Base, name: str, values: ArrayLike) -> RootLocus:
    """Return the poles of a closed loop over a gain, a parameter or another quantity of its scenario.

    Args:
        scenario: Scenario with one start; a robot or model stands for itself without a controller.
        name: Quantity as in studies: "controller.kp", "controller.kd[1]", "payload.mass", "period".
        values: Values in SI units.

    Raises:
        ArgumentError: The scenario has no quantity of this name, or the number of poles depends on it.

    Example:
        >>> import armillary as arm
        >>> loop = arm.Scenario(arm.planar([1.0], [2.0], coms=[1.0], inertias=[0.0], gravity=0.0),
        ...                     controller=arm.controllers.PD(kp=2.0, kd=1.0))
        >>> locus = arm.root_locus(loop, "controller.kp", [0.1, 50.0])  # 2 s² + s + kp = 0
        >>> locus.poles[1].round(3)
        array([-0.25-4.994j, -0.25+4.994j])
    """
    at = np.array(numbers("values", values, most=MOST_VALUES))
    if not isinstance(name, str):
        raise ArgumentError("name", shortened(name), "the name of a quantity, such as controller.kp")
    loop = scenario_of(scenario)
    unit = loop.numbers.look_up(name, "name").unit
    loci = [_at(loop, name, value) for value in at.tolist()]
    sizes = {len(poles) for poles, _, _ in loci}
    if len(sizes) > 1:
        raise ArgumentError(
            "name", f"{name!r}, with {min(sizes)} to {max(sizes)} poles", "the same number for all values"
        )
    period = loci[0][2]
    orders = _track([z if period else poles for poles, z, _ in loci])
    poles = np.array([row[order] for (row, _, _), order in zip(loci, orders, strict=True)])
    z = poles[:, :0]
    if period:
        z = np.array([row[order] for (_, row, _), order in zip(loci, orders, strict=True)])
    return RootLocus(name, unit, at, poles, z, period, loop.plant_model.robot.name)


def _at(scenario: Scenario, name: str, value: float) -> _Poles:
    """Return the poles for one value, or raise an `ArgumentError` that names the value."""
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            return _poles(scenario.with_numbers({name: value}))
    except np.linalg.LinAlgError:
        raise ArgumentError("values", f"{value:g} of {name!r}", "a value for which the loop has poles") from None


def _poles(scenario: Scenario) -> _Poles:
    """Return the poles in s and in z, and the period [s]."""
    if scenario.controller is None:
        poles = np.asarray(linearise(scenario).poles(), dtype=complex)
        return poles, poles[:0], 0.0
    result = margins(scenario)
    return np.asarray(result.poles, dtype=complex), np.asarray(result.z, dtype=complex), float(result.period)


def _track(points: list[NDArray[np.complex128]]) -> list[NDArray[np.intp]]:
    """Return the order of the poles of each value in which they follow those of the value before."""
    from scipy.optimize import linear_sum_assignment

    orders = [np.lexsort((points[0].imag, points[0].real))]
    for before, now in pairwise(points):
        distance = np.abs(before[orders[-1]][:, None] - now[None, :])
        orders.append(linear_sum_assignment(distance)[1])
    return orders
