"""Less common parts of a robot: details of beams, joints, gears and windings, and shapes to draw (`arm.parts`)."""

from armillary.description.beam import BeamNode, ModalData, ModalNode, Modes, Section, Station, Sublinks
from armillary.description.dh import DHRow
from armillary.description.gear import Branch
from armillary.description.robot import Configuration, Coordinate, Coupling, Heat, Stop, Visual
from armillary.description.screws import Screw

__all__ = [
    "BeamNode", "Branch", "Configuration", "Coordinate", "Coupling", "DHRow", "Heat", "ModalData", "ModalNode", "Modes",
    "Screw", "Section", "Station", "Stop", "Sublinks", "Visual",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
