"""Singular configurations in letters: det J in factors, each of which may be zero. [Craig2005, ch. 5; Siciliano2009]

The determinant of a square Jacobian does not depend on the axes in which it is written, and that of all six rows not on
the point of the frame that it belongs to. It is expanded in the axes, and at the origin, of the link in which J has the
fewest terms, which for an arm with a spherical wrist is the one before the wrist. Rows that are zero at every
configuration, such as those out of the plane of a planar arm, are left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.kinematics.indices import determinant
from armillary.kinematics.poses import body_poses
from armillary.kinematics.task import Task, task_rows
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array
from armillary.symbolic.algebra.factor import factors
from armillary.symbolic.algebra.polynomial import Poly, terms_of
from armillary.symbolic.algebra.tree import Power, Tree, TreeNumber, Trig, coefficient, product
from armillary.symbolic.formula import Formula
from armillary.tables.parts import Notes, Part, Text
from armillary.tables.shown import Shown

MOST_TERMS = 5000
"""Terms of the longest determinant that is separated into factors."""
USUAL: tuple[Task, ...] = ("pose", "position", "orientation")

if TYPE_CHECKING:
    from armillary.symbolic.equations import Equations


@dataclass(frozen=True, eq=False)
class Factored(Formula):
    """det J, written as a number times powers of its factors, or one of these (`powers` empty) with its place."""

    task: Task | None = None
    place: int | None = None
    number: float = 1.0
    powers: tuple[tuple[Formula, int], ...] = ()

    @cached_property
    def tree(self) -> Tree:
        """The product of the factors; a factor itself as any formula."""
        if self.place is not None:
            return self.owner.writer.formula(self.polynomial)
        parts = [factor.tree if power == 1 else Power(factor.tree, power) for factor, power in self.powers]
        return product(TreeNumber(self.number), *parts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Factored):
            return NotImplemented
        return (self.owner, self.task, self.place) == (other.owner, other.task, other.place)

    def __hash__(self) -> int:
        return hash((self.owner, self.task, self.place))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy as a part of the copied determinant."""
        return _copied, (self.owner, self.task, self.place)


def _copied(equations: Equations, task: Task | None, place: int | None) -> Formula:
    """Return det J, or the factor at a place."""
    det = singularities(equations, task).det
    return det if place is None else det.powers[place][0]


