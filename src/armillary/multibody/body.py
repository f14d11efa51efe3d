"""Bodies of rigid parts, rotors and modes, whose parameters may be numbers, expressions or polynomials.

`Body` holds the constants of a body, `BodyState` is the body at one configuration.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from armillary.expr.linear import is_free, tidied, to_expressions
from armillary.multibody.flexible.field import Field
from armillary.multibody.flexible.modal import Modal, ModalState
from armillary.spatial.inertia import inertia_of_moments, second_moments, shift_from_com, turning_moment
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Scalar


@dataclass(frozen=True, eq=False)
class RigidPart:
    """One part of a body: a link, payload or stator; com and inertia there, in the body's frame.

    `kind` is "link", "payload" or "motor": a motor may have the name of a link. `compensated` is the share of
    its weight that gravity compensation bears.
    """

    name: str
    mass: Scalar
    com: Array
    inertia: Array
    kind: str = "link"
    compensated: Scalar = 0.0


@dataclass(frozen=True, eq=False)
class Rotor:
    """A rotor on body `carrier`, turning at `ratio` times the rate of coordinate `joint`.

    `axis` is in the carrier's frame; zero if only the inertia reflected to the joint counts. A rotor on the base
    couples to nothing: its axis is `on_base`, in the world, and counts for the momentum and the wrench at the base.
    """

    name: str
    carrier: int
    joint: int
    ratio: Scalar
    inertia: Scalar
    axis: Array
    on_base: Array = field(default_factory=lambda: np.zeros(3))

    @property
    def reflected(self) -> Scalar:
        """Inertia felt at the joint, ratio² · inertia [kg·m²]."""
        return self.ratio**2 * self.inertia

    @property
    def coupling(self) -> Scalar:
        """Spin momentum per joint rate, ratio · inertia [kg·m²]."""
        return self.ratio * self.inertia


RIGID = Modal.of(Field.rigid(), slice(0, 0), slice(0, 0))
"""Modes of a rigid body: none."""
UNDEFORMED = RIGID.at(np.zeros(0))
"""The modal part of a body without modes."""


@dataclass(frozen=True, eq=False)
class BodyState:
    """A body at one configuration, as its frame sees it: bent, if it has modes.

    The inertia holds rotors locked; `momentum` and `wrench` add their spin.
    """

    mass: Scalar
    first_moment: Array
    inertia: Array
    second_moments: Array
    rotors: tuple[Rotor, ...]
    modal: Modal
    modal_state: ModalState

    def momentum(self, omega: ArrayLike, v: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return angular momentum about the origin and linear momentum, rotors and modes moving with qd."""
        omega, v, qd = np.asarray(omega), np.asarray(v), np.asarray(qd)
        rate = qd[self.modal_state.v]
        angular = self.inertia @ omega + cross(self.first_moment, v) + self.modal_state.turning.T @ rate
        for rotor in self.rotors:
            angular = angular + rotor.coupling * qd[rotor.joint] * rotor.axis
        return angular, self.mass * v + cross(omega, self.first_moment) + self.modal_state.first.T @ rate

    def wrench(
        self, gamma: ArrayLike, U: ArrayLike, omega: ArrayLike, omega_dot: ArrayLike, qd: ArrayLike, qdd: ArrayLike
    ) -> tuple[Array, Array, Array]:
        """Return moment about the origin, force and modal efforts that the motion needs.

        γ is the acceleration of the origin, U = ω̇~ + ω~ω~ that of a point per distance:
            f = m γ + U s
            n = s × γ + ∫ r × U r dm + Σ κ (q̈ z + q̇ ω × z), κ the coupling of each rotor
        plus the contribution of the modes (`ModalState.wrench`). The integral is I ω̇ + ω × I ω, at little more than
        half the operations.
        """
        gamma, U, omega, qd, qdd = (np.asarray(value) for value in (gamma, U, omega, qd, qdd))
        force = self.mass * gamma + U @ self.first_moment
        moment = cross(self.first_moment, gamma) + turning_moment(self.second_moments, U)
        for rotor in self.rotors:
            spun_up, precessed = qdd[rotor.joint] * rotor.axis, qd[rotor.joint] * cross(omega, rotor.axis)
            moment = moment + rotor.coupling * (spun_up + precessed)
        bending, shaking, efforts = self.modal_state.wrench(gamma, U, omega, np.asarray(omega_dot), qd, qdd)
        return moment + bending, force + shaking, efforts


@dataclass(frozen=True, eq=False)
class Body:
    """A body: mass, first moment s = m·com and inertia about its frame's origin, undeformed, and its modes.

    `rotors` are the rotors on it with a known axis. The inertia holds them locked. `rigid_parts` leaves
    rotors out.
    """

    name: str
    mass: Scalar
    first_moment: Array
    inertia: Array
    rotors: tuple[Rotor, ...] = ()
    rigid_parts: tuple[RigidPart, ...] = ()
    modal: Modal = RIGID

    @classmethod
    def of_parts(
        cls, name: str, rigid_parts: tuple[RigidPart, ...], rotors: tuple[Rotor, ...] = (), modal: Modal = RIGID
    ) -> Body:
        """Put a body together from its parts."""
        mass, first_moment, inertia = modal.rigid
        for part in rigid_parts:
            mass = mass + part.mass
            first_moment = first_moment + part.mass * part.com
            inertia = inertia + shift_from_com(part.inertia, part.mass, part.com)
        for rotor in rotors:
            inertia = inertia + rotor.inertia * np.outer(rotor.axis, rotor.axis)
        return cls(name, mass, first_moment, inertia, rotors, rigid_parts, modal)

    @cached_property
    def second_moments(self) -> Array:
        """∫ r rᵀ dm about the frame's origin, shape (3, 3)."""
        Q = second_moments(self.inertia)
        if is_free(Q):
            return tidied(Q)
        # Zeros that rounding has filled would cost operations.
        return np.where(np.abs(Q) <= 1e-15 * np.abs(self.inertia).max(), 0.0, Q)

    def at(self, q: ArrayLike) -> BodyState:
        """Return the body at a configuration; q is the whole vector."""
        s, inertia, Q = (to_expressions(part) for part in (self.first_moment, self.inertia, self.second_moments))
        modal_state = UNDEFORMED
        if self.modal.count:
            first, second = self.modal.moments(q)
            Q, s, inertia = Q + second, s + first, inertia + inertia_of_moments(second)
            modal_state = self.modal.at(q)
        return BodyState(to_expressions(self.mass), s, inertia, Q, self.rotors, self.modal, modal_state)
