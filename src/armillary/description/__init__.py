"""What a user writes becomes a `Robot`: files, tables and functions in, one immutable description out."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(__name__, submodules=["library"])
