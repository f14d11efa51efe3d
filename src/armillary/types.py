"""Types of results, for annotations and `isinstance`, as in `def peak(metrics: arm.types.Metrics) -> float`."""

from armillary.analysis.campbell import Campbell
from armillary.analysis.check import CheckResult, Disagreement
from armillary.analysis.convergence import Convergence
from armillary.analysis.ellipsoids import Ellipsoids
from armillary.analysis.frequencies import Frequencies
from armillary.analysis.margins.output import Margins
from armillary.analysis.state_space import StateSpace
from armillary.analysis.statics import Statics
from armillary.compiler.compiled import Compiled
from armillary.compiler.cost import Cost
from armillary.compiler.ptx.compiled import OnDevice
from armillary.description.dh import DHTable
from armillary.description.repair import Repair
from armillary.description.screws import Screws
from armillary.exports.export import Export
from armillary.files.quantity import Declared, Number, Quantity
from armillary.formulations.dynamics import Dynamics
from armillary.formulations.evaluate import Evaluated
from armillary.motion.all_solutions import IKSolutions
from armillary.motion.inverse_kinematics import IKResult
from armillary.motion.workspace import Workspace
from armillary.results.metrics import Metrics
from armillary.results.trajectory import Event
from armillary.simulation.gradients.rolled import Rollout
from armillary.simulation.learning import Learning
from armillary.simulation.recorded_pushes import RecordedPushes
from armillary.studies.results import Results
from armillary.studies.root_locus import RootLocus
from armillary.symbolic.equations import Equations
from armillary.symbolic.formula import Formula, Formulas
from armillary.symbolic.singularities import Singularities

__all__ = [
    "Campbell",
    "CheckResult",
    "Compiled",
    "Convergence",
    "Cost",
    "DHTable",
    "Declared",
    "Disagreement",
    "Dynamics",
    "Ellipsoids",
    "Equations",
    "Evaluated",
    "Event",
    "Export",
    "Formula",
    "Formulas",
    "Frequencies",
    "IKResult",
    "IKSolutions",
    "Learning",
    "Margins",
    "Metrics",
    "Number",
    "OnDevice",
    "Quantity",
    "RecordedPushes",
    "Repair",
    "Results",
    "Rollout",
    "RootLocus",
    "Screws",
    "Singularities",
    "StateSpace",
    "Statics",
    "Workspace",
]


def __dir__() -> list[str]:
    return __all__
