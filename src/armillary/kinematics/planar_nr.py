"""Planar n-R arms in closed recursions, O(n). [Popescu2008, eqs. 2–8, 17–21]

The arm moves in the x–y plane. φ_i is the angle of link i to the x axis, (x_i, y_i) the vector from joint i to the
tip. Base to tip, then tip to base (φ_0 = 0, x_{n+1} = y_{n+1} = 0):
    φ_i = φ_{i−1} + q_i                                                 (1)
    x_i = x_{i+1} + l_i cos φ_i,   y_i = y_{i+1} + l_i sin φ_i          (2)
The derivative of (x_k, y_k) with respect to q_j is (−y_r, x_r), r = max(j, k), so
    J = [−y_1 … −y_n; x_1 … x_n]                                        (3)
    J̇ = [−ẏ_1 … −ẏ_n; ẋ_1 … ẋ_n],  ẏ_k = Σ_{i≥k} l_i φ̇_i cos φ_i, …     (4)
in O(n); the paper has a product with a full matrix, its (8). Tip to base, from zero:
    a¹¹_i = a¹¹_{i+1} + y_i²,  a²²_i = a²²_{i+1} + x_i²,  a¹²_i = a¹²_{i+1} − x_i y_i     (5)
    J Jᵀ = [a¹¹, a¹²; a¹², a²²] with a = a_1,   s = √((a¹¹ − a²²)² + 4 a¹²²)
    σ_{1,2} = (a¹¹ + a²²  ± s) / 2                                       (6)
    w = √(a¹¹ a²² − a¹²²),   κ = √ρ,   ρ = σ_1 / σ_2                     (7)
With the sums X_j = Σ_{k<j} x_k, Y_j = Σ_{k<j} y_k:
    ∂a¹¹/∂q_j = 2 (x_j Y_j − a¹²_j)                                      (8)
    ∂a²²/∂q_j = 2 (−y_j X_j + a¹²_j)                                     (9)
    ∂a¹²/∂q_j = −x_j X_j + y_j Y_j + a¹¹_j − a²²_j                       (10)
    ∇w = (a¹¹ ∇a²² + a²² ∇a¹¹ − 2 a¹² ∇a¹²) / 2w                         (11)
    ∇s = ((a¹¹ − a²²)(∇a¹¹ − ∇a²²) + 4 a¹² ∇a¹²) / s
    ∇κ = ∇ρ / 2κ,   ∇ρ = (σ_2 ∇σ_1 − σ_1 ∇σ_2) / σ_2²                    (12)
The paper has wrong signs of the last terms of (9) and (10), and ∇a¹² twice in (11). Its ρ is the condition number of
J Jᵀ, the square of κ = cond(J). A single link moves in one direction; there w = √(a¹¹ + a²²) = l and κ = 1, as for
general robots.

These functions of plain arrays (q, q̇ and lengths, all of shape (n,)) share no code with the general functions, so that
each checks the other.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import SingularityError
from armillary.spatial.scalar import Array, Scalar, cos, sin, sqrt

_ROUNDING = 1e-14  # rounding error of J Jᵀ, relative to its largest eigenvalue


class KinModel(NamedTuple):
    """Tip position x (2,) [m], Jacobian J (2, n) and its rate Jd (2, n)."""

    x: Array
    J: Array
    Jd: Array


def link_angles(q: ArrayLike) -> Array:
    """Return φ, the angles of the links to the x axis [rad], shape (n,), (1)."""
    return np.cumsum(np.asarray(q))


def to_tip(q: ArrayLike, lengths: ArrayLike) -> tuple[Array, Array]:
    """Return x and y, the vectors from every joint to the tip [m], shapes (n,), (2)."""
    along, across = link_vectors(q, lengths)
    return from_tip(along), from_tip(across)


def link_vectors(q: ArrayLike, lengths: ArrayLike) -> tuple[Array, Array]:
    """Return x and y of the vector along each link, joint to joint [m], shapes (n,)."""
    phi, L = link_angles(q), np.asarray(lengths)
    along, across = (np.array([length * f(angle) for length, angle in zip(L, phi, strict=True)]) for f in (cos, sin))
    return along, across


def from_tip(terms: ArrayLike) -> Array:
    """Return the sums of the terms i … n for every i."""
    return np.cumsum(np.asarray(terms)[::-1])[::-1]


def beyond(terms: ArrayLike) -> Array:
    """Return the sums of the terms i + 1 … n for every i."""
    return np.concatenate([from_tip(terms)[1:], [0.0]])


def before(terms: ArrayLike) -> Array:
    """Return the sums of the terms 1 … i − 1 for every i."""
    return np.concatenate([[0.0], np.cumsum(np.asarray(terms))[:-1]])


def tip_position(q: ArrayLike, lengths: ArrayLike) -> Array:
    """Return the position of the tip [m], shape (2,)."""
    x, y = to_tip(q, lengths)
    return np.array([x[0], y[0]])


def joint_positions(q: ArrayLike, lengths: ArrayLike) -> Array:
    """Return the positions of the joints and, last, the tip [m], shape (n + 1, 2)."""
    x, y = to_tip(q, lengths)
    return np.array([*zip(x[0] - x, y[0] - y, strict=True), (x[0], y[0])])


def jacobian(q: ArrayLike, lengths: ArrayLike) -> Array:
    """Return J, shape (2, n), (3)."""
    x, y = to_tip(q, lengths)
    return np.array([-y, x])


def jacobian_dot(q: ArrayLike, qd: ArrayLike, lengths: ArrayLike) -> Array:
    """Return J̇, shape (2, n), (4)."""
    rates = np.cumsum(np.asarray(qd))
    return np.array([-from_tip(part * rates) for part in link_vectors(q, lengths)])


def kinmodel(q: ArrayLike, qd: ArrayLike, lengths: ArrayLike) -> KinModel:
    """Return (x, J, J̇) of the tip."""
    return KinModel(tip_position(q, lengths), jacobian(q, lengths), jacobian_dot(q, qd, lengths))


class _Gram(NamedTuple):
    """Entries of J Jᵀ, and their gradients."""

    a11: Scalar
    a22: Scalar
    a12: Scalar
    d11: Array
    d22: Array
    d12: Array

    @property
    def determinant(self) -> Scalar:
        return self.a11 * self.a22 - self.a12 * self.a12

    @property
    def spread(self) -> Scalar:
        """s, the difference of the eigenvalues."""
        return sqrt((self.a11 - self.a22) * (self.a11 - self.a22) + 4 * self.a12 * self.a12)


def _gram(q: ArrayLike, lengths: ArrayLike) -> _Gram:
    x, y = to_tip(q, lengths)
    a11, a22, a12 = from_tip(y * y), from_tip(x * x), -from_tip(x * y)  # (5)
    X, Y = before(x), before(y)
    d11 = 2 * (x * Y - a12)  # (8)
    d22 = 2 * (a12 - y * X)  # (9)
    d12 = y * Y - x * X + a11 - a22  # (10)
    return _Gram(a11[0], a22[0], a12[0], d11, d22, d12)


def manipulability(q: ArrayLike, lengths: ArrayLike) -> Scalar:
    """Return w [m²] of (7), [m] for a single link."""
    a = _gram(q, lengths)
    if np.size(q) == 1:
        return sqrt(a.a11 + a.a22)
    return 0.0 if _at_most(a.determinant, 0.0) else sqrt(a.determinant)


def manipulability_gradient(q: ArrayLike, lengths: ArrayLike) -> Array:
    """Return ∂w/∂q, shape (n,), (11); a `SingularityError` where the arm is straight or folded."""
    a = _gram(q, lengths)
    if np.size(q) == 1:
        return (a.d11 + a.d22) / (2 * sqrt(a.a11 + a.a22))
    _check_regular(a)
    return (a.a11 * a.d22 + a.a22 * a.d11 - 2 * a.a12 * a.d12) / (2 * sqrt(a.determinant))


def condition_number(q: ArrayLike, lengths: ArrayLike) -> Scalar:
    """Return κ of (7), ∞ at singular configurations."""
    a = _gram(q, lengths)
    greatest, least = (a.a11 + a.a22 + a.spread) / 2, (a.a11 + a.a22 - a.spread) / 2  # (6)
    if np.size(q) == 1:
        return 1.0
    return math.inf if _at_most(least, _ROUNDING * greatest) else sqrt(greatest / least)


def condition_number_gradient(q: ArrayLike, lengths: ArrayLike) -> Array:
    """Return ∂κ/∂q, shape (n,), (12); a `SingularityError` at singular and at isotropic configurations."""
    a = _gram(q, lengths)
    if np.size(q) == 1:
        return np.zeros(1)
    _check_regular(a)
    total, s = a.a11 + a.a22, a.spread
    if _at_most(s, 1e-8 * total):
        raise SingularityError("the condition number has a kink at this isotropic configuration and no gradient")
    d_total, d_s = a.d11 + a.d22, ((a.a11 - a.a22) * (a.d11 - a.d22) + 4 * a.a12 * a.d12) / s
    greatest, least = (total + s) / 2, (total - s) / 2
    d_rho = (least * (d_total + d_s) - greatest * (d_total - d_s)) / (2 * least * least)
    return d_rho / (2 * sqrt(greatest / least))  # (12)


def _check_regular(a: _Gram) -> None:
    total = a.a11 + a.a22
    if _at_most(a.determinant, _ROUNDING * total * total):
        raise SingularityError("the arm is straight or folded: at this singular configuration there is no gradient")


def _at_most(value: Scalar, bound: Scalar) -> bool:
    """Compare numbers by their real parts; False for symbols and expressions, which have no order."""
    return isinstance(value, (int, float, complex, np.number)) and bool(np.real(value) <= np.real(bound))
