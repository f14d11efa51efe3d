"""Filters of order 1 and 2, in continuous time and sampled.

A filter is specified by a dataclass (`Notch(40.0)`); its `bound(width)` is the filter of several channels. That has
`output(u, state, period)`, `advance(u, state, period)`, the states at the next instant, and `rate(u, state)`, their
rates in continuous time, where `period` is None. A section of order n has, in each channel,
    y = B_n u + x_1,   ẋ_k = B_{n−k} u − A_{n−k} y + x_{k+1},   x_{n+1} = 0                                 (1)
    H(s) = (B_n sⁿ + … + B_0) / (sⁿ + … + A_0)                                                              (2)
Sampled with the period T, integration is trapezoidal. That is Tustin's method, s = (1 − z⁻¹) / (h (1 + z⁻¹)), with
    h = T/2,   or h = tan(ω T/2) / ω, so that H is exact at the angular frequency ω (prewarping)            (3)
    x_k = s_k + h ẋ_k,   s_k ← s_k + 2 h ẋ_k                                                                (4)
Since (1) is linear, (1), (3) and (4) give y explicitly:
    y = (B_n u + Σ h^{k−1} (s_k + h B_{n−k} u)) / (1 + Σ h^k A_{n−k}),   k = 1 … n                          (5)
The states s have the same meaning for every period, and tend to x of (1) for short periods. Filters start at rest, s
= 0. [Astrom1997, ch. 8]
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.spatial.scalar import Array, cos, sin


class FilterSection:
    """A filter of order 1 or 2 with the same equations in each of its channels, (1)."""

    discrete = False

    def __init__(self, width: int, order: int) -> None:
        self.width, self.order = width, order

    @property
    def coefficients(self) -> tuple[Sequence[Array], Sequence[Array]]:
        """B_n, …, B_0 and A_{n−1}, …, A_0 of (2), each an array over the channels."""
        raise NotImplementedError

    @property
    def exact_at(self) -> Array:
        """Angular frequency of each channel at which the sampled filter is exact, (3) [rad/s]."""
        raise NotImplementedError

    @property
    def states(self) -> int:
        """Number of states: the order for each channel."""
        return self.order * self.width

    def start(self) -> Array:
        """Return the initial states: the filter is at rest."""
        return np.zeros(self.states)

    def output(self, u: Array, state: Array, period: float | None) -> Array:
        """Return y, (1) or (5)."""
        (B, *rest), A = self.coefficients
        s = np.asarray(state).reshape(self.order, self.width)
        if period is None:
            return np.asarray(B * u + s[0])
        h = self._half(period)
        numerator, denominator, power = B * u, np.ones(self.width), np.ones(self.width)
        for b, a, s_k in zip(rest, A, s, strict=True):
            numerator = numerator + power * (s_k + h * b * u)
            power = power * h
            denominator = denominator + power * a
        return np.asarray(numerator / denominator)  # (5)

    def rate(self, u: Array, state: Array) -> Array:
        """Return ẋ, (1)."""
        x = np.asarray(state).reshape(self.order, self.width)
        return np.concatenate(self._rates(u, self.output(u, state, None), [*x[1:], np.zeros(self.width)]))

    def advance(self, u: Array, state: Array, period: float) -> Array:
        """Return s at the next instant, (4)."""
        s = np.asarray(state).reshape(self.order, self.width)
        h = self._half(period)
        y = self.output(u, state, period)
        rates = self._rates(u, y, [np.zeros(self.width)] * self.order)
        x_next, states = np.zeros(self.width), list[Array]()
        for rate, s_k in zip(reversed(rates), s[::-1], strict=True):  # from k = n, since ẋ_k has x_{k+1}
            rate = rate + x_next
            x_next = s_k + h * rate
            states.insert(0, s_k + 2 * h * rate)
        return np.concatenate(states)

    def _rates(self, u: Array, y: Array, x_next: Sequence[Array]) -> list[Array]:
        """Return ẋ_k, (1), for each k; `x_next` are the x_{k+1}."""
        (_, *B), A = self.coefficients
        return [b * u - a * y + x for b, a, x in zip(B, A, x_next, strict=True)]

    def _half(self, period: float) -> Array:
        """Return h of (3) for each channel."""
        for omega in self.exact_at:
            if not isinstance(omega, Expr) and omega * period >= math.pi:
                found = f"{omega / (2 * math.pi):g} Hz with a control period of {period:g} s"
                raise ArgumentError("frequency", found, f"less than {0.5 / period:g} Hz, half the sampling rate")
        half_angles = [omega * period / 2 for omega in self.exact_at]
        return np.array([sin(a) / cos(a) / omega for a, omega in zip(half_angles, self.exact_at, strict=True)])
