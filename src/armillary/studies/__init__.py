"""Studies: many runs that differ in named quantities, computed chunk by chunk and kept in one store."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(__name__, submodules=["axes", "outputs"])
