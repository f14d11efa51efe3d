"""From polynomials to formulas: textbook forms, few operations, nothing lost on the way."""

import doctest
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import armillary as arm
from internals import (
    Joint,
    Link,
    Placement,
    Poly,
    Power,
    Product,
    Robot,
    Symbol,
    TreeNumber,
    Trig,
    from_rpy,
    operations,
    terms_of,
)
from odd_robots import odd_robot
from random_robots import matrix, random_inertia
from samples import some


def count(robot, **options):
    return sum(arm.equations(arm.model(robot, motors="none", friction=False), **options).operations("v", "g"))


def full(n_joints, placements, gravity=(0.0, 0.0, -9.81), kinds="RRR"):
    """A chain whose links have all ten parameters."""
    rng = np.random.default_rng(1)
    names = [f"link{k + 1}" for k in range(n_joints)]
    links = tuple(Link(name, 1.0 + k, (0.1, 0.2, 0.3), random_inertia(rng)) for k, name in enumerate(names))
    types = {"R": "revolute", "P": "prismatic"}
    joints = tuple(
        Joint(f"joint{k + 1}", types[kind], parent, name, placement, axis=(0.0, 0.0, 1.0))
        for k, (kind, parent, name, placement) in enumerate(
            zip(kinds, ["base", *names], names, placements, strict=False)
        )
    )
    return Robot("full", links, joints, gravity=gravity)


QUARTER = matrix(from_rpy(-np.pi / 2, 0.0, 0.0))
AT = Placement((0.4, 0.0, 0.0))


def test_operations_of_the_published_arms():
    """Operations in v and g: at most as many as by the general method that Khatib's chapter was recomputed with."""
    assert count(arm.library.get("khatib-rr")) == 23
    assert count(arm.library.get("khatib-rp")) == 14
    assert count(arm.library.get("planar-3r")) <= 116
    assert count(arm.library.get("stanford")) <= 67


def test_operations_with_all_ten_parameters_of_each_link():
    planar = full(3, [Placement(), AT, AT], gravity=(0.0, -9.81, 0.0))
    assert count(planar) <= 116
    puma = full(3, [Placement(), Placement((0.0, 0.0, 0.0), QUARTER), Placement((0.43, 0.0, 0.15))])
    assert count(puma) <= 203
    assert count(puma, letters="base") < count(puma)


def test_textbook_forms():
    rr = arm.equations(arm.library.get("khatib-rr"))
    assert [str(x) for x in (*rr.M, *rr.v, *rr.g)] == [
        "m1 lc1² + Izz1 + Izz2 + m2 (l1² + lc2² + 2 l1 lc2 c2)",
        "m2 lc2 (lc2 + l1 c2) + Izz2",
        "m2 lc2 (lc2 + l1 c2) + Izz2",
        "m2 lc2² + Izz2",
        "−m2 l1 lc2 s2 θ̇2 (2 θ̇1 + θ̇2)",
        "m2 l1 lc2 s2 θ̇1²",
        "g (c1 (m1 lc1 + m2 l1) + m2 lc2 c12)",
        "m2 lc2 g c12",
    ]
    rp = arm.equations(arm.library.get("khatib-rp"))
    assert str(rp.entry("M22")) == "m2"
    assert str(rp.entry("C21")) == "−m2 d2"
    assert str(rp.entry("g2")) == "m2 g s1"


def test_an_inertia_about_a_turned_axis_is_split_into_squares():
    """Izz about an axis at right angles: I_xx s² + I_yy c², not halves of double angles."""
    link = Link("b", 0.0)
    rng = np.diag([0.2, 0.3, 0.25])
    links = (Link("a", 1.0), replace(link, mass=1.0, inertia=matrix(rng)))
    joints = (
        Joint("p", "revolute", "base", "a", axis=(0.0, 0.0, 1.0)),
        Joint("q", "revolute", "a", "b", Placement((0.0, 0.0, 0.0), QUARTER), axis=(0.0, 0.0, 1.0)),
    )
    made = arm.equations(Robot("turret", links, joints))
    assert str(made.entry("M11")) == "Ixx2 s2² + Iyy2 c2²"
    assert str(made.entry("v2")) == "−c2 s2 θ̇1² (Ixx2 − Iyy2)"


