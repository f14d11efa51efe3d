"""Seeded robots with everything: a free base, a joint of every kind, chains of couplings, springs and motors anywhere.

Each function returns the greatest relative error of one robot, of one comparison.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from tests.coupled_robots import Free, coupled, springy
from tests.oracles.mujoco_model import MujocoRobot
from tests.oracles.pinocchio_model import PinocchioRobot
from tests.random_robots import random_inertia, random_state, robot_of

import armillary as arm
from internals import DERIVATIVES, QUANTITIES, Coupling, Link, Robot, after_leaders, order, passive, vector

DYNAMICS = ("mass_matrix", "gravity", "bias", "inverse_dynamics", "forward_dynamics", "momentum")
DYNAMICS += ("kinetic_gradient", "kinetic_energy", "potential_energy", "spatial_momentum")
DURATION = 10.0
"""Time of the simulated motions [s]."""
STEP = 2e-3
"""Step of the simulated motions [s]: the error of the method is then below that of rounding."""


def everything(seed: int) -> Robot:
    """A robot on a free base with joints of all kinds in any order, chains of couplings, springs and motors.

    Two in three have a tree of joints; one in four has linear couplings alone, the others have some of second and third
    order, also behind linear ones.
    """
    rng = np.random.default_rng([seed, 100])
    letters = [*rng.permutation(list("RPHCUESF")), *rng.permutation(list("RRPH"))]
    letters.insert(int(rng.integers(3, 9)), "6")  # on a link, since the base gets a floating joint below
    robot = robot_of(rng, letters, tree=seed % 3 > 0)
    bus = Link("bus", rng.uniform(5, 20), vector(rng.uniform(-0.3, 0.3, 3)), random_inertia(rng, 1.0))
    return arm.free(_tamed(coupled(rng, springy(rng, robot), 1 if seed % 4 == 0 else 3)), bus)


def _tamed(robot: Robot) -> Robot:
    """The robot with couplings that move a follower by a few turns for each turn of the leader.

    Of several nonlinear couplings in a chain the first stays; coefficients of x² and x³ are over 3 and 9. A chain of
    order nine has entries of 1e11 beside 0.1 in M, which leaves few digits of q̈ to any formulation.
    """
    couples: dict[str, Coupling] = {}
    bent: set[str] = set()
    for name, couple in after_leaders(robot):
        terms = tuple(value / 3.0 ** max(k - 1, 0) for k, value in enumerate(couple.polynomial))
        couples[name] = Coupling(couple.joint, terms[:2] if couple.joint in bent else terms)
        bent |= {name} if couple.joint in bent or order(terms) > 1 else set()
    return replace(robot, joints=tuple(replace(joint, couple=couples.get(joint.name)) for joint in robot.joints))


def built(seed: int, robot: Robot | None = None, friction: bool = True) -> arm.Model:
    """The model of a robot; one in two has reflected motors."""
    return arm.model(robot or everything(seed), motors=("full", "reflected")[seed % 2], friction=friction)


def formulations(seed: int) -> float:
    """Disagreement of the formulations with each other."""
    return arm.check(built(seed), states=1, seed=seed).worst


def compiled(seed: int, quantities: tuple[str, ...] = DYNAMICS) -> float:
    """Difference of compiled code from the evaluation on floats, relative to the largest entry."""
    model = built(seed)
    native, plain = arm.compile(model), arm.evaluate(model)
    q, qd, qdd = random_state(np.random.default_rng(seed), model)
    state = {"q": q, "qd": qd, "qdd": qdd, "tau": plain.inverse_dynamics(q, qd, qdd)}
    worst = 0.0
    for name in quantities:
        arguments = [state[each] for each in (QUANTITIES | DERIVATIVES)[name].inputs]
        ours, theirs = getattr(native, name)(*arguments), getattr(plain, name)(*arguments)
        for found, expected in zip(ours, theirs, strict=True) if name in DERIVATIVES else [(ours, theirs)]:
            worst = float(np.maximum(worst, np.abs(found - expected).max() / np.abs(expected).max()))
    return worst


def conserved(seed: int) -> tuple[float, float, float, float]:
    """Drift of energy, angular and linear momentum and of the norms of quaternions, without gravity and friction.

    Drifts are relative to the energy and to the momenta of the start. The solver integrates momenta: rounding errors of
    M⁻¹ change velocities then, which p = M v hides, and no momentum. One that integrates velocities adds these errors
    to the momenta, and where M is ill-conditioned their noise makes the steps of tight tolerances tiny.
    """
    model = built(seed, replace(everything(seed), gravity=(0.0, 0.0, 0.0)), friction=False)
    rng = np.random.default_rng(seed)
    q0, qd0 = model.integrate(model.neutral, rng.uniform(-0.3, 0.3, model.nv)), rng.uniform(-0.5, 0.5, model.nv)
    solver = arm.solvers.Gauss3(step=STEP)
    run = arm.simulate(model, DURATION, q0=q0, qd0=qd0, solver=solver, record=DURATION / 100)
    assert run.complete
    energy = np.abs(run.energy - run.energy[0]).max() / run.energy[0]
    start = arm.evaluate(model).spatial_momentum(q0, qd0).reshape(2, 3)
    angular, linear = run.metrics().momentum_drift / np.linalg.norm(start, axis=1)
    turned = [joint.q for joint in model.joints if joint.kind.form.quaternion is not None and not joint.kind.shared]
    norms = [np.linalg.norm(run.q[:, place.stop - 4 : place.stop], axis=1) for place in turned]
    return float(energy), float(angular), float(linear), float(np.abs(np.array(norms) - 1).max())


def pinocchio(seed: int) -> float:
    """Difference from Pinocchio, whose equations of the robot without couplings are projected; rotors are bodies."""
    model = arm.model(everything(seed), friction=False)
    q, qd, qdd = random_state(np.random.default_rng(seed), model)
    free = Free(model, q, qd)
    theirs = PinocchioRobot(free.model)
    y, yd, ydd = free.q, free.qd, free.G @ qdd + free.G_dot @ qd
    efforts = theirs.inverse_dynamics(y, yd, ydd) + passive.elastic(free.model, y)
    return _differences(model, (q, qd, qdd), free.G.T @ theirs.mass_matrix(y) @ free.G, free.G.T @ efforts)


def mujoco(seed: int) -> float:
    """Difference from MuJoCo, whose equations of the robot without couplings are projected; rotors are armature."""
    model = arm.model(everything(seed), motors="reflected", friction=False)
    q, qd, qdd = random_state(np.random.default_rng(seed), model)
    free = Free(model, q, qd)
    M, efforts = MujocoRobot(free.model).moved(free.q, free.qd, free.G @ qdd + free.G_dot @ qd)
    return _differences(model, (q, qd, qdd), free.G.T @ M @ free.G, free.G.T @ efforts)


def _differences(model: arm.Model, state: tuple[np.ndarray, ...], M: np.ndarray, tau: np.ndarray) -> float:
    """Differences of M, inverse and forward dynamics, relative to the largest entries."""
    q, qd, qdd = state
    plain = arm.evaluate(model)
    pairs = [(plain.mass_matrix(q), M), (plain.inverse_dynamics(*state), tau)]
    pairs.append((plain.forward_dynamics(q, qd, tau), qdd))
    return max(float(np.abs(ours - theirs).max() / np.abs(theirs).max()) for ours, theirs in pairs)
