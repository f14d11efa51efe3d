"""Consequences of impossible bodies: none if links fixed to them compensate, otherwise those for the mass matrix.

Fixed joints merge links into bodies, and the motion depends only on the sums of their masses, first moments and
inertias. If these sums are those of a possible body, or belong to the base, there is no consequence. Otherwise the mass
matrix decides,
    q̇ᵀ M q̇ = Σ_bodies (m |v_C|² + ωᵀ I_C ω) + Σ_rotors J (a · ω + n q̇_j)²                     (1)
The sums do not need the triangle inequality. If no body has a negative mass or principal moment, and no rotor a
negative inertia, M is positive semidefinite in all configurations. It is positive definite in all of them if the body
behind every joint has mass and positive principal moments: then no coordinate moves without energy. With point masses
and massless links the rank of M decides. M is analytic in q, hence its rank is the same almost everywhere, and `FEW`
random states show it.
Whether other bodies compensate a negative mass or moment depends on q. M is then computed on `STATES` random states,
traced once and evaluated on all of them by NumPy: first for the negative bodies and those between them and the base,
without the others, which only add to (1). If that is not positive definite, the whole M is examined, on `FEW` states
before all of them, since an indefinite M is usually indefinite everywhere. With D its diagonal, the eigenvalues of
    D^-½ M D^-½                                                                               (2)
have the signs of those of M and do not depend on the units. Coordinates that move no inertia are left out.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np

from armillary.compiler.program import Port, Program, evaluate, inputs_of, references
from armillary.description.robot import Payload, Robot
from armillary.errors import ArgumentError
from armillary.expr.graph import Graph
from armillary.formulations.composite_body import mass_matrix
from armillary.multibody import Model, build
from armillary.multibody.body import Body
from armillary.multibody.random_states import random_states
from armillary.spatial.inertia import fault, shift_to_com
from armillary.spatial.scalar import Floats

STATES = 1000
"""Number of random states on which a possibly indefinite mass matrix is examined."""
FEW = 3
"""Number of random states that show the rank of a positive semidefinite mass matrix."""
LARGEST = 100
"""Largest number of coordinates whose mass matrix is examined on random states."""
ROUNDING = 1e-12
"""Eigenvalues of (2), and principal moments relative to the largest, up to this size are zero."""


class Consequences:
    """Describes consequences of a robot's impossible bodies; the mass matrix is examined at most once."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot

    def of_body(self, kind: str, name: str) -> str:
        """Return the consequence of an impossible link, payload or motor."""
        if self._model is None:
            return "no joint moves, so it has no effect"
        body = next((body for body in self._model.bodies if _carries(body, kind, name)), None)
        if body is None:
            return "it is fixed to the base, so it has no effect"
        if _possible(body):
            return f"merged with all that is fixed to it, {body.name!r} is a possible body: it has no effect"
        return self.of_matrix()

    def of_matrix(self) -> str:
        """Return whether the mass matrix of all coordinates with inertia is positive definite."""
        return self._examined[0]

    def of_idle(self) -> str:
        """Return whether coordinates without inertia make the mass matrix singular."""
        return self._examined[1]

    @cached_property
    def _model(self) -> Model | None:
        try:
            return build.model(self.robot)
        except ArgumentError:
            return None  # nothing moves

    @cached_property
    def _examined(self) -> tuple[str, str]:
        model = self._model
        if model is None:
            return ("its effect on the mass matrix was not examined",) * 2
        idle = _idle(model)
        regularity = "singular in all configurations" if idle else "not singular for this reason: rotors resist"
        return f"the mass matrix {_definiteness(model, idle)}", f"the mass matrix is {regularity}"


def _definiteness(model: Model, idle: set[int]) -> str:
    """Return in words whether the mass matrix without the `idle` coordinates is positive definite."""
    signs = [_sign(body) for body in model.bodies]
    strict = all(
        sign != 0 or idle.issuperset(range(joint.v.start, joint.v.stop))
        for sign, joint in zip(signs, model.joints, strict=True)
    )
    resisted = [k for k in range(model.nv) if k not in idle]
    doubtful = model.flexible or any(rotor.inertia < 0 for rotor in model.rotors)
    if not doubtful and min(signs) >= 0 and strict:
        return "is positive definite in all configurations: no principal moment is negative"
    doubtful = doubtful or (min(signs) < 0 and not _compensated(model, signs))
    if not doubtful and strict:
        return f"is positive definite on {STATES:,} random states"
    q = random_states(model, FEW)[0]
    with np.errstate(all="ignore"):  # huge entries are reported as indefinite
        M = np.array([mass_matrix(model, row) for row in q], dtype=float)[:, resisted][:, :, resisted]
    if doubtful and _signs(M, q).startswith("positive"):
        if model.nv > LARGEST:
            return f"was not examined: it has more than {LARGEST} coordinates"
        q = random_states(model, STATES)[0]
        M = evaluate(_traced(model), {"q": q})["M"][:, resisted][:, :, resisted]
    return f"is {_signs(M, q)}"


