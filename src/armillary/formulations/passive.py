"""Passive efforts of joints and links: friction, springs, elasticity and damping.

    τ = K (q − q₀) + D q̇ + b q̇ + c s + d s²,   s = sign(q̇)                    (1)
K and D hold the springs of joints and the stiffness and damping of flexible links, b viscous friction. Coulomb friction
is c + d at positive and −c + d at negative rates: c is the mean of both directions, d half their difference. At rest
it is zero here; simulations hold joints that stick. A joint at p(x), a polynomial of order 2 or more of the coordinate
x of its leader (`Follower`), loads the leader with
    p′ (k (p − rest) + b p′ ẋ + c s + d s²),   s = sign(p′ ẋ)                 (2)
Stribeck friction, and LuGre friction at the deflection that its bristles have at a constant rate, adds (1) of
`multibody.stribeck`.
An elastic gear that leads its joint at r x + c by δ has its stiffness and damping in K and D. Its cubic term κ gives
    κ δ³ at the rotor,   −r κ δ³ at x,   ¼ κ δ⁴ of energy                     (3)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody import Model, gather
from armillary.multibody.joints import Drive, Follower
from armillary.multibody.stribeck import Stribeck
from armillary.spatial.scalar import Array, Scalar, is_zero, sign, times_vector


def friction(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return the efforts against friction and damping, shape (nv,) [N·m or N]."""
    qd = np.asarray(qd)
    coefficients = zip(model.coulomb, model.coulomb_sided, qd, strict=True)
    dry = [coulomb(c, d, sign(rate)) if c or d else 0.0 for c, d, rate in coefficients]
    efforts = model.viscous * qd + np.array(dry) + times_vector(model.damping, qd)  # (1)
    if model.stribeck:
        efforts = efforts + stribeck_efforts(model, q, lambda law, rate: law.effort(rate, law.direction(rate)), qd)
    if model.followers:
        efforts = efforts + _followed(model, q, lambda f, x, slope: _rubbing(f, slope * qd[f.k]))
    return efforts


def stribeck_efforts(model: Model, q: ArrayLike, effort: Callable[[Stribeck, Scalar], Scalar], qd: ArrayLike) -> Array:
    """Return the sum of the efforts of Stribeck laws at their rates, as their coordinates feel them, shape (nv,)."""
    parts: list[tuple[slice, Array]] = []
    for stribeck, rate, slope, _ in stribeck_rates(model, q, qd):
        parts.append((slice(stribeck.k, stribeck.k + 1), np.array([slope * effort(stribeck, rate)])))
    return gather(model.nv, parts)


def stribeck_rates(model: Model, q: ArrayLike, qd: ArrayLike) -> Iterator[tuple[Stribeck, Scalar, Scalar, Scalar]]:
    """Yield the Stribeck laws of a model with their rates v = p′ ẋ, the slopes p′ and p″."""
    q, qd = np.asarray(q), np.asarray(qd)
    at = {v.start + k: place.start + k for _, place, v in model.coordinates() for k in range(v.stop - v.start)}
    for stribeck in model.stribeck:
        slope, bend = stribeck.slope(q[at[stribeck.k]]), stribeck.bend(q[at[stribeck.k]])
        yield stribeck, slope * qd[stribeck.k], slope, bend


def damping(model: Model, q: ArrayLike) -> Array:
    """Return the derivatives of friction and damping by the rates, shape (nv, nv); dry friction is left out."""
    matrix = np.diag(model.viscous) + model.damping
    for follower, x in followed_positions(model, q):
        matrix = matrix + _at(model, follower.k, follower.viscous * follower.slope(x) ** 2)
    return matrix


