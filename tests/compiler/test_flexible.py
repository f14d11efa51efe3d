"""Flexible robots compiled: every quantity equals the reference, by every back end; the way is chosen by its work."""

from functools import cached_property

import numpy as np
import pytest

import armillary as arm
from built_sources import c_function, needs_gcc, python_function
from internals import (
    DERIVATIVES,
    INDICES,
    QUANTITIES,
    Beam,
    Joint,
    Link,
    Modes,
    Placement,
    Robot,
    Section,
    Station,
    choose,
    composite_body,
    depth,
    optimise,
    published,
    random_state,
    trace,
    work,
)
from internals import choose_planar as planar
from internals import passive_efforts as passive
from random_flexible import random_flexible_robot, random_flexible_state
from samples import ALL
from verified_programs import verify

ROBOTS = {
    "planar": lambda: arm.library.get("flexrob"),
    "rotors, a slide, a weld": lambda: random_flexible_robot(np.random.default_rng(15), 2),
    "a ball joint": lambda: random_flexible_robot(np.random.default_rng(37), 3, kinds="S"),
}
STATES = 9
TOLERANCE = {"forward_dynamics_derivatives": 1e-11}  # they are products with M⁻¹, twice
EVERYTHING = [*QUANTITIES, *DERIVATIVES]
LARGEST = ("forward_dynamics_derivatives",)
"""Programs that take seconds to compile: of one robot in every run."""


class Case:
    """A robot, compiled and as reference, and states of it."""

    def __init__(self, robot):
        self.fast, self.plain = arm.compile(robot), arm.evaluate(robot)
        self.model = self.plain.model
        rng = np.random.default_rng(3)
        states = [random_flexible_state(rng, self.model) for _ in range(STATES)]
        self.state = dict(zip(("q", "qd", "qdd"), (np.array(part) for part in zip(*states, strict=True)), strict=True))
        self.state["tau"] = self.plain.inverse_dynamics(*self.state.values())

    def arguments(self, quantity):
        names = (QUANTITIES | DERIVATIVES)[quantity].inputs
        return [self.state[name] for name in names]

    def floor(self, quantity):
        """Rounding that stiff links leave: accelerations that they alone would cause."""
        return self.rounding if quantity.startswith("forward_dynamics") else 0.0

    @cached_property
    def rounding(self):
        q, qd = self.state["q"], self.state["qd"]
        solved = [
            np.linalg.solve(composite_body.mass_matrix(self.model, a), passive(self.model, a, b))
            for a, b in zip(q, qd, strict=True)
        ]
        return np.abs(solved).max()


PAIRS = [
    (robot, each)
    for k, robot in enumerate(ROBOTS)
    for j, each in enumerate(EVERYTHING)
    if ALL or (j % len(ROBOTS) == k and each not in LARGEST) or robot == "planar"
]
"""In every run all quantities of the planar robot, and each of another one: the rest in `make test-all`."""


@pytest.fixture(scope="module", params=ROBOTS)
def case(request):
    return Case(ROBOTS[request.param]())


def several(result):
    return result if isinstance(result, tuple) else (result,)


@pytest.mark.parametrize(("case", "quantity"), PAIRS, indirect=["case"])
def test_equal_to_the_reference(case, quantity):
    arguments = case.arguments(quantity)
    try:
        expected = several(getattr(case.plain, quantity)(*arguments))
    except arm.errors.SingularityError:
        with pytest.raises(arm.errors.SingularityError):
            getattr(case.fast, quantity)(*arguments)
        return
    found = several(getattr(case.fast, quantity)(*arguments))
    for part, theirs in zip(found, expected, strict=True):
        scale = max(np.abs(theirs).max(), case.floor(quantity), 1e-3)
        assert np.abs(part - theirs).max() <= TOLERANCE.get(quantity, 1e-12) * scale
    for k in (0, STATES - 1):  # one state at a time
        alone = several(getattr(case.fast, quantity)(*(argument[k] for argument in arguments)))
        for part, theirs in zip(alone, found, strict=True):
            scale = max(np.abs(theirs).max(), case.floor(quantity), 1e-3)
            assert np.abs(part - theirs[k]).max() <= 1e-13 * scale


@pytest.mark.crossed
@needs_gcc
@pytest.mark.parametrize(
    "quantity", ["forward_dynamics", "coriolis_matrix", "jacobian_dot", "inverse_dynamics_derivatives"]
)
def test_source_back_ends(case, quantity, tmp_path):
    program = case.fast.program(quantity)
    verify(program)
    arguments = case.arguments(quantity)
    expected = several(getattr(case.plain, quantity)(*arguments))
    for function in (python_function(program, tmp_path), c_function(program, tmp_path)):
        for ours, theirs in zip(several(function(*arguments)), expected, strict=True):
            scale = max(np.abs(theirs).max(), case.floor(quantity), 1e-3)
            assert np.abs(ours - theirs).max() <= 1e-12 * scale


