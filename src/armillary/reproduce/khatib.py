"""Khatib, chapter 5: the equations of the RP and the RR arm, entry by entry. [Khatib, 5.3.4–5.3.5]

The printed formulas are written out here and evaluated with the parameters of the library robots;
ours come from the general Lagrange formulation, which knows nothing of these arms.
RP:  M = diag(m1 l1² + Izz1 + m2 d2² + Izz2, m2),  B = (2 m2 d2, 0),  C21 = −m2 d2,
     G = ((m1 l1 + m2 d2) g c1, m2 g s1)
RR:  M11 = m1 l1² + Izz1 + m2 (l1² + l2² + 2 l1 l2 c2) + Izz2,  M12 = m2 (l2² + l1 l2 c2) + Izz2,
     M22 = m2 l2² + Izz2,  B = (−2 m2 l1 l2 s2, 0),  C12 = −m2 l1 l2 s2 = −C21,
     G = ((m1 + m2) l1 c1 + m2 l2 c12, m2 l2 c12) g
In the print the S^2 and C^2 of the RR arm mean sin θ2 and cos θ2, and the V of the RP arm takes
[θ̇1 ḋ2].
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, sin

import numpy as np

from armillary.analysis.states import random_configuration
from armillary.description import library
from armillary.description.robot import Robot
from armillary.formulations import lagrange
from armillary.model import Model, build_model
from armillary.reproduce.figure import Figure

TITLE = "Khatib, chapter 5: RP and RR arms, entry by entry"

Entries = dict[str, float]


def figures() -> Iterator[Figure]:
    """Yield every entry of M, B, C and G of both arms at two random configurations."""
    printed = {"khatib-rp": (rp_printed, "5.3.4"), "khatib-rr": (rr_printed, "5.3.5")}
    for name, (formulas, section) in printed.items():
        robot = library.get(name)
        model, rng = build_model(robot), np.random.default_rng(5)
        for _ in range(2):
            q = random_configuration(model, rng)
            ours = _entries(model, q)
            for entry, expected in formulas(robot, *(float(value) for value in q)).items():
                item = f"{name} {entry} at q = ({q[0]:.3f}, {q[1]:.3f})"
                yield Figure(item, expected, ours[entry], 1e-12 * max(1.0, abs(expected)), section, NOTES.get(name, ""))


NOTES = {
    "khatib-rp": "Izz2 is about the joint-1 axis: it needs frame 2 parallel to frame 1",
    "khatib-rr": "print: S^2, C^2 mean sin θ2, cos θ2",
}


def rp_printed(robot: Robot, theta1: float, d2: float) -> Entries:
    """Return the printed entries for the RP arm."""
    one, two = robot.links
    m1, m2, l1, g = one.mass, two.mass, one.com[0], -robot.gravity[1]
    d2 = d2 + robot.joints[1].placement.xyz[0] + two.com[0]
    return {
        "M11": m1 * l1**2 + one.inertia[2][2] + m2 * d2**2 + two.inertia[2][2],
        "M12": 0.0,
        "M22": m2,
        "B11": 2 * m2 * d2,
        "B21": 0.0,
        "C11": 0.0,
        "C12": 0.0,
        "C21": -m2 * d2,
        "C22": 0.0,
        "G1": (m1 * l1 + m2 * d2) * g * cos(theta1),
        "G2": m2 * g * sin(theta1),
    }


def rr_printed(robot: Robot, theta1: float, theta2: float) -> Entries:
    """Return the printed entries for the RR arm."""
    one, two = robot.links
    m1, m2, l1, l2, g = one.mass, two.mass, one.com[0], two.com[0], -robot.gravity[1]
    turn = m2 * l1 * l2 * sin(theta2)
    return {
        "M11": m1 * l1**2 + one.inertia[2][2] + m2 * (l1**2 + l2**2 + 2 * l1 * l2 * cos(theta2)) + two.inertia[2][2],
        "M12": m2 * (l2**2 + l1 * l2 * cos(theta2)) + two.inertia[2][2],
        "M22": m2 * l2**2 + two.inertia[2][2],
        "B11": -2 * turn,
        "B21": 0.0,
        "C11": 0.0,
        "C12": -turn,
        "C21": turn,
        "C22": 0.0,
        "G1": ((m1 + m2) * l1 * cos(theta1) + m2 * l2 * cos(theta1 + theta2)) * g,
        "G2": m2 * l2 * cos(theta1 + theta2) * g,
    }


def _entries(model: Model, q: np.ndarray) -> Entries:
    M, (B, C), G = lagrange.mass_matrix(model, q), lagrange.khatib_matrices(model, q), lagrange.gravity(model, q)
    square = {f"{name}{i + 1}{j + 1}": A[i, j] for name, A in (("M", M), ("C", C)) for i in (0, 1) for j in (0, 1)}
    return square | {f"B{i + 1}1": B[i, 0] for i in (0, 1)} | {f"G{i + 1}": G[i] for i in (0, 1)}
