"""A self-test in about a second: data files are there, native code is right, a short motion keeps its energy."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from time import perf_counter

import numpy as np

from armillary.analysis.installation.finding import Finding, verdict
from armillary.compiler import cache
from armillary.compiler.compiled import compile as native
from armillary.description import library
from armillary.formulations.evaluate import evaluate
from armillary.simulation.simulate import simulate

ROBOT, STATES, TOLERANCE = "panda", 9, 1e-10
DRIFT = 1e-4
"""Greatest change of the energy balance in the short motion [%]."""


def files() -> Iterator[Finding]:
    """Yield whether every installed file is there, by the record of the installation, and the number of robots."""
    try:
        record = distribution("armillary").files or []
    except PackageNotFoundError:  # told by `packages`
        record = []
    missing = [str(file) for file in record if not Path(str(file.locate())).exists()]
    if missing:
        text = f"{len(missing)} of {len(record)} installed files are missing: {missing[0]}"
        yield Finding("self-test", "files", text, "BROKEN", "install armillary again")
    else:
        yield Finding("self-test", "files", f"{len(record)} installed, {len(library.names())} robots in the library")


def same_numbers() -> Iterator[Finding]:
    """Yield the difference between code that is compiled now, for one state and for a batch, and the evaluation."""
    robot, begun = library.get(ROBOT), perf_counter()
    rng = np.random.default_rng(0)
    q, qd, x = rng.uniform(-1, 1, (3, STATES, 7))
    with _compiled_again():
        code, plain = native(robot), evaluate(robot)
        for name in ("inverse_dynamics", "forward_dynamics"):
            wanted = np.array([getattr(plain, name)(*each) for each in zip(q, qd, x, strict=True)])
            batch = getattr(code, name)(q, qd, x)
            single = np.array([getattr(code, name)(*each) for each in zip(q, qd, x, strict=True)])
            worst = max(float(np.abs(found - wanted).max() / np.abs(wanted).max()) for found in (batch, single))
            text = f"{worst:.1e} between compiled code and evaluation, {ROBOT}"
            hint = "" if worst <= TOLERANCE else "wrong machine code: report this with the lines about the processor"
            yield Finding("self-test", name.replace("_", " "), text, verdict(worst <= TOLERANCE), hint)
    yield Finding("self-test", "time of compilation and comparison", f"{perf_counter() - begun:.2f} s")


def short_run() -> Iterator[Finding]:
    """Yield the energy drift of a short free motion."""
    with _compiled_again():
        run = simulate(library.get("khatib-rr"), duration=0.2, q0=[0.3, 0.2])
    drift = run.drift_max
    yield Finding("self-test", "energy drift of a motion", f"{drift:.1e} %", verdict(drift <= DRIFT))


@contextmanager
def _compiled_again() -> Iterator[None]:
    """Leave the cache aside for a while: code from it would say nothing about the compiler."""
    before = os.environ.get(cache.VARIABLE)
    os.environ[cache.VARIABLE] = cache.OFF[0]
    try:
        yield
    finally:
        if before is None:
            del os.environ[cache.VARIABLE]
        else:
            os.environ[cache.VARIABLE] = before
