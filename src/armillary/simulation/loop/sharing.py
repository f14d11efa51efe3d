"""Reuse of programs and compiled code by scenarios whose closed loops have the same structure. [decision 20]"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, cast

import numpy as np

from armillary.compiler.kernel import signature
from armillary.compiler.program import record
from armillary.simulation.controllers.function import Discrete, has_functions
from armillary.simulation.controllers.law import Specification
from armillary.simulation.loop.digital import Digital
from armillary.simulation.loop.equations import Equations
from armillary.simulation.signals import Parametric
from armillary.spatial.scalar import Array

KEPT = 16
"""Number of closed loops that are kept; the least recently used one goes first."""
_recent: OrderedDict[Hashable, Equations] = OrderedDict()


def shared(equations: Equations, key: Hashable | None) -> Equations:
    """Return the closed loop of an earlier scenario with the same structure, else the loop itself.

    The earlier one has its programs and code already. Both have the same equations: the numbers that
    differ are entries of p. `key` is the `structure` of the loop; None for a loop that is not shared.
    """
    if key is None:
        return equations
    first = _recent.setdefault(key, equations)
    _recent.move_to_end(key)
    while len(_recent) > KEPT:
        _recent.popitem(last=False)
    return first


def structure(equations: Equations) -> Hashable | None:
    """Return a key of everything that the equations of a closed loop depend on except p; None if there is no such key.

    Models are identified by `id`, which stays unique since a kept closed loop keeps them alive.
    """
    tuning, law = equations.tuning, equations.controller
    scenario = None if tuning is None else tuning.scenario
    if tuning is None or scenario is None or not tuning.free_motion:
        return None  # the numbers of the reference are constants of the code
    if scenario.controller is not None and not isinstance(scenario.controller, Specification):
        return None  # a function, or a law of a user's class
    if isinstance(scenario.controller, Discrete) or not isinstance(scenario.desired, Parametric):
        return None
    if has_functions(scenario.law) or any(push.has_functions for push in equations.disturbances):
        return None  # values that a function captures may change
    digital = (law.timing, law.sensing.sensors, law.switches) if isinstance(law, Digital) else None
    key = (
        (id(equations.plant), id(scenario.control_model), id(scenario.plant_model)),
        (
            equations.effort_limits,
            equations.disturbances,
            equations.command,
            equations.switching,
            equations.stops,
            equations.kinds,
            digital,
        ),
        (tuning.names, tuning.neutral(), type(scenario.controller)),
        _motion_text(scenario.desired),
    )
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _motion_text(desired: Parametric) -> str:
    """Return the expressions of a reference as functions of its numbers and the clock, as text."""

    def motion(numbers: Array, t: Array) -> dict[str, Array]:
        desired_motion = cast(Any, desired.motion_with(tuple(numbers), t[0], t[1]))
        return {name: np.ravel(np.asarray(value, dtype=object)) for name, value in vars(desired_motion).items()}

    return signature(record("motion", motion, {"numbers": len(desired.numbers), "t": 2}))
