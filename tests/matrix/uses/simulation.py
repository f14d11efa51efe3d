"""Simulations: every family of solvers, sampled laws, stacks, gradients."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

import armillary as arm
from matrix.cells import use
from matrix.kinds import Kind
from matrix.uses.quantities import close

GROUP = "Simulation"
STEP = 5e-5
RK4 = arm.solvers.RK4(step=STEP)


def finite(run: arm.Trajectory) -> None:
    """Check that a run came to its end with finite numbers."""
    assert np.all(run.complete)
    for name in ("q", "qd", "qdd", "tau", "kinetic", "potential", "work", "dissipated"):
        assert np.all(np.isfinite(getattr(run, name))), name


def accelerations(kind: Kind, run: arm.Trajectory) -> None:
    """Check recorded accelerations against the plain equations, which know no states of drives, sticking and stops."""
    dry = any(each.friction.coulomb for each in kind.robot.joints)
    drives = any(motor.gear or motor.winding or motor.friction.coulomb for motor in kind.robot.motors)
    stops = any(event.kind == "stop" for event in run.events)
    if not dry and not drives and not stops:
        for k in (0, len(run.t) // 2, -1):
            close(run.qdd[k], kind.plain.forward_dynamics(run.q[k], run.qd[k], run.tau[k]), 1e-7)


@use(GROUP, "adaptive steps")
def adaptive(kind: Kind, folder: Path) -> None:
    finite(kind.run)
    assert kind.run.drift_max < 1e-5
    accelerations(kind, kind.run)


@use(GROUP, "fixed steps")
def fixed(kind: Kind, folder: Path) -> None:
    run = arm.simulate(kind.loop, record=0.01, solver=RK4)
    finite(run)
    assert run.drift_max < 1e-3
    close(run.q, kind.run.q, 1e-4)


@use(GROUP, "symplectic steps (Gauss)")
def symplectic(kind: Kind, folder: Path) -> None:
    run = arm.simulate(kind.loop, record=0.01, solver=arm.solvers.Gauss2(step=STEP))
    finite(run)
    close(run.q, kind.run.q, 1e-3)


@use(GROUP, "stiff steps (Rosenbrock)")
def stiff(kind: Kind, folder: Path) -> None:
    run = arm.simulate(kind.loop, record=0.01, solver=arm.solvers.Rosenbrock(rtol=1e-7, atol=1e-9))
    finite(run)
    close(run.q, kind.run.q, 1e-4)


@use(GROUP, "default start")
def default_start(kind: Kind, folder: Path) -> None:
    run = arm.simulate(kind.robot, 0.02, record=0.01)
    finite(run)


def follows_law(kind: Kind, run: arm.Trajectory, efforts: np.ndarray, rows: slice) -> None:
    """Check efforts against PD control at rows of a run, for coordinates that are no part of a quaternion.

    Those of elastic gears act on their rotors; an inductive winding follows its command with a delay.
    """
    if any(motor.winding and motor.winding.inductance for motor in kind.robot.motors):
        return
    efforts = efforts[:, : kind.joints].copy()
    columns = {name: k for k, name in enumerate(run.velocities)}
    for motor in kind.robot.motors:
        if f"{motor.name}.rotor" in columns:
            efforts[:, columns[motor.joint]] += run.tau[:, columns[f"{motor.name}.rotor"]][
                len(run.tau) - len(efforts) :
            ]
    q, v = (
        places[places < size] for places, size in zip(kind.model.plain, (len(kind.start), kind.joints), strict=True)
    )
    close(efforts[:, v], 20.0 * (run.q[0, q] - run.q[rows][:, q]) - 2.0 * run.qd[rows][:, v], 1e-9)


@use(GROUP, "joint-space control (PD)")
def joint_control(kind: Kind, folder: Path) -> None:
    run = arm.simulate(replace(kind.loop, limits="none"), record=0.01)
    follows_law(kind, run, run.tau, slice(None))


@use(GROUP, "control by a function")
def function(kind: Kind, folder: Path) -> None:
    def brake(t, q, qd, reference):
        return -0.5 * qd

    run = arm.simulate(replace(kind.loop, controller=brake), record=0.01)
    finite(run)
    assert np.all(run.work <= 1e-9)


@use(GROUP, "model-based control (computed torque)")
def computed_torque(kind: Kind, folder: Path) -> None:
    law = arm.controllers.ComputedTorque(kp=100.0, kd=20.0)
    finite(arm.simulate(replace(kind.loop, controller=law), record=0.01))


@use(GROUP, "operational-space control")
def operational_space(kind: Kind, folder: Path) -> None:
    law = arm.controllers.OperationalSpace(kp=100.0, kd=20.0, damping=0.1)
    move = arm.references.Line(displacement=[0.01, 0.0, 0.01], duration=0.1)
    finite(arm.simulate(replace(kind.loop, controller=law, reference=move, qd0=None), 0.02, record=0.01))


@use(GROUP, "sampled control with sensors")
def sampled(kind: Kind, folder: Path) -> None:
    period = 5e-3
    sensors = (arm.sensors.Encoder(), arm.sensors.Tachometer())
    scenario = replace(kind.loop, period=period, sensors=sensors, limits="none")
    run = arm.simulate(scenario, record=period)
    finite(run)
    assert run.drift_max < 1e-5
    # A row has the effort up to its instant: that of the law at the instant before.
    follows_law(kind, run, run.tau[1:], slice(None, -1))


@use(GROUP, "current and voltage commands")
def motor_commands(kind: Kind, folder: Path) -> None:
    law = arm.controllers.OpenLoop([0.1] * kind.joints)
    for command in ("current", "voltage"):
        finite(arm.simulate(replace(kind.loop, controller=law, command=command), record=0.01))


@use(GROUP, "pushes")
def pushes(kind: Kind, folder: Path) -> None:
    push = arm.Push("tip", (0, 0, 0, 1.0, 2.0, 3.0), start=0.01, end=0.05)
    run = arm.simulate(replace(kind.loop, disturbances=push), record=0.01)
    finite(run)
    assert run.drift_max < 1e-5
    assert np.abs(run.external).max() > 0


@use(GROUP, "a plant that changes")
def changes(kind: Kind, folder: Path) -> None:
    heavier = replace(kind.robot, gravity=(0.0, 0.5, -12.0))
    run = arm.simulate(replace(kind.loop, changes=(arm.Change(0.05, heavier),)), record=0.01)
    finite(run)
    close(run.q[:5], kind.run.q[:5], 1e-6)
    assert np.abs(run.q[-1] - kind.run.q[-1]).max() > 0


@use(GROUP, "stacks")
def stacks(kind: Kind, folder: Path) -> None:
    rates = np.outer([0.0, 0.5, 1.0], kind.loop.qd0)
    run = arm.simulate(replace(kind.loop, qd0=rates), record=0.01, solver=RK4)
    finite(run)
    alone = arm.simulate(replace(kind.loop, qd0=rates[1]), record=0.01, solver=RK4)
    close(run[1].q, alone.q, 1e-9)
    close(run[1].dissipated, alone.dissipated, 1e-6)


@use(GROUP, "rollouts and gradients")
def rollout(kind: Kind, folder: Path) -> None:
    scenario = replace(kind.loop, limits="none", start="undeformed")
    run = arm.rollout(scenario, 0.02, solver=RK4, record=0.01, parameters={"controller.kp": 20.0})
    known = arm.simulate(scenario, 0.02, solver=RK4, record=0.01)
    close(run.q, known.q, 1e-9)
    rng = np.random.default_rng(1)
    q_bar, qd_bar = rng.normal(size=run.q.shape), rng.normal(size=run.qd.shape)
    gradients = run.vjp(q_bar, qd_bar)
    directions = {name: rng.normal(size=np.shape(value)) for name, value in gradients.items()}
    dq, dqd = run.jvp(directions)
    forward = np.sum(dq * q_bar) + np.sum(dqd * qd_bar)
    reverse = sum(np.sum(np.asarray(gradients[name]) * directions[name]) for name in gradients)
    close(np.array(forward), np.array(reverse), 1e-8)
    assert forward


@use(GROUP, "iterative learning")
def learning(kind: Kind, folder: Path) -> None:
    move = arm.references.FifthOrder(end=kind.target, duration=0.1)
    scenario = replace(kind.loop, qd0=None, reference=move, duration=0.1)
    found = arm.learn(scenario, 1, kp=1.0)
    assert np.all(np.isfinite(found.errors))


@use(GROUP, "metrics and summary")
def metrics(kind: Kind, folder: Path) -> None:
    found = kind.run.metrics()
    assert np.all(np.isfinite(found.peak_effort))
    assert np.isfinite(found.work)
    assert kind.robot.name in kind.run.summary()
    assert "<" in kind.run._repr_html_()
