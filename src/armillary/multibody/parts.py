"""The rigid parts of the bodies and the numbers at the joints: from the robot, or given in their place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.beam import Beam
from armillary.description.numbers import TIP_LOAD
from armillary.description.part import Part
from armillary.description.robot import Friction, Joint, Payload, Robot
from armillary.description.winding import Winding
from armillary.files.quantity import declared
from armillary.multibody.body import RigidPart
from armillary.multibody.flexible.beam_field import beam_field
from armillary.multibody.flexible.sublinks import Expanded
from armillary.multibody.model import BASE, PlacedFrame
from armillary.multibody.parameters import Numbers, parameter_names
from armillary.multibody.skeleton import Mount, Skeleton, has_modes
from armillary.spatial.inertia import shift_from_com
from armillary.spatial.scalar import Array, Scalar, sqrt

P = TypeVar("P", bound=Part)


class AtCoordinate(NamedTuple):
    """Friction and spring at one coordinate of a joint; their numbers may be expressions."""

    name: str
    turns: bool
    friction: Friction
    stiffness: Scalar
    rest: Scalar


@dataclass(frozen=True, eq=False)
class NumberedParts:
    """The rigid parts and joints of a robot, with their numbers."""

    robot: Robot
    expanded: Expanded
    skeleton: Skeleton
    motors: str
    numbers: Numbers

    def rigid_parts(self, frames: dict[str, PlacedFrame]) -> dict[int, list[RigidPart]]:
        """Return the rigid parts of every body."""
        robot, skeleton, numbers = self.expanded.robot, self.skeleton, self.numbers
        rigid_parts: dict[int, list[RigidPart]] = {i: [] for i in range(BASE, len(skeleton.names))}

        def add(
            mount: Mount,
            name: str,
            mass: Scalar,
            com: ArrayLike,
            inertia: ArrayLike,
            kind: str = "link",
            compensated: float = 0.0,
        ) -> None:
            rigid_parts[mount.body].append(mount.part(name, mass, com, inertia, kind, compensated))

        for link in robot.links:
            mount, density = skeleton.mounts[link.name], self._density(link.name)
            mass = numbers("link", link.name, "mass", link.mass)
            if link.mass or not link.beam:
                com = numbers.vector("link", link.name, "com", link.com)
                inertia = numbers.tensor("link", link.name, "inertia", link.inertia)
                add(mount, link.name, mass * density, com, inertia * density, compensated=link.gravity_compensation)
            if isinstance(link.beam, Beam) and not has_modes(link.beam):
                beam_mass, moment, about = beam_field(link.beam).rigid_part()
                com = moment / beam_mass
                central = about - np.asarray(shift_from_com(np.zeros((3, 3)), beam_mass, com), dtype=float)
                density = numbers.ratio(link, "density")
                compensated = link.gravity_compensation
                add(
                    mount,
                    f"{link.name} (beam)",
                    beam_mass * density,
                    com,
                    central * density,
                    compensated=compensated,
                )
        for load in robot.payloads:
            mass, density = numbers("payload", load.name, "mass", load.mass), self._density(load.name)
            piece = self.expanded.pieces.get(load.name)
            com, heavier = self._com(load), mass / load.mass if load.mass else 1.0
            inertia = np.array(load.inertia) * (heavier if mass is not load.mass else 1.0) * density
            compensated = piece.gravity_compensation if piece is not None else 0.0
            add(skeleton.at(load.link, load.node), load.name, mass * density, com, inertia, "payload", compensated)
        for motor in robot.motors if self.motors != "none" else ():
            mass = numbers("motor", motor.name, "mass", motor.mass)
            mount = skeleton.at(motor.carrier, motor.node)
            add(mount, motor.name, mass, motor.position, motor.stator_inertia, "motor")
        tip, mass = frames.get("tip"), numbers("payload", TIP_LOAD, "mass", None)
        if mass is not None and tip is not None and not any(load.name == TIP_LOAD for load in robot.payloads):
            rigid_parts[tip.body].append(RigidPart(TIP_LOAD, mass, tip.translation, np.zeros((3, 3)), "payload"))
        return rigid_parts

    def at_joint(self, joint: Joint) -> Iterator[AtCoordinate]:
        """Yield name, friction, stiffness and rest by coordinate."""
        if joint.name in self.expanded.elastic:  # between pieces of a beam
            link, modulus = self.expanded.elastic[joint.name]
            stiffer, density = self.numbers.ratio(link, modulus), self.numbers.ratio(link, "density")
            damping = joint.friction.viscous * self.numbers("beam", link.name, "damping", 1.0) * sqrt(stiffer * density)
            turns = joint.type == "revolute"
            yield AtCoordinate(joint.name, turns, Friction(damping), joint.stiffness * stiffer, joint.rest)
            return
        for name, turns, part in zip(parameter_names(joint), joint.form.turns, joint.each(), strict=True):
            yield AtCoordinate(
                name,
                turns,
                self.friction("joint", name, part.friction),
                self.numbers("joint", name, "stiffness", part.stiffness),
                self.numbers("joint", name, "rest", part.rest),
            )

    def friction(self, kind: str, name: str, law: Friction) -> Friction:
        """Return the friction of a joint coordinate or of a motor with its free numbers in place."""
        return self._numbered(kind, name, "friction", law)

    def winding(self, motor: str, described: Winding) -> Winding:
        """Return the winding of a motor with its free numbers in place."""
        if not self.numbers.given:
            return described
        heat = None if described.heat is None else self._numbered("motor", motor, "winding.heat", described.heat)
        return replace(self._numbered("motor", motor, "winding", described), heat=heat)

    def _numbered(self, kind: str, owner: str, prefix: str, part: P) -> P:
        """Return a part with its free numbers in place."""
        if not self.numbers.given:
            return part
        names = [field.name for field in declared(type(part)) if field.quantity is not None and field.quantity.free]
        values = {name: self.numbers(kind, owner, f"{prefix}.{name}", getattr(part, name)) for name in names}
        return replace(part, **values)  # type: ignore[type-var]

    def _com(self, load: Payload) -> Array:
        """Return the centre of mass of a payload; on a piece of a beam it is shifted with its node."""
        robot_com = next((payload.com for payload in self.robot.payloads if payload.name == load.name), load.com)
        com = self.numbers.vector("payload", load.name, "com", robot_com)
        return com + (np.array(load.com) - robot_com) if self.numbers.given else np.array(load.com)

    def _density(self, name: str) -> Scalar:
        """Return the ratio of the density of a piece of a beam to the robot's value; 1 for other parts."""
        link = self.expanded.pieces.get(name)
        return 1.0 if link is None else self.numbers.ratio(link, "density")
