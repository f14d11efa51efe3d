"""Random expressions for property tests: the same recipe builds a graph, floats or SymPy."""

from __future__ import annotations

from hypothesis import strategies as st

import armillary as arm
from internals import Expr, Graph, Op, Port, Program, atan2, maximum, minimum

UNARY = ("neg", "sqrt", "sin", "cos", "exp", "log", "tanh", "abs")
BINARY = ("add", "sub", "mul", "div", "atan2", "min", "max")
SMOOTH = ("neg", "sin", "cos", "tanh", "add", "sub", "mul", "div", "sqrt", "exp", "log", "atan2")

Recipe = list[tuple]


def recipes(inputs: int, steps: int = 12, smooth: bool = False) -> st.SearchStrategy[Recipe]:
    """Steps (operation, numbers of the earlier values it takes, or a constant)."""
    operations = [name for name in (*UNARY, *BINARY) if not smooth or name in SMOOTH]
    if not smooth:
        operations.append("select")
    place = st.integers(0, 10**6)
    constant = st.tuples(st.just("const"), st.floats(-3, 3).map(lambda x: round(x, 2)))
    step = st.tuples(st.sampled_from(operations), place, place, place, place)
    return st.lists(st.one_of(step, step, step, constant), min_size=1, max_size=steps)


def build(recipe: Recipe, graph: Graph, inputs: int) -> list[Expr]:
    """All values of a recipe, each a function that is smooth and bounded wherever its arguments are.

    Roots, logarithms, quotients and exponentials are guarded, so that any recipe can be evaluated.
    """
    values = [graph.input("x", k) for k in range(inputs)]
    for name, *rest in recipe:
        if name == "const":
            values.append(Expr(graph, graph.constant(rest[0])))
            continue
        a, b, c, d = (values[-1 - k % len(values)] for k in rest)
        values.append(apply(graph, name, a, b, c, d))
    return values


def apply(graph: Graph, name: str, a: Expr, b: Expr, c: Expr, d: Expr) -> Expr:
    def unary(op: Op, x: Expr) -> Expr:
        return Expr(graph, graph.unary(op, x.ref))

    def binary(op: Op, x: Expr, y: Expr) -> Expr:
        return Expr(graph, graph.binary(op, x.ref, y.ref))

    match name:
        case "neg":
            return -a
        case "sqrt":
            return unary(Op.SQRT, a * a + 0.5)
        case "log":
            return unary(Op.LOG, a * a + 0.3)
        case "exp":
            return unary(Op.EXP, unary(Op.TANH, a))
        case "sin" | "cos" | "tanh" | "abs":
            return unary(Op[name.upper()], a)
        case "add":
            return a + b
        case "sub":
            return a - b
        case "mul":
            return unary(Op.TANH, a) * b
        case "div":
            return a / (b * b + 1.2)
        case "atan2":
            return binary(Op.ATAN2, unary(Op.SIN, a), unary(Op.COS, b) + 1.5)
        case "min" | "max":
            return binary(Op[name.upper()], a, b)
        case _:
            less = graph.less(a.ref, b.ref)
            return Expr(graph, graph.select(less, c.ref, d.ref))


def every_operation(array: str, output: str, small: float, constant: float) -> Program:
    """A program with every operation on an input array of three entries; another input is not used."""
    graph = Graph()
    x, y, z = (graph.input(array, k) for k in range(3))
    number = Expr(graph, graph.constant(constant))
    less = x < y
    values = [
        x + y - z,
        -x - y,
        x * y / (z * z + 1),
        (x * x).sqrt(),
        x.sin() + y.cos(),
        (-x).exp(),
        (x * x + 1e-3).log(),
        z.tanh(),
        abs(-x),
        arm.floor(3 * x) - arm.floor(-y),
        atan2(-x, y),
        minimum(-x, y),
        maximum(x, -z),
        less + (y < z) * 3,
        arm.where(less, -x, y * z),
        arm.where(x + 1, y, -z),
        x.sign() * small,
        number,
        -number,
        -y,
        x - (y - z),
        (y * z).sqrt(),
    ]
    arrays = (Port(array, (3,)), Port("unused", (2,)))
    return Program("all", graph, arrays, (Port(output, (len(values),)),), (tuple(v.ref for v in values),))
