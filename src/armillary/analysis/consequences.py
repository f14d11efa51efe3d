"""Consequences of bodies that cannot exist: none where fixed links make up for it, else those for the mass matrix.

Fixed joints merge links into bodies, and only the sum of their masses, first moments and inertias moves. If that sum
can belong to a real body, or to the base, nothing changes. Otherwise the mass matrix decides. It is computed on
`STATES` random states, traced once and evaluated on all of them by NumPy. With D its diagonal, the signs of the
eigenvalues of
    D^-½ M D^-½                                                                               (1)
are those of M, whatever the units. Coordinates that move no inertia at all, whose rows are zero, are set aside.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from armillary.analysis.coordinates import random_states
from armillary.compiler.program import Port, Program, evaluate, inputs_of, references
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.expr.graph import Graph
from armillary.formulations.composite_body import mass_matrix
from armillary.multibody import Model, build
from armillary.multibody.body import Body
from armillary.spatial.inertia import fault, shift_to_com
from armillary.spatial.scalar import Floats

STATES = 1000
LARGEST = 100
"""Coordinates of the largest mass matrix that is examined."""
ROUNDING = 1e-12
"""Eigenvalues of (1) up to this size are zero."""


class Consequences:
    """Says what impossible bodies of a robot lead to; the mass matrix is examined once, if at all."""

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
        """Return whether the mass matrix is positive definite, coordinates without inertia left out."""
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
        if model is None or model.nv > LARGEST:
            return ("its effect on the mass matrix was not examined",) * 2
        q = random_states(model, STATES)[0]
        M = evaluate(_traced(model), {"q": q})["M"]
        moved = np.any(M != 0, axis=(0, 2))
        idle = f"singular on all of {TOTAL}" if not moved.all() else "not singular for this reason: rotors resist"
        return f"the mass matrix is {_signs(M[:, moved][:, :, moved], q)}", f"the mass matrix is {idle}"


TOTAL = f"{STATES:,} random states"


def _signs(M: Floats, q: Floats) -> str:
    """Return in words whether mass matrices (N, n, n) at the configurations q are positive definite."""
    diagonal = np.diagonal(M, axis1=1, axis2=2)
    scale = np.sqrt(np.where(diagonal > 0, diagonal, 1.0))
    with np.errstate(over="ignore", invalid="ignore"):
        scaled = M / (scale[:, :, None] * scale[:, None, :])  # (1)
    least = np.full(len(q), np.nan)
    finite = np.isfinite(scaled).all(axis=(1, 2))
    least[finite] = np.linalg.eigvalsh(scaled[finite]).min(axis=1, initial=np.inf)
    for what, where in (("indefinite", ~(least >= -ROUNDING)), ("singular", ~(least > ROUNDING))):
        if where.any():
            at = ", ".join(f"{value:.4g}" for value in q[where.argmax()][:8]) + (", …" if q.shape[1] > 8 else "")
            return f"{what} on {'all' if where.all() else f'{where.sum():,}'} of {TOTAL}, such as q = ({at})"
    smallest = float(np.linalg.eigvalsh(M).min(initial=np.inf))
    return f"positive definite on {TOTAL}, smallest eigenvalue {smallest:.3g}"


def _traced(model: Model) -> Program:
    """Return the program of the mass matrix in the frames of the model."""
    graph, port = Graph(), Port("q", (model.nq,))
    (q,) = inputs_of(graph, (port,))
    M = references(graph, mass_matrix(model, q))
    return Program("M", graph, (port,), (Port("M", (model.nv, model.nv)),), (M,), {})


def _carries(body: Body, kind: str, name: str) -> bool:
    return any((lump.kind, lump.name) == (kind, name) for lump in body.lumps)


def _possible(body: Body) -> bool:
    mass, inertia = float(body.mass), np.asarray(body.inertia, dtype=float)
    if not mass > 0:
        return mass == 0 and not inertia.any()
    return fault(shift_to_com(inertia, mass, np.asarray(body.first_moment, dtype=float) / mass)) is None
