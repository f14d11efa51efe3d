"""The block of a scenario: a robot with its controller and its reference, which needs nothing from outside.

Parameters that are tunable belong to the robot that moves and to the controller's gains. The model that a controller
computes with keeps the numbers that it was designed with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from armillary.errors import ArgumentError
from armillary.exports.fmu.assemble import assemble
from armillary.exports.fmu.block import Block, Labels
from armillary.exports.fmu.composition import Setup
from armillary.exports.fmu.plant import MODEL, known_frames
from armillary.exports.fmu.tunable import Parameters, checked_groups, tunable_gains, tunable_model
from armillary.expr.graph import Graph
from armillary.multibody import Model
from armillary.simulation import health
from armillary.simulation.arguments import check_alike, modelled, positive, pushed, start_of, wanted_of
from armillary.simulation.controls import Held, bound, untraceable
from armillary.simulation.references import Circle, Line, anchor
from armillary.simulation.scenario import Scenario
from armillary.simulation.signals import Controller, Reference
from armillary.simulation.system import System


def loop_block(
    scenario: Scenario, name: str, frames: Sequence[str] | None = None, tunable: Sequence[str] | str = ()
) -> Block:
    r"""Return the block of a scenario's closed loop.

    Example:
        >>> from armillary.simulation.scenario import parse_scenario
        >>> block = loop_block(parse_scenario('robot = "khatib-rr"\nduration = 1'), "swing")
        >>> [each.name for each in block.states]
        ['joint1.position', 'joint2.position', 'joint1.velocity', 'joint2.velocity']
    """
    options = scenario.options
    groups = checked_groups(tunable, loop=True)
    friction, limits = options.get("friction", True), options.get("limits", True)
    motors = options.get("motors", "full")
    model = modelled("robot", scenario.robot, motors, friction)
    plant = modelled("plant", options.get("plant") or scenario.robot, options.get("plant_motors") or motors, friction)
    check_alike(model, plant)
    start = start_of(plant, options.get("q0"), options.get("qd0"))
    if limits:
        health.check_start(plant, start)
    labels = Labels()
    make = Parameters(Graph(), labels)
    made = tunable_model(plant, groups, make)
    wanted = wanted_of(options.get("reference"), model, plant, start[: plant.nq])
    law, period = _law(scenario, model, plant, wanted, start, make if "gains" in groups else None)
    pushes = pushed(options.get("disturbances", ()), plant)
    most = health.effort_limits(plant) if limits else ()
    steady: Controller = law if period is None else Held(made, switches=getattr(law, "switches", ()))
    system = System(made, steady, wanted, most, pushes)
    task = health.task_of(law, wanted, model) is not None or isinstance(wanted, Line | Circle)
    return assemble(
        Setup(
            name,
            _description(scenario, plant),
            ((0.0, system), *_changes(scenario, plant, system, groups, limits, friction)),
            start,
            known_frames(plant, scenario.output.frames if frames is None else frames),
            make,
            labels,
            tunable=any(group in MODEL for group in groups),
            sampled=law if period is not None else None,
            reference=wanted,
            period=period or 0.0,
            limits=limits,
            initial="initial" in groups,
            task=task,
            duration=scenario.duration,
        )
    )


def _description(scenario: Scenario, plant: Model) -> str:
    controller = type(scenario.options["controller"]).__name__ if "controller" in scenario.options else "no controller"
    reference = type(scenario.options["reference"]).__name__ if "reference" in scenario.options else "at rest"
    return f"{plant.robot.name} with its controller ({controller}) and its reference ({reference})"


def _law(
    scenario: Scenario, model: Model, plant: Model, wanted: Reference, start: object, make: Parameters | None
) -> tuple[Controller, float | None]:
    """Return the law, its gains tunable on request, and the period in which it is asked, if it is."""
    options = scenario.options
    if options.get("noise"):
        hint = "export the scenario without its noise, or add noise where the FMU is used"
        raise ArgumentError("scenario", "noise on what a controller measures", "a scenario without noise", hint)
    spec = anchor(options.get("controller"), model, start[: plant.nq])  # type: ignore[index]
    law = bound(spec, model, wanted, plant)
    reason = untraceable(law, wanted, plant)
    if reason is not None:
        hint = "write it without branches on values"
        raise ArgumentError("scenario", f"a controller that cannot be compiled ({reason})", "one that can", hint)
    if make is not None:
        if spec is None or not hasattr(spec, "law"):
            raise ArgumentError("tunable", "'gains' without a controller that has some", "a scenario with gains")
        before = len(make.variables)
        law = tunable_gains(spec, law, make)
        if len(make.variables) == before:
            raise ArgumentError("tunable", f"'gains' of {type(spec).__name__}, which has none", "other groups")
    period = options.get("period")
    return law, None if period is None else positive("period", period)


def _changes(
    scenario: Scenario, plant: Model, system: System, groups: tuple[str, ...], limits: bool, friction: bool
) -> list[tuple[float, System]]:
    """Return what the plant becomes later."""
    changes = scenario.options.get("changes") or {}
    if changes and any(group in MODEL for group in groups):
        named = ", ".join(group for group in groups if group in MODEL)
        raise ArgumentError("tunable", f"{named} of a plant that changes on its way", "gains or initial")
    found = []
    for t, robot in sorted(changes.items()):
        changed = modelled("changes", robot, plant.motors, friction)
        most = health.effort_limits(changed) if limits else ()
        found.append((positive("changes", t), replace(system, plant=changed, most=most)))
    return found
