"""Distributions of manipulability and condition against closed forms, and against the indices one by one."""

import math

import numpy as np
import pytest

import armillary as arm
from internals import NEAR, Candidate, jacobian, manipulability
from internals import dexterity_measures as measures
from internals import dexterity_singular_values as singular_values

RR = arm.planar([1.0, 0.5], [1, 1], coms=[0.5, 0.2], inertias=[0.1, 0.1])


def by_key(candidate: Candidate):
    return {one.key.removeprefix("dexterity."): one for one in measures(candidate)}


def test_a_planar_arm_has_the_manipulability_of_its_elbow():
    """w = l_1 l_2 |sin q_2|, q_2 even: mean 2/π, quantiles l_1 l_2 sin(p 90°)."""
    found = by_key(Candidate(RR, samples=4000, seed=2))
    mean = found["manipulability_mean"]
    assert abs(mean.value - 0.5 * 2 / math.pi) < 4 * mean.error
    for key, p in (("manipulability", 0.5), ("manipulability_low", 0.05), ("manipulability_high", 0.95)):
        exact = 0.5 * math.sin(p * math.pi / 2)
        assert abs(found[key].value - exact) < 4 * found[key].error + 1e-12
    assert found["manipulability"].unit == "m²"


@pytest.mark.crossed
@pytest.mark.parametrize("task", ["position", "orientation", "pose", (3, 4), (2, 3, 5)])
@pytest.mark.parametrize("name", ["ur5", "stanford", "planar-prr"])
def test_the_sample_agrees_with_the_indices(name, task):
    if name == "planar-prr" and task == (2, 3, 5):
        task = (2, 3)
    candidate = Candidate(arm.library.get(name), task=task, samples=120)
    found = by_key(candidate)
    w = [manipulability(candidate.model, q, "tip", task) for q in candidate.configurations]
    condition = candidate.dyn.condition_number(candidate.configurations, task=task)
    assert found["manipulability_mean"].value == pytest.approx(np.mean(w))
    assert found["manipulability"].value == pytest.approx(np.median(w))
    assert found["isotropy"].value == pytest.approx(np.mean(1 / condition), rel=1e-6, abs=1e-9)
    assert found["near_singular"].value == np.mean(1 / condition < NEAR)
    if found["condition"].value is not None:
        assert found["condition"].value == pytest.approx(1 / np.median(1 / condition))


def test_a_gantry_is_isotropic_everywhere():
    from internals import Joint, Limits, Link, Robot

    axes = np.eye(3).tolist()
    links = tuple(Link(f"l{i}", 1.0) for i in range(3))
    joints = tuple(
        Joint(f"j{i}", "prismatic", f"l{i - 1}" if i else "base", f"l{i}", axis=tuple(axes[i]), limits=Limits(0, 1))
        for i in range(3)
    )
    found = by_key(Candidate(Robot("gantry", links, joints), samples=20))
    for key in ("condition", "condition_low", "condition_high", "isotropy"):
        assert found[key].value == pytest.approx(1.0)
    assert found["near_singular"].value == 0.0
    assert found["isotropy"].note == ""  # all joints slide: nothing to compare with a radian
    assert "count alike" in found["manipulability"].note  # but its m³ are per rad³


def test_quantiles_are_in_order_and_mixtures_are_told():
    found = by_key(Candidate(arm.library.get("stanford"), samples=300))
    assert found["condition_low"].value < found["condition"].value < found["condition_high"].value
    assert found["manipulability_low"].value < found["manipulability"].value < found["manipulability_high"].value
    assert "count alike" in found["isotropy"].note
    assert by_key(Candidate(RR, samples=50))["isotropy"].note == ""
    assert "count alike" in by_key(Candidate(arm.library.get("ur5"), task="pose", samples=50))["isotropy"].note


def test_standard_errors_are_those_between_samples():
    found = [by_key(Candidate(RR, samples=400, seed=seed)) for seed in range(30)]
    for key in ("manipulability_mean", "manipulability", "condition", "isotropy", "near_singular"):
        spread = np.std([one[key].value for one in found], ddof=1)
        stated = np.mean([one[key].error for one in found])
        assert 0.5 < stated / spread < 2, key


def test_bending_does_not_count_as_motion():
    candidate = Candidate(arm.library.get("flexible-3r"), samples=30)
    sigma = singular_values(candidate)
    for q, row in zip(candidate.configurations, sigma, strict=True):
        J = jacobian(candidate.model, q)[3:, :3]
        assert np.allclose(np.linalg.svd(J, compute_uv=False), row)


def test_nothing_to_measure():
    slide = arm.library.get("khatib-rp")
    found = measures(Candidate(slide, task=(0,), samples=20))
    assert [one.value for one in found] == [None] * len(found)
    assert "no joint moves" in found[0].note
