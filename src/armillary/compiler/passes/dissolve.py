"""A program as a web of long sums and products (`to_web`), and such a web after a pass (`dissolve`).

Both give every value a new number in the order of use and apply (1) and (2) of `nary` to it once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from armillary.compiler.passes.nary import ONE, OutOfRangeError, Scaled, Sum, Web, accumulate, moderate, times
from armillary.compiler.program import Program
from armillary.expr.ops import ADD, CONST, DIV, INPUT, MUL, Ref


def to_web(program: Program) -> Web:
    """Return a program's values as leaves, products and sums, (1), (2).

    Raises:
        OutOfRangeError: The program has numbers that are not of moderate size.
    """
    graph = program.graph
    if not moderate([graph.args[node][0] for node in program.order if graph.op[node] is CONST]):
        raise OutOfRangeError
    return dissolve(_literal(program))


def _literal(program: Program) -> Web:
    """Return the web of the program's sums and products of two terms."""
    web, graph, shared = Web(program), program.graph, _shared_multiples(program)
    ops, arguments, names, pair, add = graph.op, graph.args, graph.names, web.make_pair, web.make_sum_of_two
    number, image = [1.0] * len(graph), [ONE] * len(graph)  # node → number and value

    def scaled(ref: Ref) -> Scaled:
        node = ref >> 1
        return -number[node] if ref & 1 else number[node], image[node]

    for node in program.order:
        op, args = ops[node], arguments[node]
        if op is MUL:  # its arguments have no sign
            x, y = args[0] >> 1, args[1] >> 1
            a, b, x, y = number[x], number[y], image[x], image[y]
            number[node], image[node] = a if b == 1.0 else times(a, b), pair(x, y)
            if (x == ONE or y == ONE) and node in shared:
                number[node], image[node] = web.make_copy(number[node], image[node])
        elif op is ADD:
            (a, x), (b, y) = scaled(args[0]), scaled(args[1])
            if x != y and a and b:
                number[node], image[node] = add(x, a, y, b)
            else:
                terms: Sum = {x: a} if a else {}
                accumulate(terms, y, b)
                number[node], image[node] = web.make_sum(terms)
        elif op is CONST:
            number[node] = args[0]
        elif op is INPUT:
            image[node] = web.make_leaf(op, args)
        elif op is DIV:
            number[node], image[node] = _quotient(web, scaled(args[0]), scaled(args[1]))
        else:
            image[node] = web.make_leaf(op, tuple([scaled(ref) for ref in args]))
        if node in names:
            web.pass_name_on(names[node], number[node], image[node])
    web.results = [[scaled(ref) for ref in row] for row in program.results]
    return web


def _quotient(web: Web, above: Scaled, below: Scaled) -> Scaled:
    """Return a/b as a times the reciprocal of b, (2); division by the constant 0 is kept."""
    (a, x), (b, y) = above, below
    if b == 0.0:
        return a, web.make_product((x, web.make_leaf(DIV, (below,))))
    if y == ONE:
        return times(a, 1 / b), x
    return times(a, 1 / b), web.make_product((x, web.make_leaf(DIV, ((1.0, y),))))


def _shared_multiples(program: Program) -> frozenset[int]:
    """Return the products that at least two products use."""
    op, args = program.graph.op, program.graph.args
    pairs = [args[node] for node in program.order if op[node] is MUL]
    factors = Counter([a for a, _ in pairs] + [b for a, b in pairs if a != b])
    return frozenset(ref >> 1 for ref, count in factors.items() if count > 1 and op[ref >> 1] is MUL)


def dissolve(web: Web, merge_numbers: bool = False) -> Web:
    """Return the web with sums that one sum uses, and products that one product uses, dissolved, (1).

    With `merge_numbers` no multiple c·x stays a value: the number goes to each product that has it.
    """
    order, uses, new = web.order(), web.uses(), Web(web.program)
    worthy = set() if merge_numbers else _worthy_multiples(web)
    number, image = [1.0] * len(uses), [ONE] * len(uses)  # old value → number and new value
    sums, products, made, joined, find = web.sum, web.product, new.product, new.sum, new.known.setdefault
    add = _sums(uses, new, number, image)
    for old in order:
        if old in products:
            if len(factors := products[old]) == 2:  # most values
                a, b = factors
                x, y = image[a], image[b]
                if x and y and not ((uses[a] == 1 and x in made) or (uses[b] == 1 and y in made)):
                    c, d = number[a], number[b]
                    number[old] = c if d == 1.0 else d if c == 1.0 else times(c, d)
                    image[old] = value = find(key := (x, y) if x <= y else (y, x), new.size + 1)
                    if value > new.size:
                        new.size, made[value] = value, key
                    continue
            number[old], image[old] = _multiply(factors, uses, new, number, image)
        elif old not in sums:
            op, args = web.leaf[old]
            if op is not INPUT:
                args = tuple([(times(c, number[x]), image[x]) for c, x in args])
            image[old] = new.make_leaf(op, args)
        elif len(terms := sums[old]) == 2:
            (a, c), (b, d) = terms.items()
            x, y, c, d = image[a], image[b], c * number[a], d * number[b]
            plain = (x not in joined or (uses[a] > 1 and len(joined[x]) > 1)) and (
                y not in joined or (uses[b] > 1 and len(joined[y]) > 1)
            )
            number[old], image[old] = new.make_sum_of_two(x, c, y, d) if plain and x != y and c and d else add(terms)
        elif len(terms) == 1:
            ((x, c),) = terms.items()
            scaled = times(c, number[x]), image[x]
            number[old], image[old] = new.make_copy(*scaled) if old in worthy else scaled
        else:
            number[old], image[old] = add(terms)
    for old in [old for old in order if old in web.names]:
        new.pass_name_on(web.names[old], number[old], image[old])
    new.results = [[(times(c, number[x]), image[x]) for c, x in row] for row in web.results]
    return new


