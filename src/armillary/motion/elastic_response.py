"""Elastic response of flexible links to a prescribed motion of the joints: sag and vibration.

With the joints at q(t), the elastic coordinates e follow from their rows of inverse dynamics, where no effort acts:
    M_ee ë + h_e(q, e, q̇, ė, q̈) = 0                                                     (1)
The joints follow the motion exactly, as with stiff drives under good control. The links start at rest in
their equilibrium at the first configuration. A step 2η of the method of [Bathe2007] is the trapezoidal rule, then the
backward difference over both halves; with the states 0, 1, 2 at its times,
    ė₁ = ė₀ + η (ë₀ + ë₁)/2,   e₁ = e₀ + η (ė₀ + ė₁)/2                                    (2)
    ė₂ = (4 ė₁ − ė₀ + 2η ë₂)/3,   e₂ = (4 e₁ − e₀ + 2η ė₂)/3                               (3)
It keeps slow modes and damps those that are faster than its steps. Both halves solve (1) for ë with M_ee + f D + f² K
in place of the exact derivative, f = η/2 or 2η/3. Joints move by polynomials of fifth order between the times of the
motion.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from armillary.compiler.compiled import Compiled
from armillary.errors import ArgumentError, ConvergenceError
from armillary.motion.task import Motion
from armillary.simulation.starting import settled
from armillary.spatial.scalar import Floats

FINE = 60
"""Steps in a period of the slowest mode."""
MOST = 8000
"""Greatest number of steps; beyond it a period has fewer, so that links which are stiff for a motion do not vibrate."""
ROUNDS, NEAR, TINY = 20, 1e-11, 1e-17
"""Greatest number of iterations for a step; the change of e, relative and absolute, that ends them."""


def with_elastic_response(dyn: Compiled, motion: Motion) -> Motion:
    """Return a motion with its elastic coordinates from (1); the motion of a rigid robot is returned unchanged.

    Raises:
        ArgumentError: A joint has a quaternion.
        ConvergenceError: The links bend further than the iteration can follow.
    """
    model = dyn.model
    n = len(model.elastic)
    if not n:
        return motion
    if model.nq != model.nv:
        problem = f"{model.robot.name!r}, which has flexible links and joints with quaternions"
        raise ArgumentError("robot", problem, "joints that turn or slide about one axis")
    elastic = slice(model.nv - n, model.nv)
    K = np.asarray(model.stiffness, dtype=float)[elastic, elastic]
    D = np.asarray(model.damping, dtype=float)[elastic, elastic]
    M = dyn.mass_matrix(motion.q)[:, elastic, elastic]
    slowest = float(np.sqrt(max(np.linalg.eigvals(np.linalg.solve(M[0], K)).real.min(), 1e-30)))
    parts = np.maximum(1, np.ceil(np.diff(motion.t) * slowest * FINE / (2 * np.pi))).astype(int)
    parts = np.maximum(1, parts * min(1.0, MOST / parts.sum())).astype(int)
    row = np.concatenate([motion.q[:1], np.zeros((1, model.nv))], axis=1)
    q, qd, qdd = motion.q.copy(), motion.qd.copy(), motion.qdd.copy()
    q[0, elastic] = settled(model, row)[0, elastic]
    qdd[0, elastic] = -np.linalg.solve(M[0], dyn.inverse_dynamics(q[0], qd[0], qdd[0])[elastic])
    for k, count in enumerate(parts):
        half = (motion.t[k + 1] - motion.t[k]) / (2 * count)
        solve = [f**2 * np.linalg.inv(M[k + 1] + f * D + f**2 * K) for f in (half / 2, 2 * half / 3)]
        state = _State(q[k, elastic], qd[k, elastic], qdd[k, elastic])
        ends = _between(motion, k, 2 * int(count))
        for first, second in zip(ends[::2], ends[1::2], strict=True):
            middle = _solved(dyn, first, partial(_trapezoidal, state, half), solve[0], half / 2)
            state = _solved(dyn, second, partial(_backward, state, middle, half), solve[1], 2 * half / 3)
        q[k + 1, elastic], qd[k + 1, elastic], qdd[k + 1, elastic] = state
    return replace(motion, q=q, qd=qd, qdd=qdd)


class _State(NamedTuple):
    """Elastic coordinates e, their rates and accelerations."""

    e: Floats
    v: Floats
    a: Floats


def _trapezoidal(start: _State, half: float, a: Floats | None) -> _State:
    """Return the state after a half step that ends with the acceleration a, default that of its start, (2)."""
    a = start.a if a is None else a
    v = start.v + half / 2 * (start.a + a)
    return _State(start.e + half / 2 * (start.v + v), v, a)


def _backward(start: _State, middle: _State, half: float, a: Floats | None) -> _State:
    """Return the state after a step that ends with the acceleration a, default that of its middle, (3)."""
    a = middle.a if a is None else a
    v = (4 * middle.v - start.v + 2 * half * a) / 3
    return _State((4 * middle.e - start.e + 2 * half * v) / 3, v, a)


def _solved(
    dyn: Compiled, joints: tuple[Floats, ...], state: Callable[[Floats | None], _State], solve: Floats, f: float
) -> _State:
    """Return the state that satisfies (1); `joints` are q, q̇ and q̈, whose elastic entries are overwritten."""
    q, qd, qdd = joints
    now = state(None)
    n = len(now.a)
    for _ in range(ROUNDS):
        q[-n:], qd[-n:], qdd[-n:] = now
        change = solve @ dyn.inverse_dynamics(q, qd, qdd)[-n:]
        now = state(now.a - change / f**2)
        if np.abs(change).max() <= NEAR * np.abs(now.e).max() + TINY:
            return now
    raise ConvergenceError("the links bend too far for the motion; try a slower one, or stiffer links")


def _between(motion: Motion, k: int, count: int) -> list[tuple[Floats, Floats, Floats]]:
    """Return q, q̇ and q̈ at the ends of `count` parts of an interval, by the polynomial of fifth order."""
    h = motion.t[k + 1] - motion.t[k]
    (q0, q1), (v0, v1), (a0, a1) = (rows[k : k + 2] for rows in (motion.q, motion.qd, motion.qdd))
    rest = (q1 - q0 - h * v0 - h**2 * a0 / 2, h * (v1 - v0 - h * a0), h**2 * (a1 - a0))
    c = [[10, -4, 0.5], [-15, 7, -1], [6, -3, 0.5]] @ np.stack(rest)  # of s³, s⁴ and s⁵
    instants = []
    for s in np.arange(1, count + 1) / count:
        q = q0 + s * h * v0 + (s * h) ** 2 * a0 / 2 + s**3 * (c[0] + s * (c[1] + s * c[2]))
        qd = v0 + s * h * a0 + s**2 / h * (3 * c[0] + s * (4 * c[1] + s * 5 * c[2]))
        qdd = a0 + s / h**2 * (6 * c[0] + s * (12 * c[1] + s * 20 * c[2]))
        instants.append((q, qd, qdd))
    return instants