@dataclass(frozen=True, eq=False)
class Singularities(Shown):
    """The determinant of a Jacobian in factors, and the conditions of its singular configurations.

    `det` is the formula of the determinant, `factors` its factors with their powers, letters of the robot left out.

    Example:
        >>> import armillary as arm
        >>> print(arm.equations(arm.library.get("khatib-rr")).singularities())
        det J = l1 l2 s2
        singular at s2 = 0: θ2 = 0 or π
    """

    owner: Equations
    task: Task | None
    det: Factored
    factors: tuple[tuple[Formula, int], ...]

    def __repr__(self) -> str:
        return f"<Singularities of {self.owner.robot.name}: {len(self.factors)} factors>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Singularities) and (self.owner, self.task) == (other.owner, other.task)

    def __hash__(self) -> int:
        return hash((self.owner, self.task))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy by equations and task, whose symbols the formulas need."""
        return type(self.owner).singularities, (self.owner, self.task)

    @property
    def conditions(self) -> tuple[str, ...]:
        """The equation of each factor, solved where it is one sine, cosine or displacement."""
        return tuple(self._condition(factor) for factor, _ in self.factors)

    def _condition(self, factor: Formula) -> str:
        tree = factor.tree
        text = f"{factor.text()} = 0"
        if isinstance(tree, Trig) and len(tree.angle) == 1:
            name = self.owner.symbols.ring.angles[tree.angle[0][0]].name
            return f"{text}: {name} = {'0 or π' if tree.function == 's' else '±π/2'}"
        return text

    def tables(self) -> Sequence[Part]:
        """Return the determinant and the singular configurations."""
        if self.det.zero:
            return [Text("det J = 0: singular at every configuration")]
        lines = [f"singular at {condition}" for condition in self.conditions]
        return [Notes([f"det J = {self.det.text()}", *(lines or ["no singular configuration"])])]


def singularities(equations: Equations, task: Task | None = None) -> Singularities:
    """Return the singular configurations of the tip; arguments as for `Equations.singularities`."""
    polynomial = _determinant(equations, task)
    if not isinstance(polynomial, Poly):
        number = float(polynomial)
        return Singularities(equations, task, Factored(equations, "det", number, task=task, number=number), ())
    whole_formula = equations.symbolic.rounded or len(polynomial.terms) > MOST_TERMS
    parts = [(polynomial, 1)] if whole_formula else factors(polynomial)
    made: list[tuple[Formula, int]] = []
    whole: Any = 1.0
    for part, power in parts:
        scale, _ = coefficient(equations.writer.formula(part))
        part = part / scale
        made.append((Factored(equations, "factor", part, task=task, place=len(made)), power))
        for _ in range(power):
            whole = part * whole
    key = next(iter(whole.terms))
    number = (polynomial.terms[key] / whole.terms[key]).real
    det = Factored(equations, "det", polynomial, task=task, number=number, powers=tuple(made))
    moving = {symbol.q for symbol in equations.symbols.coordinates} | _phases(equations)
    varying = tuple((factor, power) for factor, power in made if _slots(factor) & moving)
    return Singularities(equations, task, det, varying)


def _phases(equations: Equations) -> set[int]:
    """Return the slots of angles that depend on coordinates."""
    return {slot for slot, angle in equations.symbols.ring.angles.items() if angle.form is not None}


def _slots(formula: Formula) -> set[int]:
    ring = formula.owner.symbols.ring
    return {slot for key in terms_of(formula.polynomial) for slot in ring.exponents(key)}


def _determinant(equations: Equations, task: Task | None) -> Any:
    """Return the determinant of the rows of a task; by default of the first task whose determinant is not zero."""
    J = np.asarray(equations.derivation.J)
    zero, shape = None, ""
    for each in USUAL if task is None else (task,):
        rows = [row for row in task_rows(each) if any(map(terms_of, J[row]))]
        shape = f"{len(rows)} × {equations.n}"
        if len(rows) == equations.n:
            sign, view = min(_views(equations, J, rows), key=lambda signed: _size(signed[1]))
            value = equations.derivation.cleaned(sign * determinant(view))[()]
            if terms_of(value):
                return value
            zero = 0.0
    if zero is not None:
        return zero
    if task is not None:
        raise ArgumentError("task", f"{task!r}, with a Jacobian of {shape}", "a square Jacobian", "give other rows")
    expected = "a robot with as many joints as a task has rows"
    raise ArgumentError("robot", f"{equations.robot.name!r}, without a square Jacobian", expected, "task=(3, 4)")


def _size(J: Array) -> int:
    return sum(len(terms_of(entry)) for entry in J.flat)


def _views(equations: Equations, J: Array, rows: list[int]) -> Iterator[tuple[float, Array]]:
    """Yield the rows of J in the axes of the world and of each link, with the sign that their determinant takes."""
    symbolic, cleaned = equations.symbolic, equations.derivation.cleaned
    yield 1.0, J[rows]
    for R, origin in list(body_poses(symbolic.model, symbolic.q).values())[1:]:
        seen = J
        if len(rows) == 6:  # at the origin of the link
            seen = np.concatenate([J[:3], J[3:] + cross(J[:3], origin - equations.derivation.x)])
        local = cleaned(np.concatenate([R.T @ seen[:3], R.T @ seen[3:]]))
        halves = {row // 3 for row in rows}
        kept = [row for row in range(6) if row // 3 in halves and any(map(terms_of, local[row]))]
        turn = np.zeros((6, 6), dtype=object)
        turn[:3, :3] = turn[3:, 3:] = R
        if len(kept) != len(rows):
            continue
        sign = cleaned(determinant(turn[np.ix_(rows, kept)]))[()]
        if not isinstance(sign, Poly) and abs(abs(sign) - 1) < 1e-9:  # the axes of the link span the rows of the task
            yield math.copysign(1.0, float(sign)), local[kept]
