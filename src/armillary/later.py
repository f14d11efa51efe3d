"""How a result shows itself: drawing and pages come after it in the flow, and are looked up when they are asked for."""

from __future__ import annotations

import importlib
from typing import Any


def later(module: str, name: str) -> Any:
    """Return what a module further down the flow has under a name, such as `later("figures.pareto", "save_pareto")`.

    For methods of results that draw or write pages, and for nothing else: what a result is does not depend on it.
    """
    return getattr(importlib.import_module(f"armillary.{module}"), name)
