"""Gravity torques, their derivatives and their weighted norm, O(n²). [Popescu2008, eqs. 22, 23]

Let f_k be the first moment that the velocity direction k gives to all it moves: with mass m_k and
centre of mass c_k of everything beyond the joint at o, whose axes are (a_ω, a_v) in the world,
    f_k = Σ m J_v,k = m_k (a_v + a_ω × (c_k − o))                       (1)
    g_k = −G · f_k,   G the acceleration of gravity                     (2)
By the derivatives of J (`kinematics.jacobian`), summed over all that both directions move: if j comes
before k, or belongs to the same joint, f_k turns with j; if j comes after k, only the mass beyond j
moves:
    D_j g_k = −G · (a_ω,j × f_k)                     j ≤ k               (3)
    D_j g_k = −G · (a_ω,k × f_j)                     j > k               (4)
and zero for directions on different branches. The norm and its gradient:
    p = gᵀ W g,   D_j p = Σ_i (D_j g_i) ((W + Wᵀ) g)_i                  (5)
The print has 2 W instead of W + Wᵀ, which holds for symmetric weights only.

The elastic coordinates of a flexible link have a direction at each of its nodes, to which (1)–(4) apply, and
f_k = R (Aᵀp)_k for the link's own points (`flexible.modal`), which (3) and (4) turn as well. Within a node, whose axes
change, and within a link
    D_j g_k = −G · (a_ω,j × f_k + m D_j a_v,k + D_j a_ω,k × m (c − o)),   D_j g_k = −G · R Σ_b p_b C_b,kj      (6)
The contributions of nodes and link add up, and so do those of coupled joints, which (6) covers too.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.files.arguments import floats
from armillary.formulations.weight import with_compensation
from armillary.kinematics.poses import body_poses
from armillary.multibody import BASE, Model
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Scalar


class _Direction(NamedTuple):
    """A velocity direction of a joint, or of the points of a flexible link: coordinate, a_ω and f of (1)."""

    k: int
    a_omega: Array
    f: Array


@with_compensation
def gravity_torques(model: Model, q: ArrayLike) -> Array:
    """Return g, shape (nv,) [N·m or N], the efforts that hold the robot at rest."""
    weights = _Weights(model, q)
    g: list[Scalar] = [0.0] * model.nv
    for i, _ in model.outward():
        for k, _, f in weights.joint[i] + weights.modes[i]:
            g[k] = g[k] - f @ model.gravity  # (2)
    return np.array(g)


@with_compensation
def gravity_jacobian(model: Model, q: ArrayLike) -> Array:
    """Return D[i, j] = D_j g_i, shape (nv, nv) [N·m/rad, N·m/m, …].

    Derivatives are along the velocity directions; D is symmetric, except within a spherical joint.
    """
    weights = _Weights(model, q)
    D: list[list[Scalar]] = [[0.0] * model.nv for _ in range(model.nv)]
    for i, p in model.outward():
        columns = weights.joint[i]
        for j, a_omega, _ in columns:
            for k, _, f in columns:
                D[k][j] = D[k][j] - model.gravity @ (cross(a_omega, f) + weights.change(i, k, j))  # (3), (6)
        _add_turning(model, weights, p, columns, D)
        _add_turning(model, weights, i, weights.modes[i], D)
        for (k, j), f in weights.bending(i):
            D[k][j] = D[k][j] - model.gravity @ f  # (6)
    return np.array(D)


def _add_turning(model: Model, weights: _Weights, body: int, moved: list[_Direction], D: list[list[Scalar]]) -> None:
    """Add (3) and (4) for directions that all joints up to the joint of a body move."""
    for i in model.path(body):
        for j, a_omega, _ in weights.joint[i]:
            for k, _, f in moved:
                effort = -(model.gravity @ cross(a_omega, f))
                D[k][j] = D[k][j] + effort
                D[j][k] = D[j][k] + effort  # also if coupled joints share k = j


def gravity_norm(model: Model, q: ArrayLike, W: ArrayLike | None = None) -> Scalar:
    """Return p = gᵀ W g [N²·m²]; default W, shape (nv, nv): the identity."""
    g = gravity_torques(model, q)
    return g @ (_weights(model, W) @ g)


def gravity_norm_gradient(model: Model, q: ArrayLike, W: ArrayLike | None = None) -> Array:
    """Return the derivatives of p along the velocity directions, shape (nv,)."""
    weights = _weights(model, W)
    return gravity_jacobian(model, q).T @ ((weights + weights.T) @ gravity_torques(model, q))  # (5)


class _Weights:
    """The directions of one configuration and the first moments that they move, in world axes."""

    def __init__(self, model: Model, q: ArrayLike) -> None:
        self.model, self.q = model, q
        self.poses = body_poses(model, q)
        self.bodies = {i: model.bodies[i].at(q) for i, _ in model.outward()}
        self._gather()
        self.joint: dict[int, list[_Direction]] = {}
        self.modes: dict[int, list[_Direction]] = {}
        for i, body in self.bodies.items():
            R, S, start = self.poses[i][0], model.joints[i].subspace(q), model.joints[i].v.start
            axes = ((k, R @ turn, R @ slide) for k, (turn, slide) in enumerate(zip(S[0].T, S[1].T, strict=True), start))
            self.joint[i] = [_Direction(k, turn, self._moment(i, turn, slide)) for k, turn, slide in axes]
            bending = enumerate(body.modal_state.first, body.modal.v.start)
            self.modes[i] = [_Direction(k, np.zeros(3), R @ p) for k, p in bending]

    def _gather(self) -> None:
        """Sum mass and first moment, about the world's origin, of every body and all that it carries."""
        self.mass: dict[int, Scalar] = {BASE: 0.0}
        self.first: dict[int, Array] = {BASE: np.zeros(3)}
        for i, body in self.bodies.items():
            R, o = self.poses[i]
            self.mass[i], self.first[i] = body.mass, body.mass * o + R @ body.first_moment
        for i, p in self.model.inward():
            self.mass[p], self.first[p] = self.mass[p] + self.mass[i], self.first[p] + self.first[i]

    def _moment(self, i: int, turn: Array, slide: Array) -> Array:
        """Return m a_v + a_ω × m (c − o) of everything beyond joint i, (1)."""
        return self.mass[i] * slide + cross(turn, self.first[i] - self.mass[i] * self.poses[i][1])

    def change(self, i: int, k: int, j: int) -> Array:
        """Return the change of f_k along j by the changing axes of joint i, seen from its child, (6)."""
        joint, unit = self.model.joints[i], np.eye(self.model.nv)[j]
        turn, slide = (self.poses[i][0] @ half[:, k - joint.v.start] for half in joint.subspace_rate(self.q, unit))
        return self._moment(i, turn, slide)

    def bending(self, i: int) -> list[tuple[tuple[int, int], Array]]:
        """Return the first moments by shortening of a link for the pairs (k, j) of its modes, (6)."""
        modes, R, start = self.bodies[i].modal_state, self.poses[i][0], self.bodies[i].modal.v.start
        second = np.tensordot(modes.C, modes.p[modes.A.shape[1] :], axes=(0, 0))  # (n, n, 3)
        return [((start + k, start + j), R @ second[k, j]) for k, j in np.ndindex(second.shape[:2])]


def _weights(model: Model, W: ArrayLike | None) -> Array:
    if W is None:
        return np.eye(model.nv)
    weights = W if isinstance(W, np.ndarray) else floats("W", W, f"weights of shape {(model.nv, model.nv)}")
    if weights.shape != (model.nv, model.nv):
        raise ArgumentError("W", f"an array of shape {weights.shape}", f"weights of shape {(model.nv, model.nv)}")
    return weights
