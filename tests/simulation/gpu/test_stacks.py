"""arm.simulate(device="cuda") on a driver of the tests: kernels are their CPU twins. CPU runs are the reference."""

import gc
from unittest import mock

import numpy as np
import pytest

import armillary as arm
from internals import Clock, run, schedule
from stopped_pendulum import pendulum

pytestmark = [
    pytest.mark.usefixtures("cuda"),
    pytest.mark.filterwarnings("ignore:the energy balance drifts"),  # steps are long, so that tests are short
]
RK4, RK8, EULER = (each(step=1e-3) for each in arm.solvers.EXPLICIT)


def both(scenario, duration=0.1, limit=1e-12, dtype="float64", alone=0, **options):
    """Return the runs on the GPU, after a comparison with those of the CPU; `alone` of them end early, on the CPU."""
    simulation = run.Simulation
    with mock.patch.object(
        simulation, "_integrate_alone", autospec=True, side_effect=simulation._integrate_alone
    ) as ran:
        found = arm.simulate(scenario, duration, device="cuda", dtype=dtype, **options)
    assert ran.call_count == alone
    wanted = arm.simulate(scenario, duration, **options)
    np.testing.assert_array_equal(found.t, wanted.t)
    for name in ("q", "qd", "qdd", "tau", "kinetic", "potential", "work", "dissipated", "external"):
        mine, theirs = getattr(found, name), getattr(wanted, name)
        size = np.nanmax(np.abs(theirs), initial=1e-3)
        assert np.nanmax(np.abs(mine - theirs), initial=0.0) < limit * size, name
        np.testing.assert_array_equal(np.isnan(mine), np.isnan(theirs))
    assert found.signals.keys() == wanted.signals.keys()
    np.testing.assert_allclose(found.imbalance_steps, wanted.imbalance_steps, rtol=max(1e-6, limit), atol=10 * limit)
    return found, wanted


def starts(count, *centre):
    return np.array(centre) + np.random.default_rng(1).uniform(-0.1, 0.1, (count, len(centre)))


def arms(count=5, **fields):
    """Return a scenario of Panda arms that follow a motion by computed torque."""
    law = arm.controllers.ComputedTorque(kp=100.0, kd=20.0, limits="robot")
    motion = arm.references.FifthOrder(end=[0.3, 0.2, 0.1, -1.2, 0.2, 1.4, 0.1], duration=0.05)
    given = {"controller": law, "reference": motion, "q0": starts(count, 0, 0.2, 0, -1.5, 0, 1.5, 0.3)} | fields
    return arm.Scenario(arm.library.get("panda"), **given)


@pytest.mark.parametrize("solver", [RK4, EULER], ids=lambda solver: solver.name)
def test_rigid_runs_equal_those_of_the_cpu(solver):
    both(arms(), solver=solver, record=0.013)


def test_single_precision():
    found, _ = both(arms(), solver=EULER, dtype="float32", limit=2e-4)
    assert found.q.dtype == float


def test_a_plant_that_bends():
    """The furthest bending and the greatest imbalance are those of all steps, not of the few rows."""
    law = arm.controllers.PD(kp=200.0, kd=20.0)
    scenario = arm.Scenario(arm.library.get("flexrob"), controller=law, q0=starts(3, 0.3, -0.2), qd0=[0.5, -0.2])
    found, wanted = both(scenario, 0.1, solver=arm.solvers.RK4(step=2e-4))
    np.testing.assert_allclose(found.slope_steps, wanted.slope_steps, rtol=1e-12)
    assert np.all(found.slope_steps > 1.001 * found.bending().slope.max(axis=(1, 2)))


def test_sampled_control_with_delay_sensors_and_disturbances():
    """Random numbers are those of the CPU, run by run; gains, loads and starts differ between runs."""
    robot, law = arm.library.get("planar-3r"), arm.controllers.PID(kp=60.0, ki=20.0, kd=8.0)
    sensors = [arm.sensors.Encoder(counts=4096), arm.sensors.Tachometer(noise=1e-3)]
    push = arm.Push("tip", (0, 0, 0, 0, -5, 0), start=0.021, end=0.0505)
    values = {"controller.kp": [50.0, 60.0, 70.0], "disturbances[0].force.y": [-5.0, 0.0, 5.0], "seed": [3, 4, 5]}
    for delay in (0.0, 0.0015, 0.002):
        scenario = arm.Scenario(
            robot,
            controller=law,
            sensors=sensors,
            disturbances=push,
            period=2e-3,
            delay=delay,
            q0=starts(3, 0.4, 0.2, 1),
        )
        found, wanted = both(scenario, solver=RK4, record=0.01, parameters=values)
        np.testing.assert_allclose(found.signals["measured.velocity"], wanted.signals["measured.velocity"], atol=1e-12)


