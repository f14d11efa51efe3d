"""Repair of values that physics forbids: the nearest possible ones, with a report.

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
    """A robot with possible values, and a row for each change: part, field, value before and after, change in per cent.

    The change of an inertia is the Frobenius norm of the difference of second moments, relative to that before.
    """

    robot: Robot
    changes: tuple[tuple[str, str, str, str, float], ...]

    def __repr__(self) -> str:
        count = len(self.changes)
        return f"<Repair of {self.robot.name}: {count} change{'s' * (count != 1)}>"

    def tables(self) -> list[Part]:
        """Return the changes as a table."""
        rows = [(*texts, f"{100 * moved:.3g}") for *texts, moved in self.changes]
        heads = columns("part", "field", "before", "after", "change [%]>")
        return [Table("repaired" if rows else "nothing to repair", heads, rows)]


def repair(robot: Robot) -> Repair:
    """Return a robot with the nearest possible values in place of those that physics forbids, and the changes.

    An inertia becomes the nearest that a body can have: its second moments are projected onto the positive
    semidefinite matrices, in the Frobenius norm, since exactly these are second moments of densities. An inertia
    without mass becomes zero, as do negative friction and negative rotor inertia; reversed limits change places. Links
    of negative mass have no nearest possible value that keeps the mass of the robot, and are refused.

    Example:
        >>> import armillary as arm
        >>> disc = arm.Link("disc", 1.0, inertia=((1, 0, 0), (0, 1, 0), (0, 0, 3)))
        >>> pivot = arm.Joint("pivot", "revolute", "base", "disc", axis=(0, 0, 1))
        >>> found = arm.repair(arm.Robot("spinner", (disc,), (pivot,), strict=False))
        >>> found.robot.links[0].inertia
        ((1.5, 0.0, 0.0), (0.0, 1.5, 0.0), (0.0, 0.0, 3.0))
    """
    if not isinstance(robot, Robot):
        raise ArgumentError("robot", shortened(robot), "a Robot", "arm.library.get(name) and arm.load(file) give one")
    changes: list[tuple[str, str, str, str, float]] = []
    parts: dict[str, Any] = {}

    def possible(part: Any, name: str, about: str | None) -> Any:
        for field, value, moved in _changes(part, about):
            table, _, last = field.rpartition(".")
            owner = getattr(part, table) if table else part
            changes.append((name, last, _shown(getattr(owner, last)), _shown(value), moved))
            part = replace(part, **{table: replace(owner, **{last: value})} if table else {field: value})
        return part

    for kind in (*BODIES, "joint"):
        repaired = []
        for part in getattr(robot, f"{kind}s"):
            part = possible(part, f"{kind} {part.name}", BODIES.get(kind))
            if isinstance(part, Joint) and part.coordinates:
                named = zip(part.form.v, part.coordinates, strict=True)
                coordinates = [
                    possible(each, f"joint {part.form.label(part.name, name)}", None) for name, each in named
                ]
                part = replace(part, coordinates=tuple(coordinates))
            repaired.append(part)
        parts[f"{kind}s"] = tuple(repaired)
    notes = (f"repaired {part} {field}: {before} → {after}" for part, field, before, after, _ in changes)
    return Repair(replace(robot, **parts, notes=(*robot.notes, *notes), strict=True), tuple(changes))


def _changes(part: Any, about: str | None) -> Iterator[tuple[str, Any, float]]:
    """Yield field, new value and relative change of each impossible value; `about` is the field of the inertia."""
    fields: tuple[str, ...] = ()
    for own in declared(Friction) if about in (None, "stator_inertia") else ():  # joints and motors
        if own.quantity is not None and own.quantity.lenient and (getattr(part.friction, own.name) or 0.0) < 0:
            yield f"friction.{own.name}", 0.0, 1.0
    if about is None:
        limits = part.limits
        if limits.lower > limits.upper:
            yield "limits", replace(limits, lower=limits.upper, upper=limits.lower), 0.0
    else:
        fields = ("rotor_inertia",) if about == "stator_inertia" else ()
        if part.mass < 0:
            found = f"{part.name!r} has the mass {part.mass:g} kg"
            raise ArgumentError("robot", found, "masses of zero or more", "merge the link with one fixed to it")
        inertia = getattr(part, about)
        if part.mass == 0 and inertia != NO_INERTIA:
            yield about, NO_INERTIA, 1.0
        elif fault(inertia) is not None:
            yield about, *_nearest(inertia)
    for field in fields:
        if (getattr(part, field) or 0.0) < 0:
            yield field, 0.0, 1.0


def _nearest(inertia: Matrix) -> tuple[Matrix, float]:
    """Return the nearest inertia that a body can have, and the relative change of the second moments."""
    # Norms of numbers beyond 1e154 would be infinite; a power of two changes no digit.
    size = 2.0 ** (math.frexp(float(np.abs(inertia).max()))[1] - 1)
    Q = second_moments(matrix(np.asarray(inertia) / size))
    values, vectors = np.linalg.eigh(Q)
    clipped = np.maximum(values, 0.0)
    nearest = size * inertia_of_moments((vectors * clipped) @ vectors.T)  # (1)
    return matrix(nearest), float(np.linalg.norm(clipped - values) / np.linalg.norm(values))


def _shown(value: Any) -> str:
    """Return a number, a range, or the moments and products xx, yy, zz, xy, xz, yz of a tensor."""
    if isinstance(value, Limits):
        return f"{value.lower:.4g} … {value.upper:.4g}"
    if not isinstance(value, tuple):
        return f"{value:.4g}"
    order = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
    return ", ".join(f"{value[i][j]:.4g}" for i, j in order)
