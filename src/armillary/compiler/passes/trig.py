"""Sines and cosines of sums of angles, and squares that add up to one.

Joints with parallel axes give products that are sines and cosines of sums of angles:
    cos a cos b ∓ sin a sin b = cos(a ± b),   sin a cos b ± cos a sin b = sin(a ± b)            (1)
Each saves two multiplications and an addition, but needs another sine and cosine, which cost more. So (1) is used for
an angle b only if it removes sin b and cos b from the program: the number of sines and cosines is then unchanged. The
angle a ± b is rounded once, an error of half a unit in its last place.

In a sum, squares of one angle are reduced to that of its sine:
    α sin² b + β cos² b = β + (α − β) sin² b                                                    (2)
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from armillary.compiler.passes.nary import Sum, Web, accumulate
from armillary.expr.ops import Op

Angle = tuple[float, int]
"""The scaled value of which a sine or cosine is taken."""


def reduce_trig(web: Web) -> None:
    """Add angles instead of multiplying their sines and cosines, (1), and use sin² + cos² = 1, (2); changes the web."""
    if any(op is Op.SIN or op is Op.COS for op, _ in web.leaf.values()):
        if _squares(web):
            web.changed()
        if _removable(web):
            _Angles(web).run()


def _squares(web: Web) -> bool:
    """Apply (2) where it is possible; return whether the web has changed."""
    changed = False
    uses, all_cosines = web.uses(), {x for x, (op, _) in web.leaf.items() if op is Op.COS}
    having = {
        x
        for x, factors in web.product.items()
        if len(set(factors)) < len(factors) and uses[x] == 1 and not all_cosines.isdisjoint(factors)
    }
    for value in web.order() if having else ():
        terms = web.sum.get(value, {})
        for x in [x for x in terms if x in having]:
            factors = web.product[x]
            cosines = [f for f in set(factors) if factors.count(f) > 1 and f in all_cosines]
            if cosines and x in terms:
                changed |= _replace_square(web, terms, x, cosines[0])
    return changed


def _removable(web: Web) -> bool:
    """Return whether products that have one user use an angle's sine and cosine, and nothing else does."""
    uses, sums, products = web.uses(), web.sum, web.product
    angle = {x: args[0] for x, (op, args) in web.leaf.items() if (op is Op.SIN or op is Op.COS) and uses[x]}
    needed, trig = {angle[x] for row in web.results for _, x in row if x in angle}, angle.keys()
    count = len(set(angle.values()))
    for value in web.order():
        if len(needed) == count:
            return False
        if value not in products or uses[value] > 1:
            args = sums[value] if value in sums else web.arguments(value)
            if not trig.isdisjoint(args):
                needed.update([angle[x] for x in args if x in angle])
    return len(needed) < count


def _replace_square(web: Web, terms: Sum, x: int, cosine: int) -> bool:
    """Apply (2) to the term β cos² b · y, if the sum has sin² b · y; return whether it has."""
    rest = list(web.product[x])
    rest.remove(cosine)
    rest.remove(cosine)
    sine = web.make_leaf(Op.SIN, web.leaf[cosine][1])
    square = web.make_product([sine, sine, *rest])
    if square not in terms:
        return False
    beta = terms.pop(x)
    accumulate(terms, square, -beta)
    accumulate(terms, web.make_product(rest), beta)
    return True


@dataclass(frozen=True)
class _Match:
    """Two terms of a sum that are one sine or cosine of a ± b, times `rest`, times `number`."""

    owner: int
    terms: tuple[int, int]
    op: Op
    a: Angle
    sign: float
    rest: tuple[int, ...]
    number: float


