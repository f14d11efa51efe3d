"""Controllers: specifications that bind to a model and give efforts; all but the last can be compiled into the loop."""

from armillary.simulation.controllers.computed_torque import ComputedTorque, InverseDynamics
from armillary.simulation.controllers.function import Discrete, FunctionController, Sampled, wrap
from armillary.simulation.controllers.law import Law, NotTraceableError
from armillary.simulation.controllers.nested import Filtered, Observed
from armillary.simulation.controllers.objectives import (
    OBJECTIVES,
    ConditionNumber,
    GravityTorque,
    JointLimits,
    Manipulability,
    Posture,
)
from armillary.simulation.controllers.open_loop import OpenLoop
from armillary.simulation.controllers.operational_space import OperationalSpace
from armillary.simulation.controllers.pd import PD, PID, PDGravity

CONTROLLERS: dict[str, type] = {
    "open_loop": OpenLoop,
    "pd": PD,
    "pd_gravity": PDGravity,
    "pid": PID,
    "computed_torque": ComputedTorque,
    "inverse_dynamics": InverseDynamics,
    "operational_space": OperationalSpace,
    "filtered": Filtered,
    "observed": Observed,
}
"""Controllers by name; `references.parameters` lists the parameters of each."""

__all__ = [
    "CONTROLLERS", "OBJECTIVES", "PD", "PID", "ComputedTorque", "ConditionNumber", "Discrete", "Filtered",
    "FunctionController", "GravityTorque", "InverseDynamics", "JointLimits", "Law", "Manipulability",
    "NotTraceableError", "Observed", "OpenLoop", "OperationalSpace", "PDGravity", "Posture", "Sampled", "wrap",
]  # fmt: skip
