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
    from armillary.description.beam import Beam, BeamNode, ModalData, ModalNode, Modes, Section, Station, Sublinks
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
        ArmillaryWarning,
        ConvergenceError,
        DescriptionError,
        MissingExtraError,
        ScenarioError,
        SingularityError,
    )
    from armillary.model import Model, build_model
    from armillary.results.trajectory import Trajectory
    from armillary.simulation.batch import simulate_batch
    from armillary.simulation.disturbances import Push
    from armillary.simulation.scenario import Scenario, load_scenario
    from armillary.simulation.simulate import simulate

__version__ = "0.1.0"

__all__ = [
    "ArgumentError",
    "ArmillaryError",
    "ArmillaryWarning",
    "Beam",
    "BeamNode",
    "ConvergenceError",
    "DescriptionError",
    "Frame",
    "Joint",
    "Limits",
    "Link",
    "MissingExtraError",
    "ModalData",
    "ModalNode",
    "Model",
    "Modes",
    "Motor",
    "Payload",
    "Placement",
    "Push",
    "Robot",
    "Scenario",
    "ScenarioError",
    "Section",
    "SingularityError",
    "Station",
    "Sublinks",
    "Trajectory",
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
    "load_scenario",
    "planar",
    "reference",
    "save",
    "simulate",
    "simulate_batch",
    "snap",
    "statics",
    "to_toml",
]

# Public name → where it lives, as module:attribute; a module alone is public itself.
_PLACES = {
    "ArgumentError": "errors:ArgumentError",
    "ArmillaryError": "errors:ArmillaryError",
    "ArmillaryWarning": "errors:ArmillaryWarning",
    "Beam": "description.beam:Beam",
    "BeamNode": "description.beam:BeamNode",
    "ConvergenceError": "errors:ConvergenceError",
    "DescriptionError": "errors:DescriptionError",
    "Frame": "description.robot:Frame",
    "Joint": "description.robot:Joint",
    "Limits": "description.robot:Limits",
    "Link": "description.robot:Link",
    "MissingExtraError": "errors:MissingExtraError",
    "ModalData": "description.beam:ModalData",
    "ModalNode": "description.beam:ModalNode",
    "Model": "model:Model",
    "Modes": "description.beam:Modes",
    "Motor": "description.robot:Motor",
    "Payload": "description.robot:Payload",
    "Placement": "description.robot:Placement",
    "Push": "simulation.disturbances:Push",
    "Robot": "description.robot:Robot",
    "Scenario": "simulation.scenario:Scenario",
    "ScenarioError": "errors:ScenarioError",
    "Section": "description.beam:Section",
    "SingularityError": "errors:SingularityError",
    "Station": "description.beam:Station",
    "Sublinks": "description.beam:Sublinks",
    "Trajectory": "results.trajectory:Trajectory",
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
    "load_scenario": "simulation.scenario:load_scenario",
    "planar": "description.planar:planar",
    "reference": "dynamics:reference",
    "save": "description.write:save",
    "simulate": "simulation.simulate:simulate",
    "simulate_batch": "simulation.batch:simulate_batch",
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
