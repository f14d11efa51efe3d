"""Base parameters: the number of identifiable combinations of the inertial parameters. [Gautier1990]

Inverse dynamics is linear in the ten inertial parameters of each body, φ = (m, s, I_xx, I_xy, I_xz, I_yy, I_yz, I_zz)
about its frame's origin, and in the inertia I_m of each rotor:
    τ = Y(q, q̇, q̈) π                                                                  (1)
With γ the acceleration of the body's origin less gravity, U = ω̇~ + ω~ω~ and I ω = L(ω) (I_xx, …, I_zz), all in
the body's frame, a body needs
    f = m γ + U s,   n = −γ~ s + (L(ω̇) + ω~ L(ω)) (I_xx, …, I_zz)                      (2)
and J_ωᵀ n + J_vᵀ f of the joints, which gives its ten columns. A rotor that spins at k q̇_j about z on body c gives
    I_m:  k J_ω,cᵀ (q̈_j z + q̇_j ω_c × z) + k e_j (z · ω̇_c + k q̈_j)                     (3)
(the body's inertia includes the locked rotor). The number of base parameters is the number of independent columns of Y
over all states: the rank of Y stacked over random states. It does not depend on joint limits or parameter values, and
includes parameters that are zero by symmetry. Regrouping (`frames.regroup`) leaves seven parameters of a body after
a revolute joint and four after a prismatic joint. The first body rotates about a fixed axis z, so only I_zz, s_x and
s_y act, and only I_zz if the axis is along gravity. Chains with axes in general position that start with two revolute
joints have
    7 n_R + 4 n_P − 4,   2 less if the first axis is along gravity                     (4)
base parameters, without rotors. Special geometries, for example parallel axes, can have fewer.

Units are scaled before the rank is determined, which does not change it: lengths by L, the longest distance of joints,
time by √(L/g). A column is divided by the load of a free body with its unit parameter, √(n² + L² f²), not by its own
norm, so that zero columns stay zero. The rank is at the largest gap of the singular values,
    r = argmax σ_r / σ_r+1,   σ not below ε σ_1                                        (5)
The gap, usually many powers of ten, shows how certain the rank is. Friction coefficients are counted separately: each
has a column. Flexible links do not have these ten parameters.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from armillary.kinematics.jacobian import point_jacobian, world_twists
from armillary.kinematics.poses import Poses, body_poses
from armillary.multibody import BASE, Model
from armillary.multibody.coordinates import spans
from armillary.selection.candidate import Candidate, Measure
from armillary.spatial.rotation import cross, rate_matrix, skew
from armillary.spatial.scalar import Floats

Twists = dict[int, tuple[Floats, Floats]]  # angular velocity and velocity of the origin of every body, in world axes

PARAMETERS = 10  # number of inertial parameters of a body
SURE = 1e4  # smallest gap of singular values that decides the rank
EXCESS = 3  # smallest ratio of rows to columns of the stacked regressor

BENDS = "a link bends: it has no ten constant inertial parameters"


@dataclass(frozen=True)
class Rank:
    """Rank of a stacked regressor, its number of columns, and the gap of the singular values after the rank."""

    rank: int
    columns: int
    fall: float

    @property
    def sure(self) -> bool:
        """Whether the gap is large enough to decide the rank."""
        return self.fall >= SURE


def measures(candidate: Candidate) -> list[Measure]:
    """Return the numbers of base parameters, of all inertial parameters, and of friction coefficients."""
    model = candidate.model
    curves = (np.array([*curve.coulomb, *(curve.static or ())]) for curve in model.stribeck)
    sizes = (model.viscous, model.coulomb, model.coulomb_sided, *curves)
    friction = sum(int(np.count_nonzero(part)) for part in sizes)
    about = "viscous, Coulomb and static coefficients that are not zero"
    count, every, note, parts = None, None, BENDS, BENDS
    if not model.elastic:
        rank = base_rank(model, candidate.seed)
        count, every = rank.rank, rank.columns
        note = f"rank of the regressor; singular values fall by {rank.fall:.0e} behind it"
        note += "" if rank.sure else ", which does not decide"
        parts = f"{PARAMETERS} of each of {len(model.bodies)} bodies, {len(model.rotors)} rotor inertias"
    return [
        Measure("base_parameters.count", count, "", "less", "base inertial parameters", note),
        Measure("base_parameters.all", every, "", "", "inertial parameters, identifiable or not", parts),
        Measure("base_parameters.friction", friction, "", "", "friction coefficients", about),
    ]


def base_rank(model: Model, seed: int = 0) -> Rank:
    """Return the number of base parameters of a robot with rigid links, (5), over seeded random states.

    Example:
        >>> import armillary as arm
        >>> base_rank(arm.model(arm.library.get("puma560"), motors="none")).rank
        36
    """
    longest = max(float(np.linalg.norm(joint.translation)) for joint in model.joints)
    L, g = longest or 1.0, math.sqrt(model.gravity @ model.gravity)  # 1 m if all joints coincide
    rate = math.sqrt(g / L) if g else 1.0
    slides = np.zeros(model.nv, dtype=bool)
    for joint in model.joints:
        if not joint.kind.shared:
            slides[joint.v] = np.logical_not(joint.kind.form.turns)
    unit = np.where(slides, L, 1.0)
    rng, columns = np.random.default_rng(seed), PARAMETERS * len(model.bodies) + len(model.rotors)
    stacked, needs = [], []
    for _ in range(math.ceil(EXCESS * columns / model.nv) + EXCESS):
        q = model.integrate(model.neutral, unit * spans(model) * rng.uniform(-1, 1, model.nv))
        qd, qdd = (unit * rate**k * rng.normal(size=model.nv) for k in (1, 2))
        Y, need = _regressor(model, q, qd, qdd, L)
        stacked.append(unit[:, None] * Y)
        needs.append(need)
    scale = np.sqrt(np.mean(np.square(needs), axis=0))
    sigma = np.linalg.svd(np.concatenate(stacked) / np.where(scale > 0, scale, 1.0), compute_uv=False)
    return _rank(np.asarray(sigma, dtype=float))


def regressor(model: Model, q: Floats, qd: Floats, qdd: Floats) -> Floats:
    """Return Y of (1), shape (nv, 10 bodies + rotors): bodies in order, then rotors.

    Friction, springs and gravity compensation are left out.
    """
    return _regressor(model, q, qd, qdd, 1.0)[0]


def parameters(model: Model) -> Floats:
    """Return π of (1), shape (10 bodies + rotors,)."""
    rows, columns = np.triu_indices(3)
    bodies = [[body.mass, *body.first_moment, *body.inertia[rows, columns]] for body in model.bodies]
    return np.concatenate([*bodies, [rotor.inertia for rotor in model.rotors]])


def _rank(sigma: Floats) -> Rank:
    """Return (5) for decreasing singular values."""
    floor = np.finfo(float).eps * sigma[0]  # smaller values are rounding, and have no ratios
    steps = np.append(np.maximum(sigma, floor), floor)
    falls = steps[:-1] / steps[1:]
    at = int(np.argmax(falls))
    return Rank(at + 1, len(sigma), float(falls[at]))


def _regressor(model: Model, q: Floats, qd: Floats, qdd: Floats, L: float) -> tuple[Floats, Floats]:
    """Return Y, and the free-body load √(n² + L² f²) of each column, shape (columns,)."""
    poses = body_poses(model, q)
    twist = world_twists(model, q, poses, qd)
    alpha, acceleration = _accelerations(model, poses, twist, (q, qd, qdd))
    blocks, loads, J = [], [], {}
    for i, _ in model.outward():
        R, o = poses[i]
        J_omega, J_v = np.split(point_jacobian(model, q, poses, i, o), 2)
        J[i] = R.T @ J_omega
        gamma, omega, omega_dot = R.T @ acceleration[i], R.T @ twist[i][0], R.T @ alpha[i]
        f = np.column_stack([gamma, rate_matrix(omega, omega_dot), np.zeros((3, 6))])  # (3, 10), (2)
        rotation = _inertia_times(omega_dot) + skew(omega) @ _inertia_times(omega)
        n = np.column_stack([np.zeros(3), -skew(gamma), rotation])  # (3, 10), about the origin
        blocks.append(J[i].T @ n + (R.T @ J_v).T @ f)
        loads.append(np.sqrt((n**2).sum(axis=0) + L**2 * (f**2).sum(axis=0)))
    for rotor in model.rotors:
        column = np.zeros(model.nv)
        j, k, z = rotor.joint, rotor.ratio, rotor.axis
        if rotor.carrier != BASE:
            R = poses[rotor.carrier][0]
            spin_rate = qdd[j] * z + qd[j] * cross(R.T @ twist[rotor.carrier][0], z)
            column += k * J[rotor.carrier].T @ spin_rate
            column[j] += k * (z @ R.T @ alpha[rotor.carrier])
        column[j] += k**2 * qdd[j]  # (3)
        blocks.append(column[:, None])
        loads.append(np.array([np.linalg.norm(column)]))
    return np.concatenate(blocks, axis=1), np.concatenate(loads)


def _inertia_times(omega: Floats) -> Floats:
    """Return L with I ω = L(ω) (I_xx, I_xy, I_xz, I_yy, I_yz, I_zz), shape (3, 6)."""
    x, y, z = omega
    return np.array([[x, y, z, 0, 0, 0], [0, x, 0, y, z, 0], [0, 0, x, 0, y, z]])


def _accelerations(
    model: Model, poses: Poses, twist: Twists, state: tuple[Floats, Floats, Floats]
) -> tuple[dict[int, Floats], dict[int, Floats]]:
    """Return ω̇ and γ of every body frame in world axes; joint subspaces are constant in the child frame."""
    q, qd, qdd = state
    alpha, gamma = {BASE: np.zeros(3)}, {BASE: -model.gravity}
    for i, p in model.outward():
        joint, R = model.joints[i], poses[i][0]
        omega, r = twist[p][0], poses[i][1] - poses[p][1]
        S_omega, S_v = (R @ half for half in joint.subspace(q))
        alpha[i] = alpha[p] + S_omega @ qdd[joint.v] + cross(omega, S_omega @ qd[joint.v])
        at_joint = gamma[p] + rate_matrix(omega, alpha[p]) @ r
        gamma[i] = at_joint + S_v @ qdd[joint.v] + 2 * cross(omega, S_v @ qd[joint.v])
    return alpha, gamma
