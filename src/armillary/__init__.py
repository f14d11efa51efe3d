"""Armillary: equations of motion, kinematics and dynamics of robot manipulators with real motors.

Importing this is cheap: a name is loaded when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from armillary import errors
    from armillary.analysis.crosscheck import cross_check as check
    from armillary.analysis.frequencies import frequencies
    from armillary.analysis.linearise import linearise
    from armillary.analysis.statics import statics
    from armillary.compiler.compiled import compile
    from armillary.compiler.cost import cost
    from armillary.description import library
    from armillary.description.dh import from_dh
    from armillary.description.files import load
    from armillary.description.planar import planar
    from armillary.description.robot import Frame, Joint, Limits, Link, Motor, Payload, Placement, Robot
    from armillary.description.snap import snap
    from armillary.description.write import save, to_toml
    from armillary.dynamics import reference
    from armillary.errors import (
        ArgumentError,
        ArmillaryError,
        ConvergenceError,
        DescriptionError,
        MissingExtraError,
        SingularityError,
    )
    from armillary.model import Model, build_model

__version__ = "0.1.0"

__all__ = [
    "ArgumentError",
    "ArmillaryError",
    "ConvergenceError",
    "DescriptionError",
    "Frame",
    "Joint",
    "Limits",
    "Link",
    "MissingExtraError",
    "Model",
    "Motor",
    "Payload",
    "Placement",
    "Robot",
    "SingularityError",
    "__version__",
    "build_model",
    "check",
    "compile",
    "cost",
    "errors",
    "frequencies",
    "from_dh",
    "library",
    "linearise",
    "load",
    "planar",
    "reference",
    "save",
    "snap",
    "statics",
    "to_toml",
]

# Public name → where it lives, as module:attribute; a module alone is public itself.
_PLACES = {
    "ArgumentError": "errors:ArgumentError",
    "ArmillaryError": "errors:ArmillaryError",
    "ConvergenceError": "errors:ConvergenceError",
    "DescriptionError": "errors:DescriptionError",
    "Frame": "description.robot:Frame",
    "Joint": "description.robot:Joint",
    "Limits": "description.robot:Limits",
    "Link": "description.robot:Link",
    "MissingExtraError": "errors:MissingExtraError",
    "Model": "model:Model",
    "Motor": "description.robot:Motor",
    "Payload": "description.robot:Payload",
    "Placement": "description.robot:Placement",
    "Robot": "description.robot:Robot",
    "SingularityError": "errors:SingularityError",
    "build_model": "model:build_model",
    "check": "analysis.crosscheck:cross_check",
    "compile": "compiler.compiled:compile",
    "cost": "compiler.cost:cost",
    "errors": "errors",
    "frequencies": "analysis.frequencies:frequencies",
    "from_dh": "description.dh:from_dh",
    "library": "description.library",
    "linearise": "analysis.linearise:linearise",
    "load": "description.files:load",
    "planar": "description.planar:planar",
    "reference": "dynamics:reference",
    "save": "description.write:save",
    "snap": "description.snap:snap",
    "statics": "analysis.statics:statics",
    "to_toml": "description.write:to_toml",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = _PLACES[name].partition(":")
    value = importlib.import_module(f"{__name__}.{module}")
    value = getattr(value, attribute) if attribute else value
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
