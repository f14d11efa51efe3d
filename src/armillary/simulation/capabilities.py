"""What each use of a closed loop can compute: one table, and one wording of every refusal.

A single run on a CPU has everything that a scenario can describe. Other uses leave something out: `USES` says what, and
`require` raises the error. The documentation shows the table (docs/simulation/capabilities.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from armillary.errors import ArgumentError
from armillary.multibody.flexible.field import conversion
from armillary.simulation.loop.switching import sticking

if TYPE_CHECKING:
    from armillary.simulation.loop.loop import Loop


@dataclass(frozen=True)
class Feature:
    """A property of a closed loop that some uses do not have."""

    field: str
    """Field of the scenario that gives it, named in errors."""
    says: str
    """What it is, for the table of the documentation."""
    problem: Callable[[Loop], str]
    """Returns what a closed loop has of it, in the words of an error; an empty text for nothing."""
    expected: str
    hint: str


def uncompiled(reason: str) -> str:
    """Return the problem of a control law that cannot be compiled."""
    return f"one that cannot be compiled ({reason})"


def rigid_stop(joint: str) -> str:
    """Return the problem of a rigid stop."""
    return f"a plant with events: a rigid stop at {joint}"


def _sampled(loop: Loop) -> str:
    if loop.period is not None:
        return f"a sampled controller with a control period of {loop.period:g} s"
    return "sampled sensors" if loop.clocks else ""


def _sticking(loop: Loop) -> str:
    if not any(sticking(equations.plant) for _, equations in loop.phases):
        return ""
    return "a plant with events: dry friction or lossy gears, whose joints stick"


def _rigid(loop: Loop) -> str:
    names = [stop.name for _, equations in loop.phases for stop in equations.stops if stop.rigid]
    return rigid_stop(names[0]) if names else ""


def _reshaped(loop: Loop) -> str:
    for (_, before), (_, after) in pairwise(loop.phases):
        modal = [[body for body in equations.plant.bodies if body.modal.count] for equations in (before, after)]
        for old, new in zip(*modal, strict=True):
            if conversion(old.modal.field, new.modal.field) is not None:
                return f"a plant whose changes give {old.name} other shapes of modes"
    return ""


def _when(problem: str, applies: Callable[[Loop], object]) -> Callable[[Loop], str]:
    """Return the function that gives a problem where a condition holds."""
    return lambda loop: problem if applies(loop) else ""


BRANCHES = "write it without branches on values; arm.where chooses by a value"
SMOOTH = "give friction and lossy gears a smooth_velocity, or plant=arm.model(robot, friction=False)"
STIFF = 'give the stop a stiffness and a damping in place of the restitution, or limits="none"'
FEATURES: Mapping[str, Feature] = {
    "uncompiled": Feature(
        "controller",
        "control laws that cannot be compiled",
        lambda loop: "" if loop.reason is None else uncompiled(loop.reason),
        "one that can",
        BRANCHES,
    ),
    "sampled": Feature("period", "sampled controllers and sensors", _sampled, "a continuous loop", "leave out period="),
    "jumps": Feature(
        "scenario",
        "references and pushes that jump",
        _when("a reference or pushes that begin or end during the motion", lambda loop: loop.switches),
        "constant ones",
        "",
    ),
    "changes": Feature(
        "changes",
        "changes of the plant",
        _when("a plant that changes", lambda loop: len(loop.phases) > 1),
        "one plant",
        "leave out changes",
    ),
    "reshaped": Feature(
        "changes",
        "changes of the plant that change the shapes of modes",
        _reshaped,
        "the same shapes before and after",
        'give the beams Modes(shapes="cantilever"), which do not depend on the load, or leave out changes',
    ),
    "stick": Feature("plant", "dry friction and gear losses that stick", _sticking, "smooth friction", SMOOTH),
    "backlash": Feature(
        "plant",
        "backlash of gears",
        _when(
            "a plant with events: gears with backlash",
            lambda loop: any(equations.plant.backlashes for _, equations in loop.phases),
        ),
        "gears without backlash",
        "leave out their backlash",
    ),
    "rigid stops": Feature("limits", "rigid end stops", _rigid, "compliant stops", STIFF),
    "stack": Feature(
        "q0", "stacks of runs", lambda loop: f"{loop.count} starts" if loop.stacked else "", "one start", ""
    ),
    "one run": Feature(
        "device",
        "single runs",
        _when("one run", lambda loop: not loop.stacked),
        "a stack of runs",
        "give q0 of shape (N, n), or leave out device and dtype",
    ),
}
"""Features by name, in the order of the table."""

STEPPED = ("uncompiled", "reshaped", "changes", "stick", "backlash", "rigid stops", "one run")
"""Features that kernels do not have that take all steps of a run in one call."""
USES: Mapping[str, tuple[str, ...]] = {
    "a stack on a GPU": STEPPED,
    "a stack in single precision": STEPPED,
    "gradients": ("uncompiled", "reshaped", "stick", "backlash", "rigid stops"),
    "an environment": ("uncompiled", "reshaped", "changes", "stick", "backlash", "rigid stops", "stack"),
    "an FMU": ("uncompiled", "reshaped", "rigid stops", "stack"),
    "a playable page": ("uncompiled", "reshaped", "changes", "stack"),
    "margins": ("uncompiled", "rigid stops", "stack"),
    "a linear model": ("uncompiled", "sampled", "rigid stops", "stack"),
    "motions without events": ("rigid stops",),
}
"""Features that each use does not have. Gauss methods and analyses of a point have motions without events."""


def refusal(feature: str, problem: str, use: str) -> ArgumentError:
    """Return the error of a use that does not have a feature."""
    known = FEATURES[feature]
    return ArgumentError(known.field, problem, f"{known.expected} for {use}", known.hint)


def require(loop: Loop, use: str) -> None:
    """Raise an `ArgumentError` where a use cannot compute a closed loop.

    Example:
        >>> import armillary as arm
        >>> from armillary.simulation.loop.prepare import loop_of
        >>> rods = arm.planar([1, 1], [1, 1], coms=[0.5, 0.5], inertias=[0.1, 0.1])
        >>> require(loop_of(arm.Scenario(rods, q0=[[0, 1], [0, 2]])), "an FMU")
        Traceback (most recent call last):
        armillary.errors.ArgumentError: q0: 2 starts; expected one start for an FMU
    """
    for feature in USES[use]:
        problem = FEATURES[feature].problem(loop)
        if problem:
            raise refusal(feature, problem, use)
