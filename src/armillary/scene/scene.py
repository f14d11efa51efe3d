"""Scene of a robot: its parts as meshes, and their poses at a configuration.

By default the shapes follow from joints and masses: a tapered cylinder from the origin of a body to each of its joints
and to its tip, cylinders about the axes of revolute joints, motors as cylinders along their spin axes and payloads as
spheres, both sized by mass. A sliding joint is a carriage on a rail, which belongs to the parent and has the length of
the joint's range. Flexible links have their true cross-sections; the sublinks
of a lumped beam are drawn as rigid links.
Visual shapes of a description (`Robot.visuals`) replace the shapes of the link and of the joint that moves it. A
flexible link is drawn in addition, since it bends. `Scene.notes` lists mesh files that cannot be read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.beam import Beam
from armillary.kinematics.poses import Poses, body_poses
from armillary.multibody import BASE, Model
from armillary.multibody.coordinates import elastic_places
from armillary.multibody.flexible.sublinks import expand
from armillary.multibody.joints import Floating, Node, Spherical, Spin, plain
from armillary.scene.beam_surface import beam_surface
from armillary.scene.mesh import Mesh, box, cone, frame_along, join, sphere
from armillary.scene.mesh_files import visual_meshes
from armillary.scene.part import COLOURS, Role, ScenePart
from armillary.scene.rails import Rail, rails
from armillary.spatial.rotation import unit
from armillary.spatial.scalar import Floats

DENSITY = 2000.0
"""Density of payloads and motors, for their size [kg/m³]."""


class Scene:
    """The parts of a robot as meshes, and their poses."""

    def __init__(self, model: Model) -> None:
        self.model = model

    @cached_property
    def size(self) -> float:
        """Length of the longest chain of joints, rails and frames [m]."""
        lengths = dict[int, float]()
        for rail in self._rails:
            far = np.linalg.norm(rail.ends - self.model.joints[rail.joint].translation, axis=1).max()
            lengths[rail.joint] = max(lengths.get(rail.joint, 0.0), float(far))
        return self._longest_chain(lengths)

    def _longest_chain(self, displacements: dict[int, float]) -> float:
        """Return the length of the longest chain of joints and frames [m], each joint displaced by a distance [m]."""
        reach = {BASE: 0.0}
        for i, p in self.model.outward():
            joint = self.model.joints[i]
            reach[i] = reach[p] + float(np.linalg.norm(joint.translation)) + displacements.get(i, 0.0)
        ends = [reach[frame.body] + float(np.linalg.norm(frame.translation)) for frame in self.model.frames.values()]
        for i, body in enumerate(self.model.bodies):
            if body.mass:
                ends.append(reach[i] + float(np.linalg.norm(body.first_moment)) / body.mass)
        return max([*reach.values(), *ends]) or 1.0

    @cached_property
    def thickness(self) -> float:
        """The radius of a rigid link [m]."""
        return 0.02 * self.size

    @cached_property
    def up(self) -> Floats:
        """The unit vector against gravity in the world; z without gravity."""
        gravity = np.asarray(self.model.gravity, dtype=float)
        strength = float(np.linalg.norm(gravity))
        return -gravity / strength if strength else np.array([0.0, 0.0, 1.0])

    @cached_property
    def parts(self) -> tuple[ScenePart, ...]:
        """All parts: base, visuals, links, joints, motors, payloads, tip."""
        shapes = chain(self._links(), self._joints(), self._slides(), self._motors(), self._payloads(), self._tip())
        return (*self._base(), *self._visuals[0], *shapes)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on visuals that cannot be shown."""
        return self._visuals[1]

    def poses(self, q: ArrayLike, magnification: float = 1.0) -> Poses:
        """Return the pose of every body, with elastic coordinates multiplied by `magnification`."""
        return body_poses(self.model, self.magnified(q, magnification))

    def points(self, q: ArrayLike, count: int = 40) -> Floats:
        """Return about `count` vertices of every part at q in the world, shape (P, 3) [m]."""
        q = np.asarray(q, dtype=float)
        points = []
        poses = self.poses(q)
        for part in self.parts:
            vertices = part.vertices(q)
            R, o = poses[part.body]
            points.append(vertices[:: max(1, len(vertices) // count)] @ np.asarray(R, dtype=float).T + o)
        return np.vstack(points)

    def magnified(self, q: ArrayLike, magnification: float) -> Floats:
        """Return q with elastic coordinates multiplied by `magnification`."""
        q = np.array(q, dtype=float)
        q[elastic_places(self.model)] *= magnification
        return q

    def _part(self, name: str, body: int, role: Role, mesh: Mesh) -> ScenePart:
        return ScenePart(name, body, role, mesh, COLOURS[role])

    @cached_property
    def _visuals(self) -> tuple[tuple[ScenePart, ...], tuple[str, ...]]:
        """Parts of the description's visuals, and notes on visuals that cannot be shown."""
        parts = list[ScenePart]()
        notes = list[str]()
        counts = Counter[str]()
        for visual, mesh, colour in visual_meshes(self.model.robot.visuals, notes):
            body, R, t = self._mount(visual.link, visual.node)
            role: Role = "base" if body == BASE else "link"
            counts[visual.link] += 1
            name = visual.link if counts[visual.link] == 1 else f"{visual.link} ({counts[visual.link]})"
            parts.append(ScenePart(name, body, role, mesh.transform(R, t), colour or COLOURS[role]))
        return tuple(parts), tuple(notes)

    @cached_property
    def _with_visuals(self) -> set[int]:
        """Rigid bodies with visuals, which need no default shape."""
        bodies = {part.body for part in self._visuals[0]}
        # Visuals are rigid: flexible links, and the sublinks of lumped beams, show their deformation besides.
        bending = {i for i, body in enumerate(self.model.bodies) if body.modal.count}
        for i, joint in enumerate(self.model.joints):
            bending |= {i, joint.parent} if joint.name in self.model.elastic else set()
        return bodies - bending

    def _base(self) -> Iterator[ScenePart]:
        if BASE in self._with_visuals:
            return
        r = self.thickness
        feet = [cone((0, 0, 0), end, 1.6 * r, 1.3 * r) for end in self._ends[BASE]]
        yield self._part("base", BASE, "base", join([cone(-0.6 * r * self.up, (0, 0, 0), 3.5 * r, 2.6 * r), *feet]))

    @cached_property
    def _ends(self) -> dict[int, list[Floats]]:
        """End points of each body in its frame [m]: its joints, its tip, or else its centre of mass."""
        ends = end_points(self.model, ["tip"] if "tip" in self.model.frames else [])
        for i, body in enumerate(self.model.bodies):
            if not body.modal.count and not ends[i] and body.mass > 0:
                ends[i] = distinct([body.first_moment / body.mass])
        return ends

    def _links(self) -> Iterator[ScenePart]:
        beams = {link.name: link.beam for link in expand(self.model.robot).robot.links}
        for i, body in enumerate(self.model.bodies):
            if i in self._with_visuals:
                continue
            if body.modal.count:
                beam = beams.get(body.name)
                surface = beam_surface(body.modal, beam if isinstance(beam, Beam) else None)
                if surface is not None:
                    mesh, bending = surface
                    yield ScenePart(body.name, i, "link", mesh, COLOURS["link"], bending)
                    continue
            if self._ends[i]:
                r = self.thickness
                mesh = join([cone((0, 0, 0), end, r, 0.75 * r) for end in self._ends[i]])
                yield self._part(body.name, i, "link", mesh)

    def _joints(self) -> Iterator[ScenePart]:
        r = self.thickness
        for i, joint in enumerate(self.model.joints):
            kind = plain(joint.kind)
            if i in self._with_visuals or isinstance(joint.kind, Spin):
                continue
            if isinstance(kind, Spherical):
                yield self._part(joint.name, i, "joint", sphere(1.5 * r))
            elif not isinstance(kind, Floating | Node):
                size = r if joint.name not in self.model.elastic else 0.5 * r  # elastic joints between sublinks
                meshes = [cone(-1.6 * size * e, 1.6 * size * e, 1.3 * size) for e in kind.angular.T if np.any(e)]
                directions = (unit(d) for d in kind.linear.T if np.any(d))
                meshes += [box((2.2 * r, 2.2 * r, 3.0 * r)).transform(frame_along(d), (0, 0, 0)) for d in directions]
                if meshes:
                    yield self._part(joint.name, i, "joint", join(meshes))

    @cached_property
    def _rails(self) -> tuple[Rail, ...]:
        return rails(self.model, self._longest_chain({}))

    def _slides(self) -> Iterator[ScenePart]:
        """Rails: two rods between end plates, on which the box of the joint slides."""
        r = self.thickness
        for rail in self._rails:
            joint, (start, end) = self.model.joints[rail.joint], rail.ends
            if {rail.joint, joint.parent} & self._with_visuals or np.allclose(start, end):
                continue
            R = frame_along(end - start)
            aside = 0.7 * r * R[:, 0]
            rods = [cone(start + offset, end + offset, 0.35 * r) for offset in (-aside, aside)]
            plates = [box((2.6 * r, 1.6 * r, 0.6 * r)).transform(R, place) for place in (start, end)]
            yield self._part(f"{joint.name} rail", joint.parent, "base", join([*rods, *plates]))

    def _motors(self) -> Iterator[ScenePart]:
        for motor in self.model.robot.motors if self.model.motors != "none" else ():
            body, R, t = self._mount(motor.carrier, motor.node)
            axis = np.array(motor.axis if motor.axis is not None else (0.0, 0.0, 1.0))
            radius = self._radius(motor.mass)
            place = np.array(motor.position)
            mesh = cone(place - 1.3 * radius * axis, place + 1.3 * radius * axis, radius)
            yield self._part(motor.name, body, "motor", mesh.transform(R, t))

    def _payloads(self) -> Iterator[ScenePart]:
        for load in self.model.robot.payloads:
            body, R, t = self._mount(load.link, load.node)
            mesh = sphere(self._radius(load.mass)).transform(np.eye(3), load.com)
            yield self._part(load.name, body, "payload", mesh.transform(R, t))

    def _radius(self, mass: float) -> float:
        """Return the radius of a motor or payload [m], clipped to a visible size."""
        # The volume of a cylinder of radius r and length 2.6 r.
        radius = float(np.cbrt(mass / DENSITY / (2.6 * np.pi)))
        return min(max(radius, 0.7 * self.thickness), 3.0 * self.thickness)

    def _mount(self, link: str, node: str | None) -> tuple[int, Floats, Floats]:
        """Return the body of a link or of its node, and the rotation and translation of the mount in it."""
        beam = next((described.beam for described in self.model.robot.links if described.name == link), None)
        # On a beam without a node, things are mounted at its end.
        names = [f"{link}.{node or beam.end}", link] if beam is not None else [link]
        frame = next((self.model.frames[name] for name in names if name in self.model.frames), None)
        if frame is None:  # the base has no frame in the model
            placement = self.model.robot.base_placement
            return BASE, np.array(placement.rotation), np.array(placement.xyz)
        return frame.body, np.asarray(frame.rotation), np.asarray(frame.translation)

    def _tip(self) -> Iterator[ScenePart]:
        if "tip" in self.model.frames:
            frame = self.model.frames["tip"]
            mesh = sphere(0.8 * self.thickness).transform(np.eye(3), frame.translation)
            yield self._part("tip", frame.body, "tip", mesh)


def end_points(model: Model, frames: Iterable[str]) -> dict[int, list[Floats]]:
    """Return the end points of each body in its frame [m]: its joints and the given frames."""
    ends: dict[int, list[Floats]] = {i: [] for i in range(BASE, len(model.bodies))}
    for joint in model.joints:
        if not isinstance(joint.kind, Node):
            ends[joint.parent].append(joint.translation)
    for name in frames:
        ends[model.frames[name].body].append(model.frames[name].translation)
    return {body: distinct(points) for body, points in ends.items()}


def distinct(ends: list[Floats]) -> list[Floats]:
    """Return the distinct end points, without the origin."""
    kept: list[Floats] = []
    for end in ends:
        if np.linalg.norm(end) > 1e-9 and not any(np.allclose(end, other, atol=1e-9) for other in kept):
            kept.append(np.asarray(end, dtype=float))
    return kept
