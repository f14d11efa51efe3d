"""What nodes carry, made part of their links, leaves everything in joint coordinates as it was."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import (
    Beam,
    BeamNode,
    Joint,
    Link,
    Modes,
    Motor,
    Node,
    Payload,
    Robot,
    Section,
    Station,
    absorb,
    composite_body,
    newton_euler,
    random_state,
    reframe,
    regroup,
)

SPHERE = ((2e-3, 0.0, 0.0), (0.0, 2e-3, 0.0), (0.0, 0.0, 2e-3))


def robot(node: str, stiffening: bool, modes: Modes) -> Robot:
    """Return a beam that carries a payload, a motor and another link at one of its nodes."""
    beam = Beam(
        0.5,
        71e9,
        2710,
        (Station(0, Section("tube", (0.02, 0.016))),),
        G=27e9,
        axis=(0, 0, 1),
        nodes=(BeamNode("start", 0.0), BeamNode("mid", 0.2), BeamNode("end", 0.5)),
        modes=modes,
        stiffening=stiffening,
    )
    return Robot(
        "arm",
        (Link("beam", beam=beam), Link("hand", 0.4, (0.1, 0.05, 0.02))),
        (
            Joint("shoulder", "revolute", "base", "beam", axis=(1, 0, 0)),
            Joint("wrist", "revolute", "beam", "hand", axis=(0, 1, 0), node=node),
        ),
        motors=(Motor("drive", "wrist", "beam", 0.3, rotor_inertia=1e-5, ratio=50, axis=(0, 1, 0), node=node),),
        payloads=(Payload("load", "beam", 0.7, inertia=SPHERE, node=node),),
    )


@pytest.mark.crossed
@pytest.mark.parametrize("modes", [Modes(2), Modes(0, 2), Modes(1, 2, 1, 1)], ids=["y", "z", "all"])
@pytest.mark.parametrize("stiffening", [True, False])
@pytest.mark.parametrize("node", ["start", "mid", "end", "tip", "root"])
def test_nothing_changes_wherever_the_load_sits(node, stiffening, modes):
    model = arm.model(robot(node, stiffening, modes))
    other = absorb(regroup(reframe(model)))
    rng = np.random.default_rng(4)
    for _ in range(2):
        q, qd, qdd = random_state(model, rng)
        tau, M = newton_euler.inverse_dynamics(model, q, qd, qdd), composite_body.mass_matrix(model, q)
        assert np.abs(newton_euler.inverse_dynamics(other, q, qd, qdd) - tau).max() <= 1e-12 * np.abs(tau).max()
        assert np.abs(composite_body.mass_matrix(other, q) - M).max() <= 1e-12 * np.abs(M).max()
        bias = newton_euler.bias(model, 0 * q, qd)  # where the stiffness of the beam hides nothing
        assert np.abs(newton_euler.bias(other, 0 * q, qd) - bias).max() <= 1e-12 * np.abs(bias).max()


def test_a_node_at_the_root_is_the_root():
    start, root = (arm.model(robot(node, True, Modes(2))) for node in ("start", "root"))
    assert start.frame("beam.start").body == root.frame("beam.root").body
    assert [body.mass for body in start.bodies] == [body.mass for body in root.bodies]


def test_a_link_that_does_not_shorten_takes_what_its_nodes_carry():
    kept, taken = (absorb(regroup(reframe(arm.model(robot("mid", on, Modes(2)))))) for on in (True, False))
    masses = [{body.name: body.mass for body in model.bodies} for model in (kept, taken)]
    assert masses[0]["beam.mid"] > 1
    assert masses[1]["beam.mid"] == 0


def test_a_link_that_shortens_keeps_its_field_even_if_the_node_does_not_come_nearer():
    model = regroup(reframe(arm.model(robot("mid", True, Modes(1, 2)))))
    joints = list(model.joints)
    (i,) = (i for i, joint in enumerate(joints) if joint.name == "beam.mid")
    shape = joints[i].kind.shape
    joints[i] = replace(joints[i], kind=Node(replace(shape, second=np.zeros_like(shape.second))))
    model = replace(model, joints=tuple(joints))
    q, _, _ = random_state(model, np.random.default_rng(1))
    M = composite_body.mass_matrix(model, q)
    assert np.abs(composite_body.mass_matrix(absorb(model), q) - M).max() <= 1e-14 * np.abs(M).max()
