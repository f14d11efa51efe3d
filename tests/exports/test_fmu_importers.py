"""FMUs in the tools of others: FMPy validates and simulates them, CasADi and libcosim load them. Where these are."""

import itertools
import warnings
import zipfile
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import armillary as arm
import fmu_driver
from internals import OpenLoop, export_fmu, home, joint_count
from samples import some

pytestmark = [
    fmu_driver.needs_compiler,
    pytest.mark.filterwarnings("ignore::armillary.errors.IncompleteRunWarning"),
    pytest.mark.usefixtures("quickly_built"),
]

TYPICAL = (  # links that bend, slides, a ball joint, motors with friction, many joints; the others differ in numbers
    "flexrob", "khatib-rp", "spherical-chain", "manutec-r3", "rtx", "celentano-link", "deluca-siciliano", "panda",
    "planar-rrp", "stanford",
)  # fmt: skip
T, ROWS = 0.2, 200


@cache
def moving(name: str):
    """A start, efforts and the motion that they give."""
    robot = arm.library.get(name)
    model = arm.model(robot)
    joints = joint_count(model)
    rng = np.random.default_rng(1)
    q, qd = home(model).q, np.zeros(model.nv)
    qd[:joints] = rng.uniform(-0.5, 0.5, joints)
    tau = rng.uniform(-1.0, 1.0, joints)
    law = OpenLoop(tau.tolist())
    run = arm.simulate(
        robot, T, q0=q, qd0=qd, controller=law, solver=arm.solvers.Auto(rtol=1e-12, atol=1e-12), record=T / ROWS
    )
    return robot, q, qd, tau, run


# Each robot in one version: test_fmu_run compares both with `simulate` for all kinds of joints and links.
@pytest.mark.parametrize(("name", "fmi"), [*zip(some(TYPICAL, 4), itertools.cycle(["2.0", "3.0"]), strict=False)])
def test_fmpy_validates_and_simulates_robots_of_the_library(tmp_path: Path, name: str, fmi: str):
    import fmpy
    from fmpy import validation

    robot, q, qd, tau, run = moving(name)
    path = str(export_fmu(robot, tmp_path / "x.fmu", fmi=fmi, q0=q, qd0=qd))
    assert not validation.validate_fmu(path)
    variables = fmpy.read_model_description(path).modelVariables
    inputs = [each.name for each in variables if each.causality == "input"]
    outputs = [each.name for each in variables if each.causality == "output"]
    states = outputs[: len(q) + len(qd)]
    for kind in ("CoSimulation", "ModelExchange"):
        given = dict(zip(inputs, tau, strict=True))
        found = fmpy.simulate_fmu(
            path, fmi_type=kind, stop_time=T, output_interval=T / ROWS, relative_tolerance=1e-12,
            start_values=given, output=outputs,
        )  # fmt: skip
        last = np.array([found[state][-1] for state in states])
        if abs(found["time"][-1] - run.t[-1]) < 1e-6:
            expected = np.concatenate([run.q[-1], run.qd[-1]])
            scale = np.maximum(1.0, np.abs(np.concatenate([run.q, run.qd], axis=1)).max(axis=0))
            assert np.abs((last - expected) / scale).max() < 1e-6
        else:
            assert any(event.kind == "limit" for event in run.events)


@pytest.mark.parametrize("fmi", ["2.0", "3.0"])
@pytest.mark.parametrize("tunable", [(), "all"])
def test_casadi_reads_the_equations_and_their_jacobian(tmp_path: Path, fmi: str, tunable):
    import casadi

    if fmi == "3.0" and tuple(map(int, casadi.__version__.split(".")[:2])) < (3, 7):
        pytest.skip("CasADi reads FMI 3 from 3.7 on")
    robot = arm.library.get("planar-3r")
    gentle = arm.Friction(smooth_velocity=1e-3)  # tunable friction would stick by events, which CasADi does not have
    robot = replace(robot, joints=tuple(replace(joint, friction=gentle) for joint in robot.joints))
    path = export_fmu(robot, tmp_path / "x.fmu", fmi=fmi, tunable=tunable)
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path / "x")
    builder = casadi.DaeBuilder("robot", str(tmp_path / "x"))
    f = builder.create("f", ["x", "u"], ["ode"])
    dyn = arm.compile(robot)
    rng = np.random.default_rng(2)
    x, u = rng.normal(size=6), rng.normal(size=3)
    ode = np.array(f(x, u)).ravel()
    assert np.allclose(ode[:3], x[3:], atol=1e-15)
    assert np.allclose(ode[3:], dyn.forward_dynamics(x[:3], x[3:], u), rtol=1e-11, atol=1e-11)
    J = np.array(f.factory("J", ["x", "u"], ["jac:ode:x"])(x, u))
    by_q, by_qd, _ = dyn.forward_dynamics_derivatives(x[:3], x[3:], u)
    assert np.allclose(J[3:], np.hstack([by_q, by_qd]), rtol=1e-8, atol=1e-8)


def test_libcosim_steps_an_fmu(tmp_path: Path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of ctypes, from Python 3.14 on
        from libcosimpy.CosimExecution import CosimExecution
        from libcosimpy.CosimObserver import CosimObserver
        from libcosimpy.CosimSlave import CosimLocalSlave

    robot = arm.library.get("planar-3r")
    path = export_fmu(robot, tmp_path / "x.fmu")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = CosimExecution.from_step_size(int(1e7))
        slave = run.add_local_slave(CosimLocalSlave(str(path), "robot"))
        observer = CosimObserver.create_last_value()
        run.add_observer(observer)
        assert run.simulate_until(int(5e8))
        found = observer.last_real_values(slave, [1, 2, 3])
    wanted = arm.simulate(robot, 0.5, solver=arm.solvers.Auto(rtol=1e-12, atol=1e-12))
    assert np.abs(np.array(found) - wanted.q[-1]).max() < 1e-8
