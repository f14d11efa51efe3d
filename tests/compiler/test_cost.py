"""Counts: what is counted, what is not, and the counts of robots beside those that papers print."""

import pytest

import armillary as arm
from internals import TABLES, Graph, Port, Program, count, less, published


def test_what_counts():
    graph = Graph()
    x, y, unused = (graph.input("x", k) for k in range(3))
    _ = unused * unused
    results = [
        -(x * y),  # one product: the sign is free
        -(y * x) + 0.0,  # the same value
        (x - 3.0) / y,  # a constant added counts
        x.sin() + x.cos() + (-x).sin() * y.sin(),  # sin(−x) is −sin x
        (x + y).sqrt() * 2.0,
        arm.where(less(x, y), x, y).tanh(),
        7.0,
    ]
    refs = tuple(graph.lift(result) for result in results)
    program = Program("p", graph, (Port("x", (3,)),), (Port("y", (len(refs),)),), (refs,))
    assert count(program) == arm.types.Cost(mul=3, add=4, div=1, sqrt=1, trig=3, angles=2, other=3)
    assert count(program).flops == 9


def test_text():
    assert str(arm.types.Cost()) == "0M 0A"
    assert str(arm.types.Cost(mul=299, add=282, div=6, trig=12, angles=6)) == "299M 282A 6D, 12 trig (6 angles)"
    assert str(arm.types.Cost(mul=1, sqrt=2, other=3)) == "1M 0A 2 sqrt, 3 other"


def test_one_link_by_hand():
    # A pendulum: τ = I q̈ + m g l cos q, where I and m g l are constants.
    robot = arm.planar([1.0], [2.0], coms=[0.5], inertias=[0.1])
    assert arm.cost(arm.model(robot, friction=False), "inverse_dynamics") == arm.types.Cost(
        mul=2, add=1, trig=1, angles=1
    )
    assert arm.cost(arm.model(robot, friction=False), "mass_matrix") == arm.types.Cost()
    assert arm.cost(arm.model(robot, friction=False), "gravity") == arm.types.Cost(mul=1, trig=1, angles=1)


def test_simplification_and_friction():
    robot = arm.library.get("panda")
    plain = arm.cost(arm.model(robot, friction=False), "inverse_dynamics", formulation="newton_euler")
    assert (
        plain.flops
        < arm.cost(
            arm.model(robot, friction=False), "inverse_dynamics", formulation="newton_euler", simplify=False
        ).flops
    )
    assert (
        plain.flops <= arm.cost(arm.model(robot, friction=True), "inverse_dynamics", formulation="newton_euler").flops
    )
    assert plain.angles == 6  # the first joint of an arm that stands upright turns nothing that matters


def test_friction_counts_where_asked():
    robot = arm.library.get("puma560")
    with_friction = arm.cost(arm.model(robot, friction=True), "inverse_dynamics")
    assert (
        with_friction.flops + with_friction.other > arm.cost(arm.model(robot, friction=False), "inverse_dynamics").flops
    )


def test_motors_and_options():
    robot = arm.library.get("puma560")
    assert (
        arm.cost(arm.model(robot, motors="none", friction=False), "mass_matrix").flops
        <= arm.cost(arm.model(robot, motors="full", friction=False), "mass_matrix").flops
    )
    assert (
        arm.cost(arm.model(robot, friction=False), "pose", frame=robot.links[0].name).flops
        < arm.cost(arm.model(robot, friction=False), "pose").flops
    )


@pytest.mark.parametrize(
    ("quantity", "formulation", "message"),
    [
        ("inverse_kinematics", None, "quantity: 'inverse_kinematics'; expected one of mass_matrix"),
        ("gravity", "articulated_body", "formulation: 'articulated_body' for gravity; expected one of newton_euler"),
        ("gravity", "energy", "formulation: 'energy' for gravity, which has no expression"),
    ],
)
def test_what_has_no_count(quantity, formulation, message):
    with pytest.raises(arm.ArgumentError, match=message):
        arm.cost(arm.model(arm.library.get("ur5"), friction=False), quantity, formulation=formulation)


@pytest.mark.parametrize(("name", "quantity"), TABLES)
def test_printed_counts_are_above_ours(name, quantity):
    robot = arm.library.get(name)
    (printed,) = published(robot, quantity)
    ways = {"mass_matrix": ("composite_body", "momentum"), "coriolis_matrix": ("lagrange", "denoc")}[quantity]
    ours = min(
        (arm.cost(arm.model(robot, friction=False), quantity, formulation=way) for way in ways),
        key=lambda one: one.flops,
    )
    assert ours.mul + ours.div <= printed.mul
    assert ours.add <= printed.add


def test_formulas_for_chains_of_revolute_joints():
    # [Bhangale2004, eq. 16a] and [WalkerOrin1982] at n = 6.
    counts = [(one.mul, one.add) for one in published(arm.library.get("puma560"), "mass_matrix")]
    assert counts == [(582, 456), (741, 601)]
    assert published(arm.library.get("puma560"), "gravity") == ()
    assert published(arm.library.get("humanoid"), "mass_matrix") == ()
