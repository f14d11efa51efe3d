"""Bodies and what they are made of: lumps, rotors, modes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody.flexible.field import Field, Floats
from armillary.multibody.flexible.modal import Bent, Modal
from armillary.spatial.inertia import inertia_of_moments, second_moments, shift_from_com, turning_moment
from armillary.spatial.rotation import Array, cross
from armillary.spatial.transform import spatial_inertia


@dataclass(frozen=True, eq=False)
class Lump:
    """One part of a body: a link, payload or stator; com and inertia there, in the body's frame.

    `kind` says which it is ("link", "payload", "motor"): a motor may have the name of a link.
    """

    name: str
    mass: float
    com: Floats
    inertia: Floats
    kind: str = "link"


@dataclass(frozen=True, eq=False)
class Rotor:
    """A rotor on body `carrier`, turning at `ratio` times the rate of coordinate `joint`.

    `axis` is in the carrier's frame; zero if only the inertia reflected to the joint counts.
    """

    name: str
    carrier: int
    joint: int
    ratio: float
    inertia: float
    axis: Floats

    @property
    def reflected(self) -> float:
        """Inertia felt at the joint, ratio² · inertia [kg·m²]."""
        return self.ratio**2 * self.inertia

    @property
    def coupling(self) -> float:
        """Spin momentum per joint rate, ratio · inertia [kg·m²]."""
        return self.ratio * self.inertia


RIGID = Modal(Field.rigid(), slice(0, 0), slice(0, 0))
"""No modes at all."""


@dataclass(frozen=True, eq=False)
class Body:
    """A body: mass, first moment s = m·com and inertia about its frame's origin, undeformed, and its modes.

    `rotors` are those it carries with a known axis. The inertia holds them locked; `momentum` and
    `wrench` add their spin. `lumps` are its rigid parts, rotors left out.
    """

    name: str
    mass: float
    first_moment: Floats
    inertia: Floats
    rotors: tuple[Rotor, ...] = ()
    lumps: tuple[Lump, ...] = ()
    modal: Modal = RIGID

    @classmethod
    def of_lumps(cls, name: str, lumps: tuple[Lump, ...], rotors: tuple[Rotor, ...] = (), modal: Modal = RIGID) -> Body:
        """Put a body together from its parts."""
        mass, first_moment, inertia = modal.field.rigid_part()
        for lump in lumps:
            mass = mass + lump.mass
            first_moment = first_moment + lump.mass * lump.com
            inertia = inertia + shift_from_com(lump.inertia, lump.mass, lump.com)
        for rotor in rotors:
            inertia = inertia + rotor.inertia * np.outer(rotor.axis, rotor.axis)
        return cls(name, mass, first_moment, inertia, rotors, lumps, modal)

    @cached_property
    def spatial_inertia(self) -> Floats:
        """The 6 × 6 inertia about the frame's origin, (angular, linear)."""
        return np.asarray(spatial_inertia(self.mass, self.first_moment, self.inertia), dtype=float)

    @cached_property
    def second_moments(self) -> Floats:
        """∫ r rᵀ dm about the frame's origin, shape (3, 3)."""
        Q = np.asarray(second_moments(self.inertia), dtype=float)
        # What is left of zeros after rounding would cost operations.
        return np.where(np.abs(Q) <= 1e-15 * np.abs(self.inertia).max(), 0.0, Q)

    def at(self, q: ArrayLike) -> Body:
        """Return the body as its frame sees it at a configuration: bent, if it has modes."""
        if not self.modal.count:
            return self
        first, second = self.modal.moments(q)
        Q = self.second_moments + second
        bent = replace(self, first_moment=self.first_moment + first, inertia=self.inertia + inertia_of_moments(second))
        bent.__dict__["second_moments"], bent.__dict__["bent"] = Q, self.modal.at(q)
        return bent

    @cached_property
    def bent(self) -> Bent:
        """The modes as they are at the configuration that `at` was asked for."""
        return self.modal.straight

    def momentum(self, omega: ArrayLike, v: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return angular momentum about the origin and linear momentum, rotors and modes moving with qd."""
        omega, v, qd = np.asarray(omega), np.asarray(v), np.asarray(qd)
        rate = qd[self.bent.v]
        angular = self.inertia @ omega + cross(self.first_moment, v) + self.bent.turning.T @ rate
        for rotor in self.rotors:
            angular = angular + rotor.coupling * qd[rotor.joint] * rotor.axis
        return angular, self.mass * v + cross(omega, self.first_moment) + self.bent.first.T @ rate

    def wrench(
        self,
        gamma: ArrayLike,
        U: ArrayLike,
        omega: ArrayLike,
        omega_dot: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
    ) -> tuple[Array, Array, Array]:
        """Return moment about the origin, force and modal efforts that the motion needs.

        γ is the acceleration of the origin, U = ω̇~ + ω~ω~ that of a point per distance:
            f = m γ + U s
            n = s × γ + ∫ r × U r dm + Σ κ (q̈ z + q̇ ω × z), κ the coupling of each rotor
        and what the modes add (`Bent.wrench`). The integral is I ω̇ + ω × I ω, at little more than half
        the operations.
        """
        gamma, U, omega, qd, qdd = (np.asarray(value) for value in (gamma, U, omega, qd, qdd))
        force = self.mass * gamma + U @ self.first_moment
        moment = cross(self.first_moment, gamma) + turning_moment(self.second_moments, U)
        for rotor in self.rotors:
            spun_up, precessed = qdd[rotor.joint] * rotor.axis, qd[rotor.joint] * cross(omega, rotor.axis)
            moment = moment + rotor.coupling * (spun_up + precessed)
        bending, shaking, efforts = self.bent.wrench(gamma, U, omega, np.asarray(omega_dot), qd, qdd)
        return moment + bending, force + shaking, efforts
