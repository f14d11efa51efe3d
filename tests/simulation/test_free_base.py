"""A free robot in space keeps its energy and its momentum."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Coordinate, Friction


@pytest.fixture(scope="module")
def satellite():
    bus = arm.Link("bus", mass=100, com=[0.1, 0, 0], inertia=np.diag([8, 9, 10]))
    robot = arm.free(arm.planar([1, 0.8], [5, 3], coms=[0.5, 0.4], inertias=[0.4, 0.2]), bus)
    return replace(robot, gravity=(0, 0, 0))


def test_energy_and_momentum_stay(satellite):
    model = arm.model(satellite)
    qd0 = [0.02, -0.01, 0.03, 0.1, -0.2, 0.15, 0.6, -0.8]
    run = arm.simulate(model, 10, qd0=qd0, solver=arm.solvers.DOP853(rtol=1e-13, atol=1e-14), record=0.1)
    found = run.metrics()
    assert np.abs(run.energy - run.energy[0]).max() <= 1e-12 * run.energy[0]
    h = arm.evaluate(model).spatial_momentum(run.q[0], run.qd[0])
    assert found.momentum_drift == pytest.approx([0, 0], abs=1e-12 * np.linalg.norm(h))
    assert np.linalg.norm(run.q[:, 3:7], axis=1) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("solver", [arm.solvers.RK45, arm.solvers.Rosenbrock])
def test_recorded_quaternions_have_unit_length(satellite, solver):
    """Rows between the steps of a solver too, which are interpolated."""
    fast = [0.0, 0.0, 0.0, 1.0, -2.0, 1.5, 0.6, -0.8]
    run = arm.simulate(satellite, 2, qd0=fast, solver=solver(rtol=1e-6, atol=1e-6), record=0.001)
    assert np.linalg.norm(run.q[:, 3:7], axis=1) == pytest.approx(1, abs=1e-15)
    assert run.info["steps"] < len(run.t) / 2


def test_drives_of_the_arm_do_not_change_the_momentum(satellite):
    model = arm.model(satellite)
    law = arm.controllers.PD(kp=[0] * 6 + [30, 30], kd=[0] * 6 + [20, 20])
    goal = [0, 0, 0, 1, 0, 0, 0, 0.8, -0.5]
    run = arm.simulate(model, 2, controller=law, reference=arm.references.Constant(goal), qd0=np.full(8, 0.05))
    assert np.all(run.metrics().momentum_drift < 1e-6)
    assert np.isnan(arm.simulate(replace(satellite, gravity=(0, 0, -9.81)), 0.1).metrics().momentum_drift).all()
    base = next(joint for joint in satellite.joints if joint.type == "floating")
    rubbed = replace(base, coordinates=(*[Coordinate(friction=Friction(coulomb=0.1))] * 3, *[Coordinate()] * 3))
    joints = tuple(rubbed if joint is base else joint for joint in satellite.joints)
    assert np.isnan(arm.simulate(replace(satellite, joints=joints), 0.1).metrics().momentum_drift).all()


def test_a_motor_on_the_fixed_base_takes_up_momentum(satellite):
    """The reaction to the spin of its rotor is borne by the base."""
    model = arm.model(
        replace(satellite, motors=(arm.Motor("m", "joint1", "world", rotor_inertia=0.1, axis=(0, 0, 1)),))
    )
    run = arm.simulate(model, 1, qd0=np.linspace(0.1, 0.8, 8))
    assert np.isnan(run.metrics().momentum_drift).all()


SPIN = [0.3, 0.2, 0.1, 0.1, 0.2, 0.3, 2.0, -3.0]


@pytest.mark.parametrize("solver", [arm.solvers.RK4, arm.solvers.Gauss2])
def test_coarse_recording_sees_the_momentum_of_every_step(satellite, solver, tmp_path):
    """1 s in 51 steps, which do not fill the lanes; the fine run records each of them."""
    given = {"solver": solver(step=0.02), "qd0": SPIN}
    coarse, fine = (arm.simulate(satellite, 1.02, record=record, **given) for record in (1.02, 0.02))
    rows = replace(fine, angular_steps=None, linear_steps=None).metrics().momentum_drift
    near = {"rel": 1e-6, "abs": 1e-12}
    assert coarse.metrics().momentum_drift == pytest.approx(rows, **near)
    assert fine.metrics().momentum_drift == pytest.approx(rows, **near)
    ends = replace(coarse, angular_steps=None, linear_steps=None).metrics().momentum_drift
    assert ends[0] < 0.95 * rows[0]
    coarse.save(tmp_path / "run.nc")
    assert arm.Trajectory.load(tmp_path / "run.nc").angular_steps == coarse.angular_steps
    starts = np.array(SPIN) * np.linspace(0.5, 1, 11)[:, None]
    stack = arm.simulate(satellite, 1.02, record=1.02, solver=solver(step=0.02), qd0=starts)
    assert stack.metrics().momentum_drift[-1] == pytest.approx(rows, **near)
    assert stack.angular_steps[0] < stack.angular_steps[-1]


def test_momentum_of_runs_with_free_parameters(satellite):
    """Each run has its own mass; where gravity is free, the runs with gravity have no constant momentum."""
    model = arm.model(satellite, free=["link2.mass"])
    given = {"solver": arm.solvers.RK4(step=0.01), "qd0": SPIN, "record": 0.1}
    runs = arm.simulate(model, 1, parameters={"link2.mass": [1.0, 3.0]}, **given)
    assert np.all(runs.metrics().momentum_drift < 1e-6)
    assert np.all(arm.simulate(model, 1, parameters={"link2.mass": 1.0}, **given).metrics().momentum_drift < 1e-6)
    model = arm.model(satellite, free=["gravity.y"])
    found = arm.simulate(model, 1, parameters={"gravity.y": [0.0, 3.0]}, **given).metrics().momentum_drift
    assert np.isnan(found).any(axis=1).tolist() == [False, True]
