r"""The derivation of a robot's equations, step by step, in Markdown. [Khatib, 5.3]

The page is the template `explanation.md.jinja`: each step has its general formula first, then its result for the
robot. The mathematics is in `steps` and `derive`. Centres of mass are p_C here: c is the cosine in formulas.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined

from armillary.multibody import BASE, Rotor
from armillary.multibody.joints import Coupled, Node, Prismatic, Revolute, Weld, plain
from armillary.multibody.model import ModelJoint
from armillary.symbolic.algebra.polynomial import terms_of
from armillary.symbolic.equations import Equations
from armillary.symbolic.explain.steps import DerivationSteps, PartDerivation
from armillary.symbolic.formula import Formula
from armillary.symbolic.model.letters import AXES
from armillary.symbolic.printers.latex import ROOM
from armillary.symbolic.printers.latex_printer import coordinate, entry_name, size
from armillary.symbolic.printers.markdown import MarkdownPage, escaped
from armillary.symbolic.printers.sections import section, words

LONG = 80
"""Expressions of more terms are not written out."""
FEW = 3
"""Robots of more coordinates have Christoffel symbols only, without B and C."""

DELIMITERS = ("<%", "%>", "<<", ">>", "<#", "#>")
"""Delimiters of blocks, values and comments in the template, where LaTeX needs the braces."""


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
    """Fills the template for one robot; `shown` are the formulas whose letters are explained at the end."""

    def __init__(self, equations: Equations) -> None:
        self.equations, self.steps = equations, DerivationSteps(equations.derivation)
        self.body = MarkdownPage(equations)
        self.words = Words(self.steps)
        self.shown: list[Formula] = []

    def page(self) -> str:
        """Return all steps."""
        loader = PackageLoader("armillary.symbolic.explain", "")
        environment = Environment(
            *DELIMITERS, loader=loader, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
        )
        values: dict[str, Any] = {
            name: getattr(self, name)
            for name in ("equations", "steps", "body", "words", "array", "equation", "display", "energies", "quantity")
        }
        text = environment.get_template("explanation.md.jinja").render(
            **values,
            derivation=self.equations.derivation,
            flexible=self.equations.model.flexible,
            few=self.equations.n <= FEW,
            number=itertools.count(1).__next__,
            acts=lambda name: any(not formula.zero for formula in self.equations.formulas(name)),
            legend=lambda: "\n\n".join(self.body.legend(self.shown)),
            terms_of=terms_of,
            escaped=escaped,
            coordinate=coordinate,
        )
        return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"

    def value(self, polynomial: Any) -> str | None:
        """Return an expression in LaTeX, or None if it is too long."""
        if len(terms_of(polynomial)) > LONG:
            return None
        self.shown.append(Formula(self.equations, "", polynomial))
        return self.body.printer.print(self.shown[-1].tree)

    def equation(self, left: str, polynomial: Any) -> str:
        """Return an equation, or the length of its right side."""
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
        comma = "," if max(values.shape) > 9 else ""
        places = [index for index in np.ndindex(*values.shape) if terms_of(values[index])]
        labels = [f"({left})_{{{comma.join(str(k + 1) for k in index)}}}" for index in places]
        return " \\\\\n".join(self.equation(label, values[place]) for label, place in zip(labels, places, strict=True))

    def display(self, *equations: str) -> str:
        """Return equations as an aligned display, one below the other."""
        return self.body.display(" \\\\\n".join(equations))

    def energies(self, letter: str, parts: tuple[PartDerivation, ...]) -> str:
        """Return the kinetic (T) or potential (V) energies of all parts."""
        return self.display(*(self.equation(f"{letter}_{{{k}}}", getattr(p, letter)) for k, p in enumerate(parts, 1)))

    def quantity(self, name: str) -> str:
        """Return a quantity as on other pages; entries that are too long are replaced by their lengths."""
        entries = section(self.equations, name)
        long = [formula for formula in entries.entries if len(terms_of(formula.polynomial)) > 4 * LONG]
        short = [formula for formula in entries.entries if formula not in long]
        self.shown += short
        if not long:
            return "\n\n".join(
                [*map(self.body.display, self.body.formulas(entries)), *words(entries, self.words.entry)]
            )
        lengths = [f"{self.words.entry(formula)} ({len(terms_of(formula.polynomial))} terms)" for formula in long]
        remark = f"Not written out here: {listed(lengths)}. `Equations.entry` has each of them."
        return "\n\n".join([*([self.body.display(self.body.lines(short))] if short else []), remark])


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Words:
    """Phrases about one robot."""

    def __init__(self, steps: DerivationSteps) -> None:
        self.steps, self.model = steps, steps.model
        self.coordinates = steps.symbolic.symbols.coordinates
        kinds = {joint.v.start: joint for joint in self.model.joints if isinstance(joint.kind, (Revolute, Prismatic))}
        rotors = {drive.v.start for drive in self.model.drives}
        self.kinds = []
        for k in range(self.model.nv):
            if k in kinds:
                verb = "angle about" if isinstance(kinds[k].kind, Revolute) else "slide along"
                self.kinds.append(f"{verb} {direction(kinds[k])}")
            elif k in rotors:
                self.kinds.append("rotor, seen at its joint")
            else:
                self.kinds.append("amplitude of a mode")

    def count(self, number: int, thing: str) -> str:
        """Return a number of things."""
        return f"{NUMBERS[number] if number < len(NUMBERS) else number} {thing}{'s' if number != 1 else ''}"

    def frame(self, i: int) -> str:
        """Return the body of a frame, its parent, and the motion between them."""
        joint = self.model.joints[i]
        p = joint.parent
        where = "on the world" if p == BASE else f"on frame {self.steps.labels[p]}"
        name = f"that of {quoted(self.model.bodies[i].name)}"
        if isinstance(joint.kind, Node):
            return f"{name}, a node of a flexible link, {where}"
        moving = self.coordinates[joint.v.start] if joint.kind.nv else None
        if isinstance(joint.kind, Coupled) and moving:
            verb = "turns it about" if isinstance(joint.kind.plain, Revolute) else "moves it along"
            follows = f"follows ${coordinate(moving)}$ and {verb} {direction(joint)}"
            return f"{name}, {where}; {quoted(joint.name)} {follows}"
        if isinstance(joint.kind, Weld) or not moving:
            return f"{name}, {where}; {quoted(joint.name)} holds it fast"
        verb = "turns it about" if isinstance(joint.kind, Revolute) else "moves it along"
        return f"{name}, {where}; {quoted(joint.name)} {verb} {direction(joint)} by ${coordinate(moving)}$"

    def part(self, part: PartDerivation) -> str:
        """Return the kind, name and frame of a part."""
        kinds = {"payload": "the payload", "motor": "the motor, its rotor locked,"}
        kind = kinds.get(part.rigid_part.kind, "the link")
        return f"{kind} {quoted(part.rigid_part.name)} on frame {self.steps.labels[part.body]}"

    def rotor(self, rotor: Rotor) -> str:
        """Return the motor of a rotor, the joint that it drives, and its frame."""
        joint = quoted(self.coordinates[rotor.joint].name)
        where = "on the base" if rotor.carrier == BASE else f"on frame {self.steps.labels[rotor.carrier]}"
        how = "" if np.any(rotor.axis) or rotor.carrier == BASE else ", only its inertia at the joint counts"
        return f"that of {quoted(rotor.name)}, which drives {joint}, {where}{how}"

    def entry(self, formula: Formula) -> str:
        """Return the name of an entry between dollar signs."""
        return f"${entry_name(formula)}$"


def direction(joint: ModelJoint) -> str:
    """Return the axis of a joint: the name of a coordinate axis, or its components."""
    kind = plain(joint.kind)
    assert isinstance(kind, (Revolute, Prismatic))
    axis = np.asarray(kind.axis)
    if np.abs(axis).max() > 1 - 1e-12:
        k = int(np.abs(axis).argmax())
        return f"${'-' if axis[k] < 0 else ''}{AXES[k]}$"
    return f"$({', '.join(f'{x:.4g}' for x in axis)})$"


def quoted(name: str) -> str:
    """Return a name as Markdown text."""
    return f"'{escaped(name)}'"


def listed(items: Sequence[str]) -> str:
    """Return items with commas and an "and"."""
    return " and ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)
