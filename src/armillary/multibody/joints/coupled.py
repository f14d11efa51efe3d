"""Coupled joint: it moves with the coordinate x of another joint, its leader.

Its position is a polynomial p(x), so that with S₀ of the joint itself
    S = S₀ p′,   Ṡ = Ṡ₀ p′ + S₀ p″ ẋ,   d = d₀ + S₀ p″ ẋ²,                            (1)
    S̈ = S̈₀ p′ + 2 Ṡ₀ p″ ẋ + S₀ (p″ ẍ + p‴ ẋ²)
with Ṡ₀, S̈₀ and the drift d₀ of the joint itself at the velocity p′ ẋ and the acceleration p′ ẍ + p″ ẋ². For joints
whose subspace is constant all three vanish.
The constant term turns the zero of a revolute joint: p(x) + offset = (p(x) − p(0)) + (offset + p(0)).     (2)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.couplings import derivative, order, value_at
from armillary.description.joint_types import SINGLE_JOINT
from armillary.errors import ArgumentError
from armillary.multibody.joints.kinds import ColumnRates, JointKind, Prismatic, Revolute
from armillary.spatial.scalar import Array, Scalar
from armillary.spatial.turn import Turn, turn_about


class Coupled(JointKind):
    """A joint at the position p(x), x the coordinate of its leader; `plain` is its kind with a coordinate itself."""

    shared = True

    def __init__(self, plain: JointKind, polynomial: Sequence[Scalar]) -> None:
        if plain.nv != 1:
            problem = f"a {type(plain).__name__.lower()} joint with {plain.nv} velocities"
            raise ArgumentError("joint", problem, SINGLE_JOINT, "joints with several coordinates follow no other")
        self.plain, self.polynomial = plain, tuple(polynomial)
        self.slope = derivative(self.polynomial)
        self.bend = derivative(self.slope)
        self.form, self.uniform = plain.form, plain.uniform
        self.constant = plain.constant and order(self.polynomial) == 1
        along = 1.0 if self.ratio is None else self.ratio  # S of a linear coupling, else its direction: ask `subspace`
        super().__init__(plain.angular * along, plain.linear * along)

    @property
    def offset(self) -> float:
        """The angle of a revolute joint at x = 0 [rad], (2); 0 for others."""
        return self.plain.offset + self.polynomial[0] if isinstance(self.plain, Revolute) else 0.0

    @property
    def ratio(self) -> float | None:
        """The constant p′ of a linear coupling, else None."""
        return self.slope[0] if order(self.polynomial) == 1 else None

    def position(self, q: ArrayLike) -> Array:
        """Return the position of the joint itself, shape (1,) [rad or m]."""
        return np.array([value_at(self.polynomial, np.asarray(q)[0])])

    def slope_at(self, q: ArrayLike) -> Scalar:
        """Return p′."""
        return value_at(self.slope, np.asarray(q)[0])

    def bend_at(self, q: ArrayLike) -> Scalar:
        """Return p″."""
        return value_at(self.bend, np.asarray(q)[0])

    def turn(self, q: ArrayLike) -> Turn:
        """Return the rotation of the child's axes at q of the leader."""
        if isinstance(self.plain, Revolute):
            moved = value_at((0.0, *self.polynomial[1:]), np.asarray(q)[0])
            return turn_about(self.plain.axis, moved, self.offset)
        return self.plain.turn(self.position(q))

    def slide(self, q: ArrayLike) -> Array:
        """Return the translation of the child's origin at q of the leader, shape (3,) [m]."""
        return self.plain.slide(self.position(q))

    def subspace(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return S_ω and S_v, shapes (3, 1), (1)."""
        slope = self.slope_at(q)
        if self.plain.constant:  # needs no p
            return self.plain.angular * slope, self.plain.linear * slope
        angular, linear = self.plain.subspace(self.position(q))
        return angular * slope, linear * slope

    def subspace_rate(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return Ṡ_ω and Ṡ_v, shapes (3, 1), (1)."""
        slope_rate = self.bend_at(q) * np.asarray(qd)[0]
        if self.plain.constant:  # needs neither p nor p′
            return self.plain.angular * slope_rate, self.plain.linear * slope_rate
        position, slope = self.position(q), self.slope_at(q)
        halves = self.plain.subspace(position)
        rates = self.plain.subspace_rate(position, slope * np.asarray(qd))
        angular, linear = (rate * slope + half * slope_rate for half, rate in zip(halves, rates, strict=True))
        return angular, linear

    def drift(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return the accelerations, shapes (3,), that remain at q̈ = 0, (1)."""
        rate = np.asarray(qd)[0]
        acceleration = self.bend_at(q) * rate * rate
        if self.plain.constant:
            return self.plain.angular[:, 0] * acceleration, self.plain.linear[:, 0] * acceleration
        position = self.position(q)
        halves = self.plain.subspace(position)
        drifts = self.plain.drift(position, self.slope_at(q) * np.asarray(qd))
        angular, linear = (drift + half[:, 0] * acceleration for half, drift in zip(halves, drifts, strict=True))
        return angular, linear

    def column_rates(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> ColumnRates:
        """Return the first and second rates of the columns, (1)."""
        (x,), (rate,), (acceleration,) = np.asarray(q), np.asarray(qd), np.asarray(qdd)
        bend = value_at(self.bend, x)
        first, second = bend * rate, bend * acceleration + value_at(derivative(self.bend), x) * (rate * rate)
        angular, linear = self.plain.angular, self.plain.linear
        if self.plain.constant:
            return ColumnRates(angular * first, angular * second, linear * first, linear * second)
        position, slope = self.position(q), self.slope_at(q)
        angular, linear = self.plain.subspace(position)
        velocity, joint_acceleration = slope * rate, slope * acceleration + bend * rate * rate
        rates = self.plain.column_rates(position, np.array([velocity]), np.array([joint_acceleration]))
        return ColumnRates(
            rates.turning * slope + angular * first,
            rates.turning_second * slope + 2 * rates.turning * first + angular * second,
            rates.sliding * slope + linear * first,
            rates.sliding_second * slope + 2 * rates.sliding * first + linear * second,
        )


class Spin(Coupled):
    """The spin of a rotor whose ratio to the coordinate varies: it moves no link, and pictures do not show it.

    The coefficients of its polynomial may be expressions: they have the gear ratio of a motor.
    """


@dataclass(frozen=True, eq=False)
class Follower:
    """Friction and spring of a joint at p(x), a polynomial of order 2 or more of coordinate `k`.

    They load the leader with p′ times their effort at the joint. Friction of a linear coupling is part of the leader's.
    """

    k: int
    polynomial: tuple[float, ...]
    viscous: Scalar
    coulomb: Scalar
    coulomb_sided: Scalar
    stiffness: Scalar
    rest: Scalar

    @property
    def numbers(self) -> tuple[Scalar, ...]:
        """Friction, stiffness and rest."""
        return self.viscous, self.coulomb, self.coulomb_sided, self.stiffness, self.rest

    def slope(self, x: Scalar) -> Scalar:
        """Return p′(x)."""
        return value_at(derivative(self.polynomial), x)

    def bend(self, x: Scalar) -> Scalar:
        """Return p″(x)."""
        return value_at(derivative(derivative(self.polynomial)), x)

    def deflection(self, x: Scalar) -> Scalar:
        """Return the deflection of the spring [rad or m]."""
        return value_at(self.polynomial, x) - self.rest


def plain(kind: JointKind) -> JointKind:
    """Return the kind of a joint regardless of its coupling."""
    return kind.plain if isinstance(kind, Coupled) else kind


def recoupled(kind: JointKind, other: Revolute | Prismatic) -> JointKind:
    """Return another kind of joint in place of one, coupled as that one is."""
    return Coupled(other, kind.polynomial) if isinstance(kind, Coupled) else other
