"""Published numbers and computed ones: a `PublishedNumber` has both values, a `Source` says where it is printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, SupportsFloat

Kind = Literal["equal", "at most", "differs", "shown"]
Verdict = Literal["ok", "FAIL", "print differs", "not checked"]


@dataclass(frozen=True)
class PublishedNumber:
    """A number to reproduce.

    Attributes:
        item: Name of the number, with its unit.
        expected: Published value, or the corrected one; None if none is published.
        ours: Computed value.
        tolerance: Absolute tolerance.
        where: Place in the paper, such as "Table 1", or "recount" or "recomputed" for an independent computation.
        note: Remark, such as an erratum.
        kind: Whether ours must equal the expected value, must not exceed it (operation counts), must differ from it
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
        """Whether the expected value holds within the tolerance (an upper bound on one side); None if not checked."""
        if self.kind == "shown":
            return None
        if self.difference is None:
            return False
        return (self.difference if self.kind == "at most" else abs(self.difference)) <= self.tolerance

    @property
    def verdict(self) -> Verdict:
        """The result in words; also "FAIL" if a print listed as wrong agrees with ours, or if ours is NaN."""
        if self.kind == "shown":
            return "not checked"
        if self.kind == "differs":
            beyond = self.difference is not None and abs(self.difference) > self.tolerance
            return "print differs" if beyond else "FAIL"
        return "ok" if self.holds else "FAIL"


@dataclass(frozen=True)
class Source:
    """Where published numbers come from: the place in the paper, and a common note."""

    where: str
    note: str = ""

    def equal(self, item: str, expected: float, ours: SupportsFloat, tolerance: float) -> PublishedNumber:
        """Return a number that ours must equal within an absolute tolerance."""
        return PublishedNumber(item, expected, float(ours), tolerance, self.where, self.note)

    def at_most(self, item: str, bound: float, ours: SupportsFloat) -> PublishedNumber:
        """Return a number that ours must not exceed."""
        return PublishedNumber(item, bound, float(ours), 0.0, self.where, self.note, "at most")

    def differs(self, item: str, printed: float, ours: SupportsFloat, tolerance: float) -> PublishedNumber:
        """Return a number whose print is wrong: ours must differ from it by more than an absolute tolerance."""
        return PublishedNumber(item, printed, float(ours), tolerance, self.where, self.note, "differs")

    def shown(self, item: str, ours: SupportsFloat, printed: float | None = None) -> PublishedNumber:
        """Return a number without a check, with the print if there is one."""
        return PublishedNumber(item, printed, float(ours), 0.0, self.where, self.note, "shown")

    def each(
        self, item: str, expected: Iterable[float], ours: Iterable[SupportsFloat], tolerance: float
    ) -> Iterator[PublishedNumber]:
        """Yield the entries of a vector; {} in `item` is the number of the entry, from 1."""
        for k, (value, computed) in enumerate(zip(expected, ours, strict=True), start=1):
            yield self.equal(item.format(k), value, computed, tolerance)
