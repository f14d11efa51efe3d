"""Trigonometric polynomials over parameters, kept so that equal ones are equal. [Khatib, 5.3]

A term is a coefficient times powers of symbols and of the phases e^{iφ} of angles,
    c · Π x_k^{n_k} · Π e^{i m_j φ_j},   cos φ = (e^{iφ} + e^{−iφ}) / 2,   sin φ = (e^{iφ} − e^{−iφ}) / 2i       (1)
Products of sines and cosines of the same angles have a unique form (a Laurent polynomial in the phases), so that a sum
is zero exactly if no term is left, and no simplifier is needed. Coefficients made by (1) are integers over powers of
two, exact in floating-point numbers; with numbers for parameters they are rounded (`Poly.cleaned`).

All exponents of a term are digits of one integer, base 64, between −32 and 31: terms multiply by adding integers. (2)
Products do not check this range: exponents in equations of motion are 1, 2 and a few more.
Angles are linear functions of the coordinates. Differentiation is term by term,
    ∂/∂x (x^n …) = n x^{n−1} …,   ∂/∂x e^{imφ} = i m (∂φ/∂x) e^{imφ}                                        (3)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from numbers import Number
from typing import Any, cast

from armillary.errors import ArgumentError
from armillary.files.words import shortened

BITS = 6
HALF = 1 << (BITS - 1)
DIGIT = (1 << BITS) - 1

Terms = dict[int, complex]


@dataclass(frozen=True)
class RingAngle:
    """An angle with sine and cosine: a polynomial of coordinates, mostly linear, or a constant.

    `slot` is its place among the exponents, `form` the polynomial, `slopes` its derivatives by the coordinates, by
    their slots; a constant has its `value` [rad] instead.
    """

    slot: int
    name: str
    slopes: Mapping[int, Any]
    form: Poly | None = None
    value: float | None = None


class Ring:
    """The symbols and angles that polynomials are made of; each has a slot among the exponents."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.angles: dict[int, RingAngle] = {}
        self.bias = 0
        """Added to a key it makes all digits positive, so that they can be read by shifts and masks."""
        self.angle_mask = 0
        self.coordinates: set[int] = set()
        self._own: dict[int, int] = {}
        self._forms: dict[frozenset[tuple[int, complex]], int] = {}

    def symbol(self, name: str) -> Poly:
        """Return a new symbol."""
        return self.symbol_in(self._slot(name))

    def symbol_in(self, slot: int) -> Poly:
        """Return the symbol in a slot."""
        return Poly(self, {1 << (BITS * slot): 1.0 + 0j})

    def coordinate(self, name: str, turns: bool = False) -> Poly:
        """Return a new coordinate, on which angles may depend; one that `turns` is an angle itself."""
        slot = self._slot(name)
        self.coordinates.add(slot)
        if turns:
            self._own[slot] = self._angle(name, {slot: 1.0}, self.symbol_in(slot))
        return self.symbol_in(slot)

    def constant_angle(self, name: str, value: float) -> Poly:
        """Return a symbol for a constant angle [rad], which has sine and cosine."""
        slot = self._slot(name)
        self._own[slot] = self._angle(name, {}, value=value)
        return self.symbol_in(slot)

    def _slot(self, name: str) -> int:
        self.names.append(name)
        self.bias |= HALF << (BITS * (len(self.names) - 1))
        return len(self.names) - 1

    def _angle(self, name: str, slopes: Mapping[int, Any], form: Poly | None = None, value: float | None = None) -> int:
        slot = self._slot(name)
        self.angle_mask |= DIGIT << (BITS * slot)
        self.angles[slot] = RingAngle(slot, name, slopes, form, value)
        return slot

    def phase(self, form: Poly) -> int:
        """Return the key of e^{iφ} for a polynomial φ of coordinates; if factors are no digits, φ is a new angle."""
        phases = {1 << (BITS * slot): angle for slot, angle in self._own.items()}
        if all(key in phases and c in range(1 - HALF, HALF) for key, c in form.terms.items()):
            return sum(int(c.real) << (BITS * phases[key]) for key, c in form.terms.items())
        form_key = frozenset(form.terms.items())
        if form_key not in self._forms:
            slopes = {slot: form.derivative(slot) for slot in self.coordinates if form.has(slot)}
            self._forms[form_key] = self._angle(f"ψ{len(self._forms) + 1}", slopes, form)
        return 1 << (BITS * self._forms[form_key])

    def digit(self, key: int, slot: int) -> int:
        """Return the exponent in a slot."""
        return (((key + self.bias) >> (BITS * slot)) & DIGIT) - HALF

    def split(self, key: int) -> tuple[int, int]:
        """Return the keys of the symbols and of the phases of a term."""
        biased = key + self.bias
        phases = (biased & self.angle_mask) - (self.bias & self.angle_mask)  # digits of angles, again signed
        return key - phases, phases

    def exponents(self, key: int) -> dict[int, int]:
        """Return the exponents of a term that are not zero, by their slots."""
        biased, exponents, slot = key + self.bias, {}, 0
        while biased:
            digit = (biased & DIGIT) - HALF
            if digit:
                exponents[slot] = digit
            biased >>= BITS
            slot += 1
        return exponents


