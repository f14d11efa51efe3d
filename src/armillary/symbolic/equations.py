"""The equations of motion of a robot, to read (`arm.equations`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

import numpy as np
from numpy.typing import NDArray

from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.files.arguments import listed, number, word
from armillary.files.words import among, is_whole, nearest, shortened
from armillary.formulations.arguments import check_state
from armillary.multibody import Model, as_model
from armillary.multibody.configuration import Coordinates
from armillary.symbolic.algebra.polynomial import Poly
from armillary.symbolic.algebra.write import FormulaWriter
from armillary.symbolic.base import BaseParameters, base_parameters
from armillary.symbolic.derive import Derivation
from armillary.symbolic.formula import Formula, Formulas, total_operations
from armillary.symbolic.model.build import symbolic_model
from armillary.symbolic.model.parameters import ParameterSymbol, Symbols
from armillary.symbolic.printers.text import TextPrinter
from armillary.symbolic.quantities import QUANTITIES, EquationParts

if TYPE_CHECKING:
    from armillary.kinematics.task import Task
    from armillary.symbolic.singularities import Singularities

Letters = Literal["all", "none", "base"]

USUAL = ("M", "v", "g", "f")
LETTERS = {"Γ": "Gamma", "γ": "gamma", "η": "eta", "τ": "tau", "G": "g"}
"""Other spellings of names."""

INDICES = "[0-9]+(?:[ ,_]+[0-9]+)*"
ENTRY = re.compile(rf"([^\W\d_]+)[ _]*({INDICES}|\({INDICES}\)|\[{INDICES}\]|\{{{INDICES}\}})?")
"""Spellings of an entry: M12, M_12, M_{12}, M1,2, M(1,2), B1,12."""

TIP = ("x", "R", "J")
"""Quantities of the tip."""

FORMS = {
    "dynamics": ("M", "B", "C", "g", "f"),
    "energies": ("T", "V"),
    "kinematics": TIP,
    "momentum": ("p", "c", "gamma", "eta"),
    "all": tuple(QUANTITIES),
}
"""Names for several quantities together."""


class Equations(EquationParts):
    """The equations of motion of one robot. Its parts (`M`, `v`, `g`, …) are derived when first used.

    `parameters` are the letters in the formulas, with their values. `text`, `latex`, `markdown`, `sympy` and `to_html`
    write several parts together, default M, v, g and f. `evaluate` returns numbers, `explain` the derivation.

    Example:
        >>> import armillary as arm
        >>> motion = arm.equations(arm.library.get("khatib-rr"))
        >>> print(motion.g)
        g1 = g (c1 (m1 lc1 + m2 l1) + m2 lc2 c12)
        g2 = m2 lc2 g c12
    """

    def __init__(self, model: Model, letters: Letters) -> None:
        self.robot, self.letters = model.robot, letters
        symbolic = parts = symbolic_model(model, numeric=letters == "none")
        self.base: BaseParameters | None = None
        if letters == "base":
            self.base = base_parameters(symbolic)
            symbolic = self.base.symbolic
        self.model, self.symbolic = model, symbolic
        self.derivation = Derivation(symbolic, numeric=symbolic.rounded, parts=parts)
        self.writer = FormulaWriter(symbolic)
        self.printer = TextPrinter(symbolic.symbols)
        self._made: dict[str, Formula | Formulas] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Equations) and (self.model, self.letters) == (other.model, other.letters)

    def __hash__(self) -> int:
        return hash((self.model, self.letters))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy by model and choice of letters; the copy derives its parts again when they are used."""
        return type(self), (self.model, self.letters)

    @property
    def symbols(self) -> Symbols:
        """The symbols that formulas are made of."""
        return self.symbolic.symbols

    @property
    def n(self) -> int:
        """Number of coordinates."""
        return self.model.nv

    def quantity(self, name: str) -> Formula | Formulas:
        """Return a formula (T, V) or an array of formulas."""
        name = _quantity(name)
        if not among(name, QUANTITIES):
            raise ArgumentError(
                "quantity", shortened(name), f"one of {', '.join(QUANTITIES)}", nearest(name, QUANTITIES)
            )
        if name not in self._made:
            if name in TIP:
                self.model.frame("tip")  # raises for a robot without a tip
            short, polynomials = QUANTITIES[name].short, getattr(self.derivation, name)
            if not isinstance(polynomials, np.ndarray):
                self._made[name] = Formula(self, name, polynomials, short)
            else:
                entries = np.empty(polynomials.shape, dtype=object)
                for index in np.ndindex(*polynomials.shape):
                    entries[index] = Formula(self, self.label(name, index), cast(Any, polynomials[index]), short)
                self._made[name] = Formulas(name, entries)
        return self._made[name]

    def label(self, name: str, index: Sequence[int]) -> str:
        """Return the name of an entry: M12, B112 for the pair (1, 2), with commas where an index has two digits."""
        word("name", name, QUANTITIES)
        index = listed("index", index, "whole numbers from zero up")
        widths = np.shape(getattr(self.derivation, name))
        if len(index) != len(widths) or not all(is_whole(k) and k < n for k, n in zip(index, widths, strict=True)):
            raise ArgumentError("index", shortened(index), f"whole numbers from zero up, below {widths}")
        numbers = [index[0], *self.derivation.pairs[index[1]]] if name == "B" else list(index)
        joint = "," if self.n > 9 or (name in TIP and max(numbers) > 8) else ""
        return name + joint.join(str(k + 1) for k in numbers)

    def entry(self, name: str) -> Formula:
        """Return one entry by its name: M11, b112, B112, C12, g2, T, J41, tau1, …; indices count from one.

        Example:
            >>> import armillary as arm
            >>> print(arm.equations(arm.library.get("khatib-rr")).entry("M12"))
            m2 lc2 (lc2 + l1 c2) + Izz2
        """
        match = ENTRY.fullmatch(name.strip()) if isinstance(name, str) else None
        stem = LETTERS.get(match[1], match[1]) if match else ""
        if stem not in QUANTITIES or match is None:
            expected = "a name and indices such as M11, b112, g2"
            raise ArgumentError("entry", shortened(name), expected, nearest(stem, QUANTITIES))
        quantity = self.quantity(stem)
        if isinstance(quantity, Formula):
            if match[2]:
                raise ArgumentError("entry", shortened(name), f"{stem}, which has no indices")
            return quantity
        indices = {self.label(stem, index): index for index in np.ndindex(*quantity.shape)}
        label = stem + ("," if self.n > 9 else "").join(re.findall("[0-9]+", match[2] or ""))
        if label not in indices:
            names = list(indices)
            names = [*names[:2], "…", names[-1]] if len(names) > 3 else names
            raise ArgumentError("entry", shortened(name), f"one of {', '.join(names)}")
        return quantity[indices[label]]

    @cached_property
    def parameters(self) -> tuple[ParameterSymbol, ...]:
        """The parameters that enter the mass matrix, gravity, friction or springs, by kind."""
        used = self.used(("M", "g", "f"))
        return tuple(parameter for slot, parameter in self.symbols.parameters.items() if slot in used)

    def used(self, names: Sequence[str]) -> set[int]:
        """Return the slots of the symbols in some quantities, those of angles included."""
        ring = self.symbols.ring
        chosen = listed("names", names, f"some of {', '.join(QUANTITIES)}")
        used = self._slots(formula.polynomial for name in chosen for formula in self.formulas(name))
        labels = {ring.names[slot] for slot in used}
        named = {slot for slot in self.symbols.parameters if ring.names[slot] in labels}
        return used | named | self._slots(x for k in used & ring.angles.keys() for x in [ring.angles[k].form] if x)

    def _slots(self, polynomials: Iterable[Poly | float]) -> set[int]:
        keys = {key for polynomial in polynomials if isinstance(polynomial, Poly) for key in polynomial.terms}
        return {slot for key in keys for slot in self.symbols.ring.exponents(key)}

    def formulas(self, name: str) -> Iterator[Formula]:
        """Yield all entries of a quantity."""
        quantity = self.quantity(name)
        yield from [quantity] if isinstance(quantity, Formula) else quantity

    def operations(self, *names: str) -> tuple[int, int]:
        """Return the multiplications and additions of quantities as written, each entry by itself.

        Example:
            >>> import armillary as arm
            >>> sum(arm.equations(arm.library.get("khatib-rr")).operations("v", "g"))
            23
        """
        return total_operations(formula for name in names for formula in self.formulas(name))

    def values(
        self,
        q: Coordinates,
        qd: Coordinates = None,
        qdd: Coordinates = None,
        *,
        parameters: Mapping[str, float] | None = None,
    ) -> dict[int, float]:
        """Return the values of all symbols and angles for `Formula.evaluate`.

        Default of `qd` and `qdd`: zero; of a parameter: the robot's value.
        """
        symbols = self.symbols.parameters
        if parameters is not None and not isinstance(parameters, Mapping):
            raise ArgumentError("parameters", shortened(parameters), "numbers by name", '{"m1": 2.0}')
        changed = dict(parameters or {})
        names = [parameter.name for parameter in symbols.values()]
        for name in changed:
            if not among(name, names):
                raise ArgumentError("parameters", shortened(name), f"one of {', '.join(names)}", nearest(name, names))
        values = {}
        for slot, parameter in symbols.items():
            value = changed.get(parameter.name, parameter.value)
            values[slot] = number(f"parameters[{parameter.name!r}]", value)
        rest = np.zeros(self.n)
        state = check_state(
            self.model, ("q", "qd", "qdd"), (q, rest if qd is None else qd, rest if qdd is None else qdd)
        )
        if state[0].ndim > 1:
            raise ArgumentError("q", f"{len(state[0])} states", "one state: formulas are evaluated one by one")
        for coordinate, position, rate, acceleration in zip(self.symbols.coordinates, *state, strict=True):
            values[coordinate.q] = float(position)
            values[coordinate.qd] = float(rate)
            values[coordinate.qdd] = float(acceleration)
            if coordinate.sign is not None:
                values[coordinate.sign] = float(np.sign(rate))
            if coordinate.fall is not None:
                v = coordinate.fall.velocity
                with np.errstate(all="ignore"):  # huge rates overflow to infinity, where the factor is zero
                    ratio = abs(rate / (values[v] if isinstance(v, int) else v))
                    values[coordinate.fall.slot] = float(np.exp(-(ratio**coordinate.fall.exponent)))
        constants = {parameter.name: values[slot] for slot, parameter in symbols.items() if parameter.kind == "angle"}
        angles: dict[int, float] = {}
        for slot, angle in self.symbols.ring.angles.items():
            angles[slot] = float(angle.form.evaluate(values)) if angle.form is not None else constants[angle.name]
        return values | angles

    def evaluate(
        self,
        name: str,
        q: Coordinates,
        qd: Coordinates = None,
        qdd: Coordinates = None,
        *,
        parameters: Mapping[str, float] | None = None,
    ) -> NDArray[np.float64] | float:
        """Return the numbers of a quantity from its written formulas; arguments as in `values`.

        Example:
            >>> import armillary as arm
            >>> arm.equations(arm.library.get("khatib-rr")).evaluate("g", [0.0, 0.0]).round(3)
            array([32.373,  7.848])
        """
        return self.quantity(name).evaluate(self.values(q, qd, qdd, parameters=parameters))

    def singularities(self, task: Task | None = None) -> Singularities:
        """Return det J of the tip in factors, and the configurations at which each factor is zero.

        Args:
            task: "position", "orientation", "pose" or row numbers of the (angular, linear) Jacobian; rows that are zero
                at every configuration are left out. Default: the first of pose, position and orientation whose det J
                is not zero everywhere.

        Example:
            >>> import armillary as arm
            >>> arm.equations(arm.library.get("puma560").dh().robot()).singularities().conditions
            ('s5 = 0: θ5 = 0 or π', 'a3 s3 + d4 c3 = 0', 'a2 c2 + a3 c23 − d4 s23 = 0')
        """
        from armillary.symbolic.singularities import singularities

        return singularities(self, task)

    def text(self, *names: str, width: int | None = None) -> str:
        """Return quantities with the meaning of their letters, as plain text; default M, v, g and f."""
        from armillary.symbolic.printers.page import text_page

        return text_page(self, self.chosen(names), width)

    def latex(self, *names: str, document: bool = False) -> str:
        """Return quantities in LaTeX: a part of a text, or with `document` a text that compiles."""
        from armillary.symbolic.printers.latex import latex_page

        return latex_page(self, self.chosen(names), document)

    def markdown(self, *names: str) -> str:
        """Return quantities in Markdown with formulas between dollar signs."""
        from armillary.symbolic.printers.markdown import markdown_page

        return markdown_page(self, self.chosen(names))

    def sympy(self, *names: str) -> dict[str, Any]:
        """Return quantities as SymPy matrices and expressions by their names (extra `equations`)."""
        return {name: self.quantity(name).sympy() for name in self.chosen(names)}

    def to_html(self, *names: str) -> str:
        """Return quantities as one self-contained HTML page."""
        from armillary.pages.equations_page import equations_html

        return equations_html(self, self.chosen(names))

    def explain(self) -> str:
        """Return the derivation step by step, in Markdown: frames, Jacobians, energies, result."""
        from armillary.symbolic.explain.explain import explanation

        return explanation(self)

    def chosen(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the quantities behind names, which may stand for several ("momentum", "all"); default `USUAL`.

        For a robot without a tip "all" leaves out the quantities of the tip.
        """
        forms = FORMS if "tip" in self.model.frames else FORMS | {"all": tuple(x for x in QUANTITIES if x not in TIP)}
        listed_names = listed("names", names, f"some of {', '.join(QUANTITIES)}")
        chosen = [
            quantity
            for name in listed_names
            for quantity in (forms[name] if among(name, forms) else (_quantity(name),))
        ]
        for name in chosen:
            if not among(name, QUANTITIES):
                all_names = (*QUANTITIES, *FORMS)
                raise ArgumentError(
                    "quantity", shortened(name), f"one of {', '.join(all_names)}", nearest(name, all_names)
                )
        return tuple(dict.fromkeys(chosen)) or USUAL

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        about = f"{self.n} coordinates, {len(self.symbols.parameters)} parameters"
        return f"<Equations of {self.robot.name}: {about}; parts {', '.join(QUANTITIES)}>"

    def _repr_markdown_(self) -> str:
        """Return the usual quantities with typeset formulas, for notebooks."""
        from armillary.symbolic.printers.markdown import notebook_markdown

        return notebook_markdown(self)

    def _repr_latex_(self) -> str:
        """Return the formulas alone, for notebooks that do not show Markdown."""
        from armillary.symbolic.printers.markdown import notebook_latex

        return notebook_latex(self)


def equations(robot: Robot | Model, *, letters: Letters = "all") -> Equations:
    """Return the equations of motion of a robot, to read.

    Args:
        robot: Robot or model without spherical and floating joints; links may be rigid, cut into sublinks, or bend in
            one plane by modes.
        letters: Parameters that are letters in the formulas: "all" (default: m1, l1, lc1, Izz1, …), "none" (the numbers
            of the robot in their place), or "base", letters for the fewest parameters that the motion depends on.

    Example:
        >>> import armillary as arm
        >>> print(equations(arm.library.get("khatib-rr")).M)
        M11 = m1 lc1² + Izz1 + Izz2 + m2 (l1² + lc2² + 2 l1 lc2 c2)
        M12 = m2 lc2 (lc2 + l1 c2) + Izz2
        M21 = m2 lc2 (lc2 + l1 c2) + Izz2
        M22 = m2 lc2² + Izz2
    """
    word("letters", letters, get_args(Letters))
    model = as_model(robot)
    if isinstance(robot, Robot):  # an equal robot, whose model is the same, may have other letters
        model = replace(model, robot=robot)
    return Equations(model, letters)


def _quantity(name: Any) -> Any:
    """Return the name of a quantity for a letter that stands for it; any other value is returned as it is."""
    return LETTERS[name] if among(name, LETTERS) else name
