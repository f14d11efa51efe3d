"""The examination of an installation: all findings, and whether something is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from armillary.analysis.installation.finding import Finding
from armillary.analysis.installation.machine import gpu, kept_code, processor, versions
from armillary.analysis.installation.packages import packages
from armillary.analysis.installation.self_test import files, same_numbers, short_run
from armillary.tables.parts import Part, Text
from armillary.tables.table import Table, columns

EXAMINED: tuple[Callable[[], Iterator[Finding]], ...] = (
    versions, packages, processor, kept_code, gpu, files, same_numbers, short_run,
)  # fmt: skip


@dataclass(frozen=True)
class Examination:
    """All findings about an installation."""

    findings: tuple[Finding, ...]

    @property
    def broken(self) -> tuple[Finding, ...]:
        """The findings that something does not work."""
        return tuple(each for each in self.findings if each.state == "BROKEN")

    def data(self) -> dict[str, Any]:
        """Return the examination for JSON."""
        return {"passed": not self.broken, "findings": [asdict(each) for each in self.findings]}

    def tables(self) -> list[Part]:
        """Return a table for each part, then the verdict."""
        parts: list[Part] = []
        for name in dict.fromkeys(each.part for each in self.findings):
            own = [each for each in self.findings if each.part == name]
            cells = [(each.name, each.found, each.state, each.hint) for each in own]
            heads = columns("name", "found", "state", "hint", wrap={"name": 16, "found": 24, "hint": 24})
            parts.append(Table(name, heads, cells))
        if not self.broken:
            return [*parts, Text("Everything that is installed works.", "good")]
        names = ", ".join(each.name for each in self.broken)
        return [*parts, Text(f"Broken: {names}.", "bad")]


def examine() -> Examination:
    """Return all findings about this installation; an error of any kind is a finding too."""
    found: list[Finding] = []
    for look in EXAMINED:
        try:
            found += look()
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
            found.append(Finding("errors", look.__name__, text, "BROKEN", "install armillary again, or report this"))
    return Examination(tuple(found))
