"""Checks of windings and their heat: fields that need each other."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.description.winding import Winding
from armillary.errors import Problem


def winding_faults(field: str, winding: Winding) -> Iterator[Problem]:
    """Yield the faults between the fields of a winding."""
    if winding.inductance and winding.bandwidth is None:
        problem, hint = "missing for a winding with an inductance", "as in bandwidth = '1000 rad/s'"
        yield Problem(f"{field}.bandwidth", problem, "that of the current loop", hint)
    if bool(winding.cogging) != bool(winding.cogging_periods):
        problem = f"cogging {winding.cogging:g} N·m, cogging_periods {winding.cogging_periods:g}"
        yield Problem(f"{field}.cogging", problem, "both, or neither")
    heat = winding.heat
    if heat is not None and (heat.housing_resistance is None) != (heat.housing_capacity is None):
        problem = "one of housing_resistance and housing_capacity"
        yield Problem(f"{field}.heat.housing_resistance", problem, "both for two nodes, neither for one")
