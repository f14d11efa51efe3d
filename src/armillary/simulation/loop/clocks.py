"""The control instants of a scenario: from its controller and its own period, or forced on a law in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from armillary.errors import ArgumentError
from armillary.simulation.capabilities import refusal, uncompiled
from armillary.simulation.controllers.composition import clocks_of
from armillary.simulation.loop.controls import untraceable
from armillary.simulation.loop.digital import Timing
from armillary.simulation.schedule import Clock

if TYPE_CHECKING:
    from armillary.simulation.scenario import Scenario


def law_timing(scenario: Scenario, step: float | None) -> tuple[Timing | None, str | None]:
    """Return the timing of the law of a scenario, None for a continuous law, and why the law cannot be compiled.

    A continuous law that cannot be compiled is sampled by Python with the period `step` [s].

    Raises:
        ArgumentError: The law needs a control period, and there is none.
    """
    law, timing = scenario.law, timing_of(scenario)
    period = None if timing is None else timing.period
    reason = untraceable(law, scenario.desired, scenario.plant_model, period, scenario.sensing.sizes)
    if reason is not None and timing is None:
        if step is None:
            # No solver gives a step at which Python could call the law.
            raise refusal("uncompiled", uncompiled(reason), "gradients, exports and analyses")
        timing = Timing(step)
    if timing is None and getattr(law, "discrete", False):
        problem = f"none, for {type(scenario.controller).__name__}, whose states change at control instants"
        raise ArgumentError("period", problem, "a control period", "give period=")
    return timing, reason


def timing_of(scenario: Scenario) -> Timing | None:
    """Return the timing of a sampled law; None for a continuous law.

    Parts of the law without a period have that of the scenario; without that, the shortest of the others.
    """
    clocks = clocks_of(scenario.controller, scenario.law)
    part_clocks = sorted(clock for clock in clocks if clock is not None)
    if scenario.period is None and not part_clocks:
        return None
    main = part_clocks[0] if scenario.period is None else Clock(scenario.period, scenario.offset)
    if None not in clocks and main not in part_clocks:
        # No part of the law would compute at the instants of the scenario.
        texts = [_clock_text(clock) for clock in (main, *part_clocks)]
        expected = "one of these, or parts without a period, which have that of the scenario"
        raise ArgumentError("period", f"{texts[0]} for a controller with {', '.join(texts[1:])}", expected)
    others = tuple(clock for clock in part_clocks if clock != main)
    return Timing(main.period, main.offset, scenario.delay, scenario.hold, others)


def _clock_text(clock: Clock) -> str:
    return f"{clock.period:g} s" + (f" from {clock.offset:g} s" if clock.offset else "")
