"""Free numbers of controller, disturbances and reference as entries of p, so that one compilation serves all values.

Their names are those of `simulation.numbers`, such as `controller.kp[2]` or `disturbances[0].force.z`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from armillary.files.lines import field_name, field_path
from armillary.simulation.disturbances import Disturbance
from armillary.simulation.loop.controls import bound
from armillary.simulation.numbers import Gain, gains, with_gain, with_wrench
from armillary.simulation.parameters import Format, format_of
from armillary.simulation.references import anchor
from armillary.simulation.signals import Controller, Parametric, Reference, WithNumbers
from armillary.spatial.scalar import Array, Floats, Scalar

if TYPE_CHECKING:
    from armillary.simulation.scenario import Scenario


def lifted_gains(scenario: Scenario, tuned: Sequence[str] = (), all_: bool = True) -> dict[str, Floats]:
    """Return gains of the controller, by name, that become entries of p although nobody varies them.

    Other values then reuse the compiled code. A gain that is anchored at the start has one value for each run. Equal
    gains of all joints are one number. Gains of zero stay constants, since code without their terms is shorter.

    Args:
        scenario: The scenario.
        tuned: Names of numbers that are entries of p in any case.
        all_: Whether to return all gains. Without it, or if some gains are tuned, only gains that differ between runs
            are returned.
    """
    groups: dict[str, list[tuple[Gain, Floats]]] = {}
    for gain, values in _gains_by_run(scenario):
        groups.setdefault(field_name(gain.path), []).append((gain, values))
    lifted: dict[str, Floats] = {}
    for name, group in groups.items():
        first, values = group[0]
        is_vector = len(first.place) <= 1 and format_of(first.declared) in (None, Format.GAIN)
        if is_vector and all(np.array_equal(others, values) for _, others in group):
            lifted[name] = values
        else:
            for gain, of_gain in group:
                lifted[name + "".join(f"[{k}]" for k in gain.place)] = of_gain
    tuned_fields = {name.partition("[")[0] for name in tuned if name.startswith("controller")}
    if tuned_fields or not all_:
        return {
            name: values
            for name, values in lifted.items()
            if np.ptp(values) and name.partition("[")[0] not in tuned_fields
        }
    return {name: values for name, values in lifted.items() if np.any(values)}


def _gains_by_run(scenario: Scenario) -> list[tuple[Gain, Floats]]:
    """Return the gains of a controller, each with a number, or with one for each run where starts decide."""
    spec, model = scenario.controller, scenario.control_model
    starts = scenario.starts[:, : scenario.plant_model.nq]
    nominal = list(gains(spec, scenario.law))
    if len(starts) == 1 or not nominal or anchor(spec, model, starts[0]) == spec:
        return [(gain, np.array(gain.value)) for gain in nominal]
    specs = (anchor(spec, model, q) for q in starts)
    table = np.array([[gain.value for gain in gains(anchored, anchored.law(model))] for anchored in specs]).T
    return [(gain, values if np.ptp(values) else values[0]) for gain, values in zip(nominal, table, strict=True)]


@dataclass(frozen=True, eq=False)
class Tuning:
    """The free numbers of a scenario beside the free parameters of its plant."""

    scenario: Scenario
    names: tuple[str, ...] = ()
    """Names of the numbers of controller and disturbances."""
    free_motion: bool = False
    """Whether the numbers of the reference follow; without a reference, they are the start of each run."""

    @property
    def count(self) -> int:
        """Number of values."""
        desired: Any = self.scenario.desired
        return len(self.names) + (len(desired.numbers) if self.free_motion else 0)

    def at(self, values: Sequence[Scalar] | Array) -> tuple[Controller, Reference, tuple[Disturbance, ...]]:
        """Return law, reference and disturbances with numbers or expressions in place."""
        scenario = self.scenario
        law, desired, pushes = scenario.law, scenario.desired, scenario.disturbances
        spec: Any = anchor(scenario.controller, scenario.control_model, scenario.starts[0, : scenario.plant_model.nq])
        tuned = spec
        for name, value in zip(self.names, values, strict=False):
            owner, *rest = field_path(name)
            if owner == "controller":
                tuned = with_gain(tuned, law, rest, value)
            else:
                number, path = int(rest[0]), rest[1:]
                tuned_pushes: list[Any] = [*pushes]
                tuned_pushes[number] = with_wrench(tuned_pushes[number], path, value)
                pushes = tuple(tuned_pushes)
        if tuned is not spec:
            law = bound(tuned, scenario.control_model, desired, scenario.plant_model, scenario.sensing.sizes)
        if self.free_motion:
            desired = WithNumbers(cast(Parametric, desired), tuple(values[len(self.names) :]), desired.switches)
        return law, desired, pushes

    def neutral(self) -> Any:
        """Return the specification of the controller with 1 in place of each free number, for comparisons."""
        scenario = self.scenario
        spec: Any = anchor(scenario.controller, scenario.control_model, scenario.starts[0, : scenario.plant_model.nq])
        for name in self.names:
            owner, *rest = field_path(name)
            if owner == "controller":
                spec = with_gain(spec, scenario.law, rest, 1.0)
        return spec
