"""Cells of the matrix: a use of a kind of robot works, or is refused with one of the known reasons."""

from __future__ import annotations

import re
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import armillary as arm
from matrix.kinds import Kind

WORKS = "✓"
PART = "in part: "
"""Begins the text of a cell that works in part: the rest is what a warning says."""
GROUPS = (
    "Quantities",
    "Files",
    "Simulation",
    "Analysis",
    "Figures and pages",
    "Exports",
    "Frameworks and GPUs",
    "Studies and commands",
)
"""Groups of uses in the order of the table."""


class InPartError(Exception):
    """A use works in part: the package warns of what is missing, and says it in this text."""


@dataclass(frozen=True)
class Use:
    """A use of a robot: its row of the table and a function that tries it.

    The function takes a kind and an empty folder. It checks results, and raises no error where the use works; an
    `ArmillaryError` is a refusal, any other error a fault.
    """

    group: str
    title: str
    attempt: Callable[[Kind, Path], None]


@dataclass(frozen=True)
class Reason:
    """A reason of refusals: the messages that have it, and the footnote of the table."""

    message: str
    note: str


USES: dict[str, Use] = {}


def in_order() -> list[str]:
    """Return the names of the uses, group by group."""
    return sorted(USES, key=lambda name: GROUPS.index(USES[name].group))


def use(group: str, title: str) -> Callable[[Callable[[Kind, Path], None]], Callable[[Kind, Path], None]]:
    """Add a function to the uses."""

    def add(attempt: Callable[[Kind, Path], None]) -> Callable[[Kind, Path], None]:
        assert attempt.__name__ not in USES
        USES[attempt.__name__] = Use(group, title, attempt)
        return attempt

    return add


def outcome(use: Use, kind: Kind) -> str:
    """Return the text of the cell: `WORKS`, the message of the refusal, or `PART` and that of the warning.

    Other warnings of the package are no faults here: they tell of what a result lacks, and the use goes on.
    """
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", arm.ArmillaryWarning)
        try:
            use.attempt(kind, Path(folder))
        except arm.ArmillaryError as error:
            return str(error)
        except InPartError as error:
            return f"{PART}{error}"
    return WORKS


def reason_of(message: str, reasons: tuple[Reason, ...]) -> Reason | None:
    """Return the reason of a refusal; None if no footnote has it."""
    return next((each for each in reasons if re.search(each.message, message)), None)
