"""det J in factors: those of textbooks, and against determinants of numbers and of SymPy."""

import math
import pickle

import numpy as np
import pytest

import armillary as arm

QUARTER = math.pi / 2
ARMS = {
    # [Craig2005, ex. 5.3], [LynchPark2017, sec. 5.3]: singular where the arm is stretched or folded
    "planar 2R": ([{"a": 0.4}, {"a": 0.3}], "a1 a2 s2"),
    "planar 3R": ([{"a": 0.4}, {"a": 0.3}, {"a": 0.2}], "a1 a2 s2"),
    # [Siciliano2009, sec. 3.3.2]: elbow singularity, and the wrist on the axis of the shoulder
    "anthropomorphic": ([{"alpha": QUARTER}, {"a": 0.3}, {"a": 0.2}], "−a2 a3 s3 (a2 c2 + a3 c23)"),
    # [Siciliano2009, sec. 2.9.5]: the spherical arm of the Stanford manipulator
    "spherical": ([{"alpha": -QUARTER}, {"alpha": QUARTER, "d": 0.1}, {"joint": "P"}], "−d3² s2"),
    # [Siciliano2009, sec. 3.3.1]: the spherical wrist
    "wrist": ([{"alpha": -QUARTER}, {"alpha": QUARTER}, {"d": 0.1}], "−s2"),
    "scara": ([{"a": 0.4}, {"a": 0.3, "alpha": math.pi}, {"joint": "P"}, {}], "−a1 a2 s2"),
}


@pytest.mark.parametrize("name", ARMS)
def test_factors_are_those_of_textbooks(name):
    rows, expected = ARMS[name]
    robot = arm.from_dh(rows, "standard")
    assert arm.equations(robot).singularities().det.text() == expected


def test_the_puma_is_singular_at_elbow_shoulder_and_wrist():
    """[Craig2005, sec. 5.8; Siciliano2009, sec. 3.3]: three families, of which two depend on the lengths."""
    found = arm.equations(arm.library.get("puma560").dh().robot()).singularities()
    assert found.det.text() == "−a2 s5 (a3 s3 + d4 c3) (a2 c2 + a3 c23 − d4 s23)"
    assert found.conditions == ("s5 = 0: θ5 = 0 or π", "a3 s3 + d4 c3 = 0", "a2 c2 + a3 c23 − d4 s23 = 0")
    assert len(found.factors) == 3


def square(robot, q):
    """Return the determinant of the first square part of J that is not singular everywhere."""
    J = np.array(arm.evaluate(robot).jacobian(q))
    rows = [k for k in range(6) if np.abs(J[k]).max() > 1e-12]
    for part in (rows, [k for k in rows if k > 2], [k for k in rows if k < 3]):
        if len(part) == J.shape[1] and abs(np.linalg.det(J[part])) > 1e-12:
            return np.linalg.det(J[part])
    raise AssertionError


@pytest.mark.parametrize("name", [*ARMS, "puma560", "ur5", "stanford", "khatib-rp", "planar-rpr"])
def test_the_product_of_factors_is_the_determinant(name):
    robot = arm.from_dh(ARMS[name][0], "standard") if name in ARMS else arm.library.get(name)
    equations = arm.equations(robot)
    det = equations.singularities().det
    for q in np.random.default_rng(3).normal(size=(4, equations.n)):
        assert det.evaluate(equations.values(q)) == pytest.approx(square(robot, q), rel=1e-10)


def test_random_spatial_arms():
    for seed in range(6):
        rng = np.random.default_rng(seed)
        rows = [
            {"a": rng.uniform(), "d": rng.uniform(), "alpha": rng.choice([-1, 0, 1]) * QUARTER,
             "joint": str(rng.choice(["R", "R", "P"]))}
            for _ in range(3)
        ]  # fmt: skip
        robot = arm.from_dh(rows, "standard")
        equations = arm.equations(robot)
        q = rng.normal(size=3)
        J = np.array(arm.evaluate(robot).jacobian(q))[3:]
        det = equations.singularities("position").det if np.abs(J).max(axis=1).min() > 1e-12 else None
        if det is not None:
            expected = np.linalg.det(J)
            assert det.evaluate(equations.values(q)) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("name", ["planar 2R", "anthropomorphic", "spherical", "wrist"])
def test_sympy_agrees(name):
    sympy = pytest.importorskip("sympy")
    equations = arm.equations(arm.from_dh(ARMS[name][0], "standard"))
    rows = {"planar 2R": [3, 4], "wrist": [0, 1, 2]}.get(name, [3, 4, 5])
    J = equations.J.sympy().extract(rows, list(range(equations.n)))
    assert sympy.simplify(sympy.expand_trig(J.det() - equations.singularities().det.sympy())) == 0


def test_a_task_chooses_the_rows():
    equations = arm.equations(arm.library.get("planar-3r"))
    with pytest.raises(arm.ArgumentError) as caught:
        equations.singularities("position")
    assert caught.value.field == "task"
    assert "2 × 3" in str(caught.value)
    assert equations.singularities((2, 3, 4)).det.text() == "l1 l2 s2"
    with pytest.raises(arm.ArgumentError, match="without a square Jacobian"):
        arm.equations(arm.library.get("planar-4r")).singularities()


def test_an_arm_that_is_always_singular():
    found = arm.equations(arm.from_dh([{"a": 0.4}, {}], "standard")).singularities()
    assert found.det.zero
    assert str(found) == "det J = 0: singular at every configuration"


def test_copies():
    found = arm.equations(arm.library.get("khatib-rr")).singularities()
    assert pickle.loads(pickle.dumps(found)).conditions == found.conditions
