"""The figures of a paper, recomputed once in a process: several tests look at them.

One worker runs them all, by `SHARED` of conftest.py.
"""

import importlib
from functools import cache

from armillary.reproduce.figure import Figure


@cache
def figures_of(paper: str) -> tuple[Figure, ...]:
    """Return all figures of a paper, by the name of its module."""
    return tuple(importlib.import_module(f"armillary.reproduce.{paper}").figures())