def is_settled(web: Web) -> bool:
    """Return whether `dissolve` would only give other numbers to the values of a web that it has made."""
    uses, sums = web.uses(), web.sum
    once = {x for x in web.product if uses[x] == 1}
    if any(uses[x] and not once.isdisjoint(factors) for x, factors in web.product.items()):
        return False
    once = {x for x in sums if uses[x] == 1}
    for terms in [terms for x, terms in sums.items() if uses[x] and not once.isdisjoint(terms)]:
        rest = {x: c for x, c in terms.items() if x not in once}
        if any(x in once and _expands(c, sums[x], rest) for x, c in terms.items()):
            return False
    return _worthy_multiples(web).issuperset([x for x, terms in web.sum.items() if len(terms) == 1 and uses[x]])


def _worthy_multiples(web: Web) -> set[int]:
    """Return the multiples c·x to keep: at least two products without another number use them."""
    sums, products, uses = web.sum, web.product, web.uses()
    multiples = {x for x, terms in sums.items() if len(terms) == 1 and uses[x] > 1}
    if not multiples:
        return multiples
    having = {p for p, factors in products.items() if not multiples.isdisjoint(factors) and uses[p]}
    owners = Counter([x for p in having for x in multiples.intersection(products[p])])
    multiples = {x for x in multiples if owners[x] > 1}
    if not multiples:
        return multiples
    scaled = [scaled for row in web.results for scaled in row]
    for value, (op, args) in web.leaf.items():
        if op is not INPUT and uses[value]:
            scaled += args
    with_number = [x for c, x in scaled if abs(c) != 1.0]
    for value, terms in sums.items():
        if uses[value] and not having.isdisjoint(terms):
            with_number += [x for x, c in terms.items() if c != 1.0 and c != -1.0]
    numbers = Counter(with_number)
    needed = Counter([x for p in having if uses[p] > numbers[p] for x in multiples.intersection(products[p])])
    return {x for x in multiples if needed[x] > 1}


def _multiply(old: tuple[int, ...], uses: list[int], new: Web, number: list[float], image: list[int]) -> Scaled:
    """Return the product of old factors in the new web."""
    total, factors = 1.0, list[int]()
    for x in old:
        c, y = number[x], image[x]
        if c != 1.0:
            total = times(total, c)
        if uses[x] == 1 and y in new.product:
            factors += new.product[y]
        else:
            factors.append(y)
    return total, new.make_product(factors)


def _sums(uses: list[int], new: Web, number: list[float], image: list[int]) -> Callable[[Sum], Scaled]:
    """Return a function from old terms to their sum in the new web."""
    sums, make = new.sum, new.make_sum

    def add(old: Sum) -> Scaled:
        terms: Sum = {}
        parts: list[tuple[float, Sum]] = []
        for x, c in old.items():
            d, y = number[x], image[x]
            if d != 1.0:
                c *= d
            if y in sums and (uses[x] == 1 or len(sums[y]) == 1):
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
    if len(parts) > 1:
        parts.sort(key=lambda scaled: abs(scaled[0]) != 1.0)
    for c, part in parts:
        if _expands(c, part, terms):
            if terms.keys().isdisjoint(part):
                terms.update(part if c == 1.0 else {x: number for x, d in part.items() if (number := c * d)})
                continue
            for x, d in part.items():
                accumulate(terms, x, c * d)
        else:
            sign, y = new.make_sum(part)
            accumulate(terms, y, c * sign)


def _expands(c: float, part: Sum, terms: Sum) -> bool:
    """Return whether c·part is added to `terms` term by term."""
    return abs(c) == 1.0 or len(part) == 1 or _extra_multiplications(c, part, terms) <= 0


def _extra_multiplications(c: float, part: Sum, terms: Sum) -> int:
    """Return an upper bound on the additional operations if c·part is added to `terms` term by term."""
    units = sum(abs(d) == 1.0 for x, d in part.items() if x != ONE)
    become_units = sum(abs(c * d) == 1.0 for x, d in part.items() if x != ONE)
    return units - become_units - 1 - 2 * sum(x in terms for x in part if x != ONE)
