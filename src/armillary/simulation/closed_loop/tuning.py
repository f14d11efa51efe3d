"""Numbers of the controller and of disturbances as entries of p: `controller.kp[2]`, `disturbances[0].force.z`.

One compilation serves runs with different gains and wrenches. `simulation.numbers` has the names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from armillary.files.lines import field_name, field_path
from armillary.simulation.closed_loop.controls import bound
from armillary.simulation.disturbances import Disturbance
from armillary.simulation.numbers import Gain, gains, with_gain, with_wrench
from armillary.simulation.parameters import Format, format_of
from armillary.simulation.references import anchor
from armillary.simulation.signals import Controller, Parametric, Reference, WithNumbers
from armillary.spatial.scalar import Array, Floats, Scalar

if TYPE_CHECKING:
    from armillary.simulation.scenario import Scenario


def lifted(scenario: Scenario, given: Sequence[str] = (), all_: bool = True) -> dict[str, Floats]:
    """Return the gains of a controller by name, as `Tuning` takes them, so that other gains need no other code.

    A gain that is anchored at the start has one value for each run. Equal gains of all joints are one number. Gains of
    zero are left out: code without their terms is shorter. Where some gains are `given`, or without `all_`, only gains
    that differ between runs are returned.
    """
    groups: dict[str, list[tuple[Gain, Floats]]] = {}
    for gain, values in _by_run(scenario):
        groups.setdefault(field_name(gain.path), []).append((gain, values))
    found: dict[str, Floats] = {}
    for name, group in groups.items():
        first, values = group[0]
        vector = len(first.place) <= 1 and format_of(first.declared) in (None, Format.GAIN)
        if vector and all(np.array_equal(each, values) for _, each in group):
            found[name] = values
        else:
            found |= {name + "".join(f"[{k}]" for k in gain.place): each for gain, each in group}
    tuned = {name.partition("[")[0] for name in given if name.startswith("controller")}
    if tuned or not all_:
        return {name: each for name, each in found.items() if np.ptp(each) and name.partition("[")[0] not in tuned}
    return {name: each for name, each in found.items() if np.any(each)}


def _by_run(scenario: Scenario) -> list[tuple[Gain, Floats]]:
    """Return the gains of a controller with their values: a number, or one for each run where starts decide."""
    spec, model, starts = scenario.controller, scenario.control_model, scenario.starts[:, : scenario.plant_model.nq]
    own = list(gains(spec, scenario.law))
    if len(starts) == 1 or not own or anchor(spec, model, starts[0]) == spec:
        return [(gain, np.array(gain.value)) for gain in own]
    specs = (anchor(spec, model, q) for q in starts)
    table = np.array([[gain.value for gain in gains(each, each.law(model))] for each in specs]).T
    return [(gain, values if np.ptp(values) else values[0]) for gain, values in zip(own, table, strict=True)]


@dataclass(frozen=True, eq=False)
class Tuning:
    """The free numbers of a scenario beside those of its plant.

    With `free_motion`, further values are the numbers of the reference; without a reference, the start of each run.
    """

    scenario: Scenario
    names: tuple[str, ...] = ()
    free_motion: bool = False

    @property
    def count(self) -> int:
        """Number of values."""
        desired: Any = self.scenario.desired
        return len(self.names) + (len(desired.numbers) if self.free_motion else 0)

    def at(self, values: Sequence[Scalar] | Array) -> tuple[Controller, Reference, tuple[Disturbance, ...]]:
        """Return law, reference and disturbances with these numbers or expressions."""
        scenario = self.scenario
        law, desired, pushes = scenario.law, scenario.desired, scenario.disturbances
        spec: Any = anchor(scenario.controller, scenario.control_model, scenario.starts[0, : scenario.plant_model.nq])
        tuned = spec
        for name, value in zip(self.names, values, strict=False):
            owner, *rest = field_path(name)
            if owner == "controller":
                tuned = with_gain(tuned, law, rest, value)
            else:
                changed: list[Any] = [*pushes]
                changed[int(rest[0])] = with_wrench(changed[int(rest[0])], rest[1:], value)
                pushes = tuple(changed)
        if tuned is not spec:
            law = bound(tuned, scenario.control_model, desired, scenario.plant_model, scenario.sensing.sizes)
        if self.free_motion:
            desired = WithNumbers(cast(Parametric, desired), tuple(values[len(self.names) :]), desired.switches)
        return law, desired, pushes

    def neutral(self) -> Any:
        """Return the specification of the controller with 1 in the place of each of its free numbers."""
        scenario = self.scenario
        spec: Any = anchor(scenario.controller, scenario.control_model, scenario.starts[0, : scenario.plant_model.nq])
        for name in self.names:
            owner, *rest = field_path(name)
            if owner == "controller":
                spec = with_gain(spec, scenario.law, rest, 1.0)
        return spec
