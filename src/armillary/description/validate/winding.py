"""Checks of windings and their heat."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.description.validate.quantities import above_zero, finite, not_negative
from armillary.description.winding import Heat, Winding
from armillary.errors import Problem


def winding_faults(field: str, own: Winding) -> Iterator[Problem]:
    """Yield every fault of a winding."""
    for name, unit in (("torque_constant", " N·m/A"), ("resistance", " Ω")):
        yield from above_zero(f"{field}.{name}", getattr(own, name), "the value", unit)
    for name in ("inductance", "cogging", "cogging_periods"):
        yield from not_negative(f"{field}.{name}", getattr(own, name))
    for name, unit in (("current", " A"), ("voltage", " V")):
        if not getattr(own, name) > 0:
            yield Problem(f"{field}.{name}", f"{getattr(own, name):g}{unit}", "a limit above zero")
    if own.inductance and own.bandwidth is None:
        hint = "as in bandwidth = '1000 rad/s'"
        yield Problem(
            f"{field}.bandwidth", "missing for a winding with an inductance", "that of the current loop", hint
        )
    if own.bandwidth is not None:
        yield from above_zero(f"{field}.bandwidth", own.bandwidth, "the value", " rad/s")
    if bool(own.cogging) != bool(own.cogging_periods):
        found = f"cogging {own.cogging:g} N·m, cogging_periods {own.cogging_periods:g}"
        yield Problem(f"{field}.cogging", found, "both, or neither")
    if own.heat is not None:
        yield from _heat(f"{field}.heat", own.heat)


def _heat(field: str, own: Heat) -> Iterator[Problem]:
    for name in ("resistance", "capacity", "housing_resistance", "housing_capacity", "ambient"):
        value = getattr(own, name)
        yield from above_zero(f"{field}.{name}", value, "the value", "") if value is not None else ()
    yield from finite(f"{field}.coefficient", [own.coefficient])
    if (own.housing_resistance is None) != (own.housing_capacity is None):
        found = "one of housing_resistance and housing_capacity"
        yield Problem(f"{field}.housing_resistance", found, "both for two nodes, neither for one")
