"""Explicit equations by composite bodies and Christoffel symbols; cheapest for few joints. [Echeandia2021]

A direction a of a joint turns everything beyond it about e_a. The velocity J_b that direction b gives a mass point
changes along the direction k by
    D_k J_b = e_k × J_b  if k belongs to a joint before that of b, or to the same;  e_b × J_k  otherwise            (1)
and slides (e = 0) change nothing. For mass points b_ijk = Σ m J_i · D_k J_j, the sum over all points beyond the
outermost of the three joints, which move as one body. So all symbols are of one kind, with a before b:
    t_abi = Σ m J_i · (e_a × J_b) = −t_aib                                                                         (2)
For i before b everything beyond b is a body with mass m, first moment s and second moments Q about the origin of b,
and with (e, v) the direction b there, (2) is the effort in direction i of the force and moment
    f = e_a × (m v + e × s),   n = s × (e_a × v) + (Q e_a) × e                                                     (3)
carried inward as `composite_body` carries the momentum of a column.
    C_ij = Σ_k b_ijk q̇_k,   c_i = Σ_jk b_ijk q̇_j q̇_k                                                              (4)
In the plane (2) is ± s × r and does not depend on a: a handful of numbers makes all of C. Gravity:
    g_i = −e_i · (s × g) − v_i · m g                                                                               (5)
The directions S_j of some joints move in their child by ∂_k S_j along a direction k of the same joint. This is one more
velocity of everything beyond, which adds to b_ijk the inner product
    Σ m J_i · (∂_k S_j)                                                                                            (6)
by the composite body of i or of the joint, whichever lies beyond.
`coriolis` has the part of rotors. The result depends on M(q) alone, so that frames and base parameters are free
(`reframe`, `regroup`, `align`). `spread` has coupled robots.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations import composite_body
from armillary.formulations.coriolis import BodyMotions, add_rotors
from armillary.formulations.formulation import CHRISTOFFEL
from armillary.formulations.ldl import accelerations
from armillary.formulations.passive import passive
from armillary.formulations.remember import memoised
from armillary.formulations.spread import Spread, joint_coriolis, joint_vector
from armillary.formulations.weight import with_compensation
from armillary.kinematics.jacobian import subspace_changes
from armillary.multibody import BASE, Model, gather
from armillary.spatial.inertia import second_moments
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Scalar

Symbols = dict[tuple[int, int, int], Scalar]
"""(i, j, k) → b_ijk; missing symbols are zero."""


@joint_coriolis(composite_body.mass_matrix)
def coriolis_matrix(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return C(q, q̇), shape (nv, nv), with Ṁ − 2C skew and C q̇ the Coriolis and centrifugal efforts, (4)."""
    qd = np.asarray(qd)
    explicit = _Explicit(model, q)
    entries: list[list[Scalar]] = [[0.0 * qd[0]] * model.nv for _ in range(model.nv)]
    for (i, j, k), value in explicit.symbols().items():
        entries[i][j] = entries[i][j] + value * qd[k]
    explicit.add_rotors(qd, entries)
    return np.array(entries)


