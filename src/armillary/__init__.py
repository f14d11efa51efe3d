"""Armillary: equations of motion, kinematics and dynamics of robot manipulators with real motors.

`import armillary as arm` is cheap: a public name is loaded when it is first used. The names, and the files
in which they are defined, are listed in `__init__.pyi`. Names for builders of robots are in `arm.parts`, those for
choosing robots in `arm.selection`, types of results in `arm.types`, errors in `arm.errors`.
"""

import builtins

import lazy_loader

__version__ = "0.3.0"

_load, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
# `from armillary import *` leaves the built-ins compile and round as they are.
__all__ = ["__version__", *(name for name in __all__ if not hasattr(builtins, name))]


def __getattr__(name: str) -> object:
    """Return a public name, which suggests a keyword for a misspelt one."""
    from armillary.files.keywords import helpful

    value = helpful(_load(name), name)
    globals()[name] = value
    return value
