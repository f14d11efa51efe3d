"""Operation counts of a program, and of any quantity of a robot (`arm.cost`).

Each computed value counts once:
    mul     products, also by constants, 2·x among them; x² is one product
    add     sums and differences, also with constants
    div     divisions; 1/d that multiplies several values is one
    sqrt    square roots
    trig    evaluations of sin and of cos; `angles` is the number of different angles
    other   exp, log, tanh, atan2, abs, floor, min, max, comparison, selection
Changes of sign, constants, and copies of a result to several entries cost nothing. `flops` is
mul + add + div + sqrt, as papers on robot dynamics count; sines and cosines are extra.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from armillary.compiler.passes import optimise
from armillary.compiler.program import Program
from armillary.compiler.trace import trace
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.expr.ops import Op
from armillary.files.arguments import flag
from armillary.files.words import among, shortened
from armillary.formulations.registry import DERIVATIVES, PRODUCTS, QUANTITIES, find_quantity
from armillary.multibody import Model, as_model


@dataclass(frozen=True)
class Cost:
    """Operations of each kind in one evaluation.

    Example:
        >>> print(Cost(mul=5, add=4, trig=2, angles=1))
        5M 4A, 2 trig (1 angle)
    """

    mul: int = 0
    add: int = 0
    div: int = 0
    sqrt: int = 0
    trig: int = 0
    angles: int = 0
    other: int = 0

    @property
    def flops(self) -> int:
        """Multiplications, additions, divisions and square roots together."""
        return self.mul + self.add + self.div + self.sqrt

    def __str__(self) -> str:
        text = f"{self.mul}M {self.add}A"
        text += "".join(f" {number}{letter}" for number, letter in ((self.div, "D"), (self.sqrt, " sqrt")) if number)
        if self.trig:
            text += f", {self.trig} trig ({self.angles} angle{'s' if self.angles != 1 else ''})"
        return text + (f", {self.other} other" if self.other else "")


def count(program: Program) -> Cost:
    """Return the operation counts of a program."""
    graph = program.graph
    ops = Counter(graph.op[node] for node in program.order)
    angles = {graph.args[node][0] for node in program.order if graph.op[node] in (Op.SIN, Op.COS)}
    counted = (Op.CONST, Op.INPUT, Op.MUL, Op.ADD, Op.DIV, Op.SQRT, Op.SIN, Op.COS)
    return Cost(
        mul=ops[Op.MUL],
        add=ops[Op.ADD],
        div=ops[Op.DIV],
        sqrt=ops[Op.SQRT],
        trig=ops[Op.SIN] + ops[Op.COS],
        angles=len(angles),
        other=sum(number for op, number in ops.items() if op not in counted),
    )


def cost(
    robot: Robot | Model, quantity: str, *, formulation: str | None = None, simplify: bool = True, **options: Any
) -> Cost:
    """Return the operation counts of a quantity of a robot.

    Args:
        robot: The robot, or its model; published counts are without friction: `arm.model(robot, friction=False)`.
        quantity: Its name, such as "inverse_dynamics".
        formulation: Its formulation; default the one that `arm.compile` chooses.
        simplify: Whether to count after the passes, as compiled code is; default True.
        **options: Options of the quantity, such as `frame`.

    Example:
        >>> import armillary as arm
        >>> cost(arm.library.get("khatib-rr"), "gravity").trig
        2
    """
    from armillary.compiler.choose import choose  # imports this file to count candidates

    simplify = flag("simplify", simplify)
    formulation = None if among(formulation, ("auto",)) else formulation
    if formulation is None and among(quantity, QUANTITIES):
        choice = choose(as_model(robot), quantity)
        formulation = choice.formulation
        if choice.simplified is not None and simplify and not options:
            return count(choice.simplified)
    program = trace_quantity(robot, quantity, formulation=formulation, **options)
    return count(optimise(program) if simplify else program)


def trace_quantity(robot: Robot | Model, quantity: str, *, formulation: str | None = None, **options: Any) -> Program:
    """Return the program of a quantity before simplification, or raise an `ArgumentError` if it has none."""
    from armillary.compiler.derivatives import trace_derivatives
    from armillary.compiler.dynamics_products import trace_product

    model = as_model(robot)
    if not isinstance(formulation, str | None):
        raise ArgumentError("formulation", shortened(formulation), "the name of a formulation")
    if among(quantity, DERIVATIVES | PRODUCTS):
        if formulation not in (None, "derivatives"):
            raise ArgumentError("formulation", f"{formulation!r} for {quantity}", "none: the cheapest one is used")
        return (trace_product if quantity in PRODUCTS else trace_derivatives)(model, quantity)
    entry = find_quantity(quantity, derivatives=True)
    unknown = [name for name in options if name not in entry.options]
    if unknown:
        known = ", ".join(entry.options) or "none"
        raise ArgumentError("options", f"{unknown[0]!r} for {quantity}", f"options of this quantity: {known}")
    try:
        return trace(model, quantity, formulation, **options)
    except TypeError as error:
        # A formulation that needs numbers, for example for the complex step.
        problem = f"{formulation!r} for {quantity}, which has no expression ({error})"
        raise ArgumentError("formulation", problem, "one that works on expressions") from error
