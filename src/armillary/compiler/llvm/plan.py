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

A thread of a GPU has 255 registers of 32 bits, and values beyond them are written to local memory and read back.
`few_alive` compares several orders and takes the one with the fewest values alive at once. List schedulers make them:
from the first operations on, always the one that ends most values; or from the last operations back, always the one
that needs fewest new values, with ties drawn at random. Which one wins differs from program to program, and draws
differ by a tenth. The VJP of a Panda with PD control has 219 values alive at once in the order in which the passes
leave it, and 157 in the best one: ptxas spills half as much. Bits stay the same, since no operation changes. Programs
in pieces keep their order.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from armillary.compiler.program import Program, slots
from armillary.expr.ops import ADD, MUL, Op, Ref

SHORT, WHOLE = 4_000, 12_000
"""Numbers of operations up to which every program, and one with much traffic, stays one function."""
TRAFFIC = 0.3
"""Traffic from which a program up to WHOLE stays one function, (1)."""
PIECE = 700
"""Operations in one function of a longer program. With 1,500 LLVM takes a third longer for derivatives of 64,904
operations, which then take 8 % longer, too."""
ANGLE = 30
"""Number of operations that sine and cosine of one angle count as."""
DRAWS = 4
"""Orders from the last operation back that are compared."""
WINDOWS = (4, 32)
"""Operations, the latest that may come next, among which a list scheduler chooses: others use values of long ago."""
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


Reads = dict[int, list[int]]
"""Node → the inputs and computed values that it reads."""


def few_alive(program: Program, todo: list[Step]) -> list[Step]:
    """Return the steps with those behind the last angles in an order that keeps few values alive at once."""
    first = max((index for index, step in enumerate(todo) if isinstance(step, Angles)), default=-1) + 1
    nodes = [step for step in todo[first:] if not isinstance(step, Angles)]
    reads, joined = _fused(program, nodes)
    before = [value for step in todo[:first] for value in _made(step)]
    orders = [list(reads), *(_forward(reads, window) for window in WINDOWS)]
    orders += [_backward(reads, WINDOWS[-1], random.Random(seed)) for seed in range(DRAWS)]
    best = min(orders, key=lambda order: most_alive(order, reads, before))
    # A product is written where it is first read: LLVM computes it there, or as part of each sum.
    written = dict.fromkeys(node for last in best for node in (joined.get(last, last), last))
    return [*todo[:first], *written]


def _made(step: Step) -> list[int]:
    """Return the nodes that a step computes."""
    if isinstance(step, Angles):
        return [node for pair in step.turned for node in pair if node is not None]
    return [step]


def _fused(program: Program, nodes: list[int]) -> tuple[Reads, dict[int, int]]:
    """Return the nodes with what each reads, and for each sum the product that it is joined with.

    On a GPU, LLVM joins a sum with a product among its terms, that with fewer readers. Products that all readers have
    joined are left out: they are never computed alone, and their factors live until the last of these sums.
    """
    op, args = program.graph.op, program.graph.args
    plain: dict[int, int] = defaultdict(int)
    for ref in (*(ref for row in program.results for ref in row), *(ref for node in nodes for ref in args[node])):
        plain[ref >> 1] += 1
    uses, inside, joined = dict(plain), set(nodes), {}
    for node in nodes:
        if op[node] is ADD:
            terms = [ref >> 1 for ref in args[node] if op[ref >> 1] is MUL and ref >> 1 in inside]
            if terms:
                joined[node] = min(terms, key=uses.__getitem__)
                plain[joined[node]] -= 1
    reads: Reads = {}
    for node in nodes:
        if op[node] is not MUL or plain[node]:
            operands = [ref >> 1 for ref in args[node]]
            if node in joined:
                operands.remove(joined[node])
                operands += [ref >> 1 for ref in args[joined[node]]]
            reads[node] = [x for x in dict.fromkeys(operands) if op[x] is not Op.CONST]
    return reads, joined


def most_alive(order: list[int], reads: Reads, before: Iterable[int] = ()) -> int:
    """Return the greatest number of values alive at once; those of `before` are there from the start.

    Inputs come when they are first read.
    """
    left = _uses(reads)
    alive = {value for value in before if value in left}
    most = len(alive)
    for node in order:
        alive.update(reads[node])
        most = max(most, len(alive))
        for value in reads[node]:
            left[value] -= 1
            if not left[value]:
                alive.discard(value)
        if node in left:
            alive.add(node)
    return max(most, len(alive))


def _uses(reads: Reads) -> dict[int, int]:
    """Return how many nodes read each value."""
    uses: dict[int, int] = defaultdict(int)
    for values in reads.values():
        for value in values:
            uses[value] += 1
    return dict(uses)


def _forward(reads: Reads, window: int) -> list[int]:
    """Return the order in which each node ends as many values as possible."""
    left = _uses(reads)
    readers: dict[int, list[int]] = defaultdict(list)
    missing = {}
    for node, values in reads.items():
        missing[node] = sum(value in reads for value in values)
        for value in values:
            readers[value].append(node)

    def done(node: int) -> list[int]:
        for value in reads[node]:
            left[value] -= 1
        for reader in readers[node]:
            missing[reader] -= 1
        return [reader for reader in readers[node] if not missing[reader]]

    def cost(node: int) -> int:
        return (node in left) - sum(left[value] == 1 for value in reads[node])

    return _listed([node for node in reversed(reads) if not missing[node]], window, cost, done)


def _backward(reads: Reads, window: int, draw: random.Random) -> list[int]:
    """Return the order in which, from the last node back, each needs as few new values as possible."""
    left = _uses(reads)
    alive: set[int] = set()

    def done(node: int) -> list[int]:
        alive.discard(node)
        alive.update(reads[node])
        for value in reads[node]:
            left[value] -= 1
        ended = [value for value in reads[node] if not left[value]]
        alive.difference_update(value for value in ended if value not in reads)
        return [value for value in ended if value in reads]

    def cost(node: int) -> float:
        return sum(value not in alive for value in reads[node]) - (node in alive) + draw.random() / 2

    return _listed([node for node in reads if node not in left], window, cost, done)[::-1]


def _listed(ready: list[int], window: int, cost: Callable[[int], float], done: Callable[[int], list[int]]) -> list[int]:
    """Return nodes in the order of a list scheduler: always the cheapest of the latest ready ones, the last of equals.

    Args:
        ready: The nodes that may come first.
        window: Number of the latest ready nodes among which it chooses.
        cost: Returns the cost of a node that comes next.
        done: Takes a node out of those to come and returns the nodes that are ready now.
    """
    order = []
    while ready:
        start = max(0, len(ready) - window)
        place = min(range(len(ready) - 1, start - 1, -1), key=lambda index: cost(ready[index]))
        order.append(ready.pop(place))
        ready += done(order[-1])
    return order


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
