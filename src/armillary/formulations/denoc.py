"""Dynamics by the decoupled natural orthogonal complement (DeNOC). [Bhangale2004, eqs. 4–14]

All vectors in world axes. Twist t_i = (ω_i, velocity of O_i), a_ij from O_j to O_i, p_i the joint's
direction at O_i, d_i from O_i to the centre of mass, I_i about O_i:
    t_i = A_ij t_j + p_i q̇_i,  A_ij = [1, 0; −a_ij~, 1];  t = T q̇,  T = T_l T_d              (1)
    M_i = [I, m d~; −m d~, m 1],  W_i = diag(ω~, ω~),  E = diag(1, 0)                          (2)
    M_i ṫ_i + W_i M_i E t_i = w_i                                                              (3)
Multiplied by Tᵀ: I q̈ + C q̇ = τ. Composites over a body's children c, tip to base:
    M̃_i = M_i + Σ A_ciᵀ M̃_c A_ci;   M̂_i = W_i M_i E + Σ A_ciᵀ M̂_c A_ci                         (4)
    H̃_ij = M̃_i Ȧ_ij + H̃_i A_ij,   H̃_i = Σ A_ciᵀ H̃_ci,   Ȧ_ij = [0, 0; −ȧ_ij~, 0]               (5)
Elements, for i beyond j or i = j:
    i_ij = i_ji = p_iᵀ M̃_i A_ij p_j                                                           (6)
    c_ij = p_iᵀ (M̃_i A_ij W_j + H̃_ij + M̂_i A_ij) p_j                                          (7)
    c_ji = p_jᵀ A_ijᵀ (M̃_i W_i + H̃_i + M̂_i) p_i                                               (8)
    τ_i = p_iᵀ w̃_i,   w̃_i = w_i + Σ A_ciᵀ w̃_c                                                 (9)
The print has H̃_{j+1,i} where (8) needs H̃_{j+1,j}, gives i_ij for all i and j, and leaves the
sliding of a prismatic joint out of ȧ. With these elements İ − 2C is skew for planar arms only.
Replacing W_i M_i E by
    [½ (ω~I − Iω~ − (Iω)~), 0; −m (ω~d)~, 0]                                                  (10)
changes nothing in C q̇ and makes İ − 2C skew for every robot.

A rotor on body c geared to joint j, held locked in M_c, with J_ω of c and κ = k I_m, adds
    I: κ (e_j zᵀJ_ω + J_ωᵀz e_jᵀ) + k² I_m e_j e_jᵀ;   C: κ (J_ωᵀ(ω_c × z) e_jᵀ + e_j zᵀ J̇_ω)     (11)
The directions of most joints turn with their child, ṗ_i = W_i p_i. Where they move in it, W_i p_i in (7) and (8) is
    ṗ_i = W_i p_i + R_i Ṡ_i                                                                    (12)
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations.formulation import DENOC
from armillary.formulations.ldl import accelerations
from armillary.formulations.passive import passive
from armillary.formulations.remember import memoised
from armillary.formulations.spread import joint_coriolis, joint_matrix, joint_vector
from armillary.formulations.weight import with_compensation
from armillary.kinematics.jacobian import world_twists
from armillary.kinematics.poses import body_poses
from armillary.multibody import Model, gather
from armillary.spatial.rotation import cross, skew
from armillary.spatial.scalar import Array, Scalar
from armillary.spatial.transform import spatial_inertia

ZERO = np.zeros((3, 3))


def complement(model: Model, q: ArrayLike) -> tuple[Array, Array]:
    """Return T_l, shape (6 bodies, 6 bodies), and T_d, shape (6 bodies, nv), of (1)."""
    chain = _Chain(model, q)
    n = len(model.bodies)
    T_l = np.zeros((6 * n, 6 * n), dtype=chain.p[0].dtype)
    T_d = np.zeros((6 * n, model.nv), dtype=chain.p[0].dtype)
    for i in range(n):
        T_d[6 * i : 6 * i + 6, model.joints[i].v] = chain.p[i]
        for j in model.path(i):
            T_l[6 * i : 6 * i + 6, 6 * j : 6 * j + 6] = chain.A(i, j)
    return T_l, T_d


@memoised
@joint_matrix
def mass_matrix(model: Model, q: ArrayLike) -> Array:
    """Return the generalised inertia matrix I(q), shape (nv, nv), (6)."""
    chain = _Chain(model, q)
    composite = chain.composite(chain.M)
    blocks: dict[tuple[int, int], Array] = {}
    for i, j in chain.pairs():
        block = chain.p[i].T @ composite[i] @ chain.A(i, j) @ chain.p[j]  # (6)
        blocks[j, i] = block.T
        blocks[i, j] = block
    inertia = _matrix(model, blocks) + np.diag(model.armature)
    for rotor in model.spinning:
        J, z = chain.angular_jacobian(rotor.carrier), chain.poses[rotor.carrier][0] @ rotor.axis
        row = rotor.coupling * np.outer(np.eye(model.nv)[rotor.joint], J.T @ z)
        inertia = inertia + row + row.T  # (11)
    return inertia


@joint_coriolis(mass_matrix)
def coriolis_matrix(model: Model, q: ArrayLike, qd: ArrayLike, consistent: bool = True) -> Array:
    """Return the matrix of convective inertia terms C(q, q̇), shape (nv, nv), (7) and (8).

    Args:
        model: The robot.
        q: Configuration, shape (nq,).
        qd: Velocity, shape (nv,).
        consistent: True: C by (10), with İ − 2C skew; False: C of the print.
    """
    chain = _Chain(model, q, qd)
    M = chain.composite(chain.M)
    convective = chain.composite({i: chain.convective(i, consistent) for i in chain.M})
    H = chain.rates(M)
    blocks: dict[tuple[int, int], Array] = {}
    for i, j in chain.pairs():
        A = chain.A(i, j)
        inner = M[i] @ chain.A_dot(i, j) + H[i] @ A + convective[i] @ A
        blocks[i, j] = chain.p[i].T @ (M[i] @ A @ chain.p_dot[j] + inner @ chain.p[j])  # (7)
        if i != j:
            beyond = M[i] @ chain.p_dot[i] + (H[i] + convective[i]) @ chain.p[i]
            blocks[j, i] = chain.p[j].T @ A.T @ beyond  # (8)
    C = _matrix(model, blocks)
    for rotor in model.spinning:
        J, z = chain.angular_jacobian(rotor.carrier), chain.poses[rotor.carrier][0] @ rotor.axis
        J_dot, unit = chain.angular_jacobian(rotor.carrier, rate=True), np.eye(model.nv)[rotor.joint]
        gyroscopic = J.T @ cross(chain.twist[rotor.carrier][0], z)
        C = C + rotor.coupling * (np.outer(gyroscopic, unit) + np.outer(unit, J_dot.T @ z))  # (11)
    return C


@with_compensation
@joint_vector
def gravity(model: Model, q: ArrayLike) -> Array:
    """Return the efforts that hold the robot at rest, shape (nv,) [N·m or N], (9) with the weights."""
    chain = _Chain(model, q)
    weight: dict[int, Array] = {}
    for i, _ in model.outward():
        force = model.bodies[i].mass * model.gravity
        weight[i] = np.concatenate([cross(chain.poses[i][0] @ model.bodies[i].first_moment, model.gravity), force])
    for i, p in model.inward():
        if p in weight:
            weight[p] = weight[p] + chain.A(i, p).T @ weight[i]
    return gather(model.nv, ((model.joints[i].v, -chain.p[i].T @ weight[i]) for i, _ in model.outward()))  # (9)


@memoised
def bias(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return C q̇ + g + friction + elastic efforts, shape (nv,) [N·m or N]."""
    return coriolis_matrix(model, q, qd) @ np.asarray(qd) + gravity(model, q) + passive(model, q, qd)


