"""Time laws: how far along a path one is, s from 0 to 1, with ṡ and s̈.

A motion along a path x(s) has
    ẋ = x' ṡ,   ẍ = x' s̈ + x'' ṡ²                                                      (1)
so that any path goes with any law. Before it begins a law is at 0, after its end at 1, at rest.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from armillary.spatial.scalar import Scalar


class Progress(NamedTuple):
    """How far along: s, and its rates [1/s, 1/s²]."""

    s: Scalar
    sd: Scalar
    sdd: Scalar


class TimeLaw(Protocol):
    """A law s(t), with the instants [s] at which it is not smooth."""

    @property
    def switches(self) -> tuple[float, ...]:
        """The instants at which it is not smooth [s]."""

    def at(self, t: Scalar, inside: Scalar) -> Progress:
        """Return s, ṡ and s̈ at t; `inside` says which piece applies."""
