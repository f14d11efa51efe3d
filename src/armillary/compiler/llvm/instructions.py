"""One step of a program as LLVM instructions: a table from operation to text."""

from __future__ import annotations

import math
from collections.abc import Callable

from armillary.compiler.llvm.gpu_arithmetic import clamp, divide
from armillary.compiler.llvm.plan import Angles, Step
from armillary.compiler.llvm.sincos import sincos
from armillary.compiler.llvm.target import Target
from armillary.compiler.llvm.writer import DOUBLE, Writer
from armillary.compiler.program import Program
from armillary.expr.ops import ADD, MUL, Op, Ref

LIBRARY = {Op.EXP: "exp", Op.LOG: "log", Op.TANH: "tanh", Op.ATAN2: "atan2"}
INTRINSIC = {Op.SQRT: "sqrt", Op.ABS: "fabs", Op.FLOOR: "floor", Op.MIN: "minimum", Op.MAX: "maximum"}


class InstructionWriter:
    """Writes steps of a program; `fetch` writes the load of an input or of an earlier value."""

    def __init__(self, text: Writer, program: Program, target: Target, fetch: Callable[[int], str]) -> None:
        self.text, self.program, self.target, self.fetch = text, program, target, fetch
        self.values: dict[int, str] = {}
        self._truths: dict[int, str] = {}

    def value(self, ref: Ref) -> str:
        """Return the name of a reference's value, with its sign."""
        node = ref >> 1
        name = self.values.get(node)
        if name is None:
            number = self.program.graph.value(ref)
            if number is not None:
                return self.text.number(number)
            name = self.values[node] = self.fetch(node)
        return self.text.negated(name) if ref & 1 else name

    def write(self, step: Step) -> list[int]:
        """Write a step and return the nodes that it computes."""
        if isinstance(step, Angles):
            return self._angles(step)
        self.values[step] = self._node(step)
        return [step]

    def _node(self, node: int) -> str:
        text, op = self.text, self.program.graph.op[node]
        args: tuple[Ref, ...] = self.program.graph.args[node]
        if op is MUL:
            return text.binary("fmul contract", self.value(args[0]), self.value(args[1]))
        if op is ADD:
            return self._sum(*args)
        match op:
            case Op.DIV if self.target.arithmetic == "gpu":
                return divide(text, *map(self.value, args))
            case Op.DIV:
                return text.binary("fdiv", *map(self.value, args))
            case Op.LESS:
                truth = text.binary("fcmp olt", *map(self.value, args))
                self._truths[node] = truth
                return text.select(truth, text.number(1.0), text.number(0.0))
            case Op.MIN | Op.MAX if self.target.arithmetic == "gpu" and (bounds := self._bounds(node)) is not None:
                u, limit = bounds
                return clamp(text, self.value(u), limit)
            case Op.SELECT:
                then, otherwise = (self.value(ref) for ref in args[1:])
                return text.select(self._truth(args[0]), then, otherwise)
            case _ if op in LIBRARY:
                values = ", ".join(f"{text.real} {self.value(ref)}" for ref in args)
                return text.let(f"call {text.real} @library_{LIBRARY[op]}.{text.lanes}({values})")
            case _:
                return text.call(INTRINSIC[op], *map(self.value, args))

    def _bounds(self, node: int) -> tuple[Ref, float] | None:
        """Return u and L if a node is min(max(u, −L), L), in either order, with a constant L > 0, in doubles."""
        graph, size = self.program.graph, {Op.MIN: 1.0, Op.MAX: -1.0}
        outer = self._with_constant(2 * node)
        inner = None if outer is None else self._with_constant(outer[0])
        if outer is None or inner is None or self.text.scalar is not DOUBLE:
            return None
        same = graph.op[outer[0] >> 1] is not graph.op[node] and inner[1] == -outer[1]
        most = size[graph.op[node]] * outer[1]
        return (inner[0], most) if same and 0.0 < most < math.inf else None

    def _with_constant(self, ref: Ref) -> tuple[Ref, float] | None:
        """Return both arguments of a minimum or maximum, the second one a constant; None for anything else."""
        graph, node = self.program.graph, ref >> 1
        if ref & 1 or graph.op[node] not in (Op.MIN, Op.MAX):
            return None
        a, b = graph.args[node]
        for other, constant in ((a, graph.value(b)), (b, graph.value(a))):
            if constant is not None:
                return other, constant
        return None

    def _sum(self, a: Ref, b: Ref) -> str:
        text = self.text
        if not a & 1:
            x, y = self.value(a), self.value(b & ~1)
            return text.binary("fsub contract" if b & 1 else "fadd contract", x, y)
        if not b & 1:
            return self._sum(b, a)
        return text.negated(self._sum(a ^ 1, b ^ 1))

    def _truth(self, ref: Ref) -> str:
        """Return a condition as one bit a lane."""
        if ref >> 1 in self._truths:
            return self._truths[ref >> 1]
        return self.text.binary("fcmp une", self.value(ref), self.text.number(0.0))

    def _angles(self, step: Angles) -> list[int]:
        """Write sines and cosines; for one state, of as many angles at once as there are lanes."""
        text, angles = self.text, [self.value(2 * node) for node in step.nodes]
        width, fused = self.target.width, self.target.fused
        if text.lanes > 1 or width == 1:
            pairs = sincos(text, angles, fused)
        else:
            wide = text.with_lanes(width)
            groups = [angles[i : i + width] for i in range(0, len(angles), width)]
            both = sincos(wide, [wide.packed(group) for group in groups], fused)
            pairs = [
                (wide.lane(s, lane), wide.lane(c, lane))
                for (s, c), group in zip(both, groups, strict=True)
                for lane in range(len(group))
            ]
        nodes = []
        for (sine, cosine), pair in zip(step.turned, pairs, strict=True):
            for node, value in zip((sine, cosine), pair, strict=True):
                if node is not None:
                    self.values[node] = value
                    nodes.append(node)
        return nodes
