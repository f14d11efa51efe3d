"""The energy balance at every step: no recording is too coarse to show the greatest error of a run."""

import numpy as np
import pytest

import armillary as arm
from internals import stride

pytestmark = pytest.mark.filterwarnings("ignore::armillary.ArmillaryWarning")

RODS = arm.library.get("planar-3r")
FIXED = [arm.solvers.SemiImplicitEuler, arm.solvers.RK4, arm.solvers.Gauss2, arm.solvers.Gauss3]


def rows(run):
    return np.abs(run.imbalance).max(axis=-1)


@pytest.mark.parametrize("solver", FIXED)
def test_coarse_recording_sees_the_error_of_every_step(solver):
    """1 s in steps of 10 ms, a number that does not fill the lanes; the fine run records each of them."""
    coarse, fine = (arm.simulate(RODS, 1.01, solver=solver(step=0.01), record=record) for record in (0.5, 0.01))
    assert len(fine.t) == 102
    near = {"rel": 1e-9, "abs": 1e-12}
    assert float(coarse.imbalance_steps) == pytest.approx(float(rows(fine)), **near)
    assert float(fine.imbalance_steps) == pytest.approx(float(rows(fine)), **near)
    assert coarse.drift_max >= 100 * rows(fine) / coarse.peak_energy * (1 - 1e-8)  # rows have refined velocities


def test_an_error_between_rows_counts():
    """Gauss methods return close to the energy: the error at recorded times is a part of the greatest one."""
    run = arm.simulate(RODS, 5.0, solver=arm.solvers.Gauss3(step=0.01), record=0.05)
    assert float(run.imbalance_steps) > 2 * float(rows(run))
    assert run.drift_max == pytest.approx(100 * float(run.imbalance_steps) / run.peak_energy)


@pytest.mark.parametrize("solver", [arm.solvers.RK45, arm.solvers.DOP853, arm.solvers.Rosenbrock])
def test_steps_of_chosen_length(solver):
    """Between steps rows are interpolated, so that only the order of magnitude is common."""
    run = arm.simulate(RODS, 2.0, solver=solver(rtol=1e-6, atol=1e-6), record=0.5)
    fine = arm.simulate(RODS, 2.0, solver=solver(rtol=1e-6, atol=1e-6), record=1e-3)
    assert float(run.imbalance_steps) == float(fine.imbalance_steps)
    assert 1e-3 * rows(fine) < float(run.imbalance_steps) <= 10 * rows(fine)


def test_stacks_have_the_errors_of_their_runs(tmp_path):
    starts = np.random.default_rng(3).normal(size=(11, 3))
    solver = arm.solvers.RK4(step=0.01)
    runs = arm.simulate(RODS, 1.0, solver=solver, q0=starts)
    alone = [float(arm.simulate(RODS, 1.0, solver=solver, q0=q).imbalance_steps) for q in starts]
    np.testing.assert_allclose(runs.imbalance_steps, alone, rtol=1e-6, atol=1e-13)
    assert float(runs[3].imbalance_steps) == runs.imbalance_steps[3]
    runs.save(tmp_path / "runs.nc")
    np.testing.assert_array_equal(arm.Trajectory.load(tmp_path / "runs.nc").imbalance_steps, runs.imbalance_steps)
    runs[3].save(tmp_path / "run.nc")
    assert arm.Trajectory.load(tmp_path / "run.nc").drift_max == runs[3].drift_max


def test_sampled_controllers_and_changes_of_the_plant():
    heavy = arm.planar([1.0] * 3, [2.0] * 3, coms=[0.5] * 3, inertias=[1 / 6] * 3)
    law = {"controller": arm.controllers.PD(kp=20.0, kd=2.0), "reference": arm.references.Constant([0.0] * 3)}
    given = {**law, "period": 0.05, "q0": [0.5, 0.2, 0.1], "solver": arm.solvers.RK4(step=0.01)}
    scenario = arm.Scenario(RODS, **given, changes=[arm.Change(0.4, heavy)])
    coarse, fine = (arm.simulate(scenario, 1.0, record=record) for record in (1.0, 0.01))
    assert float(coarse.imbalance_steps) == pytest.approx(float(rows(fine)), rel=1e-9)
    assert any(event.kind == "changed" for event in coarse.events)


def test_free_parameters_of_the_plant_count():
    """The balance of each run is made with its own masses."""
    plant = arm.model(RODS, free=["link3.mass"])
    masses = np.array([0.5, 1.0, 3.0])
    solver = arm.solvers.RK4(step=0.01)
    runs = arm.simulate(plant, 1.0, solver=solver, parameters={"link3.mass": masses}, record=0.01)
    np.testing.assert_allclose(runs.imbalance_steps, rows(runs), rtol=1e-9)


def test_long_runs_look_at_some_of_their_steps():
    """Every second step of 2,500, and so on, at most every eighth: the error hardly changes in between."""
    assert [stride(steps) for steps in (1, 999, 2500, 7999, 1e6)] == [1, 1, 2, 7, 8]
    coarse, fine = (
        arm.simulate(RODS, 5.0, solver=arm.solvers.SemiImplicitEuler(step=5e-4), record=record)
        for record in (1.0, 5e-4)
    )
    assert float(coarse.imbalance_steps) == pytest.approx(float(rows(fine)), rel=1e-3)
