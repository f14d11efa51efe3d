"""The clocks of a law: those of its parts and of the scenario, or a period for a law that cannot be compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from armillary.errors import ArgumentError
from armillary.simulation.closed_loop.controls import untraceable
from armillary.simulation.closed_loop.digital import Timing
from armillary.simulation.controllers.composition import clocks_of
from armillary.simulation.timeline import Clock

if TYPE_CHECKING:
    from armillary.simulation.scenario import Scenario


def clocked(scenario: Scenario, step: float | None) -> tuple[Timing | None, str | None]:
    """Return the clocks of the law of a scenario, None for a continuous law, and why it cannot be compiled, if so.

    A law that cannot be compiled has the period `step` [s] if the scenario has none.

    Raises:
        ArgumentError: A law needs a period, and there is none.
    """
    law, timing = scenario.law, timing_of(scenario)
    period = None if timing is None else timing.period
    reason = untraceable(law, scenario.desired, scenario.plant_model, period, scenario.sensing.sizes)
    if reason is not None and timing is None:
        if step is None:
            found = f"one that cannot be compiled ({reason})"
            raise ArgumentError("controller", found, "one without branches on values", "or give a control period")
        timing = Timing(step)
    if timing is None and getattr(law, "discrete", False):
        found = f"none, for {type(scenario.controller).__name__}, whose states change at control instants"
        raise ArgumentError("period", found, "a control period", "give period=")
    return timing, reason


def timing_of(scenario: Scenario) -> Timing | None:
    """Return the clocks of a sampled law; None for a continuous law.

    Parts of the law without a period have that of the scenario; without that, the shortest of the others.
    """
    clocks = clocks_of(scenario.controller, scenario.law)
    own = sorted(clock for clock in clocks if clock is not None)
    if scenario.period is None and not own:
        return None
    main = own[0] if scenario.period is None else Clock(scenario.period, scenario.offset)
    if None not in clocks and main not in own:
        texts = [f"{each.period:g} s" + (f" from {each.offset:g} s" if each.offset else "") for each in (main, *own)]
        expected = "one of these, or parts without a period, which have that of the scenario"
        raise ArgumentError("period", f"{texts[0]} for a controller with {', '.join(texts[1:])}", expected)
    others = tuple(clock for clock in own if clock != main)
    return Timing(main.period, main.offset, scenario.delay, scenario.hold, others)
