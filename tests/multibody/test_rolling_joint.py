"""A kind of joint that the package does not have: what it defines suffices for couplings, gradients, ranges and pages.

A wheel turns by q about its axis and rolls by r q along a direction fixed in its parent, so that S depends on q. It
moves as a slide that follows a turn, with a link without mass between them.
"""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import (
    FORMS,
    Coupled,
    Coupling,
    Joint,
    JointKind,
    Link,
    Meshes,
    Prismatic,
    Ranges,
    Revolute,
    Robot,
    Scene,
    Spherical,
    composite_body,
    coriolis,
    cross,
    jacobian,
    jacobian_dot,
    model_degrees,
    newton_euler,
    page_robot_data,
    turn_about,
)
from random_robots import _directions, random_inertia, random_placement, vector

A, B, RADIUS = np.array([0.0, 0.6, 0.8]), np.array([1.0, 0.0, 0.0]), 0.3
POLYNOMIALS = [(0.2, 1.3), (0.2, 0.7, -0.3, 0.2)]


class Rolling(JointKind):
    """One angle [rad] about A, rolling by RADIUS along B."""

    form = FORMS["revolute"]
    constant = False
    uniform = True

    def __init__(self) -> None:
        super().__init__(A[:, None], RADIUS * B[:, None])

    def turn(self, q):
        return turn_about(A, np.asarray(q)[0])

    def slide(self, q):
        return RADIUS * B * np.asarray(q)[0]

    def subspace(self, q):
        return self.angular, self.turn(q).into(RADIUS * B)[:, None]

    def subspace_rate(self, q, qd):
        return np.zeros((3, 1)), -np.asarray(qd)[0] * cross(A, self.subspace(q)[1][:, 0])[:, None]


class Bent(Rolling):
    """A joint whose motion is not in proportion to its coordinate."""

    uniform = False


def chain(kind: JointKind | None = None, seed: int = 0) -> tuple[arm.Model, arm.Model]:
    """A chain R – rolling – R, and the same with a slide and a turn in place of the rolling joint."""
    rng = np.random.default_rng(seed)
    links = [
        Link(f"link{i}", rng.uniform(0.5, 5), vector(rng.uniform(-0.3, 0.3, 3)), random_inertia(rng)) for i in "abc"
    ]
    first, roll, last = (
        Joint(name, "revolute", parent, f"link{i}", random_placement(rng), axis=vector(axis))
        for name, parent, i, axis in (("first", "base", "a", A), ("roll", "linka", "b", A), ("last", "linkb", "c", B))
    )
    model = arm.model(Robot("rolling", tuple(links), (first, roll, last)))
    joints = tuple(replace(j, kind=kind or Rolling()) if j.name == "roll" else j for j in model.joints)
    slide = replace(roll, name="slide", type="prismatic", child="axle", axis=vector(B))
    turn = Joint("roll", "revolute", "axle", "linkb", axis=vector(A))
    apart = Robot("apart", (*links, Link("axle")), (first, slide, turn, last))
    return model.changed(joints=joints), arm.model(apart)


