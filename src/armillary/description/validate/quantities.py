"""Checks of vectors, tensors and placements of robots; each yields a problem of one `field` if it fails."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from armillary.description.robot import Matrix, Placement, Vector
from armillary.errors import Problem
from armillary.files.words import shortened
from armillary.spatial import inertia as tensor
from armillary.spatial.rotation import is_rotation

LETTER = re.compile("(?![cs][0-9])[A-Za-zαβγδηθκμστφχψω][A-Za-z0-9]*")
"""Names of lengths and angles in equations; c1 and s12 are cosines and sines there."""
LETTERED = "a letter, then letters and digits; c1, s12, … are cosines and sines"


class Impossible(Problem):
    """A value that physics forbids, though the equations have a meaning with it; a lenient robot may have it."""


def placement_faults(field: str, placement: Placement) -> Iterator[Problem]:
    """Check that a rotation is a rotation matrix, and a position not too far away."""
    yield from position(f"{field}.xyz", 1.0, placement.xyz)
    if placement.letters and len(placement.letters) != 4:
        yield Problem(f"{field}.letters", f"{len(placement.letters)} names", "names of a, alpha, d, theta")
    for name in filter(None, placement.letters):
        if not LETTER.fullmatch(name):
            yield Problem(f"{field}.letters", shortened(name), LETTERED, "L1")
    flat = [value for row in placement.rotation for value in row]
    if not all(map(math.isfinite, flat)):
        return  # out of range
    if max(map(abs, flat)) > 2 or not is_rotation(placement.rotation):  # products of larger entries may overflow
        problem, hint = "the matrix is not orthonormal and right-handed", "give rpy = [roll, pitch, yaw] instead"
        yield Problem(f"{field}.rotation", problem, "a rotation matrix", hint)


def position(field: str, mass: float, place: Vector) -> Iterator[Problem]:
    """Check for a position at which the moment of inertia of a mass does not overflow."""
    distance = math.hypot(*place)
    is_finite = math.isfinite(mass) and all(math.isfinite(value) for value in place)
    if is_finite and not (math.isfinite(distance * distance) and math.isfinite(mass * distance * distance)):
        yield Problem(field, f"the value is {place}, and its square too large a number", "a place in metres")


def real_inertia(field: str, inertia: Matrix) -> Iterator[Problem]:
    """Check for an inertia that a real body can have."""
    flat = [value for row in inertia for value in row]
    if not all(map(math.isfinite, flat)):
        return  # out of range
    fault = tensor.fault(inertia)
    if fault:
        kind = Problem if fault == tensor.LOPSIDED else Impossible
        yield kind(field, fault, "the inertia of a real body at its centre of mass, in kg·m²")
