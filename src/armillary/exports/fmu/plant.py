"""The block of a plant: efforts in; positions, velocities, poses, energies and elastic coordinates out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.robot import Robot
from armillary.exports.fmu.assemble import assemble
from armillary.exports.fmu.block import Block, Labels
from armillary.exports.fmu.composition import Setup
from armillary.exports.fmu.tunable import Parameters, checked_groups, tunable_model
from armillary.expr.graph import Graph
from armillary.multibody import Model
from armillary.multibody.flexible.field import Floats
from armillary.simulation import health
from armillary.simulation.arguments import modelled, start_of
from armillary.simulation.controls import Held
from armillary.simulation.signals import Rest
from armillary.simulation.system import Layout, System

MODEL = ("payload", "friction", "gravity")
"""Groups of parameters that make the numbers of a model expressions."""


def plant_block(
    robot: Robot,
    name: str,
    motors: str = "full",
    friction: bool = True,
    limits: bool = True,
    frames: Sequence[str] | None = None,
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    tunable: Sequence[str] | str = (),
) -> Block:
    """Return the block of a robot that is driven from outside.

    Example:
        >>> import armillary as arm
        >>> block = plant_block(arm.library.get("khatib-rr"), "arm")
        >>> [each.name for each in block.inputs]
        ['joint1.torque', 'joint2.torque']
    """
    model = modelled("robot", robot, motors, friction)
    start = start_of(model, default_start(model) if q is None else q, qd)
    if limits:
        health.check_start(model, start)
    groups = checked_groups(tunable, loop=False)
    labels = Labels()
    make = Parameters(Graph(), labels)
    made = tunable_model(model, groups, make)
    most = health.effort_limits(model) if limits else ()
    system = System(made, Held(made), Rest(tuple(start[: model.nq])), most)
    text = f"{robot.name}: efforts in; positions, velocities, poses, energies out"
    return assemble(
        Setup(
            name,
            text,
            ((0.0, system),),
            start,
            known_frames(model, frames),
            make,
            labels,
            tunable=any(group in MODEL for group in groups),
            given=True,
            limits=limits,
            initial="initial" in groups,
        )
    )


def default_start(model: Model) -> Floats:
    """Return the configuration with every joint at its zero, or where its limits leave that out, amid them, (nq,)."""
    lower, upper = health.joint_bounds(model, Layout(model.nq, model.nv, 0))
    q = model.neutral.copy()
    for k in range(model.nq):
        low, high = lower[k], upper[k]
        if not low < q[k] < high:
            q[k] = (low + high) / 2 if np.isfinite(low + high) else np.clip(0.0, low + 1e-3, high - 1e-3)
    return q


def known_frames(model: Model, frames: Sequence[str] | str | None) -> tuple[str, ...]:
    """Return the frames whose poses are outputs: the tip, if there is one, unless they are named."""
    if frames is None:
        return ("tip",) if "tip" in model.frames else ()
    found = (frames,) if isinstance(frames, str) else tuple(dict.fromkeys(frames))
    for frame in found:
        model.frame(frame)
    return found
