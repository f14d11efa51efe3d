"""Seeded random flexible robots: beams in all directions, motors, payloads and joints at their nodes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from tests.random_robots import random_inertia, random_placement, random_robot, random_unit

import armillary as arm
from internals import SHAPE_FAMILIES, Beam, BeamNode, Frame, Link, Modes, Robot, Section, Station, vector


def random_section(rng: np.random.Generator) -> Section:
    match rng.integers(4):
        case 0:
            return Section("rectangle", tuple(rng.uniform(0.01, 0.03, 2)))
        case 1:
            return Section("circle", (rng.uniform(0.01, 0.03),))
        case 2:
            return Section("tube", (rng.uniform(0.02, 0.03), rng.uniform(0.01, 0.018)))
    return Section("general", (*rng.uniform([2e-4, 1e-9, 1e-9, 2e-9], [6e-4, 9e-9, 9e-9, 9e-9]),))


def random_beam(rng: np.random.Generator, stiffening: bool = True) -> Beam:
    """A beam with one to five modes in any direction, soft enough to matter."""
    length = rng.uniform(0.3, 0.8)
    axis = random_unit(rng)
    normal = np.cross(axis, random_unit(rng))
    counts = dict(zip(("bending_y", "bending_z", "torsion", "axial"), rng.integers(0, [3, 3, 2, 2]), strict=True))
    if not any(counts.values()):
        counts["bending_y"] = 1
    section = random_section(rng)
    stations = [Station(0.0, section)]
    if rng.random() < 0.3:
        stations.append(Station(length, replace(section, size=tuple(0.7 * value for value in section.size))))
    return Beam(
        length,
        E=rng.uniform(1e9, 5e9),
        density=rng.uniform(1000, 8000),
        stations=tuple(stations),
        G=rng.uniform(4e8, 2e9),
        axis=axis,
        normal=vector(normal / np.linalg.norm(normal)),
        nodes=(BeamNode("mid", rng.uniform(0.2, 0.8) * length),),
        modes=Modes(
            **{kind: int(count) for kind, count in counts.items()},
            shapes=SHAPE_FAMILIES[rng.integers(len(SHAPE_FAMILIES))],
            damping=(rng.uniform(0, 0.05),),
        ),
        stiffening=stiffening,
        rotary_inertia=bool(rng.random() < 0.5),
    )


def random_flexible_robot(
    rng: np.random.Generator, n: int, kinds: str = "RRRPSF", motors: bool = True, tree: bool = True, bent: float = 0.6
) -> Robot:
    """A random robot of which most links bend; everything that can sit on a node does so at random."""
    rigid = random_robot(rng, n, kinds, motors, tree)
    flexible = {link.name for link in rigid.links if rng.random() < bent} or {rigid.links[0].name}

    def node(link: str) -> str | None:
        return (None, "tip", "mid", "root")[rng.integers(4)] if link in flexible else None

    links = tuple(
        Link(link.name, link.mass if rng.random() < 0.3 else 0.0, beam=random_beam(rng))
        if link.name in flexible
        else link
        for link in rigid.links
    )
    return replace(
        rigid,
        links=links,
        joints=tuple(replace(joint, node=node(joint.parent), **_spring(rng, joint.type)) for joint in rigid.joints),
        motors=tuple(replace(motor, node=node(motor.carrier)) for motor in rigid.motors),
        payloads=tuple(replace(payload, node=node(payload.link)) for payload in rigid.payloads),
        frames=tuple(Frame(f.name, f.link, random_placement(rng), node(f.link)) for f in rigid.frames),
    )


def _spring(rng: np.random.Generator, kind: str) -> dict[str, float]:
    has_one = kind in ("revolute", "prismatic") and rng.random() < 0.3
    return {"stiffness": rng.uniform(1, 50), "rest": rng.uniform(-1, 1)} if has_one else {}


def random_flexible_state(rng: np.random.Generator, model: arm.Model) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """q, qd, qdd with joints far from zero and links bent by centimetres and tenths of a radian."""
    amplitude = np.full(model.nv, 2.0)
    amplitude[model.nv - len(model.elastic) :] = 0.05
    q = model.integrate(model.neutral, rng.uniform(-1, 1, model.nv) * amplitude)
    return q, rng.normal(size=model.nv), rng.normal(size=model.nv)


__all__ = ["random_flexible_robot", "random_flexible_state", "random_inertia"]
