"""Functions of CasADi equal the kernels, in memory, from a module and from files, and their derivatives are right."""

import ast
import sys
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from exported_sources import HOSTILE, apart, driven, kernel_values, load_module, renamed, states_of
from internals import casadi_functions, casadi_source, entries
from random_flexible import random_flexible_robot
from random_robots import random_robot
from samples import some


def values(function, entry, states):
    """The outputs of a function of CasADi at states, (count, *shape) each."""
    rows = []
    for k in range(len(states["q"])):
        found = function(*(states[array.name][k] for array in entry.program.inputs))
        rows.append([np.array(each) for each in (found if isinstance(found, tuple) else (found,))])
    shapes = [array.shape for array in entry.program.outputs]
    return [
        np.array(part).reshape(len(rows), *shape) for part, shape in zip(zip(*rows, strict=True), shapes, strict=True)
    ]


def robots():
    yield from (arm.library.get(name) for name in some(("khatib-rr", "spherical-chain", "flexrob", "panda"), 2))
    yield random_robot(np.random.default_rng(2), 4)
    yield random_flexible_robot(np.random.default_rng(3), 1, "RP")
    yield driven()


@pytest.mark.parametrize("robot", list(robots()), ids=lambda robot: robot.name)
def test_equals_the_kernels(robot, tmp_path):
    dyn = arm.compile(robot)
    found, states = entries(dyn), states_of(dyn, 5)
    functions = casadi_functions(found)
    (tmp_path / "module.py").write_text(casadi_source(dyn.model, found), encoding="ascii")
    module = load_module(tmp_path / "module.py")
    for entry in found:
        theirs = kernel_values(dyn, entry, states)
        for function in (functions[entry.name], getattr(module, entry.name)()):
            assert function.name() == entry.name
            assert function.name_in() == [array.name for array in entry.program.inputs]
            for mine, other in zip(values(function, entry, states), theirs, strict=True):
                assert apart(mine, other) <= 1e-12, entry.name


def test_matrices_have_their_shape_and_names_work():
    import casadi

    dyn = arm.compile(arm.library.get("rtx"))
    f = casadi_functions(entries(dyn, "jacobian, forward_dynamics"))
    assert f["jacobian"].size_out(0) == (6, 3)
    q, qd, tau = [0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [1.0, 2.0, 3.0]
    by_name = f["forward_dynamics"](q=q, qd=qd, tau=tau)["qdd"]
    np.testing.assert_allclose(np.array(by_name).ravel(), dyn.forward_dynamics(q, qd, tau), rtol=1e-12)
    x = casadi.MX.sym("x", 3)
    assert f["forward_dynamics"](x, x, x).shape == (3, 1)


@pytest.mark.parametrize("smooth", [False, True])
def test_derivatives_by_casadi_are_ours(smooth):
    import casadi

    robot = arm.library.get("puma560")
    if smooth:
        joints = (replace(joint, friction=arm.Friction(0.5, 2.0, smooth_velocity=1.0)) for joint in robot.joints)
        robot = replace(robot, joints=tuple(joints))
    dyn = arm.compile(robot)
    f = casadi_functions(entries(dyn, "forward_dynamics"))["forward_dynamics"]
    states = states_of(dyn, 1)
    arguments = [casadi.SX.sym(name, 6) for name in ("q", "qd", "tau")]
    jacobian = casadi.Function("j", arguments, [casadi.jacobian(f(*arguments), each) for each in arguments])
    point = [states[name][0] for name in ("q", "qd", "tau")]
    for mine, theirs in zip(jacobian(*point), dyn.forward_dynamics_derivatives(*point), strict=True):
        np.testing.assert_allclose(np.array(mine), theirs, rtol=1e-10, atol=1e-10 * np.abs(theirs).max())


def test_files_can_be_loaded(tmp_path):
    import casadi

    dyn = arm.compile(arm.library.get("khatib-rr"))
    made = arm.export(arm.library.get("khatib-rr"), "casadi", path=tmp_path / "rr", quantities="mass_matrix, gravity")
    assert [file.name for file in made.files] == ["mass_matrix.casadi", "gravity.casadi"]
    f = casadi.Function.load(str(made.files[0]))
    np.testing.assert_allclose(np.array(f([0.1, 0.7])), dyn.mass_matrix([0.1, 0.7]), rtol=1e-14)
    arm.export(
        arm.library.get("khatib-rr"), "casadi", path=tmp_path / "rr", quantities="mass_matrix"
    )  # takes the place of the older one


@pytest.mark.parametrize("shift", range(0, len(HOSTILE), 6))
def test_hostile_names(shift, tmp_path):
    names = [*HOSTILE[shift:], *HOSTILE[:shift]]
    dyn = arm.compile(renamed(arm.library.get("stanford"), names))
    found = entries(dyn, "jacobian, jacobian_dot", tuple(dyn.model.frames))
    source = casadi_source(dyn.model, found)
    tree = ast.parse(source)
    assert {type(node).__name__ for node in tree.body[1:]} == {"Import", "Assign", "FunctionDef"}
    (tmp_path / "module.py").write_text(source, encoding="ascii")
    module, states = load_module(tmp_path / "module.py"), states_of(dyn, 2)
    functions = casadi_functions(found)
    for entry in found:
        theirs = kernel_values(dyn, entry, states)
        for function in (functions[entry.name], getattr(module, entry.name)()):
            assert apart(values(function, entry, states)[0], theirs[0]) <= 1e-12


def test_a_module_needs_no_casadi_to_be_written(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "casadi", None)
    robot = arm.library.get("khatib-rr")
    assert arm.export(robot, "casadi", path=tmp_path / "rr.py", quantities="gravity").files == (tmp_path / "rr.py",)
    with pytest.raises(arm.errors.MissingExtraError, match=r"armillary\[casadi\]"):
        arm.export(robot, "casadi", path=None, quantities="gravity")
