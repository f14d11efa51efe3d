"""From a scenario to its closed loops, one for each plant model, with a continuous or a sampled law.

Two caches keep what recent scenarios have needed, by value:
    equations   with their programs and compiled code, by structure (`Equations.structure`): other gains, starts and
                numbers of the reference are other entries of p
    loops       by scenario and names of free parameters: runs of one scenario with other values prepare nothing again
[decision 20]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.files.lines import field_name
from armillary.files.recent import Recent, hashable
from armillary.multibody import Model, build
from armillary.multibody.limits import effort_limits
from armillary.simulation.capabilities import refusal, rigid_stop, uncompiled
from armillary.simulation.drives.drives import KINDS, heats
from armillary.simulation.drives.stops import joint_stops
from armillary.simulation.loop.controls import untraceable
from armillary.simulation.loop.digital import Digital, Timing, timing_of
from armillary.simulation.loop.equations import Equations
from armillary.simulation.loop.loop import Loop
from armillary.simulation.loop.switching import SMOOTH, Switching, sticking
from armillary.simulation.loop.varied import varied
from armillary.simulation.numbers import STARTED, TUNED, Gain, gains, owner_of
from armillary.simulation.parameters import Format, format_of
from armillary.simulation.references import anchor
from armillary.simulation.signals import Controller, Parametric
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.simulation.scenario import Scenario

Phases = tuple[tuple[float, Equations], ...]
"""The equations of each plant model with the time [s] from which they hold."""

_equations: Recent[Equations] = Recent(16)
"""Equations by structure."""
_loops: Recent[Loop] = Recent(4)
"""Closed loops by scenario, options and names of free parameters."""


def loop_of(
    scenario: Scenario,
    parameters: Mapping[str, ArrayLike] | None = None,
    *,
    period: float | None = None,
    reusable: bool = False,
    events: bool = False,
) -> Loop:
    """Return the closed loops of a scenario.

    Uses differ in their options:
        runs and studies            period, reusable, events (but for methods in momenta, which have none)
        gradients, environments     reusable
        playable pages              reusable, events
        FMUs                        events; the numbers that are not tunable are constants of their code
        linear models, margins      none: they look at one point, where friction is smooth

    Args:
        scenario: The scenario.
        parameters: Values of parameters that stay free, by name: of the plant ("payload.mass"), the controller
            ("controller.kp"), the disturbances ("disturbances[0].force.z"), the reference ("reference.end[2]"), the
            start ("q0[1]") and the noise ("seed"); a number, or one for each run.
        period: Control period of a continuous law that cannot be compiled, and which Python therefore calls [s];
            default: such a law raises an `ArgumentError`.
        reusable: Whether gains and the numbers of the reference are entries of p, so that scenarios with other values
            use the same compiled code. Default: they are constants, which makes shorter code.
        events: Whether motions have events: dry friction sticks by modes, and stops may be rigid. Default: friction is
            smooth, and rigid stops raise an `ArgumentError`.

    Raises:
        ArgumentError: The law cannot be compiled and there is no period for it.
    """
    values = scenario.numbers.checked(parameters) if parameters else {}
    # A user's code may have changed what it returns since an equal scenario was prepared: only the same one counts.
    identity = id(scenario) if getattr(scenario.reference, "has_functions", False) else None
    key = hashable((scenario, identity, period, events, tuple(values))) if reusable else None
    base, scenario = scenario, varied(scenario, values)
    kept = None if key is None else _loops.get(key)
    if kept is not None and not values:
        if scenario is not kept.scenario:  # equal, but it may have another file, or other visuals
            kept = _loops[key] = replace(kept, scenario=scenario)
        return kept
    if kept is not None and (scenario is base or _same_equations(scenario, kept.scenario)):
        return _checked(replace(kept, scenario=scenario, parameters=values))
    timing, reason = timing_of(scenario), None
    phases, lifted = _phases(scenario, values, timing, True, reusable, events)
    # Whether the law can be compiled follows from its structure, unless code of a user is part of it: that is traced.
    fixed = reusable and not getattr(scenario.desired, "has_functions", True)
    if not fixed or not all(equations.structure in _equations for _, equations in phases):
        readings = scenario.sensing.sizes
        reason = untraceable(scenario.law, scenario.desired, scenario.plant_model, timing and timing.period, readings)
    if reason is not None:
        timing = timing or _python_timing(period, reason)
        phases, lifted = _phases(scenario, values, timing, False, reusable, events)
    elif timing is None and getattr(scenario.law, "discrete", False):
        problem = f"none, for {type(scenario.controller).__name__}, whose states change at control instants"
        raise ArgumentError("period", problem, "a control period", "give period=")
    elif reusable:
        phases = tuple((t, _shared(equations)) for t, equations in phases)
    loop = _checked(Loop(scenario, phases, None if timing is None else timing.period, reason, values, lifted))
    # Code of users may change what it returns: such a loop has no structure, and is prepared again.
    if key is not None and reason is None and all(equations.structure is not None for _, equations in phases):
        _loops[key] = loop
    return loop


def _shared(equations: Equations) -> Equations:
    """Return the equations of an earlier scenario with the same structure, else these; they have their code already."""
    return equations if equations.structure is None else _equations.setdefault(equations.structure, equations)


def _python_timing(period: float | None, reason: str) -> Timing:
    """Return the timing of a continuous law that Python calls."""
    if period is None:
        # No solver gives a step at which Python could call the law.
        raise refusal("uncompiled", uncompiled(reason), "gradients, exports and analyses")
    return Timing(period)


def _checked(loop: Loop) -> Loop:
    """Return a closed loop; raise an `ArgumentError` if its runs cannot be computed together."""
    loop.motions.check()
    loop.check_start_names()
    return loop


def _same_equations(scenario: Scenario, other: Scenario) -> bool:
    """Return whether scenarios that differ in starts and numbers of the reference have the same equations."""
    motions = [motion for motion in (scenario.desired, other.desired) if isinstance(motion, Parametric)]
    forms = [(len(motion.numbers), motion.pattern) for motion in motions]
    # A law that is anchored at the start has other constants in its code for another start.
    return len(forms) == 2 and forms[0] == forms[1] and scenario.specification == scenario.controller


def _phases(
    scenario: Scenario,
    values: Mapping[str, Floats],
    timing: Timing | None,
    compiled: bool,
    reusable: bool,
    events: bool,
) -> tuple[Phases, dict[str, Floats]]:
    """Return the equations of each plant model, and the gains that are entries of p so that others reuse code.

    Modes and kinds of heat are those of all plants, so that a run has one layout of its state.
    """
    law: Controller = scenario.law
    if timing is not None:
        switches: tuple[float, ...] = getattr(law, "switches", ())
        traced = law if compiled else None
        law = Digital(scenario.plant_model, switches, law=traced, timing=timing, sensing=scenario.sensing)
    tuned = tuple(name for name in values if owner_of(name) in TUNED)
    lifted = lifted_gains(scenario, tuned, all_=compiled) if reusable else {}
    # Without a reference, each run of a stack holds its own start.
    holds_starts = scenario.reference is None and scenario.controller is not None and len(scenario.starts) > 1
    free_motion = holds_starts or (reusable and isinstance(scenario.desired, Parametric))
    free = tuple(name for name in values if owner_of(name) not in (*TUNED, *STARTED))
    plants = [with_free_parameters(plant, free) for _, plant in scenario.plants]
    stops = [joint_stops(plant) if scenario.limits == "stop" else () for _, plant in scenario.plants]
    rigid = [stop for of_plant in stops for stop in of_plant if stop.rigid]
    modes = SMOOTH
    if events:
        held = sorted({k for plant in plants for k in sticking(plant)})
        gaps = dict.fromkeys(gear.drive.motor for plant in plants for gear in plant.backlashes)
        modes = Switching(tuple(held), tuple(gaps), tuple(sorted({stop.v for stop in rigid})))
    elif rigid:
        raise refusal("rigid stops", rigid_stop(rigid[0].name), "motions without events")
    present = {kind for plant, of_plant in zip(plants, stops, strict=True) for kind in heats(plant, of_plant)}
    kinds = tuple(kind for kind in KINDS if kind in present)
    phases = []
    for (t, described), plant, of_plant in zip(scenario.plants, plants, stops, strict=True):
        # Commands in amperes or volts are no efforts: the limits of the windings bound the motors instead.
        limited = scenario.limits != "none" and scenario.command == "torque"
        equations = Equations(
            plant, law, scenario.desired,
            effort_limits=tuple(effort_limits(described).tolist()) if limited else (),
            disturbances=scenario.disturbances,
            scenario=scenario, tunable=(*tuned, *lifted), free_motion=free_motion,
            command=scenario.command, switching=modes, stops=of_plant, kinds=kinds,
        )  # fmt: skip
        phases.append((t, equations))
    return tuple(phases), lifted


def lifted_gains(scenario: Scenario, tuned: tuple[str, ...] = (), all_: bool = True) -> dict[str, Floats]:
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
    if len(starts) == 1 or not nominal or scenario.specification == spec:
        return [(gain, np.array(gain.value)) for gain in nominal]
    specs = (anchor(spec, model, q) for q in starts)
    table = np.array([[gain.value for gain in gains(anchored, anchored.law(model))] for anchored in specs]).T
    return [(gain, values if np.ptp(values) else values[0]) for gain, values in zip(nominal, table, strict=True)]


def with_free_parameters(plant: Model, names: tuple[str, ...]) -> Model:
    """Return a plant whose free parameters are `names`."""
    if plant.free == names:
        return plant
    if plant.changes:
        raise ArgumentError("parameters", f"{', '.join(names)} of a transformed model", "a model from arm.model")
    return build.model(plant.robot, motors=plant.motors, friction=plant.friction, free=names)
