"""Runs of a chunk: they equal single simulations, do not depend on each other, and fail one by one."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import armillary as arm
from internals import DONE, FAILED, FIGURES, NOT_RUN, cache, compute, groups, outputs_of

RR = arm.library.get("khatib-rr")
MOVE = arm.references.FifthOrder(end=[0.5, 0.4], duration=0.2)
SCENARIO = arm.Scenario(
    RR,
    controller=arm.controllers.ComputedTorque(kp=100.0, kd=20.0),
    reference=MOVE,
    q0=[0.1, 0.2],
    duration=0.3,
    solver=arm.solvers.RK4(step=1e-3),
)
OUTPUTS = (
    "settling_time",
    "overshoot",
    "peak_effort",
    "rms_effort",
    "frame_final_error",
    "work",
    "final_q",
    "complete",
)


def study(axes, outputs=OUTPUTS, scenario=SCENARIO, **more):
    return arm.Study(scenario, axes=axes, outputs=outputs, **more)


def whole(made, todo=None):
    """Return the results of the only chunk of a study."""
    made = replace(made, chunk=made.layout.shape)
    return compute(made, made.layout.chunk(0), todo)


def same(found, other) -> bool:
    return all(np.array_equal(found.values[name], other.values[name], equal_nan=True) for name in found.values)


def test_results_equal_those_of_single_runs():
    masses, ends = [0.0, 1.0, 2.0], [0.3, 0.4, 0.6, 0.8]
    found = whole(study({"payload.mass": masses, "reference.end[1]": ends}))
    assert found.status.tolist() == [DONE] * 12
    assert found.reasons == {}
    for k, (mass, end) in enumerate((mass, end) for mass in masses for end in ends):
        reference = replace(MOVE, end=[0.5, end])
        run = arm.simulate(SCENARIO, reference=reference, parameters={"payload.mass": mass}, record=0.3 / 200)
        figures = run.metrics()
        for name in OUTPUTS[:-2]:
            assert found.values[name][k] == pytest.approx(getattr(figures, name), rel=1e-12, abs=1e-13)
        assert found.values["final_q"][k] == pytest.approx(run.q[-1], rel=1e-14)


def test_variables_have_names_and_units():
    made = study({"payload.mass": [0.0, 1.0]}, (*OUTPUTS, "frequencies", "sag", arm.outputs.Signal("tau", 0.1)))
    found = {each.name: each for each in made.variables}
    assert (found["settling_time"].unit, dict(found["settling_time"].dims)) == ("s", {"joint": ("joint1", "joint2")})
    assert (found["peak_effort"].unit, dict(found["peak_effort"].dims)) == ("N·m", {"actuator": ("joint1", "joint2")})
    assert dict(found["frame_final_error"].dims) == {"frame": ("tip",)}
    assert (found["work"].unit, found["work"].shape) == ("J", ())
    assert (found["frequencies"].unit, found["frequencies"].shape) == ("Hz", (3,))
    assert dict(found["tau"].dims) == {"time": (0.0, 0.1, 0.2, 0.1 * 3), "velocity": ("joint1", "joint2")}
    result = whole(made)
    assert {name: values.shape for name, values in result.values.items()} == {
        name: (2, *each.shape) for name, each in found.items()
    }


def test_every_figure_is_an_output():
    made = study({"payload.mass": [0.5]}, FIGURES)
    found = whole(made)
    assert found.status.tolist() == [DONE]
    run = arm.simulate(SCENARIO, parameters={"payload.mass": 0.5}, record=0.3 / 200).metrics()
    for name in FIGURES:
        expected = np.asarray(getattr(run, name))
        assert np.allclose(found.values[name][0], expected, rtol=1e-9, atol=1e-9, equal_nan=True)


def test_runs_do_not_depend_on_their_neighbours():
    axes = {"payload.mass": arm.axes.Uniform(0, 3), "q0[0]": arm.axes.Uniform(-0.5, 0.5)}
    made = study(
        axes,
        (*FIGURES, arm.outputs.Metric("final_q"), "frequencies", arm.outputs.Signal("tip", 0.01)),
        samples=21,
        seed=3,
    )
    found = whole(made)
    again = whole(made)
    assert same(found, again)
    for seed in range(3):
        todo = np.random.default_rng(seed).uniform(size=21) < 0.4
        part = whole(made, todo)
        assert np.array_equal(part.status, np.where(todo, DONE, NOT_RUN))
        for name, values in found.values.items():
            assert np.array_equal(part.values[name][todo], values[todo], equal_nan=True)
            assert np.isnan(part.values[name][~todo]).all()
    assert same(part.over(found), found)


def test_noise_comes_from_the_indices_of_a_run():
    noisy = replace(SCENARIO, period=0.01, sensors=[arm.sensors.Encoder(noise=1e-3)])
    made = study({"controller.kp": [50.0, 100.0]}, ("final_q",), noisy, samples=5)
    found = whole(made).values["final_q"].reshape(2, 5, 2)
    one = arm.simulate(noisy, parameters={"controller.kp": 100.0}, seed=made.seed_of((1, 3)))
    assert np.array_equal(found[1, 3], one.q[-1])
    assert len(np.unique(found[..., 0])) == 10
    given = whole(study({"seed": [4, 5]}, ("final_q",), noisy)).values["final_q"]
    assert np.array_equal(given[1], arm.simulate(noisy, seed=5).q[-1])


def test_structures_are_told_apart():
    axes = {"solver.step": [1e-3, 2e-3], "reference.duration": [0.1, 0.2], "q0": [[0.0, 0.1], [0.2, 0.3], [0.1, 0.1]]}
    made = replace(study(axes, ("final_q",)), chunk=(2, 2, 3))
    chunk = made.layout.chunk(0)
    found = list(groups(made, made.points(chunk), np.arange(12)))
    assert [len(runs) for _, runs in found] == [3, 3, 3, 3]
    values = whole(made).values["final_q"].reshape(2, 2, 3, 2)
    one = arm.simulate(
        SCENARIO, reference=replace(MOVE, duration=0.1), q0=[0.2, 0.3], solver=arm.solvers.RK4(step=2e-3)
    )
    assert np.allclose(values[1, 0, 1], one.q[-1], rtol=1e-14, atol=1e-14)


def test_references_of_other_forms_in_one_chunk():
    waves = replace(SCENARIO, reference=arm.references.Sinusoid([0.1, 0.2], frequency=[1.0, 3.0]))
    made = study({"reference.frequency[0]": [1.0, 2.0, 3.0, 4.0]}, ("final_q",), waves)
    found = whole(made)
    assert found.status.tolist() == [DONE] * 4  # equal frequencies of both joints are another program
    own = replace(waves, reference=arm.references.Sinusoid([0.1, 0.2], frequency=[3.0, 3.0]))
    assert np.allclose(found.values["final_q"][2], arm.simulate(own).q[-1], rtol=1e-14, atol=1e-14)


def test_a_run_that_ends_early_is_recorded():
    bounded = replace(RR, joints=tuple(replace(each, limits=arm.Limits(lower=-1.0, upper=1.0)) for each in RR.joints))
    ending = replace(SCENARIO, robot=bounded, limits="end")
    made = study({"qd0[0]": [0.0, 30.0, 1.0], "payload.mass": [0.0, 1.0]}, OUTPUTS, ending)
    found = whole(made)
    assert found.status.tolist() == [DONE, DONE, FAILED, FAILED, DONE, DONE]
    assert all("limit" in found.reasons[k] for k in (2, 3))
    assert all(np.isnan(values[2:4]).all() for values in found.values.values())
    assert np.isfinite(found.values["rms_effort"][[0, 1, 4, 5]]).all()


def test_a_start_that_is_refused_fails_alone():
    bounded = replace(RR, joints=tuple(replace(each, limits=arm.Limits(lower=-1.0, upper=1.0)) for each in RR.joints))
    made = study({"q0[0]": [0.0, 0.5, 2.0, -3.0, 0.9]}, ("work",), replace(SCENARIO, robot=bounded))
    found = whole(made)
    assert found.status.tolist() == [DONE, DONE, FAILED, FAILED, DONE]
    assert "outside its limits" in found.reasons[2]
    assert "-3" in found.reasons[3]


def test_an_error_of_all_runs_is_the_reason_of_each():
    def law(t, q, qd, reference):
        raise RuntimeError("a broken law")

    made = study({"payload.mass": [0.0, 1.0, 2.0]}, ("work",), replace(SCENARIO, controller=law, period=0.1))
    with pytest.warns(arm.ArmillaryWarning, match="cannot be compiled"):
        found = whole(made)
    assert found.status.tolist() == [FAILED] * 3
    assert set(found.reasons.values()) == {"RuntimeError: a broken law"}


def bend(run):
    return float(run.q[-1, 1])


def corner(run):
    return run.q[-1]


def test_functions_of_the_user():
    def sometimes(run):
        if run.parameters["payload.mass"] > 1.5:
            raise ValueError("too heavy")
        return np.nan if run.parameters["payload.mass"] > 0.5 else 3.0

    functions = {"bend": bend, "corner": arm.outputs.Function(corner, shape=(2,), unit="rad")}
    made = study({"payload.mass": [0.0, 1.0, 2.0]}, ("final_q",), functions=functions)
    found = whole(made)
    assert np.array_equal(found.values["corner"], found.values["final_q"])
    assert np.array_equal(found.values["bend"], found.values["final_q"][:, 1])
    found = whole(study({"payload.mass": [0.0, 1.0, 2.0]}, ("final_q",), functions={"wrong": sometimes}))
    assert found.status.tolist() == [DONE, FAILED, FAILED]
    assert found.reasons[1] == "wrong: nan; expected numbers that are not NaN"
    assert found.reasons[2] == "wrong: ValueError: too heavy"
    found = whole(study({"payload.mass": [0.0]}, functions={"corner": corner}, outputs=()))
    assert "a result of shape (2,)" in found.reasons[0]


def test_signals_are_thinned():
    signals = [arm.outputs.Signal("tip", 0.1), arm.outputs.Signal("q.joint2", 0.05), arm.outputs.Signal("kinetic", 0.3)]
    found = whole(study({"payload.mass": [0.0, 1.0]}, signals))
    run = arm.simulate(SCENARIO, parameters={"payload.mass": 1.0}, record=0.05)
    assert found.values["tip"].shape == (2, 4, 3)
    assert np.allclose(found.values["tip"][1], run.position("tip")[::2], atol=1e-13)
    assert np.allclose(found.values["q.joint2"][1], run.q[:, 1], atol=1e-13)
    assert np.allclose(found.values["kinetic"][1], run.kinetic[[0, -1]], atol=1e-12)
    with pytest.raises(arm.ArmillaryError, match="a signal of the runs: q, qd"):
        study({"payload.mass": [0.0]}, [arm.outputs.Signal("tipp", 0.1)])


def test_quantities_without_a_simulation(monkeypatch):
    flexible = arm.library.get("flexible-3r")
    axes = {"payload.mass": [0.0, 0.1], "q0[1]": [0.0, 0.5]}
    made = arm.Study(flexible, axes=axes, outputs=("frequencies", arm.outputs.Sag()))
    monkeypatch.setattr("armillary.studies.compute.simulate", None)  # it is never called
    found = whole(made)
    assert found.status.tolist() == [DONE] * 4
    model = arm.model(flexible, free=["payload.mass"])
    for k, (mass, bent) in enumerate((mass, bent) for mass in (0.0, 0.1) for bent in (0.0, 0.5)):
        own = model.with_values([mass])
        q = [0.0, bent, 0.0]
        assert np.allclose(found.values["frequencies"][k], arm.frequencies(own, q, joints="locked").hz[:3])
        assert np.allclose(found.values["sag"][k], arm.statics(own, q).deflection)


def test_measures_of_robots():
    (tip,) = RR.frames
    shorter = replace(RR, frames=(replace(tip, placement=replace(tip.placement, xyz=(0.3, 0.0, 0.0))),))
    reach = arm.outputs.Measure("workspace.reach", samples=50)
    found = whole(arm.Study(RR, axes={"robot": ["khatib-rr", shorter]}, outputs=[reach]))
    assert found.values["workspace.reach"].round(3).tolist() == [0.9, 0.8]


def test_robots_must_have_the_same_results():
    longer = replace(RR, name="longer", joints=(replace(RR.joints[0], name="other"), *RR.joints[1:]))
    with pytest.raises(arm.ArmillaryError, match=r"settling_time of longer with joint other.*khatib-rr"):
        study({"robot": [RR, longer]}, ("settling_time",))
    made = study({"robot": [RR, longer]}, ("work",))
    assert whole(made).status.tolist() == [DONE, DONE]


RANDOM = {"payload.mass": arm.axes.Uniform(0, 3), "controller.kp": arm.axes.Uniform(50, 90)}
AGAIN = """
import sys
sys.path.insert(0, sys.argv[1])
from armillary.compiler import cache
from armillary.results.metrics import FIGURES
from armillary.simulation.walk import walk
from test_compute import RANDOM, compute, replace, study

