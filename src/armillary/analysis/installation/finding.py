"""One answer of the examination of an installation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "absent", "BROKEN"]
"""Absent: an optional part is not there, and nothing is wrong with that."""


@dataclass(frozen=True)
class Finding:
    """One part of an installation with its state.

    Args:
        part: Group, such as "packages".
        name: Name in the group, such as "numpy".
        found: Version, path or measured value.
        state: Whether the part works.
        hint: What to do if it does not.
    """

    part: str
    name: str
    found: str
    state: State = "ok"
    hint: str = ""


def verdict(passed: bool) -> State:
    """Return the state of a part that is tested; a comparison with a number that is not finite has failed."""
    return "ok" if passed else "BROKEN"
