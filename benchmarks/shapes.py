"""Shape families of flexible links on seeded random arms: frequencies, sag and slews against converged ones.

    python benchmarks/shapes.py [--arms 50] [--seed 1000] [--slews 3] [--seconds 1.0]

Every arm has two modes in each plane in which it bends, one of torsion where it bends in two; one planar set has three
modes. Converged figures are those of the same arm with five more polynomials of each kind, in slews two. An arm
counts as good where its first three frequencies (joints locked) and the sag of its tip are within 0.5 % of converged
ones, all linear about straight links. In a slew without gravity every joint moves by 1 rad within two periods of the
first frequency, or within --seconds, under a PD controller; the error is the largest distance between the tip and that
of the converged arm, relative to the largest elastic deflection.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from scipy.linalg import eigh

import armillary as arm
from armillary.description.beam import Beam, Modes, Section, Station
from armillary.description.robot import Joint, Link, Payload, Placement, Robot

FAMILIES = ("loaded", "attachment", "cantilever", "tip-mass", "polynomial")
MORE, MORE_IN_SLEWS, GOOD = 5, 2, 0.005
STIFF = 3.0
"""Bandwidth of the joints in slews, as a multiple of the first frequency."""
SPACE, PLANE = Modes(bending_y=2, bending_z=2, torsion=1), Modes(bending_y=2)
Arm = tuple[Robot, np.ndarray]


def section(rng: np.random.Generator) -> Section:
    """A rectangle up to three times as high as wide, or a tube."""
    if rng.random() < 0.5:
        width = rng.uniform(0.008, 0.03)
        return Section("rectangle", (width, width * rng.uniform(1, 3)))
    outer = rng.uniform(0.015, 0.05)
    return Section("tube", (outer, outer * rng.uniform(0.6, 0.95)))


def body(rng: np.random.Generator, name: str, link: str, mass: float, off: float) -> Payload:
    """A body at the tip of a link, with its centre of mass up to 0.1 m ahead and up to `off` beside the axis."""
    radius = rng.uniform(0.01, 0.08)
    com = (rng.uniform(0, 0.1), rng.uniform(-off, off), rng.uniform(-off, off))
    return Payload(name, link, mass, com=com, inertia=tuple(map(tuple, mass * radius**2 * np.eye(3))))


def serial(rng: np.random.Generator, links: tuple[int, int], kinds: str, aside: float, modes: Modes = SPACE) -> Arm:
    """An arm of beams with joints of random kinds and directions; bodies of 0.1 to 10 times the mass of their link.

    `aside` bounds the offsets of joints and of the bodies' centres from the axes of the beams [m].
    """
    made, joints, bodies, q = [], [], [], []
    for k in range(int(rng.integers(*links, endpoint=True))):
        beam = Beam(rng.uniform(0.3, 1.0), 70e9, 2700.0, (Station(0.0, section(rng)),), G=26e9, modes=modes)
        made.append(Link(f"l{k}", beam=beam))
        kind = {"R": "revolute", "P": "prismatic"}[str(rng.choice(list(kinds)))] if k else "revolute"
        axis = [(0.0, 0.0, 1.0), (0.0, 1.0, 0.0)][int(rng.integers(2)) if modes is SPACE else 0]
        axis = (1.0, 0.0, 0.0) if kind == "prismatic" else axis
        shift = (0.0, *rng.uniform(-aside, aside, 2)) if k else (0.0, 0.0, 0.0)
        joints.append(Joint(f"j{k}", kind, f"l{k - 1}" if k else "base", f"l{k}", Placement(shift), axis=axis))
        q.append(rng.uniform(0.0, 0.3) if kind == "prismatic" else rng.uniform(-1.5, 1.5))
        bodies.append(body(rng, f"b{k}", f"l{k}", beam.mass * 10 ** rng.uniform(-1, 1), aside))
    gravity = (0.0, 0.0, -9.81) if modes is SPACE else (0.0, -9.81, 0.0)
    return Robot("random", tuple(made), tuple(joints), payloads=tuple(bodies), gravity=gravity), np.array(q)


SETS: dict[str, Callable[[np.random.Generator], Arm]] = {
    "2 to 4 links, bodies on the axes": lambda rng: serial(rng, (2, 4), "R", 0.0),
    "2 to 4 links, offsets, bodies off the axes": lambda rng: serial(rng, (2, 4), "R", 0.1),
    "2 and 3 links, prismatic joints, offsets": lambda rng: serial(rng, (2, 3), "RP", 0.1),
    "planar, 2 and 3 links": lambda rng: serial(rng, (2, 3), "R", 0.0, PLANE),
    "planar, 2 and 3 links, three modes": lambda rng: serial(rng, (2, 3), "R", 0.0, Modes(bending_y=3)),
}

SLEWS: dict[str, Callable[[np.random.Generator], Arm]] = {
    "2 links in space, bodies off the axes": lambda rng: serial(rng, (2, 2), "R", 0.1),
    "planar, 2 links": lambda rng: serial(rng, (2, 2), "R", 0.0, PLANE),
}


def with_modes(robot: Robot, family: str, more: int = 0) -> Robot:
    """Return a robot with other shapes, and more modes of each kind that it has."""

    def changed(modes: Modes) -> Modes:
        counts = {kind: count + more if count else 0 for kind, count in modes.counts.items()}
        return replace(modes, shapes=family, **counts)

    links = (replace(link, beam=replace(link.beam, modes=changed(link.beam.modes))) for link in robot.links)
    return replace(robot, links=tuple(links))


def measured(robot: Robot, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the first three frequencies with locked joints [Hz] and the sag of the tip [m]."""
    dyn = arm.evaluate(robot)
    n, nv = len(q), dyn.model.nv
    at = np.concatenate([q, np.zeros(nv - n)])
    K, M = np.asarray(dyn.model.stiffness, dtype=float)[n:, n:], dyn.mass_matrix(at)[n:, n:]
    hz = np.sqrt(eigh(K, M, eigvals_only=True, subset_by_index=[0, 2])) / (2 * np.pi)
    return hz, dyn.jacobian(at)[3:, n:] @ np.linalg.solve(K, -dyn.gravity(at)[n:])


