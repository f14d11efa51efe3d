"""A program as a web of long sums and products (`to_web`), and such a web after a pass (`dissolve`).

Both give every value a new number in the order of use and apply (1) and (2) of `nary` to it once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from armillary.compiler.passes.nary import ONE, OutOfRangeError, Scaled, Sum, Web, accumulate, moderate, times
from armillary.compiler.program import Program
from armillary.expr.graph import Op, Ref


def to_web(program: Program) -> Web:
    """Return a program's values as leaves, products and sums, (1), (2).

    Raises:
        OutOfRangeError: The program has numbers that are not of moderate size.
    """
    graph = program.graph
    if not moderate([graph.args[node][0] for node in program.order if graph.op[node] is Op.CONST]):
        raise OutOfRangeError
    return dissolve(_literal(program))


def _literal(program: Program) -> Web:
    """Return the web of the program's sums and products of two terms."""
    web, graph, kept = Web(program), program.graph, _shared_multiples(program)
    value: dict[int, Scaled] = {}

    def scaled(ref: Ref) -> Scaled:
        c, x = value[ref >> 1]
        return (-c if ref & 1 else c), x

    for node in program.order:
        op, args = graph.op[node], graph.args[node]
        if op is Op.CONST:
            value[node] = args[0], ONE
        elif op is Op.INPUT:
            value[node] = 1.0, web.make_leaf(op, args)
        elif op is Op.ADD:
            (a, x), (b, y) = scaled(args[0]), scaled(args[1])
            terms: Sum = {x: a} if a else {}
            accumulate(terms, y, b)
            value[node] = web.make_sum(terms)
        elif op is Op.MUL:
            (a, x), (b, y) = scaled(args[0]), scaled(args[1])
            value[node] = (a if b == 1.0 else times(a, b)), web.make_pair(x, y)
            if (x == ONE or y == ONE) and node in kept:
                value[node] = web.make_copy(*value[node])
        elif op is Op.DIV:
            value[node] = _quotient(web, scaled(args[0]), scaled(args[1]))
        else:
            value[node] = 1.0, web.make_leaf(op, tuple(scaled(ref) for ref in args))
        if node in graph.names:
            web.pass_name_on(graph.names[node], *value[node])
    web.results = [[scaled(ref) for ref in row] for row in program.results]
    return web


def _quotient(web: Web, above: Scaled, below: Scaled) -> Scaled:
    """Return a/b as a times the reciprocal of b, (2); division by the constant 0 is kept."""
    (a, x), (b, y) = above, below
    if b == 0.0:
        return a, web.make_product((x, web.make_leaf(Op.DIV, (below,))))
    if y == ONE:
        return times(a, 1 / b), x
    return times(a, 1 / b), web.make_product((x, web.make_leaf(Op.DIV, ((1.0, y),))))


def _shared_multiples(program: Program) -> frozenset[int]:
    """Return the products that at least two products use."""
    graph = program.graph
    factors = Counter([ref >> 1 for node in program.order if graph.op[node] is Op.MUL for ref in set(graph.args[node])])
    return frozenset(node for node, count in factors.items() if count > 1 and graph.op[node] is Op.MUL)


def dissolve(web: Web, merge_numbers: bool = False) -> Web:
    """Return the web with sums that one sum uses, and products that one product uses, dissolved, (1).

    With `merge_numbers` no multiple c·x stays a value: the number goes to each product that has it.
    """
    order, new = web.order(), Web(web.program)
    once = {x for x, count in web.uses().items() if count == 1}
    worthy = set() if merge_numbers else _worthy_multiples(web)
    value: dict[int, Scaled] = {ONE: (1.0, ONE)}
    sums, products, made, add, pair = web.sum, web.product, new.product, _sums(once, new, value), new.make_pair
    for old in order:
        if old in products:
            if len(factors := products[old]) == 2:  # most values
                a, b = factors
                (c, x), (d, y) = value[a], value[b]
                if not ((a in once and x in made) or (b in once and y in made)):
                    value[old] = (c if d == 1.0 else d if c == 1.0 else times(c, d)), pair(x, y)
                    continue
            value[old] = _multiply(factors, once, new, value)
        elif old not in sums:
            op, args = web.leaf[old]
            inner = args if op is Op.INPUT else tuple([_rescaled(value, c, x) for c, x in args])
            value[old] = 1.0, new.make_leaf(op, inner)
        elif len(terms := sums[old]) == 1:
            ((x, c),) = terms.items()
            c, x = _rescaled(value, c, x)
            value[old] = new.make_copy(c, x) if old in worthy else (c, x)
        else:
            value[old] = add(terms)
    for old in [old for old in order if old in web.names]:
        new.pass_name_on(web.names[old], *value[old])
    new.results = [[_rescaled(value, c, x) for c, x in row] for row in web.results]
    return new


