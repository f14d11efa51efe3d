"""Friction and springs by velocity coordinate; those of coupled joints act on their leaders.

A joint at r x + c, linear in the coordinate x of its leader, loads the leader with r times its effort:
    viscous friction r² b,   Coulomb friction |r| c ahead and back, exchanged for r < 0             (1)
    springs K = K₀ + r² k,   K x₀ = K₀ x₀₀ + r k (rest − c)                                         (2)
Of another polynomial p(x) friction and springs become a `Follower`. Stribeck and LuGre friction of any joint is kept
with its polynomial (`Stribeck`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from armillary.description.couplings import order
from armillary.multibody.flexible.modal import Modal
from armillary.multibody.joints import Follower
from armillary.multibody.model import ModelJoint
from armillary.multibody.parts import AtCoordinate, NumberedParts
from armillary.multibody.placed_joints import Couples
from armillary.multibody.stribeck import Stribeck, sides
from armillary.spatial.scalar import Scalar


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

    def add(self, i: int, coordinate: AtCoordinate) -> None:
        """Add friction and spring of a joint with the coordinate i."""
        viscous, mean, half = self._split(i, coordinate, (0.0, 1.0))
        k, rest = coordinate.stiffness, coordinate.rest
        self.stiffness[i][i] = k
        self.viscous[i], self.coulomb[i], self.sided[i] = viscous, mean, half
        self.rest[i] = rest if k else 0.0

    def follow(self, i: int, polynomial: Sequence[Scalar], coordinate: AtCoordinate) -> None:
        """Add a joint that is coupled to coordinate i, (1) and (2), or keep it as a follower."""
        viscous, mean, half = self._split(i, coordinate, polynomial)
        k, rest = coordinate.stiffness, coordinate.rest
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
        for total, more in ((self.viscous, other.viscous), (self.coulomb, other.coulomb), (self.sided, other.sided)):
            total[:] = [a + b for a, b in zip(total, more, strict=True)]
        self.followers += other.followers
        self.stribeck += other.stribeck

    def _split(self, i: int, coordinate: AtCoordinate, polynomial: Sequence[Scalar]) -> tuple[Scalar, Scalar, Scalar]:
        """Return viscous friction, mean and half difference of Coulomb friction; keep Stribeck and LuGre friction."""
        law = coordinate.friction
        scale = law.factor * self.friction
        mean, half = sides(law.coulomb, law.coulomb_negative, scale)
        if law.curved and self.friction:
            self.stribeck.append(Stribeck.of(coordinate.name, coordinate.turns, i, tuple(polynomial), law))
        return law.viscous * scale, *((0.0, 0.0) if law.curved else (mean, half))

    def add_joints(self, parts: NumberedParts, joints: Sequence[ModelJoint], couples: Couples) -> None:
        """Add friction and springs of all joints, one of `joints` for each connection of the skeleton."""
        # A node of a flexible link has neither.
        placed = zip((connection.joint for connection in parts.skeleton.connections), joints, strict=True)
        proper = [(joint, at) for joint, at in placed if joint is not None]
        for joint, at in proper:
            if joint.name not in couples:
                for i, coordinate in enumerate(parts.at_joint(joint), at.v.start):
                    self.add(i, coordinate)
        # Followers add to the spring of their leader, which must be there before, (2).
        for joint, at in proper:
            if joint.name in couples and at.kind.nv:  # without nv, a fixed leader locks the joint
                for i, coordinate in enumerate(parts.at_joint(joint), at.v.start):
                    self.follow(i, couples[joint.name].polynomial, coordinate)

    def add_modes(self, modal: Iterable[Modal]) -> None:
        """Add stiffness and damping of flexible links."""
        for modes in modal:
            for i in range(modes.count):
                self.stiffness[modes.v.start + i][modes.v] = modes.stiffness[i]
                self.damping[modes.v.start + i][modes.v] = modes.damping[i] * self.friction

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
