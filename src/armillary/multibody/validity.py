"""How far flexible links are bent, against what their modes describe.

Modes are linear in their coordinates, with terms of second order added. They describe a link while the rotation of its
nodes and its stretch are small. With the shapes Φ_r and Φ_d of a node at p from the root,
    slope = |Φ_r q|,   stretch = (Φ_d q) · p / |p|²                                           (1)
The error of a deflection grows with the square of the slope: docs/flexible.md has it, measured against the elastica.
Elastic joints of sublinks turn by any angle and are not among the nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.expr.pointwise import maximum
from armillary.multibody.joints import Node
from armillary.multibody.model import Model
from armillary.spatial.scalar import Array, Floats, Scalar

STEEP = 0.3
"""Slope beyond which modes no longer describe a link [rad]: deflections are some per cent off."""
LONG = 0.05
"""Stretch beyond which modes no longer describe a link: no material of links is elastic that far."""
ADVICE = "cut the link into segments, or take sublinks, which bend by any angle"


@dataclass(frozen=True, eq=False)
class Bending:
    """Slopes [rad] and stretches of the nodes of flexible links, (1), each (…, nodes), and the links of the nodes."""

    links: tuple[str, ...]
    nodes: tuple[str, ...]
    slope: Floats
    stretch: Floats

    @property
    def excess(self) -> Floats:
        """Slope or stretch, whichever is further, as a part of its limit, shape (…, nodes)."""
        return np.maximum(self.slope / STEEP, np.abs(self.stretch) / LONG)

    @property
    def beyond(self) -> NDArray[np.bool_]:
        """Whether a node is bent or stretched further than modes describe, shape (…, nodes)."""
        return self.excess > 1.0

    def joined(self, later: Bending) -> Bending:
        """Return the rows of both, shape (…, rows, nodes), for the nodes that both have."""
        both = [node for node in self.nodes if node in later.nodes]
        first_places = [self.nodes.index(node) for node in both]
        second_places = [later.nodes.index(node) for node in both]
        slope, stretch = (
            np.concatenate([first[..., first_places], second[..., second_places]], axis=-2)
            for first, second in ((self.slope, later.slope), (self.stretch, later.stretch))
        )
        return Bending(tuple(self.links[k] for k in first_places), tuple(both), slope, stretch)

    def text(self, place: tuple[int, ...]) -> str:
        """Return slope and stretch of one node in words, with the limits."""
        node, slope, stretch = self.nodes[place[-1]], float(self.slope[place]), float(self.stretch[place])
        return (
            f"{node} rotates by {slope:.2g} rad, with a stretch of {stretch:.2g}: beyond {STEEP:g} rad or {LONG:g}, "
            f"modes are some per cent off; {ADVICE}"
        )


def bending(model: Model, q: ArrayLike) -> Bending:
    """Return how far the nodes of flexible links are bent at configurations q, shape (…, nq)."""
    q = np.asarray(q, dtype=float)
    nodes = [joint for joint in model.joints if isinstance(joint.kind, Node)]
    slopes, stretches = np.zeros((2, *q.shape[:-1], len(nodes)))
    for k, (first, shapes) in enumerate(node_shapes(model)):
        moved = q[..., first : first + len(shapes)] @ shapes
        slopes[..., k], stretches[..., k] = np.linalg.norm(moved[..., :3], axis=-1), moved[..., 3]
    links = tuple(model.bodies[joint.parent].name for joint in nodes)
    return Bending(links, tuple(joint.name for joint in nodes), slopes, stretches)


def node_shapes(model: Model) -> Iterator[tuple[int, Floats]]:
    """Yield the first elastic coordinate of each node, and its rotation and stretch (1) for each of them, (n, 4)."""
    for joint in model.joints:
        if isinstance(joint.kind, Node):
            shape, far = joint.kind.shape, np.asarray(joint.kind.shape.position, dtype=float)
            stretch = shape.translation @ far / max(far @ far, np.finfo(float).tiny)
            yield joint.q.start, np.column_stack([shape.rotation, stretch])


def furthest(model: Model, q: Array) -> Scalar | None:
    """Return the greatest square of `Bending.excess` as an expression of q; None without nodes."""
    squares: list[Scalar] = []
    for first, shapes in node_shapes(model):
        moved = q[first : first + len(shapes)] @ (shapes / [STEEP, STEEP, STEEP, LONG])
        squares += [moved[:3] @ moved[:3], moved[3] * moved[3]]
    return reduce(maximum, squares) if squares else None