def _worthy_multiples(web: Web) -> set[int]:
    """Return the multiples c·x to keep: at least two products without another number use them."""
    sums, products, uses = web.sum, web.product, web.uses()
    multiples = {x for x, terms in sums.items() if len(terms) == 1 and x in uses}
    if not multiples:
        return multiples
    having = {p for p, factors in products.items() if not multiples.isdisjoint(factors) and p in uses}
    owners = Counter([x for p in having for x in multiples.intersection(products[p])])
    multiples = {x for x in multiples if owners[x] > 1}
    if not multiples:
        return multiples
    scaled = [scaled for row in web.results for scaled in row]
    for value, (op, args) in web.leaf.items():
        if op is not Op.INPUT and value in uses:
            scaled += args
    with_number = [x for c, x in scaled if abs(c) != 1.0]
    for value, terms in sums.items():
        if value in uses and not having.isdisjoint(terms):
            with_number += [x for x, c in terms.items() if c != 1.0 and c != -1.0]
    numbers = Counter(with_number)
    needed = Counter([x for p in having if uses[p] > numbers[p] for x in multiples.intersection(products[p])])
    return {x for x in multiples if needed[x] > 1}


def _rescaled(value: dict[int, Scaled], c: float, x: int) -> Scaled:
    """Return c·x where x has become another scaled value."""
    d, y = value[x]
    return times(c, d), y


def _multiply(old: tuple[int, ...], once: set[int], new: Web, value: dict[int, Scaled]) -> Scaled:
    """Return the product of old factors in the new web."""
    number, factors = 1.0, list[int]()
    for x in old:
        c, y = value[x]
        if c != 1.0:
            number = times(number, c)
        if x in once and y in new.product:
            factors += new.product[y]
        else:
            factors.append(y)
    return number, new.make_product(factors)


def _sums(once: set[int], new: Web, value: dict[int, Scaled]) -> Callable[[Sum], Scaled]:
    """Return a function from old terms to their sum in the new web."""
    sums, make = new.sum, new.make_sum

    def add(old: Sum) -> Scaled:
        terms: Sum = {}
        parts: list[tuple[float, Sum]] = []
        for x, c in old.items():
            d, y = value[x]
            if d != 1.0:
                c *= d
            if y in sums and (x in once or len(sums[y]) == 1):
                parts.append((c, sums[y]))
            elif c and y not in terms:
                terms[y] = c
            else:
                accumulate(terms, y, c)
        if parts:
            _add_parts(new, terms, parts)
        return make(terms)

    return add


def _add_parts(new: Web, terms: Sum, parts: list[tuple[float, Sum]]) -> None:
    """Add multiples of sums to a sum, term by term where that takes no more operations."""
    for c, part in sorted(parts, key=lambda scaled: abs(scaled[0]) != 1.0):
        if abs(c) == 1.0 or len(part) == 1 or _extra_multiplications(c, part, terms) <= 0:
            for x, d in part.items():
                accumulate(terms, x, c * d)
        else:
            sign, y = new.make_sum(part)
            accumulate(terms, y, c * sign)


def _extra_multiplications(c: float, part: Sum, terms: Sum) -> int:
    """Return an upper bound on the additional operations if c·part is added to `terms` term by term."""
    units = sum(abs(d) == 1.0 for x, d in part.items() if x != ONE)
    become_units = sum(abs(c * d) == 1.0 for x, d in part.items() if x != ONE)
    return units - become_units - 1 - 2 * sum(x in terms for x in part if x != ONE)
