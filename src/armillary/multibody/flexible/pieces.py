"""Beams cut into rigid sublinks with elastic joints between them. [Celentano2008, section 5]

A beam of length L with ν elastic joints, at
    x_k = (k + ½) L/ν,   k = 0 … ν − 1,                                                        (1)
becomes ν + 1 rigid pieces of lengths L/2ν, L/ν, …, L/ν, L/2ν. Each is a thin rod with the mass, centre of mass and
inertia of its stretch of the true beam,
    m = ∫ρA dx,   I_c = ∫ρA (x − x_c)² dx  across the axis,   ∫ρ(Iy + Iz) dx  about it,        (2)
and with ∫ρIy dx, ∫ρIz dx across it where its sections turn with their inertia. Without it, I_c is at least half the
inertia about the axis: a thin rod shorter than thick would be no real body. An elastic joint bends as the stretch
around it does under a constant moment:
    1/K = ∫ dx/EI  from x_k − L/2ν to x_k + L/2ν;   K = EIν/L if the beam is uniform, eq. (68)  (3)
with E Iz for bending along y, E Iy for bending along z, G J for torsion. So constant moments bend it exactly for any
ν, forces at the tip to a relative error of −1/4ν² (eq. 76).
A joint that bends in several ways has a hinge for each, with massless links between: about ẑ (deflection along y has
the slope v' about ẑ), about −ŷ (w' turns about −ŷ), about x̂. Their order matters to second order in the angles of one
joint, κL/ν: over the beam to the order 1/ν. Every second joint has them in the opposite order. So the errors of
neighbours cancel, and what is left is of the order 1/ν², as everything else. Shortening, and with it the stiffening by
spin, is exact.
The joints of a beam that shears also slide, along ŷ where it bends along y, along ẑ where along z, as the stretch
around them does under a constant shear force:
    1/K = ∫ dx/κGA  from x_k − L/2ν to x_k + L/2ν.                                             (3a)

Damping is proportional to stiffness,
    b_k = (2ζ/ω₁) K_k,                                                                          (4)
with ω₁ the first frequency of the pieces in that plane, clamped at the root; slides share it. So the first mode of each
plane has the ratio ζ, a mode of frequency ω the ratio ζω/ω₁: higher modes are damped more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import pairwise

import numpy as np

from armillary.description.beam import Beam, Section, Sublinks
from armillary.description.joint_types import JointType
from armillary.description.robot import Friction, Joint, Link, Matrix, Payload, Placement, Vector, matrix, vector
from armillary.multibody.flexible.beam_field import section_axes
from armillary.multibody.shapes.quadrature import gauss
from armillary.spatial.scalar import Floats

AT_A_JOINT = 1e-9
"""Distance of a node from an elastic joint, as a part of the length, within which it belongs to the piece before."""
UNIFORM, TAPERED = 3, 20
"""Gauss points of a stretch: exact for (2) where the section is constant, to rounding for (3) where it changes."""


@dataclass(frozen=True, eq=False)
class _Hinge:
    """One way in which the elastic joints move: type of joint, axis, stiffness and damping of each, (3) and (4)."""

    kind: str
    type: JointType
    axis: Vector
    stiffness: Floats
    viscous: Floats


@dataclass(frozen=True)
class Division(ABC):
    """One beam that becomes several links; `taken` are the names of other parts of the robot."""

    link: Link
    beam: Beam
    taken: frozenset[str]

    def _fresh(self, name: str) -> str:
        """Return the name, with primes appended until it is new."""
        while name in self.taken:
            name += "'"
        return name

    def piece_name(self, i: int) -> str:
        """Return the name of piece i; the first has that of the link."""
        return self._fresh(f"{self.link.name}/{i + 1}") if i else self.link.name

    @abstractmethod
    def links(self) -> Iterator[Link]:
        """Yield the links that the beam becomes, from root to tip."""

    @abstractmethod
    def joints(self) -> Iterator[Joint]:
        """Yield the joints between them, from root to tip."""

    @abstractmethod
    def at(self, node: str) -> tuple[str, str | None, Floats]:
        """Return the link that has a node, the name of the node there, and a shift in that link's axes [m]."""


