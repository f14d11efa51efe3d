"""Seeded random robots whose equations can be written down in letters: odd in many ways, but in few at once.

`random_robots` turns every frame about all axes, which is more than anyone would read. Here a joint has quarter turns,
and some have one odd angle, an axis across coordinate axes, or one that points the other way. Zeros, negative lengths,
equal lengths, equal names, fixed joints, several children, motors on any link, payloads and springs are drawn as well.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from internals import Frame, Friction, Joint, Link, Motor, Payload, Placement, Robot, vector
from random_robots import matrix, random_inertia

QUARTERS = [
    np.array(R)
    for signs in itertools.product((1.0, -1.0), repeat=3)
    for order in itertools.permutations(range(3))
    for R in [np.diag(signs)[list(order)]]
    if np.linalg.det(R) > 0
]
"""The rotations that carry coordinate axes to coordinate axes, all 24."""


def turned(axis: int, angle: float) -> np.ndarray:
    """Return the rotation about a coordinate axis."""
    R = np.eye(3)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R[[i, i, j, j], [i, j, i, j]] = math.cos(angle), -math.sin(angle), math.sin(angle), math.cos(angle)
    return R


def odd_rotation(rng: np.random.Generator, often: float) -> np.ndarray:
    """Return quarter turns, and with a probability one odd angle."""
    R = QUARTERS[rng.integers(24)] if rng.random() < 0.7 else np.eye(3)
    return R @ turned(int(rng.integers(3)), rng.uniform(-3, 3)) if rng.random() < often else R


def odd_axis(rng: np.random.Generator, often: float) -> tuple[float, float, float]:
    """Return a coordinate axis, either way, and with a probability one that is not."""
    kind = rng.random()
    if kind > often:
        return vector(rng.choice([-1.0, 1.0]) * np.eye(3)[rng.integers(3)])
    a = rng.normal(size=3)
    if kind > often / 3:
        a[rng.integers(3)] = 0.0
    return vector(a / np.linalg.norm(a))


def odd_vector(rng: np.random.Generator) -> tuple[float, float, float]:
    """Return a place: none, one, two or three components, of either sign, some of them equal."""
    values = rng.choice([0.3, -0.3, *rng.uniform(-0.6, 0.6, 2)], 3)
    return vector(np.where(rng.random(3) < 0.5, values, 0.0))


def odd_inertia(rng: np.random.Generator, scale: float = 0.1) -> tuple:
    """Return a point's, a rod's, a diagonal or a full tensor."""
    kind = rng.integers(5)
    full = np.array(random_inertia(rng, scale))
    if kind == 0:
        return matrix(np.zeros((3, 3)))
    if kind == 1:
        return matrix(scale * (np.eye(3) - np.diag(np.eye(3)[rng.integers(3)])))
    return matrix(full if kind == 2 else np.diag(np.diag(full)))


def odd_gravity(rng: np.random.Generator) -> tuple[float, float, float]:
    """Return gravity along a coordinate axis, either way, along none, or none at all."""
    kind = rng.integers(4)
    if kind == 0:
        return (0.0, 0.0, 0.0)
    return vector(rng.uniform(-9, 9, 3) if kind == 1 else rng.choice([-9.81, 9.81]) * np.eye(3)[rng.integers(3)])


def odd_robot(
    rng: np.random.Generator, n: int, often: float = 0.3, motors: bool = True, tree: bool = True, full: bool = False
) -> Robot:
    """Return a robot with n revolute and prismatic joints; `often` is the probability of odd angles.

    With `full` no mass, centre of mass or inertia of a link is zero.
    """
    links, joints, freedoms = [], [], 0
    while freedoms < n:
        kind = ("revolute", "revolute", "prismatic", "fixed")[rng.integers(4)]
        i = len(links)
        mass = 0.0 if rng.random() < 0.1 else rng.uniform(0.5, 5.0)
        com, inertia = odd_vector(rng), odd_inertia(rng) if mass else matrix(np.zeros((3, 3)))
        if full:
            mass, com, inertia = 1.0 + mass, vector(rng.uniform(0.1, 0.3, 3)), random_inertia(rng)
        links.append(Link(f"link{i}", mass, com, inertia))
        parents = ["base", *(link.name for link in links[:-1])]
        parent = parents[rng.integers(max(0, i - 1), i + 1)] if tree and i else parents[-1]
        moves = kind != "fixed"
        joints.append(
            Joint(
                f"joint{i}",
                kind,
                parent,
                f"link{i}",
                Placement(odd_vector(rng), matrix(odd_rotation(rng, often))),
                axis=odd_axis(rng, often) if moves else None,
                friction=Friction(
                    rng.uniform(0, 0.5) if moves and rng.random() < 0.5 else 0.0,
                    dry := rng.uniform(0, 0.5) if moves and rng.random() < 0.5 else 0.0,
                    0.6 * dry if dry > 0.25 else None,
                ),
                stiffness=rng.uniform(1, 9) if moves and rng.random() < 0.3 else 0.0,
                rest=rng.uniform(-1, 1) if moves and rng.random() < 0.5 else 0.0,
            )
        )
        freedoms += moves
    loaded = [link.name for link in links]
    return Robot(
        name="odd",
        links=tuple(links),
        joints=tuple(joints),
        motors=tuple(_motors(rng, loaded, joints, often)) if motors else (),
        payloads=tuple(
            Payload(
                name, loaded[rng.integers(len(loaded))], rng.uniform(0.1, 1), odd_vector(rng), odd_inertia(rng, 0.01)
            )
            for name in ("load", loaded[0], "joint0")[: rng.integers(4)]
        ),
        frames=(Frame("tip", loaded[-1], Placement(odd_vector(rng), matrix(odd_rotation(rng, often)))),),
        base_placement=Placement(odd_vector(rng), matrix(odd_rotation(rng, often))),
        gravity=odd_gravity(rng),
    )


def _motors(rng: np.random.Generator, links: list[str], joints: list[Joint], often: float):
    """Yield motors for most joints that move, on any link or the base; some have the name of a link."""
    for joint in joints:
        if joint.type != "fixed" and rng.random() < 0.6:
            axis = odd_axis(rng, often) if rng.random() < 0.8 else None
            yield Motor(
                str(rng.choice([joint.child, f"motor of {joint.name}"])),
                joint.name,
                ["base", *links][rng.integers(len(links) + 1)],
                mass=rng.uniform(0.1, 1.0),
                position=odd_vector(rng),
                stator_inertia=odd_inertia(rng, 0.01),
                rotor_inertia=rng.uniform(1e-4, 5e-3),
                ratio=rng.choice([-1.0, 1.0, 7.5, -40.0]),
                axis=axis,
            )
