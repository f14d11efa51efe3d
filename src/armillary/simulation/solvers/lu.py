"""Gaussian elimination with partial pivoting as native code. [GolubVanLoan2013, sect. 3.4]

A matrix is an array of columns, each of them filled up with zeros to `stride` entries, so that every step is one of
    column_j −= u_kj l_k,   l_k zero down to the diagonal                                           (1)
on whole machine vectors, and so are both substitutions:
    b −= b_k l_k  for k = 0, 1, …;    b_k = b_k / u_kk,  b −= b_k u_k  for k = n − 1, n − 2, …        (2)
with u_k zero from the diagonal down. Rows are exchanged in what is not yet eliminated only, and in b as (2) goes on.
Up to `WRITTEN_OUT` columns the loops are written out.
"""

from __future__ import annotations

from armillary.simulation.native.code import Code
from armillary.simulation.native.values import Vector

WRITTEN_OUT = 8

Index = str | int


class LU:
    """Room for the factors of an n × n matrix; `matrix` is filled by whoever uses it, by columns."""

    def __init__(self, code: Code, n: int, stride: int) -> None:
        self.code, self.n, self.stride = code, n, stride
        self.matrix, self.lower = code.vector(n * stride), code.vector(n * stride)
        self.inverse_pivots, self.exchanges = code.vector(n), code.vector(n)
        self.unrolled = n <= WRITTEN_OUT

    def factor(self) -> None:
        """Factor the matrix in place; a pivot of zero gives infinities and NaN."""
        self.code.over(0, self.n, self._eliminate, self.unrolled)

    def _eliminate(self, k: Index) -> None:
        code, n = self.code, self.n
        column, low = self.matrix.row(k, self.stride), self.lower.row(k, self.stride)
        place = self._pivot(column, k)
        code.store(place, self.exchanges.at(k).pointer, "i64")
        code.over(k, n, lambda j: self._exchange(self.matrix.row(j, self.stride), k, place), self.unrolled)
        inverse = 1.0 / column.at(k).value
        self.inverse_pivots.at(k).set(inverse)
        code.combine(low, (inverse, column))
        code.over(0, code.plus(k, 1), lambda i: low.at(i).set(0.0), self.unrolled)
        code.over(k, n, lambda i: column.at(i).set(0.0), self.unrolled)

        def update(j: Index) -> None:
            other = self.matrix.row(j, self.stride)
            factor = other.at(k).value
            code.combine(other, (1.0, other), (-factor, low))  # (1)

        code.over(code.plus(k, 1), n, update, self.unrolled)

    def _pivot(self, column: Vector, k: Index) -> str:
        """Return the row of the greatest entry from k down."""
        code = self.code
        best, place = code.slot(code.absolute(column.at(k).value)), code.counter(k)

        def look(i: Index) -> None:
            size = code.absolute(column.at(i).value)
            more = size > best.value
            best.set(code.choose(more, size, best.value))
            place.set(code.let(f"select i1 {more.name}, i64 {i}, i64 {place.get()}"))

        code.over(code.plus(k, 1), self.n, look, self.unrolled)
        return place.get()

    def _exchange(self, column: Vector, k: Index, place: str) -> None:
        one, other = column.at(k), column.at(place)
        a, b = one.value, other.value
        one.set(b)
        other.set(a)

    def solve(self, b: Vector) -> None:
        """Write b := matrix⁻¹ b; b has `stride` entries, zeros beyond the n-th."""
        code = self.code

        def forward(k: Index) -> None:
            place = code.load(self.exchanges.at(k).pointer, "i64")
            self._exchange(b, k, place)
            factor = b.at(k).value
            code.combine(b, (1.0, b), (-factor, self.lower.row(k, self.stride)))  # (2)

        def back(i: Index) -> None:
            k: Index = self.n - 1 - i if isinstance(i, int) else code.let(f"sub i64 {self.n - 1}, {i}")
            value = b.at(k).value * self.inverse_pivots.at(k).value
            code.combine(b, (1.0, b), (-value, self.matrix.row(k, self.stride)))  # (2)
            b.at(k).set(value)

        code.over(0, self.n, forward, self.unrolled)
        code.over(0, self.n, back, self.unrolled)
