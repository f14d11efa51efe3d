r"""The derivation of a robot's equations, step by step, in Markdown. [Khatib, 5.3]

Each step has its general formula first, then what it gives for the robot at hand: frames, poses, Jacobians of
centres of mass, energies, mass matrix, Christoffel symbols, gravity, the rest, the result. The mathematics is that of
`steps` and `derive`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.symbolic.algebra.polynomial import terms_of
from armillary.symbolic.explain.general import (
    BASE_PARAMETERS,
    BEAMS,
    CHRISTOFFEL,
    COEFFICIENTS,
    FRAMES,
    GRAVITY,
    GRAVITY_OF_BEAMS,
    JACOBIANS,
    KINETIC,
    NODES,
    PASSIVE,
    ROTORS,
    SHORTENED,
)
from armillary.symbolic.explain.steps import Part, Steps
from armillary.symbolic.explain.words import Words, listed
from armillary.symbolic.formula import Formula
from armillary.symbolic.printers.latex import ROOM, LatexBody
from armillary.symbolic.printers.latex_printer import coordinate, size
from armillary.symbolic.printers.markdown import display, escaped, legend_of
from armillary.symbolic.printers.sections import section, words

if TYPE_CHECKING:
    from armillary.symbolic.equations import Equations

LONG = 80
"""Terms of an expression that is too long to be read here."""
FEW = 3
"""Coordinates up to which B and C are shown beside the Christoffel symbols that they are made of."""


def explanation(equations: Equations) -> str:
    """Return the derivation of the equations of a robot in Markdown, formulas between dollar signs.

    Example:
        >>> import armillary as arm
        >>> text = explanation(arm.equations(arm.library.get("khatib-rr")))
        >>> [line for line in text.splitlines() if line.startswith("## ")][:3]
        ['## 1. Frames', '## 2. Poses in the world', '## 3. Jacobians of the centres of mass']
    """
    return _Explainer(equations).page()


class _Explainer:
    """Writes the steps of one robot."""

    def __init__(self, equations: Equations) -> None:
        self.equations, self.steps = equations, Steps(equations.derivation)
        self.body = LatexBody(equations)
        self.words = Words(self.steps)
        self.shown: list[Formula] = []

    def page(self) -> str:
        """Return all steps."""
        steps = (
            ("Frames", self._frames),
            ("Poses in the world", self._poses),
            ("Jacobians of the centres of mass", self._jacobians),
            ("Kinetic energy", self._kinetic),
            ("Potential energy", self._potential),
            ("Mass matrix", self._mass_matrix),
            ("Coriolis and centrifugal efforts", self._velocities),
            ("Gravity", self._gravity),
            ("Friction and springs", self._passive),
            ("Result", self._result),
        )
        parts = [f"# How the equations of {escaped(self.equations.robot.name)} come about", *self._start()]
        number = 0
        for title, write in steps:
            written = write()
            if written:
                number += 1
                parts += [f"## {number}. {title}", *written]
        parts += legend_of(self.equations, self.shown)
        return "\n\n".join(parts) + "\n"

    # Formulas

    def formula(self, polynomial: Any) -> Formula:
        """Return a polynomial as a formula whose letters are explained at the end."""
        made = Formula(self.equations, "", polynomial)
        self.shown.append(made)
        return made

    def value(self, polynomial: Any) -> str | None:
        """Return an expression in LaTeX, or nothing if it is too long."""
        if len(terms_of(polynomial)) > LONG:
            return None
        return self.body.printer.print(self.formula(polynomial).tree)

    def equation(self, left: str, polynomial: Any) -> str:
        """Return an equation, or how long its right side is."""
        text = self.value(polynomial)
        long = rf"\text{{{len(terms_of(polynomial))} terms}}"
        return self.body.equation(left, long if text is None else text)

    def array(self, left: str, values: Any) -> str:
        """Return a vector or matrix: whole if it fits in a line, else the entries that are not zero."""
        values = np.asarray(values, dtype=object)
        if not any(terms_of(x) for x in values.flat):
            return f"{left} &= 0"
        rows = values[:, None] if values.ndim == 1 else values
        texts = [[self.value(x) for x in row] for row in rows]
        columns = [[size(text) + 2 if text else ROOM for text in column] for column in zip(*texts, strict=True)]
        if sum(map(max, columns)) < ROOM - 12:
            inner = r" \\ ".join(" & ".join(text or "" for text in row) for row in texts)
            return rf"{left} &= \begin{{bmatrix}} {inner} \end{{bmatrix}}"
        places = [index for index in np.ndindex(*values.shape) if terms_of(values[index])]
        comma = "," if max(values.shape) > 9 else ""
        return self.lines(
            self.equation(f"({left})_{{{comma.join(str(k + 1) for k in index)}}}", values[index]) for index in places
        )

    def lines(self, equations: Iterable[str]) -> str:
        """Return aligned equations, one below the other."""
        return " \\\\\n".join(equations)

    # Steps

    def _start(self) -> list[str]:
        rows = [
            f"| ${coordinate(one)}$ | {escaped(one.name)} | {self.words.kinds[one.index - 1]} |"
            for one in self.equations.symbols.coordinates
        ]
        table = ["| coordinate | of | what it is |", "|---|---|---|", *rows]
        text = (
            "Each step has the general formula first, then what it gives for this robot. "
            r"Sines and cosines are short: $s_{12} = \sin(\theta_1 + \theta_2)$."
        )
        return [text, f"The robot has {self.words.count(len(rows), 'coordinate')}.", "\n".join(table)]

    def _frames(self) -> list[str]:
        parts = [*FRAMES]
        for i, p in self.steps.frames():
            R, r = self.steps.step(i)
            pair = self.steps.labels[p] + "," + self.steps.labels[i]
            parts += [
                f"**Frame {self.steps.labels[i]}**: {self.words.frame(i)}.",
                display(self.lines([self.array(f"R_{{{pair}}}", R), self.array(f"r_{{{pair}}}", r)])),
            ]
        return parts

    def _poses(self) -> list[str]:
        parts = [
            "From the base to the tips, with $o_i$ the origin of frame $i$ in the world:",
            display(r"R_i = R_p R_{pi}, \qquad o_i = o_p + R_p\, r_{pi}"),
        ]
        for i, _ in self.steps.frames():
            R, o = self.steps.poses[i]
            label = self.steps.labels[i]
            parts.append(display(self.lines([self.array(f"R_{{{label}}}", R), self.array(f"o_{{{label}}}", o)])))
        if "tip" not in self.steps.model.frames:  # several ends, and none of them has that name
            return parts
        return [*parts, "The tip is at", display(self.array("x", self.equations.derivation.x))]

    def _jacobians(self) -> list[str]:
        if not self.steps.parts:
            return []
        parts = [*JACOBIANS, *([NODES] if self.equations.model.flexible else [])]
        for k, part in enumerate(self.steps.parts, 1):
            parts += [f"**Part {k}**: {self.words.part(part)}.", display(self._jacobian(k, part))]
        return parts

    def _jacobian(self, k: int, part: Part) -> str:
        angular = rf"J_{{\omega,{self.steps.labels[part.body]}}}"
        arrays = [(f"p_{{C{k}}}", part.centre), (f"J_{{v,{k}}}", part.J_v), (angular, part.J_omega)]
        return self.lines(self.array(left, values) for left, values in arrays)

    def _kinetic(self) -> list[str]:
        parts = [*KINETIC]
        if self.steps.parts:
            lines = (self.equation(f"T_{{{k}}}", part.T) for k, part in enumerate(self.steps.parts, 1))
            parts.append(display(self.lines(lines)))
        if self.steps.spins:
            parts += self._rotors()
        if self.equations.model.flexible:
            rest = self.equations.derivation.T - self.steps.kinetic
            short = any(len(body.modal.C) for body in self.steps.model.bodies if body.modal.count)
            parts += [*BEAMS, *([SHORTENED] if short else []), display(self.equation("T_b", rest))]
        if self.equations.base is None:
            parts += ["Together:", display(self.equation("T", self.equations.derivation.T))]
        return parts

    def _rotors(self) -> list[str]:
        parts = [*ROTORS]
        for k, spin in enumerate(self.steps.spins, 1):
            lines = [self.array(f"u_{{{k}}}^T", spin.u[None, :]), self.equation(f"T_{{r{k}}}", spin.T)]
            parts += [f"**Rotor {k}**: {self.words.rotor(spin.rotor)}.", display(self.lines(lines))]
        return parts

    def _potential(self) -> list[str]:
        if not terms_of(self.equations.derivation.V):
            return [self._no_potential()]
        springs = r" + \tfrac{1}{2} (q - q_0)^T K (q - q_0)" if terms_of(self.steps.springs) else ""
        beams = r" - \int \mathbf{g}^T p\, dm" if self.equations.model.flexible else ""
        parts = [
            r"With $\mathbf{g}$ the vector of gravity, zero at the origin of the world:",
            display(rf"V = -\sum_k m_k\, \mathbf{{g}}^T p_{{Ck}}{beams}{springs}"),
            display(self.array(r"\mathbf{g}", self.steps.model.gravity)),
        ]
        if self.steps.parts and any(terms_of(x) for x in self.steps.model.gravity):
            lines = (self.equation(f"V_{{{k}}}", part.V) for k, part in enumerate(self.steps.parts, 1))
            parts.append(display(self.lines(lines)))
        if terms_of(self.steps.springs):
            parts += ["Springs and bent links:", display(self.equation("V_s", self.steps.springs))]
        rest = self.equations.derivation.V - self.steps.potential
        if self.equations.model.flexible and terms_of(rest):
            parts += ["The mass of links that bend:", display(self.equation("V_b", rest))]
        if self.equations.base is None:
            parts += ["Together:", display(self.equation("V", self.equations.derivation.V))]
        return parts

    def _no_potential(self) -> str:
        """Return why the potential energy is zero."""
        if any(terms_of(x) for x in self.steps.model.gravity):
            return "Gravity does no work on this robot, and there is no spring: the potential energy is zero."
        return "No gravity acts on the robot, and no spring: the potential energy is zero."

    def _mass_matrix(self) -> list[str]:
        rotors = r" + \sum_r I_{m,r}\, u_r u_r^T" if self.steps.spins else ""
        beams = r" + \int J_v^T J_v\, dm" if self.equations.model.flexible else ""
        parts = [
            r"The kinetic energy is a quadratic form of the rates, $T = \tfrac{1}{2}\, \dot q^T M \dot q$:",
            display(
                r"M = \sum_k \left( m_k J_{v,k}^T J_{v,k} + J_{\omega,k}^T I_k J_{\omega,k} \right)"
                rf"{rotors}{beams}, \qquad M_{{ij}} = \frac{{\partial^2 T}}{{\partial \dot q_i\, \partial \dot q_j}}"
            ),
        ]
        if self.equations.base is not None:
            parts.append(BASE_PARAMETERS)
        return [*parts, *self._quantity("M")]

    def _velocities(self) -> list[str]:
        parts = [*CHRISTOFFEL]
        if all(one.zero for one in self.equations.formulas("b")):
            return [*parts, "$M$ does not depend on $q$: all of them are zero, and so is $v$."]
        parts += [*self._quantity("b"), *COEFFICIENTS]
        for name in ("C", "B") if self.equations.n <= FEW else ():
            if section(self.equations, name).entries:
                parts += [*self._quantity(name), f"The columns of ${name}$ belong to {self.body.factors(name)}."]
        return [*parts, "Written out:", *self._quantity("v")]

    def _gravity(self) -> list[str]:
        if not any(terms_of(x) for x in self.steps.model.gravity):
            return []
        return [*(GRAVITY_OF_BEAMS if self.equations.model.flexible else GRAVITY), *self._quantity("g")]

    def _passive(self) -> list[str]:
        if all(one.zero for one in self.equations.formulas("f")):
            return []
        return [*PASSIVE, *self._quantity("f")]

    def _result(self) -> list[str]:
        acting = [name for name in "vgf" if not all(one.zero for one in self.equations.formulas(name))]
        law = " + ".join([r"M \ddot q", *acting])
        return ["The efforts that a motion takes:", display(rf"\tau = {law}"), *self._quantity("tau")]

    def _quantity(self, name: str) -> list[str]:
        """Return a quantity as it is shown elsewhere; of entries that are too long only how long they are."""
        own = section(self.equations, name)
        long = [one for one in own.entries if len(terms_of(one.polynomial)) > 4 * LONG]
        if not long:
            self.shown += own.entries
            return [*map(display, self.body.displays(own)), *words(own, self.words.entry)]
        short = [one for one in own.entries if one not in long]
        self.shown += short
        parts = [display(self.body.lines(short))] if short else []
        return [*parts, f"Not written out here: {listed(self._lengths(long))}. `Equations.entry` has each of them."]

    def _lengths(self, formulas: Sequence[Formula]) -> list[str]:
        return [f"{self.words.entry(one)} ({len(terms_of(one.polynomial))} terms)" for one in formulas]
