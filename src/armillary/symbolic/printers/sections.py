"""What a page of equations is made of, whatever it is written in: for each quantity the entries that must be written.

A symmetric matrix needs those of its upper triangle, Christoffel symbols b_ijk = b_ikj those with j ≤ k; what is zero
is left out and said to be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from armillary.symbolic.equations import Equations
from armillary.symbolic.formula import Formula, Formulas
from armillary.symbolic.quantities import QUANTITIES, Quantity

NAMED = 4
"""Zeros that are called by their names; more are "the others"."""

Grid = tuple[tuple[Formula, ...], ...]


@dataclass(frozen=True, eq=False)
class Section:
    """A quantity: the entries to write, and for a matrix the grid of its entries, equal ones the same."""

    quantity: Quantity[Any]
    entries: tuple[Formula, ...]
    zeros: tuple[Formula, ...]
    grid: Grid | None = None
    symmetric: bool = False

    @property
    def zero(self) -> bool:
        """Whether all of it is zero."""
        return not self.entries

    @property
    def zeros_in_words(self) -> bool:
        """Whether zeros must be said: there are some, and no matrix that shows them."""
        return bool(self.zeros) and self.grid is None and not self.zero


def sections(equations: Equations, names: Sequence[str]) -> list[Section]:
    """Return a section for each quantity."""
    return [section(equations, name) for name in names]


def section(equations: Equations, name: str) -> Section:
    """Return the section of one quantity."""
    quantity, found = QUANTITIES[name], equations.quantity(name)
    if isinstance(found, Formula):
        return Section(quantity, *_sorted_out([found]))
    if found.entries.ndim == 3:
        own = [found[i, j, k] for i, j, k in np.ndindex(*found.shape) if j <= k]
        return Section(quantity, *_sorted_out(own), symmetric=True)
    if found.entries.ndim == 1:
        return Section(quantity, *_sorted_out(found))
    symmetric = is_symmetric(found)
    grid = tuple(
        tuple(found[min(i, j), max(i, j)] if symmetric else found[i, j] for j in range(found.shape[1]))
        for i in range(found.shape[0])
    )
    own = [grid[i][j] for i, j in np.ndindex(*found.shape) if not symmetric or i <= j]
    return Section(quantity, *_sorted_out(own), grid, symmetric)


def _sorted_out(formulas: Iterable[Formula]) -> tuple[tuple[Formula, ...], tuple[Formula, ...]]:
    """Return the formulas that are not zero, and those that are."""
    listed = tuple(formulas)
    return tuple(one for one in listed if not one.zero), tuple(one for one in listed if one.zero)


def is_symmetric(formulas: Formulas) -> bool:
    """Say whether a matrix equals its transpose, whatever the values."""
    rows, columns = formulas.shape
    if rows != columns or rows < 2:
        return False
    return all(formulas[i, j] == formulas[j, i] for i in range(rows) for j in range(i + 1, rows))


def law(names: Sequence[str], equations: Equations) -> tuple[str, ...]:
    """Return the quantities whose sum the efforts are, or () if those shown are not the whole of them.

    f belongs to it if it is shown, or acts on the robot.
    """
    shown = set(names)
    if not {"M", "g"} <= shown:
        return ()
    if "v" in shown:
        middle: tuple[str, ...] = ("v",)
    elif {"B", "C"} <= shown:
        middle = ("B", "C")
    elif "Gamma" in shown:
        middle = ("Gamma",)
    else:
        return ()
    passive = "f" in shown or not all(one.zero for one in equations.formulas("f"))
    return ("M", *middle, "g", *(("f",) if passive else ()))


def words(section: Section, named: Callable[[Formula], str]) -> list[str]:
    """Return what the formulas of a section leave unsaid: which entries are zero, which are equal."""
    said = []
    if section.quantity.name == "b" and not section.zero:
        said.append("The last two indices may change places.")
    if section.zeros_in_words:
        if len(section.zeros) > NAMED:
            said.append("The others are zero.")
        else:
            *others, last = map(named, section.zeros)
            said.append(f"{', '.join(others)} and {last} are zero." if others else f"{last} is zero.")
    return [" ".join(said)] if said else []
