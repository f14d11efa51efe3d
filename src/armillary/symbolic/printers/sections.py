"""The contents of a page of equations in any language: the entries of each quantity that must be written.

A symmetric matrix needs its upper triangle, Christoffel symbols b_ijk = b_ikj need j ≤ k. Zeros are left out, and
`words` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from armillary.symbolic.equations import Equations
from armillary.symbolic.formula import Formula
from armillary.symbolic.quantities import QUANTITIES, Quantity

NAMED = 4
"""Up to this many zeros are listed by name; more are "the others"."""

Grid = tuple[tuple[Formula, ...], ...]


@dataclass(frozen=True, eq=False)
class Section:
    """A quantity: its entries that are not zero, its zeros, and for a matrix the grid of all entries."""

    quantity: Quantity[Any]
    entries: tuple[Formula, ...]
    zeros: tuple[Formula, ...]
    grid: Grid | None = None

    @property
    def zero(self) -> bool:
        """Whether all of it is zero."""
        return not self.entries


def sections(equations: Equations, names: Sequence[str]) -> list[Section]:
    """Return a section for each quantity."""
    return [section(equations, name) for name in names]


def section(equations: Equations, name: str) -> Section:
    """Return the section of one quantity."""
    found, grid = equations.quantity(name), None
    own: Iterable[Formula] = [found] if isinstance(found, Formula) else found
    if not isinstance(found, Formula) and len(found.shape) == 3:
        own = [found[i, j, k] for i, j, k in np.ndindex(*found.shape) if j <= k]
    elif not isinstance(found, Formula) and len(found.shape) == 2:
        rows, columns = map(range, found.shape)
        pairs = [(i, j) for i in rows for j in columns if i < j]
        symmetric = rows == columns and len(rows) > 1 and all(found[i, j] == found[j, i] for i, j in pairs)
        grid = tuple(tuple(found[min(i, j), max(i, j)] if symmetric else found[i, j] for j in columns) for i in rows)
        own = [grid[i][j] for i, j in np.ndindex(*found.shape) if not symmetric or i <= j]
    listed = tuple(own)
    written, zeros = tuple(one for one in listed if not one.zero), tuple(one for one in listed if one.zero)
    return Section(QUANTITIES[name], written, zeros, grid)


def law(names: Sequence[str], equations: Equations) -> tuple[str, ...]:
    """Return the quantities whose sum is τ, or () if the shown ones do not make up the whole sum.

    f belongs to the sum if it is shown, or acts on the robot.
    """
    shown = set(names)
    middle = next((forms for forms in (("v",), ("B", "C"), ("Gamma",)) if set(forms) <= shown), None)
    if middle is None or not {"M", "g"} <= shown:
        return ()
    passive = "f" in shown or not all(one.zero for one in equations.formulas("f"))
    return ("M", *middle, "g", *(("f",) if passive else ()))


def words(section: Section, named: Callable[[Formula], str]) -> list[str]:
    """Return sentences about the entries that the formulas of a section leave out, zeros and equal ones."""
    said = []
    if section.quantity.name == "b" and not section.zero:
        said.append("The last two indices may change places.")
    if section.zeros and section.grid is None and not section.zero:
        *others, last = map(named, section.zeros)
        if len(others) >= NAMED:
            said.append("The others are zero.")
        else:
            said.append(f"{', '.join(others)} and {last} are zero." if others else f"{last} is zero.")
    return [" ".join(said)] if said else []
