"""What acts on the coordinates of a symbolic robot: gravity, friction, springs, damping."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from armillary.spatial.scalar import Array
from armillary.symbolic.model.letters import AXES, Letters
from armillary.symbolic.model.parameters import ZERO, Kind


def gravity(letters: Letters) -> Array:
    """Return the vector of gravity: one letter if it is along an axis of the world, else its components."""
    values = np.asarray(letters.model.gravity, dtype=float)
    along = np.flatnonzero(np.abs(values) > ZERO)
    if len(along) == 1 and not letters.numeric:
        g = letters.value("g", "", abs(values[along[0]]), "m/s²", "gravity", "gravity")
        return np.array([g * float(np.sign(x)) if abs(x) > ZERO else 0.0 for x in values], dtype=object)
    made = (
        letters.value("g", axis, x, "m/s²", f"gravity along {axis}", "gravity")
        for axis, x in zip(AXES, values, strict=True)
    )
    return np.array(list(made), dtype=object)


def friction(letters: Letters, sub: Literal["v", "c"], values: ArrayLike) -> Array:
    """Return the viscous (v) or dry (c) friction of all coordinates."""
    made = []
    for k, value in enumerate(np.asarray(values, dtype=float)):
        unit = _effort(letters, k) + ("·s" + _per(letters, k) if sub == "v" else "")
        what = "viscous friction" if sub == "v" else "dry friction"
        meaning = f"{what} of {letters.symbols.coordinates[k].name!r}"
        made.append(letters.value("f", f"{sub}{k + 1}", value, unit, meaning, "friction"))
    return np.array(made, dtype=object)


def square(letters: Letters, stem: Literal["k", "β"], values: ArrayLike) -> Array:
    """Return the matrix of stiffness (k) or damping (β)."""
    values = np.asarray(values, dtype=float)
    n = len(values)
    entries: list[list[Any]] = [[0.0] * n for _ in range(n)]
    kind: Kind = "stiffness" if stem == "k" else "friction"
    what, over = ("stiffness", "") if stem == "k" else ("damping", "·s")
    for i in range(n):
        for j in range(i, n):
            number = str(i + 1) if i == j else f"{i + 1}{j + 1}" if n < 10 else f"{i + 1},{j + 1}"
            at = f"coordinate {i + 1}" if i == j else f"coordinates {i + 1} and {j + 1}"
            unit = _effort(letters, i) + over + _per(letters, j)
            entries[i][j] = entries[j][i] = letters.value(stem, number, values[i, j], unit, f"{what} at {at}", kind)
    return np.array(entries, dtype=object).reshape(n, n)


def rest(letters: Letters) -> Array:
    """Return where the springs are at rest."""
    values = [
        letters.value("r", str(k + 1), value, letters.units[k], f"rest of the spring at coordinate {k + 1}", "rest")
        for k, value in enumerate(letters.model.rest)
    ]
    return np.array(values, dtype=object)


def _effort(letters: Letters, k: int) -> str:
    """Return the unit of an effort at a coordinate; that of an amplitude without unit is an energy."""
    return {"rad": "N·m", "m": "N"}.get(letters.units[k], "J")


def _per(letters: Letters, k: int) -> str:
    """Return "per unit of a coordinate"; nothing where it has no unit."""
    return f"/{letters.units[k]}" if letters.units[k] else ""
