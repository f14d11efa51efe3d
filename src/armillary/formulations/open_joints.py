"""Joints that stay open at a body: rotors on far bodies, or joints that share their coordinate, couple them to it.

The body and all beyond it answer with
    f = P a + w + Σ y_j x_j,   τ_j = y_j · a + Σ g_jk x_k + h_j                            (1)
to the acceleration a of the body and x = q̈ of the open joints. Other coordinates, with the coupling U to a, V_j to x_j
and their inertia D, which is diagonal, are eliminated by
    y_j −= U D⁻¹ V_j,   g_jk −= V_jᵀ D⁻¹ V_k                                               (2)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from armillary.formulations.ldl import Factors
from armillary.multibody import BASE, Model, Rotor
from armillary.multibody.joints import Coupled
from armillary.spatial.scalar import Array, Scalar
from armillary.spatial.turn import FrameStep

K = TypeVar("K")


@dataclass(frozen=True, eq=False)
class Closed:
    """An eliminated joint: its velocity coordinate j, 1 / g_jj, y_j, and g_jk of the joints that stay open."""

    j: int
    gain: Scalar
    column: Array
    row: dict[int, Scalar]

    def acceleration(self, u: Scalar, a: Array, x: Mapping[int, Scalar]) -> Scalar:
        """Return x_j = (u − y_j · a − Σ g_jk x_k) / g_jj."""
        return self.gain * (u - self.column @ a - sum(g * x[k] for k, g in self.row.items()))


@dataclass(frozen=True, eq=False)
class Open:
    """The open joints at one body by velocity coordinate: y and g of (1), and their coupling to its modes."""

    column: dict[int, Array] = field(default_factory=dict)
    square: dict[tuple[int, int], Scalar] = field(default_factory=dict)
    modal: dict[int, Array] = field(default_factory=dict)

    def add_column(self, j: int, column: Array) -> None:
        """Add to y_j, shape (6,)."""
        add(self.column, j, column)

    def add_square(self, j: int, k: int, value: Scalar) -> None:
        """Add to g_jk = g_kj."""
        add(self.square, (min(j, k), max(j, k)), value)

    def take(self, taken: Sequence[int]) -> tuple[Array, Array, dict[int, Array]]:
        """Remove n joints; return their y, shape (6, n), their g, (n, n), and g with each joint that stays, (n,)."""
        y = np.stack([self.column.pop(j, np.zeros(6)) for j in taken], axis=1) if taken else np.zeros((6, 0))
        pairs = [(j, k) for j in taken for k in (*taken, *self.column)]
        g = {(j, k): self.square.get((min(j, k), max(j, k)), 0.0) for j, k in pairs}
        for j, k in pairs:
            self.square.pop((min(j, k), max(j, k)), None)
        among = np.array([[g[j, k] for k in taken] for j in taken]).reshape(len(taken), len(taken))
        return y, among, {k: np.array([g[j, k] for j in taken]) for k in self.column}

    def eliminate(self, U: Array, V: Mapping[int, Array], gain: Array) -> None:
        """Eliminate n other coordinates, (2), with 1 / D as gain; shapes (6, n), (n,) and (n,)."""
        for j, coupling in V.items():
            share = gain * coupling
            self.add_column(j, -(U @ share))
            for k in V:
                if k >= j:
                    self.add_square(j, k, -(share @ V[k]))

    def close(self, j: int, factored: Callable[[Array, int], Factors]) -> Closed:
        """Eliminate the open joint j, whose couplings are complete; `factored` gives the factors of its inertia."""
        y, g, V = self.take([j])
        gain = factored(g, j).gain
        self.eliminate(y, V, gain)
        return Closed(j, gain[0], y[:, 0], {k: row[0] for k, row in V.items()})

    def pass_on(self, parent: Open, step: FrameStep) -> None:
        """Add all open joints to those of the parent, whose frame is a step away."""
        for j, column in self.column.items():
            parent.add_column(j, step.force_out(column))
        for (j, k), value in self.square.items():
            parent.add_square(j, k, value)


def add(table: dict[K, Any], key: K, value: Array | Scalar) -> None:
    """Add a value to an entry of a table, or begin the entry."""
    table[key] = table[key] + value if key in table else value


def ends(model: Model, rotors: Sequence[Rotor]) -> dict[int, int]:
    """Return for each open coordinate the body where it is eliminated: the last that carries joint and rotors.

    A joint whose rotors ride on its parent, on its child or beyond is not open. Joints that share a coordinate by
    coupling are open up to the last body that carries the parents of all of them, and their rotors. A drive ends on the
    carrier of its rotor.
    """
    carriers: dict[int, set[int]] = {}
    last: dict[int, int] = {drive.v.start: BASE for drive in model.drives}
    for rotor in rotors:
        if rotor.joint in last:
            last[rotor.joint] = rotor.carrier
        else:
            carriers.setdefault(int(model.owner[rotor.joint]), set()).add(rotor.carrier)
    for i, spots in carriers.items():
        joint = model.joints[i]
        if any(c != joint.parent and i not in model.path(c) for c in spots):
            common = set.intersection(*(set(model.path(c)) for c in (i, *spots)))
            last |= dict.fromkeys(range(joint.v.start, joint.v.stop), max(common, default=BASE))
    for k in {joint.v.start for joint in model.joints if isinstance(joint.kind, Coupled)}:
        spots = {joint.parent for joint in model.joints if joint.kind.nv and joint.v.start == k}
        spots |= carriers.get(int(model.owner[k]), set())
        last[k] = max(set.intersection(*(set(model.path(c)) for c in spots)), default=BASE)
    return last
