"""The figures of a paper, recomputed once in a process: several tests look at them.

One worker runs them all, by `SHARED` of conftest.py.
"""

import importlib
from functools import cache

from internals import PublishedNumber
from website.validation import keep


@cache
def figures_of(paper: str) -> tuple[PublishedNumber, ...]:
    """Return all figures of a paper, by the name of its module; they are kept for the documentation site."""
    found = tuple(importlib.import_module(f"armillary.reproduce.{paper}").numbers())
    keep(paper, found)
    return found
