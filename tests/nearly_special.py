"""Seeded robots with nearly special geometry: axes nearly parallel, perpendicular, intersecting or coincident.

`PYTHONPATH=tests:. python tests/nearly_special.py 2000` sweeps as many, one in four with flexible links, and as many
with all kinds of joint and couplings.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

import armillary as arm
from internals import (
    ALL_FORMULATIONS,
    FORMS,
    QUANTITIES,
    Coupling,
    Frame,
    Joint,
    Link,
    Placement,
    Robot,
    about_axis,
    matrix,
    vector,
    views,
)
from random_flexible import random_beam, random_flexible_state
from random_robots import _motors, random_inertia

EXACT = [
    np.array(signs)[:, None] * np.eye(3)[list(order)]
    for order in itertools.permutations(range(3))
    for signs in itertools.product((1.0, -1.0), repeat=3)
    if np.linalg.det(np.array(signs)[:, None] * np.eye(3)[list(order)]) > 0
]
"""The 24 rotations that take coordinate axes to coordinate axes."""


FEW = ["revolute"] * 5 + ["prismatic", "spherical"]
MANY = ["revolute"] * 6 + ["prismatic"] * 3 + [name for name in FORMS if name != "fixed"] + ["screw"] * 2
"""Kinds of joint to draw from."""

RECURSIONS = ("composite_body", "composite_moments", "newton_euler", "momentum", "articulated_body")


def off(rng: np.random.Generator) -> float:
    """A length [m] or angle [rad] between 1e-16 and 1e-3; zero once in four."""
    return float(10 ** rng.uniform(-16, -3) * (rng.random() > 0.25))


def direction(rng: np.random.Generator) -> np.ndarray:
    """A unit vector, along a coordinate axis once in two."""
    v = rng.choice([-1.0, 1.0]) * np.eye(3)[rng.integers(3)] if rng.random() < 0.5 else rng.normal(size=3)
    return v / np.linalg.norm(v)


def nearly_exact_placement(rng: np.random.Generator, size: float) -> Placement:
    R = EXACT[rng.integers(len(EXACT))] if rng.random() < 0.9 else about_axis(direction(rng), rng.uniform(-3, 3))
    t = size * rng.choice([0.0, 0.0, 0.5, -0.5, 1.0, 0.3], 3)
    return Placement(vector(t + off(rng) * direction(rng)), matrix(R @ about_axis(direction(rng), off(rng))))


def nearly_exact_axis(rng: np.random.Generator) -> tuple[float, float, float]:
    axis = np.eye(3)[rng.choice([0, 1, 2, 2, 2])] + off(rng) * direction(rng)
    return vector(axis / np.linalg.norm(axis))


def nearly_special_robot(
    rng: np.random.Generator, size: float = 1.0, flexible: float = 0.0, kinds: Sequence[str] = FEW
) -> Robot:
    """A tree of 2 to 8 joints with motors; each link bends with the probability `flexible`."""
    links, joints = [], []
    for i in range(rng.integers(2, 9 if not flexible else 5)):
        kind = str(rng.choice(kinds))
        beam = None
        if rng.random() < flexible:
            straight = replace(random_beam(rng), axis=nearly_exact_axis(rng))
            normal = np.cross(straight.axis, EXACT[rng.integers(24)][0] + 1e-3 * rng.normal(size=3))
            while np.linalg.norm(normal) < 0.1:
                normal = np.cross(straight.axis, rng.normal(size=3))
            beam = replace(straight, normal=vector(normal / np.linalg.norm(normal)))
        com = size * rng.choice([0.0, 0.2, -0.1], 3) + off(rng) * direction(rng)
        inertia = matrix(np.array(random_inertia(rng, 0.1)) * size**2)
        rigid = Link(f"link{i}", rng.uniform(0.5, 5.0), vector(com), inertia)
        links.append(rigid if beam is None else Link(f"link{i}", beam=beam))
        parents = ["base", *(link.name for link in links[:-1])]
        parent = parents[rng.integers(max(0, i - 1), i + 1)]
        axes = _directions(rng, size, FORMS[kind].needs)
        joints.append(Joint(f"joint{i}", kind, parent, f"link{i}", nearly_exact_placement(rng, size), **axes))
    motors = tuple(
        replace(
            motor,
            position=vector(size * np.array(motor.position)),
            stator_inertia=matrix(size**2 * np.array(motor.stator_inertia)),
            rotor_inertia=size**2 * motor.rotor_inertia,
            axis=None if motor.axis is None else nearly_exact_axis(rng),
        )
        for motor in (_motors(rng, links, joints) if rng.random() < 0.5 else ())
    )
    gravity = EXACT[rng.integers(24)][0] * 9.81 + off(rng) * direction(rng)
    frames = (Frame("tip", links[-1].name, nearly_exact_placement(rng, size)),)
    return Robot("nearly", tuple(links), tuple(joints), motors, frames=frames, gravity=vector(gravity))


def _directions(rng: np.random.Generator, size: float, needs: Sequence[str]) -> dict[str, Any]:
    """Axes nearly along coordinate axes; the pitch of a screw may be tiny."""
    found: dict[str, Any] = {}
    if "axis" in needs:
        found["axis"] = nearly_exact_axis(rng)
    if "second_axis" in needs:
        second = np.cross(found["axis"], np.roll(np.round(found["axis"]), 1) + off(rng) * direction(rng))
        found["second_axis"] = vector(second / np.linalg.norm(second))
    if "pitch" in needs:
        found["pitch"] = size * float(rng.choice([0.1, -1.0])) if rng.random() < 0.5 else off(rng) or 1e-3
    return found


def nearly_special_couplings(rng: np.random.Generator, robot: Robot) -> Robot:
    """The robot with half of its joints of one coordinate coupled to another: at ratios near ±1, or bent a little."""
    single = [joint.name for joint in robot.joints if joint.form.single]
    joints = list(robot.joints)
    for i, joint in enumerate(joints):
        if joint.name in single[1:] and rng.random() < 0.5:
            ratio = float(rng.choice([1.0, -1.0, 0.5, 2.0])) + off(rng)
            terms = (float(rng.choice([0.0, np.pi / 2, np.pi])) + off(rng), ratio, *[off(rng)] * int(rng.integers(3)))
            leader = single[int(rng.integers(single.index(joint.name)))]
            joints[i] = replace(joint, couple=Coupling(leader, terms))
    return replace(robot, joints=tuple(joints))


def nearly_special(seed: int, wide: bool = False) -> tuple[arm.Model, dict[str, np.ndarray]]:
    """A model and a state of it; one in four has flexible links, and two in five are small.

    With `wide` the robot has joints of all kinds, and couplings.
    """
    rng = np.random.default_rng([seed, 15])
    flexible, size = 0.5 if seed % 4 == 3 else 0.0, float(rng.choice([1.0, 1.0, 1.0, 0.1, 0.01]))
    robot = nearly_special_robot(rng, size, flexible, MANY if wide else FEW)
    model = arm.model(nearly_special_couplings(rng, robot) if wide else robot)
    q, qd, qdd = random_flexible_state(rng, model)
    return model, {"q": q, "qd": qd, "qdd": qdd, "tau": arm.evaluate(model).mass_matrix(q) @ qdd}


def sizes(model: arm.Model, state: dict[str, np.ndarray], M: np.ndarray) -> dict[str, float]:
    """Sizes of quantities weighted by √M_ii, as Cauchy–Schwarz bounds them: a quantity that vanishes has a size too."""
    speed, rate = float(np.sqrt(state["qd"] @ M @ state["qd"])), float(np.abs(state["qd"]).max())
    weight = float(np.linalg.norm(model.gravity) * np.sqrt(sum(body.mass for body in model.bodies)))
    return {
        "mass_matrix": 1.0,
        "coriolis_matrix": rate,
        "momentum": speed,
        "kinetic_gradient": speed * rate,
    } | dict.fromkeys(("gravity", "bias", "inverse_dynamics", "forward_dynamics"), weight + speed * rate)


def greatest_error(model: arm.Model, state: dict[str, np.ndarray]) -> float:
    """The greatest relative error of any quantity by any recursion in any frames of compiled code."""
    M = arm.evaluate(model).mass_matrix(state["q"])
    size, root, worst = sizes(model, state, M), np.sqrt(np.diag(M)), 0.0
    plain, seen = views(model, grouped=False), views(model, grouped=True)
    for name, own in size.items():
        entry = QUANTITIES[name]
        arguments = [state[each] for each in entry.inputs]
        for way, function in entry.exact(model).items():
            if way not in RECURSIONS:
                continue
            expected = np.asarray(function(model, *arguments))
            weight = root if name == "forward_dynamics" else 1 / root
            weight = np.multiply.outer(weight, weight) if expected.ndim == 2 else weight
            scale = max(np.abs(expected * weight).max(), 1e-2 * own)
            if name == "forward_dynamics":  # the reference itself has no more digits
                scale *= max(1.0, 1e-4 * np.linalg.cond(M / np.outer(root, root)))
            for each in seen if ALL_FORMULATIONS[way].frames == "grouped" and name != "coriolis_matrix" else plain:
                error = np.abs((np.asarray(function(each, *arguments)) - expected) * weight).max() / scale
                worst = float(np.maximum(worst, error))
    return worst


if __name__ == "__main__":
    for wide in (False, True):
        errors = {seed: greatest_error(*nearly_special(seed, wide)) for seed in range(int(sys.argv[1]))}
        for seed in sorted(errors, key=errors.__getitem__)[-5:]:
            print(f"seed {seed}{' wide' if wide else ''}: {errors[seed]:.1e}")
