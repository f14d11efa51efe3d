"""The whole of a simulation: known motions, the audit, events, sampled controllers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import HoldPosition
from samples import some
from solving import solver

THREE = arm.library.get("planar-3r")
# Absolute angles of three uniform rods released horizontal at rest, recomputed independently.
SWING = {
    2.0: (-2.0892948638739, -3.0447550397972, -4.2401423431685),
    5.0: (-3.3003372986838, -2.7474743807321, -1.1531782515345),
}


def pd(t, q, qd, reference):
    return 60 * (reference.position - q) - 12 * qd


@pytest.mark.parametrize(
    "solver", [arm.solvers.RK4(step=5e-5), arm.solvers.RK45(rtol=1e-13, atol=1e-13)], ids=lambda each: each.name
)
def test_three_rods_swing_as_published(solver):
    swing = arm.simulate(THREE, 5.0, solver=solver, record=1.0)
    assert swing.t.tolist() == pytest.approx([0, 1, 2, 3, 4, 5], abs=1e-12)
    angles = np.cumsum(swing.q, axis=1)
    assert angles[2] == pytest.approx(np.array(SWING[2.0]), abs=1e-11)
    assert angles[5] == pytest.approx(np.array(SWING[5.0]), abs=1e-9)


@pytest.mark.parametrize("name", some(["puma560", "spherical-chain", "celentano-link", "flexible-3r"], 3))
def test_energy_is_accounted_for(name):
    """Friction, motors, pushes, springs, ball joints, flexible links: what goes in is stored or lost."""
    robot = arm.library.get(name)
    model = arm.model(robot)
    rng = np.random.default_rng(4)
    qd = np.zeros(model.nv)
    qd[: model.nv - len(model.elastic)] = rng.normal(size=model.nv - len(model.elastic))
    push = arm.Push("tip", lambda t: np.array([0.1, 0, 0, 3, 2 * np.sin(5 * t), 1]), 0.05, 0.15)
    run = arm.simulate(
        robot, 0.2, qd0=qd, disturbances=(push,), limits="none", solver=arm.solvers.Auto(rtol=1e-11, atol=1e-11)
    )
    assert run.t[-1] == 0.2
    assert run.drift_max < 1e-6
    assert abs(run.external[-1]) > 1e-4
    assert run.external[run.t <= 0.05].max() == 0


def test_the_audit_can_fail():
    """With a step that is too long the drift shows, and is warned of."""
    with pytest.warns(arm.ArmillaryWarning, match="energy balance drifts"):
        run = arm.simulate(THREE, 2.0, solver=arm.solvers.RK4(step=0.05))
    assert run.drift_max > 0.1


def test_a_push_does_the_work_of_its_force():
    """A slide pushed by 2 N from rest: x = t²/2m · F, and the audit knows the work."""
    slide = arm.Robot(
        "slide",
        (arm.Link("cart", 4.0),),
        (arm.Joint("rail", "prismatic", "base", "cart", axis=(1.0, 0.0, 0.0)),),
    )
    run = arm.simulate(slide, 1.0, disturbances=(arm.Push("cart", (0, 0, 0, 2, 0, 0), 0.25, 0.75),), record=0.25)
    assert run.q[:, 0] == pytest.approx(
        [0, 0, 0.5 * 0.5 * 0.25**2, 0.5 * 0.5 * 0.5**2, 0.0625 + 0.25 * 0.25], abs=1e-12
    )
    assert run.external[-1] == pytest.approx(2 * 0.0625)
    assert run.kinetic[-1] == pytest.approx(0.125)


@pytest.mark.filterwarnings("ignore::armillary.errors.IncompleteRunWarning")
def test_a_joint_limit_stops_the_run_at_the_instant():
    limit = arm.Limits(lower=-1.0, upper=1.0)
    robot = arm.Robot(
        "pendulum",
        (arm.Link("bob", 1.0, (1.0, 0.0, 0.0)),),
        (arm.Joint("pivot", "revolute", "base", "bob", axis=(0.0, 1.0, 0.0), limits=limit),),
    )
    for integrator in ("rk4", "rk45"):
        run = arm.simulate(robot, 5.0, solver=solver(integrator, rtol=1e-12, atol=1e-12), limits="end")
        (event,) = run.events
        assert (event.kind, event.where) == ("limit", "pivot")
        assert run.q[-1, 0] == pytest.approx(1.0, abs=1e-9)
        assert run.t[-1] == event.t
        # ½ q̇² = g sin q
        assert run.qd[-1, 0] == pytest.approx(np.sqrt(2 * 9.81 * np.sin(1.0)), abs=1e-7)


def test_starting_outside_a_limit_is_refused():
    with pytest.raises(arm.ArgumentError, match="panda_joint4"):
        arm.simulate(arm.library.get("panda"), q0=[0.0] * 7)


def test_efforts_are_cut_to_their_limits_and_told():
    limit = arm.Limits(effort=5.0)
    robot = arm.Robot(
        "wheel",
        (arm.Link("disc", 1.0, inertia=((1.0, 0, 0), (0, 1.0, 0), (0, 0, 1.0))),),
        (arm.Joint("axle", "revolute", "base", "disc", axis=(0.0, 0.0, 1.0), limits=limit),),
    )
    run = arm.simulate(robot, 1.0, controller=lambda t, q, qd, reference: np.array([20 * t]))
    assert run.tau.max() == 5.0
    (event,) = run.events
    assert (event.kind, event.where) == ("saturated", "axle")
    assert event.t == pytest.approx(0.25, abs=2e-3)


def test_a_function_is_compiled_where_it_can_be():
    run = arm.simulate(THREE, 40.0, q0=[0.3, 0.2, 0.1], controller=pd, reference=HoldPosition((0.3, 0.2, 0.1)))
    assert not run.events
    rest = arm.evaluate(THREE)
    assert rest.gravity(run.q[-1]) == pytest.approx(60 * (np.array([0.3, 0.2, 0.1]) - run.q[-1]), abs=1e-3)


def test_a_function_that_branches_is_sampled_and_says_so():
    def careful(t, q, qd, reference):
        return -qd if abs(q[0]) > 0.1 else np.zeros(3)

    with pytest.warns(arm.ArmillaryWarning, match="cannot be compiled"):
        run = arm.simulate(THREE, 0.5, controller=careful, solver=arm.solvers.Auto(step=1e-2))
    assert [event.kind for event in run.events] == ["sampled"]
    assert "its 50 calls took" in run.events[0].message
    assert 0 < run.info["calls_seconds"] < run.info["seconds"]
    with pytest.warns(
        arm.ArmillaryWarning, match=r"every 0.01 s and its efforts are held; write branches as arm.where"
    ):
        same = arm.simulate(THREE, 0.5, controller=careful, period=1e-2)
    assert same.q[-1] == pytest.approx(run.q[-1], abs=1e-9)
    assert same.drift_max < 1e-6


def test_a_short_period_comes_close_to_a_continuous_controller():
    continuous = arm.simulate(THREE, 0.5, controller=pd)
    apart = [
        np.abs(arm.simulate(THREE, 0.5, controller=pd, period=period).q[-1] - continuous.q[-1]).max()
        for period in (2e-3, 1e-3)
    ]
    assert apart[1] < 0.6 * apart[0] < 0.01


def test_noise_has_a_seed():
    noisy = [arm.sensors.Encoder(noise=1e-3), arm.sensors.Tachometer(noise=1e-3)]
    runs = [arm.simulate(THREE, 0.2, controller=pd, period=1e-3, sensors=noisy, seed=seed).q[-1] for seed in (1, 1, 2)]
    assert np.array_equal(runs[0], runs[1])
    assert not np.array_equal(runs[0], runs[2])


def test_a_batch_is_many_single_runs():
    starts = np.random.default_rng(0).uniform(-1, 1, (11, 3))
    options = {"solver": arm.solvers.RK4(), "controller": pd, "reference": HoldPosition((0.0,) * 3), "record": 0.1}
    batch = arm.simulate(THREE, 0.5, q0=starts, **options)
    assert batch.q.shape == (11, 6, 3)
    for k in (0, 7, 10):
        one = arm.simulate(THREE, 0.5, q0=starts[k], **options)
        assert batch.q[k] == pytest.approx(one.q, abs=1e-12)
    assert np.abs(batch.imbalance).max() < 1e-4
    assert not batch.lost.any()


@pytest.mark.filterwarnings("ignore::armillary.errors.IncompleteRunWarning")
def test_one_lost_trajectory_does_not_harm_its_neighbours():
    starts = np.zeros((8, 3))
    rates = np.zeros((8, 3))
    rates[3] = 1e200
    batch = arm.simulate(THREE, 0.1, q0=starts, qd0=rates)
    assert batch.lost.tolist() == [k == 3 for k in range(8)]


def test_progress_and_interruption():
    seen = []

    def interrupt(part: float) -> None:
        seen.append(part)
        if part > 0.3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:  # a loop around runs ends
        arm.simulate(THREE, 40.0, solver=arm.solvers.RK4(step=1e-4), progress=interrupt)
    run = caught.value.trajectory
    assert run.complete is False
    assert [event.kind for event in run.events] == ["interrupted"]
    assert 0.3 < seen[-1] < 1
    assert run.t[-1] == pytest.approx(40 * seen[-1], abs=0.05)


@pytest.mark.parametrize(
    "bad",
    [
        {"duration": -1},
        {"duration": float("nan")},
        {"solver": "rk4"},
        {"solver": arm.solvers.RK4},
        {"q0": [1, 2]},
        {"qd0": [1, 2, np.inf]},
        {"record": 0},
        {"period": -1, "controller": pd},
        {"controller": 3},
        {"plant": arm.library.get("planar-4r")},
        {"plant": "panda"},
        {"progress": 3},
        {"solver": arm.solvers.RK4(step=1e-13)},
        {"q0": "abc"},
        {"q0": np.zeros((2, 2))},
        {"record": 1e-12},
        {"period": 1e-12, "controller": pd},
        {"sensors": 0.1, "period": 0.01, "controller": pd},
        {"sensors": arm.sensors.Encoder(noise=0.1), "controller": pd},
        {"sensors": arm.sensors.Encoder, "period": 0.01},
        {"seed": "x"},
        {"seed": -1},
        {"disturbances": (1,)},
        {"disturbances": 5},
        {"disturbances": arm.Push("nowhere", (0,) * 6)},
        {"disturbances": arm.Push("tip", lambda t: [t, t])},
        {"changes": {0.5: THREE}},
        {"changes": arm.Change(0.5, "x")},
        {"changes": [1]},
        {"limits": "no"},
        {"reference": 5},
        {"reference": HoldPosition},
    ],
    ids=lambda bad: str(next(iter(bad))),
)
def test_bad_input_is_told(bad):
    with pytest.raises(arm.ArgumentError):
        arm.simulate(THREE, **bad)


@pytest.mark.parametrize("bad", [(0.0, THREE), ("a", THREE), (np.inf, THREE)])
def test_a_bad_time_of_a_change_is_told(bad):
    with pytest.raises(arm.ArgumentError, match="changes"):
        arm.Change(*bad)


@pytest.mark.parametrize("bad", [{"step": 0}, {"step": "a"}, {"rtol": 0}, {"atol": np.inf}, {"rtol": None}])
def test_bad_settings_of_a_solver_are_told(bad):
    with pytest.raises(arm.ArgumentError, match=next(iter(bad))):
        arm.solvers.DOP853(**bad)


def test_solvers_are_values():
    assert arm.solvers.RK4(step=1e-3) == arm.solvers.RK4()
    assert arm.solvers.RK45(rtol=1e-6) != arm.solvers.RK45(rtol=1e-7)
    assert arm.solvers.RK45() != arm.solvers.DOP853()
    assert len({arm.solvers.Gauss3(step=0.1), arm.solvers.Gauss3(step=0.1)}) == 1
    with pytest.raises(AttributeError):
        arm.solvers.RK4().step = 2.0


@pytest.mark.parametrize(
    "bad",
    [
        ("tip", (1, 2)),
        ("tip", "abcdef"),
        ("tip", (0, 0, 0, 0, 0, np.nan)),
        ("tip", (0,) * 6, 1, 0),
        ("tip", (0,) * 6, "a"),
    ],
)
def test_a_bad_push_is_told(bad):
    with pytest.raises(arm.ArgumentError):
        arm.Push(*bad)


def test_a_quaternion_that_is_none_is_told():
    robot = arm.library.get("spherical-chain")
    q = arm.model(robot).neutral.copy()
    q[0] = 2.0
    with pytest.raises(arm.ArgumentError, match="quaternion of length 2"):
        arm.simulate(robot, 0.1, q0=q)


@pytest.mark.crossed
@pytest.mark.parametrize(
    "integrator", ["semi_implicit_euler", "rk4", "gauss2", "gauss3", "rk45", "dop853", "rosenbrock"]
)
@pytest.mark.parametrize("name", some(["spherical-chain", "flexrob", "planar-3r"], 2))
def test_every_integrator_comes_to_the_same_motion(integrator, name):
    robot = arm.library.get(name)
    model = arm.model(robot)
    joints = model.nv - len(model.elastic)
    qd = np.zeros(model.nv)
    qd[:joints] = np.linspace(0.5, -0.5, joints)
    exact = arm.simulate(robot, 0.1, solver=arm.solvers.DOP853(rtol=1e-13, atol=1e-13), qd0=qd)
    step = {"semi_implicit_euler": 1e-6}.get(integrator, 1e-5)
    run = arm.simulate(robot, 0.1, solver=solver(integrator, rtol=1e-11, atol=1e-11, step=step), qd0=qd)
    assert run.t[-1] == exact.t[-1]
    assert run.q[-1] == pytest.approx(exact.q[-1], abs=1e-5 if integrator == "semi_implicit_euler" else 1e-8)
    assert run.qd[-1] == pytest.approx(exact.qd[-1], abs=1e-3 if integrator == "semi_implicit_euler" else 1e-6)


def test_auto_says_what_it_took():
    run = arm.simulate(THREE, 0.1)
    assert run.info["solver"] == "dop853"
    assert "not stiff" in run.info["why"]


def test_a_payload_that_is_dropped():
    """A slide carries 4 kg under a constant force, and 1 kg after a second."""

    def slide(mass: float) -> arm.Robot:
        joint = arm.Joint("rail", "prismatic", "base", "cart", axis=(1.0, 0.0, 0.0))
        return arm.Robot(f"slide of {mass:g} kg", (arm.Link("cart", mass),), (joint,))

    run = arm.simulate(
        slide(4.0),
        2.0,
        controller=lambda t, q, qd, reference: np.array([4.0]),
        changes=(arm.Change(1.0, slide(1.0)),),
        record=0.5,
    )
    assert run.qd[:, 0] == pytest.approx([0, 0.5, 1.0, 3.0, 5.0])
    assert [event.kind for event in run.events] == ["changed"]
    assert run.drift_max < 1e-9
    assert run.external[-1] == pytest.approx(0.5 * 1 - 0.5 * 4)  # what the load took with it
    with pytest.raises(arm.ArgumentError, match="changes"):
        arm.simulate(slide(1.0), changes=(arm.Change(0.5, THREE),))


@pytest.mark.crossed
@pytest.mark.parametrize("integrator", ["dop853", "gauss2"])
@pytest.mark.parametrize("shapes", ["loaded", "tip-mass"])
def test_a_link_stays_where_it_is_when_its_load_changes(integrator, shapes):
    """Both families have other modes after the change: the same coordinates would be a deflection 4 % greater."""
    section = arm.parts.Station(0.0, arm.parts.Section("rectangle", (0.006, 0.04)))
    beam = arm.Beam(1.0, 70e9, 2700.0, (section,), modes=arm.parts.Modes(bending_y=2, shapes=shapes))
    joint = arm.Joint("j", "revolute", "base", "l", axis=(0.0, 0.0, 1.0), stiffness=1e4)
    light = arm.Robot("light", (arm.Link("l", beam=beam),), (joint,), gravity=(0.0, -9.81, 0.0))
    heavy = replace(light, payloads=(arm.Payload("load", "l", 2.0),))
    q = arm.statics(light, joints="free").q
    run = arm.simulate(
        light, 0.02, q0=q, changes=arm.Change(0.01, heavy), record=1e-4, solver=solver(integrator, step=1e-4)
    )
    y = run.position("tip")[:, 1]
    assert np.abs(np.diff(y))[run.t[1:] < 0.0105].max() < 1e-3 * abs(y[0])
    assert y[-1] < 1.01 * y[0]  # it begins to sag further
    assert run.drift_max < 0.1


def test_a_payload_at_a_node_that_had_none():
    """Modal data have a body for each node that carries a part."""
    places = {f"n{i}": 0.2 * i for i in range(1, 5)} | {"tip": 1.0}
    nodes = [
        arm.parts.ModalNode(name, (x, 0, 0), 0.1, translation=[(0, x * x, 0)], rotation=[(0, 0, 2 * x)])
        for name, x in places.items()
    ]
    joint = arm.Joint("j", "revolute", "base", "l", axis=(0.0, 0.0, 1.0))
    robot = arm.Robot("modal", (arm.Link("l", beam=arm.parts.ModalData([5.0], nodes)),), (joint,))
    run = arm.simulate(
        robot, 0.02, changes=arm.Change(0.01, replace(robot, payloads=(arm.Payload("p", "l", 0.2, node="n2"),)))
    )
    assert run.bending().nodes == ("l.tip",)
    assert run.bending().slope.shape == (len(run.t), 1)


@pytest.mark.parametrize(
    ("name", "hint"),
    [("motors", r"arm\.model\(robot, motors=…\)"), ("friction", r"arm\.model"), ("step", r"arm\.solvers"),
     ("controler", "did you mean controller"), ("zzz", "some of scenario, duration, .*controller")],
)  # fmt: skip
def test_unknown_keywords_say_which_exist_and_where_others_belong(name, hint):
    robot = arm.planar([1.0], [1.0])
    for subject in (robot, arm.Scenario(robot)):
        with pytest.raises(arm.ArgumentError, match=f"{name}: arm.simulate has no such keyword; expected .*{hint}"):
            arm.simulate(subject, 0.1, **{name: 1.0})
    with pytest.raises(arm.ArgumentError, match=r"zzz: arm\.rollout has no such keyword"):
        arm.rollout(robot, 0.1, zzz=1.0)


def test_recorded_pushes_check_their_table():
    pushes = arm.types.RecordedPushes([0.1, 0.2], [["joint1", 0]], [[1], [0]])
    assert pushes == arm.types.RecordedPushes((0.1, 0.2), (("joint1", 0),), ((1.0,), (0.0,)))
    for wrong in (
        ((0.2, 0.1), (("a", 0),), ((1.0,), (0.0,))), ((0.1,), (("a", 6),), ((1.0,),)), ((0.1,), ("a",), ((1.0,),)),
        ((0.1,), (("a", 0),), ((1.0, 2.0),)), ((0.1,), (("a", 0),), ((np.nan,),)), ((-1.0,), (("a", 0),), ((1.0,),)),
    ):  # fmt: skip
        with pytest.raises(arm.ArgumentError):
            arm.types.RecordedPushes(*wrong)
