"""Axes: their values are those that a person would write, and their distributions those of SciPy."""

import math

import numpy as np
import pytest
from scipy import stats

import armillary as arm
from internals import KINDS, as_axis

U = (np.arange(4000) + 0.5) / 4000


@pytest.mark.parametrize(("stop", "count"), [(0.3, 4), (1, 11), (-2.5, 26)])
def test_a_range_has_decimal_numbers(stop, count):
    found = arm.axes.Range(0, stop, count).at(range(count))
    assert found.tolist() == [float(f"{k * stop / (count - 1):.10g}") for k in range(count)]


def test_a_longer_range_begins_with_the_same_numbers():
    whole = arm.axes.Range(0.1, 5.0, 50).at(range(50)).tolist()
    for count in range(2, 50):
        assert arm.axes.Range(0.1, count / 10, count).at(range(count)).tolist() == whole[:count]
    # which sums of steps would not do
    assert any(np.linspace(0.1, n / 10, n).tolist() != np.linspace(0.1, 5, 50)[:n].tolist() for n in range(2, 50))


def test_a_range_of_ratios_has_exact_decades():
    found = arm.axes.LogRange(1e-3, 1e4, 15).at(range(15))
    assert found[::2].tolist() == [1e-3, 1e-2, 1e-1, 1, 10, 100, 1e3, 1e4]
    assert found == pytest.approx(np.geomspace(1e-3, 1e4, 15), rel=1e-14)


@pytest.mark.parametrize(
    ("axis", "oracle"),
    [
        (arm.axes.Uniform(-2, 3), stats.uniform(-2, 5)),
        (arm.axes.LogUniform(0.1, 30), stats.loguniform(0.1, 30)),
        (arm.axes.Normal(2, 0.5), stats.norm(2, 0.5)),
        (arm.axes.Normal(2, 0.5, low=1.5, high=4), stats.truncnorm(-1, 4, loc=2, scale=0.5)),
        (arm.axes.Normal(0, 1, low=8), stats.truncnorm(8, math.inf)),
    ],
)
def test_distributions_are_those_of_scipy(axis, oracle):
    assert axis.ppf(U) == pytest.approx(oracle.ppf(U), rel=1e-9, abs=1e-12)


def test_rows_are_drawn_number_by_number():
    axis = arm.axes.Normal([1.0, "2 m", 3.0], 0.1, low=[0, 0, 2.9])
    assert axis.components()[2] == arm.axes.Normal(3.0, 0.1, low=2.9)
    assert axis.components()[1].mean == "2 m"
    assert arm.axes.Normal(1, 2).components() is None
    assert arm.axes.Choice([[1, 2], [3, 4]], weights=[1, 2]).components()[1] == arm.axes.Choice([2, 4], weights=[1, 2])


def test_choices_have_their_weights():
    found = arm.axes.Choice(["a", "b", "c"], weights=[1, 0, 3]).ppf(U)
    assert [found.count(name) for name in "abc"] == [1000, 0, 3000]
    even = arm.axes.Choice([1.0, 2.0]).ppf(U)
    assert (even == 1.0).sum() == 2000


def test_values_keep_their_kind():
    robots = [arm.library.get("khatib-rr"), arm.library.get("panda")]
    assert as_axis("robot", robots).at([1, 0]) == robots[::-1]
    assert as_axis("seed", range(3)).at([0, 1]).dtype.kind == "i"
    assert [each.values for each in as_axis("q0", np.eye(2)).components()] == [(1, 0), (0, 1)]
    assert as_axis("q0", [[1, 2], [3]]).components() is None
    assert as_axis("q0", [[1, 2], [3]]).at([0, 1]) == [(1, 2), (3,)]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: arm.axes.Range(0, 1, 1), "count: 1; expected a whole number from 2 to 1000000000000"),
        (
            lambda: arm.axes.Range(0, 1, 10**15),
            "expected a whole number from 2 to 1000000000000",
        ),
        (lambda: arm.axes.Range(2, 2, 5), "stop: 2.0; expected a number other than 2.0"),
        (lambda: arm.axes.Range([1, 2], 3, 5), "start.*expected one number"),
        (lambda: arm.axes.LogRange(0, 1, 5), "start: 0; expected a finite value above zero"),
        (lambda: arm.axes.Uniform(1, math.inf), "high: inf; expected a finite number"),
        (lambda: arm.axes.Uniform(3, 2), "high: 2.0; expected more than low"),
        (lambda: arm.axes.Uniform([1, 2], [3, 4, 5]), "high: rows of 2 and 3 numbers"),
        (lambda: arm.axes.LogUniform(-1, 2), "low: -1; expected a finite value above zero"),
        (lambda: arm.axes.Normal(1, 0), "sd: 0; expected a finite value above zero"),
        (lambda: arm.axes.Normal(1, math.nan), "sd: nan; expected a finite value above zero"),
        (lambda: arm.axes.Normal(0, 1, low=60), "far from the mean"),
        (lambda: arm.axes.Choice([]), "an empty list"),
        (lambda: arm.axes.Choice([1, 2], weights=[1]), "expected 2 numbers of zero or more"),
        (lambda: arm.axes.Choice([1, 2], weights=[0, 0]), "expected 2 numbers of zero or more"),
        (lambda: as_axis("kp", 3), "kp: 3; expected a list of values"),
        (lambda: as_axis("kp", "3 kg"), "kp: '3 kg'; expected a list of values"),
    ],
)
def test_bad_axes_are_refused(make, said):
    with pytest.raises(arm.ArgumentError, match=said):
        make()


def test_every_kind_is_an_axis():
    assert isinstance(as_axis("axes", [1, 2]), arm.axes.Axis)
    assert all(issubclass(kind, arm.axes.Axis) for kind in KINDS.values())


WEIGHTS, ROWS = arm.axes.Uniform("1 kg", "2 kg"), arm.axes.Normal([1, 2], 0.1)


@pytest.mark.parametrize(
    ("name", "axis"), [("q0", WEIGHTS), ("motors", WEIGHTS), ("motors", ROWS), ("link1.mass", ROWS), ("period", ROWS)]
)
def test_axes_that_do_not_fit_their_quantity_are_refused(name, axis):
    scenario = arm.Scenario(arm.library.get("khatib-rr"), duration=0.01)

    def compute():
        study = arm.Study(scenario, axes={name: axis}, samples=4, outputs=["work"])
        box = study.layout.chunk(0)
        study.compute(box, np.ones(box.runs, dtype=bool))

    with pytest.raises(arm.ArmillaryError):
        compute()
    with pytest.raises(arm.ArgumentError, match="expected one number"):
        axis.ppf(np.array([0.5]))
