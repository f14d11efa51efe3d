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
from armillary.symbolic.quantities import QUANTITIES, EquationQuantity

NAMED = 4
"""Up to this many zeros are listed by name; more are "the others"."""

Grid = tuple[tuple[Formula, ...], ...]


@dataclass(frozen=True, eq=False)
class QuantitySection:
    """A quantity: its entries that are not zero, its zeros, and for a matrix the grid of all entries."""

    quantity: EquationQuantity[Any]
    entries: tuple[Formula, ...]
    zeros: tuple[Formula, ...]
    grid: Grid | None = None

    @property
    def zero(self) -> bool:
        """Whether all of it is zero."""
        return not self.entries


def sections(equations: Equations, names: Sequence[str]) -> list[QuantitySection]:
    """Return a section for each quantity."""
    return [section(equations, name) for name in names]


def section(equations: Equations, name: str) -> QuantitySection:
    """Return the section of one quantity."""
    quantity, grid = equations.quantity(name), None
    entries: Iterable[Formula] = [quantity] if isinstance(quantity, Formula) else quantity
    if not isinstance(quantity, Formula) and len(quantity.shape) == 3:
        entries = [quantity[i, j, k] for i, j, k in np.ndindex(*quantity.shape) if j <= k]
    elif not isinstance(quantity, Formula) and len(quantity.shape) == 2:
        rows, columns = map(range, quantity.shape)
        pairs = [(i, j) for i in rows for j in columns if i < j]
        symmetric = rows == columns and len(rows) > 1 and all(quantity[i, j] == quantity[j, i] for i, j in pairs)
        grid = tuple(
            tuple(quantity[min(i, j), max(i, j)] if symmetric else quantity[i, j] for j in columns) for i in rows
        )
        entries = [grid[i][j] for i, j in np.ndindex(*quantity.shape) if not symmetric or i <= j]
    written = tuple(formula for formula in entries if not formula.zero)
    zeros = tuple(formula for formula in entries if formula.zero)
    return QuantitySection(QUANTITIES[name], written, zeros, grid)


def law(names: Sequence[str], equations: Equations) -> tuple[str, ...]:
    """Return the quantities whose sum is τ, or () if the shown ones do not make up the whole sum.

    f belongs to the sum if it is shown, or acts on the robot.
    """
    shown = set(names)
    middle = next((forms for forms in (("v",), ("B", "C"), ("Gamma",)) if set(forms) <= shown), None)
    if middle is None or not {"M", "g"} <= shown:
        return ()
    passive = "f" in shown or not all(formula.zero for formula in equations.formulas("f"))
    return ("M", *middle, "g", *(("f",) if passive else ()))


def words(section: QuantitySection, named: Callable[[Formula], str]) -> list[str]:
    """Return sentences about the entries that the formulas of a section leave out, zeros and equal ones."""
    sentences = []
    if section.quantity.name == "b" and not section.zero:
        sentences.append("The last two indices may change places.")
    if section.zeros and section.grid is None and not section.zero:
        *others, last = map(named, section.zeros)
        if len(others) >= NAMED:
            sentences.append("The others are zero.")
        else:
            sentences.append(f"{', '.join(others)} and {last} are zero." if others else f"{last} is zero.")
    return [" ".join(sentences)] if sentences else []