def errors(drawn: Arm, families: tuple[str, ...]) -> np.ndarray:
    """Return relative errors of three frequencies and the sag for each family, (families, 4)."""
    robot, q = drawn
    limit, sagged = measured(with_modes(robot, "polynomial", MORE), q)
    rows = []
    for family in families:
        hz, sag = measured(with_modes(robot, family), q)
        rows.append([*np.abs(hz / limit - 1), np.linalg.norm(sag - sagged) / np.linalg.norm(sagged)])
    return np.array(rows)


def slew(robot: Robot, q: np.ndarray, period: float, gains: np.ndarray, seconds: float) -> arm.Trajectory:
    """Return a motion in which all joints move by 1 rad or 0.2 m within some seconds, and one period more."""
    by = np.array([1.0 if joint.type == "revolute" else 0.2 for joint in robot.joints])
    law = arm.controllers.PD(kp=gains, kd=gains * 1.4 * period / (2 * np.pi * STIFF))
    target = arm.references.FifthOrder(start=q, end=q + by, duration=seconds)
    options = {"reference": target, "record": 0.05 * period, "solver": arm.solvers.Auto(rtol=1e-7)}
    return arm.simulate(replace(robot, gravity=(0.0, 0.0, 0.0)), seconds + period, controller=law, q0=q, **options)


def slew_errors(drawn: Arm, families: tuple[str, ...], seconds: float | None = None) -> np.ndarray:
    """Return the largest distance of the tip from the converged one, relative to the largest deflection, by family."""
    robot, q = drawn
    period = 1 / arm.frequencies(robot, q, joints="locked").hz[0]
    inertia = np.diag(arm.evaluate(robot).mass_matrix([*q, *np.zeros(arm.model(robot).nv - len(q))]))[: len(q)]
    gains = inertia * (2 * np.pi * STIFF / period) ** 2
    timing = q, period, gains, 2 * period if seconds is None else seconds
    limit = slew(with_modes(robot, "polynomial", MORE_IN_SLEWS), *timing)
    size = np.linalg.norm(limit.deflection(), axis=-1).max()
    runs = (slew(with_modes(robot, family), *timing) for family in families)
    return np.array([np.linalg.norm(run.position() - limit.position(), axis=-1).max() / size for run in runs])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--arms", type=int, default=50, help="of each set")
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--slews", type=int, default=3, help="arms with slews, of each set; two minutes each in space")
    parser.add_argument("--seconds", type=float, help="duration of slews; default: two periods of the first frequency")
    parser.add_argument("--families", nargs="+", default=list(FAMILIES), choices=FAMILIES)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")  # some arms sag further than modes describe, all families alike
    for name, draw in SETS.items() if arguments.arms else ():
        found = np.array(
            [
                errors(draw(np.random.default_rng(arguments.seed + k)), tuple(arguments.families))
                for k in range(arguments.arms)
            ]
        )
        print(f"\n{name}: {arguments.arms} arms, seeds from {arguments.seed}")
        print(f"{'shapes':<12} good   worst error of f1, f2, f3, sag [%]      median of the largest [%]")
        for family, rows in zip(arguments.families, found.swapaxes(0, 1), strict=True):
            good, largest = int((rows.max(axis=1) <= GOOD).sum()), rows.max(axis=1)
            worst = "  ".join(f"{100 * value:7.3f}" for value in rows.max(axis=0))
            print(f"{family:<12} {good:>4}   {worst}   {100 * np.median(largest):.3f}", flush=True)
    for name, draw in SLEWS.items() if arguments.slews else ():
        found = np.array(
            [
                slew_errors(
                    draw(np.random.default_rng(arguments.seed + k)), tuple(arguments.families), arguments.seconds
                )
                for k in range(arguments.slews)
            ]
        )
        print(
            f"\nslews, {name}: error of the tip [% of the largest deflection], median, 90 % and worst of {len(found)}"
        )
        for family, each in zip(arguments.families, found.T, strict=True):
            figures = "  ".join(f"{100 * value:8.4f}" for value in np.quantile(each, [0.5, 0.9, 1.0]))
            print(f"{family:<12} {figures}", flush=True)


if __name__ == "__main__":
    main()
