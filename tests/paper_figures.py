"""The figures of a paper, recomputed once in a process: several tests look at them.

Mark these tests with `GROUP`, so that one worker runs them all.
"""

import importlib
from functools import cache

import pytest

from armillary.reproduce.figure import Figure

GROUP = pytest.mark.xdist_group("papers")


@cache
def figures_of(paper: str) -> tuple[Figure, ...]:
    """Return all figures of a paper, by the name of its module."""
    return tuple(importlib.import_module(f"armillary.reproduce.{paper}").figures())
