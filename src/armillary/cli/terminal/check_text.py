"""A cross-check for reading: for every quantity, each formulation against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from armillary.analysis.check import CheckResult, Disagreement
    from armillary.cli.terminal.tables import Report


def write_check(heading: str, result: CheckResult, tolerance: float, summary: bool) -> None:
    """Write the worst disagreement of every pair, or of each quantity only, and the verdict."""
    from armillary.cli.terminal.tables import Report

    report = Report()
    report.heading(heading)
    quantities: dict[str, list[Disagreement]] = {}
    for row in result.rows:
        quantities.setdefault(row.quantity, []).append(row)
    if not summary:
        for quantity, rows in quantities.items():
            _write_pairs(report, quantity, rows, tolerance)
    _write_worst(report, quantities, tolerance)
    agree = result.worst <= tolerance
    verdict = "All formulations agree" if agree else "The formulations DISAGREE"
    report.line(
        f"{verdict}: worst relative disagreement {result.worst:.1e}, tolerance {tolerance:.0e}.",
        style="green" if agree else "bold red",
    )


def _names(rows: list[Disagreement]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in (row.first, row.second)))


def _write_pairs(report: Report, quantity: str, rows: list[Disagreement], tolerance: float) -> None:
    """Write the pairs of one quantity as a triangle, a formulation per row and column.

    Where names are too wide to head the columns, their numbers do; then one digit of the values is shown if
    two are too wide.
    """
    names = _names(rows)
    worst = {(row.first, row.second): row.worst for row in rows}
    worst |= {(second, first): value for (first, second), value in worst.items()}

    def triangle(digits: int, start: int, numbered: bool) -> list[list[str]]:
        lines = []
        for k, second in enumerate(names[start:], start=start):
            below = [_cell(worst.get((first, second)), tolerance, digits) for first in names[:k]][: len(names) - 1]
            number = [str(k + 1)] if numbered else []
            lines.append([*number, second, *below, *[""] * (len(names) - 1 - len(below))])
        return lines

    by_name = [quantity, *(f"{name}>" for name in names[:-1])]
    by_number = [">", quantity, *(f"{k}>" for k in range(1, len(names)))]
    if report.fits(by_name, triangle(1, 1, False)):
        report.table(by_name, triangle(1, 1, False))
    else:
        two = triangle(1, 0, True)
        report.table(by_number, two if report.fits(by_number, two) else triangle(0, 0, True))


def _write_worst(report: Report, quantities: dict[str, list[Disagreement]], tolerance: float) -> None:
    lines = []
    for quantity, rows in quantities.items():
        row = max(rows, key=lambda row: (row.worst != row.worst, row.worst))  # NaN is the worst of all
        verdict = "ok" if row.worst <= tolerance else "FAIL"
        lines.append((quantity, str(len(_names(rows))), f"{row.first} : {row.second}", f"{row.worst:.1e}", verdict))
    report.table(["quantity", "ways>", "worst pair", "disagreement>", ""], lines)


def _cell(value: float | None, tolerance: float, digits: int) -> str:
    if value is None:
        return ""
    return f"{value:.{digits}e}" + ("" if value <= tolerance else " FAIL")
