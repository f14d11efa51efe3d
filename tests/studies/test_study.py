"""Studies: their grid, the values of their runs, and what they refuse."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import GridChunk

ROBOT = arm.library.get("khatib-rr")
LAW = arm.controllers.PD(kp=100.0, kd=20.0)
SCENARIO = arm.Scenario(ROBOT, controller=LAW, duration=1.0)
MASS = arm.axes.Uniform("500 g", "2 kg")


def study(**changes):
    fields = {"axes": {"link2.mass": [1.0, 2.0, 3.0], "link1.mass": MASS}, "samples": 100, "outputs": ["work"]}
    return arm.Study(SCENARIO, **(fields | changes))


def test_a_study_without_results_is_refused():
    with pytest.raises(arm.errors.StudyError, match="outputs: no outputs, signals or functions; expected at least one"):
        study(outputs=[])


def everything(made):
    """Return the values of all runs by name, in the order of the grid."""
    whole = GridChunk(0, (0,) * len(made.layout.shape), made.layout.shape)
    return made.points(whole)


def test_given_axes_are_dimensions_and_distributions_share_one():
    made = study(axes={"link1.mass": MASS, "link2.mass": [1, 2, 3], "link2.com.x": arm.axes.Normal(0.5, 0.01)})
    assert made.layout.dims == ("link2.mass", "sample")
    assert made.layout.shape == (3, 100)
    found = everything(made)
    assert found["link2.mass"].tolist() == [1.0] * 100 + [2.0] * 100 + [3.0] * 100
    one, two, three = found["link1.mass"].reshape(3, 100)
    assert (one == two).all()
    assert (two == three).all()
    assert len(set(one)) == 100
    assert 0.5 < one.min() < one.max() < 2


def test_chunks_have_the_values_of_the_grid():
    made, found = study(chunk=7), everything(study())
    parts = [(chunk, made.points(chunk)) for chunk in map(made.layout.chunk, range(made.layout.count))]
    for chunk, values in parts:
        places = np.ravel_multi_index(tuple(chunk.indices.T), made.layout.shape)
        assert all((values[name] == found[name][places]).all() for name in found)
    assert sum(chunk.runs for chunk, _ in parts) == made.layout.runs


def test_linked_names_vary_together():
    axes = {("link1.mass", "link2.mass"): [("1 kg", 2), (3, "400 g")], "link1.com.x": [0, 1]}
    made = arm.Study(SCENARIO, axes=axes, outputs=["work"])
    assert made.layout.shape == (2, 2)
    found = everything(made)
    assert found["link1.mass"].tolist() == [1, 1, 3, 3]
    assert found["link2.mass"].tolist() == [2, 2, 0.4, 0.4]


def test_rows_and_objects_are_values():
    made = study(axes={"robot": [ROBOT, arm.library.get("planar-3r")], "q0": arm.axes.Normal([0, 1], 0.1)}, samples=4)
    found = everything(made)
    assert [each.name for each in found["robot"]] == ["khatib-rr"] * 4 + ["planar-3r"] * 4
    assert list(found) == ["robot", "q0[0]", "q0[1]"]
    assert abs(found["q0[1]"] - 1).max() < 0.5
    rows = arm.Study(SCENARIO, axes={"q0": [[0.1, 0.2], [0.3, 0.4]]}, outputs=["work"])
    assert rows.layout.shape == (2,)
    assert {name: each.tolist() for name, each in everything(rows).items()} == {
        "q0[0]": [0.1, 0.3],
        "q0[1]": [0.2, 0.4],
    }


def test_entries_of_a_row_are_chosen_together():
    rows = arm.axes.Choice([[1, 2], [3, 4], [5, 6]])
    found = everything(study(axes={"link1.mass": MASS, "q0": rows}, samples=50))
    assert set(zip(found["q0[0]"].tolist(), found["q0[1]"].tolist(), strict=True)) == {(1, 2), (3, 4), (5, 6)}


def test_a_study_of_repeated_noise_needs_sensors():
    noisy = replace(SCENARIO, period=0.01, sensors=(arm.sensors.Encoder(noise=1e-3),))
    made = arm.Study(noisy, samples=5, outputs=["work"])
    assert made.layout == replace(made.layout, dims=("sample",), shape=(5,))
    assert everything(made) == {}
    assert len({made.seed_of(row) for row in made.layout.chunk(0).indices}) == 5
    with pytest.raises(arm.errors.StudyError, match="all would be the same"):
        arm.Study(SCENARIO, samples=5)


@pytest.mark.parametrize(
    ("samples", "size"),
    [(10, 8), (2500, 8), (3000, 16), (10_000, 32), (100_000, 512), (1_000_000, 1024), (2**30, 2**14)],
)
def test_chunks_grow_with_the_study(samples, size):
    made = study(axes={"link1.mass": MASS}, samples=samples)
    assert made.layout.chunks == (size,)
    assert made.layout.count <= 100_000


def test_chunks_have_one_structure_and_fill_from_the_end():
    axes = {"link2.mass": range(1, 21), "robot": [ROBOT, ROBOT, ROBOT], "link2.com.x": [0.1, 0.2], "link1.mass": MASS}
    assert study(axes=axes, samples=5, chunk=64).layout.chunks == (6, 1, 2, 5)
    assert study(axes=axes, samples=5, chunk=(20, 3, 1, 5)).layout.chunks == (20, 3, 1, 5)


def test_points_of_a_huge_study_are_lazy():
    made = study(axes={"link1.mass": MASS, "link2.mass": arm.axes.Range(1, 2, 1000)}, samples=2**20)
    last = made.layout.chunk(made.layout.count - 1)
    assert len(made.points(last)["link1.mass"]) == last.runs <= 2**14
    with pytest.raises(arm.errors.StudyError, match="1073741824000 runs; expected at most"):
        replace(made, samples=2**30)


def test_studies_are_values():
    assert study() == study()
    assert hash(study()) == hash(study())
    assert study() == study(axes={"link2.mass": ["1 kg", "2000 g", 3], "link1.mass": arm.axes.Uniform(0.5, 2)})
    assert study() != study(seed=1)
    copied = pickle.loads(pickle.dumps(study()))
    assert copied == study()
    assert repr(copied) == "<Study of khatib-rr: 300 runs, 3 link2.mass × 100 sample>"


def test_all_problems_are_told_at_once():
    with pytest.raises(arm.errors.StudyError) as caught:
        study(axes={"link1.mass": ["2 m"], "link2.mass": [], ("link1.com.x", "link1.com.y"): [(1, 2), (3,)]}, chunk=0)
    assert str(caught.value).splitlines() == [
        "5 problems in the study:",
        "  axes['link1.mass']: '2 m': 'm' measures m, not kg; "
        "expected a number in kg or a text with a unit such as '500 g'",
        "  axes['link2.mass']: an empty list; expected at least one value",
        "  axes[('link1.com.x', 'link1.com.y')]: (1, 2); expected rows of 2 values, one for each of the names",
        "  samples: 100 samples without a random axis: all would be the same; "
        "expected an axis with a distribution (such as arm.axes.Uniform(0, 1))",
        "  chunk: 0; expected a number of runs of at least 1, or the shape of a box",
    ]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"samples": None}, "samples: nothing; expected a number of samples of 'link1.mass'"),
        ({"samples": 0}, "samples: 0"),
        ({"axes": {"link1.mas": [1]}, "samples": None}, r"axes\['link1.mas'\]: .*did you mean .*link1.mass"),
        ({"axes": {"period": ["1 kg"]}, "samples": None}, r"axes\['period'\]: '1 kg': 'kg' measures kg, not s"),
        ({"axes": {"q0": ["nowhere"]}, "samples": None}, r"axes\['q0'\]: 'nowhere'; expected"),
        ({"axes": {"robot": ["pandas"]}, "samples": None}, r"axes\['robot'\]: 'pandas'; .*did you mean panda"),
        (
            {"axes": {"robot": ["gone.toml"]}, "samples": None},
            r"axes\['robot'\]: not a valid robot file; (.|\n)*gone.toml",
        ),
        ({"axes": {}, "samples": None}, "axes: nothing varies; expected at least one axis"),
        ({"sampling": "halton"}, "sampling: 'halton'; expected one of random, latin, sobol, saltelli"),
        ({"seed": -1}, "seed: -1"),
        ({"chunk": (1, 2, 3)}, "expected 2 numbers"),
        ({"signals": {"q": 0}}, r"signals.q: 0"),
        ({"functions": {"f": 3}}, r"functions.f: 3; expected a function"),
        ({"axes": {"link1.mass": MASS, ("link1.mass", "link2.mass"): [(1, 2)]}}, "'link1.mass'.*two axes vary it"),
        ({"axes": {("link1.mass", "link2.mass"): MASS}}, "Uniform; expected rows of 2"),
        ({"axes": {"link1.mass": arm.axes.Normal("1 kg", "0 g")}}, r"axes\['link1.mass'\].sd: 0; expected"),
    ],
)
def test_bad_studies_are_refused(changes, said):
    with pytest.raises(arm.errors.StudyError, match=said):
        study(**changes)


def test_scenario_and_axes_have_their_types():
    with pytest.raises(arm.ArgumentError, match="expected a Scenario, or a Robot"):
        arm.Study("arm.toml")
    with pytest.raises(arm.ArgumentError, match=r"axes: .*expected values by name"):
        arm.Study(SCENARIO, axes=[1, 2])


def test_coordinates_are_what_varies():
    axes = {"robot": [ROBOT, arm.library.get("planar-3r")], "link2.mass": ["1 kg", "2 kg"], "link1.mass": MASS}
    made = study(axes=axes | {"solver": arm.axes.Choice([None, arm.solvers.RK4(step=1e-3)])})
    found = {each.name: each for each in made.coordinates}
    assert (found["robot"].values, found["robot"].text) == (["khatib-rr", "planar-3r"], True)
    assert (found["link2.mass"].values, found["link2.mass"].unit) == ([1.0, 2.0], "kg")
    assert (found["link1.mass"].values, found["link1.mass"].dim, found["link1.mass"].text) == (None, "sample", False)
    assert found["solver"].text
    assert set(made.robots) == {"khatib-rr", "planar-3r"}
    assert "RK4" in made.text
    assert " at 0x" not in study(functions={"f": lambda run: 1.0}).text


def test_more_values_and_samples_stay_in_the_family():
    more = study(axes={"link2.mass": [1.0, 2.0, 3.0, 5.0], "link1.mass": MASS}, samples=100_000)
    assert more.family == study().family
    assert more.fingerprint != study().fingerprint
    assert study(sampling="saltelli", samples=200).family == study(sampling="saltelli").family
    first = GridChunk(0, (0, 0), (3, 100))
    assert all((more.points(first)[name] == study().points(first)[name]).all() for name in ("link1.mass", "link2.mass"))


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": 1},
        {"axes": {"link2.mass": [1.0, 2.0, 3.0], "link1.mass": arm.axes.Uniform(0.4, 2)}},
        {"axes": {"link1.mass": MASS}},
        {"sampling": "sobol"},
        {"outputs": ["overshoot"]},
        {"signals": {"q": 0.1}},
        {"functions": {"f": len}},
    ],
)
def test_other_changes_leave_the_family(changes):
    assert study(**changes).family != study().family
    assert replace(study(), scenario=replace(SCENARIO, controller=None)).family != study().family


def test_a_latin_hypercube_does_not_grow():
    assert study(sampling="latin", samples=200).family != study(sampling="latin").family
