"""One number that is known of a candidate: what it is, its unit, which way is better, how sure it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Better = Literal["less", "more", ""]


@dataclass(frozen=True)
class Measure:
    """A number of a candidate.

    `key` is its name, group first ("operations.inverse_dynamics"); `label` says it in words, `unit` is that of the
    value ("" for pure numbers). `better` says which way a selection prefers, or "" where neither is. A value of None
    does not apply to the candidate; `note` then says why. `error` is a standard error where the value was sampled.

    Example:
        >>> Measure("workspace.reach", 0.85, "m", "more", "reach of the tip").value
        0.85
    """

    key: str
    value: float | None
    unit: str
    better: Better
    label: str
    note: str = ""
    error: float | None = None

    @property
    def group(self) -> str:
        """The subject, the part of the key before the dot."""
        return self.key.partition(".")[0]
