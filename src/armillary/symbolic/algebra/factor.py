"""Factors of trigonometric polynomials over letters, such as those of det J.

With the phases z = e^{iθ} as variables a polynomial is one in several variables over the rational complex numbers, up
to powers of z. Its content in one variable, the greatest common divisor of its coefficients there, is a factor that
does not have this variable; common divisors with its derivatives are repeated factors. The greatest common divisor
of two polynomials is that of Euclid, with primitive remainders; numbers for all variables but one exclude most divisors
before. A factor that has all
variables of the rest stays whole. Each factor is scaled to real values:
    c_{−e} = ρ c̄_e for all terms:   u = 1 + ρ̄ (or i for ρ = −1) makes u F real                     (1)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from armillary.symbolic.algebra.polynomial import BITS, Poly

Exponents = tuple[int, ...]
Polynomial = dict[Exponents, "Gaussian"]
"""Coefficients by exponents, which are not negative."""


@dataclass(frozen=True)
class Gaussian:
    """A complex number with rational parts."""

    re: Fraction
    im: Fraction

    @classmethod
    def of(cls, value: complex) -> Gaussian:
        """Return a floating-point number exactly."""
        return cls(Fraction(value.real), Fraction(value.imag))

    def __add__(self, other: Gaussian) -> Gaussian:
        return Gaussian(self.re + other.re, self.im + other.im)

    def __sub__(self, other: Gaussian) -> Gaussian:
        return Gaussian(self.re - other.re, self.im - other.im)

    def __mul__(self, other: Gaussian) -> Gaussian:
        return Gaussian(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)

    def __truediv__(self, other: Gaussian) -> Gaussian:
        size = other.re * other.re + other.im * other.im
        return self * Gaussian(other.re / size, -other.im / size)

    def __bool__(self) -> bool:
        return bool(self.re or self.im)

    def conjugate(self) -> Gaussian:
        """Return the complex conjugate."""
        return Gaussian(self.re, -self.im)

    def __complex__(self) -> complex:
        return complex(float(self.re), float(self.im))


ONE = Gaussian(Fraction(1), Fraction(0))


def factors(polynomial: Poly) -> list[tuple[Poly, int]]:
    """Return real factors with their powers; a constant factor is left out.

    Coefficients must be exact, as they are where parameters are letters.
    """
    ring = polynomial.ring
    present = {slot for key in polynomial.terms for slot in ring.exponents(key)}
    slots = sorted(present, key=lambda slot: (slot not in ring.angles, slot))
    digits = {key: [ring.digit(key, slot) for slot in slots] for key in polynomial.terms}
    lowest = [min(column) for column in zip(*digits.values(), strict=True)]
    terms = {
        tuple(n - low for n, low in zip(digits[key], lowest, strict=True)): Gaussian.of(c)
        for key, c in polynomial.terms.items()
    }
    phases = [k for k, slot in enumerate(slots) if slot in ring.angles]
    powers = [
        (ring.symbol_in(slot), low)  # a power of a phase is a unit
        for slot, low in zip(slots, lowest, strict=True)
        if low > 0 and slot not in ring.angles
    ]
    for part in _split(terms):
        real = _real(part, phases)
        if real is None:  # a function of half angles
            return [(polynomial, 1)]
        made = Poly(
            ring,
            {sum(n << (BITS * slot) for n, slot in zip(e, slots, strict=True)): complex(c) for e, c in real.items()},
        )
        same = next((k for k, (other, _) in enumerate(powers) if other.terms == made.terms), None)
        if same is None:
            powers.append((made, 1))
        else:
            powers[same] = made, powers[same][1] + 1
    return powers


def _split(P: Polynomial) -> list[Polynomial]:
    """Return the factors of a polynomial that contents and derivatives separate."""
    variables = [k for k in range(len(next(iter(P)))) if _degree(P, k)]
    for k in variables:
        content = _content(P, k)
        if not _constant(content):
            return _split(content) + _split(_divided(P, content))
    if any(_degree(P, k) == 1 for k in variables):  # linear with coprime coefficients: irreducible
        return [P]
    for k in variables:
        slope = {_raised(e, k, -1): c * Gaussian(Fraction(e[k]), Fraction(0)) for e, c in P.items() if e[k]}
        repeated = _gcd(P, slope, 0)
        if not _constant(repeated):
            return _split(repeated) + _split(_divided(P, repeated))
    return [P] if variables else []


def _real(P: Polynomial, phases: list[int]) -> Polynomial | None:
    """Return a multiple of a polynomial with real values, (1), its phases centred; None if no multiple is real."""
    centres = {k: _degree(P, k) for k in phases}
    if any(degree % 2 for degree in centres.values()):
        return None
    centred = {tuple(n - centres[k] // 2 if k in centres else n for k, n in enumerate(e)): c for e, c in P.items()}
    opposite = {e: tuple(-n if k in centres else n for k, n in enumerate(e)) for e in centred}
    if any(other not in centred for other in opposite.values()):
        return None
    first = max(centred)
    rho = centred[opposite[first]] / centred[first].conjugate()
    if any(centred[other] - rho * centred[e].conjugate() for e, other in opposite.items()):
        return None
    u = ONE + rho.conjugate() or Gaussian(Fraction(0), Fraction(1))
    return {e: u * c for e, c in centred.items()}


def _degree(P: Polynomial, k: int) -> int:
    return max((e[k] for e in P), default=0)


def _constant(P: Polynomial) -> bool:
    return not any(any(e) for e in P)


def _raised(exponents: Exponents, k: int, by: int) -> Exponents:
    return (*exponents[:k], exponents[k] + by, *exponents[k + 1 :])


def _coefficients(P: Polynomial, k: int) -> dict[int, Polynomial]:
    """Return the coefficients of the powers of a variable."""
    made: dict[int, Polynomial] = {}
    for e, c in P.items():
        made.setdefault(e[k], {})[_raised(e, k, -e[k])] = c
    return made


def _content(P: Polynomial, k: int) -> Polynomial:
    """Return the greatest common divisor of the coefficients of the powers of a variable."""
    made: Polynomial = {}
    for coefficient in sorted(_coefficients(P, k).values(), key=len):
        made = _gcd(made, coefficient, 0)
        if _constant(made):
            break
    return made


def _gcd(A: Polynomial, B: Polynomial, k: int) -> Polynomial:
    """Return the greatest common divisor, with leading coefficient one; the variables before k do not occur."""
    if not A or not B:
        return A or B
    count = len(next(iter(A)))
    while k < count and not _degree(A, k) and not _degree(B, k):
        k += 1
    one = {(0,) * count: ONE}
    if k == count or not any(_common_degree(A, B, n) for n in range(k, count)):
        return one
    a, b = _content(A, k), _content(B, k)
    common = _gcd(a, b, k + 1)
    A, B = _divided(A, a), _divided(B, b)
    if _degree(A, k) < _degree(B, k):
        A, B = B, A
    while B:
        if not _degree(B, k):  # a primitive polynomial without the variable is a unit
            A = one
            break
        R = _remainder(A, B, k)
        A, B = B, _divided(R, _content(R, k)) if R else {}
    A = _product(A, common)
    lead = A[max(A)]
    return {e: c / lead for e, c in A.items()}


def _common_degree(A: Polynomial, B: Polynomial, k: int) -> int:
    """Return a bound on the degree of the greatest common divisor in a variable, from numbers for all others.

    The degree of the divisor of the images is at least that of the image of the divisor, unless a leading coefficient
    is zero at these numbers; then the bound is the smaller degree.
    """
    if not _degree(A, k) or not _degree(B, k):
        return 0
    a, b = _image(A, k), _image(B, k)
    if _degree(a, k) < _degree(A, k) or _degree(b, k) < _degree(B, k):
        return min(_degree(A, k), _degree(B, k))
    while b:
        a, b = b, _remainder(a, b, k)
        if b:
            lead = b[max(b)]
            b = {e: c / lead for e, c in b.items()}
    return _degree(a, k)


def _image(P: Polynomial, k: int) -> Polynomial:
    """Return a polynomial of one variable: small whole numbers stand for the others."""
    made: Polynomial = {}
    for e, c in P.items():
        value = math.prod((2 + n) ** power for n, power in enumerate(e) if n != k)
        key = tuple(power if n == k else 0 for n, power in enumerate(e))
        term = c * Gaussian(Fraction(value), Fraction(0))
        made[key] = made[key] + term if key in made else term
    return {e: c for e, c in made.items() if c}


def _remainder(A: Polynomial, B: Polynomial, k: int) -> Polynomial:
    """Return the remainder of a multiple of A divided by B, as polynomials of one variable."""
    degree, lead = _degree(B, k), _coefficients(B, k)[_degree(B, k)]
    while A and (excess := _degree(A, k) - degree) >= 0:
        top = {_raised(e, k, excess): c for e, c in _coefficients(A, k)[degree + excess].items()}
        A = _difference(_product(A, lead), _product(top, B))
        if not excess:
            break
    return A


def _product(A: Polynomial, B: Polynomial) -> Polynomial:
    made: Polynomial = {}
    for e, c in A.items():
        for f, d in B.items():
            key = tuple(m + n for m, n in zip(e, f, strict=True))
            made[key] = made[key] + c * d if key in made else c * d
    return {e: c for e, c in made.items() if c}


def _difference(A: Polynomial, B: Polynomial) -> Polynomial:
    made = dict(A)
    for e, c in B.items():
        made[e] = made[e] - c if e in made else Gaussian(-c.re, -c.im)
    return {e: c for e, c in made.items() if c}


def _divided(A: Polynomial, B: Polynomial) -> Polynomial:
    """Return A / B, which has no remainder."""
    quotient: Polynomial = {}
    lead = max(B)
    while A:
        top = max(A)
        e = tuple(m - n for m, n in zip(top, lead, strict=True))
        quotient[e] = A[top] / B[lead]
        A = _difference(A, _product({e: quotient[e]}, B))
    return quotient
