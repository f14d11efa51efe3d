"""The explanation: what its lines say, read back from the page, adds up to the equations."""

import re
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from formula_reader import Reader, atoms, random_values
from internals import LONG, Joint, LatexPrinter, Link, Motor, Placement, Robot, _Explainer
from odd_robots import odd_robot
from samples import some

TITLES = [
    "Frames",
    "Poses in the world",
    "Jacobians of the centres of mass",
    "Kinetic energy",
    "Potential energy",
    "Mass matrix",
    "Coriolis and centrifugal efforts",
    "Gravity",
    "Friction and springs",
    "Result",
]


def titles(page):
    return [line.removeprefix("## ") for line in page.splitlines() if line.startswith("## ")]


def equations_of(page):
    """Return the aligned equations of a page, left side → right sides, lines that go on joined."""
    found = {}
    for display in re.findall(r"^\$\$\n(.*?)\n\$\$$", page, re.DOTALL | re.MULTILINE):
        for line in display.replace(" \\\\\n&\\quad {}", " ").split("\n"):
            left, equal, right = line.removesuffix(" \\\\").partition(" &= ")
            if equal:
                found.setdefault(left, []).append(right)
    return found


class Page:
    """An explanation, and the values of what stands on it at a random state with random parameters."""

    def __init__(self, robot, **options):
        self.equations = arm.equations(arm.model(robot, **options))
        explainer = _Explainer(self.equations)
        self.text = explainer.page()
        self.lines = equations_of(self.text)
        self.values = random_values(self.equations)
        printer = LatexPrinter(self.equations.symbols)
        self.reader = Reader(atoms(self.equations, printer, explainer.shown, self.values))

    def value(self, left, which=0):
        return self.reader.value(self.lines[left][which])

    def sum(self, pattern):
        return sum(self.value(left) for left in self.lines if re.fullmatch(pattern, left))

    def matrix(self, left, which=0):
        inner = re.fullmatch(r"\\begin\{bmatrix\} (.*) \\end\{bmatrix\}", self.lines[left][which])[1]
        return np.array([[self.reader.value(x) for x in row.split(" & ")] for row in inner.split(r" \\ ")])


SMALL = ["khatib-rr", "khatib-rp", "planar-3r", "stanford", "rtx", "planar-prr"]


@pytest.mark.parametrize("name", SMALL)
def test_what_is_read_on_the_page_adds_up(name):
    """Energies of parts and rotors to T and V, Jacobians to velocities; efforts to what is evaluated."""
    page = Page(arm.library.get(name))
    made, values = page.equations, page.values
    assert page.sum(r"T_\{\w+\}") == pytest.approx(made.T.evaluate(values), rel=1e-12)
    assert page.value("T") == pytest.approx(made.T.evaluate(values), rel=1e-12)
    if "V" in page.lines:
        assert page.sum(r"V_\{\d+\}") == pytest.approx(page.value("V"), rel=1e-12)
        assert page.value("V") == pytest.approx(made.V.evaluate(values), rel=1e-12)
    tau = made.tau.evaluate(values)
    for k in range(made.n):
        assert page.value(rf"\tau_{{{k + 1}}}") == pytest.approx(tau[k], rel=1e-11, abs=1e-12)


