"""Analysis: linear models, frequencies, equilibria, equations, inverse kinematics, workspaces."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

import armillary as arm
from matrix.cells import use
from matrix.kinds import Kind
from matrix.uses.quantities import close

GROUP = "Analysis"


@use(GROUP, "linearisation of a robot")
def linearise(kind: Kind, folder: Path) -> None:
    found, n = arm.linearise(kind.robot, kind.start), kind.model.nv
    assert np.all(np.isfinite(found.A))
    if len(found.A) == 2 * n:  # no states of drives or bristles
        by_q, by_qd, _ = kind.plain.forward_dynamics_derivatives(found.q, found.qd, found.tau)
        close(found.A[n:, :n], by_q, 1e-6)
        close(found.A[n:, n:], by_qd, 1e-6)
    assert len(found.poles()) == len(found.A)
    assert np.all(np.isfinite(found.response([1.0])))


@use(GROUP, "linearisation of a closed loop")
def linearise_loop(kind: Kind, folder: Path) -> None:
    found = arm.linearise(replace(kind.loop, qd0=None))
    assert np.all(np.isfinite(found.poles()))
    assert len(found.A) >= 2 * kind.model.nv


@use(GROUP, "state feedback (LQR)")
def state_feedback(kind: Kind, folder: Path) -> None:
    law = arm.lqr(arm.linearise(kind.robot, kind.start), 1.0, 1.0)
    assert np.all(np.isfinite(law.gain))


@use(GROUP, "margins, continuous and sampled")
def margins(kind: Kind, folder: Path) -> None:
    for period in (None, 1e-3):
        found = arm.margins(replace(kind.loop, qd0=None, period=period))
        assert np.all(np.isfinite(found.poles))
        assert len(found.tables()) > 0


@use(GROUP, "root locus")
def root_locus(kind: Kind, folder: Path) -> None:
    found = arm.root_locus(replace(kind.loop, qd0=None), "controller.kd", [2.0, 4.0])
    assert len(found.stable) == 2


def holding(kind: Kind) -> object:
    """Return springs at the joints of a rigid robot, without which nothing rings; others have their own elasticity."""
    return "locked" if kind.model.elastic or kind.model.drives else np.full(kind.joints, 100.0)


@use(GROUP, "natural frequencies")
def frequencies(kind: Kind, folder: Path) -> None:
    found = arm.frequencies(kind.robot, kind.start, joints=holding(kind))
    assert len(found.hz) > 0
    assert np.all(np.isfinite(found.hz))
    assert np.all(found.hz > 0)


@use(GROUP, "Campbell diagram")
def campbell(kind: Kind, folder: Path) -> None:
    found = arm.campbell(kind.robot, "gravity.z", [-9.81, -5.0], q=kind.start, joints=holding(kind), count=2)
    assert np.all(np.isfinite(found.hz))


@use(GROUP, "convergence of modes")
def convergence(kind: Kind, folder: Path) -> None:
    assert arm.convergence(kind.robot, kind.start, count=1).tables()


@use(GROUP, "static equilibrium")
def statics(kind: Kind, folder: Path) -> None:
    found = arm.statics(kind.robot, kind.start, wrench=[0, 0, 0, 0.5, 0, 1.0])
    q = np.asarray(found.q)
    needed = kind.plain.inverse_dynamics(
        q, np.zeros(kind.model.nv), np.zeros(kind.model.nv), wrenches={"tip": np.array([0, 0, 0, 0.5, 0, 1.0])}
    )
    # Links and gears are at rest under the loads; what is left acts at the joints, or at the motors behind gears.
    elastic = slice(kind.joints, kind.model.nv - len(kind.model.drives))
    assert np.abs(needed[elastic]).max(initial=0.0) < 1e-6


@use(GROUP, "equations to read")
def equations(kind: Kind, folder: Path) -> None:
    found = arm.equations(kind.robot)
    q = kind.state["q"]
    close(np.array(found.evaluate("M", q)), kind.plain.mass_matrix(q), 1e-7)
    assert len(found.latex("M")) > 0


@use(GROUP, "inverse kinematics")
def inverse_kinematics(kind: Kind, folder: Path) -> None:
    target = kind.plain.pose(full(kind))[:3, 3]
    found = arm.inverse_kinematics(kind.robot, target, starts=4, q0=kind.start)
    assert found.success
    close(kind.plain.pose(found.q)[:3, 3], target, 1e-7)
    every = arm.inverse_kinematics(kind.robot, target, all=True, starts=4, q0=kind.start)
    assert every.success
    for q in every.q:
        close(kind.plain.pose(q)[:3, 3], target, 1e-7)


def full(kind: Kind) -> np.ndarray:
    """Return the start with straight links and unloaded gears."""
    return arm.Scenario(kind.robot, q0=kind.start, start="undeformed").starts[0, : kind.model.nq]


@use(GROUP, "workspace")
def workspace(kind: Kind, folder: Path) -> None:
    found = arm.workspace(kind.robot, count=20)
    assert found.points.shape == (20, 3)
    assert np.isfinite(found.reach)


@use(GROUP, "ellipsoids")
def ellipsoids(kind: Kind, folder: Path) -> None:
    found = arm.ellipsoids(kind.robot, kind.run.q[:2])
    assert np.all(np.isfinite(found.manipulability))


@use(GROUP, "comparison of robots")
def select(kind: Kind, folder: Path) -> None:
    other = replace(kind.robot, name="other", gravity=(0.0, 0.0, -5.0))
    found = arm.select([kind.robot, other], sampling=arm.selection.Sampling(20), timed=False)
    assert len(found.ranking) == 2
    assert found.to_json()


@use(GROUP, "choice of motors")
def choose_motors(kind: Kind, folder: Path) -> None:
    task = arm.MotionTask(arm.references.FifthOrder(start=kind.start, end=kind.target, duration=0.5))
    found = arm.choose_motors(replace(kind.robot, motors=()), task, budget=4)
    assert found.to_json()
