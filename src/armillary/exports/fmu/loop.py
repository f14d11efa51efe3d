"""The blocks of FMUs: a plant with efforts as inputs, or the closed loop of a scenario.

Tunable parameters are inputs of the closed loop by the names of `Scenario.numbers`: of the robot that moves, gains and
wrenches. The model inside a controller keeps its numbers. A payload keeps its centre of mass, and mode shapes of links
remain those of the described numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypedDict, Unpack

from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.exports.fmu.assemble import assemble
from armillary.exports.fmu.block import EquationBlock, Labels, Parameters
from armillary.exports.fmu.naming import BlockParts
from armillary.expr.graph import Graph
from armillary.files.arguments import distinct
from armillary.files.lines import field_path
from armillary.files.quantity import Number
from armillary.multibody import Model
from armillary.multibody.configuration import Coordinates
from armillary.simulation import checks
from armillary.simulation.capabilities import require
from armillary.simulation.loop.digital import Held
from armillary.simulation.loop.prepare import loop_of
from armillary.simulation.numbers import STARTED, TUNED, owner_of
from armillary.simulation.scenario import Scenario

INITIAL = "initial"
GROUPS = ("payload", "friction", "gravity", "gains", INITIAL)
"""Groups of tunable parameters; gains belong to the controller of a scenario."""
FRICTION = ("viscous", "coulomb", "coulomb_negative", "static", "static_negative", "factor")
"""Numbers of the friction of joints in the group "friction"."""

Frames = Sequence[str] | str | None
Groups = Sequence[str] | str


class Start(TypedDict, total=False):
    """Initial state of a plant, and what happens at the limits of its joints: fields of a `Scenario`."""

    q0: Coordinates
    qd0: Coordinates
    limits: checks.Limits


def plant_block(
    robot: Robot | Model, name: str, *, frames: Frames = None, tunable: Groups = (), **start: Unpack[Start]
) -> EquationBlock:
    """Return the block of a robot with efforts as inputs; q0 as for `Scenario`.

    Example:
        >>> import armillary as arm
        >>> block = plant_block(arm.library.get("khatib-rr"), "arm")
        >>> [variable.name for variable in block.inputs]
        ['joint1.torque', 'joint2.torque']
    """
    model = checks.moving_model("robot", robot)
    text = f"{model.robot.name}: efforts in; positions, velocities, poses, energies out"
    return _block(Scenario(model, **start), name, text, frames, tunable, efforts_given=True)


def loop_block(scenario: Scenario, name: str, *, frames: Frames = None, tunable: Groups = ()) -> EquationBlock:
    r"""Return the block of a scenario's closed loop.

    Example:
        >>> from armillary.simulation.scenario_file.read import parse_scenario
        >>> block = loop_block(parse_scenario('robot = "khatib-rr"\nduration = 1'), "swing")
        >>> [variable.name for variable in block.states]
        ['joint1.position', 'joint2.position', 'joint1.velocity', 'joint2.velocity']
    """
    controller, reference = (
        missing if part is None else type(part).__name__
        for part, missing in ((scenario.controller, "no controller"), (scenario.reference, "at rest"))
    )
    text = f"{scenario.plant_model.robot.name} with its controller ({controller}) and its reference ({reference})"
    shown = scenario.output.frames if frames is None else frames
    return _block(scenario, name, text, shown, tunable)


def _block(
    scenario: Scenario, name: str, description: str, frames: Frames, tunable: Groups, efforts_given: bool = False
) -> EquationBlock:
    left_out = "; ".join(scenario.plant_model.robot.omissions)
    description += f". Left out of the robot: {left_out}" if left_out else ""
    make, names = Parameters(Graph(), Labels()), _names(scenario, tunable, efforts_given)
    of_plant = [name for name in names if owner_of(name) not in (*TUNED, INITIAL)]
    if of_plant and len(scenario.plants) > 1:
        raise ArgumentError("tunable", f"{', '.join(of_plant)} of a plant that changes", "gains or initial")
    # The free parameters of the plant come first in p.
    ordered = [*of_plant, *(name for name in names if owner_of(name) in TUNED)]
    free = {name: _parameter(scenario, scenario.numbers[name], make) for name in ordered}
    starts = [variable.start for variable in make.variables]
    loop = loop_of(scenario, dict(zip(free, starts, strict=True)), events=True)
    require(loop, "an FMU")
    if efforts_given:
        loop = replace(loop, phases=((0.0, replace(loop.equations, controller=Held(scenario.plant_model))),))
    shown, values = known_frames(scenario.plant_model, frames), tuple(free.values())
    return assemble(BlockParts(name, description, loop, shown, make, efforts_given, INITIAL in names, values))


def _names(scenario: Scenario, tunable: Groups, plant: bool) -> list[str]:
    """Return the names of tunable numbers, and "initial" for the initial state.

    Args:
        scenario: The closed loop.
        tunable: Names of groups and of numbers, or one text of them with commas; "all" for all groups.
        plant: Whether the block is a plant without controller.
    """
    groups = [group for group in GROUPS if group != "gains" or not plant]
    parts = [part.strip() for part in tunable.split(",")] if isinstance(tunable, str) else tunable
    chosen = distinct("tunable", parts, f"some of {', '.join(groups)}")
    names: list[str] = []
    for name in groups if chosen == ("all",) else chosen:
        if name == "gains" and plant:
            hint = "gains belong to the controller of a scenario"
            raise ArgumentError("tunable", "'gains'", f"some of {', '.join(groups)}", hint)
        if name in groups:
            names += _group(scenario, name)
            continue
        scenario.numbers.input(name, "tunable", (*groups, "all"))
        if owner_of(name) in STARTED or (plant and owner_of(name) in TUNED):
            raise ArgumentError("tunable", repr(name), f"a number of the plant{', a gain or a wrench' * (not plant)}")
        names.append(name)
    return [*dict.fromkeys(names)]


def _group(scenario: Scenario, group: str) -> list[str]:
    """Return the names of the numbers of a group."""
    if group == INITIAL:
        return [INITIAL]
    if group == "gains":
        if not scenario.numbers.gains:
            had = "no controller" if scenario.controller is None else type(scenario.controller).__name__
            raise ArgumentError("tunable", f"'gains' of {had}, which has none", "a scenario with gains, or other names")
        return scenario.numbers.gains
    fields = {
        "payload": [("payload", "mass")],
        "friction": [("joint", f"friction.{field}") for field in FRICTION],
        "gravity": [("world", axis) for axis in "xyz"],
    }[group]
    known = scenario.plant_model.numbers.identified.items()
    names = [name for name, (key, _) in known if (key.kind, key.field) in fields]
    if group == "payload" and not names:
        hint = "add a [[payload]] or a [[frame]] named tip"
        raise ArgumentError("tunable", "'payload' of a robot without payload and tip", "a robot with one", hint)
    return names


def _parameter(scenario: Scenario, number: Number, make: Parameters) -> Any:
    """Return a number as a parameter of the FMU; it has the name of the number."""
    known = scenario.plant_model.numbers.identified.get(number.name)
    label = "".join(_label(number.name)) if known is None else number.name
    if known is not None:
        before, owner, after = number.name.partition(known[0].owner)
        label = f"{before}{make.labels.stem(owner)}{after}"
    least = max(number.quantity.least, number.quantity.above)
    says = number.says[0].upper() + number.says[1:]
    return make.make(label, says, number.unit, number.value, least if math.isfinite(least) else None)


def _label(name: str) -> Iterator[str]:
    """Yield the parts of the name of a variable: indices behind each other stand in one pair of brackets."""
    path = field_path(name)
    for before, word, after in zip(("", *path), path, (*path[1:], ""), strict=False):
        if isinstance(word, str):
            yield f".{word}" if before else word
        else:
            yield ("," if isinstance(before, int) else "[") + f"{word}" + ("" if isinstance(after, int) else "]")


def known_frames(model: Model, frames: Frames) -> tuple[str, ...]:
    """Return the frames whose poses are outputs; default the tip, if there is one."""
    if frames is None:
        return ("tip",) if "tip" in model.frames else ()
    names = distinct("frames", frames, "names of frames")
    for frame in names:
        model.frame(frame)
    return names
