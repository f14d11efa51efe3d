"""Comparison of robots, search of architectures, choice of motors; every score shows its parts."""

import lazy_loader

from armillary.files.keywords import helpful

_load, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    value = helpful(_load(name), f"selection.{name}")
    globals()[name] = value
    return value
