"""Builds exported sources for tests: C through a compiler and ctypes, Python as a module. Hostile names for robots."""

from __future__ import annotations

import ctypes
import importlib.util
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import armillary as arm
from internals import ExportedFunction, Frame, Robot, c_files, entries, random_state

WARNINGS = [
    *("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wcast-qual", "-Wundef"),
    *("-Wstrict-prototypes", "-Wmissing-prototypes", "-Wmissing-declarations", "-Wredundant-decls", "-Wvla"),
    *("-Wfloat-equal", "-Wdouble-promotion", "-Wwrite-strings", "-Wswitch-default", "-Wunused", "-Werror"),
]
COMPILERS = {name: [shutil.which(name)] for name in ("gcc", "clang") if shutil.which(name)}
if importlib.util.find_spec("ziglang"):
    COMPILERS["zig"] = [sys.executable, "-m", "ziglang", "cc"]
needs_compiler = pytest.mark.skipif(not COMPILERS, reason="needs a C compiler: gcc, clang or ziglang")

HOSTILE = [
    'a */ int main(void) { return system("reboot"); } /*',
    '"""\nimport os\nos.system("reboot")\n"""',
    "\\N{BULLET} \\x zz \\",
    "??/ ??/",
    "#include <stdlib.h>\n#define double int",
    "${CMAKE_COMMAND} $ENV{HOME} [[ ]] )",
    "while",
    "lambda",
    "double",
    "math",
    "機械の腕",
    "a__b",
    "A__B",
    "7",
    " . ",
    "q",
    "np",
    "ca",
    "w",
    "dot",
    "x" * 300,
    "$(reboot)`reboot`; reboot",
    "%s%n",
    "é\u202e\u0000\x07",
]
"""Names that no generated source should let through."""


def driven() -> arm.Robot:
    """Two joints and one that follows, with an elastic gear, losses, windings, and friction with bristles.

    A part of the weight of its last link is compensated.
    """
    inertia = ((0.02, 0.0, 0.0), (0.0, 0.1, 0.0), (0.0, 0.0, 0.1))
    rough = arm.Friction(0.1, 0.4, 0.5, 0.7, None, 0.01, 2.0, 1000.0, 3.0, 1.2)
    winding = arm.Winding(0.05, 0.5, 2e-3, 12.0, 24.0, 2000.0, 0.01, 12.0, arm.parts.Heat(4.0, 20.0, 6.0, 200.0))
    couple, gear = arm.parts.Coupling.linear("j2", -1.5, 0.2), arm.Gear(5e3, 2.0, 1e6, 0.8, 0.7)
    y, along = (0.0, 1.0, 0.0), arm.Placement((0.4, 0.0, 0.0))
    joints = (
        arm.Joint("j1", "revolute", "base", "a", axis=y, friction=rough),
        arm.Joint("j2", "revolute", "a", "b", along, y),
        arm.Joint("j3", "revolute", "b", "c", along, y, couple=couple),
    )
    motors = (
        arm.Motor("m1", "j1", "base", rotor_inertia=1e-4, ratio=50.0, axis=y, gear=gear, winding=winding),
        arm.Motor("m2", "j3", "b", rotor_inertia=1e-4, ratio=-30.0, friction=arm.Friction(1e-5, 2e-3)),
    )
    light = {"a": 0.0, "b": 0.0, "c": 0.4}
    links = [arm.Link(name, 1.0, (0.2, 0.0, 0.0), inertia, gravity_compensation=part) for name, part in light.items()]
    return arm.Robot("driven", tuple(links), joints, motors, frames=(arm.Frame("tip", "c"),))


def renamed(robot: Robot, names: list[str]) -> Robot:
    """The robot with hostile names for itself, its base, links, joints, motors and frames; names given must suffice."""
    pool = iter(names)
    link = {each.name: next(pool) for each in robot.links} | {robot.base: next(pool)}
    joint = {each.name: next(pool) for each in robot.joints}
    return replace(
        robot,
        name=names[0],
        source=names[1],
        base=link[robot.base],
        links=tuple(replace(each, name=link[each.name]) for each in robot.links),
        joints=tuple(
            replace(each, name=joint[each.name], parent=link[each.parent], child=link[each.child])
            for each in robot.joints
        ),
        motors=tuple(
            replace(each, joint=joint[each.joint], carrier=link[each.carrier], name=names[k])
            for k, each in enumerate(robot.motors)
        ),
        payloads=tuple(replace(each, link=link[each.link]) for each in robot.payloads),
        # A frame of this name would have the Jacobian jacobian_dot, which is that of another quantity.
        frames=(
            *(replace(f, link=link[f.link]) for f in robot.frames),
            *([] if "dot" in link.values() else [Frame("dot", link[robot.links[-1].name])]),
        ),
        visuals=(),
    )


