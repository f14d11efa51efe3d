"""Every kind of joint moves as the chain of single joints between bodies without mass does."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import (
    FORMS,
    JOINT_TYPES,
    Joint,
    Link,
    Placement,
    Robot,
    composite_body,
    coriolis,
    energy,
    jacobian,
    jacobian_derivatives,
    jacobian_dot,
    newton_euler,
    plane_axes,
    pose,
)
from random_robots import _directions, random_inertia, random_placement, random_state, random_unit, vector
from samples import some

X, Y, Z = np.eye(3)
MANY = ["screw", "cylindrical", "universal", "planar", "floating"]


def arm_with(kind: str, seed: int = 0, **fields) -> Robot:
    """A chain R – kind – R in general position."""
    rng = np.random.default_rng(seed)
    links, joints = [], []
    for i, own in enumerate(["revolute", kind, "revolute"]):
        links.append(Link(f"link{i}", rng.uniform(0.5, 5), vector(rng.uniform(-0.3, 0.3, 3)), random_inertia(rng)))
        directions = {k: v for k, v in _directions(rng, FORMS[own]).items() if k != "coordinates"}
        more = fields if own == kind else {}
        parent = f"link{i - 1}" if i else "base"
        joints.append(Joint(f"joint{i}", own, parent, f"link{i}", random_placement(rng), **(directions | more)))
    return Robot("chain", tuple(links), tuple(joints), gravity=vector(rng.normal(size=3) * 6))


def as_chain(robot: Robot) -> Robot:
    """The same robot, its joint with several coordinates replaced by single joints in a row."""
    joint = robot.joint("joint1")
    steps: list[tuple[str, np.ndarray | None]]
    if joint.type in ("screw", "cylindrical"):
        steps = [("revolute", joint.axis), ("prismatic", joint.axis)]
    elif joint.type == "universal":
        steps = [("revolute", joint.axis), ("revolute", joint.second_axis)]
    elif joint.type == "planar":
        steps = [*(("prismatic", e) for e in plane_axes(np.array(joint.axis))), ("revolute", joint.axis)]
    else:
        steps = [("prismatic", X), ("prismatic", Y), ("prismatic", Z), ("spherical", None)]
    links, joints, parent = [], [], joint.parent
    for k, (kind, axis) in enumerate(steps):
        last = k == len(steps) - 1
        child = joint.child if last else f"massless{k}"
        links += [] if last else [Link(child)]
        placement = joint.placement if k == 0 else Placement()
        joints.append(Joint(f"step{k}", kind, parent, child, placement, None if axis is None else vector(axis)))
        parent = child
    first, _, after = robot.joints
    return replace(robot, links=(*robot.links, *links), joints=(first, *joints, after))


@pytest.mark.parametrize("kind", MANY)
@pytest.mark.parametrize("seed", some(range(2), 1))
def test_a_joint_is_its_chain(kind, seed):
    robot = arm_with(kind, seed)
    model, chain = arm.model(robot), arm.model(as_chain(robot))
    rng = np.random.default_rng(seed)
    q, qd, qdd = random_state(rng, model)
    G, H = np.eye(model.nv), np.eye(model.nq)
    if kind == "screw":  # the slide follows the turn
        G = H = np.array([[1, 0, 0], [0, 1, 0], [0, robot.joint("joint1").pitch, 0], [0, 0, 1.0]])
    state = H @ q, G @ qd, G @ qdd
    near = {"rel": 1e-10, "abs": 1e-11}
    assert pose(model, q) == pytest.approx(pose(chain, state[0]), **near)
    assert jacobian(model, q) == pytest.approx(jacobian(chain, state[0]) @ G, **near)
    assert jacobian_dot(model, q, qd) == pytest.approx(jacobian_dot(chain, *state[:2]) @ G, **near)
    assert model.rate(q, qd) == pytest.approx(np.linalg.pinv(H) @ chain.rate(*state[:2]), **near)
    for function, given, theirs in (
        (newton_euler.inverse_dynamics, (q, qd, qdd), state),
        (newton_euler.bias, (q, qd), state[:2]),
        (newton_euler.gravity, (q,), state[:1]),
    ):
        assert function(model, *given) == pytest.approx(G.T @ function(chain, *theirs), **near)
    M = composite_body.mass_matrix(chain, state[0])
    assert composite_body.mass_matrix(model, q) == pytest.approx(G.T @ M @ G, **near)
    C = coriolis.coriolis_matrix(chain, *state[:2])
    assert coriolis.coriolis_matrix(model, q, qd) == pytest.approx(G.T @ C @ G, **near)
    assert energy.kinetic_energy(model, q, qd) == pytest.approx(energy.kinetic_energy(chain, *state[:2]), rel=1e-12)


@pytest.mark.parametrize("kind", [kind for kind in JOINT_TYPES if kind != "fixed"])
def test_kinematics_are_consistent(kind):
    """S is the rate of the pose; its rate and drift, the rates of S and of the velocity; all by differences."""
    model = arm.model(arm_with(kind))
    joint, rng, h = model.joints[1], np.random.default_rng(3), 1e-6
    q, qd, _ = random_state(rng, model)
    own, rate = q[joint.q], qd[joint.v]

    def at(s: float):
        moved = joint.kind.integrate(own, s * rate) if kind != "spherical" else model.integrate(q, s * qd)[joint.q]
        return moved, joint.kind.turn(moved).R, joint.kind.slide(moved), joint.kind.subspace(moved)

    (_, R_a, r_a, S_a), (_, R, _, S), (_, R_b, r_b, S_b) = at(-h), at(0), at(h)
    turning = R.T @ (R_b - R_a) / (2 * h)
    omega = np.array([turning[2, 1], turning[0, 2], turning[1, 0]])
    assert S[0] @ rate == pytest.approx(omega, abs=1e-8)
    assert S[1] @ rate == pytest.approx(R.T @ (r_b - r_a) / (2 * h), abs=1e-8)
    for found, a, b in zip(joint.kind.subspace_rate(own, rate), S_a, S_b, strict=True):
        assert found == pytest.approx((b - a) / (2 * h), abs=1e-8)
    d_omega, d_v = joint.kind.drift(own, rate)
    rates = [half @ rate for half in joint.kind.subspace_rate(own, rate)]
    assert d_omega == pytest.approx(rates[0], abs=1e-12)
    assert d_v == pytest.approx(rates[1] + np.cross(S[0] @ rate, S[1] @ rate), abs=1e-12)
    D = jacobian_derivatives(model, q)
    assert np.tensordot(D, qd, axes=1) == pytest.approx(jacobian_dot(model, q, qd), abs=1e-12)


@pytest.mark.parametrize("kind", MANY)
def test_compiled_code_is_the_evaluation(kind):
    model = arm.model(arm_with(kind))
    state = random_state(np.random.default_rng(4), model)
    compiled, plain = arm.compile(model), arm.evaluate(model)
    for name in ("inverse_dynamics", "forward_dynamics"):
        assert getattr(compiled, name)(*state) == pytest.approx(getattr(plain, name)(*state), rel=1e-10, abs=1e-10)
        both = zip(*(getattr(each, f"{name}_derivatives")(*state) for each in (compiled, plain)), strict=True)
        for found, expected in both:
            assert found == pytest.approx(expected, rel=1e-9, abs=1e-9 * np.abs(expected).max())
    for name in ("manipulability_gradient", "condition_number_gradient"):
        found, expected = (getattr(each, name)(state[0]) for each in (compiled, plain))
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize("normal", [X, Y, Z, -Z, np.array(random_unit(np.random.default_rng(0)))])
def test_axes_of_a_plane(normal):
    first, second = plane_axes(normal)
    assert np.stack([first, second, normal], axis=1).T @ np.stack([first, second, normal], axis=1) == pytest.approx(
        np.eye(3), abs=1e-15
    )
    assert np.cross(first, second) == pytest.approx(normal, abs=1e-15)
    if normal.max() == 1:
        assert (first, second) == tuple(
            pytest.approx(e) for e in {0: (Y, Z), 1: (Z, X), 2: (X, Y)}[int(np.argmax(normal))]
        )
