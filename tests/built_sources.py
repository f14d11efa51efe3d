"""Builds generated sources for tests: Python as a module, C through gcc and ctypes."""

from __future__ import annotations

import ctypes
import runpy
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import armillary as arm
from internals import QUANTITIES, Program, emit_c, emit_python, random_state

GCC = shutil.which("gcc")
FLAGS = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"]
needs_gcc = pytest.mark.skipif(GCC is None, reason="needs a C compiler: no gcc on the path")

CASES = [
    ("panda", "inverse_dynamics"),
    ("panda", "mass_matrix"),
    ("ur5", "forward_dynamics"),
    ("puma560", "bias"),
    ("spherical-chain", "inverse_dynamics"),
    ("stanford", "jacobian_dot"),
    ("rtx", "pose"),
    ("planar-4r", "manipulability"),
]


@cache
def reference(robot: str, quantity: str, count: int = 100) -> tuple[list[np.ndarray], np.ndarray]:
    """Random states, one array (count, n) for each input, and the quantity there by the float reference."""
    dyn = arm.evaluate(arm.library.get(robot))
    rng = np.random.default_rng(7)
    states = [random_state(dyn.model, rng) for _ in range(count)]
    inputs = [np.array([state[k] for state in states]) for k in range(len(QUANTITIES[quantity].inputs))]
    return inputs, getattr(dyn, quantity)(*inputs)


def worst(ours: np.ndarray, theirs: np.ndarray) -> float:
    """The largest difference over all states, relative to the largest entry of each."""
    ours, theirs = ours.reshape(len(ours), -1), theirs.reshape(len(theirs), -1)
    scale = np.abs(theirs).max(axis=1, keepdims=True)
    return float((np.abs(ours - theirs) / np.maximum(scale, 1e-300)).max())


def python_function(program: Program, folder: Path) -> Callable[..., np.ndarray]:
    """The function of the generated Python source."""
    path = folder / "generated.py"
    path.write_text(emit_python.emit(program, "generated"), encoding="utf-8")
    return runpy.run_path(str(path))["generated"]  # an import would take a cached file of the same second and size


def c_function(program: Program, folder: Path, chunk: int = emit_c.CHUNK, flags: tuple[str, ...] = ("-O1",)):
    """The function of the generated C source: takes one state or a batch, returns a tuple of outputs."""
    source, header = emit_c.emit(program, "generated", chunk)
    (folder / "generated.c").write_text(source, encoding="ascii")
    (folder / "generated.h").write_text(header, encoding="ascii")
    library = folder / f"generated{chunk}.so"
    command = [GCC, *FLAGS, *flags, "-shared", "-fPIC", "-o", str(library), str(folder / "generated.c"), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]
    return _wrapped(ctypes.CDLL(str(library)).generated, program)


def _wrapped(function, program: Program):
    pointer = np.ctypeslib.ndpointer(dtype=np.float64, flags="C_CONTIGUOUS")
    function.argtypes = [pointer] * (len(program.inputs) + len(program.outputs))
    function.restype = None

    def call(*inputs: np.ndarray) -> tuple[np.ndarray, ...]:
        if np.ndim(inputs[0]) == 1:
            outputs = [np.full(array.size, np.nan) for array in program.outputs]
            function(*(np.ascontiguousarray(value, dtype=float) for value in inputs), *outputs)
            return tuple(out.reshape(array.shape) for out, array in zip(outputs, program.outputs, strict=True))
        rows = [call(*row) for row in zip(*inputs, strict=True)]
        return tuple(np.array(column) for column in zip(*rows, strict=True))

    return call