def states_of(dyn: arm.types.Compiled, count: int = 20, seed: int = 5) -> dict[str, np.ndarray]:
    """Random states, an array (count, n) for each input that quantities have."""
    rng = np.random.default_rng(seed)
    rows = [random_state(dyn.model, rng) for _ in range(count)]
    states = {name: np.array([row[k] for row in rows]) for k, name in enumerate(("q", "qd", "qdd"))}
    other = ("tau", "tau_bar", "qdd_bar", "dq", "dqd", "dqdd", "dtau")
    return states | {name: rng.normal(size=(count, dyn.model.nv)) for name in other}


def kernel_values(
    dyn: arm.types.Compiled, entry: ExportedFunction, states: dict[str, np.ndarray]
) -> tuple[np.ndarray, ...]:
    """The outputs of an entry by the compiled kernels of the robot, (count, *shape) each."""
    given = [states[array.name] for array in entry.program.inputs]
    if entry.quantity.endswith("_jvp"):
        given = [*given[:3], given[3:]]
    if entry.quantity == "configuration_rate":
        found = np.array([dyn.model.rate(q, qd) for q, qd in zip(*given, strict=True)])
    else:
        found = getattr(dyn, entry.quantity)(*given, **({"frame": entry.frame} if entry.frame else {}))
    return found if isinstance(found, tuple) else (found,)


def apart(ours: np.ndarray, theirs: np.ndarray) -> float:
    """The largest difference over all states, relative to the largest entry of each."""
    assert ours.shape == theirs.shape
    ours, theirs = ours.reshape(len(ours), -1), theirs.reshape(len(theirs), -1)
    scale = np.abs(theirs).max(axis=1, keepdims=True)
    return float((np.abs(ours - theirs) / np.where(scale > 0, scale, 1.0)).max())


def write_c(dyn: arm.types.Compiled, folder: Path, quantities=None, frames=("tip",), precision="double", name="rob"):
    """Write the C of a robot into a folder and return its entries."""
    found = entries(dyn, quantities, frames)
    folder.mkdir(exist_ok=True)
    for file, text in c_files(dyn.model, found, name, precision).items():
        (folder / file).write_text(text, encoding="ascii")
    return found


def compiled_c(folder: Path, *arguments: str, compiler: str | None = None) -> None:
    """Run a compiler in a folder; it must have nothing to say."""
    command = [*COMPILERS[compiler or next(iter(COMPILERS))], "-std=c99", *WARNINGS, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]


def c_library(folder: Path, name="rob", flags=("-O1",)) -> ctypes.CDLL:
    """The functions of NAME.c."""
    compiled_c(folder, *flags, "-shared", "-fPIC", f"{name}.c", "-o", f"{name}.so", "-lm")
    return ctypes.CDLL(str(folder / f"{name}.so"))


def call_c(
    library, entry: ExportedFunction, states: dict[str, np.ndarray], name="rob", kind=np.float64
) -> list[np.ndarray]:
    """The outputs of a C function at states, (count, *shape) each."""
    function = getattr(library, f"{name}_{entry.name}")
    function.restype = None
    program = entry.program
    given = [np.ascontiguousarray(states[array.name], dtype=kind) for array in program.inputs]
    outputs = [np.full((len(given[0]), *array.shape), np.nan, dtype=kind) for array in program.outputs]
    for row in range(len(given[0])):
        places = [array[row : row + 1].ctypes.data for array in (*given, *outputs)]
        function(*map(ctypes.c_void_p, places))
    return outputs


def load_module(path: Path):
    """A Python file as a module."""
    spec = importlib.util.spec_from_file_location(f"exported_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