class Cut(Division):
    """One beam and its rigid pieces with elastic joints between them."""

    @property
    def sublinks(self) -> Sublinks:
        """The description of the pieces."""
        return self.beam.sublinks or Sublinks(1)

    def _between(self, i: int, kind: str) -> str:
        """Return the name of the massless link before piece i, behind the hinge of this kind."""
        return self._fresh(f"{self.link.name}/{i + 1}:{kind}")

    def _hinge_name(self, way: _Hinge, k: int) -> str:
        return self._fresh(f"{self.link.name}.{way.kind}{k + 1}")

    def hinge_names(self) -> Iterator[tuple[str, str]]:
        """Yield name and kind of the hinges, joint by joint, each in the order of `ways`."""
        return ((self._hinge_name(way, k), way.kind) for k in range(self.sublinks.count) for way in self.ways)

    @property
    def hinges(self) -> Floats:
        """Distances of the elastic joints from the root [m], (1), shape (ν,)."""
        return np.asarray((np.arange(self.sublinks.count) + 0.5) * (self.beam.length / self.sublinks.count))

    @cached_property
    def origins(self) -> Floats:
        """Distances of the frames of the pieces from the root [m], shape (ν + 1,)."""
        return np.concatenate([[0.0], self.hinges])

    @cached_property
    def axes(self) -> Floats:
        """x̂, ŷ and ẑ of the sections as rows, shape (3, 3)."""
        return section_axes(self.beam)

    @cached_property
    def pieces(self) -> Floats:
        """Mass, centre of mass from the root, and inertias there about x̂, ŷ and ẑ, (2), shape (ν + 1, 5)."""
        ends = np.concatenate([self.origins, [self.beam.length]])
        return np.array([self._piece(a, b) for a, b in pairwise(ends)])

    def _piece(self, a: float, b: float) -> list[float]:
        x, weight, (area, Iy, Iz) = _sections(self.beam, a, b, lambda section: (section.area, section.Iy, section.Iz))
        dm = self.beam.density * weight * area
        mass = dm.sum()
        com = dm @ x / mass
        across = dm @ (x - com) ** 2
        spin_y, spin_z = self.beam.density * (weight @ Iy), self.beam.density * (weight @ Iz)
        polar = spin_y + spin_z
        if self.beam.laminae:
            return [mass, com, polar, across + spin_y, across + spin_z]
        across = max(across, polar / 2)
        return [mass, com, polar, across, across]

    @cached_property
    def ways(self) -> list[_Hinge]:
        """The ways in which each elastic joint moves."""
        E, beam, (x, y, z) = self.beam.E, self.beam, self.axes
        known: list[tuple[str, Floats, Callable[[Section], float], int]] = [
            ("bending_y", z, lambda section: E * section.Iz, 4),
            ("bending_z", -y, lambda section: E * section.Iy, 3),
            ("torsion", x, lambda section: (beam.G or 0.0) * section.J, 2),
        ]
        hinges, slides = [], []
        for kind, axis, rigidity, inertia in known:
            if not getattr(self.sublinks, kind):
                continue
            K, plane = self._stiffness(rigidity), kind[-1]
            slide = np.full(self.sublinks.count, np.inf)
            if beam.shears and kind != "torsion":
                slide = beam.shear_modulus * self._stiffness(partial(beam.shear_area, plane=plane))  # (3a)
            slower = self._retardation(K, slide, inertia)
            hinges.append(_Hinge(kind, "revolute", vector(axis), K, slower * K))
            if np.isfinite(slide[0]):
                along = y if plane == "y" else z
                slides.append(_Hinge(f"shear_{plane}", "prismatic", vector(along), slide, slower * slide))
        return hinges + slides

    def ways_at(self, k: int) -> list[_Hinge]:
        """Return the hinges of elastic joint k from root to tip: every second joint has the opposite order."""
        return self.ways[::-1] if k % 2 else self.ways

    def _stiffness(self, rigidity: Callable[[Section], float]) -> Floats:
        half = self.beam.length / self.sublinks.count / 2
        stiffness = []
        for x in self.hinges:
            _, weight, (values,) = _sections(self.beam, x - half, x + half, lambda section: (rigidity(section),))
            stiffness.append(1 / (weight / values).sum())  # (3)
        return np.array(stiffness)

    def _retardation(self, K: Floats, slide: Floats, inertia: int) -> float:
        """Return 2ζ/ω₁ of (4) for hinges and slides (infinite: none); `inertia` is the column of `pieces` to turn."""
        if not self.sublinks.damping:
            return 0.0
        mass, com, about = self.pieces[:, 0], self.pieces[:, 1], self.pieces[:, inertia]
        beyond = (np.arange(len(mass))[:, None] > np.arange(len(K))).astype(float)  # piece i turns with joint k < i
        moved = beyond * (com[:, None] - self.hinges) if inertia != 2 else 0.0 * beyond
        if np.isfinite(slide[0]):
            moved, beyond, K = np.hstack([moved, beyond]), np.hstack([beyond, 0.0 * beyond]), np.concatenate([K, slide])
        M = moved.T @ (mass[:, None] * moved) + beyond.T @ (about[:, None] * beyond)
        root, most = np.sqrt(K / K.max()), np.sqrt(K.max())  # products of the least stiffnesses may vanish
        slowest = np.sqrt(np.linalg.eigvalsh(M / root[:, None] / root)[-1]) / most  # 1/ω₁
        return float(2 * self.sublinks.damping * slowest)

    def _body(self, i: int) -> tuple[float, Vector, Matrix]:
        """Return mass, centre of mass and inertia of a piece in its frame."""
        mass, com, *about = self.pieces[i]
        inertia = self.axes.T @ np.diag(about) @ self.axes
        return float(mass), vector((com - self.origins[i]) * self.axes[0]), matrix((inertia + inertia.T) / 2)

    def first_piece(self) -> Payload:
        """Return the first piece as a payload on the link, which may have a hub."""
        return Payload(f"{self.link.name} (beam)", self.link.name, *self._body(0))

    def links(self) -> Iterator[Link]:
        """Yield the pieces, and between them the massless links of joints that move in several ways."""
        yield replace(self.link, beam=None)
        for i in range(1, self.sublinks.count + 1):
            for way in self.ways_at(i - 1)[:-1]:
                yield Link(self._between(i, way.kind))
            yield Link(self.piece_name(i), *self._body(i), gravity_compensation=self.link.gravity_compensation)

    def joints(self) -> Iterator[Joint]:
        """Yield the elastic joints from root to tip."""
        for k in range(self.sublinks.count):
            parent, place = self.piece_name(k), (self.origins[k + 1] - self.origins[k]) * self.axes[0]
            for way in self.ways_at(k):
                last = way is self.ways_at(k)[-1]
                child = self.piece_name(k + 1) if last else self._between(k + 1, way.kind)
                yield Joint(
                    self._hinge_name(way, k),
                    way.type,
                    parent,
                    child,
                    Placement(vector(place)),
                    way.axis,
                    friction=Friction(float(way.viscous[k])),
                    stiffness=float(way.stiffness[k]),
                )
                parent, place = child, np.zeros(3)

    def at(self, node: str) -> tuple[str, str | None, Floats]:
        """Return the piece that has a node, no node there, and the position of the node in its frame [m]."""
        distance = self.beam.node_positions()[node]
        i = int(np.searchsorted(self.hinges, distance - AT_A_JOINT * self.beam.length))
        return self.piece_name(i), None, (distance - self.origins[i]) * self.axes[0]


def _sections(
    beam: Beam, start: float, stop: float, numbers: Callable[[Section], tuple[float, ...]]
) -> tuple[Floats, Floats, Floats]:
    """Return the Gauss points of a part of the beam, their weights [m], and numbers of the sections there as rows."""
    places, weights, values = [], [], []
    for a, b in beam.stretches():
        low, high = max(a.at, start), min(b.at, stop)
        if not high > low:
            continue
        points, weight = gauss(UNIFORM if a.section == b.section else TAPERED)
        x = low + (high - low) * points
        places.append(x)
        weights.append((high - low) * weight)
        if a.section == b.section:
            values += [numbers(a.section)] * len(x)
        else:
            values += [numbers(a.section.towards(b.section, (at - a.at) / (b.at - a.at))) for at in x]
    return np.concatenate(places), np.concatenate(weights), np.array(values).T
