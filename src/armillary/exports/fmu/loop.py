"""The blocks of FMUs: a plant with efforts as inputs, or the closed loop of a scenario.

Tunable parameters belong to the robot that moves and to the controller's gains; the model inside a controller keeps its
numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict, Unpack

from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.exports.fmu.assemble import assemble
from armillary.exports.fmu.block import EquationBlock, Labels
from armillary.exports.fmu.naming import BlockParts
from armillary.exports.fmu.tunable import Parameters, checked_groups, tunable_gains, tunable_model
from armillary.expr.graph import Graph
from armillary.files.arguments import distinct
from armillary.multibody import Model
from armillary.multibody.configuration import Coordinates
from armillary.simulation import checks
from armillary.simulation.closed_loop.digital import Held
from armillary.simulation.closed_loop.prepare import setup_of
from armillary.simulation.drives.stops import rigid_stops
from armillary.simulation.scenario import Scenario

MODEL = ("payload", "friction", "gravity")
"""Groups of parameters of the model."""

Frames = Sequence[str] | str | None
Groups = Sequence[str] | str


class Start(TypedDict, total=False):
    """Initial state of a plant, and what happens at the limits of its joints: fields of a `Scenario`."""

    q0: Coordinates
    qd0: Coordinates
    limits: str


def plant_block(
    robot: Robot | Model, name: str, *, frames: Frames = None, tunable: Groups = (), **start: Unpack[Start]
) -> EquationBlock:
    """Return the block of a robot with efforts as inputs; q0 as for `Scenario`.

    Example:
        >>> import armillary as arm
        >>> block = plant_block(arm.library.get("khatib-rr"), "arm")
        >>> [each.name for each in block.inputs]
        ['joint1.torque', 'joint2.torque']
    """
    model = checks.moving_model("robot", robot)
    text = f"{model.robot.name}: efforts in; positions, velocities, poses, energies out"
    return _block(Scenario(model, **start), name, text, frames, checked_groups(tunable, loop=False), efforts_given=True)


def loop_block(scenario: Scenario, name: str, *, frames: Frames = None, tunable: Groups = ()) -> EquationBlock:
    r"""Return the block of a scenario's closed loop.

    Example:
        >>> from armillary.simulation.scenario_file.read import parse_scenario
        >>> block = loop_block(parse_scenario('robot = "khatib-rr"\nduration = 1'), "swing")
        >>> [each.name for each in block.states]
        ['joint1.position', 'joint2.position', 'joint1.velocity', 'joint2.velocity']
    """
    if scenario.stacked:
        raise ArgumentError("scenario", f"a stack of {len(scenario.starts)} starts", "one start: q0 of shape (n,)")
    controller, reference = (
        missing if part is None else type(part).__name__
        for part, missing in ((scenario.controller, "no controller"), (scenario.reference, "at rest"))
    )
    text = f"{scenario.plant_model.robot.name} with its controller ({controller}) and its reference ({reference})"
    shown = scenario.output.frames if frames is None else frames
    return _block(scenario, name, text, shown, checked_groups(tunable, loop=True))


def _block(
    scenario: Scenario,
    name: str,
    description: str,
    frames: Frames,
    groups: tuple[str, ...],
    efforts_given: bool = False,
) -> EquationBlock:
    left_out = "; ".join(scenario.plant_model.robot.omissions)
    description += f". Left out of the robot: {left_out}" if left_out else ""
    make, of_model = Parameters(Graph(), Labels()), [group for group in groups if group in MODEL]
    if of_model and len(scenario.plants) > 1:
        raise ArgumentError("tunable", f"{', '.join(of_model)} of a plant that changes", "gains or initial")
    free = tunable_model(scenario.plant_model, groups, make)
    if "gains" in groups:
        free |= tunable_gains(scenario, make)
    starts = [variable.start for variable in make.variables]
    setup = setup_of(scenario, parameters=dict(zip(free, starts, strict=True)), switching=True)
    if setup.reason is not None:
        obstacle = f"a controller that cannot be compiled ({setup.reason})"
        raise ArgumentError("scenario", obstacle, "one that can", "write it without branches on values")
    rigid = [stop for _, loop in setup.phases for stop in loop.stops if stop.rigid]
    if rigid:
        raise rigid_stops(rigid[0], "of an FMU")
    if efforts_given:
        setup = replace(setup, phases=((0.0, replace(setup.loop, controller=Held(scenario.plant_model))),))
    shown, values = known_frames(scenario.plant_model, frames), tuple(free.values())
    return assemble(BlockParts(name, description, setup, shown, make, efforts_given, "initial" in groups, values))


def known_frames(model: Model, frames: Frames) -> tuple[str, ...]:
    """Return the frames whose poses are outputs; default the tip, if there is one."""
    if frames is None:
        return ("tip",) if "tip" in model.frames else ()
    names = distinct("frames", frames, "names of frames")
    for frame in names:
        model.frame(frame)
    return names
