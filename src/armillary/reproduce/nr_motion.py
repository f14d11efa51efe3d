"""The simulation of the planar n-R toolbox: seven links follow a straight line. [Popescu2008, section 3.3.4]

Seven equal uniform rods (1 m, 1 kg, 0.05 N·m·s/rad) move their tip by (1.5, −2.0) m along a line, in 3 s, by the law
(25)–(26) with the terms that the print lacks, inertia-weighted, K_p = 100, K_v = 20, K_n = 10. The paper shows curves
only; the values expected here are those of an independent computation. Effect of each part of the law:
    friction fed forward         left out, the tip is off by millimetres
    the masses of the model      10 % less, by a centimetre
    Φ of the null space          left out, the tip still follows, and the links below it turn faster and faster
The null-space velocity is N q̇, N = 1 − J⁺J with the inverse of the law,
    J⁺ = M⁻¹Jᵀ (J M⁻¹Jᵀ)⁻¹                                                                   (1)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from armillary.description.planar import planar
from armillary.description.robot import Robot
from armillary.formulations.chains import planar_nr as dynamics
from armillary.kinematics import planar_nr as kinematics
from armillary.reproduce.published import PublishedNumber, Source
from armillary.results.trajectory import Trajectory
from armillary.simulation.controllers.operational_space import OperationalSpace
from armillary.simulation.references.path import Line
from armillary.simulation.simulate import simulate
from armillary.simulation.solvers import DOP853
from armillary.spatial.scalar import Floats

LINKS = 7
LENGTHS = [1.0] * LINKS
START = np.deg2rad([120.0, *[-30.0] * (LINKS - 1)])
DISPLACEMENT, DURATION = (1.5, -2.0, 0.0), 3.0
K_P, K_V, K_N = 100.0, 20.0, 10.0

END = (1.715615, -0.683048, -0.933986, -0.428785, -0.202712, -0.109155, -0.064735)
TORQUE = 156.535
MANIPULABILITY = (23.3759, 20.9108)
NULL_SPEED = 17.8
DRIFT = 1e-8  # [%]: a hundredth of the tolerances of the solver, in percent
# Variant → distance from the line [m] and half a unit of its last digit.
OFF = {"no friction in the controller": (1.5e-3, 5e-5), "controller's masses 10 % less": (1.3e-2, 5e-4)}

WHERE = "section 3.3.4"
LAW = "law (25) with K_p e and friction, which the print lacks; dop853, tolerances 1e-10"


def numbers() -> Iterator[PublishedNumber]:
    """Yield the errors of the control law on the line, then the errors without its parts."""
    run, law = follow("paper"), Source(WHERE, LAW)
    yield from law.each("7-R line: q_{}(3 s) [rad]", END, run.q[-1], 1e-6)
    yield law.equal("7-R line: greatest |τ| [N·m]", TORQUE, np.abs(run.tau).max(), 1e-3)
    for time, w, q in zip((0.0, DURATION), MANIPULABILITY, (run.q[0], run.q[-1]), strict=True):
        yield law.equal(f"7-R line: w({time:g} s)", w, kinematics.manipulability(q, LENGTHS), 1e-4)
    yield law.at_most("7-R line: tip off the line [m]", 3e-11, tip_error(run))
    audit = Source(WHERE, "the audit of work, friction and energy along the line")
    yield audit.at_most("7-R line: greatest energy drift [%]", DRIFT, run.drift_max)
    for name, (expected, tolerance) in OFF.items():
        plant = Source(WHERE, "the plant keeps its friction and masses")
        yield plant.equal(f"{name}: tip off the line [m]", expected, tip_error(follow(name)), tolerance)
    run = follow("Φ = 0")
    null_space = Source(WHERE, "|N q̇| with the inverse (1) of the law; the tip does not show it")
    yield null_space.equal("Φ = 0: greatest null-space speed [rad/s]", NULL_SPEED, null_speed(run), 0.05)
    task = Source(WHERE, "self-motion does not disturb the task")
    yield task.equal("Φ = 0: tip off the line [m]", 0.0, tip_error(run), 1e-9)


def seven_links(mass: float = 1.0, friction: float = 0.05) -> Robot:
    """Return the arm; mass of a link [kg], viscous friction of a joint [N·m·s/rad]."""
    moments = [mass / 12] * LINKS
    return planar(LENGTHS, [mass] * LINKS, coms=[0.5] * LINKS, inertias=moments, friction=[friction] * LINKS)


@cache
def follow(variant: str) -> Trajectory:
    """Return the motion of the arm: "paper", one of `OFF`, or "Φ = 0"."""
    nominal = {
        "no friction in the controller": seven_links(friction=0.0),
        "controller's masses 10 % less": seven_links(mass=0.9),
    }.get(variant, seven_links())
    return simulate(
        nominal,
        DURATION,
        solver=DOP853(rtol=1e-10, atol=1e-10),
        q0=START,
        controller=OperationalSpace(K_P, K_V, kn=None if variant == "Φ = 0" else K_N),
        reference=Line(displacement=DISPLACEMENT, duration=DURATION),
        plant=seven_links(),
    )


def tip_error(run: Trajectory) -> float:
    """Return the largest distance of the tip from its reference [m]."""
    tips = np.array([kinematics.tip_position(q, LENGTHS) for q in run.q], dtype=float)
    return float(np.linalg.norm(tips - run.signals["reference"][:, :2], axis=1).max())


def null_speed(run: Trajectory) -> float:
    """Return the largest |N q̇| [rad/s]."""
    return float(max(np.linalg.norm(_null_velocity(q, qd)) for q, qd in zip(run.q, run.qd, strict=True)))


def _null_velocity(q: Floats, qd: Floats) -> Floats:
    arm = dynamics.PlanarArm(LENGTHS, [0.5] * LINKS, [1.0] * LINKS, [1 / 12] * LINKS)
    M = np.asarray(dynamics.dynmodel(arm, q, qd).H, dtype=float)
    J = np.asarray(kinematics.jacobian(q, LENGTHS), dtype=float)
    Y = np.linalg.solve(M, J.T)
    result: Floats = qd - Y @ np.linalg.solve(J @ Y, J @ qd)  # (1)
    return result
