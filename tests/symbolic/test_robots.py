"""Robots of all kinds: those of the library, six joints, links that bend or are cut into sublinks."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Friction, Joint, Link, Motor, Payload, Placement, Robot, from_rpy, vector
from random_flexible import random_section
from random_robots import matrix
from samples import some
from shown_values import EXACT, compare, state


@pytest.mark.parametrize(
    "name", some(["khatib-rr", "planar-prr", "stanford", "rpr-orthogonal", "khatib-rp", "planar-3r", "rtx"], 3)
)
def test_robots_of_the_library(name):
    for letters in ("all", "none", "base"):
        compare(arm.library.get(name), letters=letters, evaluators=("evaluate", "compile"))


@pytest.mark.parametrize("name", some(["puma560", "ur5"], 1))
def test_six_joints_in_numbers(name):
    compare(arm.library.get(name), letters="none", without=("tau", "c", "Gamma", "T", "p", "v"))


def test_six_joints_in_letters():
    robot = arm.library.get("puma560")
    made, dyn = arm.equations(robot), arm.compile(robot)
    q, qd, _ = state(np.random.default_rng(6), dyn.model)
    for name, value in (("M", dyn.mass_matrix(q)), ("g", dyn.gravity(q))):
        np.testing.assert_allclose(made.evaluate(name, q), value, atol=EXACT * np.abs(value).max())
    v = dyn.coriolis_matrix(q, qd) @ qd
    shown = made.entry("v6").evaluate(made.values(q, qd))  # to write all of v takes seconds
    assert shown == pytest.approx(v[5], abs=EXACT * np.abs(v).max())


# Flexible links


def flexible_arm(rng, second):
    """An arm whose link bends in a plane, twists or stretches, with a load and maybe a joint at its nodes."""
    k = int(rng.integers(3))
    axis, normal = (rng.choice([-1.0, 1.0]) * np.eye(3)[i] for i in (k, (k + 1 + int(rng.integers(2))) % 3))
    kind = ("bending_y", "bending_z", "bending_y", "torsion", "axial")[rng.integers(5)]
    length = rng.uniform(0.3, 0.8)
    beam = arm.Beam(
        length,
        E=rng.uniform(1e9, 5e9),
        density=rng.uniform(1000, 8000),
        stations=(arm.parts.Station(0.0, random_section(rng)),),
        G=rng.uniform(4e8, 2e9),
        axis=vector(axis),
        normal=vector(normal),
        nodes=(arm.parts.BeamNode("mid", 0.4 * length),),
        modes=arm.parts.Modes(**{kind: int(rng.integers(1, 3))}, damping=(rng.uniform(0, 0.05),)),
        stiffening=[True, True, False][rng.integers(3)],
        rotary_inertia=bool(rng.random() < 0.5),
    )
    links = [Link("arm", float(rng.choice([0.0, 1.0])), beam=beam)]
    turn = matrix(from_rpy(0.0, 0.0, rng.uniform(-1, 1)))
    joints = [
        Joint(
            "root",
            "revolute",
            "base",
            "arm",
            Placement((0.1, 0.0, -0.2), turn),
            (0.0, 0.0, -1.0),
            friction=Friction(0.1),
        )
    ]
    if second:
        links.append(Link("hand", 1.2, (0.1, 0.0, 0.05), matrix(np.diag([0.1, 0.11, 0.12]))))
        node = ("tip", "mid", None)[rng.integers(3)]
        axis = vector(np.eye(3)[rng.integers(3)])
        joints.append(Joint("wrist", ("revolute", "prismatic")[rng.integers(2)], "arm", "hand", axis=axis, node=node))
    motor = Motor("m", "root", "arm", 0.3, (0.0, 0.05, 0.0), rotor_inertia=1e-3, ratio=10.0, axis=(0.0, 0.0, 1.0))
    load = Payload("load", "arm", 0.4, (0.02, 0.0, 0.0), node=("tip", "mid", "root", None)[rng.integers(4)])
    gravity = vector(rng.choice([0.0, 9.81]) * np.eye(3)[rng.integers(3)])
    return Robot("flexible", tuple(links), tuple(joints), (motor,), (load,), gravity=gravity)


@pytest.mark.crossed
@pytest.mark.parametrize("letters", ["all", "none"])
@pytest.mark.parametrize("seed", some([0, 3, 1, 2], 2))
def test_flexible_arms(seed, letters):
    robot = flexible_arm(np.random.default_rng(seed), second=seed % 4 == 3)
    long = ("tau", "Gamma", "c", "v", "T") if seed == 3 else ()
    compare(robot, letters=letters, seed=seed, without=long)


def test_two_links_that_bend():
    compare(arm.library.get("deluca-siciliano"), without=("tau", "v", "Gamma"), evaluators=("evaluate", "compile"))


@pytest.mark.parametrize("count", [1, 2])
def test_sublinks(count):
    """A planar chain whose link is cut into pieces with springs between them."""
    robot = arm.library.get("celentano-link")
    beam = replace(robot.links[0].beam, modes=None, sublinks=arm.parts.Sublinks(count, damping=0.02))
    cut = replace(robot, links=(replace(robot.links[0], beam=beam), *robot.links[1:]))
    assert arm.model(cut).nv == 1 + count
    for letters in ("all", "none"):
        compare(cut, letters=letters, evaluators=("evaluate", "compile"))
