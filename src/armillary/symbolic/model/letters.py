"""Letters for the numbers of a robot: scalars, vectors, tensors and places, named after their bodies.

Zero stays zero. Names: m2 mass, lc2 centre of mass, Izz2 inertia at the centre of mass, l2 the place of the next joint
on link 2; x, y, z for the components of a vector. Payloads have p before the number, motors with their stators s, and
rotors m: mp2, Im2, and N2 the ratio. A placement of a DH table has its letters: a2, α2, d3. A node of a flexible link
has the number of the link and a t, 1t, the next node 1tb.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody import BASE, Model
from armillary.multibody.joints import Node
from armillary.spatial.scalar import Array
from armillary.symbolic.model.parameters import ZERO, Kind, Symbols, free_name

AXES = "xyz"


class Letters:
    """Names the numbers of one model; with `numeric` they stay numbers."""

    def __init__(self, model: Model, numeric: bool, units: Sequence[str]) -> None:
        self.model, self.numeric, self.units = model, numeric, units
        self.symbols = Symbols()
        self.index = body_numbers(model)
        self._places: dict[tuple[int, int, float], Any] = {}
        """Lengths that are already named: (body, axis, value)."""

    def value(self, stem: str, sub: str, value: float, unit: str, meaning: str, kind: Kind) -> Any:
        """Return a letter for a number, or the number."""
        if self.numeric:
            return float(value)
        return self.symbols.parameter(stem, sub, value, unit, meaning, kind)

    def vector(self, stem: str, sub: str, number: str, values: Sequence[float], what: str, kind: Kind) -> Array:
        """Return a vector with a letter for each component; names have the axis if several are not zero."""
        several = sum(abs(value) >= ZERO for value in values) > 1
        unit = "m" if kind == "length" else ""
        letters = [sub + (axis if several else "") + number for axis in AXES]
        named = zip(letters, values, AXES, strict=True)
        made = [self.value(stem, letter, value, unit, f"{what}, along {axis}", kind) for letter, value, axis in named]
        return np.array(made, dtype=object)

    def place(self, body: int, sub: str, values: Sequence[float], what: str) -> Array:
        """Return a position on a body; a position that already has a name keeps it."""
        keys = [(body, k, float(value)) for k, value in enumerate(values)]
        if not self.placed(body, values):
            made = self.vector("l", sub, self.index[body], values, what, "length")
            self._places.update(zip(keys, made, strict=True))
            return made
        return np.array([self._places.get(key, 0.0) for key in keys], dtype=object)

    def register(self, body: int, values: ArrayLike, made: Array) -> None:
        """Let the coordinates of a position on a body have these names for other parts that are mounted there."""
        for k, value in enumerate(np.asarray(values, dtype=float)):
            self._places.setdefault((body, k, float(value)), made[k])

    def placed(self, body: int, values: Sequence[float]) -> bool:
        """Return whether every coordinate of a position on a body already has a name, or is zero."""
        return all((body, k, x) in self._places or abs(x) < ZERO for k, x in enumerate(values))

    def tensor(self, stem: str, sub: str, number: str, values: ArrayLike, what: str) -> Array:
        """Return a symmetric tensor, a letter for each entry that is not zero."""
        values = np.asarray(values, dtype=float)
        small = ZERO * float(np.abs(values).max(initial=0.0))
        entries = np.zeros((3, 3)).astype(object)
        for i, j in itertools.combinations_with_replacement(range(3), 2):
            if abs(values[i, j]) > small:
                axes = AXES[i] + AXES[j]
                letter, meaning = sub + axes + number, f"inertia {axes} of {what}"
                entries[i, j] = entries[j, i] = self.value(stem, letter, values[i, j], "kg·m²", meaning, "inertia")
        return entries


def body_numbers(model: Model) -> dict[int, str]:
    """Return the number of every body: its coordinate's, or its parent's with t (node), f (coupled) or w (fixed)."""
    index: dict[int, str] = {BASE: "0"}
    for i, p in model.outward():
        joint = model.joints[i]
        has_coordinate = not joint.kind.shared and joint.kind.nv
        if has_coordinate:
            index[i] = str(joint.v.start + 1)
            continue
        letter = "f" if joint.kind.shared else "w"
        if isinstance(joint.kind, Node):
            letter = "t"
        index[i] = free_name(index[p] + letter, index.values())
    return index
