"""What coupled joints add to their leaders: friction, springs and rotors.

A joint at r x + c, linear in the coordinate x of its leader, loads the leader with r times its effort:
    viscous friction r² b,   Coulomb friction |r| c ahead and back, exchanged for r < 0             (1)
    springs K = K₀ + r² k,   K x₀ = K₀ x₀₀ + r k (rest − c)                                         (2)
and a rotor geared to it by k is geared to the leader by k r. Of another polynomial p(x) friction and springs become
a `Follower`, and Stribeck or LuGre friction of any is kept with its polynomial (`Stribeck`). The rotor, whose ratio k
p′ varies, is a separate body: without mass, with the inertia I_m z zᵀ about its spin axis z, behind a revolute joint
at k (p(x) − p(0)). A rotor of which only the reflected inertia counts is two such bodies on the base, which have half
its inertia each and spin against each other: their momenta cancel.  (3)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from armillary.description.couplings import order
from armillary.description.robot import Coupling
from armillary.multibody.body import Body, RigidPart, Rotor
from armillary.multibody.joints import Drive, Follower, Revolute, Spin
from armillary.multibody.model import BASE, ModelJoint
from armillary.multibody.parts import AtCoordinate
from armillary.multibody.stribeck import Stribeck, sides
from armillary.spatial.scalar import Floats, Scalar


class Passive:
    """Friction and springs by velocity coordinate, while they are collected."""

    def __init__(self, nv: int, friction: bool) -> None:
        self.friction = friction
        self.viscous: list[Scalar] = [0.0] * nv
        self.coulomb: list[Scalar] = [0.0] * nv
        self.sided: list[Scalar] = [0.0] * nv
        self.rest: list[Scalar] = [0.0] * nv
        self.stiffness: list[list[Scalar]] = [[0.0] * nv for _ in range(nv)]
        self.damping: list[list[Scalar]] = [[0.0] * nv for _ in range(nv)]
        self.followers: list[Follower] = []
        self.stribeck: list[Stribeck] = []

    def add(self, i: int, own: AtCoordinate) -> None:
        """Add friction and spring of a joint with the coordinate i."""
        viscous, mean, half = self._split(i, own, (0.0, 1.0))
        k, rest = own.stiffness, own.rest
        self.stiffness[i][i] = k
        self.viscous[i], self.coulomb[i], self.sided[i] = viscous, mean, half
        self.rest[i] = rest if k else 0.0

    def follow(self, i: int, polynomial: Sequence[Scalar], own: AtCoordinate) -> None:
        """Add a joint that is coupled to coordinate i, (1) and (2), or keep it as a follower."""
        viscous, mean, half = self._split(i, own, polynomial)
        k, rest = own.stiffness, own.rest
        if order(polynomial) > 1:
            if any(value for value in (viscous, mean, half, k)):
                self.followers.append(Follower(i, tuple(polynomial), viscous, mean, half, k, rest))
            return
        c, r = polynomial[:2]
        self.viscous[i] = self.viscous[i] + r * r * viscous
        self.coulomb[i], self.sided[i] = self.coulomb[i] + abs(r) * mean, self.sided[i] + r * half  # (1)
        if k:
            before = self.stiffness[i][i]
            self.stiffness[i][i] = before + r * r * k
            self.rest[i] = (before * self.rest[i] + r * k * (rest - c)) / self.stiffness[i][i]  # (2)

    def include(self, other: Passive) -> None:
        """Add the friction of another value, which has no springs."""
        for own, more in ((self.viscous, other.viscous), (self.coulomb, other.coulomb), (self.sided, other.sided)):
            own[:] = [a + b for a, b in zip(own, more, strict=True)]
        self.followers += other.followers
        self.stribeck += other.stribeck

    def _split(self, i: int, own: AtCoordinate, polynomial: Sequence[Scalar]) -> tuple[Scalar, Scalar, Scalar]:
        """Return viscous friction, mean and half difference of Coulomb friction; keep Stribeck and LuGre friction."""
        rubs = own.friction
        scale = rubs.factor * self.friction
        mean, half = sides(rubs.coulomb, rubs.coulomb_negative, scale)
        if rubs.curved and self.friction:
            self.stribeck.append(Stribeck.of(own.name, own.turns, i, tuple(polynomial), rubs))
        return rubs.viscous * scale, *((0.0, 0.0) if rubs.curved else (mean, half))

    def fields(self) -> dict[str, Any]:
        """Return the fields of the model."""
        return {
            "viscous": np.array(self.viscous),
            "coulomb": np.array(self.coulomb),
            "coulomb_sided": np.array(self.sided),
            "rest": np.array(self.rest),
            "stiffness": np.array(self.stiffness),
            "damping": np.array(self.damping),
            "followers": tuple(self.followers),
            "stribeck": tuple(self.stribeck),
        }


class Gears:
    """The coordinates that rotors are geared to."""

    def __init__(
        self, joints: Sequence[ModelJoint], couples: Mapping[str, Coupling], drives: Sequence[Drive] = ()
    ) -> None:
        self.joints, self.couples = {joint.name: joint for joint in joints}, couples
        self.drives = {drive.motor: drive for drive in drives}
        self.spun: list[tuple[ModelJoint, Body]] = []

    def rotors(self, rotor: Rotor, joint: str) -> list[Rotor]:
        """Return a rotor geared to the coordinate of its drive, joint or leader; empty if it becomes a body, (3).

        At a joint with several coordinates there is one rotor for each.
        """
        if rotor.name in self.drives:
            return [replace(rotor, joint=self.drives[rotor.name].v.start)]
        if joint not in self.joints or not self.joints[joint].kind.nv:  # held by a fixed leader
            return [replace(rotor, joint=0, ratio=0.0)]
        geared = self.joints[joint]
        if geared.kind.nv > 1:
            parts = enumerate(geared.kind.form.v, geared.v.start)
            return [replace(rotor, name=geared.kind.form.label(rotor.name, part), joint=k) for k, part in parts]
        polynomial = self.couples[joint].polynomial if joint in self.couples else (0.0, 1.0)
        if order(polynomial) == 1:
            ratio = rotor.ratio if joint not in self.couples else rotor.ratio * polynomial[1]
            return [replace(rotor, joint=geared.v.start, ratio=ratio)]
        turned = [0.0, *(rotor.ratio * value for value in polynomial[1:])]  # from any angle: a rotor is axisymmetric
        axis = np.asarray(rotor.axis, dtype=float)
        axis = axis if np.any(axis) else np.asarray(rotor.on_base, dtype=float)
        if np.any(axis):
            self._spin(rotor, geared, rotor.carrier, axis, turned)
        else:  # two halves against each other, whose momenta cancel
            for sign in (1.0, -1.0):
                way = "forward" if sign > 0 else "backward"
                half = replace(rotor, name=f"{rotor.name} {way}", inertia=rotor.inertia / 2)
                self._spin(half, geared, BASE, np.array([0.0, 0.0, sign]), turned)
        return []

    def mount(self, motor: str, joint: str) -> tuple[int, int, int, Sequence[float]] | None:
        """Return the coordinate x that turns the rotor of a motor; None if the joint is held.

        That is its place in qd and in q, the place in qd of the joint, and p with the rotor at ratio · p(x).
        """
        if joint not in self.joints or not self.joints[joint].kind.nv:
            return None
        own, drive = self.joints[joint], self.drives.get(motor)
        if drive is not None:
            return drive.v.start, drive.q.start, drive.legs[0].k, (0.0, 1.0)
        polynomial = self.couples[joint].polynomial if joint in self.couples else (0.0, 1.0)
        return own.v.start, own.q.start, own.v.start, polynomial

    def _spin(self, rotor: Rotor, geared: ModelJoint, carrier: int, axis: Floats, turned: list[Scalar]) -> None:
        """Add the body of a rotor that spins on its carrier, (3)."""
        name = f"{rotor.name} (rotor)"
        spin = RigidPart(name, 0.0, np.zeros(3), rotor.inertia * np.outer(axis, axis), "rotor")
        placed = ModelJoint(name, carrier, np.eye(3), np.zeros(3), Spin(Revolute(axis), turned), geared.q, geared.v)
        self.spun.append((placed, Body.of_parts(name, (spin,))))
