"""The surface of a bent link: it stays on its node, and its strain is that of the energy in the link."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import simpson
from scipy.interpolate import CubicSpline
from scipy.spatial.transform import Rotation
from tests.random_flexible import random_flexible_robot

import armillary as arm
from internals import RINGS, ROUND, Node, Scene, body_poses, spline_weights

NAMES = ("flexible-3r", "flexible-snake", "flexrob", "deluca-siciliano")


def bending(model):
    """Return the parts that bend, each with its field and its beam."""
    beams = {link.name: link.beam for link in model.robot.links}
    parts = [part for part in Scene(model).parts if part.bending is not None]
    return [(part, model.bodies[part.body].modal.field, beams[part.name]) for part in parts]


@pytest.mark.parametrize("count", [2, 3, 4, 9])
def test_splines_are_those_of_scipy(count):
    rng = np.random.default_rng(count)
    at, y = np.sort(rng.uniform(0, 2, count)), rng.normal(size=(count, 3))
    x = np.linspace(at[0], at[-1], 17)
    for derivative in (0, 1):
        assert np.allclose(spline_weights(at, x, derivative) @ y, CubicSpline(at, y)(x, derivative), atol=1e-10)


@pytest.mark.parametrize("name", NAMES)
def test_strain_is_that_of_the_elastic_energy(name):
    """∫ E (A ε₀² + I_z κ_y² + I_y κ_z²) dx, of the strain of each mode, is its stiffness in bending.

    Torsion and shear strain nothing along x̂.
    """
    for part, field, beam in bending(arm.model(arm.library.get(name)))[:2]:
        section = beam.stations[0].section
        offset = (part.bending.offset @ field.axes)[: RINGS * ROUND].reshape(RINGS, ROUND, 3)
        bent = [k for k in range(field.modes) if np.any(field.shape[k])]
        assert bent
        for k in range(field.modes):
            strain = part.bending.strain[k, : RINGS * ROUND].reshape(RINGS, ROUND)
            fits = [
                np.linalg.lstsq(np.column_stack([np.ones(ROUND), off[:, 1:]]), row, rcond=None)[0]
                for off, row in zip(offset, strain, strict=True)
            ]
            energy = beam.E * (np.square(fits) @ [section.area, section.Iz, section.Iy])
            stored = simpson(energy, x=np.linspace(0.0, beam.length, RINGS))
            K = field.stiffness if field.sheared is None else field.stiffness - field.sheared
            assert stored == pytest.approx(K[k, k] if k in bent else 0.0, rel=1e-3, abs=1e-12)


@pytest.mark.parametrize("magnification", [1.0, 60.0])
@pytest.mark.parametrize("seed", range(4))
def test_the_last_section_moves_as_its_node_does(seed, magnification):
    """Bent in two planes, twisted, magnified beyond reason: what sits at the end of a link stays there."""
    rng = np.random.default_rng(seed)
    model = arm.model(random_flexible_robot(rng, 5, kinds="RPS"))
    seen = 0
    for part, field, _ in bending(model):
        q = np.zeros(model.nq)
        own = slice(part.bending.start, part.bending.start + field.modes)
        q[own] = magnification * 0.01 * rng.standard_normal(field.modes)
        tip = field.nodes["tip"]
        last = part.bending.section == RINGS - 1
        psi = q[own] @ tip.rotation + np.einsum("k,l,kli->i", q[own], q[own], tip.second_rotation) / 2
        R = Rotation.from_rotvec(psi).as_matrix()
        o = tip.position + q[own] @ tip.translation + np.einsum("k,l,kli->i", q[own], q[own], tip.second) / 2
        assert np.abs(part.vertices(q)[last] - (part.bending.offset[last] @ R.T + o)).max() < 1e-9
        seen += 1
    assert seen


def test_next_joint_is_where_the_surface_ends():
    """Along the chain of a robot that bends in space: the middle of each end is the origin of the node's body."""
    model = arm.model(arm.library.get("flexible-3r"))
    q = np.array(model.neutral, dtype=float)
    q[-len(model.elastic) :] = 0.05
    poses = body_poses(model, q)
    nodes = {joint.parent: i for i, joint in enumerate(model.joints) if isinstance(joint.kind, Node)}
    found = [part for part, _, _ in bending(model) if part.body in nodes]
    assert found
    for part in found:
        R, o = poses[part.body]
        ring = part.vertices(q)[(RINGS - 1) * ROUND : RINGS * ROUND]
        assert np.abs(R @ ring.mean(axis=0) + o - poses[nodes[part.body]][1]).max() < 1e-9


def test_sections_stay_as_large_as_they_are():
    """A twist of half a turn turns the section; it does not blow it up."""
    robot = arm.library.get("flexible-3r")
    model = arm.model(replace(robot, payloads=()))
    part, field, beam = bending(model)[0]
    twist = next(k for k in range(field.modes) if not np.any(field.shape[k]))
    q = np.zeros(model.nq)
    q[part.bending.start + twist] = np.pi / np.linalg.norm(field.nodes["tip"].rotation[twist])
    ring = part.vertices(q)[(RINGS - 1) * ROUND : RINGS * ROUND]
    away = ring - ring.mean(axis=0)
    assert np.linalg.norm(away, axis=1) == pytest.approx(beam.stations[0].section.size[0] / 2, rel=1e-9)
    assert away == pytest.approx(-part.bending.offset[(RINGS - 1) * ROUND : RINGS * ROUND], abs=1e-12)
