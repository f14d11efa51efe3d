"""A figure of a paper, as printed (or recomputed if the print is wrong), beside the computed value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["equal", "at most", "shown"]


@dataclass(frozen=True)
class Figure:
    """A number to reproduce.

    `expected` is the published value, or the corrected one; `where` cites it, as in "Table 1" or
    "eq. (17)"; `tolerance` is absolute. `note` says what a reader must know, such as an erratum.
    `kind` says what ours must be: equal to it, at most so much (operation counts), or nothing, where
    the print cannot be reproduced and only stands beside ours; then `expected` may be None.
    """

    item: str
    expected: float | None
    ours: float
    tolerance: float
    where: str
    note: str = ""
    kind: Kind = "equal"

    @property
    def difference(self) -> float | None:
        """Computed minus expected value."""
        return None if self.expected is None else self.ours - self.expected

    @property
    def holds(self) -> bool:
        """Whether the difference is within the tolerance, on the side that matters."""
        if self.kind == "shown" or self.difference is None:
            return self.kind == "shown"
        return (self.difference if self.kind == "at most" else abs(self.difference)) <= self.tolerance
