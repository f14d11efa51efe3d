"""A measured number of a candidate with its unit, preferred direction and standard error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Better = Literal["less", "more", ""]


@dataclass(frozen=True)
class Measure:
    """A number of a candidate.

    `key` is its name, group first ("operations.inverse_dynamics"), `label` its name in tables, `unit` the unit of the
    value ("" for pure numbers). `better` is the preferred direction, "" for no preference. A value of None does not
    apply to the candidate; `note` then gives the reason. `error` is the standard error of a sampled value.

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
        """The group, the part of the key before the dot."""
        return self.key.partition(".")[0]
