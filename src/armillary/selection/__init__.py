"""Choosing: between robots, between architectures, between motors. Every score shows its parts."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
