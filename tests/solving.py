"""Solvers by name, with the settings that each takes."""

from __future__ import annotations

from internals import SOLVERS, Solver


def solver(name: str, step: float = 1e-3, rtol: float = 1e-9, atol: float = 1e-9) -> Solver:
    method = SOLVERS[name]
    return method(step=step) if method.fixed else method(step=step, rtol=rtol, atol=atol)