def refused(*given):
    raise SystemExit("compiled again")

made = study(RANDOM, samples=32, chunk=16)
if sys.argv[2] == "first":
    compute(made, made.layout.chunk(0))
    walk.load_or_build = refused
    compute(replace(made), made.layout.chunk(1))  # another value of the same study
cache._write = refused
compute(made, made.layout.chunk(1))
"""


def test_nothing_is_compiled_twice(monkeypatch, tmp_path):
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "objects"))
    for which in ("first", "second"):
        subprocess.run([sys.executable, "-c", AGAIN, str(Path(__file__).parent), which], check=True)


def test_every_simulated_study_has_the_drift_of_its_runs(tmp_path):
    """A step that is too long makes runs doubtful: the same drift, and the same count, as by single runs."""
    robot = arm.planar([1], [1], coms=[0.5], inertias=[0.1])
    steps = [0.001, 0.1, 0.2]
    base = arm.Scenario(robot, duration=1.0, q0=[1.0], solver=arm.solvers.RK4(step=0.001))
    made = arm.Study(base, axes={"solver.step": steps}, outputs=["final_q"])
    assert [each.name for each in made.variables] == ["final_q", "drift"]
    with pytest.warns(arm.ArmillaryWarning, match="energy balance drifts"):
        results = arm.sweep(made, tmp_path / "steps.zarr", executor=arm.executors.Serial())
    with pytest.warns(arm.ArmillaryWarning, match="energy balance drifts"):
        singles = [arm.simulate(base, record=1 / 200, solver=arm.solvers.RK4(step=each)) for each in steps]
    assert results.largest_drift == pytest.approx(max(each.drift_max for each in singles), rel=1e-6)
    assert results.doubtful == sum(bool(each.doubtful) for each in singles) > 0
    assert "doubtful" in str(results.facts.rows["energy drift"])
    assert results.counts.failed == 0
    assert [each.name for each in outputs_of(["frequencies"])] == ["frequencies"]
