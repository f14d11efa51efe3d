"""Quantities of a robot: on floats, as native code, differentiated, counted, compared."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import numpy as np

import armillary as arm
from internals import QUANTITIES
from matrix.cells import use
from matrix.kinds import Kind

GROUP = "Quantities"
SPECIAL = {"generalized_jacobian"}
"""Quantities with a row of their own."""
WRENCH = {"tip": np.array([0.1, -0.2, 0.3, 1.0, 2.0, -0.5])}


def ordinary() -> list[str]:
    """Return the names of the quantities that every robot has."""
    return [name for name, each in QUANTITIES.items() if not each.singular_values and name not in SPECIAL]


def arguments(kind: Kind, name: str) -> list[np.ndarray]:
    """Return the arguments of a quantity at the state of a kind."""
    return [kind.state[each] for each in QUANTITIES[name].inputs]


def close(found: np.ndarray, expected: np.ndarray, limit: float = 1e-9) -> None:
    """Check finite values, which differ by no more than a part of the greatest one."""
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape
    assert np.all(np.isfinite(found))
    size = max(np.abs(expected).max(initial=0.0), 1e-3)
    worst = np.abs(found - expected).max(initial=0.0) / size
    assert worst <= limit, f"relative difference {worst:.2g}"


@use(GROUP, "evaluation on floats")
def evaluate(kind: Kind, folder: Path) -> None:
    for name in ordinary():
        assert np.all(np.isfinite(getattr(kind.plain, name)(*arguments(kind, name)))), name
    q, qd, qdd = (kind.state[each] for each in ("q", "qd", "qdd"))
    M = kind.plain.mass_matrix(q)
    close(M, M.T)
    assert np.linalg.eigvalsh(M).min() > 0
    close(kind.plain.forward_dynamics(q, qd, kind.plain.inverse_dynamics(q, qd, qdd)), qdd, 1e-8)


@use(GROUP, "native code")
def compile(kind: Kind, folder: Path) -> None:
    for name in ordinary():
        given = arguments(kind, name)
        close(getattr(kind.native, name)(*given), getattr(kind.plain, name)(*given))


@use(GROUP, "batches in threads, wrenches")
def batches(kind: Kind, folder: Path) -> None:
    rows = [np.tile(each, (5, 1)) for each in arguments(kind, "forward_dynamics")]
    found = arm.compile(kind.model, threads=2).forward_dynamics(*rows, wrenches=WRENCH)
    one = kind.plain.forward_dynamics(*arguments(kind, "forward_dynamics"), wrenches=WRENCH)
    close(found, np.tile(one, (5, 1)))


@use(GROUP, "derivatives, VJP and JVP")
def derivatives(kind: Kind, folder: Path) -> None:
    q, qd, tau = arguments(kind, "forward_dynamics")
    by_q, by_qd, by_tau = kind.native.forward_dynamics_derivatives(q, qd, tau)
    dq, dqd, dtau = np.random.default_rng(3).normal(size=(3, kind.model.nv))
    step = 1e-6

    def moved(h: float) -> np.ndarray:
        return kind.plain.forward_dynamics(kind.model.integrate(q, h * dq), qd + h * dqd, tau + h * dtau)

    along = by_q @ dq + by_qd @ dqd + by_tau @ dtau
    close((moved(step) - moved(-step)) / (2 * step), along, 1e-4)
    close(kind.native.forward_dynamics_jvp(q, qd, tau, (dq, dqd, dtau)), along, 1e-8)
    bar = np.random.default_rng(4).normal(size=kind.model.nv)
    for found, matrix in zip(kind.native.forward_dynamics_vjp(q, qd, tau, bar), (by_q, by_qd, by_tau), strict=True):
        close(found, bar @ matrix, 1e-8)


@use(GROUP, "free parameters")
def parameters(kind: Kind, folder: Path) -> None:
    first = next(iter(kind.model.numbers.inputs.values()))
    free = arm.model(kind.robot, free=[first.name])
    value = [1.1 * first.value if first.value else 0.1]
    given = arguments(kind, "inverse_dynamics")
    found = arm.compile(free).inverse_dynamics(*given, parameters=value)
    close(found, arm.evaluate(free.with_values(value)).inverse_dynamics(*given))
    assert np.abs(found - kind.plain.inverse_dynamics(*given)).max() > 0


@use(GROUP, "operation counts")
def cost(kind: Kind, folder: Path) -> None:
    assert arm.cost(kind.model, "inverse_dynamics").flops > 10


@use(GROUP, "comparison of formulations")
def check(kind: Kind, folder: Path) -> None:
    assert arm.check(kind.model, 1).worst < 1e-7


@use(GROUP, "other motor models")
def motor_models(kind: Kind, folder: Path) -> None:
    for motors in ("reflected", "none"):
        model = arm.model(kind.robot, motors=motors, friction=False)
        M = arm.evaluate(model).mass_matrix(model.neutral)
        assert np.linalg.eigvalsh(M).min() > 0


@use(GROUP, "performance indices")
def indices(kind: Kind, folder: Path) -> None:
    q = kind.state["q"]
    found = kind.native.manipulability(q, task="position")
    close(found, kind.plain.manipulability(q, task="position"), 1e-7)
    gradient = kind.native.manipulability_gradient(q, task="position")
    assert np.all(np.isfinite(gradient))


@use(GROUP, "generalised Jacobian")
def generalised_jacobian(kind: Kind, folder: Path) -> None:
    q = kind.state["q"]
    close(kind.native.generalized_jacobian(q), kind.plain.generalized_jacobian(q))


@use(GROUP, "pickle and copy")
def copies(kind: Kind, folder: Path) -> None:
    assert pickle.loads(pickle.dumps(kind.robot)) == kind.robot == copy.deepcopy(kind.robot)
    assert pickle.loads(pickle.dumps(kind.loop)) == kind.loop == copy.deepcopy(kind.loop)
    q = kind.state["q"]
    for value in (kind.model, kind.native, kind.plain):
        for other in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):
            dynamics = arm.evaluate(other) if isinstance(other, arm.Model) else other
            close(dynamics.mass_matrix(q), kind.plain.mass_matrix(q))
    for other in (pickle.loads(pickle.dumps(kind.run)), copy.deepcopy(kind.run)):
        close(other.q, kind.run.q, 0.0)
