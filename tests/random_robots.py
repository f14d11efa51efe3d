"""Seeded random robots and states: trees of all joint kinds, with motors on any link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

import armillary as arm
from internals import (
    FORMS,
    Coordinate,
    Form,
    Frame,
    Friction,
    Joint,
    Link,
    Motor,
    Payload,
    Placement,
    Robot,
    from_quaternion,
    matrix,
    quaternion_exp,
    vector,
)

KINDS = {"R": "revolute", "P": "prismatic", "S": "spherical", "F": "fixed"}
KINDS |= {"H": "screw", "C": "cylindrical", "U": "universal", "E": "planar", "6": "floating"}
EVERY = "RRPHCUES6F"
"""All kinds of joint."""


def random_rotation(rng: np.random.Generator) -> np.ndarray:
    return from_quaternion(quaternion_exp(rng.normal(size=3) * 2))


def random_placement(rng: np.random.Generator) -> Placement:
    return Placement(vector(rng.uniform(-0.5, 0.5, 3)), matrix(random_rotation(rng)))


def random_unit(rng: np.random.Generator) -> tuple[float, float, float]:
    axis = rng.normal(size=3)
    return vector(axis / np.linalg.norm(axis))


def random_inertia(rng: np.random.Generator, scale: float = 0.1) -> tuple:
    """A tensor that a cloud of points can have: the triangle inequality holds by construction."""
    second = np.diag(rng.uniform(0.1, 1.0, 3)) * scale
    moments = np.trace(second) * np.eye(3) - second
    R = random_rotation(rng)
    tensor = R @ moments @ R.T
    return matrix((tensor + tensor.T) / 2)


def random_robot(
    rng: np.random.Generator, n: int, kinds: str = "RRRPSF", motors: bool = True, tree: bool = True
) -> Robot:
    """A robot with n degrees of freedom; fixed joints come on top where `kinds` has an F.

    A joint with several coordinates is drawn only while as many are left to give, unless no kind fits.
    """
    return robot_of(rng, _drawn(rng, n, kinds), motors, tree)


def _drawn(rng: np.random.Generator, n: int, kinds: str) -> Iterator[str]:
    """Letters of joints with n degrees of freedom."""
    counts, freedoms = {letter: len(FORMS[name].v) for letter, name in KINDS.items()}, 0
    while freedoms < n:
        fitting = [k for k in kinds if freedoms + counts[k] <= n] or [min(kinds, key=counts.__getitem__)]
        letter = fitting[rng.integers(len(fitting))]
        freedoms += counts[letter]
        yield letter


def robot_of(rng: np.random.Generator, letters: Iterable[str], motors: bool = True, tree: bool = True) -> Robot:
    """A robot with the joints of these letters."""
    links, joints = [], []
    for i, kind in enumerate(KINDS[letter] for letter in letters):
        links.append(Link(f"link{i}", rng.uniform(0.5, 5.0), vector(rng.uniform(-0.3, 0.3, 3)), random_inertia(rng)))
        parents = ["base", *(link.name for link in links[:-1])]
        parent = parents[rng.integers(max(0, i - 2), i + 1)] if tree else parents[-1]
        joints.append(
            Joint(
                f"joint{i}",
                kind,
                parent,
                f"link{i}",
                random_placement(rng),
                **_directions(rng, FORMS[kind]),
                friction=Friction(
                    rng.uniform(0, 0.5) if kind in ("revolute", "prismatic", "spherical") else 0.0,
                    dry := rng.uniform(0, 0.5) if kind in ("revolute", "prismatic") else 0.0,
                    0.6 * dry if dry > 0.25 else None,
                ),
            )
        )
    return Robot(
        name="random",
        links=tuple(links),
        joints=tuple(joints),
        motors=tuple(_motors(rng, links, joints)) if motors else (),
        payloads=(Payload("load", links[-1].name, 0.7, vector(rng.uniform(-0.2, 0.2, 3)), random_inertia(rng, 0.01)),),
        frames=(Frame("tip", links[-1].name, random_placement(rng)),),
        base_placement=random_placement(rng),
        gravity=vector(rng.normal(size=3) * 6),
    )


def _directions(rng: np.random.Generator, form: Form) -> dict:
    """Axes, pitch and friction of the coordinates of a joint; revolute, prismatic and spherical joints draw as ever."""
    found: dict = {}
    if "axis" in form.needs:
        found["axis"] = random_unit(rng)
    if "second_axis" in form.needs:
        second = np.cross(found["axis"], random_unit(rng))
        found["second_axis"] = vector(second / np.linalg.norm(second))
    if "pitch" in form.needs:
        found["pitch"] = rng.uniform(-0.3, 0.3)
    if len(form.v) > 1 and form.letter != "S":
        found["coordinates"] = tuple(Coordinate(friction=Friction(rng.uniform(0, 0.5))) for _ in form.v)
    return found


def _motors(rng: np.random.Generator, links: list[Link], joints: list[Joint]):
    """Motors for most driven joints, each on a link drawn from all, the base included."""
    carriers = ["base", *(link.name for link in links)]
    for joint in joints:
        if joint.type in ("revolute", "prismatic", "screw") and rng.random() < 0.8:
            yield Motor(
                f"motor of {joint.name}",
                joint.name,
                carriers[rng.integers(len(carriers))],
                mass=rng.uniform(0.1, 1.0),
                position=vector(rng.uniform(-0.2, 0.2, 3)),
                stator_inertia=random_inertia(rng, 0.01),
                rotor_inertia=rng.uniform(1e-4, 5e-3),
                ratio=rng.choice([-1, 1]) * rng.uniform(1, 20),
                axis=random_unit(rng) if rng.random() < 0.9 else None,
            )


def random_state(rng: np.random.Generator, model: arm.Model) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """q, qd, qdd with every joint turned far from its zero."""
    q = model.integrate(model.neutral, rng.uniform(-2, 2, model.nv))
    return q, rng.normal(size=model.nv), rng.normal(size=model.nv)
