"""Studies for tests of sweeps; other processes import them."""

from __future__ import annotations

import os
import signal
import time
import warnings
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import armillary as arm
from standin import StandIn


def scenario():
    return arm.Scenario(
        arm.library.get("khatib-rr"),
        controller=arm.controllers.ComputedTorque(kp=100.0, kd=20.0),
        reference=arm.references.FifthOrder(end=[0.5, 0.4], duration=0.1),
        duration=0.15,
        solver=arm.solvers.RK4(step=1e-3),
        sensors=(arm.sensors.Encoder(noise=1e-5),),
        period=5e-3,
    )


def reach(run):
    """Return the last angle of the first joint; some runs fail."""
    if run.q[-1, 0] < 0.5:
        raise ValueError("too short")
    return run.q[-1, 0]


def study(**more):
    """Return a study with two structures, a grid, a random axis, noise and runs that fail."""
    axes = {
        "period": ["5 ms", "10 ms"],
        "controller.kp": [80.0, 100.0],
        "payload.mass": arm.axes.Uniform("0 kg", "2 kg"),
    }
    settings = {
        "samples": 6,
        "seed": 3,
        "outputs": ["rms_effort", "final_q"],
        "functions": {"reach": reach},
        "chunk": 4,
    }
    return arm.Study(scenario(), axes=axes, **(settings | more))


@dataclass(frozen=True)
class StandInStudy(StandIn):
    """The stand-in of tests of stores, which can be computed: with a log, errors, deaths and warnings."""

    log: str = ""
    raises: tuple[int, ...] = ()
    kills: tuple[int, ...] = ()
    warns: str = ""
    mended: str = ""
    seconds: float = 0.0

    def compute(self, chunk, todo):
        if chunk.number in self.kills:
            os.kill(os.getpid(), signal.SIGKILL)
        if chunk.number in self.raises:
            entered(self.log, chunk, todo)
            raise ZeroDivisionError("no result")
        if self.warns:
            warnings.warn(self.warns, arm.ArmillaryWarning, stacklevel=2)
        time.sleep(self.seconds)
        entered(self.log, chunk, todo)
        other = StandIn(**{name: getattr(self, name) for name in StandIn.__dataclass_fields__})
        if self.mended and Path(self.mended).exists():
            object.__setattr__(other, "bad", -1.0)
        return other.found(chunk, todo)


def entered(log, chunk, todo):
    """Note a computed chunk; short lines that are appended never mix."""
    if log:
        with open(log, "a") as file:  # noqa: PTH123
            file.write(f"{chunk.number} {int(todo.sum())}\n")


def computed(made, runs=False):
    """Return how often each chunk was computed, or how many of its runs."""
    found = Counter()
    for line in Path(made.log).read_text().splitlines():
        number, count = map(int, line.split())
        found[number] += count if runs else 1
    return found
