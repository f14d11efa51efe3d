"""Descriptions of robots: files, tables and functions become one immutable `Robot`."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(__name__, submodules=["library", "parts"])
