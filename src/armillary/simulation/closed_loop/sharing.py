"""Closed loops with the same structure share their programs and code: the last ones are kept. [decision 20]"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, cast

import numpy as np

from armillary.compiler.kernel import signature
from armillary.compiler.program import record
from armillary.simulation.closed_loop.closed_loop import ClosedLoop
from armillary.simulation.closed_loop.digital import Digital
from armillary.simulation.controllers.function import Discrete, has_functions
from armillary.simulation.controllers.law import Specification
from armillary.simulation.signals import Parametric
from armillary.spatial.scalar import Array

KEPT = 16
"""Number of closed loops that are kept for scenarios with the same structure."""
_recent: OrderedDict[Hashable, ClosedLoop] = OrderedDict()


def known(loop: ClosedLoop, key: Hashable | None) -> ClosedLoop:
    """Return a closed loop of an earlier scenario with the same structure, which has its programs and code, or itself.

    Both have the same equations, since their numbers that differ are entries of p.
    """
    if key is None:
        return loop
    found = _recent.setdefault(key, loop)
    _recent.move_to_end(key)
    while len(_recent) > KEPT:
        _recent.popitem(last=False)
    return found


def structure(loop: ClosedLoop) -> Hashable | None:
    """Return all that the equations of a closed loop depend on but p, or None where that cannot be told.

    Models are told by their identity: a kept closed loop keeps them alive.
    """
    tuning, law = loop.tuning, loop.controller
    scenario = None if tuning is None else tuning.scenario
    if tuning is None or scenario is None or not tuning.free_motion:
        return None
    if scenario.controller is not None and not isinstance(scenario.controller, Specification):
        return None  # a function, or a law of the user's own
    if isinstance(scenario.controller, Discrete) or not isinstance(scenario.desired, Parametric):
        return None
    if has_functions(scenario.law) or any(push.has_functions for push in loop.disturbances):
        return None  # what a function captures may change
    digital = (law.timing, law.sensing.sensors, law.switches) if isinstance(law, Digital) else None
    key = (
        (id(loop.plant), id(scenario.control_model), id(scenario.plant_model)),
        (loop.effort_limits, loop.disturbances, loop.command, loop.switching, loop.stops, loop.kinds, digital),
        (tuning.names, tuning.neutral(), type(scenario.controller)),
        _moved(scenario.desired),
    )
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _moved(desired: Parametric) -> str:
    """Return the text of a reference as a function of its numbers, of t and of a time inside the stretch."""

    def motion(numbers: Array, t: Array) -> dict[str, Array]:
        found = cast(Any, desired.motion_with(tuple(numbers), t[0], t[1]))
        return {name: np.ravel(np.asarray(value, dtype=object)) for name, value in vars(found).items()}

    return signature(record("motion", motion, {"numbers": len(desired.numbers), "t": 2}))
