"""From a scenario to its closed loops: one for each plant, with the law inside or asked at control instants."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.multibody import Model, build
from armillary.multibody.limits import effort_limits
from armillary.simulation.closed_loop.clocks import clocked
from armillary.simulation.closed_loop.closed_loop import ClosedLoop
from armillary.simulation.closed_loop.digital import Digital, Timing
from armillary.simulation.closed_loop.setup import Setup
from armillary.simulation.closed_loop.sharing import known, structure
from armillary.simulation.closed_loop.switching import SMOOTH, Switching, sticking
from armillary.simulation.closed_loop.tuning import Tuning, lifted
from armillary.simulation.closed_loop.varied import varied
from armillary.simulation.drives.drives import KINDS, heats
from armillary.simulation.drives.stops import joint_stops, rigid_stops
from armillary.simulation.numbers import STARTED, TUNED, owner_of
from armillary.simulation.references import anchor
from armillary.simulation.signals import Controller, Parametric
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.simulation.scenario import Scenario

AGAIN = 4
"""Number of scenarios whose setup is kept for other runs of the same scenario, with other values of parameters."""
_again: OrderedDict[Hashable, tuple[Scenario, Setup]] = OrderedDict()


def setup_of(
    scenario: Scenario,
    step: float | None = None,
    parameters: Mapping[str, ArrayLike] | None = None,
    lift: bool = False,
    switching: bool = False,
) -> Setup:
    """Return the closed loops of a scenario.

    Args:
        scenario: The scenario.
        step: Control period of a law that cannot be compiled [s], if the scenario has none.
        parameters: Values of parameters that stay free, by name: of the plant ("payload.mass"), the controller
            ("controller.kp"), the disturbances ("disturbances[0].force.z"), the reference ("reference.end[2]"), the
            start ("q0[1]") and the noise ("seed"); a number, or one for each run.
        lift: Whether gains and the numbers of the reference are entries of p, so that other values need no other code.
        switching: Whether dry friction sticks by modes that events change, and stops may be rigid; default: friction is
            smooth, and rigid stops are refused.

    Raises:
        ArgumentError: The law cannot be compiled and there is no period for it.
    """
    asked = (id(scenario), step, switching, tuple(parameters or ())) if lift else None
    values = scenario.numbers.checked(parameters) if parameters else {}
    base, scenario = scenario, varied(scenario, values)
    before = _before(asked, base, scenario, values)
    if before is not None:
        return before
    timing, reason = clocked(scenario, step)
    tuning, raised = _tuned(scenario, values, lift, whole=reason is None)
    inside = scenario.law if timing is None else _digital(scenario, timing, compiled=reason is None)
    free = tuple(name for name in values if owner_of(name) not in (*TUNED, *STARTED))
    phases = tuple(_phases(scenario, inside, free, tuning, switching))
    shared = lift and reason is None
    keys = [structure(loop) for _, loop in phases] if shared else []
    if shared:
        phases = tuple((t, known(loop, key)) for (t, loop), key in zip(phases, keys, strict=True))
    made = _checked(Setup(scenario, phases, None if timing is None else timing.period, reason, values, raised))
    if shared and asked is not None and None not in keys:
        _again[asked] = base, made  # the scenario is kept alive, and so its identity
        while len(_again) > AGAIN:
            _again.popitem(last=False)
    return made


def _before(asked: Hashable | None, base: Scenario, scenario: Scenario, values: Mapping[str, Floats]) -> Setup | None:
    """Return the setup of the same scenario with other values of parameters, if it is kept and serves."""
    if asked not in _again:
        return None
    _again.move_to_end(asked)
    before = _again[asked][1]
    if not values:
        return before
    if scenario is base or _alike(scenario, before.scenario):
        return _checked(replace(before, scenario=scenario, parameters=values))
    return None


def _tuned(
    scenario: Scenario, values: Mapping[str, Floats], lift: bool, whole: bool
) -> tuple[Tuning | None, dict[str, Floats]]:
    """Return what stays free in the closed loops beside the plant, and the gains that are entries of p."""
    own = tuple(name for name in values if owner_of(name) in TUNED)
    followed = scenario.reference is None and scenario.controller is not None and len(scenario.starts) > 1
    free_motion = followed or (lift and isinstance(scenario.desired, Parametric))
    raised = lifted(scenario, own, all_=whole) if lift else {}
    return Tuning(scenario, (*own, *raised), free_motion) if own or raised or free_motion else None, raised


def _digital(scenario: Scenario, timing: Timing, compiled: bool) -> Digital:
    """Return the law as tasks at control instants; without the law where Python calls it."""
    switches: tuple[float, ...] = getattr(scenario.law, "switches", ())
    traced = scenario.law if compiled else None
    return Digital(scenario.plant_model, switches, law=traced, timing=timing, sensing=scenario.sensing)


def _phases(
    scenario: Scenario, law: Controller, free: tuple[str, ...], tuning: Tuning | None, switching: bool
) -> Iterator[tuple[float, ClosedLoop]]:
    """Yield the closed loop of each plant with the time [s] from which it holds."""
    plants = [freed(plant, free) for _, plant in scenario.plants]
    stops = [joint_stops(given) if scenario.limits == "stop" else () for _, given in scenario.plants]
    rigid = sorted({each.v for own in stops for each in own if each.rigid})
    modes = SMOOTH
    if switching:
        held = sorted({k for plant in plants for k in sticking(plant)})
        gaps = dict.fromkeys(gear.drive.motor for plant in plants for gear in plant.backlashes)
        modes = Switching(tuple(held), tuple(gaps), tuple(rigid))
    elif rigid:
        raise rigid_stops(next(each for own in stops for each in own if each.rigid))
    found = {kind for plant, own in zip(plants, stops, strict=True) for kind in heats(plant, own)}
    kinds = tuple(kind for kind in KINDS if kind in found)
    for (t, given), plant, own in zip(scenario.plants, plants, stops, strict=True):
        # A command in amperes or volts is no effort: the limits of the windings bound the motors then.
        limited = scenario.limits != "none" and scenario.command == "torque"
        limits = tuple(effort_limits(given).tolist()) if limited else ()
        loop = ClosedLoop(plant, law, scenario.desired, limits, scenario.disturbances, tuning)
        yield t, replace(loop, command=scenario.command, switching=modes, stops=own, kinds=kinds)


def _checked(setup: Setup) -> Setup:
    """Return a setup whose runs can be computed together."""
    setup.motions.check()
    _ = setup._given
    return setup


def _alike(scenario: Scenario, before: Scenario) -> bool:
    """Return whether scenarios that differ in starts and numbers of the reference have the same closed loops."""
    forms = [
        (len(each.numbers), each.pattern) for each in (scenario.desired, before.desired) if isinstance(each, Parametric)
    ]
    law, start = scenario.controller, scenario.starts[0, : scenario.plant_model.nq]
    return len(forms) == 2 and forms[0] == forms[1] and anchor(law, scenario.control_model, start) == law


def freed(plant: Model, names: tuple[str, ...]) -> Model:
    """Return a plant whose free parameters are `names`."""
    if plant.free == names:
        return plant
    if plant.changes:
        raise ArgumentError("parameters", f"{', '.join(names)} of a transformed model", "a model from arm.model")
    return build.model(plant.robot, motors=plant.motors, friction=plant.friction, free=names)
