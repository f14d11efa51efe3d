"""Stiffness, damping and rest of all coordinates as polynomials, with one letter for each number of an elastic gear.

A gear with the stiffness k of its rotor φ, which leads the coordinates x_j by φ − Σ r_j x_j − c, adds
    k at φ φ,   −r_j k at φ x_j,   r_i r_j k at x_i x_j                                 (1)
which are taken out of the matrix of the model before its other entries get letters.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from armillary.multibody.joints import Drive
from armillary.spatial.scalar import Array
from armillary.symbolic.model import bodies
from armillary.symbolic.model.letters import Letters
from armillary.symbolic.model.parameters import Kind

PARTS: dict[str, tuple[str, str, Kind]] = {
    "k": ("stiffness", "", "stiffness"),
    "β": ("damping", "·s", "friction"),
    "κ": ("cubic stiffness", "", "stiffness"),
}
"""Meaning, unit of time and kind of the numbers of a gear, by their letter."""


class GearLetters:
    """The elastic gears of a model, and the springs beside them."""

    def __init__(self, letters: Letters) -> None:
        self.letters, self.model = letters, letters.model

    def square(self, stem: Literal["k", "β"], values: Array) -> Array:
        """Return the matrix of stiffness (k) or damping (β), (1)."""
        others = np.array(values, dtype=float)
        numbers = {drive: float(others[drive.v.start, drive.v.start]) for drive in self.model.drives}
        for drive, value in numbers.items():
            pattern = _pattern(drive, len(others))
            others = others - value * pattern
            # A difference of equal numbers is zero up to rounding, and would get a letter of its own.
            others[(pattern != 0) & (np.abs(others) <= 1e-12 * value * np.abs(pattern))] = 0.0
        entries = bodies.square(self.letters, stem, others)
        for drive, value in numbers.items():
            letter = self._letter(drive, stem, value)
            for i, j in np.argwhere(_pattern(drive, len(others))):
                entries[i, j] = entries[i, j] + letter * float(_pattern(drive, len(others))[i, j])
        return entries

    def rest(self) -> Array:
        """Return the coordinates at which springs and gears are at rest: Σ r_j x_j + c for a rotor."""
        positions = bodies.rest(self.letters)
        for drive in self.model.drives:
            place, meaning = str(drive.v.start + 1), f"position of the rotor of {drive.motor!r} at rest"
            offset = self.letters.value("r", place, drive.offset, self._unit(drive), meaning, "rest")
            positions[drive.v.start] = sum((positions[leg.k] * leg.ratio for leg in drive.legs), start=0.0) + offset
        return positions

    def drives(self) -> tuple[Drive, ...]:
        """Return the drives with letters for their cubic terms."""
        return tuple(replace(drive, cubic=self._letter(drive, "κ", drive.cubic)) for drive in self.model.drives)

    def _unit(self, drive: Drive) -> str:
        return "rad" if drive.turns else "m"

    def _letter(self, drive: Drive, stem: str, value: float) -> Array:
        """Return the letter of a number of a gear."""
        what, time, kind = PARTS[stem]
        unit = ("N·m" if drive.turns else "N") + f"{time}/{self._unit(drive)}" + ("³" if stem == "κ" else "")
        meaning = f"{what} of the gear of {drive.motor!r}"
        made: Array = self.letters.value(stem, str(drive.v.start + 1), float(value), unit, meaning, kind)
        return made


def _pattern(drive: Drive, size: int) -> Array:
    """Return the matrix of (1) for k = 1."""
    row = drive.effort_row(size)
    return np.outer(row, row)
