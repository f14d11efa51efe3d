"""The model: what the recursions read. Bodies are numbered so that a parent comes before its children.

A body is everything that moves as one: a link, what is fixed to it, payloads and motors. Body i is
moved by joint i. Coordinates are in the order of the bodies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.model.joints import JointKind
from armillary.spatial.inertia import second_moments, shift_from_com, turning_moment
from armillary.spatial.rotation import Array, cross
from armillary.spatial.transform import spatial_inertia
from armillary.spatial.turn import Step, constant_turn

BASE = -1
"""The number of the body that does not move."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Lump:
    """One part of a body: a link, payload or stator; com and inertia there, in the body's frame."""

    name: str
    mass: float
    com: Floats
    inertia: Floats


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


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid body: mass, first moment s = m·com and inertia about its frame's origin.

    `rotors` are those it carries with a known axis. The inertia holds them locked; `momentum` and
    `wrench` add their spin. `lumps` are the parts it was put together from, rotors left out.
    """

    name: str
    mass: float
    first_moment: Floats
    inertia: Floats
    rotors: tuple[Rotor, ...] = ()
    lumps: tuple[Lump, ...] = ()

    @classmethod
    def of_lumps(cls, name: str, lumps: tuple[Lump, ...], rotors: tuple[Rotor, ...] = ()) -> Body:
        """Put a body together from its parts."""
        first_moment, inertia = np.zeros(3), np.zeros((3, 3))
        for lump in lumps:
            first_moment = first_moment + lump.mass * lump.com
            inertia = inertia + shift_from_com(lump.inertia, lump.mass, lump.com)
        for rotor in rotors:
            inertia = inertia + rotor.inertia * np.outer(rotor.axis, rotor.axis)
        return cls(name, sum(lump.mass for lump in lumps), first_moment, inertia, rotors, lumps)

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
        """Return the body as its frame sees it at a configuration; its frame moves with it unless told otherwise."""
        return self

    def momentum(self, omega: ArrayLike, v: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """Return angular momentum about the origin and linear momentum, rotors turning with qd."""
        omega, v = np.asarray(omega), np.asarray(v)
        angular = self.inertia @ omega + cross(self.first_moment, v)
        for rotor in self.rotors:
            angular = angular + rotor.coupling * np.asarray(qd)[rotor.joint] * rotor.axis
        return angular, self.mass * v + cross(omega, self.first_moment)

    def wrench(
        self, gamma: ArrayLike, U: ArrayLike, omega: ArrayLike, qd: ArrayLike, qdd: ArrayLike
    ) -> tuple[Array, Array]:
        """Return moment about the origin and force that the motion needs.

        γ is the acceleration of the origin, U = ω̇~ + ω~ω~ that of a point per distance:
            F = m γ + U s
            C = s × γ + ∫ r × U r dm + Σ κ (q̈ z + q̇ ω × z), κ the coupling of each rotor.
        The integral is I ω̇ + ω × I ω, at little more than half the operations.
        """
        gamma, U, omega = np.asarray(gamma), np.asarray(U), np.asarray(omega)
        force = self.mass * gamma + U @ self.first_moment
        moment = cross(self.first_moment, gamma) + turning_moment(self.second_moments, U)
        for rotor in self.rotors:
            rate, acceleration = np.asarray(qd)[rotor.joint], np.asarray(qdd)[rotor.joint]
            moment = moment + rotor.coupling * (acceleration * rotor.axis + rate * cross(omega, rotor.axis))
        return moment, force


@dataclass(frozen=True, eq=False)
class ModelJoint:
    """The joint that moves one body: where it sits on its parent, its kind, its coordinates."""

    name: str
    parent: int
    rotation: Floats
    translation: Floats
    kind: JointKind
    q: slice
    v: slice

    def step(self, q: ArrayLike) -> Step:
        """Return the step from the parent's frame to the child's; q is the whole vector."""
        own = np.asarray(q)[self.q]
        r = self.translation + self.rotation @ self.kind.slide(own)
        return Step((constant_turn(self.rotation), self.kind.turn(own)), r)

    def pose(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return R_parent,child (3, 3) and the child's origin in the parent's frame (3,); q is the whole vector."""
        step = self.step(q)
        return step.R, step.r


