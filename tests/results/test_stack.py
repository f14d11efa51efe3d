"""Stacks of runs: the same type with a leading axis; what holds of a run holds of each run of a stack."""

import csv
import re
from dataclasses import replace

import numpy as np
import pytest
import scipy.io

import armillary as arm
from internals import ENERGIES, MOTION
from moved import moved

RUNS = 5


@pytest.fixture(scope="module")
def singles():
    return [moved("flexrob", rows=21, scale=0.1 * (k + 1), events=()) for k in range(RUNS)]


@pytest.fixture(scope="module")
def stack(singles):
    arrays = {name: np.stack([getattr(run, name) for run in singles]) for name in (*MOTION, *ENERGIES)}
    signals = {name: np.stack([run.signals[name] for run in singles]) for name in singles[0].signals}
    events = (arm.types.Event(0.5, "limit", "reached", "elbow", run=2), arm.types.Event(0.1, "changed", "all of them"))
    parameters = {"payload.mass": np.arange(5.0), "controller.kp": np.linspace(10, 20, 5)}
    return replace(singles[0], **arrays, signals=signals, events=events, parameters=parameters)


def equal(a: arm.Trajectory, b: arm.Trajectory) -> bool:
    return all(
        one[:2] == two[:2] and np.array_equal(one[2], two[2], equal_nan=True)
        for one, two in zip(a.columns(), b.columns(), strict=True)
    )


def test_its_runs_are_single_trajectories(stack, singles):
    assert len(stack) == len(list(stack)) == RUNS
    assert stack.stacked
    for k, (run, single) in enumerate(zip(stack, singles, strict=True)):
        assert not run.stacked
        assert len(run) == 21
        assert equal(run, single)
        assert equal(stack[k - RUNS], single)
        assert run.model is stack.model
        assert run.drift == pytest.approx(single.drift, rel=1e-12)
    assert stack.drift_max == max(run.drift_max for run in singles)
    assert stack.drift_rms == max(run.drift_rms for run in singles)
    assert stack.peak_energy == max(run.peak_energy for run in singles)
    assert stack.imbalance == pytest.approx(np.stack([run.imbalance for run in singles]), abs=1e-13)


def test_events_and_parameters_go_with_their_runs(stack):
    assert [event.kind for event in stack[2].events] == ["limit", "changed"]
    assert [event.run for event in stack[2].events] == [None, None]
    assert [event.kind for event in stack[1].events] == ["changed"]
    assert [(event.kind, event.run) for event in stack[[2, 0, 2]].events] == [
        ("limit", 0), ("limit", 2), ("changed", None),
    ]  # fmt: skip
    some = stack[[4, 2]]
    assert [(event.kind, event.run) for event in some.events] == [("limit", 1), ("changed", None)]
    assert some.parameters["payload.mass"].tolist() == [4.0, 2.0]
    assert stack[3].parameters["payload.mass"] == 3.0


def test_parts_of_a_stack(stack, singles):
    assert equal(stack[1:3][1], singles[2])
    assert len(stack[np.array([True, False, True, False, False])]) == 2
    with pytest.raises(IndexError):
        stack[RUNS]
    with pytest.raises(arm.ArgumentError, match="one run; expected a stack of runs"):
        singles[0][0]
    with pytest.raises(arm.ArgumentError, match=f"a stack of {RUNS} runs; expected one run"):
        stack.single()
    assert equal(stack[:1].single(), singles[0])


def test_positions_and_deflections(stack, singles):
    for k in (0, 3):
        assert np.allclose(replace(stack, signals={}).position()[k], singles[k].position(), atol=1e-13)
        assert np.allclose(stack.deflection()[k], singles[k].deflection(), atol=1e-13)


def test_lost_runs(stack):
    q = stack.q.copy()
    q[3, 10:] = np.nan
    kinetic = stack.kinetic.copy()
    kinetic[3, 10:] = np.nan
    broken = replace(stack, q=q, kinetic=kinetic)
    assert broken.lost.tolist() == [False, False, False, True, False]
    assert broken.drift_max == stack[~broken.lost].drift_max
    assert "1 runs are not finite at the end: 3" in broken.summary()
    assert ", 1 lost" in repr(broken)


def test_what_is_saved_comes_back(stack, tmp_path):
    stack.save(tmp_path / "stack.nc")
    back = arm.Trajectory.load(tmp_path / "stack.nc")
    assert back.q.shape == stack.q.shape
    assert equal(back, stack)
    assert back.events == stack.events
    assert {name: values.tolist() for name, values in back.parameters.items()} == {
        name: values.tolist() for name, values in stack.parameters.items()
    }
    stack[2].save(tmp_path / "one.nc")
    one = arm.Trajectory.load(tmp_path / "one.nc")
    assert equal(one, stack[2])
    assert one.parameters["payload.mass"] == 2.0


