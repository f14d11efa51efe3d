"""Coupled robots with a coordinate for each joint, and back: for formulations that know joint by joint what moves.

With y the coordinates of all joints, y = (x, p(x)), each of which belongs to one coordinate of the robot,
    ẏ = G ẋ,   ÿ = G ẍ + Ġ ẋ,   G_ik = p_i′(x_k) for the joint i that has or shares coordinate k, else 0        (1)
the equations of the robot follow from those of all joints:
    M = Gᵀ M_y G,   g = Gᵀ g_y,   C = Gᵀ (C_y G + M_y Ġ)                                                     (2)
    b_ijk = Σ G_ai G_bj G_ck b_abc + Σ G_ai M_ab δ_jk p_b″                                                   (3)
If Ṁ_y − 2 C_y is skew, Ṁ − 2 C is, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody import Model
from armillary.multibody.joints import Coupled
from armillary.spatial.scalar import Array, Scalar, is_zero

OfPosition = Callable[[Model, ArrayLike], Array]
Coriolis = Callable[..., Array]


def uncoupled(model: Model) -> tuple[Model, list[int]]:
    """Return a model with a coordinate for each coupled joint, after all others, and the bodies of these joints."""
    joints, followers = list(model.joints), []
    nq, nv = model.nq, model.nv
    for i, joint in enumerate(joints):
        if isinstance(joint.kind, Coupled):
            joints[i] = replace(joint, kind=joint.kind.plain, q=slice(nq, nq + 1), v=slice(nv, nv + 1))
            followers.append(i)
            nq, nv = nq + 1, nv + 1
    return model.changed(joints=tuple(joints)), followers


class Spread:
    """A coupled robot at the configuration q: the model of all joints, their positions, and G by its entries, (1)."""

    def __init__(self, model: Model, q: ArrayLike) -> None:
        self.model, followers = uncoupled(model)
        self.nv, positions = model.nv, list(np.asarray(q))
        self.at = list(range(model.nv))
        self.factor: list[Scalar] = [1.0] * model.nv
        self.bend: list[Scalar] = [0.0] * model.nv
        for i in followers:
            joint, kind = model.joints[i], model.joints[i].kind
            assert isinstance(kind, Coupled)
            x = np.asarray(q)[joint.q]
            positions += list(kind.position(x))
            self.at.append(joint.v.start)
            self.factor.append(kind.slope_at(x))
            self.bend.append(kind.bend_at(x))
        self.q = np.array(positions)

    def rates(self, qd: ArrayLike) -> Array:
        """Return ẏ, shape (all,), (1)."""
        qd = np.asarray(qd)
        return np.array([factor * qd[k] for k, factor in zip(self.at, self.factor, strict=True)])

    def vector(self, efforts: Array) -> Array:
        """Return Gᵀ of efforts at all joints, shape (nv,), or of the rows of any array, (2)."""
        total: list[Any] = [0.0] * self.nv
        for k, factor, effort in zip(self.at, self.factor, efforts, strict=True):
            total[k] = total[k] + effort * factor
        return np.array(total)

    def matrix(self, entries: Array) -> Array:
        """Return Gᵀ of a matrix of all joints times G, shape (nv, nv), (2)."""
        return self.vector(self.vector(entries).T).T

    def coriolis(self, C: Array, M: Array, qd: ArrayLike) -> Array:
        """Return C of the robot, shape (nv, nv), from C and M of all joints, (2)."""
        qd, spread = np.asarray(qd), self.matrix(C)
        for b, k in enumerate(self.at):
            if not is_zero(self.bend[b]):
                column = self.vector(M[:, b]) * (self.bend[b] * qd[k])
                spread = spread + np.outer(column, np.eye(self.nv)[k])
        return spread

    def symbols(self, b: Array, M: Array) -> Array:
        """Return the Christoffel symbols of the robot, shape (nv, nv, nv), from those of all joints, (3)."""
        symbols = b
        for _ in range(3):
            symbols = np.moveaxis(self.vector(symbols), 0, -1)
        for c, k in enumerate(self.at):
            symbols[:, k, k] = symbols[:, k, k] + self.vector(M[:, c]) * self.bend[c]
        return symbols

    def drift(self, M: OfPosition, qd: ArrayLike) -> Array:
        """Return M_y Ġ ẋ, shape (all,); M gives M_y where it is needed."""
        qd = np.asarray(qd)
        if all(is_zero(bend) for bend in self.bend):
            return np.zeros(len(self.at))
        bent = [bend * qd[k] * qd[k] for k, bend in zip(self.at, self.bend, strict=True)]
        return M(self.model, self.q) @ np.array(bent)


def joint_matrix(way: OfPosition) -> OfPosition:
    """Return a mass matrix that also knows coupled robots, (2)."""
    return _projected(way, Spread.matrix)


def joint_vector(way: OfPosition) -> OfPosition:
    """Return efforts of positions that also know coupled robots, (2)."""
    return _projected(way, Spread.vector)


def _projected(way: OfPosition, project: Callable[[Spread, Array], Array]) -> OfPosition:
    @wraps(way)
    def known(model: Model, q: ArrayLike) -> Array:
        if not model.coupled:
            return way(model, q)
        spread = Spread(model, q)
        return project(spread, way(spread.model, spread.q))

    return known


def joint_coriolis(mass_matrix: OfPosition) -> Callable[[Coriolis], Coriolis]:
    """Return a decorator of Coriolis matrices, which then also know coupled robots, (2)."""

    def decorated(way: Coriolis) -> Coriolis:
        @wraps(way)
        def known(model: Model, q: ArrayLike, qd: ArrayLike, *options: Any, **named: Any) -> Array:
            if not model.coupled:
                return way(model, q, qd, *options, **named)
            spread = Spread(model, q)
            C = way(spread.model, spread.q, spread.rates(qd), *options, **named)
            return spread.coriolis(C, mass_matrix(spread.model, spread.q), qd)

        return known

    return decorated
