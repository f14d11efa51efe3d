"""From a scenario to its closed loops, one for each plant model, with a continuous or a sampled law."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.multibody import Model, build
from armillary.multibody.limits import effort_limits
from armillary.simulation.capabilities import refusal, rigid_stop
from armillary.simulation.drives.drives import KINDS, heats
from armillary.simulation.drives.stops import joint_stops
from armillary.simulation.loop.clocks import law_timing
from armillary.simulation.loop.digital import Digital, Timing
from armillary.simulation.loop.equations import Equations
from armillary.simulation.loop.loop import Loop
from armillary.simulation.loop.sharing import shared, structure
from armillary.simulation.loop.switching import SMOOTH, Switching, sticking
from armillary.simulation.loop.tuning import Tuning, lifted_gains
from armillary.simulation.loop.varied import varied
from armillary.simulation.numbers import STARTED, TUNED, owner_of
from armillary.simulation.references import anchor
from armillary.simulation.signals import Controller, Parametric
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.simulation.scenario import Scenario

KEPT = 4
"""Number of closed loops that are kept for further runs of their scenarios with other values of parameters."""
_loops: OrderedDict[Hashable, tuple[Scenario, Loop]] = OrderedDict()


def loop_of(
    scenario: Scenario,
    step: float | None = None,
    parameters: Mapping[str, ArrayLike] | None = None,
    lift: bool = False,
    switching: bool = False,
) -> Loop:
    """Return the closed loops of a scenario.

    Args:
        scenario: The scenario.
        step: Control period of a continuous law that cannot be compiled [s].
        parameters: Values of parameters that stay free, by name: of the plant ("payload.mass"), the controller
            ("controller.kp"), the disturbances ("disturbances[0].force.z"), the reference ("reference.end[2]"), the
            start ("q0[1]") and the noise ("seed"); a number, or one for each run.
        lift: Whether gains and the numbers of the reference are entries of p, so that other values reuse compiled code.
        switching: Whether dry friction sticks by modes that events change, and stops may be rigid; default: friction is
            smooth, and rigid stops raise an `ArgumentError`.

    Raises:
        ArgumentError: The law cannot be compiled and there is no period for it.
    """
    key = (id(scenario), step, switching, tuple(parameters or ())) if lift else None
    values = scenario.numbers.checked(parameters) if parameters else {}
    base, scenario = scenario, varied(scenario, values)
    kept = _kept_loop(key, base, scenario, values)
    if kept is not None:
        return kept
    timing, reason = law_timing(scenario, step)
    tuning, lifted = _tuning(scenario, values, lift, compiled=reason is None)
    law = scenario.law if timing is None else _digital(scenario, timing, compiled=reason is None)
    free = tuple(name for name in values if owner_of(name) not in (*TUNED, *STARTED))
    phases = tuple(_phases(scenario, law, free, tuning, switching))
    sharing = lift and reason is None
    keys = [structure(equations) for _, equations in phases] if sharing else []
    if sharing:
        phases = tuple((t, shared(equations, of_loop)) for (t, equations), of_loop in zip(phases, keys, strict=True))
    loop = _checked(Loop(scenario, phases, None if timing is None else timing.period, reason, values, lifted))
    if sharing and key is not None and None not in keys:
        _loops[key] = base, loop  # the scenario is kept alive, so that its id stays unique
        while len(_loops) > KEPT:
            _loops.popitem(last=False)
    return loop


def _kept_loop(key: Hashable | None, base: Scenario, scenario: Scenario, values: Mapping[str, Floats]) -> Loop | None:
    """Return the kept closed loop of a scenario, with other values of its parameters; None if it does not serve."""
    if key not in _loops:
        return None
    _loops.move_to_end(key)
    loop = _loops[key][1]
    if not values:
        return loop
    if scenario is base or _same_loops(scenario, loop.scenario):
        return _checked(replace(loop, scenario=scenario, parameters=values))
    return None


def _tuning(
    scenario: Scenario, values: Mapping[str, Floats], lift: bool, compiled: bool
) -> tuple[Tuning | None, dict[str, Floats]]:
    """Return what stays free beside the plant's parameters, and the gains that are entries of p by `lift`."""
    tuned = tuple(name for name in values if owner_of(name) in TUNED)
    # Without a reference, each run of a stack holds its own start.
    holds_starts = scenario.reference is None and scenario.controller is not None and len(scenario.starts) > 1
    free_motion = holds_starts or (lift and isinstance(scenario.desired, Parametric))
    lifted = lifted_gains(scenario, tuned, all_=compiled) if lift else {}
    return Tuning(scenario, (*tuned, *lifted), free_motion) if tuned or lifted or free_motion else None, lifted