def test_csv_has_run_after_run(stack, tmp_path):
    stack.save(tmp_path / "stack.csv")
    with (tmp_path / "stack.csv").open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    table = np.array(rows, dtype=float)
    assert header[:3] == ["run", "t [s]", "q.shoulder [rad]"]
    assert table[:, 0].tolist() == np.repeat(range(RUNS), 21).tolist()
    assert np.array_equal(table[:, 2].reshape(RUNS, 21), stack.q[..., 0])


def test_mat(stack, tmp_path):
    stack.save(tmp_path / "stack.mat")
    data = scipy.io.loadmat(tmp_path / "stack.mat", simplify_cells=True)
    assert np.array_equal(data["q"], stack.q)
    assert np.array_equal(data["kinetic"], stack.kinetic)
    assert np.array_equal(data["signals"]["tip"], stack.signals["tip"])
    assert data["events"]["run"].tolist() == [2, -1]
    assert data["parameters"]["parameter_payload_mass"].tolist() == [0, 1, 2, 3, 4]


def test_pandas(stack):
    pytest.importorskip("pandas")
    frame = stack.to_pandas()
    assert frame.index.names == ["run", "t"]
    assert np.array_equal(frame.loc[3]["tau.elbow"], stack.tau[3, :, 1])
    assert np.array_equal(frame["q.elbow"].unstack("run").to_numpy(), stack.q[..., 1].T)


def test_xarray(stack, tmp_path):
    xarray = pytest.importorskip("xarray")
    data = stack.to_xarray()
    assert data["q"].dims == ("run", "time", "coordinate")
    assert data["kinetic"].dims == ("run", "time")
    assert data["parameter_payload_mass"].dims == ("run",)
    assert np.array_equal(data["q"].sel(run=3, coordinate="elbow"), stack.q[3, :, 1])
    stack.save(tmp_path / "stack.nc")
    with xarray.open_dataset(tmp_path / "stack.nc", engine="scipy") as opened:
        xarray.testing.assert_equal(opened, data)


def test_text(stack):
    assert repr(stack).startswith("<Trajectory of flexrob: 5 runs, 0 … 2 s, 21 rows of 6 coordinates, drift ")
    text = stack.summary()
    assert text.startswith("flexrob: 5 runs of 2 s in 21 rows")
    assert "run 2, t = 0.5 s: limit: reached" in text
    assert re.search(r"work -?[\d.e-]+ to -?[\d.e-]+ J", text)
    assert "run 4" in stack._repr_html_()


def test_what_is_simulated_is_a_stack_of_single_runs():
    robot, starts = arm.library.get("planar-3r"), np.random.default_rng(0).uniform(-1, 1, (3, 3))
    wanted = arm.references.FifthOrder(start=[0, 0, 0], end=[1, 1, 1], duration=0.03)
    options = {"solver": arm.solvers.RK4(), "record": 0.01, "reference": wanted}
    found = arm.simulate(robot, 0.05, q0=starts, **options)
    assert isinstance(found, arm.Trajectory)
    for k, run in enumerate(found):
        one = arm.simulate(robot, 0.05, q0=starts[k], **options)
        for (name, unit, values), (_, _, expected) in zip(run.columns(), one.columns(), strict=True):
            assert values == pytest.approx(expected, abs=1e-9), (name, unit)


def test_drawing_a_stack(stack, tmp_path):
    figure = stack.plot(["joints", "torques"], tmp_path / "stack.png")
    assert (tmp_path / "stack.png").stat().st_size > 1000
    assert figure.get_suptitle() == "flexrob: 5 runs"
    joints = figure.axes[0]
    drawn = [line for line in joints.lines if len(line.get_xdata()) == 21 and line.get_color() != "k"]
    assert len(drawn) == 2 * RUNS
    assert all(line.get_alpha() < 0.6 for line in drawn)
    assert np.array_equal(sorted(line.get_ydata()[-1] for line in drawn), np.sort(stack.q[:, -1, :2].ravel()))
    many = stack[np.arange(200) % RUNS].plot("joints")
    assert many.get_suptitle() == "flexrob: 50 of 200 runs"


def test_a_page_shows_up_to_four_runs(stack, tmp_path):
    stack[:2].report(tmp_path / "two.html", title="Two")
    assert "run 1" in (tmp_path / "two.html").read_text(encoding="utf-8")
    with pytest.raises(arm.ArgumentError, match=r"5 runs; expected 1 to 4.*runs\[:4\]"):
        stack.report(tmp_path / "five.html")
    with pytest.raises(arm.ArgumentError, match="a stack of 5 runs; expected one run"):
        stack.animate(tmp_path / "stack.gif")
    assert [path.name for path in tmp_path.iterdir()] == ["two.html"]


def test_drawing_one_run(stack, tmp_path):
    run = stack[0]
    run.plot("energies", tmp_path / "run.svg")
    run.animate(tmp_path / "run.gif", fps=5)
    run.report(tmp_path / "run.html")
    assert {path.name for path in tmp_path.iterdir()} == {"run.svg", "run.gif", "run.html"}
