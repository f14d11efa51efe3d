"""Armillary: equations of motion, kinematics and dynamics of robot manipulators with real motors.

Importing this is cheap: a name is loaded when it is first used.
"""

from __future__ import annotations

import importlib
import sys
import types
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
    from armillary.description.load import load
    from armillary.description.planar import planar
    from armillary.description.robot import Frame, Joint, Limits, Link, Motor, Payload, Placement, Robot, Visual
    from armillary.description.snap import snap
    from armillary.description.toml.write import save, to_toml
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
    from armillary.exports.export import export
    from armillary.formulations.dynamics import reference
    from armillary.motion.file import MotionError
    from armillary.motion.task import MotionTask, load_motion
    from armillary.multibody import Model, build_model
    from armillary.pages.report import report
    from armillary.results.trajectory import Trajectory
    from armillary.selection.architectures.architectures import architectures
    from armillary.selection.architectures.search import Search, search_architectures
    from armillary.selection.measure import Measure
    from armillary.selection.motors.catalogue import CatalogueError, load_catalogue
    from armillary.selection.motors.choice import MotorChoice, choose_motors
    from armillary.selection.result import Selection
    from armillary.selection.select import select
    from armillary.simulation.batch import simulate_batch
    from armillary.simulation.disturbances import Push
    from armillary.simulation.scenario import Scenario, load_scenario
    from armillary.simulation.simulate import simulate
    from armillary.symbolic.equations import Equations, equations

__version__ = "0.1.0"

__all__ = [
    "ArgumentError",
    "ArmillaryError",
    "ArmillaryWarning",
    "Beam",
    "BeamNode",
    "CatalogueError",
    "ConvergenceError",
    "DescriptionError",
    "Equations",
    "Frame",
    "Joint",
    "Limits",
    "Link",
    "Measure",
    "MissingExtraError",
    "ModalData",
    "ModalNode",
    "Model",
    "Modes",
    "MotionError",
    "MotionTask",
    "Motor",
    "MotorChoice",
    "Payload",
    "Placement",
    "Push",
    "Robot",
    "Scenario",
    "ScenarioError",
    "Search",
    "Section",
    "Selection",
    "SingularityError",
    "Station",
    "Sublinks",
    "Trajectory",
    "Visual",
    "__version__",
    "architectures",
    "build_model",
    "check",
    "choose_motors",
    "compile",
    "cost",
    "equations",
    "errors",
    "export",
    "frequencies",
    "from_dh",
    "library",
    "linearise",
    "load",
    "load_catalogue",
    "load_motion",
    "load_scenario",
    "planar",
    "reference",
    "report",
    "save",
    "search_architectures",
    "select",
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
    "CatalogueError": "selection.motors.catalogue:CatalogueError",
    "ConvergenceError": "errors:ConvergenceError",
    "DescriptionError": "errors:DescriptionError",
    "Equations": "symbolic.equations:Equations",
    "Frame": "description.robot:Frame",
    "Joint": "description.robot:Joint",
    "Limits": "description.robot:Limits",
    "Link": "description.robot:Link",
    "Measure": "selection.measure:Measure",
    "MissingExtraError": "errors:MissingExtraError",
    "ModalData": "description.beam:ModalData",
    "ModalNode": "description.beam:ModalNode",
    "Model": "multibody:Model",
    "Modes": "description.beam:Modes",
    "MotionError": "motion.file:MotionError",
    "MotionTask": "motion.task:MotionTask",
    "Motor": "description.robot:Motor",
    "MotorChoice": "selection.motors.choice:MotorChoice",
    "Payload": "description.robot:Payload",
    "Placement": "description.robot:Placement",
    "Push": "simulation.disturbances:Push",
    "Robot": "description.robot:Robot",
    "Scenario": "simulation.scenario:Scenario",
    "ScenarioError": "errors:ScenarioError",
    "Search": "selection.architectures.search:Search",
    "Section": "description.beam:Section",
    "Selection": "selection.result:Selection",
    "SingularityError": "errors:SingularityError",
    "Station": "description.beam:Station",
    "Sublinks": "description.beam:Sublinks",
    "Trajectory": "results.trajectory:Trajectory",
    "Visual": "description.robot:Visual",
    "architectures": "selection.architectures.architectures:architectures",
    "build_model": "multibody:build_model",
    "check": "analysis.crosscheck:cross_check",
    "choose_motors": "selection.motors.choice:choose_motors",
    "compile": "compiler.compiled:compile",
    "cost": "compiler.cost:cost",
    "equations": "symbolic.equations:equations",
    "errors": "errors",
    "export": "exports.export:export",
    "frequencies": "analysis.frequencies:frequencies",
    "from_dh": "description.dh:from_dh",
    "library": "description.library",
    "linearise": "analysis.linearise:linearise",
    "load": "description.load:load",
    "load_catalogue": "selection.motors.catalogue:load_catalogue",
    "load_motion": "motion.task:load_motion",
    "load_scenario": "simulation.scenario:load_scenario",
    "planar": "description.planar:planar",
    "reference": "formulations.dynamics:reference",
    "report": "pages.report:report",
    "save": "description.toml.write:save",
    "search_architectures": "selection.architectures.search:search_architectures",
    "select": "selection.select:select",
    "simulate": "simulation.simulate:simulate",
    "simulate_batch": "simulation.batch:simulate_batch",
    "snap": "description.snap:snap",
    "statics": "analysis.statics:statics",
    "to_toml": "description.toml.write:to_toml",
}


class _Package(types.ModuleType):
    """This package: a folder that has the name of a public function does not take its place when it is imported."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (isinstance(value, types.ModuleType) and ":" in _PLACES.get(name, "")):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


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
