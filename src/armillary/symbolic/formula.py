"""One entry of the equations, and arrays of entries: canonical polynomials inside, written out on request."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from armillary.files.keywords import Helpful
from armillary.symbolic.algebra.polynomial import Poly, terms_of
from armillary.symbolic.algebra.tree import Tree, evaluate, operations

if TYPE_CHECKING:
    from armillary.symbolic.equations import Equations

Values = Mapping[int, float]


@dataclass(frozen=True, eq=False)
class Formula(Helpful):
    """An entry of the equations of a robot, such as M12.

    Two formulas of one robot are equal exactly if they are the same function of coordinates and parameters.

    Example:
        >>> import armillary as arm
        >>> str(arm.equations(arm.library.get("khatib-rr")).entry("M22"))
        'm2 lc2² + Izz2'
    """

    owner: Equations
    name: str
    polynomial: Poly | float
    short: bool = False

    @cached_property
    def tree(self) -> Tree:
        """The formula in its written form."""
        return self.owner.writer.formula(self.polynomial, self.short)

    @property
    def operations(self) -> tuple[int, int]:
        """Multiplications and additions of the formula as written."""
        return operations(self.tree)

    @property
    def parts(self) -> tuple[str, str]:
        """Its name as letter and indices: ("M", "12")."""
        stem = self.name.rstrip("0123456789,")
        return stem, self.name[len(stem) :]

    @property
    def zero(self) -> bool:
        """Whether it is zero for all values."""
        return not terms_of(self.polynomial)

    def text(self) -> str:
        """Return the formula in Unicode."""
        return self.owner.printer.print(self.tree)

    def latex(self) -> str:
        """Return the formula in LaTeX, without its name and without dollar signs."""
        from armillary.symbolic.printers.latex import LatexPrinter

        return LatexPrinter(self.owner.symbols).print(self.tree)

    def sympy(self) -> Any:
        """Return the formula as a SymPy expression (extra `equations`)."""
        from armillary.symbolic.printers.sympy_form import to_sympy

        return to_sympy(self.tree, self.owner.symbols)

    def evaluate(self, values: Values) -> float:
        """Return the value of the written formula; `Equations.values` makes the values."""
        try:
            return float(evaluate(self.tree, values))
        except (ValueError, OverflowError):  # Python's `math` raises where NumPy gives NaN
            return math.nan

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Formula):
            return NotImplemented
        if self.owner is not other.owner:
            if self.owner != other.owner:
                return False
            other = self.owner.entry(other.name)  # equal equations may number their symbols in another order
        return not terms_of(self.polynomial - other.polynomial)

    def __hash__(self) -> int:
        return hash(self.owner)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy as an entry of the copied equations, whose symbols it needs."""
        return type(self.owner).entry, (self.owner, self.name)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"{self.name} = {self.text()}"

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"


class Formulas(Helpful):
    """A vector or matrix of formulas, such as M or g; indices count from zero, names from one."""

    def __init__(self, name: str, entries: NDArray[Any]) -> None:
        self.name, self.entries = name, entries

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Formulas):
            return NotImplemented
        return (self.name, self.shape) == (other.name, other.shape) and all(map(operator.eq, self, other))

    def __hash__(self) -> int:
        return hash((self.name, self.shape))

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array."""
        return self.entries.shape

    def __getitem__(self, index: Any) -> Any:
        entries = self.entries[index]
        return Formulas(self.name, entries) if isinstance(entries, np.ndarray) else entries

    def __iter__(self) -> Iterator[Formula]:
        return iter(self.entries.flat)

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def operations(self) -> tuple[int, int]:
        """Multiplications and additions of all entries as written, each by itself."""
        return total_operations(self)

    def evaluate(self, values: Values) -> NDArray[np.float64]:
        """Return the values of all entries."""
        return np.array([formula.evaluate(values) for formula in self], dtype=float).reshape(self.shape)

    def text(self) -> str:
        """Return the entries that are not zero, a line each."""
        return "\n".join(repr(formula) for formula in self if not formula.zero) or f"{self.name} = 0"

    def latex(self) -> str:
        """Return a matrix in LaTeX."""
        from armillary.symbolic.printers.latex import matrix

        return matrix(self)

    def sympy(self) -> Any:
        """Return a SymPy matrix, or an array where there are three indices (extra `equations`)."""
        from armillary.symbolic.printers.sympy_form import array

        return array(self)

    def __repr__(self) -> str:
        return self.text()

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"


def total_operations(formulas: Iterable[Formula]) -> tuple[int, int]:
    """Return the multiplications and additions of formulas as written."""
    counts = [formula.operations for formula in formulas]
    return sum(mul for mul, _ in counts), sum(add for _, add in counts)