@pytest.mark.parametrize(
    ("formulation", "quantity"),
    [
        (formulation, quantity)
        for formulation in ("composite_body", "newton_euler", "momentum", "articulated_body")
        for quantity in ("mass_matrix", "inverse_dynamics", "bias", "forward_dynamics", "gravity")
        if formulation in QUANTITIES[quantity].formulations
    ],
)
def test_formulations_asked_for(formulation, quantity):
    robot = ROBOTS["rotors, a slide, a weld"]()
    rng = np.random.default_rng(1)
    fast, plain = arm.compile(robot, formulation=formulation), arm.evaluate(robot)
    assert fast.formulation_of(quantity) == formulation
    state = dict(zip(("q", "qd", "qdd"), random_state(plain.model, rng), strict=True))
    state["tau"] = plain.inverse_dynamics(*state.values())
    arguments = [state[name] for name in QUANTITIES[quantity].inputs]
    expected = getattr(plain, quantity)(*arguments)
    scale = np.abs(expected).max()
    if quantity == "forward_dynamics":
        q, qd = state["q"], state["qd"]
        scale += np.abs(np.linalg.solve(plain.mass_matrix(q), passive(plain.model, q, qd))).max()
    np.testing.assert_allclose(getattr(fast, quantity)(*arguments), expected, atol=1e-12 * scale)


@pytest.mark.parametrize("make", [arm.evaluate, arm.compile])
@pytest.mark.parametrize("formulation", ["lagrange", "denoc", "christoffel"])
def test_formulations_for_rigid_links_are_refused(make, formulation):
    with pytest.raises(arm.ArgumentError, match=r"links with modes.*supports flexible links: auto, .*articulated_body"):
        make(arm.library.get("flexrob"), formulation=formulation)
    with pytest.raises(arm.ArgumentError, match="supports flexible links"):
        arm.cost(arm.model(arm.library.get("flexrob"), friction=False), "bias", formulation=formulation)


@pytest.mark.parametrize("name", ["flexrob", "deluca-siciliano"])
def test_forward_dynamics_is_chosen_by_its_work(name):
    model = arm.model(arm.library.get(name))
    choice = choose(model, "forward_dynamics")
    works = {
        way: work(optimise(trace(model, "forward_dynamics", way)))
        for way in ("composite_body", "composite_moments", "articulated_body", "momentum")
    }
    assert "least work" in choice.reason
    assert works[choice.formulation] <= 1.01 * min(works.values())


@pytest.mark.parametrize("quantity", [name for name in EVERYTHING if name not in INDICES])
def test_everything_has_a_cost(quantity):
    cost = arm.cost(arm.model(arm.library.get("deluca-siciliano"), friction=False), quantity)
    assert cost.flops > 0 or quantity in ("gravity", "gravity_norm", "gravity_norm_gradient")


def test_an_energy_is_not_summed_over_points():
    """It costs what a handful of bodies do, though the links have dozens of points."""
    robot = arm.library.get("flexrob")
    assert (
        arm.cost(arm.model(robot, friction=False), "kinetic_energy").flops
        < arm.cost(arm.model(robot, friction=False), "kinetic_energy", formulation="energy").flops / 2
    )
    assert choose(arm.model(robot), "kinetic_energy").formulation == "momentum"


def test_rigid_counts_of_papers_are_not_shown_beside_flexible_robots():
    assert published(arm.library.get("flexrob"), "mass_matrix") == ()


def arm_of_beams(modes, axis=(0.0, 0.0, 1.0), rotation=None):
    section = Section("rectangle", (0.01, 0.02))
    beam = Beam(0.5, 7e10, 2700.0, (Station(0.0, section),), G=2.6e10, normal=(0.0, 1.0, 0.0), modes=modes)
    placed = Placement() if rotation is None else Placement((0.0, 0.0, 0.0), rotation)
    joints = [
        Joint("first", "revolute", "base", "a", placed, axis=axis),
        Joint("second", "revolute", "a", "b", axis=axis),
    ]
    return Robot("two beams", (Link("a", beam=beam), Link("b", beam=beam)), tuple(joints))


@pytest.mark.parametrize(
    ("modes", "axis", "flat"),
    [
        (Modes(bending_y=2, axial=1), (0.0, 0.0, 1.0), True),
        (Modes(bending_y=2, shapes="attachment"), (0.0, 0.0, 1.0), True),
        (Modes(bending_z=2), (0.0, 1.0, 0.0), True),
        (Modes(bending_z=2), (0.0, 0.0, 1.0), False),
        (Modes(bending_y=1, bending_z=1), (0.0, 0.0, 1.0), False),
        (Modes(bending_y=1, torsion=1), (0.0, 0.0, 1.0), False),
    ],
)
def test_planar(modes, axis, flat):
    c, s = np.cos(0.7), np.sin(0.7)
    turned = ((1.0, 0.0, 0.0), (0.0, c, -s), (0.0, s, c))
    for rotation in (None, turned):
        assert planar(arm.model(arm_of_beams(modes, axis, rotation))) is flat


def test_depth_counts_elastic_coordinates():
    assert depth(arm.model(arm_of_beams(Modes(bending_y=2, axial=1)))) == 8