@pytest.mark.parametrize("polynomial", POLYNOMIALS)
@pytest.mark.parametrize("follows", [False, True])
def test_a_coupled_joint_whose_subspace_depends_on_q(polynomial, follows):
    """Uncoupled, or following the first joint of its chain by a polynomial."""
    model, apart = chain()
    couple = Coupling("first", polynomial) if follows else None
    slope = (0.0, RADIUS) if not follows else tuple(RADIUS * value for value in polynomial)
    if follows:
        robot = model.robot
        described = tuple(replace(j, couple=couple) if j.name == "roll" else j for j in robot.joints)
        plain = arm.model(replace(robot, joints=described))
        kinds = {"roll": Coupled(Rolling(), polynomial)}
        model = plain.changed(joints=tuple(replace(j, kind=kinds.get(j.name, j.kind)) for j in plain.joints))
    leader = "first" if follows else "roll"
    couples = {"slide": Coupling(leader, slope), "roll": couple}
    joints = tuple(replace(j, couple=couples.get(j.name)) for j in apart.robot.joints)
    apart = arm.model(replace(apart.robot, joints=joints))
    q, qd, qdd = np.random.default_rng(1).normal(size=(3, model.nv))
    near = {"rel": 1e-10, "abs": 1e-11}
    for function, state in (
        (newton_euler.inverse_dynamics, (q, qd, qdd)),
        (newton_euler.gravity, (q,)),
        (composite_body.mass_matrix, (q,)),
        (jacobian, (q,)),
        (jacobian_dot, (q, qd)),
    ):
        assert function(model, *state) == pytest.approx(function(apart, *state), **near)
    assert coriolis.coriolis_matrix(model, q, qd) @ qd == pytest.approx(
        coriolis.coriolis_matrix(apart, q, qd) @ qd, **near
    )
    ours, theirs = (arm.evaluate(each).inverse_dynamics_derivatives(q, qd, qdd) for each in (model, apart))
    for derivative, expected in zip(ours, theirs, strict=True):
        assert derivative == pytest.approx(expected, **near)


@pytest.mark.parametrize("kind", [name for name, form in FORMS.items() if form.single])
def test_forms_place_the_child_as_kinds_move_it(kind):
    """The pose of a joint without coordinate, from the description, is that of its kind."""
    rng = np.random.default_rng(2)
    joint = Joint("joint", kind, "base", "body", **_directions(rng, FORMS[kind]))
    placed = arm.model(Robot("one", (Link("body", 1.0),), (joint,))).joints[0]
    for position in (-2.0, 0.0, 0.7):
        change = joint.displacement(position)
        assert pytest.approx(change.rotation, abs=1e-15) == placed.kind.turn([position]).R
        assert placed.kind.slide([position]) == pytest.approx(change.direction * change.distance, abs=1e-15)


def test_joints_with_several_coordinates_follow_none():
    with pytest.raises(arm.ArgumentError, match="a spherical joint with 3 velocities; expected a revolute, prismatic"):
        Coupled(Spherical(), (0.0, 1.0))
    ball = Joint("ball", "spherical", "base", "body")
    with pytest.raises(arm.ArgumentError, match="'ball', a spherical joint; expected a revolute, prismatic or screw"):
        ball.displacement(0.1)


@pytest.mark.parametrize("kind", [Rolling(), Bent()])
def test_gradients_from_the_inertia_matrix_refuse_it(kind):
    with pytest.raises(arm.ArgumentError, match=r"'roll', a (rolling|bent) joint on a link that moves"):
        model_degrees(chain(kind)[0])


def test_pages_refuse_motions_out_of_proportion():
    rolling = page_robot_data(Scene(chain()[0]), Meshes())["joints"][1]
    assert rolling["turns"] == [{"q": 0, "axis": A.tolist()}]
    assert rolling["slides"] == [{"q": 0, "axis": [RADIUS, 0.0, 0.0]}]
    with pytest.raises(arm.ArgumentError, match="a bent joint; expected joints that move in proportion"):
        page_robot_data(Scene(chain(Bent())[0]), Meshes())


@pytest.mark.parametrize(("kind", "turns_back"), [(Revolute(A), True), (Prismatic(A), False), (Rolling(), False)])
def test_only_angles_that_turn_back_are_wrapped(kind, turns_back):
    """A rolling wheel is elsewhere after a full turn, so its angle stays."""
    model, _ = chain(kind)
    form = kind.form
    assert form.slides == (not any(form.turns))
    wrapped = Ranges(model).wrapped(np.array([[7.0, 7.0, 7.0]]))[0]
    assert wrapped == pytest.approx([7 - 2 * np.pi, 7 - 2 * np.pi if turns_back else 7.0, 7 - 2 * np.pi])
