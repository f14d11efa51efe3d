"""Repair physically impossible values in a robot: each is replaced by the nearest possible one and reported.

A body has a density that is nowhere negative if and only if its pseudo-inertia, the 4 × 4 matrix of mass, first moment
and second moments Q = ∫ r rᵀ dm, is positive semidefinite [Wensing2018]. About the centre of mass the first moment is
zero, so this says m ≥ 0 and Q ≥ 0, with
    Q = ½ tr(I) 1 − I,    I = tr(Q) 1 − Q                                                     (1)
Positive semidefinite Q means positive principal moments I and the triangle inequality. The nearest such matrix in the
Frobenius norm has the same eigenvectors, and zero in place of the negative eigenvalues. Mass and centre of mass stay;
only moments that are too small grow.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from armillary.description.friction import Friction
from armillary.description.robot import NO_INERTIA, Joint, Limits, Matrix, Robot, matrix
from armillary.errors import ArgumentError
from armillary.files.quantity import declared
from armillary.files.words import shortened
from armillary.spatial.inertia import fault, inertia_of_moments, second_moments
from armillary.tables.parts import Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

BODIES = {"link": "inertia", "payload": "inertia", "motor": "stator_inertia"}
"""Parts with a mass, and the field of their inertia."""


@dataclass(frozen=True, eq=False)
class Repair(Shown):
    """A repaired robot, and a row for each change: part, field, value before, value after, relative change.

    The relative change of an inertia is the Frobenius norm of the difference of the second moments, divided by that of
    the second moments before.
    """

    robot: Robot
    changes: tuple[tuple[str, str, str, str, float], ...]

    def __repr__(self) -> str:
        count = len(self.changes)
        return f"<Repair of {self.robot.name}: {count} change{'s' * (count != 1)}>"

    def tables(self) -> list[Part]:
        """Return the changes as a table."""
        rows = [(*texts, f"{100 * change:.3g}") for *texts, change in self.changes]
        heads = columns("part", "field", "before", "after", "change [%]>")
        return [Table("repaired" if rows else "nothing to repair", heads, rows)]


def repair(robot: Robot) -> Repair:
    """Return a robot in which the nearest possible values replace physically impossible ones, with the changes.

    An inertia becomes the nearest one that a body can have: its second moments are projected onto the positive
    semidefinite matrices in the Frobenius norm, since exactly these are second moments of densities. An inertia
    without mass, negative friction and negative rotor inertia become zero; reversed limits are exchanged. A link of
    negative mass is rejected: no change of it alone would keep the mass of the robot.

    Example:
        >>> import armillary as arm
        >>> disc = arm.Link("disc", 1.0, inertia=((1, 0, 0), (0, 1, 0), (0, 0, 3)))
        >>> pivot = arm.Joint("pivot", "revolute", "base", "disc", axis=(0, 0, 1))
        >>> result = arm.repair(arm.Robot("spinner", (disc,), (pivot,), strict=False))
        >>> result.robot.links[0].inertia
        ((1.5, 0.0, 0.0), (0.0, 1.5, 0.0), (0.0, 0.0, 3.0))
    """
    if not isinstance(robot, Robot):
        raise ArgumentError("robot", shortened(robot), "a Robot", "arm.library.get(name) and arm.load(file) give one")
    changes: list[tuple[str, str, str, str, float]] = []
    parts: dict[str, Any] = {}

    def possible(part: Any, name: str, inertia_field: str | None) -> Any:
        for field, value, change in _changes(part, inertia_field):
            table, _, last = field.rpartition(".")  # such as friction.viscous
            owner = getattr(part, table) if table else part
            changes.append((name, last, _shown(getattr(owner, last)), _shown(value), change))
            repaired = replace(owner, **{last: value})
            part = replace(part, **{table: repaired}) if table else repaired
        return part

    for kind in (*BODIES, "joint"):
        repaired = []
        for part in getattr(robot, f"{kind}s"):
            part = possible(part, f"{kind} {part.name}", BODIES.get(kind))
            if isinstance(part, Joint) and part.coordinates:
                coordinates = []
                for name, coordinate in zip(part.form.v, part.coordinates, strict=True):
                    coordinates.append(possible(coordinate, f"joint {part.form.label(part.name, name)}", None))
                part = replace(part, coordinates=tuple(coordinates))
            repaired.append(part)
        parts[f"{kind}s"] = tuple(repaired)
    notes = (f"repaired {part} {field}: {before} → {after}" for part, field, before, after, _ in changes)
    return Repair(replace(robot, **parts, notes=(*robot.notes, *notes), strict=True), tuple(changes))


def _changes(part: Any, inertia_field: str | None) -> Iterator[tuple[str, Any, float]]:
    """Yield field, new value and relative change of each impossible value of a part.

    `inertia_field` names the inertia of a body; None for joints and coordinates.
    """
    is_motor = inertia_field == "stator_inertia"
    if inertia_field is None or is_motor:
        for field in declared(Friction):
            lenient = field.quantity is not None and field.quantity.lenient
            if lenient and (getattr(part.friction, field.name) or 0.0) < 0:
                yield f"friction.{field.name}", 0.0, 1.0
    if inertia_field is None:
        limits = part.limits
        if limits.lower > limits.upper:
            yield "limits", replace(limits, lower=limits.upper, upper=limits.lower), 0.0
        return
    if part.mass < 0:
        problem = f"{part.name!r} has the mass {part.mass:g} kg"
        raise ArgumentError("robot", problem, "masses of zero or more", "merge the link with one fixed to it")
    inertia = getattr(part, inertia_field)
    if part.mass == 0 and inertia != NO_INERTIA:
        yield inertia_field, NO_INERTIA, 1.0
    elif fault(inertia) is not None:
        yield inertia_field, *_nearest(inertia)
    if is_motor and part.rotor_inertia < 0:
        yield "rotor_inertia", 0.0, 1.0


def _nearest(inertia: Matrix) -> tuple[Matrix, float]:
    """Return the nearest inertia that a body can have, and the relative change of the second moments."""
    # Norms of entries beyond 1e154 would overflow. Scaling by a power of two is exact.
    size = 2.0 ** (math.frexp(float(np.abs(inertia).max()))[1] - 1)
    Q = second_moments(matrix(np.asarray(inertia) / size))
    values, vectors = np.linalg.eigh(Q)
    clipped = np.maximum(values, 0.0)
    nearest = size * inertia_of_moments((vectors * clipped) @ vectors.T)  # (1)
    return matrix(nearest), float(np.linalg.norm(clipped - values) / np.linalg.norm(values))


def _shown(value: Any) -> str:
    """Format a number, a range, or the moments and products xx, yy, zz, xy, xz, yz of an inertia."""
    if isinstance(value, Limits):
        return f"{value.lower:.4g} … {value.upper:.4g}"
    if not isinstance(value, tuple):
        return f"{value:.4g}"
    order = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
    return ", ".join(f"{value[i][j]:.4g}" for i, j in order)
