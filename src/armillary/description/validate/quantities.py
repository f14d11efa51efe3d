"""Checks of single numbers and vectors of robots and beams; each yields a problem of one `field` if it fails."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from armillary.description.robot import Matrix, Placement, Vector
from armillary.errors import Problem
from armillary.spatial import inertia as tensor
from armillary.spatial.rotation import is_rotation


class Impossible(Problem):
    """A value that physics forbids, though the equations have a meaning with it; a lenient robot may have it."""


def finite(field: str, values: Iterable[float], what: str = "finite numbers") -> Iterator[Problem]:
    """Check that all values are finite."""
    values = tuple(values)
    if not all(math.isfinite(value) for value in values):
        yield Problem(field, f"the value is {values if len(values) > 1 else values[0]}", what)


def placed(field: str, placement: Placement) -> Iterator[Problem]:
    """Check that a position is finite and a rotation is a rotation matrix."""
    yield from position(f"{field}.xyz", 1.0, placement.xyz)
    flat = [value for row in placement.rotation for value in row]
    if not all(math.isfinite(value) for value in flat):
        yield Problem(f"{field}.rotation", "a value is not finite", "finite numbers")
    elif max(map(abs, flat)) > 2 or not is_rotation(placement.rotation):  # products of larger entries may overflow
        found, hint = "the matrix is not orthonormal and right-handed", "give rpy = [roll, pitch, yaw] instead"
        yield Problem(f"{field}.rotation", found, "a rotation matrix", hint)


def above_zero(field: str, value: float, what: str, unit: str) -> Iterator[Problem]:
    """Check for a finite value above zero; `what` is its name, as in "the length"."""
    if not (math.isfinite(value) and value > 0):
        yield Problem(field, f"{what} is {value:g}{unit}", "a finite value above zero")


def not_negative(field: str, value: float, negative: type[Problem] = Problem) -> Iterator[Problem]:
    """Check for a finite value of zero or more; `negative` is the kind of problem that a finite negative value is."""
    if not (math.isfinite(value) and value >= 0):
        kind = negative if math.isfinite(value) else Problem
        yield kind(field, f"{value:g}", "a finite value of zero or more")


def position(field: str, mass: float, place: Vector) -> Iterator[Problem]:
    """Check for a finite position at which the moment of inertia of a mass does not overflow."""
    yield from finite(field, place)
    distance = math.hypot(*place)
    given = math.isfinite(mass) and all(math.isfinite(value) for value in place)
    if given and not (math.isfinite(distance * distance) and math.isfinite(mass * distance * distance)):
        yield Problem(field, f"the value is {place}, and its square too large a number", "a place in metres")


def real_inertia(field: str, inertia: Matrix) -> Iterator[Problem]:
    """Check for an inertia that a real body can have."""
    flat = [value for row in inertia for value in row]
    if not all(math.isfinite(value) for value in flat):
        yield Problem(field, "a value is not finite", "finite numbers")
        return
    fault = tensor.fault(inertia)
    if fault:
        kind = Problem if fault == tensor.LOPSIDED else Impossible
        yield kind(field, fault, "the inertia of a real body at its centre of mass, in kg·m²")


def unit_vector(field: str, axis: tuple[float, ...]) -> Iterator[Problem]:
    """Check for a length of one."""
    if not all(math.isfinite(value) for value in axis):
        yield Problem(field, f"the value is {axis}", "finite numbers")
    elif abs(math.hypot(*axis) - 1.0) > 1e-9:
        yield Problem(field, f"the length of {axis} is {math.hypot(*axis):g}", "a unit vector")
