"""One figure of a paper, as printed (or as recomputed where the print is wrong), beside ours."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A number to reproduce.

    `expected` is the published value, or the corrected one; `where` cites it, as in "Table 1" or
    "eq. (17)"; `tolerance` is absolute. `note` says what a reader must know, such as an erratum.
    """

    item: str
    expected: float
    ours: float
    tolerance: float
    where: str
    note: str = ""

    @property
    def difference(self) -> float:
        """Ours less the expected value."""
        return self.ours - self.expected

    @property
    def holds(self) -> bool:
        """Whether the difference is within the tolerance."""
        return abs(self.difference) <= self.tolerance