@pytest.mark.parametrize("name", ["khatib-rr", "stanford", "rtx"])
def test_the_mass_matrix_from_the_jacobians_on_the_page(name):
    """M = Σ m J_vᵀJ_v + J_ωᵀ I J_ω with the Jacobians as they are printed, by a reader with the parameters at hand."""
    page = Page(arm.library.get(name), motors="none")
    made = page.equations
    parts = re.findall(r"\*\*Part (\d+)\*\*.* on frame (\w+)\.", page.text)
    rigid_parts = [part for body in made.symbolic.model.bodies for part in body.rigid_parts if part.mass]
    assert len(parts) == len(rigid_parts)
    phases = {s: np.exp(1j * x) if s in made.symbols.ring.angles else x for s, x in page.values.items()}

    def number(x):
        return x.evaluate(phases) if hasattr(x, "evaluate") else float(x)

    M = np.zeros((made.n, made.n))
    for (k, frame), part in zip(parts, rigid_parts, strict=True):
        angular = rf"J_{{\omega,{frame}}}"
        J_v = page.matrix(f"J_{{v,{k}}}")
        J_w = np.zeros_like(J_v) if page.lines[angular][0] == "0" else page.matrix(angular)
        inertia = np.vectorize(number)(part.inertia)
        M += number(part.mass) * J_v.T @ J_v + J_w.T @ inertia @ J_w
    np.testing.assert_allclose(made.M.evaluate(page.values), M, rtol=1e-12, atol=1e-13)


def test_frames_and_poses_on_the_page_are_rotations_that_multiply():
    page = Page(arm.library.get("planar-3r"))
    for i in (2, 3):
        R_p, R_pi, R = (page.matrix(left) for left in (f"R_{{{i - 1}}}", f"R_{{{i - 1},{i}}}", f"R_{{{i}}}"))
        np.testing.assert_allclose(R, R_p @ R_pi, atol=1e-14)
        np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-14)


def test_the_steps_in_order():
    page = arm.equations(arm.library.get("rtx")).explain()
    assert titles(page) == [*(f"{k}. {title}" for k, title in enumerate(TITLES, 1)), "Symbols"]
    assert page.startswith("# How the equations of rtx come about\n")
    assert "'shoulder' turns it about $z$ by $\\theta_{2}$" in page
    assert "'lift' moves it along $z$ by $d_{1}$" in page
    assert "**Part 2**: the motor, its rotor locked, 'shoulder motor' on frame 1." in page


def test_steps_that_do_not_apply_are_left_out():
    robot = replace(arm.library.get("khatib-rr"), gravity=(0.0, 0.0, 0.0))
    page = arm.equations(robot).explain()
    left = [title for title in TITLES if title not in ("Gravity", "Friction and springs")]
    assert titles(page) == [*(f"{k}. {title}" for k, title in enumerate(left, 1)), "Symbols"]
    assert "the potential energy is zero" in page
    assert r"\tau = M \ddot q + v" in page
    slides = tuple(replace(j, type="prismatic", axis=(1.0, 0.0, 0.0)) for j in robot.joints)
    page = arm.equations(replace(robot, joints=slides)).explain()
    assert "$M$ does not depend on $q$" in page
    assert "\\tau = M \\ddot q\n" in page


def whole(page):
    """Assert that displays and tables of a page are whole."""
    assert page.count("$$\n") % 2 == 0
    for display in re.findall(r"^\$\$\n(.*?)\n\$\$$", page, re.DOTALL | re.MULTILINE):
        assert display.count("{") == display.count("}")
        assert display.count(r"\begin{bmatrix}") == display.count(r"\end{bmatrix}")
        assert ("&=" in display) == display.startswith("\\begin{aligned}")
        assert "$" not in display
        assert "Poly" not in display
    prose = re.sub(r"^\$\$\n(.*?)\n\$\$$", "", page, flags=re.DOTALL | re.MULTILINE)
    for line in prose.splitlines():
        assert re.sub(r"\\\$", "", line).count("$") % 2 == 0, line


@pytest.mark.crossed
@pytest.mark.parametrize("letters", ["all", "none", "base"])
@pytest.mark.parametrize("seed", some(range(6), 3))
def test_odd_robots(seed, letters):
    robot = odd_robot(np.random.default_rng(500 + seed), 1 + seed % 3, often=0.2)
    page = arm.equations(robot, letters=letters).explain()
    whole(page)
    assert "**Frame 1**" in page


