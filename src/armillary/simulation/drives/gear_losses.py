"""Losses of gears in proportion to the load, at one instant.

A gear that carries the effort e in the direction of motion s = ±1 loses
    F = λ |e| s,      λ = 1 − η  where the motor drives (e s > 0),      1/η_b − 1  where the joint drives       (1)
against the motion: the joint gets η e from the motor, and e/η_b of its effort is needed to drive
the motor back. (1) is continuous where the power changes its direction, since e = 0 or s = 0 there.

The e of an elastic gear is the effort of its spring and damper. The e of a rigid gear is the effort
of the motor less friction and inertia of the rotor (`formulations.mesh`), so it depends on the
accelerations, and through these on the losses of all rigid gears. Let q̈⁰ and e⁰ be the
accelerations and gear efforts without losses, U the unit vectors of the coordinates of the gears,
and R the rows of the rotors:
    q̈ = q̈⁰ − C F,   C = M⁻¹ U;      e = e⁰ + B F,   B = R C;      F = δ e,   δ = λ sign(e) s                  (2)
Since λ depends on the signs of e, (1 − B δ) e = e⁰ is piecewise linear. For one gear e and e⁰ have
the same sign. For several gears the signs are found by sweeps that solve (2) gear by gear, followed
by Newton's method, which is exact as soon as the signs are right. 1 − B δ has positive principal
minors and needs no pivoting. A joint that sticks has s = 0, and its column of C is zero.
`tests/drives` proves on random arms that the numbers of sweeps and rounds suffice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from armillary.multibody import Model, gather
from armillary.multibody.motors import GearLoss
from armillary.simulation.drives.dry_friction import Direction, motion_direction
from armillary.spatial.scalar import Array, Scalar, is_zero, tanh

SWEEPS = ROUNDS = 2
"""Sweeps over all gears, and rounds of Newton's method, that find the signs of e in (2)."""


def loss_direction(loss: GearLoss, direction: Direction | None, v: Scalar) -> Scalar:
    """Return the direction s of (1); smooth for a gear with a smooth velocity, or without directions."""
    return tanh(v / loss.smooth) if loss.smooth else motion_direction(direction, loss.k, v)


class GearLosses:
    """Losses (1) of the gears of a plant.

    Args:
        plant: The plant.
        v: Velocities, shape (nv,).
        carried: Efforts e that the gears carry, by motor; gears that are not among them lose nothing here.
        direction: Direction of motion by velocity coordinate; default smooth.
    """

    def __init__(
        self, plant: Model, v: Array, carried: Mapping[str, Scalar], direction: Direction | None = None
    ) -> None:
        self.plant, self.v, self.carried, self.direction = plant, v, carried, direction

    @cached_property
    def efforts(self) -> Array:
        """Efforts F at the velocity coordinates, positive against the motion, shape (nv,) [N·m or N]."""
        parts: list[tuple[slice, Array]] = []
        for loss in self.plant.losses:
            if loss.name in self.carried:
                e = self.carried[loss.name]
                s = loss_direction(loss, self.direction, self.v[loss.k])
                parts.append((slice(loss.k, loss.k + 1), np.array([loss.part(e, s) * e])))  # (1)
        return gather(self.plant.nv, parts)

    @property
    def heat(self) -> Scalar:
        """Power that heats the gears: losses, and the damping of elastic gears [W]."""
        power: Scalar = self.v @ self.efforts
        for drive in self.plant.drives:
            rate = drive.deflection_rate(self.v)
            power = power + self.plant.damping[drive.v.start][drive.v.start] * rate * rate
        return power


def solve_mesh(losses: Sequence[GearLoss], e_0: Array, B: Array, direction: Direction | None, v: Array) -> Array:
    """Return the efforts e of rigid gears that satisfy (2), shape (gears,), from e⁰ (gears,) and B (gears, gears)."""
    s = [loss_direction(loss, direction, v[loss.k]) for loss in losses]
    count = len(losses)

    # Without coupling every sign is that of e⁰, and one linear solution is exact.
    coupled = any(not is_zero(B[i, j]) for i in range(count) for j in range(count) if i != j)
    e, F = list(e_0), [0.0 * effort for effort in e_0]
    for i in [*range(count)] * SWEEPS if coupled else ():
        # With the losses of the other gears kept, gear i is alone: e_i has the sign of its effort without own loss.
        without_own_loss = e_0[i] + sum((B[i, j] * F[j] for j in range(count) if j != i), 0.0)
        delta = losses[i].part(without_own_loss, s[i])
        e[i] = without_own_loss / (1.0 - B[i, i] * delta)
        F[i] = delta * e[i]
    for _ in range(ROUNDS if coupled else 1):
        deltas = [loss.part(effort, s_i) for loss, effort, s_i in zip(losses, e, s, strict=True)]
        matrix = [[(i == j) - B[i, j] * deltas[j] for j in range(count)] for i in range(count)]
        e = _eliminate(matrix, list(e_0))  # (2)
    return np.array(e)


def _eliminate(A: list[list[Scalar]], b: list[Scalar]) -> list[Scalar]:
    """Return A⁻¹ b by Gaussian elimination without pivoting; A and b are overwritten."""
    n = len(b)
    for k in range(n):
        for i in range(k + 1, n):
            if is_zero(A[i][k]):
                continue
            factor = A[i][k] / A[k][k]
            for j in range(k + 1, n):
                A[i][j] = A[i][j] - factor * A[k][j]
            b[i] = b[i] - factor * b[k]
    for k in reversed(range(n)):
        b[k] = (b[k] - sum((A[k][j] * b[j] for j in range(k + 1, n)), 0.0)) / A[k][k]
    return b