def _compensated(model: Model, signs: list[int]) -> bool:
    """Return whether bodies of negative energy and those between them and the base have a positive definite M."""
    robot = model.robot
    bodies = {model.bodies[body].name for i, sign in enumerate(signs) if sign < 0 for body in model.path(i)}
    above = {joint.child: joint for joint in robot.joints}

    def is_kept(link: str) -> bool:
        while link in above and above[link].type == "fixed":
            link = above[link].parent
        return link in bodies or link == robot.base

    links = tuple(link for link in robot.links if is_kept(link.name))
    joints = (replace(joint, couple=None) for joint in robot.joints if is_kept(joint.child))
    payloads = [load for load in robot.payloads if is_kept(load.link)]
    for motor in robot.motors:  # the stator only: the rotor's share in (1) is a square and cannot make M indefinite
        if motor.mass and is_kept(motor.carrier):
            stator = Payload(f"motor {motor.name}", motor.carrier, motor.mass, motor.position, motor.stator_inertia)
            payloads.append(stator)
    part = replace(
        robot,
        links=links,
        joints=tuple(joints),
        payloads=tuple(payloads),
        motors=(),
        frames=(),
        visuals=(),
        configurations=(),
        strict=False,
    )
    bare = build.model(part)
    q = np.tile(bare.neutral, (STATES, 1))
    rng = np.random.default_rng(0)
    q[:, bare.plain[0]] = rng.uniform(-np.pi, np.pi, (STATES, len(bare.plain[0])))
    for place, _ in bare.quaternions:
        turn = rng.normal(size=(STATES, 4))
        q[:, place] = turn / np.linalg.norm(turn, axis=1, keepdims=True)
    return _signs(evaluate(_traced(bare), {"q": q})["M"], q).startswith("positive")


def _idle(model: Model) -> set[int]:
    """Return the velocity coordinates that move neither a body with inertia nor a rotor."""
    heavy = [bool(body.mass != 0 or np.any(body.inertia) or body.modal.count) for body in model.bodies]
    still = ~model.moves[heavy].any(axis=0) & (model.armature == 0)
    modal = {k for body in model.bodies for k in range(body.modal.v.start, body.modal.v.stop)}
    return {int(k) for k in np.flatnonzero(still)} - modal


def _sign(body: Body) -> int:
    """Return 1 if a body has energy in every motion, 0 if it has none in some, -1 if it is negative in some, (1)."""
    mass = float(body.mass)
    first, inertia = np.asarray(body.first_moment, dtype=float), np.asarray(body.inertia, dtype=float)
    for rotor in body.rotors:  # its share in (1) is a square of its own, which must not hide a negative moment
        inertia = inertia - float(rotor.inertia) * np.outer(rotor.axis, rotor.axis)
    if mass < 0 or not np.isfinite(inertia).all() or (mass == 0 and first.any()):
        return -1
    least = np.linalg.eigvalsh(shift_to_com(inertia, mass, first / mass) if mass else inertia)[0]
    rounding = ROUNDING * np.abs(inertia).max()
    if least < -rounding:
        return -1
    return int(mass > 0 and least > rounding)


def _signs(M: Floats, q: Floats) -> str:
    """Return in words whether mass matrices (N, n, n) at the configurations q are positive definite."""
    diagonal = np.diagonal(M, axis1=1, axis2=2)
    scale = np.sqrt(np.where(diagonal > 0, diagonal, 1.0))
    with np.errstate(over="ignore", invalid="ignore"):
        scaled = M / (scale[:, :, None] * scale[:, None, :])  # (2)
    least = np.full(len(q), np.nan)
    finite = np.isfinite(scaled).all(axis=(1, 2))
    least[finite] = np.linalg.eigvalsh(scaled[finite]).min(axis=1, initial=np.inf)
    # Negated comparisons count NaN, the mark of entries that are not finite, as indefinite.
    for what, where in (("indefinite", ~(least >= -ROUNDING)), ("singular", ~(least > ROUNDING))):
        if where.any():
            at = ", ".join(f"{value:.4g}" for value in q[where.argmax()][:8]) + (", …" if q.shape[1] > 8 else "")
            count = "all" if where.all() else f"{where.sum():,}"
            return f"{what} on {count} of {len(q):,} random states, such as q = ({at})"
    smallest = float(np.linalg.eigvalsh(M).min(initial=np.inf))
    return f"positive definite on {len(q):,} random states, smallest eigenvalue {smallest:.3g}"


def _traced(model: Model) -> Program:
    """Return the program of the mass matrix in the frames of the model."""
    graph, port = Graph(), Port("q", (model.nq,))
    (q,) = inputs_of(graph, (port,))
    M = references(graph, mass_matrix(model, q))
    return Program("M", graph, (port,), (Port("M", (model.nv, model.nv)),), (M,), {})


def _carries(body: Body, kind: str, name: str) -> bool:
    return any((rigid.kind, rigid.name) == (kind, name) for rigid in body.rigid_parts)


def _possible(body: Body) -> bool:
    mass, inertia = float(body.mass), np.asarray(body.inertia, dtype=float)
    if not mass > 0:
        return mass == 0 and not inertia.any()
    return fault(shift_to_com(inertia, mass, np.asarray(body.first_moment, dtype=float) / mass)) is None
