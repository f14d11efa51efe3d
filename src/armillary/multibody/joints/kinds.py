"""The rigid kinds of joint. A recursion asks a joint; it never branches on its kind.

A spherical joint has a unit quaternion (w, x, y, z); its velocity is ω of the child in the child's frame:
    q̇ = ½ q ∘ (0, ω)                                       (1)
    q(t) = q(0) ∘ exp(½ ω t) for constant ω                 (2)
The directions of ω are left-invariant fields on SO(3): [e_j, e_k] = Σ_l ε_jkl e_l.   (3)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.joint_types import FORMS
from armillary.files.content import same
from armillary.spatial.rotation import from_quaternion, quaternion_exp, quaternion_product, skew
from armillary.spatial.scalar import Array, Floats
from armillary.spatial.turn import MatrixTurn, Turn, turn_about

TURNS: Floats = np.stack([np.asarray(skew(e), dtype=float) for e in np.eye(3)], axis=1)
"""(3): column k of e_j~ is e_j × e_k."""


def quaternion_rate(q: ArrayLike, omega: ArrayLike) -> Array:
    """Return the rate of a quaternion, (1), for ω in the axes of the child."""
    omega = np.asarray(omega)
    return quaternion_product(q, np.array([0 * omega[0], *omega])) / 2


def turned(q: ArrayLike, step: ArrayLike) -> Floats:
    """Return the quaternion after turning with the body rate `step` for unit time, (2)."""
    quaternion = np.asarray(quaternion_product(q, quaternion_exp(step)), dtype=float)
    return quaternion / np.linalg.norm(quaternion)


class ColumnRates(NamedTuple):
    """Rates of the columns of S, shapes (3, nv): turning as the child sees them, sliding as the parent sees them.

    In these axes the columns of most joints are constant. Of a joint whose directions do not commute, the columns are
    those along which it is varied at constant qd: the parent sees them at rest.
    """

    turning: Array
    turning_second: Array
    sliding: Array
    sliding_second: Array


class JointKind:
    """A kind of joint; the defaults are for a joint that moves nothing. All vectors are in the child's frame.

    The halves of its motion subspace S, shapes (3, nv), are `subspace(q)`: the child turns at S_ω q̇ and slides at
    S_v q̇ against its parent. For most joints they are the constants `angular` and `linear`. A kind that is `shared`
    has no coordinates: a coupled joint uses those of its leader, and one that is `modal`, a node of a
    flexible link, those of the modes of its parent.
    `brackets[:, j, k]` holds the components of [e_j, e_k], the Lie brackets of its velocity
    directions; they vanish where qd is the rate of q. `neutral` is q of the undisplaced joint.
    `form` names its coordinates. A subspace is `constant` if it does not depend on q; otherwise `angular` and `linear`
    are S of the undisplaced joint.
    A kind is `uniform` if the child slides along fixed directions of the parent and turns about fixed axes, both in
    proportion to its coordinates: `angular` and `linear` then describe the whole motion. Pages and gradients from the
    inertia matrix need this, and refuse other kinds.
    """

    shared = False
    modal = False
    constant = True
    uniform = False
    form = FORMS["fixed"]

    def __init__(self, angular: ArrayLike, linear: ArrayLike) -> None:
        self.angular: Floats = np.asarray(angular, dtype=float)
        self.linear: Floats = np.asarray(linear, dtype=float)
        self.nq = self.nv = n = self.angular.shape[1]
        self.neutral: Floats = np.zeros(n)
        self.brackets: Floats = np.zeros((n, n, n))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and same(vars(self), vars(other))

    def __hash__(self) -> int:
        return hash((type(self), self.nq, self.nv))

    def turn(self, q: ArrayLike) -> Turn:
        """Return the rotation of the child's axes at q."""
        return MatrixTurn(np.eye(3))

    def slide(self, q: ArrayLike) -> Array:
        """Return the translation of the child's origin at q, shape (3,) [m]."""
        return np.zeros(3)

    def subspace(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return S_ω and S_v, shapes (3, nv)."""
        return self.angular, self.linear

    def subspace_rate(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return the rates of S_ω and S_v in the child's frame, shapes (3, nv)."""
        return np.zeros_like(self.angular), np.zeros_like(self.linear)

    def drift(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return the child's angular and linear acceleration against its parent at q̈ = 0, shapes (3,)."""
        return np.zeros(3), np.zeros(3)

    def column_rates(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> ColumnRates:
        """Return the first and second rates of the columns of S along a motion, in the child's axes."""
        zero = np.zeros_like(self.angular)
        return ColumnRates(zero, zero, zero, zero)

    def rate(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """Return dq/dt, shape (nq,)."""
        return np.asarray(qd)

    def integrate(self, q: ArrayLike, step: ArrayLike) -> Floats:
        """Return the configuration after moving from q with the constant velocity `step` for unit time."""
        return np.asarray(q, dtype=float) + np.asarray(step, dtype=float)


class Weld(JointKind):
    """A joint without coordinates, which fixes a flexible link to its parent."""

    uniform = True

    def __init__(self) -> None:
        super().__init__(np.zeros((3, 0)), np.zeros((3, 0)))


class Revolute(JointKind):
    """One angle [rad] about the unit vector `axis`; `offset` [rad] is the angle at q = 0."""

    form = FORMS["revolute"]
    uniform = True

    def __init__(self, axis: ArrayLike, offset: float = 0.0) -> None:
        self.axis: Floats = np.array(axis, dtype=float)
        self.offset = offset
        super().__init__(self.axis[:, None], np.zeros((3, 1)))

    def turn(self, q: ArrayLike) -> Turn:
        """Return the rotation of the child's axes at q."""
        return turn_about(self.axis, np.asarray(q)[0], self.offset)


class Prismatic(JointKind):
    """One displacement [m] along the unit vector `axis`."""

    form = FORMS["prismatic"]
    uniform = True

    def __init__(self, axis: ArrayLike) -> None:
        self.axis: Floats = np.array(axis, dtype=float)
        super().__init__(np.zeros((3, 1)), self.axis[:, None])

    def slide(self, q: ArrayLike) -> Array:
        """Return the translation of the child's origin at q, shape (3,) [m]."""
        return self.axis * np.asarray(q)[0]


class Spherical(JointKind):
    """A ball joint, with a unit quaternion."""

    form = FORMS["spherical"]
    uniform = True

    def __init__(self) -> None:
        super().__init__(np.eye(3), np.zeros((3, 3)))
        self.nq, self.neutral = 4, np.array(self.form.neutral)
        self.brackets = TURNS

    def turn(self, q: ArrayLike) -> Turn:
        """Return the rotation of the child's axes at q."""
        return MatrixTurn(from_quaternion(q))

    def rate(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """Return dq/dt, (1)."""
        return quaternion_rate(q, qd)

    def integrate(self, q: ArrayLike, step: ArrayLike) -> Floats:
        """Return the quaternion after turning with the body rate `step` for unit time, (2)."""
        return turned(q, step)
