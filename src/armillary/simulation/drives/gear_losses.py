"""Losses of gears at one instant.

A gear that drives its joint with the effort e at the rate v loses
    F = λ |e| s,   λ = 1 − η forward (e v > 0),   1/η_b − 1 backward,   s the direction (`drives.dry_friction`)  (1)
against the motion: the joint gets η e where the motor drives, and e/η_b is needed where the joint drives. (1) is
continuous where the power changes its direction, since e or s is zero there. Of an elastic gear e is the effort of its
spring and damper. Of a rigid one it is that of the motor less friction and inertia of the rotor (`formulations.mesh`),
which depends on the accelerations and so on the losses of all rigid gears. With C = M⁻¹ U, the accelerations per effort
at the coordinates of the gears, and e⁰ without losses,
    q̈ = q̈⁰ − C F,   e = e⁰ + B F,   F = δ e,   B = R C,   δ = λ sign(e) s                                 (2)
a piecewise linear system: (1 − B δ) e = e⁰ for the signs of its own solution. The signs of e⁰ are right for one gear.
For several they are found by sweeps that solve (2) gear by gear, and then by Newton's method, whose result is exact
where the signs fit. `tests/drives` has the numbers of sweeps and rounds on trial. 1 − B δ has positive principal
minors, so that it is factored without pivoting. A joint that sticks has s = 0, and C = 0 there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from armillary.multibody import Model, gather
from armillary.multibody.motors import GearLoss
from armillary.simulation.drives.dry_friction import Direction, sense
from armillary.spatial.scalar import Array, Scalar, is_zero, tanh

SWEEPS = ROUNDS = 2
"""Sweeps over all gears, and rounds of Newton's method, for the signs of (2)."""


def loss_sense(loss: GearLoss, direction: Direction | None, v: Scalar) -> Scalar:
    """Return s of (1)."""
    return tanh(v / loss.smooth) if loss.smooth else sense(direction, loss.k, v)


class GearLosses:
    """Losses of the gears of a plant at rates v, for the efforts e of the gears by motor and directions of motion."""

    def __init__(
        self, plant: Model, v: Array, carried: Mapping[str, Scalar], direction: Direction | None = None
    ) -> None:
        self.plant, self.v, self.carried, self.direction = plant, v, carried, direction

    @cached_property
    def efforts(self) -> Array:
        """Efforts (1) at the coordinates, against the motion, shape (nv,)."""
        found: list[tuple[slice, Array]] = []
        for loss in self.plant.losses:
            if loss.name in self.carried:
                e, s = self.carried[loss.name], loss_sense(loss, self.direction, self.v[loss.k])
                found.append((slice(loss.k, loss.k + 1), np.array([loss.part(e, s) * e])))
        return gather(self.plant.nv, found)

    @property
    def heat(self) -> Scalar:
        """Power that heats the gears, their damping included [W]."""
        power: Scalar = self.v @ self.efforts
        for drive in self.plant.drives:
            rate = drive.deflection_rate(self.v)
            power = power + self.plant.damping[drive.v.start][drive.v.start] * rate * rate
        return power


def solve_mesh(losses: Sequence[GearLoss], e_0: Array, B: Array, direction: Direction | None, v: Array) -> Array:
    """Return the efforts e of rigid gears, (2), from those without losses."""
    senses = [loss_sense(loss, direction, v[loss.k]) for loss in losses]
    count = len(losses)

    coupled = any(not is_zero(B[i, j]) for i in range(count) for j in range(count) if i != j)
    e, lost = list(e_0), [0.0 * each for each in e_0]
    for i in [*range(count)] * SWEEPS if coupled else ():
        others = e_0[i] + sum((B[i, j] * lost[j] for j in range(count) if j != i), 0.0)
        part = losses[i].part(others, senses[i])  # of one gear the sign is that of the effort without its own loss
        e[i] = others / (1.0 - B[i, i] * part)
        lost[i] = part * e[i]
    for _ in range(ROUNDS if coupled else 1):
        parts = [loss.part(effort, s) for loss, effort, s in zip(losses, e, senses, strict=True)]
        e = _solve([[(i == j) - B[i, j] * parts[j] for j in range(count)] for i in range(count)], list(e_0))
    return np.array(e)


def _solve(A: list[list[Scalar]], b: list[Scalar]) -> list[Scalar]:
    """Return A⁻¹ b by elimination without pivoting."""
    count = len(b)
    for k in range(count):
        for i in range(k + 1, count):
            if is_zero(A[i][k]):
                continue
            factor = A[i][k] / A[k][k]
            for j in range(k + 1, count):
                A[i][j] = A[i][j] - factor * A[k][j]
            b[i] = b[i] - factor * b[k]
    for k in reversed(range(count)):
        b[k] = (b[k] - sum((A[k][j] * b[j] for j in range(k + 1, count)), 0.0)) / A[k][k]
    return b
