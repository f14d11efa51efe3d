"""A written formula: sums, products, powers, sines and cosines of sums of angles.

A tree can be evaluated, counted and printed (`text`, `latex`, `sympy_form`). Operations are counted as in papers on
robot dynamics: one for each sum, difference and product, n − 1 for a power n; a change of sign is free; sines, cosines
and parameters cost nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Union

from armillary.symbolic.algebra.parallel import Vector

Tree = Union["TreeNumber", "Symbol", "Trig", "Power", "Product", "TreeSum"]


@dataclass(frozen=True)
class TreeNumber:
    """A constant."""

    value: float


@dataclass(frozen=True)
class Symbol:
    """A symbol, by its slot."""

    slot: int


@dataclass(frozen=True)
class Trig:
    """The cosine ("c") or sine ("s") of a sum of angles."""

    function: str
    angle: Vector


class _HashedNode:
    """A node with parts; it keeps its hash, since trees are compared often."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((type(self).__name__, *vars(self).values())))

    def __hash__(self) -> int:
        digest: int = vars(self)["_hash"]
        return digest


@dataclass(frozen=True)
class Power(_HashedNode):
    """A whole power, two or more."""

    base: Tree
    exponent: int

    __hash__ = _HashedNode.__hash__


@dataclass(frozen=True)
class Product(_HashedNode):
    """A product; a number, if there is one, comes first."""

    factors: tuple[Tree, ...]

    __hash__ = _HashedNode.__hash__


@dataclass(frozen=True)
class TreeSum(_HashedNode):
    """A sum; a term to be subtracted is a product with a negative number."""

    terms: tuple[Tree, ...]

    __hash__ = _HashedNode.__hash__


ZERO, ONE = TreeNumber(0.0), TreeNumber(1.0)


def product(*factors: Tree) -> Tree:
    """Return a product, numbers drawn together and nested products opened."""
    coefficient = 1.0
    others: list[Tree] = []
    for factor in factors:
        for part in factor.factors if isinstance(factor, Product) else (factor,):
            if isinstance(part, TreeNumber):
                coefficient *= part.value
            else:
                others.append(part)
    if coefficient == 0 or not others:
        return TreeNumber(coefficient)
    if coefficient != 1:
        others.insert(0, TreeNumber(coefficient))
    return others[0] if len(others) == 1 else Product(tuple(others))


def add(*terms: Tree) -> Tree:
    """Return a sum, nested sums opened and zeros left out."""
    parts = [part for term in terms for part in (term.terms if isinstance(term, TreeSum) else (term,)) if part != ZERO]
    if not parts:
        return ZERO
    return parts[0] if len(parts) == 1 else TreeSum(tuple(parts))


def coefficient(tree: Tree) -> tuple[float, Tree]:
    """Return the number that a tree begins with, and the rest."""
    if isinstance(tree, TreeNumber):
        return tree.value, ONE
    if isinstance(tree, Product) and isinstance(tree.factors[0], TreeNumber):
        rest = tree.factors[1:]
        return tree.factors[0].value, rest[0] if len(rest) == 1 else Product(rest)
    return 1.0, tree


def operations(tree: Tree) -> tuple[int, int]:
    """Return the multiplications and additions of a formula as written."""
    if isinstance(tree, (TreeNumber, Symbol, Trig)):
        return 0, 0
    if isinstance(tree, Power):
        mul, add = operations(tree.base)
        return mul + tree.exponent - 1, add
    parts = tree.factors if isinstance(tree, Product) else tree.terms
    mul, add = (sum(column) for column in zip(*map(operations, parts), strict=True))
    if isinstance(tree, TreeSum):
        return mul, add + len(parts) - 1
    free = isinstance(parts[0], TreeNumber) and abs(parts[0].value) == 1  # a sign costs nothing
    return mul + len(parts) - 1 - free, add


def count(tree: Tree) -> int:
    """Return all operations of a formula."""
    return sum(operations(tree))


def evaluate(tree: Tree, values: Mapping[int, float]) -> float:
    """Return the value of a formula; `values` has symbols and angles [rad] by their slots."""
    if isinstance(tree, TreeNumber):
        return tree.value
    if isinstance(tree, Symbol):
        return values[tree.slot]
    if isinstance(tree, Trig):
        angle = sum(factor * values[slot] for slot, factor in tree.angle)
        return math.cos(angle) if tree.function == "c" else math.sin(angle)
    if isinstance(tree, Power):
        return evaluate(tree.base, values) ** tree.exponent
    if isinstance(tree, Product):
        return math.prod(evaluate(factor, values) for factor in tree.factors)
    return math.fsum(evaluate(term, values) for term in tree.terms)


def leaves(tree: Tree) -> Iterator[Symbol | Trig]:
    """Yield the symbols, sines and cosines of a formula, once per occurrence."""
    if isinstance(tree, (Symbol, Trig)):
        yield tree
    elif isinstance(tree, Power):
        yield from leaves(tree.base)
    elif isinstance(tree, (Product, TreeSum)):
        for part in tree.factors if isinstance(tree, Product) else tree.terms:
            yield from leaves(part)
