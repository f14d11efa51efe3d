"""Numbers of the controller and of disturbances that stay free: `controller.kp[2]`, `disturbances[0].force.z`.

Their values are entries of p, so that one compilation serves runs with different gains and wrenches. Indices count from
zero. A gain without an index is one number for all joints. Parts of a controller have the names of their fields:
`controller.controller.kp`, `controller.filters[0].frequency`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from armillary.errors import ArgumentError
from armillary.files.lines import field_name, field_path
from armillary.files.words import shortened
from armillary.simulation.closed_loop.controls import bound
from armillary.simulation.controllers.gains import Gain, gains, with_gain
from armillary.simulation.disturbances import Push
from armillary.simulation.references import anchor
from armillary.simulation.signals import Controller, Parametric, Reference, WithNumbers
from armillary.spatial.scalar import Array, Scalar

if TYPE_CHECKING:
    from armillary.simulation.scenario import Scenario

OWNERS = ("controller", "disturbances")
PLACES = {"moment": 0, "force": 3}
"""First entry of each part of a wrench."""


def lifted(scenario: Scenario) -> dict[str, float]:
    """Return the gains of a controller by name, as `Tuning` takes them, so that other gains need no other code.

    Equal gains of all joints are one number. Gains of zero are left out: code without their terms is shorter.
    """
    groups: dict[str, list[Gain]] = {}
    for gain in gains(scenario.controller, scenario.law):
        groups.setdefault(field_name(gain.path), []).append(gain)
    found: dict[str, float] = {}
    for name, group in groups.items():
        vector = len(group[0].place) <= 1 and group[0].says.kind in ("gain", "number")
        if vector and len({gain.value for gain in group}) == 1:
            found[name] = group[0].value
        else:
            found |= {name + "".join(f"[{k}]" for k in gain.place): gain.value for gain in group}
    return {name: value for name, value in found.items() if value}


@dataclass(frozen=True, eq=False)
class Tuning:
    """The free numbers of a scenario beside those of its plant.

    With `free_motion`, further values are the numbers of the reference; without a reference, the start of each run.
    """

    scenario: Scenario
    names: tuple[str, ...] = ()
    free_motion: bool = False

    def __post_init__(self) -> None:
        self.at(np.zeros(self.count) + 1.0)  # raises for unknown names

    @property
    def count(self) -> int:
        """Number of values."""
        wanted: Any = self.scenario.wanted
        return len(self.names) + (len(wanted.numbers) if self.free_motion else 0)

    def at(self, values: Sequence[Scalar] | Array) -> tuple[Controller, Reference, tuple[Push, ...]]:
        """Return law, reference and disturbances with these numbers or expressions."""
        scenario = self.scenario
        law, wanted, pushes = scenario.law, scenario.wanted, scenario.disturbances
        spec: Any = anchor(scenario.controller, scenario.model, scenario.starts[0, : scenario.moved.nq])
        tuned = spec
        for name, value in zip(self.names, values, strict=False):
            owner, *rest = field_path(name)
            try:
                if owner == "controller":
                    tuned = with_gain(tuned, law, rest, value)
                else:
                    changed = list(pushes)
                    changed[int(rest[0])] = _pushed(pushes[int(rest[0])], rest[1:], value)
                    pushes = tuple(changed)
            except (AttributeError, LookupError, TypeError, ValueError):
                raise ArgumentError("parameters", shortened(name), self._expected()) from None
        if tuned is not spec:
            law = bound(tuned, scenario.model, wanted, scenario.moved, scenario.sensing.sizes)
        if self.free_motion:
            wanted = WithNumbers(cast(Parametric, wanted), tuple(values[len(self.names) :]), wanted.switches)
        return law, wanted, pushes

    def neutral(self) -> Any:
        """Return the specification of the controller with 1 in the place of each of its free numbers."""
        scenario = self.scenario
        spec: Any = anchor(scenario.controller, scenario.model, scenario.starts[0, : scenario.moved.nq])
        for name in self.names:
            owner, *rest = field_path(name)
            if owner == "controller":
                spec = with_gain(spec, scenario.law, rest, 1.0)
        return spec

    def _expected(self) -> str:
        own = gains(self.scenario.controller, self.scenario.law)
        found = dict.fromkeys(field_name(gain.path) for gain in own)
        axes = [f"disturbances[{k}].force.x" for k in range(len(self.scenario.disturbances))]
        return f"a gain or a wrench of the scenario: {', '.join([*found, *axes]) or 'there are none'}"


def _pushed(push: Push, path: Sequence[str | int], value: Scalar) -> Push:
    """Return a disturbance with another entry of its wrench."""
    part, axis = path
    if callable(push.wrench):
        raise LookupError(part)
    wrench = list(push.wrench)
    wrench[PLACES[str(part)] + "xyz".index(str(axis))] = value
    return replace(push, wrench=tuple(wrench))
