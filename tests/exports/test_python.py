"""The exported module of Python equals the kernels, needs NumPy alone, and no name gets out of its string."""

import ast
import re
import subprocess
import sys

import numpy as np
import pytest

import armillary as arm
from exported_sources import HOSTILE, apart, driven, kernel_values, load_module, renamed, states_of
from internals import coordinate_names, entries, python_source
from random_flexible import random_flexible_robot
from random_robots import random_robot
from samples import some


def module_of(dyn, folder, quantities=None, frames=("tip",)):
    found = entries(dyn, quantities, frames)
    (folder / "module.py").write_text(python_source(dyn.model, found), encoding="ascii")
    return load_module(folder / "module.py"), found


def robots():
    yield from (arm.library.get(name) for name in some(("khatib-rr", "spherical-chain", "flexrob", "panda"), 2))
    yield random_robot(np.random.default_rng(1), 4)
    yield random_flexible_robot(np.random.default_rng(3), 1, "RP")
    yield driven()


@pytest.mark.parametrize("robot", list(robots()), ids=lambda robot: robot.name)
def test_equals_the_kernels(robot, tmp_path):
    dyn = arm.compile(robot)
    module, found = module_of(dyn, tmp_path)
    states = states_of(dyn)
    for entry in found:
        given = [states[array.name] for array in entry.program.inputs]
        ours, theirs = getattr(module, entry.name)(*given), kernel_values(dyn, entry, states)
        assert apart(ours, theirs[0]) <= 1e-12, entry.name
        one = getattr(module, entry.name)(*(array[3] for array in given))
        assert one.shape == ours.shape[1:]
        np.testing.assert_allclose(one, ours[3], rtol=1e-12, atol=1e-12 * np.abs(ours[3]).max())


def test_several_outputs_and_broadcasting(tmp_path):
    dyn = arm.compile(arm.library.get("rtx"))
    module, [entry] = module_of(dyn, tmp_path, "forward_dynamics_derivatives")
    states = states_of(dyn)
    found = module.forward_dynamics_derivatives(states["q"], states["qd"], states["tau"])
    for ours, theirs in zip(found, kernel_values(dyn, entry, states), strict=True):
        assert apart(ours, theirs) <= 1e-12
    at_rest = module.forward_dynamics_derivatives(states["q"], np.zeros(3), np.zeros(3))
    assert [part.shape for part in at_rest] == [(20, 3, 3)] * 3


def test_it_says_what_coordinates_there_are(tmp_path):
    dyn = arm.compile(arm.library.get("spherical-chain"))
    module, _ = module_of(dyn, tmp_path, "gravity")
    assert (module.NQ, module.NV) == (12, 9)
    assert coordinate_names(dyn.model) == module.COORDINATES
    np.testing.assert_array_equal(module.NEUTRAL, dyn.model.neutral)


def test_wrong_shapes_are_refused(tmp_path):
    module, _ = module_of(arm.compile(arm.library.get("khatib-rr")), tmp_path, "gravity")
    for wrong in ([0.0], [[[0.0, 0.0]]], 0.0):
        with pytest.raises(ValueError, match=r"q: shape .* expected \(2,\)"):
            module.gravity(wrong)


def test_it_runs_where_armillary_is_not(tmp_path):
    module_of(arm.compile(arm.library.get("khatib-rr")), tmp_path)
    code = "import sys, module; print(module.gravity([0.0, 0.0])[0]); print('armillary' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    effort, loaded = done.stdout.split()
    assert float(effort) == pytest.approx(arm.compile(arm.library.get("khatib-rr")).gravity([0, 0])[0], rel=1e-13)
    assert loaded == "False"


@pytest.mark.parametrize("shift", range(0, len(HOSTILE), 3))
def test_hostile_names(shift, tmp_path):
    names = [*HOSTILE[shift:], *HOSTILE[:shift]]
    dyn = arm.compile(renamed(arm.library.get("stanford"), names))
    frames = tuple(dyn.model.frames)
    module, found = module_of(dyn, tmp_path, "jacobian, jacobian_dot, inverse_dynamics", frames)
    tree = ast.parse((tmp_path / "module.py").read_text(encoding="ascii"))
    kinds = {type(node).__name__ for node in tree.body[1:]}
    assert kinds == {"Import", "Assign", "FunctionDef"}
    called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    assert called <= {*("np.sin", "np.cos", "np.asarray", "np.array", "np.empty", "np.broadcast_shapes", "_array")} | {
        *("ValueError", "np.where", "J.reshape", "J_dot.reshape")
    }
    assert coordinate_names(dyn.model) == module.COORDINATES  # what was written is the text itself
    states = states_of(dyn, 3)
    for entry in found:
        given = [states[array.name] for array in entry.program.inputs]
        assert apart(getattr(module, entry.name)(*given), kernel_values(dyn, entry, states)[0]) <= 1e-12


def test_it_can_be_read():
    dyn = arm.compile(arm.library.get("puma560"))
    text = python_source(dyn.model, entries(dyn))
    assert max(map(len, text.splitlines())) <= 200
    names = re.findall(r"^    (\w+) = ", text, re.MULTILINE)
    assert (
        sum(re.fullmatch(r"[a-zA-Z]+\d_[xyz]+|(sin|cos)_q\d", name) is not None for name in names) > 50
    )  # as in books
    assert "qd[0]  " in text