def _digital(scenario: Scenario, timing: Timing, compiled: bool) -> Digital:
    """Return the sampled law, without the law itself where Python calls it."""
    switches: tuple[float, ...] = getattr(scenario.law, "switches", ())
    traced = scenario.law if compiled else None
    return Digital(scenario.plant_model, switches, law=traced, timing=timing, sensing=scenario.sensing)


def _phases(
    scenario: Scenario, law: Controller, free: tuple[str, ...], tuning: Tuning | None, switching: bool
) -> Iterator[tuple[float, Equations]]:
    """Yield the closed loop of each plant model with the time [s] from which it holds.

    Modes and kinds of heat are those of all plants, so that a run has one layout of its state.
    """
    plants = [with_free_parameters(plant, free) for _, plant in scenario.plants]
    stops = [joint_stops(plant) if scenario.limits == "stop" else () for _, plant in scenario.plants]
    rigid = [stop for of_plant in stops for stop in of_plant if stop.rigid]
    modes = SMOOTH
    if switching:
        held = sorted({k for plant in plants for k in sticking(plant)})
        gaps = dict.fromkeys(gear.drive.motor for plant in plants for gear in plant.backlashes)
        modes = Switching(tuple(held), tuple(gaps), tuple(sorted({stop.v for stop in rigid})))
    elif rigid:
        raise refusal("rigid stops", rigid_stop(rigid[0].name), "motions without events")
    present = {kind for plant, of_plant in zip(plants, stops, strict=True) for kind in heats(plant, of_plant)}
    kinds = tuple(kind for kind in KINDS if kind in present)
    for (t, described), plant, of_plant in zip(scenario.plants, plants, stops, strict=True):
        # Commands in amperes or volts are no efforts: the limits of the windings bound the motors instead.
        limited = scenario.limits != "none" and scenario.command == "torque"
        limits = tuple(effort_limits(described).tolist()) if limited else ()
        equations = Equations(plant, law, scenario.desired, limits, scenario.disturbances, tuning)
        yield t, replace(equations, command=scenario.command, switching=modes, stops=of_plant, kinds=kinds)


def _checked(loop: Loop) -> Loop:
    """Return a closed loop; raise an `ArgumentError` if its runs cannot be computed together."""
    loop.motions.check()
    loop.check_start_names()
    return loop


def _same_loops(scenario: Scenario, other: Scenario) -> bool:
    """Return whether scenarios that differ in starts and numbers of the reference have the same closed loops."""
    motions = [motion for motion in (scenario.desired, other.desired) if isinstance(motion, Parametric)]
    forms = [(len(motion.numbers), motion.pattern) for motion in motions]
    law, start = scenario.controller, scenario.starts[0, : scenario.plant_model.nq]
    # A law that is anchored at the start has other constants in its code for another start.
    return len(forms) == 2 and forms[0] == forms[1] and anchor(law, scenario.control_model, start) == law


def with_free_parameters(plant: Model, names: tuple[str, ...]) -> Model:
    """Return a plant whose free parameters are `names`."""
    if plant.free == names:
        return plant
    if plant.changes:
        raise ArgumentError("parameters", f"{', '.join(names)} of a transformed model", "a model from arm.model")
    return build.model(plant.robot, motors=plant.motors, friction=plant.friction, free=names)
