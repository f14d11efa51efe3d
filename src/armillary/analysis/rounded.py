"""Rounded directions in a robot file, and the operations that `arm.snap` would save."""

from __future__ import annotations

from armillary.compiler.trace import trace
from armillary.description.snap import TOLERANCE, snap
from armillary.multibody import Model, build


def snap_hints(model: Model) -> list[str]:
    """Return a note if `arm.snap` would shorten the inverse dynamics of a robot; counts are before simplification."""
    exact = snap(model.robot)
    count = len(exact.notes) - len(model.robot.notes)
    if not count:
        return []
    models = (build.model(robot, motors=model.motors, friction=model.friction) for robot in (model.robot, exact))
    before, after = (trace(model, "inverse_dynamics").operations for model in models)
    if after >= before:
        return []
    return [
        f"{count} direction{'s are' if count > 1 else ' is'} within {TOLERANCE:g} rad of an exact one; arm.snap(robot) "
        f"makes {'them' if count > 1 else 'it'} exact and inverse dynamics shorter: {after} operations instead of "
        f"{before} before simplification"
    ]