class Poly:
    """A polynomial of a ring: a scalar that every formulation runs on."""

    __slots__ = ("ring", "terms")

    def __init__(self, ring: Ring, terms: Terms) -> None:
        self.ring, self.terms = ring, terms

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Poly):
            small, large = sorted((self.terms, other.terms), key=len)  # copying the larger one is fast
            terms = dict(large)
            _accumulate(terms, small)
            return Poly(self.ring, terms)
        if isinstance(other, Number):
            return self + Poly(self.ring, {0: complex(cast(complex, other))}) if other else self
        return NotImplemented

    __radd__ = __add__

    def __neg__(self) -> Poly:
        return Poly(self.ring, {key: -c for key, c in self.terms.items()})

    def __pos__(self) -> Poly:
        return self

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return other + (-self)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Poly):
            return Poly(self.ring, _product(self.terms, other.terms))
        if isinstance(other, Number):
            factor = complex(cast(complex, other))
            if factor == 0:
                return 0.0
            return self if factor == 1 else Poly(self.ring, {key: c * factor for key, c in self.terms.items()})
        return NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return self * (1 / cast(complex, other)) if isinstance(other, Number) else NotImplemented

    def __pow__(self, power: int) -> Any:
        largest = max((abs(n) for key in self.terms for n in self.ring.exponents(key).values()), default=0)
        if power < 0 or power * largest >= HALF:  # (2)
            raise ArgumentError("power", str(power), f"exponents from 0 to {HALF - 1}")
        result: Any = 1.0
        for _ in range(power):
            result = self * result
        return result

    def __eq__(self, other: object) -> bool:
        difference = self - other if isinstance(other, (Poly, Number)) else None
        return difference is not None and not terms_of(difference)

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return bool(self.terms)

    def cos(self) -> Poly:
        """Return the cosine of a linear form, (1)."""
        phase = self.ring.phase(self)
        return Poly(self.ring, {phase: 0.5 + 0j, -phase: 0.5 + 0j})

    def sin(self) -> Poly:
        """Return the sine of a linear form, (1)."""
        phase = self.ring.phase(self)
        return Poly(self.ring, {phase: -0.5j, -phase: 0.5j})

    def has(self, slot: int) -> bool:
        """Return whether a symbol or the phase of an angle occurs."""
        return any(self.ring.digit(key, slot) for key in self.terms)

    def derivative(self, slot: int) -> Any:
        """Return the derivative by the symbol in a slot, (3); zero as a number."""
        ring = self.ring
        terms: Terms = {}
        turning = [(angle, angle.slopes[slot]) for angle in ring.angles.values() if slot in angle.slopes]
        total: Any = 0.0  # of angles whose slope is a polynomial; constant slopes stay in `terms`, which is faster
        for key, c in self.terms.items():
            power = ring.digit(key, slot)
            if power:
                lower = key - (1 << (BITS * slot))
                terms[lower] = terms.get(lower, 0) + power * c
            for angle, slope in turning:
                multiple = ring.digit(key, angle.slot)
                if multiple and isinstance(slope, Poly):
                    total = total + slope * Poly(ring, {key: 1j * multiple * c})
                elif multiple:
                    terms[key] = terms.get(key, 0) + 1j * multiple * slope * c
        return _number(total + Poly(ring, {key: c for key, c in terms.items() if c}))

    def cleaned(self, scale: float) -> Any:
        """Return the polynomial without terms whose coefficient is rounding, relative to `scale`."""
        return _number(Poly(self.ring, {key: c for key, c in self.terms.items() if abs(c) > 1e-13 * scale}))

    def largest(self) -> float:
        """Return the largest magnitude of a coefficient."""
        return max(map(abs, self.terms.values()), default=0.0)

    def substituted(self, values: Mapping[int, Any]) -> Any:
        """Return the polynomial with the symbols in some slots replaced by numbers or polynomials."""
        total: Any = 0.0
        for key, c in self.terms.items():
            factor: Any = c
            for slot, value in values.items():
                power = self.ring.digit(key, slot)
                key -= power << (BITS * slot)
                factor = factor * value**power if power else factor
            total = total + factor * Poly(self.ring, {key: 1.0 + 0j})
        return _number(total)

    def evaluate(self, values: Mapping[int, complex]) -> float:
        """Return the value at values of all slots, phases included."""
        total = 0j
        for key, c in self.terms.items():
            for slot, power in self.ring.exponents(key).items():
                c = c * values[slot] ** power
            total += c
        return total.real

    def __repr__(self) -> str:
        return f"Poly({len(self.terms)} terms)"


def _accumulate(terms: Terms, more: Mapping[int, complex]) -> None:
    """Add terms to others in place; delete terms that become zero."""
    for key, c in more.items():
        total = terms.get(key, 0) + c
        if total:
            terms[key] = total
        else:
            del terms[key]


def _product(a: Terms, b: Terms) -> Terms:
    """Return the terms of a product, (2)."""
    if len(a) > len(b):
        a, b = b, a
    if len(a) == 1:  # keys of a product with one term are distinct: nothing to add up
        ((key, c),) = a.items()
        return {key + other: c * d for other, d in b.items()}
    terms: Terms = {}
    get = terms.get  # most of the time of a derivation is spent in this loop
    for key, c in a.items():
        for other, d in b.items():
            both = key + other
            terms[both] = get(both, 0) + c * d
    return {key: c for key, c in terms.items() if c}


def _number(value: Any) -> Any:
    """Return a polynomial, or its value if it is constant."""
    if isinstance(value, Poly):
        if not value.terms:
            return 0.0
        if len(value.terms) == 1 and 0 in value.terms:
            return value.terms[0].real
    return value


def terms_of(value: Any) -> Terms:
    """Return the terms of a polynomial or of a number."""
    if isinstance(value, Poly):
        return value.terms
    if isinstance(value, Number):
        return {0: complex(cast(complex, value))} if value else {}
    raise ArgumentError("expression", shortened(value), "a polynomial or a number")


def total(values: Iterable[Any]) -> Any:
    """Return the sum of polynomials and numbers."""
    result: Any = 0.0
    for value in values:
        result = result + value
    return result