def test_parameters_of_the_plant_and_a_free_base():
    """Momentum that a floating arm keeps is watched, and quaternions stay of unit length."""
    robot = arm.library.get("planar-3r")
    both(arm.Scenario(robot, q0=[0.1, 0.2, 0.3]), solver=RK8, parameters={"payload.mass": [0.5, 1.0, 2.0]})
    free = arm.library.get("spherical-chain")
    count = arm.model(free).nv
    found, wanted = both(arm.Scenario(free, qd0=starts(3, *[0.5] * count)), 0.02, solver=EULER, record=1e-3)
    assert (found.angular_steps is None) == (wanted.angular_steps is None)


FAST = {"controller": None, "reference": None, "qd0": np.array([[0] * 7, [0, 0, 0, 0, 0, 0, 40], [0] * 7])}


def test_end_stops():
    found, wanted = both(arms(3, **FAST), solver=RK4, record=0.001)
    assert found.complete.all()
    stops = [[event for event in run.events if event.kind == "stop"] for run in (found, wanted)]
    assert [(event.run, event.where) for event in stops[0]] == [(1, "panda_joint7")]
    assert stops[0][0].t == pytest.approx(stops[1][0].t, abs=1e-3)
    assert found.heat["stops"][1, -1] > 1.0


def test_a_run_that_leaves_its_limits_ends_there():
    scenario = arms(3, **FAST, limits="end")
    with pytest.warns(arm.errors.IncompleteRunWarning):
        found, wanted = both(scenario, solver=EULER, record=0.01, alone=1)
    assert found.complete.tolist() == [True, False, True]
    assert [event.message for event in found.events] == [event.message for event in wanted.events]


def test_chunks_and_an_interruption(cuda):
    """Small memory gives several chunks with the same results; Ctrl-C keeps the chunks before it."""
    whole = arm.simulate(arms(70), 0.01, solver=EULER, device="cuda")
    cuda.room = 20_000
    parts = []
    found = arm.simulate(arms(70), 0.01, solver=EULER, device="cuda", progress=parts.append)
    np.testing.assert_array_equal(found.q, whole.q)
    assert len(parts) > 2
    assert parts[-1] == 1.0

    def stop(part: float) -> None:
        if part > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(arm.errors.RunInterrupted) as raised:
        arm.simulate(arms(70), 0.01, solver=EULER, device="cuda", progress=stop)
    kept = raised.value.trajectory
    done = kept.complete
    assert 0 < done.sum() < 70
    np.testing.assert_array_equal(kept.q[done], whole.q[done])
    gc.collect()
    assert not cuda.memory


@pytest.mark.filterwarnings("ignore:the controller cannot be compiled")
@pytest.mark.parametrize(
    ("words", "change"),
    [
        ("fixed step", {"solver": arm.solvers.DOP853()}),
        ("a stack of runs", {"q0": [0, 0.2, 0, -1.5, 0, 1.5, 0.3]}),
        ("one plant", {"changes": arm.Change(0.05, arm.library.get("panda"))}),
        ("cannot be compiled", {"controller": lambda t, q, qd, r: -q if q[0] > 0 else q, "period": 1e-3}),
        ("float64", {"dtype": "float16"}),
        ("cuda:NUMBER", {"device": "gpu"}),
    ],
)
def test_what_a_gpu_cannot_do(words, change):
    options = {"device": "cuda", "solver": RK4} | change
    with pytest.raises(arm.ArgumentError, match=words):
        arm.simulate(arms(), 0.1, **options)


def test_dry_friction_has_events_which_a_gpu_has_not():
    with pytest.raises(arm.ArgumentError, match=r"joints stick.*smooth_velocity"):
        arm.simulate(arm.library.get("manutec-r3"), 0.1, qd0=np.zeros((2, 6)), solver=RK4, device="cuda")


def test_rigid_stops_have_events_which_a_gpu_has_not():
    robot = pendulum(arm.parts.Stop(restitution=0.5))
    with pytest.raises(arm.ArgumentError, match=r"rigid stop at .*stiffness"):
        arm.simulate(robot, 0.1, qd0=np.zeros((2, 1)), solver=RK4, device="cuda")


def test_intervals_from_row_to_row_cover_all_steps_and_rows():
    line = schedule(0.1, (0.0333,), (Clock(0.01), Clock(0.02, 0.005)), 0.007, 1e-3)
    for table, rows in ((line.table, line.times[1:]), (line.table.with_start, line.times)):
        begin, done, steps, due, row, _, *instants = table.marks.T
        assert steps.sum() == line.steps.sum() == table.count
        assert row[row >= 0].tolist() == list(range(len(line.times) - len(rows), len(line.times)))
        np.testing.assert_allclose((table.times[:, 0] + (done + steps) * table.times[:, 1])[row >= 0], rows, atol=1e-12)
        np.testing.assert_array_equal(begin + done + steps, table.ends)
        for task in range(2):
            at = due >> task & 1 > 0
            assert np.count_nonzero(at) == np.count_nonzero(line.tasks >> task & 1)
            assert instants[task][at].tolist() == list(range(np.count_nonzero(at)))
        assert due[0] == line.tasks[0]
    assert line.table.with_start.marks[0, 2] == 0