def test_names_cannot_break_the_page():
    robot = arm.library.get("khatib-rr")
    links = (replace(robot.links[0], name="a|b $c$ *d*"), robot.links[1])
    joints = tuple(
        replace(j, parent=j.parent.replace("link1", links[0].name), child=j.child.replace("link1", links[0].name))
        for j in robot.joints
    )
    page = arm.equations(replace(robot, links=links, joints=joints, name="<b>_x_")).explain()
    whole(page)
    assert r"'a\|b \$c\$ \*d\*'" in page


def test_base_parameters():
    page = arm.equations(arm.library.get("rtx"), letters="base").explain()
    whole(page)
    assert "$M$ is written in base parameters" in page
    assert r"\mathit{ZZ}_{3} &= " in page  # its definition
    assert r"T_{1} &= \tfrac{1}{2} m_{1}" in page  # the steps have the masses themselves


@pytest.mark.parametrize("name", some(["flexrob", "deluca-siciliano"], 1))
def test_links_that_bend(name):
    made = arm.equations(arm.library.get(name))
    page = made.explain()
    whole(page)
    assert "amplitude of a mode" in page
    assert "a node of a flexible link" in page
    assert r"T_b = \tfrac{1}{2} \int v^T v\, dm" in page


def test_a_flexible_arm_adds_up():
    robot = arm.library.get("celentano-link")
    beam = replace(robot.links[0].beam, sublinks=None, modes=arm.parts.Modes(bending_y=1))
    page = Page(replace(robot, links=(replace(robot.links[0], beam=beam), *robot.links[1:])))
    made, values = page.equations, page.values
    whole(page.text)
    total = page.sum(r"T_\{\w+\}") + page.sum("T_b")
    assert total == pytest.approx(made.T.evaluate(values), rel=1e-12)


def test_what_is_too_long_is_counted():
    made = arm.equations(arm.library.get("puma560"))
    page = made.explain()
    whole(page)
    assert re.search(r"\\text\{\d+ terms\}", page)
    assert "Not written out here: " in page
    longest = max(len(line) for line in page.splitlines() if " &= " in line)
    assert longest < 60 * LONG


def test_rotors_on_links_that_turn():
    z = (0.0, 0.0, 1.0)
    links = (Link("a", 2.0, (0.2, 0.0, 0.0)), Link("b", 1.0, (0.1, 0.0, 0.0)))
    joints = (
        Joint("p", "revolute", "base", "a", axis=z),
        Joint("q", "revolute", "a", "b", Placement((0.4, 0.0, 0.0)), axis=z),
    )
    motors = (
        Motor("near", "p", "base", 1.0, rotor_inertia=1e-4, ratio=50.0, axis=z),
        Motor("far", "q", "a", 0.5, (0.3, 0.0, 0.0), rotor_inertia=2e-4, ratio=-30.0, axis=z),
        Motor("bare", "q", "a", 0.0, rotor_inertia=3e-4, ratio=1.0),
    )
    page = Page(Robot("geared", links, joints, motors, gravity=(0.0, -9.81, 0.0)))
    assert page.lines["u_{2}^T"] == [r"\begin{bmatrix} 1 & N_{2} \end{bmatrix}"]
    assert "**Rotor 1**: that of 'near', which drives 'p', on the base." in page.text
    assert "only its inertia at the joint counts" in page.text
    assert page.sum(r"T_\{\w+\}") == pytest.approx(page.equations.T.evaluate(page.values), rel=1e-12)


def test_gravity_across_the_plane_does_no_work():
    """It acts, but no potential energy comes of it: the page must not say that there is none."""
    page = arm.equations(replace(arm.library.get("khatib-rr"), gravity=(0.0, 0.0, -9.81))).explain()
    assert "No gravity" not in page
    assert "Gravity does no work on this robot" in page


def test_entries_of_ten_coordinates_have_commas():
    page = arm.equations(
        arm.planar([0.1] * 10, [1.0] * 10, coms=[0.05] * 10, inertias=[0.01] * 10), letters="none"
    ).explain()
    assert ")_{1,10} &=" in page
    assert ")_{110} &=" not in page
