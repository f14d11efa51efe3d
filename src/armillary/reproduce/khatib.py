"""Khatib, chapter 5: the equations of the RP and the RR arm, entry by entry. [Khatib, 5.3.4–5.3.5]

The printed formulas are written out here, once for any scalar. In letters they are compared with our equations
(`symbolic.derive`) exactly: their difference must have no term. In numbers, with the parameters of the
library robots, they are compared with the general Lagrange formulation. Neither knows anything of these arms.
RP:  M = diag(m1 l1² + Izz1 + m2 d2² + Izz2, m2),  B = (2 m2 d2, 0),  C21 = −m2 d2,
     G = ((m1 l1 + m2 d2) g c1, m2 g s1)
RR:  M11 = m1 l1² + Izz1 + m2 (l1² + l2² + 2 l1 l2 c2) + Izz2,  M12 = m2 (l2² + l1 l2 c2) + Izz2,
     M22 = m2 l2² + Izz2,  B = (−2 m2 l1 l2 s2, 0),  C12 = −m2 l1 l2 s2 = −C21,
     G = ((m1 + m2) l1 c1 + m2 l2 c12, m2 l2 c12) g
In the print the S^2 and C^2 of the RR arm mean sin θ2 and cos θ2, and the V of the RP arm takes
[θ̇1 ḋ2]. Its l1 and l2 are the places of centres of mass, ours lc1 and lc2; in the RR arm that of link 1 lies on the
second axis, so that our l1 is its l1 too, and our lc1 is replaced by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from armillary.description import library
from armillary.description.robot import Robot
from armillary.formulations import lagrange
from armillary.multibody import Model, as_model
from armillary.multibody.random_states import random_configuration
from armillary.reproduce.published import PublishedNumber, Source
from armillary.spatial.scalar import cos, sin
from armillary.symbolic.algebra.polynomial import BITS, Poly, terms_of
from armillary.symbolic.equations import Equations, equations

TITLE = "Khatib, chapter 5: RP and RR arms, entry by entry"

Letters = Mapping[str, Any]
"""The print's letters: m1, m2, l1, l2, I1, I2, g and the coordinates q1, q2."""

NOTES = {
    "khatib-rp": "Izz2 is about the joint-1 axis: it needs frame 2 parallel to frame 1",
    "khatib-rr": "print: S^2, C^2 mean sin θ2, cos θ2",
}


def numbers() -> Iterator[PublishedNumber]:
    """Yield every entry of M, B, C and G of both arms: in letters, and in numbers at a random configuration."""
    for name, (printed, section) in PRINTED.items():
        robot = library.get(name)
        yield from _in_letters(name, robot, section)
        model, rng = as_model(robot), np.random.default_rng(5)
        q = random_configuration(model, rng)
        ours = _entries(model, q)
        for entry, expected in printed(_numbers(robot, q)).items():
            item = f"{name} {entry} at q = ({q[0]:.3f}, {q[1]:.3f})"
            tolerance = 1e-12 * max(1.0, abs(expected))
            yield Source(section, NOTES[name]).equal(item, expected, ours[entry], tolerance)


def _in_letters(name: str, robot: Robot, section: str) -> Iterator[PublishedNumber]:
    """Yield for each entry how many terms are left of ours less the print, both in letters."""
    ours = equations(robot)
    letters = _symbols(ours)
    slots = {parameter.name: slot for slot, parameter in ours.symbols.parameters.items()}
    same = {slots["lc1"]: letters["l1"]} if name == "khatib-rr" else {}
    for entry, expected in PRINTED[name][0](letters).items():
        formula = ours.entry({"B11": "B112", "B21": "B212"}.get(entry, entry))
        polynomial = formula.polynomial
        if isinstance(polynomial, Poly):  # a plain zero has no letters to replace
            polynomial = polynomial.substituted(same)
        left = terms_of(polynomial - expected)
        source = Source(section, f"ours: {formula.text()}; {NOTES[name]}")
        yield source.equal(f"{name} {entry} in letters: terms left of ours less the print", 0.0, len(left), 0.0)


def rp_printed(of: Letters) -> dict[str, Any]:
    """Return the printed entries for the RP arm."""
    m1, m2, l1, g, theta1, d2 = (of[name] for name in ("m1", "m2", "l1", "g", "q1", "q2"))
    return {
        "M11": m1 * l1**2 + of["I1"] + m2 * d2**2 + of["I2"],
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


def rr_printed(of: Letters) -> dict[str, Any]:
    """Return the printed entries for the RR arm."""
    m1, m2, l1, l2, g, theta1, theta2 = (of[name] for name in ("m1", "m2", "l1", "l2", "g", "q1", "q2"))
    turn = m2 * l1 * l2 * sin(theta2)
    return {
        "M11": m1 * l1**2 + of["I1"] + m2 * (l1**2 + l2**2 + 2 * l1 * l2 * cos(theta2)) + of["I2"],
        "M12": m2 * (l2**2 + l1 * l2 * cos(theta2)) + of["I2"],
        "M22": m2 * l2**2 + of["I2"],
        "B11": -2 * turn,
        "B21": 0.0,
        "C11": 0.0,
        "C12": -turn,
        "C21": turn,
        "C22": 0.0,
        "G1": ((m1 + m2) * l1 * cos(theta1) + m2 * l2 * cos(theta1 + theta2)) * g,
        "G2": m2 * l2 * cos(theta1 + theta2) * g,
    }


PRINTED = {"khatib-rp": (rp_printed, "5.3.4"), "khatib-rr": (rr_printed, "5.3.5")}


def _numbers(robot: Robot, q: np.ndarray) -> Letters:
    """Return the values of the print's letters."""
    link1, link2 = robot.links
    values = {"m1": link1.mass, "m2": link2.mass, "l1": link1.com[0], "l2": link2.com[0], "g": -robot.gravity[1]}
    # The print's d2 is the distance of the centre of mass from the first axis, ours is zero at the joint's origin.
    start = robot.joints[1].placement.xyz[0] + link2.com[0] if robot.joints[1].type == "prismatic" else 0.0
    values |= {"I1": link1.inertia[2][2], "I2": link2.inertia[2][2], "q1": float(q[0]), "q2": float(q[1]) + start}
    return values


def _symbols(ours: Equations) -> Letters:
    """Return our symbols for the print's letters."""
    slots = {parameter.name: slot for slot, parameter in ours.symbols.parameters.items()}
    our_names = {"m1": "m1", "m2": "m2", "l1": "l1" if "l1" in slots else "lc1", "l2": "lc2"}
    our_names |= {"I1": "Izz1", "I2": "Izz2", "g": "g"}
    ring = ours.symbols.ring
    letters: dict[str, Any] = {
        letter: Poly(ring, {1 << (BITS * slots[name]): 1.0 + 0j}) for letter, name in our_names.items() if name in slots
    }
    return letters | {"q1": ours.symbolic.q[0], "q2": ours.symbolic.q[1]}


def _entries(model: Model, q: np.ndarray) -> dict[str, float]:
    M, (B, C), G = lagrange.mass_matrix(model, q), lagrange.khatib_matrices(model, q), lagrange.gravity(model, q)
    square = {f"{name}{i + 1}{j + 1}": A[i, j] for name, A in (("M", M), ("C", C)) for i in (0, 1) for j in (0, 1)}
    return square | {f"B{i + 1}1": B[i, 0] for i in (0, 1)} | {f"G{i + 1}": G[i] for i in (0, 1)}