@memoised
def bias(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return C q̇ + g + friction + elastic efforts, shape (nv,) [N·m or N]."""
    load = passive(model, q, qd)
    load = load if model.compensation is None else load + gravity(model.compensation, q)
    if not model.coupled:
        return _Explicit(model, q).bias(np.asarray(qd)) + load
    spread = Spread(model, q)
    efforts = _Explicit(spread.model, spread.q).bias(spread.rates(qd)) + spread.drift(composite_body.mass_matrix, qd)
    return spread.vector(efforts) + load


@with_compensation
@joint_vector
def gravity(model: Model, q: ArrayLike) -> Array:
    """Return the efforts that hold the robot at rest, shape (nv,) [N·m or N], (5)."""
    return _Explicit(model, q).gravity()


def inverse_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
    """Return τ = M q̈ + C q̇ + g + friction, shape (nv,) [N·m or N]."""
    return composite_body.mass_matrix(model, q) @ np.asarray(qdd) + bias(model, q, qd)


def forward_dynamics(model: Model, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Array:
    """Return q̈ = M⁻¹ (τ − C q̇ − g − friction), shape (nv,)."""
    return accelerations(model, composite_body.mass_matrix(model, q), np.asarray(tau) - bias(model, q, qd))


class _Explicit:
    """The composite bodies of a configuration, and the axes of all directions in the frame of each body they turn."""

    def __init__(self, model: Model, q: ArrayLike) -> None:
        CHRISTOFFEL.check(model)
        self.model, self.q = model, q
        self.step = {i: model.joints[i].step(q) for i, _ in model.outward()}
        self.bodies = composite_body.composites(model, self.step, {i: model.bodies[i].at(q) for i in self.step})
        self.S: dict[int, tuple[Array, Array]] = {}
        self.axes: dict[int, dict[int, Array]] = {BASE: {}}
        for body, parent in model.outward():
            self.S[body] = model.joints[body].subspace(q)
            joint_axes = dict(enumerate(self.S[body][0].T, model.joints[body].v.start))
            self.axes[body] = {a: self.step[body].into(e) for a, e in self.axes[parent].items()} | joint_axes

    def symbols(self) -> Symbols:
        """Return b_ijk, rotors left out."""
        model = self.model
        t: Symbols = {}
        for body, _ in model.outward():
            slot = model.joints[body].v
            for a, b in itertools.product(self.axes[body], range(slot.start, slot.stop)):
                t |= {(a, b, i): value for i, value in self._triples(body, a, b)}
        symbols: Symbols = {}
        owner = model.owner.tolist()  # faster than an array, entry by entry
        for i, j, k in itertools.product(range(model.nv), repeat=3):
            a, b = (k, j) if owner[k] <= owner[j] else (j, k)  # (1)
            sign, key = (1, (a, b, i)) if owner[i] <= owner[b] else (-1, (a, i, b))  # (2)
            if key in t:
                symbols[i, j, k] = sign * t[key]
        for body, _ in model.outward():
            for j, k, turned, slid in subspace_changes(model.joints[body], self.q):
                for i, value in self._along(body, turned, slid):
                    symbols[i, j, k] = symbols[i, j, k] + value if (i, j, k) in symbols else value  # (6)
        return symbols

    def _along(self, body: int, turned: Array, slid: Array) -> Iterator[tuple[int, Scalar]]:
        """Yield i and (6) for a velocity of everything beyond a joint, for all directions i before and beyond it."""
        yield from self._carried(body, *self._momentum(body, turned, slid))
        for other, _ in self.model.outward():
            if other != body and body in self.model.path(other):
                for i, (e, v) in enumerate(zip(*(half.T for half in self.S[other]), strict=True)):
                    n, f = self._momentum(other, e, v)
                    for step in (self.step[p] for p in self._between(other, body)):
                        f = step.out(f)
                        n = step.out(n) + cross(step.r, f)
                    yield self.model.joints[other].v.start + i, turned @ n + slid @ f

    def _between(self, body: int, ancestor: int) -> Iterator[int]:
        """Yield the bodies from one back to another that carries it, which is left out."""
        return itertools.takewhile(lambda p: p != ancestor, self.model.path(body))

    def _momentum(self, body: int, turned: Array, slid: Array) -> tuple[Array, Array]:
        """Return the momentum (n, f) of everything beyond a joint that moves at this velocity."""
        m, s, inertia = self.bodies[body]
        return inertia @ turned + cross(s, slid), m * slid + cross(turned, s)

    def _carried(self, body: int, n: Array, f: Array) -> Iterator[tuple[int, Scalar]]:
        """Yield i and the effort in direction i of a moment and force on a body, for all i that move it."""
        for p in self.model.path(body):
            (S_omega, S_v), step = self.S[p], self.step[p]
            yield from enumerate(S_omega.T @ n + S_v.T @ f, self.model.joints[p].v.start)
            f = step.out(f)
            n = step.out(n) + cross(step.r, f)

    def _triples(self, body: int, a: int, b: int) -> Iterator[tuple[int, Scalar]]:
        """Return i and t_abi for every direction i that moves the body and a direction b of its joint, (3)."""
        joint, (m, s, inertia), e_a = self.model.joints[body], self.bodies[body], self.axes[body][a]
        e, v = (half[:, b - joint.v.start] for half in self.S[body])
        f = cross(e_a, m * v + cross(e, s))
        return self._carried(body, cross(s, cross(e_a, v)) + cross(second_moments(inertia) @ e_a, e), f)

    def gravity(self) -> Array:
        """Return g, (5)."""
        down: dict[int, Array] = {BASE: self.model.gravity}
        efforts: list[tuple[slice, Array]] = []
        for body, parent in self.model.outward():
            down[body] = self.step[body].into(down[parent])
            joint, (m, s, _) = self.model.joints[body], self.bodies[body]
            S_omega, S_v = self.S[body]
            held = -(S_omega.T @ cross(s, down[body]) + S_v.T @ (m * down[body]))
            efforts.append((joint.v, held))
        return gather(self.model.nv, efforts)

    def bias(self, qd: Array) -> Array:
        """Return C q̇ + g, (4); each product of two rates is taken once."""
        efforts, b = list(self.gravity()), self.symbols()
        for i, j, k in b:
            if j <= k:
                both = b[i, j, k] + b[i, k, j] if j < k else b[i, j, k]
                efforts[i] = efforts[i] + both * (qd[j] * qd[k])
        spin: list[list[Scalar]] = [[0.0] * self.model.nv for _ in range(self.model.nv)]
        self.add_rotors(qd, spin)
        return np.array(efforts) + np.array(spin) @ qd

    def add_rotors(self, qd: Array, entries: list[list[Scalar]]) -> None:
        """Add the part of rotors to the entries of C."""
        if self.model.spinning:
            add_rotors(BodyMotions(self.model, self.q, qd, self.step), entries)
