"""The order in which LLVM gets a program, and the pieces of a long program.

Sines and cosines are computed together, several angles at once. An angle whose value needs no sine or cosine has
level 0, an angle that needs those of level 0 has level 1, and so on. The values that the angles of a level need come
first, then the angles, then the next level, and last the rest in the program's order.

A long program is cut into pieces of about `PIECE` operations, each a function: the time that LLVM takes grows faster
than the length of a function. Values pass between pieces through a work array. Programs of more than `SHORT` operations
for which that means little traffic,
    (inputs + outputs + 2 passing values) / operations < `TRAFFIC`                             (1)
run as fast or faster in pieces, since the registers of the machine do not hold their values anyway: forward dynamics of
flexible-3r, 6,726 operations and a traffic of 0.25, takes 1.7 µs in place of 1.9 µs (Zen 3, 16 registers). Planar
chains have more traffic: one of 100 links, 7,114 operations and 0.42, takes 2.8 µs as one function and 3.8 µs in
pieces. A program of more than `WHOLE` operations is cut in any case.
"""

from __future__ import annotations

from dataclasses import dataclass

from armillary.compiler.program import Program, slots
from armillary.expr.ops import Op, Ref

SHORT, WHOLE = 4_000, 12_000
"""Numbers of operations up to which every program, and one with much traffic, stays one function."""
TRAFFIC = 0.3
"""Traffic from which a program up to WHOLE stays one function, (1)."""
PIECE = 700
"""Operations in one function of a longer program. With 1,500 LLVM takes a third longer for derivatives of 64,904
operations, which then take 8 % longer, too."""
ANGLE = 30
"""Number of operations that sine and cosine of one angle count as."""
TRIGONOMETRIC = (Op.SIN, Op.COS)
GIVEN = (Op.CONST, Op.INPUT)


@dataclass(frozen=True)
class Angles:
    """The nodes whose sines and cosines are computed here, together."""

    nodes: tuple[int, ...]
    turned: tuple[tuple[int | None, int | None], ...]
    """For each of them the nodes of its sine and its cosine, if the program has them."""


Step = int | Angles


def steps(program: Program, together: int) -> list[Step]:
    """Return nodes and groups of at most `together` angles in order, without constants and inputs."""
    op, args = program.graph.op, program.graph.args
    level: dict[int, int] = {}
    angles: dict[int, dict[Op, int]] = {}
    left: list[int] = []
    for node in program.order:
        if op[node] in GIVEN:
            level[node] = 0
            continue
        level[node] = max([level[ref >> 1] for ref in args[node]])
        if op[node] in TRIGONOMETRIC:
            level[node] += 1
            angles.setdefault(args[node][0] >> 1, {})[op[node]] = node
        else:
            left.append(node)
    ordered: list[Step] = []
    for depth in range(max((level[angle] for angle in angles), default=-1) + 1):
        group = [angle for angle in angles if level[angle] == depth]
        needed = set(program.graph.live(2 * angle for angle in group))
        ordered += [node for node in left if node in needed]
        left = [node for node in left if node not in needed]
        for i in range(0, len(group), together):
            nodes = tuple(group[i : i + together])
            turned = tuple((angles[node].get(Op.SIN), angles[node].get(Op.COS)) for node in nodes)
            ordered.append(Angles(nodes, turned))
    return ordered + left


def pieces(program: Program, todo: list[Step], always: bool = False) -> list[list[Step]]:
    """Return the steps in one piece, or in several of similar length if there are many.

    Programs of more than `SHORT` operations are cut whatever their traffic is if `always` is true.
    """
    weights = [ANGLE * len(step.nodes) if isinstance(step, Angles) else 1 for step in todo]
    total = sum(weights)
    if total <= min(SHORT, WHOLE):
        return [todo]
    cut = _cut(todo, weights, round(total / PIECE))
    if always or total > WHOLE:
        return cut
    slots = work(program, cut)
    traffic = len(slots.inputs) + sum(array.size for array in program.outputs) + 2 * len(slots.passing)
    return cut if traffic < TRAFFIC * total else [todo]  # (1)


def _cut(todo: list[Step], weights: list[int], count: int) -> list[list[Step]]:
    """Return the steps in pieces of similar weight, at most `count`."""
    total = sum(weights)
    parts: list[list[Step]] = [[] for _ in range(count)]
    done = 0
    for step, weight in zip(todo, weights, strict=True):
        parts[min(done * count // total, count - 1)].append(step)
        done += weight
    return [piece for piece in parts if piece]


@dataclass(frozen=True)
class Work:
    """The work array between pieces: `size` slots; a slot for every input entry, different result and passing node."""

    size: int
    inputs: dict[tuple[str, int], int]
    outputs: dict[Ref, int]
    passing: dict[int, int]


def work(program: Program, cut: list[list[Step]]) -> Work:
    """Return the work array of a program that is cut into pieces."""
    entries = [(array.name, j) for array in program.inputs for j in range(array.size)]
    inputs = {entry: slot for slot, entry in enumerate(entries)}
    results = dict.fromkeys(ref for row in program.results for ref in row)
    outputs = {ref: slot for slot, ref in enumerate(results, len(inputs))}
    args = program.graph.args
    made: list[list[int]] = []
    last: dict[int, int] = {}
    for index, piece in enumerate(cut):
        made.append([])
        for step in piece:
            if isinstance(step, Angles):
                last |= dict.fromkeys(step.nodes, index)
                made[-1] += [node for pair in step.turned for node in pair if node is not None]
            else:
                for ref in args[step]:
                    last[ref >> 1] = index
                made[-1].append(step)
    passing, size = slots(made, last, len(inputs) + len(outputs))
    return Work(size, inputs, outputs, passing)
