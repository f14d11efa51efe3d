"""Beams of the tests of fields and of cut beams, and what every cut beam must be while it is straight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

import armillary as arm
from internals import Beam, BeamNode, Robot, Section, Station, composite_body, newton_euler, pose
from random_flexible import random_flexible_robot, random_flexible_state

FLAT = Section("rectangle", (0.005, 0.04))
NODES = (BeamNode("near", 0.07), BeamNode("mid", 0.2))
SLENDER = {"shear": False, "rotary_inertia": False}
UNIFORM = Beam(0.4, 71e9, 2710.0, (Station(0.0, FLAT),), G=27e9, nodes=NODES, **SLENDER)
STEPPED = replace(
    UNIFORM,
    stations=(
        Station(0.0, Section("rectangle", (0.02, 0.04))),
        Station(0.13, Section("rectangle", (0.02, 0.03))),
        Station(0.13, Section("rectangle", (0.01, 0.025))),
        Station(0.4, Section("rectangle", (0.008, 0.02))),
    ),
)


def same_as_rigid_beams(cut: Callable[[np.random.Generator, Robot], Robot], seed: int, links: int) -> None:
    """Check joint blocks of M, bias and all frames of a straight robot with cut beams, on trees with motors and nodes.

    `cut` cuts the beams of a random robot; the same robot with rigid beams has the expected values.
    """
    rng = np.random.default_rng(seed)
    flexible = random_flexible_robot(rng, links)
    stiff = tuple(replace(k, beam=replace(k.beam, modes=None)) if k.beam else k for k in flexible.links)
    bent, rigid = arm.model(cut(rng, flexible)), arm.model(replace(flexible, links=stiff))
    assert bent.nv == rigid.nv + len(bent.elastic)
    q, qd = random_flexible_state(rng, rigid)[:2]
    q_all, qd_all = (np.concatenate([x, np.zeros(len(bent.elastic))]) for x in (q, qd))
    M, M_rigid = composite_body.mass_matrix(bent, q_all), composite_body.mass_matrix(rigid, q)
    np.testing.assert_allclose(M[: rigid.nv, : rigid.nv], M_rigid, atol=1e-12 * np.abs(M_rigid).max())
    expected = newton_euler.bias(rigid, q, qd)
    tolerance = 1e-11 * max(1.0, np.abs(expected).max())
    np.testing.assert_allclose(newton_euler.bias(bent, q_all, qd_all)[: rigid.nv], expected, atol=tolerance)
    assert set(rigid.frames) <= set(bent.frames)
    for name in rigid.frames:
        np.testing.assert_allclose(pose(bent, q_all, name), pose(rigid, q, name), atol=1e-13)
