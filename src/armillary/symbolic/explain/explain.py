r"""The derivation of a robot's equations, step by step, in Markdown. [Khatib, 5.3]

The page is the template `explanation.md.jinja`: each step has its general formula first, then its result for the
robot. The mathematics is in `steps` and `derive`. Centres of mass are p_C here: c is the cosine in formulas.
"""

from __future__ import annotations

import itertools
import re
from typing import Any

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined

from armillary.symbolic.algebra.polynomial import terms_of
from armillary.symbolic.equations import Equations
from armillary.symbolic.explain.steps import Part, Steps
from armillary.symbolic.explain.words import Words, listed
from armillary.symbolic.formula import Formula
from armillary.symbolic.printers.latex import ROOM
from armillary.symbolic.printers.latex_printer import coordinate, size
from armillary.symbolic.printers.markdown import MarkdownPage, escaped
from armillary.symbolic.printers.sections import section, words

LONG = 80
"""Greatest number of terms of an expression that is shown."""
FEW = 3
"""Greatest number of coordinates for which B and C are shown beside the Christoffel symbols."""

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
        self.equations, self.steps = equations, Steps(equations.derivation)
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
            acts=lambda name: any(not one.zero for one in self.equations.formulas(name)),
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

    def energies(self, letter: str, parts: tuple[Part, ...]) -> str:
        """Return the kinetic (T) or potential (V) energies of all parts."""
        return self.display(*(self.equation(f"{letter}_{{{k}}}", getattr(p, letter)) for k, p in enumerate(parts, 1)))

    def quantity(self, name: str) -> str:
        """Return a quantity as on other pages; entries that are too long are replaced by their lengths."""
        own = section(self.equations, name)
        long = [one for one in own.entries if len(terms_of(one.polynomial)) > 4 * LONG]
        short = [one for one in own.entries if one not in long]
        self.shown += short
        if not long:
            return "\n\n".join([*map(self.body.display, self.body.formulas(own)), *words(own, self.words.entry)])
        lengths = [f"{self.words.entry(one)} ({len(terms_of(one.polynomial))} terms)" for one in long]
        said = f"Not written out here: {listed(lengths)}. `Equations.entry` has each of them."
        return "\n\n".join([*([self.body.display(self.body.lines(short))] if short else []), said])
