"""Measured times per evaluation of a candidate's dynamics, on the current machine.

The timed code is that of the programs counted by `operations`: a program with fewer operations but more sines can be
slower. Each program runs in a native loop (`analysis.timing`):
    batch    per state of a batch of `STATES` random states, one thread, SIMD over several states
    scalar   one state after another
Times include writing results to memory, which matters for large matrices. Programs take turns, and the minimum time of
each is kept (`analysis.timing`). Two runs of the same code still differ by a few per cent, more on a busy machine. The
rounds are therefore divided into `PARTS` parts, and each time is reported with
    spread = largest minimum time of a part / overall minimum time − 1                 (1)
and with the standard error of the minimum times of the parts. Candidates measured one after another see different loads
of the machine; in `race` all take turns, and their ratios are more reliable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from armillary.analysis.timing import Contender, batch_loop, measure, state_loop
from armillary.compiler.choose import least
from armillary.multibody import Model
from armillary.multibody.random_states import random_states
from armillary.selection.candidate import Candidate, Measure, standard_error
from armillary.selection.measures.operations import LABELS, QUANTITIES, without_friction

STATES = 1024
SECONDS = 0.25  # approximate measurement time of one candidate [s]
PARTS = 3
ROUNDS = 10  # number of rounds per part

MODES = {"batch": "", "scalar": "_scalar"}  # mode → suffix of its measure keys

HOW = {"batch": f"per state of a batch of {STATES}, one thread", "scalar": "one state at a time, in a native loop"}


@dataclass(frozen=True)
class Time:
    """Minimum time of an evaluation [ns], overall and for each part of the measurement."""

    least: float
    parts: tuple[float, ...]

    @property
    def spread(self) -> float:
        """Relative spread of the parts, (1)."""
        return max(self.parts) / self.least - 1

    @property
    def error(self) -> float | None:
        """Standard error of the parts [ns]."""
        return standard_error(self.parts)


def measures(candidate: Candidate, seconds: float = SECONDS) -> list[Measure]:
    """Return the time of each quantity in batch and scalar mode [ns]; `seconds` is the total measurement time."""
    times = race({"": without_friction(candidate)}, tuple(QUANTITIES), seconds, candidate.seed)
    rows = []
    for mode, ending in MODES.items():
        for name in QUANTITIES:
            time = times["", name, mode]
            note = f"{HOW[mode]}; measured, parts of the measurement within {100 * time.spread:.0f} %"
            label = f"time of {LABELS[name]}{', one state' if mode == 'scalar' else ''}"
            rows.append(Measure(f"times.{name}{ending}", time.least, "ns", "less", label, note, time.error))
    return rows


def race(
    models: Mapping[str, Model], quantities: Sequence[str] = tuple(QUANTITIES), seconds: float = SECONDS, seed: int = 0
) -> dict[tuple[str, str, str], Time]:
    """Return the times of models by name, measured in turns, by (robot, quantity, "batch" or "scalar").

    `quantities` are names of `operations.QUANTITIES`; `seconds` is the approximate measurement time [s], `seed` the
    random seed of the states.

    Example:
        >>> import armillary as arm
        >>> models = {name: arm.model(arm.library.get(name)) for name in ("rtx", "stanford")}
        >>> times = race(models, ["gim"], seconds=0.02)
        >>> times["rtx", "gim", "batch"].least > 0
        True
    """
    contenders: dict[tuple[str, str, str], Callable[[], None]] = {}
    for robot, model in models.items():
        q, qd, qdd = random_states(model, STATES, seed)
        inputs = {"q": q, "qd": qd, "qdd": qdd, "tau": qdd}
        for quantity in quantities:
            kernel = least(model, *QUANTITIES[quantity]).kernel()
            arrays = [inputs[array.name] for array in kernel.program.inputs]
            arrays += [np.empty((STATES, *array.shape)) for array in kernel.program.outputs]
            contenders[robot, quantity, "batch"] = batch_loop(kernel, arrays)
            contenders[robot, quantity, "scalar"] = state_loop(kernel, arrays)
    named = [Contender(str(k), run, STATES) for k, run in enumerate(contenders.values())]
    parts = [measure(named, seconds / PARTS, ROUNDS) for _ in range(PARTS)]
    times_of = [tuple(part[contender.name] for part in parts) for contender in named]
    return {key: Time(min(times), times) for key, times in zip(contenders, times_of, strict=True)}