def inverse_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
    """Return τ = I q̈ + C q̇ + g + friction, shape (nv,) [N·m or N]."""
    return mass_matrix(model, q) @ np.asarray(qdd) + bias(model, q, qd)


def forward_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Array:
    """Return q̈ = I⁻¹ (τ − C q̇ − g − friction), shape (nv,)."""
    return accelerations(model, mass_matrix(model, q), np.asarray(tau) - bias(model, q, qd))


class _Chain:
    """The vectors and matrices of (1)–(5) at one configuration; those of (5) need q̇."""

    def __init__(self, model: Model, q: ArrayLike, qd: ArrayLike | None = None) -> None:
        DENOC.check(model)
        self.model, self.poses = model, body_poses(model, q)
        self.twist = {} if qd is None else world_twists(model, q, self.poses, qd)
        turns = {i: skew(omega) for i, (omega, _) in self.twist.items()}
        self.p: dict[int, Array] = {}
        self.p_dot: dict[int, Array] = {}
        self.M: dict[int, Array] = {}
        for i, _ in model.outward():
            R, body, joint = self.poses[i][0], model.bodies[i], model.joints[i]
            axes = [R @ half for half in joint.subspace(q)]
            self.p[i] = np.vstack(axes)
            if qd is not None:
                rates = (R @ half for half in joint.subspace_rate(q, qd))
                self.p_dot[i] = np.vstack([turns[i] @ p + rate for p, rate in zip(axes, rates, strict=True)])  # (12)
            self.M[i] = spatial_inertia(body.mass, R @ body.first_moment, R @ body.inertia @ R.T)  # (2)

    def A(self, i: int, j: int) -> Array:
        a = self.poses[i][1] - self.poses[j][1]
        return np.block([[np.eye(3), ZERO], [-skew(a), np.eye(3)]])  # (1)

    def A_dot(self, i: int, j: int) -> Array:
        a_dot = self.twist[i][1] - self.twist[j][1]
        return np.block([[ZERO, ZERO], [-skew(a_dot), ZERO]])  # (5)

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield (i, j) with i beyond j or i = j."""
        return ((i, j) for i, _ in self.model.outward() for j in self.model.path(i))

    def composite(self, blocks: dict[int, Array]) -> dict[int, Array]:
        """Sum a 6 × 6 quantity over each body and all beyond it, (4)."""
        total = dict(blocks)
        for i, p in self.model.inward():
            if p in total:
                total[p] = total[p] + self.A(i, p).T @ total[i] @ self.A(i, p)
        return total

    def rates(self, M: dict[int, Array]) -> dict[int, Array]:
        """Return H̃_i of (5)."""
        H: dict[int, Array] = {i: np.zeros((6, 6)) for i in M}
        for i, p in self.model.inward():
            if p in H:
                A = self.A(i, p)
                H[p] = H[p] + A.T @ (M[i] @ self.A_dot(i, p) + H[i] @ A)
        return H

    def convective(self, i: int, consistent: bool) -> Array:
        """Return W M E, or its replacement (10)."""
        omega, inertia = self.twist[i][0], self.M[i][:3, :3]
        s = self.poses[i][0] @ self.model.bodies[i].first_moment
        turn = skew(omega)
        if consistent:
            angular = (turn @ inertia - inertia @ turn - skew(inertia @ omega)) / 2
            linear = -skew(cross(omega, s))
        else:
            angular, linear = turn @ inertia, -turn @ skew(s)
        return np.block([[angular, ZERO], [linear, ZERO]])

    def angular_jacobian(self, body: int, rate: bool = False) -> Array:
        """Return J_ω of a body, shape (3, nv), or its rate."""
        columns: list[Array] = [np.zeros(3)] * self.model.nv
        for k in self.model.path(body):
            columns[self.model.joints[k].v] = list((self.p_dot if rate else self.p)[k][:3].T)
        return np.stack(columns, axis=1)


def _matrix(model: Model, blocks: dict[tuple[int, int], Array]) -> Array:
    """Return the nv × nv matrix of the blocks of pairs of joints, any scalar."""
    entries: list[list[Scalar]] = [[0.0] * model.nv for _ in range(model.nv)]
    for (i, j), block in blocks.items():
        for (row, column), value in np.ndenumerate(block):
            entries[model.joints[i].v.start + row][model.joints[j].v.start + column] = value
    return np.array(entries)