@dataclass(frozen=True, eq=False)
class PlacedFrame:
    """A named frame: the body it is on, its rotation and origin there."""

    name: str
    body: int
    rotation: Floats
    translation: Floats


@dataclass(frozen=True, eq=False)
class Model:
    """A robot made ready for the recursions; immutable.

    `motors` says how motors count: "full" (mass, stator, spinning rotor), "reflected" (mass, stator,
    and ratio² · rotor inertia at the joint), "none" (not at all).
    """

    robot: Robot
    motors: str
    bodies: tuple[Body, ...]
    joints: tuple[ModelJoint, ...]
    rotors: tuple[Rotor, ...]
    frames: dict[str, PlacedFrame]
    gravity: Floats
    viscous: Floats
    coulomb: Floats

    @property
    def nq(self) -> int:
        """Number of configuration coordinates."""
        return sum(joint.kind.nq for joint in self.joints)

    @property
    def nv(self) -> int:
        """Number of velocity coordinates, the degrees of freedom."""
        return sum(joint.kind.nv for joint in self.joints)

    def outward(self) -> Iterator[tuple[int, int]]:
        """Yield (body, parent) from the base to the tips."""
        return ((i, joint.parent) for i, joint in enumerate(self.joints))

    def inward(self) -> Iterator[tuple[int, int]]:
        """Yield (body, parent) from the tips to the base."""
        return reversed(list(self.outward()))

    def path(self, body: int) -> Iterator[int]:
        """Yield the bodies from `body` back to the base, which is left out."""
        while body != BASE:
            yield body
            body = self.joints[body].parent

    @cached_property
    def moves(self) -> NDArray[np.bool_]:
        """moves[i, k] says whether velocity coordinate k moves body i, shape (bodies, nv)."""
        table = np.zeros((len(self.bodies), self.nv), dtype=bool)
        for i in range(len(self.bodies)):
            for k in self.path(i):
                table[i, self.joints[k].v] = True
        return table

    @cached_property
    def owner(self) -> NDArray[np.int_]:
        """owner[k] is the body that velocity coordinate k moves first, shape (nv,)."""
        return np.repeat(np.arange(len(self.joints)), [joint.kind.nv for joint in self.joints])

    @cached_property
    def armature(self) -> Floats:
        """Inertia that the rotors reflect to each velocity coordinate, shape (nv,)."""
        reflected = np.zeros(self.nv)
        for rotor in self.rotors:
            reflected[rotor.joint] += rotor.reflected
        return reflected

    @property
    def spinning(self) -> tuple[Rotor, ...]:
        """The rotors that couple their carrier to their joint."""
        return tuple(rotor for body in self.bodies for rotor in body.rotors)

    @cached_property
    def neutral(self) -> Floats:
        """The configuration in which every joint is at its zero, shape (nq,)."""
        return np.concatenate([joint.kind.neutral for joint in self.joints])

    def rate(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """Return dq/dt, shape (nq,), for the velocity qd, shape (nv,)."""
        q, qd = np.asarray(q), np.asarray(qd)
        return np.concatenate([joint.kind.rate(q[joint.q], qd[joint.v]) for joint in self.joints])

    def integrate(self, q: ArrayLike, step: ArrayLike) -> Floats:
        """Return the configuration after moving from q with the constant velocity `step` for unit time."""
        q, step = np.asarray(q, dtype=float), np.asarray(step, dtype=float)
        return np.concatenate([joint.kind.integrate(q[joint.q], step[joint.v]) for joint in self.joints])

    def frame(self, name: str) -> PlacedFrame:
        """Return the frame of this name: a link, a named frame, or "tip"."""
        if name not in self.frames:
            hint = "" if "tip" in self.frames else "this robot has several ends: add a [[frame]] named tip"
            raise ArgumentError("frame", repr(name), f"one of {', '.join(self.frames)}", hint)
        return self.frames[name]
