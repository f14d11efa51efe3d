"""Closed loops as native code."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__, submodules=["controllers", "references", "sensors", "solvers"]
)