def passive_derivatives(model: Model, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
    """Return the derivatives of passive efforts by q and by q̇, shapes (nv, nv); signs of rates are constant."""
    by_q, by_qd, rates = model.stiffness, damping(model, q), np.asarray(qd)
    for follower, x in followed_positions(model, q):
        slope, bend, rate = follower.slope(x), follower.bend(x), rates[follower.k]
        loaded = follower.stiffness * follower.deflection(x) + _rubbing(follower, slope * rate)
        change = bend * (loaded + follower.viscous * slope * rate) + follower.stiffness * slope * slope  # of (2)
        by_q = by_q + _at(model, follower.k, change)
    for stribeck, v, slope, bend in stribeck_rates(model, q, qd):
        s = stribeck.direction(v)
        effort, change = stribeck.effort(v, s), slope * stribeck.effort_slope(v, s)
        by_q = by_q + _at(model, stribeck.k, bend * (effort + change * rates[stribeck.k]))
        by_qd = by_qd + _at(model, stribeck.k, slope * change)
    for drive in model.drives:
        if not is_zero(drive.cubic):
            felt, lead = drive.effort_row(model.nv), drive.deflection(np.asarray(q))
            by_q = by_q + np.outer(felt, felt) * (3 * drive.cubic * (lead * lead))  # of (3)
    return by_q, by_qd


def _at(model: Model, k: int, value: Scalar) -> Array:
    """Return a matrix, shape (nv, nv), with a single entry on its diagonal."""
    return np.diag([value if row == k else 0.0 for row in range(model.nv)])


def coulomb(c: Scalar, d: Scalar, s: Scalar) -> Scalar:
    """Return c s + d s² of (1); s is the sign of the rate, or a smooth function in its place."""
    return c * s if isinstance(d, (int, float)) and d == 0 else (c + d * s) * s


def elastic(model: Model, q: ArrayLike) -> Array:
    """Return the efforts that bend springs and links, shape (nv,) [N·m or N]."""
    efforts = times_vector(model.stiffness, model.deflection(q))  # (1)
    for drive in model.drives:
        if not is_zero(drive.cubic):
            lead = drive.deflection(np.asarray(q))
            effort = drive.cubic * (lead * lead * lead)
            for k in np.flatnonzero(felt := drive.effort_row(model.nv)).tolist():
                efforts[k] = efforts[k] + felt[k] * effort  # (3)
    if model.followers:
        efforts = efforts + _followed(model, q, lambda f, x, slope: f.stiffness * f.deflection(x))
    return efforts


def passive(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return the efforts against friction, springs and elastic links, shape (nv,) [N·m or N], (1)."""
    return friction(model, q, qd) + elastic(model, q)


def elastic_energy(model: Model, q: ArrayLike) -> Scalar:
    """Return the energy stored in springs and links [J]."""
    bent = model.deflection(q)
    energy: Scalar = bent @ times_vector(model.stiffness, bent) / 2
    for follower, x in followed_positions(model, q):
        deflection = follower.deflection(x)
        energy = energy + follower.stiffness * deflection * deflection / 2
    for drive in model.drives:
        if not is_zero(drive.cubic):
            square = drive.deflection(np.asarray(q)) ** 2
            energy = energy + drive.cubic * (square * square) / 4  # (3)
    return energy


def gear_energy(model: Model, drive: Drive, q: ArrayLike) -> Scalar:
    """Return the energy stored in the spring of an elastic gear [J], a part of `elastic_energy`."""
    square = drive.deflection(np.asarray(q)) ** 2
    return model.stiffness[drive.v.start][drive.v.start] * square / 2 + drive.cubic * (square * square) / 4


def followed_positions(model: Model, q: ArrayLike) -> Iterator[tuple[Follower, Scalar]]:
    """Yield the followers of a model with the position of the leader of each."""
    q = np.asarray(q)
    at = {v.start: place.start for _, place, v in model.coordinates()}
    return ((follower, q[at[follower.k]]) for follower in model.followers)


def _followed(model: Model, q: ArrayLike, effort: Callable[[Follower, Scalar, Scalar], Scalar]) -> Array:
    """Return the sum of the efforts at followers as their leaders feel them, shape (nv,), (2)."""
    parts: list[tuple[slice, Array]] = []
    for follower, x in followed_positions(model, q):
        slope = follower.slope(x)
        parts.append((slice(follower.k, follower.k + 1), np.array([slope * effort(follower, x, slope)])))
    return gather(model.nv, parts)


def _rubbing(follower: Follower, rate: Scalar) -> Scalar:
    c, d = follower.coulomb, follower.coulomb_sided
    return follower.viscous * rate + (coulomb(c, d, sign(rate)) if c or d else 0.0)