@pytest.mark.parametrize("seed", some(range(10), 3))
def test_what_is_written_is_the_polynomial(seed):
    """Evaluated at values of their own for all symbols, not only at those of the robot."""
    robot = odd_robot(np.random.default_rng(200 + seed), 1 + seed % 3, often=0.15)
    made, rng = arm.equations(robot), np.random.default_rng(seed)
    ring = made.symbols.ring
    values = {slot: rng.uniform(0.5, 2.0) for slot in range(len(ring.names))}
    phases = {slot: np.exp(1j * values[slot]) if slot in ring.angles else x for slot, x in values.items()}
    for name in ("M", "b", "v", "g", "f", "T", "V", "p", "motors"):
        for formula in made.formulas(name):
            exact = formula.polynomial.evaluate(phases) if isinstance(formula.polynomial, Poly) else formula.polynomial
            size = sum(
                abs(Poly(ring, {k: c}).evaluate({s: abs(x) for s, x in phases.items()}))
                for k, c in terms_of(formula.polynomial).items()
            )
            assert formula.evaluate(values) == pytest.approx(exact, abs=1e-13 * (size + 1.0)), formula.name


def check_shape(tree):
    """Sums and products are flat, have two parts or more, and numbers stand first and once."""
    if isinstance(tree, (TreeNumber, Symbol)):
        return
    if isinstance(tree, Trig):
        assert tree.function in "cs"
        assert tree.angle
        return
    if isinstance(tree, Power):
        assert tree.exponent >= 2
        assert not isinstance(tree.base, (TreeNumber, Power, Product))
        check_shape(tree.base)
        return
    parts = tree.factors if isinstance(tree, Product) else tree.terms
    assert len(parts) > 1
    assert not any(isinstance(part, type(tree)) for part in parts)
    if isinstance(tree, Product):
        assert not any(isinstance(part, TreeNumber) for part in parts[1:])
        assert parts[0] != TreeNumber(1.0)
    for part in parts:
        check_shape(part)


@pytest.mark.parametrize("seed", some(range(6), 3))
def test_trees_are_in_order(seed):
    made = arm.equations(odd_robot(np.random.default_rng(300 + seed), 2, often=0.15))
    for name in ("M", "v", "g", "tau", "T"):
        for formula in made.formulas(name):
            check_shape(formula.tree)
            assert formula.operations == operations(formula.tree)


def test_formulas_do_not_change_from_one_derivation_to_the_next():
    robot = arm.library.get("stanford")
    first, second = (arm.equations(robot) for _ in range(2))
    assert [str(x) for name in ("M", "v", "g") for x in first.formulas(name)] == [
        str(x) for name in ("M", "v", "g") for x in second.formulas(name)
    ]
    assert first.entry("M11") == second.entry("M11")


def test_short_forms_are_not_longer():
    for name in ("planar-3r", "stanford", "rpr-orthogonal"):
        made = arm.equations(arm.library.get(name))
        for formula in made.formulas("v"):
            plain = made.writer.formula(formula.polynomial, short=False)
            assert sum(formula.operations) <= sum(operations(plain))


def test_signs_of_axes_that_point_the_other_way():
    robot = arm.library.get("khatib-rr")
    joints = (robot.joints[0], replace(robot.joints[1], axis=(0.0, 0.0, -1.0)))
    made = arm.equations(replace(robot, joints=joints))
    assert str(made.entry("g2")) == "−m2 lc2 g c(1−2)"
    assert str(made.entry("M12")) == "−m2 lc2 (lc2 + l1 c2) − Izz2"
    assert str(made.entry("v1")) == "−m2 l1 lc2 s2 θ̇2 (2 θ̇1 − θ̇2)"


def test_ten_joints_have_names_that_can_be_told_apart():
    robot = arm.planar([0.1] * 11, [1.0] * 11, coms=[0.05] * 11, inertias=[0.01] * 11)
    made = arm.equations(robot)
    text = str(made.entry("M10,11"))
    assert "c11" in text
    assert str(made.entry("g11")).endswith(")")
    assert "c(1+2+3+4+5+6+7+8+9+10+11)" in str(made.entry("g11"))
    assert made.entry("M11,11").zero is False


def test_numbers_are_written_with_what_they_are():
    made = arm.equations(arm.planar([1.0], [2.0], coms=[0.5], inertias=[0.25]), letters="none")
    assert str(made.entry("M11")) == "¾"
    assert str(made.entry("g1")) == "9.81 c1"
    assert made.parameters == ()


def test_the_page_on_equations_shows_what_is_printed():
    page = Path(__file__).parents[2] / "docs" / "equations.md"
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, page.name, 0)
    assert len(test.examples) > 8
    report: list[str] = []
    doctest.DocTestRunner().run(test, out=report.append)
    assert not report, "".join(report)