class _Angles:
    """Finds the angles whose sines and cosines (1) removes, those nearest to the inputs first."""

    def __init__(self, web: Web) -> None:
        self.web, self.order, self.uses = web, web.order(), web.uses()
        self.owners: dict[int, list[int]] = defaultdict(list)
        for value in self.order:
            for x in set(web.arguments(value)):
                self.owners[x].append(value)
        for row in web.results:
            for _, x in row:
                self.owners[x].append(-1)

    def run(self) -> None:
        """Apply (1) to every angle that it removes."""
        angles = dict.fromkeys(args[0] for op, args in self.web.leaf.values() if op is Op.SIN or op is Op.COS)
        pending, progress = list(angles), True
        while progress:
            progress = False
            for b in list(pending):
                matches = self._matches(b)
                if matches:
                    self._apply(b, matches)
                    pending.remove(b)
                    progress = True

    def _matches(self, b: Angle) -> list[_Match] | None:
        """Return the pairs of terms with sin b or cos b, if no other value has these and all pairs agree on a ± b."""
        web = self.web
        by_terms: dict[tuple[int, frozenset[int]], _Match] = {}  # the products of a pair give the same match twice
        for op in (Op.SIN, Op.COS):
            for product in self.owners[web.make_leaf(op, (b,))]:
                owners = self.owners[product]
                if product not in web.product or len(owners) != 1 or owners[0] not in web.sum:
                    return None
                match = self._partner(product, owners[0], b)
                if match is None:
                    return None
                by_terms[match.owner, frozenset(match.terms)] = match
        matches = list(by_terms.values())
        covered = {x for match in matches for x in match.terms}
        if not matches or len({(match.a, match.sign) for match in matches}) > 1 or len(covered) < 2 * len(matches):
            return None
        return matches

    def _partner(self, product: int, owner: int, b: Angle) -> _Match | None:
        """Return the match of a product with sin b or cos b that is half of (1) in its sum."""
        web, terms = self.web, self.web.sum[owner]
        for k, x in enumerate(web.product[product]):
            op_b, angle_b = self._trig(x)
            if angle_b != b:
                continue
            others = web.product[product][:k] + web.product[product][k + 1 :]
            for j, y in enumerate(others):
                op_a, a = self._trig(y)
                if a is None or op_a is None or op_b is None or a == b:
                    continue
                rest = others[:j] + others[j + 1 :]
                partner = self._find(terms, _other(op_a), a, _other(op_b), b, rest)
                if partner is not None and len(self.owners[partner]) == 1:
                    return self._match(owner, (product, op_a, op_b), partner, a, rest)
        return None

    def _match(
        self, owner: int, first: tuple[int, Op, Op], partner: int, a: Angle, rest: tuple[int, ...]
    ) -> _Match | None:
        """Return the match of two terms with numbers of the same size."""
        product, op_a, op_b = first
        terms = self.web.sum[owner]
        # (1) is led by the term with cos b: cos a cos b, or sin a cos b.
        lead, other = (product, partner) if op_b is Op.COS else (partner, product)
        lead_op_a = op_a if op_b is Op.COS else _other(op_a)
        numbers = [terms[x] * self._sign(x, rest) for x in (lead, other)]
        if abs(numbers[0]) != abs(numbers[1]):
            return None
        same = numbers[0] == numbers[1]
        if lead_op_a is Op.COS:
            return _Match(owner, (lead, other), Op.COS, a, -1.0 if same else 1.0, rest, numbers[0])
        return _Match(owner, (lead, other), Op.SIN, a, 1.0 if same else -1.0, rest, numbers[0])

    def _find(self, terms: Sum, op_a: Op, a: Angle, op_b: Op, b: Angle, rest: tuple[int, ...]) -> int | None:
        for x in terms:
            factors = list(self.web.product.get(x, ()))
            if len(factors) != 2 + len(rest):
                continue
            kinds = {self._trig(f): f for f in factors}
            if (op_a, a) in kinds and (op_b, b) in kinds:
                factors.remove(kinds[op_a, a])
                factors.remove(kinds[op_b, b])
                if sorted(factors) == sorted(rest):
                    return x
        return None

    def _sign(self, product: int, rest: tuple[int, ...]) -> float:
        """Return the sign of the two sines or cosines of a product."""
        left, sign = list(rest), 1.0
        for x in self.web.product[product]:
            if x in left:
                left.remove(x)
            elif x in self.web.sum:
                sign *= next(iter(self.web.sum[x].values()))
        return sign

    def _trig(self, x: int) -> tuple[Op | None, Angle | None]:
        """Return operation and angle of a sine or cosine, or of ±1 times one."""
        inner = self.web.sum.get(x)
        if inner is not None and len(inner) == 1:
            ((x, c),) = inner.items()
            if abs(c) != 1.0:
                return None, None
        op, args = self.web.leaf.get(x, (None, ()))
        return (op, args[0]) if op is Op.SIN or op is Op.COS else (None, None)

    def _apply(self, b: Angle, matches: list[_Match]) -> None:
        """Replace the terms of all matches by a sine or cosine of a ± b."""
        web, a, sign = self.web, matches[0].a, matches[0].sign
        terms: Sum = {}
        accumulate(terms, a[1], a[0])
        accumulate(terms, b[1], sign * b[0])
        total = web.make_sum(terms)
        for match in matches:
            flip = -1.0 if total[0] < 0 and match.op is Op.SIN else 1.0
            leaf = web.make_leaf(match.op, ((abs(total[0]), total[1]),))
            owner = web.sum[match.owner]
            for x in match.terms:
                del owner[x]
                for f in set(web.product[x]):
                    self.owners[f].remove(x)
            made = web.make_product((leaf, *match.rest))
            accumulate(owner, made, match.number * flip)
            self.owners[made].append(match.owner)
            if made != leaf:
                self.owners[leaf].append(made)


def _other(op: Op) -> Op:
    return Op.COS if op is Op.SIN else Op.SIN
