"""Exports: sources and modules of a robot, checked by their own tests or against native code."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import armillary as arm
from exported_sources import c_library, call_c, kernel_values, load_module, write_c
from fmu_driver import OK, Unit
from internals import build
from matrix.cells import use
from matrix.kinds import Kind
from matrix.uses.quantities import close

GROUP = "Exports"
SOME = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "pose")
"""Quantities that are exported here: the writers take all of them in the same way."""


def rows(kind: Kind) -> dict[str, np.ndarray]:
    """Return the state of a kind as a stack of one."""
    return {name: value[None] for name, value in kind.state.items()}


@use(GROUP, "C")
def c(kind: Kind, folder: Path) -> None:
    entries = write_c(kind.native, folder / "c", ", ".join(SOME))
    library = c_library(folder / "c", flags=("-O0",))
    for entry in entries:
        expected = kernel_values(kind.native, entry, rows(kind))
        for found, value in zip(call_c(library, entry, rows(kind)), expected, strict=True):
            close(found, value)


@use(GROUP, "Python")
def python(kind: Kind, folder: Path) -> None:
    arm.export(kind.robot, "python", path=folder / "exported_robot.py", quantities=SOME)
    module = load_module(folder / "exported_robot.py")
    state = [kind.state[each] for each in ("q", "qd", "tau")]
    close(np.asarray(module.forward_dynamics(*state)), kind.native.forward_dynamics(*state))


@use(GROUP, "CasADi")
def casadi(kind: Kind, folder: Path) -> None:
    function = arm.export(kind.robot, "casadi", quantities=SOME).casadi["forward_dynamics"]
    state = [kind.state[each] for each in ("q", "qd", "tau")]
    close(np.array(function(*state)).ravel(), kind.native.forward_dynamics(*state))


def node(script: str, folder: Path) -> None:
    done = subprocess.run(["node", script], cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@use(GROUP, "WebAssembly")
def wasm(kind: Kind, folder: Path) -> None:
    arm.export(kind.robot, "wasm", path=folder, name="robot", quantities=SOME)
    node("test_robot.mjs", folder)


@use(GROUP, "WebAssembly of a closed loop")
def wasm_loop(kind: Kind, folder: Path) -> None:
    arm.export(kind.loop, "wasm", path=folder, name="it")
    node("test_it.mjs", folder)


def fmu(kind: Kind, what: arm.Robot | arm.Scenario, path: Path, **options: object) -> Unit:
    with pytest.MonkeyPatch.context() as patch:  # nothing is optimised: a run here is short
        patch.setattr(build, "FLAGS", tuple("-O0" if flag == "-O2" else flag for flag in build.FLAGS))
        arm.export(what, "fmu", path=path, **options)
    return Unit(path)


def moved(unit: Unit, names: tuple[str, ...]) -> np.ndarray:
    """Return outputs after 20 ms of co-simulation."""
    one = unit.instance()
    assert one.begin() == OK
    one.run(0.02, 0.01)
    found = one.get(*names)
    one.free()
    return found


def states_of(unit: Unit) -> tuple[str, ...]:
    return tuple(name[4:-1] for name in unit.references if name.startswith("der("))


@use(GROUP, "FMU of a robot")
def fmu_model(kind: Kind, folder: Path) -> None:
    unit = fmu(kind, kind.robot, folder / "robot.fmu", q0=kind.start, qd0=kind.loop.qd0)
    found = moved(unit, states_of(unit))
    run = arm.simulate(replace(kind.loop, controller=arm.controllers.OpenLoop([0.0] * kind.joints)), 0.02, record=0.02)
    close(found[: kind.model.nq], run.q[-1], 1e-4)


@use(GROUP, "FMU of a closed loop")
def fmu_loop(kind: Kind, folder: Path) -> None:
    unit = fmu(kind, kind.loop, folder / "loop.fmu")
    found = moved(unit, states_of(unit))
    close(found[: kind.model.nq], arm.simulate(kind.loop, 0.02, record=0.02).q[-1], 1e-4)
