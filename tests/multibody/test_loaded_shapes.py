"""The default shapes: modes of a link with what it carries."""

import numpy as np
import pytest

import armillary as arm
from internals import (
    Beam,
    BeamLoad,
    Joint,
    Link,
    Modes,
    Payload,
    Robot,
    Section,
    Station,
    Sublinks,
    bending_shapes,
    cantilever,
    tip_mass,
)
from samples import some

XI = np.linspace(0.0, 1.0, 7)


def test_without_loads_they_are_cantilever_modes():
    for ours, exact in zip(bending_shapes("loaded", 4, XI), cantilever.bending(4, XI), strict=True):
        np.testing.assert_allclose(ours, exact, atol=1e-6 * np.abs(exact).max())


@pytest.mark.parametrize(("mass", "inertia"), [(0.3, 0.0), (1.0, 0.2), (50.0, 3.0)])
def test_with_a_body_at_the_tip_they_are_its_modes(mass, inertia):
    found = bending_shapes("loaded", 3, XI, loads=(BeamLoad(1.0, mass, 0.0, inertia),))
    for ours, exact in zip(found, tip_mass.bending(3, XI, mass, inertia), strict=True):
        np.testing.assert_allclose(ours, exact, atol=1e-6 * np.abs(exact).max())


def test_under_a_heavy_body_two_modes_span_the_static_shapes_of_the_tip():
    """A force bends a beam to 3ξ² − ξ³, a moment to ξ²."""
    found = bending_shapes("loaded", 2, XI, loads=(BeamLoad(1.0, 1e7, 3e6, 2e6),))[0]
    for static in (3 * XI**2 - XI**3, XI**2):
        part, *_ = np.linalg.lstsq(found.T, static, rcond=None)
        np.testing.assert_allclose(part @ found, static, atol=1e-6)


def random_arm(seed):
    """One to three links in space with a body at the tip of each, a twentieth to four times as heavy as the link."""
    rng = np.random.default_rng(seed)
    links, joints, bodies = [], [], []
    for k in range(int(rng.integers(1, 4))):
        length, width = rng.uniform(0.3, 1.0), rng.uniform(0.008, 0.03)
        section = Section("rectangle", (width, width * rng.uniform(1, 3)))
        modes = Modes(bending_y=2, bending_z=2, torsion=1)
        beam = Beam(length, 70e9, 2700.0, (Station(0.0, section),), G=26e9, modes=modes)
        links.append(Link(f"l{k}", beam=beam))
        axis = [(0.0, 0.0, 1.0), (0.0, 1.0, 0.0)][int(rng.integers(2))]
        joints.append(Joint(f"j{k}", "revolute", f"l{k - 1}" if k else "base", f"l{k}", axis=axis))
        mass, radius = beam.mass * 10 ** rng.uniform(-1.3, 0.6), rng.uniform(0.01, 0.08)
        inertia = tuple(map(tuple, mass * radius**2 * np.eye(3)))
        bodies.append(Payload(f"b{k}", f"l{k}", mass, com=(rng.uniform(0, 0.1), 0.0, 0.0), inertia=inertia))
    return Robot("random", tuple(links), tuple(joints), payloads=tuple(bodies)), rng.uniform(-1.5, 1.5, len(joints))


@pytest.mark.parametrize("seed", some([1, 14, 25, 33, 35], 2))  # attachment modes miss a third frequency by up to 36 %
def test_two_modes_a_plane_are_enough_for_arms_with_bodies_at_their_tips(seed):
    robot, q = random_arm(seed)
    found = arm.convergence(robot, q)
    assert found.enough
    assert np.abs(found.errors[:3]).max() < 0.005
    assert found.sag < 0.005


def test_carried_bodies_are_seen_through_joints_and_nodes():
    """Mass, first moment and inertia at the elbow are those of the forearm and the load beyond it, turned by 90°."""
    from internals import CarriedLoad

    body = CarriedLoad(2.0, np.array([0.6, 0.0, 0.0]), np.diag([0.0, 0.3, 0.4]))
    R = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    moved = body.in_parent(R, np.array([1.0, 0.0, 0.0]))
    np.testing.assert_allclose(moved.moment, [2.0, 0.6, 0.0])
    points = np.array([[0.5, 0.0, 0.0], [0.1, 0.0, 0.0]])  # of 1 kg each

    def inertia(places):
        return sum(p @ p * np.eye(3) - np.outer(p, p) for p in places)

    pair = CarriedLoad(2.0, points.sum(axis=0), inertia(points)).in_parent(R, np.array([1.0, 0.0, 0.0]))
    np.testing.assert_allclose(pair.inertia, inertia(points @ R.T + [1.0, 0.0, 0.0]), atol=1e-15)
    assert moved.mass == 2.0
    means = np.mean([[np.cos(t) * 0.6, np.sin(t) * 0.6, 0.0] for t in np.linspace(-np.pi / 2, np.pi / 2, 2001)], axis=0)
    np.testing.assert_allclose(body.mean_over_turns(np.array([0.0, 0.0, 1.0])).moment, means, atol=1e-3)
    np.testing.assert_array_equal(body.mean_over_turns(np.array([1.0, 0.0, 0.0])).moment, body.moment)


def test_sublinks_are_carried_as_a_straight_rod():
    """A beam that carries another one has the same shapes whether that one is rigid or cut into sublinks."""
    section = (Station(0.0, Section("rectangle", (0.01, 0.04))),)
    first = Beam(1.0, 70e9, 2700.0, section, modes=Modes(bending_y=2))
    joints = (
        Joint("root", "revolute", "base", "l", axis=(0.0, 0.0, 1.0)),
        Joint("elbow", "revolute", "l", "rod", axis=(0.0, 0.0, 1.0)),
    )
    stiff = []
    for cut in (None, Sublinks(4)):
        rod = Link("rod", beam=Beam(0.8, 70e9, 2700.0, section, sublinks=cut, rotary_inertia=True))
        model = arm.model(Robot("two", (Link("l", beam=first), rod), joints))
        stiff.append(next(body.modal.field.stiffness for body in model.bodies if body.modal.count))
    np.testing.assert_allclose(*stiff, rtol=1e-6, atol=1e-6)


def test_shapes_stay_those_of_the_robot_where_a_payload_is_free():
    robot, _ = random_arm(1)
    plain, free = arm.model(robot), arm.model(robot, free=["b1.mass"])
    np.testing.assert_allclose(free.with_values([robot.payloads[1].mass]).stiffness.astype(float), plain.stiffness)
    np.testing.assert_allclose(free.with_values([9.0]).stiffness.astype(float), plain.stiffness)


def test_convergence_recommends():
    found = arm.convergence(arm.library.get("flexrob"))
    assert isinstance(found, arm.types.Convergence)
    assert not found.enough
    assert "one mode more" in found.recommendation
    section = Station(0.0, Section("rectangle", (0.01, 0.04)))
    beam = Beam(1.0, 70e9, 2700.0, (section,), modes=Modes(bending_y=1))
    root = Joint("root", "revolute", "base", "l", axis=(0.0, 0.0, 1.0))
    one = arm.convergence(Robot("one", (Link("l", beam=beam),), (root,), gravity=(0.0, 0.0, 0.0)))
    assert not one.enough  # one mode has no second and third frequency
    assert "two modes more" in one.recommendation
    with pytest.raises(arm.ArgumentError, match="tolerance"):
        arm.convergence(arm.library.get("flexrob"), tolerance=float("nan"))
    with pytest.raises(arm.ArgumentError, match="no beams with modes"):
        arm.convergence(arm.library.get("planar-3r"))
