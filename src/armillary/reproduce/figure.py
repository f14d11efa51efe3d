"""Published numbers beside computed ones: a `Figure` has the expected value, a `FigureSource` where it is printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, SupportsFloat

Kind = Literal["equal", "at most", "differs", "shown"]
Verdict = Literal["ok", "FAIL", "print differs", "not checked"]


@dataclass(frozen=True)
class Figure:
    """A number to reproduce.

    Attributes:
        item: Name of the number, with its unit.
        expected: Published value, or the corrected one; None if none is published.
        ours: Computed value.
        tolerance: Absolute tolerance.
        where: Place in the paper, such as "Table 1", or "recount" or "recomputed" for an independent computation.
        note: Remark, such as an erratum.
        kind: Whether ours must equal the expected value, be at most that (operation counts), must differ from it
            because the print is wrong, or is not checked: measured times, and prints without a definition.
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
    def holds(self) -> bool | None:
        """Whether the expected value holds, within the tolerance and on the side that matters; None if not checked."""
        if self.kind == "shown":
            return None
        if self.difference is None:
            return False
        return (self.difference if self.kind == "at most" else abs(self.difference)) <= self.tolerance

    @property
    def verdict(self) -> Verdict:
        """The result in words; "FAIL" also for a print that is said to be wrong and agrees, or is not a number."""
        if self.kind == "shown":
            return "not checked"
        if self.kind == "differs":
            beyond = self.difference is not None and abs(self.difference) > self.tolerance
            return "print differs" if beyond else "FAIL"
        return "ok" if self.holds else "FAIL"


@dataclass(frozen=True)
class FigureSource:
    """Where figures come from: the place in the paper, and a note that they share."""

    where: str
    note: str = ""

    def equal(self, item: str, expected: float, ours: SupportsFloat, tolerance: float) -> Figure:
        """Return a figure that ours must equal within an absolute tolerance."""
        return Figure(item, expected, float(ours), tolerance, self.where, self.note)

    def at_most(self, item: str, bound: float, ours: SupportsFloat) -> Figure:
        """Return a figure that ours must not exceed."""
        return Figure(item, bound, float(ours), 0.0, self.where, self.note, "at most")

    def differs(self, item: str, printed: float, ours: SupportsFloat, tolerance: float) -> Figure:
        """Return a figure whose print is wrong: ours must differ from it by more than an absolute tolerance."""
        return Figure(item, printed, float(ours), tolerance, self.where, self.note, "differs")

    def shown(self, item: str, ours: SupportsFloat, printed: float | None = None) -> Figure:
        """Return a figure without a check, beside the print if there is one."""
        return Figure(item, printed, float(ours), 0.0, self.where, self.note, "shown")

    def each(
        self, item: str, expected: Iterable[float], ours: Iterable[SupportsFloat], tolerance: float
    ) -> Iterator[Figure]:
        """Yield a figure for each entry of a vector; {} in `item` is the number of the entry, from 1."""
        for k, (value, computed) in enumerate(zip(expected, ours, strict=True), start=1):
            yield self.equal(item.format(k), value, computed, tolerance)
